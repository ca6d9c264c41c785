"""Faults of card readers that their users have reported in public: what each does to readings costs no card.

Which fault is which, and where it was reported, stands in drivers/FAULTS.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import pytest
from sensing.listening import Follower, heard, signature
from sensing.noisy_table import TAG, Level, Script
from sensing.opening import acts, cards, one_trick_on, told

from controller.model import readings as rd
from controller.model.cards import card
from controller.model.reading_log import ReadingLog
from controller.model.seats import SEATS, Seat
from controller.sensing.loop import Listening, sensing_of

TRICK = "N>SA E>S9 S>S3 W>S6"


def played(log: ReadingLog) -> list[str]:
    """The cards that were told after the first trick."""
    return acts(signature(heard(log).events))[4:]


def with_readings(log: ReadingLog, readings: Iterable[rd.Reading]) -> ReadingLog:
    return replace(log, readings=tuple(sorted(readings, key=lambda reading: reading.arrival)))


def changed(log: ReadingLog, change: Callable[[rd.Scan], Iterable[rd.Reading]]) -> ReadingLog:
    """The log with each scan replaced by others."""
    kept = [r for r in log.readings if not isinstance(r, rd.Scan)]
    return with_readings(log, [*kept, *(new for r in log.readings if isinstance(r, rd.Scan) for new in change(r))])


def state_at(log: ReadingLog, t: float, place: str | None = None) -> list[rd.Scan]:
    """What each antenna (or one) tells when it is asked for its whole state at that time."""
    latest = {r.at: r for r in log.readings if isinstance(r, rd.Scan) and r.t < t}
    return [replace(r, t=t, r=t + 0.02) for r in latest.values() if place in (None, r.at)]


# -- readers and their services that die, fall mute, and come back -----------------------------


@pytest.mark.parametrize("away", [4.0, 12.0])
def test_a_reader_service_that_dies_without_a_word_and_starts_again_costs_no_card(away):
    script = one_trick_on()
    died = script.t + 1.0
    cards(script, TRICK)
    script.wait(away)
    cards(script, "N>SK")
    log, back = script.record(), died + 8.0 + away
    alive = [r for r in log.readings if not died <= r.t < back or not isinstance(r, rd.Scan)]
    assert played(with_readings(log, [*alive, *state_at(log, back)])) == [*TRICK.split(), "N>SK"]


def test_a_reader_that_falls_mute_for_a_while_takes_no_card_away_and_its_card_is_told_afterwards():
    script = cards(one_trick_on(), "N>SA")
    mute = script.t + 1.0
    cards(script, "E>S9")
    script.wait(8.0)
    back = script.t
    script.wait(3.0)
    log = script.record()
    silent = [r for r in log.readings if not (isinstance(r, rd.Scan) and r.at == "play.E" and mute <= r.t < back)]
    states = [rd.DeviceState(t=mute + 1, device="hub", state="degraded"), rd.DeviceState(t=back, state="ready")]
    assert played(with_readings(log, [*silent, *states, *state_at(log, back, "play.E")])) == ["N>SA", "E>S9"]


def test_a_mute_reader_is_a_doubt_that_names_the_device_until_it_reads_again():
    listening = Listening(sensing_of(one_trick_on().record()), Follower(one_trick_on().record()))
    listening.take(rd.DeviceState(t=1.0, device="hub", state="degraded"))
    assert [(note.kind, note.at) for note in listening.sensing.doubts()] == [("degraded", "hub")]
    listening.take(rd.DeviceState(t=9.0, device="hub", state="ready"))
    assert listening.sensing.doubts() == ()


@pytest.mark.parametrize("ends_known", [True, False])
def test_a_card_taken_up_and_put_down_that_its_reader_never_missed_is_one_play(ends_known):
    script = cards(one_trick_on(), TRICK)
    log, t = script.record(), script.t
    edges = [rd.TagSeen(t=t + 1.0, at="play.W", tag=TAG[card("S6")])]
    if ends_known:
        edges.insert(0, rd.TagGone(t=t + 0.9, at="play.W", tag=TAG[card("S6")]))
    assert played(with_readings(log, [*log.readings, *edges])) == TRICK.split()


# -- memory ------------------------------------------------------------------------------------


def test_two_thousand_cards_that_come_and_go_leave_nothing_behind():
    listening = Listening(sensing_of(log := one_trick_on().record()), Follower(log))
    for reading in log.readings:
        listening.take(reading)
    sizes, tags, t = [], list(TAG.values()), listening.sensing.now

    def size() -> int:
        presence = listening.sensing._scene.presence
        stays = sum(len(antenna.stays) for antenna in presence.antennas.values())
        return stays + len(presence.fresh) + len(listening.sensing.doubts())

    for number in range(2000):
        t += 0.1
        listening.take(rd.TagSeen(t=t, at="play.N", tag=tags[number % 52]))
        listening.take(rd.TagGone(t=t + 0.05, at="play.N", tag=tags[number % 52]))
        if number % 400 == 399:
            sizes.append(size())
    assert max(sizes) <= sizes[0] + 3


# -- readings that are not what they seem ------------------------------------------------------


def test_a_reader_whose_every_other_poll_finds_no_card_takes_nothing_back():
    script = cards(one_trick_on(), "N>SA")
    put, log = script.t, script.record(until=script.t + 20.0)
    last = next(r for r in reversed(log.readings) if isinstance(r, rd.Scan) and r.at == "play.N")
    polls = [
        rd.Scan(t=put + 0.5 + i * 0.2, at="play.N", tags=() if i % 2 else last.tags, device=last.device)
        for i in range(91)
    ]
    assert played(with_readings(log, [*log.readings, *polls])) == ["N>SA"]


def test_of_two_cards_of_which_only_one_answers_in_each_round_both_are_told_once():
    script = cards(one_trick_on(), "N>SA")
    put, log = script.t, script.record(until=script.t + 20.0)
    before, new = TAG[card("CA")], TAG[card("SA")]
    kept = [r for r in log.readings if not (isinstance(r, rd.Scan) and r.at == "play.N" and r.t >= put)]
    rounds = [
        rd.Scan(t=put + 0.1 + i * 0.2, at="play.N", tags=(new if i % 2 else before,), device=None) for i in range(90)
    ]
    assert played(with_readings(log, [*kept, *rounds])) == ["N>SA"]


@pytest.mark.parametrize("miss", [0.05, 0.1, 0.2, 0.3])
def test_a_card_that_misses_rounds_where_it_lies_is_not_taken_back(miss):
    script = cards(one_trick_on(level=Level(miss=miss), seed=4), TRICK)
    script.wait(30.0)
    assert acts(told(script))[4:] == TRICK.split()


def test_the_same_tags_told_again_in_every_round_are_the_same_cards():
    log = cards(one_trick_on(), TRICK).record()
    again = changed(log, lambda scan: [replace(scan, t=scan.t + i / 50, r=scan.arrival + i / 50) for i in range(8)])
    assert played(again) == TRICK.split()


def test_a_tag_told_as_arrived_again_and_again_is_one_card():
    log = cards(one_trick_on(), TRICK).record()
    arrivals = [
        rd.TagSeen(t=scan.t + i / 10, r=scan.arrival + i / 10, at=scan.at, tag=tag)
        for scan in log.readings
        if isinstance(scan, rd.Scan)
        for tag in scan.tags
        for i in range(4)
    ]
    others = [r for r in log.readings if not isinstance(r, rd.Scan)]
    assert played(with_readings(log, [*others, *arrivals])) == TRICK.split()


@pytest.mark.parametrize("neighbour", SEATS[1:])
def test_a_card_read_by_another_seats_coil_on_its_way_is_played_where_it_rests(neighbour):
    script = one_trick_on()
    script.lay(neighbour, card("SA"), script.t + 1.55, script.t + 1.94)
    cards(script, "N>SA")
    assert acts(told(script))[4:] == ["N>SA"]


@pytest.mark.parametrize("bits", range(1, 8))
def test_a_uid_shifted_by_a_neighbouring_coil_is_no_card_and_takes_none_away(bits):
    script = one_trick_on()
    put = script.play("N", "SA", after=2.0)
    right = script.places["play.N"][-1]
    right.end = put + 0.9
    wrong = (int(right.tag, 16) << bits | Random(bits).getrandbits(bits)) & (1 << 64) - 1
    script.places["play.N"].append(type(right)(f"{wrong:016X}", put + 0.9, put + 1.3))
    script.lay(Seat.N, card("SA"), put + 1.3)
    cards(script, "E>S9")
    assert acts(told(script))[4:] == ["N>SA", "E>S9"]


def test_a_tag_with_the_uid_of_another_card_is_told_at_one_place():
    script: Script = one_trick_on()
    script.lay(Seat.W, card("SA"), script.t + 2.0)
    cards(script, "N>SA E>S9")
    assert [word for word in acts(told(script)) if word.endswith(">SA")] == ["N>SA"]
