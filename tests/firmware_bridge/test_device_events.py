"""A device's events: kept until the host has committed them, sent again, dropped only where a ring is full."""

import dataclasses
import itertools

import pytest
from support.device_links import CALL, HELLO, device, frames_of, numbers, opened, told

from firmware_bridge import Ring
from firmware_bridge.codec import EVENT_HEAD, unpack_event
from firmware_bridge.frames import Frame, FrameType
from firmware_bridge.link import RTO_MAX
from firmware_bridge.messages import (
    Committed,
    Nak,
    TagArrive,
    TagSet,
)
from firmware_bridge.rings import EventStore


def acknowledge(link, ack, *, now=0.0):
    link.receive(Frame(FrameType.ACK, 1, 0x2A, 0, ack).to_wire(), now)


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
