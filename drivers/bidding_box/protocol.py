"""Wire values of the bidding boxes of one line to readings: addresses become seats, ticks controller time. Pure.

A line is one device to the controller: lost when no box answers, degraded when one of them does not. Its readings are
numbered for all boxes together (`joined`), so that the journal knows where it stands with each of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.model.readings import CallGone, CallShown, DeviceState, Reading
from controller.model.seats import SEATS, Seat
from controller.ports import Resume
from drivers.bidding_box.bidding_cards import TrayCalls
from drivers.bidding_box.settings import BoxSettings
from drivers.wire import boxes
from drivers.wire.boxes import SeatBox
from firmware_bridge import (
    DeviceClock,
    DeviceRebooted,
    Event,
    EventsLost,
    LinkDegraded,
    LinkDown,
    LinkRecovered,
    LinkUp,
    TimeSample,
    UnknownMessage,
    messages,
)
from firmware_bridge.clock import Verdict
from firmware_bridge.link import HostValue
from firmware_bridge.messages import ReaderCode
from firmware_bridge.tag_sets import TagSetJoiner

#: Times are told in whole microseconds.
DIGITS = 6
#: What is counted here, by name.
COUNTED = (
    "clock_jumps",
    "events_lost",
    "reader_errors",
    "reboots",
    "strange_tags",
    "unknown_messages",
    "wrong_seats",
    *boxes.COUNTED,
)
_BITS = 32


def joined(parts: Sequence[tuple[int, int]]) -> Resume:
    """One number for all boxes: of each its boot and event number, 32 bits each. It grows when any of them does."""
    boot = sum(boot << _BITS * place for place, (boot, _) in enumerate(parts))
    return Resume(boot, sum(evt_no << _BITS * place for place, (_, evt_no) in enumerate(parts)))


def parted(boot: int, seq: int, count: int) -> list[tuple[int, int]]:
    """The boot and event number of each box again."""
    mask = (1 << _BITS) - 1
    return [(boot >> _BITS * place & mask, seq >> _BITS * place & mask) for place in range(count)]


@dataclass(slots=True)
class _Box:
    """What is known of one box."""

    seat: Seat
    clock: DeviceClock
    keys: SeatBox
    tray: TrayCalls
    joiner: TagSetJoiner
    boot: int = 0
    evt_no: int = 0
    is_up: bool = False
    #: Why it is not as it should be; empty if it is.
    trouble: str = ""


class BoxReadings:
    """The values of one line's boxes as readings."""

    def __init__(self, settings: BoxSettings, resume: Resume | None = None) -> None:
        self.counters: Counter[str] = Counter()
        self._settings = settings
        self._boxes = {address: self._box(seat) for address, seat in settings.seats.items()}
        self._told: tuple[str, str] | None = None
        self._numbered = resume
        if resume is not None:
            for box, part in zip(self._boxes.values(), parted(resume.boot, resume.seq, len(self._boxes)), strict=True):
                box.boot, box.evt_no = part

    def readings(self, address: int, value: HostValue, *, at: float) -> list[Reading]:
        """What a value of the box with that address tells, that came at `at` (controller time)."""
        box = self._boxes[address]
        match value:
            case Event():
                return self._event(box, value, at)
            case TimeSample():
                self.counters["clock_jumps"] += box.clock.add(value) is Verdict.JUMPED
                return []
            case UnknownMessage():
                self.counters["unknown_messages"] += 1
                return []
            case EventsLost():
                self.counters["events_lost"] += value.last - value.first + 1
                return []
            case _:
                return self._link_value(box, value, at)

    def port_lost(self, reason: str, *, at: float) -> list[Reading]:
        """The port is gone or was never there."""
        for box in self._boxes.values():
            box.is_up, box.trouble = False, reason
        return self._state(at)

    def due(self) -> float | None:
        """When a call on a tray becomes clear."""
        return min((due for box in self._boxes.values() if (due := box.tray.due()) is not None), default=None)

    def time_passed(self, at: float) -> list[Reading]:
        """Calls on trays that have become clear."""
        found: list[Reading] = []
        for box in self._boxes.values():
            for change in box.tray.time_passed(at):
                kind = CallShown if change.shown else CallGone
                told = kind(t=round(min(change.t, at), DIGITS), seat=box.seat, call=change.call)
                found.append(replace(told, r=round(at, DIGITS), device=self._settings.device))
        return self._with_number(found)

    # -- the link ----------------------------------------------------------------------------

    def _link_value(self, box: _Box, value: HostValue, at: float) -> list[Reading]:
        match value:
            case LinkUp():
                box.is_up, box.trouble = True, ""
                if not value.resumed:
                    box.joiner = TagSetJoiner()
                box.boot = value.info.boot_id
            case LinkDown():
                box.is_up = False
                box.trouble = f"{value.reason.value}: {value.detail}" if value.detail else value.reason.value
            case LinkDegraded():
                box.trouble = "silent"
            case LinkRecovered():
                box.trouble = ""
            case DeviceRebooted():
                self.counters["reboots"] += 1
                self.counters["events_lost"] += value.undelivered
                box.clock = self._clock()
                box.boot, box.evt_no = value.boot_id, 0
            case _:
                return []
        return self._state(at)

    def _state(self, at: float) -> list[Reading]:
        """The line's state, if it has changed, or if other boxes are in trouble than before."""
        troubles = [f"{box.seat}: {box.trouble}" for box in self._boxes.values() if box.trouble]
        state = "degraded" if troubles else "ready"
        if not any(box.is_up for box in self._boxes.values()):
            if len(troubles) < len(self._boxes):
                return []  # some have not been heard yet, nor missed
            state = "lost"
        why = "; ".join(troubles)
        if self._told is not None and self._told[0] == state and (state == "lost" or self._told[1] == why):
            return []
        self._told = (state, why)
        extra: Mapping[str, Any] = {"reason": why} if why else {}
        return [DeviceState(t=round(at, DIGITS), u=0.0, device=self._settings.device, state=state, extra=extra)]

    # -- events ------------------------------------------------------------------------------

    def _event(self, box: _Box, event: Event, at: float) -> list[Reading]:
        stamp = box.clock.stamp(event.tick_us, arrived=at)
        t, r, u = round(min(stamp.t, at), DIGITS), round(at, DIGITS), round(stamp.u + 1e-6, DIGITS)
        body = self._body(box, event, t)
        box.boot, box.evt_no = event.boot_id, event.evt_no
        return self._with_number([replace(told, r=r, u=u, device=self._settings.device) for told in body])

    def _body(self, box: _Box, event: Event, t: float) -> list[Reading]:
        match event.body:
            case messages.CallButton() | messages.Key() as body:
                return self._of_seat(box, body.seat).readings(body, t)
            case messages.BoxState() as body:
                return self._of_seat(box, body.seat).readings(body, t)
            case messages.TagSet() as body:
                whole = box.joiner.add(body)
                if whole is not None:
                    box.tray.round((uid.hex().upper() for uid in whole.uids), t)
                return []
            case messages.ReaderError() as body:
                return self._reader_error(box, body, t)
            case messages.SnapshotBegin() | messages.SnapshotEnd():
                return []
            case _:  # what hubs and dealing machines say
                self.counters["unknown_messages"] += 1
                return []

    def _of_seat(self, box: _Box, seat: int) -> SeatBox:
        """The settings say whose box has an address; a box that thinks otherwise is counted."""
        self.counters["wrong_seats"] += seat >= len(SEATS) or SEATS[seat] is not box.seat
        return box.keys

    def _reader_error(self, box: _Box, body: messages.ReaderError, t: float) -> list[Reading]:
        works = body.code == ReaderCode.WORKS_AGAIN
        self.counters["reader_errors"] += not works
        known = body.code in list(ReaderCode)
        fault = ReaderCode(body.code).name.lower() if known else f"fault {body.code}"
        box.trouble = "" if works else f"tray: {fault}"
        return self._state(t)

    def _with_number(self, found: list[Reading]) -> list[Reading]:
        """The number of all that has been heard stands on the last reading, unless it stood on one before."""
        number = joined([(box.boot, box.evt_no) for box in self._boxes.values()])
        if found and number != self._numbered and not isinstance(found[-1], DeviceState):
            self._numbered = number
            found[-1] = replace(found[-1], boot=number.boot, seq=number.seq)
        return found

    def _box(self, seat: Seat) -> _Box:
        given = self._settings
        tray = TrayCalls(given.cards, rest_s=given.card_rest_s, gone_s=given.card_gone_s, counters=self.counters)
        return _Box(seat, self._clock(), SeatBox(seat, self.counters), tray, TagSetJoiner())

    def _clock(self) -> DeviceClock:
        return DeviceClock(max_drift=self._settings.max_drift_ppm * 1e-6)


def resumes(settings: BoxSettings, resume: Resume | None) -> dict[int, tuple[int, int]]:
    """By address, the boot of each box and the first of its events that the journal has not."""
    if resume is None:
        return {}
    parts: Iterable[tuple[int, int]] = parted(resume.boot, resume.seq, len(settings.boxes))
    return {address: (boot, evt_no + 1) for address, (boot, evt_no) in zip(settings.seats, parts, strict=True) if boot}
