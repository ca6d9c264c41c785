"""An act that the sensors only think possible: what is found in it is possible, logged, and summons nobody."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after

from controller.model.calls import call
from controller.model.cards import card
from controller.model.events import CallMade, CardPlayed, Correction, Replacement
from controller.model.irregularities import Attention
from controller.model.seats import Seat

LOW = CallMade(seat=Seat.E, call=call("1H"), certainty="possible")


@pytest.mark.parametrize("laws", EDITIONS)
class TestADoubtfulCall:
    def test_is_reported_as_possible(self, laws):
        assert after(board(1), auction("N: 1S"), LOW, laws=laws).raised[0].certainty == "possible"

    def test_summons_nobody(self, laws):
        assert after(board(1), auction("N: 1S"), LOW, laws=laws).raised[0].attention is Attention.LOG

    def test_stops_nobody(self, laws):
        story = after(board(1), auction("N: 1S"), LOW, laws=laws)
        assert (story.state["turn"], story.state["pending"]) == ("E", ["insufficient_bid"])

    def test_made_certain_by_a_correction_summons_the_director(self, laws):
        sure = Correction(
            replaces=(2,),
            events=(Replacement(CallMade(seat=Seat.E, call=call("1H")), same_as=2),),
            reason="scanned again",
        )
        changed = after(board(1), auction("N: 1S"), LOW, sure, laws=laws).steps[-1].changed[0]
        assert (changed.certainty, changed.attention) == ("certain", Attention.NOW)


def test_a_doubtful_card_out_of_turn_is_only_logged():
    lead = CardPlayed(seat=Seat.S, card=card("HK"), certainty="possible")
    story = after(board(1), auction("N: 1NT P P P"), CardPlayed(seat=Seat.E, card=card("S2")), lead)
    assert {found.attention for found in story.raised} <= {Attention.LOG}
