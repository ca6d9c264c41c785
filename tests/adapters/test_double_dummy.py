"""Double-dummy analysis by the real solver in its own process."""

import pytest
from support.build import deal

from controller.adapters.double_dummy import Available, DoubleDummy, DoubleDummyError, Position
from controller.model.board import Deal, Vulnerability
from controller.model.calls import Denomination
from controller.model.cards import card
from controller.model.seats import SEATS, Seat, Side

NT, SPADES = Denomination.NT, Denomination.S


@pytest.fixture(scope="module")
def analysis():
    with DoubleDummy() as made:
        yield made


def hands(**held):
    return {seat: frozenset(card(text) for text in held[seat.value].split()) for seat in SEATS}


def test_who_holds_a_whole_suit_makes_seven_of_it(analysis):
    """North has all spades, East all hearts, South all diamonds, West all clubs."""
    found = analysis.makeable(deal(), dealer=Seat.N, vulnerability=Vulnerability.NONE)
    assert found.tricks[Seat.N][Denomination.S] == found.tricks[Seat.S][Denomination.S] == 13
    assert found.tricks[Seat.E][Denomination.H] == 13 and found.tricks[Seat.N][Denomination.H] == 0


def test_par_is_the_best_that_nobody_can_better(analysis):
    found = analysis.makeable(deal(), dealer=Seat.N, vulnerability=Vulnerability.NONE)
    assert found.par_ns == 1510 and found.par_contracts == ("7S by N", "7S by S")


def test_par_depends_on_who_is_vulnerable(analysis):
    found = analysis.makeable(deal(), dealer=Seat.N, vulnerability=Vulnerability.ALL)
    assert found.par_ns == 2210


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # North leads; East's king falls under neither of North's cards by force: a trick each.
        (Position(hands(N="SA S2", E="SK S3", S="H4 H5", W="C6 C7"), NT, Seat.N), Available(1, 1)),
        # South to lead towards ace-queen, West has the king: the finesse wins both.
        (Position(hands(N="SA SQ", E="H2 H3", S="S2 D2", W="SK S3"), NT, Seat.S), Available(2, 0)),
        # The king lies behind the queen.
        (Position(hands(N="SA SQ", E="SK S3", S="S2 S4", W="H2 H3"), NT, Seat.S), Available(1, 1)),
        # West has led the king already: North's ace wins it and the queen the next.
        (Position(hands(N="SA SQ", E="H2 H3", S="S2 D2", W="SK S3"), NT, Seat.W, (card("SK"),)), Available(2, 0)),
        # A trump is a trick.
        (Position(hands(N="S2", E="HA", S="H3", W="H4"), SPADES, Seat.E), Available(1, 0)),
    ],
    ids=["aces and kings", "finesse", "no finesse", "in mid-trick", "ruff"],
)
def test_tricks_from_a_position(analysis, position, expected):
    assert analysis.available(position) == expected


def test_the_sides_of_an_answer():
    assert (Available(3, 1).of(Side.NS), Available(3, 1).of(Side.EW)) == (3, 1)


def test_an_answer_is_kept(analysis):
    position = Position(hands(N="S2", E="HA", S="H3", W="H4"), SPADES, Seat.E)
    first = analysis.available(position)
    analysis._process.kill()
    analysis._process.wait()
    assert analysis.available(position) == first


def test_a_worker_that_died_is_started_again(analysis):
    analysis.available(Position(hands(N="S2", E="HA", S="H3", W="H4"), SPADES, Seat.N))
    analysis._process.kill()
    analysis._process.wait()
    assert analysis.available(Position(hands(N="S2", E="HA", S="H3", W="H4"), SPADES, Seat.S)) == Available(1, 0)


def test_a_deal_that_is_not_whole_is_refused(analysis):
    with pytest.raises(DoubleDummyError, match="whole deal"):
        analysis.makeable(Deal({Seat.N: frozenset()}), dealer=Seat.N, vulnerability=Vulnerability.NONE)


def test_what_cannot_be_solved_is_said_without_a_card(analysis):
    with pytest.raises(DoubleDummyError, match="cannot be analysed") as error:
        analysis.available(Position(hands(N="S2", E="", S="", W=""), NT, Seat.N, (card("HA"),)))
    assert "HA" not in str(error.value)
