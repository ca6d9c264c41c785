"""Laws 35B and 37: a player who had to pass does not; Laws 35C and 38: a bid above seven."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after, ruled

ACTED, HIGH = "action_when_required_to_pass", "bid_above_seven"


def silenced(laws):
    """East's low bid cost West the auction: he must pass throughout."""
    start = [board(1), *auction("N: 1S 1H"), ruled("insufficient_bid", "cancel"), *auction("E: P")]
    return start if laws == "1987" else [*start, ruled("insufficient_bid", "not_comparable")]


@pytest.mark.parametrize("laws", EDITIONS)
class TestForcedToPass:
    def test_a_pass_is_all_he_may_call(self, laws):
        assert after(silenced(laws), auction("S: 2S P"), laws=laws).kinds == ["insufficient_bid"]

    @pytest.mark.parametrize("made", ["3H", "X"])
    def test_any_other_call_is_told(self, laws, made):
        found = after(silenced(laws), auction(f"S: 2S {made}"), laws=laws).raised[-1]
        assert (found.kind, found.options, found.laws[0]) == (ACTED, ("cancel",), "37")

    def test_a_double_that_nothing_allows_is_that_first(self, laws):
        assert after(silenced(laws), auction("S: P W:X"), laws=laws).kinds[-1] == ACTED
        assert after(silenced(laws), auction("S: 2S P P 3H P X"), laws=laws).kinds[-1] == "inadmissible_double"

    def test_cancelled_both_of_the_side_pass_throughout(self, laws):
        state = after(silenced(laws), auction("S: 2S 3H"), ruled(ACTED, "cancel"), laws=laws).state
        assert (state["turn"], state["must_pass"]) == ("W", {"E": "throughout", "W": "throughout"})

    def test_the_next_player_may_call_before_the_pass_is_shown(self, laws):
        events = [*silenced(laws), *auction("S: 2S 3H"), ruled(ACTED, "cancel"), *auction("N: 3S")]
        assert after(events, laws=laws).state["auction"][-2:] == [["W", "P"], ["N", "3S"]]

    def test_over_his_call_the_next_players_lets_it_stand_and_the_bar_goes_on(self, laws):
        state = after(silenced(laws), auction("S: 2S 3H 3S"), laws=laws).state
        assert state["auction"][-2:] == [["W", "3H"], ["N", "3S"]]
        assert (state["must_pass"], state["pending"]) == ({"W": "throughout"}, [])


@pytest.mark.parametrize("laws", EDITIONS)
class TestForcedToPassOnce:
    start = (board(1), auction("E: P"), ruled("call_out_of_turn", "cancel"))

    def test_he_is_free_again_afterwards(self, laws):
        story = after(*self.start, auction("N: 1C P 1S P 2S 3D"), laws=laws)
        assert (story.kinds, story.state["must_pass"]) == (["call_out_of_turn"], {})

    def test_his_call_accepted_by_the_next_uses_the_bar_up(self, laws):
        assert after(*self.start, auction("N: 1C 1H 1S"), laws=laws).state["must_pass"] == {}

    def test_a_forced_pass_that_ends_the_auction_leaves_no_call_to_the_next(self, laws):
        events = [*silenced(laws), *auction("S: P N:2S")]
        story = after(events, laws=laws)
        assert (story.state["phase"], story.state["contract"]) == ("clarification", "1S")
        assert (story.kinds[-1], story.raised[-1].attention.value) == ("call_after_auction_closed", "log")


@pytest.mark.parametrize("laws", EDITIONS)
class TestAboveSeven:
    start = (board(1), auction("N: 1S 8C"))

    def test_can_only_be_cancelled(self, laws):
        found = after(*self.start, laws=laws).finding(HIGH)
        assert (found.options, found.laws[0]) == (("cancel",), "38")

    def test_cancelled_it_silences_the_side(self, laws):
        state = after(*self.start, ruled(HIGH, "cancel"), laws=laws).state
        assert (state["turn"], state["must_pass"]) == ("E", {"E": "throughout", "W": "throughout"})

    def test_under_the_next_players_call_it_falls_with_that(self, laws):
        state = after(*self.start, auction("S: X"), laws=laws).state
        assert (state["auction"], state["turn"], state["pending"]) == ([["N", "1S"]], "E", [])

    def test_then_only_the_bars_depend_on_the_edition(self, laws):
        bars = {"1987": {"E": "next"}, "2017": {"E": "throughout", "W": "throughout"}}
        assert after(*self.start, auction("S: P"), laws=laws).state["must_pass"] == bars[laws]

    def test_then_no_lead_is_ordered_either(self, laws):
        story = after(*self.start, auction("S: P"), auction("E: P S:2S P P P"), laws=laws)
        assert (story.state["contract"], story.state["lead_restrictions"]) == ("2S", [])

    def test_eight_no_trump_over_seven_is_no_less_too_high(self, laws):
        assert after(board(1), auction("N: 7NT 8NT"), laws=laws).kinds == [HIGH]
