"""One table as its hub sees it: acts go in, what antennas, boxes and keys notice comes out, in order of time.

Pure: time is an argument, chance comes from the seed. The twin on a tty and the bench without one both use it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from random import Random

from controller.model.calls import PASS, Bid, Call, call
from controller.model.reading_log import Deck
from controller.model.seats import SEATS, Seat
from hw_sim import acts
from hw_sim.acts import Act
from hw_sim.decks import deck_of, tags_of
from hw_sim.physics import noise
from hw_sim.physics.antenna import Answer, Antenna
from hw_sim.physics.card_hands import CardHands
from hw_sim.physics.noise import LEVELS, NO_RARE_FAULTS, NoiseLevel, RareFaults
from hw_sim.physics.sensed import PLACES, TURNS, BoardSeen, BoxChange, Change, Edge, KeyPress, Motion, Sensed


class TableTop:
    """Antennas in turn, four boxes, keys. `level` is a row of noise.LEVELS or its number.

    The same seed and the same acts at the same times give the same readings.
    """

    def __init__(
        self,
        seed: int | str,
        *,
        level: int | NoiseLevel = 0,
        rare: RareFaults = NO_RARE_FAULTS,
        round_s: float = noise.ROUND_S,
        pockets: bool = False,
    ) -> None:
        self.level = LEVELS[level] if isinstance(level, int) else level
        self.rare = rare
        self.deck: Deck | None = None
        self.board: int | None = None
        self.calls: dict[Seat, list[Call]] = {seat: [] for seat in SEATS}
        self._rng = Random(f"{seed} hands")
        self._cards = CardHands(self.level, rare, self._rng)
        self._changes: list[tuple[float, int, Change]] = []
        self._count = 0
        self._tapped_pass = False
        self._unscanned: set[str] = set()
        self.antennas: dict[str, Antenna] = {
            place: Antenna(place, self.level, Random(f"{seed} {place}"), period=round_s, phase=turn * round_s / TURNS)
            for turn, place in enumerate(PLACES)
            if pockets or not place.startswith("pocket")
        }

    def do(self, act: Act, at: float) -> float:
        """A person begins an act at that time; returns when the table sees it done."""
        motion = self._motion(act, at)
        for edge in motion.edges:
            antenna = self.antennas.get(edge.place)
            if antenna is not None:
                antenna.move(edge.t, edge.tag, here=edge.here)
        for change in motion.changes:
            heapq.heappush(self._changes, (change.t, self._count, change))
            self._count += 1
        return motion.done

    def due(self) -> float:
        """When something is noticed next; infinite while nothing moves and nothing is missed."""
        first = self._changes[0][0] if self._changes else math.inf
        return min(first, *(antenna.due() for antenna in self.antennas.values()))

    def advance(self, until: float) -> Iterator[Sensed]:
        """What is noticed up to and including that time, in order."""
        while True:
            antenna = min(self.antennas.values(), key=Antenna.due)
            scan_due = antenna.due()
            change_due = self._changes[0][0] if self._changes else math.inf
            if min(scan_due, change_due) > until:
                return
            if change_due <= scan_due:
                change = heapq.heappop(self._changes)[2]
                self._note(change)
                yield change
            else:
                answer = antenna.step()
                if answer is not None and answer.place not in self._unscanned:
                    yield answer

    def set_scan(self, antennas: int, dwell_s: float, now: float) -> None:
        """The hub is told which antennas to scan in turn (bit n: number n) and how long to stay at each."""
        places = [place for place in self.antennas if antennas >> PLACES.index(place) & 1]
        self._unscanned = set(self.antennas) - set(places)
        for turn, place in enumerate(places):
            self.antennas[place].retime(max(1, len(places)) * dwell_s, turn * dwell_s, now)

    def answers(self, now: float) -> Iterator[Answer]:
        """What each antenna heard in its latest round, for a snapshot."""
        for place, antenna in self.antennas.items():
            heard = () if place in self._unscanned else antenna.answered
            yield Answer(now, place, antenna.round_at(now), heard)

    def _note(self, change: Change) -> None:
        match change:
            case BoxChange(_, seat, made, True):
                self.calls[seat].append(made)
            case BoxChange(_, seat, made, False):
                if made in self.calls[seat]:
                    self.calls[seat].remove(made)
            case BoardSeen(_, board):
                self.board = board
            case KeyPress():
                pass

    def _motion(self, act: Act, at: float) -> Motion:
        match act:
            case acts.BringBoard(board, hands):
                self.deck = deck_of(board)
                self._tapped_pass = self._happens(self.rare.last_pass_tapped)
                laid = self._cards.bring(hands, tags_of(self.deck), at)
                return laid._replace(changes=(BoardSeen(at + self._rng.uniform(0.0, 0.2), board),))
            case acts.RemoveBoard():
                return self._cards.remove(at)._replace(changes=(BoardSeen(at + self._rng.uniform(0.2, 0.6), None),))
            case acts.LayTags(place, tags, here):
                return Motion(at, tuple(Edge(at, place, tag, here) for tag in tags))
            case acts.PressKey(seat, key, value):
                return Motion(at, changes=(KeyPress(at, seat, key, value),))
            case acts.ShowCall() | acts.TakeCallBack() | acts.ClearBoxes():
                return self._box_motion(act, at)
            case _:
                return self._card_motion(act, at)

    def _card_motion(self, act: Act, at: float) -> Motion:
        match act:
            case acts.TakeHands():
                return self._cards.take_hands(at)
            case acts.PutCard(seat, card):
                return self._cards.put(seat, card, at)
            case acts.PutCards(cards):
                return self._cards.put_together(cards, at)
            case acts.PutStrayCard(seat, card, board, is_taken_back):
                return self._cards.stray(seat, tags_of(deck_of(board))[card], at, here=not is_taken_back)
            case acts.TakeCardBack(seat, card):
                return self._cards.take_back(seat, card, at)
            case acts.LiftAndPutCard(seat, card):
                return self._cards.lift_and_put(seat, card, at)
            case acts.MoveCard(owner, card, to):
                return self._cards.move(owner, card, to, at)
            case acts.SpreadHand(seat, cards):
                return self._cards.spread(seat, cards, at)
            case acts.PutHandsBack(exchanged):
                return self._cards.put_back(at, exchanged)
            case _:
                return Motion(at)

    def _box_motion(self, act: acts.ShowCall | acts.TakeCallBack | acts.ClearBoxes, at: float) -> Motion:
        match act:
            case acts.ShowCall(seat, made, is_last):
                if is_last and self._tapped_pass and made is PASS:
                    return Motion(at)
                return self._show(seat, made, at)
            case acts.TakeCallBack(seat, made):
                return Motion(at, changes=(BoxChange(at, seat, made, shown=False),))
            case acts.ClearBoxes():
                return self._clear(at)

    def _show(self, seat: Seat, made: Call, at: float) -> Motion:
        """A call comes out of the box, perhaps with a slip of the finger or a second thought before it stands."""
        changes: list[Change] = []
        t = at
        if self._happens(self.level.slip):
            slip = neighbour_in_box(made, self._rng)
            changes += [BoxChange(t, seat, slip, shown=True)]
            t += self._rng.uniform(*noise.SLIP_S)
            changes += [BoxChange(t, seat, slip, shown=False)]
            t += self._rng.uniform(*noise.CALL_AGAIN_S)
        if self._happens(self.level.bounce):
            changes += [BoxChange(t, seat, made, shown=True)]
            t += self._rng.uniform(*noise.BOUNCE_S)
            changes += [BoxChange(t, seat, made, shown=False)]
            t += self._rng.uniform(*noise.CALL_AGAIN_S)
        return Motion(t, changes=(*changes, BoxChange(t, seat, made, shown=True)))

    def _clear(self, at: float) -> Motion:
        changes: list[Change] = []
        for seat in SEATS:
            t = at + self._rng.uniform(0.0, 3.0)
            for made in reversed(self.calls[seat]):
                changes.append(BoxChange(t, seat, made, shown=False))
                t += self._rng.uniform(0.0, 0.1)
        return Motion(max((c.t for c in changes), default=at), changes=tuple(changes))

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self._rng.random() < rate


def neighbour_in_box(made: Call, rng: Random) -> Call:
    """A call whose card sits next to that one in a bidding box."""
    if not isinstance(made, Bid):
        others = [call(text) for text in ("P", "X", "XX") if call(text) is not made]
        return rng.choice(others)
    level, denomination = made.level, int(made.denomination)
    near = [(level, denomination + step) for step in (-1, 1) if 0 <= denomination + step <= 4]
    chosen = rng.choice(near)
    return call(f"{chosen[0]}{made.denomination.__class__(chosen[1]).name}")


__all__ = ["Answer", "TableTop", "neighbour_in_box"]
