"""Cases: every one in `cases` and `cases_own` holds and is well formed, by the format's own tools."""

import importlib.util
import json
from pathlib import Path

import pytest

from controller.model.event_codec import event_from_json
from controller.model.events import Ruling
from controller.model.regulations import regulations_from
from controller.table import replay

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(path for top in ("cases", "cases_own") for path in (ROOT / "tests" / top).iterdir() if path.is_dir())


def tool(name):
    """A script that stands beside the format's pages, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "formats" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECK, LINT = tool("check_cases"), tool("lint_cases")


def cases(folder):
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]


def trace(case):
    """What `judge --trace` prints of a case, by event."""
    events = [event_from_json(event) for event in case["events"]]
    rows = {}
    for number, one in enumerate(replay(events, case["laws"], regulations_from(case.get("regulations")))):
        row = {"irregularities": [found.as_json() for found in one.raised], "state": one.table.state()}
        rows[number] = json.loads(json.dumps(row))
    return rows


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_case_holds(folder):
    assert [(c["case"], line) for c in cases(folder) for line in CHECK.compare(c, trace(c))] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_case_is_well_formed(folder):
    assert [(c["case"], line) for c in cases(folder) for line in LINT.problems(c)] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_resolved_says_how_and_by_which_event(folder):
    """A ruling with its choice, an action or a promotion without; by an event of the log."""
    for case in cases(folder):
        events = [event_from_json(event) for event in case["events"]]
        for one in replay(events, case["laws"], regulations_from(case.get("regulations"))):
            for done in one.resolved:
                by = events[int(done.by.partition(".")[0])]
                if done.how == "ruling":
                    assert (done.choice, isinstance(by, Ruling)) == (getattr(by, "choice", ""), True), case["case"]
                else:
                    assert (done.how in ("action", "promoted"), done.choice) == (True, None), case["case"]


def test_no_two_cases_have_one_name():
    names = [case["case"] for folder in FOLDERS for case in cases(folder)]
    assert len(names) == len(set(names))
