"""Cards that were told and are taken back: one that another replaces as soon as that rests, any other after a while.

Quitted cards are squared up, rows are gathered at the end: only a card that still matters is ever told as returned.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.model.events import CardReturned, Correction
from controller.model.seats import Seat
from controller.sensing.lay_there import LayThere
from controller.sensing.presence import Stay
from controller.sensing.scene import Scene, ToldCard, Wake, lines_of
from controller.sensing.stories import Act

#: So many cards gone at one seat, or one each at so many seats: the hand is over, or abandoned.
_ROW_GATHERED, _SEATS_GATHERED = 3, 2

#: So unlikely must the silence of a lying card be, in nats, to show that another one replaces it.
_LIFTED = 7.0
#: The same where nothing takes its place: the cards of a trick are looked at in round after round, and where misses
#: come in runs one of them is silent for seconds now and then. Never longer than this, seconds.
_GONE, _GONE_MOST_S = 16.0, 7.0
#: A card that rested answered then and is missed a round later at the earliest; rounds are longer or shorter than the
#: one measured. What is missed within so much of a round of its rest answered last before it.
_WITHIN_ROUND = 0.75
_NEVER_LAY = "the card was taken up before it lay there"
#: A link that tells nothing for longer is quiet, not slow, seconds.
_SLOW_LINK_S = 4.0


class TakenBack:
    """Told cards that left their antenna."""

    def __init__(self, scene: Scene, lay_there: LayThere) -> None:
        self._scene, self._lay_there = scene, lay_there

    def before(self, act: Act) -> CardReturned | Correction | None:
        """The card that this one replaces, gone when it is told."""
        last = self._latest(act)
        if last is None:
            return None
        in_turn = self._scene.expected.turn is act.seat
        if self._matters(last) or (not in_turn and not self._scene.expected.on_table):
            return self._tell(last) if self._is_gone(last, act.rested) else None
        return None

    def replaced(self, wake: Wake, acts: Iterable[Act]) -> CardReturned | Correction | None:
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
        return stay.since + max(rates.forget_s, rates.silent_for(_LIFTED))

    def _latest(self, act: Act) -> ToldCard | None:
        """The card told last of that seat, another one."""
        mine = [told for told in self._scene.told.cards.values() if told.seat is act.seat and told.card is not act.card]
        return max(mine, key=lambda told: told.n, default=None)

    def next(self, wake: Wake) -> CardReturned | Correction | None:
        """A card that went back and was not replaced."""
        forget_s = self._scene.rates.forget_s
        off = [told for told in self._scene.told.cards.values() if self._is_off(told)]
        for told in off:
            if told.stay is not None and self._never_lay(told) and wake.is_past(told.stay.since + forget_s):
                return self._tell(told)
        gone = [told for told in off if self._matters(told)]
        if not gone or len({told.seat for told in gone}) >= _SEATS_GATHERED:
            return None
        for told in gone:
            assert told.stay is not None
            if self._gathered(told.seat):
                continue
            until = told.stay.since + self._hold()
            if not wake.is_past(until):
                continue
            has_news = self._scene.presence.heard_until >= until - self._scene.rates.forget_s
            if has_news or wake.is_past(until + _SLOW_LINK_S):
                return self._tell(told)
            # Nothing at all has been heard since: the link may be slow.
            self._scene.presence.wants_news = True
        return None

    def _hold(self) -> float:
        """How long a card must have been silent that nothing replaces."""
        settings, rates = self._scene.settings, self._scene.rates
        return max(settings.hold_taken_back_s, min(_GONE_MOST_S, rates.silent_for(_GONE)))

    def _never_lay(self, told: ToldCard) -> bool:
        """What was read later shows that it was taken up before it came to rest.

        It was told on a link that stood still, or by a reader that says late that a tag has gone.
        """
        stay, scene = told.stay, self._scene
        if stay is None or stay.on or stay.first != told.first:
            return False
        is_by_edges = scene.presence.antennas[stay.place.text].by_edges
        patience = scene.rates.patience_s if is_by_edges else 0.0
        return stay.since - patience <= stay.rested + _WITHIN_ROUND * scene.rates.period

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

    def _tell(self, told: ToldCard) -> CardReturned | Correction:
        scene, stay = self._scene, told.stay
        assert stay is not None
        del scene.told.cards[(told.seat, told.card)]
        stay.is_watched = False
        t, lines = scene.stamp(stay.since), lines_of(stay.lines[-1:]) or None
        if self._never_lay(told):
            # When it is read there again it has been put down.
            stay.is_lifted = True
            return Correction(replaces=(told.n,), events=(), reason=_NEVER_LAY, t=t, readings=lines)
        self._lay_there.taken_back(told, stay)
        return CardReturned(seat=told.seat, card=told.card, t=t, readings=lines)
