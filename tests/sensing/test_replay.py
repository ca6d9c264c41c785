"""The same stream gives the same events, however it is cut up; what is written down gives them again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from sensing.listening import Follower, heard
from sensing.noisy_table import LEVELS
from sensing.opening import cards, one_trick_on
from sensing.test_correction_mode import ordered, put_back, says, swapped

from controller.model import readings as rd
from controller.model.event_codec import event_to_json
from controller.model.reading_log import parse_reading_log, print_reading_log, reading_to_json
from controller.model.table_log import print_line
from controller.sensing.loop import Listening, sensing_of


def a_log(seed: int, level: int):
    script = cards(one_trick_on(seed=seed, level=LEVELS[level]), "N>SA E>S9 S>S3 W>S6 N>SK E>ST S>S4", after=0.9)
    script.play("S", "H3", after=1.0)
    script.key("N", "director", after=2.0)
    return script.record()


def lines(events) -> list[str]:
    return [print_line(event_to_json(event)) for event in events]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 20), level=st.integers(0, 3), cuts=st.integers(0, 10**6), step=st.floats(0.01, 3.0))
def test_however_time_is_cut_up_the_events_are_the_same(seed, level, cuts, step):
    log = a_log(seed, level)
    whole = lines(heard(log).events)
    follower = Follower(log)
    listening = Listening(sensing_of(log), follower)
    rng = Random(cuts)
    now = 0.0
    for reading in log.readings:
        while now < reading.arrival:
            listening.until(now)
            now += rng.uniform(0.0, step)
        listening.take(reading)
    for _ in range(2000):
        now += rng.uniform(0.0, step)
        listening.until(now)
        if listening.due() is None:
            break
    assert lines(follower.events) == whole


@settings(max_examples=30, deadline=None)
@given(word=st.sampled_from(["record", "cards", None]), level=st.integers(0, 2), step=st.floats(0.05, 3.0))
def test_however_time_is_cut_up_and_whoever_looks_the_modes_are_the_same(word, level, step):
    """People look at how the cards lie all the time; what comes of the readings does not hang on it."""
    script = swapped(known=False, level=LEVELS[level])
    if word is not None:
        says(script, ordered("sensing", word), after=15.0)
    else:
        script.t += 15.0
        put_back(script)
    log = cards(script, "N>SK E>ST", after=6.0).record()
    whole = lines(heard(log).events)
    follower = Follower(log)
    listening = Listening(sensing_of(log), follower)
    now = 0.0
    for reading in log.readings:
        while now < reading.arrival:
            listening.until(now)
            listening.sensing.check()
            now += step
        listening.take(reading)
        listening.sensing.check()
    listening.finish()
    assert lines(follower.events) == whole
    assert sum('"mode"' in line for line in whole) >= 2


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 40), level=st.integers(0, 3))
def test_a_log_written_down_and_read_again_gives_the_same_events(seed, level):
    log = a_log(seed, level)
    header = {
        "log": "reading-log/1",
        "laws": log.laws,
        "deck": {"id": log.deck.id, "tags": {tag: c.text for tag, c in log.deck.tags.items()}},
        "board": {"board": 1, "deal": log.board.deal.text},
    }
    text = print_line(header) + "\n" + "".join(print_line(reading_to_json(r)) + "\n" for r in log.readings)
    again = parse_reading_log(text)
    assert lines(heard(again).events) == lines(heard(log).events)
    assert print_reading_log(again) == text


def test_every_event_has_a_time_and_no_time_goes_back():
    times = [event.t for event in heard(a_log(3, 2)).events]
    assert None not in times
    assert times == sorted(times)


def test_a_reading_that_comes_after_a_decision_is_kept_as_coming_then():
    log = a_log(1, 0)
    listening = Listening(sensing_of(log), Follower(log))
    for reading in log.readings[:10]:
        listening.take(reading)
    late = rd.Scan(t=1.0, at="play.N", tags=())
    assert listening.accept(late).arrival == listening.sensing.now


def test_a_live_table_with_late_readings_is_repeated_from_what_it_kept():
    log = a_log(5, 1)
    live = Follower(log)
    listening = Listening(sensing_of(log), live)
    kept = []
    for reading in log.readings:
        listening.until(reading.arrival + 0.2)
        reading = listening.accept(reading)
        kept.append(reading)
        listening.take(reading)
    listening.finish()
    again = Follower(log)
    replayed = Listening(sensing_of(log), again)
    for reading in kept:
        replayed.take(reading)
    replayed.finish()
    assert lines(again.events) == lines(live.events)


def test_what_is_due_is_never_due_now():
    log = a_log(7, 3)
    readings = tuple(replace(r, t=round(r.t, 6), r=round(r.arrival + 0.1, 6)) for r in log.readings)
    sensing = sensing_of(log)
    follower = Follower(log)
    sensing.expect(follower.table.expectation())
    for reading in readings:
        while (due := sensing.due()) is not None and due <= reading.arrival:
            told = sensing.advance(due)
            for event in told:
                sensing.expect(follower(event))
            assert told or sensing.due() is None or sensing.due() > sensing.now
        for event in sensing.feed(reading):
            sensing.expect(follower(event))


def test_what_is_due_in_a_part_of_a_microsecond_is_not_looked_at_for_ever(monkeypatch):
    sensing = sensing_of(a_log(1, 0))
    monkeypatch.setattr(sensing, "_next", lambda wake: wake.at(wake.now + 1e-10))
    sensing.feed(rd.BoardTag(t=10.0, r=10.05, board=1))
    assert sensing.due() > sensing.now
