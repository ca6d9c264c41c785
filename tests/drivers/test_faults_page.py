"""The page of faults that users have reported (drivers/FAULTS.md): tests that are there, or what is not yet."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = [line for line in (ROOT / "drivers" / "FAULTS.md").read_text().splitlines() if line.startswith("| ")][1:]
ROWS = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in LINES if not line.startswith("|---")]
TESTS = sorted({name for row in ROWS for name in re.findall(r"`(tests/[^`]+)`", row[-1])})


def test_every_reported_fault_has_its_line():
    assert len(ROWS) == 23


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:40])
def test_a_line_names_a_test_or_says_that_there_is_no_such_driver(row):
    assert "`tests/" in row[-1] or re.search(r"no \S+ driver yet", row[-1])


def test_a_fault_that_shows_in_readings_is_held_by_a_test():
    of_readings = [row for row in ROWS if "yes" in row]
    assert len(of_readings) == 13
    assert [row[0] for row in of_readings if "`tests/" not in row[-1]] == []


@pytest.mark.parametrize("name", TESTS)
def test_the_test_named_is_there(name):
    file, _, function = name.partition("::")
    assert re.search(rf"^(async )?def {function}\(", (ROOT / file).read_text(), re.MULTILINE)
