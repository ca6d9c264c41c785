"""What comes later and counts earlier: rulings in their place, corrections, dismissed acts, simultaneous acts."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after, ruled

from controller.model.calls import call
from controller.model.events import CallMade, Correction, Replacement
from controller.model.seats import Seat
from controller.table import Table, dry_run, refusal, replay, step

LOW, OUT = "insufficient_bid", "call_out_of_turn"


def misread(n: int, seat: str, made: str) -> Correction:
    new = CallMade(seat=Seat[seat], call=call(made))
    return Correction(replaces=(n,), events=(Replacement(new, same_as=n),), reason="misread", by="director")


@pytest.mark.parametrize("laws", EDITIONS)
class TestLateRuling:
    def test_counts_where_it_was_given(self, laws):
        late = after(board(1), auction("N: 1S 1H P"), ruled(LOW, "cancel", after=2), laws=laws)
        assert late.state["auction"][:1] == [["N", "1S"]]

    def test_leaves_the_same_state_as_one_given_in_time(self, laws):
        in_time = after(board(1), auction("E: P"), ruled(OUT, "cancel"), auction("N: 1NT"), laws=laws)
        late = after(board(1), auction("E: P N:1NT"), ruled(OUT, "cancel", after=1), laws=laws)
        assert late.state == in_time.state

    def test_is_refused_where_there_is_no_such_event(self, laws):
        table = after(board(1), auction("N: 1S 1H"), laws=laws).table
        assert refusal(table, ruled(LOW, "cancel", after=99)) is not None

    def test_that_was_closed_by_an_act_since_may_still_be_given_in_its_place(self, laws):
        table = after(board(1), auction("N: 1S 1H P"), laws=laws).table
        assert refusal(table, ruled(f"{LOW}@2:E", "cancel")) is not None
        assert refusal(table, ruled(f"{LOW}@2:E", "cancel", after=2)) is None

    def test_on_an_earlier_board_leaves_the_board_in_hand_alone(self, laws):
        story = after(board(1), auction("N: 1S 1H P"), board(2), auction("E: 1C"), laws=laws)
        later = step(story.table, ruled(f"{LOW}@2:E", "cancel", after=2))
        assert later.table.state() == story.state
        assert later.table.boards[0].game.contract is None


def test_a_revised_ruling_replaces_the_earlier_one_in_its_place():
    events = (board(1), auction("N: 1S 1H"), ruled(LOW, "accept"), ruled(LOW, "cancel", revises=3))
    assert after(*events).state["auction"] == [["N", "1S"]]


class TestCorrection:
    def test_takes_back_the_finding_that_the_misread_call_had_made(self):
        story = after(board(1), auction("N: 1S 1H"), misread(2, "E", "2H"))
        assert (story.steps[-1].withdrawn, story.state["auction"][-1]) == ((f"{LOW}@2:E",), ["E", "2H"])

    def test_keeps_findings_that_are_the_same_untold(self):
        story = after(board(1), auction("N: 1S 1H"), misread(1, "N", "2S"))
        assert (story.steps[-1].raised, story.steps[-1].withdrawn) == ((), ())

    def test_tells_of_findings_whose_content_changed(self):
        story = after(board(1), auction("N: 1S 1H"), misread(1, "N", "2S"))
        assert [found.facts["to_beat"] for found in story.steps[-1].changed] == ["2S"]

    def test_of_an_act_that_never_happened_leaves_no_trace_in_the_state(self):
        ghost = Correction(replaces=(2,), events=(), reason="ghost")
        assert after(board(1), auction("N: 1S 1H"), ghost).state == after(board(1), auction("N: 1S")).state

    def test_can_put_in_what_was_not_read(self):
        missed = Correction(
            replaces=(), before=2, events=(Replacement(CallMade(seat=Seat.E, call=call("P"))),), reason="not read"
        )
        story = after(board(1), auction("N: 1S S:2S"), missed)
        assert (story.state["auction"], story.table.open_findings) == ([["N", "1S"], ["E", "P"], ["S", "2S"]], ())

    def test_that_takes_back_a_ruled_finding_is_told(self):
        story = after(board(1), auction("N: 1S 1H"), ruled(LOW, "accept"), misread(2, "E", "2H"))
        assert story.kinds[-1] == "ruling_without_finding"


class TestDismiss:
    def test_strikes_the_act_out(self):
        story = after(board(1), auction("N: 1S 1H"), ruled(LOW, "dismiss"))
        assert story.state == after(board(1), auction("N: 1S")).state

    def test_withdraws_the_finding_and_raises_nothing(self):
        last = after(board(1), auction("N: 1S 1H"), ruled(LOW, "dismiss")).steps[-1]
        assert (last.withdrawn, last.raised) == ((f"{LOW}@2:E",), ())


class TestSimultaneous:
    @pytest.mark.parametrize("laws", EDITIONS)
    def test_calls_count_the_lawful_one_first_whatever_the_order_of_the_lines(self, laws):
        lines = [CallMade(seat=Seat.E, call=call("P"), t=9), CallMade(seat=Seat.N, call=call("1C"), t=9)]
        assert after(board(1), lines, laws=laws).state["auction"] == [["N", "1C"], ["E", "P"]]

    def test_the_line_of_the_unlawful_one_raises_nothing(self):
        lines = [CallMade(seat=Seat.E, call=call("P"), t=9), CallMade(seat=Seat.N, call=call("1C"), t=9)]
        assert after(board(1), lines).kinds == []

    def test_step_by_step_the_story_ends_the_same(self):
        lines = [CallMade(seat=Seat.E, call=call("P"), t=9), CallMade(seat=Seat.N, call=call("1C"), t=9)]
        table = Table.fresh("2017")
        for event in (board(1), *lines):
            table = step(table, event).table
        assert table.state() == after(board(1), lines).state


def test_a_dry_run_leaves_the_table_as_it_was():
    table = after(board(1), auction("N: 1S 1H")).table
    before = table.state()
    dry_run(table, ruled(LOW, "cancel"))
    assert table.state() == before


@pytest.mark.parametrize("laws", EDITIONS)
def test_replay_tells_what_step_tells(laws):
    events = [board(1), *auction("N: 1S 1H P 1S P P P"), board(2), *auction("E: P W:1H"), ruled(OUT, "cancel")]
    table, told = Table.fresh(laws), []
    for event in events:
        stepped = step(table, event)
        table = stepped.table
        told.append((stepped.raised, stepped.resolved, table.state()))
    assert [(one.raised, one.resolved, one.table.state()) for one in replay(events, laws)] == told


def test_a_step_of_a_replay_still_gives_its_own_table_when_the_replay_has_moved_on():
    steps = list(replay([board(1), *auction("N: 1S P 2S")], "2017"))
    assert steps[1].table.state()["turn"] == "E"


class TestRulingsByKind:
    """A kind in place of an id counts in the story as it is in the end, not as it was when the ruling was typed."""

    ghost = CallMade(seat=Seat.E, call=call("1C"))
    struck_out = Correction(replaces=(1,), events=(), reason="ghost", by="director")

    def test_the_second_of_a_kind_is_the_second_once_a_ghost_is_gone(self):
        true = [*auction("N: 2S 1H"), ruled(LOW, "cancel"), *auction("E: 2H"), ruled(f"{LOW}#2", "cancel")]
        story = after(board(1), self.ghost, true, self.struck_out)
        assert story.state == after(board(1), true).state

    def test_a_dismissal_strikes_out_the_act_of_that_kind_which_is_left(self):
        true = [*auction("N: 1S S:2C"), ruled(OUT, "dismiss"), *auction("E: 2D")]
        story = after(board(1), self.ghost, true, self.struck_out)
        assert story.state == after(board(1), true).state


class TestASensorsCorrection:
    """What a sensor reads anew may not change what a ruling was given on."""

    story = (board(1), *auction("N: 1S 1H"), ruled(LOW, "cancel"), *auction("E: 2H"))

    def read_anew(self, n: int, by: str | None = None) -> Correction:
        new = CallMade(seat=Seat.N, call=call("2S"))
        return Correction(replaces=(n,), events=(Replacement(new, same_as=n),), reason="read anew", by=by)

    def test_of_an_act_before_the_last_ruling_changes_nothing(self):
        assert after(self.story, self.read_anew(1)).state == after(self.story).state

    def test_is_told_to_the_director_with_what_it_says(self):
        found = after(self.story, self.read_anew(1)).raised[-1]
        assert (found.kind, found.seat, found.attention.value, found.options) == ("record_doubted", None, "now", ())
        assert found.facts["events"] == [{"type": "call", "seat": "N", "call": "2S"}]

    def test_becomes_one_when_the_director_says_the_same(self):
        story = after(self.story, self.read_anew(1), self.read_anew(1, by="director"))
        assert story.state["auction"][0] == ["N", "2S"]

    def test_of_an_act_since_the_ruling_is_made(self):
        later = Correction(replaces=(4,), events=(), reason="a ghost")
        assert after(self.story, later).state == after(self.story[:-1]).state

    def test_is_made_while_nothing_has_been_ruled(self):
        assert after(self.story[:3], self.read_anew(1)).state["auction"] == [["N", "2S"]]

    def test_stays_doubtful_when_the_board_is_derived_anew(self):
        story = after(self.story, self.read_anew(1), misread(4, "E", "3H"))
        assert (story.state["auction"], story.kinds[-1]) == ([["N", "1S"], ["E", "3H"]], "record_doubted")
