"""Boards in virtual time: the reading log is sound, and the engine finds in its truth what was injected, no more."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice

import pytest

from controller.model import readings as rd
from controller.model.events import Ruling
from controller.model.reading_log import parse_reading_log, print_reading_log
from controller.table import replay
from hw_sim.boards import boards
from hw_sim.offline import Simulation, simulate
from hw_sim.people import ERRORS, TableRules, possible_errors
from hw_sim.physics import OFTEN, only

BOARDS = boards()
EDITIONS = ("1987", "2017")
LEADS = ("face_down", "face_up")


def found_by_the_engine(board: Simulation) -> Counter[tuple[str, str | None]]:
    """Kind and seat of everything that the engine raises over the truth."""
    found: Counter[tuple[str, str | None]] = Counter()
    for stepped in replay(board.truth, board.log.laws, board.log.regulations):
        found.update((f.kind, f.seat.value if f.seat else None) for f in stepped.raised)
    return found


def injected(board: Simulation) -> Counter[tuple[str, str | None]]:
    return Counter((finding.kind, finding.seat) for finding in board.findings)


@cache
def fitting(name: str, rules: TableRules, count: int = 2) -> tuple:
    """The first boards of the evening on which that error can be made."""
    fit = (b for b in BOARDS if possible_errors(b, rules=rules, names=[name]))
    return tuple(islice(fit, count))


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"board {b.board}")
def test_on_a_board_without_errors_nothing_is_found(board, laws):
    assert found_by_the_engine(simulate(board, rules=TableRules(laws=laws))) == Counter()


@pytest.mark.parametrize("leads", LEADS)
@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("name", ERRORS)
def test_exactly_what_was_injected_is_found(name, laws, leads):
    rules = ERRORS[name].rules(TableRules(laws=laws, opening_lead=leads))
    for board in fitting(name, rules):
        played = simulate(board, [name], seed=3, rules=rules)
        assert found_by_the_engine(played) == injected(played), f"board {board.board}"


@pytest.mark.long
@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("name", ERRORS)
def test_exactly_what_was_injected_is_found_on_every_board(name, laws):
    for leads in LEADS:
        rules = ERRORS[name].rules(TableRules(laws=laws, opening_lead=leads))
        for board in fitting(name, rules, count=len(BOARDS)):
            for seed in range(2):
                played = simulate(board, [name], seed=seed, rules=rules)
                assert found_by_the_engine(played) == injected(played), f"board {board.board}, seed {seed}, {leads}"


@pytest.mark.parametrize("laws", EDITIONS)
def test_two_errors_on_one_board_are_both_found(laws):
    rules = TableRules(laws=laws)
    names = ["insufficient_bid", "opening_lead_out_of_turn", "revoke"]
    played = simulate(fitting("insufficient_bid", rules)[0], names, seed=2, rules=rules)

    assert found_by_the_engine(played) == injected(played)


def test_the_same_arguments_give_the_same_logs():
    assert simulate(BOARDS[3], ["revoke"], 2, 11) == simulate(BOARDS[3], ["revoke"], 2, 11)


def test_another_seed_gives_another_log():
    assert simulate(BOARDS[3], (), 2, 1).log != simulate(BOARDS[3], (), 2, 2).log


@pytest.mark.parametrize("level", range(4))
def test_the_log_is_printed_and_read_again_without_loss(level):
    log = simulate(BOARDS[1], ["insufficient_bid"], level, 5, first_event=40).log

    assert parse_reading_log(print_reading_log(log)) == log


def test_readings_stand_in_the_order_of_arrival():
    arrivals = [r.arrival for r in simulate(BOARDS[0], (), 3, 1, rare=OFTEN).log.readings]

    assert arrivals == sorted(arrivals)


def test_rulings_stand_in_both_logs():
    played = simulate(BOARDS[1], ["opening_lead_out_of_turn"], seed=2)
    entered = [r.event for r in played.log.readings if isinstance(r, rd.Entered)]

    assert entered == [event for event in played.truth if isinstance(event, Ruling)]
    assert [event.choice for event in entered] == ["put_back"]


def test_times_of_the_truth_never_decrease():
    times = [event.t for event in simulate(BOARDS[5], (), 3, 1).truth]

    assert times == sorted(times)


def test_the_header_says_whose_log_it_is():
    log = simulate(BOARDS[6], rules=TableRules(laws="1987", opening_lead="face_up"), first_event=70).log

    assert (log.laws, log.regulations.opening_lead, log.first_event) == ("1987", "face_up", 70)
    assert log.board is not None and log.board.board == 7 and log.board.deal == BOARDS[6].deal
    assert log.deck is not None and len(log.deck.tags) == 52


def test_a_deal_that_no_file_gives_is_not_in_the_header():
    log = simulate(BOARDS[6], rules=TableRules(deal_known=False)).log

    assert log.board is not None and log.board.deal is None


def test_a_lost_reader_is_told_and_comes_back_with_its_whole_state():
    log = simulate(BOARDS[0], (), 0, 4, rare=only("reader_lost", 1.0)).log
    states = [(r.t, r.state) for r in log.readings if isinstance(r, rd.DeviceState)]

    assert [state for _, state in states] == ["lost", "ready"]
    began, ended = (t for t, _ in states)
    assert not any(began <= r.arrival < ended for r in log.readings if isinstance(r, rd.Scan))


def test_what_arrives_late_keeps_its_time_of_capture():
    log = simulate(BOARDS[0], (), 1, 4, rare=only("late_arrival", 1.0)).log

    assert max(r.arrival - r.t for r in log.readings) > 0.5


def test_a_clock_that_has_jumped_states_its_uncertainty():
    log = simulate(BOARDS[0], (), 1, 4, rare=only("clock_jump_s", 0.4)).log

    assert any(r.u is not None for r in log.readings)


def test_rounds_may_be_longer_than_usual():
    log = simulate(BOARDS[0], (), 1, 1, round_s=0.25).log
    times = [r.t for r in log.readings if isinstance(r, rd.Scan) and r.at == "play.N"]

    assert {round(t % 0.25, 3) for t in times} == {round(times[0] % 0.25, 3)}
