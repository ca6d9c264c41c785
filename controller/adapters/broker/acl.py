"""Who may say and hear what: one row a right, read by the embedded broker and turned into Mosquitto's files.

What is not in the table is refused. `{user}` in a filter is the user's own name.
No I/O here; the files are written in mosquitto.py, the broker asks in gate.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.adapters.mqtt import topics


class Role(StrEnum):
    """What a user of the broker is."""

    #: A table hub or another box at a table: tells of its own health, nothing else.
    DEVICE = "device"
    #: The core process: follows the tables and speaks for them.
    CONTROLLER = "controller"
    #: A director: is summoned, rules, asks for what he missed.
    DIRECTOR = "director"
    #: Anybody in the hall: public results only.
    SPECTATOR = "spectator"
    #: A recorder of what the whole table could see, such as a scoring program or a display behind a delay.
    LOGGER = "logger"


class Right(StrEnum):
    """What a row allows. Reading covers both to subscribe and to be sent a message."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Row:
    """One right of one role, on all topics that `filter` matches."""

    role: Role
    right: Right
    filter: str

    def filter_for(self, user: str) -> str:
        """Return the filter with the user's own name in it."""
        return self.filter.replace("{user}", user)


_OWN_HEALTH = topics.DEVICE_STATE.filter().replace("+", "{user}", 1)
_OWN_METRICS = topics.DEVICE_METRICS.filter().replace("+", "{user}", 1)
_OWN_REPLIES = topics.REPLY.filter().replace("+", "{user}", 1)
_OWN_STATE = topics.CONTROLLER_STATE.filter().replace("+", "{user}", 1)
_PUBLIC = f"{topics.PREFIX}/public/#"

#: Every right that there is. Nobody but directors hears a summons; nobody but directors asks or rules.
ROWS: tuple[Row, ...] = (
    Row(Role.DEVICE, Right.WRITE, _OWN_HEALTH),
    Row(Role.DEVICE, Right.WRITE, _OWN_METRICS),
    #
    Row(Role.CONTROLLER, Right.WRITE, topics.TABLE_STATE.filter()),
    Row(Role.CONTROLLER, Right.WRITE, topics.TABLE_EVENT.filter()),
    Row(Role.CONTROLLER, Right.WRITE, topics.TABLE_CHECK.filter()),
    Row(Role.CONTROLLER, Right.WRITE, topics.SUMMONS.filter()),
    Row(Role.CONTROLLER, Right.WRITE, topics.REPLY.filter()),
    Row(Role.CONTROLLER, Right.WRITE, topics.PUBLIC_RESULT.filter()),
    Row(Role.CONTROLLER, Right.WRITE, topics.DEVICE_STATE.filter()),
    Row(Role.CONTROLLER, Right.WRITE, topics.DEVICE_METRICS.filter()),
    Row(Role.CONTROLLER, Right.WRITE, _OWN_STATE),
    Row(Role.CONTROLLER, Right.READ, topics.RULING.filter()),
    Row(Role.CONTROLLER, Right.READ, topics.ACKNOWLEDGEMENT.filter()),
    Row(Role.CONTROLLER, Right.READ, topics.RESYNC.filter()),
    Row(Role.CONTROLLER, Right.READ, topics.DEVICE_STATE.filter()),
    Row(Role.CONTROLLER, Right.READ, topics.DEVICE_METRICS.filter()),
    Row(Role.CONTROLLER, Right.READ, topics.CONTROLLER_STATE.filter()),
    Row(Role.CONTROLLER, Right.READ, topics.BROKER_REFUSED.filter()),
    #
    Row(Role.DIRECTOR, Right.READ, f"{topics.PREFIX}/tbl/#"),
    Row(Role.DIRECTOR, Right.READ, _PUBLIC),
    Row(Role.DIRECTOR, Right.READ, topics.DEVICE_STATE.filter()),
    Row(Role.DIRECTOR, Right.READ, topics.CONTROLLER_STATE.filter()),
    Row(Role.DIRECTOR, Right.READ, _OWN_REPLIES),
    Row(Role.DIRECTOR, Right.WRITE, topics.RULING.filter()),
    Row(Role.DIRECTOR, Right.WRITE, topics.ACKNOWLEDGEMENT.filter()),
    Row(Role.DIRECTOR, Right.WRITE, topics.RESYNC.filter()),
    #
    Row(Role.SPECTATOR, Right.READ, _PUBLIC),
    #
    Row(Role.LOGGER, Right.READ, topics.TABLE_STATE.filter()),
    Row(Role.LOGGER, Right.READ, topics.TABLE_EVENT.filter()),
    Row(Role.LOGGER, Right.READ, topics.DEVICE_STATE.filter()),
    Row(Role.LOGGER, Right.READ, topics.DEVICE_METRICS.filter()),
    Row(Role.LOGGER, Right.READ, topics.CONTROLLER_STATE.filter()),
    Row(Role.LOGGER, Right.READ, _PUBLIC),
)


def rows_of(role: Role) -> tuple[Row, ...]:
    """Return the rights of a role, in the order of the table."""
    return tuple(row for row in ROWS if row.role is role)


def covers(allowed: str, requested: str) -> bool:
    """Whether every topic that `requested` matches is matched by `allowed`.

    `requested` may be a plain topic or a filter. A `#` is covered only by a `#` at its place or above,
    a `+` only by a `+` or such a `#`: `public/+` does not cover `public/#`.
    """
    want = allowed.split("/")
    have = requested.split("/")
    for place, level in enumerate(want):
        if level == "#":
            return True
        if place >= len(have) or have[place] == "#":
            return False
        if level not in ("+", have[place]):
            return False
    return len(want) == len(have)


def may(role: Role, user: str, right: Right, topic: str) -> bool:
    """Whether this user may write to the topic, or read all that this topic or filter matches."""
    if right is Right.WRITE and ("+" in topic or "#" in topic):
        return False
    return any(row.right is right and covers(row.filter_for(user), topic) for row in rows_of(role))
