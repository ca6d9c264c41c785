"""The device's clock: an uncertainty that holds, over drift, slow links, wraps and jumps."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.clock import KEPT, MAX_DRIFT, WRAP, DeviceClock, Verdict
from firmware_bridge.link import TimeSample


class Device:
    """A crystal that runs a little fast or slow and began at any tick."""

    def __init__(self, drift=0.0, start=0):
        self.drift, self.start = drift, start

    def ticks(self, t):
        return (self.start + int(t * 1e6 * (1 + self.drift))) % WRAP

    def sample(self, sent, *, there=0.001, inside=0.0001, back=0.001):
        rx, tx = self.ticks(sent + there), self.ticks(sent + there + inside)
        return TimeSample(sent, sent + there + inside + back, rx, tx)


def test_a_clock_without_a_sample_is_not_ready():
    assert not DeviceClock().ready
    with pytest.raises(LookupError, match="without a sample"):
        DeviceClock().stamp(0, arrived=1.0)


def test_one_sample_maps_a_tick_within_half_the_round_trip():
    clock, device = DeviceClock(), Device()

    assert clock.add(device.sample(10.0)) is Verdict.USED
    stamp = clock.stamp(device.ticks(10.001), arrived=10.01)

    assert stamp.t == pytest.approx(10.001, abs=0.0012)
    assert stamp.u == pytest.approx(0.001, abs=0.0001)


@given(
    st.integers(0, 2**32),
    st.floats(-0.9 * MAX_DRIFT, 0.9 * MAX_DRIFT),
    st.integers(0, WRAP - 1),
    st.sampled_from([0.0005, 0.005, 0.05]),
)
@settings(deadline=None, max_examples=60, derandomize=True)
def test_the_true_time_always_lies_within_the_uncertainty(seed, drift, start, delay):
    rng = random.Random(seed)
    clock, device = DeviceClock(), Device(drift, start)
    now = 100.0
    for _ in range(150):
        now += rng.choice([0.05, 0.98, 0.98, 7.0])
        slow = delay * (20 if rng.random() < 0.1 else 1)
        verdict = clock.add(device.sample(now, there=rng.random() * slow, back=rng.random() * slow))
        assert verdict in (Verdict.USED, Verdict.SLOW)
        truth = now - rng.random() * 30
        stamp = clock.stamp(device.ticks(truth), arrived=now + 0.1)
        assert abs(stamp.t - truth) <= stamp.u + 2e-6
        assert stamp.u < 21 * delay + 0.01


def test_the_drift_of_the_crystal_is_learnt():
    clock, device = DeviceClock(), Device(drift=50e-6)
    rng = random.Random(2)
    for second in range(120):
        clock.add(device.sample(second * 1.0, there=rng.random() * 0.0005, back=rng.random() * 0.0005))

    assert clock.drift == pytest.approx(-50e-6, abs=10e-6)


def test_a_far_too_steep_line_is_cut_to_what_a_crystal_can_do():
    clock, device = DeviceClock(), Device(drift=150e-6)
    for second in range(KEPT):
        clock.add(device.sample(second * 1.0, there=0.004, back=0.004))

    assert clock.drift == pytest.approx(-MAX_DRIFT)


def test_a_ceramic_resonator_may_be_given_its_own_drift():
    clock, device = DeviceClock(max_drift=0.005), Device(drift=0.003)
    for second in range(60):
        assert clock.add(device.sample(second * 1.0)) is Verdict.USED

    stamp = clock.stamp(device.ticks(59.2), arrived=59.3)
    assert abs(stamp.t - 59.2) <= stamp.u


def test_a_slow_sample_teaches_nothing():
    clock, device = DeviceClock(), Device()
    for second in range(5):
        clock.add(device.sample(second * 1.0))

    assert clock.add(device.sample(6.0, back=0.2)) is Verdict.SLOW
    assert clock.stamp(device.ticks(6.0), arrived=6.3).u < 0.002


def test_a_line_that_has_become_slower_for_good_is_used_again():
    clock, device = DeviceClock(), Device()
    for second in range(5):
        clock.add(device.sample(second * 1.0))
    verdicts = [clock.add(device.sample(10.0 + second, there=0.05, back=0.05)) for second in range(10)]

    assert verdicts[0] is Verdict.SLOW
    assert verdicts[-1] is Verdict.USED


def test_the_counter_may_wrap_between_two_samples():
    clock, device = DeviceClock(), Device(start=WRAP - 2_500_000)
    for second in range(6):
        assert clock.add(device.sample(second * 1.0)) is Verdict.USED

    for moment in (0.5, 2.4999, 2.5001, 5.0):
        assert clock.stamp(device.ticks(moment), arrived=5.5).t == pytest.approx(moment, abs=0.002)


def test_an_event_may_wait_an_hour_in_the_device():
    clock, device = DeviceClock(), Device()
    clock.add(device.sample(5000.0))

    stamp = clock.stamp(device.ticks(1400.0), arrived=5000.1)

    assert abs(stamp.t - 1400.0) <= stamp.u < 0.5


def test_a_host_away_for_many_hours_finds_the_right_lap_again():
    clock, device = DeviceClock(), Device(drift=80e-6)
    clock.add(device.sample(100.0))
    assert clock.add(device.sample(100.0 + 12 * 3600)) in (Verdict.USED, Verdict.SLOW)

    stamp = clock.stamp(device.ticks(100.0 + 12 * 3600), arrived=100.1 + 12 * 3600)
    assert abs(stamp.t - (100.0 + 12 * 3600)) <= stamp.u


@pytest.mark.parametrize("jump", [-5.0, -0.1, 0.1, 5.0, 1000.0])
def test_a_jump_of_the_device_clock_is_noticed_at_the_second_sample(jump):
    clock, device = DeviceClock(), Device(start=2_000_000_000)
    for second in range(5):
        clock.add(device.sample(second * 1.0))
    device.start += int(jump * 1e6)

    assert clock.add(device.sample(6.0)) is Verdict.CONTRADICTS
    assert clock.add(device.sample(7.0)) is Verdict.JUMPED
    assert clock.stamp(device.ticks(7.5), arrived=7.6).t == pytest.approx(7.5, abs=0.002)


def test_one_wild_sample_changes_nothing():
    clock, device, wild = DeviceClock(), Device(start=2_000_000_000), Device(start=2_003_000_000)
    for second in range(5):
        clock.add(device.sample(second * 1.0))

    assert clock.add(wild.sample(6.0)) is Verdict.CONTRADICTS
    assert clock.add(device.sample(7.0)) is Verdict.USED
    assert clock.add(wild.sample(8.0)) is Verdict.CONTRADICTS
    assert clock.stamp(device.ticks(8.0), arrived=8.1).t == pytest.approx(8.0, abs=0.002)


def test_two_wild_samples_that_do_not_agree_confirm_nothing():
    clock, device = DeviceClock(), Device(start=2_000_000_000)
    for second in range(5):
        clock.add(device.sample(second * 1.0))

    assert clock.add(Device(start=2_003_000_000).sample(6.0)) is Verdict.CONTRADICTS
    assert clock.add(Device(start=2_009_000_000).sample(7.0)) is Verdict.CONTRADICTS


def test_later_ticks_never_get_earlier_times():
    rng = random.Random(4)
    clock, device = DeviceClock(), Device(drift=-70e-6)
    for second in range(40):
        clock.add(device.sample(second * 1.0, there=rng.random() * 0.003, back=rng.random() * 0.003))
    times = [clock.stamp(device.ticks(moment / 50), arrived=40.0).t for moment in range(2000)]

    assert times == sorted(times)
