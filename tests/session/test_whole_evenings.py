"""Whole evenings through simulated sensors, with irregularities: the ranking is what an independent reckoning gives."""

from collections import Counter

import pytest
from support.offline_session import by_hand, law_77, numbered, percentages, places, play_session

from controller.session.howell import howell
from controller.session.mitchell import Even, mitchell
from controller.session.plan import Section, SessionPlan
from controller.session.standings import standings
from hw_sim.boards import boards

#: What goes wrong, and the table and round in which it does.
SMALL = {("2", 1): "insufficient_bid", ("1", 2): "revoke", ("3", 3): "opening_lead_out_of_turn_refused"}
LARGE = {("4", 1): "insufficient_bid", ("1", 3): "revoke", ("6", 2): "opening_lead_out_of_turn_refused"}
#: Each of these errors is one of these kinds.
KINDS = {"insufficient_bid", "revoke_established", "revoke_certain", "opening_lead_out_of_turn_face_up",
         "opening_lead_out_of_turn_face_down"}  # fmt: skip


def evening(movement, errors, *, records, seed=1):
    tables = tuple(str(t) for t in range(1, movement.tables + 1))
    plan = SessionPlan((Section("A", tables, movement),))
    return plan, play_session(plan, numbered(records, max(movement.boards)), errors, seed)


def expected(played, walked, boards_per_round):
    """The results by the people's own slips and by hand: board, North-South, East-West, score."""
    found = []
    for _, table, ns, ew, number in walked:
        first = (number - 1) * boards_per_round + 1
        for board in range(first, first + boards_per_round):
            slip = played.keyed[str(table), board]
            found.append((board, str(ns), str(ew), law_77(*slip, board)))
    return found


def check(plan, played, walked, *, boards_per_round, fields):
    """Every summons has its cause, and the ranking is the one reckoned by hand."""
    assert Counter(played.summonses) == Counter(played.made)
    assert len({table for table, _ in played.made}) == 3 and {kind for _, kind in played.made} <= KINDS
    found = standings(played.results, plan)
    results = expected(played, walked, boards_per_round)
    shares = percentages(results)
    assert {pair: total.percent for pair, total in found.totals.items()} == shares
    assert len(found.fields) == len(fields)
    for field, who in zip(found.fields, fields, strict=True):
        by_place = {one.total.contestant: one.place for one in field.ranked}
        assert by_place == places({pair: shares[pair] for pair in who})
    # Rankings of nobody and everybody would agree, too: this one has a winner.
    assert len({one.place for one in found.fields[0].ranked}) > 1


def names(first, last):
    return [str(pair) for pair in range(first, last + 1)]


def test_a_mitchell_of_three_tables():
    plan, played = evening(mitchell(3, boards_per_round=1), SMALL, records=boards()[2:] + boards()[:2])
    first = [(1, 4, 1), (2, 5, 2), (3, 6, 3)]
    check(plan, played, by_hand(3, 3, first, "mitchell"), boards_per_round=1, fields=[names(1, 3), names(4, 6)])


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rounds", [13])
def test_a_mitchell_of_twenty_six_tables(rounds):
    plan, played = evening(mitchell(26, rounds=rounds, even=Even.SKIP), LARGE, records=boards())
    first = [(table, 26 + table, table) for table in range(1, 27)]
    check(
        plan, played, by_hand(26, rounds, first, "mitchell"), boards_per_round=2, fields=[names(1, 26), names(27, 52)]
    )


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_howell_of_seven_tables():
    movement = howell(14)
    plan, played = evening(movement, LARGE, records=boards())
    first = [(s.ns, s.ew, (s.boards[0] + 1) // 2) for s in movement.sittings if s.round == 1]
    check(plan, played, by_hand(7, 13, first, "howell"), boards_per_round=2, fields=[names(1, 14)])
