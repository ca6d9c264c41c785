"""How the cards lie against the record, as it is written down and told: for the operator and the director only.

The journal's row names cards; what goes out on the bus counts them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from controller.ports import NewRow, Row
from controller.sensing.check import Check, SeatCheck
from controller.service.recorder import Entry
from controller.service.told import Teller


@dataclass(slots=True)
class CheckView:
    """What was told last of one table."""

    table: str
    teller: Teller
    _last: Check | None = None
    #: The run before ended with something to show.
    _stands: bool = False

    def restore(self, rows: Iterable[Row]) -> None:
        """Take up what the journal says last."""
        for row in rows:
            if row.kind == "check":
                self._stands = row.body["state"] == "on"

    def look(self, check: Check | None, board: int | None) -> Entry | None:
        """What is to be recorded and told now; None where it is as before."""
        if check == self._last and not (self._stands and check is None):
            return None
        self._last, self._stands = check, False
        row = NewRow(self.table, "check", {"board": board, **_body(check)})
        return Entry([row], messages=[self.teller.check(self.table, check, board=board)])


def _body(check: Check | None) -> dict[str, Any]:
    if check is None:
        return {"state": "off"}
    seats = {one.seat.value: _seat(one) for one in check.seats}
    return {"state": "on", "mode": check.mode, "may_take": check.may_take, "seats": seats}


def _seat(one: SeatCheck) -> dict[str, Any]:
    cards = {"expected": one.expected, "missing": one.missing, "surplus": one.surplus, "in_pocket": one.in_pocket}
    return {name: [card.text for card in some] for name, some in cards.items()} | {"read": one.is_read}
