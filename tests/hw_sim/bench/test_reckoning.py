"""The arithmetic of the benches, and that a verdict on a board notices what went wrong on it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from hw_sim.bench.accuracy import upper_bound
from hw_sim.bench.arrivals import Arrivals, lost, samples_of
from hw_sim.bench.core_child import Probe, Told, _Wake
from hw_sim.bench.figures import Target, percentile, spread_of
from hw_sim.bench.one_board import Task, judge
from hw_sim.bench.sheets import sheets_of
from hw_sim.boards import boards
from hw_sim.offline import simulate


@pytest.mark.parametrize(("share", "value"), [(0.5, 2), (0.75, 3), (0.99, 4), (1.0, 4), (0.0, 1)])
def test_a_percentile_is_a_value_of_the_sample(share, value):
    assert percentile([4, 1, 3, 2], share) == value


def test_nothing_has_no_percentile():
    with pytest.raises(ValueError, match="no sample"):
        percentile([], 0.5)


def test_the_spread_of_nothing_is_its_count():
    assert spread_of([]) == {"count": 0}


def test_no_error_in_three_thousand_boards_bounds_the_rate_at_one_in_a_thousand():
    assert upper_bound(0, 3000) == pytest.approx(0.001, rel=0.01)


def test_one_error_leaves_a_higher_bound_than_none():
    assert upper_bound(0, 100) < upper_bound(1, 100) < upper_bound(50, 100) < upper_bound(100, 100) <= 1


def test_targets_say_whether_they_are_met():
    assert Target.at_least("x", 1.0, 1.0).met
    assert not Target.at_least("x", 0.99, 1.0).met
    assert Target.at_most("x", 2, 2).met
    assert not Target.at_most("x", 2.1, 2).met


def test_a_board_read_without_noise_is_exact():
    verdict = judge(Task((boards()[0],), seed=1, level=0))
    assert verdict.recorded_exactly
    assert verdict.told_exactly
    assert (verdict.made, verdict.false, verdict.corrections, verdict.fault) == ((), (), 0, None)


def test_an_error_is_made_and_found_and_its_summons_takes_time():
    verdict = judge(Task((boards()[0],), seed=1, level=0, error="opening_lead_out_of_turn"))
    assert verdict.error == "opening_lead_out_of_turn"
    assert verdict.found == verdict.made != ()
    assert verdict.waits
    assert all(kind in verdict.found and wait >= 0 for kind, wait in verdict.waits)


def test_the_first_board_that_gives_a_chance_for_an_error_is_played():
    passed_out = next(board for board in boards() if board.passed_out)
    verdict = judge(Task((passed_out, boards()[0]), seed=1, level=0, error="revoke"))
    assert (verdict.board, verdict.error) == (boards()[0].board, "revoke")


def test_where_no_board_gives_a_chance_for_it_another_error_is_made():
    passed_out = next(board for board in boards() if board.passed_out)
    verdict = judge(Task((passed_out,), seed=1, level=0, error="revoke"))
    assert verdict.error not in (None, "revoke")


def test_full_boards_are_told_from_those_that_end_early():
    passed_out = next(board for board in boards() if board.passed_out)
    assert judge(Task((boards()[0],), seed=1, level=0)).is_full
    assert not judge(Task((passed_out,), seed=1, level=0)).is_full


@pytest.mark.parametrize("lost", ["call", "card"])
def test_an_act_too_many_in_the_record_is_noticed(monkeypatch, lost):
    def played(*arguments, **options):
        board = simulate(*arguments, **options)
        place = max(i for i, event in enumerate(board.truth) if event.type == lost)
        return board._replace(truth=board.truth[:place] + board.truth[place + 1 :])

    monkeypatch.setattr("hw_sim.bench.one_board.simulate", played)
    verdict = judge(Task((boards()[0],), seed=1, level=0))
    assert not verdict.recorded_exactly
    assert not verdict.told_exactly


def test_a_summons_without_a_cause_is_false(monkeypatch):
    def played(*arguments, **options):
        board = simulate(*arguments, **options)
        return board._replace(truth=tuple(e for e in board.truth if e.type != "result_entered"))

    task = Task((boards()[0],), seed=1, level=0, error="wrong_result")
    assert judge(task).made == ("score_mismatch",)
    monkeypatch.setattr("hw_sim.bench.one_board.simulate", played)
    assert judge(task).false == ("score_mismatch",)


def test_a_bug_of_ours_is_a_fault_of_the_verdict(monkeypatch):
    def broken(_log):
        raise RuntimeError("sensing is broken")

    monkeypatch.setattr("hw_sim.bench.one_board.sensing_of", broken)
    verdict = judge(Task((boards()[0],), seed=1, level=0))
    assert verdict.fault == "RuntimeError: sensing is broken"
    assert not verdict.recorded_exactly


TOLD = Told("1", "s-1", 1, "raised", "byte", woken=10.0, decided=10.001, on_disk=10.002)


def test_a_summons_is_timed_from_its_cause_to_its_arrival():
    arrivals = Arrivals(summonses={("1", "s-1", 1): 10.004})
    (sample,) = samples_of([TOLD, replace(TOLD, rev=2, state="resolved")], arrivals)
    assert sample.woken_by == "byte"
    assert sample.decided == pytest.approx(0.001)
    assert sample.arrived == pytest.approx(0.004)


def test_what_was_told_and_did_not_arrive_is_lost():
    arrivals = Arrivals(summonses={("1", "s-1", 1): 10.004})
    assert lost([TOLD, replace(TOLD, rev=2)], arrivals) == [replace(TOLD, rev=2)]


def test_the_earliest_cause_of_a_round_counts_and_is_taken_once():
    async def causes() -> list[tuple[float, str]]:
        probe = Probe(reading_since=3.0)
        wake = _Wake(probe)
        wake.set()
        probe.reading_since = 4.0
        wake.set()
        return [wake.take(), wake.take()]

    first, second = asyncio.run(causes())
    assert first == (3.0, "byte")
    assert second == (4.0, "byte")


def test_figures_that_can_be_compared_share_a_sheet():
    one, two = {"boards": 1, "exact": 1.0}, {"boards": 2, "exact": 0.5}
    single, group = sheets_of({"seconds": 3, "by": {"clean": one, "erring": two}})
    assert single.row_count == 1
    assert [column.header for column in group.columns] == ["by", "clean", "erring"]
