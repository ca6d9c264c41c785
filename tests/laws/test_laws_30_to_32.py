"""Laws 29 to 32: a call at another player's turn; who may accept it, and what is owed if nobody does."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after, ruled

OUT = "call_out_of_turn"


@pytest.mark.parametrize("laws", EDITIONS)
class TestAnyCallOutOfTurn:
    def test_is_raised_and_the_next_player_chooses(self, laws):
        found = after(board(1), auction("E: 1H"), laws=laws).finding(OUT)
        assert (found.options, found.by) == (("accept", "cancel"), {"accept": "S", "cancel": "S"})

    def test_is_accepted_by_the_next_players_call(self, laws):
        story = after(board(1), auction("N: 1S S:2S P"), laws=laws)
        assert story.state["auction"] == [["N", "1S"], ["S", "2S"], ["W", "P"]]

    def test_is_wiped_by_an_opponent_whose_turn_it_was(self, laws):
        story = after(board(1), auction("E: 1H N:1S"), laws=laws)
        assert (story.state["auction"], story.state["turn"], story.state["must_pass"]) == ([["N", "1S"]], "E", {})

    def test_waits_for_a_ruling_before_anybody_may_act(self, laws):
        assert after(board(1), auction("E: 1H"), laws=laws).state["turn"] is None

    def test_goes_back_to_the_right_player_when_cancelled(self, laws):
        story = after(board(1), auction("E: 1H"), ruled(OUT, "cancel"), laws=laws)
        assert (story.state["turn"], story.state["auction"]) == ("N", [])

    def test_at_the_turn_of_rho_must_be_repeated_if_he_passes(self, laws):
        story = after(board(1), auction("E: 1H"), ruled(OUT, "cancel"), auction("N: P"), laws=laws)
        assert story.state["must_repeat"] == {"E": "1H"}

    def test_repeated_costs_nothing(self, laws):
        story = after(board(1), auction("E: 1H"), ruled(OUT, "cancel"), auction("N: P 1H P 2H"), laws=laws)
        assert story.kinds == [OUT]

    def test_that_is_inadmissible_as_well_can_only_be_cancelled(self, laws):
        found = after(board(4), auction("W: 1S E:X"), laws=laws).finding(OUT)
        assert found.options == ("cancel",)


@pytest.mark.parametrize("laws", EDITIONS)
class TestAtPartnersTurnWhoseOwnPassWouldEndTheAuction:
    """West's turn, and his pass would be the third: East doubles, and West passes before anybody has ruled."""

    WAITS = (board(1), *auction("N: 1S P P E:X W:P"))

    def test_waits_all_the_same(self, laws):
        state = after(self.WAITS, laws=laws).state
        assert (state["phase"], state["pending"], state["turn"]) == ("auction", [OUT], None)

    def test_is_accepted_by_the_next_players_call(self, laws):
        story = after(self.WAITS, auction("S: XX"), laws=laws)
        assert (story.kinds, story.state["phase"], story.state["turn"]) == ([OUT], "auction", "W")
        assert story.state["auction"][-3:] == [["W", "P"], ["E", "X"], ["S", "XX"]]

    def test_is_accepted_by_a_ruling(self, laws):
        ruling = after(self.WAITS, ruled(OUT, "accept"), auction("S: XX"), laws=laws)
        assert ruling.state == after(self.WAITS, auction("S: XX"), laws=laws).state

    @pytest.mark.parametrize("choice", ["cancel", "unintended"])
    def test_falls_and_the_auction_is_over(self, laws, choice):
        story = after(self.WAITS, ruled(OUT, choice), laws=laws)
        assert (story.state["phase"], story.state["contract"], story.state["turn"]) == ("clarification", "1S", "E")
        assert story.state["must_pass"] == {}

    def test_inadmissible_it_falls_with_the_call_over_it(self, laws):
        story = after(board(1), auction("N: 1S P P E:XX W:P S:P"), laws=laws)
        assert (story.kinds, story.state["phase"], story.state["contract"]) == ([OUT], "clarification", "1S")

    def test_made_after_three_passes_it_saves_the_board_from_being_passed_out(self, laws):
        waits = [board(1), *auction("N: P P P E:1H W:P")]
        assert after(waits, laws=laws).state["phase"] == "auction"
        assert after(waits, auction("S: P"), laws=laws).state["turn"] == "W"
        assert after(waits, ruled(OUT, "cancel"), laws=laws).state["contract"] == "P"


