"""Law 25: a call changed, by a slip or on second thoughts; a call taken off the table."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after, ruled

from controller.model.calls import call
from controller.model.events import CallRemoved
from controller.model.seats import Seat
from controller.table import refusal

CHANGED, OFF, TOO_SOON = "change_of_call", "call_withdrawn_without_replacement", "premature_replacement"
#: The choice by which the first call stands.
FIRST_STANDS = {"1987": "keep_first", "2017": "cancel"}
TWO_CALLS = [board(1), *auction("N: 1C N:1D")]


def removed(seat, what):
    return CallRemoved(seat=Seat[seat], call=call(what))


@pytest.mark.parametrize("laws", EDITIONS)
class TestASecondCall:
    def test_before_the_next_player_is_a_change_not_a_call_out_of_turn(self, laws):
        assert after(TWO_CALLS, laws=laws).kinds == [CHANGED]

    def test_leaves_the_first_in_the_auction_until_it_is_ruled(self, laws):
        state = after(TWO_CALLS, laws=laws).state
        assert (state["auction"], state["turn"], state["pending"]) == ([["N", "1C"]], None, [CHANGED])

    def test_that_was_meant_at_once_replaces_the_first(self, laws):
        state = after(TWO_CALLS, ruled(CHANGED, "unintended"), laws=laws).state
        assert (state["auction"], state["turn"], state["must_pass"]) == ([["N", "1D"]], "E", {})

    def test_stands_if_the_next_player_accepts(self, laws):
        assert after(TWO_CALLS, ruled(CHANGED, "accept"), laws=laws).state["auction"] == [["N", "1D"]]

    def test_stands_if_the_next_player_calls_over_it(self, laws):
        state = after(TWO_CALLS, auction("E: 1H"), laws=laws).state
        assert (state["auction"], state["pending"]) == ([["N", "1D"], ["E", "1H"]], [])

    def test_of_the_same_kind_is_the_same_call_told_twice(self, laws):
        assert after(board(1), auction("N: 1C N:1C"), laws=laws).kinds == []

    def test_may_be_lower_than_the_first(self, laws):
        assert after(board(1), auction("N: 1D N:1C"), ruled(CHANGED, "accept"), laws=laws).state["auction"] == [
            ["N", "1C"]
        ]

    def test_when_the_next_player_has_called_is_out_of_turn(self, laws):
        assert after(board(1), auction("N: 1C P N:1D"), laws=laws).kinds == ["call_out_of_turn"]

    def test_changed_again_before_the_ruling_is_noted_beside_it(self, laws):
        assert after(TWO_CALLS, auction("N: 1H"), laws=laws).kinds == [CHANGED, TOO_SOON]


@pytest.mark.parametrize(
    ("laws", "options"),
    [
        ("1987", {"unintended": "director", "accept": "E", "keep_first": "N", "change": "N"}),
        ("2017", {"unintended": "director", "accept": "E", "cancel": "E"}),
    ],
)
def test_who_chooses_what(laws, options):
    found = after(TWO_CALLS, laws=laws).finding(CHANGED)
    assert (list(found.options), dict(found.by)) == (list(options), options)


@pytest.mark.parametrize(
    ("laws", "choice"),
    [
        (laws, c)
        for laws, own in (("1987", ("keep_first", "change")), ("2017", ("cancel",)))
        for c in (*own, "accept", "unintended")
    ],
)
def test_only_a_call_that_is_cancelled_in_2017_is_compared_with_the_first(laws, choice):
    table = after(TWO_CALLS, ruled(CHANGED, choice), laws=laws).table
    may = [refusal(table, ruled(CHANGED, asked)) is None for asked in ("comparable", "not_comparable")]
    assert may == [(laws, choice) == ("2017", "cancel")] * 2


class TestOf1987:
    def test_the_first_kept_costs_partner_one_turn(self):
        state = after(TWO_CALLS, ruled(CHANGED, "keep_first"), laws="1987").state
        assert (state["auction"], state["turn"], state["must_pass"]) == ([["N", "1C"]], "E", {"S": "next"})

    def test_another_call_silences_partner(self):
        state = after(TWO_CALLS, ruled(CHANGED, "change"), auction("N: 1NT"), laws="1987").state
        assert (state["auction"], state["turn"], state["must_pass"]) == ([["N", "1NT"]], "E", {"S": "throughout"})

    def test_another_call_takes_with_it_what_was_called_over_the_first(self):
        events = (board(1), auction("N: 1C P"), removed("N", "1C"), auction("N: 1D"), ruled(CHANGED, "change"))
        state = after(*events, laws="1987").state
        assert (state["auction"], state["turn"]) == ([], "N")

    def test_the_call_that_falls_lets_declarer_order_the_lead(self):
        events = [*TWO_CALLS, ruled(CHANGED, "keep_first"), *auction("E: 1H P 2H P P P")]
        assert after(events, laws="1987").state["lead_restrictions"] == [{"seat": "S", "pending": "26"}]

    def test_with_another_call_both_fallen_ones_count_for_the_lead(self):
        events = [board(3), *auction("S: 1S P 2S 3C E:3H"), ruled(CHANGED, "change"), *auction("E: P P P")]
        story = after(events, laws="1987")
        assert story.state["lead_restrictions"] == [{"seat": "W", "pending": "26"}]
        assert refusal(story.table, ruled(CHANGED, "require", suits=(call("3C").denomination.trump,))) is None
        assert refusal(story.table, ruled(CHANGED, "require", suits=(call("3H").denomination.trump,))) is None
        assert refusal(story.table, ruled(CHANGED, "require", suits=(call("3S").denomination.trump,))) is not None

    def test_a_call_cannot_be_merely_cancelled(self):
        assert refusal(after(TWO_CALLS, laws="1987").table, ruled(CHANGED, "cancel")) is not None


class TestOf2017:
    def test_refused_the_second_is_cancelled_and_nobody_is_silenced(self):
        state = after(TWO_CALLS, ruled(CHANGED, "cancel")).state
        assert (state["auction"], state["turn"], state["must_pass"]) == ([["N", "1C"]], "E", {})

    def test_refused_it_lets_declarer_forbid_a_suit(self):
        events = [board(3), *auction("S: 1S P 2S P E:3H"), ruled(CHANGED, "cancel"), *auction("S: P P")]
        assert after(events).state["lead_restrictions"] == [{"seat": "W", "pending": "26"}]

    def test_unless_the_first_is_comparable_with_it(self):
        events = [board(3), *auction("S: 1S P 2S P E:3H"), ruled(CHANGED, "cancel"), ruled(CHANGED, "comparable")]
        assert after(events, auction("S: P P")).state["lead_restrictions"] == []

    def test_the_first_cannot_be_kept_at_a_price(self):
        assert refusal(after(TWO_CALLS).table, ruled(CHANGED, "keep_first")) is not None


@pytest.mark.parametrize("laws", EDITIONS)
class TestACallOutOfTurnWhileAChangeWaits:
    """North passes and then bids diamonds; before anybody has ruled his partner passes, at East's turn."""

    WAITS = (board(4), *auction("W: 1H P N:2D S:P"))

    def test_is_made_at_the_next_players_turn(self, laws):
        found = after(self.WAITS, laws=laws).raised[-1]
        assert (found.facts["turn"], found.laws[0]) == ("E", {"1987": "30B1", "2017": "30A"}[laws])

    def test_is_no_turn_of_the_one_who_changed_his_call(self, laws):
        again = after(self.WAITS, auction("N: P"), ruled(CHANGED, FIRST_STANDS[laws]), laws=laws)
        assert (again.state["auction"], again.kinds[-1]) == ([["W", "1H"], ["N", "P"]], "premature_replacement")

    @pytest.mark.parametrize("choice", ["first", "accept"])
    def test_goes_back_to_the_next_player_whichever_call_stands(self, laws, choice):
        ruling = ruled(CHANGED, FIRST_STANDS[laws] if choice == "first" else choice)
        story = after(self.WAITS, ruling, ruled("call_out_of_turn", "cancel"), laws=laws)
        assert (story.state["turn"], len(story.state["auction"])) == ("E", 2)

    def test_goes_by_another_law_if_the_turn_becomes_anothers(self, laws):
        """South bids out of turn and North raises him: at East's turn; once South's bid stands it was West's."""
        waits = [board(1), *auction("N: 1S S:2S N:3S")]
        before, story = after(waits, laws=laws), after(waits, ruled("call_out_of_turn", "accept"), laws=laws)
        assert [f.facts["turn"] for f in before.raised] == ["E", "E"]
        (told,) = story.steps[-1].changed
        assert (told.id, told.facts["turn"], told.laws[0]) == (before.raised[-1].id, "W", "31A")
        assert told.options == ("accept", "cancel")


