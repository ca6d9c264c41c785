"""Cards on the table while the auction is on: a lead after a last pass only tapped, or one put down too soon."""

from __future__ import annotations

from controller.model.events import TableEvent
from controller.model.seats import Seat
from controller.sensing.call_acts import CallActs
from controller.sensing.card_acts import CardActs, Choice
from controller.sensing.keys import Keys
from controller.sensing.lead import Lead
from controller.sensing.resting import Resting
from controller.sensing.scene import Scene, Wake
from controller.sensing.spreads import Spreads
from controller.sensing.stories import Act


class EarlyCards:
    """What a card says of an auction that is not over."""

    def __init__(
        self,
        scene: Scene,
        resting: Resting,
        calls: CallActs,
        cards: CardActs,
        spreads: Spreads,
        lead: Lead,
        keys: Keys,
    ) -> None:
        self._scene = scene
        self._resting = resting
        self._calls = calls
        self._cards = cards
        self._spreads = spreads
        self._lead = lead
        self._keys = keys

    def before_call(self, wake: Wake) -> TableEvent | None:
        """A card that lay there before the next call was shown is told before it."""
        self._resting.drop_withdrawn(wake.now)
        made = self._scene.boxes.made()
        if not made or not self._resting.waiting:
            return None
        act = self._resting.waiting[0].act
        return self._tell(act) if act.rested < made[0].t else None

    def next(self, wake: Wake) -> TableEvent | None:
        """The event to tell now; None: nothing, or not yet."""
        return self._card(wake) or self._pass_at_the_end(wake)

    def _tell(self, act: Act) -> TableEvent:
        choice = Choice(act, is_doubtful=False, in_turn=False)
        return self._cards.tell(choice, face=self._lead.face_of(act.seat))

    def _card(self, wake: Wake) -> TableEvent | None:
        self._resting.drop_withdrawn(wake.now)
        wake.at(self._resting.next_withdrawal(wake.now))
        if not self._resting.waiting:
            return None
        act = self._resting.waiting[0].act
        passing = self._calls.last_pass_due()
        if passing is not None and self._is_lead(act):
            # By the hand that is on lead then it is lawful, and nothing urgent hangs on it.
            is_leader = act.seat is self._scene.expected.presumed_leader
            hold = self._scene.settings.hold_longest_s if is_leader else self._scene.rates.hold_unlawful
            if self._pass_is_evident(passing, act) or wake.is_past(act.rested + hold):
                return self._calls.tell_last_pass(passing, act.first, act.lines)
            return None
        urged = self._scene.urged_at is not None and self._scene.urged_at >= act.rested
        if urged or wake.is_past(act.rested + self._scene.rates.hold_unlawful):
            return self._tell(act)
        return None

    def _pass_at_the_end(self, wake: Wake) -> TableEvent | None:
        """The boxes are emptied, or `passed out` is keyed in, and one pass is missing: it was tapped."""
        passing = self._calls.last_pass_due()
        if passing is None or self._scene.boxes.fresh() or self._resting.waiting:
            return None
        keyed = next((p for p in self._keys.waiting if p.key == "result"), None)
        if self._calls.boxes_emptied() or keyed is not None:
            lines = () if keyed is None else (keyed.line,)
            return self._calls.tell_last_pass(passing, wake.now if keyed is None else keyed.t, lines)
        return None

    def _is_lead(self, act: Act) -> bool:
        """One pass is missing: does this card say that it was made?

        A card face down is a lead, whoever makes it: to think that the auction is over takes the same mistake as not to
        read a tapped pass, and is rarer. Face up it may be a card dropped or shown, unless it is the leader's.
        """
        leader = self._scene.expected.presumed_leader
        is_face_down = self._scene.regulations.opening_lead == "face_down"
        return leader is not None and (act.seat is leader or is_face_down)

    def _pass_is_evident(self, passing: Seat, act: Act) -> bool:
        """The others go on as if the last pass had been made: dummy comes down, boxes are emptied, a card is played."""
        leader = self._scene.expected.presumed_leader
        assert leader is not None
        if any(s.seat is passing and s.t <= act.rested for s in self._scene.boxes.fresh()):
            return True
        others = any(w.act.seat is not act.seat for w in self._resting.waiting)
        return others or self._calls.boxes_emptied() or self._spreads.begun(leader.lho) is not None
