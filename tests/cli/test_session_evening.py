"""`smarttable session check` before play and `session close` after it."""

import asyncio
import fcntl
import os
import stat
import zipfile

import pytest
from typer.testing import CliRunner

from controller.cli.app import application
from controller.records.pbn import read_pbn

from .test_score import played, write_journal

SETTINGS = """
venue = "club"
session = "monday"
movement = "plan.toml"
[broker]
kind = "none"
[[tables]]
name = "1"
[[tables]]
name = "2"
"""
PLAN = """
[[sections]]
tables = ["1", "2"]
movement = "listed"
rounds_csv = "round,table,ns,ew,boards\\n1,1,1,3,1-2\\n1,2,2,4,1-2\\n"
"""
MOVEMENT = {
    "sections": [
        {
            "tables": ["1", "2"],
            "movement": "listed",
            "rounds_csv": "round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,1-2\n",
        }
    ]
}


@pytest.fixture
def settings(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(SETTINGS)
    (tmp_path / "plan.toml").write_text(PLAN)
    return path


def run(*words):
    return CliRunner().invoke(application("session"), ["session", *map(str, words)])


def passed_out(*boards, ns, ew):
    """Boards that everybody passed, and whose score was keyed."""
    events = []
    for number in boards:
        seats = "NESW"[number - 1 :] + "NESW"[: number - 1]
        events.append({"type": "board", "board": number, "pairs": {"NS": ns, "EW": ew}})
        events += [{"type": "call", "seat": seat, "call": "P"} for seat in seats]
        events += [{"type": "result_entered", "contract": "P"}, {"type": "board_left"}]
    return events


def evening(settings, *, both=True, first=None):
    """Two boards at two tables; at table 2 the second only if `both`; `first` for what happens at table 1 instead."""
    data = settings.parent / "data"
    data.mkdir(mode=0o700)
    second = (1, 2) if both else (1,)
    tables = {"1": first or passed_out(1, 2, ns=1, ew=3), "2": passed_out(*second, ns=2, ew=4)}
    asyncio.run(write_journal(data / "journal.sqlite", tables, MOVEMENT))


# -- before play ----------------------------------------------------------------------------------------------------


def test_a_room_without_faults_may_begin(settings):
    result = run("check", "--settings", settings)
    assert result.exit_code == 0
    assert "✓ Movement: 2 tables, 1 rounds, 2 boards" in result.stdout
    assert "▲ Table 1 has no device: nothing is read there" in result.stdout


def test_a_missing_deck_stops_the_evening_and_is_named(settings):
    settings.write_text(SETTINGS.replace('name = "2"', 'name = "2"\ndecks = ["blue.json"]'))
    result = run("check", "--settings", settings)
    assert result.exit_code == 1
    assert result.stdout.startswith("✕ ") and "blue.json" in result.stdout.splitlines()[0]


def test_a_movement_that_cannot_be_read_stops_the_evening(settings):
    (settings.parent / "plan.toml").write_text("sections = 7\n")
    result = run("check", "--settings", settings)
    assert result.exit_code == 1 and "plan.toml" in result.stdout


def test_the_hall_is_not_let_in_without_a_certificate(settings):
    settings.write_text(SETTINGS + '[desk]\nhost = "0.0.0.0"\n')
    result = run("check", "--settings", settings)
    assert result.exit_code == 1 and "without a certificate" in result.stdout


def test_the_check_speaks_russian(settings):
    assert "Движение: столов 2" in run("check", "--settings", settings, "--lang", "ru").stdout


# -- after play -----------------------------------------------------------------------------------------------------


def test_a_board_that_a_table_has_not_played_is_named_and_nothing_is_written(settings, tmp_path):
    evening(settings, both=False)
    result = run("close", "--settings", settings, "--out", tmp_path / "out")
    assert result.exit_code == 1 and "Table 2: boards not finished: 2" in result.stdout
    assert not (tmp_path / "out").exists()


def test_a_finding_that_nobody_ruled_on_is_named(settings, tmp_path):
    evening(settings, first=played((1, True), (2, False), ns=1, ew=3))
    result = run("close", "--settings", settings, "--out", tmp_path / "out")
    assert result.exit_code == 1 and "Table 1, board 1: no ruling on board_ended_early@6:-" in result.stdout


def test_an_unfinished_evening_can_be_closed_all_the_same(settings, tmp_path):
    evening(settings, both=False)
    result = run("close", "--settings", settings, "--out", tmp_path / "out", "--anyway")
    assert result.exit_code == 0 and (tmp_path / "out" / "monday.zip").exists()


def test_a_closed_evening_has_its_boards_results_and_an_archive_for_its_owner_alone(settings, tmp_path):
    evening(settings)
    out = tmp_path / "out"
    result = run("close", "--settings", settings, "--out", out)
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in out.iterdir())
    assert names == ["boards.jsonl", "monday.zip", "results.csv", "results.pdf", "table-1.pbn", "table-2.pbn"]
    assert len(read_pbn((out / "table-1.pbn").read_bytes(), "table-1.pbn").records) == 2
    assert {stat.S_IMODE(os.stat(path).st_mode) for path in out.iterdir()} == {0o600}


def test_the_archive_holds_the_journal_and_no_password(settings, tmp_path):
    evening(settings)
    for name in ("secrets.toml", "desk-accounts.json"):
        (settings.parent / "data" / name).write_text("secret")
    run("close", "--settings", settings, "--out", tmp_path / "out")
    with zipfile.ZipFile(tmp_path / "out" / "monday.zip") as archive:
        assert sorted(archive.namelist()) == ["journal.sqlite", "plan.toml", "settings.toml"]


def test_an_evening_that_still_runs_is_not_closed(settings, tmp_path):
    evening(settings)
    lock = os.open(settings.parent / "data" / "core.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = run("close", "--settings", settings, "--out", tmp_path / "out")
        assert result.exit_code == 2 and "still runs" in result.stderr
        # Of a moment while it runs, where that is asked for: the desk does.
        result = run("close", "--settings", settings, "--out", tmp_path / "out", "--running")
        assert result.exit_code == 0 and (tmp_path / "out" / "monday.zip").exists()
    finally:
        os.close(lock)


def test_an_evening_without_a_journal_is_one_clear_line(settings, tmp_path):
    result = run("close", "--settings", settings, "--out", tmp_path / "out")
    assert result.exit_code == 2 and "there is no journal" in result.stderr
