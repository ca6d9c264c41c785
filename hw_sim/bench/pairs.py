"""For every driver its twin on the system's real interfaces: plug it, change what lies there, and know it again.

Used by the benches that pull cables and count readings, and by the tests that hold every driver to the same.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from controller.model.calls import call
from controller.model.readings import CallShown, Reading, Scan, TagSeen
from controller.model.seats import SEATS
from hw_sim import acts
from hw_sim.boxes.bidding_box import BoxTwin
from hw_sim.boxes.shared_line import SharedLine
from hw_sim.clock import ScaledClock
from hw_sim.pcsc.twin import Daemon, VirtualReader
from hw_sim.physics import TableTop
from hw_sim.physics.sensed import PLACES
from hw_sim.readers.cr95hf import Cr95hfTwin
from hw_sim.readers.feig import FeigTwin
from hw_sim.readers.field import Field
from hw_sim.readers.m100 import M100Twin
from hw_sim.readers.mercury import MercuryTwin
from hw_sim.readers.pn532 import Pn532Twin
from hw_sim.readers.twin import ReaderTwin
from hw_sim.readers.uhfreader18 import UhfReader18Twin
from hw_sim.table_hub import TableHubTwin

#: How many different things can be laid; the next one is the first again.
CALLS = tuple(call(f"{level}{strain}") for level in (1, 2, 3) for strain in ("C", "D", "H", "S", "NT"))


class Pair(Protocol):
    """A device's twin and the settings with which its driver finds it."""

    settings: Mapping[str, Any]

    def start(self) -> None:
        """Plug it in; needs a running event loop."""

    def stop(self) -> None:
        """Take it away for good."""

    def unplug(self) -> None:
        """The cable is pulled."""

    def replug(self) -> None:
        """It is back."""

    def lay(self, number: int) -> None:
        """Something else lies there from now on."""

    def is_whole(self, told: Iterable[Reading], number: int) -> bool:
        """Do these readings, told since its return, show its whole state with what was laid last?"""


# -- readers on serial lines ---------------------------------------------------------------------


def card_14443(number: int) -> bytes:
    """A seven-byte UID of ISO 14443A."""
    return bytes((0x04, 0xA1, 0xB2, 0xC3, 0xD4, number >> 8 & 0xFF, number & 0xFF))


def card_15693(number: int) -> bytes:
    """A UID of ISO 15693."""
    return bytes.fromhex("E00401500A00") + (number & 0xFFFF).to_bytes(2, "big")


def card_epc(number: int) -> bytes:
    """An EPC of 96 bits."""
    return bytes.fromhex("E2801160600002054CC2") + (number & 0xFFFF).to_bytes(2, "big")


def tag_of(uid: bytes) -> str:
    """A UID as readings write it."""
    return uid.hex().upper()


@dataclass(frozen=True)
class ReaderKind:
    """One kind of reader on a serial line."""

    make: type[ReaderTwin]
    uid: Callable[[int], bytes]
    options: dict[str, Any] = field(default_factory=dict)
    #: How many frames in a hundred a bad wire spoils in the tests: a round counts only whole, and has many frames.
    spoiled: int = 8

    def twin(self, folder: Path, *, name: str = "7", **of_field: Any) -> ReaderTwin:
        """A reader of this kind with nothing on it."""
        return self.make(name, Field(seed=1, **of_field), ports=folder, seed=1)

    def settings(self, twin: ReaderTwin) -> dict[str, Any]:
        """What its driver is told."""
        return {"device": f"reader-{twin.name}", "port": str(twin.path), "place": "play.N", **self.options}


READERS = {
    "pn532": ReaderKind(Pn532Twin, card_14443),
    "cr95hf": ReaderKind(Cr95hfTwin, card_15693, spoiled=2),
    "feig": ReaderKind(FeigTwin, card_15693),
    "m100": ReaderKind(M100Twin, card_epc),
    "uhfreader18": ReaderKind(UhfReader18Twin, card_epc),
    "mercury": ReaderKind(MercuryTwin, card_epc, {"cycle": 100}),
}


class _WithTwin:
    """A device that its twin stands for whole: whether it keeps its power without the cable is the twin's affair."""

    def __init__(self, twin: ReaderTwin | TableHubTwin) -> None:
        self._plug = twin

    def start(self) -> None:
        """Plug it in."""
        self._plug.start()

    def stop(self) -> None:
        """Take it away for good."""
        self._plug.stop()

    def unplug(self) -> None:
        """The cable is pulled."""
        self._plug.unplug()

    def replug(self) -> None:
        """The cable is back, under another tty number."""
        self._plug.replug()


class ReaderPair(_WithTwin):
    """A reader on a serial line; one card lies on it."""

    def __init__(self, kind: ReaderKind, folder: Path, name: str) -> None:
        self._kind = kind
        self.twin = kind.twin(folder, name=name)
        super().__init__(self.twin)
        self.settings: Mapping[str, Any] = kind.settings(self.twin)

    def lay(self, number: int) -> None:
        """A card in the place of the one before."""
        self.twin.asked.clear()
        self.twin.field.clear()
        self.twin.field.put(self._kind.uid(number))

    def is_whole(self, told: Iterable[Reading], number: int) -> bool:
        """A scan of its one antenna shows that card."""
        tags = (tag_of(self._kind.uid(number)),)
        return any(isinstance(reading, Scan) and reading.tags == tags for reading in told)


# -- the table hub -------------------------------------------------------------------------------


