"""A bench a driver: its twin, and acts at the table that have to be told; `TWINS` puts each into the contract suite."""

import asyncio
from importlib.metadata import entry_points

from support.pty_hub import until
from support.readers import Readers, tag, uid
from support.serial_readers import KINDS, tag_of

from controller.model.calls import call
from controller.model.cards import PACK
from controller.model.dealing import CardDealt
from controller.model.readings import CallShown, DeviceState, Scan, TagSeen
from controller.model.seats import SEATS
from firmware_bridge.messages import ResetCause
from hw_sim import acts
from hw_sim.boxes.bidding_box import BoxTwin
from hw_sim.boxes.shared_line import SharedLine
from hw_sim.clock import ScaledClock
from hw_sim.dealing_machine import DealingMachineTwin
from hw_sim.physics import TableTop
from hw_sim.table_hub import TableHubTwin

DRIVERS = {
    point.name: point
    for group in ("smart_table.drivers", "smart_table.dealing_machines")
    for point in entry_points(group=group)
}
CALLS = [call(f"{level}{denomination}") for level in (1, 2, 3) for denomination in ("C", "D", "H", "S", "NT")]
#: Acts of a test, told in this order.
ACTS = range(15)


class Bench:
    """A driver, its twin, and what the controller was told; `act` does something at the table that has to be told."""

    clock = ScaledClock(10.0, start=100.0)
    #: Does the device number what it says, and keep it until it is on disk?
    numbers = True
    #: How many frames in a hundred a bad wire spoils.
    spoiled = 20
    #: What is done over a bad wire.
    on_a_bad_wire = ACTS

    #: The speed of its line, where that is a real one.
    line_baud = 115200

    def __init__(self, name):
        self.name = name
        self.driver = DRIVERS[name].load()(self.settings, self.clock)
        self.told = []
        self.task = None

    def start(self, resume=None):
        self.task = asyncio.create_task(self.driver.run(self.told.append, resume))

    def start_at(self, baud):
        """Begin anew, at another speed of the line."""
        self.driver = DRIVERS[self.name].load()({**self.settings, "baud": baud}, self.clock)
        self.start()

    async def stop(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    def states(self):
        return [reading.state for reading in self.told if isinstance(reading, DeviceState)]

    async def ready(self):
        await until(lambda: self.states()[-1:] == ["ready"])

    async def heard(self, count, seconds=10.0):
        await until(lambda: len(self.acts()) >= count, seconds=seconds)


class HubBench(Bench):
    """A table hub; its acts are calls."""

    def __init__(self, name, folder, _service):
        self.clock = ScaledClock(10.0, start=100.0)
        self.twin = TableHubTwin("7", TableTop(1), self.clock, ports=folder, seed=1)
        self.settings = {"device": "hub-7", "port": str(self.twin.path)}
        super().__init__(name)
        self.twin.start()

    async def ready(self):
        await super().ready()
        await until(lambda: len(self.told) > 5)

    async def act(self, number):
        self.twin.do(acts.ShowCall(SEATS[number % 4], CALLS[number]))

    def acts(self):
        return [CALLS.index(reading.call) for reading in self.told if isinstance(reading, CallShown)]

    def unplug(self, *, keeps_power=True):
        self.twin.unplug(keeps_power=keeps_power)

    def replug(self):
        self.twin.replug()

    def end(self):
        self.twin.stop()


class BoxBench(Bench):
    """Four bidding boxes on one line; its acts are calls. Two at once have no order: each is waited for."""

    def __init__(self, name, folder, _service):
        self.clock = ScaledClock(1.0, start=100.0)
        self.twin = SharedLine(folder / "usb-SmartTable_RS485_7-if00", seed=1)
        self.boxes = [BoxTwin(seat, self.twin, self.clock, address=n, seed=1) for n, seat in enumerate(SEATS, start=1)]
        self.settings = {"device": "boxes-7", "port": str(self.twin.path), "boxes": {"N": 1, "E": 2, "S": 3, "W": 4}}
        super().__init__(name)
        self.twin.plug()

    async def ready(self):
        await super().ready()
        await until(lambda: all(box.link.connected for box in self.boxes))

    async def act(self, number):
        self.boxes[number % 4].show(CALLS[number])
        if self.twin.is_plugged:
            await until(lambda: number in self.acts(), seconds=20.0)

    def acts(self):
        return [CALLS.index(reading.call) for reading in self.told if isinstance(reading, CallShown)]

    def unplug(self, *, keeps_power=True):
        self.twin.unplug()
        if not keeps_power:
            for box in self.boxes:
                box.power_off()

    def replug(self):
        for box in self.boxes:
            calls, off = box.calls, box not in self.twin.stations
            if off:
                box.power_on()
                box.calls = calls
        self.twin.plug()

    def end(self):
        self.twin.close()


class MachineBench(Bench):
    """A dealing machine; its acts are cards that fall."""

    def __init__(self, name, folder, _service):
        self.clock = ScaledClock(1.0, start=100.0)
        self.machine = DealingMachineTwin("7", self.clock, ports=folder, seed=1)
        self.twin = self.machine.line
        self.settings = {"device": "dealer", "port": str(self.machine.path)}
        super().__init__(name)
        self.machine.start()

    async def act(self, number):
        self.machine.fall(number, number % 4)

    def acts(self):
        return [PACK.index(reading.card) for reading in self.told if isinstance(reading, CardDealt)]

    def unplug(self, *, keeps_power=True):
        self.twin.unplug()
        if not keeps_power:
            self.machine.reboot(ResetCause.POWER_ON)

    def replug(self):
        self.twin.plug()

    def end(self):
        self.machine.stop()


class PcscBench(Bench):
    """Readers on PC/SC; its acts are cards put down. Two at once on two readers have no order: each is waited for."""

    numbers = False

    def __init__(self, name, folder, service):
        self.readers = Readers(*service, folder)
        self.readers.daemon.start()
        self.settings = self.readers.settings
        super().__init__(name)

    async def act(self, number):
        reader = self.readers.all[number % 4]
        if reader.plugged:
            reader.lift()
            await until(lambda: self._lies(number % 4) == "")
        reader.put(uid(number))
        if reader.plugged:
            await until(lambda: self._lies(number % 4) == tag(number))

    def acts(self):
        told = [(r.tag,) if isinstance(r, TagSeen) else r.tags for r in self.told if isinstance(r, TagSeen | Scan)]
        return [int(tags[0][-4:], 16) for tags in told if tags]

    def unplug(self, *, keeps_power=True):  # noqa: ARG002 - a reader keeps nothing
        for reader in self.readers.all:
            reader.unplug()

    def replug(self):
        for reader in self.readers.all:
            reader.plug()

    def end(self):
        self.readers.close()

    def _lies(self, reader):
        """What was told last of a reader's place; None before anything was."""
        lies = None
        for reading in self.told:
            if getattr(reading, "at", None) != f"play.{'NESW'[reader]}":
                continue
            if isinstance(reading, Scan):
                lies = " ".join(reading.tags)
            else:
                lies = reading.tag if isinstance(reading, TagSeen) else ""
        return lies


class ReaderBench(Bench):
    """A reader on a serial line; its acts are cards put down in the place of the one before.

    It tells rounds: one that misses a card is told, and the card again after it, so an act is when it is told first.
    """

    numbers = False
    on_a_bad_wire = range(5)

    def __init__(self, name, folder, _service):
        self.clock = ScaledClock(10.0, start=100.0)
        self.kind = KINDS[name]
        self.spoiled = self.kind.spoiled
        self.line_baud = self.kind.make.baud
        self.twin = self.kind.twin(folder)
        self.settings = self.kind.settings(self.twin)
        super().__init__(name)
        self.twin.start()

    async def act(self, number):
        self.twin.field.clear()
        self.twin.field.put(self.kind.uid(number))
        if self.twin.is_plugged:
            await until(lambda: number in self.acts(), seconds=20.0)

    def acts(self):
        scans = [reading.tags for reading in self.told if isinstance(reading, Scan) and reading.tags]
        numbers = {tag_of(self.kind.uid(number)): number for number in ACTS}
        return list(dict.fromkeys(numbers[tag] for tags in scans for tag in tags))

    def unplug(self, *, keeps_power=True):  # noqa: ARG002 - a reader lives on its cable
        self.twin.unplug()

    def replug(self):
        self.twin.replug()

    def end(self):
        self.twin.stop()


TWINS = {
    "table_hub": HubBench,
    "bidding_box": BoxBench,
    "dealing_machine": MachineBench,
    "pcsc_reader": PcscBench,
} | dict.fromkeys(KINDS, ReaderBench)
