"""The demo's evening, short: the whole product through real serial lines, a real broker and the real desk."""

import asyncio
import io
import re
import tomllib

import pytest
from rich.console import Console

from controller.model.errors import LogError
from controller.records.pbn import read_pbn
from hw_sim.demo.account import Account
from hw_sim.demo.evening import Wishes, fresh_folder, play
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
    files = {path.name: oct(path.stat().st_mode & 0o777) for path in evening.out.rglob("*") if path.is_file()}
    assert {"deals.pbn", "journal.sqlite", "table-1.pbn", "product.log", "secrets.toml"} < set(files)
    assert set(files.values()) == {"0o600"}


def test_no_card_and_no_password_stands_in_the_log_of_the_product(evening):
    log = (evening.out / "evening" / "product.log").read_text()
    secrets = tomllib.loads((evening.out / "evening" / "data" / "secrets.toml").read_text())
    assert [word for word in secrets.values() if word in log] == []
    assert re.findall(r"\b[SHDC][2-9TJQKA]\b", log) == []


@pytest.mark.parametrize("name", ["journal.sqlite", "table-1.pbn"])
def test_records_that_no_demo_left_are_never_taken_away(tmp_path, name):
    (tmp_path / name).write_text("a club's own")
    with pytest.raises(LogError, match=f"holds {name}, which no demo left there"):
        fresh_folder(tmp_path)
    assert (tmp_path / name).read_text() == "a club's own"


def test_what_an_earlier_demo_left_makes_room_for_the_next(tmp_path):
    home = fresh_folder(tmp_path)
    (home / "settings.toml").write_text("")
    (tmp_path / "journal.sqlite").write_text("")
    fresh_folder(tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == ["evening"]


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(LogError, match="cannot be made"):
        fresh_folder(tmp_path / "out")
