"""The table log and the case, as texts: parsed and printed without loss (docs/formats/TABLE_LOG.md)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from controller.model.errors import LogError
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import TableEvent, nothing
from controller.model.regulations import CLUB, EDITIONS, Regulations, regulations_from

#: So much of a line is shown where it stops being JSON.
_SHOWN = 20
TABLE_LOG = "table-log/1"
_Header = TypeVar("_Header")
_Line = TypeVar("_Line")
#: How JSON writes one half of a surrogate pair.
_HALF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
#: Made once: `json.dumps` makes an encoder anew for each line that is not in its default form.
_LINE = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "))


@dataclass(frozen=True, slots=True)
class TableLog:
    """A table's story: under which Laws and regulations, and the events in order. Their index is their number."""

    laws: str
    events: tuple[TableEvent, ...]
    regulations: Regulations = CLUB
    #: Name of the case or log; None where the file's name has to serve.
    case: str | None = None
    #: The header as it was given, `events` apart; printed again as it stood.
    header: Mapping[str, Any] = field(default_factory=nothing, hash=False)


def _edition(given: Mapping[str, Any]) -> str:
    laws = given.get("laws")
    if laws not in EDITIONS:
        raise LogError(f"{laws!r} is no edition of the Laws here; known: {', '.join(EDITIONS)}", field="laws")
    return str(laws)


def _name(given: Mapping[str, Any]) -> str | None:
    name = given.get("case")
    if name is not None and not isinstance(name, str):
        raise LogError(f"{name!r} is not a name", field="case")
    return name


def first_event(given: Mapping[str, Any]) -> int:
    """Number of the first event, in a header's `n`: a log of a later board goes on with the evening's numbers."""
    first = given.get("n", 0)
    if isinstance(first, bool) or not isinstance(first, int) or first < 0:
        raise LogError(f"{first!r} is not the number of an event", field="n")
    return first


def parse_header(given: Any) -> tuple[str, Regulations, str | None]:
    """Edition, regulations and name out of a header or a case. LogError names the field."""
    if not isinstance(given, Mapping):
        raise LogError("the first line must be a header object")
    regulations = given.get("regulations")
    if regulations is not None and not isinstance(regulations, Mapping):
        raise LogError(f"{regulations!r} is not an object", field="regulations")
    first_event(given)
    return _edition(given), regulations_from(regulations), _name(given)


def json_of(text: str, place: str = "", file: str = "") -> Any:
    """JSON out of a line. LogError with the place if it is not JSON; NaN, infinity and half a character are none."""
    try:
        found = json.loads(text, parse_constant=_finite, parse_float=_finite)
        if _HALF_A_CHARACTER.search(text):
            # Python reads half a surrogate pair; no file, no store and no bus could ever carry it.
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise LogError(f"not JSON: {error.object[error.start]!a} is half a character", file=file, place=place) from None
    except json.JSONDecodeError as error:
        raise LogError(f"not JSON: {_beside(error)}", file=file, place=place) from None
    except (ValueError, RecursionError) as error:
        raise LogError(f"not JSON: {error}", file=file, place=place) from None
    return found


def _beside(error: json.JSONDecodeError) -> str:
    """Where a line, or a case of several lines, stops being JSON, with what stands there."""
    line = f"line {error.lineno}, " if "\n" in error.doc.strip() else ""
    rest = error.doc[error.pos :].partition("\n")[0].strip()
    seen = f"before {rest[:_SHOWN]!r}" if rest else "at the end"
    what = error.msg[:1].lower() + error.msg[1:]
    return f"{what} ({line}character {error.colno}, {seen})"


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a number that JSON can hold")
    return number


def parse_table_log(text: str, file: str = "") -> TableLog:
    """A table log (JSON lines) or a case (one object with `events`). LogError names file, line or event, and field."""
    if is_case(text):
        return parse_case(json_of(text, "", file), file)
    header, events = log_lines(text, file, _table_header, event_from_json)
    laws, regulations, name = parse_header(header)
    return TableLog(laws, tuple(events), regulations, name, header)


def _table_header(given: Any) -> Mapping[str, Any]:
    _check_format(given, TABLE_LOG)
    parse_header(given)
    header: Mapping[str, Any] = given
    return header


def log_lines(
    text: str, file: str, read_header: Callable[[Any], _Header], read_line: Callable[[Any], _Line]
) -> tuple[_Header, list[_Line]]:
    """A log as JSON lines, what its first line and the others say; empty lines mean nothing.

    LogError names file and line, whatever of it the readers cannot read.
    """
    header: _Header | None = None
    found: list[_Line] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"line {number}"
        try:
            given = json_of(line, place, file)
            if header is None:
                header = read_header(given)
            else:
                found.append(read_line(given))
        except LogError as error:
            raise error.at(file=file, place=place) from None
    if header is None:
        raise LogError("an empty log has no header", file=file, place="line 1")
    return header, found


def _check_format(given: Any, wanted: str) -> None:
    if not isinstance(given, Mapping) or given.get("log") != wanted:
        said = given.get("log") if isinstance(given, Mapping) else given
        raise LogError(f'expected a header with "log": "{wanted}", found {said!r}', field="log")


def is_case(text: str) -> bool:
    """Is the text one JSON object with a list of events, or meant to be one, rather than lines?"""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return _is_broken_case(text)
    return isinstance(given, dict) and isinstance(given.get("events"), list)


def _is_broken_case(text: str) -> bool:
    """Its first line breaks off at its end and the list of events is still to come: no log, a case with a slip."""
    first, _, rest = text.strip().partition("\n")
    try:
        json.loads(first)
    except json.JSONDecodeError as error:
        return error.pos >= len(first.rstrip()) and '"events"' in rest
    except (ValueError, RecursionError):
        return False
    return False


def parse_case(given: Mapping[str, Any], file: str = "") -> TableLog:
    """The log of a case: header fields and a list of events in one object."""
    try:
        laws, regulations, name = parse_header(given)
    except LogError as error:
        raise error.at(file=file) from None
    events = []
    for n, item in enumerate(given.get("events", [])):
        try:
            events.append(event_from_json(item))
        except LogError as error:
            raise error.at(file=file, place=f"event {n}") from None
    header = {k: v for k, v in given.items() if k != "events"}
    return TableLog(laws, tuple(events), regulations, name, header)


def print_line(given: Mapping[str, Any]) -> str:
    """One JSON line, compact, in the order of its fields."""
    return _LINE.encode(given)


def print_table_log(log: TableLog) -> str:
    """The log as JSON lines."""
    header = log.header or _plain_header(log)
    return "".join(line + "\n" for line in table_log_lines({"log": TABLE_LOG, **header}, log.events))


def _plain_header(log: TableLog) -> dict[str, Any]:
    header: dict[str, Any] = {} if log.case is None else {"case": log.case}
    given = asdict(log.regulations)
    regulations = {name: value for name, value in given.items() if value != getattr(CLUB, name)}
    return header | {"laws": log.laws} | ({"regulations": regulations} if regulations else {})


def table_log_lines(header: Mapping[str, Any], events: Iterable[TableEvent]) -> Iterable[str]:
    """Header line, then a line an event."""
    yield print_line(header)
    for event in events:
        yield print_line(event_to_json(event))
