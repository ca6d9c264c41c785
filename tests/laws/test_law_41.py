"""Law 41: the start of play: the lead face down, turned up, changed; dummy spreads."""

import pytest
from support.build import auction, play, ruling
from support.card_acts import OPENING, faced, put, returned, spread, three_notrump
from support.table import EDITIONS, after

FACE_DOWN, CHANGED = "opening_lead_out_of_turn_face_down", "opening_lead_changed"
pytestmark = pytest.mark.parametrize("laws", EDITIONS)


def test_a_lead_is_made_when_it_is_turned_up(laws):
    down = after(three_notrump(), put("W", "S2", face="down"), laws=laws)
    assert (down.kinds, down.state["phase"], down.state["turn"]) == ([], "clarification", "W")
    up = after(three_notrump(), put("W", "S2", face="down"), faced("W", "S2"), laws=laws)
    assert (up.kinds, up.state["phase"], up.state["turn"]) == ([], "play", "N")


def test_a_lead_told_twice_is_one_lead(laws):
    twice = [put("W", "S2", face="down"), put("W", "S2", face="down"), faced("W", "S2"), put("W", "S2")]
    story = after(three_notrump(), twice, laws=laws)
    assert (story.kinds, story.state["on_table"]) == ([], [["W", "S2"]])


def test_face_down_by_the_wrong_defender_goes_back(laws):
    story = after(three_notrump(), put("E", "HK", face="down"), laws=laws)
    found = story.finding(FACE_DOWN)
    assert (found.options, found.by, story.state["turn"]) == (("put_back",), {"put_back": "director"}, None)
    back = after(three_notrump(), put("E", "HK", face="down"), ruling(FACE_DOWN, "put_back"), laws=laws)
    assert (back.state["turn"], back.state["penalty_cards"], back.state["pending"]) == ("W", [], [])


def test_turned_up_it_is_a_lead_out_of_turn(laws):
    story = after(three_notrump(), put("E", "HK", face="down"), faced("E", "HK"), laws=laws)
    assert story.state["pending"] == [OPENING]
    assert [(done.id.partition("@")[0], done.how) for done in story.steps[-1].resolved] == [(FACE_DOWN, "promoted")]


def test_the_right_lead_meanwhile_closes_the_wrong_one_face_down(laws):
    story = after(three_notrump(), put("E", "HK", face="down"), put("W", "S2"), laws=laws)
    assert (story.state["pending"], story.state["on_table"]) == ([], [["W", "S2"]])
    assert [done.how for done in story.steps[-1].resolved] == ["action"]


def test_a_card_of_the_declaring_side_before_the_lead_goes_back(laws):
    story = after(three_notrump(), put("N", "SK"), ruling("opening_lead_by_declaring_side", "put_back"), laws=laws)
    assert (story.state["turn"], story.state["penalty_cards"], story.state["phase"]) == ("W", [], "clarification")


