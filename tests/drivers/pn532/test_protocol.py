"""PN532 frames: bytes worked out from its manual, answers from public traces, and whatever else a wire may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532.protocol import (
    FIRMWARE,
    IS_ACK,
    IS_ERROR,
    IS_NACK,
    LIST_TWO,
    SAM_NORMAL,
    Pn532,
    frame,
    is_uid,
    uids_of,
)

ACK = bytes.fromhex("0000FF00FF00")
#: `D5 4B 01 01 04 00 08 04 82 AC B9 5D` of a public trace; the checksums by hand: 0C + F4, and 376 + 8A, end in 00.
ONE_CARD = bytes.fromhex("0000FF0CF4D54B010104000804 82ACB95D 8A 00".replace(" ", ""))


def heard(*pieces):
    reader = Pn532().frames()
    return [frame for piece in pieces for frame in reader.feed(piece)]


@pytest.mark.parametrize(
    ("command", "golden"),
    [
        (FIRMWARE, "0000FF02FED4022A00"),
        (SAM_NORMAL, "0000FF05FBD4140100011600"),
        (LIST_TWO, "0000FF04FCD44A0200E000"),
    ],
)
def test_a_command_has_the_bytes_of_the_manual(command, golden):
    assert frame(command).hex().upper() == golden


def test_acknowledgement_refusal_and_error_are_told_apart():
    wire = ACK + bytes.fromhex("0000FFFF0000") + bytes.fromhex("0000FF01FF7F8100")

    assert heard(wire) == [IS_ACK, IS_NACK, IS_ERROR]


def test_an_acknowledgement_with_a_status_byte_before_it_is_found():
    assert heard(b"\x01" + ACK) == [IS_ACK]


def test_a_card_in_an_answer_of_a_public_trace_is_read():
    (answer,) = heard(ONE_CARD)

    assert uids_of(answer) == ("82ACB95D",)


def test_two_cards_are_read_past_the_first_ones_ats():
    first = bytes.fromhex("01 0004 20 04 A1A2A3A4 05 78778002".replace(" ", ""))
    second = bytes.fromhex("02 0044 00 07 04B1B2B3B4B5B6".replace(" ", ""))

    assert uids_of(bytes.fromhex("D54B02") + first + second) == ("A1A2A3A4", "04B1B2B3B4B5B6")


def test_an_extended_frame_is_read():
    body = b"\xd5\x4b\x00"
    wire = bytes.fromhex("0000FFFFFF0003FD") + body + bytes((-sum(body) & 0xFF, 0))

    assert heard(wire) == [body]


@pytest.mark.parametrize("cut", range(1, len(ONE_CARD)))
def test_a_frame_in_two_pieces_is_the_same_frame(cut):
    assert heard(ONE_CARD[:cut], ONE_CARD[cut:]) == heard(ONE_CARD)


@pytest.mark.parametrize("bit", range(16, (len(ONE_CARD) - 1) * 8))
def test_a_frame_with_one_wrong_bit_is_none(bit):
    spoiled = bytearray(ONE_CARD)
    spoiled[bit // 8] ^= 1 << bit % 8

    assert heard(bytes(spoiled)) == []


def test_a_postamble_left_over_shifts_no_frame():
    assert heard(ONE_CARD + b"\x00" + ONE_CARD) == heard(ONE_CARD) * 2


@given(st.binary(max_size=80), st.binary(max_size=40))
def test_garbage_is_never_raised_and_hides_no_frame_that_follows_a_silence(garbage, answer):
    reader = Pn532().frames()
    reader.feed(garbage)
    reader.drop()

    assert reader.feed(ONE_CARD) == heard(ONE_CARD)
    assert all(len(uid) in (8, 14, 20) for uid in uids_of(answer))


@pytest.mark.parametrize("uid", ["00000000", "FFFFFFFFFFFFFF", "88A1B2C3", "04A1B2", ""])
def test_what_no_card_can_be_called_is_no_uid(uid):
    assert not is_uid(uid)
