"""A reading log through sensing, with the real engine to say what the table expects."""

from __future__ import annotations

from collections.abc import Iterable

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.events import TableEvent
from controller.model.expectation import Expectation
from controller.model.reading_log import ReadingLog
from controller.sensing.loop import Listening, sensing_of
from controller.table import Stepped, Table, refusal, step


class Follower:
    """The table that the events are told to."""

    def __init__(self, log: ReadingLog) -> None:
        self.table = Table.fresh(log.laws, log.regulations)
        self.stepped: list[Stepped] = []
        self.events: list[TableEvent] = []

    def __call__(self, event: TableEvent) -> Expectation:
        stepped = step(self.table, event)
        self.table = stepped.table
        self.stepped.append(stepped)
        self.events.append(event)
        return self.table.expectation()

    @property
    def raised(self) -> list[str]:
        """Kinds and seats of everything found."""
        return [f"{i.kind} {i.seat}" for s in self.stepped for i in s.raised]


def heard(log: ReadingLog) -> Follower:
    """Everything that the log amounts to."""
    follower = Follower(log)
    listening = Listening(sensing_of(log), follower, follower.table.expectation())
    for reading in log.readings:
        listening.until(reading.arrival)
        is_refused = isinstance(reading, rd.Entered) and _refused(follower.table, reading.event)
        if not is_refused:
            listening.take(reading)
    listening.finish()
    return follower


def _refused(table: Table, event: TableEvent) -> bool:
    """A ruling that the record has no place for never reaches it: the desk refuses it."""
    return isinstance(event, ev.Ruling) and refusal(table, event) is not None


def signature(events: Iterable[TableEvent]) -> list[str]:
    """What happened, a word or two an event, without times and readings."""
    return [_word(e) for e in events]


def _word(e: TableEvent) -> str:
    match e:
        case ev.CardPlayed():
            down, pack = "v" if e.face == "down" else "", f"[{e.pack}]" if e.pack else ""
            return f"{e.seat}>{e.card}{down}{pack}"
        case ev.HandFaced():
            return f"{e.seat} spreads {len(e.cards)}"
        case ev.CallMade():
            return f"{e.seat}:{e.call}"
        case _:
            form = _FORMS.get(type(e))
            return e.type if form is None else form.format(e=e)


_FORMS = {
    ev.CardFaced: "{e.seat}^{e.card}",
    ev.CardReturned: "{e.seat}<{e.card}",
    ev.CallRemoved: "{e.seat} takes {e.call} back",
    ev.Ruling: "ruling {e.choice} on {e.on}",
    ev.BoardTaken: "board {e.board}",
    ev.ClaimMade: "{e.seat} claims {e.tricks}",
    ev.ClaimAnswered: "{e.seat} answers {e.agree}",
}
