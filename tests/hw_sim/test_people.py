"""People at a table: they play the record, err where it is possible, and go on lawfully whatever happens."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from controller.model import events as ev
from controller.model.cards import PACK
from hw_sim.boards import boards
from hw_sim.people import (
    DEFAULT_RULES,
    ERRORS,
    Do,
    NotPossibleError,
    Plan,
    TableRules,
    findings_of,
    plan_errors,
    possible_errors,
)
from hw_sim.people.auction import Auction
from hw_sim.people.course import whole_board
from hw_sim.people.evening import plan_evening, table_names
from hw_sim.people.players import Players
from hw_sim.people.steps import Made, Step, Wanted

BOARDS = boards()
BOARD = {b.board: b for b in BOARDS}
PLAYED_OUT = [b for b in BOARDS if b.is_played_out]
EDITIONS = ("1987", "2017")
LEADS = ("face_down", "face_up")


def steps(
    board, errors=(), *, rules: TableRules = DEFAULT_RULES, seed: int = 0, choice: str | None = None
) -> list[Step]:
    """Everything that people do with a board; the director rules as expected, or gives that choice where he can."""
    plan = planned(board.board, tuple(errors), seed, rules)
    people = Players(board, seed, rules=rules, plan=plan.conducts)
    behaviour = whole_board(people)
    done: list[Step] = []
    heard: ev.Ruling | None = None
    while True:
        try:
            step = behaviour.send(heard)
        except StopIteration:
            return done
        done.append(step)
        heard = None
        if isinstance(step, Wanted):
            heard = step.ruling if choice is None else ev.Ruling(on=step.ruling.on, choice=choice)


@cache
def planned(board: int, errors: tuple[str, ...], seed: int, rules: TableRules) -> Plan:
    return plan_errors(BOARD[board], errors, seed, rules=rules)


def told(done: list[Step], kind: type) -> list:
    return [event for step in done if isinstance(step, Do) for event in step.told if isinstance(event, kind)]


@cache
def boards_for(error: str, rules: TableRules = DEFAULT_RULES, count: int = 3) -> tuple:
    """The first boards of the evening on which that error can be made."""
    fit = (b for b in BOARDS if possible_errors(b, rules=rules, names=[error]))
    return tuple(islice(fit, count))


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"board {b.board}")
def test_without_errors_the_calls_are_those_of_the_record(board):
    called = [(e.seat, e.call) for e in told(steps(board), ev.CallMade)]

    assert called == [(c.seat, c.call) for c in board.calls]


@pytest.mark.parametrize("board", PLAYED_OUT, ids=lambda b: f"board {b.board}")
def test_without_errors_the_cards_are_those_of_the_record(board):
    played = [(e.seat, e.card) for e in told(steps(board), ev.CardPlayed)]

    assert played == [(c.seat, c.card) for c in board.cards]


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"board {b.board}")
def test_the_result_keyed_in_is_that_of_the_record(board):
    (entered,) = told(steps(board), ev.ResultEntered)

    assert entered.contract == ("P" if board.passed_out else str(board.contract))
    assert entered.tricks == board.tricks


def test_a_record_that_ends_with_a_claim_is_claimed_there():
    whole = PLAYED_OUT[0]
    short = replace(whole, play=whole.play[:8])
    (claim,) = told(steps(short), ev.ClaimMade)
    side = whole.declarer.side

    assert claim.seat is whole.declarer
    assert claim.tricks == whole.tricks - short.tricks_won(side)
    assert [a.agree for a in told(steps(short), ev.ClaimAnswered)] == [True, True]


def test_the_same_seed_gives_the_same_steps():
    assert steps(BOARDS[0], ["revoke"], seed=5) == steps(BOARDS[0], ["revoke"], seed=5)


def test_another_seed_gives_another_tempo():
    assert steps(BOARDS[0], seed=1) != steps(BOARDS[0], seed=2)


def test_nobody_acts_faster_than_a_human():
    assert min(step.after for step in steps(BOARDS[0])[3:] if isinstance(step, Do) and step.told) >= 0.4


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("name", ERRORS)
def test_every_error_can_be_made_on_some_board_of_the_evening(name, laws):
    rules = ERRORS[name].rules(TableRules(laws=laws))
    board = boards_for(name, rules)[0]
    found = {made.kind for made in findings_of(board, plan_errors(board, [name], 3, rules=rules), 3, rules=rules)}

    assert found == set(ERRORS[name].kinds) | ({"opening_lead_out_of_turn_face_down"} & found)


@pytest.mark.parametrize("leads", LEADS)
@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("name", ERRORS)
def test_after_an_error_the_board_is_played_to_its_end(name, laws, leads):
    rules = ERRORS[name].rules(TableRules(laws=laws, opening_lead=leads))
    for board in boards_for(name, rules):
        done = steps(board, [name], rules=rules, seed=board.board)
        assert isinstance(told(done, ev.BoardLeft)[0], ev.BoardLeft)
        if told(done, ev.HandFaced) and told(done, ev.ResultEntered) and not told(done, ev.ClaimMade):
            played = {e.card for e in told(done, ev.CardPlayed)}
            assert played == set(PACK)


#: Every choice of the table of kinds, lawful there or not: people must get on with whatever a director says.
CHOICES = (
    "accept", "cancel", "unintended", "comparable", "not_comparable", "keep_first", "change", "declarer_spreads",
    "refuse", "put_back", "retract", "require", "forbid", "free", "highest", "lowest", "penalty_card", "correct",
    "as_lead", "as_play", "transfer", "adjust", "play_on", "dismiss", "designate", "award_claim", "play_penalty_card",
    "cancel_board",
)  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_people_go_on_whatever_the_director_rules(name):
    rules = ERRORS[name].rules(DEFAULT_RULES)
    board = boards_for(name, rules)[-1]
    left = [choice for choice in CHOICES if told(steps(board, [name], rules=rules, choice=choice), ev.BoardLeft)]

    assert left == list(CHOICES)


def test_an_error_that_a_board_gives_no_chance_for_is_refused():
    passed_out = next(b for b in BOARDS if b.passed_out)

    with pytest.raises(NotPossibleError, match="no chance for revoke"):
        plan_errors(passed_out, ["revoke"], 0)


def test_an_unknown_error_is_refused_by_name():
    with pytest.raises(ValueError, match="no such error: 'cheating'"):
        plan_errors(BOARDS[0], ["cheating"], 0)


def test_errors_come_in_the_order_of_the_board():
    board = boards_for("insufficient_bid")[0]
    plan = plan_errors(board, ["revoke", "insufficient_bid", "opening_lead_out_of_turn"], 4)

    assert [name for name, _ in plan.errors] == ["insufficient_bid", "opening_lead_out_of_turn", "revoke"]
    assert [index for _, index in plan.errors] == sorted(index for _, index in plan.errors)


def test_the_place_of_an_error_depends_on_the_seed():
    places = {plan_errors(BOARDS[0], ["revoke"], seed).errors for seed in range(12)}

    assert len(places) > 4


def test_players_wait_for_the_director_before_they_go_on():
    done = steps(boards_for("insufficient_bid")[0], ["insufficient_bid"])
    made = next(i for i, step in enumerate(done) if isinstance(step, Made))

    assert isinstance(done[made + 1], Wanted)


def test_an_auction_knows_what_may_be_doubled():
    board = BOARDS[0]
    auction = Auction(board.dealer)
    for c in board.calls:
        assert auction.may_call(c.seat, c.call)
        auction.add(c.seat, c.call)

    assert auction.is_over
    assert auction.contract() == board.contract


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"board {b.board}")
def test_players_and_record_agree_on_the_contract(board):
    auction = Auction(board.dealer)
    for c in board.calls:
        auction.add(c.seat, c.call)

    assert auction.contract() == board.contract


# -- an evening --------------------------------------------------------------------------------


def test_boards_are_dealt_out_to_the_tables():
    evening = plan_evening(BOARDS[:8], tables=2)

    assert {name: [s.number for s in sittings] for name, sittings in evening.sittings.items()} == {
        "1": [1, 2, 3, 4],
        "2": [5, 6, 7, 8],
    }


def test_in_a_room_every_table_plays_every_board():
    evening = plan_evening(BOARDS[:3], tables=4, all_play_all=True)

    assert [len(sittings) for sittings in evening.sittings.values()] == [3] * 4


def test_errors_are_spread_over_boards_that_can_take_them():
    names = ["call_out_of_turn", "insufficient_bid", "opening_lead_out_of_turn", "revoke"]
    evening = plan_evening(BOARDS[:8], tables=2, errors=names, seed=7)
    spread = [s.errors for sittings in evening.sittings.values() for s in sittings if s.errors]

    assert sorted(name for errors in spread for name in errors) == sorted(names)
    assert len(spread) == 4


def test_an_error_that_no_board_can_take_is_refused():
    passed_out = [b for b in BOARDS if b.passed_out]

    with pytest.raises(NotPossibleError, match="no board of the evening"):
        plan_evening(passed_out, tables=1, errors=["revoke"])


def test_tables_are_numbered_from_one():
    assert table_names(3) == ("1", "2", "3")
