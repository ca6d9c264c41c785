"""Laws 53 and 55: declarer leads out of turn; who may accept it, and which card accepts or undoes it."""

import pytest
from support.build import ruling
from support.card_acts import (
    DEFENDER_ON_LEAD,
    DUMMY_WINS,
    EAST_WINS,
    EXPOSED,
    TWELVE_THEN_DUMMY,
    WEST_WINS,
    WRONG_HAND,
    after_trick,
    after_twelve,
    put,
    returned,
)
from support.table import EDITIONS, after

pytestmark = pytest.mark.parametrize("laws", EDITIONS)
#: Dummy is on lead; South leads the ace of hearts from his own hand.
WRONG = [*after_trick(DUMMY_WINS), put("S", "HA")]


class TestFromTheWrongHand:
    def test_either_defender_may_accept_it_or_have_it_taken_back(self, laws):
        story = after(WRONG, laws=laws)
        found = story.finding(WRONG_HAND)
        assert (found.options, found.by) == (("accept", "retract"), {"accept": "EW", "retract": "EW"})
        assert (story.state["turn"], story.state["on_table"], found.facts["turn"]) == (None, [], "N")

    def test_accepted_it_is_the_lead(self, laws):
        story = after(WRONG, ruling(WRONG_HAND, "accept"), laws=laws)
        assert (story.state["leader"], story.state["turn"], story.state["on_table"]) == ("S", "W", [["S", "HA"]])

    def test_taken_back_the_right_hand_leads_what_it_likes(self, laws):
        story = after(WRONG, ruling(WRONG_HAND, "retract"), returned("S", "HA"), put("N", "C4"), laws=laws)
        assert (story.kinds, story.state["leader"], story.state["penalty_cards"]) == ([WRONG_HAND], "N", [])

    def test_the_next_defenders_card_accepts_it(self, laws):
        story = after(WRONG, put("W", "H5"), laws=laws)
        assert (story.kinds, story.state["on_table"]) == ([WRONG_HAND], [["S", "HA"], ["W", "H5"]])
        assert story.steps[-1].resolved[0].how == "action"

    def test_the_other_defenders_card_accepts_it_and_was_played_too_soon(self, laws):
        story = after(WRONG, put("E", "HQ"), laws=laws)
        assert (story.kinds, story.state["leader"]) == ([WRONG_HAND, "play_out_of_turn"], "S")
        assert story.state["pending"] == ["play_out_of_turn"]

    def test_declarer_puts_himself_right_and_nobody_has_refused_the_first_card(self, laws):
        story = after(WRONG, put("N", "C4"), put("E", "HK"), laws=laws)
        assert story.kinds == [WRONG_HAND, "play_out_of_turn", "play_out_of_turn"]
        assert (story.state["leader"], story.state["pending"], story.state["turn"]) == ("S", [], "W")
        done = after(WRONG, put("N", "H2"), put("E", "HK"), put("W", "H5"), laws=laws)
        assert (done.state["trick"], done.state["tricks"]) == (3, {"NS": 2, "EW": 0})

    def test_declarer_puts_himself_right_and_a_defender_has_the_first_card_taken_back(self, laws):
        story = after(WRONG, put("N", "C4"), ruling(WRONG_HAND, "retract"), laws=laws)
        assert (story.state["leader"], story.state["turn"], story.state["on_table"]) == ("N", "E", [["N", "C4"]])

    def test_the_director_may_let_it_go_back_without_more(self, laws):
        story = after(WRONG, ruling(WRONG_HAND, "put_back"), laws=laws)
        assert (story.state["turn"], story.state["pending"]) == ("N", [])

    def test_told_twice_it_is_one_lead(self, laws):
        assert after(WRONG, put("S", "HA"), laws=laws).kinds == [WRONG_HAND]


