"""The settings that come with the project are settings: the club's, with every choice it offers, and the demo's."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli.settings import Settings, SettingsError, read_settings
from drivers.table_hub.settings import hub_settings
from hw_sim.boards import boards
from hw_sim.demo.stage import set_stage

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = ("club.toml", "demo.toml")


@pytest.mark.parametrize("name", FILES)
def test_the_file_is_read(name):
    assert [table.name for table in read_settings(DEPLOY / name).tables] == ["1", "2"]


@pytest.mark.parametrize("name", FILES)
def test_each_device_has_what_its_driver_needs(name):
    for table in read_settings(DEPLOY / name).tables:
        for device in table.devices:
            assert hub_settings({**device.settings, "device": device.name}).port


def test_the_choices_that_the_clubs_file_offers_are_settings_too(tmp_path):
    text = (DEPLOY / "club.toml").read_text()
    offered = text.replace("#: ", "")
    assert offered != text
    (tmp_path / "club.toml").write_text(offered)
    settings = read_settings(tmp_path / "club.toml")
    assert settings.regulations["revoke_attention"] == "now"
    assert settings.broker.certificate == settings.desk.tls / "server.crt"
    assert settings.sensing == {"round_s": 0.3}


def test_a_misspelt_key_in_it_would_be_named(tmp_path):
    (tmp_path / "club.toml").write_text((DEPLOY / "club.toml").read_text().replace("opening_lead", "opening_led", 1))
    with pytest.raises(SettingsError, match="opening_led"):
        read_settings(tmp_path / "club.toml")


def test_the_service_gives_each_evening_its_own_session_and_folder(monkeypatch):
    monkeypatch.setenv("SMARTTABLE_SESSION", "2026-12-01")
    monkeypatch.setenv("SMARTTABLE_DATA", "/var/lib/smarttable/2026-12-01")
    settings = read_settings(DEPLOY / "club.toml")
    assert settings.session == "2026-12-01"
    assert str(settings.journal) == "/var/lib/smarttable/2026-12-01/journal.sqlite"


def test_the_demos_file_says_what_the_demo_writes(tmp_path):
    ports = {name: Path(f"tty/usb-SmartTable_Table_Hub_{name}-if00") for name in ("1", "2")}
    stage = set_stage(tmp_path, boards()[:8], ports, speed=45.0, laws="2017", desk_port=8080)
    assert _said(read_settings(DEPLOY / "demo.toml")) == _said(read_settings(stage.settings))


def _said(settings: Settings) -> dict:
    """Without ports of this machine, tags of boards, and the folder."""
    given = settings.model_dump(mode="json", exclude={"data": True, "broker": {"port"}, "desk": {"port", "tls"}})
    for table in given["tables"]:
        table["decks"] = [Path(deck).name for deck in table["decks"]]
        table["deals"] = Path(table["deals"]).name
        for device in table["devices"]:
            device["settings"] = Path(device["settings"]["port"]).name
    return given
