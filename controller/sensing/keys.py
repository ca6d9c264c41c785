"""Keys at the seats: claims, answers, the director called, the result. A key is an act at once, in its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from controller.model.cards import card
from controller.model.events import ClaimAnswered, ClaimMade, DirectorCalled, ResultEntered, TableEvent
from controller.model.irregularities import number_in
from controller.model.seats import Seat
from controller.sensing.scene import Scene

#: The same key again within so long is one press, seconds.
_BOUNCE_S = 1.0
#: More keys than these never wait.
_MOST = 64
_RESULT = re.compile(
    r"^\s*(P|(?P<contract>[1-7](?:NT?|[SHDC])X{0,2})\s+(?P<declarer>[NESW])\s+(?P<tricks>\d{1,2})"
    r"(?:\s+(?P<lead>[SHDC](?:[2-9TJQKA]|10)))?)\s*$"
)


@dataclass(frozen=True, slots=True)
class Press:
    """A key that was pressed and has not been told."""

    seat: Seat
    key: str
    value: Any
    t: float
    line: int


class Keys:
    """Keys pressed, oldest first."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.waiting: list[Press] = []
        #: When the latest of them came in.
        self.arrived = 0.0
        self._last: dict[tuple[Seat, str], float] = {}

    def press(self, press: Press, *, arrived: float) -> None:
        """A key went down; the reading came in at that time."""
        self.arrived = arrived
        before = self._last.get((press.seat, press.key))
        self._last[(press.seat, press.key)] = press.t
        if press.key == "done" or (before is not None and press.t - before < _BOUNCE_S):
            return
        if self._event(press, 0.0) is None:
            text = f"{press.value!r} is no value for the key {press.key}"
            self._scene.notes.add("bad_key", press.seat.value, press.t, text)
            return
        if press.key == "director":
            self._scene.urged_at = press.t
        if len(self.waiting) >= _MOST:
            self._scene.notes.add("bad_key", press.seat.value, press.t, "more keys than anybody presses are not told")
            return
        self.waiting.append(press)

    def tell(self) -> TableEvent:
        """The event of the oldest press."""
        press = self.waiting.pop(0)
        event = self._event(press, self._scene.stamp(press.t))
        assert event is not None
        return event

    def tell_call(self) -> TableEvent | None:
        """A call for the director goes before everything that waits."""
        for place, press in enumerate(self.waiting):
            if press.key == "director":
                del self.waiting[place]
                return self._event(press, self._scene.stamp(press.t))
        return None

    def _event(self, press: Press, t: float) -> TableEvent | None:
        readings = (press.line,)
        match press.key:
            case "claim":
                tricks = _number(press.value)
                if tricks is None or not 0 <= tricks <= 13:
                    return None
                self._scene.told.claimed_at = press.t
                return ClaimMade(seat=press.seat, tricks=tricks, t=t, readings=readings)
            case "agree" | "dispute":
                return ClaimAnswered(seat=press.seat, agree=press.key == "agree", t=t, readings=readings)
            case "director":
                return DirectorCalled(seat=press.seat, t=t, readings=readings)
            case _:
                return _result(press.value, t, readings)


def _number(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return number_in(value) if isinstance(value, str) else None


def _result(value: Any, t: float, readings: tuple[int, ...]) -> ResultEntered | None:
    """A score slip: `4SX N 10`, with the lead `4SX N 10 HK`, or `P` for a board passed out."""
    found = _RESULT.match(value) if isinstance(value, str) else None
    if found is None:
        return None
    if found["contract"] is None:
        return ResultEntered(contract="P", t=t, readings=readings)
    contract = re.sub(r"^(\d)N(?!T)", r"\1NT", found["contract"])
    lead = card(found["lead"].replace("10", "T")) if found["lead"] else None
    declarer, tricks = Seat[found["declarer"]], int(found["tricks"])
    return ResultEntered(contract=contract, declarer=declarer, tricks=tricks, lead=lead, t=t, readings=readings)
