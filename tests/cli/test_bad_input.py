"""Whatever file or word a command is given: done, or one clear line that names the place, and exit code 2."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from support.live_table import World, live_table

from controller.cli import main
from controller.ports import NewRow

ROOT = Path(__file__).parents[2]
LOG = '{"log": "table-log/1", "laws": "2017"}'


@pytest.fixture
def smarttable(monkeypatch, capsys):
    """Run a command here: exit code and what was said on standard error. Any exception would be a traceback."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["smarttable", *map(str, words)])
        capsys.readouterr()
        try:
            main()
        except SystemExit as end:
            return end.code or 0, capsys.readouterr().err
        return 0, capsys.readouterr().err

    return run


@pytest.fixture
def refused(smarttable):
    """The one line that a command said when it would not."""

    def run(*words):
        code, said = smarttable(*words)
        assert code == 2, said
        return said.strip().splitlines()[-1]

    return run


def process_refused(*words):
    """The same in a process of its own, for what sets up logs and signals; what it said last."""
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    return done.stderr.strip().splitlines()[-1]


def written(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


WRONG_FILES = {
    "a folder": None,
    "empty": "",
    "binary": bytes(range(256)) * 20,
    "text": "no log at all",
    "another JSON": '{"a": 1}',
    "JSON without end": "[" * 200_000,
    "a line cut off": LOG[:20],
    "packed and cut": b"\x1f\x8b\x08\x00",
}


@pytest.mark.parametrize("command", [["judge"], ["judge", "--trace"], ["sense"], ["journal", "verify"]], ids=" ".join)
@pytest.mark.parametrize("name", WRONG_FILES)
def test_a_file_that_is_none_of_ours_is_named(refused, tmp_path, command, name):
    path = written(tmp_path / "evening.gz", WRONG_FILES[name])
    assert str(path) in refused(*command, path)


@pytest.mark.parametrize("command", [["judge"], ["sense"], ["journal", "verify"]], ids=" ".join)
def test_a_file_that_is_not_there_is_named(refused, tmp_path, command):
    assert "nowhere.jsonl" in refused(*command, tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('{"type": "cal", "seat": "N"}', "line 2, field 'type'"),
        ('{"type": "call", "seat": "N", "call": "1Z"}', "line 2, field 'call'"),
        ('{"type": "director_called", "about": "\\ud800"}', "line 2"),
        ('{"type": "board", "board": 2, "regulations": {"noise": 1}}', "line 2, field 'regulations.noise'"),
    ],
)
def test_a_wrong_line_of_a_log_is_named_with_its_field(refused, tmp_path, line, place):
    path = written(tmp_path / "evening.jsonl", f"{LOG}\n{line}\n")
    assert f"{path}, {place}: " in refused("judge", path)


@pytest.mark.parametrize(
    "words",
    [
        ["judge"],
        ["judge", "--edition", "1999", os.devnull],
        ["sense", "--loud"],
        ["export"],
        ["journal", "verify"],
        ["sing"],
        ["run"],
        ["core", "--settings"],
        ["demo", "--speed", "0"],
        ["bench", "patience"],
    ],
    ids=" ".join,
)
def test_words_that_no_command_knows_are_refused(smarttable, words):
    assert smarttable(*words)[0] == 2


# -- a journal that is damaged -----------------------------------------------------------------------------------------


@pytest.fixture
async def journal(tmp_path):
    async with live_table(World(tmp_path)) as table:
        session = {"venue": "club", "session": "monday", "laws": "2017", "regulations": {}}
        await table.journal.append([NewRow("", "session", session)])
        await table.board(1)
        await table.calls("N: P P P P", pause=4)
    return tmp_path / "journal.sqlite"


def change(journal, statement):
    db = sqlite3.connect(journal)
    db.execute(statement)
    db.commit()
    db.close()


@pytest.mark.parametrize("command", [["journal", "verify"], ["export", "--over"]], ids=" ".join)
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE row SET body = 'half a bo' WHERE n = 1", "row 4: its body is not JSON"),
        ("UPDATE row SET body = '[]' WHERE n = 1", "row 4: its body is no object"),
        ("DROP TABLE row", "no such table"),
        ("PRAGMA user_version = 7", "version 7"),
    ],
)
def test_a_journal_that_cannot_be_read_names_file_and_row(refused, journal, tmp_path, command, statement, said):
    change(journal, statement)
    more = [tmp_path / "out"] if command[0] == "export" else []
    line = refused(*command, journal, *more)
    assert (str(journal) in line, said in line) == (True, True), line


def test_rows_that_nobody_writes_are_differences(smarttable, journal):
    change(journal, "UPDATE row SET body = '{}' WHERE kind = 'session'")
    assert smarttable("journal", "verify", journal)[0] == 1


