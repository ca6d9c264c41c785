"""Tags that have come to rest at play antennas become acts that wait to be told; tags that rest nowhere are noted.

A tag lies in one place only, and a card that has been told is not an act again unless it was taken back.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.model.cards import Card
from controller.model.seats import Seat
from controller.sensing.lay_there import LIFTED
from controller.sensing.presence import Stay, StayState
from controller.sensing.scene import Scene, ToldCard, lines_of
from controller.sensing.stories import Act

#: So many cards put down by one seat at once are a hand laid down, no plays.
_CROWD, _CROWD_S = 4, 1.0
#: So unlikely must the silence of a lying card be, in nats, to show a lift where its owner is to play it.
_LIFT_EXPECTED = 5.0
#: A card withdrawn before it was told counts if it lay for so many settle times.
_LONG_ENOUGH = 2.0


@dataclass(slots=True)
class Waiting:
    """An act that has not been told, and the stay that it rests on."""

    act: Act
    stay: Stay


class Resting:
    """Acts with cards that wait to be told."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.waiting: list[Waiting] = []
        #: When a hand was laid down on an antenna, by seat.
        self._crowds: dict[Seat, float] = {}
        #: Tags of hands laid down and of cards thrown in: nobody plays them, and nothing is wrong with the record.
        self.laid_down: set[str] = set()
        #: Foreign tags at rest, by seat: a card lies there that cannot be named.
        self.foreign: dict[Seat, Stay] = {}
        #: Last cards of a hand that may have been lifted and put back before it was that hand's turn, with when and
        #: after what silence.
        self._lifted: list[tuple[Stay, float, float]] = []

    def take(self, stay: Stay) -> None:
        """A stay at a play antenna has come to rest."""
        scene, seat = self._scene, stay.place.seat
        assert seat is not None
        scene.decks.meet(stay.tag)
        tagged = scene.decks.card_of(stay.tag)
        if tagged is None:
            stay.state = StayState.KNOWN
            if not scene.decks.knows_any:
                scene.notes.add("no_deck", "", stay.first, "no deck is named: tags cannot be told as cards")
                return
            self.foreign[seat] = stay
            scene.notes.add("foreign_tag", stay.place.text, stay.first, f"tag {stay.tag} is of no deck of this table")
            return
        if self._lies_elsewhere(stay, seat, tagged.card):
            stay.state = StayState.KNOWN
            return
        if tagged.pack is None and (self._is_told(seat, tagged.card, stay) or scene.counted(seat, tagged.card)):
            stay.state = StayState.KNOWN
            return
        if tagged.pack is None and self._is_laid_open(seat, tagged.card, stay):
            stay.state = StayState.KNOWN
            return
        if tagged.pack is None and self._may_be_entered(seat):
            stay.state = StayState.KNOWN
            return
        lines = lines_of(stay.lines)
        left = self._left_spread(seat, stay)
        earliest = stay.earliest if left is None else min(stay.earliest, left)
        if tagged.pack is not None:
            scene.decks.told(tagged.pack)
        act = Act(seat, tagged.card, stay.first, earliest, stay.rested, stay.tag, tagged.pack, lines, left)
        self.waiting.append(Waiting(act, stay))
        self.waiting.sort(key=lambda w: (w.act.first, w.act.seat.index, w.act.card.text))
        self._settle_crowd(seat)

    def _is_told(self, seat: Seat, card: Card, stay: Stay) -> bool:
        """It has been told already; a stay that began anew since then is another act."""
        told = self._scene.told.cards.get((seat, card))
        if told is None or told.stay is stay:
            return False
        if told.stay is None:
            # Entered by hand before it was read: this is that card.
            told.stay, stay.is_watched = stay, True
        return True

    def is_entered(self, stay: Stay) -> bool:
        """Is it a card that a person entered before it was read?"""
        tagged = self._scene.decks.card_of(stay.tag)
        if tagged is None or stay.place.seat is None:
            return False
        told = self._scene.told.cards.get((stay.place.seat, tagged.card))
        return told is not None and told.is_entered

    def _may_be_entered(self, seat: Seat) -> bool:
        """Not in turn, and another card of this hand was entered and is not read: it was that one, most likely."""
        cards = self._scene.told.cards.values()
        unread = any(told.is_entered and told.stay is None and told.seat is seat for told in cards)
        return unread and self._scene.expected.turn is not seat and self._scene.is_lead_faced

    def _left_spread(self, seat: Seat, stay: Stay) -> float | None:
        """When a card out of the spread hand left that: since then it may have lain where it was played."""
        spread = self._scene.presence.stays(f"spread.{seat.value}").get(stay.tag)
        return None if spread is None or spread.on or spread.state is StayState.FRESH else spread.since

    def _is_laid_open(self, seat: Seat, card: Card, stay: Stay) -> bool:
        """A penalty card is put before its owner when it is not his turn: it lies there, and is not played."""
        expected, told = self._scene.expected, self._scene.told
        if (seat, card) not in expected.penalty_cards or expected.turn is seat:
            return False
        told.cards[(seat, card)] = ToldCard(seat, card, told.t, told.n, stay, stay.first)
        stay.is_watched = True
        return True

    def _lies_elsewhere(self, stay: Stay, seat: Seat, card: Card) -> bool:
        """Does the same tag rest before another seat? One of the two is cross-talk."""
        scene = self._scene
        for other in Seat:
            if other is seat:
                continue
            there = scene.presence.stays(f"play.{other.value}").get(stay.tag)
            if there is None or there.state is StayState.FRESH:
                continue
            if (other, card) in scene.told.cards:
                kind = "two_places" if there.on else "moved_card"
                scene.notes.add(kind, stay.place.text, stay.first, f"{card} was played by {other}, it is read here too")
                return True
            rival = next((w for w in self.waiting if w.stay is there), None)
            if rival is None or not there.on:
                self._forget(rival)
                continue
            if scene.owner(card) is other:
                return True
            # It came to rest here last: what was read before was the way.
            self._forget(rival)
        return False

    def _settle_crowd(self, seat: Seat) -> None:
        # After a loss many may be read at once that were played one by one.
        mine = [w for w in self.waiting if w.act.seat is seat and w.act.first - w.act.earliest < _CROWD_S]
        if not mine:
            return
        began = self._crowds.get(seat, mine[0].act.first)
        near = [w for w in mine if abs(w.act.first - began) < _CROWD_S]
        if len(near) < _CROWD and seat not in self._crowds:
            return
        self._crowds[seat] = began
        self._scene.notes.add("crowd", f"play.{seat.value}", began, "a hand lies on the antenna")
        for w in near:
            w.stay.state = StayState.KNOWN
            self.laid_down.add(w.stay.tag)
        self.waiting = [w for w in self.waiting if w not in near]

    # -- what goes away before it is told -----------------------------------------------------------

    def drop_withdrawn(self, now: float) -> None:
        """Cards taken up before they were told: ghosts, or one of two that stuck together."""
        if not self.waiting:
            return
        gone_after = self._scene.rates.forget_s
        for w in list(self.waiting):
            if w.stay.on or now < w.stay.since + gone_after - 1e-6:
                continue
            lain = w.stay.since - w.act.first
            if self._has_twin(w.act) or lain < _LONG_ENOUGH * self._scene.regulations.card_settle:
                self._forget(w)

    def _has_twin(self, act: Act) -> bool:
        """Does another card lie there that was put down with it?"""
        if any(self.are_twins(act, o.act) and o.stay.on for o in self.waiting):
            return True
        return any(
            told.seat is act.seat
            and told.card is not act.card
            and abs(told.first - act.first) <= self._scene.rates.uncertainty
            and told.stay is not None
            and told.stay.on
            for told in self._scene.told.cards.values()
        )

    def leaving_until(self, act: Act) -> float:
        """A card that does not answer just now: when it will be known whether it was taken up."""
        stay = next((w.stay for w in self.waiting if w.act is act), None)
        if stay is None or stay.on:
            return float("-inf")
        return stay.since + self._scene.rates.forget_s + 1e-3

    def next_withdrawal(self, now: float) -> float | None:
        """When a card that has just gone will count as taken up."""
        gone_after = self._scene.rates.forget_s
        due = [w.stay.since + gone_after for w in self.waiting if not w.stay.on]
        return min((t for t in due if t > now), default=None)

    def are_twins(self, one: Act, other: Act) -> bool:
        """Two cards put down by one seat at one time."""
        near = abs(one.first - other.first) <= self._scene.rates.uncertainty
        return one is not other and one.seat is other.seat and near

    def foreign_seats(self) -> list[Seat]:
        """Seats before whom a foreign tag rests now."""
        for seat, stay in list(self.foreign.items()):
            if not stay.on:
                del self.foreign[seat]
                self._scene.notes.drop("foreign_tag", stay.place.text)
        return list(self.foreign)

    def _forget(self, waiting: Waiting | None) -> None:
        if waiting is not None:
            self.waiting.remove(waiting)
            waiting.stay.state = StayState.FRESH
            self._scene.presence.forget(waiting.stay)
            if waiting.stay.on:
                waiting.stay.state = StayState.KNOWN

    def clear(self) -> None:
        """Nothing of this is an act: what lies there is known."""
        for w in self.waiting:
            w.stay.state = StayState.KNOWN
        self.waiting.clear()
        self._lifted.clear()

    def note_at_claim(self) -> None:
        """A card alone that was first read as a claim was made: it was put down before it, perhaps, and read late."""
        scene = self._scene
        claimed = scene.told.claimed_at
        late = [w.act for w in self.waiting if claimed is not None and w.act.first <= claimed + scene.rates.tail]
        if len(late) == 1:
            text = f"{late[0].card} of {late[0].seat} was read as the claim was made: was it played before?"
            scene.notes.add("card_at_claim", "", late[0].first, text)

    def set_aside(self, waiting: Waiting) -> None:
        """It is no act; what it is people have to say."""
        self.waiting.remove(waiting)
        waiting.stay.state = StayState.KNOWN

    def throw_in(self, seat: Seat) -> None:
        """Cards thrown in after a claim are no plays."""
        for w in [w for w in self.waiting if w.act.seat is seat]:
            self.set_aside(w)
            self.laid_down.add(w.stay.tag)

    def told(self, act: Act, told: ToldCard) -> None:
        """The act is in the table log."""
        w = next((w for w in self.waiting if w.act is act), None)
        if w is not None:
            self.waiting.remove(w)
            w.stay.state, w.stay.is_watched = StayState.KNOWN, True
            told.stay = w.stay

    # -- what comes back ----------------------------------------------------------------------------

    def take_back(self, now: float) -> None:
        """Known tags that answer again: a card that does not count as played and was taken up may be played now."""
        back, self._scene.presence.back = [*self._lifted, *self._scene.presence.back], []
        self._lifted.clear()
        for stay, t, silence in back:
            seat, tagged = stay.place.seat, self._scene.decks.card_of(stay.tag)
            if stay.place.kind != "play" or seat is None or tagged is None:
                continue
            if stay.state is not StayState.KNOWN or self._scene.counted(seat, tagged.card):
                continue
            if stay.on and self._scene.rates.silence(silence) >= self._evidence_of_a_lift(seat, tagged.card):
                self._scene.presence.renew(stay, t)
            elif self._is_last(seat, tagged.card) and now - t < self._scene.rates.tail:
                # The card before it may only be read late: then it is his turn in a moment.
                self._lifted.append((stay, t, silence))

    def _is_last(self, seat: Seat, card: Card) -> bool:
        """Is it the only card that the record leaves in that hand?"""
        return self._scene.hand_of(seat) == {card}

    def _evidence_of_a_lift(self, seat: Seat, card: Card) -> float:
        """How unlikely its silence must be for a lying card, in nats, to take it as lifted and put down again."""
        expected = self._scene.expected
        is_penalty_card = (seat, card) in expected.penalty_cards
        if is_penalty_card and expected.turn is seat and not self._would_revoke(seat, card):
            return _LIFT_EXPECTED
        if expected.turn is seat and self._is_last(seat, card):
            # A card that went back by a ruling and never left the table: it is the only one he can play.
            return _LIFT_EXPECTED
        told = self._scene.told.cards.get((seat, card))
        if told is None or told.n < self._scene.told.ruled_at or is_penalty_card:
            return LIFTED
        # It lies there as it was told; lifted and put back, it is still that act.
        return float("inf")

    def _would_revoke(self, seat: Seat, card: Card) -> bool:
        """Would its play be a revoke, as the record has the hand? Then it was silent rather than lifted."""
        on_table = self._scene.expected.on_table
        if not on_table or card.suit is on_table[0][1].suit:
            return False
        return self._scene.holds(seat, on_table[0][1].suit) is True