@pytest.mark.parametrize("laws", EDITIONS)
class TestACallTakenOffTheTable:
    start = (board(1), auction("N: 1S P"), removed("E", "P"))

    def test_is_only_noted_and_the_auction_goes_on(self, laws):
        story = after(*self.start, laws=laws)
        assert [(f.kind, f.attention.value, f.options) for f in story.raised] == [(OFF, "log", ())]
        assert (story.state["auction"], story.state["turn"]) == ([["N", "1S"], ["E", "P"]], "S")

    def test_with_another_put_there_becomes_a_change(self, laws):
        story = after(*self.start, auction("E: 2H"), laws=laws)
        assert (story.kinds, story.steps[-1].resolved[0].how) == ([OFF, CHANGED], "promoted")

    @pytest.mark.parametrize("choice", ["unintended", "accept"])
    def test_what_was_called_over_it_goes_when_the_other_stands(self, laws, choice):
        events = (board(1), auction("N: 1S P 2S"), removed("E", "P"), auction("E: 2H"), ruled(CHANGED, choice))
        state = after(*events, laws=laws).state
        assert (state["auction"], state["turn"]) == ([["N", "1S"], ["E", "2H"]], "S")

    def test_and_back_again_is_as_it_was(self, laws):
        story = after(*self.start, auction("E: P S:2S P P E:3H"), laws=laws)
        assert (story.kinds, story.table.closed[story.raised[0].id].how) == ([OFF], "action")

    def test_may_be_found_a_slip_before_he_calls_again(self, laws):
        state = after(*self.start, ruled(OFF, "unintended"), laws=laws).state
        assert (state["auction"], state["turn"]) == ([["N", "1S"]], "E")

    def test_and_what_he_then_calls_is_his_call(self, laws):
        story = after(*self.start, ruled(OFF, "unintended"), auction("E: 2H"), laws=laws)
        assert (story.kinds, story.state["auction"]) == ([OFF], [["N", "1S"], ["E", "2H"]])


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("accepts", [ruled(CHANGED, "accept"), None])
def test_a_change_to_the_final_pass_is_accepted_by_a_pass_and_nothing_is_said_of_that(laws, accepts):
    changed = [board(1), *auction("N: P P P 1D W:P")]
    story = after(changed, [accepts] if accepts else [], auction("N: P"), laws=laws)
    assert (story.kinds, story.state["contract"], story.state["pending"]) == ([CHANGED], "P", [])


