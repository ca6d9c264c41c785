"""Laws 49 and 50: exposed cards, major and minor penalty cards, and declarer's choice over the lead of partner."""

import pytest
from support.build import play, ruling
from support.card_acts import (
    DUMMY_WINS,
    EARLY_LEAD,
    EAST_WINS,
    EXPOSED,
    NOT_PLAYED,
    SOUTH_WINS,
    TWELVE_THEN_EAST,
    WEST_WINS,
    after_trick,
    after_twelve,
    exposed,
    put,
    returned,
)
from support.table import EDITIONS, after

from controller.model.events import ClaimMade
from controller.model.seats import Seat
from controller.table import refusal

pytestmark = pytest.mark.parametrize("laws", EDITIONS)
MINOR_BREACH = "minor_penalty_card_breach"


def penalty(who, what, **more):
    """The card is exposed and becomes a penalty card."""
    return [exposed(who, what), ruling(EXPOSED, "penalty_card", **more)]


#: Seven tricks in which East follows to clubs until he has none; South is on lead with the last club.
EAST_IS_OUT_OF_CLUBS = [
    *after_trick(SOUTH_WINS),
    *play("S: C2 C7 CK C3", "N: C9 C8 C5 CQ", "W: CA C4 CT C6", "W: DT DA D2 D3", "N: D5 D4 DK D6"),
]


def pending(seat, law):
    return [{"seat": seat, "pending": law}]


class TestExposed:
    def test_a_defenders_card_waits_for_the_director(self, laws):
        story = after(after_trick(SOUTH_WINS), exposed("E", "HQ"), laws=laws)
        found = story.finding(EXPOSED)
        assert (found.options, set(found.by.values())) == (("penalty_card", "no_penalty_card"), {"director"})
        assert (story.state["turn"], found.facts["cards"]) == (None, ["HQ"])

    @pytest.mark.parametrize("who", ["S", "N"])
    def test_declarers_and_dummys_never_become_penalty_cards(self, laws, who):
        assert after(after_trick(SOUTH_WINS), exposed(who, {"S": "DK", "N": "DA"}[who]), laws=laws).kinds == []

    def test_that_partner_could_not_see_say_nothing(self, laws):
        assert after(after_trick(SOUTH_WINS), exposed("E", "HQ", seen_by_partner=False), laws=laws).kinds == []

    def test_read_again_they_are_told_once(self, laws):
        story = after(after_trick(SOUTH_WINS), exposed("E", "HQ"), exposed("E", "HQ"), laws=laws)
        assert story.kinds == [EXPOSED]
        again = after(after_trick(SOUTH_WINS), penalty("E", "HQ"), exposed("E", "HQ"), laws=laws)
        assert again.kinds == [EXPOSED]

    def test_the_last_card_of_a_hand_shown_early_is_nothing(self, laws):
        assert after(after_twelve(TWELVE_THEN_EAST), exposed("W", "HJ"), laws=laws).kinds == []

    def test_play_may_go_on_before_the_director_has_ruled(self, laws):
        story = after(after_trick(SOUTH_WINS), exposed("E", "HQ"), play("S: HA H5 H2 HQ"), laws=laws)
        done = after(
            after_trick(SOUTH_WINS),
            exposed("E", "HQ"),
            play("S: HA H5 H2 HQ"),
            ruling(EXPOSED, "penalty_card"),
            laws=laws,
        )
        assert (story.kinds, story.state["pending"]) == ([EXPOSED], [EXPOSED])
        assert (done.state["penalty_cards"], done.state["turn"]) == ([], "S")

    @pytest.mark.parametrize(
        ("cards", "accidental", "kind"),
        [("H7", True, "minor"), ("H7", None, "minor"), ("H7", False, "major"), ("HQ", True, "major")],
    )
    def test_minor_is_a_single_small_card_shown_without_intent(self, laws, cards, accidental, kind):
        acts = [exposed("E", cards, accidental=accidental), ruling(EXPOSED, "penalty_card")]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert story.state["penalty_cards"] == [["E", cards, kind]]

    def test_several_at_once_are_major(self, laws):
        story = after(after_trick(SOUTH_WINS), penalty("E", "H7 C3"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "H7", "major"], ["E", "C3", "major"]]

    def test_the_director_says_which_it_is(self, laws):
        story = after(after_trick(SOUTH_WINS), penalty("E", "H7", kind="major"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "H7", "major"]]

    def test_a_second_penalty_card_makes_both_major(self, laws):
        acts = [*penalty("E", "H7"), exposed("E", "C3"), ruling(f"{EXPOSED}#2", "penalty_card")]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert story.state["penalty_cards"] == [["E", "H7", "major"], ["E", "C3", "major"]]

    def test_one_card_of_each_defender_may_be_minor(self, laws):
        acts = [*penalty("E", "H7"), exposed("W", "D6"), ruling(f"{EXPOSED}#2", "penalty_card")]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert story.state["penalty_cards"] == [["E", "H7", "minor"], ["W", "D6", "minor"]]


