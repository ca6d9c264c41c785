"""Wire values of a table hub to readings: antennas become places, ticks become controller time. Pure.

What a reading means is not known here. Values that make no sense are counted, never raised.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from controller.model.calls import DOUBLE, PASS, REDOUBLE, Call, Denomination, bid
from controller.model.irregularities import number_in
from controller.model.readings import (
    BoardTag,
    CallGone,
    CallShown,
    DeviceState,
    KeyPressed,
    Reading,
    Scan,
    TagGone,
    TagSeen,
)
from controller.model.seats import SEATS, Seat
from drivers.table_hub.settings import HubSettings
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
from firmware_bridge.messages import CALL_FIRST_BID, CALL_LAST_BID, EventBody, KeyCode, ReaderCode
from firmware_bridge.tag_sets import TagSetJoiner

AntennaBody = messages.TagSet | messages.TagArrive | messages.TagDepart | messages.ReaderError
KEYS: Mapping[int, str] = {code: code.name.lower() for code in KeyCode}
CALLS: Mapping[int, Call] = {
    messages.CALL_PASS: PASS,
    messages.CALL_DOUBLE: DOUBLE,
    messages.CALL_REDOUBLE: REDOUBLE,
    **{
        code: bid((code - CALL_FIRST_BID) // 5 + 1, Denomination((code - CALL_FIRST_BID) % 5))
        for code in range(CALL_FIRST_BID, CALL_LAST_BID + 1)
    },
}
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
    "unknown_calls",
    "unknown_keys",
    "unknown_messages",
    "unknown_seats",
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
        self._shown: dict[Seat, list[Call]] = {seat: [] for seat in SEATS}
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
            case _:
                assert_never(body)

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
        seat = SEATS[body.seat]
        match body:
            case messages.CallButton():
                return self._call_button(body, seat, t)
            case messages.BoxState():
                return self._box_state(body, seat, t)
            case messages.Key():
                return self._key(body, seat, t)
            case _:
                assert_never(body)

    def _call_button(self, body: messages.CallButton, seat: Seat, t: float) -> list[Reading]:
        call = self._call(body.call)
        if call is None:
            return []
        if body.down:
            self._shown[seat].append(call)
            return [CallShown(t=t, seat=seat, call=call)]
        if call in self._shown[seat]:
            self._shown[seat].remove(call)
        return [CallGone(t=t, seat=seat, call=call)]

    def _box_state(self, body: messages.BoxState, seat: Seat, t: float) -> list[Reading]:
        """What has changed at a box while nobody was told."""
        now = [call for call in map(self._call, body.calls) if call is not None]
        gone, new = list(self._shown[seat]), []
        for call in now:
            if call in gone:
                gone.remove(call)
            else:
                new.append(call)
        self._shown[seat] = now
        left: list[Reading] = [CallGone(t=t, seat=seat, call=call) for call in gone]
        return left + [CallShown(t=t, seat=seat, call=call) for call in new]

    def _call(self, code: int) -> Call | None:
        call = CALLS.get(code)
        self.counters["unknown_calls"] += call is None
        return call

    def _key(self, body: messages.Key, seat: Seat, t: float) -> list[Reading]:
        key = KEYS.get(body.key)
        if key is None:
            self.counters["unknown_keys"] += 1
            return []
        value: str | int | None = body.value or None
        if key == "claim" and (tricks := number_in(body.value)) is not None:
            value = tricks
        return [KeyPressed(t=t, seat=seat, key=key, value=value)]

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
