"""What the processes of the product have in common: their log."""

import io
import json

import pytest
import structlog

from controller.cli.processes import set_up_logs


@pytest.fixture(autouse=True)
def as_before():
    """The log of this test ends with it."""
    kept = structlog.get_config()
    yield
    structlog.configure(**kept)


def test_an_entry_is_written_although_the_standard_error_of_the_start_is_closed(monkeypatch):
    """Whoever takes a process's standard error away and gives it another hears what is said from then on."""
    first, then = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stderr", first)
    set_up_logs()
    first.close()
    monkeypatch.setattr("sys.stderr", then)
    structlog.get_logger().warning("child_killed", child="desk")

    assert json.loads(then.getvalue())["event"] == "child_killed"
