"""Laws 53 and 56: a defender leads out of turn: accepted, refused, or the proper lead is made."""

import pytest
from support.build import play, ruling
from support.card_acts import (
    BY_DEFENDER,
    DUMMY_WINS,
    EARLY_LEAD,
    EAST_WINS,
    EXPOSED,
    SOUTH_WINS,
    TWELVE_THEN_DUMMY,
    TWELVE_THEN_EAST,
    WEST_WINS,
    WRONG_HAND,
    after_trick,
    after_twelve,
    exposed,
    put,
    returned,
)
from support.table import EDITIONS, after

from controller.table import refusal

pytestmark = pytest.mark.parametrize("laws", EDITIONS)


class TestPartnerToLead:
    #: West is on lead; East leads the king of hearts.
    WRONG = (*after_trick(WEST_WINS), put("E", "HK"))

    def test_declarer_accepts_or_refuses_with_an_order(self, laws):
        found = after(self.WRONG, laws=laws).finding(BY_DEFENDER)
        assert (found.options, set(found.by.values())) == (("accept", "require", "forbid", "free"), {"S"})
        assert found.facts["suits"] == {"require": ["H"], "forbid": ["H"]}

    def test_accepted_by_ruling(self, laws):
        story = after(self.WRONG, ruling(BY_DEFENDER, "accept"), laws=laws)
        assert (story.state["leader"], story.state["turn"], story.state["penalty_cards"]) == ("E", "S", [])

    def test_accepted_by_the_next_hand(self, laws):
        story = after(self.WRONG, put("S", "HA"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["E", "HK"], ["S", "HA"]], "W")
        assert story.state["pending"] == []

    def test_not_accepted_by_the_other_hand_of_declarers(self, laws):
        story = after(self.WRONG, put("N", "H2"), laws=laws)
        assert (story.kinds, story.state["pending"]) == ([BY_DEFENDER, "play_out_of_turn"], [BY_DEFENDER])
        accepted = after(self.WRONG, put("N", "H2"), put("S", "HA"), put("W", "H5"), laws=laws)
        assert (accepted.state["trick"], accepted.state["tricks"]) == (3, {"NS": 1, "EW": 1})

    @pytest.mark.parametrize("choice", ["require", "forbid"])
    def test_refused_with_an_order_the_card_goes_back(self, laws, choice):
        story = after(self.WRONG, ruling(BY_DEFENDER, choice, suits="H"), returned("E", "HK"), laws=laws)
        assert (story.state["penalty_cards"], story.kinds) == ([], [BY_DEFENDER])
        assert story.state["lead_restrictions"] == [{"seat": "W", choice: ["H"]}]

    def test_refused_and_left_free_the_choice_comes_back(self, laws):
        free = [*self.WRONG, ruling(BY_DEFENDER, "free")]
        assert after(free, laws=laws).state["penalty_cards"] == [["E", "HK", "major"]]
        again = after(free, play("W: CQ C9 C8 C5"), laws=laws)
        assert again.state["lead_restrictions"] == [{"seat": "W", "pending": "50"}]
        assert refusal(again.table, ruling(BY_DEFENDER, "forbid", suits="H")) is None

    def test_with_an_older_penalty_card_two_suits_may_be_named(self, laws):
        older = [*after_trick(WEST_WINS), exposed("E", "CT"), ruling(EXPOSED, "penalty_card"), put("E", "HK")]
        found = after(older, laws=laws).finding(BY_DEFENDER)
        assert found.facts["suits"] == {"require": ["H", "C"], "forbid": ["H", "C"]}
        story = after(older, ruling(BY_DEFENDER, "require", suits="H"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "CT", "major"]]
        both = after(older, ruling(BY_DEFENDER, "forbid", suits="HC"), laws=laws)
        assert both.state["penalty_cards"] == []

    def test_an_older_penalty_card_survives_acceptance(self, laws):
        older = [*after_trick(WEST_WINS), exposed("E", "CT"), ruling(EXPOSED, "penalty_card"), put("E", "HK")]
        story = after(older, put("S", "HA"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "CT", "major"]]

    def test_the_right_leader_leads_too(self, laws):
        story = after(self.WRONG, put("W", "HT"), ruling(BY_DEFENDER, "require", suits="H"), laws=laws)
        assert (story.kinds, story.state["on_table"]) == ([BY_DEFENDER, EARLY_LEAD], [["W", "HT"]])

    @pytest.mark.parametrize("choice", ["require", "forbid", "free", "put_back", "accept"])
    def test_one_word_of_declarers_settles_both_leads(self, laws, choice):
        """East's lead out of turn, and the card that West then led before declarer had spoken."""
        both = [*self.WRONG, put("W", "HT")]
        suits = "H" if choice in ("require", "forbid") else ""
        story = after(both, ruling(BY_DEFENDER, choice, suits=suits), laws=laws)
        done = [(one.how, one.by, one.choice) for one in story.table.closed.values()]
        assert (done, story.state["pending"]) == ([("ruling", str(len(both)), choice)] * 2, [])

    def test_misinformed_he_takes_it_back(self, laws):
        story = after(self.WRONG, ruling(BY_DEFENDER, "put_back"), put("W", "S6"), laws=laws)
        assert (story.state["penalty_cards"], story.kinds) == ([], [BY_DEFENDER])