class TestMajor:
    EAST_HQ = (*after_trick(SOUTH_WINS), *penalty("E", "HQ"))

    def test_is_played_when_its_suit_is_led(self, laws):
        story = after(self.EAST_HQ, play("S: HA H5 H2 HQ"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([EXPOSED], [])

    def test_another_card_of_the_suit_is_a_breach(self, laws):
        story = after(self.EAST_HQ, play("S: HA H5 H2 H7"), laws=laws)
        found = story.finding(NOT_PLAYED)
        assert (found.options, found.by["accept"]) == (("accept", "play_penalty_card"), "S")
        assert (found.facts["penalty_cards"], found.certainty) == (["HQ"], "certain")

    def test_following_another_suit_comes_first(self, laws):
        assert after(self.EAST_HQ, play("S: DK D6 D5 D2"), laws=laws).kinds == [EXPOSED]

    def test_it_is_discarded_when_the_hand_cannot_follow(self, laws):
        clubs = [*EAST_IS_OUT_OF_CLUBS, *penalty("E", "HQ"), *play("S: CJ S6 H2")]
        assert after(clubs, put("E", "HQ"), laws=laws).kinds == [EXPOSED]
        assert after(clubs, put("E", "S5"), laws=laws).kinds == [EXPOSED, NOT_PLAYED]

    def test_with_the_hand_unknown_a_discard_is_a_breach_only_perhaps(self, laws):
        start = after_trick(SOUTH_WINS, known=False)
        story = after(start, penalty("E", "HQ"), play("S: SA S6 S7 C3"), laws=laws)
        assert [f.certainty for f in story.raised if f.kind == NOT_PLAYED] == ["possible"]

    def test_a_penalty_card_of_the_suit_led_makes_its_neglect_one_finding_not_a_revoke_too(self, laws):
        assert after(self.EAST_HQ, play("S: HA H5 H2 C3"), laws=laws).kinds == [EXPOSED, NOT_PLAYED]

    def test_neglecting_it_gives_a_closed_hand_away_only_where_a_void_would_excuse_it(self, laws):
        clubs = [*EAST_IS_OUT_OF_CLUBS, *penalty("E", "HQ"), *play("S: CJ S6 H2"), put("E", "S5")]
        assert after(clubs, laws=laws).raised[-1].rests_on.value == "unseen"
        assert after(self.EAST_HQ, play("S: HA H5 H2 H7"), laws=laws).raised[-1].rests_on.value == "seen"
        assert after(self.EAST_HQ, play("S: HA H5 H2 C3"), laws=laws).raised[-1].rests_on.value == "seen"

    def test_so_it_is_with_a_lead_under_an_order(self, laws):
        lead = [*after_trick(EAST_WINS), *penalty("E", "SJ", kind="major")]
        assert after(lead, put("E", "HK"), laws=laws).raised[-1].rests_on.value == "seen"
        both = [*lead, exposed("W", "S8", accidental=False), ruling(f"{EXPOSED}#2", "penalty_card")]
        ordered = [*both, ruling(f"{EXPOSED}#2", "require", suits="S"), put("E", "S9")]
        story = after(ordered, laws=laws)
        assert (story.kinds[-1], story.raised[-1].rests_on.value) == (NOT_PLAYED, "unseen")

    def test_its_owner_leads_it(self, laws):
        start = [*after_trick(EAST_WINS), *penalty("E", "SJ", kind="major")]
        assert after(start, put("E", "SJ"), laws=laws).kinds == [EXPOSED]
        assert after(start, put("E", "HK"), laws=laws).kinds == [EXPOSED, NOT_PLAYED]

    def test_it_stays_on_the_table(self, laws):
        story = after(self.EAST_HQ, returned("E", "HQ"), laws=laws)
        assert story.kinds[-1] == "penalty_card_not_left_exposed"
        assert {"1987": "50B", "2017": "50A"}[laws] in story.raised[-1].laws
        assert story.state["penalty_cards"] == [["E", "HQ", "major"]]


class TestMinor:
    EAST_H7 = (*after_trick(SOUTH_WINS), *penalty("E", "H7"))

    def test_an_honour_of_the_suit_may_be_played_before_it(self, laws):
        story = after(self.EAST_H7, play("S: HA H5 H2 HQ"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([EXPOSED], [["E", "H7", "minor"]])

    def test_another_small_card_of_the_suit_may_not(self, laws):
        start = [*after_trick(SOUTH_WINS), *penalty("W", "D6")]
        story = after(start, play("S: DK D9"), laws=laws)
        assert story.kinds == [EXPOSED, MINOR_BREACH]
        assert {"1987": "50D", "2017": "50C"}[laws] in story.raised[-1].laws

    def test_an_honour_of_the_suit_is_free(self, laws):
        start = [*after_trick(SOUTH_WINS), *penalty("W", "D6")]
        assert after(start, play("S: DK DT"), laws=laws).kinds == [EXPOSED]

    def test_it_need_not_be_discarded(self, laws):
        clubs = [*EAST_IS_OUT_OF_CLUBS, *penalty("E", "H7"), *play("S: CJ S6 H2")]
        assert after(clubs, put("E", "S5"), laws=laws).kinds == [EXPOSED]

    def test_it_gives_no_right_over_partners_lead(self, laws):
        story = after(after_trick(WEST_WINS), penalty("E", "H7"), put("W", "S2"), laws=laws)
        assert (story.kinds, story.state["lead_restrictions"]) == ([EXPOSED], [])

    def test_required_by_declarer_it_is_played_and_the_other_card_is_major(self, laws):
        start = [*after_trick(SOUTH_WINS), *penalty("W", "D6"), *play("S: DK D9")]
        story = after(start, ruling(MINOR_BREACH, "play_penalty_card"), put("W", "D6"), laws=laws)
        assert (story.state["on_table"][-1], story.state["penalty_cards"]) == (["W", "D6"], [["W", "D9", "major"]])


class TestPartnerOnLead:
    """West has won the first trick; East's queen of hearts is a major penalty card."""

    RIGHT = (*after_trick(WEST_WINS), *penalty("E", "HQ"))

    def test_declarer_has_a_choice(self, laws):
        story = after(self.RIGHT, laws=laws)
        assert (story.state["lead_restrictions"], story.state["turn"]) == (pending("W", "50"), "W")

    def test_there_is_none_while_the_owner_is_on_lead_himself(self, laws):
        story = after(after_trick(EAST_WINS), penalty("E", "HK"), laws=laws)
        assert story.state["lead_restrictions"] == []

    def test_required_the_card_goes_back_and_one_lead_is_bound(self, laws):
        ordered = after(self.RIGHT, ruling(EXPOSED, "require", suits="H"), returned("E", "HQ"), laws=laws)
        assert ordered.state["lead_restrictions"] == [{"seat": "W", "require": ["H"]}]
        assert (ordered.state["penalty_cards"], ordered.kinds) == ([], [EXPOSED])
        led = after(self.RIGHT, ruling(EXPOSED, "require", suits="H"), put("W", "HJ"), laws=laws)
        assert (led.kinds, led.state["lead_restrictions"]) == ([EXPOSED], [])

    def test_forbidden_it_binds_while_he_keeps_the_lead(self, laws):
        ordered = [*self.RIGHT, ruling(EXPOSED, "forbid", suits="H")]
        kept = after(ordered, play("W: CQ C9 C8 C5"), laws=laws)
        assert kept.state["lead_restrictions"] == [{"seat": "W", "forbid": ["H"]}]
        assert after(ordered, play("W: CQ C9 C8 C5", "W: HJ"), laws=laws).kinds[-1] == "lead_restriction_breached"
        lost = after(ordered, play("W: C7 CK C8 C5", "N: H2 HK HA H5", "S: H9 HT H4 H7", "W: HJ"), laws=laws)
        assert (lost.kinds, lost.state["lead_restrictions"]) == ([EXPOSED], [])

    def test_left_free_the_card_stays_and_the_choice_comes_back(self, laws):
        free = [*self.RIGHT, ruling(EXPOSED, "free")]
        story = after(free, laws=laws)
        assert (story.state["penalty_cards"], story.state["lead_restrictions"]) == ([["E", "HQ", "major"]], [])
        again = after(free, play("W: CQ C9 C8 C5"), laws=laws)
        assert (again.kinds, again.state["lead_restrictions"]) == ([EXPOSED], pending("W", "50"))

    def test_any_number_of_times_on_the_finding_that_made_the_card(self, laws):
        events = [*self.RIGHT, ruling(EXPOSED, "free"), *play("W: CQ C9 C8 C5"), ruling(EXPOSED, "forbid")]
        assert after(events, laws=laws).state["lead_restrictions"] == [{"seat": "W", "forbid": ["H"]}]

    def test_another_suit_cannot_be_ordered(self, laws):
        table = after(self.RIGHT, laws=laws).table
        assert "must name suits out of H" in refusal(table, ruling(EXPOSED, "require", suits="S"))
        assert refusal(table, ruling(EXPOSED, "require", suits="H")) is None

    def test_no_order_may_be_given_while_partner_is_not_on_lead(self, laws):
        table = after(after_trick(DUMMY_WINS), penalty("E", "HQ"), laws=laws).table
        assert refusal(table, ruling(EXPOSED, "require", suits="H")) is not None

    def test_a_new_penalty_card_before_the_lead_is_a_new_choice(self, laws):
        acts = [ruling(EXPOSED, "free"), exposed("E", "CT"), ruling(f"{EXPOSED}#2", "penalty_card")]
        assert after(self.RIGHT, acts, laws=laws).state["lead_restrictions"] == pending("W", "51")


class TestHastyLead:
    """West leads to the second trick before declarer has chosen."""

    LED = (*TestPartnerOnLead.RIGHT, put("W", "S6"))

    def test_declarer_still_has_his_choice(self, laws):
        story = after(self.LED, laws=laws)
        found = story.finding(EARLY_LEAD)
        assert (found.options, found.by["require"]) == (("require", "forbid", "free"), "S")
        assert found.facts["suits"] == {"require": ["H"], "forbid": ["H"]}

    def test_played_to_it_stands_and_the_right_is_gone(self, laws):
        story = after(self.LED, put("N", "SK"), laws=laws)
        assert (story.state["pending"], story.state["lead_restrictions"]) == ([], [])
        assert (story.state["penalty_cards"], story.state["turn"]) == ([["E", "HQ", "major"]], "E")

    def test_played_to_from_the_wrong_hand_it_stands_as_well(self, laws):
        story = after(self.LED, put("S", "SQ"), laws=laws)
        assert (story.kinds[-1], story.state["pending"]) == ("play_out_of_turn", [])

    @pytest.mark.parametrize("choice", ["require", "forbid"])
    def test_with_an_order_the_card_led_is_a_major_penalty_card(self, laws, choice):
        story = after(self.LED, ruling(EARLY_LEAD, choice, suits="H"), laws=laws)
        assert (story.state["penalty_cards"], story.state["on_table"]) == ([["W", "S6", "major"]], [])
        assert story.state["lead_restrictions"] == [{"seat": "W", choice: ["H"]}]

    def test_hearts_forbidden_he_has_to_lead_it_all_the_same(self, laws):
        ordered = [*self.LED, ruling(EARLY_LEAD, "forbid", suits="H")]
        assert after(ordered, put("W", "S6"), laws=laws).kinds == [EXPOSED, EARLY_LEAD]
        assert after(ordered, put("W", "CQ"), laws=laws).kinds == [EXPOSED, EARLY_LEAD, NOT_PLAYED]

    def test_a_heart_required_he_leads_that(self, laws):
        story = after(self.LED, ruling(EARLY_LEAD, "require", suits="H"), put("W", "HT"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([EXPOSED, EARLY_LEAD], [["W", "S6", "major"]])

    def test_left_free_the_lead_stands(self, laws):
        story = after(self.LED, ruling(EARLY_LEAD, "free"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["W", "S6"]], "N")
        assert story.state["penalty_cards"] == [["E", "HQ", "major"]]

    def test_it_may_be_ruled_on_the_finding_that_made_the_penalty_card(self, laws):
        story = after(self.LED, ruling(EXPOSED, "forbid", suits="H"), laws=laws)
        assert (story.state["pending"], story.state["penalty_cards"]) == ([], [["W", "S6", "major"]])

    @pytest.mark.parametrize("who", ["S", "E"])
    def test_a_claim_leaves_the_choice_open(self, laws, who):
        claimed = [*self.LED, ClaimMade(seat=Seat[who], tricks=5)]
        story = after(claimed, ruling(EARLY_LEAD, "forbid", suits="H"), laws=laws)
        assert (story.state["pending"], story.state["on_table"]) == ([], [])
        assert story.state["penalty_cards"] == [["W", "S6", "major"]]
        assert (story.state["phase"], story.state["lead_restrictions"]) == ("claim", [{"seat": "W", "forbid": ["H"]}])

    def test_without_a_lead_a_claim_leaves_nothing_to_order(self, laws):
        claimed = after(TestPartnerOnLead.RIGHT, ClaimMade(seat=Seat.S, tricks=5), laws=laws)
        assert claimed.state["lead_restrictions"] == []
        assert refusal(claimed.table, ruling(EXPOSED, "require", suits="H")) is not None

    def test_the_last_card_of_a_hand_is_no_hasty_lead(self, laws):
        start = [*after_twelve(TWELVE_THEN_EAST), exposed("W", "HJ", accidental=False)]
        assert after(start, put("E", "D8"), laws=laws).kinds == []
