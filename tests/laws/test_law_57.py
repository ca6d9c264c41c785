"""Laws 57 and 59: played or led before partner, at another hand's turn, and the orders that declarer may give."""

import pytest
from support.build import play, ruling
from support.card_acts import (
    DUMMY_WINS,
    EAST_WINS,
    SOUTH_WINS,
    WEST_WINS,
    after_trick,
    exposed,
    put,
    returned,
)
from support.table import EDITIONS, after

from controller.table import refusal

pytestmark = pytest.mark.parametrize("laws", EDITIONS)
SOON, LEAD, BREACH = "play_out_of_turn", "premature_lead_to_next_trick", "play_restriction_breached"
ORDERS = {
    "1987": ("highest", "lowest", "forbid_suit"),
    "2017": ("highest", "lowest", "require_suit", "forbid_suit"),
}


class TestBeforePartner:
    #: South leads the ace of hearts and East plays before West.
    EARLY = (*after_trick(SOUTH_WINS), *play("S: HA E:HK"))

    def test_declarer_chooses_what_partner_is_to_play(self, laws):
        found = after(self.EARLY, laws=laws).finding(SOON)
        assert (found.options, set(found.by.values())) == (ORDERS[laws], {"S"})
        assert found.facts["suits"]["forbid_suit"] == ["S", "D", "C"]

    def test_the_card_is_a_major_penalty_card_and_partner_is_bound(self, laws):
        story = after(self.EARLY, ruling(SOON, "highest"), laws=laws)
        assert (story.state["penalty_cards"], story.state["turn"]) == ([["E", "HK", "major"]], "W")
        assert story.state["play_restrictions"] == [{"seat": "W", "order": "highest", "suit": "H"}]

    @pytest.mark.parametrize(
        ("order", "card", "is_broken"),
        [("highest", "HJ", False), ("highest", "HT", True), ("lowest", "H5", False), ("lowest", "HT", True)],
    )
    def test_highest_and_lowest(self, laws, order, card, is_broken):
        story = after(self.EARLY, ruling(SOON, order), put("W", card), laws=laws)
        assert (BREACH in story.kinds) is is_broken
        assert (story.state["play_restrictions"] == []) is not is_broken or story.state["pending"] == [BREACH]

    def test_disobeyed_it_is_put_right_and_the_card_is_a_penalty_card(self, laws):
        acts = [ruling(SOON, "lowest"), put("W", "HT"), ruling(BREACH, "correct"), put("W", "H5")]
        story = after(self.EARLY, acts, laws=laws)
        assert (story.kinds, story.state["on_table"]) == ([SOON, BREACH], [["S", "HA"], ["W", "H5"]])
        assert story.state["penalty_cards"] == [["E", "HK", "major"], ["W", "HT", "major"]]

    def test_disobeyed_and_played_on_it_is_an_established_revoke(self, laws):
        rest = [ruling(SOON, "lowest"), *play("W: HT H2 HK"), *play("S: DK D6")]
        assert after(self.EARLY, rest, laws=laws).kinds == [SOON, BREACH, "revoke_established"]

    def test_another_suit_binds_only_a_hand_that_cannot_follow(self, laws):
        story = after(self.EARLY, ruling(SOON, "forbid_suit", suit="S"), put("W", "H5"), laws=laws)
        assert story.kinds == [SOON]

    def test_the_suit_led_cannot_be_named(self, laws):
        table = after(self.EARLY, laws=laws).table
        assert "must name one of S, D, C" in refusal(table, ruling(SOON, "forbid_suit", suit="H"))
        assert refusal(table, ruling(SOON, "forbid_suit")) is not None

    def test_partner_plays_before_declarer_has_chosen_and_his_card_is_judged_by_the_order(self, laws):
        early = [*self.EARLY, put("W", "HT")]
        assert after(early, laws=laws).state["pending"] == [SOON]
        assert after(early, ruling(SOON, "lowest"), laws=laws).kinds == [SOON, BREACH]
        assert after(early, ruling(SOON, "forbid_suit", suit="S"), laws=laws).kinds == [SOON]

    def test_declarers_side_playing_on_after_partner_forfeits_the_right(self, laws):
        story = after(self.EARLY, put("W", "H5"), put("N", "H2"), laws=laws)
        assert (story.state["pending"], story.state["tricks"]) == ([], {"NS": 2, "EW": 0})
        assert story.steps[-1].resolved[0].how == "action"

    def test_the_director_may_let_it_go_back_without_more(self, laws):
        story = after(self.EARLY, ruling(SOON, "put_back"), returned("E", "HK"), play("W: H5 H2 H7"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([SOON], [])


class TestNoOrder:
    def test_where_declarer_has_played_from_both_hands(self, laws):
        story = after(after_trick(SOUTH_WINS), play("S: HA N:H2 E:HK"), laws=laws)
        assert [(f.options, f.attention.value) for f in story.raised] == [((), "log"), ((), "log")]
        assert story.state["turn"] == "W"
        done = after(after_trick(SOUTH_WINS), play("S: HA N:H2 E:HK W:H5"), laws=laws)
        assert (done.state["trick"], done.state["penalty_cards"]) == (3, [])

    def test_where_partner_has_played(self, laws):
        story = after(after_trick(SOUTH_WINS), play("S: HA H5 E:HK"), laws=laws)
        assert [(f.options, f.attention.value) for f in story.raised] == [((), "log")]
        assert after(after_trick(SOUTH_WINS), play("S: HA H5 E:HK N:H2"), laws=laws).state["trick"] == 3

    def test_where_partner_led(self, laws):
        story = after(after_trick(WEST_WINS), play("W: HJ E:HQ"), laws=laws)
        assert [(f.kind, f.options) for f in story.raised] == [(SOON, ())]

    def test_then_the_card_counts_at_its_turn_without_being_told_again(self, laws):
        story = after(after_trick(WEST_WINS), play("W: HJ E:HQ N:H2"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["W", "HJ"], ["N", "H2"], ["E", "HQ"]], "S")
        again = after(after_trick(WEST_WINS), play("W: HJ E:HQ N:H2 E:HQ"), laws=laws)
        assert (again.kinds, again.state["on_table"]) == (story.kinds, story.state["on_table"])

    def test_unless_it_cannot_lawfully_be_played_then(self, laws):
        story = after(after_trick(WEST_WINS), play("W: HJ E:C8 N:H2"), laws=laws)
        assert (story.state["penalty_cards"], story.state["turn"]) == ([["E", "C8", "major"]], "E")
        changed = story.steps[-1].changed[0]
        assert (changed.attention.value, changed.rests_on.value) == ("now", "unseen")
        assert after(after_trick(WEST_WINS), play("W: HJ E:C8 N:H2 E:HQ"), laws=laws).state["turn"] == "S"

    def test_a_card_of_declarers_out_of_turn_stands(self, laws):
        story = after(after_trick(EAST_WINS), play("E: D2 N:DA S:D3 W:D6"), laws=laws)
        assert (story.kinds, story.state["trick"], story.state["leader"]) == ([SOON], 3, "N")

    def test_played_of_another_suit_it_is_a_revoke_when_its_turn_comes(self, laws):
        story = after(after_trick(EAST_WINS), play("E: D2 N:C4 S:D3 W:D6"), laws=laws)
        assert story.kinds == [SOON, "revoke_certain"]


class TestLeadToTheNextTrick:
    #: South leads a club, West wins it in front of dummy and leads a heart before East has played.
    EARLY = (*after_trick(SOUTH_WINS), *play("S: C2 CQ C4 W:HJ"))

    def test_the_orders_are_those_over_partners_card_to_the_trick_in_progress(self, laws):
        found = after(self.EARLY, laws=laws).finding(LEAD)
        assert (found.options, found.facts["suits"]["forbid_suit"]) == (ORDERS[laws], ["S", "H", "D"])

    def test_the_card_is_a_major_penalty_card(self, laws):
        story = after(self.EARLY, ruling(LEAD, "highest"), put("E", "CT"), laws=laws)
        assert (story.state["leader"], story.state["penalty_cards"]) == ("W", [["W", "HJ", "major"]])
        assert after(self.EARLY, ruling(LEAD, "highest"), play("E: CT", "W: HJ"), laws=laws).kinds == [LEAD]

    def test_it_was_no_lead_says_the_director(self, laws):
        story = after(self.EARLY, ruling(LEAD, "as_play"), laws=laws)
        assert (story.state["penalty_cards"], story.state["play_restrictions"]) == ([["W", "HJ", "major"]], [])

    def test_partner_completes_the_trick_before_declarer_has_chosen(self, laws):
        early = [*self.EARLY, put("E", "C3")]
        assert after(early, laws=laws).state["pending"] == [LEAD]
        story = after(early, ruling(LEAD, "highest"), laws=laws)
        assert (story.kinds, story.raised[-1].seat.name) == ([LEAD, BREACH], "E")
        put_right = after(early, ruling(LEAD, "highest"), ruling(BREACH, "correct"), put("E", "CT"), laws=laws)
        assert put_right.state["penalty_cards"] == [["W", "HJ", "major"], ["E", "C3", "major"]]

    def test_declarers_side_plays_to_it_and_it_stands(self, laws):
        story = after(self.EARLY, put("E", "C3"), put("N", "H2"), laws=laws)
        assert (story.state["on_table"], story.state["pending"]) == ([["W", "HJ"], ["N", "H2"]], [])

    def test_it_establishes_a_revoke_in_the_trick_in_progress(self, laws):
        story = after(after_trick(SOUTH_WINS), play("S: DK C7 D5 W:HJ"), laws=laws)
        assert story.kinds == ["revoke_certain", LEAD, "revoke_established"]

    def test_a_second_card_of_declarers_is_a_fifth_card(self, laws):
        story = after(after_trick(DUMMY_WINS), play("N: H2 H7 H9 N:C4"), laws=laws)
        assert story.kinds == ["fifth_card_in_trick"]


class TestUnknownHands:
    EARLY = (*after_trick(SOUTH_WINS, known=False), *play("S: HA E:HK"))

    def test_a_breach_is_possible_only_and_not_a_summons(self, laws):
        story = after(self.EARLY, ruling(SOON, "lowest"), put("W", "HT"), laws=laws)
        found = story.finding(BREACH)
        assert (found.certainty, found.attention.value, story.state["turn"]) == ("possible", "log", "N")

    def test_there_is_none_where_no_card_could_be_better(self, laws):
        assert after(self.EARLY, ruling(SOON, "highest"), put("W", "HQ"), laws=laws).kinds == [SOON]

    def test_the_director_may_have_it_put_right_in_time(self, laws):
        acts = [ruling(SOON, "lowest"), put("W", "HT"), ruling(BREACH, "correct"), put("W", "H5")]
        story = after(self.EARLY, acts, laws=laws)
        assert story.state["on_table"] == [["S", "HA"], ["W", "H5"]]
        assert story.state["penalty_cards"] == [["E", "HK", "major"], ["W", "HT", "major"]]

    def test_shown_before_the_side_has_played_on_it_is_certain_and_may_still_be_put_right(self, laws):
        rest = [ruling(SOON, "lowest"), put("W", "HT"), exposed("W", "H5")]
        story = after(self.EARLY, rest, laws=laws)
        found = story.table.findings[next(f.id for f in story.raised if f.kind == BREACH)]
        assert (found.certainty, found.attention.value) == ("certain", "now")

    def test_proved_by_a_card_seen_later_it_is_established(self, laws):
        rest = [ruling(SOON, "lowest"), *play("W: HT H2 HK"), *play("S: H3 H5")]
        story = after(self.EARLY, rest, laws=laws)
        assert (story.kinds, story.state["pending"]) == ([SOON, BREACH, "revoke_established"], ["revoke_established"])

    def test_a_card_that_would_not_have_obeyed_proves_nothing(self, laws):
        rest = [ruling(SOON, "lowest"), *play("W: HT H2 HK"), *play("S: H3 HJ")]
        assert after(self.EARLY, rest, laws=laws).kinds == [SOON, BREACH]
