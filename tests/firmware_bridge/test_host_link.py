"""The host's end: when it speaks, when it says degraded or down, what it asks, what it believes."""

import dataclasses

import pytest
from support.host_links import STATUS, Pair, frames_of, run, sent_types

from firmware_bridge import (
    DeviceLink,
    DownReason,
    EventsLost,
    HostLink,
    Identity,
    LinkDegraded,
    LinkDown,
    LinkRecovered,
    LinkUp,
    TimeSample,
    UnknownMessage,
)
from firmware_bridge.codec import EVENT_HEAD, pack, unpack_link
from firmware_bridge.frames import Decoder, Frame, FrameType
from firmware_bridge.messages import (
    Fatal,
    Status,
    TimeReq,
    TimeRsp,
)

# -- opening -----------------------------------------------------------------------------------


def test_without_a_port_the_host_waits_for_nothing():
    host = HostLink(1)

    assert host.due() is None
    assert host.advance(5.0) == []
    assert host.receive(b"\0abc\0", 5.0) == []
    assert host.bytes_to_send() == b""


def test_hello_goes_out_at_once_and_every_quarter_of_a_second():
    host = HostLink(1)
    host.connected(10.0)

    assert run(host, 11.0)[1] == [10.0, 10.25, 10.5, 10.75, 11.0]


def test_after_five_seconds_the_link_is_down_and_hello_goes_on_slowly():
    host = HostLink(1)
    host.connected(0.0)
    values, hellos = run(host, 20.0)

    assert values == [(5.0, LinkDown(DownReason.NO_ANSWER))]
    assert [time for time in hellos if time > 5.0] == [float(second) for second in range(6, 21)]


def test_every_attempt_has_another_link_id():
    host = HostLink(1)
    host.connected(0.0)
    ids = []
    while (due := host.due()) < 16.0:
        host.advance(due)
        ids += [unpack_link(frame.type, frame.payload).link_id for frame in frames_of(host)]

    assert sorted(set(ids)) == list(range(min(ids), min(ids) + 4))


def test_the_session_byte_is_never_zero():
    host = HostLink(0xFE)
    host.connected(0.0)
    host.advance(0.0)
    (hello,) = frames_of(host)

    assert hello.session != 0
    assert unpack_link(hello.type, hello.payload).link_id == 0x101


def test_an_answer_opens_the_session_with_a_first_look_at_the_clock():
    pair = Pair()

    assert [type(value) for value in pair.up] == [TimeSample, LinkUp]
    assert pair.up[0] == TimeSample(sent=0.0, received=0.01, tick_rx_us=0, tick_tx_us=0)
    assert not pair.up[1].resumed


def test_the_first_sample_belongs_to_the_hello_that_was_answered():
    host, device = HostLink(1), DeviceLink(Identity(boot_id=7))
    host.connected(0.0)
    host.advance(0.0)
    host.bytes_to_send()
    host.advance(0.25)
    device.receive(host.bytes_to_send(), 0.26)
    values = host.receive(device.bytes_to_send(), 0.27)

    assert values[0] == TimeSample(sent=0.25, received=0.27, tick_rx_us=260000, tick_tx_us=260000)


def answer_with(**changes):
    """A host that has said HELLO and hears an answer with these fields changed."""
    host, device = HostLink(1), DeviceLink(Identity(boot_id=7, fw_name="hub", fw_version="9.9"))
    host.connected(0.0)
    host.advance(0.0)
    device.receive(host.bytes_to_send(), 0.0)
    answer = next(frame for frame in Decoder().feed(device.bytes_to_send()) if frame.type is FrameType.HELLO_ACK)
    info = dataclasses.replace(unpack_link(answer.type, answer.payload), **changes)
    return host, host.receive(dataclasses.replace(answer, payload=pack(info)).to_wire(), 0.01)


@pytest.mark.parametrize("changes", [{"link_id": 12345}, {"attempt": 9}])
def test_an_answer_to_another_hello_opens_nothing(changes):
    assert answer_with(**changes)[1] == []


