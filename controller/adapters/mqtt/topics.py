"""The topic tree: every name under which Smart Table speaks and listens, one row a family.

What a message says stands in messages.py; who may write or read a topic in broker/acl.py.
Levels are `[a-z0-9_-]`, so that every broker (NATS maps dots) and every ACL file can carry them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

PREFIX = "bridge/v1"

#: What may stand between two slashes. No `+ # / .`, no space, no leading `$`.
LEVEL = re.compile(r"[a-z0-9_-]{1,64}")

_PLACEHOLDER = re.compile(r"\{([a-z]+)\}")


def check_level(text: str) -> str:
    """Return `text` if it may be one level of a topic.

    Raises:
        ValueError: it is empty, too long, or has a character that some broker treats as special.
    """
    if not LEVEL.fullmatch(text):
        raise ValueError(f"{text!r} cannot be part of a topic: use 1 to 64 of a-z, 0-9, _ and -")
    return text


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a table stands: venue, session of the contest, table. The address of all that is said about it."""

    venue: str
    session: str
    table: str

    def __post_init__(self) -> None:
        for level in (self.venue, self.session, self.table):
            check_level(level)


@dataclass(frozen=True, slots=True)
class Family:
    """All topics of one kind, such as the state of every table.

    `template` has a `{name}` for each level that varies. `retained` says whether the broker keeps the last
    message for whoever comes later: a *state* is kept, an event, a command or a summons never is.
    """

    name: str
    template: str
    retained: bool
    summary: str

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the levels that vary, in order."""
        return _parameters(self.template)

    def topic(self, levels: Mapping[str, str]) -> str:
        """Return the topic with every level filled in; a level that is missing or unlawful is an error."""
        missing = [name for name in self.parameters if name not in levels]
        if missing:
            raise ValueError(f"topic {self.name} needs {', '.join(missing)}")
        for name in self.parameters:
            check_level(levels[name])
        return f"{PREFIX}/{self.template.format_map(levels)}"

    def filter(self, levels: Mapping[str, str] | None = None) -> str:
        """Return the subscription for this family: `+` for each level that is not given."""
        given = levels or {}

        def level(match: re.Match[str]) -> str:
            return check_level(given[match.group(1)]) if match.group(1) in given else "+"

        return f"{PREFIX}/{_PLACEHOLDER.sub(level, self.template)}"

    def levels(self, topic: str) -> dict[str, str] | None:
        """Return the levels that vary, or None when `topic` is of another family."""
        found = _pattern(self.template).fullmatch(topic)
        return None if found is None else found.groupdict()


@lru_cache(maxsize=64)
def _parameters(template: str) -> tuple[str, ...]:
    return tuple(_PLACEHOLDER.findall(template))


@lru_cache(maxsize=64)
def _pattern(template: str) -> re.Pattern[str]:
    """What a topic of this template looks like, whole: a summons has a topic of its own and must not wait for it."""
    return re.compile(f"{PREFIX}/" + _PLACEHOLDER.sub(lambda found: f"(?P<{found[1]}>{LEVEL.pattern})", template))


_TABLE = "{venue}/{session}/{table}"

TABLE_STATE = Family(
    "table_state",
    f"tbl/{_TABLE}/state",
    retained=True,
    summary="Where a table stands: phase, board, turn, contract, tricks. No unseen card.",
)
TABLE_EVENT = Family(
    "table_event",
    f"tbl/{_TABLE}/event",
    retained=False,
    summary="An act that everybody at the table could see, numbered without gaps.",
)
TABLE_CHECK = Family(
    "table_check",
    f"tbl/{_TABLE}/check",
    retained=True,
    summary="Table and record differ, or the record is kept by hand: how many cards are missing or too many where.",
)
SUMMONS = Family(
    "summons",
    f"tbl/{_TABLE}/summons/{{summons}}",
    retained=False,
    summary="The director is called to a table, or told that he is no longer needed there.",
)
RULING = Family(
    "ruling",
    f"dir/{_TABLE}/ruling",
    retained=False,
    summary="A director's decision on a finding.",
)
ACKNOWLEDGEMENT = Family(
    "ack",
    f"dir/{_TABLE}/ack",
    retained=False,
    summary="A director says that he has seen a summons, or stands at the table.",
)
RESYNC = Family(
    "resync",
    f"dir/{_TABLE}/resync",
    retained=False,
    summary="A director who came late asks for the summonses that are open.",
)
REPLY = Family(
    "reply",
    "rsp/{user}/{nonce}",
    retained=False,
    summary="The controller's answer to one request of one user.",
)
DEVICE_STATE = Family(
    "device_state",
    "dev/{device}/health/state",
    retained=True,
    summary="Whether a device is starting, ready or lost; lost is its will.",
)
DEVICE_METRICS = Family(
    "device_metrics",
    "dev/{device}/health/metrics",
    retained=False,
    summary="Figures of a device: read rate, errors, temperature.",
)
PUBLIC_RESULT = Family(
    "public_result",
    f"public/{_TABLE}/board/{{board}}",
    retained=True,
    summary="A board's result, once every table that was to play it has and any delay has passed. Empty: taken back.",
)
CONTROLLER_STATE = Family(
    "controller_state",
    "sys/{controller}/state",
    retained=True,
    summary="A controller is there (with its epoch) or gone; gone is its will.",
)
BROKER_REFUSED = Family(
    "broker_refused",
    "sys/broker/refused",
    retained=True,
    summary="What the embedded broker turned away: forged publishes, wills, subscriptions, log-ins.",
)

#: Every topic there is. A message on any other topic is not ours.
FAMILIES: tuple[Family, ...] = (
    TABLE_STATE,
    TABLE_EVENT,
    TABLE_CHECK,
    SUMMONS,
    RULING,
    ACKNOWLEDGEMENT,
    RESYNC,
    REPLY,
    DEVICE_STATE,
    DEVICE_METRICS,
    PUBLIC_RESULT,
    CONTROLLER_STATE,
    BROKER_REFUSED,
)


@lru_cache(maxsize=4096)
def family_of(topic: str) -> Family | None:
    """Return the family that `topic` belongs to, or None."""
    return next((family for family in FAMILIES if family.levels(topic) is not None), None)


def place_of(topic: str) -> TablePlace | None:
    """Return the table that a topic is about, or None when it is about none."""
    family = family_of(topic)
    levels = family.levels(topic) if family is not None else None
    if levels is None or "table" not in levels:
        return None
    return TablePlace(levels["venue"], levels["session"], levels["table"])


def at(place: TablePlace) -> dict[str, str]:
    """Return the levels of a table, to fill a family's topic: `TABLE_STATE.topic(at(place))`."""
    return {"venue": place.venue, "session": place.session, "table": place.table}


def summons_level(place_in_log: str) -> str:
    """Return an identity such as `insufficient_bid@7:E` in the letters that a topic level allows.

    >>> summons_level("insufficient_bid@7:E")
    'insufficient_bid-7-e'
    """
    return check_level(re.sub(r"[^a-z0-9_]+", "-", place_in_log.lower()).strip("-"))
