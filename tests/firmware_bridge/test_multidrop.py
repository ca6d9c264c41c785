"""Several devices on one line: each speaks only when it is polled; whatever the line does, all is told once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shared_line import Line, Station

from firmware_bridge import DeviceLink, Identity, LinkDown, LinkUp, Multidrop
from firmware_bridge.codec import pack, unpack_link
from firmware_bridge.frames import EVERYONE, Decoder, Frame, FrameType
from firmware_bridge.link import ANSWER_WITHIN, DownReason
from firmware_bridge.messages import CallButton, Hello, Poll, TimeReq

HELLO = Hello(1, 1, 0x131, 0, 240, 8, 0, 0)


def device(address=3, boot_id=7):
    return DeviceLink(Identity(boot_id, antennas=0), address=address, shares_line=True)


def poll(link, *, address=3, payload_address=None, frames=4, session=0x31, ack=0, now=0.0):
    body = pack(Poll(address if payload_address is None else payload_address, frames))
    link.receive(Frame(FrameType.POLL, address, session, 0, ack, body).to_wire(), now)
    return Decoder().feed(link.bytes_to_send())


def opened(address=3):
    link = device(address)
    link.receive(Frame(FrameType.HELLO, address, 0x31, payload=pack(HELLO)).to_wire(), 0.0)
    poll(link, address=address)
    return link


def kinds(frames):
    return [frame.type.name for frame in frames]


# -- a device ------------------------------------------------------------------------------------


def test_a_device_that_shares_its_line_says_nothing_of_its_own():
    link = opened()
    link.post_event(CallButton(2, 3, 1), 1)
    link.advance(5.0)

    assert link.bytes_to_send() == b""


def test_a_polled_device_without_a_session_says_so():
    link = device()
    link.advance(1.0)
    *_, last = poll(link, now=1.0)

    assert (last.type, last.session) == (FrameType.POLL, 0)
    assert unpack_link(last.type, last.payload) == Poll(3, 0)


def test_an_answer_ends_with_poll_and_has_no_bare_acknowledgement():
    link = opened()
    link.receive(Frame(FrameType.TIME_REQ, 3, 0x31, payload=pack(TimeReq(1))).to_wire(), 0.1)

    assert kinds(poll(link, now=0.1)) == ["TIME_RSP", "POLL"]


def test_no_more_events_go_out_in_a_turn_than_the_host_allows():
    link = opened()
    for number in range(6):
        link.post_event(CallButton(2, 3 + number, 1), number)
    first, second = poll(link, frames=4), poll(link, frames=4)

    assert kinds(first) == ["DATA"] * 4 + ["POLL"]
    assert kinds(second) == ["DATA"] * 2 + ["POLL"]
    assert [unpack_link(f[-1].type, f[-1].payload).frames for f in (first, second)] == [1, 0]


def test_poll_acknowledges_what_came_before():
    link = opened()
    link.post_event(CallButton(2, 3, 1), 1)
    poll(link)
    poll(link, ack=1)
    link.advance(10.0)

    assert "DATA" not in kinds(poll(link, ack=1, now=10.0))


def test_a_poll_of_another_device_is_not_answered():
    assert poll(opened(), address=2) == []


@pytest.mark.parametrize(("address", "payload_address"), [(EVERYONE, 3), (3, 2)])
def test_a_turn_is_given_by_header_and_payload_together(address, payload_address):
    assert poll(opened(), address=address, payload_address=payload_address) == []


def test_a_device_that_is_late_lets_its_turn_pass():
    link = opened()
    link.receive(Frame(FrameType.POLL, 3, 0x31, payload=pack(Poll(3, 4))).to_wire(), 1.0)
    link.advance(1.0 + ANSWER_WITHIN + 0.001)

    assert link.bytes_to_send() == b""


def test_a_turn_is_taken_once():
    link = opened()
    poll(link)

    assert link.bytes_to_send() == b""


# -- a line ----------------------------------------------------------------------------------------


def test_four_boxes_on_one_line_are_up_within_a_second():
    line = Line()
    line.run(1.0)

    assert sorted(address for address, _ in line.of(LinkUp)) == [1, 2, 3, 4]
    assert line.collisions == 0


def test_calls_of_all_boxes_arrive_soon():
    line = Line()
    line.run(1.0)
    for address in (1, 2, 3, 4):
        line.call(address, 10 + address)
    line.run(0.1)

    assert sorted(line.events()) == [(1, 11), (2, 12), (3, 13), (4, 14)]


def test_a_missing_box_is_told_and_costs_the_others_little():
    line = Line()
    line[3].is_there = False
    line.run(7.0)
    line.call(1, 5)
    line.run(0.2)

    assert [(a, v.reason) for a, v in line.of(LinkDown)] == [(3, DownReason.NO_ANSWER)]
    assert line.events() == [(1, 5)]


def test_a_box_that_is_back_tells_what_was_pressed_meanwhile():
    line = Line()
    line.run(1.0)
    line[2].is_there = False
    line.run(3.0)
    line.call(2, 7)
    line[2].is_there = True
    line.run(3.0)

    assert [address for address, _ in line.of(LinkDown)] == [2]
    assert line.events() == [(2, 7)]
    assert [address for address, value in line.of(LinkUp) if value.resumed] == [2]


def test_a_host_that_stalls_for_half_a_minute_finds_every_call():
    line = Line()
    line.run(1.0)
    for number in range(12):
        line.call(2, number)
    line.now += 30.0
    line.run(3.0)

    assert line.events() == [(2, number) for number in range(12)]


def test_two_boxes_with_one_address_that_answer_one_after_the_other_are_named():
    line = Line((1, 2), on_the_line=(1, 2, 2))
    line.stations[2].answers_after = 0.02
    line.run(6.0)

    assert [a for a, _ in line.of(LinkUp)] == [1]
    assert line.of(LinkDown)[-1][1].detail == "two devices have the address 2"
    assert line.host.counters["clashes"] > 0


def test_two_boxes_with_one_address_that_answer_at_once_are_garbled():
    line = Line((1, 2), on_the_line=(1, 2, 2))
    line.run(6.0)

    assert [a for a, _ in line.of(LinkUp)] == [1]
    assert "two devices with one address" in line.of(LinkDown)[-1][1].detail
    assert line.collisions > 0


def test_a_second_box_with_an_address_that_joins_later_takes_it_down_and_leaves_the_others_alone():
    line = Line((1, 2))
    line.run(1.0)
    line.stations.append(Station(2, 99))
    line.run(3.0)
    line.call(1, 5)
    line.run(0.3)

    assert [address for address, _ in line.of(LinkDown)][:1] == [2]
    assert line.events() == [(1, 5)]


def test_a_late_answer_is_taken_for_whom_it_is_from():
    line = Line()
    line.run(1.0)
    for _ in range(8):
        line[2].held_up = 0.033
        line.call(2, 9)
        line.run(0.06)
        line[2].held_up = 0.0
        line.run(0.5)
    line.run(2.0)

    assert line.events() == [(2, 9)] * 8
    assert line.of(LinkDown) == []
    assert line.host.counters["late_answers"] > 0


def test_an_adapter_that_hands_back_what_was_sent_changes_nothing():
    line = Line((1, 2))
    line.echoes = True
    line.run(1.0)
    line.call(1, 5)
    line.run(0.2)

    assert line.events() == [(1, 5)]
    assert line.of(LinkDown) == []


def test_a_box_that_restarts_is_asked_anew_at_once():
    line = Line((1, 2))
    line.run(1.0)
    line[2].link = DeviceLink(Identity(4711, antennas=0), address=2, shares_line=True)
    line.run(0.5)

    assert [value.info.boot_id for address, value in line.of(LinkUp) if address == 2] == [1001, 4711]


def test_no_more_devices_share_a_line_than_sessions_can_tell_apart():
    with pytest.raises(ValueError, match="1 to 15"):
        Multidrop(range(1, 17), 0)


RATES = st.sampled_from([0.0, 0.02, 0.1, 0.2])
STEPS = st.lists(st.tuples(st.sampled_from([0.0, 0.01, 0.1, 0.3]), st.integers(1, 4)), max_size=16)


@given(st.integers(0, 2**16), RATES, RATES, RATES, RATES, STEPS)
@settings(deadline=None, max_examples=8, derandomize=True)
def test_over_any_line_each_box_tells_everything_once_and_in_order(seed, loss, double, cut, flip, steps):
    line = Line(seed=seed, loss=loss, double=double, cut=cut, flip=flip)
    pressed = {address: [] for address in (1, 2, 3, 4)}
    for number, (wait, address) in enumerate(steps):
        line.run(wait)
        line.call(address, number)
        pressed[address].append(number % 38)
    line.faults = {}
    line.run(6.0)

    told = {address: [code for a, code in line.events() if a == address] for address in pressed}
    assert told == pressed


@given(st.binary(max_size=400))
@settings(deadline=None, max_examples=60, derandomize=True)
def test_any_bytes_on_the_line_are_only_counted(noise):
    host = Multidrop((1, 2), 0x100)
    host.connected(0.0)
    host.advance(0.0)
    host.bytes_to_send()

    assert host.receive(noise, 0.001) == []
