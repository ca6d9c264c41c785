"""Settings of a hub: what is missing, unknown or does not fit is an error that names its field."""

import tomllib
from pathlib import Path

import pytest

from drivers.errors import SettingsError
from drivers.table_hub.settings import DEFAULT_PLACES, hub_settings

GOOD = {"device": "hub-7", "port": "/dev/serial/by-id/usb-Smart_Table_Hub_0007-if00"}


def test_a_name_and_a_port_are_enough():
    settings = hub_settings(GOOD)

    assert (settings.device, settings.port) == ("hub-7", GOOD["port"])
    assert (settings.baud, settings.max_drift_ppm, settings.address) == (115200, 100.0, 1)


def test_the_reference_hub_has_thirteen_antennas():
    assert DEFAULT_PLACES[:5] == ("play.N", "play.E", "play.S", "play.W", "spread.N")
    assert DEFAULT_PLACES[-2:] == ("pocket.W", "board")
    assert hub_settings(GOOD).antennas == DEFAULT_PLACES


def test_all_fields_may_be_given():
    settings = hub_settings(
        {**GOOD, "baud": 1_000_000, "antennas": ["play.W", "", "board"], "boards": {"e004": 7}, "max_drift_ppm": 2500.5}
    )

    assert settings.baud == 1_000_000
    assert settings.antennas == ("play.W", "", "board")
    assert settings.boards == {"E004": 7}
    assert settings.max_drift_ppm == 2500.5


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"device": ""}, "device"),
        ({"device": 7}, "device"),
        ({"port": None}, "port"),
        ({"prot": "x"}, "prot"),
        ({"baud": "fast"}, "baud"),
        ({"baud": 10}, "baud"),
        ({"baud": True}, "baud"),
        ({"baud": 9600.5}, "baud"),
        ({"max_drift_ppm": 0}, "max_drift_ppm"),
        ({"address": 255}, "address"),
        ({"antennas": "play.N"}, "antennas"),
        ({"antennas": ["play.N", "play.X"]}, "antennas[1]"),
        ({"antennas": ["table.N"]}, "antennas[0]"),
        ({"antennas": [5]}, "antennas[0]"),
        ({"antennas": ["play.N", "play.N"]}, "antennas"),
        ({"boards": [7]}, "boards"),
        ({"boards": {"E004": 0}}, "boards.E004"),
        ({"boards": {"E004": True}}, "boards.E004"),
        ({"boards": {"E004": "7"}}, "boards.E004"),
    ],
)
def test_a_wrong_field_is_named(changes, field):
    with pytest.raises(SettingsError) as caught:
        hub_settings({**GOOD, **changes})

    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


def test_the_example_in_the_readme_is_right():
    readme = (Path(__file__).parents[3] / "drivers" / "README.md").read_text()
    example = tomllib.loads(readme.split("```toml\n")[1].split("```")[0])
    (device,) = example["tables"]["devices"]

    assert hub_settings({**device["settings"], "device": device["name"]}).boards == {"E00401500B000007": 7}
