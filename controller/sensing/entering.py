"""What people enter in the stream of readings: rulings, acts, corrections, and how the record is kept from here on.

It passes in its place; sensing remembers what it says of calls and cards, so that nothing is told twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from controller.model import events as ev
from controller.model.events import TableEvent
from controller.sensing.card_acts import CardActs
from controller.sensing.lead import DOWN, Lead
from controller.sensing.reconcile import Reconciler
from controller.sensing.resting import Resting
from controller.sensing.scene import TICK, Scene, ToldCard
from controller.sensing.spreads import Spreads, ToldSpread

SENSING, CORRECTING, MANUAL = "sensing", "correcting", "manual"


class Entering:
    """Takes what people enter, and keeps the mode of the record."""

    def __init__(self, scene: Scene, resting: Resting, *, check: Reconciler, cards: CardActs, spreads: Spreads) -> None:
        self._scene, self._resting, self._check = scene, resting, check
        self._cards, self._spreads = cards, spreads
        self._lead = Lead(scene, spreads)
        self.mode = SENSING
        #: Did a person order this mode? Then it ends on his word only.
        self.is_ordered = False
        #: Who ordered that the record is kept by hand: that holds from board to board, until it is given up.
        self.by_hand: str | None = None
        #: What follows from the director's word, to be told next.
        self._then: list[TableEvent] = []

    def take(
        self, event: TableEvent, t: float, line: int, *, now: float, on_board: Callable[[int], None]
    ) -> TableEvent:
        """An event in its place; `on_board` begins a board that a person takes up."""
        scene = self._scene
        event = replace(event, t=self._time(event, t), readings=event.readings or (line,))
        match event:
            case ev.BoardTaken():
                on_board(event.board)
                self.begin_board()
            case ev.Ruling():
                scene.boxes.ruled()
                self._cards.forget_missing()
                self._cards.trust()
                scene.told.ruled_at = scene.told.n
                if event.choice == "play_on" and event.on.startswith("foreign_card"):
                    scene.decks.let_be()
            case ev.ModeChanged():
                self._take_mode(event, now)
            case ev.Correction():
                self._corrected(event, t)
                self._cards.trust()
                scene.notes.drop_all("order_in_doubt")
            case _:
                self._remember(event, t, number=scene.told.n)
        return event

    def _time(self, event: TableEvent, t: float) -> float:
        """Acts that people enter one after another are never simultaneous, however quickly they come."""
        told = self._scene.told
        if event.t is not None or not isinstance(event, ev.CallMade | ev.CardPlayed):
            return self._scene.stamp(t if event.t is None else event.t)
        return self._scene.stamp(max(t, told.t + TICK if told.calls or told.cards else t))

    def follow(self, now: float) -> TableEvent | None:
        """What follows from the director's word, one event after another."""
        if not self._then:
            return None
        event = self._then.pop(0)
        if isinstance(event, ev.Correction):
            self._corrected(event, now)
        return replace(event, t=self._scene.stamp(now))

    def begin_board(self) -> None:
        """A board is taken up: the sensors begin afresh, unless people keep the record until they give it up."""
        is_by_hand = self.by_hand is not None
        self.mode, self.is_ordered = (MANUAL, True) if is_by_hand else (SENSING, False)
        if is_by_hand:
            self._then.append(ev.ModeChanged(mode=MANUAL, by=self.by_hand, src="director"))

    # -- how the record is kept ----------------------------------------------------------------------

    def turn_to(self, mode: str, now: float, lines: tuple[int, ...] = ()) -> TableEvent:
        """Sensing itself changes the mode."""
        self.mode, self.is_ordered = mode, False
        return ev.ModeChanged(mode=mode, t=self._scene.stamp(now), readings=lines or None)

    def _take_mode(self, event: ev.ModeChanged, now: float) -> None:
        """The director says how the record is kept from here on, and what is right if table and record differ."""
        was, self.mode = self.mode, event.mode
        self.is_ordered = event.src == "director" and event.mode != SENSING
        self.by_hand = (event.by or "director") if self.is_ordered and event.mode == MANUAL else None
        if event.mode != SENSING:
            return
        correction = self._check.correction(now, by=event.by) if event.accept == "cards" else None
        if correction is not None:
            self._then.append(correction)
        elif event.accept == "cards" and self._check.may_release(now):
            self._check.release(now)
        elif event.accept is not None:
            self._check.accept(now)
        elif was == MANUAL:
            self._check.hurry(now)

    # -- what is known by it -------------------------------------------------------------------------

    def _corrected(self, correction: ev.Correction, t: float) -> None:
        """What a correction takes away was never told, what it puts in was."""
        told = self._scene.told.cards
        for key in [key for key, card in told.items() if card.number in correction.replaces]:
            gone = told.pop(key)
            if gone.stay is not None:
                gone.stay.is_watched = False
                # It lies there still; who corrected it knows that.
                self._check.is_no_matter(gone.stay)
        for replacement in correction.events:
            self._remember(replacement.event, t, number=replacement.same_as)

    def _remember(self, event: TableEvent, t: float, *, number: int | None) -> None:
        scene = self._scene
        match event:
            case ev.CallMade():
                scene.boxes.enter(event.seat, event.call, t)
                scene.told.calls.append((event.seat, event.call))
            case ev.CardPlayed():
                self._remember_card(event, t, number)
            case ev.CardReturned():
                scene.told.cards.pop((event.seat, event.card), None)
            case ev.CardFaced():
                self._lead.turn_up(event.seat)
            case ev.HandFaced():
                self._spreads.told[event.seat] = ToldSpread(True)
            case _:
                pass

    def _remember_card(self, event: ev.CardPlayed, t: float, number: int | None) -> None:
        scene = self._scene
        waiting = next((w for w in self._resting.waiting if w.act.card is event.card), None)
        told = ToldCard(event.seat, event.card, t, scene.told.n, None, is_down=event.face == DOWN)
        told.number, told.is_entered = number, True
        scene.told.cards[(event.seat, event.card)] = told
        if waiting is not None and waiting.act.seat is event.seat:
            self._resting.told(waiting.act, told)
        elif waiting is None:
            self._check.lies_there(told)
