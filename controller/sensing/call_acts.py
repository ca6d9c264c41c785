"""Which call is told next, and when: the auction as the boxes show it, and the last pass that was only tapped.

A call in turn is told once it has stood; one out of turn waits for the one that would come before it.
"""

from __future__ import annotations

from controller.model.calls import PASS
from controller.model.events import CallMade, CallRemoved, TableEvent
from controller.model.seats import Seat
from controller.sensing.boxes import CallState, Shown
from controller.sensing.scene import Scene, Wake, lines_of

#: Boxes of so many seats emptied: the players take the auction to be over.
_BOXES_EMPTIED = 2


class CallActs:
    """Calls made that have not been told, and calls told that were taken back."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def next(self, wake: Wake) -> TableEvent | None:
        """The event to tell now; None: nothing, or not yet."""
        if self._scene.expected.phase not in ("auction", "clarification", "play"):
            return None
        made = self._scene.boxes.made()
        first = made[0] if made else None
        if first is not None:
            before = self._lawful_beside(first, made)
            if before is not None:
                return self._tell(before, in_turn=True)
            return self._next(first, made, wake)
        return self._taken_back(wake)

    def _next(self, first: Shown, made: list[Shown], wake: Wake) -> TableEvent | None:
        turn = self._scene.expected.turn
        is_auction = self._scene.expected.phase == "auction"
        in_turn = is_auction and (turn is None or turn is first.seat)
        earlier = [s for s in self._scene.boxes.fresh() if s.t < first.t + first.u + s.u and s.seat is not first.seat]
        if earlier and not (in_turn and turn is not None):
            # Shown before it, or at the same time: whether it stands will be known in a moment.
            wake.at(max(s.t for s in earlier) + self._scene.regulations.call_settle + 1e-3)
            return None
        if in_turn:
            return self._taken_before(first) or self._tell(first, in_turn=True)
        others = any(s.seat is not first.seat for s in made)
        urged = self._scene.urged_at is not None and self._scene.urged_at >= first.made
        if others or urged or wake.is_past(first.made + self._scene.rates.hold_in_time):
            if not first.stands and not is_auction:
                self._scene.boxes.forget(first)
                return self.next(wake)
            return self._taken_before(first) or self._tell(first, in_turn=False)
        return None

    def _lawful_beside(self, first: Shown, made: list[Shown]) -> Shown | None:
        """Of two calls shown at one time the one in turn comes first (Law 33)."""
        turn = self._scene.expected.turn
        if turn is None or first.seat is turn:
            return None
        return next((s for s in made if s.seat is turn and s.t - first.t <= s.u + first.u + 1e-6), None)

    def _tell(self, shown: Shown, *, in_turn: bool) -> CallMade:
        scene = self._scene
        t = scene.stamp_act(shown.seat, shown.t, is_card=False, in_turn=in_turn, uncertainty=2 * shown.u)
        shown.state = CallState.TOLD
        scene.told.calls.append((shown.seat, shown.call))
        return CallMade(seat=shown.seat, call=shown.call, t=t, readings=lines_of(shown.lines) or None)

    # -- taken back ---------------------------------------------------------------------------------

    def _taken_back(self, wake: Wake) -> CallRemoved | None:
        """A call that stood and is gone, no other in its place: told after a while, never wound back."""
        if self._scene.expected.phase != "auction" or self.boxes_emptied():
            return None
        for mine in self._scene.boxes.shown.values():
            last = mine[-1] if mine else None
            if last is None or last.state is not CallState.TOLD or last.removed is None:
                continue
            if last.seat is self._scene.expected.turn or self._scene.expected.turn is None:
                # Put away because it is his turn again, or because the director is at the table.
                continue
            if wake.is_past(last.removed + self._scene.settings.hold_taken_back_s):
                return self._tell_removed(last)
        return None

    def _taken_before(self, shown: Shown) -> CallRemoved | None:
        """His call before this one, told and taken back since, though it is not his turn again."""
        mine = self._scene.boxes.shown[shown.seat]
        place = mine.index(shown)
        if place == 0 or self._scene.expected.phase != "auction" or shown.seat is self._scene.expected.turn:
            return None
        before = mine[place - 1]
        if before.state is not CallState.TOLD or before.removed is None:
            return None
        return self._tell_removed(before)

    def _tell_removed(self, shown: Shown) -> CallRemoved:
        assert shown.removed is not None
        self._scene.boxes.forget(shown)
        t = self._scene.stamp(shown.removed)
        return CallRemoved(seat=shown.seat, call=shown.call, t=t, readings=lines_of(shown.lines[-1:]) or None)

    def boxes_emptied(self) -> bool:
        """Have the players put their calls back?"""
        boxes = self._scene.boxes.shown.values()
        emptied = [mine for mine in boxes if any(s.state is CallState.TOLD for s in mine) and not _stands_any(mine)]
        return len(emptied) >= _BOXES_EMPTIED

    # -- the last pass ------------------------------------------------------------------------------

    def last_pass_due(self) -> Seat | None:
        """The seat whose pass would end the auction, None if a pass would not."""
        return self._scene.expected.turn if self._scene.expected.ends_with_pass else None

    def tell_last_pass(self, seat: Seat, t: float, lines: tuple[int, ...]) -> CallMade:
        """The pass that was made by a tap, or picked up at once: what follows it shows that it was made."""
        fresh = next((s for s in self._scene.boxes.fresh() if s.seat is seat and s.call is PASS), None)
        if fresh is not None:
            self._scene.boxes.take_as_made(fresh, t)
            return self._tell(fresh, in_turn=True)
        self._scene.boxes.enter(seat, PASS, t)
        self._scene.told.calls.append((seat, PASS))
        stamp = self._scene.stamp_act(seat, t, is_card=False, in_turn=True, uncertainty=0.0)
        return CallMade(seat=seat, call=PASS, t=stamp, certainty=self._scene.certainty(True), readings=lines or None)


def _stands_any(mine: list[Shown]) -> bool:
    return any(s.stands for s in mine)