class TestDeclarerToLead:
    #: South is on lead; East leads the jack of diamonds, and South sits next to him.
    NEXT = (*after_trick(SOUTH_WINS), put("E", "DJ"))
    #: South is on lead; West leads the ten of diamonds, and dummy sits next to him.
    NOT_NEXT = (*after_trick(SOUTH_WINS), put("W", "DT"))

    @pytest.mark.parametrize("start", [NEXT, NOT_NEXT])
    def test_declarer_accepts_or_refuses(self, laws, start):
        found = after(start, laws=laws).finding(BY_DEFENDER)
        assert (found.options, set(found.by.values())) == (("accept", "refuse"), {"S"})

    def test_refused_it_is_a_major_penalty_card(self, laws):
        story = after(self.NEXT, ruling(BY_DEFENDER, "refuse"), laws=laws)
        assert (story.state["penalty_cards"], story.state["turn"]) == ([["E", "DJ", "major"]], "S")

    def test_declarers_own_lead_undoes_one_from_the_hand_that_is_not_before_him(self, laws):
        story = after(self.NOT_NEXT, put("S", "DK"), laws=laws)
        assert (story.state["on_table"], story.state["penalty_cards"]) == ([["S", "DK"]], [])
        assert (story.state["pending"], story.state["turn"], story.kinds) == ([], "W", [BY_DEFENDER])

    def test_dummys_card_accepts_it_then(self, laws):
        story = after(self.NOT_NEXT, put("N", "DA"), laws=laws)
        assert (story.state["leader"], story.state["on_table"]) == ("W", [["W", "DT"], ["N", "DA"]])

    def test_declarers_card_after_the_hand_before_him_waits_for_the_director(self, laws):
        story = after(self.NEXT, put("S", "DK"), laws=laws)
        assert (story.kinds, story.state["pending"], story.state["on_table"]) == ([BY_DEFENDER], [BY_DEFENDER], [])

    def test_it_was_a_play_to_the_lead(self, laws):
        story = after(self.NEXT, put("S", "DK"), ruling(BY_DEFENDER, "accept"), laws=laws)
        assert (story.state["leader"], story.state["on_table"]) == ("E", [["E", "DJ"], ["S", "DK"]])

    def test_played_of_another_suit_it_is_a_revoke(self, laws):
        story = after(self.NEXT, put("S", "CJ"), ruling(BY_DEFENDER, "accept"), laws=laws)
        assert story.kinds == [BY_DEFENDER, "revoke_certain"]

    def test_it_was_his_own_lead_and_the_other_card_goes_back_without_penalty(self, laws):
        story = after(self.NEXT, put("S", "DK"), ruling(BY_DEFENDER, "refuse"), returned("E", "DJ"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["S", "DK"]], "W")
        assert (story.state["penalty_cards"], story.kinds) == ([], [BY_DEFENDER])

    def test_partners_card_to_it_counts_at_its_turn_if_it_is_accepted(self, laws):
        story = after(self.NEXT, put("W", "D6"), put("S", "DK"), ruling(BY_DEFENDER, "accept"), laws=laws)
        assert story.kinds == [BY_DEFENDER, "play_out_of_turn"]
        assert story.state["on_table"] == [["E", "DJ"], ["S", "DK"], ["W", "D6"]]

    def test_and_has_been_shown_if_it_is_refused(self, laws):
        story = after(self.NEXT, put("W", "D6"), ruling(BY_DEFENDER, "refuse"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "DJ", "major"], ["W", "D6", "major"]]

    def test_but_not_where_declarer_has_made_his_own_lead(self, laws):
        acts = [put("W", "D6"), put("S", "DK"), ruling(BY_DEFENDER, "refuse")]
        story = after(self.NEXT, acts, laws=laws)
        assert (story.state["on_table"], story.state["penalty_cards"]) == ([["S", "DK"]], [])

    def test_a_second_card_of_the_same_hand_is_merely_shown(self, laws):
        assert after(self.NEXT, put("E", "D8"), laws=laws).kinds == [BY_DEFENDER, EXPOSED]


