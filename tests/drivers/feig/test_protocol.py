"""OBID i-scan frames: published examples, both kinds, and whatever else a wire may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.feig.protocol import INVENTORY, NEW, ObidReader, frame, is_uid, uids_of

COMMAND = bytes((INVENTORY,)) + NEW
#: Two sets, one of them of another kind of tag; made into a frame by the layout of the manual.
TOLD = bytes.fromhex("B000 02 0300E00401500A000001 0400A1A2A3A4A5A6A7A8".replace(" ", ""))


def heard(*pieces):
    reader = ObidReader(frames="advanced", address=255).frames()
    return [found for piece in pieces for found in reader.feed(piece)]


@pytest.mark.parametrize(("advanced", "golden"), [(False, "07FFB001001C56"), (True, "020009FFB001001843")])
def test_an_inventory_has_the_bytes_of_the_manual(advanced, golden):
    assert frame(COMMAND, advanced=advanced).hex().upper() == golden


@pytest.mark.parametrize("advanced", [False, True])
def test_a_published_frame_is_found_whole(advanced):
    assert heard(frame(COMMAND, advanced=advanced)) == [COMMAND]


def test_tags_of_iso_15693_are_read_and_others_passed_over():
    assert uids_of(TOLD[2:]) == ("E00401500A000001",)


@pytest.mark.parametrize("advanced", [False, True])
def test_a_frame_in_two_pieces_is_the_same_frame(advanced):
    wire = frame(TOLD, advanced=advanced)

    assert [heard(wire[:cut], wire[cut:]) for cut in range(1, len(wire))] == [[TOLD]] * (len(wire) - 1)


@pytest.mark.parametrize("advanced", [False, True])
def test_a_frame_with_one_wrong_bit_is_none(advanced):
    wire = frame(TOLD, advanced=advanced)

    for bit in range(len(wire) * 8):
        spoiled = bytearray(wire)
        spoiled[bit // 8] ^= 1 << bit % 8
        assert heard(bytes(spoiled)) == []


@given(st.binary(max_size=80), st.binary(max_size=60))
def test_garbage_is_never_raised_and_hides_no_frame_that_follows_a_silence(garbage, told):
    reader = ObidReader(frames="advanced", address=255).frames()
    reader.feed(garbage)
    reader.drop()

    assert reader.feed(frame(TOLD)) == [TOLD]
    assert all(len(uid) == 16 for uid in uids_of(told))


@pytest.mark.parametrize("uid", ["04A1B2C3D4E5F601", "E0", ""])
def test_what_no_tag_of_iso_15693_can_be_called_is_no_uid(uid):
    assert not is_uid(uid)
