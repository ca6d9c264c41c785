"""`smarttable monitor`, `capture` and `replay`: what a device says, live, into a file, and out of it again."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from controller.model.reading_log import reading_to_json
from controller.model.readings import Reading
from controller.ports import Driver
from drivers.errors import PortLostError, SettingsError
from drivers.probing import probes
from drivers.transports.tap import Pty, Side, Tap

#: Exit codes: what was given cannot be used; the port is not there or has gone.
BAD_INPUT, NO_PORT = 2, 3
_BYTES_A_LINE = 16
#: Of a device that no probe knows.
USUAL_BAUD = 115200
#: How often to look whether a program has read the last bytes, every 0.05 s.
_PATIENCE = 40

PortName = Annotated[str, typer.Argument(help="The port, best one under /dev/serial/by-id.")]
DriverName = Annotated[
    str, typer.Option("--driver", help="Which driver listens; `smarttable devices` says which fits.")
]
Baud = Annotated[int | None, typer.Option(help="Bits a second of the line; without it, those of that kind of device.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", help="A setting of the driver, name=value; the value is JSON or a text.")
]
Seconds = Annotated[float | None, typer.Option(help="Stop after so long; without it, at Ctrl-C.")]


def monitor(
    port: PortName,
    driver: DriverName = "table_hub",
    baud: Baud = None,
    settings: Settings = None,
    raw: Annotated[bool, typer.Option("--raw", help="The bytes of both sides as well, in hex.")] = False,
    seconds: Seconds = None,
) -> None:
    """Show the readings of a device as they come, and the bytes if you like. They may show unseen cards."""

    def bytes_passed(side: Side, data: bytes) -> None:
        if raw:
            for line in hex_lines(side, data):
                typer.echo(line)

    _listen(_Listened(port, driver, baud, settings or [], seconds), bytes_passed, _print_reading)


def capture(
    port: PortName,
    file: Annotated[Path, typer.Argument(help="A new file; a line of JSON for each piece of bytes.")],
    driver: DriverName = "table_hub",
    baud: Baud = None,
    settings: Settings = None,
    seconds: Seconds = None,
) -> None:
    """Keep the bytes that a device and its driver exchange, with their times. They may show unseen cards."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        typer.echo(f"{file}: {error.strerror}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        began = time.monotonic()

        def bytes_passed(side: Side, data: bytes) -> None:
            _keep(out, Piece(round(time.monotonic() - began, 6), side, data))

        _listen(_Listened(port, driver, baud, settings or [], seconds), bytes_passed, lambda _reading: None)