@pytest.mark.parametrize("laws", EDITIONS)
class TestASlip:
    def test_may_be_found_in_any_call_that_waits(self, laws):
        story = after(board(3), auction("S: 1D P X"), ruled("inadmissible_double", "unintended"), laws=laws)
        assert (story.state["turn"], story.state["auction"]) == ("N", [["S", "1D"], ["W", "P"]])

    def test_put_right_before_the_ruling_is_replaced_by_what_was_meant(self, laws):
        events = (board(3), auction("S: 1D P X N:P"), ruled("inadmissible_double", "unintended"))
        state = after(*events, laws=laws).state
        assert (state["auction"][-1], state["turn"], state["must_pass"]) == (["N", "P"], "E", {})

    def test_may_be_ruled_on_the_change_itself(self, laws):
        story = after(board(1), auction("N: 1NT 1S E:2S"), ruled(TOO_SOON, "unintended"), laws=laws)
        assert (story.state["auction"][-1], story.state["pending"]) == (["E", "2S"], [])

    def test_out_of_turn_what_was_meant_is_out_of_turn_too(self, laws):
        story = after(board(1), auction("E: 1H E:1S"), ruled("call_out_of_turn", "unintended"), laws=laws)
        assert (story.kinds[-1], story.state["auction"]) == ("call_out_of_turn", [])

    def test_after_the_final_pass_changes_nothing_of_the_contract(self, laws):
        events = (board(1), auction("N: 1S P P P E:X"), ruled("call_after_auction_closed", "unintended"))
        state = after(*events, laws=laws).state
        assert (state["contract"], state["turn"], state["pending"]) == ("1S", "E", [])
