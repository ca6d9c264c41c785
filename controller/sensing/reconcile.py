"""What lies on the table against what the record says: where both cannot be right, since when, and what would mend it.

A card counts against the record only where it is read, and nowhere else: a card that merely is not read never does.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.model.cards import Card, in_order
from controller.model.events import CardPlayed, Correction, Replacement
from controller.model.expectation import Expectation
from controller.model.seats import SEATS, Seat
from controller.sensing.check import Check, SeatCheck
from controller.sensing.presence import Stay, StayState
from controller.sensing.resting import Resting
from controller.sensing.scene import Scene, ToldCard, Wake, lines_of

#: So many recorded cards gone from a reader that was away, and others there: it is not what it left.
_OTHER_CONTENTS = 2
#: After people kept the record, what contradicts it is told so much sooner.
_AT_ONCE_S = 1.0
#: Somebody who enters several tricks card by card is not done after a shorter pause.
_STILL_TYPING_S = 6.0
_Key = tuple[str, str]


class Reconciler:
    """Keeps an eye on cards that the record cannot explain."""

    def __init__(self, scene: Scene, resting: Resting) -> None:
        self._scene = scene
        self._resting = resting
        self._rested: dict[_Key, Stay] = {}
        #: Stays of cards that the record has not there, as of that expectation.
        self._unexplained: list[Stay] = []
        self._as_of: tuple[Expectation | None, int] = (None, 0)
        #: Since when each of them contradicts the record.
        self._against: dict[_Key, float] = {}
        #: Those that the director said are no matter.
        self._accepted: set[_Key] = set()
        self._agrees_since: float | None = None
        #: Tags that contradicted the record since it last agreed, and whether so many that their order is not known.
        self._culprits: set[str] = set()
        self._is_unordered = False
        #: When a person entered a card last.
        self._entered_at = float("-inf")

    def clear(self) -> None:
        """A new board: what lies there from before is no part of it."""
        self._rested.clear()
        self._unexplained.clear()
        self._against.clear()
        self._accepted.clear()
        self._forget()
        self._as_of = (None, 0)

    def _forget(self) -> None:
        self._culprits.clear()
        self._agrees_since, self._is_unordered = None, False

    def note(self, stay: Stay) -> None:
        """A tag has come to rest."""
        if stay.place.kind in ("play", "pocket") and self._scene.decks.card_of(stay.tag) is not None:
            self._rested[(stay.place.text, stay.tag)] = stay
            self._as_of = (None, 0)

    # -- when there is no doubt any more -----------------------------------------------------------------

    def is_time(self, wake: Wake) -> bool:
        """Has something contradicted the record for so long that ordinary events must wait?"""
        self._look(wake)
        if not self._against:
            return False
        return wake.is_past(min(self._against.values()) + self._scene.settings.unexplained_s)

    def is_over(self, wake: Wake) -> bool:
        """Have table and record agreed for long enough?"""
        self._look(wake)
        self._scene.presence.wants_news = True
        if self._against or not all(self._is_put_right(tag, wake) for tag in self._culprits):
            self._agrees_since = None
            return False
        if self._agrees_since is None:
            self._agrees_since = wake.now
        typing = _STILL_TYPING_S if self._is_unordered else 0.0
        if not wake.is_past(max(self._agrees_since + self._scene.settings.agree_s, self._entered_at + typing)):
            return False
        self._forget()
        for seat in SEATS:
            for kind in ("moved_card", "two_places"):
                self._scene.notes.drop(kind, f"play.{seat.value}")
        return True

    def _is_put_right(self, tag: str, wake: Wake) -> bool:
        """A recorded card is read where it was played; any other is gone, unless too many to be told came unseen."""
        tagged = self._scene.decks.card_of(tag)
        if tagged is None or tagged.pack is not None:
            return True
        homes = [seat for seat in SEATS if (seat, tagged.card) in self._scene.expected.played]
        stays = [self._scene.presence.stays(f"play.{seat.value}").get(tag) for seat in homes]
        if not homes:
            return not self._is_unordered
        return any(stay is not None and self._is_there(stay, wake) for stay in stays)

    def lines(self) -> tuple[int, ...]:
        """Readings of what contradicts the record."""
        return lines_of(*(self._rested[key].lines for key in self._against if key in self._rested))

    def accept(self, now: float) -> None:
        """The record is right, or at an end: what lies there against it is no matter."""
        self._look(Wake(now))
        self._accepted.update(self._against)
        self._against.clear()
        self._forget()

    def is_no_matter(self, stay: Stay) -> None:
        """It lies there, and people know it."""
        self._accepted.add((stay.place.text, stay.tag))

    def hurry(self, now: float) -> None:
        """People have kept the record: what contradicts it need not be looked at for long."""
        self._look(Wake(now))
        begun = now - self._scene.settings.unexplained_s + _AT_ONCE_S
        self._against = dict.fromkeys(self._against, begun)

    def _look(self, wake: Wake) -> None:
        """Bring up to date what contradicts the record, and since when."""
        if self._scene.expected.phase not in ("clarification", "play"):
            self._against.clear()
            return
        as_of = (self._scene.expected, len(self._rested))
        if as_of[0] is not self._as_of[0] or as_of[1] != self._as_of[1]:
            self._as_of = as_of
            self._unexplained = [stay for stay in self._rested.values() if not self._is_explained(stay)]
            alive = {(stay.place.text, stay.tag) for stay in self._unexplained}
            self._against = {key: since for key, since in self._against.items() if key in alive}
        for stay in self._unexplained:
            key = (stay.place.text, stay.tag)
            if not self._is_act(stay):
                # That it goes, or is read elsewhere, must not be overlooked.
                self._scene.presence.wants_news = True
                if not self._is_there(stay, wake):
                    self._accepted.discard(key)
            if self._contradicts(stay, wake):
                self._against.setdefault(key, wake.now)
                self._culprits.add(stay.tag)
            else:
                self._against.pop(key, None)

    def _is_explained(self, stay: Stay) -> bool:
        card = self._card(stay)
        if card is None:
            return True
        expected, seat = self._scene.expected, stay.place.seat
        assert seat is not None
        if stay.place.kind == "pocket":
            return not any((other, card) in expected.played for other in SEATS)
        return (seat, card) in expected.played or (seat, card) in self._scene.told.cards

    def _card(self, stay: Stay) -> Card | None:
        tagged = self._scene.decks.card_of(stay.tag)
        return tagged.card if tagged is not None and tagged.pack is None else None

    def _contradicts(self, stay: Stay, wake: Wake) -> bool:
        """Is it read there, nowhere else, and no act that waits to be told?"""
        is_blind = self._scene.presence.antennas[stay.place.text].blind is not None
        if self._is_act(stay) or is_blind or stay.tag in self._resting.laid_down:
            return False
        if (stay.place.text, stay.tag) in self._accepted or not self._is_there(stay, wake):
            return False
        others = [other for other in self._elsewhere(stay) if self._is_there(other, wake)]
        return not others

    def _is_act(self, stay: Stay) -> bool:
        """It waits to be told, or may yet be a ghost."""
        return stay.state is StayState.FRESH or (stay.place.kind == "play" and stay.state is StayState.RESTED)

    def _is_there(self, stay: Stay, wake: Wake) -> bool:
        """Does it answer, or may it only have missed a few rounds?"""
        return stay.on or not wake.is_past(stay.since + self._scene.rates.forget_s + self._scene.rates.delay)

    def _elsewhere(self, stay: Stay) -> Iterator[Stay]:
        for text, antenna in self._scene.presence.antennas.items():
            other = antenna.stays.get(stay.tag)
            if text != stay.place.text and other is not None and other.state is not StayState.FRESH:
                yield other

    # -- a reader that comes back ------------------------------------------------------------------------

    def take_other_contents(self, now: float) -> None:
        """A reader is back: where it has not what it left, what it has is no play but a contradiction."""
        for seat in self.other_contents(now):
            for waiting in [w for w in self._resting.waiting if w.act.seat is seat and w.act.pack is None]:
                self._resting.set_aside(waiting)
        self.hurry(now)

    def take_unordered(self, now: float) -> None:
        """So much was played unseen that its order cannot be told: it lies there, and people have to say."""
        for waiting in [w for w in self._resting.waiting if w.act.pack is None]:
            self._resting.set_aside(waiting)
        self._is_unordered = True
        self.hurry(now)

    def other_contents(self, now: float) -> list[Seat]:
        """Seats where recorded cards are gone and others have come while nothing was heard."""
        forget = self._scene.rates.forget_s
        found = []
        for seat in SEATS:
            mine = [told for told in self._scene.told.cards.values() if told.seat is seat and told.stay is not None]
            gone = [t for t in mine if t.stay is not None and not t.stay.on and now - t.stay.since > forget]
            came = [w for w in self._resting.waiting if w.act.seat is seat and w.act.first - w.act.earliest > 1.0]
            if len(gone) >= _OTHER_CONTENTS and came:
                found.append(seat)
        return found

    # -- what people see ---------------------------------------------------------------------------------

    def check(self, mode: str, now: float) -> Check:
        """What should lie there and what does."""
        may_take = self.may_release(now) or self.correction(now) is not None
        return Check(mode, tuple(self._seat(seat, now) for seat in SEATS), may_take)

    def _seat(self, seat: Seat, now: float) -> SeatCheck:
        presence, expected = self._scene.presence, self._scene.expected
        antenna = presence.antennas[f"play.{seat.value}"]
        due = {card for other, card in expected.played | expected.penalty_cards if other is seat}
        pocket = [c for c in self._read(f"pocket.{seat.value}", now) if any((s, c) in expected.played for s in SEATS)]
        if antenna.blind is not None or (antenna.last is None and due):
            return SeatCheck(seat, tuple(in_order(due)), in_pocket=tuple(in_order(pocket)), is_read=False)
        read = self._read(f"play.{seat.value}", now)
        told = {card for other, card in self._scene.told.cards if other is seat}
        waiting = {w.act.card for w in self._resting.waiting if w.act.seat is seat}
        return SeatCheck(
            seat,
            tuple(in_order(due)),
            tuple(in_order(due - read)),
            tuple(in_order(read - due - told - waiting)),
            tuple(in_order(pocket)),
        )

    def _read(self, place: str, now: float) -> set[Card]:
        wake, found = Wake(now), set()
        for stay in self._scene.presence.stays(place).values():
            card = self._card(stay)
            if card is not None and stay.state is not StayState.FRESH and self._is_there(stay, wake):
                found.add(card)
        return found

    # -- what lies there is right ------------------------------------------------------------------------

    def may_release(self, now: float) -> bool:
        """Does everything recorded lie where it should, and more with it?"""
        if self._scene.expected.phase not in ("clarification", "play"):
            return False
        return any(self._surplus(s, now) for s in SEATS) and not any(self._displaced(s, now) for s in SEATS)

    def release(self, now: float) -> None:
        """What lies there and was never told are plays: they are told in their likeliest order, as possible."""
        for seat in SEATS:
            for stay in self._surplus(seat, now):
                self._scene.presence.renew(stay, now)
        self._against.clear()
        self._forget()

    @property
    def is_only_moved(self) -> bool:
        """Is every card that contradicts the record one that it knows as played?"""
        known = {card for _, card in self._scene.expected.played}
        return all(self._card_of_tag(tag) in known for tag in self._culprits)

    def correction(self, now: float, *, by: str | None = None) -> Correction | None:
        """The record made to say what lies there; None where nobody can tell which card stands for which."""
        if self._scene.expected.phase not in ("clarification", "play"):
            return None
        pairs: list[tuple[ToldCard, Stay]] = []
        for seat in SEATS:
            there, gone = self._surplus(seat, now), self._displaced(seat, now)
            if len(there) != len(gone) or any(told.number is None for told in gone):
                return None
            pairs += zip(gone, there, strict=True)
        if not pairs:
            return None
        pairs.sort(key=lambda pair: pair[0].number or 0)
        return Correction(
            replaces=tuple(told.number for told, _ in pairs if told.number is not None),
            events=tuple(Replacement(self._instead(told, stay), told.number) for told, stay in pairs),
            reason="what lies on the table was taken as right",
            src="director",
            by=by or "director",
            readings=lines_of(*(stay.lines for _, stay in pairs)) or None,
        )

    def _instead(self, told: ToldCard, stay: Stay) -> CardPlayed:
        card = self._card(stay)
        assert card is not None
        return CardPlayed(seat=told.seat, card=card, t=told.t, readings=lines_of(stay.lines) or None)

    def _speaking(self, now: float) -> list[Stay]:
        """Everything that contradicts the record just now; asking changes nothing."""
        wake = Wake(now)
        return [s for s in self._rested.values() if not self._is_explained(s) and self._contradicts(s, wake)]

    def _surplus(self, seat: Seat, now: float) -> list[Stay]:
        place = f"play.{seat.value}"
        return [stay for stay in self._speaking(now) if stay.place.text == place]

    def _displaced(self, seat: Seat, now: float) -> list[ToldCard]:
        """Recorded cards of a hand that are read elsewhere, or were entered by a person and never read."""
        elsewhere = {stay.tag for stay in self._speaking(now)}
        wake, found = Wake(now), []
        for told in self._scene.told.cards.values():
            if told.seat is not seat or (seat, told.card) not in self._scene.expected.played:
                continue
            is_here = told.stay is not None and self._is_there(told.stay, wake)
            is_there = any(self._card_of_tag(tag) is told.card for tag in elsewhere)
            if not is_here and (is_there or (told.is_entered and told.stay is None)):
                found.append(told)
        return sorted(found, key=lambda told: told.n)

    def _card_of_tag(self, tag: str) -> Card | None:
        tagged = self._scene.decks.card_of(tag)
        return None if tagged is None else tagged.card

    def lies_there(self, told: ToldCard) -> None:
        """A person entered it: if it has been lying there unexplained, it is that card."""
        self._entered_at = told.t
        for stay in self._scene.presence.stays(f"play.{told.seat.value}").values():
            if stay.state is not StayState.FRESH and self._card(stay) is told.card:
                told.stay, stay.is_watched = stay, True
