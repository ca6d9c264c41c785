"""A busy host, a link that stalls: what is decided rests on when things were captured, not on when we looked."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from sensing.listening import Follower, heard, signature
from sensing.opening import one_trick_on
from sensing.test_whole_boards import FULL, played

from controller.model.cards import card
from controller.model.event_codec import event_to_json
from controller.model.reading_log import ReadingLog
from controller.model.readings import Entered, Reading
from controller.model.seats import Seat
from controller.model.table_log import print_line
from controller.sensing.loop import Listening, sensing_of


class BusyHost:
    """A core that gets round to a table only now and then: it takes what has come, then lets the time pass."""

    def __init__(self, log: ReadingLog, seed: int, longest: float) -> None:
        self.follower = Follower(log)
        self.kept: list[Reading] = []
        self._rng, self._longest = Random(seed), longest
        self._listening = Listening(sensing_of(log), self.follower, self.follower.table.expectation())

    def live(self, readings: tuple[Reading, ...]) -> None:
        now, left = 0.0, list(readings)
        while left or self._listening.due() is not None:
            now += self._rng.uniform(0.001, self._longest if self._rng.random() < 0.3 else 0.1)
            while left and left[0].arrival <= now:
                self._take(replace(left.pop(0), r=now))
            self._listening.until(now)

    def _take(self, reading: Reading) -> None:
        reading = self._listening.accept(reading)
        self.kept.append(reading)
        self._listening.take(reading)


def lines(events) -> list[str]:
    return [print_line(event_to_json(event)) for event in events]


@pytest.mark.parametrize("longest", [0.5, 3.0, 8.0])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_busy_host_tells_the_same_as_one_that_is_not(level, longest):
    log = played(FULL[level], level, seed=5).record()
    host = BusyHost(log, seed=level, longest=longest)
    host.live(log.readings)
    assert signature(host.follower.events) == signature(heard(log).events)


def test_what_a_busy_host_kept_gives_the_same_events_again():
    log = played(FULL[3], 2, seed=6).record()
    host = BusyHost(log, seed=3, longest=5.0)
    host.live(log.readings)
    assert lines(heard(replace(log, readings=tuple(host.kept))).events) == lines(host.follower.events)


def stalled(log: ReadingLog, seed: int, longest: float, every: float) -> ReadingLog:
    """The same stream through a link that stands still now and then and tells everything at once afterwards."""
    rng, readings = Random(seed), []
    until = 0.0
    for reading in log.readings:
        if not isinstance(reading, Entered) and reading.arrival > until and rng.random() < 1 / every:
            until = reading.arrival + rng.uniform(0.0, longest)
        readings.append(replace(reading, r=max(reading.arrival, until)))
    return replace(log, readings=tuple(sorted(readings, key=lambda r: r.arrival)))


@pytest.mark.parametrize("record", FULL, ids=lambda r: f"board-{r.board}")
def test_a_link_that_tells_a_little_late_changes_nothing(record):
    log = played(record, 1, seed=record.board).record()
    late = stalled(log, seed=record.board, longest=0.3, every=3)
    assert signature(heard(late).events) == signature(heard(log).events)


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("record", FULL, ids=lambda r: f"board-{r.board}")
def test_a_link_that_stalls_for_seconds_makes_nothing_false(record, level):
    log = played(record, level, seed=record.board).record()
    assert heard(stalled(log, seed=record.board, longest=3.0, every=20)).raised == []


def test_of_readings_that_come_all_at_once_a_card_that_was_taken_up_is_no_play():
    script = one_trick_on()
    script.lay(Seat.N, card("SK"), script.t + 1.0, script.t + 1.39)
    script.play("N", "SA", after=3.0)
    log = script.record()
    stop = next(i for i, r in enumerate(log.readings) if r.t > script.t - 2.05)
    late = tuple(r if i < stop else replace(r, r=max(r.arrival, script.t + 1.0)) for i, r in enumerate(log.readings))
    words = signature(heard(replace(log, readings=late)).events)
    assert words[-1] == "N>SA"
    assert "N>SK" not in words


def test_a_card_told_while_the_link_stood_still_is_struck_out_when_it_turns_out_that_it_never_lay_there():
    script = one_trick_on()
    low = script.t + 1.02
    script.lay(Seat.N, card("SK"), low, low + 0.3)
    script.play("N", "SA", after=3.0)
    log = script.record()
    late = [replace(r, r=low + 1.5) if low + 0.2 < r.t < low + 1.5 else r for r in log.readings]
    follower = heard(replace(log, readings=tuple(late)))
    assert signature(follower.events)[-3:] == ["N>SK", "correction", "N>SA"]
    assert follower.raised == []
    assert follower.table.on_table == ((Seat.N, card("SA")),)
