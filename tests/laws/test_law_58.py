"""Laws 45E, 47 and 58: cards at the same time, one card too many, a card taken back, a card played twice."""

import pytest
from support.build import play, ruling
from support.card_acts import (
    EAST_WINS,
    SOUTH_WINS,
    WEST_WINS,
    after_trick,
    put,
    returned,
    spread,
    three_notrump,
)
from support.table import EDITIONS, after

from controller.table import refusal

pytestmark = pytest.mark.parametrize("laws", EDITIONS)
AT_ONCE, SEVERAL, FIFTH = "simultaneous_leads_or_plays", "simultaneous_cards_from_one_hand", "fifth_card_in_trick"
RETRACTED = "card_changed_or_retracted"


class TestTwoHandsAtOnce:
    @pytest.mark.parametrize("in_turn_first", [True, False])
    def test_the_lawful_card_counts_first_whatever_the_order_of_the_lines(self, laws, in_turn_first):
        acts = [put("S", "HA", t=40.0), put("E", "HQ", t=40.0)]
        story = after(after_trick(SOUTH_WINS), acts if in_turn_first else acts[::-1], laws=laws)
        assert (story.kinds, story.state["on_table"]) == ([AT_ONCE], [["S", "HA"]])
        assert story.steps[-2].raised == ()

    def test_of_two_leads_the_director_hears(self, laws):
        story = after(after_trick(WEST_WINS), put("W", "S6", t=40.0), put("E", "HK", t=40.0), laws=laws)
        assert (story.kinds, story.raised[0].attention.value) == ([AT_ONCE], "now")

    def test_of_a_play_he_only_may_read(self, laws):
        acts = [*play("S: HA"), put("W", "H5", t=40.0), put("E", "HQ", t=40.0)]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert (story.kinds, story.raised[0].attention.value) == ([AT_ONCE], "log")

    def test_the_other_card_counts_at_its_turn_when_lawful(self, laws):
        acts = [*play("S: HA"), put("W", "H5", t=40.0), put("E", "HQ", t=40.0), put("N", "H2")]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert (story.state["trick"], story.state["penalty_cards"]) == (3, [])

    def test_and_is_a_major_penalty_card_when_not(self, laws):
        acts = [put("W", "S6", t=40.0), put("E", "HK", t=40.0), put("N", "SK")]
        story = after(after_trick(WEST_WINS), acts, laws=laws)
        assert (story.state["penalty_cards"], story.state["turn"]) == ([["E", "HK", "major"]], "E")

    def test_if_the_second_is_in_turn_after_the_first_there_is_nothing(self, laws):
        acts = [put("S", "HA", t=40.0), put("W", "H5", t=40.0)]
        assert after(after_trick(SOUTH_WINS), acts, laws=laws).kinds == []


