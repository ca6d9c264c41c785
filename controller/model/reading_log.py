"""The reading log, as text: parsed and printed without loss (docs/formats/READING_LOG.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model import readings as rd
from controller.model.board import Deal, Vulnerability
from controller.model.calls import call
from controller.model.cards import Card, card
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json, event_to_json, seconds
from controller.model.events import nothing
from controller.model.notation import parse_deal
from controller.model.regulations import CLUB, Regulations
from controller.model.seats import Seat
from controller.model.table_log import first_event, log_lines, parse_header, print_line

READING_LOG = "reading-log/1"
_COMMON = ("t", "r", "u", "device", "boot", "seq")
_STATES = ("ready", "degraded", "lost")
_KEYS = ("claim", "agree", "dispute", "director", "result", "done")


@dataclass(frozen=True, slots=True)
class Deck:
    """A pack whose cards carry tags: which tag is which card."""

    id: str
    tags: Mapping[str, Card]
    #: May it be the board's own, if it lies there in place of the one that is expected?
    fits: bool = False


@dataclass(frozen=True, slots=True)
class BoardHeader:
    """The board that a reading log is about; deal only where a machine or a file gave it."""

    board: int
    dealer: Seat | None = None
    vul: Vulnerability | None = None
    deal: Deal | None = None
    extra: Mapping[str, Any] = field(default_factory=nothing, hash=False)


@dataclass(frozen=True, slots=True)
class ReadingLog:
    """What the sensors of a table saw during one board, in order of arrival."""

    laws: str
    readings: tuple[rd.Reading, ...]
    regulations: Regulations = CLUB
    deck: Deck | None = None
    board: BoardHeader | None = None
    case: str | None = None
    #: Number of the first table event that comes out of it (a table's log goes on from board to board).
    first_event: int = 0
    header: Mapping[str, Any] = field(default_factory=nothing, hash=False)
    #: Other packs that may turn up at the table.
    decks: tuple[Deck, ...] = ()


def parse_reading_log(text: str, file: str = "") -> ReadingLog:
    """A reading log. LogError names file, line and field."""
    (header, parts), found = log_lines(text, file, _header, reading_from_json)
    laws, regulations, name, (deck, others), board, first = parts
    return ReadingLog(laws, tuple(found), regulations, deck, board, name, first, header, others)


def _header(given: Any) -> tuple[Mapping[str, Any], _Parts]:
    if not is_reading_header(given):
        raise LogError(f'expected a header with "log": "{READING_LOG}"', field="log")
    return given, _header_parts(given)


def is_reading_header(given: Any) -> bool:
    """Is this the header of a reading log?"""
    return isinstance(given, Mapping) and given.get("log") == READING_LOG


_Decks = tuple[Deck | None, tuple[Deck, ...]]
_Parts = tuple[str, Regulations, str | None, _Decks, BoardHeader | None, int]


def _header_parts(given: Mapping[str, Any]) -> _Parts:
    laws, regulations, name = parse_header(given)
    return laws, regulations, name, _decks(given), _board(given.get("board")), first_event(given)


def _decks(given: Mapping[str, Any]) -> _Decks:
    own = None if given.get("deck") is None else _deck(given["deck"], "deck")
    others = given.get("decks", ())
    if not isinstance(others, list | tuple):
        raise LogError(f"{others!r} is not a list of decks", field="decks")
    found = tuple(_deck(other, f"decks[{place}]") for place, other in enumerate(others))
    whose: dict[str, str] = {}
    for deck in found if own is None else (own, *found):
        for tag in deck.tags:
            if whose.setdefault(tag, deck.id) != deck.id:
                raise LogError(f"tag {tag} is in deck {whose[tag]} and in deck {deck.id}", field="decks")
    return own, found


def _deck(given: Any, where: str) -> Deck:
    if not isinstance(given, Mapping) or not isinstance(given.get("tags"), Mapping):
        raise LogError("a deck is an object with `id` and `tags`", field=where)
    tags = {}
    for tag, text in given["tags"].items():
        try:
            tags[str(tag)] = card(text)
        except ValueError as error:
            raise LogError(str(error), field=f"{where}.tags.{tag}") from None
    return Deck(str(given.get("id", "")), tags, given.get("fits") is True)


def _board(given: Any) -> BoardHeader | None:
    if given is None:
        return None
    event = event_from_json({"type": "board", **given}) if isinstance(given, Mapping) else None
    if event is None:
        raise LogError(f"{given!r} is not an object", field="board")
    known = ("board", "dealer", "vul", "deal")
    return BoardHeader(
        board=given["board"],
        dealer=getattr(event, "dealer", None),
        vul=getattr(event, "vul", None),
        deal=parse_deal(given["deal"]) if given.get("deal") else None,
        extra={k: v for k, v in given.items() if k not in known},
    )


def _need(given: Mapping[str, Any], name: str, kind: type | tuple[type, ...]) -> Any:
    value = given.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise LogError(f"{value!r} does not fit", field=name)
    return value


def _seconds(given: Mapping[str, Any], name: str) -> float:
    try:
        return seconds(given.get(name))
    except ValueError as error:
        raise LogError(str(error), field=name) from None


def _one_of(given: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> str:
    value = given.get(name)
    if value not in allowed:
        raise LogError(f"{value!r} is not one of {', '.join(allowed)}", field=name)
    return str(value)


def _place(given: Mapping[str, Any]) -> str:
    at = given.get("at")
    kind, dot, seat = str(at).partition(".")
    if at == "board" or (dot and kind in rd.PLACE_KINDS and seat in Seat.__members__):
        return str(at)
    raise LogError(f"no such place: {at!r} (play.N, spread.E, pocket.S, board)", field="at")


def _call_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    seat = Seat[_one_of(given, "seat", tuple(Seat.__members__))]
    try:
        return {"seat": seat, "call": call(given.get("call", ""))}
    except ValueError as error:
        raise LogError(str(error), field="call") from None


def _specific(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that only this type has."""
    match kind:
        case "scan":
            tags = _need(given, "tags", list)
            if not all(isinstance(tag, str) for tag in tags):
                raise LogError("tags are texts", field="tags")
            return {"at": _place(given), "tags": tuple(tags)}
        case "tag_seen" | "tag_gone":
            rssi = given.get("rssi")
            return {"at": _place(given), "tag": _need(given, "tag", str), "rssi": rssi}
        case "call_shown" | "call_removed":
            return _call_fields(given)
        case "key":
            seat = Seat[_one_of(given, "seat", tuple(Seat.__members__))]
            return {"seat": seat, "key": _one_of(given, "key", _KEYS), "value": given.get("value")}
        case "board_tag":
            return {"board": None if given.get("board") is None else _need(given, "board", int)}
        case "device":
            _need(given, "device", str)
            return {"state": _one_of(given, "state", _STATES)}
        case _:
            try:
                return {"event": event_from_json(given.get("event"))}
            except LogError as error:
                raise LogError(error.message, field=f"event.{error.field}".rstrip(".")) from None


