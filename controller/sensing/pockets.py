"""Pockets of the board and the board itself: scans of a pocket, and when the board has come or left.

Thirteen tags seen in a stack of thirteen are certain; fewer may be a stack that hides some: never a wrong number of
cards unless all four pockets account for the whole pack, or a second scan shows the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from controller.model.board import HAND_SIZE
from controller.model.cards import Card, in_order
from controller.model.event_codec import event_from_json
from controller.model.events import BoardLeft, BoardTaken, PocketScanned
from controller.model.notation import print_deal
from controller.model.reading_log import BoardHeader
from controller.model.seats import SEATS, Seat
from controller.sensing.counting import Counted, CountState, count
from controller.sensing.presence import Stay, StayState
from controller.sensing.scene import Scene, Wake, lines_of

#: More cards of another deck than these, beside a whole hand of our own, are another board and no stray cards.
_STRAY = 3


class Pockets:
    """The four antennas under the pockets."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._told: dict[tuple[str, Seat], frozenset[Card]] = {}
        #: What a pocket showed whose count was partial; since when it is empty; what it showed both times.
        self._partial: dict[tuple[str, Seat], frozenset[Card]] = {}
        self._emptied: dict[tuple[str, Seat], float] = {}
        self._confirmed: dict[tuple[str, Seat], frozenset[Card]] = {}

    def clear(self) -> None:
        """A new board."""
        for some in (self._told, self._partial, self._emptied, self._confirmed):
            some.clear()

    def counts(self, now: float) -> dict[Seat, Counted]:
        """What is known of each pocket's number of cards."""
        found = {seat: self._cards(self._resting(seat, now)) for seat in SEATS}
        return count(found, {seat: cards for (_, seat), cards in self._confirmed.items()})

    def next(self, wake: Wake) -> PocketScanned | None:
        """A pocket to tell now: before the hands are taken, or after they are put back."""
        expected = self._scene.expected
        before = expected.phase == "auction" and not self._scene.told.calls
        if not before and expected.phase != "ended":
            return None
        when = "before" if before else "after"
        found = {seat: self._resting(seat, wake.now) for seat in SEATS}
        if before and not self._is_known_which_deck(found, wake):
            return None
        counted = count(
            {seat: self._cards(stays) for seat, stays in found.items()},
            {seat: cards for (at, seat), cards in self._confirmed.items() if at == when},
        )
        for seat, stays in found.items():
            event = self._foreign(seat, when, found, wake) or self._of((when, seat), stays, counted[seat], found, wake)
            if event is not None:
                return event
        return None

    def _of(
        self, key: tuple[str, Seat], stays: list[Stay], counted: Counted, found: dict[Seat, list[Stay]], wake: Wake
    ) -> PocketScanned | None:
        if counted.state is CountState.UNKNOWN:
            if key in self._partial:
                self._emptied[key] = wake.now
            return None
        if key in self._partial:
            # Lifted out now, it is empty once no tag can merely have missed some rounds.
            wake.at(max(s.since for s in stays) + self._missed() + 1e-3)
        told = self._told.get(key)
        if told == counted.cards or self._is_coming(key[1], wake) or self._is_going(counted.cards, told, found):
            return None
        if not wake.is_past(self._settled(key, stays, counted, found)):
            return None
        if counted.state is CountState.PARTIAL and not self._is_seen_again(key, counted):
            if len(counted.cards) + sum(self._pack(stay) is not None for stay in stays) == HAND_SIZE:
                return None
            self._partial[key] = counted.cards
            self._scene.notes.add("pocket_count", stays[0].place.text, min(s.first for s in stays), counted.text)
            return None
        self._told[key] = counted.cards
        self._scene.notes.drop("pocket_count", stays[0].place.text)
        return PocketScanned(
            seat=key[1],
            cards=tuple(in_order(counted.cards)),
            t=self._scene.stamp(max(s.rested for s in stays)),
            readings=lines_of(*(s.lines[:1] for s in stays)) or None,
        )

    def _is_coming(self, seat: Seat, wake: Wake) -> bool:
        """Is a card of a known deck there that has only just begun to answer? The hand is told with it or without."""
        for stay in self._scene.presence.stays(f"pocket.{seat.value}").values():
            is_new = stay.state is StayState.FRESH and self._scene.decks.card_of(stay.tag) is not None
            if is_new and not wake.is_past(stay.first + self._scene.settings.pocket_odd_s):
                return True
        return False

    def _is_going(self, cards: frozenset[Card], told: frozenset[Card] | None, found: dict[Seat, list[Stay]]) -> bool:
        """Is it what was told less some that are nowhere else? The hand is being taken, or some miss rounds."""
        if told is None or not cards < told:
            return False
        return not any((told - cards) & self._cards(stays) for stays in found.values())

    def _is_seen_again(self, key: tuple[str, Seat], counted: Counted) -> bool:
        """The pocket was emptied, filled and read again, and shows the same cards: that is their number."""
        if key not in self._emptied or self._partial.get(key) != counted.cards:
            return False
        self._confirmed[key] = counted.cards
        return True

    def _missed(self) -> float:
        """A tag silent for so long may still lie there: nothing in a pocket is urgent."""
        return max(self._scene.rates.forget_s, self._scene.settings.pocket_settle_s)

    def _resting(self, seat: Seat, now: float) -> list[Stay]:
        """Tags that lie there; one that misses a few rounds still does."""
        stays = self._scene.presence.stays(f"pocket.{seat.value}").values()
        missed = self._missed()
        return [s for s in stays if s.state is not StayState.FRESH and (s.on or now - s.since <= missed)]

    # -- which deck it is ---------------------------------------------------------------------------

    def _is_known_which_deck(self, found: Mapping[Seat, list[Stay]], wake: Wake) -> bool:
        """Which deck lies in the pockets can be said once all of them have been read."""
        decks = self._scene.decks
        stays = [stay for some in found.values() for stay in some if decks.deck_of(stay.tag) is not None]
        if all(self._pack(stay) is None for stay in stays):
            return True
        if not wake.is_past(max(stay.rested for stay in stays) + self._scene.settings.pocket_settle_s):
            return False
        other = decks.recognise(Counter(str(decks.deck_of(stay.tag)) for stay in stays))
        if other is not None and decks.expected is not None:
            text = f"the board is played with the deck {other}, not {decks.expected}"
            self._scene.notes.add("other_deck", "board", min(stay.first for stay in stays), text)
        return True

    def _pack(self, stay: Stay) -> str | None:
        tagged = self._scene.decks.card_of(stay.tag)
        return None if tagged is None else tagged.pack

    def _foreign(self, seat: Seat, when: str, found: Mapping[Seat, list[Stay]], wake: Wake) -> PocketScanned | None:
        """Cards of another deck in the pocket; those of a whole other board that lies there too are none of ours."""
        own, settings = len(self._cards(found[seat])), self._scene.settings
        for pack in sorted({pack for stay in found[seat] if (pack := self._pack(stay)) is not None}):
            stays = [stay for stay in found[seat] if self._pack(stay) == pack]
            if own == HAND_SIZE and len(stays) > _STRAY:
                text = f"cards of the deck {pack} are read there too: does another board lie there?"
                self._scene.notes.add("another_board", f"pocket.{seat.value}", stays[0].first, text)
                continue
            cards = frozenset(tagged.card for s in stays if (tagged := self._scene.decks.card_of(s.tag)) is not None)
            if self._told.get((f"{when} {pack}", seat)) == cards:
                continue
            hold = settings.pocket_settle_s if own + len(stays) == HAND_SIZE else settings.pocket_odd_s
            if wake.is_past(max(stay.rested for stay in stays) + hold):
                return self._tell_foreign(seat, when, pack, cards, found)
        return None

    def _tell_foreign(
        self, seat: Seat, when: str, pack: str, cards: frozenset[Card], found: Mapping[Seat, list[Stay]]
    ) -> PocketScanned:
        stays = [stay for stay in found[seat] if self._pack(stay) == pack]
        self._told[(f"{when} {pack}", seat)] = cards
        if not any(self._cards(some) for some in found.values()):
            # All of it is another deck: that is one thing to tell, not four.
            for other, some in found.items():
                there = (self._scene.decks.card_of(stay.tag) for stay in some if self._pack(stay) == pack)
                self._told[(f"{when} {pack}", other)] = frozenset(t.card for t in there if t is not None)
        self._scene.decks.told(pack)
        return PocketScanned(
            seat=seat,
            cards=tuple(in_order(cards)),
            pack=pack,
            t=self._scene.stamp(max(stay.rested for stay in stays)),
            readings=lines_of(*(stay.lines[:1] for stay in stays)) or None,
        )

    def _cards(self, stays: list[Stay]) -> frozenset[Card]:
        tagged = (self._scene.decks.card_of(s.tag) for s in stays)
        return frozenset(t.card for t in tagged if t is not None and t.pack is None)

    def _may_hide_one(self, seat: Seat, cards: frozenset[Card], found: Mapping[Seat, list[Stay]]) -> bool:
        """Thirteen cards, but not those of the record, and one of these is read nowhere: it may be the fourteenth."""
        deal = self._scene.expected.deal
        if deal is None or seat not in deal.hands:
            return False
        return bool(deal.hands[seat] - cards - {card for stays in found.values() for card in self._cards(stays)})

    def _settled(
        self, key: tuple[str, Seat], stays: list[Stay], counted: Counted, found: dict[Seat, list[Stay]]
    ) -> float:
        settings = self._scene.settings
        latest = max(max(s.rested for s in stays), self._emptied.get(key, 0.0))
        if len(counted.cards) == HAND_SIZE and not self._may_hide_one(key[1], counted.cards, found):
            return latest + settings.pocket_settle_s
        return max(latest, *(s.rested for some in found.values() for s in some)) + settings.pocket_odd_s


