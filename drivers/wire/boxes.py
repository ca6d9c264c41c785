"""What a bidding box says on the wire, as readings: calls that stand before a seat, and keys. Pure."""

from collections import Counter
from collections.abc import Mapping

from controller.model.calls import DOUBLE, PASS, REDOUBLE, Call, Denomination, bid
from controller.model.irregularities import number_in
from controller.model.readings import CallGone, CallShown, KeyPressed, Reading
from controller.model.seats import Seat
from firmware_bridge import messages
from firmware_bridge.messages import CALL_FIRST_BID, CALL_LAST_BID, KeyCode

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
#: What is counted here, by name.
COUNTED = ("unknown_calls", "unknown_keys")


class SeatBox:
    """The box of one seat: what stands before it is known, so that a state told anew gives only what has changed."""

    def __init__(self, seat: Seat, counters: Counter[str]) -> None:
        self.seat = seat
        self._counters = counters
        self._shown: list[Call] = []

    def readings(self, body: messages.CallButton | messages.BoxState | messages.Key, t: float) -> list[Reading]:
        """What an event of the box tells; codes that nobody knows are counted."""
        match body:
            case messages.CallButton():
                return self._call_button(body, t)
            case messages.BoxState():
                calls = [call for call in map(self._call, body.calls) if call is not None]
                return self.stands(calls, t)
            case messages.Key():
                return self._key(body, t)

    def stands(self, now: list[Call], t: float) -> list[Reading]:
        """These calls stand there: what has changed while nobody was told."""
        gone, new = list(self._shown), []
        for call in now:
            if call in gone:
                gone.remove(call)
            else:
                new.append(call)
        self._shown = now
        left: list[Reading] = [CallGone(t=t, seat=self.seat, call=call) for call in gone]
        return left + [CallShown(t=t, seat=self.seat, call=call) for call in new]

    def _call_button(self, body: messages.CallButton, t: float) -> list[Reading]:
        call = self._call(body.call)
        if call is None:
            return []
        if body.down:
            self._shown.append(call)
            return [CallShown(t=t, seat=self.seat, call=call)]
        if call in self._shown:
            self._shown.remove(call)
        return [CallGone(t=t, seat=self.seat, call=call)]

    def _call(self, code: int) -> Call | None:
        call = CALLS.get(code)
        self._counters["unknown_calls"] += call is None
        return call

    def _key(self, body: messages.Key, t: float) -> list[Reading]:
        key = KEYS.get(body.key)
        if key is None:
            self._counters["unknown_keys"] += 1
            return []
        value: str | int | None = body.value or None
        if key == "claim" and (tricks := number_in(body.value)) is not None:
            value = tricks
        return [KeyPressed(t=t, seat=self.seat, key=key, value=value)]
