"""Frames of M100 and R200 modules: published examples in both dialects, and whatever else a wire may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.m100.protocol import INFO, M100, POLL, epc_of, frame, is_uid

EPC = "30751FEB705C5904E3D50D70"
TAG = bytes.fromhex(f"BB02220011C93400{EPC}3A76EF7E")
NO_TAG = bytes.fromhex("BB01FF000115167E")
TAG_CONTENT = bytes.fromhex(f"0222C93400{EPC}3A76")


def heard(*pieces):
    reader = M100().frames()
    return [found for piece in pieces for found in reader.feed(piece)]


@pytest.mark.parametrize(
    ("made", "golden"),
    [
        (frame("BB", INFO, b"\x00"), "BB00030001000 47E".replace(" ", "")),
        (frame("BB", POLL), "BB00220000227E"),
        (frame("AA", POLL), "AA0022000022DD"),
    ],
)
def test_a_command_has_the_bytes_of_the_manual(made, golden):
    assert made.hex().upper() == golden


def test_a_tag_of_the_manual_is_read():
    (found,) = heard(TAG)

    assert epc_of(found[2:]) == EPC


def test_the_other_dialect_has_the_same_content():
    assert heard(b"\xaa" + TAG[1:-1] + b"\xdd") == heard(TAG)


def test_no_tag_is_an_error_frame():
    assert heard(NO_TAG) == [bytes.fromhex("01FF15")]


def test_a_tag_whose_own_crc_is_wrong_is_none():
    assert epc_of(TAG_CONTENT[2:-1] + b"\x00") is None


@pytest.mark.parametrize("cut", range(1, len(TAG)))
def test_a_frame_in_two_pieces_is_the_same_frame(cut):
    assert heard(TAG[:cut], TAG[cut:]) == [TAG_CONTENT]


@pytest.mark.parametrize("bit", range(len(TAG) * 8))
def test_a_frame_with_one_wrong_bit_is_none(bit):
    spoiled = bytearray(TAG)
    spoiled[bit // 8] ^= 1 << bit % 8

    assert heard(bytes(spoiled)) == []


def test_first_and_last_bytes_inside_an_epc_are_part_of_it():
    body = bytes.fromhex("02220006C9BB7EAADD7E")
    wire = b"\xbb" + body + bytes((sum(body) & 0xFF, 0x7E))

    assert heard(wire + NO_TAG) == [body[:2] + body[4:], bytes.fromhex("01FF15")]


@given(st.binary(max_size=80), st.binary(max_size=40))
def test_garbage_is_never_raised_and_hides_no_frame_that_follows_a_silence(garbage, told):
    reader = M100().frames()
    reader.feed(garbage)
    reader.drop()
    epc = epc_of(told)

    assert reader.feed(TAG) == [TAG_CONTENT]
    assert epc is None or len(epc) == len(told) * 2 - 10


@pytest.mark.parametrize("uid", ["0" * 24, "F" * 24, "ABC", ""])
def test_empty_memory_is_no_epc(uid):
    assert not is_uid(uid)
