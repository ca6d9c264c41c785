"""Faults of the wire: what goes in at one end, and what may come out at the other."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw_sim.wire import Wire, WireFaults, flip_bit

FRAMES = st.lists(st.binary(min_size=1, max_size=12).map(lambda b: b.replace(b"\0", b"\1") + b"\0"), max_size=20)


def through(wire: Wire, frames: list[bytes]) -> list[bytes]:
    for i, frame in enumerate(frames):
        wire.push(frame, float(i))
    return list(wire.pop(1e9))


@given(FRAMES)
def test_a_clean_wire_brings_every_byte(frames):
    assert b"".join(through(Wire(), frames)) == b"".join(frames)


@given(FRAMES, st.integers(0, 99))
def test_splitting_and_holding_up_lose_nothing_and_keep_the_order(frames, seed):
    wire = Wire(WireFaults(split=0.5, delay=0.5, delay_s=3.0), Random(seed))

    assert b"".join(through(wire, frames)) == b"".join(frames)


@given(FRAMES, st.integers(0, 99))
def test_loss_takes_whole_frames(frames, seed):
    assert all(chunk in frames for chunk in through(Wire(WireFaults(loss=0.5), Random(seed)), frames))


@given(FRAMES)
def test_a_duplicated_frame_comes_twice(frames):
    assert through(Wire(WireFaults(duplicate=1.0), Random(1)), frames) == [f for f in frames for _ in (1, 2)]


@given(st.binary(min_size=1, max_size=20), st.data())
def test_one_flipped_bit_is_one_wrong_bit(data, draw):
    bit = draw.draw(st.integers(0, len(data) * 8 - 1))
    spoiled = flip_bit(data, bit)

    assert sum((a ^ b).bit_count() for a, b in zip(data, spoiled, strict=True)) == 1


@pytest.mark.parametrize("fault", ["cut", "loss", "flip", "garbage"])
def test_each_fault_changes_what_arrives(fault):
    frames = [bytes((i, i + 1, i + 2, 0)) for i in range(1, 40)]

    assert b"".join(through(Wire(WireFaults(**{fault: 1.0}), Random(2)), frames)) != b"".join(frames)


def test_what_is_held_up_comes_out_later():
    wire = Wire(WireFaults(delay=1.0, delay_s=5.0), Random(4))
    wire.push(b"abc\0", 10.0)

    due = wire.due()
    assert due is not None and 10.0 < due <= 15.0
    assert (list(wire.pop(10.0)), list(wire.pop(due))) == ([], [b"abc\0"])


def test_a_pulled_cable_loses_what_was_on_the_way():
    wire = Wire(WireFaults(delay=1.0, delay_s=5.0), Random(4))
    wire.push(b"abc\0", 0.0)
    wire.clear()

    assert wire.due() is None
