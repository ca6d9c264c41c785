"""The evening closed at the desk: said first what is left and what it does, then files; nothing is stopped by it."""

import re
import stat

import pytest

from controller.cli.next_evening import FilesOfEvening

from .conftest import WHO
from .evening import TO_3NT, board, calls
from .support import Visitor, accounts_in, app_for, body_of, read_up

SETTINGS = """
venue = "club"
session = "tuesday-pairs"
data = ".."
[broker]
kind = "none"
[[tables]]
name = "1"
"""
PASSED = [board(13), *calls("N", "P P P P"), {"type": "board_left"}]
FILES = ["table-1.pbn", "table-2.pbn", "table-7.pbn", "boards.jsonl", "tuesday-pairs.zip"]


@pytest.fixture
async def app(tmp_path, core):
    accounts_in(tmp_path, **WHO)
    path = tmp_path / "club" / "settings.toml"
    path.parent.mkdir()
    path.write_text(SETTINGS)
    made = app_for(tmp_path, core, next_evening=FilesOfEvening(path, restarts=False))
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def played(app, core):
    """Board 13 is over at each table."""
    for table in ("1", "2", "7"):
        await core.play(table, *PASSED)
    await read_up(app, core)


async def test_the_page_says_what_is_left_and_what_closing_does(app, core, anna):
    await core.play("1", board(13), *calls("N", TO_3NT))
    await read_up(app, core)
    page = (await anna.get("/evening/close")).text
    assert "Table 1: board 13 is in play" in page and "Close it though it is unfinished" in page
    assert "Stops nothing" in page and "closed." in page


async def test_it_is_closed_into_files_for_their_owner_alone_and_written_down(app, core, anna, played, tmp_path):
    assert "Nothing is unfinished" in (await anna.get("/evening/close")).text
    page = (await anna.tap("/evening/close")).text
    assert "The evening tuesday-pairs is closed" in page and all(name in page for name in FILES)
    written = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "closed").iterdir()}
    assert written == dict.fromkeys(FILES, 0o600)
    (noted,) = [e for e in app.state.desk.audit.entries() if e["what"] == "evening_closed"]
    assert (noted["by"], noted["session"]) == ("anna", "tuesday-pairs")
    assert re.search(r"Closed last: .*, by anna", (await anna.get("/evening")).text)


async def test_what_comes_afterwards_is_in_it_once_it_is_closed_again(app, core, anna, played, tmp_path):
    await anna.tap("/evening/close")
    before = (tmp_path / "closed" / "table-1.pbn").read_text()
    await core.play("1", {**board(14), "dealer": "E"}, *calls("E", "P P P P"), {"type": "board_left"})
    await anna.tap("/evening/close")
    after = (tmp_path / "closed" / "table-1.pbn").read_text()
    assert (before.count("[Board "), after.count("[Board ")) == (1, 2)


async def test_a_failure_says_so_and_nothing_is_written_down(app, anna, played, tmp_path):
    (tmp_path / "closed").write_text("a file where the folder should be")
    answer = await anna.tap("/evening/close")
    assert answer.status_code == 500 and "It was not closed" in answer.text
    assert [e for e in app.state.desk.audit.entries() if e["what"] == "evening_closed"] == []


async def test_the_api_refuses_while_something_is_left_unless_it_is_meant(app, core, anna, tmp_path):
    await core.play("1", board(13))
    await read_up(app, core)
    anna.headers["X-CSRF-Token"] = anna.csrf
    refused = await anna.post("/api/v1/evening/close", json={})
    assert refused.status_code == 409 and body_of(refused)["unfinished"] == ["Table 1: board 13 is in play"]
    assert not (tmp_path / "closed").exists()
    told = body_of(await anna.post("/api/v1/evening/close", json={"anyway": True}))
    assert told["closed"] and "tuesday-pairs.zip" in told["files"] and told["folder"] == str(tmp_path / "closed")


@pytest.mark.parametrize("who", ["pavel", "seat", "sam", "wall", "sven"])
async def test_nobody_closes_it_who_may_not_open_one(app, tmp_path, who):
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        visitor.headers["X-CSRF-Token"] = visitor.csrf
        for path in ("/evening/close", "/api/v1/evening/close"):
            assert (await visitor.post(path, json={})).status_code == 403
    assert not (tmp_path / "closed").exists()


async def test_an_operator_may_and_reads_it_in_his_language(app, played):
    async with Visitor(app, language="ru") as olga:
        await olga.log_in_here("olga")
        olga.headers["X-CSRF-Token"] = olga.csrf
        assert "Незаконченного нет" in (await olga.get("/evening/close")).text
        assert "закрыт" in (await olga.post("/evening/close")).text


async def test_where_the_desk_was_given_no_files_there_is_no_such_page(tmp_path, core):
    accounts_in(tmp_path, **WHO)
    made = app_for(tmp_path, core)
    async with made.router.lifespan_context(made), Visitor(made) as anna:
        await anna.log_in("anna")
        assert (await anna.get("/evening/close")).status_code == 404
