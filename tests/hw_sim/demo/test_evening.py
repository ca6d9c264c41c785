"""The demo's evening, short: the whole product through real serial lines, a real broker and the real desk."""

import asyncio
import io

import pytest
from rich.console import Console

from controller.records.pbn import read_pbn
from hw_sim.demo.account import Account
from hw_sim.demo.evening import Wishes, play
from hw_sim.demo.screen import Screen


class Evening:
    def __init__(self, account: Account, text: str, out) -> None:
        self.account, self.text, self.out = account, text, out


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """One evening for all of these tests: four boards at two tables."""
    out = tmp_path_factory.mktemp("demo")
    screen = Screen(Console(file=io.StringIO(), width=120, highlight=False))
    account = asyncio.run(play(Wishes(out, speed=35, boards=4), screen))
    return Evening(account, screen.console.file.getvalue(), out)


def test_every_irregularity_that_was_made_is_found(evening):
    assert (evening.account.missing, evening.account.found) == ([], evening.account.made)


def test_nothing_else_is_reported(evening):
    assert evening.account.false == []


def test_the_recorded_readings_sensed_anew_give_the_journals_events(evening):
    assert (evening.account.differing, evening.account.replayed) == ([], 4)


def test_each_summons_is_shown_as_the_subscriber_receives_it(evening):
    assert "MQTT ▸ table 1, board 1: Call out of turn" in evening.text


def test_a_revoke_is_never_told_on_the_bus(evening):
    told = [line for line in evening.text.splitlines() if line.lstrip().startswith("MQTT")]
    assert not [line for line in told if "revoke" in line.lower()]


def test_rulings_are_given_at_the_desk(evening):
    assert "Insufficient bid → cancel · recorded" in evening.text


def test_every_board_is_in_the_exported_files(evening):
    boards = [
        r for path in sorted(evening.out.glob("table-*.pbn")) for r in read_pbn(path.read_bytes(), str(path)).records
    ]
    assert sorted(record.board for record in boards) == [1, 2, 3, 4]


def test_what_is_written_can_be_read_by_its_owner_alone(evening):
    files = [path for path in evening.out.rglob("*") if path.is_file() and path.parent.name != "evidence"]
    secret = [p for p in files if p.suffix in (".sqlite", ".pbn", ".gz", ".jsonl") and "deals" not in p.name]
    assert {oct(path.stat().st_mode & 0o777) for path in secret} == {"0o600"}
