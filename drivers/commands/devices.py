"""`smarttable devices`: what is plugged in, what answers, and which driver fits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import serial.tools.list_ports
import typer
from rich.console import Console
from rich.table import Table

from drivers.errors import PortLostError
from drivers.probing import Probe, probes
from drivers.transports.serial_port import SerialPort

#: How long a device is given to answer, in seconds.
ANSWER_S = 0.6
_BY_ID = Path("/dev/serial/by-id")


@dataclass(frozen=True, slots=True)
class Found:
    """Something that is plugged in."""

    #: What to write into the settings.
    port: str
    what: str
    driver: str = ""
    answer: str = ""


def devices(
    ports: Annotated[
        list[str] | None, typer.Argument(help="Only these ports; a path that the system does not list is taken too.")
    ] = None,
    ask: Annotated[
        bool,
        typer.Option(
            "--ask", help="Ask each port who it is: a few harmless bytes of each known kind. Not while others use it."
        ),
    ] = False,
) -> None:
    """What is plugged in, what answers, and which driver fits."""
    found = [*serial_ports(ports), *(pcsc_readers() if not ports else ())]
    if ask:
        found = asyncio.run(asked(found, probes()))
    console = Console()
    if not found:
        console.print("Nothing is plugged in.")
        return
    sheet = Table("port", "what it is", "driver", "its answer")
    for one in found:
        sheet.add_row(one.port, one.what, one.driver, one.answer)
    console.print(sheet)


def serial_ports(wanted: Sequence[str] | None) -> list[Found]:
    """Serial ports by the names that last: those under /dev/serial/by-id where there are any."""
    lasting = {str(link.resolve()): str(link) for link in _links()}
    listed = {
        port.device: Found(lasting.get(port.device, port.device), port.description or port.hwid)
        for port in serial.tools.list_ports.comports()
        if port.hwid != "n/a"
    }
    if wanted is None:
        return [listed[name] for name in sorted(listed)]
    return [listed.get(str(Path(name).resolve()), Found(name, "")) for name in wanted]


def pcsc_readers() -> list[Found]:
    """Readers that a PC/SC service knows; none where there is no service, or no pyscard."""
    with contextlib.suppress(ModuleNotFoundError):
        from drivers.transports.pcsc import reader_names

        return [Found(name, "PC/SC reader", "pcsc_reader", "") for name in reader_names()]
    return []


async def asked(found: Sequence[Found], known: Sequence[Probe]) -> list[Found]:
    """The same, with what each serial port answered."""
    return [one if one.driver else await _asked(one, known) for one in found]


async def _asked(one: Found, known: Sequence[Probe]) -> Found:
    for probe in known:
        try:
            answer = probe.recognise(await answer_to(one.port, probe))
        except PortLostError as error:
            return Found(one.port, one.what, "", str(error))
        if answer is not None:
            return Found(one.port, one.what, probe.driver, answer)
    return Found(one.port, one.what, "", "does not answer")


async def answer_to(port: str, probe: Probe) -> bytes:
    """All that a port says while it is asked. PortLostError if it cannot be opened."""
    heard = bytearray()
    line = SerialPort(
        port,
        baud=probe.baud,
        on_data=heard.extend,
        on_lost=lambda _reason: None,
        parity=probe.parity,
        stop_bits=probe.stop_bits,
    )
    try:
        line.write(probe.question)
        for _ in range(int(ANSWER_S / 0.05)):
            await asyncio.sleep(0.05)
            if probe.recognise(bytes(heard)) is not None:
                break
    finally:
        line.close()
    return bytes(heard)


def _links() -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from sorted(_BY_ID.iterdir())
