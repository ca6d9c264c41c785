"""Ranking: sums, artificial scores by the own session, penalties, ties; and results put right (Law 79C)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.scoring import Artificial, Book, Line, Penalty, Total, matchpoint_board, plain, ranking, totals

PLUS_MINUS = Artificial(Fraction(60), Fraction(40))


def session(*own, percent=PLUS_MINUS):
    """Pair 1 sits North-South at the first of five tables on some boards with that percentage, then has `percent`."""
    given = []
    for number, beaten in enumerate(own, start=1):
        field = [plain(10)] + [plain(0)] * beaten + [plain(20)] * (4 - beaten)
        given += matchpoint_board([Line(number, f"{2 * i + 1}", f"{2 * i + 2}", s) for i, s in enumerate(field)])
    last = len(own) + 1
    given += matchpoint_board([Line(last, "1", "2", percent)], expected=5)
    return totals(given)


def test_average_plus_is_sixty_percent_to_a_pair_below_that():
    assert session(2, 2)["1"].points == 4 + 4 + Fraction(48, 10)


def test_average_plus_is_the_own_session_to_a_pair_above_sixty():
    """Laws 12C2, 88: 75 % of the top of eight."""
    assert session(3, 3)["1"].points == 6 + 6 + 6


def test_average_minus_is_the_own_session_to_a_pair_below_forty():
    """Their opponents have 25 % on the other boards."""
    assert session(3, 3)["2"].points == 2 + 2 + 2


def test_in_1987_average_minus_is_forty_whatever_the_session():
    field = [plain(10), plain(0), plain(20)]
    given = matchpoint_board([Line(1, f"{2 * i + 1}", f"{2 * i + 2}", s) for i, s in enumerate(field)])
    given += matchpoint_board([Line(2, "5", "6", PLUS_MINUS)], expected=3)
    found = {laws: totals(given, laws=laws)["6"].points for laws in ("1987", "2017")}
    assert found == {"1987": Fraction(16, 10), "2017": 0}


def test_average_to_a_pair_far_above_is_still_average():
    assert session(4, percent=Artificial(Fraction(50), Fraction(50)))["1"].points == 8 + 4


def test_boards_that_do_not_count_are_not_in_the_percentage():
    given = matchpoint_board([Line(1, "1", "2", plain(420)), Line(1, "3", "4", plain(50))])
    given += matchpoint_board([Line(2, "1", "2", None), Line(2, "3", "4", plain(50))])
    assert (totals(given)["1"].boards, totals(given)["1"].percent) == (1, 100)


@pytest.mark.parametrize(
    ("unit", "net"), [("points", Fraction(7)), ("percent_of_top", Fraction("7.92")), ("percent", Fraction("7.92"))]
)
def test_a_penalty_is_taken_off(unit, net):
    given = matchpoint_board([Line(1, f"N{i}", f"E{i}", plain(-i)) for i in range(5)])
    found = totals(given, penalties=[Penalty("N0", Fraction(1), unit)])
    assert (found["N0"].points, found["N0"].net, found["N1"].penalty) == (8, net, 0)


def test_an_unknown_unit_of_a_penalty_is_refused():
    given = matchpoint_board([Line(1, "1", "2", plain(0))])
    with pytest.raises(ValueError, match="no unit"):
        totals(given, penalties=[Penalty("1", Fraction(1), "bottles")])


def places(*points, rounded=None):
    found = [Total(str(i), Fraction(p), Fraction(100), 1) for i, p in enumerate(points, start=1)]
    return [(r.place, r.is_tied, r.total.contestant) for r in ranking(found, places=rounded)]


def test_equal_contestants_share_a_place_and_the_next_one_is_left_out():
    assert places(50, 70, 50, 40) == [(1, False, "2"), (2, True, "1"), (2, True, "3"), (4, False, "4")]


def test_ties_are_exact_unless_rounding_is_asked_for():
    near = (Fraction(50), Fraction("50.004"))
    assert [place for place, _, _ in places(*near)] == [1, 2]
    assert [place for place, _, _ in places(*near, rounded=2)] == [1, 1]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=12))
def test_a_place_is_one_more_than_the_number_of_those_who_are_better(points):
    for place, is_tied, who in places(*points):
        mine = points[int(who) - 1]
        assert place == 1 + sum(other > mine for other in points)
        assert is_tied == (points.count(mine) > 1)


def test_pair_two_stands_before_pair_ten_where_they_tie():
    found = [Total(name, Fraction(1), Fraction(2), 1) for name in ("10", "2")]
    assert [r.total.contestant for r in ranking(found)] == ["2", "10"]


# -- results put right ------------------------------------------------------------------------------------------------

HERE = ("7", 13)


def test_a_result_that_comes_in_leaves_no_trail():
    assert Book().with_result(HERE, plain(420), at=1.0).trail == ()


def test_a_result_that_is_put_right_leaves_a_trail():
    book = Book().with_result(HERE, plain(420), at=1.0).with_result(HERE, plain(450), at=2.0, by="anna", why="claim")
    (change,) = book.trail
    assert (change.was, change.now, change.by, change.why, change.is_late) == (
        plain(420), plain(450), "anna", "claim", False,
    )  # fmt: skip
    assert book.results[HERE] == plain(450)


def test_the_same_result_again_is_no_change():
    book = Book().with_result(HERE, plain(420), at=1.0)
    assert book.with_result(HERE, plain(420), at=2.0) is book


def test_a_change_after_the_correction_period_is_marked():
    book = Book().with_result(HERE, plain(420), at=1.0).closed(at=1800.0)
    on_time = book.with_result(HERE, plain(450), at=1800.0)
    assert on_time.late == () and len(on_time.with_result(HERE, plain(420), at=1801.0).late) == 1


def test_an_earlier_book_is_not_touched_by_a_later_one():
    first = Book().with_result(HERE, plain(420), at=1.0)
    first.with_result(HERE, plain(450), at=2.0)
    assert first.results[HERE] == plain(420)


def test_a_contestant_may_be_called_by_signs_that_are_no_digits():
    ranked = ranking(Total(name, Fraction(1), Fraction(2), 1) for name in ("²", "1" * 5000))
    assert {one.total.contestant for one in ranked} == {"²", "1" * 5000}
