"""From results to a ranking: who is in which field, boards not played everywhere, groups, penalties, matches."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from controller.scoring import Artificial, Penalty, plain, split
from controller.session.mitchell import mitchell
from controller.session.plan import Section, SessionPlan
from controller.session.results import TableResult
from controller.session.rules import BAM, BUTLER, CROSS_IMPS, IMPS, ScoringRules
from controller.session.standings import standings
from controller.session.teams_match import teams_match

#: Three tables, three rounds of one board: pairs 1 to 3 against 4 to 6.
PLAN = SessionPlan((Section("A", ("1", "2", "3"), mitchell(3, boards_per_round=1)),))
ALL_PLUS = {table: 100 for table in "123"}


def played(scores, plan=PLAN):
    """Every sitting of the plan: table and board -> North-South's score, 0 where nothing is said."""
    return [
        TableResult(p.table, board, str(p.sitting.ns), str(p.sitting.ew), plain(scores.get((p.table, board), 0)))
        for table in sorted({t for s in plan.sections for t in s.tables})
        for p in plan.at_table(table)
        for board in p.sitting.boards
    ]


def percentages(found):
    return {r.total.contestant: r.total.percent for field in found.fields for r in field.ranked}


def test_without_an_arrow_switch_each_direction_has_a_winner():
    found = standings(played({("1", b): 100 for b in (1, 2, 3)}), PLAN)
    assert [field.name for field in found.fields] == ["NS", "EW"]
    assert percentages(found) == {"1": 100, "2": 25, "3": 25, "4": 50, "5": 50, "6": 50}
    assert [r.place for r in found.fields[0].ranked] == [1, 2, 2]


def test_with_an_arrow_switch_there_is_one_winner():
    plan = SessionPlan((Section("A", ("1", "2", "3"), mitchell(3, boards_per_round=1, arrow_switch=[3])),))
    (field,) = standings(played({}, plan), plan).fields
    assert (field.name, len(field.ranked)) == ("", 6)


def test_who_has_not_played_yet_is_listed_with_nothing():
    found = standings([], PLAN)
    assert {r.total.boards for field in found.fields for r in field.ranked} == {0}


def test_a_traveller_begins_with_the_best_for_north_south():
    found = standings(played({("2", 1): 50, ("3", 1): -50}), PLAN)
    assert [(line.result.table, line.given.ns) for line in found.travellers[1]] == [("2", 4), ("1", 2), ("3", 0)]


def test_a_board_that_is_still_to_be_played_elsewhere_is_brought_to_the_whole_field():
    """Two of three results are in: Neuberg."""
    results = [r for r in played({("2", 1): 50}) if (r.table, r.board) in (("1", 1), ("2", 1))]
    assert [line.given.ns for line in standings(results, PLAN).travellers[1]] == [Fraction(7, 2), Fraction(1, 2)]


def test_without_a_plan_the_board_that_was_played_most_says_how_often():
    results = [r for r in played({}) if (r.table, r.board) != ("1", 1)]
    assert {line.given.top for line in standings(results).travellers[1]} == {4}


def test_without_a_plan_directions_are_ranked_by_themselves_if_nobody_changed_his():
    assert [field.name for field in standings(played({})).fields] == ["NS", "EW"]
    turned = [replace(r, ns=r.ew, ew=r.ns) if r.board == 3 else r for r in played({})]
    assert [field.name for field in standings(turned).fields] == [""]


def test_a_result_whose_pairs_are_not_known_counts_for_nobody_and_is_named():
    results = played({})
    found = standings([replace(results[0], ns=None), *results[1:]], PLAN)
    assert [r.board for r in found.nobody] == [results[0].board]


def test_a_board_taken_up_again_counts_as_it_was_played_last():
    results = played({})
    found = standings([*results, replace(results[0], score=plain(100))], PLAN)
    assert found.travellers[results[0].board][0].given.ns == 4


