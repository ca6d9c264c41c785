"""The host's end: when it speaks, when it says degraded or down, what it asks, what it believes."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bad_wire import World

from firmware_bridge import (
    DeviceLink,
    DeviceRebooted,
    DownReason,
    Event,
    EventsLost,
    HostLink,
    Identity,
    LinkDegraded,
    LinkDown,
    LinkRecovered,
    LinkUp,
    Resume,
    TimeSample,
    UnknownMessage,
)
from firmware_bridge.codec import EVENT_HEAD, pack, pack_body, unpack_body, unpack_link
from firmware_bridge.declaration import Kind
from firmware_bridge.frames import Decoder, Frame, FrameType
from firmware_bridge.messages import (
    CallButton,
    Committed,
    Fatal,
    HelloAck,
    Lamp,
    Pong,
    SnapshotRequest,
    Status,
    TimeReq,
    TimeRsp,
)


def frames_of(link) -> list[Frame]:
    return Decoder().feed(link.bytes_to_send())


def sent_types(link) -> list[FrameType]:
    return [frame.type for frame in frames_of(link)]


def run(link, until, step=None):
    """Let the host wait alone; returns (time, value) pairs and the times at which HELLO went out."""
    values, hellos = [], []
    while (due := link.due()) is not None and due <= until:
        values += [(due, value) for value in link.advance(due)]
        hellos += [due for kind in sent_types(link) if kind is FrameType.HELLO]
    return values, hellos


class Pair:
    """A host that is up, and the device's session number to forge frames with."""

    def __init__(self, **kwargs):
        self.host = HostLink(0x100, **kwargs)
        self.host.connected(0.0)
        self.device = DeviceLink(Identity(boot_id=7))
        self.host.advance(0.0)
        self.device.receive(self.host.bytes_to_send(), 0.0)
        self.up = self.host.receive(self.device.bytes_to_send(), 0.01)
        self.session = self.host.info.link_id & 0xFF

    def frame(self, kind, payload=b"", *, seq=0, ack=0, now=0.02, session=None):
        session = self.session if session is None else session
        return self.host.receive(Frame(kind, 0, session, seq, ack, payload).to_wire(), now)

    def event(self, number, *, seq, now=0.02):
        body = CallButton(0, 3, 1)
        return self.frame(FrameType.DATA, EVENT_HEAD.pack(0x10, number, 99) + pack(body), seq=seq, now=now)


STATUS = pack(Status(0, 1, 0, 0, 0, 0, 0, 0))


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


# -- commands ----------------------------------------------------------------------------------


def commands_of(host) -> list[object]:
    bodies = (unpack_body(frame.payload, kind=Kind.COMMAND) for frame in frames_of(host))
    return [body for body in bodies if body is not None]


def test_the_whole_state_is_asked_for_first():
    pair = Pair()
    pair.host.advance(0.01)

    assert commands_of(pair.host) == [SnapshotRequest(1)]


def test_one_command_is_in_flight_at_a_time():
    pair = Pair()
    pair.host.advance(0.01)
    pair.host.send(Lamp(0, 1, 0))
    assert commands_of(pair.host) == [SnapshotRequest(1)]
    assert commands_of(pair.host) == []

    pair.frame(FrameType.ACK, ack=1)
    assert commands_of(pair.host) == [Lamp(0, 1, 0)]


def test_a_command_is_not_taken_while_the_link_is_down():
    host = HostLink(1)
    host.connected(0.0)

    assert not host.send(Lamp(0, 1, 0))


def test_an_unacknowledged_command_goes_out_seven_times_and_then_a_new_session_begins():
    pair = Pair()
    sent, values = [], []
    while (due := pair.host.due()) < 20.0 and not values:
        values = [value for value in pair.host.advance(due) if isinstance(value, LinkDown)]
        sent += [frame.retransmitted for frame in frames_of(pair.host) if frame.type is FrameType.DATA]
        if not values:
            pair.frame(FrameType.STATUS, STATUS, now=due)

    assert sent == [False] + [True] * 6
    assert values[0].reason is DownReason.NO_ACKNOWLEDGEMENT


def test_commits_are_not_queued_the_latest_says_it_all():
    pair = Pair()
    for number in range(1, 6):
        pair.event(number, seq=number - 1)
    pair.host.advance(0.02)
    pair.host.bytes_to_send()
    for number in range(1, 6):
        pair.host.commit(number, boot_id=7)
    pair.frame(FrameType.ACK, ack=1)

    assert commands_of(pair.host) == [Committed(5)]


def test_a_commit_never_goes_beyond_what_was_delivered():
    pair = Pair()
    pair.event(1, seq=0)
    pair.host.commit(99, boot_id=7)
    pair.frame(FrameType.ACK, ack=0)
    pair.host.advance(0.02)
    pair.host.bytes_to_send()
    pair.frame(FrameType.ACK, ack=1)

    assert commands_of(pair.host) == [Committed(1)]


