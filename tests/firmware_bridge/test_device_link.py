"""The device's end: it keeps what a host has not committed, and nothing that a host does or leaves makes it fail."""

import dataclasses
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import Closed, Connected, DeviceLink, Health, Identity, Ring
from firmware_bridge.codec import EVENT_HEAD, pack, pack_body, unpack_body, unpack_event, unpack_link
from firmware_bridge.declaration import Kind
from firmware_bridge.frames import EVERYONE, Decoder, Frame, FrameType
from firmware_bridge.link import RTO_MAX
from firmware_bridge.messages import (
    CallButton,
    Committed,
    Hello,
    Lamp,
    Nak,
    Ping,
    Pong,
    SnapshotRequest,
    Status,
    TagArrive,
    TagSet,
    TimeReq,
)
from firmware_bridge.rings import EventStore

CALL = CallButton(0, 3, 1)
HELLO = Hello(1, 1, 0x12A, 0, 240, 8, 0, 0)


def device(**kwargs) -> DeviceLink:
    return DeviceLink(Identity(boot_id=7), **kwargs)


def told(link, message, *, now=0.0, seq=0, ack=0, session=0x2A, kind=FrameType.DATA, address=1):
    payload = pack_body(message) if kind in (FrameType.DATA, FrameType.UNREL) else pack(message)
    return link.receive(Frame(kind, address, session, seq, ack, payload).to_wire(), now)


def opened(hello=HELLO, *, now=0.0, **kwargs):
    link = device(**kwargs)
    told(link, hello, kind=FrameType.HELLO, session=hello.link_id & 0xFF, now=now)
    link.bytes_to_send()
    return link


def frames_of(link) -> list[Frame]:
    return Decoder().feed(link.bytes_to_send())


def numbers(frames) -> list[int]:
    return [EVENT_HEAD.unpack_from(frame.payload)[1] for frame in frames if frame.type is FrameType.DATA]


def acknowledge(link, ack, *, now=0.0):
    link.receive(Frame(FrameType.ACK, 1, 0x2A, 0, ack).to_wire(), now)


# -- a session ---------------------------------------------------------------------------------


def test_hello_is_answered_with_who_and_what():
    link = DeviceLink(Identity(boot_id=7, board_uid=b"\xde\xad", fw_name="hub", fw_version="1.2.3", antennas=5))
    values = told(link, HELLO, kind=FrameType.HELLO, now=2.0)
    (answer,) = frames_of(link)
    info = unpack_link(answer.type, answer.payload)

    assert values == [Connected(0x12A, resumed=False)]
    assert (answer.address, answer.session) == (0, 0x2A)
    assert (info.proto, info.link_id, info.attempt, info.boot_id) == (1, 0x12A, 0, 7)
    assert (info.tick_us, info.first_evt_no, info.next_evt_no, info.antennas) == (2_000_000, 1, 1, 5)
    assert (info.board_uid, info.fw_name, info.fw_version) == (b"\xde\xad", "hub", "1.2.3")


def test_a_repeated_hello_is_answered_again_and_changes_nothing():
    link = opened()
    link.post_event(CALL, 0)
    link.bytes_to_send()
    again = dataclasses.replace(HELLO, attempt=1)

    assert told(link, again, kind=FrameType.HELLO) == []
    assert [frame.type for frame in frames_of(link)] == [FrameType.HELLO_ACK]


def test_a_new_hello_begins_anew_with_what_was_not_committed():
    link = opened()
    link.post_event(CALL, 0)
    assert numbers(frames_of(link)) == [1]
    told(link, dataclasses.replace(HELLO, link_id=0x22B), kind=FrameType.HELLO, session=0x2B)

    assert numbers(frames_of(link)) == [1]


def test_a_hello_that_resumes_gets_only_what_it_has_not():
    link = opened()
    for _ in range(5):
        link.post_event(CALL, 0)
    hello = dataclasses.replace(HELLO, link_id=0x22B, resume_boot_id=7, resume_evt_no=4)

    assert told(link, hello, kind=FrameType.HELLO, session=0x2B) == [Connected(0x22B, resumed=True)]
    assert numbers(frames_of(link)) == [4, 5]


def test_a_hello_that_resumes_beyond_the_end_does_not_hide_what_comes():
    hello = dataclasses.replace(HELLO, resume_boot_id=7, resume_evt_no=1000)
    link = opened(hello)
    link.post_event(CALL, 0)

    assert numbers(frames_of(link)) == [1]


