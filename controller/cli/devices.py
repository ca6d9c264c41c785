"""Drivers found by their entry points: loaded only if they are named, and followed by commands that need one reader."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any, Protocol, TypeVar

from controller.cli.settings import SettingsError
from controller.model.readings import Reading
from controller.ports import Clock, DealingMachine, Driver

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
#: What the device noticed before we came is none of ours; so old a reading may be, in seconds.
_OLD_S = 1.0


def open_driver(name: str, given: Mapping[str, Any], clock: Clock, *, where: str) -> Driver:
    """The driver of that name with its settings. SettingsError, which begins with `where`, if it cannot be."""
    driver: Driver = _open("smart_table.drivers", name, given, clock, where)
    return driver


def open_dealing_machine(name: str, given: Mapping[str, Any], clock: Clock, *, where: str) -> DealingMachine:
    """The dealing machine whose driver has that name. SettingsError, which begins with `where`, if it cannot be."""
    machine: DealingMachine = _open("smart_table.dealing_machines", name, given, clock, where)
    return machine


def _open(group: str, name: str, given: Mapping[str, Any], clock: Clock, where: str) -> Any:
    found = entry_points(group=group, name=name)
    if not found:
        known = ", ".join(sorted(point.name for point in entry_points(group=group))) or "none"
        raise SettingsError(f"{where}: no driver {name!r}; known: {known}")
    try:
        return next(iter(found)).load()(given, clock)
    except ValueError as error:
        raise SettingsError(f"{where}.settings.{error}") from error


class Listener(Protocol[S_co]):
    """Something that readings are taken by until it is done: steps come out."""

    @property
    def is_done(self) -> bool:
        """Is there nothing more to hear?"""

    def due(self) -> float | None:
        """When to call `until`, if no reading comes before."""

    def take(self, reading: Reading) -> Sequence[S_co]:
        """A reading, and what follows from it."""

    def until(self, now: float) -> Sequence[S_co]:
        """What is due by then."""


async def follow(
    driver: Driver, clock: Clock, listener: Listener[S], on_step: Callable[[S], None], *, wake: asyncio.Event
) -> None:
    """Run a driver until the listener is done; `wake` is set by whoever changed the listener from outside."""
    began, inbox = clock.now(), list[Reading]()

    def deliver(reading: Reading) -> None:
        inbox.append(reading)
        wake.set()

    running = asyncio.create_task(driver.run(deliver))
    try:
        while not listener.is_done:
            while inbox and not listener.is_done:
                reading = inbox.pop(0)
                if reading.arrival >= began - _OLD_S:
                    for step in listener.take(reading):
                        on_step(step)
                if reading.boot is not None and reading.seq is not None:
                    driver.commit(reading.boot, reading.seq)
            for step in listener.until(clock.now()):
                on_step(step)
            if not listener.is_done:
                await _until_something(running, wake, listener.due(), clock)
    finally:
        running.cancel()
        await asyncio.wait({running})


async def _until_something(running: asyncio.Task[None], wake: asyncio.Event, due: float | None, clock: Clock) -> None:
    """Until a reading comes, something is due, or the driver fails with an error of its own."""
    if running.done():
        running.result()
    # A driver that ends is looked at now and then.
    seconds = min(1.0, clock.real_seconds(due)) if due is not None else 1.0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(max(seconds, 0.001)):
            await wake.wait()
    wake.clear()