PARAGRAPHS = [
    # (calls, 1987, 2017)
    ("E: P", "30A", "30A"),
    ("S: P", "30A", "30B"),
    ("N: 1S S:P", "30B1", "30A"),
    ("N: 1S W:P", "30B2", "30B"),
    ("E: 1H", "31A", "31A"),
    ("S: 1H", "31B", "31B"),
    ("W: 1H", "31B", "31B"),
    ("N: 1S P W:X", "32B", "32A"),
    ("N: 1S W:X", "32A", "32B"),
    ("N: 8C", "38", "38"),
]


@pytest.mark.parametrize(("calls", "old", "new"), PARAGRAPHS)
def test_the_paragraph_is_the_editions_own(calls, old, new):
    said = {laws: after(board(1), auction(calls), laws=laws).raised[-1].laws[0] for laws in EDITIONS}
    assert said == {"1987": old, "2017": new}


def test_1987_a_bid_at_partners_turn_silences_him_at_once():
    story = after(board(1), auction("S: 1H"), ruled(OUT, "cancel"), laws="1987")
    assert story.state["must_pass"] == {"N": "throughout"}


def test_2017_a_bid_at_partners_turn_leaves_him_free_until_the_replacement_is_judged():
    story = after(board(1), auction("S: 1H"), ruled(OUT, "cancel"), laws="2017")
    assert story.state["must_pass"] == {}


def test_2017_a_call_that_is_not_comparable_costs_partner_one_turn():
    events = (board(1), auction("S: 1H"), ruled(OUT, "cancel"), auction("N: 1C P 1H"), ruled(OUT, "not_comparable"))
    assert after(*events).state["must_pass"] == {"N": "next"}


def test_2017_a_comparable_call_costs_nothing():
    events = (board(1), auction("S: 1H"), ruled(OUT, "cancel"), auction("N: 1C P 1H"), ruled(OUT, "comparable"))
    assert after(*events).state["must_pass"] == {}


def test_1987_a_pass_at_partners_turn_forbids_him_to_double_once():
    story = after(board(1), auction("N: 1S W:P"), ruled(OUT, "cancel"), auction("E: X"), laws="1987")
    assert story.kinds[-1] == "inadmissible_double"


def test_1987_the_same_denomination_over_rhos_bid_costs_partner_one_turn():
    story = after(board(1), auction("E: 1H"), ruled(OUT, "cancel"), auction("N: 1S 2H"), laws="1987")
    assert story.state["must_pass"] == {"W": "next"}


def test_1987_another_denomination_over_rhos_bid_costs_partner_the_auction():
    story = after(board(1), auction("E: 1H"), ruled(OUT, "cancel"), auction("N: 1S 2C"), laws="1987")
    assert story.state["must_pass"] == {"W": "throughout"}


@pytest.mark.parametrize("laws", EDITIONS)
def test_28a_a_forced_pass_is_entered_when_the_next_player_calls_before_it_is_shown(laws):
    events = (board(1), auction("N: 1S P X"), ruled("inadmissible_double", "cancel"), auction("S: 2S P"))
    story = after(*events, auction("E: 3H"), laws=laws)
    assert story.state["auction"][-2:] == [["N", "P"], ["E", "3H"]]


@pytest.mark.parametrize("laws", EDITIONS)
def test_28a_the_forced_pass_shown_afterwards_is_no_new_call(laws):
    events = (board(1), auction("N: 1S P X"), ruled("inadmissible_double", "cancel"), auction("S: 2S P"))
    assert after(*events, auction("E: 3H N:P"), laws=laws).kinds == ["inadmissible_double"]
