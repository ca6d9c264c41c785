"""The settings of a serial reader: what is wrong names its field."""

import pytest

from drivers.errors import SettingsError
from drivers.polling.settings import Kind, reader_settings

KIND = Kind(
    baud=57600,
    most_antennas=2,
    choices={"frames": ("short", "long")},
    numbers={"power": (0, 30)},
    defaults={"frames": "short", "power": 20},
)
GOOD = {"device": "r", "port": "/dev/x", "place": "play.N"}


def test_what_is_not_given_has_its_default():
    made = reader_settings(GOOD, KIND)

    assert (made.baud, made.places, made.options) == (57600, ("play.N",), {"frames": "short", "power": 20})


def test_an_antenna_without_a_place_is_not_used():
    made = reader_settings({"device": "r", "port": "/dev/x", "antennas": ["", "board"]}, KIND)

    assert made.antennas == (1,)


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        ({"device": ""}, "device"),
        ({"port": 7}, "port"),
        ({"place": "play.X"}, "place"),
        ({"antennas": ["play.N"]}, "place"),
        ({"frames": "wide"}, "frames"),
        ({"power": 31}, "power"),
        ({"power": True}, "power"),
        ({"baud": 12}, "baud"),
        ({"colour": 1}, "colour"),
    ],
)
def test_a_wrong_field_is_named(wrong, names):
    with pytest.raises(SettingsError) as caught:
        reader_settings(GOOD | wrong, KIND)

    assert caught.value.field == names


@pytest.mark.parametrize("antennas", [[], [""], ["play.N", "play.N"], ["play.N", "play.E", "play.S"], "play.N"])
def test_a_wrong_list_of_antennas_is_named(antennas):
    with pytest.raises(SettingsError) as caught:
        reader_settings({"device": "r", "port": "/dev/x", "antennas": antennas}, KIND)

    assert caught.value.field == "antennas"
