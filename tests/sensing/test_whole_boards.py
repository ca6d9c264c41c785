"""Real boards of 52 cards, through antennas at each level of noise, by people who are quick."""

from __future__ import annotations

from random import Random

import pytest
from sensing.listening import heard, signature
from sensing.noisy_table import LEVELS, Script

from controller.model.cards import Card
from controller.model.notation import print_deal
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord
from hw_sim.boards import boards


def cards_of(record: BoardRecord) -> list[tuple[Seat, Card]]:
    return [(played.seat, played.card) for trick in record.play for played in trick.cards]


FULL = [record for record in boards() if len(cards_of(record)) == 52][:6]


def played(record: BoardRecord, level: int, seed: int) -> Script:
    script = Script(Random(seed), LEVELS[level])
    script.board(record.board, print_deal(record.deal), dealer=record.dealer, vul=record.vulnerability)
    for made in record.calls:
        script.call(made.seat, made.call)
    script.wait()
    script.clear_boxes()
    (leader, lead), *others = cards_of(record)
    script.play(leader, lead, face="down")
    script.faced(leader, lead)
    script.spread(leader.lho)
    for seat, what in others:
        script.play(seat, what)
    return script


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("record", FULL, ids=lambda r: f"board-{r.board}")
def test_a_board_is_recorded_exactly_on_a_good_table(record, level):
    script = played(record, level, seed=record.board)
    follower = heard(script.record())
    assert signature(follower.events) == signature(script.truth)


@pytest.mark.parametrize("record", FULL, ids=lambda r: f"board-{r.board}")
def test_nothing_false_is_found_on_a_poor_table(record):
    follower = heard(played(record, 2, seed=record.board).record())
    assert follower.raised == []


@pytest.mark.parametrize("record", FULL[:3], ids=lambda r: f"board-{r.board}")
def test_failing_hardware_ends_in_doubts_and_not_in_an_error(record):
    follower = heard(played(record, 3, seed=record.board).record())
    assert len(follower.events) > 52
