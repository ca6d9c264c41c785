"""The board in progress at a table: when it begins, its evidence, its own time, and what sensing makes of it.

What an event means and who is told of it is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, inf
from typing import Any

from controller.model.event_codec import event_from_json
from controller.model.events import Gap, ModeChanged, TableEvent
from controller.model.reading_log import ReadingLog, parse_reading_log
from controller.model.readings import BoardTag, Entered, Reading, Scan, TagGone, TagSeen
from controller.model.table_log import print_line
from controller.ports import Clock, Evidence, EvidenceError, NewRow
from controller.sensing.check import Check
from controller.sensing.notes import Note
from controller.service.boards import BoardBook
from controller.service.following import Following, OpenSenses
from controller.service.positions import Positions
from controller.service.tracker import Outcome, Tracker

#: Times are kept to the microsecond: sensing is given what is written in the evidence.
_DIGITS = 6
EVIDENCE_FAILED = "evidence_failed"

#: Told when evidence cannot be kept, and when it can again: is it on, in words.
OnEvidence = Callable[[bool, str], None]


@dataclass(slots=True, eq=False)
class BoardKeeper:
    """Readings of one table become outcomes, each on the time of its board (seconds since it began)."""

    table: str
    evidence: Evidence
    clock: Clock
    book: BoardBook
    open_senses: OpenSenses
    tracker: Tracker
    on_evidence: OnEvidence = field(default=lambda _is_on, _detail: None)
    positions: Positions = field(default_factory=Positions)
    #: None before the first board of the evening.
    following: Following | None = None
    #: Could the evidence of this board be opened?
    keeps_evidence: bool = True
    #: The session clock when the board began.
    t0: float = 0.0
    #: When the latest reading was taken, on the board's time.
    last_r: float = 0.0
    #: The board that was taken up last.
    board: int | None = None
    #: The board whose tag lies at the centre.
    tag: int | None = None
    #: Tags in the pockets as read last, with the device that read them, by place.
    pockets: dict[str, tuple[str | None, set[str]]] = field(default_factory=dict)

    @property
    def due(self) -> float | None:
        """When something happens by itself, on the session clock."""
        due = self.following.due if self.following is not None else None
        return None if due is None else due + self.t0

    @property
    def blind(self) -> str | None:
        """Why sensing does not follow any more; None while it does."""
        return self.following.blind if self.following is not None else None

    def doubts(self) -> frozenset[Note]:
        """What sensing is in doubt about on this board."""
        return frozenset(self.following.doubts()) if self.following is not None else frozenset()

    @property
    def mode(self) -> str:
        """How the record is kept: `sensing`, `correcting` or `manual`."""
        return "sensing" if self.following is None else self.following.mode

    def check(self) -> Check | None:
        """How the cards lie against the record, while that is anybody's business."""
        return self.following.check() if self.following is not None else None

    @property
    def is_open(self) -> bool:
        """Has a board been taken up that is not over? Nobody can say so of a table that the engine does not follow."""
        phase = self.tracker.expected.phase
        return self.following is not None and self.tracker.parked is None and phase not in ("idle", "ended")

    def begins_board(self) -> int | None:
        """The board that the tag at the centre begins; none while another one is in play there."""
        if self.tag == self.board:
            return None
        in_play = self.is_open and bool(self.tracker.table.calls)
        return None if in_play else self.tag

    def now(self) -> float:
        """Seconds since the board began; never decreases, whatever the clock does."""
        self.last_r = max(self.last_r, self._since(self.clock.now()))
        return self.last_r

    def _since(self, time: float) -> float:
        # Rounded up: a timer that is due by the clock must be due by what is written, too.
        return float(ceil((time - self.t0) * 10**_DIGITS) / 10**_DIGITS)

    def begin(self, board: int, given: Mapping[str, Any]) -> NewRow:
        """Open the evidence of a board, the one before is finished; the row that says so.

        `given` are fields of the `board` event that go before those of the deal file.
        """
        self.t0, self.last_r = self.clock.now(), 0.0
        self.board = self.tag = board
        return self.open_evidence(board, given, first_event=self.tracker.next_n)

    def open_evidence(self, board: int, given: Mapping[str, Any], *, first_event: int) -> NewRow:
        """A new reading log of the board, and sensing that knows nothing yet; the row that says so."""
        header = self.book.header(board, given, first_event=first_event)
        header |= {"t0": round(self.t0, _DIGITS), "devices": self.positions.as_json()}
        if self._by_hand is not None:
            header["by_hand"] = self._by_hand
        file: str | None = None
        try:
            file = self.evidence.begin(self.table, header)
        except EvidenceError as error:
            self.on_evidence(True, str(error))
        self.keeps_evidence = file is not None
        self.following = Following(self.tracker, self.open_senses(header_only(header)))
        return NewRow(self.table, "evidence", {"board": board, "file": file, "n": first_event, "t0": header["t0"]})

    @property
    def _by_hand(self) -> str | None:
        """Who ordered that the record is kept by hand: that holds from board to board, until it is given up."""
        boards = self.tracker.table.boards
        modes = (
            (e.event for e in reversed(boards[-1].entries) if isinstance(e.event, ModeChanged)) if boards else iter(())
        )
        latest = next(modes, None)
        is_by_hand = latest is not None and latest.mode == "manual" and latest.src == "director"
        return (latest.by or "director") if latest is not None and is_by_hand else None

    def taken_up(self, board: int, given: Mapping[str, Any]) -> TableEvent:
        """The `board` event of a board that the director begins."""
        return event_from_json({"type": "board", "src": "director", **self.book.board(board, given)})

    def finish(self) -> list[Outcome]:
        """The next board begins: what waited to be decided on this one is decided."""
        return [] if self.following is None else self.following.finish()

    def take(self, reading: Reading) -> list[Outcome]:
        """A reading of a device, its time on the session clock: what it leads to."""
        self.look_into_pocket(reading)
        if self.following is None:
            return []
        return self._sense(replace(reading, t=round(reading.t - self.t0, _DIGITS), r=self.now()))

    def enter(self, event: TableEvent) -> list[Outcome]:
        """A director's event goes into the stream of readings, so that sensing knows of it in its place."""
        now = self.now()
        return self._sense(Entered(t=now, r=now, event=event))

    def show_what_lies_there(self, *, tag: bool) -> list[Outcome]:
        """What sensors told before the board began and still holds: its tag, and the cards in its pockets."""
        now = self.now()
        found = self._sense(BoardTag(t=now, r=now, board=self.board)) if tag else []
        for at, (device, tags) in self.pockets.items():
            if tags:
                found += self._sense(Scan(t=now, r=now, device=device, at=at, tags=tuple(sorted(tags))))
        return found

    def gap(self) -> list[Outcome]:
        """We were away while a board was in play: nothing about time may be concluded across it."""
        return self.enter(Gap(reason="the controller was restarted")) if self.is_open else []

    def pass_time(self, until: float = inf) -> list[Outcome]:
        """What is due by now, and by that time on the session clock."""
        if self.following is None or until < self.t0:
            return []
        now = self.now()
        return self.following.until(now if until == inf else min(now, self._since(until)))

    def flush(self) -> None:
        """Evidence survives our death from here on."""
        if not self.keeps_evidence:
            return
        try:
            self.evidence.flush(self.table)
        except EvidenceError as error:
            self.on_evidence(True, str(error))
        else:
            self.on_evidence(False, "")

    def look_into_pocket(self, reading: Reading) -> None:
        """Pockets are read before the board's own tag is: what lies in them belongs to the board that then begins."""
        match reading:
            case Scan(at=at, tags=tags) if at.startswith("pocket."):
                self.pockets[at] = (reading.device, set(tags))
            case TagSeen(at=at, tag=tag) if at.startswith("pocket."):
                self.pockets.setdefault(at, (reading.device, set()))[1].add(tag)
            case TagGone(at=at, tag=tag) if at in self.pockets:
                self.pockets[at][1].discard(tag)
            case _:
                pass

    def _sense(self, reading: Reading) -> list[Outcome]:
        assert self.following is not None
        reading = self.following.accept(reading)
        self.evidence.add(self.table, reading)
        return self.following.take(reading)


def header_only(header: Mapping[str, Any]) -> ReadingLog:
    """The reading log of a board at its beginning."""
    return parse_reading_log(print_line(header))
