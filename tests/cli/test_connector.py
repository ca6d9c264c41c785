"""`smarttable connector`: tried from a shell, a session read out of it, and the process that sends."""

import asyncio
import json
import signal
import sys

import pytest
from support.connector_evening import SECTIONS, SESSION_ROW, events, played
from support.fake_connector import CLUB, GUID, LICENCE, FakeConnector, listening
from support.until import until
from typer.testing import CliRunner

from controller.adapters.journal import SqliteJournal
from controller.cli.app import application
from controller.cli.run import children_of
from controller.cli.settings import SettingsError, read_settings
from controller.model.errors import LogError
from controller.session.session_file import read_session


@pytest.fixture
def fake():
    seats = [{"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 0, "Direction": 1, "PlayerNumber": "7"}]
    return FakeConnector(SECTIONS, [{"PlayerNumber": "7", "FirstName": "Ann", "LastName": "Abel"}], seats)


@pytest.fixture
def address(fake):
    with listening(fake) as found:
        yield found


def settings_at(address, tmp_path, *, session=GUID, licence=LICENCE):
    path = tmp_path / "club.toml"
    path.write_text(
        'venue = "club"\nsession = "monday"\n[[tables]]\nname = "1"\n[broker]\nkind = "none"\n'
        f'[data_connector]\naddress = "{address}"\nclub = "{CLUB}"\nsession = "{session}"\n'
    )
    secrets = tmp_path / "data" / "secrets.toml"
    secrets.parent.mkdir(mode=0o700)
    secrets.touch(0o600)
    secrets.write_text(f'data_connector_licence = "{licence}"\n')
    return path


def run(*words):
    result = CliRunner().invoke(application("connector"), ["connector", *map(str, words)])
    if isinstance(result.exception, LogError):
        raise result.exception
    return result


def test_trying_it_says_what_answers_and_which_session_is_ours(address, tmp_path):
    result = run("try", "--settings", settings_at(address, tmp_path))
    assert result.stdout.splitlines() == [
        f"{address} answers: Bridgemate dataconnector service version 5.0.1041.0",
        f" ▸ {GUID}  Monday",
        "Movement of our session: 1 section, tables: 2",
    ]


def test_without_a_session_it_says_how_to_choose_one(address, tmp_path):
    said = run("try", "--settings", settings_at(address, tmp_path, session="")).stdout
    assert "Write the number of the session into the settings" in said


@pytest.mark.parametrize(
    ("mood", "licence", "said"),
    [("", "wrong", "Validation: The club is not known."), ("hang up", LICENCE, "no connection")],
)
def test_what_is_in_the_way_is_one_line_and_an_exit_code(address, fake, tmp_path, mood, licence, said):
    fake.moods = [mood] if mood else []
    result = run("try", "--settings", settings_at(address, tmp_path, licence=licence))
    assert (result.exit_code, said in result.stderr) == (1, True)


def test_the_scoring_programs_session_becomes_a_file_of_ours(address, tmp_path):
    out = tmp_path / "monday.toml"
    run("import", "--settings", settings_at(address, tmp_path), "--out", out)
    (section,) = read_session(out.read_text(encoding="utf-8"))[0].sections
    assert (section.movement.rounds, section.names) == (2, {1: ("Ann Abel",)})


def test_its_status_says_what_has_to_be_typed_in_by_hand(tmp_path):
    path = settings_at("http://127.0.0.1:9", tmp_path)
    noted = {"form": "smart-table/data-connector/1", "session": GUID, "sent": {"results/1/1": "x", "results/1/2": "y"}}
    (tmp_path / "data" / "data-connector.json").write_text(
        json.dumps({**noted, "refused": {"results/1/2": "a reason"}})
    )
    said = run("status", "--settings", path).stdout.splitlines()
    assert said == ["1 object is with the scoring program.", "  Not taken: results/1/2: a reason"]


def test_settings_without_an_address_say_what_is_missing(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('venue = "club"\nsession = "monday"\n[[tables]]\nname = "1"\n')
    with pytest.raises(LogError, match=r"data_connector\.address"):
        run("try", "--settings", path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('address = "192.168.1.50"', "data_connector.address"),
        ('address = "http://x:1"', "address needs club"),
        ('session = "abc"', "data_connector.session"),
        ('licence = "x"', "data_connector.licence: unknown key"),
    ],
)
def test_settings_that_cannot_be_used_name_the_key(tmp_path, line, said):
    path = tmp_path / "club.toml"
    path.write_text(f'venue = "club"\nsession = "monday"\n[[tables]]\nname = "1"\n[data_connector]\n{line}\n')
    with pytest.raises(SettingsError, match=said):
        read_settings(path)


def test_the_evening_starts_it_where_it_is_set(tmp_path):
    path = settings_at("http://127.0.0.1:9", tmp_path)
    assert [child.name for child in children_of(read_settings(path), path)] == ["core", "desk", "connector"]


async def test_its_process_sends_what_the_journal_has_and_ends_when_asked(address, fake, tmp_path):
    path = settings_at(address, tmp_path)
    journal = SqliteJournal(tmp_path / "data" / "journal.sqlite")
    for table in ("", "1"):
        await journal.claim(table, "core")
    await journal.append([SESSION_ROW, *events("1", played(1, tricks=8))])
    await journal.close()
    command = [sys.executable, "-m", "controller.cli", "connector", "run", "--settings", str(path)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert json.loads(await process.stdout.readline()) == {"ready": True, "connector": address}
        await until(lambda: fake.has[10], within=20)
    finally:
        process.send_signal(signal.SIGINT)
        code = await asyncio.wait_for(process.wait(), 20)
    assert (code, [one["TotalTricks"] for one in fake.has[10].values()]) == (0, [8])
