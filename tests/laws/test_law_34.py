"""Laws 17, 22 and 34: when the auction is over, and the player who lost his turn before it was."""

import pytest
from support.build import auction, board, led
from support.table import EDITIONS, after, ruled

OUT, SKIPPED = "call_out_of_turn", "skipped_player_auction_not_ended"


@pytest.mark.parametrize("laws", EDITIONS)
class TestTheAuctionIsOver:
    def test_after_three_passes_in_turn(self, laws):
        state = after(board(1), auction("N: 1S P P P"), laws=laws).state
        assert (state["phase"], state["contract"], state["declarer"]) == ("clarification", "1S", "N")

    def test_after_four_passes_with_no_bid(self, laws):
        state = after(board(1), auction("N: P P P P"), laws=laws).state
        assert (state["phase"], state["contract"], state["result"]) == ("ended", "P", {"score": 0})

    def test_not_after_three_when_nobody_has_bid(self, laws):
        assert after(board(1), auction("N: P P P"), laws=laws).state["turn"] == "W"

    def test_with_declarers_left_hand_opponent_on_lead(self, laws):
        state = after(board(1), auction("N: 1C P 1S P 2S P P P"), laws=laws).state
        assert (state["declarer"], state["dummy"], state["leader"], state["turn"]) == ("S", "N", "W", "W")

    def test_and_a_player_silenced_then_is_so_no_more(self, laws):
        events = [board(1), *auction("N: 1S P X"), ruled("inadmissible_double", "cancel"), *auction("S: 2S")]
        assert after(events, laws=laws).state["must_pass"] == {"N": "throughout"}
        assert after(events, auction("W: P P P"), laws=laws).state["must_pass"] == {}


@pytest.mark.parametrize("laws", EDITIONS)
class TestASkippedPlayer:
    """South passes at East's turn, West and North pass after him: East has had no call over 1S."""

    calls = "N: 1S S:P P P"

    def test_is_told_with_the_one_who_took_his_turn(self, laws):
        found = after(board(1), auction(self.calls), laws=laws).raised[-1]
        assert (found.kind, found.seat.name, found.laws[0]) == (SKIPPED, "S", {"1987": "34", "2017": "17D3"}[laws])

    def test_has_his_turn_back_and_the_passes_fall(self, laws):
        state = after(board(1), auction(self.calls), laws=laws).state
        assert (state["turn"], state["auction"], state["phase"]) == ("E", [["N", "1S"]], "auction")

    def test_need_not_pass(self, laws):
        assert after(board(1), auction(f"{self.calls} E:2H"), laws=laws).kinds == [OUT, SKIPPED]

    def test_is_told_when_the_pass_was_accepted_by_a_ruling_too(self, laws):
        story = after(board(1), auction("N: 1S S:P"), ruled(OUT, "accept"), auction("W: P P"), laws=laws)
        assert story.kinds == [OUT, SKIPPED]

    def test_who_has_called_meanwhile_has_lost_nothing(self, laws):
        # North, the dealer, was passed over by South's pass, and passed later.
        state = after(board(1), auction("S: P P P P"), laws=laws).state
        assert (state["phase"], state["contract"]) == ("ended", "P")

    def test_is_the_one_without_a_call_when_two_turns_were_taken(self, laws):
        # South passes in the turn of North, then in that of East, who has not called at all.
        state = after(board(1), auction("S: P P P S:P W:P"), laws=laws).state
        assert (state["turn"], state["auction"]) == ("E", [["S", "P"], ["W", "P"], ["N", "P"]])

    def test_whose_turn_a_bid_follows_has_lost_it(self, laws):
        story = after(board(1), auction("N: 1S S:P W:2H P P P"), laws=laws)
        assert (story.kinds, story.state["contract"]) == ([OUT], "2H")


@pytest.mark.parametrize(("laws", "paragraph"), [("1987", "22"), ("2017", "22B")])
def test_a_card_led_after_four_passes_is_only_noted(laws, paragraph):
    found = after(board(1), auction("N: P P P P"), led("E", "D4"), laws=laws).raised[-1]
    assert (found.kind, found.laws[0], found.attention.value) == ("passed_out_ambiguous", paragraph, "log")