@pytest.mark.parametrize("changes", [{"proto_min": 2, "proto_max": 3}, {"proto_min": 0, "proto_max": 0}])
def test_a_host_of_another_protocol_is_told_so_and_gets_no_session(changes):
    link = device()

    assert told(link, dataclasses.replace(HELLO, **changes), kind=FrameType.HELLO) == []
    (answer,) = frames_of(link)
    assert unpack_link(answer.type, answer.payload).proto == 0
    assert not link.connected


def test_a_hello_whose_session_byte_is_not_its_link_id_is_nonsense():
    link = device()

    assert told(link, HELLO, kind=FrameType.HELLO, session=0x2C) == []
    assert link.bytes_to_send() == b""


def test_a_malformed_hello_is_nonsense():
    assert device().receive(Frame(FrameType.HELLO, 1, 0x2A, payload=b"\x01").to_wire(), 0.0) == []


def test_a_late_copy_of_an_old_hello_opens_nothing():
    link = opened()
    link.disconnected()

    assert told(link, HELLO, kind=FrameType.HELLO) == []
    assert link.bytes_to_send() == b""
    assert not link.connected


def test_the_window_is_the_smaller_one():
    link = opened(dataclasses.replace(HELLO, window=3))
    for _ in range(10):
        link.post_event(CALL, 0)

    assert numbers(frames_of(link)) == [1, 2, 3]


def test_frames_for_others_are_ignored_and_those_for_everyone_taken():
    link = device()

    assert told(link, HELLO, kind=FrameType.HELLO, address=2) == []
    assert told(link, HELLO, kind=FrameType.HELLO, address=EVERYONE) == [Connected(0x12A, resumed=False)]


def test_frames_of_another_session_are_ignored():
    assert told(opened(), Lamp(0, 1, 0), session=0x2B) == []


def test_farewell_ends_the_session_and_keeps_the_events():
    link = opened()
    link.post_event(CALL, 0)

    assert link.receive(Frame(FrameType.BYE, 1, 0x2A).to_wire(), 0.0) == [Closed()]
    assert not link.connected
    assert link.bytes_to_send() == b""
    assert len(link.store) == 1


# -- events ------------------------------------------------------------------------------------


def test_an_event_carries_its_number_and_the_ticks_of_its_capture():
    link = opened()
    link.post_event(CALL, 2**32 + 5)
    (frame,) = frames_of(link)

    assert EVENT_HEAD.unpack_from(frame.payload) == (0x10, 1, 5)
    assert unpack_event(0x10, frame.payload[EVENT_HEAD.size :]) == CALL


def test_at_most_eight_events_are_in_flight():
    link = opened()
    for _ in range(20):
        link.post_event(CALL, 0)
    assert numbers(frames_of(link)) == list(range(1, 9))
    assert numbers(frames_of(link)) == []
    acknowledge(link, 3)

    assert numbers(frames_of(link)) == [9, 10, 11]


def test_events_of_both_rings_go_out_in_the_order_of_their_numbers():
    link = opened()
    link.post_event(CALL, 0)
    link.post_event(TagArrive(0, 0, 1, b"\x01"), 0)
    link.post_event(CALL, 0)

    assert numbers(frames_of(link)) == [1, 2, 3]


def test_only_the_oldest_event_is_sent_again_when_the_time_is_over():
    link = opened()
    link.post_event(CALL, 0)
    link.post_event(CALL, 0)
    first = frames_of(link)
    link.advance(link.due())
    again, status = frames_of(link)

    assert status.type is FrameType.STATUS
    assert again == dataclasses.replace(first[0], retransmitted=True)


def test_the_wait_doubles_up_to_a_second_and_never_ends():
    link = opened()
    link.post_event(CALL, 0)
    sent = [0.0] if numbers(frames_of(link)) else []
    while len(sent) < 40:
        now = link.due()
        link.advance(now)
        sent += [now] * len(numbers(frames_of(link)))
    gaps = [round(later - earlier, 3) for earlier, later in itertools.pairwise(sent)]

    assert gaps[:4] == [0.25, 0.5, 1.0, 1.0]
    assert set(gaps[3:]) == {RTO_MAX}


def test_a_quick_line_makes_the_wait_short():
    link = opened()
    for step in range(30):
        link.post_event(CALL, 0)
        link.bytes_to_send()
        acknowledge(link, step + 1, now=step * 0.1 + 0.002)
        link.advance(step * 0.1 + 0.1)
        link.bytes_to_send()
    link.post_event(CALL, 0)
    link.bytes_to_send()

    assert link.due() == pytest.approx(3.0 + 0.05)


