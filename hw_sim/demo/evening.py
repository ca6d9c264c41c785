"""The demo's evening from beginning to end: stage, product, room, director, subscriber, account."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.adapters.journal import JournalReader
from controller.cli.evening import read_evening
from controller.cli.export import write_pbn
from controller.cli.secrets_file import passwords
from controller.cli.settings import read_settings
from controller.model.errors import LogError
from hw_sim.boards import boards as boards_of
from hw_sim.demo.account import Account, settle
from hw_sim.demo.director import Director
from hw_sim.demo.screen import Screen
from hw_sim.demo.stage import DIRECTOR, SESSION, VENUE, Stage, set_stage
from hw_sim.demo.subscriber import Received, Subscriber
from hw_sim.happenings import BoardDone, Happening, Waiting
from hw_sim.people.evening import Evening, plan_evening
from hw_sim.room import Room

#: At least one of each must be seen: the Laws that every director knows by heart.
ERRORS = ("call_out_of_turn", "insufficient_bid", "opening_lead_out_of_turn_refused", "revoke", "change_of_call")
#: Real seconds that the subscriber may take to get to the broker.
_START_S = 15.0
#: Real seconds after the last board for what is still on its way.
_LINGER_S = 1.5


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the demo is to run."""

    out: Path
    speed: float = 35.0
    seed: int = 8
    tables: int = 2
    boards: int = 8
    level: int = 1
    laws: str = "2017"
    desk_port: int = 0
    boards_from: Path | None = None
    stay: bool = False


class ProductError(Exception):
    """The product did not start; the message says what it said."""


async def play(wishes: Wishes, screen: Screen) -> Account:
    """The whole evening."""
    began = time.monotonic()
    home = fresh_folder(wishes.out)
    played = [b for b in boards_of(wishes.boards_from) if b.deal is not None and b.deal.is_complete]
    script = plan_evening(played[: wishes.boards], tables=wishes.tables, errors=ERRORS, seed=wishes.seed)
    heard: list[Received] = []
    waiting: asyncio.Queue[Waiting] = asyncio.Queue()

    def happened(happening: Happening) -> None:
        if isinstance(happening, Waiting):
            waiting.put_nowait(happening)
        elif isinstance(happening, BoardDone):
            screen.board_over(happening.table, happening.board, wishes.boards)

    def received(got: Received) -> None:
        heard.append(got)
        screen.heard(got)

    room = Room(speed=wishes.speed, seed=wishes.seed, level=wishes.level, script=script, listen=happened, waits=True)
    async with room:
        stage = _set(home, room, script, wishes)
        async with _product(stage):
            screen.line(f"the director's desk: {stage.desk}  (name {DIRECTOR}, password {stage.password})", "bold")
            director = Director(stage, room, screen.ruled)
            await director.log_in()
            subscriber = _subscriber(stage, received)
            tasks = [asyncio.create_task(subscriber.run()), asyncio.create_task(_rule(waiting, director))]
            try:
                async with asyncio.timeout(_START_S):
                    await subscriber.subscribed.wait()
                room.begin()
                await _until_over(room, director, tasks)
                files = _export(stage, wishes.out)
                account = settle(stage.journal, room.injected, heard)
                screen.closing(account, files, time.monotonic() - began)
                if wishes.stay:
                    screen.line(f"the desk stays at {stage.desk}; Ctrl-C ends it", "bold")
                    await asyncio.Event().wait()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await director.close()
    return account


def fresh_folder(out: Path) -> Path:
    """`out` without what an earlier demo left there. LogError if it cannot be made or holds somebody else's records."""
    home = out / "evening"
    left = [*out.glob("table-*.pbn"), *out.glob("journal.sqlite*")]
    if left and not (home / "settings.toml").exists():
        # A club's own journal may stand there: only beside the demo's own folder are they the demo's.
        raise LogError(f"holds {left[0].name}, which no demo left there; take another folder", file=str(out))
    try:
        shutil.rmtree(home, ignore_errors=True)
        for old in left:
            old.unlink()
        home.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise LogError(f"cannot be made: {error.strerror}", file=str(home)) from None
    return home.absolute()


def _set(home: Path, room: Room, script: Evening, wishes: Wishes) -> Stage:
    return set_stage(
        home,
        list(script.boards.values()),
        room.ports,
        speed=wishes.speed,
        laws=wishes.laws,
        desk_port=wishes.desk_port,
    )


@asynccontextmanager
async def _product(stage: Stage) -> AsyncIterator[None]:
    """`smarttable run` as a process of its own, ready; ended at the end."""
    words = stage.folder / "product.log"
    words.touch(mode=0o600)
    with words.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "controller.cli",
            "run",
            "--settings",
            str(stage.settings),
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            # Ctrl-C in the terminal is ours to hear: the product is ended when the demo has told its account.
            start_new_session=True,
        )
        try:
            await _ready(process, stage)
            yield
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
                await process.wait()


async def _ready(process: asyncio.subprocess.Process, stage: Stage) -> None:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        with contextlib.suppress(ValueError):
            if json.loads(line).get("ready"):
                return
    said = (stage.folder / "product.log").read_text(encoding="utf-8", errors="replace")
    raise ProductError(said.strip() or "smarttable run ended without a word")


def _subscriber(stage: Stage, received: object) -> Subscriber:
    known = passwords(read_settings(stage.settings))
    topic = f"bridge/v1/tbl/{VENUE}/{SESSION}/+/summons/+"
    assert callable(received)
    return Subscriber(stage.broker_port, DIRECTOR, known[DIRECTOR], topic, received)


async def _rule(waiting: asyncio.Queue[Waiting], director: Director) -> None:
    """Each table that waits gets its ruling; tables do not wait for each other."""
    running: set[asyncio.Task[None]] = set()
    try:
        while True:
            task = asyncio.create_task(director.rule_what_players_wait_for(await waiting.get()))
            running.add(task)
            task.add_done_callback(running.discard)
    finally:
        for task in running:
            task.cancel()


async def _until_over(room: Room, director: Director, tasks: list[asyncio.Task[None]]) -> None:
    over = asyncio.create_task(room.finished())
    try:
        while not over.done():
            await asyncio.wait({over, *tasks}, timeout=0.5, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
            await director.end_of_boards()
        over.result()
        await asyncio.sleep(_LINGER_S)
        await director.end_of_boards()
        await asyncio.sleep(_LINGER_S / 3)
    finally:
        over.cancel()


def _export(stage: Stage, out: Path) -> list[Path]:
    """The record of the evening, for the scorer: PBN a table, and a copy of the journal."""
    written, _ = write_pbn(read_evening(stage.journal), out, over=True)
    copy = out / "journal.sqlite"
    reader = JournalReader(stage.journal)
    reader.copy_to(copy)
    reader.close()
    copy.chmod(0o600)
    return [*written, copy]
