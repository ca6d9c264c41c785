"""How far a table's time may pass on a host that is busy, or behind with its readings."""

from __future__ import annotations

from controller.model.readings import Scan
from controller.service.pacing import Pacing


class Hands:
    """A clock that stands where it is put."""

    def __init__(self, *, speed: float = 1.0) -> None:
        self.time, self.speed = 100.0, speed

    def now(self) -> float:
        return self.time

    def real_seconds(self, until: float) -> float:
        return max(0.0, until - self.time) / self.speed


def scan(t: float) -> Scan:
    return Scan(t=t, at="play.N", tags=())


def test_time_passes_up_to_when_the_ports_were_last_looked_into():
    clock = Hands()
    pacing = Pacing(clock)
    pacing.look()
    clock.time = 103.0
    assert pacing.until == 100.0


def test_while_readings_come_late_time_passes_as_far_as_they_have_come():
    clock = Hands()
    pacing = Pacing(clock)
    pacing.took(scan(97.0))
    pacing.look()
    assert pacing.until == 97.0


def test_after_a_quiet_moment_we_have_caught_up():
    clock = Hands()
    pacing = Pacing(clock)
    pacing.took(scan(97.0))
    clock.time += 0.2
    pacing.look()
    assert pacing.until == clock.time


def test_a_moment_is_as_long_as_people_have_it_where_play_is_faster_than_life():
    clock = Hands(speed=60.0)
    pacing = Pacing(clock)
    pacing.took(scan(90.0))
    clock.time += 3.0
    pacing.look()
    assert pacing.until == 90.0


def test_what_a_device_kept_while_it_was_away_holds_nothing_up():
    clock = Hands()
    pacing = Pacing(clock)
    pacing.took(scan(80.0))
    pacing.look()
    assert pacing.until == 100.0


def test_a_device_whose_clock_is_behind_holds_the_table_up_for_two_seconds_at_most():
    clock = Hands()
    pacing = Pacing(clock)
    for _ in range(40):
        pacing.took(scan(clock.time - 3.0))
        clock.time += 0.06
    pacing.look()
    assert pacing.until == clock.time


def test_nothing_is_looked_at_again_before_we_may_have_caught_up():
    clock = Hands()
    pacing = Pacing(clock)
    pacing.took(scan(97.0))
    assert pacing.wake_at(99.0) == 100.1
