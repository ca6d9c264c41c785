"""Laws 51 and 52: several penalty cards, and a penalty card that is not played."""

import pytest
from support.build import play, ruling
from support.card_acts import (
    EARLY_LEAD,
    EAST_WINS,
    EXPOSED,
    NOT_PLAYED,
    SOUTH_WINS,
    WEST_WINS,
    after_trick,
    exposed,
    put,
    spread,
)
from support.table import EDITIONS, after

from controller.table import refusal

pytestmark = pytest.mark.parametrize("laws", EDITIONS)


def penalty(who, what, place=1):
    return [exposed(who, what), ruling(f"{EXPOSED}#{place}", "penalty_card")]


class TestSeveralOfOneDefender:
    #: West is on lead, East has the queen of hearts and the ten of clubs.
    TWO_SUITS = (*after_trick(WEST_WINS), *penalty("E", "HQ CT"))

    def test_give_the_right_of_law_51(self, laws):
        assert after(self.TWO_SUITS, laws=laws).state["lead_restrictions"] == [{"seat": "W", "pending": "51"}]

    def test_one_suit_may_be_required_and_its_cards_go_back(self, laws):
        story = after(self.TWO_SUITS, ruling(EXPOSED, "require", suits="H"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "CT", "major"]]
        assert story.state["lead_restrictions"] == [{"seat": "W", "require": ["H"]}]

    def test_both_suits_cannot_be_required(self, laws):
        assert refusal(after(self.TWO_SUITS, laws=laws).table, ruling(EXPOSED, "require", suits="HC")) is not None

    def test_both_may_be_forbidden_and_all_go_back(self, laws):
        story = after(self.TWO_SUITS, ruling(EXPOSED, "forbid", suits="CH"), laws=laws)
        assert (story.state["penalty_cards"], story.state["lead_restrictions"]) == (
            [],
            [{"seat": "W", "forbid": ["H", "C"]}],
        )

    def test_the_suit_must_be_named(self, laws):
        assert refusal(after(self.TWO_SUITS, laws=laws).table, ruling(EXPOSED, "forbid")) is not None

    def test_one_forbidden_the_choice_over_the_other_comes_back_with_the_next_lead(self, laws):
        ordered = [*self.TWO_SUITS, ruling(EXPOSED, "forbid", suits="H"), *play("W: CQ C9 C8 C5")]
        story = after(ordered, laws=laws)
        assert story.kinds == [EXPOSED, NOT_PLAYED]
        assert story.state["lead_restrictions"] == [{"seat": "W", "forbid": ["H"]}, {"seat": "W", "pending": "50"}]

    def test_hasty_lead_then_names_every_suit(self, laws):
        story = after(self.TWO_SUITS, put("W", "S6"), laws=laws)
        assert story.finding(EARLY_LEAD).facts["suits"] == {"require": ["H", "C"], "forbid": ["H", "C"]}

    def test_either_of_two_that_could_be_played_will_do(self, laws):
        start = [*after_trick(SOUTH_WINS), *penalty("E", "HQ H7")]
        assert after(start, play("S: HA H5 H2 H7"), laws=laws).kinds == [EXPOSED]
        assert after(start, play("S: HA H5 H2 HK"), laws=laws).kinds == [EXPOSED, NOT_PLAYED]


