"""Table events to and from JSON objects, field by field from one table of field types.

Unknown fields are kept and printed again; unknown types, seats, cards and calls are errors that name the field.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from controller.model import events as ev
from controller.model.board import HAND_SIZE, Deal, Vulnerability
from controller.model.calls import call
from controller.model.cards import card, suit_of
from controller.model.errors import LogError
from controller.model.notation import parse_deal, print_deal
from controller.model.regulations import regulations_from
from controller.model.seats import Seat, Side

#: Thirty years: beyond it sums of times are none any more.
_LONGEST_S = 1e9
#: What a contract can be named by: `1C` to `7NT`, `3N` too.
_CONTRACT_BID = re.compile(r"[1-7](C|D|H|S|NT?)")


class FieldType(NamedTuple):
    """How one field is read from JSON and written to it."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _is_finite(value: float) -> bool:
    return isinstance(value, int) or math.isfinite(value)


def _as_is(value: Any) -> Any:
    return value


def _typed(kind: type, name: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ValueError(f"{value!r} is not {name}")
        return value

    return read


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise ValueError(f"{value!r} is not a number")
    return value


def seconds(value: Any) -> float:
    """A time in seconds, as far from 0 as an evening can be and much further. ValueError if it is none."""
    found: float = _number(value)
    if abs(found) > _LONGEST_S:
        raise ValueError(f"{value!r} is not a time in seconds")
    return found


def _seat(value: Any) -> Seat:
    if value not in Seat.__members__:
        raise ValueError(f"no such seat: {value!r} (N, E, S or W)")
    return Seat[value]


def _side(value: Any) -> Side:
    if value not in Side.__members__:
        raise ValueError(f"no such side: {value!r} (NS or EW)")
    return Side[value]


def _vulnerability(value: Any) -> Vulnerability:
    try:
        return Vulnerability(value)
    except ValueError:
        raise ValueError(f"no such vulnerability: {value!r} (None, NS, EW or All)") from None


def _deal(value: Any) -> Deal:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a deal (as in N:AKQ.J.. - … …)")
    return parse_deal(value)


def _contract(value: Any) -> Any:
    """A contract as a score slip has it; `P` for passed out."""
    text = value if isinstance(value, str) else ""
    bid = text.rstrip("X")
    if text != "P" and (_CONTRACT_BID.fullmatch(bid) is None or len(text) - len(bid) > 2):
        raise ValueError(f"{value!r} is not a contract (as in 4SX; P for passed out)")
    return text


def _tricks(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= HAND_SIZE:
        raise ValueError(f"{value!r} is not a number of tricks (0 to {HAND_SIZE})")
    return value


def _regulations(value: Any) -> Any:
    """A board's own regulations, kept as they were given once they are known to be some."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is not an object")
    regulations_from(value)
    return value


def _many(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read_all(value: Any) -> Any:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list")
        return tuple(read(item) for item in value)

    return read_all


def _write_many(write: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda values: [write(v) for v in values]


def _choice(*allowed: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if value not in allowed:
            raise ValueError(f"{value!r} is not one of {', '.join(allowed)}")
        return value

    return read


def _value(item: Any) -> Any:
    return item.value


def _text(item: Any) -> str:
    return str(item.text)


INT = FieldType(_typed(int, "a whole number"), _as_is)
TEXT = FieldType(_typed(str, "a text"), _as_is)
FLAG = FieldType(_typed(bool, "true or false"), _as_is)
NUMBER = FieldType(_number, _as_is)
OBJECT = FieldType(_typed(dict, "an object"), dict)
SEAT = FieldType(_seat, _value)
SIDE = FieldType(_side, _value)
VUL = FieldType(_vulnerability, _value)
CARD = FieldType(card, _text)
CARDS = FieldType(_many(card), _write_many(_text))
CALL = FieldType(call, _text)
SUIT = FieldType(suit_of, lambda s: s.name)
SUITS = FieldType(_many(suit_of), _write_many(lambda s: s.name))
NUMBERS = FieldType(_many(_typed(int, "a whole number")), list)
READINGS = FieldType(_many(_as_is), list)
DEAL = FieldType(_deal, lambda d: d.text or print_deal(d))

#: Field name -> its type; where a type gives a field another meaning, `type.field`.
FIELDS: dict[str, FieldType] = {
    "t": FieldType(seconds, _as_is),
    "certainty": FieldType(_choice("certain", "possible"), _as_is),
    "readings": READINGS,
    "src": FieldType(_choice("sensor", "director", "player"), _as_is),
    "board": INT,
    "dealer": SEAT,
    "vul": VUL,
    "deal": DEAL,
    "pairs": OBJECT,
    "schedule": OBJECT,
    "set": TEXT,
    "copy": TEXT,
    "laws": FieldType(_choice("1987", "2017"), _as_is),
    "regulations": FieldType(_regulations, dict),
    "seat": SEAT,
    "cards": CARDS,
    "card": CARD,
    "pack": TEXT,
    "count": INT,
    "call": CALL,
    "alerted": FLAG,
    "face": FieldType(_choice("up", "down"), _as_is),
    "seen_by_partner": FLAG,
    "accidental": FLAG,
    "won": FLAG,
    "tricks": INT,
    "ruling.tricks": FieldType(_tricks, _as_is),
    "statement": TEXT,
    "agree": FLAG,
    "about": TEXT,
    "contract": TEXT,
    "ruling.contract": FieldType(_contract, _as_is),
    "declarer": SEAT,
    "lead": CARD,
    "on": TEXT,
    "choice": TEXT,
    "after": INT,
    "revises": INT,
    "by": TEXT,
    "id": TEXT,
    "rev": INT,
    "suits": SUITS,
    "suit": SUIT,
    "kind": TEXT,
    "to": SIDE,
    "NS": NUMBER,
    "EW": NUMBER,
    "artificial": FLAG,
    "reason": TEXT,
    "replaces": NUMBERS,
    "before": INT,
    "acknowledged": TEXT,
    "mode": FieldType(_choice("sensing", "correcting", "manual"), _as_is),
    "accept": FieldType(_choice("record", "cards"), _as_is),
    "tray_passed.to": TEXT,
}
#: Attributes that are written under another name.
_JSON_NAMES = {"ns_percent": "NS", "ew_percent": "EW"}


class _Field(NamedTuple):
    attribute: str
    json: str
    type: FieldType
    is_required: bool


def _fields_of(cls: type[ev.TableEvent]) -> tuple[_Field, ...]:
    found = []
    for f in dataclasses.fields(cls):
        if f.name in ("extra", "events"):
            continue
        json = _JSON_NAMES.get(f.name, f.name)
        kind = FIELDS.get(f"{cls.type}.{json}") or FIELDS[json]
        found.append(_Field(f.name, json, kind, f.default is dataclasses.MISSING))
    # Required fields first: an error in a line names what makes it what it is.
    return tuple(sorted(found, key=lambda f: not f.is_required))


_CLASSES: dict[str, type[ev.TableEvent]] = {cls.type: cls for cls in ev.EVENT_TYPES}
_FIELDS: dict[str, tuple[_Field, ...]] = {name: _fields_of(cls) for name, cls in _CLASSES.items()}


def event_from_json(given: Any) -> ev.TableEvent:
    """The table event that a JSON object tells of. LogError names the field."""
    if not isinstance(given, Mapping):
        raise LogError(f"an event is an object, not {given!r}")
    kind = given.get("type")
    if not isinstance(kind, str) or kind not in _CLASSES:
        raise LogError(f"unknown event type {kind!r}; known: {', '.join(_CLASSES)}", field="type")
    values: dict[str, Any] = {}
    known = {"type"}
    for f in _FIELDS[kind]:
        known.add(f.json)
        raw = given.get(f.json)
        if raw is None:
            if f.is_required:
                raise LogError(f"an event of type {kind!r} must have it", field=f.json)
            continue
        try:
            values[f.attribute] = f.type.read(raw)
        except LogError as error:
            raise LogError(error.message, field=error.field or f.json) from None
        except (ValueError, TypeError) as error:
            raise LogError(str(error), field=f.json) from None
    if kind == ev.Correction.type:
        known.add("events")
        values["events"] = _replacements(given.get("events"))
    extra = {k: v for k, v in given.items() if k not in known or (v is None and k != "type")}
    if extra:
        values["extra"] = extra
    return _CLASSES[kind](**values)


def _replacements(given: Any) -> tuple[ev.Replacement, ...]:
    if not isinstance(given, list):
        raise LogError("a correction must have a list of events, empty if the act never happened", field="events")
    found = []
    for i, item in enumerate(given):
        same_as = None
        if isinstance(item, Mapping) and "as" in item:
            item = dict(item)
            same_as = item.pop("as")
            if isinstance(same_as, bool) or not isinstance(same_as, int):
                raise LogError(f"{same_as!r} is not the number of an event", field=f"events[{i}].as")
        try:
            event = event_from_json(item)
            if isinstance(event, ev.Correction):
                raise LogError("a correction stands in the log itself, not in another one", field="type")
            found.append(ev.Replacement(event, same_as))
        except LogError as error:
            raise LogError(error.message, field=f"events[{i}].{error.field}".rstrip(".")) from None
    return tuple(found)


def event_to_json(event: ev.TableEvent) -> dict[str, Any]:
    """The JSON object of a table event: `type` first, then what was given, then what was not understood."""
    found: dict[str, Any] = {"type": event.type}
    for f in _FIELDS[event.type]:
        value = getattr(event, f.attribute)
        if value is not None:
            found[f.json] = f.type.write(value)
    if isinstance(event, ev.Correction):
        found["events"] = [
            event_to_json(r.event) | ({} if r.same_as is None else {"as": r.same_as}) for r in event.events
        ]
    found.update(event.extra)
    return found
