"""Tables where hands err at random and the director rules at random: the play stays whole whatever happens.

Whole: every hand has at most one card in a trick, what counts as played lies in a trick, tricks add up,
penalty cards are defenders' and unplayed. A seed that fails can be played again.
"""

import random

import pytest
from support.build import board
from support.card_acts import DEAL
from support.table import EDITIONS

from controller.model.calls import call
from controller.model.cards import SUITS, Card, Suit, card
from controller.model.events import (
    CallMade,
    CardFaced,
    CardPlayed,
    CardReturned,
    CardsExposed,
    HandFaced,
    HandScanned,
    Ruling,
    TableEvent,
    TrickQuitted,
)
from controller.model.notation import parse_deal
from controller.model.seats import SEATS, Seat
from controller.table import Table, step
from controller.table.rulings import EFFECTS

CHOICES = sorted({choice for _, choice in EFFECTS})
HANDS = {seat: sorted(hand) for seat, hand in parse_deal(DEAL).hands.items()}


class Room:
    """Four players of whom each errs with some probability, and a director who rules on what waits."""

    def __init__(self, laws: str, seed: int, errs: float) -> None:
        self.dice, self.errs = random.Random(seed), errs
        self.table = Table.fresh(laws)
        self.do(board(3, DEAL if self.dice.random() < 0.6 else None))
        if self.dice.random() < 0.3:
            self.do(CardsExposed(seat=self.dice.choice(SEATS), cards=(self.dice.choice(HANDS[Seat.E]),)))
        for text in ("1S", "1H" if self.dice.random() < 0.4 else "P"):
            self.do(CallMade(seat=self.table.game.turn, call=call(text)))
            self.cancel_what_waits()
        for _ in range(12):
            if self.table.game.phase == "auction" and self.table.game.turn is not None:
                self.do(CallMade(seat=self.table.game.turn, call=call("P")))
                self.cancel_what_waits()

    def do(self, event: TableEvent) -> None:
        self.table = step(self.table, event).table
        self.table.state()
        self.table.expectation()

    def cancel_what_waits(self) -> None:
        for finding_id in list(self.table.game.pending):
            self.do(Ruling(on=finding_id, choice="cancel"))

    def act(self) -> None:
        """Something happens: a card mostly, in turn mostly; sometimes a ruling, sometimes nonsense."""
        game, dice = self.table.game, self.dice
        if game.pending and dice.random() < 0.5:
            self.rule(dice.choice(list(game.pending)))
        elif game.findings and dice.random() < 0.05:
            self.rule(dice.choice(list(game.findings)), dice.choice(CHOICES))
        elif dice.random() < self.errs * 0.5:
            self.do(self.odd_act())
        else:
            seat = self.somebody()
            self.do(CardPlayed(seat=seat, card=self.some_card(seat), t=self.some_time(), face=self.some_face()))

    def rule(self, finding_id: str, choice: str | None = None) -> None:
        found, dice = self.table.game.findings[finding_id], self.dice
        chosen = choice or (dice.choice(found.options) if found.options else "put_back")
        open_suits = found.facts.get("suits", {}).get(chosen) or [s.name for s in SUITS]
        shown = found.facts.get("cards")
        self.do(
            Ruling(
                on=finding_id,
                choice=chosen,
                suits=(Suit[dice.choice(open_suits)],) if dice.random() < 0.9 else None,
                suit=Suit[dice.choice(open_suits)],
                card=card(dice.choice(shown)) if isinstance(shown, list) and shown else None,
            )
        )

    def odd_act(self) -> TableEvent:
        game, dice, seat = self.table.game, self.dice, self.somebody()
        some = self.some_card(seat)
        lying = [*game.play.on_table]
        match dice.randrange(6):
            case 0:
                down = game.play.down.get(seat)
                return CardFaced(seat=seat, card=down.card if down else some)
            case 1 if lying:
                put = dice.choice(lying)
                return CardReturned(seat=put.seat, card=put.card)
            case 2:
                return HandFaced(seat=seat, cards=tuple(self.held(seat)))
            case 3:
                return TrickQuitted(seat=seat, won=dice.random() < 0.5)
            case 4:
                return HandScanned(seat=seat, cards=tuple(self.held(seat)))
            case _:
                return CardsExposed(seat=seat, cards=tuple(self.held(seat)[: dice.choice([1, 1, 2])] or [some]))

    def somebody(self) -> Seat:
        turn = self.table.game.turn
        return turn if turn is not None and self.dice.random() > self.errs else self.dice.choice(SEATS)

    def held(self, seat: Seat) -> list[Card]:
        return [c for c in HANDS[seat] if c not in self.table.game.play.played[seat]]

    def some_card(self, seat: Seat) -> Card:
        mine = self.held(seat) or HANDS[seat]
        table = self.table.game.play.on_table
        follows = [c for c in mine if table and c.suit is table[0].card.suit]
        return self.dice.choice(follows if follows and self.dice.random() > self.errs else mine)

    def some_time(self) -> float | None:
        return 7.0 if self.dice.random() < self.errs * 0.5 else None

    def some_face(self) -> str | None:
        often = 0.5 if self.table.game.phase == "clarification" else self.errs * 0.3
        return "down" if self.dice.random() < often else None

    def is_whole(self) -> None:
        game = self.table.game
        play = game.play
        on_table = [put.seat for put in play.on_table]
        assert len(set(on_table)) == len(on_table) < 4
        assert sum(play.tricks.values()) == len(play.done)
        for seat in SEATS:
            in_tricks = [shown for trick in play.done for owner, shown in trick.cards if owner is seat]
            in_tricks += [put.card for put in play.on_table if put.seat is seat]
            assert set(in_tricks) == set(play.played[seat])
            assert len(in_tricks) == len(play.played[seat])
        for lying in play.penalty:
            assert game.is_defender(lying.seat)
            assert lying.card not in play.played[lying.seat]
        assert play.trick == len(play.done) + 1 or game.phase == "ended"


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("errs", [0.06, 0.2, 0.4])
@pytest.mark.parametrize("seed", range(12))
def test_the_play_stays_whole(laws, errs, seed):
    room = Room(laws, seed, errs)
    for _ in range(90):
        if room.table.game.phase == "ended":
            break
        room.act()
        room.is_whole()


@pytest.mark.long
@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("seed", range(100, 800))
def test_the_play_stays_whole_many_times(laws, seed):
    test_the_play_stays_whole(laws, 0.05 + seed % 7 / 15, seed)
