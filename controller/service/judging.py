"""May this command be recorded? Rulings by their id, the revision seen and the engine's word; never by who is louder.

Pure but for what it remembers: the answer to a ruling's id is always the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from controller.model.events import CardPlayed, Ruling, TableEvent
from controller.ports import Row
from controller.service import commands as cm
from controller.service.bugs import place_of
from controller.service.commands import Answer, Command, refused
from controller.service.summons import Summons, Summonses
from controller.service.tracker import Tracker
from controller.table import refusal


@dataclass(slots=True)
class Judging:
    """Answers to the rulings of one table."""

    _answers: dict[str, Answer] = field(default_factory=dict)

    def remember(self, ruling_id: str | None, answer: Answer) -> None:
        """This is the answer, whenever that ruling comes again."""
        if ruling_id is not None:
            self._answers[ruling_id] = answer

    def known(self, command: Command) -> Answer | None:
        """The answer that was given to this ruling before."""
        return self._answers.get(command.id) if command.id is not None else None

    def restore(self, rows: Iterable[Row]) -> None:
        """Take up what the journal says was answered."""
        for row in rows:
            if row.kind == "event" and row.body["type"] == "ruling":
                self.remember(row.body.get("id"), Answer("recorded", n=row.n, seq=row.seq))
            elif row.kind == "refused":
                self.remember(row.body.get("id"), refused(row.body["code"], row.body["reason"]))


def checked_ruling(ruling: Ruling, tracker: Tracker, summonses: Summonses) -> Ruling | Answer:
    """The ruling on the finding that it means, or the refusal with its reason."""
    if tracker.parked is not None:
        return refused(cm.PARKED, "this table is recorded but not judged until its next board; keep it by hand")
    summons = summonses.of(ruling.on)
    if summons is not None:
        ruling = replace(ruling, on=summons.id)
        if ruling.rev is not None and ruling.rev != summons.rev:
            return _stale(ruling.rev, summons)
    reason = refusal(tracker.table, ruling)
    if reason is not None:
        return refused(cm.NOT_AN_OPTION if summons is not None else cm.UNKNOWN_FINDING, reason)
    return _tried(ruling, tracker)


def _stale(seen: int, summons: Summons) -> Answer:
    """Another revision than he saw: somebody or something was quicker."""
    if summons.state == "resolved":
        what = f" ({summons.choice})" if summons.choice else ""
        return refused(cm.CLOSED, f"closed by {summons.how} of event {summons.by}{what}")
    if summons.state == "withdrawn":
        return refused(cm.CLOSED, f"taken back: {summons.reason}")
    return refused(cm.STALE, f"it has changed: you saw revision {seen}, it is now {summons.rev}")


def _tried(ruling: Ruling, tracker: Tracker) -> Ruling | Answer:
    failed = trial(ruling, tracker)
    return ruling if failed is None else failed


def trial(event: TableEvent, tracker: Tracker) -> Answer | None:
    """Let `step` try an event that a person entered: what it cannot take is refused and parks no table."""
    if tracker.parked is not None:
        return None
    try:
        tracker.take_step(tracker.table, event)
    except Exception as error:
        return refused(cm.NOT_AN_OPTION, f"the engine cannot take this event here: {place_of(error)}")
    return None


def already(event: TableEvent, tracker: Tracker) -> Answer | None:
    """A card that a person enters and the record has as played: the readers, or somebody else, were quicker."""
    expected = tracker.expected
    if not isinstance(event, CardPlayed) or tracker.parked is not None:
        return None
    played = (event.seat, event.card)
    if played not in expected.played or played in expected.penalty_cards:
        return None
    return refused(cm.NOT_AN_OPTION, f"{event.seat.value} has played {event.card.text} already: it is in the record")
