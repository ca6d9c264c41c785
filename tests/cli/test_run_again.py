"""`smarttable run` from one evening to the next: the settings file is another one now, and all starts anew."""

import json
import signal
import subprocess
import sys

import pytest

from controller.adapters.journal import JournalReader

SETTINGS = """
venue = "club"
session = "{session}"
data = "{session}"
[broker]
kind = "none"
[desk]
port = 0
[[tables]]
name = "1"
"""


@pytest.fixture
def running(tmp_path):
    """The evening `monday`, up."""
    path = tmp_path / "settings.toml"
    path.write_text(SETTINGS.format(session="monday"))
    command = [sys.executable, "-m", "controller.cli", "run", "--settings", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert json.loads(process.stdout.readline())["ready"]
        yield process, path
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0


def session_of(folder):
    reader = JournalReader(folder / "journal.sqlite")
    try:
        return next(row.body["session"] for row in reader.rows() if row.kind == "session")
    finally:
        reader.close()


def test_another_evening_begins_with_its_own_journal_and_the_first_one_stays(running):
    process, path = running
    path.write_text(SETTINGS.format(session="tuesday"))
    process.send_signal(signal.SIGHUP)
    assert json.loads(process.stdout.readline())["ready"]
    assert session_of(path.parent / "monday") == "monday"
    assert session_of(path.parent / "tuesday") == "tuesday"


def test_settings_that_cannot_be_used_leave_the_evening_as_it_is(running):
    process, path = running
    path.write_text("venue = 7\n")
    process.send_signal(signal.SIGHUP)
    # It says so, and goes on with what it had.
    assert "settings.toml" in next(line for line in process.stderr if "settings.toml" in line)
    assert process.poll() is None