class TestOneHandAtOnce:
    EAST_TWO = (*after_trick(SOUTH_WINS), *play("S: HA H5 H2"), put("E", "HQ", t=40.0), put("E", "H7", t=40.0))

    def test_the_player_names_his_card(self, laws):
        found = after(self.EAST_TWO, laws=laws).finding(SEVERAL)
        assert (found.options, found.by, found.facts["cards"]) == (("designate",), {"designate": "E"}, ["HQ", "H7"])

    def test_another_card_cannot_be_named(self, laws):
        table = after(self.EAST_TWO, laws=laws).table
        assert "must name one of HQ, H7" in refusal(table, ruling(SEVERAL, "designate", card="HK"))

    @pytest.mark.parametrize(("named", "other", "kind"), [("HQ", "H7", "minor"), ("H7", "HQ", "major")])
    def test_the_other_is_a_penalty_card(self, laws, named, other, kind):
        story = after(self.EAST_TWO, ruling(SEVERAL, "designate", card=named), laws=laws)
        assert story.state["penalty_cards"] == [["E", other, kind]]
        assert story.table.tricks_played[-1].cards[-1][1].text == named

    def test_the_director_may_say_otherwise(self, laws):
        story = after(self.EAST_TWO, ruling(SEVERAL, "designate", card="HQ", kind="major"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "H7", "major"]]

    def test_three_cards_are_one_finding_and_the_others_both_major(self, laws):
        three = [*self.EAST_TWO, put("E", "C3", t=40.0), put("E", "H7", t=40.0)]
        assert after(three, laws=laws).kinds == [SEVERAL]
        story = after(three, ruling(SEVERAL, "designate", card="HQ"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "H7", "major"], ["E", "C3", "major"]]

    def test_declarers_other_card_goes_back(self, laws):
        acts = [put("S", "HA", t=40.0), put("S", "H9", t=40.0), ruling(SEVERAL, "designate", card="H9")]
        story = after(after_trick(SOUTH_WINS), acts, returned("S", "HA"), laws=laws)
        assert (story.state["on_table"], story.state["penalty_cards"]) == ([["S", "H9"]], [])

    def test_dummys_is_named_by_declarer(self, laws):
        acts = [*play("S: HA H5"), put("N", "H2", t=40.0), put("N", "H4", t=40.0)]
        assert after(after_trick(SOUTH_WINS), acts, laws=laws).finding(SEVERAL).by == {"designate": "S"}

    def test_another_winner_takes_the_lead(self, laws):
        acts = [*play("W: HJ H2"), put("E", "H7", t=40.0), put("E", "HK", t=40.0)]
        story = after(after_trick(WEST_WINS), acts, ruling(SEVERAL, "designate", card="HK"), put("S", "HA"), laws=laws)
        assert (story.state["tricks"], story.state["leader"]) == ({"NS": 1, "EW": 1}, "S")

    def test_the_card_named_may_be_a_revoke(self, laws):
        acts = [*play("S: HA H5 H2"), put("E", "HQ", t=40.0), put("E", "C3", t=40.0)]
        story = after(after_trick(SOUTH_WINS), acts, ruling(SEVERAL, "designate", card="C3"), laws=laws)
        assert story.kinds == [SEVERAL, "revoke_certain"]

    def test_the_card_not_named_is_none(self, laws):
        acts = [*play("S: HA H5 H2"), put("E", "C3", t=40.0), put("E", "HQ", t=40.0)]
        story = after(after_trick(SOUTH_WINS), acts, ruling(SEVERAL, "designate", card="HQ"), laws=laws)
        assert (story.kinds, story.state["pending"]) == (["revoke_certain", SEVERAL], [])

    def test_two_cards_led_out_of_turn(self, laws):
        acts = [put("E", "HK", t=40.0), put("E", "D2", t=40.0)]
        story = after(after_trick(WEST_WINS), acts, ruling(SEVERAL, "designate", card="D2"), laws=laws)
        assert story.kinds == ["lead_out_of_turn_by_defender", SEVERAL]
        assert story.finding("lead_out_of_turn_by_defender").facts["suits"] == {
            "require": ["H", "D"],
            "forbid": ["H", "D"],
        }
        assert story.finding("lead_out_of_turn_by_defender").facts["card"] == "D2"
        assert story.state["penalty_cards"] == [["E", "HK", "major"]]

    def test_two_cards_led_out_of_turn_with_declarer_on_lead_order_no_suit(self, laws):
        acts = [put("E", "HK", t=40.0), put("E", "D2", t=40.0), ruling(SEVERAL, "designate", card="D2")]
        facts = after(after_trick(SOUTH_WINS), acts, laws=laws).finding("lead_out_of_turn_by_defender").facts
        assert (facts["card"], "suits" in facts) == ("D2", False)

    def test_the_card_not_named_is_played_like_any_other_later(self, laws):
        named = [*self.EAST_TWO, ruling(SEVERAL, "designate", card="HQ")]
        story = after(named, play("S: H3 HT H4 H7"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"], story.state["trick"]) == ([SEVERAL], [], 4)

    def test_two_cards_played_out_of_turn(self, laws):
        acts = [*play("S: HA H5"), put("E", "HK", t=40.0), put("E", "H7", t=40.0)]
        story = after(after_trick(SOUTH_WINS), acts, ruling(SEVERAL, "designate", card="H7"), put("N", "H2"), laws=laws)
        assert (story.kinds, story.state["trick"]) == (["play_out_of_turn", SEVERAL], 3)
        assert story.state["penalty_cards"] == [["E", "HK", "major"]]

    def test_a_face_that_nobody_sees_is_not_played(self, laws):
        acts = [*play("S: HA H5 H2"), put("E", "HQ", t=40.0), put("E", "H7", t=40.0, face="down"), returned("E", "H7")]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert (story.kinds, story.state["trick"]) == ([], 3)


class TestFifthCard:
    EAST_AGAIN = (*after_trick(EAST_WINS), *play("E: HK HA HT E:DJ"))

    def test_the_director_finds_what_it_was(self, laws):
        found = after(self.EAST_AGAIN, laws=laws).finding(FIFTH)
        assert (found.options, found.by["as_lead"]) == (("as_lead", "as_play"), "director")

    def test_no_lead_a_defenders_card_is_a_major_penalty_card(self, laws):
        story = after(self.EAST_AGAIN, ruling(FIFTH, "as_play"), put("N", "H4"), laws=laws)
        assert (story.state["penalty_cards"], story.state["leader"]) == ([["E", "DJ", "major"]], "S")

    def test_no_lead_declarers_goes_back(self, laws):
        start = [*after_trick(SOUTH_WINS), *play("S: HA H5 S:DK"), ruling(FIFTH, "as_play")]
        assert after(start, play("N: H2 HQ"), laws=laws).state["penalty_cards"] == []

    def test_a_lead_by_the_hand_that_wins_stands(self, laws):
        start = [*after_trick(SOUTH_WINS), *play("S: HA H5 S:DK"), ruling(FIFTH, "as_lead")]
        story = after(start, play("N: H2 HQ"), laws=laws)
        assert (story.state["on_table"], story.state["turn"], story.kinds) == ([["S", "DK"]], "W", [FIFTH])

    def test_a_lead_by_a_hand_that_does_not_is_out_of_turn(self, laws):
        story = after(self.EAST_AGAIN, ruling(FIFTH, "as_lead"), put("N", "H4"), laws=laws)
        assert (story.kinds, story.state["pending"]) == (
            [FIFTH, "lead_out_of_turn_by_defender"],
            ["lead_out_of_turn_by_defender"],
        )

    def test_found_a_lead_when_that_trick_is_over_declarers_goes_back(self, laws):
        over = [*after_trick(SOUTH_WINS), *play("S: HA H5 S:DK N:H2 H7", "S: C2 C7 CK C3", "N: C4 C8 CJ CA")]
        story = after(over, ruling(FIFTH, "as_lead"), play("W: D9 D5 D2 DK"), laws=laws)
        assert (story.kinds, story.state["trick"], story.state["leader"]) == ([FIFTH], 6, "S")

    def test_and_a_defenders_has_been_shown(self, laws):
        over = [*after_trick(WEST_WINS), *play("W: S6 S7 S5 E:D2 S:SA", "S: C5 C7 CK C8", "N: C9")]
        story = after(over, ruling(FIFTH, "as_lead"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([FIFTH], [["E", "D2", "major"]])


class TestTakenBack:
    EAST_LIFTS = (*after_trick(SOUTH_WINS), *play("S: HA H5 H2 HQ")[:3], put("E", "HQ"), returned("E", "HQ"))

    def test_a_card_once_played_stays_played(self, laws):
        story = after(self.EAST_LIFTS, laws=laws)
        assert (story.kinds, story.finding(RETRACTED).options) == ([RETRACTED], ("accept", "cancel"))

    def test_in_the_middle_of_a_trick_it_is_off_the_table_until_the_director_rules(self, laws):
        start = [*after_trick(SOUTH_WINS), *play("S: HA H5"), returned("W", "H5")]
        assert after(start, laws=laws).state["on_table"] == [["S", "HA"]]
        back = after(start, ruling(RETRACTED, "cancel"), laws=laws)
        assert (back.state["on_table"], back.state["turn"]) == ([["S", "HA"], ["W", "H5"]], "N")

    def test_let_go_another_card_is_due(self, laws):
        start = [*after_trick(SOUTH_WINS), *play("S: HA H5"), returned("W", "H5"), ruling(RETRACTED, "accept")]
        story = after(start, put("W", "HT"), laws=laws)
        assert (story.state["on_table"], story.kinds) == ([["S", "HA"], ["W", "HT"]], [RETRACTED])
        assert (story.state["penalty_cards"], story.state["turn"]) == ([], "N")

    def test_the_card_put_in_its_place_waits_with_it(self, laws):
        start = [*after_trick(SOUTH_WINS), *play("S: HA H5"), returned("W", "H5"), put("W", "HT")]
        stands = after(start, ruling(RETRACTED, "accept"), laws=laws)
        assert (stands.state["on_table"], stands.state["penalty_cards"]) == ([["S", "HA"], ["W", "HT"]], [])
        falls = after(start, ruling(RETRACTED, "cancel"), laws=laws)
        assert (falls.state["on_table"], falls.state["penalty_cards"]) == (
            [["S", "HA"], ["W", "H5"]],
            [["W", "HT", "major"]],
        )

    def test_a_lead_taken_back(self, laws):
        start = [*after_trick(WEST_WINS), put("W", "S6"), returned("W", "S6")]
        assert after(start, laws=laws).state["on_table"] == []
        story = after(start, ruling(RETRACTED, "accept"), put("W", "HJ"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["W", "HJ"]], "N")

    def test_the_last_card_of_a_complete_trick(self, laws):
        story = after(self.EAST_LIFTS, ruling(RETRACTED, "accept"), put("E", "HK"), laws=laws)
        assert story.table.tricks_played[-1].cards[-1][1].text == "HK"

    def test_a_card_of_the_suit_led_for_one_that_was_not_corrects_a_revoke(self, laws):
        acts = [*play("S: HA C7"), returned("W", "C7"), put("W", "H5")]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert story.kinds == ["revoke_certain", "revoke_corrected_before_established"]

    @pytest.mark.parametrize("what", ["H6", "SQ"])
    def test_a_card_that_does_not_lie_in_the_trick_says_nothing(self, laws, what):
        who = {"H6": "N", "SQ": "S"}[what]
        story = after(after_trick(SOUTH_WINS), play("S: HA"), returned(who, what), laws=laws)
        assert story.kinds == []


def test_a_card_of_an_earlier_trick_put_down_again(laws):
    story = after(after_trick(SOUTH_WINS), play("S: HA H5 N:S3"), laws=laws)
    assert (story.kinds, story.state["turn"]) == (["card_played_twice"], "N")


def test_the_card_that_completed_a_trick_told_twice_is_one_card(laws):
    assert after(three_notrump(), put("W", "S2"), spread("N"), play("N: S3 SJ SQ S:SQ"), laws=laws).kinds == []
