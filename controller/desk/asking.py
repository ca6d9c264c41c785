"""What the desk asks of the core, said once for pages and API: rulings, being at the table, having seen."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.desk.cases import Case
from controller.desk.core import CoreAwayError
from controller.desk.desk import Desk
from controller.desk.looking_back import board_of
from controller.desk.looking_back import corrections as count_of
from controller.model.event_codec import event_to_json
from controller.model.events import Correction, DirectorCalled, Ruling
from controller.model.seats import Seat

#: How long a page waits to see in the journal what it has just had recorded.
_SEEN_WITHIN_S = 2.0


@dataclass(frozen=True, slots=True)
class Answer:
    """The core's answer: was it recorded, as which event; else why not (`away`: there was no answer)."""

    is_recorded: bool
    n: int | None = None
    code: str | None = None
    reason: str | None = None
    raw: Mapping[str, Any] | None = None


async def ask(desk: Desk, request: Mapping[str, Any]) -> Answer:
    """Ask, and when it was recorded wait until the desk has read it."""
    try:
        answer = await desk.commands.ask(request)
    except CoreAwayError as error:
        return Answer(False, code="away", reason=str(error))
    recorded = answer.get("answer") in ("recorded", "unrecorded")
    if recorded and isinstance(answer.get("seq"), int):
        await desk.room.reached(answer["seq"], _SEEN_WITHIN_S)
    return Answer(recorded, answer.get("n"), answer.get("code"), answer.get("reason"), answer)


async def rule(desk: Desk, table: str, ruling: Ruling) -> Answer:
    """Have a ruling recorded. Its own id makes it safe to ask again."""
    return await ask(desk, {"do": "ruling", "table": table, "by": ruling.by, "ruling": event_to_json(ruling)})


async def correct(desk: Desk, table: str, correction: Correction, *, by: str, corrections: int) -> Answer:
    """Have a correction recorded, if its board has been corrected that often by now: one after the other, once each."""
    async with desk.correcting:
        act = correction.replaces[0] if correction.replaces else correction.before
        board = board_of(desk.room.tables[table].table, act or 0).boards[-1]
        if count_of(board) != corrections:
            return Answer(False, code="stale", reason="the board has been corrected meanwhile")
        return await ask(desk, {"do": "event", "table": table, "by": by, "event": event_to_json(correction)})


async def at_the_table(
    desk: Desk, table: str, by: str, *, leave: bool = False, ago: float = 0.0, on: str | None = None
) -> Answer:
    """A director is at a table, or leaves it; `ago`: so many real seconds ago, with the summons that he then saw."""
    asked: dict[str, Any] = {"do": "at_the_table", "table": table, "by": by, "leave": leave}
    if ago > 0:
        speed = desk.room.session.speed if desk.room.session is not None else 1.0
        asked |= {"ago": ago * speed} | ({"on": on} if on is not None else {})
    return await ask(desk, asked)


async def seen(desk: Desk, table: str, summons_id: str, rev: int, by: str) -> Answer:
    """A director has seen a summons."""
    return await ask(desk, {"do": "ack", "table": table, "on": summons_id, "rev": rev or None, "by": by})


async def put_aside(
    desk: Desk, cases: Sequence[Case], by: str, *, until: float | None = None, device: str | None = None
) -> Answer:
    """Put summonses aside: until a wall-clock time, with a device's burst, or (neither) until the board has ended."""
    return await _mark(desk, cases, {"by": by, "until": until, "device": device})


async def bring_back(desk: Desk, table: str, by: str) -> Answer:
    """What was put aside of a table with a burst waits openly again."""
    return await _mark(desk, desk.room.of_bursts(table), {"by": by, "back": True})


async def put_one_aside(desk: Desk, case: Case, seen: Mapping[str, int], by: str, until: float | None) -> Answer:
    """Put one aside as it was `seen`: `rev` and `mark`, where a director says what he saw."""
    return await _mark(desk, [case], {"by": by, "until": until}, seen)


async def _mark(
    desk: Desk, cases: Sequence[Case], asked: Mapping[str, Any], seen: Mapping[str, int] | None = None
) -> Answer:
    """Mark them, table by table. The first that is not recorded answers for all."""
    of_table: dict[str, list[Mapping[str, Any]]] = {}
    for case in cases:
        marked = {"on": case.id, "rev": case.rev or None, "mark": desk.room.mark_of(case)} | dict(seen or {})
        of_table.setdefault(case.table, []).append(marked)
    commands = [{"do": "later", "table": table, "summonses": told, **asked} for table, told in of_table.items()]
    answers = await asyncio.gather(*(ask(desk, command) for command in commands))
    return next((answer for answer in answers if not answer.is_recorded), Answer(True))


async def call_director(desk: Desk, table: str, seat: Seat, by: str) -> Answer:
    """A player calls the director from his screen: the same event as from the key of a hub."""
    event = event_to_json(DirectorCalled(seat=seat, src="player"))
    return await ask(desk, {"do": "event", "table": table, "by": by, "event": event})
