"""One table's result on one board, out of its log and out of a record; and the book that is kept of them (79C)."""

from fractions import Fraction

import pytest
from support.build import auction, board, play, ruling

from controller.model.event_codec import event_from_json
from controller.model.events import BoardLeft, ClaimAnswered, ClaimMade, Correction, ResultEntered
from controller.model.seats import Seat
from controller.records import record_of
from controller.records.pbn import encode, print_pbn, read_pbn
from controller.scoring import Artificial, Book, plain
from controller.session.keeping import kept
from controller.session.results import is_over, result_of, result_of_record
from controller.table import Table, step

#: North holds all spades: seven of them by North are on the table.
GRAND = "N: 7S P P P"
LEFT = BoardLeft()


def claims(tricks=13):
    return [
        *play("E: H2"),
        ClaimMade(seat=Seat.N, tricks=tricks),
        ClaimAnswered(seat=Seat.E, agree=True),
        ClaimAnswered(seat=Seat.W, agree=True),
    ]


def after(*events, pairs=None):
    table = Table.fresh("2017")
    for event in [board(1, pairs=pairs or {"NS": 3, "EW": 12}), *events]:
        table = step(table, event).table
    return table


def result(*events):
    return result_of("7", after(*events).boards[-1])


def test_a_board_in_play_has_no_result():
    assert result(*auction(GRAND)) is None


def test_a_made_contract():
    found = result(*auction(GRAND), *claims(), LEFT)
    assert (found.table, found.board, found.ns, found.ew) == ("7", 1, "3", "12")
    assert (found.contract, found.declarer, found.tricks, found.score_ns) == ("7S", Seat.N, 13, 1510)
    assert found.lead.text == "H2" and not found.is_keyed and not found.is_adjusted


def test_a_board_that_was_passed_out_is_worth_nothing():
    found = result(*auction("N: P P P P"), LEFT)
    assert (found.contract, found.score_ns, found.declarer) == ("P", 0, None)


@pytest.mark.parametrize(
    ("choice", "fields", "score"),
    [
        ("artificial", {"NS": 60, "EW": 40}, Artificial(Fraction(60), Fraction(40))),
        ("artificial", {"NS": 58.3, "EW": 41.7}, Artificial(Fraction(583, 10), Fraction(417, 10))),
        ("cancel_board", {}, None),
        ("adjust", {"contract": "4H", "declarer": "E", "tricks": 9}, plain(50)),
    ],
)
def test_what_the_director_gives_goes_before_what_was_played(choice, fields, score):
    given = event_from_json({"type": "ruling", "on": "board", "choice": choice, **fields})
    found = result(*auction(GRAND), *claims(), given, LEFT)
    assert found.score == score and found.is_adjusted


def test_where_the_play_was_lost_the_players_result_counts():
    found = result(*auction(GRAND), ResultEntered(contract="7S", declarer=Seat.N, tricks=12), LEFT)
    assert (found.score_ns, found.tricks, found.is_keyed) == (-50, 12, True)


def test_a_board_carried_off_and_brought_back_is_played_until_the_players_key_what_it_came_to():
    back = [*auction(GRAND), LEFT, ruling("board_ended_early", "play_on")]
    keyed = ResultEntered(contract="7S", declarer=Seat.N, tricks=12)
    assert result(*back) is None and not is_over(after(*back).boards[-1])
    assert (result(*back, keyed).score_ns, result(*back, keyed).is_keyed) == (-50, True)
    assert result(*back, ResultEntered(contract="7S", declarer=Seat.N)) is None
    played = [*back, keyed, *claims(), LEFT]
    assert (result(*played).score_ns, result(*played).is_keyed) == (1510, False)


@pytest.mark.parametrize("keyed", [("7S", None, None), ("gibberish", Seat.N, 3)])
def test_what_the_players_keyed_must_be_a_result(keyed):
    contract, declarer, tricks = keyed
    events = [*auction(GRAND), ResultEntered(contract=contract, declarer=declarer, tricks=tricks), LEFT]
    assert result(*events) is None


def test_a_carrying_off_that_was_misread_and_struck_out_ends_nothing():
    events = [*auction(GRAND), ResultEntered(contract="7S", declarer=Seat.N, tricks=12), LEFT]
    # The board itself is number 0, so the last of these has the number of their count.
    struck = Correction(replaces=(len(events),), events=(), reason="nobody carried it off", by="director")
    assert is_over(after(*events).boards[-1])
    assert not is_over(after(*events, struck).boards[-1])


def test_a_board_left_early_that_nobody_scored_has_no_result():
    assert result(*auction(GRAND), LEFT) is None


def test_nobody_has_said_who_sat_there():
    table = Table.fresh("2017")
    for event in [board(1), *auction("N: P P P P")]:
        table = step(table, event).table
    found = result_of("7", table.boards[-1])
    assert (found.ns, found.ew) == (None, None)


# -- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "events",
    [
        [*auction(GRAND), *claims()],
        [*auction("N: P P P P")],
        [*auction(GRAND), *claims(), ruling("board", "cancel_board")],
    ],
    ids=["made", "passed out", "cancelled"],
)
def test_a_record_has_the_result_of_its_table(events):
    table = after(*events, LEFT)
    written = encode(print_pbn([record_of(table)]))
    (read,) = read_pbn(written, "x.pbn").records
    there, here = result_of_record(read, table="7"), result_of("7", table.boards[-1])
    assert (there.score, there.ns, there.ew, there.contract) == (here.score, here.ns, here.ew, here.contract)


def test_a_record_without_pairs_names_the_players():
    tags = 'Board "1", North "Ann", South "Sue", East "Eve", West "Walt", Contract "4H", Declarer "N", Result "10"'
    text = "".join(f"[{tag}]\n" for tag in tags.split(", ")).encode()
    (read,) = read_pbn(text, "x.pbn").records
    found = result_of_record(read)
    assert (found.ns, found.ew, found.score_ns) == ("Ann & Sue", "Eve & Walt", 420)


def test_a_record_without_a_result_has_none():
    (read,) = read_pbn(b'[Board "1"]\n[Contract "?"]\n', "x.pbn").records
    assert result_of_record(read) is None


# -- the book ----------------------------------------------------------------------------------------


def booked(*events):
    table, book = Table.fresh("2017"), Book()
    for at, event in enumerate([board(1, pairs={"NS": 3, "EW": 12}), *events]):
        table = step(table, event).table
        book = kept(book, "7", table, event, at=float(at))
    return book


def test_a_result_is_booked_when_the_board_has_left():
    assert booked(*auction(GRAND), *claims()).results == {}
    assert booked(*auction(GRAND), *claims(), LEFT).results == {("7", 1): plain(1510)}


def test_a_result_is_booked_when_the_next_board_is_taken_up():
    assert booked(*auction(GRAND), *claims(), board(2)).results == {("7", 1): plain(1510)}


def test_a_ruling_after_that_leaves_a_trail():
    said = {"type": "ruling", "on": "board", "choice": "adjust", "contract": "7S", "declarer": "N", "tricks": 12}
    late = event_from_json({**said, "by": "anna", "after": 5})
    book = booked(*auction(GRAND), *claims(), board(2), late)
    (change,) = book.trail
    assert (change.table, change.board, change.was, change.now) == ("7", 1, plain(1510), plain(-50))
    assert (change.by, change.why) == ("anna", "adjust")


def test_a_ruling_while_the_board_is_there_leaves_none():
    book = booked(*auction(GRAND), *claims(), ruling("board", "cancel_board"), LEFT)
    assert (book.results, book.trail) == ({("7", 1): None}, ())