def test_a_device_of_another_protocol_is_refused_with_the_reason():
    assert answer_with(proto=0)[1] == [LinkDown(DownReason.VERSION, "the device does not speak protocol 1")]


def test_a_device_with_another_message_table_is_refused_and_told_once():
    host, values = answer_with(dictionary=0xABCD)
    (down,) = values

    assert down.reason is DownReason.VERSION
    assert "hub 9.9 has message table 0000abcd, this host " in down.detail
    assert run(host, 12.0)[0] == []


def test_a_malformed_answer_opens_nothing():
    host = HostLink(1)
    host.connected(0.0)

    assert host.receive(Frame(FrameType.HELLO_ACK, 0, 2, payload=b"\x01").to_wire(), 0.1) == []


def test_a_second_answer_changes_nothing():
    pair = Pair()
    copy = Frame(FrameType.HELLO_ACK, 0, pair.session, payload=pack(pair.host.info))

    assert pair.host.receive(copy.to_wire(), 0.02) == []


def test_an_answer_from_another_boot_in_the_middle_of_a_session_means_a_restart():
    pair = Pair()
    other = dataclasses.replace(pair.host.info, boot_id=8)

    assert pair.frame(FrameType.HELLO_ACK, pack(other)) == [LinkDown(DownReason.RESTARTED, "the device started anew")]


# -- the session -------------------------------------------------------------------------------


def test_silence_is_degraded_at_600_ms_and_lost_at_1500():
    pair = Pair()
    values, _ = run(pair.host, 1.6)

    assert [(round(time, 3), type(value)) for time, value in values] == [(0.61, LinkDegraded), (1.51, LinkDown)]
    assert values[1][1].reason is DownReason.SILENT


def test_a_device_heard_again_in_time_has_recovered():
    pair = Pair()
    run(pair.host, 1.0)

    assert pair.frame(FrameType.STATUS, STATUS, now=1.1)[0] == LinkRecovered()
    assert run(pair.host, 1.65)[0] == []


def test_a_host_that_slept_does_not_blame_the_device():
    pair = Pair()

    assert pair.host.advance(20.0) == []
    assert [type(value) for value in pair.frame(FrameType.STATUS, STATUS, now=20.1)] == [Status]


def test_a_host_that_is_always_late_still_says_lost():
    pair = Pair()
    values = []
    for second in range(1, 12):
        values += pair.host.advance(second * 1.0)

    assert [type(value) for value in values] == [LinkDegraded, LinkDown]


def test_frames_of_other_sessions_or_for_other_addresses_are_ignored():
    pair = Pair()
    ours = Frame(FrameType.STATUS, 1, pair.session, payload=STATUS).to_wire()

    assert pair.frame(FrameType.STATUS, STATUS, session=pair.session ^ 1) == []
    assert pair.host.receive(ours, 0.02) == []


def test_a_device_without_a_session_has_restarted():
    pair = Pair()

    assert pair.frame(FrameType.STATUS, STATUS, session=0) == [
        LinkDown(DownReason.RESTARTED, "the device has no session")
    ]
    assert run(pair.host, 0.1)[1] == [0.02]


def test_a_device_that_resets_says_so():
    pair = Pair()
    (down,) = pair.frame(FrameType.FATAL, pack(Fatal(2)))

    assert down == LinkDown(DownReason.RESTARTED, "the device resets, cause 2")


@pytest.mark.parametrize("kind", [FrameType.STATUS, FrameType.TIME_RSP, FrameType.FATAL, FrameType.NAK])
def test_a_malformed_link_frame_says_nothing(kind):
    assert Pair().frame(kind, b"\x01\x02\x03") == []


def test_events_are_delivered_in_order_and_acknowledged():
    pair = Pair()
    pair.host.advance(0.02)
    pair.host.bytes_to_send()

    assert [value.evt_no for value in pair.event(1, seq=0) + pair.event(2, seq=1)] == [1, 2]
    (ack,) = frames_of(pair.host)
    assert (ack.type, ack.ack) == (FrameType.ACK, 2)