def test_what_the_file_adjusts_goes_before_the_table():
    adjusted = {("1", 1): split({100: Fraction(1)}, {-100: Fraction(1)})}
    found = standings(played({}), replace(PLAN, adjusted=adjusted))
    line = next(one for one in found.travellers[1] if one.result.table == "1")
    assert (line.given.ns, line.given.ew, line.result.is_adjusted) == (4, 4, True)


def test_a_fouled_board_is_scored_in_its_groups():
    groups = {(1, "1"): "a", (1, "2"): "b", (1, "3"): "b"}
    found = standings(played({("1", 1): 900, ("2", 1): 50}), replace(PLAN, groups=groups))
    of_table = {line.result.table: line.given.ns for line in found.travellers[1]}
    assert of_table == {"1": 2, "2": Fraction(7, 2), "3": Fraction(1, 2)}


def test_a_penalty_counts_in_the_ranking():
    found = standings(played({}), replace(PLAN, penalties=(Penalty("2", Fraction(25), "percent_of_top"),)))
    assert percentages(found)["2"] == 50 - Fraction(100, 12)


def test_average_plus_follows_the_own_session():
    results = [
        replace(r, score=Artificial(Fraction(60), Fraction(40))) if (r.table, r.board) == ("1", 1) else r
        for r in played({("1", 2): 100, ("1", 3): 100})
    ]
    assert percentages(standings(results, PLAN))["1"] == 100


@pytest.mark.parametrize("method", [CROSS_IMPS, BUTLER])
def test_at_imps_the_ranking_is_by_points(method):
    found = standings(played({("1", b): 620 for b in (1, 2, 3)}), PLAN, rules=ScoringRules(method))
    best = found.fields[0].ranked[0]
    assert (best.total.contestant, best.total.percent) == ("1", None) and best.total.value > 0


def test_a_pair_that_the_plan_does_not_know_is_ranked_all_the_same():
    results = played({})
    found = standings([replace(results[0], ns="99"), *results[1:]], PLAN)
    assert found.place_of("99").total.boards == 1


# -- a match ----------------------------------------------------------------------------------------

MATCH = Section("M", ("1", "2"), teams_match(2, copies=2), teams=("Reds", "Blues"))


def match(*scores, method=IMPS, penalties=()):
    """Board by board: North-South's score at the open and the closed table."""
    plan = SessionPlan((MATCH,), ScoringRules(method), penalties)
    results = [
        TableResult(table, number, "1", "2", plain(score))
        for number, both in enumerate(scores, start=1)
        for table, score in zip("12", both, strict=True)
        if score is not None
    ]
    (found,) = standings(results, plan).matches
    return found


def test_a_match_is_scored_in_imps_and_victory_points():
    found = match((620, -100), (50, 110))
    assert (found.home, found.away, found.score.home, found.score.away) == ("Reds", "Blues", 10, -10)
    assert found.vps == (Decimal("16.46"), Decimal("3.54"))


def test_a_board_that_only_one_table_has_played_waits():
    found = match((620, None), (50, 50))
    assert [b.number for b in found.boards] == [2] and found.score.boards == 1


def test_a_match_by_boards():
    found = match((620, -100), (50, 110), method=BAM)
    assert (found.score.home, found.score.away, found.vps) == (2, 2, None)


def test_a_penalty_in_imps_costs_the_team_victory_points_and_gains_the_other_none():
    found = match((620, -100), (50, 110), penalties=(Penalty("Reds", Fraction(3)),))
    assert found.net == (7, -10) and found.penalties == (3, 0)
    assert found.vps[0] < Decimal("16.46") and found.vps[1] == Decimal("3.54")


def test_a_penalty_in_victory_points_is_taken_off_them():
    found = match((620, -100), (50, 110), penalties=(Penalty("Blues", Fraction(1, 2), "vps"),))
    assert found.net == (10, -10) and found.vps == (Decimal("16.46"), Decimal("3.04"))


def test_a_penalty_by_boards_is_taken_off_the_boards():
    assert match((620, -100), (50, 110), method=BAM, penalties=(Penalty("Reds", Fraction(1, 2)),)).net == (1.5, 2)


def test_before_the_first_board_there_are_no_victory_points():
    assert match((620, None), (None, 50)).vps is None
