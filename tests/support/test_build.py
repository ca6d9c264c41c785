"""The words of the tests mean what they look like."""

from support.build import auction, board, claim, contract, play, result, ruling

from controller.model.calls import Denomination, call
from controller.model.cards import Suit, card
from controller.model.seats import Seat, Side


def test_an_auction_goes_round_from_the_seat_named():
    made = [(e.seat, e.call) for e in auction("W: 1H P 2H")]
    assert made == [(Seat.W, call("1H")), (Seat.N, call("P")), (Seat.E, call("2H"))]


def test_a_call_may_name_its_own_seat_and_the_next_goes_on_from_there():
    assert [e.seat for e in auction("N: 1H W:2C P")] == [Seat.N, Seat.W, Seat.N]


def test_each_trick_goes_round_from_its_own_leader():
    played = [(e.seat, e.card) for e in play("W: HQ H2 H5 HK", "S: SA")]
    assert played[3:] == [(Seat.S, card("HK")), (Seat.S, card("SA"))]


def test_a_board_is_taken_with_its_deal():
    taken = board(7, deal="N:AK... - - -")
    assert taken.deal.hands == {Seat.N: frozenset({card("SA"), card("SK")})}


def test_a_claim_comes_with_both_answers():
    made, *answers = claim("S", 3, agreed=False)
    assert (made.tricks, [(a.seat, a.agree) for a in answers]) == (3, [(Seat.W, False), (Seat.E, False)])


def test_a_ruling_is_written_in_plain_letters():
    ruled = ruling("lead_out_of_turn_by_defender", "forbid", suits="HS", seat="E", to="NS", after=3)
    assert (ruled.suits, ruled.seat, ruled.to, ruled.after) == ((Suit.H, Suit.S), Seat.E, Side.NS, 3)


def test_a_doubled_contract_is_keyed_in():
    keyed = result("4SX by W", 9)
    assert (keyed.contract, keyed.declarer, keyed.tricks) == ("4SX", Seat.W, 9)


def test_a_contract_has_its_declarer():
    made = contract("3NTXX by E")
    assert (made.level, made.denomination, made.declarer, made.doubled) == (3, Denomination.NT, Seat.E, 2)
