"""Stories at a table: players who err in every way that a table can see, and a director who rules on it.

A story is made act by act from what the table says, by dice: the same dice tell the same story. Each story errs in a
few ways of its own, so that what follows from them has room to happen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from support import story_acts as acts
from support import story_calls as calls
from support import story_rulings as director
from support.players import dealt

from controller.model.board import Deal, Vulnerability, dealer_of
from controller.model.cards import Card
from controller.model.events import BoardTaken, CallMade, CardPlayed, TableEvent, TrickQuitted
from controller.model.irregularities import Irregularity
from controller.model.regulations import CLUB, Regulations
from controller.model.seats import SEATS, Seat
from controller.table import Table, step
from controller.table.game import Game

Act = Callable[["Teller"], TableEvent | list[TableEvent] | None]

#: What happens where nobody errs.
LAWFUL: Mapping[str, tuple[Act, ...]] = {
    "auction": (calls.call_in_turn,),
    "clarification": (acts.card_in_turn, acts.card_faced, acts.card_faced),
    "play": (acts.card_in_turn,),
    "claim": (acts.claim_answered,),
    "ended": (acts.result_keyed, acts.pocket, acts.pocket, acts.board_left),
}
#: What players do wrong, or seldom, by the phase in which they do it.
ODD: Mapping[str, tuple[Act, ...]] = {
    "auction": (
        calls.call_out_of_turn,
        calls.irregular_call,
        calls.another_call,
        calls.call_taken_away,
        acts.exposed,
        acts.card_out_of_turn,
        acts.face_down,
        acts.hand_spread,
        acts.pocket,
        acts.hand_scanned,
        acts.turned_hands,
        acts.anothers_card,
        acts.board_left,
        acts.result_keyed,
    ),
    "clarification": (
        acts.card_out_of_turn,
        acts.card_out_of_turn,
        acts.face_down,
        acts.face_down,
        acts.card_returned,
        acts.shows_after_irregular_lead,
        acts.exposed,
        acts.dummy_spread,
        acts.hand_spread,
        calls.call_after_the_end,
        calls.call_after_the_end,
        acts.hand_scanned,
        acts.result_keyed,
        acts.claim,
    ),
    "play": (
        acts.card_out_of_turn,
        acts.two_at_once,
        acts.second_card,
        acts.revoke,
        acts.revoke_put_right,
        acts.around_a_penalty_card,
        acts.trick_closed_too_soon,
        acts.trick_closed_too_soon,
        acts.face_down,
        acts.card_returned,
        acts.exposed,
        acts.hand_spread,
        acts.played_again,
        acts.anothers_card,
        acts.quitted,
        acts.claim,
        acts.hand_scanned,
        calls.call_after_the_end,
        acts.board_left,
        acts.director_called,
    ),
    "claim": (acts.card_in_turn, acts.claim_answered, acts.exposed),
    "ended": (acts.card_out_of_turn, calls.call_after_the_end, acts.pocket, acts.card_returned),
}
#: What the director does beside ruling on what waits.
DIRECTING: tuple[Act, ...] = (
    director.on_something_closed,
    director.any_choice,
    director.dismissed,
    director.on_no_finding,
    director.typed_late,
    director.revised,
    director.correction,
)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a story is told: how often players err, how much is ruled, what beside that the director does."""

    errs: float
    #: How often what waits is ruled before anybody goes on.
    rules: float
    #: The odd acts of this story; all others do not happen.
    odd: frozenset[Act]
    #: Late rulings, revisions, corrections and the like.
    directing: frozenset[Act]
    #: The phase in which most of it goes wrong; empty: no phase more than others.
    focus: str = ""
    #: Every trick is turned by North and East.
    turns_tricks: bool = False
    #: So many tricks are played lawfully before anybody errs.
    quiet_tricks: int = 0
    #: Acts state their times; some take very long.
    is_timed: bool = False
    #: The deal is on record, nothing is scanned, and the director rules on what all have seen.
    is_open: bool = False
    #: Nobody opens.
    passes_out: bool = False


