"""Cards told as gone that lie where they lay: the record is put right as soon as they are read there again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sensing.listening import Follower, heard, signature
from sensing.noisy_table import TAG
from sensing.opening import acts, cards, one_trick_on

from controller.model import events as ev
from controller.model.cards import card
from controller.model.reading_log import ReadingLog
from controller.model.seats import Seat


def at_readers_that_miss(script, miss: float = 0.2) -> ReadingLog:
    """The log of a table whose readers are known to miss so much: a second of silence is no proof."""
    log = script.record()
    return replace(log, header={**log.header, "sensing": {"miss": miss, "miss_weight": 9e5}})


def silent(script, place: str, what: str, since: float, until: float) -> None:
    """A card lies there and is not read for a while."""
    kind, _, seat = place.partition(".")
    for lying in script.places[place]:
        if lying.tag == TAG[card(what)] and lying.end > since:
            lying.end = since
    script.lay(Seat[seat], card(what), until, kind=kind)


def corrections(follower: Follower) -> list[ev.Correction]:
    return [e for e in follower.events if isinstance(e, ev.Correction)]


def number_of(follower: Follower, word: str) -> int:
    return signature(follower.events).index(word)


# -- in playing position -----------------------------------------------------------------------------


def put_beside_a_silent_card(silence: float):
    """East's nine of spades falls silent just as he puts down another card."""
    script = cards(one_trick_on(), "N>SA E>S9")
    script.wait(2.0)
    silent(script, "play.E", "S9", script.t, script.t + silence)
    script.play("E", "ST", after=0.1)
    script.wait(4.0)
    return script


@pytest.mark.parametrize("silence", [1.05, 1.2])
def test_a_card_told_as_taken_back_that_only_missed_rounds_was_never_taken_back(silence):
    follower = heard(at_readers_that_miss(put_beside_a_silent_card(silence)))
    (correction,) = corrections(follower)
    assert correction.replaces == (number_of(follower, "E<S9"),)
    assert any("card_changed_or_retracted" in w for s in follower.stepped for w in s.withdrawn)
    assert (Seat.E, card("S9")) in follower.table.on_table


@pytest.mark.parametrize("silence", [2.6, 600.0])
def test_a_card_that_was_silent_too_long_for_that_was_taken_back(silence):
    follower = heard(at_readers_that_miss(put_beside_a_silent_card(silence)))
    assert corrections(follower) == []
    assert "E<S9" in signature(follower.events)


@pytest.mark.parametrize("passes_s", [0.1, 0.3])
def test_a_card_taken_back_that_passes_over_its_antenna_is_not_put_down_again(passes_s):
    script = put_beside_a_silent_card(1.1)
    (_, again) = (x for x in script.places["play.E"] if x.tag == TAG[card("S9")])
    again.end = again.start + passes_s
    follower = heard(at_readers_that_miss(script))
    assert corrections(follower) == []


# -- in dummy's hand ---------------------------------------------------------------------------------


def out_of_turn_beside_a_silent_card(silence: float):
    """West plays before dummy while a spade of dummy's is silent."""
    script = cards(one_trick_on(), "N>SA E>S9")
    put = script.play("W", "S6", after=3.0)
    silent(script, "spread.S", "S3", put - 0.3, put - 0.3 + silence)
    script.wait(8.0)
    return script


@pytest.mark.parametrize("silence", [0.0, 0.8, 1.6, 2.0, 2.8, 4.0])
@pytest.mark.parametrize("miss", [0.12, 0.3])
def test_a_play_before_dummy_is_found_however_long_a_card_of_dummys_was_silent(silence, miss):
    follower = heard(at_readers_that_miss(out_of_turn_beside_a_silent_card(silence), miss))
    assert [key for key in follower.table.on_table if key[0] is Seat.S] == []
    assert "play_out_of_turn W" in follower.raised


def test_a_card_out_of_dummys_hand_that_stays_away_was_played():
    follower = heard(at_readers_that_miss(out_of_turn_beside_a_silent_card(600.0)))
    assert acts(signature(follower.events))[-2:] == ["S>S3", "W>S6"]
    assert (corrections(follower), follower.raised) == ([], [])


def test_a_card_of_dummys_read_late_where_it_was_played_stays_played():
    script = cards(one_trick_on(), "N>SA E>S9")
    script.play("S", "S3", after=3.0, late=6.0)
    cards(script, "W>S6", after=2.0)
    script.wait(8.0)
    follower = heard(at_readers_that_miss(script))
    assert acts(signature(follower.events))[-2:] == ["S>S3", "W>S6"]
    assert (corrections(follower), follower.raised) == ([], [])
