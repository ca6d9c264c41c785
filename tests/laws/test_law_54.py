"""Law 54: the wrong defender faces an opening lead: presumed declarer spreads, accepts, or refuses with an order."""

import pytest
from support.build import ruling
from support.card_acts import EARLY_LEAD, OPENING, exposed, faced, put, returned, spread, three_notrump
from support.table import EDITIONS, after

pytestmark = pytest.mark.parametrize("laws", EDITIONS)
#: East faces the king of hearts; West was to lead to South's three notrump.
WRONG = [*three_notrump(), put("E", "HK")]
ROLES = ("declarer", "dummy", "leader", "turn")


def roles(story):
    return tuple(story.state[name] for name in ROLES)


def test_presumed_declarer_has_all_the_options(laws):
    story = after(WRONG, laws=laws)
    found = story.finding(OPENING)
    assert found.options == ("declarer_spreads", "accept", "require", "forbid", "free")
    assert set(found.by.values()) == {"S"}
    assert found.facts["suits"] == {"require": ["H"], "forbid": ["H"]}
    assert (story.state["turn"], story.state["phase"]) == (None, "clarification")


class TestSpreads:
    def test_by_ruling_partner_declares_and_the_lead_is_in_rotation(self, laws):
        assert roles(after(WRONG, ruling(OPENING, "declarer_spreads"), laws=laws)) == ("N", "S", "E", "S")

    @pytest.mark.parametrize(
        "begins", [exposed("S", "HA H3"), exposed("S", "HA"), spread("S", "HA H9 H3"), spread("S")]
    )
    def test_having_shown_a_card_he_must_go_on(self, laws, begins):
        story = after(WRONG, begins, laws=laws)
        assert (story.kinds, roles(story)) == (
            [OPENING, "declarer_exposes_after_irregular_lead"],
            ("N", "S", "E", "S"),
        )
        assert after(WRONG, begins, spread("S"), put("S", "HA"), laws=laws).kinds == story.kinds

    def test_the_finding_comes_before_what_it_closes(self, laws):
        last = after(WRONG, exposed("S", "HA"), laws=laws).steps[-1]
        assert ([f.kind for f in last.raised], [d.how for d in last.resolved]) == (
            ["declarer_exposes_after_irregular_lead"],
            ["action"],
        )


class TestAccepts:
    ACCEPTED = ("S", "N", "E", "S")

    def test_by_ruling(self, laws):
        story = after(WRONG, ruling(OPENING, "accept"), laws=laws)
        assert (roles(story), story.state["phase"]) == (self.ACCEPTED, "play")

    def test_by_a_card_of_his_own(self, laws):
        story = after(WRONG, put("S", "HA"), laws=laws)
        assert (roles(story), story.state["on_table"]) == (("S", "N", "E", "W"), [["E", "HK"], ["S", "HA"]])

    def test_because_he_could_see_dummy(self, laws):
        story = after(WRONG, spread("N"), laws=laws)
        assert (story.kinds, roles(story)) == ([OPENING], self.ACCEPTED)

    @pytest.mark.parametrize(("seen", "accepted"), [(True, True), (None, True), (False, False)])
    def test_because_he_could_see_a_card_of_dummys(self, laws, seen, accepted):
        story = after(WRONG, exposed("N", "CK", seen_by_partner=seen), laws=laws)
        assert (story.state["pending"] == []) is accepted

    def test_because_dummy_plays_which_is_out_of_turn(self, laws):
        story = after(WRONG, put("N", "H2"), laws=laws)
        assert (story.kinds, roles(story)) == ([OPENING, "play_out_of_turn"], self.ACCEPTED)

    def test_because_dummy_lay_open_before_the_card_was_turned_up(self, laws):
        acts = [put("E", "HK", face="down"), spread("N"), faced("E", "HK")]
        story = after(three_notrump(), acts, laws=laws)
        assert (story.state["pending"], roles(story)) == ([], self.ACCEPTED)

    def test_the_play_then_goes_leader_declarer_right_leader_dummy(self, laws):
        rest = [spread("N"), put("S", "HA"), put("W", "H5"), put("N", "H2")]
        story = after(WRONG, ruling(OPENING, "accept"), rest, laws=laws)
        assert (story.kinds, story.state["tricks"], story.state["turn"]) == ([OPENING], {"NS": 1, "EW": 0}, "S")


