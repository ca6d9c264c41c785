"""Journal first, then tell: one queue a table from what was decided to what is on disk and what is sent.

The one exception: what waits longer than half a second for the disk is told as `unrecorded`, and told again once
it is there. What is to be recorded is never dropped; while the journal fails it is tried again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from controller.ports import Bus, Journal, JournalError, NewRow, NotOwnerError, OutMessage
from controller.service.bugs import place_of
from controller.service.summons import Summons
from controller.service.told import Teller

#: So long a summons waits for the disk, in real seconds.
PATIENCE_S = 0.5
#: How long to wait before the journal is tried again, in real seconds: the first time and at most.
_RETRY_S, _RETRY_MAX_S = 0.25, 5.0


@dataclass(slots=True, eq=False)
class Entry:
    """What belongs together: stored in one transaction, told after it."""

    rows: Sequence[NewRow]
    summonses: Sequence[Summons] = ()
    #: Messages that go out with it, whatever it is about.
    messages: Sequence[OutMessage] = ()
    #: Writes what everybody at the table saw; not before the disk has what the director waits for.
    acts: Sequence[Callable[[], OutMessage]] = ()
    #: Told before it was on disk.
    told_early: bool = False
    #: `seq` of its rows, once they are stored.
    seqs: Sequence[int] = ()
    is_stored: bool = False
    #: Stored, told early or given up.
    decided: asyncio.Event = field(default_factory=asyncio.Event)


class _Handed(NamedTuple):
    """What the journal has been given and has not answered yet."""

    group: Sequence[Entry]
    outbox: Sequence[OutMessage]
    #: What everybody saw, where the director's message goes first.
    later: Sequence[Entry]
    answer: Awaitable[Sequence[int]]


#: Told when recording gets into trouble or out of it: `journal_slow` or `journal_failed`, is it on, in words; and of
#: a summons that could not be said on the bus: `service_fault`.
OnTrouble = Callable[[str, bool, str], None]


@dataclass(slots=True)
class Recorder:
    """The journal and the bus as one table uses them."""

    table: str
    journal: Journal
    bus: Bus
    teller: Teller
    on_trouble: OnTrouble = field(default=lambda _fault, _is_on, _detail: None)
    patience_s: float = PATIENCE_S
    #: Another controller has taken this table: nothing is stored or told any more.
    is_fenced: bool = False
    _waiting: list[Entry] = field(default_factory=list)
    _pump: asyncio.Task[None] | None = None
    _handed: _Handed | None = None
    _trouble: str | None = None

    @property
    def is_sound(self) -> bool:
        """Does the journal take what it is given? If not, devices must keep what they have."""
        return self._trouble is None and not self.is_fenced

    @property
    def trouble(self) -> str | None:
        """`journal_slow`, `journal_failed` or None."""
        return self._trouble

    @property
    def pending(self) -> int:
        """How much waits for the disk."""
        return len(self._waiting)

    def put(self, entry: Entry) -> Entry:
        """Take something to be recorded and told; it is stored after everything that was put before."""
        if self.is_fenced:
            entry.decided.set()
            return entry
        self._waiting.append(entry)
        if self._trouble is not None:
            self._tell_early([entry])
        if self._pump is None:
            self._pump = asyncio.create_task(self._store_all())
            self._handed = self._handed_over_at_once()
        return entry

    async def settled(self) -> bool:
        """Wait until all is on disk, but not longer than patience allows; is it?

        What then still waits for the disk has been told as unrecorded.
        """
        waiting = [entry for entry in self._waiting if not entry.told_early]
        if not waiting or self._trouble is not None:
            return not self._waiting
        try:
            async with asyncio.timeout(self.patience_s):
                await waiting[-1].decided.wait()
        except TimeoutError:
            self._in_trouble("journal_slow", f"the journal has not taken a row for {self.patience_s} s")
            self._tell_early(self._waiting)
            return False
        return waiting[-1].is_stored

    def early_summonses(self) -> list[Summons]:
        """What was told before it was on disk, and still is not: the latest revision of each."""
        told = (summons for entry in self._waiting for summons in entry.summonses if entry.told_early)
        return list({s.id: replace(s, recorded=False) for s in told}.values())

    async def close(self) -> None:
        """Store what can be stored at once, then stop trying."""
        while await self.settled() and self._waiting:
            pass
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.wait({self._pump})

    def _handed_over_at_once(self) -> _Handed | None:
        """The disk begins while the round that decided it goes on; what cannot be handed over is tried by the pump."""
        try:
            return self._hand_over(list(self._waiting))
        except Exception:
            return None

    async def _store_all(self) -> None:
        """Store what waits, group by group, in order; while the journal fails, try again ever less often."""
        pause, at_most = _RETRY_S, None
        while self._waiting and not self.is_fenced:
            handed, self._handed = self._handed, None
            try:
                await self._store(handed or self._hand_over(self._waiting[:at_most]))
            except NotOwnerError as error:
                self._fenced(str(error))
            except Exception as error:
                # Whatever it is: what is to be recorded waits, and nobody believes that it is on disk.
                is_disk = isinstance(error, JournalError)
                self._in_trouble("journal_failed", str(error) if is_disk else place_of(error))
                self._tell_early(self._waiting)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _RETRY_MAX_S)
                # One by one: a row that we cannot write ourselves must not keep back what stands before it.
                at_most = at_most if is_disk else 1
            else:
                pause = _RETRY_S
                if not self._waiting:
                    self._out_of_trouble()
        self._pump = None

    def _hand_over(self, group: list[Entry]) -> _Handed:
        rows: list[NewRow] = []
        outbox: list[OutMessage] = []
        for entry in group:
            rows += entry.rows
            rows += [self._row(summons, entry) for summons in entry.summonses]
            outbox += self._messages(entry.summonses)
        later: list[Entry] = []
        for entry in group:
            if outbox and (entry.messages or entry.acts):
                later.append(Entry((), messages=entry.messages, acts=entry.acts))
            else:
                outbox += [*entry.messages, *self._acts(entry.acts)]
        return _Handed(group, outbox, later, self.journal.append(rows, outbox))

    async def _store(self, handed: _Handed) -> None:
        group, outbox, later, answer = handed
        seqs = await answer
        self._waiting[: len(group)] = later
        at = 0
        for entry in group:
            size = len(entry.rows) + len(entry.summonses)
            entry.seqs = seqs[at : at + size]
            entry.is_stored = True
            at += size
            entry.decided.set()
        for message in outbox:
            self.bus.publish(message, self.journal.sent)

    def _acts(self, acts: Sequence[Callable[[], OutMessage]]) -> list[OutMessage]:
        """What goes out of them. One that cannot be said has happened all the same, and our own fault is told."""
        found: list[OutMessage] = []
        for write in acts:
            try:
                found.append(write())
            except ValueError as error:
                self.on_trouble("service_fault", True, place_of(error))
        return found

    def _messages(self, summonses: Sequence[Summons]) -> list[OutMessage]:
        """What goes out of them. One that cannot be said is at the desk all the same, and our own fault is told."""
        found: list[OutMessage] = []
        for summons in summonses:
            try:
                found += [self.teller.summons(self.table, summons)] if summons.goes_out else []
            except ValueError as error:
                self.on_trouble("service_fault", True, place_of(error))
        return found

    def _row(self, summons: Summons, entry: Entry) -> NewRow:
        return NewRow(self.table, "summons", replace(summons, recorded=not entry.told_early).as_json())

    def _tell_early(self, entries: Sequence[Entry]) -> None:
        """Let summonses out that are not on disk, marked so. Only they are worth it; acts and states can wait."""
        if self.is_fenced:
            return
        for entry in entries:
            if entry.told_early:
                continue
            entry.told_early = True
            entry.decided.set()
            for message in self._messages([replace(summons, recorded=False) for summons in entry.summonses]):
                self.bus.publish(message)

    def _in_trouble(self, trouble: str, detail: str) -> None:
        if self._trouble not in (trouble, "journal_failed"):
            self._trouble = trouble
            self.on_trouble(trouble, True, detail)

    def _out_of_trouble(self) -> None:
        if self._trouble is not None:
            was, self._trouble = self._trouble, None
            self.on_trouble(was, False, "everything is on disk again")

    def _fenced(self, detail: str) -> None:
        self.is_fenced = True
        waiting, self._waiting = self._waiting, []
        for entry in waiting:
            entry.decided.set()
        self.on_trouble("fenced", True, detail)
