"""Wire values of a dealing machine to what it tells (controller/model/dealing.py), and orders to commands. Pure."""

from collections import Counter
from dataclasses import replace

from controller.model import dealing as told
from controller.model.board import Deal
from controller.model.cards import PACK, Card
from controller.model.readings import DeviceState, Reading
from controller.model.seats import SEATS, Seat
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
    dealing,
)
from firmware_bridge.clock import Verdict
from firmware_bridge.dealing import MachineCode, TroubleCode
from firmware_bridge.link import HostValue

#: Times are told in whole microseconds.
DIGITS = 6
COUNTED = ("clock_jumps", "events_lost", "reboots", "unknown_codes", "unknown_messages")


def card_of(code: int) -> Card | None:
    """A card on the wire; None if it was not read."""
    return PACK[code] if code <= dealing.CARD_LAST else None


def order_of(board: int, deal: Deal | None) -> dealing.DealBoard:
    """The command that orders a board: its hands, or the cards as they come."""
    if deal is None:
        return dealing.DealBoard(board, 0, 0, 0, 0, 0)
    where = {card: place for place, seat in enumerate(SEATS) for card in deal.hands[seat]}
    suits = [
        sum(where[card] << 2 * rank for rank, card in enumerate(PACK[first : first + 13])) for first in (0, 13, 26, 39)
    ]
    return dealing.DealBoard(board, 1, *suits)


class MachineReadings:
    """One machine's values, told."""

    def __init__(self, device: str) -> None:
        self.counters: Counter[str] = Counter()
        self._device = device
        self._clock = DeviceClock(max_drift=1e-4)
        self._state: str | None = None

    def readings(self, address: int, value: HostValue, *, at: float) -> list[Reading]:  # noqa: ARG002 - there is one
        """What a value of the link tells, told at `at` (controller time)."""
        match value:
            case Event():
                return self._event(value, at)
            case TimeSample():
                self.counters["clock_jumps"] += self._clock.add(value) is Verdict.JUMPED
            case EventsLost():
                self.counters["events_lost"] += value.last - value.first + 1
            case UnknownMessage():
                self.counters["unknown_messages"] += 1
            case LinkUp() | LinkRecovered():
                return self._told("ready", "", at)
            case LinkDegraded():
                return self._told("degraded", "silent", at)
            case LinkDown():
                return self._told("lost", f"{value.reason.value}: {value.detail}".rstrip(": "), at)
            case DeviceRebooted():
                self.counters["reboots"] += 1
                self._clock = DeviceClock(max_drift=1e-4)
            case _:
                pass
        return []

    def port_lost(self, reason: str, *, at: float) -> list[Reading]:
        """The port is gone or was never there."""
        return self._told("lost", reason, at)

    def due(self) -> float | None:
        """Nothing waits."""
        return None

    def time_passed(self, at: float) -> list[Reading]:  # noqa: ARG002 - nothing waits
        """Nothing waits."""
        return []

    def _told(self, state: str, reason: str, at: float) -> list[Reading]:
        if state == self._state:
            return []
        self._state = state
        extra = {"reason": reason} if reason else {}
        return [DeviceState(t=round(at, DIGITS), u=0.0, device=self._device, state=state, extra=extra)]

    def _event(self, event: Event, at: float) -> list[Reading]:
        stamp = self._clock.stamp(event.tick_us, arrived=at)
        found = self._body(event.body, round(min(stamp.t, at), DIGITS))
        if found is None:
            return []
        r, u = round(at, DIGITS), round(stamp.u + 1e-6, DIGITS)
        return [replace(found, r=r, u=u, device=self._device, boot=event.boot_id, seq=event.evt_no)]

    def _body(self, body: object, t: float) -> Reading | None:
        match body:
            case dealing.CardDealt():
                card, pocket = card_of(body.card), self._pocket(body.pocket)
                tag = body.uid.hex().upper()
                return told.CardDealt(t=t, board=body.board, number=body.number, pocket=pocket, card=card, tag=tag)
            case dealing.DealTrouble():
                if body.code not in list(TroubleCode):
                    self.counters["unknown_codes"] += 1
                    return None
                kind, pocket = TroubleCode(body.code).name.lower(), self._pocket(body.pocket)
                card = card_of(body.card)
                return told.DealTrouble(t=t, board=body.board, number=body.number, kind=kind, pocket=pocket, card=card)
            case dealing.BoardDealt():
                counts = dict(zip(SEATS, (body.north, body.east, body.south, body.west), strict=True))
                return told.BoardDealt(t=t, board=body.board, counts=counts)
            case dealing.MachineState():
                if body.state not in list(MachineCode):
                    self.counters["unknown_codes"] += 1
                    return None
                return told.MachineState(t=t, state=MachineCode(body.state).name.lower(), board=body.board or None)
            case _:
                return None

    def _pocket(self, code: int) -> Seat | None:
        if code < len(SEATS):
            return SEATS[code]
        self.counters["unknown_codes"] += code != dealing.NO_POCKET
        return None
