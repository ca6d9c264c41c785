"""What the director is told of a table's findings: raised, changed, resolved, withdrawn, each with a revision.

Pure: what comes out depends on what went in (`new_ref` names a summons without giving anything away). Storing
and sending are the recorder's; how it is written on the bus is an adapter's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from controller.model.irregularities import CERTAIN, Attention, Irregularity, Resolved, RestsOn, number_in
from controller.model.seats import Seat
from controller.table import Stepped
from controller.table.of_the_session import KINDS

#: A finding that is no departure of the players: the engine cannot follow this table any more.
ENGINE_FAULT = "engine_fault"
_CLOSED = ("resolved", "withdrawn")


@dataclass(frozen=True, slots=True)
class Summons:
    """One revision of what the director is told of one finding."""

    #: Names the summons on the bus; says nothing of what it is about.
    ref: str
    rev: int
    #: `raised`, `changed`, `resolved` or `withdrawn`.
    state: str
    finding: Irregularity
    board: int | None = None
    #: It waits for a decision.
    is_open: bool = False
    #: A director stands at the table: shown at the desk, not sent.
    held: bool = False
    #: It is on disk.
    recorded: bool = True
    reason: str | None = None
    how: str | None = None
    by: str | None = None
    choice: str | None = None

    @property
    def id(self) -> str:
        """The finding's id."""
        return self.finding.id

    @property
    def is_closed(self) -> bool:
        """Nobody is needed for it any more."""
        return self.state in _CLOSED

    @property
    def goes_out(self) -> bool:
        """Is it for the bus as well? Not what only the director may know yet, nor what waits for him at the table."""
        return self.finding.attention is not Attention.SILENT and not self.held

    @property
    def is_whole(self) -> bool:
        """May the bus carry what it is about? Not where it rests on unseen cards."""
        return self.finding.rests_on is RestsOn.SEEN

    def as_json(self) -> dict[str, Any]:
        """The body of a `summons` row of the journal (docs/journal.md)."""
        return {
            "id": self.id,
            "ref": self.ref,
            "rev": self.rev,
            "state": self.state,
            "board": self.board,
            "attention": self.finding.attention.value,
            "certainty": self.finding.certainty,
            "rests_on": self.finding.rests_on.value,
            "open": self.is_open,
            "finding": self.finding.as_json(),
            "channels": ["desk", "bus"] if self.goes_out else ["desk"],
            "held": self.held,
            "recorded": self.recorded,
            "reason": self.reason,
            "how": self.how,
            "by": self.by,
            "choice": self.choice,
        }


def summons_from_json(body: Mapping[str, Any]) -> Summons:
    """The summons that a journal's row tells of."""
    return Summons(
        ref=body["ref"],
        rev=body["rev"],
        state=body["state"],
        finding=finding_from_json(body["finding"]),
        board=body["board"],
        is_open=body["open"],
        held=body["held"],
        recorded=body["recorded"],
        reason=body["reason"],
        how=body["how"],
        by=body["by"],
        choice=body["choice"],
    )


def finding_from_json(given: Mapping[str, Any]) -> Irregularity:
    """The irregularity that its JSON object (formats/TABLE_LOG.md) tells of."""
    return Irregularity(
        id=given["id"],
        kind=given["kind"],
        seat=None if given["seat"] is None else Seat[given["seat"]],
        laws=tuple(given["laws"]),
        attention=Attention(given["attention"]),
        options=tuple(given["options"]),
        by=given["by"],
        certainty=given["certainty"],
        rests_on=RestsOn(given["rests_on"]),
        facts=given["facts"],
    )


