"""Drivers at work: each in a task of its own, started again if it fails, watched until it answers.

A device's own faults are readings; here is what the driver as a program does, and what the disk lets a device forget.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import structlog

from controller.model.readings import DeviceState
from controller.ports import Clock, Driver, Evidence, EvidenceError, Resume
from controller.service.bugs import path_to, place_of
from controller.service.table_service import TableService

#: A device that has told nothing after so many real seconds is shown as lost.
_SILENT_S = 4.0
#: Pause before a driver that failed is started again, in real seconds: the first time and at most.
_AGAIN_S, _AGAIN_MAX_S = 1.0, 30.0
#: How often evidence is synced and devices are told what they may forget, in real seconds.
_SYNC_S = 1.0

log = structlog.get_logger()


@dataclass(slots=True, eq=False)
class DeviceWatch:
    """One device at one table."""

    driver: Driver
    table: TableService
    clock: Clock
    #: Tells of a driver that failed.
    on_fault: Callable[[str], None]
    _committed: Resume | None = None
    _heard: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def name(self) -> str:
        """The device's name in the settings."""
        return self.driver.device

    async def run(self) -> None:
        """Keep the driver running until cancelled."""
        pause = _AGAIN_S
        silent = asyncio.create_task(self._tell_if_silent())
        try:
            while True:
                try:
                    await self.driver.run(self.table.deliver, self.table.keeper.positions.of(self.name))
                    self.on_fault(f"{self.name}: the driver ended")
                except Exception as error:  # a driver's bug must not end the evening
                    log.error("driver_fault", device=self.name, error=type(error).__name__, path=path_to(error))
                    self.on_fault(f"{self.name}: {place_of(error)}")
                self._deliver_state("lost", "its driver failed")
                await asyncio.sleep(pause)
                pause = min(2 * pause, _AGAIN_MAX_S)
        finally:
            silent.cancel()

    async def _tell_if_silent(self) -> None:
        """A device that does not even say that it is lost is lost."""
        await asyncio.sleep(_SILENT_S)
        if self.table.devices.get(self.name) == "starting":
            self._deliver_state("lost", "it does not answer")

    def _deliver_state(self, state: str, reason: str) -> None:
        now = self.clock.now()
        told = DeviceState(t=now, u=0.0, device=self.name, state=state, extra={"reason": reason})
        self.table.deliver(told)

    def position(self) -> Resume | None:
        """Up to where this device has been heard."""
        return self.table.keeper.positions.of(self.name)

    def commit(self, upto: Resume | None) -> None:
        """What is on disk may be forgotten by the device; while the record cannot be kept, nothing may."""
        if upto is not None and upto != self._committed and self.table.recorder.is_sound:
            self._committed = upto
            self.driver.commit(upto.boot, upto.seq)

    def health(self) -> Mapping[str, object]:
        """For the operator."""
        state = self.table.devices.get(self.name, "starting")
        return {"table": self.table.name, "state": state, **self.driver.counters()}


async def sync_evidence(evidence: Evidence, watches: list[DeviceWatch], on_fault: Callable[[str], None]) -> None:
    """Once a second: what was read is brought to disk, then the devices may forget it. Runs until cancelled."""
    while True:
        await asyncio.sleep(_SYNC_S)
        for watch in watches:
            watch.table.keeper.flush()
        upto = [(watch, watch.position()) for watch in watches]
        try:
            await evidence.sync()
        except EvidenceError as error:
            on_fault(str(error))
            continue
        for watch, place in upto:
            if "evidence_failed" not in watch.table.faults:
                watch.commit(place)