class TestRefuses:
    def test_and_requires_the_suit(self, laws):
        story = after(WRONG, ruling(OPENING, "require", suits="H"), laws=laws)
        assert (story.state["penalty_cards"], story.state["turn"]) == ([], "W")
        assert story.state["lead_restrictions"] == [{"seat": "W", "require": ["H"]}]

    def test_the_only_suit_there_is_needs_no_naming(self, laws):
        story = after(WRONG, ruling(OPENING, "forbid"), laws=laws)
        assert story.state["lead_restrictions"] == [{"seat": "W", "forbid": ["H"]}]

    def test_another_suit_cannot_be_ordered(self, laws):
        story = after(WRONG, ruling(OPENING, "forbid", suits="S"), laws=laws)
        assert (story.state["pending"], story.state["lead_restrictions"]) == ([OPENING], [])

    def test_and_leaves_the_lead_free_with_a_major_penalty_card_on_the_table(self, laws):
        story = after(WRONG, ruling(OPENING, "free"), laws=laws)
        assert story.state["penalty_cards"] == [["E", "HK", "major"]]
        assert (story.state["lead_restrictions"], story.state["turn"]) == ([], "W")

    def test_misinformed_he_takes_it_back_without_more(self, laws):
        story = after(WRONG, ruling(OPENING, "put_back"), returned("E", "HK"), put("W", "S2"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"], story.state["leader"]) == ([OPENING], [], "W")


class TestTheRightLeaderToo:
    def test_face_down_beside_it_takes_no_option_away(self, laws):
        story = after(three_notrump(), put("W", "S2", face="down"), put("E", "HK"), laws=laws)
        assert story.finding(OPENING).options[0] == "declarer_spreads"

    def test_face_down_it_goes_back_when_the_other_is_accepted(self, laws):
        acts = [put("W", "S2", face="down"), put("E", "HK"), ruling(OPENING, "accept"), returned("W", "S2")]
        story = after(three_notrump(), acts, put("S", "HA"), put("W", "H5"), laws=laws)
        assert (story.kinds, story.state["turn"]) == ([OPENING], "N")

    def test_face_down_it_may_be_another_card_when_the_other_is_refused(self, laws):
        acts = [put("W", "S2", face="down"), put("E", "HK"), ruling(OPENING, "require", suits="H")]
        lead = [returned("W", "S2"), put("W", "HJ", face="down"), faced("W", "HJ")]
        assert after(three_notrump(), acts, lead, laws=laws).kinds == [OPENING]

    def test_faced_while_the_choice_is_open(self, laws):
        story = after(WRONG, put("W", "S2"), laws=laws)
        assert story.state["pending"] == [OPENING, EARLY_LEAD]
        assert story.finding(EARLY_LEAD).facts["suits"] == {"require": ["H"], "forbid": ["H"]}

    @pytest.mark.parametrize("on", [OPENING, EARLY_LEAD])
    def test_it_is_the_lead_if_it_obeys_the_order(self, laws, on):
        story = after(WRONG, put("W", "S2"), ruling(on, "forbid", suits="H"), laws=laws)
        assert (story.state["on_table"], story.state["pending"]) == ([["W", "S2"]], [])
        assert (story.state["penalty_cards"], story.state["turn"]) == ([], "N")

    def test_else_it_is_a_major_penalty_card(self, laws):
        story = after(WRONG, put("W", "S2"), ruling(OPENING, "require", suits="H"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([], "W")
        assert story.state["penalty_cards"] == [["W", "S2", "major"]]

    def test_with_no_order_it_is_the_lead(self, laws):
        story = after(WRONG, put("W", "S2"), ruling(OPENING, "free"), laws=laws)
        assert (story.state["on_table"], story.state["penalty_cards"]) == ([["W", "S2"]], [["E", "HK", "major"]])

    def test_if_the_other_is_accepted_it_counts_at_its_turn_when_lawful(self, laws):
        story = after(WRONG, put("W", "H5"), ruling(OPENING, "accept"), put("S", "HA"), laws=laws)
        assert story.state["on_table"] == [["E", "HK"], ["S", "HA"], ["W", "H5"]]

    def test_and_is_a_penalty_card_when_not(self, laws):
        story = after(WRONG, put("W", "S2"), ruling(OPENING, "accept"), put("S", "HA"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["E", "HK"], ["S", "HA"]], "W")
        assert story.state["penalty_cards"] == [["W", "S2", "major"]]

    def test_both_faced_at_once_the_right_one_is_the_lead(self, laws):
        story = after(three_notrump(), put("E", "HK", t=30.0), put("W", "S2", t=30.0), laws=laws)
        assert (story.kinds, story.state["leader"]) == (["simultaneous_leads_or_plays"], "W")
        assert story.steps[-1].raised[0].attention.value == "now"
        assert story.steps[-2].raised == ()
