"""A room in a process of its own, for more tables than one core can carry: settings in, happenings out, as JSON lines.

`RoomProcess` is the handle that the parent holds; `python -m hw_sim.room_process` is the child. Both speak the lines
of `hw_sim.room_lines`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.model.events import Ruling
from hw_sim.boards import boards
from hw_sim.happenings import ErrorMade, Happening, Injected, Listen
from hw_sim.people import TableRules
from hw_sim.people.evening import plan_evening
from hw_sim.room import PATIENCE_S, Room
from hw_sim.room_lines import happening_from_json, happening_to_json, ruling_from_json, ruling_to_json

#: Longest line between the two: a board's happening is far shorter.
_LINE_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """A room as plain values: the boards come from a folder of PBN files or are those of the evening."""

    tables: tuple[str, ...]
    speed: float = 10.0
    seed: int = 0
    level: int = 0
    errors: tuple[str, ...] = ()
    laws: str = "2017"
    opening_lead: str = "face_down"
    folder: str | None = None
    #: So many boards from the first one on; None: all of them.
    boards: int | None = None
    all_play_all: bool = True
    patience_s: float = PATIENCE_S

    def room(self, ports: Path, listen: Listen) -> Room:
        """The room that these settings describe."""
        rules = TableRules(laws=self.laws, opening_lead=self.opening_lead)
        chosen = boards(Path(self.folder) if self.folder else None)[: self.boards]
        script = plan_evening(
            chosen,
            tables=self.tables,
            errors=self.errors,
            seed=self.seed,
            rules=rules,
            all_play_all=self.all_play_all,
        )
        return Room(
            speed=self.speed,
            seed=self.seed,
            level=self.level,
            script=script,
            listen=listen,
            ports=ports,
            patience_s=self.patience_s,
        )

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """The settings that `as_json` wrote."""
        lists = {"tables": tuple(given["tables"]), "errors": tuple(given["errors"])}
        return cls(**{**given, **lists})


class RoomProcess:
    """A room that plays in another process; the same few things can be asked of it as of a Room."""

    def __init__(self, settings: RoomSettings, ports: Path, listen: Listen | None = None) -> None:
        self.settings = settings
        self.injected: list[Injected] = []
        self.ports: Mapping[str, Path] = {}
        self.done = asyncio.Event()
        self._folder = ports
        self._listen = listen
        self._child: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    def tell_ruling(self, table: str, ruling: Ruling) -> None:
        """The director has ruled, and the players at the table hear it."""
        self._say({"ruling": ruling_to_json(ruling), "table": table})

    async def __aenter__(self) -> Self:
        self._child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "hw_sim.room_process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE_LIMIT,
        )
        self._say({"settings": self.settings.as_json(), "ports": str(self._folder)})
        self._reader = asyncio.create_task(self._read())
        await self._ready.wait()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._child is not None and self._reader is not None and self._child.stdin is not None
        self._child.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self._child.wait()
        if self._child.returncode is None:
            self._child.kill()
            await self._child.wait()
        await self._reader

    async def finished(self) -> None:
        """Wait for the end. RuntimeError if the child died before it."""
        await self.done.wait()
        if self._child is not None and self._child.returncode:
            raise RuntimeError(f"the room's process ended with code {self._child.returncode}")

    def _say(self, line: Mapping[str, Any]) -> None:
        assert self._child is not None and self._child.stdin is not None
        self._child.stdin.write(json.dumps(line).encode() + b"\n")

    async def _read(self) -> None:
        assert self._child is not None and self._child.stdout is not None
        async for line in self._child.stdout:
            given = json.loads(line)
            if "ports" in given:
                self.ports = {name: Path(path) for name, path in given["ports"].items()}
                self._ready.set()
            elif "done" in given:
                self.done.set()
            else:
                self._happened(happening_from_json(given))
        await self._child.wait()
        self._ready.set()
        self.done.set()

    def _happened(self, happening: Happening) -> None:
        if isinstance(happening, ErrorMade):
            self.injected.append(happening.injected)
        if self._listen is not None:
            self._listen(happening)


async def _play(lines: asyncio.StreamReader) -> None:
    """The child: one line of settings, then rulings until the parent closes the pipe."""
    first = json.loads(await lines.readline())

    def tell(given: Mapping[str, Any]) -> None:
        sys.stdout.write(json.dumps(given) + "\n")
        sys.stdout.flush()

    settings = RoomSettings.from_json(first["settings"])
    async with settings.room(Path(first["ports"]), lambda happening: tell(happening_to_json(happening))) as room:
        tell({"ports": {name: str(path) for name, path in room.ports.items()}})

        async def report_end() -> None:
            await room.finished()
            tell({"done": True})

        async with asyncio.TaskGroup() as group:  # a table that fails ends the process, and the parent sees its code
            end = group.create_task(report_end())
            async for line in lines:
                given = json.loads(line)
                room.tell_ruling(given["table"], ruling_from_json(given["ruling"]))
            end.cancel()


async def _main() -> None:
    lines = asyncio.StreamReader(limit=_LINE_LIMIT)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    await _play(lines)


def divide(tables: Sequence[str], processes: int) -> list[tuple[str, ...]]:
    """The tables in shares as even as can be, one for each process."""
    return [tuple(tables[i::processes]) for i in range(processes) if tables[i::processes]]


if __name__ == "__main__":
    asyncio.run(_main())
