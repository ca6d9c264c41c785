"""What a director asks of the core, over the control socket or the bus, and what he is answered: values only."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller.model.errors import LogError
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import BoardTaken, Ruling, TableEvent, nothing
from controller.service.put_aside import AsideAsked

#: Why a command is refused, see docs/journal.md.
STALE, CLOSED, NOT_AN_OPTION, UNKNOWN_FINDING = "stale", "closed", "not_an_option", "unknown_finding"
MALFORMED, FORGED, PARKED, UNKNOWN_TABLE = "malformed", "forged", "parked", "unknown_table"

#: Bytes of one event that a person enters. What is told of it must fit into a message, whatever it is.
_MAX_EVENT = 16_384


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a director wants done at a table. `id` names a ruling once and for all."""

    #: `ruling`, `event`, `board`, `ack`, `later`, `at_the_table` or `resync`.
    do: str
    table: str
    by: str = ""
    #: `desk` or `bus`.
    via: str = "desk"
    id: str | None = None
    #: A ruling, a manual event; for `board`, the fields of the `board` event.
    event: TableEvent | None = None
    #: For `ack`: the summons, by its finding's id or its `ref`.
    on: str = ""
    rev: int | None = None
    #: For `event`: the number that it is to have; None: whichever is next.
    n: int | None = None
    #: For `at_the_table`: he goes away again.
    leave: bool = False
    #: For `at_the_table`: so many seconds ago he said so, where the line was gone meanwhile.
    ago: float = 0.0
    #: For `later`: which summonses, and until when.
    aside: AsideAsked | None = None


@dataclass(frozen=True, slots=True)
class BusCommand:
    """A command from the bus, and where its answer goes. `command` is None where it could not be read."""

    command: Command
    reply_to: str


@dataclass(frozen=True, slots=True)
class Misfit:
    """A message from the bus that nobody may send or that cannot be read: `forged` or `quarantined`, and why."""

    fault: str
    detail: str
    #: What it wanted, as far as that can be said; no content of it is trusted.
    about: Mapping[str, Any] = field(default_factory=nothing, hash=False)
    #: How many of them there were by now, where the broker counts; None: one.
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command: `recorded`, `unrecorded` (it counts, but is not on disk yet), `refused` or `ok`."""

    answer: str
    n: int | None = None
    seq: int | None = None
    rev: int | None = None
    code: str | None = None
    reason: str | None = None
    more: Mapping[str, Any] = field(default_factory=nothing, hash=False)

    def as_json(self) -> dict[str, Any]:
        """The answer on the control socket, its `id` apart."""
        values = {"answer": self.answer, "n": self.n, "seq": self.seq, "rev": self.rev, "code": self.code}
        values["reason"] = self.reason
        return {name: value for name, value in values.items() if value is not None} | dict(self.more)


def refused(code: str, reason: str) -> Answer:
    """The answer to a command that is not accepted."""
    return Answer("refused", code=code, reason=reason)


def command_from_json(given: Mapping[str, Any], *, via: str = "desk") -> Command:
    """The command that a request of the control socket asks for. LogError names the field."""
    do = _text(given, "do")
    if do not in _READERS:
        raise LogError(f"{do!r} is nothing that the core can do; it can {', '.join(_READERS)}", field="do")
    by, rev = given.get("by") or "", given.get("rev")
    if not isinstance(by, str):
        raise LogError(f"{by!r} is not a name", field="by")
    if rev is not None and (isinstance(rev, bool) or not isinstance(rev, int)):
        raise LogError(f"{rev!r} is not a revision", field="rev")
    return _READERS[do](given, Command(do, _text(given, "table"), by, via, rev=rev))


def _entered(asked: Command, event: TableEvent) -> Command:
    """An event that a director enters. A ruling is checked as one and a board begun as one, however it was sent."""
    if isinstance(event, Ruling):
        return replace(asked, do="ruling", by=event.by or asked.by, id=event.id, event=event, rev=event.rev)
    return replace(asked, do="board" if isinstance(event, BoardTaken) else "event", event=event)


def _read_ruling(given: Mapping[str, Any], asked: Command) -> Command:
    ruling = _event(given.get("ruling"), "ruling", asked.by)
    if not isinstance(ruling, Ruling):
        raise LogError(f"an event of type {ruling.type!r} is no ruling", field="ruling.type")
    return _entered(asked, ruling)


def _read_dismissal(given: Mapping[str, Any], asked: Command) -> Command:
    said = {"type": "ruling", "choice": "dismiss", "on": _text(given, "on"), "rev": asked.rev}
    return _entered(asked, _event(said | {"id": _text(given, "ruling_id")}, "dismiss", asked.by))


def _read_event(given: Mapping[str, Any], asked: Command) -> Command:
    n = given.get("n")
    if n is not None and (isinstance(n, bool) or not isinstance(n, int)):
        raise LogError(f"{n!r} is not the number of an event", field="n")
    return replace(_entered(asked, _event(given.get("event"), "event", asked.by)), n=n)


def _read_board(given: Mapping[str, Any], asked: Command) -> Command:
    known = {k: v for k, v in given.items() if k not in ("id", "do", "table", "by")}
    return _entered(asked, _event({"type": "board", **known}, "board", asked.by))


def _read_mode(given: Mapping[str, Any], asked: Command) -> Command:
    said = {"type": "mode", "mode": given.get("mode"), "accept": given.get("accept"), "by": asked.by or None}
    return _entered(asked, _event({k: v for k, v in said.items() if v is not None}, "mode", asked.by))


def _read_ack(given: Mapping[str, Any], asked: Command) -> Command:
    return replace(asked, on=_text(given, "on"))


def _read_later(given: Mapping[str, Any], asked: Command) -> Command:
    return replace(asked, aside=AsideAsked.from_json(given))


def _read_at_the_table(given: Mapping[str, Any], asked: Command) -> Command:
    ago, on = given.get("ago", 0), given.get("on", "")
    if isinstance(ago, bool) or not isinstance(ago, int | float) or not math.isfinite(ago):
        raise LogError(f"{ago!r} is not a number of seconds", field="ago")
    if not isinstance(on, str):
        raise LogError(f"{on!r} is not a text", field="on")
    # No clock is trusted to have heard of it before he said it.
    return replace(asked, leave=given.get("leave") is True, ago=max(0.0, float(ago)), on=on)


_READERS: Mapping[str, Callable[[Mapping[str, Any], Command], Command]] = {
    "ruling": _read_ruling,
    "dismiss": _read_dismissal,
    "event": _read_event,
    "board": _read_board,
    "mode": _read_mode,
    "ack": _read_ack,
    "later": _read_later,
    "at_the_table": _read_at_the_table,
}


def _event(given: Any, name: str, by: str) -> TableEvent:
    """An event as a director enters it: his unless it says otherwise. LogError names the field."""
    if isinstance(given, Mapping):
        given = {"src": "director"} | dict(given)
        if by and given.get("type") in ("ruling", "correction"):
            given = {"by": by} | given
    try:
        event = event_from_json(given)
        written = json.dumps(event_to_json(event), ensure_ascii=False, allow_nan=False)
    except LogError as error:
        raise LogError(error.message, field=f"{name}.{error.field}".rstrip(".")) from None
    except (ValueError, TypeError):
        raise LogError("a number that is none cannot be recorded", field=name) from None
    if len(written.encode(errors="replace")) > _MAX_EVENT:
        raise LogError(f"more than {_MAX_EVENT} bytes, too much for one act", field=name)
    return event


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value:
        raise LogError(f"{value!r} is not a text", field=name)
    return value
