"""How hands move cards: each act as tags that come and go at antennas, with the noise of real hands and coils.

Nothing here knows whose turn it is or what a card is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from controller.model.cards import SUITS, Card
from controller.model.seats import SEATS, Seat
from hw_sim.decks import foreign_tag, shifted_tag
from hw_sim.physics import noise
from hw_sim.physics.noise import NoiseLevel, RareFaults
from hw_sim.physics.sensed import Edge, Motion

#: From the decision to the card on the table: the arm's way, seconds.
REACH_S = (0.25, 0.6)
#: Between two suits of a hand that is spread, and between the cards of one suit.
NEXT_SUIT_S = (0.4, 0.9)
WITHIN_SUIT_S = (0.0, 0.25)
#: A card taken up from the table and played: that long in the air.
LIFTED_S = (0.8, 1.2)
#: Gathering or sorting a hand of cards.
GATHER_S = (0.5, 2.0)


class CardHands:
    """The cards of one board at one table: in pockets, in hands, spread, or in front of a seat."""

    def __init__(self, level: NoiseLevel, rare: RareFaults, rng: Random) -> None:
        self._level = level
        self._rare = rare
        self._rng = rng
        self._tags: Mapping[Card, str] = {}
        self._held: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        self._spread: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        self._played: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        #: Cards that lie there unread until the next card moves them, by place.
        self._buried: dict[str, list[str]] = {}
        #: Played cards that lie where they do not belong, with the place.
        self._astray: dict[Card, str] = {}
        #: A card of the spread that lies under another, and for how many further cards.
        self._hidden: tuple[str, str, int] | None = None

    def bring(self, hands: Mapping[Seat, tuple[Card, ...]], tags: Mapping[Card, str], at: float) -> Motion:
        """The hands lie in the pockets."""
        self._tags = tags
        self._held = {seat: list(hands[seat]) for seat in SEATS}
        for cards in (self._spread, self._played):
            for seat in SEATS:
                cards[seat] = []
        self._buried, self._hidden = {}, None
        self._astray.clear()
        return Motion(at, tuple(self._pocket(at, here=True)))

    def take_hands(self, at: float) -> Motion:
        """The pockets are emptied."""
        return Motion(at + GATHER_S[1], tuple(self._pocket(at, here=False)))

    def put(self, seat: Seat, card: Card, at: float) -> Motion:
        """A card is played from the hand, or from the spread hand."""
        tag, place = self._tags[card], f"play.{seat.value}"
        edges: list[Edge] = []
        from_spread = card in self._spread[seat]
        if from_spread:
            self._spread[seat].remove(card)
            edges.append(Edge(at, f"spread.{seat.value}", tag, here=False))
        elif card in self._held[seat]:
            self._held[seat].remove(card)
        start = at if from_spread else self._hover(seat, at, edges)
        down = start + self._between(REACH_S)
        if self._happens(self._level.neighbour):
            edges += self._pass_over(self._rng.choice((seat.lho, seat.rho)), tag, down)
        edges += self._unbury(place, down)
        down = self._lay(place, tag, down, edges)
        edges += self._rare_readings(seat, tag, down)
        self._played[seat].append(card)
        edges += self._reveal(down)
        return Motion(down, tuple(edges))

    def put_together(self, cards: tuple[tuple[Seat, Card], ...], at: float) -> Motion:
        """Several cards are put down at one and the same moment."""
        (owner, first), *others = cards
        motion = self.put(owner, first, at)
        edges = list(motion.edges)
        for seat, card in others:
            if card in self._held[seat]:
                self._held[seat].remove(card)
            self._played[seat].append(card)
            self._lay(f"play.{seat.value}", self._tags[card], motion.done, edges)
        return Motion(motion.done, tuple(edges))

    def stray(self, seat: Seat, tag: str, at: float, *, here: bool) -> Motion:
        """A card that belongs to no hand of this board comes down in front of a seat, or goes away."""
        done = at + self._between(REACH_S)
        return Motion(done, (Edge(done, f"play.{seat.value}", tag, here),))

    def take_back(self, seat: Seat, card: Card, at: float) -> Motion:
        """A card goes back to the hand, or to the spread hand (then it is read there again)."""
        tag, place = self._tags[card], f"play.{seat.value}"
        if card in self._played[seat]:
            self._played[seat].remove(card)
        if tag in self._buried.get(place, ()):
            self._buried[place].remove(tag)
        edges = [Edge(at, place, tag, here=False), *self._unbury(place, at)]
        if self._spread[seat]:
            self._spread[seat].append(card)
            down = at + self._between(REACH_S)
            edges.append(Edge(down, f"spread.{seat.value}", tag, here=True))
            return Motion(down, tuple(edges))
        self._held[seat].append(card)
        return Motion(at, tuple(edges))

    def lift_and_put(self, seat: Seat, card: Card, at: float) -> Motion:
        """A card that lies in front of its owner is taken up and put down as his play (or it is in his hand again)."""
        if card in self._held[seat]:
            return self.put(seat, card, at)
        tag, place = self._tags[card], f"play.{seat.value}"
        down = at + self._between(LIFTED_S)
        edges = [Edge(at, place, tag, here=False), *self._unbury(place, at), Edge(down, place, tag, here=True)]
        return Motion(down, tuple(edges))

    def move(self, owner: Seat, card: Card, to: str, at: float) -> Motion:
        """A card that was played is laid somewhere else, or back where it belongs."""
        tag, own = self._tags[card], f"play.{owner.value}"
        down = at + self._between(REACH_S)
        edges = [Edge(at, self._astray.pop(card, own), tag, here=False), Edge(down, to, tag, here=True)]
        if to != own:
            self._astray[card] = to
        return Motion(down, tuple(edges))

    def spread(self, seat: Seat, cards: tuple[Card, ...], at: float) -> Motion:
        """A hand is laid down suit by suit."""
        place = f"spread.{seat.value}"
        edges: list[Edge] = []
        suits = [suit for suit in SUITS if any(card.suit is suit for card in cards)]
        self._rng.shuffle(suits)
        hidden = self._rng.choice(cards) if self._happens(self._rare.hidden_dummy_card) else None
        down = at
        for suit in suits:
            down += self._between(NEXT_SUIT_S)
            for card in (c for c in cards if c.suit is suit):
                if card is hidden:
                    self._hidden = (place, self._tags[card], noise.HIDDEN_FOR_CARDS)
                else:
                    edges.append(Edge(down + self._between(WITHIN_SUIT_S), place, self._tags[card], here=True))
        self._held[seat] = [c for c in self._held[seat] if c not in cards]
        self._spread[seat] = [*self._spread[seat], *cards]
        return Motion(down + WITHIN_SUIT_S[1], tuple(edges))

    def put_back(self, at: float, exchanged: tuple[Seat, Seat] | None = None) -> Motion:
        """Each player gathers the thirteen cards and puts them into the pocket, two of them into each other's."""
        edges: list[Edge] = []
        done = at
        for seat in SEATS:
            gathered = at + self._between(GATHER_S)
            for place, cards in (("play", self._played[seat]), ("spread", self._spread[seat])):
                for card in cards:
                    when = gathered - self._between((0.0, 0.4))
                    where = self._astray.pop(card, f"{place}.{seat.value}")
                    edges.append(Edge(when, where, self._tags[card], here=False))
            self._held[seat] += self._played[seat] + self._spread[seat]
            self._played[seat], self._spread[seat] = [], []
            done = max(done, gathered)
        self._buried, self._hidden = {}, None
        if exchanged is not None:
            one, other = exchanged
            self._held[one], self._held[other] = self._held[other], self._held[one]
        return Motion(done + 1.0, (*edges, *self._pocket(done, here=True)))

    def remove(self, at: float) -> Motion:
        """The board is carried away with its hands."""
        return Motion(at, tuple(self._pocket(at, here=False)))

    # -- parts of a movement -------------------------------------------------------------------

    def _pocket(self, at: float, *, here: bool) -> list[Edge]:
        edges = []
        for seat in SEATS:
            when = at + self._between((0.0, 0.3) if here else GATHER_S)
            edges += [Edge(when, f"pocket.{seat.value}", self._tags[card], here) for card in self._held[seat]]
        return edges

    def _hover(self, seat: Seat, at: float, edges: list[Edge]) -> float:
        """Perhaps another card of the hand is held low over the place first; when the right one starts on its way."""
        if not self._happens(self._level.hover) or not self._held[seat]:
            return at
        other, place = self._tags[self._rng.choice(self._held[seat])], f"play.{seat.value}"
        low = at + self._between(REACH_S)
        away = low + self._between(noise.HOVER_S)
        edges += [Edge(low, place, other, here=True), Edge(away, place, other, here=False)]
        return away + self._between(noise.AFTER_HOVER_S) - REACH_S[0]

    def _pass_over(self, neighbour: Seat, tag: str, down: float) -> list[Edge]:
        """The card crosses the neighbour's antenna just before it is put down."""
        place, over = f"play.{neighbour.value}", down - 0.05
        return [Edge(over - self._between(noise.PASSING_S), place, tag, here=True), Edge(over, place, tag, here=False)]

    def _lay(self, place: str, tag: str, down: float, edges: list[Edge]) -> float:
        """The card comes to rest, at once or at the second try, read at once or late; when it lies there for good."""
        if self._happens(self._level.replaced):
            up = down + self._between(noise.TOUCH_S)
            edges += [Edge(down, place, tag, here=True), Edge(up, place, tag, here=False)]
            down = up + self._between(noise.AGAIN_S)
        if self._happens(self._rare.unread_until_next):
            self._buried.setdefault(place, []).append(tag)
        elif self._happens(self._level.late):
            edges.append(Edge(down + self._between((noise.LATE_FROM_S, self._level.late_s)), place, tag, here=True))
        else:
            edges.append(Edge(down, place, tag, here=True))
        return down

    def _rare_readings(self, seat: Seat, tag: str, down: float) -> list[Edge]:
        """A card that sticks, a UID read wrongly for a round, a tag that is none of ours."""
        place = f"play.{seat.value}"
        if self._happens(self._rare.sticking) and self._held[seat]:
            other = self._tags[self._rng.choice(self._held[seat])]
            off = down + self._between(noise.STICKING_S)
            return [Edge(down, place, other, here=True), Edge(off, place, other, here=False)]
        if self._happens(self._rare.shifted_uid):
            wrong, when = shifted_tag(tag, self._rng), down + 2.5 * noise.ROUND_S
            return [
                Edge(when, place, tag, here=False),
                Edge(when, place, wrong, here=True),
                Edge(when + noise.ROUND_S, place, wrong, here=False),
                Edge(when + noise.ROUND_S, place, tag, here=True),
            ]
        if self._happens(self._rare.foreign_uid):
            stranger = foreign_tag(self._rng)
            gone = down + self._between(noise.FOREIGN_S)
            return [Edge(down, place, stranger, here=True), Edge(gone, place, stranger, here=False)]
        return []

    def _unbury(self, place: str, at: float) -> list[Edge]:
        return [Edge(at, place, tag, here=True) for tag in self._buried.pop(place, ())]

    def _reveal(self, at: float) -> list[Edge]:
        """The hidden card of the spread comes to light once a trick's worth of cards has been played."""
        if self._hidden is None:
            return []
        place, tag, left = self._hidden
        if any(self._tags[card] == tag for cards in self._played.values() for card in cards):
            self._hidden = None
            return []
        self._hidden = (place, tag, left - 1) if left > 1 else None
        return [] if left > 1 else [Edge(at + 0.2, place, tag, here=True)]

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self._rng.random() < rate

    def _between(self, span: tuple[float, float]) -> float:
        return self._rng.uniform(*span)
