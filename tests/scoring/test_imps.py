"""IMPs: the table's symmetry, cross-IMPs, Butler and its roundings."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.scoring import Divide, Halves, Line, butler_board, cross_imp_board, datum, imps, plain, totals, weighted
from controller.scoring.butler import ButlerRules
from controller.scoring.results import Artificial

DIFFERENCES = st.integers(-800, 800).map(lambda n: n * 10)
SCORES = st.lists(st.integers(-80, 80).map(lambda n: n * 10), min_size=1, max_size=12)


def board(*scores):
    return [Line(1, f"N{i}", f"E{i}", plain(s) if isinstance(s, int) else s) for i, s in enumerate(scores)]


@given(DIFFERENCES)
def test_what_one_side_wins_the_other_loses(difference):
    assert imps(-difference) == -imps(difference)


@given(DIFFERENCES, DIFFERENCES)
def test_more_points_are_never_fewer_imps(one, other):
    assert (imps(max(one, other)) - imps(min(one, other))) >= 0


@given(SCORES, st.sampled_from(Divide))
def test_cross_imps_of_a_board_are_zero_together(scores, divide):
    given = cross_imp_board(board(*scores), divide=divide)
    assert sum(one.ns for one in given) == 0
    assert all(one.ns == -one.ew for one in given)


@given(SCORES)
def test_cross_imps_of_a_pair_are_all_its_comparisons(scores):
    given = cross_imp_board(board(*scores), divide=Divide.NOT)
    assert [one.ns for one in given] == [sum(imps(mine - other) for other in scores) for mine in scores]


def test_divided_by_results_or_comparisons():
    three = board(620, 170, 170)
    found = [cross_imp_board(three, divide=divide)[0].ns for divide in Divide]
    assert found == [20, Fraction(20, 3), 10]


def test_a_weighted_score_has_the_imps_of_its_shares():
    """Half 620, half -100 against 170: half of +10 and half of -7."""
    (given, _) = cross_imp_board(board(weighted({620: Fraction(1, 2), -100: Fraction(1, 2)}), 170))
    assert given.ns == Fraction(3, 2)


def test_average_plus_at_imps_is_three():
    given = cross_imp_board(board(420, 420, Artificial(Fraction(60), Fraction(40))))
    found = totals(given)
    assert (found["N2"].points, found["E2"].points) == (3, -3)


def test_average_plus_of_undivided_cross_imps_is_three_for_each_comparison():
    given = cross_imp_board(board(420, 420, 420, Artificial(Fraction(60), Fraction(40))), divide=Divide.NOT)
    assert totals(given)["N3"].points == 6


@pytest.mark.parametrize(
    ("halves", "of_15", "of_minus_15", "of_25"),
    [
        (Halves.AWAY_FROM_ZERO, 20, -20, 30),
        (Halves.TOWARDS_ZERO, 10, -10, 20),
        (Halves.UP, 20, -10, 30),
        (Halves.EVEN, 20, -20, 20),
    ],
)
def test_a_datum_between_two_tens(halves, of_15, of_minus_15, of_25):
    rules = ButlerRules(extremes=0, halves=halves)
    assert [datum(s, rules) for s in ([10, 20], [-10, -20], [20, 30])] == [of_15, of_minus_15, of_25]


def test_the_extremes_are_left_out_of_the_datum():
    assert datum([-1400, 100, 110, 1460]) == 110
    assert datum([-1400, 100, 110, 1460], ButlerRules(extremes=0)) == 70


def test_of_two_results_neither_is_an_extreme():
    assert datum([100, 200], ButlerRules(extremes=2)) == 150


@given(SCORES)
def test_the_datum_lies_between_the_results(scores):
    found = datum(scores, ButlerRules(rounded_to=0))
    assert min(scores) <= found <= max(scores)


def test_butler_gives_both_sides_of_a_table_the_same_with_other_signs():
    given = butler_board(board(620, 170, -100))
    assert [(one.ns, one.ew) for one in given] == [(10, -10), (0, 0), (-7, 7)]


def test_a_board_without_a_result_has_no_datum():
    with pytest.raises(ValueError, match="no datum"):
        datum([])
