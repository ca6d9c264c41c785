"""Readings of one table into its table events: what there is to tell now, and when to look again.

Sensing sees readings and an `Expectation`, never the table. Time enters only as readings and `advance`; timers count
at exactly their due time, so the same stream gives the same events however it is cut up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil, inf, isfinite, nextafter

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.events import TableEvent
from controller.model.expectation import Expectation
from controller.model.irregularities import POSSIBLE
from controller.model.reading_log import BoardHeader, Deck
from controller.model.regulations import CLUB, Regulations
from controller.model.seats import SEATS
from controller.sensing.boxes import Shown
from controller.sensing.call_acts import CallActs
from controller.sensing.card_acts import CardActs
from controller.sensing.check import Check
from controller.sensing.counting import Counted
from controller.sensing.decks import Decks
from controller.sensing.early_cards import EarlyCards
from controller.sensing.entering import CORRECTING, MANUAL, SENSING, Entering
from controller.sensing.intake import Intake, tags_of
from controller.sensing.keys import Keys, Press
from controller.sensing.lay_there import LayThere
from controller.sensing.lead import Lead
from controller.sensing.notes import Note
from controller.sensing.pockets import BoardPlace, Pockets
from controller.sensing.presence import Heard
from controller.sensing.reconcile import Reconciler
from controller.sensing.resting import Resting
from controller.sensing.scene import Scene, Wake
from controller.sensing.settings import SensingSettings
from controller.sensing.spreads import Spreads
from controller.sensing.taken_back import TakenBack

#: The header is line 1 of a reading log.
FIRST_LINE = 2
_MICROSECOND = 1e-6


class Sensing:
    """The sensing of one table during one board, or one board after another.

    `decks`: the board's own first. `others`: those that may turn up besides. `board`: what the log's header says of
    it. `first_event`: number of the first event that comes out. `by_hand`: who ordered on an earlier board that the
    record is kept by hand, if that holds still.
    """

    def __init__(
        self,
        *,
        decks: Iterable[Deck] = (),
        others: Iterable[Deck] = (),
        regulations: Regulations = CLUB,
        board: BoardHeader | None = None,
        settings: SensingSettings | None = None,
        first_event: int = 0,
        by_hand: str | None = None,
    ) -> None:
        settings = settings or SensingSettings()
        known = Decks(decks, others)
        self._scene = Scene(decks=known, regulations=regulations, settings=settings, first_event=first_event)
        self._intake = Intake(self._scene)
        self._resting = Resting(self._scene)
        self._lay_there = LayThere(self._scene)
        self._cards = CardActs(self._scene, self._resting, self._lay_there)
        self._calls = CallActs(self._scene)
        self._spreads = Spreads(self._scene)
        self._pockets = Pockets(self._scene)
        self._back = TakenBack(self._scene, self._lay_there)
        self._board = BoardPlace(self._scene, board)
        self._lead = Lead(self._scene, self._spreads)
        self._keys = Keys(self._scene)
        self._early = EarlyCards(
            self._scene, self._resting, self._calls, self._cards, self._spreads, self._lead, self._keys
        )
        self._check = Reconciler(self._scene, self._resting)
        self._people = Entering(self._scene, self._resting, check=self._check, cards=self._cards, spreads=self._spreads)
        self._people.by_hand = by_hand
        #: What people entered, each to be told in its place, with its time and line.
        self._to_enter: list[tuple[TableEvent, float, int]] = []
        self._line = FIRST_LINE - 1
        self._now = float("-inf")
        self._due: float | None = None
        #: When the state told after a loss is complete.
        self._confirm_at: float | None = None

    # -- from outside -------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Time of the latest reading or timer."""
        return self._now

    @property
    def delay(self) -> float:
        """The longest that a reading took to arrive after its capture lately."""
        return self._scene.rates.longest_delay

    def expect(self, expectation: Expectation) -> None:
        """What the table expects after the event that was told last. To be given before anything else happens."""
        self._scene.expected = expectation

    def feed(self, reading: rd.Reading) -> list[TableEvent]:
        """A reading in its place; what it makes known. Timers due before its arrival must have been run."""
        self._line += 1
        before = self._now
        self._now = max(self._now, reading.arrival) if isfinite(reading.arrival) else self._now
        t = self._intake.take(reading, self._now, before=before)
        if t is None:
            return []
        if isinstance(reading, rd.Entered):
            self._to_enter.append((reading.event, t, self._line))
            return self._evaluate(self._now)
        self._take(reading, t)
        if not self._is_stirred():
            return []
        return self._evaluate(self._now)

    def due(self) -> float | None:
        """When to call `advance` next; None: when something has been read."""
        return self._due

    def advance(self, now: float) -> list[TableEvent]:
        """Run the timer that is due by then, at its own time. Events ask for an `expect` before the next call."""
        if self._due is None or self._due > now:
            return []
        self._now = max(self._now, self._due)
        return self._evaluate(self._now)

    def doubts(self) -> tuple[Note, ...]:
        """What the operator should know of: foreign tags, hidden cards, what should be scanned again."""
        return self._scene.notes.standing()

    @property
    def mode(self) -> str:
        """How the record is kept: `sensing`, `correcting` or `manual`."""
        return self._people.mode

    def check(self) -> Check | None:
        """What should lie on the table and what does, while the record is not simply kept by the sensors."""
        mode = self._people.mode
        return None if mode == SENSING else self._check.check(mode, self._now)

    def let_go(self) -> list[TableEvent]:
        """Nothing more is read on this board, and no agreement has come."""
        return [self._told(self._give_up())] if self._people.mode == CORRECTING else []

    def _give_up(self) -> TableEvent:
        """The board is at an end. What waited is told if the record lacks nothing that was played before it."""
        if not self._check.is_only_moved:
            self._ignore()
        self._check.accept(self._now)
        return self._people.turn_to(SENSING, self._now)

    def counts(self) -> tuple[Counted, ...]:
        """The cards read in each pocket, and what that count is worth."""
        return tuple(self._pockets.counts(self._now - self._scene.rates.delay).values())

    # -- readings -----------------------------------------------------------------------------------

    def _take(self, reading: rd.Reading, t: float) -> None:
        scene, line = self._scene, self._line
        match reading:
            case rd.Scan():
                scene.presence.scan(reading.at, tags_of(reading), Heard(t, reading.uncertainty, line, reading.device))
            case rd.TagSeen():
                scene.presence.seen(reading.at, reading.tag, Heard(t, reading.uncertainty, line, reading.device))
            case rd.TagGone():
                scene.presence.gone(reading.at, reading.tag, Heard(t, reading.uncertainty, line, reading.device))
            case rd.CallShown():
                scene.boxes.show(Shown(reading.seat, reading.call, t, reading.uncertainty, lines=[line]), now=self._now)
            case rd.CallGone():
                scene.boxes.remove(reading.seat, reading.call, t, line)
            case rd.KeyPressed():
                self._keys.press(Press(reading.seat, reading.key, reading.value, t, line), arrived=self._now)
                scene.boxes.stirred = True
            case rd.BoardTag():
                self._board.tag(reading.board, t, line)
                scene.boxes.stirred = True
            case rd.DeviceState():
                self._device(reading, t)

    def _device(self, reading: rd.DeviceState, t: float) -> None:
        scene = self._scene
        name = reading.device or ""
        if reading.state == "lost":
            scene.presence.lost(reading.device, t)
            self._confirm_at = None
        elif reading.state == "ready":
            self._intake.is_back(self._now)
            scene.presence.ready(reading.device)
            scene.boxes.ready(t)
            self._confirm_at = self._now + scene.settings.relist_s
        if reading.state == "ready":
            scene.notes.drop("degraded", name)
        else:
            scene.notes.add("degraded", name, t, f"device {name or '?'} is {reading.state}")
        scene.boxes.stirred = True

    def _is_stirred(self) -> bool:
        presence, boxes = self._scene.presence, self._scene.boxes
        stirred = presence.stirred or boxes.stirred or presence.wants_news
        presence.stirred = boxes.stirred = presence.wants_news = False
        return stirred

    # -- what there is to tell ----------------------------------------------------------------------

    def _evaluate(self, now: float) -> list[TableEvent]:
        """What there is to tell now. It is decided as of the time up to which everything captured has arrived."""
        delay = self._scene.rates.delay
        wake = Wake(now - delay)
        event = self._next(wake)
        if event is not None:
            return [self._told(event)]
        # To the microsecond, as times are written down: what is due by the clock is due by what is written, too.
        # Never now: what is due in a part of a microsecond would be looked at for ever.
        later = None if wake.due is None else ceil(round((wake.due + delay) * 1e6, 3)) / 1e6
        self._due = None if later is None else max(later, now + _MICROSECOND, nextafter(now, inf))
        return []

    def _told(self, event: TableEvent) -> TableEvent:
        """Count it, and look again at once: the table expects something else now."""
        self._scene.told.n += 1
        self._due = self._now
        return event

    def _next(self, wake: Wake) -> TableEvent | None:
        self._settle(wake)
        follows = self._people.follow(wake.now)
        if follows is not None:
            return follows
        if self._to_enter:
            return self._before_entered(wake, self._to_enter[0][0]) or self._enter(*self._to_enter.pop(0))
        if self._people.mode == MANUAL:
            self._ignore()
            return None
        if self._people.mode == CORRECTING:
            return self._while_correcting(wake)
        if self._check.is_time(wake):
            return self._people.turn_to(CORRECTING, wake.now, self._check.lines())
        has_acts = bool(self._resting.waiting or self._scene.boxes.made() or self._keys.waiting)
        taken = self._board.next(wake, is_urgent=has_acts)
        if taken is not None:
            self._begin_board()
            self._people.begin_board()
            return taken
        return self._next_act(wake) or self._next_key(wake) or self._next_of_board(wake)

    def _enter(self, event: TableEvent, t: float, line: int) -> TableEvent:
        return self._people.take(event, t, line, now=self._now, on_board=self._take_up)

    def _take_up(self, board: int) -> None:
        self._begin_board()
        self._board.entered(board)

    def _while_correcting(self, wake: Wake) -> TableEvent | None:
        """Calls and cards wait; the director can be called, and the board can be taken away."""
        if not self._people.is_ordered and self._check.is_over(wake):
            return self._people.turn_to(SENSING, wake.now)
        if self._board.is_leaving(wake, self._scene.told.t):
            return self._give_up()
        return self._keys.tell_call()

    def _before_entered(self, wake: Wake, event: TableEvent) -> TableEvent | None:
        """What lay there lawfully when the director spoke, and only waited for what might yet be read, comes first."""
        is_directors = isinstance(event, ev.Ruling) or event.src == "director"
        if (
            not is_directors
            or self._people.mode != SENSING
            or self._scene.expected.phase not in ("clarification", "play")
        ):
            return None
        return self._card(wake, is_hurried=True)

    def _settle(self, wake: Wake) -> None:
        """Evidence that has become firm by now."""
        scene = self._scene
        if self._confirm_at is not None and wake.is_past(self._confirm_at):
            scene.presence.confirm(self._confirm_at)
            self._check.take_other_contents(wake.now)
            self._confirm_at = None
        self._resting.take_back(wake.now)
        rested, due = scene.presence.settle(wake.now)
        for stay in sorted(rested, key=self._resting.is_entered, reverse=True):
            self._check.note(stay)
            if stay.place.kind == "play":
                self._resting.take(stay)
            elif stay.place.kind == "spread":
                stay.is_watched = True
        wake.at(due)
        wake.at(scene.boxes.settle(wake.now))

    def _ignore(self) -> None:
        """The record is kept by hand: what sensors see now is known when they take over again."""
        self._resting.clear()
        for shown in self._scene.boxes.made():
            self._scene.boxes.enter(shown.seat, shown.call, shown.t)
        self._keys.waiting.clear()

    def _begin_board(self) -> None:
        """Everything starts afresh; what lies or stands there from before is known."""
        if self._scene.told.has_begun:
            self._resting.clear()
            self._scene.boxes.clear()
            self._spreads.clear()
            self._pockets.clear()
            self._lay_there.clear()
            self._scene.decks.begin()
            self._check.clear()
        self._scene.told.begin()
        self._cards.forget_missing()
        self._cards.trust()
        self._scene.notes.drop("card_at_claim", "")
        self._scene.notes.drop_all("order_in_doubt")

    def _next_act(self, wake: Wake) -> TableEvent | None:
        match self._scene.expected.phase:
            case "auction":
                return self._early.before_call(wake) or self._calls.next(wake) or self._early.next(wake)
            case "clarification" | "play":
                if self._confirm_at is not None and self._check.other_contents(wake.now):
                    return None
                event = self._lay_there.put_right(wake) or self._card(wake)
                if self._cards.is_at_a_loss:
                    self._cards.is_at_a_loss = False
                    self._check.take_unordered(wake.now)
                    return self._people.turn_to(CORRECTING, wake.now, self._check.lines())
                return event or self._calls.next(wake) or self._back.next(wake)
            case "claim":
                self._wait_for_answer()
                return self._spreads.next(wake, (), is_waited_for=False)
            case "ended":
                self._resting.note_at_claim()
                self._resting.clear()
                return None
            case _:
                return None

    def _wait_for_answer(self) -> None:
        """Cards thrown in after a claim are no plays; what is put down one by one may be, if the claim falls."""
        for seat in SEATS:
            if sum(1 for w in self._resting.waiting if w.act.seat is seat) > 1:
                self._resting.throw_in(seat)

    def _next_key(self, wake: Wake) -> TableEvent | None:
        """A key in its place: after the acts that were under way when it was pressed."""
        if not self._keys.waiting or self._scene.expected.phase == "idle":
            return None
        key = self._keys.waiting[0]
        pressed = key.t
        if key.key == "claim" and not wake.is_past(pressed + self._scene.rates.period):
            # A card put down just before has not been read yet; after a claim it would be one thrown in.
            return None
        before = [w.act.first for w in self._resting.waiting if w.act.earliest < pressed]
        before += [s.t for s in self._scene.boxes.made() if s.t < pressed]
        before += [s.t for s in self._scene.boxes.fresh() if s.t < pressed]
        fresh = self._scene.presence.fresh.values()
        # Those that do not answer just now may only have missed a round.
        before += [s.first for s in fresh if s.place.kind == "play" and s.earliest < pressed]
        patience = self._scene.rates.hold_unlawful + self._scene.regulations.card_settle
        if (before or self._confirm_at is not None) and not wake.is_past(max(pressed, self._keys.arrived) + patience):
            return None
        if key.key == "result" and (left := self._cards.left_over()) is not None:
            is_late = wake.is_past(max(pressed, self._keys.arrived) + patience)
            return self._cards.tell(left, face=None) if is_late else None
        return self._keys.tell()

    def _next_of_board(self, wake: Wake) -> TableEvent | None:
        return self._pockets.next(wake) or self._left(wake)

    def _left(self, wake: Wake) -> TableEvent | None:
        if self._board.is_leaving(wake, self._scene.told.t) and (card := self._cards.left_over()) is not None:
            return self._cards.tell(card, face=None)
        left = self._board.left(wake, self._scene.told.t)
        # What a record lacks at its end that had left the play long before says nothing of people.
        return replace(left, certainty=POSSIBLE) if left is not None and self._cards.is_adrift else left

    # -- lead, dummy, tricks ------------------------------------------------------------------------

    def _card(self, wake: Wake, *, is_hurried: bool = False) -> TableEvent | None:
        self._resting.drop_withdrawn(wake.now)
        replaced = self._back.replaced(wake, (w.act for w in self._resting.waiting))
        if replaced is not None:
            return replaced
        choice = self._cards.choose(wake, is_hurried=is_hurried)
        dummy = self._scene.expected.dummy
        playing = [w.act.card for w in self._resting.waiting if w.act.seat is dummy]
        is_next = choice is not None and choice.act.seat is dummy
        faced = self._lead.faced(None if choice is None else choice.act)
        if faced is not None:
            return faced
        spread = self._spreads.next(wake, playing, is_waited_for=is_next)
        if spread is not None or choice is None:
            return spread
        if is_next and self._spreads.holds_back(choice.act.seat, wake):
            return None
        returned = self._back.before(choice.act) if choice.fills is None else None
        return returned or self._cards.tell(choice, face=self._lead.face_of(choice.act.seat))
