"""The settings name a session's file: read beside them, and one clear line where it cannot be used."""

import json

import pytest

from controller.cli.books import read_plan
from controller.cli.settings import SettingsError, read_settings

SESSION = '[[sections]]\ntables = ["1", "2"]\nmovement = "howell"\n[sections.names]\n1 = ["Ann", 2026-11-30]\n'


@pytest.fixture
def settings(tmp_path):
    """Settings of two tables beside a session's file of that content."""

    def write(session, *, movement='movement = "monday.toml"\n'):
        if session is not None:
            (tmp_path / "monday.toml").write_text(session)
        path = tmp_path / "club.toml"
        path.write_text(
            f'venue = "club"\nsession = "monday"\n{movement}[[tables]]\nname = "1"\n[[tables]]\nname = "2"\n'
        )
        return read_settings(path)

    return write


def test_without_one_there_is_no_plan(settings):
    assert read_plan(settings(None, movement="")) == (None, {})


def test_the_file_stands_beside_the_settings(settings):
    plan, kept = read_plan(settings(SESSION))
    assert plan.sections[0].tables == ("1", "2") and len(plan.at_table("1")) == 3
    assert json.loads(json.dumps(kept))["sections"][0]["names"] == {"1": ["Ann", "2026-11-30"]}


@pytest.mark.parametrize(
    ("session", "message"),
    [
        (None, "monday.toml"),
        ("sections = 3", "monday.toml.*'sections'"),
        ('[[sections]]\ntables = ["1", "7"]\n', "monday.toml.*no table '7' in the settings"),
        ('[[sections]]\ntables = ["1", "2"]\nrounds = 40\n', "monday.toml.*'sections.0.movement'"),
    ],
)
def test_what_cannot_be_used_names_its_file_and_key(settings, session, message):
    with pytest.raises(SettingsError, match=message):
        read_plan(settings(session))
