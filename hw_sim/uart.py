"""What one end of a serial line hears when the other sends at another speed. Pure: bits, sampled at the wrong times."""

from __future__ import annotations

from itertools import chain


def misheard(data: bytes, *, sent: int, heard: int) -> bytes:
    """Bytes sent at one speed as a receiver at another takes them; both 8N1. A missing stop bit is let pass."""
    levels = [1, *chain.from_iterable(_levels(byte) for byte in data)]
    bit = sent / heard
    end = len(levels)

    def level(at: float) -> int:
        return levels[int(at)] if at < end else 1

    taken = bytearray()
    now = 0.0
    while True:
        while now < end and level(now) == 0:  # the line has to be idle before a byte can begin
            now = int(now) + 1.0
        while now < end and level(now) == 1:
            now = int(now) + 1.0
        if now >= end:
            return bytes(taken)
        taken.append(sum(level(now + bit * (place + 1.5)) << place for place in range(8)))
        now += bit * 9.5


def _levels(byte: int) -> list[int]:
    """A start bit, eight bits from the lowest, a stop bit."""
    return [0, *((byte >> place) & 1 for place in range(8)), 1]
