"""Wire values of a table hub to readings: antennas become places, ticks become controller time. Pure.

What a reading means is not known here. Values that make no sense are counted, never raised.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from controller.model.readings import BoardTag, DeviceState, Reading, Scan, TagGone, TagSeen
from controller.model.seats import SEATS
from drivers.table_hub.settings import HubSettings
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
from firmware_bridge.messages import EventBody, ReaderCode
from firmware_bridge.tag_sets import TagSetJoiner

AntennaBody = messages.TagSet | messages.TagArrive | messages.TagDepart | messages.ReaderError
#: Times are told in whole microseconds.
DIGITS = 6
#: No board number; what was told of the board's tag before anything was.
NOT_TOLD = -1
#: What is counted here, by name.
COUNTED = (
    "clock_jumps",
    "events_lost",
    "reader_errors",
    "reboots",
    "unknown_antennas",
    "unknown_boards",
    "unknown_messages",
    "unknown_seats",
    *boxes.COUNTED,
)


class HubReadings:
    """One hub's stream of wire values as readings."""

    def __init__(self, settings: HubSettings) -> None:
        self.counters: Counter[str] = Counter()
        self._settings = settings
        self._clock = DeviceClock(max_drift=settings.max_drift_ppm * 1e-6)
        self._joiner = TagSetJoiner()
        self._state: str | None = None
        self._up = False
        self._slow = False
        self._gap = False
        self._broken: dict[int, str] = {}
        self._boxes = [SeatBox(seat, self.counters) for seat in SEATS]
        self._board: int | None = NOT_TOLD

    def readings(self, value: HostValue, *, at: float) -> list[Reading]:
        """What a value of the link that came at `at` (controller time) tells."""
        match value:
            case Event():
                return self._event(value, at)
            case TimeSample():
                verdict = self._clock.add(value)
                self.counters["clock_jumps"] += verdict is Verdict.JUMPED
                return []
            case EventsLost():
                self.counters["events_lost"] += value.last - value.first + 1
                self._gap = True
                return self._told_state(at, {"reason": f"events {value.first} to {value.last} lost"})
            case UnknownMessage():
                self.counters["unknown_messages"] += 1
                return []
            case _:
                return self._link_value(value, at)

    def port_lost(self, reason: str, *, at: float) -> list[Reading]:
        """The port is gone or was never there."""
        return self._told_down(at, reason)

    # -- the link ----------------------------------------------------------------------------

    def _link_value(self, value: HostValue, at: float) -> list[Reading]:
        match value:
            case LinkUp():
                self._up, self._slow, self._gap = True, False, False
                self._broken.clear()  # the whole state, which follows, tells what is still broken
                if not value.resumed:
                    self._joiner = TagSetJoiner()
                firmware = f"{value.info.fw_name} {value.info.fw_version}"
                return self._told_state(at, {"firmware": firmware, "resumed": value.resumed})
            case LinkDown():
                reason = f"{value.reason.value}: {value.detail}" if value.detail else value.reason.value
                return self._told_down(at, reason)
            case LinkDegraded():
                self._slow = True
                return self._told_state(at, {"reason": "silent"})
            case LinkRecovered():
                self._slow = False
                return self._told_state(at)
            case DeviceRebooted():
                self.counters["reboots"] += 1
                self.counters["events_lost"] += value.undelivered
                self._clock = DeviceClock(max_drift=self._settings.max_drift_ppm * 1e-6)
                return []
            case _:
                return []

    def _told_down(self, at: float, reason: str) -> list[Reading]:
        self._up = False
        return self._told_state(at, {"reason": reason})

    def _told_state(self, at: float, why: Mapping[str, Any] | None = None) -> list[Reading]:
        """The device's state, if it has changed."""
        troubled = self._slow or self._gap or self._broken
        state = "degraded" if troubled else "ready"
        state = state if self._up else "lost"
        if state == self._state:
            return []
        self._state = state
        return [DeviceState(t=round(at, DIGITS), u=0.0, device=self._settings.device, state=state, extra=why or {})]

    # -- events ------------------------------------------------------------------------------

    def _event(self, event: Event, at: float) -> list[Reading]:
        stamp = self._clock.stamp(event.tick_us, arrived=at)
        t, r, u = round(min(stamp.t, at), DIGITS), round(at, DIGITS), round(stamp.u + 1e-6, DIGITS)
        found = [replace(told, r=r, u=u, device=self._settings.device) for told in self._body(event.body, t)]
        if found:
            # One event may tell several things (a box after a gap). Its number stands on the last of them alone:
            # only when all of them are on disk may the device forget the event.
            found[-1] = replace(found[-1], boot=event.boot_id, seq=event.evt_no)
        return found

    def _body(self, body: EventBody, t: float) -> list[Reading]:
        match body:
            case messages.TagSet() | messages.TagArrive() | messages.TagDepart() | messages.ReaderError():
                return self._antenna(body, t)
            case messages.CallButton() | messages.BoxState() | messages.Key():
                return self._box(body, t)
            case messages.BoardTag():
                return self._board_tag(body, t)
            case messages.SnapshotBegin():
                return []
            case messages.SnapshotEnd():
                self._gap = False
                return self._told_state(t)
            case _:  # what dealing machines say
                self.counters["unknown_messages"] += 1
                return []

    def _antenna(self, body: AntennaBody, t: float) -> list[Reading]:
        places = self._settings.antennas
        place = places[body.antenna] if body.antenna < len(places) else ""
        if not place:
            self.counters["unknown_antennas"] += 1
            return []
        match body:
            case messages.TagSet():
                whole = self._joiner.add(body)
                if whole is None:
                    return []
                tags = tuple(_tag(uid) for uid in whole.uids)
                return [Scan(t=t, at=place, tags=tags, extra={"round": body.round})]
            case messages.TagArrive():
                rssi = float(body.rssi) if body.rssi else None
                return [TagSeen(t=t, at=place, tag=_tag(body.uid), rssi=rssi, extra={"round": body.round})]
            case messages.TagDepart():
                return [TagGone(t=t, at=place, tag=_tag(body.uid), extra={"round": body.round})]
            case messages.ReaderError():
                return self._reader_error(body, place, t)
            case _:
                assert_never(body)

    def _reader_error(self, body: messages.ReaderError, place: str, t: float) -> list[Reading]:
        self.counters["reader_errors"] += body.code != ReaderCode.WORKS_AGAIN
        if body.code == ReaderCode.WORKS_AGAIN:
            self._broken.pop(body.antenna, None)
        else:
            self._broken[body.antenna] = place
        known = body.code in list(ReaderCode)
        fault = ReaderCode(body.code).name.lower().replace("_", " ") if known else f"fault {body.code}"
        return self._told_state(t, {"reason": f"antenna {place}: {fault}"})

    def _box(self, body: messages.CallButton | messages.BoxState | messages.Key, t: float) -> list[Reading]:
        if body.seat >= len(SEATS):
            self.counters["unknown_seats"] += 1
            return []
        return self._boxes[body.seat].readings(body, t)

    def _board_tag(self, body: messages.BoardTag, t: float) -> list[Reading]:
        number: int | None = None
        if body.present:
            number = body.board or self._settings.boards.get(_tag(body.uid))
            if number is None:
                self.counters["unknown_boards"] += 1
                return []
        if number == self._board:
            return []
        self._board = number
        return [BoardTag(t=t, board=number)]


def _tag(uid: bytes) -> str:
    """A tag as readings write it."""
    return uid.hex().upper()