def replay(
    file: Annotated[Path, typer.Argument(help="A file of `smarttable capture`.")],
    link: Annotated[Path | None, typer.Option(help="Make this name a link to the port.")] = None,
    speed: Annotated[float, typer.Option(min=0.01, help="How much faster than it was.")] = 1.0,
) -> None:
    """Be the device of a capture: a port of our own says what the device said, when somebody begins to talk to it.

    It says the same whatever it is told: a device whose answers name their session (the table hub's do) is not
    believed by a driver that has opened another one.
    """
    try:
        pieces = list(pieces_of(file))
    except (OSError, ValueError) as error:
        typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    asyncio.run(play([piece for piece in pieces if piece.side == "device"], link, speed, typer.echo))


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes of one side, at so many seconds."""

    t: float
    side: Side
    data: bytes


def pieces_of(file: Path) -> Iterator[Piece]:
    """The pieces of a capture. ValueError names the line that is none."""
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
        try:
            given = json.loads(line)
            side: Any = given["side"]
            if side not in ("device", "host"):
                raise ValueError(f"no such side: {side!r}")
            yield Piece(float(given["t"]), side, bytes.fromhex(given["hex"]))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"line {number}: {error}") from None


async def play(pieces: list[Piece], link: Path | None, speed: float, say: Callable[[str], None]) -> None:
    """Say the pieces at their times, from the first byte that comes."""
    began = asyncio.Event()
    pty = Pty(lambda _data: began.set())
    try:
        _make_link(link, pty.path)
        say(f"{link or pty.path} is the device; it begins when somebody talks to it")
        await began.wait()
        at = pieces[0].t if pieces else 0.0
        for piece in pieces:
            await asyncio.sleep((piece.t - at) / speed)
            at = piece.t
            pty.write(piece.data)
        for _ in range(_PATIENCE):
            # First a moment: what was written is on its way through the system.
            await asyncio.sleep(0.05)
            if not pty.unread:
                break
        say(f"all {len(pieces)} pieces are said")
    finally:
        pty.close()
        _make_link(link, None)


def _make_link(link: Path | None, port: str | None) -> None:
    if link is not None:
        link.unlink(missing_ok=True)
        if port is not None:
            link.symlink_to(port)


def hex_lines(side: Side, data: bytes) -> Iterator[str]:
    """Bytes as people compare them: who said them, sixteen a line."""
    arrow = "<" if side == "device" else ">"
    for at in range(0, len(data), _BYTES_A_LINE):
        yield f"{arrow} {data[at : at + _BYTES_A_LINE].hex(' ')}"


@dataclass(frozen=True, slots=True)
class _Listened:
    port: str
    driver: str
    baud: int | None
    settings: list[str]
    seconds: float | None

    def open(self, path: str) -> Driver:
        """The driver on that port. SettingsError if there is no such driver, or a setting does not fit."""
        known = {point.name: point for point in entry_points(group="smart_table.drivers")}
        if self.driver not in known:
            raise SettingsError("driver", f"{self.driver!r} is none of {', '.join(sorted(known))}")
        given: dict[str, Any] = {"device": "device", "port": path}
        if self.baud is not None:
            given["baud"] = self.baud
        for setting in self.settings:
            name, equals, value = setting.partition("=")
            if not equals:
                raise SettingsError(name, "name=value is needed")
            given[name] = _value(value)
        driver: Driver = known[self.driver].load()(given, _Clock())
        return driver

    def tap(self, on_bytes: Callable[[Side, bytes], None]) -> Tap:
        """The line in the serial mode of that kind of device, as its probe names it."""
        probe = next((probe for probe in probes() if probe.driver == self.driver), None)
        if probe is None:
            return Tap(self.port, on_bytes, baud=self.baud or USUAL_BAUD)
        return Tap(self.port, on_bytes, baud=self.baud or probe.baud, parity=probe.parity, stop_bits=probe.stop_bits)


def _listen(listened: _Listened, on_bytes: Callable[[Side, bytes], None], take: Callable[[Reading], None]) -> None:
    try:
        asyncio.run(_run(listened, on_bytes, take))
    except SettingsError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(BAD_INPUT) from None
    except PortLostError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(NO_PORT) from None
    except KeyboardInterrupt:
        return


async def _run(listened: _Listened, on_bytes: Callable[[Side, bytes], None], take: Callable[[Reading], None]) -> None:
    async with listened.tap(on_bytes) as tap:
        driver = listened.open(tap.path)
        running = asyncio.create_task(driver.run(take))
        ended: set[asyncio.Future[Any]] = {running, tap.lost}
        await asyncio.wait(ended, timeout=listened.seconds, return_when=asyncio.FIRST_COMPLETED)
        running.cancel()
        await asyncio.wait({running})
        if tap.lost.done():
            raise PortLostError(f"{listened.port}: {tap.lost.result()}")


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _print_reading(reading: Reading) -> None:
    typer.echo(json.dumps(reading_to_json(reading), ensure_ascii=False))


def _keep(out: TextIO, piece: Piece) -> None:
    print(json.dumps({"t": piece.t, "side": piece.side, "hex": piece.data.hex()}), file=out, flush=True)


class _Clock:
    """Seconds since the command began."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def now(self) -> float:
        return time.monotonic() - self._began

    def real_seconds(self, until: float) -> float:
        return max(0.0, until - self.now())
