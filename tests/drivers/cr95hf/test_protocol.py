"""CR95HF answers and requests: bytes of a public trace, and whatever else a wire may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.cr95hf.protocol import ONE_SLOT, SIXTEEN_SLOTS, Cr95hf, inventory, is_uid, sent, uid_of

#: One tag's answer of a trace in ST's forum.
TAG = bytes.fromhex("800D00000228E06D580104E0D06000")
CONTENT = TAG[:1] + TAG[2:]


def heard(*pieces):
    reader = Cr95hf().frames()
    return [found for piece in pieces for found in reader.feed(piece)]


def test_an_inventory_of_one_slot_has_the_bytes_of_the_trace():
    assert inventory(ONE_SLOT, 0, 0).hex() == "0403260100"


@pytest.mark.parametrize(
    ("mask", "bits", "golden"), [(0xD, 4, "04040601040d"), (0x2D, 8, "04040601082d"), (0x12D, 12, "040506010c2d01")]
)
def test_a_mask_goes_out_low_byte_first(mask, bits, golden):
    assert inventory(SIXTEEN_SLOTS, mask, bits).hex() == golden


def test_the_end_of_a_slot_is_a_request_without_data():
    assert sent(b"") == bytes.fromhex("0400")


def test_the_tag_of_the_trace_is_read():
    assert [uid_of(found) for found in heard(TAG)] == ["E00401586DE02802"]


def test_an_echo_a_result_and_a_tag_are_told_apart():
    assert heard(b"\x55\x87\x00" + TAG) == [b"\x55", b"\x87", CONTENT]


@pytest.mark.parametrize("cut", range(1, len(TAG)))
def test_an_answer_in_two_pieces_is_the_same_answer(cut):
    assert heard(TAG[:cut], TAG[cut:]) == [CONTENT]


@pytest.mark.parametrize("bit", range(8, (len(CONTENT) - 1) * 8))
def test_a_tag_with_one_wrong_bit_is_none(bit):
    spoiled = bytearray(CONTENT)
    spoiled[bit // 8] ^= 1 << bit % 8

    assert uid_of(bytes(spoiled)) is None


@pytest.mark.parametrize("status", [0x01, 0x02, 0x03])
def test_a_tag_that_the_chip_heard_clash_is_none(status):
    assert uid_of(CONTENT[:-1] + bytes((status,))) is None


@given(st.binary(max_size=80), st.binary(min_size=1, max_size=30))
def test_garbage_is_never_raised_and_hides_nothing_that_follows_a_silence(garbage, said):
    reader = Cr95hf().frames()
    reader.feed(garbage)
    reader.drop()
    uid = uid_of(b"\x80" + said)

    assert reader.feed(TAG) == [CONTENT]
    assert uid is None or len(uid) == 16


@pytest.mark.parametrize("uid", ["04A1B2C3D4E5F601", "E0", ""])
def test_what_no_tag_of_iso_15693_can_be_called_is_no_uid(uid):
    assert not is_uid(uid)
