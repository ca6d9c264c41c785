"""Frames of Mercury modules: published captures and examples, and whatever else a wire may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.mercury.protocol import (
    ANTENNAS,
    BOOT,
    NO_FILTER,
    OPTION,
    PROGRAM,
    PROTOCOL,
    READ_ON,
    REGION,
    STOP,
    VERSION,
    Mercury,
    frame,
    is_uid,
    read_on,
    tag_of,
)

#: Captured from modules, in public: a tag, who it is, that reading has ended.
TAG = bytes.fromhex("FF2822000010001B01FF0101C4110E16400000012700000500000F00803000000000000000000000001545E94A561D")
ABOUT = bytes.fromhex("FF1403000007102300010000032014100701070209000000105BD1")
STOPPED = bytes.fromhex("FF012F00000230E6")
NO_TAG_SINGLE = bytes.fromhex("FF00210400B483")
EPC = "000000000000000000001545"


def heard(*pieces):
    reader = Mercury((0,), region="stored", power=0, cycle=250).frames()
    return [found for piece in pieces for found in reader.feed(piece)]


@pytest.mark.parametrize(
    ("made", "golden"),
    [
        (frame(VERSION), "FF00031D0C"),
        (frame(BOOT), "FF00041D0B"),
        (frame(PROGRAM), "FF000C1D03"),
        (frame(REGION, b"\x06"), "FF0197064BBB"),
        (frame(PROTOCOL, b"\x00\x05"), "FF02930005517D"),
        (frame(ANTENNAS, b"\x02\x01\x01"), "FF039102010142C5"),
        (frame(OPTION, NO_FILTER), "FF039A010C00A35D"),
        (frame(READ_ON, read_on(1000)), "FF102F00000122000005072210001B03E801FFDD2B"),
        (frame(READ_ON, STOP), "FF032F0000025E86"),
    ],
)
def test_a_command_has_the_bytes_of_published_examples(made, golden):
    assert made.hex().upper() == golden


def test_a_captured_tag_is_read_and_its_own_crc_fits():
    (found,) = heard(TAG)

    assert tag_of(found[3:]) == (1, EPC)


def test_captured_answers_are_frames():
    assert [found[0] for found in heard(ABOUT, STOPPED, NO_TAG_SINGLE)] == [VERSION, READ_ON, 0x21]


def test_a_tag_whose_own_crc_is_wrong_is_none():
    (found,) = heard(TAG)

    assert tag_of(found[3:-1] + b"\x00") is None


@pytest.mark.parametrize("cut", range(1, len(TAG)))
def test_a_frame_in_two_pieces_is_the_same_frame(cut):
    assert heard(TAG[:cut], TAG[cut:]) == heard(TAG)


@pytest.mark.parametrize("bit", range(16, len(TAG) * 8))
def test_a_frame_with_one_wrong_bit_is_none(bit):
    spoiled = bytearray(TAG)
    spoiled[bit // 8] ^= 1 << bit % 8

    assert heard(bytes(spoiled)) == []


def test_a_first_byte_that_began_nothing_hides_the_frame_behind_it_only_until_it_is_silent():
    reader = Mercury((0,), region="stored", power=0, cycle=250).frames()

    assert reader.feed(b"\xff" + TAG) == []
    assert reader.drop() == heard(TAG)


@given(st.binary(max_size=80), st.binary(max_size=60))
def test_garbage_is_never_raised_and_hides_no_frame_that_follows_a_silence(garbage, told):
    reader = Mercury((0,), region="stored", power=0, cycle=250).frames()
    reader.feed(garbage)
    reader.drop()
    tag = tag_of(told)

    assert reader.feed(STOPPED) == heard(STOPPED)
    assert tag is None or len(tag[1]) % 4 == 0


@pytest.mark.parametrize("uid", ["0" * 24, "F" * 24, "ABC", ""])
def test_empty_memory_is_no_epc(uid):
    assert not is_uid(uid)