def test_an_asked_for_event_is_sent_again_at_once():
    link = opened()
    for _ in range(4):
        link.post_event(CALL, 0)
    link.bytes_to_send()
    told(link, Nak(2, 1), kind=FrameType.NAK)
    (again,) = frames_of(link)

    assert (again.seq, again.retransmitted) == (2, True)


def test_asking_for_something_that_is_not_in_flight_does_nothing():
    link = opened()
    link.post_event(CALL, 0)
    link.bytes_to_send()
    told(link, Nak(77, 1), kind=FrameType.NAK)

    assert link.bytes_to_send() == b""


@pytest.mark.parametrize("ack", [5, 200, 255])
def test_an_acknowledgement_of_what_was_never_sent_frees_nothing(ack):
    link = opened()
    link.post_event(CALL, 0)
    link.bytes_to_send()
    acknowledge(link, ack)
    link.advance(1.0)

    assert numbers(frames_of(link)) == [1]


def test_acknowledged_is_not_freed():
    link = opened()
    link.post_event(CALL, 0)
    link.bytes_to_send()
    acknowledge(link, 1)

    assert len(link.store) == 1


def test_committed_is_freed():
    link = opened()
    for _ in range(3):
        link.post_event(CALL, 0)
    link.bytes_to_send()
    told(link, Committed(2), ack=3)

    assert (len(link.store), link.store.committed) == (1, 2)


def test_a_commit_of_what_this_host_has_not_acknowledged_frees_nothing():
    link = opened()
    link.post_event(CALL, 0)
    link.bytes_to_send()
    told(link, Committed(1), ack=0)

    assert len(link.store) == 1


def test_a_silent_host_for_a_day_costs_scans_and_nothing_else():
    link = opened(acts=64, scans=32)
    now = 0.0
    for minute in range(24 * 60):
        now = minute * 60.0
        link.post_event(TagArrive(0, 0, minute & 0xFFFF, b"\x01"), int(now * 1e6))
        if minute % 60 == 0:
            link.post_event(CALL, int(now * 1e6))
        link.advance(now)
        assert len(link.bytes_to_send()) < 1000
    told(link, dataclasses.replace(HELLO, link_id=0x22B), kind=FrameType.HELLO, session=0x2B, now=now)

    assert link.connected
    assert len(link.store) == 24 + 32
    assert link.store.lost == 24 * 60 - 32


def test_a_full_ring_keeps_what_is_in_flight_and_drops_the_oldest_of_the_others():
    link = opened(scans=16)
    for number in range(10):
        link.post_event(TagArrive(0, 0, number, b"\x01"), 0)
    assert numbers(frames_of(link)) == list(range(1, 9))
    for number in range(10, 20):
        link.post_event(TagArrive(0, 0, number, b"\x01"), 0)
    assert link.store.lost == 4
    acknowledge(link, 8)

    assert numbers(frames_of(link)) == list(range(13, 21))


def test_a_dropped_event_that_a_host_has_is_not_lost():
    link = opened(scans=16)
    for number in range(8):
        link.post_event(TagArrive(0, 0, number, b"\x01"), 0)
    link.bytes_to_send()
    acknowledge(link, 8)
    for number in range(12):
        link.post_event(TagArrive(0, 0, number, b"\x01"), 0)

    assert link.store.lost == 0


def test_scans_never_displace_calls():
    link = device(acts=16, scans=16)
    link.post_event(CALL, 0)
    for number in range(200):
        link.post_event(TagArrive(0, 0, number, b"\x01"), 0)

    assert link.store.first_from(1) == 1


def test_the_ring_may_be_chosen():
    link = device(scans=16)
    for number in range(20):
        link.post_event(TagArrive(0, 0, number, b"\x01"), 0, Ring.ACT)

    assert len(link.store) == 20


def test_a_ring_shorter_than_the_window_is_our_own_mistake():
    with pytest.raises(ValueError, match="at least 16"):
        EventStore(acts=8)


def test_a_long_tag_set_becomes_several_events():
    link = opened()
    number = link.post_event(TagSet(0, 1, 0, 1, tuple(bytes(8) for _ in range(40))), 0)

    assert number == 2
    assert [len(frame.payload) <= 240 for frame in frames_of(link)] == [True, True]


# -- commands, time, health --------------------------------------------------------------------


def test_a_command_is_carried_out_once_and_acknowledged_each_time():
    link = opened()

    assert told(link, Lamp(0, 1, 0)) == [Lamp(0, 1, 0)]
    assert [(frame.type, frame.ack) for frame in frames_of(link)] == [(FrameType.ACK, 1)]
    assert told(link, Lamp(0, 1, 0)) == []
    assert [(frame.type, frame.ack) for frame in frames_of(link)] == [(FrameType.ACK, 1)]


