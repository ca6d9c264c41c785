"""Corners of the auction, of scanned hands and of late rulings, where a change in the engine once passed unseen."""

import pytest
from support.build import auction, board, claim, led, play, ruling
from support.card_acts import DEAL, EAST_WINS, SOUTH_WINS, after_trick, exposed, hand, put, returned, spread
from support.table import EDITIONS, after

from controller.model.cards import card
from controller.model.events import CardPlayed, Correction, HandScanned, PocketScanned
from controller.model.seats import Seat
from controller.table import Table

pytestmark = pytest.mark.parametrize("laws", EDITIONS)
LOW, STARTED = "insufficient_bid", "auction_incomplete_play_started"


def test_before_the_first_board_nobody_is_to_call(laws):
    state = Table.fresh(laws).state()
    assert (state["phase"], state["turn"]) == ("ended", None)


class TestTheAuctionCountedAnew:
    def test_a_double_that_fell_doubles_nothing(self, laws):
        """Law 25B: East doubles, then passes; the double goes (1987: by his choice, 2017: West's acceptance)."""
        choice = "change" if laws == "1987" else "accept"
        calls = [*auction("N: 1S X E:P"), ruling("change_of_call", choice)]
        rest = auction("E: P P P") if laws == "1987" else auction("S: P P")
        assert after(board(1), calls, rest, laws=laws).state["contract"] == "1S"

    def test_a_hand_spread_when_more_than_a_pass_is_missing_is_seen_in_the_auction(self, laws):
        assert after(board(1, DEAL), auction("N: 1S P"), spread("S"), laws=laws).kinds == ["card_exposed_in_auction"]


class TestALeadBeforeTheLastPassPutBack:
    """Law 17: what its player did goes back with it, what others showed was shown in the auction."""

    early = (board(1, DEAL), *auction("N: 1S P P"), led("E", "HK", face="up"))

    def test_his_own_second_card_is_gone(self, laws):
        story = after(self.early, put("E", "H7"), ruling(STARTED, "put_back"), laws=laws)
        assert (story.kinds, story.state["must_pass"]) == ([STARTED], {})

    def test_anothers_card_stays_seen(self, laws):
        story = after(self.early, exposed("W", "HJ"), ruling(STARTED, "put_back"), laws=laws)
        assert story.kinds == [STARTED, "card_exposed_in_auction"]


class TestAHandSpreadWhileACallWaits:
    """West bids too low and then passes; South takes that for the last pass and spreads dummy's hand."""

    EARLY = (board(1, DEAL), *auction("N: 1H P P 1C W:P"), spread("S"))

    def test_is_told_of(self, laws):
        assert after(self.EARLY, laws=laws).kinds == [LOW, "premature_replacement", STARTED]

    def test_the_auction_over_the_low_bid_falls_and_its_maker_has_passed(self, laws):
        story = after(self.EARLY, ruling(STARTED, "play_on"), laws=laws)
        assert (story.state["phase"], story.state["pending"]) == ("clarification", [])
        assert story.state["auction"] == [["N", "1H"], ["E", "P"], ["S", "P"], ["W", "P"]]

    def test_which_gives_declarer_the_right_over_his_partners_lead(self, laws):
        judged = [ruling(LOW, "not_comparable")] if laws == "2017" else []
        story = after(self.EARLY, ruling(STARTED, "play_on"), judged, laws=laws)
        assert story.state["lead_restrictions"] == [{"seat": "E", "pending": "26"}]

    def test_a_change_of_call_falls_likewise(self, laws):
        """South passes, then bids; nobody has accepted that when he spreads his hand."""
        early = [board(1, DEAL), *auction("N: 1H P P S:2C"), spread("S"), ruling(STARTED, "play_on")]
        story = after(early, laws=laws)
        assert story.kinds == ["change_of_call", STARTED, "dummy_spread_before_lead_faced"]
        assert (story.state["pending"], story.state["contract"]) == ([], "1H")


class TestScans:
    def test_of_a_hand_when_the_play_is_over_say_nothing(self, laws):
        over = [*after_trick(SOUTH_WINS), *claim("S", 12)]
        assert after(over, HandScanned(seat=Seat.E, count=3), laws=laws).kinds == []

    def test_a_hand_put_right_in_its_pocket_closes_what_was_told(self, laws):
        over = [*after_trick(SOUTH_WINS), *claim("S", 12)]
        wrong = PocketScanned(seat=Seat.E, cards=hand("E")[1:])
        story = after(over, wrong, PocketScanned(seat=Seat.E, cards=hand("E")), laws=laws)
        done = story.steps[-1].resolved
        assert [(one.how, one.by) for one in done] == [("action", str(len(story.steps) - 1))]

    def test_cards_of_another_pack_at_two_seats_are_two_findings(self, laws):
        red = [CardPlayed(seat=Seat[s], card=card(c), pack="red") for s, c in (("S", "HA"), ("W", "H2"), ("S", "HA"))]
        story = after(after_trick(SOUTH_WINS), red, laws=laws)
        assert [(f.kind, f.seat) for f in story.raised] == [("foreign_card", Seat.S), ("foreign_card", Seat.W)]

    def test_a_held_hand_with_anothers_cards_says_whose_they_are(self, laws):
        mixed = sorted({*hand("E")[1:], hand("W")[0]})
        story = after(board(1, DEAL), HandScanned(seat=Seat.E, cards=tuple(mixed)), laws=laws)
        assert story.raised[-1].facts["cards"] == {"W": [hand("W")[0].text]}


class TestWhatSensingIsToldOfTheTable:
    def test_which_card_is_to_be_replaced(self, laws):
        revoke = [*after_trick(SOUTH_WINS), *play("S: DK D6 D5 H7"), ruling("revoke_certain", "correct")]
        assert after(revoke, laws=laws).table.expectation().replaces == ((Seat.E, card("H7")),)

    def test_that_the_lead_was_faced_though_it_waits_for_a_ruling(self, laws):
        first = [*after_trick(EAST_WINS)]
        assert after(first, laws=laws).table.expectation().lead_faced


class TestALateRulingOnAnEventThatWasCorrectedAway:
    def test_counts_where_that_event_had_stood(self, laws):
        """The ruling was given after a pass that nobody had made."""
        ghost = Correction(replaces=(3,), events=(), reason="a ghost", by="director")
        calls = [board(1), *auction("N: 1S 1H P"), ghost, *auction("E: 2H")]
        story = after(calls, ruling(LOW, "cancel", after=3), laws=laws)
        assert story.state["auction"] == [["N", "1S"], ["E", "2H"]]


def test_a_lead_put_down_by_the_wrong_hand_and_taken_up_again_is_no_change_of_lead(laws):
    """Law 41A: East had no lead to change."""
    start = [board(3, DEAL), *auction("S: 3NT P P P"), led("N", "S3"), returned("N", "S3"), led("W", "S2", face="up")]
    assert "opening_lead_changed" not in after(start, laws=laws).kinds
