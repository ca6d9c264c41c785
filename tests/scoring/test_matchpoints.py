"""Matchpoints: what holds whatever the scores are, and boards that were not played everywhere."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.scoring import Artificial, Line, Scale, matchpoint_board, neuberg, plain, split, weighted

SCORES = st.lists(st.integers(-80, 80).map(lambda n: n * 10), min_size=1, max_size=14)
HALF = Fraction(1, 2)


def board(*scores, groups=None):
    groups = groups or [""] * len(scores)
    named = enumerate(zip(scores, groups, strict=True))
    return [Line(1, f"N{i}", f"E{i}", plain(s) if isinstance(s, int) else s, g) for i, (s, g) in named]


@given(SCORES, st.integers(0, 4))
def test_all_matchpoints_of_a_side_are_half_of_all_that_could_be_had(scores, unplayed):
    """Law 78A; with Neuberg's formula too, as far as the board was played."""
    size = len(scores) + unplayed
    given = matchpoint_board(board(*scores), expected=size)
    assert sum(one.ns for one in given) == sum(one.ew for one in given) == len(scores) * (size - 1)


@given(SCORES, st.integers(0, 4))
def test_the_two_sides_of_a_table_share_the_top(scores, unplayed):
    for one in matchpoint_board(board(*scores), expected=len(scores) + unplayed):
        assert one.ns + one.ew == one.top


@given(SCORES, st.integers(0, 9))
def test_nobody_has_less_than_nothing_or_more_than_the_top(scores, unplayed):
    for one in matchpoint_board(board(*scores), expected=len(scores) + unplayed):
        assert 0 <= one.ns <= one.top


@given(SCORES)
def test_a_better_score_never_has_fewer_matchpoints(scores):
    given = matchpoint_board(board(*scores), expected=len(scores) + 2)
    ranked = sorted(zip(scores, (one.ns for one in given), strict=True))
    assert [mp for _, mp in ranked] == sorted(mp for _, mp in ranked)


@given(SCORES)
def test_on_the_smaller_scale_everything_is_half(scores):
    two, one = (matchpoint_board(board(*scores), expected=len(scores) + 1, scale=scale) for scale in Scale)
    assert [(g.ns / 2, g.top / 2) for g in two] == [(g.ns, g.top) for g in one]


@given(st.integers(1, 20), st.data())
def test_neuberg_leaves_a_board_that_was_played_everywhere_as_it_is(size, data):
    points = Fraction(data.draw(st.integers(0, 2 * (size - 1))))
    assert neuberg(points, size, size) == points


@given(st.integers(1, 20), st.integers(0, 20))
def test_neuberg_keeps_the_middle_in_the_middle(played, more):
    assert neuberg(Fraction(played - 1), played, played + more) == played + more - 1


@given(st.integers(1, 20), st.integers(1, 20))
def test_neuberg_gives_a_sole_top_less_than_a_top_and_a_bottom_more_than_nothing(played, more):
    expected = played + more
    top, bottom = neuberg(Fraction(2 * (played - 1)), played, expected), neuberg(Fraction(0), played, expected)
    assert 0 < bottom <= expected - 1 <= top < 2 * (expected - 1)


@given(st.integers(2, 20), st.integers(1, 1000))
def test_neuberg_comes_near_a_top_as_the_group_comes_near_the_field(played, more):
    """The limits: with one result missing of very many, a top is a top but for `more / played`."""
    lost = 2 * (played + more - 1) - neuberg(Fraction(2 * (played - 1)), played, played + more)
    assert lost == Fraction(more, played)


@pytest.mark.parametrize(("played", "expected"), [(0, 3), (4, 3)])
def test_a_group_that_cannot_be_is_refused(played, expected):
    with pytest.raises(ValueError, match="cannot be counted"):
        neuberg(Fraction(0), played, expected)


def test_a_sole_result_is_half_of_the_top():
    assert matchpoint_board(board(420), expected=7)[0].ns == 6


def test_a_board_that_is_played_once_in_all_has_no_top():
    (only,) = matchpoint_board(board(420))
    assert (only.ns, only.ew, only.top) == (0, 0, 0)


def test_a_board_without_a_result_counts_for_nobody():
    given = matchpoint_board(board(420, None, 50))
    assert [one.ns for one in given] == [2, None, 0]


def test_a_weighted_score_is_matchpointed_by_its_shares():
    """60 % of 420 and 40 % of -50 against 140: two points with 60 %."""
    given = matchpoint_board(board(weighted({420: Fraction(3, 5), -50: Fraction(2, 5)}), 140))
    assert [one.ns for one in given] == [Fraction(6, 5), Fraction(4, 5)]


def test_of_a_split_score_each_side_is_compared_with_its_own():
    """North-South keep 140, East-West have what -420 would give them; the others compare with their own direction."""
    given = matchpoint_board(board(split({140: Fraction(1)}, {420: Fraction(1)}), 170))
    assert [(one.ns, one.ew) for one in given] == [(0, 0), (2, 2)]


def test_shares_that_are_not_one_together_are_refused():
    with pytest.raises(ValueError, match="one together"):
        weighted({420: HALF, -50: Fraction(1, 4)})


def test_results_may_be_rounded_board_by_board():
    assert [one.ns for one in matchpoint_board(board(420, 50, 50), expected=4, places=1)] == [
        Fraction("5.7"), Fraction("1.7"), Fraction("1.7"),
    ]  # fmt: skip


def test_a_group_of_a_fouled_board_is_compared_with_itself_alone():
    given = matchpoint_board(board(600, 50, 50, groups="abb"))
    assert [one.ns for one in given] == [2, 2, 2]


def test_an_artificial_score_is_in_no_comparison_but_counts_among_the_tables():
    given = matchpoint_board(board(420, 50, Artificial(Fraction(60), Fraction(40))))
    assert [one.ns for one in given] == [Fraction(7, 2), HALF, None]
