"""What the director is told of findings: revisions, what waits for the end of the board, what may go out."""

from dataclasses import dataclass, replace

import pytest

from controller.model.irregularities import Attention, Irregularity, Resolved, RestsOn
from controller.model.seats import Seat
from controller.service.summons import Scene, Summonses, finding_from_json, summons_from_json


@dataclass
class Step:
    """What `step` says of an event."""

    n: str = "5"
    raised: tuple = ()
    resolved: tuple = ()
    withdrawn: tuple = ()
    changed: tuple = ()


def finding(kind="insufficient_bid", n=2, attention=Attention.NOW, **more):
    return Irregularity(f"{kind}@{n}:E", kind, Seat.E, ("27",), attention, ("accept", "cancel"), **more)


def words(told):
    return [(s.id, s.rev, s.state) for s in told]


@pytest.fixture
def summonses():
    refs = iter(range(100))
    return Summonses(lambda: f"s-{next(refs)}")


BID = finding()
OPEN = Scene(board=3, open_ids={BID.id})


def test_a_finding_is_raised_with_revision_one(summonses):
    assert words(summonses.after(Step(raised=(BID,)), OPEN)) == [(BID.id, 1, "raised")]


def test_a_finding_for_the_log_summons_nobody(summonses):
    assert summonses.after(Step(raised=(finding(attention=Attention.LOG),)), OPEN) == []


def test_other_content_has_a_higher_revision_and_the_same_name(summonses):
    first = summonses.after(Step(raised=(BID,)), OPEN)[0]
    changed = summonses.after(Step(changed=(replace(BID, facts={"call": "1C"}),)), OPEN)[0]

    assert (changed.rev, changed.state, changed.ref) == (2, "changed", first.ref)


def test_a_finding_that_the_log_alone_knew_is_raised_when_it_becomes_urgent(summonses):
    summonses.after(Step(raised=(finding(attention=Attention.LOG),)), OPEN)

    assert words(summonses.after(Step(changed=(BID,)), OPEN)) == [(BID.id, 1, "raised")]


def test_a_decision_closes_it_and_says_how(summonses):
    summonses.after(Step(raised=(BID,)), OPEN)
    closed = summonses.after(Step(resolved=(Resolved(BID.id, "ruling", "5", "accept"),)), Scene(board=3))[0]

    assert (closed.rev, closed.state, closed.how, closed.by, closed.choice) == (2, "resolved", "ruling", "5", "accept")
    assert (closed.is_open, closed.is_closed) == (False, True)


def test_a_finding_taken_back_says_why(summonses):
    summonses.after(Step(raised=(BID,)), OPEN)
    gone = summonses.after(Step(n="9", withdrawn=(BID.id,)), Scene(board=3))[0]

    assert (gone.rev, gone.state, gone.reason, gone.by) == (2, "withdrawn", "event 9 put the record right", "9")


def test_a_finding_that_comes_again_goes_on_counting(summonses):
    summonses.after(Step(raised=(BID,)), OPEN)
    summonses.after(Step(withdrawn=(BID.id,)), Scene(board=3))

    assert words(summonses.after(Step(raised=(BID,)), OPEN)) == [(BID.id, 3, "raised")]


def test_what_waits_for_a_decision_again_is_open_again(summonses):
    summonses.after(Step(raised=(BID,)), OPEN)
    summonses.after(Step(resolved=(Resolved(BID.id, "action", "4"),)), Scene(board=3))
    again = summonses.after(Step(), OPEN)[0]

    assert (again.state, again.is_open, again.how) == ("changed", True, None)


def test_of_a_finding_that_was_never_told_nothing_is_taken_back_or_closed(summonses):
    step = Step(withdrawn=(BID.id,), resolved=(Resolved("revoke_certain@9:W", "action", "10"),))

    assert summonses.after(step, Scene(board=3)) == []


REVOKE = finding("revoke_established", 20, Attention.END_OF_BOARD)


def test_what_is_for_the_end_of_the_board_waits_for_it(summonses):
    assert summonses.after(Step(raised=(REVOKE,)), OPEN) == []
    assert words(summonses.after(Step(), Scene(board=3, ended=True))) == [(REVOKE.id, 1, "raised")]


def test_what_is_decided_before_the_end_of_the_board_is_not_told_then(summonses):
    summonses.after(Step(raised=(REVOKE,)), OPEN)
    summonses.after(Step(resolved=(Resolved(REVOKE.id, "ruling", "30", "transfer"),)), OPEN)

    assert summonses.after(Step(), Scene(board=3, ended=True)) == []


def test_the_next_board_lets_out_what_waited_for_the_end_of_the_one_before(summonses):
    missing = finding("score_missing", 40, Attention.END_OF_BOARD)
    summonses.after(Step(raised=(REVOKE,)), OPEN)
    told = summonses.after(Step(raised=(missing,)), Scene(board=4), board_before=3)

    assert [(s.id, s.board) for s in told] == [(REVOKE.id, 3), (missing.id, 3)]


def test_a_late_finding_belongs_to_the_board_of_its_act(summonses):
    scene = Scene(board=4, open_ids={BID.id}, boards=((0, 3), (50, 4)))

    assert summonses.after(Step(n="60", raised=(BID,)), scene)[0].board == 3


def test_a_held_summons_is_let_out_if_it_still_waits(summonses):
    other = finding("call_out_of_turn", 3)
    summonses.after(Step(raised=(BID, other)), replace(OPEN, held=True))
    out = summonses.let_out({BID.id})

    assert [(s.id, s.rev, s.held) for s in out] == [(BID.id, 1, False)]


@pytest.mark.parametrize(
    ("attention", "held", "goes_out"),
    [(Attention.NOW, False, True), (Attention.SILENT, False, False), (Attention.NOW, True, False)],
)
def test_what_goes_out(summonses, attention, held, goes_out):
    told = summonses.after(Step(raised=(finding(attention=attention),)), replace(OPEN, held=held))

    assert [s.goes_out for s in told] == [goes_out]


@pytest.mark.parametrize(("rests_on", "whole"), [(RestsOn.SEEN, True), (RestsOn.UNSEEN, False)])
def test_only_what_rests_on_seen_acts_goes_out_whole(summonses, rests_on, whole):
    assert summonses.after(Step(raised=(finding(rests_on=rests_on),)), OPEN)[0].is_whole is whole


def test_a_summons_is_found_by_its_finding_and_by_its_name_on_the_bus(summonses):
    told = summonses.after(Step(raised=(BID,)), OPEN)[0]

    assert summonses.of(BID.id) == summonses.of(told.ref) == told
    assert summonses.of("nothing") is None


def test_a_summons_comes_back_from_the_journal_as_it_was(summonses):
    told = summonses.after(Step(raised=(finding(facts={"call": "1H"}, by={"accept": "S"}),)), OPEN)[0]

    assert summons_from_json(told.as_json()) == told
    assert finding_from_json(told.finding.as_json()).facts == {"call": "1H"}
