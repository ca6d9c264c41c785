"""How a kind of device is asked who it is, without doing anything to it. Pure: a question, and what answers it.

A driver's package offers a `Probe` by the entry point `smart_table.probes`; its question must be one that the device's
manual calls harmless, and that no other known device takes for an order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points


@dataclass(frozen=True, slots=True)
class Probe:
    """What a kind of device on a serial line is asked."""

    driver: str
    baud: int
    question: bytes
    #: What the device is, in a few words, from all bytes that it sent; None if this is no answer to the question.
    recognise: Callable[[bytes], str | None]
    #: `N`, `E` or `O`.
    parity: str = "N"
    stop_bits: int = 1
    #: Its frames carry no checksum, so it might take another's question for an order: it is asked before all others.
    first: bool = False


def probes() -> list[Probe]:
    """Every known probe in the order in which they are asked: the touchy first, then by the names of their drivers."""
    known: list[Probe] = [point.load() for point in entry_points(group="smart_table.probes")]
    return sorted(known, key=lambda probe: (not probe.first, probe.driver))
