"""The session's clock: one clock that goes on over restarts and never goes back."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.adapters.clock import SessionClock, Sources


@dataclass
class World:
    """The machine's clocks, moved by hand."""

    mono: float = 1000.0
    wall: float = 1_700_000_000.0
    boot: str = "a"

    def pass_time(self, seconds: float) -> None:
        self.mono += seconds
        self.wall += seconds

    def reboot(self, away: float) -> None:
        self.wall += away
        self.mono = 5.0
        self.boot += "'"

    @property
    def sources(self) -> Sources:
        return Sources(lambda: self.mono, lambda: self.wall, lambda: self.boot)


def test_it_begins_at_nought_and_runs_with_the_machine():
    world = World()
    clock = SessionClock(sources=world.sources)
    world.pass_time(12.5)

    assert clock.now() == 12.5


def test_speed_makes_an_evening_run_faster_and_waits_shorter():
    world = World()
    clock = SessionClock(speed=10, sources=world.sources)
    world.pass_time(3)

    assert (clock.now(), clock.real_seconds(until=50)) == (30, 2)


def test_what_is_past_is_not_waited_for():
    clock = SessionClock(sources=World().sources)

    assert clock.real_seconds(until=-1) == 0


def test_after_a_restart_it_goes_on_exactly_whatever_the_wall_clock_says():
    world = World()
    clock = SessionClock(sources=world.sources)
    world.pass_time(100)
    saved = clock.anchor()
    world.pass_time(20)
    world.wall -= 86_400

    assert SessionClock(saved, sources=world.sources).now() == 120


def test_after_a_reboot_it_takes_what_the_wall_clock_says():
    world = World()
    clock = SessionClock(sources=world.sources)
    world.pass_time(100)
    saved = clock.anchor()
    world.reboot(away=90)

    assert SessionClock(saved, sources=world.sources).now() == 190


def test_after_a_reboot_with_a_wall_clock_set_back_it_stands_where_it_stood():
    world = World()
    clock = SessionClock(sources=world.sources)
    world.pass_time(100)
    saved = clock.anchor()
    world.reboot(away=-5000)

    assert SessionClock(saved, sources=world.sources).now() == 100


def test_another_speed_after_a_restart_counts_from_then_on():
    world = World()
    clock = SessionClock(speed=10, sources=world.sources)
    world.pass_time(10)
    saved = clock.anchor()
    world.pass_time(1)
    again = SessionClock(saved, speed=1, sources=world.sources)
    world.pass_time(5)

    assert again.now() == 115


@pytest.mark.parametrize("speed", [0, -1, float("nan")])
def test_a_speed_that_is_none_is_refused(speed):
    with pytest.raises(ValueError, match="speed"):
        SessionClock(speed=speed)


@given(st.lists(st.tuples(st.sampled_from(["time", "wall", "restart", "reboot"]), st.floats(-500, 500))))
def test_it_never_goes_back_whatever_happens(happenings):
    world = World()
    clock = SessionClock(sources=world.sources)
    seen = clock.now()
    for what, amount in happenings:
        saved = clock.anchor()
        match what:
            case "time":
                world.pass_time(abs(amount))
            case "wall":
                world.wall += amount
            case "restart":
                clock = SessionClock(saved, sources=world.sources)
            case "reboot":
                world.reboot(amount)
                clock = SessionClock(saved, sources=world.sources)
        now = clock.now()
        assert now >= seen - 1e-6
        seen = now