def test_early_frames_wait_and_the_missing_one_is_asked_for_once():
    pair = Pair()
    pair.host.advance(0.02)
    pair.host.bytes_to_send()

    assert pair.event(3, seq=2) == []
    (nak,) = frames_of(pair.host)
    assert (nak.type, nak.payload) == (FrameType.NAK, b"\x00\x01")
    assert pair.event(2, seq=1) == []
    assert sent_types(pair.host) == [FrameType.ACK]
    assert [value.evt_no for value in pair.event(1, seq=0)] == [1, 2, 3]


def test_a_second_gap_is_asked_for_as_well():
    pair = Pair()
    pair.host.advance(0.02)
    pair.event(2, seq=1)
    pair.event(4, seq=3)
    pair.host.bytes_to_send()
    pair.event(1, seq=0)

    assert [frame.payload for frame in frames_of(pair.host) if frame.type is FrameType.NAK] == [b"\x02\x01"]


@pytest.mark.parametrize("seq", [0, 8, 200, 255])
def test_frames_outside_the_window_are_only_acknowledged_again(seq):
    pair = Pair()
    pair.event(1, seq=0)

    assert pair.event(2, seq=seq if seq != 8 else 9) == []
    assert pair.host.duplicates == 1


def test_a_copy_of_an_early_frame_is_a_duplicate():
    pair = Pair()
    pair.event(2, seq=1)
    pair.event(2, seq=1)

    assert pair.host.duplicates == 1


def test_a_number_that_was_delivered_before_is_not_delivered_again():
    pair = Pair()
    pair.event(1, seq=0)

    assert pair.event(1, seq=1) == []


def test_a_gap_in_the_numbers_is_declared_and_the_whole_state_asked_for_anew():
    pair = Pair()
    pair.event(1, seq=0)
    lost, event = pair.event(5, seq=1)

    assert lost == EventsLost(7, first=2, last=4)
    assert event.evt_no == 5
    assert pair.host.due() <= 1.03


def test_an_event_that_the_table_does_not_know_keeps_its_number():
    pair = Pair()
    raw = EVENT_HEAD.pack(0x7F, 1, 99) + b"new"

    assert pair.frame(FrameType.DATA, raw) == [UnknownMessage(7, 1, 99, raw)]
    assert [value.evt_no for value in pair.event(2, seq=1)] == [2]


def test_a_reliable_frame_too_short_for_an_event_is_counted_and_passed_over():
    pair = Pair()

    assert pair.frame(FrameType.DATA, b"\x10\x01") == []
    assert pair.host.malformed == 1
    assert [value.evt_no for value in pair.event(1, seq=1)] == [1]


def test_time_is_asked_four_times_quickly_and_then_every_0_98_s():
    pair = Pair()
    asked = []
    while (due := pair.host.due()) < 3.2:
        pair.frame(FrameType.STATUS, STATUS, now=due)
        pair.host.advance(due)
        asked += [round(due, 2) for kind in sent_types(pair.host) if kind is FrameType.TIME_REQ]

    assert asked == [0.01, 0.06, 0.11, 0.16, 1.14, 2.12, 3.1]


def token_of(host) -> int:
    return next(
        message.token
        for frame in frames_of(host)
        if isinstance(message := unpack_link(frame.type, frame.payload), TimeReq)
    )


def test_an_answer_about_time_counts_once_and_only_with_its_question():
    pair = Pair()
    pair.host.advance(0.02, at=500.0)
    answer = pack(TimeRsp(token_of(pair.host), 10, 20))
    frame = Frame(FrameType.TIME_RSP, 0, pair.session, payload=answer).to_wire()

    assert pair.host.receive(frame, 0.03, at=500.1) == [TimeSample(500.0, 500.1, 10, 20)]
    assert pair.host.receive(frame, 0.04, at=500.2) == []


def test_an_old_question_about_time_is_forgotten():
    pair = Pair()
    pair.host.advance(0.02)
    first = token_of(pair.host)
    for second in range(1, 6):
        pair.frame(FrameType.STATUS, STATUS, now=second * 1.0)
        pair.host.advance(second * 1.0)

    assert pair.frame(FrameType.TIME_RSP, pack(TimeRsp(first, 1, 2)), now=5.0) == []