def test_an_event_carries_the_acknowledgement_of_a_command():
    link = opened()
    told(link, SnapshotRequest(1))
    link.post_event(CALL, 0)

    assert [(frame.type, frame.ack) for frame in frames_of(link)] == [(FrameType.DATA, 1)]


def test_an_unknown_command_is_acknowledged_and_passed_over():
    link = opened()

    assert link.receive(Frame(FrameType.DATA, 1, 0x2A, payload=b"\x7f").to_wire(), 0.0) == []
    assert told(link, Lamp(0, 1, 0), seq=1) == [Lamp(0, 1, 0)]


def test_time_is_answered_with_the_ticks_at_reception_and_at_sending():
    link = opened()
    link.receive(Frame(FrameType.TIME_REQ, 1, 0x2A, payload=pack(TimeReq(9))).to_wire(), 0.1, tick=1000)
    link.advance(0.1, tick=1080)
    (answer,) = frames_of(link)

    assert answer.payload.hex(" ") == "09 00 00 00 e8 03 00 00 38 04 00 00"


def test_an_idle_device_sends_its_health_every_quarter_of_a_second():
    link = opened()
    link.health = Health(supply_mv=5100, temperature_c=-3, rx_overruns=70000)
    sent = []
    while (now := link.due()) <= 1.0:
        link.advance(now)
        sent += [(now, unpack_link(frame.type, frame.payload)) for frame in frames_of(link)]

    assert [now for now, _ in sent] == [0.25, 0.5, 0.75, 1.0]
    assert sent[0][1] == Status(250_000, 1, 0, 0, 70000 & 0xFFFF, 5100, -3, 0)


def test_a_device_without_a_session_shows_its_pulse_with_session_zero():
    link = device()
    link.advance(0.25)
    (status,) = frames_of(link)

    assert (status.type, status.session) == (FrameType.STATUS, 0)


def test_a_busy_device_needs_no_heartbeat():
    link = opened()
    link.advance(0.2)
    link.post_event(CALL, 0)
    link.bytes_to_send()

    assert link.due() >= 0.45


def test_garbage_on_the_line_is_counted_in_the_heartbeat():
    link = opened()
    link.receive(b"\0\x05\x01\0\0\x05\x01\0", 0.0)
    link.advance(0.25)
    (frame,) = frames_of(link)

    assert unpack_link(frame.type, frame.payload).crc_errors == 2


def test_ping_is_answered_even_without_a_session():
    link = device()
    told(link, Ping(5), kind=FrameType.UNREL, session=0)
    (frame,) = frames_of(link)

    assert unpack_body(frame.payload, kind=Kind.UNRELIABLE) == Pong(5)


def test_an_unreliable_message_that_is_no_ping_is_ignored():
    link = device()
    told(link, Pong(5), kind=FrameType.UNREL, session=0)

    assert link.bytes_to_send() == b""


def test_a_device_says_why_it_resets():
    link = opened()
    link.fatal(2)
    (frame,) = frames_of(link)

    assert (frame.type, frame.payload) == (FrameType.FATAL, b"\x02")


def test_what_is_not_asked_for_takes_no_memory():
    link = opened()
    for _ in range(8):
        link.post_event(CALL, 0)
    link.bytes_to_send()
    for second in range(1, 2000):
        link.advance(float(second))
        told(link, HELLO, kind=FrameType.HELLO, now=float(second))

    assert len(link.bytes_to_send()) < 300


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=60),
            st.builds(
                lambda kind, session, seq, ack, payload: Frame(kind, 1, session, seq, ack, payload).to_wire(),
                st.sampled_from(list(FrameType)),
                st.sampled_from([0, 0x2A, 0x2B]),
                st.integers(0, 255),
                st.integers(0, 255),
                st.binary(max_size=30),
            ),
            st.sampled_from([CALL, TagArrive(0, 0, 1, b"\x01"), Committed(3), Committed(2**32 - 1)]),
        ),
        max_size=60,
    )
)
@settings(deadline=None, max_examples=200, derandomize=True)
def test_nothing_that_a_host_sends_makes_the_device_fail(steps):
    link = opened(acts=16, scans=16)
    for number, step in enumerate(steps):
        now = number * 0.1
        if isinstance(step, bytes):
            link.receive(step, now)
        elif isinstance(step, Committed):
            told(link, step, now=now, seq=number & 1, ack=number & 7)
        else:
            link.post_event(step, number)
        link.advance(now)
        link.bytes_to_send()