class Teller:
    """A story as it is told, and the table that follows it."""

    def __init__(self, dice: random.Random, laws: str, *, regulations: Regulations = CLUB) -> None:
        self.dice, self.laws, self.regulations = dice, laws, regulations
        self.events: list[TableEvent] = []
        self.table = Table.fresh(laws, regulations)
        self.hands: dict[Seat, frozenset[Card]] = {}
        self.earlier: list[Card] = []
        self.board_at = 0
        self.now = 1000.0
        self.manner = self._manner()

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def errs(self) -> float:
        game, manner = self.game, self.manner
        if manner.focus:
            return 0.4 if game.phase == manner.focus else manner.errs / 4
        return 0.0 if len(game.play.done) < manner.quiet_tricks else manner.errs

    def _manner(self) -> Manner:
        dice = self.dice
        odd = {act for several in ODD.values() for act in several}
        focus = dice.choice(["", "", "auction", "clarification", "play"])
        some = (
            frozenset(a for a in sorted(odd, key=_name) if dice.random() < 0.35)
            | frozenset(ODD.get(focus, ()))
            | set(ODD["ended"])
        )
        directing = frozenset(a for a in DIRECTING if dice.random() < 0.25)
        return Manner(
            errs=dice.choice([0.05, 0.15, 0.25, 0.4]),
            rules=dice.choice([0.3, 0.8, 0.95]),
            odd=some - {acts.board_left} if focus else some,
            directing=directing if dice.random() < 0.5 else frozenset(),
            focus=focus,
            turns_tricks=dice.random() < 0.1,
            quiet_tricks=dice.choice([0, 0, 0, 1, 6, 10, 11]),
            is_timed=self.regulations.tempo_sigma > 0 or dice.random() < 0.1,
            passes_out=dice.random() < 0.08,
        )

    def tell(self, event: TableEvent) -> None:
        """It happens."""
        if self.manner.is_timed and event.t is None and isinstance(event, CallMade | CardPlayed):
            self.now += 90.0 if self.dice.random() < 0.03 else self.dice.choice([3.0, 4.0, 5.0, 6.0])
            event = replace(event, t=self.now)
        self.events.append(event)
        self.table = step(self.table, event).table

    def some_finding(self) -> Irregularity | None:
        """Any finding of the board, one of the latest mostly."""
        found = list(self.table.findings.values())
        return self.dice.choice(found[-4:] if self.dice.random() < 0.7 else found) if found else None

    # -- the course of a story --------------------------------------------------------------------------------

    def take_board(self) -> None:
        """A new board with a deal that is known, partly known or not known."""
        dice = self.dice
        self.earlier = sorted(self.hands.get(Seat.N, ()))
        self.hands, self.board_at = dealt(dice), len(self.events)
        number = dice.randint(1, 16)
        known = SEATS if self.manner.is_open else dice.choice([SEATS, SEATS, SEATS, SEATS[:2], ()])
        deal = Deal({seat: self.hands[seat] for seat in known}) if known else None
        odd = dice.random() < self.manner.errs / 2
        schedule = {
            "boards": [number + odd],
            "NS": 1,
            "EW": 2,
            "played": [number] if dice.random() < self.manner.errs / 2 else [],
        }
        self.tell(
            BoardTaken(
                board=number,
                deal=deal,
                dealer=dice.choice(SEATS) if odd else dealer_of(number),
                vul=dice.choice(list(Vulnerability)) if odd else None,
                schedule=schedule if dice.random() < 0.2 else None,
                pairs={"NS": 1, "EW": 3 if odd else 2},
            )
        )

    def go_on(self) -> None:
        """The next thing happens."""
        for event in self._next():
            self.tell(event)

    def _next(self) -> list[TableEvent]:
        dice, phase = self.dice, self.table.state()["phase"]
        if dice.random() < 0.05 and self.manner.directing:
            return _several(dice.choice(sorted(self.manner.directing, key=_name))(self))
        if dice.random() < self.manner.rules:
            ruled = director.on_what_waits(self) or (director.by_a_right(self) if dice.random() < 0.6 else None)
            if ruled is not None:
                return [ruled]
        if self.game.waiting and dice.random() < 0.6:
            return _several(calls.call_over_what_waits(self))
        if self.game.play.lead_waits is not None and dice.random() < 0.6:
            shows = acts.shows_after_irregular_lead(self) if dice.random() < 0.25 else None
            return _several(shows or acts.card_of_next_hand(self))
        if phase == "play" and self.errs and dice.random() < 0.2:
            put_right = acts.around_a_penalty_card(self) or acts.revoke_put_right(self)
            if put_right is not None:
                return _several(put_right)
        odd = [act for act in ODD[phase] if act in self.manner.odd]
        if odd and dice.random() < self.errs:
            return _several(dice.choice(odd)(self))
        if phase == "auction" and self.game.duties and dice.random() < 0.7:
            return _several(calls.replacement(self) or calls.call_in_turn(self))
        return self._as_is_due(phase)

    def _as_is_due(self, phase: str) -> list[TableEvent]:
        play, dummy = self.game.play, self.game.dummy
        if phase == "play" and dummy is not None and dummy not in play.faced and self.dice.random() < 0.9:
            return _several(acts.dummy_spread(self))
        told = _several(self.dice.choice(LAWFUL[phase])(self))
        completes = phase == "play" and len(play.on_table) == 3 and self.manner.turns_tricks
        return [*told, *self._turned(told)] if completes else told

    def _turned(self, told: list[TableEvent]) -> list[TableEvent]:
        """North and East turn their cards of the trick that this card completes; one of them wrongly, seldom."""
        after = self.table
        for event in told:
            after = step(after, event).table
        done = after.game.play.done
        if len(done) == len(self.game.play.done):
            return []
        side = done[-1].winner.side
        return [TrickQuitted(seat=s, won=(side is s.side) is not (self.dice.random() < 0.04)) for s in SEATS[:2]]

    def run(self, length: int, *, boards: int = 1) -> list[TableEvent]:
        """So many acts on each of so many boards; less where a board has ended before."""
        for _ in range(boards):
            self.take_board()
            ended = 0
            for _ in range(length):
                self.go_on()
                ended += self.game.phase == "ended"
                if ended > 6:
                    break
        return self.events


