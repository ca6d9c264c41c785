"""People and physics in virtual time, without a tty: the reading log of a board and the table log that is true of it.

The director is there too: where people wait for him, his expected ruling stands in both, at the time when he gives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from controller.model import readings as rd
from controller.model.event_codec import event_to_json
from controller.model.events import BoardTaken, Ruling, TableEvent
from controller.model.reading_log import BoardHeader, Deck, ReadingLog
from controller.model.regulations import CLUB, Regulations
from controller.records.board_record import BoardRecord
from hw_sim.acts import FindHub, LoseHub, PutStrayCard
from hw_sim.decks import deck_of
from hw_sim.link_faults import LinkFaults
from hw_sim.people import (
    DEFAULT_RULES,
    PACE,
    Do,
    Made,
    Pace,
    Players,
    TableRules,
    Wanted,
    board_with_mishap,
    plan_errors,
    whole_board,
)
from hw_sim.physics import NO_RARE_FAULTS, Answer, BoardSeen, BoxChange, KeyPress, NoiseLevel, RareFaults, TableTop
from hw_sim.physics.noise import ROUND_S
from hw_sim.physics.sensed import Sensed

#: After the last act the hub goes on scanning for so long: late reads and settle times run out.
LINGER_S = 12.0
DEVICE = "hub"


class Finding(NamedTuple):
    """What a controller should find: the kind and whom it concerns."""

    kind: str
    seat: str | None


class Simulation(NamedTuple):
    """A board as the sensors saw it, as it was, and what should be found in it."""

    log: ReadingLog
    truth: tuple[TableEvent, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the table is and what is played by."""

    level: int | NoiseLevel = 0
    rare: RareFaults = NO_RARE_FAULTS
    rules: TableRules = DEFAULT_RULES
    pace: Pace = PACE
    #: Number of the first event that comes out of the log (a table's log goes on from board to board).
    first_event: int = 0
    #: Of an antenna, seconds; real ones take 0.1 to 0.25.
    round_s: float = ROUND_S
    mishap: str | None = None


def simulate(
    board: BoardRecord,
    errors: Sequence[str] = (),
    level: int | NoiseLevel = 0,
    seed: int = 0,
    *,
    rules: TableRules = DEFAULT_RULES,
    rare: RareFaults = NO_RARE_FAULTS,
    pace: Pace = PACE,
    first_event: int = 0,
    round_s: float = ROUND_S,
    mishap: str | None = None,
) -> Simulation:
    """One board played with these errors at that noise level; the same arguments give the same readings.

    `mishap`: what befalls the cards or the hub besides (`people.MISHAPS`); the table log tells nothing of it.

    Raises:
        NotPossibleError: an error that this board gives no chance for (`possible_errors` tells which it does).
    """
    return _Table(board, errors, seed, Conditions(level, rare, rules, pace, first_event, round_s, mishap)).run()


