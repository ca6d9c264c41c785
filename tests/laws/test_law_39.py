"""Laws 35D and 39: calls after the final pass."""

import pytest
from support.build import auction, board, play, ruling
from support.table import EDITIONS, after

LATE = "call_after_auction_closed"
#: East plays 2H; North and South defend, South is on lead.
OVER = [board(2), *auction("E: 1H P 2H P P P")]


@pytest.mark.parametrize("laws", EDITIONS)
class TestByADefender:
    @pytest.mark.parametrize("made", ["X", "2S", "XX"])
    def test_an_action_summons_the_director(self, laws, made):
        found = after(OVER, auction(f"N: {made}"), laws=laws).raised[-1]
        assert (found.kind, found.attention.value, found.options, found.laws[0]) == (LATE, "now", ("cancel",), "39B")

    def test_leaves_the_contract_alone(self, laws):
        assert after(OVER, auction("N: X"), laws=laws).state["contract"] == "2H"

    def test_cancelled_it_lets_declarer_order_partners_lead(self, laws):
        state = after(OVER, auction("N: X"), ruling(LATE, "cancel"), laws=laws).state
        assert (state["turn"], state["lead_restrictions"]) == ("S", [{"seat": "S", "pending": "26"}])

    def test_under_the_next_players_call_it_is_nothing(self, laws):
        story = after(OVER, auction("N: X P"), laws=laws)
        assert (story.kinds, story.state["pending"], story.state["lead_restrictions"]) == ([LATE], [], [])

    def test_a_further_pass_is_no_call_at_all(self, laws):
        assert after(OVER, auction("S: P N:P"), laws=laws).kinds == []

    def test_in_the_play_it_is_told_as_well(self, laws):
        assert after(OVER, play("S: C5"), auction("N: X"), laws=laws).kinds == [LATE]


@pytest.mark.parametrize("laws", EDITIONS)
class TestByTheDeclaringSide:
    @pytest.mark.parametrize("made", ["W: 3H", "E: 4H", "W: XX"])
    def test_is_only_noted(self, laws, made):
        found = after(OVER, auction(made), laws=laws).raised[-1]
        assert (found.kind, found.attention.value, found.laws[0]) == (LATE, "log", "39A")

    def test_stops_nobody(self, laws):
        assert after(OVER, auction("W: 3H"), laws=laws).state["turn"] == "S"

    def test_cancelled_nothing_follows(self, laws):
        state = after(OVER, auction("W: 3H"), ruling(LATE, "cancel"), laws=laws).state
        assert (state["pending"], state["lead_restrictions"], state["must_pass"]) == ([], [], {})


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_bid_after_four_passes_is_only_noted(laws):
    found = after(board(1), auction("N: P P P P N:1S"), laws=laws).raised[-1]
    assert (found.kind, found.attention.value) == (LATE, "log")