class HubPair(_WithTwin):
    """A hub that keeps its power; calls are shown while its cable is out."""

    def __init__(self, folder: Path, name: str) -> None:
        self.twin = TableHubTwin(name, TableTop(name), ScaledClock(1.0, start=100.0), ports=folder, seed=name)
        super().__init__(self.twin)
        self.settings: Mapping[str, Any] = {"device": f"hub-{name}", "port": str(self.twin.path)}

    def lay(self, number: int) -> None:
        """A call; the boxes are cleared when the last one has been shown."""
        if number % len(CALLS) == 0:
            self.twin.do(acts.ClearBoxes())
        self.twin.do(acts.ShowCall(SEATS[number % 4], CALLS[number % len(CALLS)]))

    def is_whole(self, told: Iterable[Reading], number: int) -> bool:
        """Every antenna was told, and the call that was shown meanwhile."""
        readings = list(told)
        places = {reading.at for reading in readings if isinstance(reading, Scan)}
        calls = {reading.call for reading in readings if isinstance(reading, CallShown)}
        return places >= {*PLACES, "board"} and CALLS[number % len(CALLS)] in calls


# -- bidding boxes -------------------------------------------------------------------------------


class BoxPair:
    """Four bidding boxes on one line, with supplies of their own; calls are shown while its cable is out."""

    def __init__(self, folder: Path, name: str) -> None:
        self._line = SharedLine(folder / f"usb-SmartTable_RS485_{name}-if00", seed=name)
        clock = ScaledClock(1.0, start=100.0)
        self._boxes = [
            BoxTwin(seat, self._line, clock, address=address, seed=name) for address, seat in enumerate(SEATS, start=1)
        ]
        self.settings: Mapping[str, Any] = {
            "device": f"boxes-{name}",
            "port": str(self._line.path),
            "boxes": {seat.name: address for address, seat in enumerate(SEATS, start=1)},
        }

    def start(self) -> None:
        """Plug the line in."""
        self._line.plug()

    def stop(self) -> None:
        """Take it away for good."""
        self._line.close()

    def unplug(self) -> None:
        """The line's cable is pulled."""
        self._line.unplug()

    def replug(self) -> None:
        """It is back, under another tty number."""
        self._line.plug()

    def lay(self, number: int) -> None:
        """A call; all are taken back when the last one has been shown."""
        if number % len(CALLS) == 0:
            for box in self._boxes:
                while box.calls:
                    box.take_back()
        self._boxes[number % 4].show(CALLS[number % len(CALLS)])

    def is_whole(self, told: Iterable[Reading], number: int) -> bool:
        """The call that was shown meanwhile was told; what stood before stands, and is not told again."""
        return CALLS[number % len(CALLS)] in {reading.call for reading in told if isinstance(reading, CallShown)}


# -- readers on PC/SC ----------------------------------------------------------------------------


class PcscPair:
    """Four readers, those of one table. Tables share a pcscd, which the first of them starts and ends."""

    def __init__(self, readers: list[VirtualReader], daemon: Daemon | None, name: str) -> None:
        self._readers = readers
        self._daemon = daemon
        self.settings: Mapping[str, Any] = {
            "device": f"readers-{name}",
            "readers": {reader.name: f"play.{seat.name}" for reader, seat in zip(readers, SEATS, strict=True)},
        }

    def start(self) -> None:
        """Start the service."""
        if self._daemon is not None:
            self._daemon.start()

    def stop(self) -> None:
        """End it, and the readers."""
        if self._daemon is not None:
            self._daemon.stop()
        for reader in self._readers:
            reader.close()

    def unplug(self) -> None:
        """All four at once, as a USB hub that is pulled."""
        for reader in self._readers:
            reader.unplug()

    def replug(self) -> None:
        """All four are back."""
        for reader in self._readers:
            reader.plug()

    def lay(self, number: int) -> None:
        """A card on the first reader, in the place of the one before."""
        self._readers[0].lift()
        self._readers[0].put(card_14443(number))

    def is_whole(self, told: Iterable[Reading], number: int) -> bool:
        """All four places were told, and that card."""
        readings = [reading for reading in told if isinstance(reading, Scan | TagSeen)]
        tags = {reading.tag if isinstance(reading, TagSeen) else " ".join(reading.tags) for reading in readings}
        return len({reading.at for reading in readings}) == len(self._readers) and tag_of(card_14443(number)) in tags


def pcsc_pairs(folder: Path, handler: Path, run: Path, tables: int = 1) -> list[PcscPair]:
    """Tables with four readers each under one pcscd; fifteen readers are the most that it may have.

    `handler` is what `build_handler` made, `run` where its socket comes.
    """
    os.environ["PCSCLITE_CSOCK_NAME"] = str(run / "pcscd.comm")
    folder.mkdir()
    sets = [[VirtualReader(f"Table {number} {seat.name}", folder) for seat in SEATS] for number in range(tables)]
    daemon = Daemon(folder, [reader for readers in sets for reader in readers], handler, run)
    return [PcscPair(readers, None if number else daemon, str(number)) for number, readers in enumerate(sets)]


def _reader(name: str) -> Callable[[Path, str], Pair]:
    return lambda folder, number: ReaderPair(READERS[name], folder, number)


#: The drivers whose device is on a serial line, and how to make such a device in a folder, by a name.
SERIAL: dict[str, Callable[[Path, str], Pair]] = {
    "table_hub": HubPair,
    "bidding_box": BoxPair,
    **{name: _reader(name) for name in READERS},
}


def drivers_here() -> list[str]:
    """The drivers that can be benched on this machine: readers on PC/SC need pcscd, pyscard, a compiler and root."""
    programs = all(shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin") for name in ("pcscd", "gcc"))
    has_pcsc = programs and find_spec("smartcard") is not None and os.geteuid() == 0
    return [*SERIAL, *(["pcsc_reader"] if has_pcsc else [])]
