"""Cards that were told and are taken back: one that another replaces as soon as that rests, any other after a while.

Quitted cards are squared up, rows are gathered at the end: only a card that still matters is ever told as returned.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.model.events import CardReturned
from controller.model.seats import Seat
from controller.sensing.presence import Stay
from controller.sensing.scene import Scene, ToldCard, Wake
from controller.sensing.stories import Act

#: So many cards gone at one seat, or one each at so many seats: the hand is over, or abandoned.
_ROW_GATHERED, _SEATS_GATHERED = 3, 2

#: So unlikely must the silence of a lying card be, in nats, to show that another one replaces it.
_LIFTED = 7.0
#: A link that tells nothing for longer is quiet, not slow, seconds.
_SLOW_LINK_S = 4.0


class TakenBack:
    """Told cards that left their antenna."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def before(self, act: Act) -> CardReturned | None:
        """The card that this one replaces, gone when it is told."""
        last = self._latest(act)
        if last is None:
            return None
        in_turn = self._scene.expected.turn is act.seat
        if self._matters(last) or (not in_turn and not self._scene.expected.on_table):
            return self._tell(last) if self._is_gone(last, act.rested) else None
        return None

    def replaced(self, wake: Wake, acts: Iterable[Act]) -> CardReturned | None:
        """A card of this trick that has gone while the next one of its seat rests there.

        It is told at once, however long that next one is held: until then the card itself may lie there again.
        """
        earlier = float("inf")
        for act in acts:
            last = self._latest(act)
            earlier, before = min(earlier, act.first), earlier
            if last is None or last.stay is None or last.stay.on or last.stay.since >= before:
                continue
            if (last.seat, last.card) in self._scene.expected.on_table and wake.is_past(self._evident(last.stay)):
                return self._tell(last)
        return None

    def _evident(self, stay: Stay) -> float:
        """When its silence will show that a card has been lifted, if it goes on."""
        rates = self._scene.rates
        return stay.since + max(rates.forget_s, _LIFTED / rates.silence(1.0))

    def _latest(self, act: Act) -> ToldCard | None:
        """The card told last of that seat, another one."""
        mine = [told for told in self._scene.told.cards.values() if told.seat is act.seat and told.card is not act.card]
        return max(mine, key=lambda told: told.n, default=None)

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
