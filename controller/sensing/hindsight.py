"""What was told is looked at once more with the next card of that seat: could it have been the other way round?

A card that is read late stands after the one which its owner played next. Where rates alone decided between the two
orders, people are told so; nothing is told anew here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.model.cards import Card, Suit
from controller.model.seats import Seat
from controller.sensing.scene import Scene
from controller.sensing.stories import Act, Weighing
from controller.sensing.trick_view import TrickView

#: A card and the next one of its seat have hardly more acts between them than these.
_MOST = 8
#: The other order is a doubt where it has one chance in 150: less than this much dearer, in nats.
_DOUBT = 5.0


@dataclass(frozen=True, slots=True)
class Seen:
    """An act that was told, and the trick that it was told in."""

    act: Act
    view: TrickView
    #: When the act before it took place, None if that was no card.
    previous: float | None


class Hindsight:
    """The acts told last, in the order in which they were told."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._seen: list[Seen] = []

    def clear(self) -> None:
        """Nothing before this can be in doubt any more: people have looked at it, or another board begins."""
        self._seen.clear()

    def told(self, act: Act, view: TrickView) -> None:
        """An act is being told, in that trick; the record does not have it yet."""
        previous = self._scene.told.act_first if self._scene.told.act_is_card else None
        self._seen = [*self._seen[1 - _MOST :], Seen(act, view, previous)]
        before = next((i for i, one in enumerate(self._seen[:-1]) if self._is_rival(one.act, act, i)), None)
        if before is None:
            return
        window = self._seen[before:]
        if self._dearer_otherwise(window) < _DOUBT:
            first, seat = window[0].act, act.seat.value
            text = f"{first.card} and {act.card} of {seat} may have been played in the other order"
            # It says more than that the card was told as possible.
            self._scene.notes.drop("order_in_doubt", f"play.{seat}")
            self._scene.notes.add("order_in_doubt", f"play.{seat}", first.first, text)

    def _is_rival(self, first: Act, act: Act, place: int) -> bool:
        """The latest card of the same seat before it, near enough to have been played after it."""
        later = (one.act for one in self._seen[place + 1 : -1])
        if first.seat is not act.seat or not act.is_read or any(one.seat is act.seat for one in later):
            return False
        return act.earliest - first.first < self._scene.settings.late_tail_worst_s

    def _dearer_otherwise(self, window: list[Seen]) -> float:
        """What it costs more if the last of these acts took place first, the others in any order."""
        view, acts = window[0].view, [one.act for one in window]
        weighing = self._weighing(window)
        return weighing.with_first(view, acts[-1], acts[:-1]) - weighing.in_order(view, acts)

    def _weighing(self, window: list[Seen]) -> Weighing:
        """The rates of now, the hands as they were before the first of these acts, and late reads at their worst."""
        scene = self._scene
        cards = {(one.act.seat, one.act.card) for one in window}

        def holds(seat: Seat, suit: Suit, gone: Iterable[Card]) -> bool | None:
            hand = scene.hand_of(seat)
            if hand is None:
                return scene.holds(seat, suit, gone)
            then = hand | {card for owner, card in cards if owner is seat}
            return any(card.suit is suit for card in then.difference(gone))

        return Weighing(
            scene.rates,
            scene.settings,
            now=window[-1].act.rested,
            holds=holds,
            owner=scene.owner,
            previous=window[0].previous,
            tail=scene.settings.late_tail_worst_s,
        )