class TestBothDefenders:
    #: East is on lead and has the jack of spades; West has the six.
    BOTH = (*after_trick(EAST_WINS), *penalty("E", "SJ"), *penalty("W", "S6 D6", 2))

    def test_forbidden_the_suit_the_leader_may_not_lead_his_own_penalty_card(self, laws):
        story = after(self.BOTH, ruling(f"{EXPOSED}#2", "forbid", suits="S"), put("E", "HK"), laws=laws)
        assert story.kinds == [EXPOSED, EXPOSED]
        assert story.state["penalty_cards"] == [["E", "SJ", "major"], ["W", "D6", "major"]]

    def test_required_he_must_lead_it(self, laws):
        ordered = [*self.BOTH, ruling(f"{EXPOSED}#2", "require", suits="S")]
        assert after(ordered, put("E", "SJ"), laws=laws).kinds == [EXPOSED, EXPOSED]
        assert after(ordered, put("E", "S9"), laws=laws).kinds == [EXPOSED, EXPOSED, NOT_PLAYED]

    def test_left_free_both_play_theirs(self, laws):
        ordered = [*self.BOTH, ruling(f"{EXPOSED}#2", "free"), *play("E: SJ SA S6 SK")]
        story = after(ordered, laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([EXPOSED, EXPOSED], [["W", "D6", "major"]])

    def test_a_hasty_lead_left_free_is_still_not_the_leaders_own_penalty_card(self, laws):
        story = after(self.BOTH, put("E", "HK"), ruling(EARLY_LEAD, "free"), laws=laws)
        assert story.kinds == [EXPOSED, EXPOSED, EARLY_LEAD, NOT_PLAYED]
        assert story.state["pending"] == [NOT_PLAYED]


class TestNotPlayed:
    #: South leads hearts, East's queen is a penalty card and he plays the seven.
    WRONG = (*after_trick(SOUTH_WINS), *penalty("E", "HQ"), *play("S: H3 H5 H2 H7"))

    def test_accepted_by_ruling_the_penalty_card_stays_one(self, laws):
        story = after(self.WRONG, ruling(NOT_PLAYED, "accept"), laws=laws)
        assert (story.state["penalty_cards"], story.state["turn"]) == ([["E", "HQ", "major"]], "E")

    @pytest.mark.parametrize("who", ["N", "S"])
    def test_accepted_by_a_card_from_either_hand_of_declarers_in_or_out_of_turn(self, laws, who):
        story = after(self.WRONG, put(who, {"N": "DA", "S": "DK"}[who]), laws=laws)
        assert NOT_PLAYED not in story.state["pending"]
        assert [done.how for done in story.steps[-1].resolved] == ["action"]

    def test_dummys_card_that_lay_there_before_accepts_nothing(self, laws):
        start = [*after_trick(SOUTH_WINS), *penalty("W", "HT"), put("S", "HA"), put("N", "H2"), put("W", "H5")]
        story = after(start, laws=laws)
        assert (story.kinds[1:], story.state["pending"]) == (["play_out_of_turn", NOT_PLAYED], [NOT_PLAYED])

    def test_required_the_penalty_card_is_played_into_the_complete_trick(self, laws):
        story = after(self.WRONG, ruling(NOT_PLAYED, "play_penalty_card"), put("E", "HQ"), laws=laws)
        assert (story.state["tricks"], story.state["leader"]) == ({"NS": 1, "EW": 1}, "E")
        assert story.state["penalty_cards"] == [["E", "H7", "major"]]

    def test_then_the_other_card_is_one_and_has_to_be_led(self, laws):
        ordered = [*self.WRONG, ruling(NOT_PLAYED, "play_penalty_card"), put("E", "HQ")]
        assert after(ordered, put("E", "H7"), laws=laws).kinds == [EXPOSED, NOT_PLAYED]
        assert after(ordered, put("E", "HK"), laws=laws).kinds == [EXPOSED, NOT_PLAYED, NOT_PLAYED]

    def test_a_third_card_instead_is_a_new_breach(self, laws):
        story = after(self.WRONG, ruling(NOT_PLAYED, "play_penalty_card"), put("E", "HK"), laws=laws)
        assert story.kinds == [EXPOSED, NOT_PLAYED, NOT_PLAYED]

    def test_the_director_may_let_it_be_changed_without_more(self, laws):
        story = after(self.WRONG, ruling(NOT_PLAYED, "put_back"), put("E", "HQ"), laws=laws)
        assert (story.state["penalty_cards"], story.state["leader"]) == ([], "E")

    def test_the_offender_leading_on_himself_takes_nothing_from_declarer(self, laws):
        start = [*after_trick(SOUTH_WINS), *penalty("E", "HQ"), *play("S: H3 H5 H2 HK", "E: D2")]
        story = after(start, laws=laws)
        assert (story.kinds, story.state["pending"]) == ([EXPOSED, NOT_PLAYED, NOT_PLAYED], [NOT_PLAYED, NOT_PLAYED])


def test_the_right_is_forfeited_once(laws):
    """A card of dummy's accepts; a later ruling on it is refused with the reason."""
    table = after(TestNotPlayed.WRONG, spread("N"), put("S", "DK"), laws=laws).table
    assert "closed by action" in refusal(table, ruling(NOT_PLAYED, "play_penalty_card"))
