"""The decoder finds every frame however the bytes arrive, and counts what is none; it never raises."""

import itertools
import random

import pytest
from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.frames import LONGEST_ENCODED, MAX_PAYLOAD, Decoder, Frame, FrameType, crc16
from tests.firmware_bridge import golden

STREAM = b"".join(golden.ALL_BYTES)
FRAMES = Decoder().feed(STREAM)
STEADY = settings(deadline=None, max_examples=300, derandomize=True)


def wire(body: bytes) -> bytes:
    return b"\0" + cobs.encode(body + crc16(body).to_bytes(2, "big")) + b"\0"


def test_the_golden_stream_is_all_frames():
    assert len(FRAMES) == len(golden.ALL_BYTES)


@pytest.mark.parametrize("split", range(len(STREAM) + 1))
def test_a_stream_cut_in_two_anywhere_gives_the_same_frames(split):
    decoder = Decoder()

    assert decoder.feed(STREAM[:split]) + decoder.feed(STREAM[split:]) == FRAMES


def test_bytes_one_by_one_give_the_same_frames():
    decoder = Decoder()

    assert [frame for byte in STREAM for frame in decoder.feed(bytes((byte,)))] == FRAMES


@given(st.lists(st.integers(0, len(STREAM)), max_size=40).map(sorted))
@STEADY
def test_any_way_of_cutting_gives_the_same_frames(cuts):
    decoder = Decoder()
    edges = [0, *cuts, len(STREAM)]
    pieces = [STREAM[a:b] for a, b in itertools.pairwise(edges)]

    assert [frame for piece in pieces for frame in decoder.feed(piece)] == FRAMES


@pytest.mark.parametrize("number", range(len(golden.ALL_BYTES)))
def test_every_wrong_byte_costs_its_own_frame_and_no_other(number):
    good = golden.ALL_BYTES[number]
    other = golden.ALL_BYTES[(number + 1) % len(golden.ALL_BYTES)]
    for place in range(1, len(good) - 1):
        for wrong in range(256):
            if wrong == good[place]:
                continue
            bad = good[:place] + bytes((wrong,)) + good[place + 1 :]
            found = Decoder().feed(other + bad + other)
            assert found == Decoder().feed(other) * 2, f"byte {place} as {wrong:02x}"


@pytest.mark.parametrize("number", range(len(golden.ALL_BYTES)))
def test_every_missing_byte_costs_its_own_frame_and_no_other(number):
    good = golden.ALL_BYTES[number]
    other = golden.ALL_BYTES[(number + 1) % len(golden.ALL_BYTES)]
    for place in range(1, len(good) - 1):
        found = Decoder().feed(other + good[:place] + good[place + 1 :] + other)
        assert found == Decoder().feed(other) * 2, f"byte {place} missing"


def test_every_extra_byte_costs_its_own_frame_and_no_other():
    tried = let_through = 0
    for number, good in enumerate(golden.ALL_BYTES):
        other = golden.ALL_BYTES[(number + 1) % len(golden.ALL_BYTES)]
        (neighbour,) = Decoder().feed(other)
        for place in range(2, len(good) - 1):
            for extra in range(256):
                first, *between, last = Decoder().feed(other + good[:place] + bytes((extra,)) + good[place:] + other)
                assert (first, last) == (neighbour, neighbour), f"{extra:02x} before byte {place} of {good.hex()}"
                tried += 1
                let_through += len(between)

    # A 16-bit CRC lets one in 65,536 through where everything behind the extra byte has moved.
    assert let_through <= tried / 30_000


@pytest.mark.parametrize("frame", golden.ALL_BYTES)
def test_a_lost_delimiter_joins_two_frames_and_costs_no_third(frame):
    assert Decoder().feed(frame[:-1] + frame[1:] + frame)[-1:] == Decoder().feed(frame)


@given(st.binary(max_size=600))
@STEADY
def test_any_bytes_are_welcome_and_the_next_frame_is_found(noise):
    decoder = Decoder()
    decoder.feed(noise)

    assert decoder.feed(golden.ALL_BYTES[0])[-1:] == FRAMES[:1]


def test_noise_of_a_megabyte_gives_counters_only():
    decoder = Decoder()

    assert decoder.feed(random.Random(3).randbytes(1_000_000)) == []
    assert decoder.counters.frames == 0
    assert decoder.counters.garbage > 1000


@pytest.mark.parametrize(
    ("data", "counter"),
    [
        (b"\x05\x01\x00", "cobs_errors"),
        (b"\0" + cobs.encode(b"\x20\x00\x01\x00\x00\x12\x34") + b"\0", "crc_errors"),
        (b"\0" + cobs.encode(b"\x20\x00") + b"\0", "runts"),
        (b"\0" + b"\x01" * (LONGEST_ENCODED + 1) + b"\0", "too_long"),
        (b"\0" + b"\x01" * 10 * LONGEST_ENCODED + b"\0", "too_long"),
        (wire(b"\x40\x00\x01\x00\x00"), "other_protocol"),
        (wire(b"\x2f\x00\x01\x00\x00"), "unknown_type"),
        (wire(b"\x2c\x00\x01\x00\x00"), "unknown_type"),
    ],
)
def test_each_kind_of_garbage_has_its_own_counter(data, counter):
    decoder = Decoder()

    assert decoder.feed(data) == []
    assert getattr(decoder.counters, counter) == 1
    assert decoder.counters.garbage == 1


def test_an_endless_frame_takes_no_memory():
    decoder = Decoder()
    for _ in range(1000):
        decoder.feed(b"\x01" * 1000)

    assert decoder.counters.too_long == 1
    assert decoder.feed(b"\0" + golden.ALL_BYTES[0]) == FRAMES[:1]


def test_the_longest_payload_fits_and_a_longer_one_is_our_own_mistake():
    longest = Frame(FrameType.DATA, 0, 1, payload=bytes(range(240)))

    assert len(longest.to_wire()) == LONGEST_ENCODED + 2
    assert Decoder().feed(longest.to_wire()) == [longest]
    with pytest.raises(ValueError, match="241 bytes"):
        Frame(FrameType.DATA, 0, 1, payload=bytes(MAX_PAYLOAD + 1)).to_wire()


def test_reset_forgets_half_a_frame():
    decoder = Decoder()
    decoder.feed(golden.ALL_BYTES[0][:8])
    decoder.reset()

    assert decoder.feed(golden.ALL_BYTES[1][1:]) == FRAMES[1:2]


@given(
    st.sampled_from(list(FrameType)),
    st.integers(0, 255),
    st.integers(0, 255),
    st.integers(0, 255),
    st.integers(0, 255),
    st.binary(max_size=MAX_PAYLOAD),
    st.booleans(),
)
@STEADY
def test_what_is_sent_is_what_is_read(kind, address, session, seq, ack, payload, again):
    frame = Frame(kind, address, session, seq, ack, payload, again)

    assert Decoder().feed(frame.to_wire()) == [frame]