_CLASSES: dict[str, type[rd.Reading]] = {cls.type: cls for cls in rd.READING_TYPES}
_SPECIFIC: dict[str, tuple[str, ...]] = {
    "scan": ("at", "tags"),
    "tag_seen": ("at", "tag", "rssi"),
    "tag_gone": ("at", "tag", "rssi"),
    "call_shown": ("seat", "call"),
    "call_removed": ("seat", "call"),
    "key": ("seat", "key", "value"),
    "board_tag": ("board",),
    "device": ("state",),
    "entered": ("event",),
}


#: Where null is a value: the board's tag left.
_MAY_BE_NULL = ("board",)


def reading_from_json(given: Any) -> rd.Reading:
    """The reading that a JSON object tells of. LogError names the field."""
    if not isinstance(given, Mapping):
        raise LogError(f"a reading is an object, not {given!r}")
    kind = given.get("type")
    values: dict[str, Any] = {"t": _seconds(given, "t")}
    for name in ("r", "u"):
        if given.get(name) is not None:
            values[name] = _seconds(given, name)
    if given.get("device") is not None:
        values["device"] = _need(given, "device", str)
    for name in ("boot", "seq"):
        if given.get(name) is not None:
            values[name] = _need(given, name, int)
    if kind in rd.RESERVED_TYPES:
        rest = {k: v for k, v in given.items() if v is None or k not in ("type", *_COMMON)}
        return rd.Reserved(kind=str(kind), extra=rest, **values)
    if not isinstance(kind, str) or kind not in _CLASSES:
        known = ", ".join((*_CLASSES, *rd.RESERVED_TYPES))
        raise LogError(f"unknown reading type {kind!r}; known: {known}", field="type")
    own = ("type", *_COMMON, *_SPECIFIC[kind])
    extra = {k: v for k, v in given.items() if k not in own or (v is None and k not in _MAY_BE_NULL)}
    if extra:
        values["extra"] = extra
    return _CLASSES[kind](**values, **_specific(kind, given))


def reading_to_json(reading: rd.Reading) -> dict[str, Any]:
    """The JSON object of a reading."""
    kind = reading.kind if isinstance(reading, rd.Reserved) else reading.type
    found: dict[str, Any] = {"type": kind}
    for name in _COMMON:
        value = getattr(reading, name)
        if value is not None:
            found[name] = value
    for name in _SPECIFIC.get(kind, ()):
        value = _plain(getattr(reading, name))
        if value is not None or name in _MAY_BE_NULL:
            found[name] = value
    found.update(reading.extra)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Seat):
        return value.value
    if hasattr(value, "text"):
        return value.text
    if hasattr(value, "type"):
        return event_to_json(value)
    return value


def print_reading_log(log: ReadingLog) -> str:
    """The log as JSON lines, header first."""
    lines = [print_line(log.header)]
    lines += [print_line(reading_to_json(r)) for r in log.readings]
    return "".join(line + "\n" for line in lines)
