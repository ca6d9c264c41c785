"""The tiles of the room: a tile a table, always in the order of the room, so that a place on the wall means a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from controller.desk import describe
from controller.desk.describe import said
from controller.desk.queue import Queue, QueueRow
from controller.desk.record import TableRecord
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.times import clock
from controller.desk.words import Words
from controller.session.may_see import What

#: Device states from well to gone; the worst one is shown.
_HEALTH = ("ready", "starting", "degraded", "lost")
FILTERS = ("all", "open", "devices", "done")


@dataclass(frozen=True, slots=True)
class Tile:
    """One table in the room."""

    table: str
    board: Shown
    phase: Shown
    #: `calm`, `now`, `taken`.
    style: str
    call: Shown | None
    began: Shown | None
    #: `ready`, `starting`, `degraded`, `lost` or `none`.
    health: str
    is_done: bool
    #: When its round should be over, by the clock on the wall; None without a round clock.
    ends: float | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """A way to show only some tables."""

    name: str
    label: Shown
    is_on: bool


def tiles_for(room: Room, viewer: Viewer, queue: Queue, words: Words) -> list[Tile]:
    """A tile a table, as that viewer may see it."""
    calls = {row.table: row for row in reversed([*queue.needs, *(r for r in queue.others if r.style == "taken")])}
    return [_tile(room, record, viewer, calls.get(record.name), words) for record in room.in_order()]


def _tile(room: Room, record: TableRecord, viewer: Viewer, call: QueueRow | None, words: Words) -> Tile:
    board = record.board
    label = said(words, "tile.no_board") if board is None else said(words, "tile.board", {"board": board})
    sees_progress = room.sees(viewer, board, What.PROGRESS)
    phase = phase_of(record, words) if sees_progress else said(words, "tile.hidden")
    style, heading = "calm", None
    if call is not None:
        style = call.style
        heading = call.then if style == "taken" else call.what
    began = said(words, "tile.began", {"time": clock(record.board_began)}) if record.board_began else None
    ends = room.round_ends(room.plan.round_of(record.name, board)) if room.plan is not None else None
    return Tile(record.name, label, phase, style, heading, began, health(record), is_done(record), ends)


def is_done(record: TableRecord) -> bool:
    """Has the board in hand ended?"""
    return record.board is not None and record.table.state()["phase"] == "ended"


def health(record: TableRecord) -> str:
    """The worst state of a table's devices; a table that cannot be followed counts as lost."""
    if not record.is_followed or "sensing_fault" in record.faults:
        return "lost"
    states = [d.state for d in record.devices.values() if d.state in _HEALTH]
    if record.mode == "correcting":
        states.append("degraded")
    return max(states, key=_HEALTH.index) if states else "none"


def phase_of(record: TableRecord, words: Words) -> Shown:
    """How far the board is, in two or three words."""
    if not record.is_followed:
        return said(words, "phase.parked")
    if record.board is None:
        return said(words, "phase.idle")
    state = record.table.state()
    phase = state["phase"]
    if phase == "ended" and state["contract"] == "P":
        return said(words, "phase.passed_out")
    if phase in ("auction", "play") and describe.is_stopped(record.table):
        phase += "_stopped"
    if phase == "play" and state["trick"] == 1 and not state["on_table"]:
        phase = "clarification"
    return said(words, f"phase.{phase}", {"n": state["trick"]})


def filters_for(tiles: Sequence[Tile], chosen: str, words: Words) -> list[Filter]:
    """The filters with how many tables each of them shows."""
    return [
        Filter(name, said(words, f"room.filter.{name}", {"n": len(filtered(tiles, name))}), name == chosen)
        for name in FILTERS
    ]


def filtered(tiles: Iterable[Tile], chosen: str) -> list[Tile]:
    """The tiles that a filter shows."""
    wanted = _SHOWS.get(chosen)
    return list(tiles) if wanted is None else [tile for tile in tiles if wanted(tile)]


_SHOWS: Mapping[str, Callable[[Tile], bool]] = {
    "open": lambda tile: tile.style != "calm",
    "devices": lambda tile: tile.health in ("degraded", "lost"),
    "done": lambda tile: tile.is_done,
}
