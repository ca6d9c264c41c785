"""Hands that are spread face up: dummy's, and those of a claim or of a declarer who spreads after an irregular lead.

A spread is told when all its cards are accounted for; with one hidden it waits, then it is told as `possible`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from controller.model.board import HAND_SIZE
from controller.model.cards import Card, in_order
from controller.model.events import CardsExposed, HandFaced
from controller.model.expectation import Expectation
from controller.model.seats import SEATS, Seat
from controller.sensing.presence import Stay, StayState
from controller.sensing.scene import Scene, Wake, lines_of

#: A hand is being spread once so many of its tags rest: two may be a passing card and its neighbour.
BEGUN = 3
#: Fewer tags than these on an antenna where nobody has to spread are no spread.
_HAND = 5
#: So long a spread that is not complete holds back the card played from it, seconds.
_UNREAD_YET_S = 3.0
#: A spread that nobody has to make (a claim) is read once its number has stood for so long, seconds.
_STANDS_S = 2.0


class ToldSpread(NamedTuple):
    """A spread that was told: with all its cards?"""

    is_whole: bool
    #: It was told with a card more than a hand has.
    has_surplus: bool = False
    #: How many tags of ours rested there then: with no more than these there is nothing new to look for.
    tags: int = 0


class Spreads:
    """The four antennas where hands are spread."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        #: Seats whose spread was told.
        self.told: dict[Seat, ToldSpread] = {}
        #: Tags of other packs that were told.
        self._foreign: set[str] = set()
        #: Cards played by the other seats, as of an expectation.
        self._as_of: Expectation | None = None
        self._others: dict[Seat, frozenset[Card]] = {}

    def clear(self) -> None:
        """A new board."""
        self.told.clear()
        self._foreign.clear()

    def resting(self, seat: Seat) -> list[Stay]:
        """Tags of known cards that have come to rest there and are not played, whether they answer now or not."""
        stays = self._scene.presence.stays(f"spread.{seat.value}")
        if len(stays) < BEGUN:
            return []
        found, others = [], self._of_others(seat)
        for stay in stays.values():
            tagged = self._scene.decks.card_of(stay.tag)
            if stay.state is StayState.FRESH or tagged is None or tagged.pack is not None:
                continue
            if tagged.card not in others:
                found.append(stay)
        return found

    def _seen(self, seat: Seat) -> list[Card]:
        """Cards that have answered there at all."""
        tagged = (self._scene.decks.card_of(tag) for tag in self._scene.presence.stays(f"spread.{seat.value}"))
        own = (t.card for t in tagged if t is not None and t.pack is None)
        return [card for card in own if card not in self._of_others(seat)]

    def _of_others(self, seat: Seat) -> frozenset[Card]:
        """Played by another seat: such a card lies at the edge of this antenna."""
        expected = self._scene.expected
        if expected is not self._as_of:
            self._as_of, self._others = expected, {}
        if seat not in self._others:
            self._others[seat] = frozenset(card for other, card in expected.played if other is not seat)
        return self._others[seat]

    def begun(self, seat: Seat) -> float | None:
        """Since when a hand is being spread there; None if it is not."""
        stays = self.resting(seat)
        return min(s.first for s in stays) if len(stays) >= BEGUN else None

    def cards(self, seat: Seat, more: Iterable[Card] = ()) -> list[Card]:
        """The cards accounted for: those spread, and those that went from there into play."""
        found = {t.card for s in self.resting(seat) if (t := self._scene.decks.card_of(s.tag)) is not None}
        return in_order(c for c in found | set(more) if (seat, c) not in self._scene.expected.played)

    def next(self, wake: Wake, playing: Iterable[Card], *, is_waited_for: bool) -> HandFaced | CardsExposed | None:
        """A spread to tell now. `playing`: dummy's cards that rest in playing position and have not been told.

        `is_waited_for`: one of them is told next, and the hand that it came from before it.
        """
        expected = self._scene.expected
        if expected.phase not in ("clarification", "play", "claim"):
            return None
        for seat in SEATS:
            told = self.told.get(seat)
            there = len(self._scene.presence.stays(f"spread.{seat.value}"))
            if there < BEGUN or (told is not None and told.is_whole and there <= told.tags):
                continue
            stays = self.resting(seat)
            if len(stays) < BEGUN:
                continue
            stranger = self._stranger(seat, wake)
            if stranger is not None:
                return stranger
            is_dummy = seat is expected.dummy
            if is_dummy and told is not None and told.is_whole:
                found = self._surplus(seat, stays, told, wake)
            else:
                found = self._dummy(seat, wake, list(playing), is_waited_for) if is_dummy else self._other(seat, wake)
            if found is not None:
                return found
        return None

    def _stranger(self, seat: Seat, wake: Wake) -> CardsExposed | None:
        """A card of another pack that lies in the spread: it is seen there, and belongs to no hand."""
        scene = self._scene
        for stay in scene.presence.stays(f"spread.{seat.value}").values():
            tagged = scene.decks.card_of(stay.tag)
            if tagged is None or tagged.pack is None or stay.state is StayState.FRESH or stay.tag in self._foreign:
                continue
            if not stay.on or not wake.is_past(stay.rested + _STANDS_S):
                continue
            self._foreign.add(stay.tag)
            scene.decks.told(tagged.pack)
            t, lines = scene.stamp(stay.first), lines_of(stay.lines[:1]) or None
            return CardsExposed(seat=seat, cards=(tagged.card,), pack=tagged.pack, t=t, readings=lines)
        return None

    def _dummy(self, seat: Seat, wake: Wake, playing: list[Card], is_waited_for: bool) -> HandFaced | None:
        told = self.told.get(seat)
        whole = HAND_SIZE - self._scene.played_by(seat)
        if told is None and self._scene.expected.dummy_spread:
            return None
        cards = self._accounted(seat, playing, whole, is_waited_for=is_waited_for)
        if len(cards) >= whole:
            settled = max(s.rested for s in self.resting(seat)) + self._wait(len(cards) > whole)
            return self._tell(seat, cards, is_whole=True) if wake.is_past(settled) else None
        begun = self.begun(seat)
        assert begun is not None
        is_late = wake.is_past(begun + self._scene.settings.hold_longest_s)
        if told or not (is_waited_for or is_late) or self.holds_back(seat, wake):
            return None
        text = f"{whole - len(cards)} of dummy's cards not read: please spread the hand wider"
        self._scene.notes.add("hidden_card", f"spread.{seat.value}", begun, text)
        return self._tell(seat, cards, is_whole=False)

    def _surplus(self, seat: Seat, stays: list[Stay], told: ToldSpread, wake: Wake) -> HandFaced | None:
        """A card more that came to lie there after the hand was told: it is told anew with it, once."""
        whole = HAND_SIZE - self._scene.played_by(seat)
        if told.has_surplus or len(stays) <= whole:
            return None
        # What does not answer may only have missed a few rounds: of fourteen some are silent in most of them.
        gone = wake.now - self._scene.rates.forget_s
        lying = [s for s in stays if s.on or s.since > gone]
        cards = in_order({t.card for s in lying if (t := self._scene.decks.card_of(s.tag)) is not None})
        mine = [card for card in cards if (seat, card) not in self._scene.expected.played]
        if len(mine) <= whole or not wake.is_past(max(s.rested for s in lying) + _STANDS_S):
            return None
        return self._tell(seat, mine, is_whole=True, has_surplus=True)

    def _wait(self, is_too_many: bool) -> float:
        """A card too many is looked at longer; a spread before any lead waits for the lead to be read."""
        early = self._scene.settings.hold_longest_s if self._is_before_lead() else 0.0
        return max(_STANDS_S if is_too_many else 0.0, early)

    def _is_before_lead(self) -> bool:
        """Is no lead known? It was led, most likely, and has not been read."""
        return not self._scene.is_lead_faced and not any(told.is_down for told in self._scene.told.cards.values())

    def _accounted(self, seat: Seat, playing: list[Card], whole: int, *, is_waited_for: bool) -> list[Card]:
        cards = self.cards(seat, playing)
        if len(cards) >= whole or not is_waited_for:
            return cards
        # Those that have just begun to answer count if they make up the hand, and not one too many.
        seen = self.cards(seat, [*playing, *self._seen(seat)])
        return seen if len(seen) == whole else cards

    def holds_back(self, dummy: Seat, wake: Wake) -> bool:
        """Is dummy's hand being spread, so that a card from it has to wait for the others to be read?"""
        begun = self.begun(dummy)
        if begun is None or dummy in self.told or self._scene.expected.dummy_spread:
            return False
        return not wake.is_past(begun + _UNREAD_YET_S)

    def _other(self, seat: Seat, wake: Wake) -> HandFaced | None:
        stays = self.resting(seat)
        whole = HAND_SIZE - self._scene.played_by(seat)
        if seat in self.told or len(stays) < min(_HAND, whole) or not self._may_be_spread(seat):
            return None
        cards = self.cards(seat)
        if not wake.is_past(max(s.rested for s in stays) + (0.5 if len(cards) == whole else _STANDS_S)):
            return None
        return self._tell(seat, cards, is_whole=len(cards) == whole)

    def _may_be_spread(self, seat: Seat) -> bool:
        """Not the dummy that no table has: a hand of thirteen on the antenna before the auction is over is none."""
        return self._scene.expected.dummy is not None and seat is not self._scene.expected.dummy

    def _tell(self, seat: Seat, cards: list[Card], *, is_whole: bool, has_surplus: bool = False) -> HandFaced:
        scene = self._scene
        stays = self.resting(seat)
        self.told[seat] = ToldSpread(is_whole, has_surplus, len(stays))
        if is_whole:
            scene.notes.drop("hidden_card", f"spread.{seat.value}")
        for stay in stays:
            stay.is_watched = True
        return HandFaced(
            seat=seat,
            cards=tuple(cards),
            t=scene.stamp(min(s.first for s in stays)),
            certainty=scene.certainty(not is_whole or (seat is scene.expected.dummy and self._is_before_lead())),
            readings=lines_of(*(s.lines[:1] for s in stays)) or None,
        )
