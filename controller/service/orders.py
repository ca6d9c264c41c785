"""What a director may order at a table, order by order: checked, done, answered. The table service calls it in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from controller.model.event_codec import event_to_json
from controller.model.events import BoardTaken, Ruling, TableEvent
from controller.ports import NewRow
from controller.service import commands as cm
from controller.service.account import SENSING_FAULT, Account, open_ids
from controller.service.board_keeper import BoardKeeper
from controller.service.commands import Answer, Command, refused
from controller.service.hold import HOLD_S, Hold
from controller.service.judging import Judging, already, checked_ruling, trial
from controller.service.put_aside import Marks
from controller.service.recorder import Entry
from controller.service.tracker import Outcome


class Done(NamedTuple):
    """An answer, and what must be on disk before it is given."""

    answer: Answer
    entry: Entry | None = None


@dataclass(slots=True, eq=False)
class Orders:
    """Obeys the commands for one table. `happened` records what an order led to, `put` what else is to be recorded."""

    keeper: BoardKeeper
    account: Account
    hold: Hold
    happened: Callable[[list[Outcome]], list[Entry]]
    put: Callable[[Entry], Entry]
    judging: Judging = field(default_factory=Judging)
    marks: Marks = field(init=False)

    def __post_init__(self) -> None:
        self.marks = Marks(self.keeper.table)

    def obey(self, command: Command) -> Done:
        """Do what is ordered."""
        # What has happened by now counts before it.
        self.happened(self.keeper.pass_time())
        match command.do:
            case "ruling":
                return self._rule(command)
            case "event":
                return self._enter(command)
            case "board":
                return self._start_board(command)
            case "ack":
                return self._acknowledge(command)
            case "later":
                return self._put_aside(command)
            case "at_the_table":
                return self._at_the_table(command)
            case _:
                return Done(refused(cm.MALFORMED, f"{command.do!r} is nothing that a table can do"))

    def end_hold(self, why: str) -> Entry:
        """The director is not at the table any more: what still waits for a decision goes out."""
        row = self.hold.end(why)
        return self.put(Entry([row], self.account.summonses.let_out(open_ids(self.keeper.tracker.table))))

    def _rule(self, command: Command) -> Done:
        known = self.judging.known(command)
        if known is not None:
            return Done(known)
        assert isinstance(command.event, Ruling)
        ruling = checked_ruling(command.event, self.keeper.tracker, self.account.summonses)
        if isinstance(ruling, Answer):
            return self._refuse(command, ruling)
        done = self._entered(command, ruling)
        self.judging.remember(command.id, done.answer)
        if self.hold.is_on and done.answer.answer == "recorded":
            # Whoever follows the journal up to this answer sees that he is gone, too.
            return Done(done.answer, self.end_hold("ruling"))
        return done

    def _enter(self, command: Command) -> Done:
        assert command.event is not None
        tracker = self.keeper.tracker
        if command.n not in (None, tracker.next_n):
            # The readers, or somebody else, were quicker than the page that he tapped on.
            return self._refuse(command, refused(cm.STALE, f"the next event is {tracker.next_n} by now"))
        failed = trial(command.event, tracker) or already(command.event, tracker)
        return self._refuse(command, failed) if failed is not None else self._entered(command, command.event)

    def _entered(self, command: Command, event: TableEvent) -> Done:
        if self.keeper.following is None:
            return self._refuse(command, refused(cm.NOT_AN_OPTION, "no board has been taken up at this table"))
        outcomes = self.keeper.enter(event)
        entries = self.happened(outcomes)
        for outcome, entry in zip(outcomes, entries, strict=True):
            if outcome.event.type == event.type:
                return Done(Answer("recorded", n=outcome.n, rev=self._rev(event)), entry)
        return self._refuse(command, refused(SENSING_FAULT, "sensing has failed here; take up the next board"))

    def _rev(self, event: TableEvent) -> int | None:
        summons = self.account.summonses.of(event.on) if isinstance(event, Ruling) else None
        return summons.rev if summons is not None else None

    def _refuse(self, command: Command, answer: Answer) -> Done:
        self.judging.remember(command.id, answer)
        event = event_to_json(command.event) if command.event is not None else None
        body = {
            "command": {"do": command.do, "event": event},
            "id": command.id,
            "by": command.by,
            "via": command.via,
            "reason": answer.reason,
            "code": answer.code,
        }
        return Done(answer, self.put(Entry([NewRow(self.keeper.table, "refused", body)])))

    def _start_board(self, command: Command) -> Done:
        assert isinstance(command.event, BoardTaken)
        given = {k: v for k, v in event_to_json(command.event).items() if k not in ("type", "board")}
        self.happened(self.keeper.finish())
        self.put(Entry([self.keeper.begin(command.event.board, given)]))
        done = self._entered(command, self.keeper.taken_up(command.event.board, given))
        self.happened(self.keeper.show_what_lies_there(tag=False))
        return done

    def _acknowledge(self, command: Command) -> Done:
        summons = self.account.summonses.of(command.on)
        if summons is None:
            return self._refuse(command, refused(cm.UNKNOWN_FINDING, f"there is no summons {command.on!r} here"))
        body = {"id": summons.id, "rev": command.rev or summons.rev, "by": command.by, "via": command.via}
        self.keeper.tracker.acknowledged.see([summons.id])
        entry = self.put(Entry([NewRow(self.keeper.table, "ack", body)]))
        return Done(Answer("recorded", rev=summons.rev), entry)

    def _put_aside(self, command: Command) -> Done:
        assert command.aside is not None
        found = []
        for seen in command.aside.summonses:
            summons = self.account.summonses.of(seen.on)
            if summons is None:
                return self._refuse(command, refused(cm.UNKNOWN_FINDING, f"there is no summons {seen.on!r} here"))
            why = self.marks.stale(summons.id, seen.mark)
            if seen.rev not in (None, summons.rev):
                why = f"it is at revision {summons.rev} by now"
            if why is not None:
                return self._refuse(command, refused(cm.STALE, why))
            found.append((replace(seen, on=summons.id), summons.rev))
        rows = [self.marks.put(seen, rev, command.aside, command.by) for seen, rev in found]
        return Done(Answer("recorded"), self.put(Entry(rows)))

    def _at_the_table(self, command: Command) -> Done:
        if self.account.summonses.of(command.on) is not None:
            self._acknowledge(command)
        if command.leave:
            return Done(Answer("recorded"), self.end_hold("left") if self.hold.is_on else None)
        if not command.ago:
            # Said late, it is of the summons that he saw alone: others may have come since.
            self.keeper.tracker.acknowledged.see([summons.id for summons in self.account.summonses.open()])
        row = self.hold.begin(command.by, self.keeper.clock.now() - min(command.ago, HOLD_S))
        entry = self.put(Entry([row])) if row is not None else None
        return Done(Answer("recorded", more={"until": self.hold.until}), entry)
