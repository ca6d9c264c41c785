"""What was made beside what was found: for each board of an accuracy bench."""

from collections import Counter
from dataclasses import replace

import pytest

from controller.model.events import CardPlayed, Ruling
from controller.model.readings import Entered, Scan
from hw_sim.bench.one_board import NOTHING, Task, _Follower, judge, paired
from hw_sim.boards import boards
from hw_sim.offline import simulate

#: A board of which all 52 cards are played.
FULL = next(record for record in boards() if sum(len(trick.cards) for trick in record.play) == 52)
REVOKE, LEAD, PLAY = ("revoke_certain", "W"), ("lead_out_of_turn_by_defender", "E"), ("play_out_of_turn", "E")


@pytest.mark.parametrize(
    ("made", "told", "pairs"),
    [
        ([REVOKE], [REVOKE], [(REVOKE, REVOKE)]),
        ([REVOKE], [], [(REVOKE, None)]),
        ([], [REVOKE], [(None, REVOKE)]),
        ([LEAD], [PLAY], [(LEAD, PLAY)]),
        ([LEAD], [REVOKE, PLAY], [(LEAD, PLAY), (None, REVOKE)]),
        ([LEAD, LEAD], [LEAD], [(LEAD, LEAD), (LEAD, None)]),
    ],
    ids=["found", "missed", "for nothing", "as another", "as that of the same seat", "once of two"],
)
def test_what_was_made_stands_beside_what_was_found(made, told, pairs):
    kinds = [tuple(key[0] if key else NOTHING for key in pair) for pair in pairs]
    assert list(paired(Counter(made), Counter(told), Counter(told))) == kinds


def test_what_was_only_noted_for_nothing_is_no_pair():
    assert list(paired(Counter(), Counter([REVOKE]), Counter())) == []


def test_a_ruling_on_what_the_record_has_not_found_is_refused_and_nothing_is_told_of_it():
    played = simulate(boards()[0], [], 0, 1)
    middle = played.log.readings[len(played.log.readings) // 2].arrival
    ruling = Entered(t=middle, event=Ruling(on="play_out_of_turn", choice="lowest", src="director"))
    log = replace(played.log, readings=tuple(sorted((*played.log.readings, ruling), key=lambda r: r.arrival)))
    follower = _Follower(played)
    follower.listen(played._replace(log=log))
    assert (follower.refused, follower.summoned) == (1, Counter())
    assert not any(isinstance(event, Ruling) for event in follower.events)


def test_a_ruling_on_what_was_found_is_recorded():
    played = simulate(boards()[0], ["insufficient_bid"], 0, 1)
    follower = _Follower(played)
    follower.listen(played)
    assert follower.refused == 0
    assert any(isinstance(event, Ruling) for event in follower.events)


def test_a_card_that_no_reader_ever_reads_is_not_told_or_a_doubt_is_shown():
    played = simulate(FULL, [], 0, 1)
    cards = [event for event in played.truth if isinstance(event, CardPlayed)]
    unread = next(tag for tag, card in played.log.deck.tags.items() if card is cards[9].card)
    readings = tuple(
        replace(one, tags=tuple(tag for tag in one.tags if tag != unread)) if isinstance(one, Scan) else one
        for one in played.log.readings
    )
    truth, told = _Follower(played), _Follower(played)
    for event in played.truth:
        truth.take(event)
    told.listen(played._replace(log=replace(played.log, readings=readings)))
    assert truth.cards - told.cards <= {(cards[9].seat.value, cards[9].card.text)}
    assert told.shows_doubt


def test_where_all_is_read_nothing_is_untold_and_no_doubt_is_shown():
    played = simulate(FULL, [], 0, 1)
    told = _Follower(played)
    told.listen(played)
    assert len(told.cards) == 52
    assert not told.shows_doubt


def test_two_irregularities_before_anybody_has_ruled_are_both_certain():
    verdict = judge(Task(tuple(boards()), 3, 0, "lead_before_option_declared"))
    assert verdict.error == "lead_before_option_declared"
    assert len(verdict.found) == len(verdict.made) == 2
    assert (verdict.doubtful, verdict.false) == ((), ())
