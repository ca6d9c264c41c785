"""The play as the players keep it in mind: hands, the trick on the table, and what each must do (Laws 44, 50, 57).

Only what the simulated people need to go on lawfully; judging is the controller's business, and nothing of it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from controller.model.board import Contract
from controller.model.cards import Card, Suit
from controller.model.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class LeadOrder:
    """What a player must lead: `require` or `forbid` these suits."""

    order: str
    suits: frozenset[Suit]


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """What a player must play to this trick: `highest`, `lowest`, `require_suit` or `forbid_suit` (Law 57A)."""

    order: str
    suit: Suit


@dataclass(frozen=True, slots=True)
class FinishedTrick:
    """Four cards and who won them."""

    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat


@dataclass(slots=True)
class Play:
    """Tricks so far, the one on the table, the cards left, and the duties of each seat."""

    contract: Contract
    hands: dict[Seat, set[Card]]
    declarer: Seat
    leader: Seat
    on_table: list[tuple[Seat, Card]] = field(default_factory=list)
    tricks: list[FinishedTrick] = field(default_factory=list)
    lead_orders: dict[Seat, LeadOrder] = field(default_factory=dict)
    play_orders: dict[Seat, PlayOrder] = field(default_factory=dict)
    #: Penalty cards, and the kind of irregularity that made them.
    penalty: dict[Seat, dict[Card, str]] = field(default_factory=dict)
    #: Those among them that are minor ones: no choice for declarer hangs on them.
    minor: set[Card] = field(default_factory=set)

    @classmethod
    def begin(cls, contract: Contract, hands: Mapping[Seat, Iterable[Card]]) -> Play:
        """The auction is over; the seat left of declarer is to lead."""
        held = {seat: set(cards) for seat, cards in hands.items()}
        return cls(contract, held, contract.declarer, contract.declarer.lho)

    @property
    def dummy(self) -> Seat:
        """Whose hand lies spread."""
        return self.declarer.partner

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return self.on_table[-1][0].lho if self.on_table else self.leader

    @property
    def number(self) -> int:
        """Of the trick in progress, from 1."""
        return len(self.tricks) + 1

    @property
    def is_over(self) -> bool:
        """All thirteen tricks are played."""
        return len(self.tricks) == 13

    @property
    def led(self) -> Suit | None:
        """The suit that was led to this trick."""
        return self.on_table[0][1].suit if self.on_table else None

    def won_by(self, side: Side) -> int:
        """Tricks of that side so far."""
        return sum(1 for trick in self.tricks if trick.winner.side is side)

    def in_suit(self, seat: Seat, suit: Suit) -> list[Card]:
        """The cards of a suit that a seat holds, lowest first."""
        return sorted((c for c in self.hands[seat] if c.suit is suit), key=lambda c: c.rank)

    def lawful(self, seat: Seat) -> list[Card]:
        """The cards that the seat may play when it is its turn."""
        cards = list(self.hands[seat])
        if self.led is None:
            cards = self._as_ordered_to_lead(seat, cards)
        else:
            cards = self.in_suit(seat, self.led) or self._as_ordered_to_discard(seat, cards)
            cards = self._as_ordered_to_follow(seat, cards)
        must = [c for c in cards if c in self.penalty.get(seat, ())]
        return must or cards

    def add(self, seat: Seat, card: Card) -> None:
        """The card counts as played to this trick."""
        if not self.on_table:
            self.leader = seat
            self._lead_made(seat)
        self.hands[seat].discard(card)
        self.penalty.get(seat, {}).pop(card, None)
        self.play_orders.pop(seat, None)
        self.on_table.append((seat, card))
        if len(self.on_table) == 4:
            self._finish()

    def replace_card(self, seat: Seat, wrong: Card, right: Card) -> None:
        """A card of this trick is changed for another one."""
        self.on_table = [(s, right if s is seat else c) for s, c in self.on_table]
        self.hands[seat].add(wrong)
        self.hands[seat].discard(right)

    def winning(self) -> Seat:
        """Who holds the trick on the table at the moment."""
        led, trump = self.led, self.contract.denomination.trump
        return max(self.on_table, key=lambda p: (p[1].suit is trump, p[1].suit is led, p[1].rank))[0]

    def _finish(self) -> None:
        winner = self.winning()
        self.tricks.append(FinishedTrick(tuple(self.on_table), winner))
        self.on_table = []
        if winner is not self.leader:
            self.lead_orders.pop(self.leader, None)
        self.leader = winner
        self.play_orders = {}

    def _lead_made(self, seat: Seat) -> None:
        """An order to lead a suit is used up by the lead; one not to lead it holds as long as the seat is on lead."""
        order = self.lead_orders.get(seat)
        if order is not None and order.order == "require":
            del self.lead_orders[seat]

    def _as_ordered_to_lead(self, seat: Seat, cards: list[Card]) -> list[Card]:
        order = self.lead_orders.get(seat)
        if order is None:
            return cards
        wanted = order.order == "require"
        return [c for c in cards if (c.suit in order.suits) is wanted] or cards

    def _as_ordered_to_discard(self, seat: Seat, cards: list[Card]) -> list[Card]:
        order = self.play_orders.get(seat)
        if order is None or order.order not in ("require_suit", "forbid_suit"):
            return cards
        wanted = order.order == "require_suit"
        return [c for c in cards if (c.suit is order.suit) is wanted] or cards

    def _as_ordered_to_follow(self, seat: Seat, cards: list[Card]) -> list[Card]:
        order = self.play_orders.get(seat)
        if order is None or order.order not in ("highest", "lowest"):
            return cards
        of_suit = [c for c in cards if c.suit is order.suit]
        if not of_suit:
            return cards
        pick = max if order.order == "highest" else min
        return [pick(of_suit, key=lambda c: c.rank)]