def engine_fault(n: int) -> Irregularity:
    """The finding that tells the director that this table is recorded but not judged any more.

    What went wrong stands in the `fault` row alone: it might name cards, and this goes out.
    """
    return Irregularity(
        id=f"{ENGINE_FAULT}@{n}:-",
        kind=ENGINE_FAULT,
        seat=None,
        laws=(),
        attention=Attention.NOW,
        certainty=CERTAIN,
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """What the table is like after an event, as far as summonses need it."""

    board: int | None
    #: Ids of findings that wait for a decision.
    open_ids: Collection[str] = ()
    ended: bool = False
    #: Is a director at the table?
    held: bool = False
    #: Number of the first event of each board of the evening, and the board's number.
    boards: Sequence[tuple[int, int]] = ()

    def board_of(self, finding: Irregularity) -> int | None:
        """The board that a finding is about: a late ruling may raise one on an earlier board."""
        act = finding.id.partition("@")[2].partition(":")[0].partition(".")[0]
        n = number_in(act)
        if n is None:
            return self.board
        return next((number for first, number in reversed(self.boards) if first <= n), self.board)


@dataclass(slots=True)
class Summonses:
    """All summonses of a table, told and still to be told at the end of the board."""

    new_ref: Callable[[], str]
    told: dict[str, Summons] = field(default_factory=dict)
    #: Findings for the end of the board, with the board's number.
    _later: dict[str, tuple[Irregularity, int | None]] = field(default_factory=dict)

    def after(self, stepped: Stepped, scene: Scene, *, board_before: int | None = None) -> list[Summons]:
        """What is to be told now that this has happened, in the order in which it came about.

        `board_before`: the board that this event put an end to, where it is a `board` event.
        """
        found: list[Summons] = []
        if board_before is not None:
            # What the end of a board brings out (a missing score) belongs to the board that has ended.
            found += self._let_out_later(replace(scene, board=board_before, ended=True))
        for finding_id in stepped.withdrawn:
            found += self._withdraw(finding_id, stepped.n)
        for finding in stepped.changed:
            found += self._change(finding, scene)
        for finding in stepped.raised:
            if board_before is not None and finding.attention is Attention.END_OF_BOARD:
                found += self._raise(finding, replace(scene, board=board_before, ended=True), is_of_board=True)
            else:
                found += self._raise(finding, scene)
        # After what was raised: a finding may come and be closed by one event.
        for closed in stepped.resolved:
            found += self._resolve(closed)
        found += self._reopen(scene)
        if scene.ended:
            found += self._let_out_later(scene)
        return found

    def raise_fault(self, finding: Irregularity, scene: Scene) -> list[Summons]:
        """Tell of a fault of our own, which no `step` reports."""
        return self._raise(finding, scene)

    def let_out(self, open_ids: Collection[str]) -> list[Summons]:
        """The director has left the table: what was held and still waits for a decision goes out, as it stands."""
        # What the session found waits in no table's state.
        open_ids = {*open_ids, *(s.id for s in self.told.values() if s.is_open and s.finding.kind in KINDS)}
        waiting = [s for s in self.told.values() if s.held and not s.is_closed and s.id in open_ids]
        return [self._keep(replace(summons, held=False)) for summons in waiting]

    def of(self, finding_id: str) -> Summons | None:
        """The latest revision told of a finding, by its id or its `ref`."""
        found = self.told.get(finding_id)
        return found or next((s for s in self.told.values() if s.ref == finding_id), None)

    def open(self) -> list[Summons]:
        """Those that are neither resolved nor withdrawn."""
        return [summons for summons in self.told.values() if not summons.is_closed]

    def restore(self, bodies: Iterable[Mapping[str, Any]]) -> None:
        """Take up what the journal says was told, the latest last."""
        for body in bodies:
            summons = summons_from_json(body)
            self.told[summons.id] = summons
            self._later.pop(summons.id, None)

    def _keep(self, summons: Summons) -> Summons:
        self.told[summons.id] = summons
        return summons

    def _raise(self, finding: Irregularity, scene: Scene, *, is_of_board: bool = False) -> list[Summons]:
        if finding.attention is Attention.LOG:
            return []
        if finding.attention is Attention.END_OF_BOARD and not scene.ended:
            self._later[finding.id] = (finding, scene.board_of(finding))
            return []
        before = self.told.get(finding.id)
        summons = Summons(
            ref=before.ref if before else self.new_ref(),
            rev=before.rev + 1 if before else 1,
            state="raised",
            finding=finding,
            board=scene.board if is_of_board else scene.board_of(finding),
            is_open=finding.id in scene.open_ids,
            held=scene.held,
        )
        return [self._keep(summons)]

    def _change(self, finding: Irregularity, scene: Scene) -> list[Summons]:
        before = self.told.get(finding.id)
        if before is None or before.state == "withdrawn":
            self._later.pop(finding.id, None)
            return self._raise(finding, scene)
        is_open = finding.id in scene.open_ids
        changed = replace(before, rev=before.rev + 1, finding=finding, is_open=is_open)
        if is_open or not before.is_closed:
            changed = replace(changed, state="changed", how=None, by=None, choice=None)
        return [self._keep(changed)]

    def _reopen(self, scene: Scene) -> list[Summons]:
        """What was decided and waits for a decision again, because the record was put right."""
        again = [s for s in map(self.told.get, scene.open_ids) if s is not None and s.is_closed]
        return [
            self._keep(replace(s, rev=s.rev + 1, state="changed", is_open=True, how=None, by=None, choice=None))
            for s in again
        ]

    def _resolve(self, closed: Resolved) -> list[Summons]:
        self._later.pop(closed.id, None)
        before = self.told.get(closed.id)
        if before is None or before.state == "withdrawn":
            return []
        resolved = replace(before, rev=before.rev + 1, state="resolved", is_open=False)
        return [self._keep(replace(resolved, how=closed.how, by=closed.by, choice=closed.choice))]

    def _withdraw(self, finding_id: str, n: str) -> list[Summons]:
        self._later.pop(finding_id, None)
        before = self.told.get(finding_id)
        if before is None or before.state == "withdrawn":
            return []
        withdrawn = replace(before, rev=before.rev + 1, state="withdrawn", is_open=False)
        return [self._keep(replace(withdrawn, reason=f"event {n} put the record right", by=n))]

    def _let_out_later(self, scene: Scene) -> list[Summons]:
        waiting, self._later = self._later, {}
        found: list[Summons] = []
        for finding, board in waiting.values():
            found += self._raise(finding, replace(scene, board=board), is_of_board=True)
        return found