class _Table:
    """One board at one table in virtual time."""

    def __init__(self, board: BoardRecord, errors: Sequence[str], seed: int, under: Conditions) -> None:
        self._record = board
        self._under = under
        plan = plan_errors(board, errors, seed, rules=under.rules)
        self._people = Players(board, seed, rules=under.rules, pace=under.pace, plan=plan.conducts)
        self._top = TableTop(
            seed, level=under.level, rare=under.rare, round_s=under.round_s, pockets=under.rules.pockets
        )
        self._link = LinkFaults(under.rare, Random(f"{seed} link"))
        self._director = Random(f"{seed} director")
        self._now = 0.0
        self._readings: list[rd.Reading] = []
        self._truth: list[TableEvent] = []
        self._findings: list[Finding] = []
        #: From when until when the hub's cable was loose.
        self._cut: tuple[float, float] | None = None
        #: Packs of other boards of which a card has turned up.
        self._strays: dict[int, Deck] = {}

    def run(self) -> Simulation:
        """Play it to the end."""
        mishap = self._under.mishap
        behaviour = whole_board(self._people) if mishap is None else board_with_mishap(self._people, mishap)
        step: Any = next(behaviour)
        while True:
            try:
                step = behaviour.send(self._take(step))
            except StopIteration:
                break
        self._sense(self._now + LINGER_S)
        applied = self._link.applied(self._readings, self._now, cut=self._cut)
        readings = sorted(applied, key=lambda reading: reading.arrival)
        log = self._log(tuple(readings))
        return Simulation(log, tuple(self._truth), tuple(self._findings))

    def _take(self, step: Do | Wanted | Made) -> Ruling | None:
        match step:
            case Do(after, act, told):
                self._sense(self._now + after)
                if isinstance(act, PutStrayCard):
                    self._strays[act.board] = deck_of(act.board)
                if isinstance(act, LoseHub | FindHub):
                    self._plug(act)
                elif act is not None:
                    self._now = max(self._now, self._top.do(act, self._now))
                self._truth += [replace(event, t=round(self._now, 3)) for event in told]
            case Wanted(_, _, enters):
                self._sense(self._now + self._under.pace.director.draw(self._director))
                for event in enters:
                    self._enter(event)
                return step.ruling
            case Made(kind, seat):
                self._findings.append(Finding(kind, seat.value if seat else None))
        return None

    def _plug(self, act: LoseHub | FindHub) -> None:
        """The cable comes loose, or is put back."""
        began = self._now if isinstance(act, LoseHub) or self._cut is None else self._cut[0]
        self._cut = (round(began, 4), float("inf") if isinstance(act, LoseHub) else round(self._now, 4))

    def _enter(self, event: TableEvent) -> None:
        stamped = replace(event, t=round(self._now, 3), src="director")
        self._truth.append(stamped)
        self._readings.append(rd.Entered(t=round(self._now, 3), event=stamped))

    def _sense(self, until: float) -> None:
        """Time passes; what the hub notices meanwhile is read."""
        self._readings += [_reading(sensed) for sensed in self._top.advance(until)]
        self._now = until

    def _log(self, readings: tuple[rd.Reading, ...]) -> ReadingLog:
        taken = self._truth[0]
        assert isinstance(taken, BoardTaken)
        rules, deck = self._under.rules, deck_of(taken.board)
        regulations = Regulations(opening_lead=rules.opening_lead)
        extra = {"schedule": taken.schedule} if taken.schedule is not None else {}
        board = BoardHeader(taken.board, taken.dealer, taken.vul, taken.deal, extra)
        others = tuple(self._strays.values())
        header = _header(rules, deck, taken, self._under.first_event)
        if others:
            header["decks"] = [_deck(other) for other in others]
        return ReadingLog(
            rules.laws,
            readings,
            regulations,
            deck,
            board,
            case=header["case"],
            first_event=self._under.first_event,
            header=header,
            decks=others,
        )


def _header(rules: TableRules, deck: Deck, taken: BoardTaken, first_event: int) -> dict[str, Any]:
    board = {k: v for k, v in event_to_json(taken).items() if k in ("board", "dealer", "vul", "deal", "schedule")}
    header: dict[str, Any] = {"log": "reading-log/1", "case": f"board-{taken.board}", "laws": rules.laws}
    if rules.opening_lead != CLUB.opening_lead:
        header["regulations"] = {"opening_lead": rules.opening_lead}
    header["deck"] = _deck(deck)
    return header | {"board": board} | ({"n": first_event} if first_event else {})


def _deck(deck: Deck) -> dict[str, Any]:
    return {"id": deck.id, "tags": {tag: card.text for tag, card in deck.tags.items()}}


def _reading(sensed: Sensed) -> rd.Reading:
    """What a driver makes of it; the link's delay comes later."""
    t = round(sensed.t, 4)
    match sensed:
        case Answer(_, place, _, tags):
            return rd.Scan(t=t, device=DEVICE, at=place, tags=tags)
        case BoxChange(_, seat, call, True):
            return rd.CallShown(t=t, device=DEVICE, seat=seat, call=call)
        case BoxChange(_, seat, call, _):
            return rd.CallGone(t=t, device=DEVICE, seat=seat, call=call)
        case KeyPress(_, seat, key, value):
            as_number = int(value) if key == "claim" and value is not None else value
            return rd.KeyPressed(t=t, device=DEVICE, seat=seat, key=key, value=as_number)
        case BoardSeen(_, board):
            return rd.BoardTag(t=t, device=DEVICE, board=board)


__all__ = ["DEVICE", "Conditions", "Finding", "Simulation", "simulate"]
