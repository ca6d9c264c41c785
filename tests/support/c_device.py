"""The firmware's core, built for the host with AddressSanitizer, behind the interface of the reference device."""

import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.codec import pack, row_of, unpack_body
from firmware_bridge.declaration import Kind
from firmware_bridge.messages import EventBody, TagSet
from firmware_bridge.rings import Ring

FIRMWARE = Path(__file__).parents[2] / "firmware_bridge" / "firmware"
_RINGS = {Ring.ACT: 0, Ring.SCAN: 1}


def make(target: str, build: Path, *variables: str) -> None:
    """Build a target of the firmware's makefile; its errors are the test's."""
    done = subprocess.run(
        ["make", "-s", "-C", FIRMWARE, target, f"BUILD={build}", *variables],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


class CDevice:
    """One run of `stdio_device`; times in seconds as the reference takes them."""

    def __init__(self, program: Path, boot_id: int, *, shares_line: bool = False) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ask(b"I", struct.pack("<IB", boot_id, shares_line))
        self._now = 0

    def restart(self, boot_id: int) -> None:
        self._ask(b"I", struct.pack("<I", boot_id))
        self._now = 0

    def post_event(self, body: EventBody, tick: int, ring: Ring | None = None) -> int:
        row = row_of(body)
        tick &= 0xFFFFFFFF
        if isinstance(body, TagSet):
            size = len(body.uids[0]) if body.uids else 8
            head = struct.pack("<BHIB", body.antenna, body.round, tick, size)
            return self._number(self._ask(b"U", head + b"".join(body.uids)))
        chosen = _RINGS[ring or row.ring or Ring.SCAN]
        return self._number(self._ask(b"P", struct.pack("<BBI", chosen, row.id, tick) + pack(body)))

    def receive(self, data: bytes, now: float, *, tick: int | None = None) -> Sequence[object]:
        self._time(now, tick)
        for at in range(0, len(data), 60_000):
            self._ask(b"R", data[at : at + 60_000])
        return self._commands()

    def advance(self, now: float, *, tick: int | None = None) -> None:
        self._time(now, tick)

    def bytes_to_send(self) -> bytes:
        return self._ask(b"S")

    def due(self) -> float:
        return self._number(self._ask(b"D")) / 1000

    def disconnected(self) -> None:
        self._ask(b"X")

    def fatal(self, cause: int) -> None:
        self._ask(b"F", bytes((cause,)))

    def kept(self) -> tuple[int, int, int, int]:
        """The next number, what is committed, what was lost, and how many events are kept."""
        return struct.unpack("<IIIB", self._ask(b"Q"))

    def close(self) -> int:
        """End it; anything but 0 is the sanitizer's verdict."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait(10)

    def _time(self, now: float, tick: int | None) -> None:
        # A timer that is due at 0.251 must be due at the float next to it.
        self._now = max(self._now, int(now * 1000 + 1e-6))
        ticks = int(now * 1e6) if tick is None else tick
        self._ask(b"T", struct.pack("<II", self._now & 0xFFFFFFFF, ticks & 0xFFFFFFFF))

    def _commands(self) -> list[object]:
        found, rest = [], self._ask(b"K")
        while rest:
            body, rest = rest[1 : 1 + rest[0]], rest[1 + rest[0] :]
            found.append(unpack_body(body, kind=Kind.COMMAND))
        return [command for command in found if command is not None]

    def _ask(self, letter: bytes, order: bytes = b"") -> bytes:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(letter + struct.pack("<H", len(order)) + order)
        self._process.stdin.flush()
        head = self._process.stdout.read(2)
        assert len(head) == 2, f"the firmware ended: {self._process.wait(10)}"
        return self._process.stdout.read(struct.unpack("<H", head)[0])

    @staticmethod
    def _number(answer: bytes) -> int:
        number: int = struct.unpack("<I", answer)[0]
        return number
