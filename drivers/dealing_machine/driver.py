"""A dealing machine as a driver: one device alone on a serial line, and the orders that it is given."""

import secrets
from collections.abc import Mapping
from typing import Any

from controller.model.board import Deal
from controller.ports import Clock, DealingMachine, Deliver, Resume
from drivers.dealing_machine.protocol import COUNTED, MachineReadings, order_of
from drivers.dealing_machine.settings import MachineSettings, machine_settings
from drivers.transports.serial_driver import LineSettings, SerialDriver
from drivers.wire.dialogue import WIRE_COUNTED, LineDialogue
from firmware_bridge import Alone, HostLink
from firmware_bridge import Resume as WireResume
from firmware_bridge.dealing import DealingCommand, StopDeal

#: A machine answers to this address.
ADDRESS = 1


def open_machine(settings: Mapping[str, Any], clock: Clock) -> DealingMachine:
    """The dealing machine that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    return Machine(machine_settings(settings), clock)


class Machine:
    """One machine (controller.ports.DealingMachine). An order given while it is away is given when it is back."""

    def __init__(self, settings: MachineSettings, clock: Clock) -> None:
        line = LineSettings(settings.device, settings.port, settings.baud)
        self._settings = settings
        self._link: HostLink | None = None
        self._waiting: list[DealingCommand] = []
        self._driver = SerialDriver(line, clock, self._dialogue, counted=(*COUNTED, *WIRE_COUNTED))

    @property
    def device(self) -> str:
        """Its name."""
        return self._settings.device

    async def run(self, deliver: Deliver, resume: Resume | None = None) -> None:
        """Deliver what it tells until cancelled; a fault of `deliver` ends it with that fault."""
        await self._driver.run(deliver, resume)

    def commit(self, boot: int, seq: int) -> None:
        """Everything up to `seq` is on disk: the machine may forget it."""
        self._driver.commit(boot, seq)

    def counters(self) -> Mapping[str, int]:
        """Frames, garbage, lost events and the like."""
        return self._driver.counters()

    def deal(self, board: int, deal: Deal | None = None) -> None:
        """Deal that board: these hands, or (None) the cards as they come."""
        self._order(order_of(board, deal))

    def stop(self, board: int) -> None:
        """Break the deal of that board off."""
        self._order(StopDeal(board))

    def _order(self, command: DealingCommand) -> None:
        self._waiting = [command]
        self.give()
        self._driver.wake()

    def give(self) -> None:
        """The latest order, as soon as there is a session."""
        if self._link is not None and self._waiting and self._link.send(self._waiting[0]):
            self._waiting.clear()

    def _dialogue(self, resume: Resume | None) -> LineDialogue:
        known = WireResume(resume.boot, resume.seq + 1) if resume is not None else None
        self._link = HostLink(secrets.randbits(32), resume=known, address=ADDRESS)
        readings = MachineReadings(self._settings.device)
        return _Ordering(self, Alone(self._link, ADDRESS), readings)


class _Ordering(LineDialogue):
    """The machine's dialogue; a waiting order goes out with the first bytes of a session."""

    def __init__(self, machine: Machine, line: Alone, readings: MachineReadings) -> None:
        super().__init__(line, readings, lambda boot, seq: [(ADDRESS, boot, seq)])
        self._machine = machine

    def bytes_to_send(self) -> bytes:
        """Whole frames that have to go out now."""
        self._machine.give()
        return super().bytes_to_send()
