"""The device's end: it keeps what a host has not committed, and nothing that a host does or leaves makes it fail."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.device_links import CALL, HELLO, device, frames_of, numbers, opened, told

from firmware_bridge import Closed, Connected, DeviceLink, Health, Identity
from firmware_bridge.codec import pack, unpack_body, unpack_link
from firmware_bridge.declaration import Kind
from firmware_bridge.frames import EVERYONE, Frame, FrameType
from firmware_bridge.messages import (
    Committed,
    Lamp,
    Ping,
    Pong,
    SnapshotRequest,
    Status,
    TagArrive,
    TimeReq,
)

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