def test_a_damaged_page_of_a_journal_is_one_clear_error(refused, journal):
    raw = bytearray(journal.read_bytes())
    raw[4096:] = bytes(len(raw) - 4096)
    journal.write_bytes(raw)
    assert str(journal) in refused("journal", "verify", journal)


def test_a_folder_that_takes_no_file_is_named(refused, journal, tmp_path):
    target = written(tmp_path / "out", "a file")
    assert str(target) in refused("export", "--over", journal, target)


def test_boards_are_exported_for_their_owner_alone_whoever_made_the_old_file(smarttable, journal, tmp_path):
    old = written(tmp_path / "out" / "table-1.pbn", "old")
    old.chmod(0o644)
    assert smarttable("export", "--over", journal, tmp_path / "out")[0] == 0
    assert (oct(old.stat().st_mode & 0o777), b"[Board" in old.read_bytes()) == ("0o600", True)


# -- an evening that cannot begin --------------------------------------------------------------------------------------

EVENING = """venue = "club"
session = "monday"
data = "data"
[broker]
kind = "{broker}"
port = {port}
[desk]
port = {desk}
[[tables]]
name = "1"
{more}
"""


def settings(tmp_path, more="", *, broker="none", port=1883, desk=0):
    return written(tmp_path / "s.toml", EVENING.format(broker=broker, port=port, desk=desk, more=more))


@pytest.fixture
def taken():
    """A port in use."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.parametrize("command", ["core", "run"])
def test_settings_with_a_key_that_nobody_knows_name_it(tmp_path, command):
    assert "tables.0.colour: unknown key" in process_refused(
        command, "--settings", settings(tmp_path, 'colour = "blue"')
    )


@pytest.mark.parametrize("command", ["core", "run", "desk"])
def test_a_data_folder_that_is_a_file_is_named(tmp_path, command):
    written(tmp_path / "data", "a file")
    assert str(tmp_path / "data") in process_refused(command, "--settings", settings(tmp_path))


@pytest.mark.parametrize("content", [bytes(500), None], ids=["zeroes", "a folder"])
def test_a_journal_that_is_none_is_named(tmp_path, content):
    path = settings(tmp_path)
    written(tmp_path / "data" / "journal.sqlite", content)
    assert "journal.sqlite" in process_refused("run", "--settings", path)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('decks = ["nowhere.json"]', "nowhere.json: No such file"),
        ('decks = ["deck.json"]', "deck.json, pack 1, field 'tags': no tag for SK"),
        ('deals = "51.pbn"', "51.pbn, board 1 (line 4): the hands are no deal"),
        ('[[tables.devices]]\nname = "h"\ndriver = "sonar"', "no driver 'sonar'; known: "),
        (
            '[[tables.devices]]\nname = "h"\ndriver = "table_hub"\nsettings = { port = "/dev/x", loud = true }',
            "tables.1.h.settings.loud: unknown",
        ),
    ],
)
def test_a_pack_a_deal_or_a_device_that_is_wrong_is_named(tmp_path, more, said):
    written(tmp_path / "deck.json", json.dumps({"id": "blue", "tags": {"E0": "SA"}}))
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT987654"
    written(tmp_path / "51.pbn", f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n')
    line = process_refused("core", "--settings", settings(tmp_path, more))
    assert said in line
    assert "AKQJ" not in line


def test_a_desk_whose_port_is_in_use_names_it(tmp_path, taken):
    assert f"('127.0.0.1', {taken})" in process_refused("desk", "--settings", settings(tmp_path, desk=taken))


def test_a_broker_whose_port_is_in_use_names_it(tmp_path, taken):
    line = process_refused("run", "--settings", settings(tmp_path, broker="embedded", port=taken))
    assert f"('127.0.0.1', {taken}): address already in use" in line


def test_a_demo_with_boards_that_nobody_can_play_names_the_folder(refused, tmp_path):
    written(tmp_path / "boards" / "a.pbn", "no board")
    assert str(tmp_path / "boards") in refused("demo", "--out", tmp_path / "out", "--boards-from", tmp_path / "boards")


def test_a_demo_whose_folder_is_a_file_names_it(refused, tmp_path):
    assert str(tmp_path / "out") in refused("demo", "--out", written(tmp_path / "out", "a file"))


@pytest.mark.parametrize("word", ["--boards", "--boards-from"])
def test_a_folder_of_boards_that_is_none_is_refused(refused, tmp_path, word):
    path = written(tmp_path / "boards", "a file")
    words = ["bench", "engine", word, path] if word == "--boards" else ["demo", "--out", tmp_path / "out", word, path]
    assert str(path) in refused(*words)
