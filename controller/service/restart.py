"""Where a table stood: rebuilt from its journal, and the board in progress once more from its evidence.

The evidence gives the journal's events again, and perhaps a few more that were about to be recorded. Where it does
not, the journal holds: it is the record, and evidence is begun anew from it. Nothing is told here a second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.model.errors import LogError
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import BoardTaken, TableEvent
from controller.model.reading_log import ReadingLog
from controller.model.readings import BoardTag, Entered
from controller.ports import NewRow, Row
from controller.service.account import Account
from controller.service.board_keeper import BoardKeeper, header_only
from controller.service.following import Following
from controller.service.tracker import Outcome


@dataclass(frozen=True, slots=True)
class Restored:
    """What the evidence gave beyond the journal: still to be recorded and told."""

    more: Sequence[Outcome] = ()
    #: Why the evidence does not give the record; None where it does.
    differs: str | None = None
    #: That evidence was begun anew.
    rows: Sequence[NewRow] = ()


def restore(keeper: BoardKeeper, account: Account, rows: Sequence[Row]) -> Restored:
    """Bring a table to where its journal's rows say it stood, its board in progress to where the evidence says."""
    events = [event_from_json(row.body) for row in rows if row.kind == "event"]
    keeper.tracker.acknowledged.restore(rows)
    try:
        log = keeper.evidence.current(keeper.table)
    except LogError as error:
        return _begin_anew(keeper, account, rows, str(error))
    if log is None:
        if not events:
            return Restored()
        return _begin_anew(keeper, account, rows, "there is no evidence of the board in progress")
    if log.first_event > len(events):
        differs = f"the evidence begins at event {log.first_event}, the record has {len(events)}"
        return _begin_anew(keeper, account, rows, differs)
    outcomes = [keeper.tracker.take(event) for event in events[: log.first_event]]
    outcomes += _sensed_again(keeper, log)
    # What a power cut took from the evidence is told to sensing, so that it does not tell it again.
    outcomes += _enter(keeper, events[len(outcomes) :])
    for outcome, event in zip(outcomes, events, strict=False):
        if event_to_json(outcome.event) != event_to_json(event):
            return _begin_anew(keeper, account, rows, f"the evidence gives another event {outcome.n} than the record")
    for outcome in outcomes[: len(events)]:
        account.fold(outcome)
    return Restored(outcomes[len(events) :])


def _sensed_again(keeper: BoardKeeper, log: ReadingLog) -> list[Outcome]:
    """The readings of the board in progress as they were taken."""
    keeper.following = Following(keeper.tracker, keeper.open_senses(header_only(log.header)))
    keeper.t0 = float(log.header.get("t0", keeper.clock.now()))
    keeper.board = keeper.tag = log.board.board if log.board is not None else None
    keeper.positions.restore(log.header.get("devices", {}))
    outcomes: list[Outcome] = []
    for reading in log.readings:
        keeper.positions.take(reading)
        keeper.look_into_pocket(reading)
        if isinstance(reading, BoardTag):
            keeper.tag = reading.board
        outcomes += keeper.following.take(reading)
        keeper.last_r = max(keeper.last_r, reading.arrival)
    return outcomes + keeper.following.until(keeper.now())


def _enter(keeper: BoardKeeper, events: Sequence[TableEvent]) -> list[Outcome]:
    """Recorded events of the board in progress, as if the director had entered them."""
    assert keeper.following is not None
    outcomes: list[Outcome] = []
    for event in events:
        now = keeper.now()
        reading = keeper.following.accept(Entered(t=now, r=now, event=event))
        keeper.evidence.add(keeper.table, reading)
        outcomes += keeper.following.take(reading)
    return outcomes


def _begin_anew(keeper: BoardKeeper, account: Account, rows: Sequence[Row], differs: str) -> Restored:
    """The journal alone: its events, and evidence that begins with those of the board in progress."""
    events = [event_from_json(row.body) for row in rows if row.kind == "event"]
    begun = next((n for n in range(len(events) - 1, -1, -1) if isinstance(events[n], BoardTaken)), None)
    opened: list[NewRow] = []
    if begun is not None:
        board = events[begun]
        assert isinstance(board, BoardTaken)
        keeper.board = keeper.tag = board.board
        keeper.t0 = next((r.body["t0"] for r in reversed(rows) if r.kind == "evidence"), keeper.clock.now())
        keeper.last_r = 0.0
        keeper.tracker.reset(next_n=begun)
        opened.append(keeper.open_evidence(board.board, {}, first_event=begun))
        _enter(keeper, events[begun:])
        keeper.flush()
    keeper.tracker.reset()
    for event in events:
        account.fold(keeper.tracker.take(event))
    return Restored(differs=differs, rows=opened)
