"""Cards that were told and are taken back: one that another replaces at once, any other after a while.

Quitted cards are squared up, rows are gathered at the end: only a card that still matters is ever told as returned.
"""

from __future__ import annotations

from controller.model.events import CardReturned
from controller.model.seats import Seat
from controller.sensing.scene import Scene, ToldCard, Wake
from controller.sensing.stories import Act

#: So many cards gone at one seat, or one each at so many seats: the hand is over, or abandoned.
_ROW_GATHERED, _SEATS_GATHERED = 3, 2

#: A link that tells nothing for longer is quiet, not slow, seconds.
_SLOW_LINK_S = 4.0


class TakenBack:
    """Told cards that left their antenna."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def before(self, act: Act) -> CardReturned | None:
        """The card that this one replaces, gone when it is told."""
        mine = [told for told in self._scene.told.cards.values() if told.seat is act.seat and told.card is not act.card]
        if not mine:
            return None
        last = max(mine, key=lambda told: told.n)
        in_turn = self._scene.expected.turn is act.seat
        if self._matters(last) or (not in_turn and not self._scene.expected.on_table):
            return self._tell(last) if self._is_gone(last, act.rested) else None
        return None

    def next(self, wake: Wake) -> CardReturned | None:
        """A card that went back and was not replaced."""
        gone = [told for told in self._scene.told.cards.values() if self._is_off(told) and self._matters(told)]
        if not gone or len({told.seat for told in gone}) >= _SEATS_GATHERED:
            return None
        for told in gone:
            assert told.stay is not None
            if self._gathered(told.seat):
                continue
            until = told.stay.since + self._scene.settings.hold_taken_back_s
            if not wake.is_past(until):
                continue
            has_news = self._scene.presence.heard_until >= until - self._scene.rates.forget_s
            if has_news or wake.is_past(until + _SLOW_LINK_S):
                return self._tell(told)
            # Nothing at all has been heard since: the link may be slow.
            self._scene.presence.wants_news = True
        return None

    def _matters(self, told: ToldCard) -> bool:
        """It lies in this trick, or it does not count as played, or it is a penalty card."""
        key, expected = (told.seat, told.card), self._scene.expected
        return key in expected.on_table or key not in expected.played or key in expected.penalty_cards

    def _is_off(self, told: ToldCard) -> bool:
        return told.stay is not None and not told.stay.on

    def _is_gone(self, told: ToldCard, now: float) -> bool:
        return told.stay is not None and not told.stay.on and now - told.stay.since > self._scene.rates.forget_s

    def _gathered(self, seat: Seat) -> bool:
        off = [told for told in self._scene.told.cards.values() if told.seat is seat and self._is_off(told)]
        return len(off) >= _ROW_GATHERED

    def _tell(self, told: ToldCard) -> CardReturned:
        assert told.stay is not None
        del self._scene.told.cards[(told.seat, told.card)]
        told.stay.is_watched = False
        return CardReturned(seat=told.seat, card=told.card, t=self._scene.stamp(told.stay.since))
