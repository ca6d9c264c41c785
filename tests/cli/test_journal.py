"""`smarttable journal verify`: the chain holds, and a replay says the same; or what differs, line by line."""

import json
import sqlite3

import pytest
from support.live_table import World, live_table
from typer.testing import CliRunner

from controller.adapters.journal.schema import FIRST_CHAIN, chained
from controller.cli.app import application
from controller.ports import NewRow


def verify(path):
    result = CliRunner().invoke(application("journal"), ["journal", "verify", str(path)])
    return result.exit_code, result.output.strip().splitlines()


@pytest.fixture
async def journal(tmp_path):
    async with live_table(World(tmp_path)) as table:
        session = {"venue": "club", "session": "monday", "laws": "2017", "regulations": {}}
        await table.journal.append([NewRow("", "session", session)])
        await table.board(1)
        await table.calls("N: 1S 1H")
        await table.rule("insufficient_bid@2:E", "accept", rev=1)
        await table.calls("S: 2S P P P", pause=4)
    return tmp_path / "journal.sqlite"


async def test_a_journal_as_it_was_written_differs_in_nothing(journal):
    code, lines = verify(journal)

    assert (code, lines[-1].endswith("nothing differs")) == (0, True)


async def test_a_row_that_was_changed_shows(journal):
    db = sqlite3.connect(journal)
    db.execute("""UPDATE row SET body = replace(body, '"1H"', '"2H"') WHERE kind = 'event' AND n = 2""")
    db.commit()
    db.close()
    code, lines = verify(journal)

    assert code == 1
    assert any("was changed" in line for line in lines)
    assert any("insufficient_bid@2:E: then resolved" in line and "now not told" in line for line in lines)


async def test_a_journal_forged_with_its_chain_still_says_what_the_laws_do_not(journal):
    db = sqlite3.connect(journal)
    chain = FIRST_CHAIN
    for *row, _ in db.execute("SELECT seq, tbl, n, kind, at, body, epoch, chain FROM row ORDER BY seq").fetchall():
        if row[3] == "summons":
            body = json.loads(row[5])
            body["finding"]["options"] = ["accept"]
            row[5] = json.dumps(body)
        chain = chained(chain, tuple(row))
        db.execute("UPDATE row SET body = ?, chain = ? WHERE seq = ?", (row[5], chain, row[0]))
    db.commit()
    db.close()
    code, lines = verify(journal)

    assert (code, len(lines)) == (1, 2)
    assert "table 1, insufficient_bid@2:E: then resolved" in lines[0]


def test_a_file_that_is_no_journal_is_one_line(tmp_path):
    (tmp_path / "letter.sqlite").write_text("dear director, " * 60)
    code, _ = verify(tmp_path / "letter.sqlite")

    assert code == 2
