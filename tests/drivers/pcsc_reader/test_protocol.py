"""What cards and readers answer, byte by byte, as manuals and public traces show it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.errors import SettingsError
from drivers.pcsc_reader.protocol import listed, uid_of
from drivers.pcsc_reader.settings import pcsc_settings

READERS = {"Seat N": "play.N"}


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("04A1B2C3 9000", "04A1B2C3"),
        ("04A1B2C3D4E5F6 9000", "04A1B2C3D4E5F6"),
        ("E00401500A000001 9000", "E00401500A000001"),
        ("6300", None),
        ("6A81", None),
        ("9000", None),
        ("04A1 9000", None),
    ],
)
def test_the_answer_to_get_uid(answer, found):
    assert uid_of(bytes.fromhex(answer)) == (None if found is None else bytes.fromhex(found))


def test_a_card_that_did_not_answer_has_no_uid():
    assert uid_of(None) is None


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        # libnfc issue 476, one tag; the 90 00 is the reader's.
        ("D54B01 01 0400 08 04 82ACB95D 9000", ["82ACB95D"]),
        ("D54B00 9000", []),
        ("D54B02 01 0044 00 07 04A1B2C3D4E5F6 02 0044 00 07 04A1B2C3D4E5F7 9000", ["04A1B2C3D4E5F6", "04A1B2C3D4E5F7"]),
        # A tag with ISO 14443-4 puts its ATS behind its UID.
        ("D54B02 01 0344 20 07 04A1B2C3D4E5F6 06 7577810280 02 0044 00 04 01020304 9000",
         ["04A1B2C3D4E5F6", "01020304"]),
        ("D54B01 01 0400 08 07 82AC", None),
        ("D57F 9000", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_answer_to_a_listing_of_two(answer, found):
    assert listed(bytes.fromhex(answer)) == (None if found is None else tuple(map(bytes.fromhex, found)))


@given(st.binary(max_size=40))
def test_no_answer_makes_it_raise(answer):
    listed(answer)
    listed(b"\xd5\x4b" + answer)
    uid_of(answer)


@pytest.mark.parametrize(
    ("given_", "field"),
    [
        ({"readers": READERS}, "device"),
        ({"device": "r"}, "readers"),
        ({"device": "r", "readers": {}}, "readers"),
        ({"device": "r", "readers": {"Seat N": "play.X"}}, "readers.Seat N"),
        ({"device": "r", "readers": {"a": "play.N", "b": "play.N"}}, "readers"),
        ({"device": "r", "readers": READERS, "two_tags": ["Seat E"]}, "two_tags"),
        ({"device": "r", "readers": READERS, "uncertainty_s": "much"}, "uncertainty_s"),
        ({"device": "r", "readers": READERS, "port": "/dev/x"}, "port"),
    ],
)
def test_a_wrong_setting_is_named(given_, field):
    with pytest.raises(SettingsError) as error:
        pcsc_settings(given_)
    assert error.value.field == field


@pytest.mark.parametrize(
    ("name", "place"),
    [("Seat N 00 00", "play.N"), ("Seat N", "play.N"), ("Seat North 00 00", None), ("Seat E 01 00", None)],
)
def test_a_reader_is_known_by_its_name_without_the_numbers_behind_it(name, place):
    assert pcsc_settings({"device": "r", "readers": READERS}).place(name) == place
