"""What stands in front of each seat: calls shown and taken back become calls made, or never were.

Turn and order are not decided here; a box knows of the auction only what its own player showed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from controller.model.calls import Call
from controller.model.seats import SEATS, Seat

_EPS = 1e-6
#: The state told after a return may bear a time a little before it.
_SAME_TIME_S = 0.1
#: What a box tells in one breath comes within so long, seconds.
_RETOLD_S = 0.3
#: No auction has more calls of one seat than these; a call is shown by no more readings than these.
_MOST, _LINES = 120, 6


class CallState(Enum):
    """What is known of a call that was shown."""

    #: It has not stood long enough.
    FRESH = "fresh"
    #: It is made and has not been told.
    MADE = "made"
    #: It has been told.
    TOLD = "told"
    #: It was taken back before it was made, or told as taken back.
    GONE = "gone"


@dataclass(slots=True)
class Shown:
    """A call in front of a seat."""

    seat: Seat
    call: Call
    t: float
    u: float
    state: CallState = CallState.FRESH
    #: When it was taken away, None while it stands.
    removed: float | None = None
    #: When it became a call made.
    made: float = 0.0
    #: A ruling has been given since: taken back now, it is not the player's own doing.
    is_ruled: bool = False
    lines: list[int] = field(default_factory=list)

    @property
    def stands(self) -> bool:
        """Is it still shown?"""
        return self.removed is None


class Boxes:
    """The four bidding boxes."""

    def __init__(self, *, call_settle: float, relist_s: float) -> None:
        self._settle = call_settle
        self._relist_s = relist_s
        #: Calls of each seat in the order in which they were shown, those taken back too early left out.
        self.shown: dict[Seat, list[Shown]] = {seat: [] for seat in SEATS}
        #: From when until when a box that is back may tell anew what stands there; what it told so far.
        self._relist: tuple[float, float] = (0.0, float("-inf"))
        self._retold: list[Shown] = []
        self._retold_due = 0.0
        self.stirred = False

    def clear(self) -> None:
        """A new board: what still stands in front of a seat is of the last one."""
        for seat in SEATS:
            self.shown[seat] = [s for s in self.shown[seat] if s.stands]
            for shown in self.shown[seat]:
                shown.state = CallState.TOLD

    def ready(self, t: float) -> None:
        """A device is back: its boxes may tell again everything that stands."""
        self._relist = (t - _SAME_TIME_S, t + self._relist_s)

    def show(self, shown: Shown, *, now: float) -> None:
        """A call appears in front of a seat."""
        since, until = self._relist
        if since <= shown.t <= until:
            # Told again, or news? What else is told with it will say. Captured before, it was kept and is news.
            self._retold.append(shown)
            self._retold_due = now + _RETOLD_S
            self.stirred = True
            return
        self._show(shown)

    def _show(self, shown: Shown) -> None:
        mine = self.shown[shown.seat]
        last = mine[-1] if mine else None
        if last is not None and last.call is shown.call and self._is_same(last):
            last.lines = [*last.lines, *shown.lines][-_LINES:]
            last.removed = None
            return
        if len(mine) >= _MOST:
            return
        mine.append(shown)
        self.stirred = True

    def _take_retold(self) -> None:
        """A box that tells everything again begins with what stood there; one that tells news does not."""
        retold, self._retold = self._retold, []
        standing = {
            seat: [s for s in mine if s.stands or s.state is CallState.TOLD] for seat, mine in self.shown.items()
        }
        again = {seat: _common([s for s in retold if s.seat is seat], standing[seat]) for seat in SEATS}
        if 2 * sum(again.values()) < sum(len(mine) for mine in standing.values()):
            again = dict.fromkeys(SEATS, 0)
        for shown in retold:
            if again[shown.seat]:
                again[shown.seat] -= 1
                standing[shown.seat].pop(0).removed = None
            else:
                self._show(shown)

    def _is_same(self, last: Shown) -> bool:
        """Is it the call that stands already, or one taken away a moment ago, shown again by nobody's doing?"""
        if any(s.t > last.t for seat, some in self.shown.items() if seat is not last.seat for s in some):
            return False
        return last.stands or last.state is not CallState.FRESH

    def remove(self, seat: Seat, call: Call, t: float, line: int) -> None:
        """A call no longer shows in front of a seat."""
        for shown in reversed(self.shown[seat]):
            if shown.call is call and shown.stands:
                shown.removed = t
                shown.lines = [*shown.lines, line][-_LINES:]
                if shown.is_ruled or (shown.state is CallState.FRESH and not self._was_acted_on(shown, t)):
                    self.forget(shown)
                self.stirred = True
                return

    def forget(self, shown: Shown) -> None:
        """The call was none, or has been told as taken back."""
        shown.state = CallState.GONE
        self.shown[shown.seat].remove(shown)

    def ruled(self) -> None:
        """The director has ruled: what stands may be taken back on his word, and shown anew."""
        for mine in self.shown.values():
            for shown in list(mine):
                if shown.state is CallState.TOLD:
                    shown.is_ruled = True
                    if not shown.stands:
                        self.forget(shown)

    def _was_acted_on(self, shown: Shown, t: float) -> bool:
        """Did another seat show a call while this one stood? It may turn out to have been taken as made."""
        return any(
            shown.t < s.t < t and s.stands for seat, some in self.shown.items() if seat is not shown.seat for s in some
        )

    def settle(self, now: float) -> float | None:
        """Calls that have stood long enough are made; when to ask again."""
        due: float | None = None
        if self._retold:
            if now < self._retold_due - _EPS:
                due = self._retold_due
            else:
                self._take_retold()
        for some in self.shown.values():
            for shown in some:
                if shown.state is CallState.FRESH and shown.stands:
                    at = shown.t + self._settle
                    if now >= at - _EPS:
                        self._make(shown, shown.t + self._settle)
                    else:
                        due = at if due is None else min(due, at)
        self._resolve_withdrawn()
        return due

    def _make(self, shown: Shown, at: float) -> None:
        shown.state, shown.made = CallState.MADE, at
        # Whoever calls shows that he took what stood before him as made.
        for seat, some in self.shown.items():
            for earlier in some:
                if (
                    seat is not shown.seat
                    and earlier.state is CallState.FRESH
                    and earlier.t < shown.t
                    and (earlier.removed is None or earlier.removed > shown.t)
                ):
                    earlier.state, earlier.made = CallState.MADE, at

    def _resolve_withdrawn(self) -> None:
        """A call taken back early was none after all, once whoever called while it stood has taken his back, too."""
        for some in self.shown.values():
            for shown in list(some):
                was_fresh = shown.state is CallState.FRESH and shown.removed is not None
                if was_fresh and shown.removed is not None and not self._was_acted_on(shown, shown.removed):
                    self.forget(shown)

    def take_as_made(self, shown: Shown, at: float) -> None:
        """A later act of another seat shows that it was taken as made."""
        shown.state, shown.made = CallState.MADE, at

    def made(self) -> list[Shown]:
        """Calls made and not told, in order of time."""
        some = [s for mine in self.shown.values() for s in mine if s.state is CallState.MADE]
        return sorted(some, key=lambda s: (s.t, s.seat.index))

    def fresh(self) -> list[Shown]:
        """Calls shown that may yet be taken back, in order of time."""
        some = [s for mine in self.shown.values() for s in mine if s.state is CallState.FRESH]
        return sorted(some, key=lambda s: (s.t, s.seat.index))

    def enter(self, seat: Seat, call: Call, t: float) -> None:
        """The director entered that call: if it stands there it needs no telling."""
        for shown in self.shown[seat]:
            if shown.call is call and shown.state in (CallState.FRESH, CallState.MADE):
                shown.state = CallState.TOLD
                return
        self.shown[seat].append(Shown(seat, call, t, 0.0, CallState.TOLD))


def _common(retold: list[Shown], standing: list[Shown]) -> int:
    """How many calls of a seat are told again, from the first on."""
    count = 0
    for told, stood in zip(retold, standing, strict=False):
        if told.call is not stood.call:
            break
        count += 1
    return count
