"""One table as the core keeps it: one mailbox, one task; readings and commands in the order in which they are taken.

Reading -> evidence -> sensing -> event -> step -> journal -> told. Rules of play are the engine's, devices the room's.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import inf
from typing import Any

import structlog

from controller.model.readings import BoardTag, DeviceState, Reading
from controller.ports import Bus, Clock, NewRow, Row
from controller.sensing.jam import Jam
from controller.sensing.notes import Note
from controller.service import commands as cm
from controller.service.account import SENSING_FAULT, SERVICE_FAULT, Account, fault_row, standing_faults
from controller.service.bad_readings import BAD_READING, BadReadings
from controller.service.board_keeper import EVIDENCE_FAILED, BoardKeeper
from controller.service.bugs import path_to, place_of
from controller.service.checks import CheckView
from controller.service.commands import Answer, Command, refused
from controller.service.deal_watch import DealWatch
from controller.service.hold import Hold
from controller.service.orders import Done, Orders
from controller.service.pacing import Pacing
from controller.service.recorder import Entry, Recorder
from controller.service.restart import Restored
from controller.service.summons import ENGINE_FAULT
from controller.service.told import SeenTable, Teller
from controller.service.tracker import Outcome

#: Pieces of mail taken before what they led to is stored and told.
_AT_ONCE = 32
#: After a round in which we failed ourselves, in real seconds.
_REST_S = 1.0

_Mail = Reading | tuple[Command, asyncio.Future[Answer]]
log = structlog.get_logger()


@dataclass(slots=True, eq=False)
class TableService:
    """A table of the room. `deliver` and `ask` put mail into its box; `run` works on it until cancelled."""

    keeper: BoardKeeper
    account: Account
    recorder: Recorder
    bus: Bus
    clock: Clock
    teller: Teller
    #: What the tables of the room know of each other's boards.
    deals: DealWatch = field(default_factory=DealWatch)
    hold: Hold = field(init=False)
    pacing: Pacing = field(init=False)
    orders: Orders = field(init=False)
    #: Faults of this table that hold, by name, in words.
    faults: dict[str, str] = field(default_factory=dict)
    #: Devices of this table and their states.
    devices: dict[str, str] = field(default_factory=dict)
    _mail: deque[_Mail] = field(default_factory=deque)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _answers: list[tuple[asyncio.Future[Answer], Done]] = field(default_factory=list)
    _shown_unrecorded: bool = False
    _must_rest: bool = False
    _doubts: frozenset[Note] = frozenset()
    _check: CheckView = field(init=False)
    #: How many readings of one place are taken: many at once after a loss, few for ever.
    jam: Jam = field(default_factory=lambda: Jam(per_s=100.0, at_once=5000))
    _jammed: dict[str, str] = field(default_factory=dict)
    #: What each device said of itself last.
    _said: dict[str, tuple[str, str]] = field(default_factory=dict)
    bad: BadReadings = field(init=False)

    def __post_init__(self) -> None:
        self.hold = Hold(self.name)
        self.pacing = Pacing(self.clock)
        self._check = CheckView(self.name, self.teller)
        self.bad = BadReadings(self.name)
        self.orders = Orders(self.keeper, self.account, self.hold, self._happened, self.recorder.put)
        self.recorder.on_trouble = self._in_trouble
        self.keeper.on_evidence = self._on_evidence

    @property
    def name(self) -> str:
        """The table's name."""
        return self.keeper.table

    def deliver(self, reading: Reading) -> None:
        """A reading of one of this table's devices; its time on the session clock. A flood of them is cut off."""
        if self.jam.lets_through(reading, self.clock.now()):
            self._mail.append(reading)
        self._wake.set()

    async def ask(self, command: Command) -> Answer:
        """Do what a director orders, in its turn among the readings; the answer once it is on disk."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._mail.append((command, future))
        self._wake.set()
        return await future

    def expect_device(self, device: str) -> None:
        """A device stands here and has told nothing yet."""
        self.devices[device] = "starting"
        self.recorder.put(Entry([NewRow(self.name, "device", {"device": device, "state": "starting", "why": ""})]))

    def resume(self, rows: Sequence[Row], restored: Restored) -> None:
        """Go on where the journal says that this table stood."""
        self.account.summonses.restore(row.body for row in rows if row.kind == "summons")
        self.orders.judging.restore(rows)
        self.hold.restore(rows)
        self.orders.marks.restore(rows)
        self._check.restore(rows)
        for fault in standing_faults(rows):
            self.faults[fault] = "of the run before"
        if self.keeper.tracker.parked is None:
            self._end_fault(ENGINE_FAULT)
        for fault in ("journal_slow", "journal_failed", EVIDENCE_FAILED, "evidence_differs"):
            self._end_fault(fault)
        if restored.differs is not None:
            self._fault("evidence_differs", restored.differs)
        for row in restored.rows:
            self.recorder.put(Entry([row]))
        self._happened(list(restored.more))
        self._happened(self.keeper.gap())

    async def run(self) -> None:
        """Work on the mail until cancelled. What fails is told as a fault, and the next piece is taken."""
        self._show_state(always=True)
        while True:
            await self._some_mail()
            await self.work()
            if self._must_rest:
                # What is due and fails is due again at once: no loop that does nothing but fail.
                self._must_rest = False
                await asyncio.sleep(_REST_S)

    async def work(self) -> None:
        """One round: take mail, let the time pass, and tell what came of it once it is on disk."""
        self._take_some()
        if self.keeper.due is not None and self.keeper.due <= self.clock.now():
            self.pacing.look()
            # Between the two the loop looks into the ports: what came before a timer was due counts before it.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            self._take_some()
        self._spare(self._let_time_pass)
        self.keeper.flush()
        # What a director waits for first: the disk has it before anything else of this round is looked at.
        await self.recorder.settled()
        self._give_answers()
        self._spare(self._note_jam)
        self._spare(self._note_doubts)
        self._spare(self._note_check)
        await self.recorder.settled()
        self._spare(self._show_state)

    def _take_some(self) -> None:
        for _ in range(min(len(self._mail), _AT_ONCE)):
            self._take(self._mail.popleft())

    def _spare(self, part: Callable[[], None]) -> None:
        """Do a part of a round; a bug of our own in it must not end the evening of every table."""
        try:
            part()
        except Exception as error:
            self._failed(error)
            self._must_rest = True

    async def _some_mail(self) -> None:
        """Return once there is mail, or something is due."""
        if self._mail:
            # Others get their turn even if this table's mail never ends.
            await asyncio.sleep(0)
            return
        self._wake.clear()
        dues = [due for due in (self.keeper.due, self.hold.until, self.jam.calm_at()) if due is not None]
        if not dues:
            await self._wake.wait()
            return
        seconds = self.clock.real_seconds(self.pacing.wake_at(min(dues)))
        timer = asyncio.get_running_loop().call_later(seconds, self._wake.set)
        try:
            await self._wake.wait()
        finally:
            timer.cancel()

    def _take(self, mail: _Mail) -> None:
        try:
            if self.recorder.is_fenced:
                self._turn_away(mail)
            elif isinstance(mail, Reading):
                self._take_reading(mail)
            else:
                self._answers.append((mail[1], self.orders.obey(mail[0])))
        except Exception as error:
            # Our own bug with one piece of mail: the evening goes on, and the operator sees it.
            self._failed(error)
            if not isinstance(mail, Reading):
                self._answers.append((mail[1], Done(refused(cm.MALFORMED, "the core failed over this command"))))

    def _turn_away(self, mail: _Mail) -> None:
        """Another controller has this table now."""
        if not isinstance(mail, Reading):
            self._answers.append((mail[1], Done(refused(cm.UNKNOWN_TABLE, self.faults.get("fenced", "")))))

    def _take_reading(self, given: Reading) -> None:
        if not self.keeper.positions.take(given):
            return
        now = self.clock.now()
        reading, why = self.bad.believed(given, now)
        row = self.bad.row(why, now) if why is not None else None
        if row is not None:
            log.warning(BAD_READING, table=self.name, detail=why, count=self.bad.count)
            self.recorder.put(Entry([row]))
        if reading is None:
            return
        self.pacing.took(reading)
        if isinstance(reading, DeviceState):
            self._device(reading)
        if isinstance(reading, BoardTag):
            self.keeper.tag = reading.board
            self._begin_board_if_its_tag_is_there(by_reading=True)
        self._happened(self.keeper.take(reading))

    def _begin_board_if_its_tag_is_there(self, *, by_reading: bool = False) -> None:
        board = self.keeper.begins_board()
        if board is not None:
            self._happened(self.keeper.finish())
            self.recorder.put(Entry([self.keeper.begin(board, {})]))
            self._happened(self.keeper.show_what_lies_there(tag=not by_reading))

    def _device(self, reading: DeviceState) -> None:
        device = reading.device or ""
        self._said[device] = (reading.state, str(reading.extra.get("reason", "")))
        if device not in self._jammed or reading.state != "ready":
            self._show_device(device, *self._said[device])

    def _show_device(self, device: str, state: str, why: str) -> None:
        if self.devices.get(device) == state:
            return
        self.devices[device] = state
        row = NewRow(self.name, "device", {"device": device, "state": state, "why": why})
        message = self.teller.device(device, state, [why] if why else [])
        self.recorder.put(Entry([row], messages=[message]))

    def _note_jam(self) -> None:
        """A device of which more comes than any table can tell is degraded, until it is itself again."""
        jammed = {device: place for device, place in self.jam.jammed(self.clock.now())}
        before, self._jammed = self._jammed, jammed
        for device in before.keys() - jammed.keys():
            self._show_device(device, *self._said.get(device, ("ready", "")))
        for device in jammed.keys() - before.keys():
            if self._said.get(device, ("ready", ""))[0] != "lost":
                self._show_device(device, "degraded", f"jammed: {jammed[device]}")

    def _let_time_pass(self) -> None:
        unread = (mail.t for mail in self._mail if isinstance(mail, Reading))
        self._happened(self.keeper.pass_time(min(self.pacing.until, next(unread, inf))))
        # The tag may have come while the board before was in play, and that one has ended now.
        self._begin_board_if_its_tag_is_there()
        if self.hold.until is not None and self.hold.until <= self.clock.now():
            self.orders.end_hold("time")

    def _note_doubts(self) -> None:
        """What sensing is in doubt about, when it begins and when it is over: for the operator and the director."""
        doubts = self.keeper.doubts()
        if doubts == self._doubts:
            return
        changed = [("on", note) for note in sorted(doubts - self._doubts, key=lambda n: n.since)]
        changed += [("off", note) for note in sorted(self._doubts - doubts, key=lambda n: n.since)]
        self._doubts = doubts
        rows = [NewRow(self.name, "note", {**asdict(note), "state": state}) for state, note in changed]
        self.recorder.put(Entry(rows))

    def _note_check(self) -> None:
        """How the cards lie against the record, while that is anybody's business."""
        changed = self._check.look(self.keeper.check(), self.keeper.board)
        if changed is not None:
            self.recorder.put(changed)

    def _happened(self, outcomes: list[Outcome]) -> list[Entry]:
        """Events have happened: each is recorded and told with everything that follows from it."""
        if self.keeper.blind is not None:
            self._fault(SENSING_FAULT, self.keeper.blind)
        else:
            self._end_fault(SENSING_FAULT)
        if outcomes:
            # The evidence survives our death before the event that it led to is journaled.
            self.keeper.flush()
        return [self._record(outcome) for outcome in outcomes]

    def _record(self, outcome: Outcome) -> Entry:
        was_parked = ENGINE_FAULT in self.faults
        if outcome.is_news:
            self.faults[ENGINE_FAULT] = outcome.fault or ""
        elif outcome.stepped is not None:
            self.faults.pop(ENGINE_FAULT, None)
        entry = self.account.entry(outcome, was_parked=was_parked, is_held=self.hold.is_on)
        self._spare(partial(self._compare_deals, outcome, entry))
        return self.recorder.put(entry)

    def _compare_deals(self, outcome: Outcome, entry: Entry) -> None:
        """Is the board the same as at the tables before? If not, the session's finding is told with the event."""
        found = self.deals.after(self.name, outcome)
        if found is not None:
            entry.summonses = [*entry.summonses, *self.account.of_the_session(found, is_held=self.hold.is_on)]

    def _give_answers(self) -> None:
        """Answer what is on disk; what is not yet, as unrecorded."""
        answers, self._answers = self._answers, []
        for future, (answer, entry) in answers:
            if entry is not None and answer.answer == "recorded":
                answer = replace(answer, seq=entry.seqs[-1]) if entry.seqs else replace(answer, answer="unrecorded")
            if not future.done():
                future.set_result(answer)

    def seen(self) -> SeenTable:
        """How the table stands, as its players see it."""
        return self.account.view.seen(unrecorded=not self.recorder.is_sound)

    def health(self) -> dict[str, Any]:
        """How this table is, for the operator."""
        tracker = self.keeper.tracker
        parked = tracker.parked is not None or self.keeper.blind is not None
        return {
            "state": "parked" if parked else "following" if self.keeper.following is not None else "idle",
            "board": self.keeper.board,
            "mode": self.keeper.mode,
            "next_n": tracker.next_n,
            "recorded": self.recorder.is_sound,
            "faults": dict(self.faults),
            "bad_readings": self.bad.count,
            "unrecorded": [summons.as_json() for summons in self.recorder.early_summonses()],
        }

    def _show_state(self, *, always: bool = False) -> None:
        """Tell how the table stands, if that shows anything new. The broker keeps it; the record does not need it."""
        unrecorded = not self.recorder.is_sound
        if self.recorder.is_fenced:
            return
        if self.account.view.look(self.keeper.tracker.table) or always or unrecorded != self._shown_unrecorded:
            self._shown_unrecorded = unrecorded
            self.bus.publish(self.teller.state(self.name, self.seen()))

    # -- faults ---------------------------------------------------------------------------------------------------

    def _fault(self, fault: str, detail: str) -> None:
        if fault not in self.faults:
            self.faults[fault] = detail
            self.recorder.put(Entry([fault_row(self.name, fault, is_on=True, detail=detail)]))

    def _end_fault(self, fault: str) -> None:
        if self.faults.pop(fault, None) is not None:
            self.recorder.put(Entry([fault_row(self.name, fault, is_on=False, detail="")]))

    def _failed(self, error: Exception) -> None:
        log.error(SERVICE_FAULT, table=self.name, error=type(error).__name__, path=path_to(error))
        self._failed_once(place_of(error))

    def _failed_once(self, detail: str) -> None:
        self.recorder.put(Entry([fault_row(self.name, SERVICE_FAULT, is_on=True, detail=detail, count=1)]))

    def _on_evidence(self, is_on: bool, detail: str) -> None:
        if is_on:
            self._fault(EVIDENCE_FAILED, detail)
        else:
            self._end_fault(EVIDENCE_FAILED)

    def _in_trouble(self, fault: str, is_on: bool, detail: str) -> None:
        if fault == "fenced":
            self.faults[fault] = detail
            log.error("table_taken_over", table=self.name, detail=detail)
        elif fault == SERVICE_FAULT:
            self._failed_once(detail)
        elif is_on:
            self._fault(fault, detail)
        else:
            self._end_fault(fault)
        self._show_state()
