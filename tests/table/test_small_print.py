"""Small print of the Laws that a careless change would lose: each was found by changing the engine."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after, ruled

from controller.model.cards import card, cards
from controller.model.events import CardPlayed, CardsExposed, HandScanned
from controller.model.seats import Seat
from controller.table import refusal

OUT, LOW = "call_out_of_turn", "insufficient_bid"


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_change_of_call_says_which_call_it_would_replace(laws):
    assert after(board(1), auction("N: 1C N:1D"), laws=laws).finding("change_of_call").facts["first"] == "1C"


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_call_in_turn_has_no_first_call(laws):
    assert "first" not in after(board(1), auction("N: 1S 1H"), laws=laws).finding(LOW).facts


def test_a_call_that_was_refused_and_replaced_can_no_longer_be_accepted():
    story = after(board(1), auction("S: 1H"), ruled(OUT, "cancel"), auction("N: 1C P 1H"))
    assert refusal(story.table, ruled(OUT, "accept")) is not None


@pytest.mark.parametrize("laws", EDITIONS)
def test_31a_a_bid_that_rhos_pass_has_not_made_sufficient_need_not_be_repeated(laws):
    events = (board(1), auction("N: 1S S:1H"), ruled(OUT, "cancel"), auction("E: P"))
    assert after(*events, laws=laws).state["must_repeat"] == {}


@pytest.mark.parametrize("laws", EDITIONS)
def test_31a_and_repeated_all_the_same_it_is_an_insufficient_bid(laws):
    events = (board(1), auction("N: 1S S:1H"), ruled(OUT, "cancel"), auction("E: P S:1H"))
    assert after(*events, laws=laws).kinds == [OUT, LOW]


def _to_a_diamond_lead(*before):
    return (board(1), *before, auction("N: 1NT P P P"), CardPlayed(seat=Seat.E, card=card("D5")))


def test_61_no_revoke_is_possible_where_all_cards_of_the_suit_are_known_elsewhere():
    rest = cards("DA DK DQ DJ DT D9 D8 D7 D6 D4 D3 D2 S2")
    north = HandScanned(seat=Seat.N, cards=rest, count=13)
    story = after(*_to_a_diamond_lead(north), CardPlayed(seat=Seat.S, card=card("C2")))
    assert story.kinds == []


def test_61_a_revoke_is_possible_while_one_card_of_the_suit_may_be_in_the_hand():
    rest = cards("DA DK DQ DJ DT D9 D8 D7 D6 D4 D3 S2 S3")
    north = HandScanned(seat=Seat.N, cards=rest, count=13)
    story = after(*_to_a_diamond_lead(north), CardPlayed(seat=Seat.S, card=card("C2")))
    assert story.kinds == ["revoke_possible"]


def test_49_cards_shown_when_the_board_is_over_are_nobodys_penalty_cards():
    story = after(board(1), auction("N: P P P P"), CardsExposed(seat=Seat.E, cards=cards("SA"), seen_by_partner=True))
    assert story.kinds == []
