"""Faults of a wire between two ends: frames cut, lost, flipped, doubled, held up, garbage between them. Pure.

Bytes and real seconds in, chunks of bytes and the seconds at which they come out; a wire keeps the order of bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

#: Frames end with this byte, which stands nowhere else (firmware_bridge/PROTOCOL.md).
DELIMITER = 0
#: Longest run of random bytes between two frames.
LONGEST_GARBAGE = 24


@dataclass(frozen=True, slots=True)
class WireFaults:
    """Chances of each fault for each frame on the wire; all off unless asked for."""

    #: The frame arrives in pieces, as a UART or a USB driver hands it over.
    split: float = 0.0
    #: Some bytes of the frame are lost.
    cut: float = 0.0
    #: The whole frame is lost.
    loss: float = 0.0
    #: One bit of it is wrong.
    flip: float = 0.0
    #: It comes twice.
    duplicate: float = 0.0
    #: Random bytes come before it.
    garbage: float = 0.0
    #: It is held up, and everything behind it, …
    delay: float = 0.0
    #: … by up to that many seconds.
    delay_s: float = 0.05


CLEAN = WireFaults()


class Wire:
    """One direction of a wire. `whole_frames`: each push is a frame, of a protocol that has no delimiter."""

    def __init__(self, faults: WireFaults = CLEAN, rng: Random | None = None, *, whole_frames: bool = False) -> None:
        self.faults = faults
        self._whole_frames = whole_frames
        self._rng = rng or Random(0)
        self._on_the_way: deque[tuple[float, bytes]] = deque()
        self._last = 0.0

    def push(self, data: bytes, now: float) -> None:
        """Bytes go in at one end."""
        if not data:
            return
        if self.faults == CLEAN:
            self._on_the_way.append((now, data))
            return
        for frame in (data,) if self._whole_frames else _frames(data):
            if self._happens(self.faults.delay):
                self._last = max(self._last, now) + self._rng.uniform(0.0, self.faults.delay_s)
            due = max(self._last, now)
            self._on_the_way.extend((due, piece) for piece in self._spoiled(frame))

    def insert(self, data: bytes, now: float) -> None:
        """Bytes appear on the wire that nobody sent."""
        self._on_the_way.append((max(self._last, now), data))

    def due(self) -> float | None:
        """When the next bytes come out; None if none are on the way."""
        return self._on_the_way[0][0] if self._on_the_way else None

    def pop(self, now: float) -> Iterator[bytes]:
        """The chunks that have arrived by now."""
        while self._on_the_way and self._on_the_way[0][0] <= now:
            yield self._on_the_way.popleft()[1]

    def clear(self) -> None:
        """The cable is pulled: what was on the way is gone."""
        self._on_the_way.clear()

    def _spoiled(self, frame: bytes) -> Iterator[bytes]:
        if self._happens(self.faults.garbage):
            yield self._rng.randbytes(self._rng.randint(1, LONGEST_GARBAGE))
        if self._happens(self.faults.loss):
            return
        if self._happens(self.faults.flip):
            frame = flip_bit(frame, self._rng.randrange(len(frame) * 8))
        if self._happens(self.faults.cut):
            at = self._rng.randrange(len(frame))
            frame = frame[:at] + frame[at + self._rng.randint(1, 4) :]
        for _ in range(2 if self._happens(self.faults.duplicate) else 1):
            if self._happens(self.faults.split) and len(frame) > 1:
                at = self._rng.randrange(1, len(frame))
                yield from (frame[:at], frame[at:])
            else:
                yield frame

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._rng.random() < chance


def flip_bit(data: bytes, bit: int) -> bytes:
    """The same bytes with one bit the other way."""
    spoiled = bytearray(data)
    spoiled[bit // 8] ^= 1 << (bit % 8)
    return bytes(spoiled)


def _frames(data: bytes) -> Iterator[bytes]:
    """Cut behind each delimiter; what stands after the last one is a piece too."""
    start = 0
    for i, byte in enumerate(data):
        if byte == DELIMITER and i > start:
            yield data[start : i + 1]
            start = i + 1
    if start < len(data):
        yield data[start:]
