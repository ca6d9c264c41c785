"""What stands in the log of a process when something fails in it: places, never what it was about."""

import asyncio
import gc
import logging
import os
import sys
from pathlib import Path

import httpx
import pytest

from controller.adapters.log_format import PlacesOnly

ROOT = Path(__file__).parents[2]
#: A desk with a bug: one of its pages fails over an unseen card.
DESK = """
import sys
from pathlib import Path
import controller.cli.desk as cli
from controller.desk.gate import ANYONE, open_to

def with_a_bug(*given, **more):
    app = create_app(*given, **more)

    @app.get("/bug")
    @open_to(ANYONE)
    async def bug():
        raise KeyError("the queen of hearts")

    return app

create_app, cli.create_app = cli.create_app, with_a_bug
cli.desk(Path(sys.argv[1]))
"""
SETTINGS = 'venue = "club"\nsession = "monday"\n[broker]\nkind = "none"\n[desk]\nport = 0\n[[tables]]\nname = "1"\n'


def logged(error):
    record = logging.LogRecord("lib", logging.ERROR, "lib.py", 1, "it %s", ("failed",), None)
    try:
        raise error
    except Exception:
        record.exc_info = sys.exc_info()
    return PlacesOnly().format(record)


@pytest.mark.parametrize("error", [KeyError("the queen of hearts"), ValueError("N:AKQ..."), RuntimeError("HQ")])
def test_an_exception_in_the_log_is_its_kind_and_its_place(error):
    said = logged(error)
    assert str(error.args[0]) not in said
    assert said.startswith(f"lib: it failed ({type(error).__name__} at test_log_format.py:")


async def test_a_task_that_failed_and_that_nobody_asked_is_told_without_its_words(capsys):
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlacesOnly())
    logger = logging.getLogger("asyncio")
    logger.addHandler(handler)

    async def fail():
        raise KeyError("the queen of hearts")

    try:
        task = asyncio.create_task(fail())
        await asyncio.wait({task})
        logger.error(f"Task failed and will be skipped: {task}")
        del task
        gc.collect()
    finally:
        logger.removeHandler(handler)
    said = capsys.readouterr().err
    assert ("Task exception was never retrieved (KeyError at" in said, "queen" in said) == (True, False)
    assert "asyncio: Task failed and will be skipped\n" in said


def test_an_entry_without_an_exception_is_its_words():
    record = logging.LogRecord("lib", logging.WARNING, "lib.py", 1, "the port is %s", ("in use",), None)
    assert PlacesOnly().format(record) == "lib: the port is in use"


async def test_a_bug_of_the_desk_names_no_card_in_its_log(tmp_path):
    path = tmp_path / "evening.toml"
    path.write_text(SETTINGS)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        DESK,
        str(path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    try:
        async with asyncio.timeout(60):
            ready = await process.stdout.readline()
        async with httpx.AsyncClient() as client:
            answer = await client.get(ready.decode().split('"desk": "')[1].split('"')[0] + "bug")
    finally:
        process.terminate()
    said = (await process.stderr.read()).decode()
    await process.wait()

    assert (answer.status_code, "queen" in answer.text) == (500, False)
    assert ("KeyError" in said, "queen" in said, "Traceback" in said) == (True, False, False)
