"""Bidding boxes, keys and the board's tag: what the hub notices of them, slips and second thoughts included."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from controller.model.calls import PASS, Call, call
from controller.model.cards import PACK
from controller.model.regulations import CLUB
from controller.model.seats import SEATS, Seat
from hw_sim import acts
from hw_sim.physics import LEVELS, BoardSeen, BoxChange, KeyPress, NoiseLevel, TableTop, only
from hw_sim.physics.table_top import neighbour_in_box

HANDS = {seat: PACK[i::4] for i, seat in enumerate(SEATS)}


def changes(top: TableTop, until: float) -> list[BoxChange]:
    return [s for s in top.advance(until) if isinstance(s, BoxChange)]


def shown(calls: list[BoxChange]) -> list[tuple[str, bool]]:
    return [(change.call.text, change.shown) for change in calls]


def test_a_call_is_noticed_where_it_is_shown():
    top = TableTop(1)
    top.do(acts.ShowCall(Seat.E, call("1NT")), 5.0)

    assert changes(top, 9.0) == [BoxChange(5.0, Seat.E, call("1NT"), shown=True)]


def test_a_bounce_ends_with_the_call_shown():
    top = TableTop(1, level=NoiseLevel(bounce=1.0))
    top.do(acts.ShowCall(Seat.E, call("2H")), 5.0)

    assert shown(changes(top, 9.0)) == [("2H", True), ("2H", False), ("2H", True)]


@pytest.mark.parametrize("fault", ["bounce", "slip"])
def test_no_part_of_a_second_thought_stands_as_long_as_a_call_made(fault):
    for seed in range(60):
        top = TableTop(seed, level=NoiseLevel(**{fault: 1.0}))
        top.do(acts.ShowCall(Seat.E, call("2H")), 5.0)
        seen = changes(top, 9.0)

        assert all(b.t - a.t < CLUB.call_settle for a, b in pairwise(seen))


def test_a_slip_is_of_the_neighbouring_card_and_put_right():
    top = TableTop(1, level=NoiseLevel(slip=1.0))
    top.do(acts.ShowCall(Seat.E, call("2H")), 5.0)
    seen = shown(changes(top, 9.0))

    assert seen[0][0] in ("2D", "2S")
    assert seen[1:] == [(seen[0][0], False), ("2H", True)]


@pytest.mark.parametrize("made", ["P", "X", "XX", "1C", "1NT", "7NT", "4H"])
def test_the_neighbour_of_a_call_is_another_call(made):
    assert {neighbour_in_box(call(made), Random(i)) for i in range(20)}.isdisjoint({call(made)})


@pytest.mark.parametrize("number", [1, 2, 3])
def test_bounces_and_slips_are_as_frequent_as_the_level_says(number):
    level, calls = LEVELS[number], 6000
    top = TableTop(5, level=level)
    for i in range(calls):
        top.do(acts.ShowCall(SEATS[i % 4], call("1H")), 5.0 * i)
    seen = changes(top, 5.0 * calls + 9)

    slips = sum(1 for c in seen if c.shown and c.call is not call("1H"))
    bounces = sum(1 for c in seen if not c.shown) - slips
    assert slips / calls == pytest.approx(level.slip, rel=0.35, abs=0.001)
    assert bounces / calls == pytest.approx(level.bounce, rel=0.25)


def test_a_tapped_last_pass_is_never_read():
    top = TableTop(1, rare=only("last_pass_tapped", 1.0))
    top.do(acts.BringBoard(7, HANDS), 0.0)
    top.do(acts.ShowCall(Seat.E, PASS), 5.0)
    top.do(acts.ShowCall(Seat.S, PASS, is_last=True), 7.0)

    assert [change.seat for change in changes(top, 9.0)] == [Seat.E]


def test_the_boxes_are_cleared_call_by_call():
    top = TableTop(1)
    made: list[tuple[Seat, Call]] = [(Seat.N, call("1C")), (Seat.E, PASS), (Seat.S, PASS), (Seat.W, PASS)]
    for t, (seat, c) in enumerate(made):
        top.do(acts.ShowCall(seat, c), float(t))
    changes(top, 5.0)
    top.do(acts.ClearBoxes(), 6.0)

    assert {(c.seat, c.call) for c in changes(top, 12.0) if not c.shown} == set(made)
    assert all(not calls for calls in top.calls.values())


def test_a_key_is_noticed_with_its_value():
    top = TableTop(1)
    top.do(acts.PressKey(Seat.N, "result", "4SX N 10"), 5.0)

    assert list(top.advance(6.0)) == [KeyPress(5.0, Seat.N, "result", "4SX N 10")]


def test_the_boards_tag_comes_and_goes():
    top = TableTop(1)
    top.do(acts.BringBoard(7, HANDS), 0.0)
    top.do(acts.RemoveBoard(), 50.0)

    assert [s.board for s in top.advance(60.0) if isinstance(s, BoardSeen)] == [7, None]