def _name(act: Act) -> str:
    return act.__name__


def _several(told: TableEvent | list[TableEvent] | None) -> list[TableEvent]:
    if told is None:
        return []
    return told if isinstance(told, list) else [told]


def regulations_at(dice: random.Random) -> Regulations:
    """What the organiser has chosen: a club's regulations mostly."""
    if dice.random() < 0.7:
        return CLUB
    return Regulations(
        opening_lead=dice.choice(["face_down", "face_up"]),
        revoke_attention=dice.choice(["silent", "now"]),
        slow_play_s=dice.choice([0.0, 240.0]),
        tempo_sigma=dice.choice([0.0, 1.5]),
    )


def deal_of(hands: Mapping[Seat, frozenset[Card]]) -> Deal:
    return Deal(dict(hands))


#: What sensors read, or a card that belongs to another hand: no act that all have seen.
UNSEEN = frozenset({acts.pocket, acts.hand_scanned, acts.turned_hands, acts.anothers_card})


def open_story(seed: int, laws: str, length: int) -> list[TableEvent]:
    """So many acts that all have seen, on a deal that is on record, with rulings on what follows from them alone."""
    it = Teller(random.Random(seed), laws)
    it.manner = replace(
        it.manner, is_open=True, odd=it.manner.odd - UNSEEN, directing=frozenset(), quiet_tricks=0, is_timed=False
    )
    it.take_board()
    for _ in range(length):
        if it.game.phase == "ended":
            break
        it.go_on()
    return it.events


def told_by(seed: int, laws: str) -> Teller:
    """The story of a seed, told to its end."""
    dice = random.Random(seed)
    it = Teller(dice, laws, regulations=regulations_at(dice))
    # A player's tempo stands out from what he has done on several boards.
    boards = 4 if it.regulations.tempo_sigma else dice.choice([1, 1, 1, 2, 3])
    it.run(dice.choice([15, 40, 90, 130]), boards=boards)
    return it
