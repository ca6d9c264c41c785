"""Frames of UHFReader18 and 288: published examples, and whatever else a wire may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.uhfreader18.protocol import INVENTORY, UhfReader18, epcs_of, frame, is_uid

EPC = "000000000000000000000313"
OF_18 = bytes.fromhex(f"13000103010C{EPC}3F39")
OF_288 = bytes.fromhex(f"1500010301010C{EPC}6BB1A5")
NONE_OF_288 = bytes.fromhex("07000101010 01E4B".replace(" ", ""))
OPTIONS = {"model": "288", "address": 255, "q": 4, "session": 0, "scan_time": 3}


def heard(*pieces):
    reader = UhfReader18((0,), **OPTIONS).frames()
    return [found for piece in pieces for found in reader.feed(piece)]


def test_an_inventory_has_the_bytes_of_the_manual():
    assert frame(0xFF, INVENTORY).hex().upper() == "04FF011BB4"


def test_a_tag_of_an_18_is_read():
    (found,) = heard(OF_18)

    assert (found[1], epcs_of(found[2:], with_antenna=False)) == (3, (EPC,))


def test_a_tag_of_a_288_is_read():
    (found,) = heard(OF_288)

    assert epcs_of(found[2:], with_antenna=True) == (EPC,)


def test_a_look_that_found_nothing_is_no_tag():
    (found,) = heard(NONE_OF_288)

    assert epcs_of(found[2:], with_antenna=True) == ()


@pytest.mark.parametrize("cut", range(1, len(OF_288)))
def test_a_frame_in_two_pieces_is_the_same_frame(cut):
    assert heard(OF_288[:cut], OF_288[cut:]) == heard(OF_288)


@pytest.mark.parametrize("bit", range(8, len(OF_288) * 8))
def test_a_frame_with_one_wrong_bit_is_none(bit):
    spoiled = bytearray(OF_288)
    spoiled[bit // 8] ^= 1 << bit % 8

    assert heard(bytes(spoiled)) == []


@given(st.binary(max_size=80), st.binary(max_size=60), st.booleans())
def test_garbage_is_never_raised_and_hides_no_frame_that_follows_a_silence(garbage, told, with_antenna):
    reader = UhfReader18((0,), **OPTIONS).frames()
    reader.feed(garbage)
    reader.drop()

    assert reader.feed(OF_18) == heard(OF_18)
    assert "" not in epcs_of(told, with_antenna=with_antenna)


@pytest.mark.parametrize("uid", ["0" * 24, "F" * 24, "ABC", ""])
def test_empty_memory_is_no_epc(uid):
    assert not is_uid(uid)
