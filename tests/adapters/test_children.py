"""Child processes that are watched: they come up, die, come back, and end when they should."""

import asyncio
import os
import signal
import sys

import pytest
from support.until import until

from controller.adapters import children
from controller.adapters.children import Child, ChildError

READY = "import json, sys; print(json.dumps({'ready': True, 'port': 7}), flush=True); "
WAIT = READY + "sys.stdin.read()"


def child(script, **more):
    return Child("child", lambda: [sys.executable, "-c", script], **more)


@pytest.fixture
async def started():
    """Starts children, and ends them all."""
    running = []

    async def start(script, **more):
        made = child(script, **more)
        running.append((made, None))
        await made.start()
        running.append((made, asyncio.create_task(made.watch())))
        return made

    yield start
    for made, watching in reversed(running):
        if watching is not None:
            watching.cancel()
        await made.stop()


async def test_a_child_is_started_once_it_says_that_it_is_ready(started):
    heard = []
    made = await started(WAIT, on_ready=lambda told: heard.append(told["port"]))

    assert (made.pid is not None, made.starts, heard, made.told["port"]) == (True, 1, [7], 7)


async def test_it_is_given_its_first_line_and_its_environment(started):
    script = "import os, sys, json; line = sys.stdin.readline().strip(); "
    script += "print(json.dumps({'ready': True, 'said': [line, os.environ['A']]}), flush=True); sys.stdin.read()"
    made = await started(script, first_line=lambda: "hello", environment=lambda: {"A": "b"})

    assert made.told["said"] == ["hello", "b"]


async def test_a_child_that_dies_comes_back(started):
    made = await started(WAIT)
    first = made.pid
    os.kill(first, signal.SIGKILL)
    await until(lambda: made.starts == 2 and made.pid not in (None, first))


async def test_a_child_that_does_not_start_is_an_error_with_its_last_words():
    with pytest.raises(ChildError, match="child did not start: no such broker"):
        await child("import sys; sys.stderr.write('no such broker\\n'); sys.exit(2)").start()


async def test_a_child_that_never_says_that_it_is_ready_is_ended(monkeypatch):
    monkeypatch.setattr(children, "READY_S", 0.5)
    made = child("import sys; sys.stdin.read()")
    with pytest.raises(ChildError, match="it said nothing"):
        await made.start()

    assert made.pid is None


async def test_a_child_that_does_not_want_to_end_is_killed(started, monkeypatch):
    monkeypatch.setattr(children, "STOP_S", 0.3)
    made = await started("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + WAIT)
    await made.stop()

    assert made.pid is None


async def test_a_child_that_was_ended_is_not_started_again(started):
    made = await started(WAIT)
    await made.stop()
    await asyncio.sleep(0.4)

    assert made.starts == 1


async def test_a_child_ends_when_nobody_is_left_who_watches_it(started):
    made = await started(WAIT)
    made._ended = True
    made._process.stdin.close()
    await until(lambda: made.pid is None)


async def test_a_child_that_talks_without_end_is_listened_to(started, capsys):
    made = await started(READY + "sys.stderr.write('x' * 500_000 + '\\n'); sys.stderr.flush(); sys.stdin.read()")
    await until(lambda: sum(map(len, made._words)) >= 500_000)
    capsys.readouterr()
