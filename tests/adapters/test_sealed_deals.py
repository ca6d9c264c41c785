"""Sealed deals: only the key opens them, nothing in the file can be changed, and what is no sealed file is named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.adapters.sealed_deals import Hardness, WrongKeyError, check_sealed, seal, unseal
from controller.model.errors import LogError

SOFT = Hardness(time=1, memory_kib=64, lanes=1)
KEY = "nine of diamonds"
PRINTABLE = st.characters(codec="utf-8", exclude_categories=("C", "Z"), include_characters=" ")


@settings(max_examples=20, deadline=None)
@given(st.binary(max_size=2000), st.text(PRINTABLE, min_size=8, max_size=20))
def test_what_is_sealed_comes_out_with_its_key(plain, key):
    sealed = seal(plain, key, hardness=SOFT)

    check_sealed(sealed)
    assert unseal(sealed, key) == plain


def test_a_key_is_hashed_as_dearly_as_is_recommended():
    given = json.loads(seal(b"deals", KEY))

    assert (given["time"], given["memory_kib"], given["lanes"]) == (3, 65_536, 4)
    assert unseal(json.dumps(given).encode(), KEY) == b"deals"


def test_two_files_of_the_same_deals_and_key_have_nothing_in_common():
    one, other = (json.loads(seal(b"deals", KEY, hardness=SOFT)) for _ in range(2))

    assert not [field for field in ("salt", "nonce", "box") if one[field] == other[field]]


def test_another_key_does_not_open_it():
    with pytest.raises(WrongKeyError, match="f: the key does not open it"):
        unseal(seal(b"deals", KEY, hardness=SOFT), KEY + "!", "f")


@pytest.mark.parametrize("field", ["salt", "nonce", "box", "time"])
def test_what_was_changed_does_not_open(field):
    given = json.loads(seal(b"deals", KEY, hardness=SOFT))
    given[field] = 2 if field == "time" else ("B" if given[field][0] == "A" else "A") + given[field][1:]

    with pytest.raises(WrongKeyError, match="the key does not open it, or the file was changed"):
        unseal(json.dumps(given).encode(), KEY)


def test_what_is_added_does_not_open():
    given = json.loads(seal(b"deals", KEY, hardness=SOFT)) | {"board": 7}

    with pytest.raises(WrongKeyError):
        unseal(json.dumps(given).encode(), KEY)


def test_neither_key_nor_deals_stand_in_the_file():
    sealed = seal(b"N:AKQ2.KQ2.432.AK2", KEY, hardness=SOFT)

    assert not [word for word in (b"AKQ2", KEY.encode(), b"board") if word in sealed]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sealed": "x"}, "field 'sealed': expected an object"),
        ({"time": 0}, "field 'time': 0 is no number from 1 to 16"),
        ({"memory_kib": 9_000_000}, "field 'memory_kib': 9000000 is no number from 64 to 262144"),
        ({"lanes": "4"}, "field 'lanes': '4' is no number from 1 to 8"),
        ({"salt": "#"}, "field 'salt': is not written in base64"),
        ({"box": None, "salt": 7}, "field 'salt': is not written in base64"),
        ({"nonce": "AAAA"}, "field 'nonce': has the wrong length"),
    ],
)
def test_a_file_that_is_no_sealed_one_names_the_field(change, said):
    given = json.loads(seal(b"deals", KEY, hardness=SOFT)) | change

    with pytest.raises(LogError, match=f"f, {said}"):
        unseal(json.dumps(given).encode(), KEY, "f")


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"7"])
def test_any_other_file_is_no_sealed_one(data):
    with pytest.raises(LogError):
        check_sealed(data, "f")


def test_a_key_that_is_guessed_at_once_is_refused():
    with pytest.raises(LogError, match="field 'key': the key needs 8 characters at least"):
        seal(b"deals", "1234567")
