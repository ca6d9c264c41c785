"""What became of each call as it was shown, and calls that are told twice or made when the auction is over."""

import pytest
from support.build import auction, board, led, play, ruling
from support.card_acts import EXPOSED, SOUTH_WINS, after_trick, exposed, faced, put, returned, spread, three_notrump
from support.table import EDITIONS, after

from controller.model.calls import call
from controller.model.events import CallRemoved
from controller.model.seats import Seat

LOW, OUT = "insufficient_bid", "call_out_of_turn"
both = pytest.mark.parametrize("laws", EDITIONS)


def became(story):
    return [f"{c.seat.name}{c.call.text} {c.status}" for c in story.table.calls]


@both
class TestWhatBecameOfIt:
    def test_a_call_not_accepted_is_cancelled(self, laws):
        story = after(board(1), auction("N: 1S 1H"), ruling(LOW, "cancel"), laws=laws)
        assert became(story) == ["N1S stands", "E1H cancelled"]

    def test_a_call_that_waits(self, laws):
        assert became(after(board(1), auction("N: 1S 1H"), laws=laws))[-1] == "E1H waiting"

    def test_a_call_after_the_end_and_the_one_over_it_are_cancelled(self, laws):
        story = after(board(1), auction("N: 1S P P P W:X N:XX"), laws=laws)
        assert became(story)[-2:] == ["WX cancelled", "NXX cancelled"]

    def test_a_call_taken_off_as_a_slip_is_withdrawn_with_those_over_it(self, laws):
        removed = CallRemoved(seat=Seat.N, call=call("1S"))
        story = after(
            board(1), auction("N: 1S P"), removed, ruling("call_withdrawn_without_replacement", "unintended"), laws=laws
        )
        assert (became(story), story.state["turn"]) == (["N1S withdrawn", "EP withdrawn"], "N")

    def test_a_replacement_made_too_soon_stands_in_2017_and_falls_in_1987(self, laws):
        story = after(board(1), auction("N: 1S 1H E:2H"), ruling(LOW, "cancel"), laws=laws)
        assert became(story)[1:] == ["E1H cancelled", "E2H stands" if laws == "2017" else "E2H cancelled"]


@both
class TestToldTwice:
    def test_a_waiting_call_told_again_after_another_one_is_nothing_new(self, laws):
        story = after(board(1), auction("N: 1S S:2C N:2S S:2C"), laws=laws)
        assert story.kinds == [OUT, OUT]


@both
class TestAfterTheEnd:
    def test_of_the_play_a_call_is_nothing(self, laws):
        played = [*after_trick(SOUTH_WINS), *play("S: HA H5 H2 H7")]
        story = after(played, ruling("board", "cancel_board"), auction("W: X"), laws=laws)
        assert story.kinds == []

    def test_a_call_by_the_player_whose_turn_it_was_undoes_one_out_of_turn(self, laws):
        done = after(board(1), auction("E: 1H N:1S"), laws=laws).steps[-1].resolved
        assert [(one.how, one.by, one.choice) for one in done] == [("action", "2", None)]


def test_1987_neither_double_nor_redouble_may_replace_an_insufficient_bid():
    start = [board(1), *auction("N: 1S X 1H"), ruling(LOW, "cancel"), *auction("S: XX")]
    assert after(start, laws="1987").kinds == [LOW, "inadmissible_redouble"]
    assert after(start, laws="2017").kinds == [LOW]


@both
def test_a_hand_spread_by_nobodys_dummy_when_a_pass_is_missing_is_seen_in_the_auction(laws):
    story = after(three_notrump()[:-1], spread("E"), laws=laws)
    assert story.kinds == ["card_exposed_in_auction"]


@both
class TestChangesAfterACorrection:
    def test_by_a_defender_who_had_played_to_dummys_revoke_cost_nothing(self, laws):
        """Law 62C1: West leads a heart, dummy throws a club, East has played; dummy follows, East may change."""
        trick = [*after_trick("W: CA C4 C3 C2"), *play("W: HJ C9 H7")]
        story = after(
            trick, ruling("revoke_certain", "correct"), put("N", "H2"), returned("E", "H7"), put("E", "HQ"), laws=laws
        )
        assert (story.state["penalty_cards"], story.state["on_table"][-1]) == ([], ["E", "HQ"])


@both
class TestAnOrderThatMayHaveBeenBroken:
    """Laws 59, 61A, the deal not being known."""

    #: East has played SJ; he wins trick two, West shows ST, declarer requires a spade, East leads a diamond.
    led = (
        *after_trick(SOUTH_WINS, known=False),
        *play("S: H3 HT H2 HQ"),
        exposed("W", "ST", accidental=False),
        ruling(EXPOSED, "penalty_card"),
        ruling(EXPOSED, "require", suits="S"),
        put("E", "D2"),
    )

    def test_is_only_possible(self, laws):
        found = after(self.led, laws=laws).raised[-1]
        assert (found.kind, found.certainty) == ("lead_restriction_breached", "possible")

    def test_is_proved_by_a_card_that_he_held(self, laws):
        story = after(self.led, exposed("E", "S9"), laws=laws)
        assert story.finding("lead_restriction_breached").certainty == "certain"

    def test_is_not_proved_by_a_card_of_an_earlier_trick(self, laws):
        story = after(self.led, exposed("E", "SJ"), laws=laws)
        assert story.finding("lead_restriction_breached").certainty == "possible"


@both
class TestWhatSensingIsToldOfTheTable:
    def test_whose_turn_it_is(self, laws):
        assert after(board(1), auction("N: 1S"), laws=laws).table.expectation().turn is Seat.E

    def test_nobodys_while_the_director_is_called(self, laws):
        assert after(board(1), auction("N: 1S 1H"), laws=laws).table.expectation().turn is None

    def test_whether_dummy_lies_open(self, laws):
        lead = [*three_notrump(), *play("W: S2")]
        told = [after(lead, more, laws=laws).table.expectation().dummy_spread for more in ([], [spread("N")])]
        assert told == [False, True]


@both
def test_the_second_of_two_opening_leads_is_led_once_the_director_lets_it(laws):
    start = [*three_notrump(), led("W", "S2"), returned("W", "S2"), led("W", "HJ")]
    story = after(start, ruling("opening_lead_changed", "accept"), faced("W", "HJ"), laws=laws)
    assert (story.kinds, story.state["on_table"]) == (["opening_lead_changed"], [["W", "HJ"]])
