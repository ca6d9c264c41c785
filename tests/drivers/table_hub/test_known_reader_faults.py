"""Faults of card readers that their users have reported in public, from the antenna to readings (drivers/FAULTS.md)."""

import pytest
from support.bad_wire import Faults, World

from controller.model.readings import DeviceState, Scan
from drivers.table_hub.protocol import HubReadings
from drivers.table_hub.settings import hub_settings
from firmware_bridge import Event, LinkUp, TimeSample, messages
from firmware_bridge.frames import Decoder
from firmware_bridge.messages import HelloAck
from tests.firmware_bridge import golden

INFO = HelloAck(1, 1, 0, 0, 7, 0, 0, 240, 8, 13, 0, 1, 1, 0, b"", "hub", "1.0.0")


class Hub:
    """A hub that is up, and what it tells of what its readers say."""

    def __init__(self):
        self.readings = HubReadings(hub_settings({"device": "hub-7", "port": "/dev/ttyX"}))
        self.readings.readings(TimeSample(99.999, 100.001, 0, 0), at=100.0)
        self.readings.readings(LinkUp(INFO, resumed=False), at=100.0)
        self.told = []

    def hear(self, *bodies):
        for body in bodies:
            self.told += self.readings.readings(Event(7, len(self.told) + 1, 1_000_000, body), at=101.5)
        return self.told


def test_a_mute_reader_is_named_once_however_often_it_fails():
    told = Hub().hear(*[messages.ReaderError(2, 1)] * 500, messages.ReaderError(2, 0))
    assert [(state.state, state.extra.get("reason")) for state in told if isinstance(state, DeviceState)] == [
        ("degraded", "antenna play.S: silent"),
        ("ready", "antenna play.S: works again"),
    ]


@pytest.mark.parametrize("shared", range(1, 8))
def test_tags_whose_uids_begin_alike_or_end_in_zero_are_all_told(shared):
    uids = tuple(bytes.fromhex("E00401500A0000"[: 2 * shared] + f"{i:02X}" * (8 - shared)) for i in range(13))
    uids = (*uids, bytes.fromhex("E004015000000000"))
    (scan,) = (reading for reading in Hub().hear(messages.TagSet(0, 1, 0, 1, uids)) if isinstance(reading, Scan))
    assert scan.tags == tuple(uid.hex().upper() for uid in uids)


def test_a_byte_left_over_between_two_frames_shifts_no_frame():
    frames = Decoder().feed(b"".join(golden.ALL_BYTES))
    assert Decoder().feed(b"\0".join(golden.ALL_BYTES)) == frames
    assert len(frames) == len(golden.ALL_BYTES)


@pytest.mark.parametrize("seed", range(4))
def test_a_burst_of_two_hundred_reads_over_a_wire_that_drops_bytes_arrives_whole_and_once(seed):
    world = World(seed, Faults(cut=0.1, flip=0.002, loss=0.05))
    world.run(1.0)
    for number in range(200):
        world.scan(number)
    world.run(5.0)
    world.settle()
    world.check_everything_told_once()
    read = [value for value in world.journal.kept if isinstance(value, Event)]
    assert [e.body.uid for e in read if isinstance(e.body, messages.TagArrive)] == [
        number.to_bytes(8, "big") for number in range(200)
    ]