class TestADefenderOnLead:
    #: East has won the first trick; South leads.
    WRONG = (*after_trick(EAST_WINS), put("S", "SA"))

    def test_is_another_kind(self, laws):
        story = after(self.WRONG, laws=laws)
        assert story.finding(DEFENDER_ON_LEAD).options == ("accept", "retract")
        assert {"1987": "53C", "2017": "53B"}[laws] in story.finding(DEFENDER_ON_LEAD).laws

    def test_he_leads_himself_and_the_other_card_goes_back(self, laws):
        story = after(self.WRONG, put("E", "HK"), laws=laws)
        assert (story.state["leader"], story.state["on_table"]) == ("E", [["E", "HK"]])
        assert (story.state["pending"], story.state["penalty_cards"]) == ([], [])

    def test_the_next_hand_accepts_it(self, laws):
        story = after(self.WRONG, put("W", "S8"), laws=laws)
        assert (story.state["leader"], story.state["on_table"]) == ("S", [["S", "SA"], ["W", "S8"]])

    def test_on_declarers_left_he_is_next_and_yet_leads(self, laws):
        story = after(after_trick(WEST_WINS), put("S", "SA"), put("W", "CQ"), laws=laws)
        assert (story.state["leader"], story.state["on_table"], story.state["pending"]) == ("W", [["W", "CQ"]], [])

    def test_the_defender_neither_on_lead_nor_next_makes_it_stand_by_playing(self, laws):
        story = after(after_trick(WEST_WINS), put("S", "SA"), put("E", "S5"), laws=laws)
        assert (story.state["leader"], story.kinds) == ("S", [DEFENDER_ON_LEAD, "play_out_of_turn"])

    def test_cards_that_followed_it_go_back_as_well(self, laws):
        story = after(self.WRONG, put("N", "S3"), put("E", "DJ"), put("S", "DK"), put("W", "D6"), laws=laws)
        assert (story.state["turn"], len(story.state["on_table"])) == ("N", 3)
        assert story.kinds == [DEFENDER_ON_LEAD, "play_out_of_turn"]

    def test_taken_back_the_defender_leads(self, laws):
        story = after(self.WRONG, ruling(DEFENDER_ON_LEAD, "retract"), laws=laws)
        assert (story.state["turn"], story.state["leader"], story.state["penalty_cards"]) == ("E", "E", [])


class TestAfterALeadWasTakenBack:
    RETRACTED = (*WRONG, ruling(WRONG_HAND, "retract"))

    def test_a_defender_who_plays_before_the_new_lead_has_exposed_a_card(self, laws):
        story = after(self.RETRACTED, put("E", "H7"), laws=laws)
        assert (story.kinds[-1], story.raised[-1].options) == (EXPOSED, ("penalty_card",))
        assert "60B" in story.raised[-1].laws
        assert after(self.RETRACTED, put("E", "H7"), put("E", "H7"), laws=laws).kinds == story.kinds

    def test_which_is_a_major_penalty_card(self, laws):
        story = after(self.RETRACTED, put("E", "H7"), ruling(EXPOSED, "penalty_card"), laws=laws)
        assert (story.state["penalty_cards"], story.state["turn"]) == ([["E", "H7", "major"]], "N")

    def test_once_declarer_has_led_anew_the_ordinary_laws_apply(self, laws):
        story = after(self.RETRACTED, put("N", "C4"), put("S", "C2"), put("E", "C3"), laws=laws)
        assert story.kinds == [WRONG_HAND, "play_out_of_turn"]

    def test_with_a_defender_on_lead_his_partner_leads_out_of_turn(self, laws):
        events = [*TestADefenderOnLead.WRONG, ruling(DEFENDER_ON_LEAD, "retract"), put("W", "HT")]
        assert after(events, laws=laws).kinds[-1] == "lead_out_of_turn_by_defender"


def test_at_the_thirteenth_trick_the_edition_of_2017_accepts_nothing(laws):
    story = after(after_twelve(TWELVE_THEN_DUMMY), laws=laws)
    assert (story.kinds, story.state["trick"], story.state["turn"]) == ([], 13, "N")
    wrong = after(after_twelve(TWELVE_THEN_DUMMY), put("S", "C5"), laws=laws)
    assert wrong.raised[0].options == {"1987": ("accept", "retract"), "2017": ("retract",)}[laws]


def test_2017_there_each_hand_has_one_card_which_counts_in_its_turn(laws):
    last = [put("S", "C5"), put("W", "ST"), put("N", "S3"), put("E", "S9")]
    story = after(after_twelve(TWELVE_THEN_DUMMY), last, laws=laws)
    won_by = {"1987": "S", "2017": "W"}[laws]
    assert (story.state["phase"], story.table.tricks_played[-1].winner.name) == ("ended", won_by)
