"""A pytest plugin: instead of the tests it runs mutants against them, each in a process of its own.

`make mutants SAMPLE=600`: so many mutants of `controller/laws` and `controller/table`, drawn by a seed.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path

import pytest
from mutation import mutants

#: A mutant that runs longer than this, in seconds, has lost its way.
LOST = 120


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutants")
    group.addoption("--mutants", type=int, default=600, help="how many of the functions' mutants are drawn")
    group.addoption("--rows", type=int, default=150, help="how many of the rows' mutants are drawn")
    group.addoption("--seed", type=int, default=20, help="which are drawn")
    group.addoption("--only", default="", help="a file of names: of those drawn, these alone")
    group.addoption("--into", default="out/mutants.txt", help="where survivors are written")


def pytest_runtestloop(session: pytest.Session) -> bool:
    took, covers = _run_once(session)
    if session.testsfailed:
        raise pytest.UsageError("the tests have to pass before mutants are run")
    chosen = _drawn(session.config)
    survivors: list[str] = []
    into = Path(session.config.getoption("--into"))
    into.parent.mkdir(parents=True, exist_ok=True)
    for number, mutant in enumerate(chosen, 1):
        items = covers[mutant.where] if mutant.where[0] else list(session.items)
        if not items or _survives(session, mutant, sorted(items, key=took.__getitem__)):
            survivors.append(mutant.name)
            into.write_text("\n".join(survivors) + "\n", encoding="utf-8")
        print(f"\r{number} of {len(chosen)} mutants, {len(survivors)} survive", end="", file=sys.__stderr__, flush=True)
    score = 100 * (1 - len(survivors) / len(chosen))
    print(f"\n{score:.1f} % of {len(chosen)} mutants found; the others: {into}", file=sys.__stderr__)
    return True


def _run_once(session: pytest.Session) -> tuple[dict[pytest.Item, float], dict[tuple[str, str], list[pytest.Item]]]:
    """How long each test takes and which functions it runs."""
    took, covers = {}, defaultdict(list)
    seen: set[tuple[str, str]] = set()
    home = tuple(str(mutants.ROOT / "controller" / part) for part in ("laws", "table"))

    def called(frame, event, _arg):
        if event == "call" and frame.f_code.co_filename.startswith(home):
            seen.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    for item in session.items:
        seen.clear()
        began = time.perf_counter()
        sys.setprofile(called)
        # Without a next one every fixture is made again, and what it runs is counted to the test.
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        sys.setprofile(None)
        took[item] = time.perf_counter() - began
        for where in seen:
            covers[where].append(item)
    return took, covers


def _drawn(config: pytest.Config) -> list[mutants.Mutant]:
    dice = random.Random(config.getoption("--seed"))
    functions = mutants.of_functions("controller/laws", "controller/table")
    dice.shuffle(functions)
    drawn = (mutant for make in functions if (mutant := make()) is not None)
    rows = list(mutants.of_rows())
    dice.shuffle(rows)
    chosen = [*islice(drawn, config.getoption("--mutants")), *rows[: config.getoption("--rows")]]
    only = config.getoption("--only")
    names = set(Path(only).read_text(encoding="utf-8").splitlines()) if only else set()
    return [mutant for mutant in chosen if not only or mutant.name in names]


def _survives(session: pytest.Session, mutant: mutants.Mutant, items: list[pytest.Item]) -> bool:
    """Does no test notice? The mutant lives in a child process only."""
    child = os.fork()
    if child == 0:
        os._exit(_noticed(session, mutant, items))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 2:
        raise RuntimeError(f"{mutant.name} could not be put in place")
    return status == 0


def _noticed(session: pytest.Session, mutant: mutants.Mutant, items: list[pytest.Item]) -> int:
    """In the child: 1 as soon as a test fails or the mutant is lost; 2 if it could not be put in place."""
    signal.alarm(LOST)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        mutant.put()
    except Exception:
        return 2
    try:
        for item, following in zip(items, [*items[1:], None], strict=True):
            item._initrequest()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return 1
    except BaseException:
        return 1
    return 0