class TestLeadChanged:
    def test_another_card_after_the_first_was_taken_back(self, laws):
        acts = [put("W", "S2", face="down"), returned("W", "S2"), put("W", "CA", face="down")]
        story = after(three_notrump(), acts, laws=laws)
        assert (story.kinds, story.finding(CHANGED).options) == ([CHANGED], ("accept", "cancel"))

    def test_the_same_card_again_is_no_change(self, laws):
        acts = [put("W", "S2", face="down"), returned("W", "S2"), put("W", "S2", face="down"), faced("W", "S2")]
        assert after(three_notrump(), acts, laws=laws).kinds == []

    def test_accepted_the_second_is_the_lead(self, laws):
        acts = [put("W", "S2", face="down"), put("W", "CA", face="down"), ruling(CHANGED, "accept"), faced("W", "CA")]
        story = after(three_notrump(), acts, laws=laws)
        assert (story.state["on_table"], story.state["pending"]) == ([["W", "CA"]], [])

    def test_cancelled_the_first_is_the_lead(self, laws):
        acts = [put("W", "S2", face="down"), put("W", "CA", face="down"), ruling(CHANGED, "cancel"), faced("W", "S2")]
        story = after(three_notrump(), acts, laws=laws)
        assert (story.state["on_table"], story.state["penalty_cards"]) == ([["W", "S2"]], [])

    def test_a_second_card_that_was_faced_and_cancelled_has_been_shown(self, laws):
        story = after(
            three_notrump(), put("W", "S2", face="down"), put("W", "CA"), ruling(CHANGED, "cancel"), laws=laws
        )
        assert (story.state["on_table"], story.state["penalty_cards"]) == ([], [["W", "CA", "major"]])

    def test_dummy_plays_to_the_second_card_and_it_stands(self, laws):
        story = after(three_notrump(), put("W", "S2", face="down"), put("W", "CA"), put("N", "C4"), laws=laws)
        assert (story.state["pending"], story.state["turn"]) == ([], "E")

    def test_the_second_card_turned_up_is_told_once_and_a_third_anew(self, laws):
        acts = [put("W", "S2", face="down"), put("W", "CA", face="down")]
        assert after(three_notrump(), acts, put("W", "CA"), laws=laws).kinds == [CHANGED]
        assert after(three_notrump(), acts, put("W", "S8"), laws=laws).kinds == [CHANGED, CHANGED]

    def test_his_partner_leads_out_of_turn_all_the_same(self, laws):
        acts = [put("W", "S2", face="down"), put("W", "CA", face="down"), put("E", "HK")]
        assert after(three_notrump(), acts, laws=laws).kinds == [CHANGED, OPENING]
        # Where no deal is known, the card that West is said to have put face down may be East's.
        acts = [put("W", "S2", face="down"), put("W", "HK", face="down"), put("E", "HK")]
        assert after(three_notrump(known=False), acts, laws=laws).kinds == [CHANGED, OPENING]

    def test_a_faced_lead_taken_back(self, laws):
        story = after(three_notrump(), put("W", "S2"), returned("W", "S2"), laws=laws)
        assert (story.state["pending"], story.state["on_table"]) == ([CHANGED], [])
        stands = after(three_notrump(), put("W", "S2"), returned("W", "S2"), ruling(CHANGED, "cancel"), laws=laws)
        assert (stands.state["on_table"], stands.state["turn"]) == ([["W", "S2"]], "N")


class TestDummy:
    def test_spreads_after_the_lead(self, laws):
        assert after(three_notrump(), put("W", "S2"), spread("N"), laws=laws).kinds == []

    @pytest.mark.parametrize("lead", [[], [put("W", "S2", face="down")]])
    def test_spreads_before_a_lead_is_faced(self, laws, lead):
        story = after(three_notrump(), lead, spread("N"), laws=laws)
        assert (story.kinds, story.state["pending"]) == (["dummy_spread_before_lead_faced"], [])

    def test_a_card_short(self, laws):
        short = spread("N", "SK S7 S3 H8 H6 H4 H2 DA DQ D5 CK C9")
        story = after(three_notrump(), put("W", "S2"), short, laws=laws)
        assert (story.kinds, story.raised[0].facts["expected"]) == (["dummy_incomplete"], 13)
        assert after(three_notrump(), put("W", "S2"), short, short, spread("N"), laws=laws).kinds == [
            "dummy_incomplete"
        ]

    def test_a_later_reading_of_fewer_cards_says_nothing(self, laws):
        story = after(three_notrump(), put("W", "S2"), spread("N"), spread("N", "SK S7 S3"), laws=laws)
        assert story.kinds == []

    def test_spreads_when_it_has_played_already(self, laws):
        twelve = spread("N", "SK S7 H8 H6 H4 H2 DA DQ D5 CK C9 C4")
        assert after(three_notrump(), play("W: S2 S3"), twelve, laws=laws).kinds == []

    def test_a_card_too_many(self, laws):
        fourteen = spread("N", "SK S7 S3 H8 H6 H4 H2 DA DQ D5 CK C9 C4 C2")
        story = after(three_notrump(known=False), put("W", "S2"), fourteen, fourteen, laws=laws)
        assert (story.kinds, story.raised[0].facts["expected"]) == (["wrong_hand_count"], 13)

    @pytest.mark.parametrize("who", "SEW")
    def test_a_hand_that_is_not_dummy(self, laws, who):
        story = after(three_notrump(), put("W", "S2"), spread(who), spread(who), laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == (["dummy_wrong_seat_spread"], [])


def test_a_hand_shown_while_the_auction_runs_is_a_matter_of_law_24(laws):
    story = after(three_notrump()[:1], auction("S: 3NT"), spread("W"), laws=laws)
    assert (story.kinds, story.state["must_pass"]) == (["card_exposed_in_auction"], {"E": "next"})


def test_four_passes_and_yet_a_card_is_told_once(laws):
    story = after(three_notrump()[:1], auction("S: P P P P"), put("W", "S2"), put("W", "S8"), laws=laws)
    assert story.kinds == ["passed_out_ambiguous"]