def test_a_commit_for_another_boot_says_nothing():
    pair = Pair()
    pair.event(1, seq=0)
    pair.host.commit(1, boot_id=6)
    pair.host.advance(0.02)
    pair.host.bytes_to_send()
    pair.frame(FrameType.ACK, ack=1)

    assert commands_of(pair.host) == []


def test_a_commit_before_the_first_session_says_nothing():
    host = HostLink(1)
    host.commit(5, boot_id=7)

    assert host.bytes_to_send() == b""


def test_a_commit_made_while_the_link_was_down_is_told_in_the_next_session():
    world = World()
    world.call()
    world.run(1.0)
    world.unplug()
    world.flush_journal()
    assert world.device.store.committed == 0
    world.plug()
    world.run(2.0)

    assert world.device.store.committed == world.journal.resume.next_evt_no - 1


def test_ping_needs_no_session():
    host, device = HostLink(1), DeviceLink(Identity(boot_id=7))
    host.connected(0.0)
    host.ping(77)
    device.receive(host.bytes_to_send(), 0.0)

    assert host.receive(device.bytes_to_send(), 0.1) == [Pong(77)]


def test_a_foreign_unreliable_message_says_nothing():
    assert Pair().frame(FrameType.UNREL, pack_body(Committed(1))) == []


# -- ends --------------------------------------------------------------------------------------


def test_an_unplugged_cable_is_told_once():
    pair = Pair()

    assert pair.host.disconnected(1.0) == [LinkDown(DownReason.UNPLUGGED)]
    assert pair.host.disconnected(1.1) == []


def test_a_cable_pulled_before_the_device_answered_is_told_once_too():
    host = HostLink(1)
    host.connected(0.0)
    run(host, 6.0)

    assert host.disconnected(6.0) == []


def test_closing_takes_leave_of_the_device():
    pair = Pair()
    values = pair.host.close()

    assert values == [LinkDown(DownReason.CLOSED)]
    assert sent_types(pair.host) == [FrameType.BYE]
    assert pair.host.close() == []


def test_closing_while_opening_says_no_farewell():
    host = HostLink(1)
    host.connected(0.0)

    assert host.close() == [LinkDown(DownReason.CLOSED)]
    assert host.bytes_to_send() == b""


def test_a_device_that_counts_anew_under_an_old_boot_id_is_asked_for_all_it_has():
    host = HostLink(0x100, resume=Resume(7, 50))
    host.connected(0.0)
    host.advance(0.0)
    device = DeviceLink(Identity(boot_id=7))
    device.post_event(CallButton(0, 3, 1), 0)
    device.receive(host.bytes_to_send(), 0.0)
    assert host.receive(device.bytes_to_send(), 0.01) == [DeviceRebooted(7, 7, 0, undelivered=0)]
    host.advance(0.01)
    device.receive(host.bytes_to_send(), 0.02)
    values = host.receive(device.bytes_to_send(), 0.03)

    assert [type(value) for value in values] == [TimeSample, LinkUp, Event]
    assert values[2].evt_no == 1


def test_a_reboot_says_how_many_announced_events_never_came():
    pair = Pair()
    pair.event(1, seq=0)
    pair.frame(FrameType.STATUS, pack(Status(0, 9, 0, 0, 0, 0, 0, 0)))
    pair.host.disconnected(1.0)
    pair.host.connected(2.0)
    pair.host.advance(2.0)
    reborn = DeviceLink(Identity(boot_id=8, reset_cause=1))
    reborn.receive(pair.host.bytes_to_send(), 2.0)
    values = pair.host.receive(reborn.bytes_to_send(), 2.1)

    assert DeviceRebooted(boot_id_before=7, boot_id=8, reset_cause=1, undelivered=7) in values


@given(st.lists(st.binary(max_size=80), max_size=20))
@settings(deadline=None, max_examples=100, derandomize=True)
def test_no_bytes_make_the_host_raise(pieces):
    pair = Pair()
    for number, piece in enumerate(pieces):
        pair.host.receive(piece, 0.1 + number * 0.01)
        pair.host.bytes_to_send()


@given(
    st.lists(
        st.builds(
            lambda kind, session, seq, ack, payload: Frame(kind, 0, session, seq, ack, payload),
            st.sampled_from(list(FrameType)),
            st.sampled_from([0, 1, 2]),
            st.integers(0, 255),
            st.integers(0, 255),
            st.binary(max_size=30),
        ),
        max_size=30,
    )
)
@settings(deadline=None, max_examples=150, derandomize=True)
def test_no_valid_frames_however_senseless_make_the_host_raise(frames):
    pair = Pair()
    for number, frame in enumerate(frames):
        ours = dataclasses.replace(frame, session=pair.session if frame.session == 1 else frame.session)
        now = 0.1 + number * 0.2
        pair.host.receive(ours.to_wire(), now)
        pair.host.advance(now)
        pair.host.bytes_to_send()


def test_an_event_carries_boot_number_ticks_and_body():
    assert Pair().event(1, seq=0) == [Event(7, 1, 99, CallButton(0, 3, 1))]


def test_the_device_info_is_kept_for_the_operator():
    assert isinstance(Pair().host.info, HelloAck)
