"""An evening in real processes: settings in a folder, hubs on real ptys, the core (or all of `smarttable run`) a child.

Processes are ended and killed by their own ids.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from support.pty_hub import PtyHub, Socket

from controller.adapters.journal import JournalReader
from controller.model.calls import Bid, Call, Other, call
from controller.model.cards import PACK, card
from controller.model.seats import SEATS, Seat
from controller.ports import Row
from firmware_bridge.messages import BoardTag, CallButton, TagArrive

_ROOT = Path(__file__).resolve().parents[2]
#: Settle times that a test has the patience for.
_SETTLE = 0.1
_PLACES = [f"{kind}.{seat}" for kind in ("play", "spread", "pocket") for seat in "NESW"]
_OTHER = {Other.PASS: 0, Other.DOUBLE: 1, Other.REDOUBLE: 2}


def code_of(made: Call) -> int:
    """A call as the wire has it."""
    return 3 + 5 * (made.level - 1) + int(made.denomination) if isinstance(made, Bid) else _OTHER[made]


class Hub:
    """One table's hub and what is done there."""

    def __init__(self, folder: Path, name: str, *, boot_id: int) -> None:
        self.socket = Socket(folder, f"hub-{name}")
        self.device = PtyHub(self.socket, boot_id=boot_id)
        self.socket.plug()

    def board(self, number: int) -> None:
        self.device.board = BoardTag(1, number, b"\x00" * 8)
        self.device.post(self.device.board)

    async def calls(self, text: str, *, pause: float = 0.2) -> None:
        """`"N: 1S P"`: calls put in front of the seats in rotation."""
        first, _, rest = text.partition(":")
        turn = Seat[first.strip()]
        for word in rest.split():
            seat, code = SEATS.index(turn), code_of(call(word))
            # A snapshot that is asked for at this moment shows it, too.
            self.device.boxes[seat] = self.device.boxes.get(seat, b"") + bytes([code])
            self.device.post(CallButton(seat, code, 1))
            turn = turn.lho
            await asyncio.sleep(pause)

    async def cards(self, text: str, *, pause: float = 0.3) -> None:
        """`"E: SA S2"`: cards put down in rotation."""
        first, _, rest = text.partition(":")
        turn = Seat[first.strip()]
        for number, word in enumerate(rest.split()):
            antenna = _PLACES.index(f"play.{turn.value}")
            uid = bytes.fromhex(tag(word))
            self.device.tags[antenna] = (*self.device.tags.get(antenna, ()), uid)
            self.device.post(TagArrive(antenna, 0, number + 1, uid))
            turn = turn.lho
            await asyncio.sleep(pause)


def tag(word: str) -> str:
    """The tag of a card in these evenings' only pack."""
    return f"E00401500000{PACK.index(card(word)):04X}"


class Evening:
    """Settings and data in a folder; start and kill what runs on it."""

    def __init__(self, folder: Path, tables: Sequence[str] = ("1",), *, broker: str = 'kind = "none"') -> None:
        self.folder, self.data, self.file = folder, folder / "data", folder / "evening.toml"
        (folder / "tty").mkdir()
        self.hubs = {name: Hub(folder / "tty", name, boot_id=1000 + int(name)) for name in tables}
        deck = {"id": "blue", "tags": {tag(one.text): one.text for one in PACK}}
        (folder / "deck.json").write_text(json.dumps(deck))
        regulations = f'opening_lead = "face_up"\ncall_settle = {_SETTLE}\ncard_settle = {_SETTLE}'
        text = (
            f'venue = "club"\nsession = "monday"\n[regulations]\n{regulations}\n[broker]\n{broker}\n[desk]\nport = 0\n'
        )
        for name in tables:
            text += f'[[tables]]\nname = "{name}"\ndecks = ["deck.json"]\n[[tables.devices]]\nname = "hub-{name}"\n'
            text += f'driver = "table_hub"\nsettings = {{ port = "{self.hubs[name].socket.path}" }}\n'
        self.file.write_text(text)
        self._process: asyncio.subprocess.Process | None = None
        self.ready: dict[str, Any] = {}
        self.words: list[str] = []

    def secrets(self, passwords: dict[str, str]) -> None:
        """Passwords of a broker that runs already."""
        path = self.data / "secrets.toml"
        path.write_text("".join(f'{name} = "{password}"\n' for name, password in passwords.items()))
        path.chmod(0o600)

    # -- processes ------------------------------------------------------------------------------------------------

    async def start(self, *command: str, script: str | None = None) -> None:
        """Start `smarttable …` (or a script that takes the settings file) and wait until it is ready."""
        head = ["-c", script] if script else ["-m", "controller.cli", *(command or ("core",))]
        tail = [str(self.file)] if script else ["--settings", str(self.file)]
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *head,
            *tail,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(_ROOT)},
        )
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._complaints = asyncio.create_task(self._listen(self._process.stderr))
        async with asyncio.timeout(60):
            line = await self._process.stdout.readline()
        if not line:
            await self._process.wait()
            raise RuntimeError(f"it did not start: {self.words}")
        self.ready = json.loads(line)

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        while line := await stream.readline():
            self.words.append(line.decode().rstrip())

    async def end(self, name: signal.Signals = signal.SIGINT) -> int:
        """Send it a signal and wait for its end; its exit code."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(name)
        async with asyncio.timeout(30):
            code = await self._process.wait()
        await self._complaints
        self._process = None
        return code

    async def kill(self) -> None:
        """As a power cut to the process."""
        await self.end(signal.SIGKILL)

    def no_file_larger_than(self, size: int) -> None:
        """The disk of the running process takes no more."""
        assert self._process is not None
        _, hard = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, hard))

    # -- the record -----------------------------------------------------------------------------------------------

    def rows(self, table: str = "1", kind: str | None = None) -> list[Row]:
        reader = JournalReader(self.data / "journal.sqlite")
        try:
            return [row for row in reader.rows(table=table) if kind is None or row.kind == kind]
        finally:
            reader.close()

    def story(self, table: str = "1") -> list[str]:
        """The events of a table, short; gaps apart."""
        return [words(row) for row in self.rows(table, "event") if row.body["type"] != "gap"]


def words(row: Row) -> str:
    said = row.body.get("call") or row.body.get("card") or row.body.get("board")
    return " ".join(str(part) for part in (row.body["type"], row.body.get("seat"), said) if part is not None)


@contextlib.asynccontextmanager
async def evening(make: Callable[[], Evening]) -> AsyncIterator[Evening]:
    """Hubs run for the length of a block; what still runs then is ended."""
    made = make()
    running = [asyncio.create_task(hub.device.run()) for hub in made.hubs.values()]
    try:
        yield made
    finally:
        if made._process is not None and made._process.returncode is None:
            await made.kill()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for hub in made.hubs.values():
            hub.socket.unplug()
