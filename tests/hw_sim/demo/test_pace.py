"""The demo plays as fast as the machine bears."""

import pytest

from hw_sim.demo.pace import FASTEST, SLOWEST, speed_for


@pytest.mark.parametrize(("load", "cores"), [(0.0, 1), (1.4, 1), (3.0, 2), (5.9, 4)])
def test_a_machine_that_has_time_plays_at_full_speed(load, cores):
    assert speed_for(load, cores) == FASTEST


def test_a_busy_machine_plays_slower_and_never_crawls():
    speeds = [speed_for(load, 2) for load in (3.5, 6, 13, 100)]

    assert speeds == sorted(speeds, reverse=True)
    assert speeds[0] < FASTEST
    assert speeds[-1] == SLOWEST
