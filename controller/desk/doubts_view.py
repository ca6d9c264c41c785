"""What the readers of a table are in doubt about, its devices, and who keeps the record. For templates.

A doubt is told in words that name no card; the sensors' own text, which may, only to one who may see the readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.desk import shown
from controller.desk.describe import said
from controller.desk.record import DoubtSeen, TableRecord
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.table_view import DeviceLine, devices_of
from controller.desk.times import clock
from controller.desk.words import Words
from controller.model.seats import Seat
from controller.session.may_see import Role, What

#: Doubts about a device and its link: they hang on no card, so a director who plays himself may know of them.
OF_DEVICES = frozenset({"degraded", "jammed", "bad_clock", "out_of_order", "unknown_antenna", "bad_key", "no_deck"})


@dataclass(frozen=True, slots=True)
class DoubtLine:
    """A doubt: what it is, where, since when, and what helps."""

    what: Shown
    where: Shown
    since: str
    help: Shown | None
    detail: str | None


@dataclass(frozen=True, slots=True)
class DoubtsView:
    """Everything that the page shows."""

    table: str
    board: int | None
    mode: str
    #: Who ordered that the record is kept by hand.
    mode_by: str | None
    doubts: Sequence[DoubtLine]
    devices: Sequence[DeviceLine]


def view_of(room: Room, record: TableRecord, viewer: Viewer, words: Words) -> DoubtsView:
    """The page of a table as that viewer may see it, the newest doubt first."""
    names = room.sees(viewer, record.board, What.READINGS)
    seen = [doubt for doubt in record.doubts.values() if names or _is_for(viewer, doubt)]
    lines = [_line(doubt, words, names=names) for doubt in reversed(seen)]
    return DoubtsView(record.name, record.board, record.mode, record.mode_by, lines, devices_of(record, words))


def _is_for(viewer: Viewer, doubt: DoubtSeen) -> bool:
    """Who plays the board himself is told of no doubt that hangs on its cards."""
    return viewer.role is not Role.PLAYING_DIRECTOR or doubt.kind in OF_DEVICES


def _line(doubt: DoubtSeen, words: Words, *, names: bool) -> DoubtLine:
    """Words for the kinds that are known; a newer core's own text for those that are not, where it may be seen."""
    key, known = f"doubt.{doubt.kind}", f"doubt.{doubt.kind}" in words
    what = said(words, key) if known else said(words, "doubt.other")
    helps = said(words, f"{key}.do") if f"{key}.do" in words else None
    return DoubtLine(what, _place(doubt.at, words), clock(doubt.seen_at), helps, doubt.text if names else None)


def _place(at: str, words: Words) -> Shown:
    kind, _, seat = at.partition(".")
    if seat in Seat.__members__ and f"doubt.at.{kind}" in words:
        return said(words, f"doubt.at.{kind}", {"seat": shown.seat(Seat[seat], words)})
    if at in Seat.__members__:
        return shown.plain(shown.seat(Seat[at], words))
    return said(words, "doubt.at.board") if at == "board" else shown.plain(at)
