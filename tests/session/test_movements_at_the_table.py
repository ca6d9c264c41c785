"""Every movement says who should be where with which board, and the engine finds whoever is not, at any table."""

import pytest
from support.bws_file import bws, round_of
from support.table import after

from controller.model.board import Deal, dealer_of
from controller.model.cards import PACK
from controller.model.events import BoardTaken, HandScanned
from controller.model.seats import SEATS
from controller.records.bws import read_bws
from controller.session.imports import from_bws, session_text
from controller.session.schedule import Taken, board_fields
from controller.session.session_file import read_session

SECTION = "[[sections]]\ntables = [{tables}]\n{rest}\n"
FOUND_BY_THE_PLAN = {"wrong_board", "wrong_seat_or_pair", "board_already_played", "wrong_orientation"}
DEAL = Deal({seat: frozenset(PACK[at * 13 : at * 13 + 13]) for at, seat in enumerate(SEATS)})


def section(tables, rest):
    return SECTION.format(tables=", ".join(f'"{n}"' for n in range(1, tables + 1)), rest=rest)


def imported():
    rounds = [
        *(round_of(1, 1, 1, 4, 1, 2), round_of(1, 2, 2, 3, 3, 4)),
        *(round_of(2, 1, 1, 3, 5, 6), round_of(2, 2, 4, 2, 7, 8)),
    ]
    one_winner = [{"ID": 1, "Letter": "A", "Winners": 1}]
    return session_text(from_bws(read_bws(bws(RoundData=rounds, Section=one_winner))))


MOVEMENTS = {
    "mitchell": section(5, 'movement = "mitchell"'),
    "mitchell that skips": section(6, 'movement = "mitchell"\neven = "skip"'),
    "mitchell with a relay": section(6, 'movement = "mitchell"\neven = "share_and_relay"'),
    "mitchell with an arrow switch": section(5, 'movement = "mitchell"\narrow_switch = [2]'),
    "mitchell with a missing pair": section(5, 'movement = "mitchell"\nmissing = [10]'),
    "howell": section(4, 'movement = "howell"'),
    "howell of an odd number": section(4, 'movement = "howell"\npairs = 7'),
    "howell of 26": section(13, 'movement = "howell"\npairs = 26'),
    "teams": section(2, 'movement = "teams"\nboards = 6'),
    "listed": section(2, 'movement = "listed"\nrounds_csv = "round,table,ns,ew,boards\\n1,1,1,4,1-2\\n1,2,2,3,3-4\\n'
    '2,1,3,1,5-6\\n2,2,4,2,7-8\\n"'),
    "imported": imported(),
}  # fmt: skip
every_movement = pytest.mark.parametrize("text", MOVEMENTS.values(), ids=list(MOVEMENTS))


def plan_of(text):
    return read_session(text)[0]


def after_round_1(plan):
    """What has been taken up when all tables have played their first round."""
    taken = []
    for place in plan.places:
        if place.sitting.round == 1:
            for board in place.sitting.boards:
                fields = board_fields(plan, place.table, board, taken)
                taken.append(Taken(place.table, board, True, fields["pairs"]))
    return taken


def second(plan):
    """A table that plays in round 2, and what is due there: one both of whose pairs have played before."""
    first = {pair for p in plan.places if p.sitting.round == 1 for pair in p.sitting.pairs}
    return next(p for p in plan.places if p.sitting.round == 2 and set(p.sitting.pairs) <= first)


def found(plan, table, board, taken, *more, **changes):
    """The kinds of what the engine finds when a table takes up a board after that."""
    fields = {**board_fields(plan, table, board, taken), **changes}
    events = [BoardTaken(t=0.0, board=board, **fields), *more]
    return set(after(*events).kinds) & FOUND_BY_THE_PLAN


@every_movement
def test_who_plays_as_planned_is_not_found(text):
    plan = plan_of(text)
    taken = []
    for place in plan.places:
        for board in place.sitting.boards:
            assert found(plan, place.table, board, taken) == set()
            taken.append(Taken(place.table, board, True, board_fields(plan, place.table, board, taken)["pairs"]))


@every_movement
def test_a_board_of_another_table_is_found(text):
    plan = plan_of(text)
    place = second(plan)
    other = 36 if 36 not in place.sitting.boards else 35
    assert found(plan, place.table, other, after_round_1(plan)) == {"wrong_board"}


@every_movement
def test_a_board_that_a_pair_has_played_is_found(text):
    plan = plan_of(text)
    place = second(plan)
    before = next(p for p in plan.places if p.sitting.round == 1 and place.sitting.ns in p.sitting.pairs)
    kinds = found(plan, place.table, before.sitting.boards[0], after_round_1(plan))
    assert "board_already_played" in kinds


@every_movement
@pytest.mark.parametrize("who", ["strangers", "exchanged"])
def test_pairs_that_should_not_sit_there_or_not_so_are_found(text, who):
    plan = plan_of(text)
    place = second(plan)
    board, taken = place.sitting.boards[0], after_round_1(plan)
    due = board_fields(plan, place.table, board, taken)["pairs"]
    pairs = {"NS": due["EW"], "EW": due["NS"]} if who == "exchanged" else {"NS": 77, "EW": due["EW"]}
    assert found(plan, place.table, board, taken, pairs=pairs) == {"wrong_seat_or_pair"}


@every_movement
def test_a_board_that_lies_turned_is_found(text):
    plan = plan_of(text)
    place = second(plan)
    board = place.sitting.boards[0]
    turned = [
        HandScanned(t=1.0 + at, seat=seat, cards=tuple(sorted(DEAL.hands[seat.lho]))) for at, seat in enumerate(SEATS)
    ]
    kinds = found(plan, place.table, board, after_round_1(plan), *turned, deal=DEAL, dealer=dealer_of(board))
    assert kinds == {"wrong_orientation"}


@every_movement
def test_a_table_whose_opponents_are_missing_has_nobody_due_in_that_round(text):
    plan = plan_of(text)
    absent = {pair for one in plan.sections for pair in one.missing}
    assert all(not absent & set(place.sitting.pairs) for place in plan.places)
