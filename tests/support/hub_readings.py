"""A hub's wire values and the readings that they become."""

import dataclasses

from drivers.table_hub.protocol import HubReadings
from drivers.table_hub.settings import hub_settings
from firmware_bridge import (
    Event,
    LinkUp,
    TimeSample,
)
from firmware_bridge.messages import HelloAck

ACE, TWO = bytes.fromhex("E00401500A000001"), bytes.fromhex("E00401500A000002")


INFO = HelloAck(1, 1, 0, 0, 7, 0, 0, 240, 8, 13, 0, 1, 1, 0, b"", "hub", "1.0.0")


class Hub:
    """A hub that is up; `hear` gives an event the next number."""

    def __init__(self, **given):
        self.readings = HubReadings(hub_settings({"device": "hub-7", "port": "/dev/ttyX", **given}))
        self.number = 0
        self.first = self.tell(TimeSample(99.999, 100.001, 0, 0)) + self.tell(LinkUp(INFO, resumed=False))

    def tell(self, value, at=100.0):
        return self.readings.readings(value, at=at)

    def hear(self, body, tick=1_000_000, at=101.5):
        self.number += 1
        return self.tell(Event(7, self.number, tick, body), at)

    @property
    def counters(self):
        return {name: number for name, number in self.readings.counters.items() if number}


def bare(readings):
    """Readings without times, device and numbers."""
    return [
        dataclasses.replace(reading, t=0, r=None, u=None, device=None, boot=None, seq=None, extra={})
        for reading in readings
    ]