class BoardPlace:
    """The board's own tag in the middle of the table."""

    def __init__(self, scene: Scene, header: BoardHeader | None) -> None:
        self._scene = scene
        self._header = header
        #: The tag that is seen, since when, and its line.
        self.number: int | None = None
        self._since = 0.0
        self._line = 0
        self._gone: tuple[float, int] | None = None
        #: The board that the table log is about.
        self.taken: int | None = None

    def tag(self, number: int | None, t: float, line: int) -> None:
        """The board's tag came, or went."""
        if number is None:
            if self.number != self.taken:
                # It was only carried past.
                self.number = self.taken
            elif self._gone is None:
                self._gone = (t, line)
            return
        self._gone = None
        if number != self.number:
            self.number, self._since, self._line = number, t, line

    def entered(self, number: int) -> None:
        """The director named the board."""
        self.taken = number

    def begun(self) -> float | None:
        """Since when a board lies there that is not the one being played."""
        return None if self.number is None or self.number == self.taken else self._since

    def next(self, wake: Wake, *, is_urgent: bool) -> BoardTaken | None:
        """The board to take up now. `is_urgent`: an act waits to be told on it."""
        if self._scene.expected.phase not in ("idle", "ended"):
            self._note_other()
            return None
        begun = self.begun()
        if begun is not None:
            if is_urgent or wake.is_past(begun + self._scene.settings.board_settle_s):
                assert self.number is not None
                return self._take(self.number, begun, (self._line,))
            return None
        if self.taken is None and is_urgent and self._header is not None:
            # No antenna for the board at this table: whoever began the log knew which one it is.
            return self._take(self._header.board, wake.now, ())
        if self.taken is None and is_urgent:
            self._scene.notes.add("no_board", "board", wake.now, "no board is named: nothing can be recorded")
        return None

    def _note_other(self) -> None:
        if self.number is not None and self.taken is not None and self.number != self.taken:
            text = f"board {self.number} lies on the table while board {self.taken} is played"
            self._scene.notes.add("other_board", "board", self._since, text)
        else:
            self._scene.notes.drop("other_board", "board")

    def _take(self, number: int, t: float, lines: tuple[int, ...]) -> BoardTaken:
        self.taken = number
        self._scene.notes.drop("no_board", "board")
        given = {"type": "board", "board": number}
        header = self._header
        if header is not None and header.board == number:
            given |= dict(header.extra)
            if header.dealer is not None:
                given["dealer"] = header.dealer.value
            if header.vul is not None:
                given["vul"] = header.vul.value
            if header.deal is not None:
                given["deal"] = header.deal.text or print_deal(header.deal)
        given["t"] = self._scene.stamp(t)
        if lines:
            given["readings"] = list(lines)
        event = event_from_json(given)
        assert isinstance(event, BoardTaken)
        return event

    def is_leaving(self, wake: Wake, last_act: float) -> bool:
        """Has the board left the table? While it is played only if nobody plays on."""
        expected, settings = self._scene.expected, self._scene.settings
        if self._gone is None or self.taken is None or expected.phase == "idle":
            return False
        is_over = expected.phase == "ended"
        hold = settings.board_gone_s if is_over else settings.board_gone_in_play_s
        return wake.is_past((self._gone[0] if is_over else max(self._gone[0], last_act)) + hold)

    def left(self, wake: Wake, last_act: float) -> BoardLeft | None:
        """The board leaves the table."""
        if self._gone is None or not self.is_leaving(wake, last_act):
            return None
        gone, line = self._gone
        self._gone, self.number, self.taken = None, None, None
        return BoardLeft(t=self._scene.stamp(gone), readings=(line,))
