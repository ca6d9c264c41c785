"""Wire values of several boxes as readings of one device: states, seats, and one number for all of them."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.model.calls import call
from controller.model.reading_log import reading_from_json, reading_to_json
from controller.model.readings import CallShown, DeviceState
from controller.model.seats import Seat
from controller.ports import Resume
from controller.service.positions import Positions
from drivers.bidding_box.protocol import BoxReadings, joined, parted, resumes
from drivers.bidding_box.settings import box_settings
from firmware_bridge import Event, LinkDown, LinkUp, TimeSample
from firmware_bridge.link import DownReason
from firmware_bridge.messages import CallButton, HelloAck

GIVEN = {"device": "boxes-7", "port": "/dev/ttyX", "boxes": {"N": 1, "S": 3}}
BOOT = st.integers(0, 2**32 - 1)


def info(boot):
    return HelloAck(1, 5, 0, 0, boot, 0, 0, 64, 8, 0, 0, 1, 1, 0, b"", "box", "1")


@dataclass
class Line:
    readings: BoxReadings

    def says(self, address, value):
        return self.readings.readings(address, value, at=10.0)


@pytest.fixture
def line():
    made = Line(BoxReadings(box_settings(GIVEN)))
    for address in (1, 3):
        made.says(address, TimeSample(9.0, 9.002, 0, 0))
        made.says(address, LinkUp(info(70 + address), resumed=False))
    return made


def pressed(boot, number, seat, code=3):
    return Event(boot, number, 1000, CallButton(seat, code, 1))


def test_the_settings_say_whose_box_has_an_address(line):
    (told,) = line.says(3, pressed(73, 1, seat=0))

    assert str(told.seat) == "S"
    assert line.readings.counters["wrong_seats"] == 1


def test_the_number_of_a_reading_says_how_far_every_box_has_been_heard(line):
    line.says(1, pressed(71, 4, seat=0))
    (told,) = line.says(3, pressed(73, 9, seat=2))

    assert isinstance(told, CallShown)
    assert parted(told.boot, told.seq, 2) == [(71, 4), (73, 9)]


@given(st.lists(st.tuples(BOOT, BOOT), min_size=1, max_size=4))
def test_joined_numbers_come_apart_again(parts):
    whole = joined(parts)

    assert parted(whole.boot, whole.seq, len(parts)) == parts


@given(st.lists(st.integers(0, 2**32 - 2), min_size=1, max_size=4), st.data())
def test_the_joined_number_grows_when_any_box_is_heard(numbers, data):
    place = data.draw(st.integers(0, len(numbers) - 1))
    later = [number + (at == place) for at, number in enumerate(numbers)]

    assert joined([(1, number) for number in later]).seq > joined([(1, number) for number in numbers]).seq


def test_the_joined_number_outlives_a_restart_of_the_controller():
    number = joined([(2**32 - 1, 5), (0, 0), (3, 2**32 - 1)])
    shown = CallShown(t=1.0, seat=Seat.N, call=call("1C"), device="boxes-7", boot=number.boot, seq=number.seq)
    again = reading_from_json(json.loads(json.dumps(reading_to_json(shown))))
    before, after = Positions(), Positions()

    assert before.take(again)
    after.restore(json.loads(json.dumps(before.as_json())))
    assert after.of("boxes-7") == number


def test_a_box_that_was_never_heard_is_asked_for_all_it_has():
    settings = box_settings(GIVEN)

    assert resumes(settings, joined([(71, 4), (0, 0)])) == {1: (71, 5)}
    assert resumes(settings, None) == {}


def test_one_missing_box_degrades_and_all_missing_are_lost(line):
    (first,) = line.says(1, LinkDown(DownReason.SILENT, "nothing heard for 1.5 s"))
    (second,) = line.says(3, LinkDown(DownReason.SILENT))

    assert (first.state, first.extra["reason"]) == ("degraded", "N: silent: nothing heard for 1.5 s")
    assert second.state == "lost"


def test_what_is_wrong_is_told_again_when_more_is_known(line):
    line.says(1, LinkDown(DownReason.SILENT))
    (told,) = line.says(1, LinkDown(DownReason.NO_ANSWER, "two devices have the address 1"))

    assert isinstance(told, DeviceState)
    assert told.extra["reason"] == "N: no answer: two devices have the address 1"


def test_the_first_box_that_answers_makes_the_line_ready():
    readings = BoxReadings(box_settings(GIVEN))
    (told,) = readings.readings(1, LinkUp(info(1), resumed=False), at=1.0)

    assert told.state == "ready"


def test_after_a_restart_the_number_that_the_journal_has_is_not_told_again():
    readings = BoxReadings(box_settings(GIVEN), Resume(*_pair(joined([(71, 4), (73, 9)]))))
    readings.readings(1, LinkUp(info(71), resumed=True), at=1.0)
    readings.readings(3, TimeSample(0.9, 1.0, 0, 0), at=1.0)
    (told,) = readings.readings(3, pressed(73, 10, seat=2), at=2.0)

    assert parted(told.boot, told.seq, 2) == [(71, 4), (73, 10)]


def _pair(resume):
    return resume.boot, resume.seq
