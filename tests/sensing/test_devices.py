"""Readers that are lost and come back, slow links, clocks that are wrong, and devices that run wild."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sensing.listening import Follower, heard, signature
from sensing.noisy_table import TAG
from sensing.opening import acts, calls, cards, one_trick_on, table, told

from controller.model import readings as rd
from controller.model.calls import call
from controller.model.cards import card
from controller.model.reading_log import ReadingLog
from controller.model.seats import Seat
from controller.sensing.loop import Listening, sensing_of
from controller.sensing.presence import MOST_STAYS


def lost(log: ReadingLog, start: float, end: float) -> ReadingLog:
    """The device is lost; antennas tell what lies there once it is back, boxes and keys what was kept."""
    before = [r for r in log.readings if r.t < start]
    meanwhile = [r for r in log.readings if start <= r.t < end]
    scans = {r.at: replace(r, t=end, r=end + 0.05) for r in log.readings if isinstance(r, rd.Scan) and r.t < end}
    kept = [replace(r, r=end + 0.1) for r in meanwhile if not isinstance(r, rd.Scan)]
    states = [
        rd.DeviceState(t=start + 1.5, device="hub", state="lost"),
        rd.DeviceState(t=end, device="hub", state="ready"),
    ]
    after = [r for r in log.readings if r.t >= end]
    every = sorted([*before, *states, *scans.values(), *kept, *after], key=lambda r: r.arrival)
    return replace(log, readings=tuple(every))


def test_a_reader_back_with_all_its_tags_at_once_makes_no_acts():
    script = cards(one_trick_on(), "N>SA E>S9 S>S3 W>S6")
    start = script.t + 2.0
    script.wait(15.0)
    cards(script, "N>SK")
    words = acts(signature(heard(lost(script.record(), start, start + 10.0)).events))
    assert words == acts(told(script))


def test_cards_played_while_a_reader_was_away_are_told_in_the_order_of_play():
    script = one_trick_on()
    start = script.t + 1.0
    cards(script, "N>SA E>S9 S>S3 W>S6 N>HK E>H9")
    script.wait(6.0)
    cards(script, "S>H3")
    words = acts(signature(heard(lost(script.record(), start, start + 15.0)).events))
    assert words == acts(told(script))


def test_calls_told_again_by_a_box_that_is_back_are_no_new_calls():
    script = calls(table(), "N:P E:1S S:P W:2S")
    script.t += 3.0
    script.other.append(rd.DeviceState(t=script.t, device="hub", state="lost"))
    script.other.append(rd.DeviceState(t=script.t + 6.0, device="hub", state="ready"))
    for seat, made in (("N", "P"), ("E", "1S"), ("S", "P"), ("W", "2S")):
        script.other.append(rd.CallShown(t=script.t + 6.05, seat=Seat[seat], call=call(made)))
    script.t += 8.0
    calls(script, "N:P")
    assert told(script) == ["board 1", "N:P", "E:1S", "S:P", "W:2S", "N:P"]


def test_a_call_made_while_the_box_was_away_is_told_when_it_is_back():
    script = calls(table(), "N:P E:P")
    script.t += 3.0
    script.other.append(rd.DeviceState(t=script.t, device="hub", state="lost"))
    script.other.append(rd.DeviceState(t=script.t + 6.0, device="hub", state="ready"))
    for seat, made in (("N", "P"), ("E", "P"), ("S", "1H")):
        script.other.append(rd.CallShown(t=script.t + 6.05, seat=Seat[seat], call=call(made)))
    assert told(script) == ["board 1", "N:P", "E:P", "S:1H"]


def test_a_driver_that_tells_only_what_changed_tells_a_second_pass():
    script = calls(table(), "N:P E:1S S:P W:P")
    away = script.t + 1.0
    script.other.append(rd.DeviceState(t=away, device="hub", state="lost"))
    script.other.append(rd.DeviceState(t=away + 6.0, device="hub", state="ready"))
    script.other.append(rd.CallShown(t=away + 6.05, seat=Seat.N, call=call("P")))
    assert told(script)[-1] == "N:P"


def test_the_second_pass_of_a_seat_kept_by_a_box_that_was_away_is_a_second_pass():
    script = calls(table(), "N:P E:1S S:P W:P")
    away = script.t + 1.0
    script.other.append(rd.DeviceState(t=away, device="hub", state="lost"))
    script.other.append(rd.DeviceState(t=away + 6.0, device="hub", state="ready"))
    script.other.append(rd.CallShown(t=away + 3.0, r=away + 6.1, seat=Seat.N, call=call("P")))
    assert told(script)[-1] == "N:P"


def test_a_card_taken_away_while_its_reader_was_lost_was_taken_back():
    script = cards(one_trick_on(), "N>SA E>S9")
    script.take_card("E", "S9", after=3.0)
    taken = script.t
    script.wait(20.0)
    words = acts(signature(heard(lost(script.record(), taken - 1.0, taken + 4.0)).events))
    assert words[-1] == "E<S9"


def test_readers_that_tell_edges_are_understood_like_those_that_tell_rounds():
    script = cards(one_trick_on(), "N>SA E>S9 S>S3 W>S6")
    log = script.record()
    assert signature(heard(as_edges(log)).events) == signature(heard(log).events)


def as_edges(log: ReadingLog) -> ReadingLog:
    """The same readings from a reader that keeps track itself."""
    found: list[rd.Reading] = []
    before: dict[str, set[str]] = {}
    for reading in log.readings:
        if not isinstance(reading, rd.Scan):
            found.append(reading)
            continue
        was, now = before.get(reading.at, set()), set(reading.tags)
        common = {"t": reading.t, "r": reading.r, "at": reading.at}
        found += [rd.TagGone(tag=tag, **common) for tag in sorted(was - now)]
        found += [rd.TagSeen(tag=tag, **common) for tag in sorted(now - was)]
        before[reading.at] = now
    return replace(log, readings=tuple(found))


def test_a_link_that_holds_everything_back_for_three_seconds_changes_nothing_but_the_hour():
    script = cards(one_trick_on(), "N>SA E>S9 S>S3 W>S6")
    log = script.record()
    start, end = script.t - 6.0, script.t - 3.0
    held = [replace(r, r=max(r.arrival, end)) if start <= r.t < end else r for r in log.readings]
    late = replace(log, readings=tuple(sorted(held, key=lambda r: r.arrival)))
    assert signature(heard(late).events) == signature(heard(log).events)


@pytest.mark.parametrize("jump", [-0.3, 0.3, -3600.0, 3600.0])
def test_a_device_clock_that_jumps_loses_no_card(jump):
    script = cards(one_trick_on(), "N>SA E>S9 S>S3 W>S6")
    log = script.record()
    jumped = [replace(r, t=r.t + jump) if r.t > script.t - 5.0 else r for r in log.readings]
    assert acts(signature(heard(replace(log, readings=tuple(jumped))).events)) == acts(told(script))


def test_times_without_end_are_taken_as_now():
    script = cards(one_trick_on(), "N>SA")
    log = script.record()
    wild = [replace(r, t=float("inf")) if r.t > script.t - 1.0 else r for r in log.readings]
    assert acts(signature(heard(replace(log, readings=tuple(wild))).events))[-1] == "N>SA"


def test_a_reader_that_makes_up_tags_without_end_is_not_remembered_without_end():
    script = one_trick_on()
    log = script.record()
    sensing = sensing_of(log)
    listening = Listening(sensing, Follower(log))
    for reading in log.readings:
        listening.take(reading)
    t = sensing.now
    for i in range(3000):
        listening.take(rd.Scan(t=t + i * 0.2, at="play.N", tags=(f"JAM{i:06d}",)))
    assert len(sensing._scene.presence.antennas["play.N"].stays) <= MOST_STAYS
    assert len(sensing.doubts()) < 10


def test_the_table_goes_on_beside_a_reader_that_makes_up_tags():
    script = one_trick_on()
    for i in range(200):
        script.places["spread.W"].append(
            type(script.places["play.N"][0])(f"JAM{i:06d}", script.t + i * 0.05, script.t + i * 0.05 + 0.1)
        )
    cards(script, "N>SA E>S9")
    assert acts(told(script))[-2:] == ["N>SA", "E>S9"]


def test_a_lost_device_is_a_note_until_it_is_back():
    script = one_trick_on()
    log = script.record()
    listening = Listening(sensing_of(log), Follower(log))
    listening.take(rd.DeviceState(t=1.0, device="hub", state="lost"))
    assert [(n.kind, n.at) for n in listening.sensing.doubts()] == [("degraded", "hub")]
    listening.take(rd.DeviceState(t=5.0, device="hub", state="ready"))
    assert listening.sensing.doubts() == ()


def test_a_log_without_a_deck_knows_no_card_and_says_so():
    script = cards(one_trick_on(), "N>SA")
    log = replace(script.record(), deck=None)
    follower = heard(log)
    assert acts(signature(follower.events)) == []


def test_a_clone_of_a_tag_at_two_places_is_told_once():
    script = one_trick_on()
    script.lay(Seat.E, card("SA"), script.t + 1.9)
    cards(script, "N>SA E>S9")
    assert acts(told(script)).count("N>SA") == 1
    assert TAG[card("SA")] in {tag for r in script.record().readings if isinstance(r, rd.Scan) for tag in r.tags}
