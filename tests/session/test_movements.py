"""Movements: what every sound movement has, over all usual sizes; each way to deal with an even number of tables."""

from collections import Counter, defaultdict

import pytest

from controller.model.errors import LogError
from controller.session.howell import howell
from controller.session.listed import listed, print_listed
from controller.session.mitchell import Even, mitchell
from controller.session.movement import Movement, Sitting, problems
from controller.session.teams_match import teams_match

MITCHELLS = [(tables, even) for tables in range(2, 32) for even in Even]
HOWELLS = [*range(4, 31, 2), 60]


def seats(movement):
    """How much oftener a pair sits North-South than East-West."""
    more = Counter()
    for s in movement.sittings:
        more[s.ns] += 1
        more[s.ew] -= 1
    return more


def sharing(movement):
    """Rounds in which two tables have the same boards."""
    at_once = Counter((s.round, board) for s in movement.sittings for board in s.boards)
    return {number for (number, _), tables in at_once.items() if tables > 1}


# -- Mitchell ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tables", "even"), MITCHELLS)
def test_nobody_meets_a_pair_or_a_board_twice_in_a_mitchell(tables, even):
    assert problems(mitchell(tables, even=even)) == []


@pytest.mark.parametrize("tables", range(3, 31, 2))
def test_in_an_odd_mitchell_everybody_plays_every_board_and_meets_every_pair_of_the_other_line(tables):
    movement = mitchell(tables)
    assert len(movement.boards) == 2 * tables
    for pair in movement.pairs:
        evening = list(movement.of_pair(pair))
        assert {b for s in evening for b in s.boards} == set(movement.boards)
        assert len({s.pairs for s in evening}) == tables


@pytest.mark.parametrize("tables", range(2, 31, 2))
def test_skipping_costs_one_round_and_sharing_none(tables):
    assert mitchell(tables).rounds == tables - 1
    assert mitchell(tables, even=Even.SHARE_AND_RELAY).rounds == tables


@pytest.mark.parametrize("tables", range(4, 31, 2))
def test_the_first_and_the_last_table_share_boards_all_evening_and_no_others_do(tables):
    at = defaultdict(list)
    for s in mitchell(tables, even=Even.SHARE_AND_RELAY).sittings:
        at[s.round, s.boards].append(s.table)
    assert {tuple(t) for t in at.values()} == {(1, tables), *((t,) for t in range(2, tables))}


@pytest.mark.parametrize(("tables", "even"), [(t, Even.SKIP) for t in range(3, 14)])
def test_no_boards_are_shared_where_tables_skip(tables, even):
    assert sharing(mitchell(tables, even=even)) == set()


def test_north_south_stay_east_west_go_up_and_boards_come_down():
    movement = mitchell(5, rounds=2)
    assert [(s.table, s.ns, s.ew, s.boards) for s in movement.sittings if s.round == 2] == [
        (1, 1, 10, (3, 4)), (2, 2, 6, (5, 6)), (3, 3, 7, (7, 8)), (4, 4, 8, (9, 10)), (5, 5, 9, (1, 2)),
    ]  # fmt: skip


def test_an_arrow_switch_turns_every_pair_in_its_rounds_and_makes_one_winner():
    plain, switched = mitchell(5), mitchell(5, arrow_switch=[5])
    assert plain.two_winners and not switched.two_winners
    for before, after in zip(plain.sittings, switched.sittings, strict=True):
        assert after == (before.switched() if before.round == 5 else before)


@pytest.mark.parametrize(("tables", "rounds"), [(1, 1), (5, 6), (6, 6), (5, 0)])
def test_a_mitchell_that_cannot_be_is_refused(tables, rounds):
    with pytest.raises(ValueError, match="Mitchell"):
        mitchell(tables, rounds=rounds)


# -- Howell ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", HOWELLS)
def test_nobody_meets_a_pair_or_a_board_twice_in_a_howell(pairs):
    assert problems(howell(pairs)) == []


@pytest.mark.parametrize("pairs", HOWELLS)
def test_in_a_howell_every_pair_meets_every_other_one_and_plays_every_board(pairs):
    movement = howell(pairs)
    assert len({frozenset(s.pairs) for s in movement.sittings}) == pairs * (pairs - 1) // 2
    for pair in movement.pairs:
        assert {b for s in movement.of_pair(pair) for b in s.boards} == set(movement.boards)


@pytest.mark.parametrize("pairs", HOWELLS)
def test_in_a_howell_every_pair_sits_both_ways_equally_often(pairs):
    """There is an odd number of rounds: one more or one less."""
    assert {abs(more) for more in seats(howell(pairs)).values()} == {1}


@pytest.mark.parametrize("pairs", [p for p in HOWELLS if p >= 8])
def test_no_boards_are_shared_in_a_howell_of_four_tables_or_more(pairs):
    assert sharing(howell(pairs)) == set()


