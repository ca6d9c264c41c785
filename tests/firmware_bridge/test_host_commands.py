"""What the host asks of a device, what it believes of the answers, and how a link ends."""

import dataclasses

from hypothesis import given, settings
from hypothesis import strategies as st
from support.bad_wire import World
from support.host_links import STATUS, Pair, frames_of, run, sent_types

from firmware_bridge import (
    DeviceLink,
    DeviceRebooted,
    DownReason,
    Event,
    HostLink,
    Identity,
    LinkDown,
    LinkUp,
    Resume,
    TimeSample,
)
from firmware_bridge.codec import pack, pack_body, unpack_body
from firmware_bridge.declaration import Kind
from firmware_bridge.frames import Frame, FrameType
from firmware_bridge.messages import (
    CallButton,
    Committed,
    HelloAck,
    Lamp,
    Pong,
    SnapshotRequest,
    Status,
)

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
