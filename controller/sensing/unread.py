"""Cards that may have been played without having been read there, and are known all the same.

Out of dummy's spread, a penalty card that lies there already, the only card that the record leaves in a hand.
"""

from __future__ import annotations

from dataclasses import replace
from math import log

from controller.model.cards import Card
from controller.model.seats import Seat
from controller.sensing.presence import Stay, StayState
from controller.sensing.resting import Resting
from controller.sensing.scene import Scene
from controller.sensing.spreads import BEGUN
from controller.sensing.stories import Act, Unread
from controller.sensing.trick_view import TrickView

#: More cards than these are never supposed to have left dummy's spread at once.
_MOST = 3


class UnreadCards:
    """What a hole in a story may be filled with."""

    def __init__(self, scene: Scene, resting: Resting) -> None:
        self._scene = scene
        self._resting = resting

    def supposed(self, view: TrickView, now: float) -> dict[Seat, list[Unread]]:
        """The cards that a seat whose turn it is may have played, with what speaks for each."""
        found = {seat: self._penalty_cards(seat) for seat in view.turns}
        dummy = self._scene.expected.dummy
        if dummy is not None and self._scene.expected.dummy_spread and dummy in found:
            choice = log(max(1, self._choice(dummy, view)))
            found[dummy] += [self._left(dummy, stay, now, choice) for stay in self._left_spread(dummy, now)][:_MOST]
        for seat, cards in found.items():
            last = self._last_card(seat)
            if last is not None and not cards:
                cards.append(Unread(replace(self._lying(seat, last), is_supposed=True), 0.0))
        return found

    def leader(self) -> list[Seat]:
        """The hand on lead, where dummy's hand lies spread and no lead has been read: dummy has seen one."""
        scene, expected = self._scene, self._scene.expected
        if scene.is_lead_faced or expected.dummy is None or expected.leader is None:
            return []
        stays = scene.presence.stays(f"spread.{expected.dummy.value}").values()
        is_spread = sum(stay.state is not StayState.FRESH for stay in stays) >= BEGUN
        return [expected.leader] if is_spread and not any(told.is_down for told in scene.told.cards.values()) else []

    def _lying(self, seat: Seat, card: Card) -> Act:
        """A play that nothing was read of: it may have been made at any time."""
        return Act(seat, card, self._scene.told.t, float("-inf"), self._scene.told.t)

    def _penalty_cards(self, seat: Seat) -> list[Unread]:
        """Penalty cards that lie before their owner: to be played they need not be moved."""
        found = []
        for owner, card in sorted(self._scene.expected.penalty_cards, key=lambda c: c[1]):
            told = self._scene.told.cards.get((owner, card))
            waits = any(w.act.seat is owner and w.act.card is card for w in self._resting.waiting)
            if owner is seat and told is not None and told.stay is not None and told.stay.on and not waits:
                found.append(Unread(self._lying(seat, card), float("inf")))
        return found

    def _last_card(self, seat: Seat) -> Card | None:
        """The only card that the record leaves in a hand: if one was played, it was that one."""
        hand = self._scene.hand_of(seat)
        if hand is None:
            return None
        left = hand - {w.act.card for w in self._resting.waiting if w.act.seat is seat}
        return next(iter(left)) if len(left) == 1 else None

    def _left_spread(self, dummy: Seat, now: float) -> list[Stay]:
        """Tags that have left the spread hand for good and were not told as played."""
        scene = self._scene
        gone = []
        for stay in scene.presence.stays(f"spread.{dummy.value}").values():
            tagged = scene.decks.card_of(stay.tag)
            if stay.on or not stay.is_watched or tagged is None or tagged.pack is not None:
                continue
            if now < stay.since + self._scene.rates.forget_s:
                continue
            key = (dummy, tagged.card)
            if key in scene.told.cards or key in scene.expected.played:
                continue
            waits = any(w.act.card is tagged.card for w in self._resting.waiting)
            if not waits and (f"play.{dummy.value}", stay.tag) not in scene.presence.fresh:
                gone.append(stay)
        return gone

    def _choice(self, dummy: Seat, view: TrickView) -> int:
        """How many cards dummy may play: any of them may be silent, and only one of them is the one that was played."""
        hand = self._scene.hand_of(dummy) or set(self._scene.spread_cards(dummy))
        following = [card for card in hand if card.suit is view.led]
        return len(following or hand)

    def _left(self, dummy: Seat, stay: Stay, now: float, choice: float) -> Unread:
        """A card gone from the spread: so many misses in a row are unlikely if it lies there still.

        `choice`: how unlikely it is that just this card was played, in nats.
        """
        tagged = self._scene.decks.card_of(stay.tag)
        assert tagged is not None
        rates = self._scene.rates
        return Unread(
            Act(dummy, tagged.card, stay.since, stay.since, stay.since, left=stay.since),
            rates.silence(now - stay.since) - choice,
        )