def test_three_tables_share_boards_in_one_round_only():
    assert len(sharing(howell(6))) == 1


@pytest.mark.parametrize("pairs", [p for p in HOWELLS if p >= 8])
def test_each_table_takes_the_next_boards_every_round(pairs):
    movement = howell(pairs, boards_per_round=1)
    for table in range(1, movement.tables + 1):
        boards = [s.boards[0] for s in movement.of_table(table)]
        assert [(b - boards[0]) % (pairs - 1) for b in boards] == list(range(pairs - 1))


@pytest.mark.parametrize("pairs", HOWELLS)
def test_no_table_of_a_howell_has_the_same_boards_twice(pairs):
    movement = howell(pairs)
    for table in range(1, movement.tables + 1):
        assert len({s.boards for s in movement.of_table(table)}) == movement.rounds


@pytest.mark.parametrize("pairs", [p for p in HOWELLS if p != 6])
def test_the_pair_with_the_highest_number_stays_and_the_others_follow_the_one_below(pairs):
    movement = howell(pairs)
    assert {s.table for s in movement.of_pair(pairs)} == {1}
    for s in movement.sittings:
        if s.round > 1:
            before = next(b for b in movement.sittings if b.round == s.round - 1 and b.table == s.table)
            followed = {pair if pair == pairs else pair % (pairs - 1) + 1 for pair in before.pairs}
            assert set(s.pairs) == followed


def test_a_shorter_howell_is_the_beginning_of_the_whole_one():
    whole, short = howell(14), howell(14, rounds=9)
    assert short.sittings == tuple(s for s in whole.sittings if s.round <= 9)


def test_an_odd_number_of_pairs_has_a_place_where_nobody_sits():
    assert howell(13) == howell(14)


@pytest.mark.parametrize(("pairs", "rounds"), [(2, None), (62, None), (8, 8), (8, 0)])
def test_a_howell_that_cannot_be_is_refused(pairs, rounds):
    with pytest.raises(ValueError, match="Howell"):
        howell(pairs, rounds=rounds)


# -- a match ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("boards", "copies"), [(1, 1), (7, 1), (16, 1), (16, 2)])
def test_in_a_match_both_tables_play_every_board_once(boards, copies):
    movement = teams_match(boards, copies=copies)
    for table in (1, 2):
        assert sorted(b for s in movement.of_table(table) for b in s.boards) == list(range(1, boards + 1))


def test_in_a_match_each_team_sits_one_way_at_one_table_and_the_other_way_at_the_other():
    assert {(s.table, s.ns, s.ew) for s in teams_match(8).sittings} == {(1, 1, 2), (2, 3, 4)}


def test_with_one_copy_of_the_boards_the_tables_never_need_one_at_once():
    assert sharing(teams_match(16)) == set() and sharing(teams_match(16, copies=2)) == {1}


# -- movements of others ----------------------------------------------------------------------------------------


def test_a_movement_is_read_as_it_was_written():
    movement = howell(8)
    assert listed(print_listed(movement)) == movement


def test_boards_may_be_written_as_a_span():
    movement = listed("round,table,ns,ew,boards\n1,1,1,2,1-3 7\n")
    assert movement.sittings == (Sitting(1, 1, 1, 2, (1, 2, 3, 7)),) and movement.two_winners


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("round,table,ns,ew\n", "line 1.*boards"),
        ("round,table,ns,ew,boards\n1,x,1,2,1\n", "line 2.*'table'"),
        ("round,table,ns,ew,boards\n1,1,1,2,1\n1,1,1,2,a-b\n", "line 3.*'boards'"),
        ("round,table,ns,ew,boards\n1,1,1,2,\n", "line 2.*'boards'"),
        ("round,table,ns,ew,boards\n", "no round"),
    ],
)
def test_a_list_that_cannot_be_read_names_its_place(text, where):
    with pytest.raises(LogError, match=where):
        listed(text, file="rounds.csv")


@pytest.mark.parametrize(
    ("sittings", "words"),
    [
        ([Sitting(1, 1, 1, 2, (1,)), Sitting(2, 1, 2, 1, (2,))], "pairs 1 and 2 meet 2 times"),
        ([Sitting(1, 1, 1, 2, (1,)), Sitting(2, 1, 1, 3, (1,))], "pair 1 plays board 1 2 times"),
        ([Sitting(1, 1, 1, 2, (1,)), Sitting(1, 2, 1, 3, (2,))], "pair 1 sits at two tables in round 1"),
        ([Sitting(1, 1, 1, 1, (1,))], "pair 1 meets itself in round 1"),
    ],
)
def test_what_is_wrong_with_a_movement_is_said(sittings, words):
    assert words in problems(Movement(tuple(sittings)))


def test_a_pair_that_is_not_there_meets_nobody():
    twice = Movement((Sitting(1, 1, 1, 2, (1,)), Sitting(2, 1, 2, 1, (2,))))
    assert problems(twice, missing=[2]) == []
