"""Teams: a match in IMPs or by boards, and its victory points."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.scoring import Artificial, MatchBoard, VpTable, board_a_match, imp_match, plain, split, wbf_vps

AVERAGE_PLUS = Artificial(Fraction(60), Fraction(60))
SCORES = st.integers(-80, 80).map(lambda n: plain(n * 10))
BOARDS = st.lists(st.builds(MatchBoard, st.just(1), SCORES, SCORES), max_size=20)


@given(BOARDS)
def test_what_one_team_wins_the_other_loses(boards):
    found = imp_match(boards)
    assert found.home == -found.away == found.averaged


@given(BOARDS)
def test_by_boards_there_are_two_points_for_each(boards):
    found = board_a_match(boards)
    assert found.home + found.away == 2 * len(boards)


def test_a_swing_is_the_difference_of_the_two_tables():
    assert imp_match([MatchBoard(1, plain(620), plain(-100))]).home == 12


def test_a_board_that_one_table_did_not_play_does_not_count():
    found = imp_match([MatchBoard(1, plain(620), None), MatchBoard(2, plain(50), plain(50))])
    assert (found.home, found.boards) == (0, 1)


def test_average_plus_for_both_teams_is_three_imps_each():
    found = imp_match([MatchBoard(1, AVERAGE_PLUS, plain(420))])
    assert found.margins == (3, 3) and found.averaged == 0


def test_a_split_score_makes_two_margins():
    """Home's North-South are given 140, away's East-West are held to -420; the other table made 140."""
    found = imp_match([MatchBoard(1, split({140: Fraction(1)}, {420: Fraction(1)}), plain(140))])
    assert found.margins == (0, -7)


def test_average_plus_by_boards_is_sixty_percent_of_two():
    assert board_a_match([MatchBoard(1, AVERAGE_PLUS, plain(0))]).home == Fraction(6, 5)


@given(st.integers(-300, 300), st.integers(1, 64))
def test_victory_points_are_twenty_together(margin, boards):
    assert sum(wbf_vps(margin, boards)) == 20


@given(st.integers(0, 200), st.integers(1, 64))
def test_a_larger_margin_is_never_worth_less(margin, boards):
    assert wbf_vps(margin, boards)[0] <= wbf_vps(margin + 1, boards)[0]


@pytest.mark.parametrize("boards", [4, 9, 16, 25])
def test_fifteen_imps_times_the_root_of_the_boards_is_a_blitz(boards):
    blitz = 15 * {4: 2, 9: 3, 16: 4, 25: 5}[boards]
    assert wbf_vps(blitz, boards) == (20, 0) and wbf_vps(blitz - 1, boards)[0] < 20


def test_the_loser_is_told_first_where_the_margin_is_below_zero():
    assert wbf_vps(-10, 16) == (Decimal("7.20"), Decimal("12.80"))


def test_a_printed_table_goes_before_the_formula():
    table = VpTable(((0, Decimal(15), Decimal(15)), (3, Decimal(16), Decimal(14)), (50, Decimal(25), Decimal(0))))
    assert [wbf_vps(m, 8, table=table) for m in (2, 3, -7, 90)] == [(15, 15), (16, 14), (14, 16), (25, 0)]


@pytest.mark.parametrize("margins", [(), (1, 2), (0, 3, 2)])
def test_a_table_that_is_none_is_refused(margins):
    with pytest.raises(ValueError, match="begin at a margin of 0"):
        VpTable(tuple((margin, Decimal(10), Decimal(10)) for margin in margins))


def test_a_match_without_boards_has_no_victory_points():
    with pytest.raises(ValueError, match="at least one board"):
        wbf_vps(0, 0)