def test_dummy_on_lead_is_like_declarer_on_lead(laws):
    story = after(after_trick(DUMMY_WINS), put("W", "HJ"), put("N", "H2"), ruling(BY_DEFENDER, "refuse"), laws=laws)
    assert (story.state["on_table"], story.state["penalty_cards"]) == ([["N", "H2"]], [])


class TestWhileARevokeIsPutRight:
    """East throws a heart on dummy's diamond; before that is put right somebody leads out of turn."""

    REVOKED = (*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7"))

    def test_the_hand_that_corrects_is_due_before_the_hand_on_lead(self, laws):
        wrong = [put("S", "C2"), ruling("revoke_certain", "correct"), ruling(WRONG_HAND, "retract")]
        story = after(self.REVOKED, wrong, laws=laws)
        assert (story.state["turn"], story.state["leader"]) == ("E", "N")
        assert after(self.REVOKED, wrong, put("E", "D2"), laws=laws).state["turn"] == "N"

    def test_a_lead_that_waits_goes_back_if_another_hand_now_has_the_lead(self, laws):
        """West threw a heart on a club; with his ace he wins that trick, and leads."""
        revoked = [*after_trick(SOUTH_WINS), *play("S: C2 C7 CK C3", "N: C4 C8 CJ HT")]
        wrong = [put("N", "D5"), ruling("revoke_certain", "correct"), put("W", "CA")]
        story = after(revoked, wrong, laws=laws)
        assert (story.kinds, story.state["pending"]) == (["revoke_certain", WRONG_HAND], [])
        assert (story.state["turn"], story.table.closed[story.raised[-1].id].how) == ("W", "action")
        assert after(revoked, wrong, put("W", "S6"), laws=laws).state["on_table"] == [["W", "S6"]]


def test_it_establishes_a_revoke_of_his_side_all_the_same(laws):
    revoked = [*after_trick(SOUTH_WINS), *play("S: DK D6 D5 C3")]
    assert after(revoked, put("W", "HT"), laws=laws).kinds == ["revoke_certain", BY_DEFENDER, "revoke_established"]


def test_at_the_thirteenth_trick_the_edition_of_2017_accepts_nothing(laws):
    partner = after(after_twelve(TWELVE_THEN_EAST), put("W", "HJ"), laws=laws).finding(BY_DEFENDER)
    declarer = after(after_twelve(TWELVE_THEN_DUMMY), put("W", "ST"), laws=laws).finding(BY_DEFENDER)
    assert ("accept" in partner.options, "accept" in declarer.options) == (laws == "1987", laws == "1987")


def test_at_the_thirteenth_trick_every_card_counts_in_its_turn(laws):
    cards = [put("W", "HJ"), put("N", "H4"), put("E", "D8"), put("S", "C6")]
    story = after(after_twelve(TWELVE_THEN_EAST), cards, laws=laws)
    winner = {"1987": "W", "2017": "E"}[laws]
    assert (story.state["phase"], story.table.tricks_played[-1].winner.name) == ("ended", winner)


def test_told_twice_it_is_one_lead(laws):
    assert after(after_trick(EAST_WINS), put("W", "HT"), put("W", "HT"), laws=laws).kinds == [BY_DEFENDER]
