"""A deal as a machine tells it, card by card: 52 different cards, thirteen a pocket, or an error that names cards."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.model.board import Deal
from controller.model.cards import Card
from controller.model.dealing import BoardDealt, CardDealt, DealTrouble
from controller.model.readings import Reading
from controller.model.seats import SEATS, Seat
from controller.records.dealt import MisdealtError, what_is_wrong


@dataclass(frozen=True, slots=True)
class Finished:
    """A board lies in its pockets: its deal, or why it is none (names cards: for whoever deals, never for a log)."""

    board: int
    deal: Deal | None
    error: MisdealtError | None = None


@dataclass(slots=True)
class MachineDeal:
    """One board on its way through the machine. `ordered`: the deal that it was told to deal, if there is one."""

    board: int
    ordered: Deal | None = None
    _fallen: dict[int, CardDealt] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """So many cards have fallen."""
        return len(self._fallen)

    def take(self, reading: Reading) -> Finished | None:
        """What the machine tells; the board once it is finished, or broken off. Other boards are passed over."""
        match reading:
            case CardDealt(board=self.board):
                if reading.number == 1:
                    self._fallen.clear()  # dealt anew after a trouble
                self._fallen[reading.number] = reading
            case DealTrouble(board=self.board, kind="stopped"):
                return self._refused("the deal was broken off")
            case BoardDealt(board=self.board):
                return self._finished(reading)
            case _:
                pass
        return None

    def _finished(self, told: BoardDealt) -> Finished:
        hands = self._hands()
        wrong = [*self._unread(), *self._uncounted(told)]
        misdealt = what_is_wrong(hands)
        if misdealt is not None:
            wrong.append(misdealt)
        if not wrong and self.ordered is not None:
            wrong += self._misplaced(hands, self.ordered)
        if wrong:
            return self._refused("; ".join(wrong))
        return Finished(self.board, Deal({seat: frozenset(hands[seat]) for seat in SEATS}))

    def _refused(self, wrong: str) -> Finished:
        return Finished(self.board, None, MisdealtError(f"not dealt: {wrong}", place=f"board {self.board}"))

    def _hands(self) -> dict[Seat, list[Card]]:
        found: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        for fallen in self._fallen.values():
            if fallen.pocket is not None and fallen.card is not None:
                found[fallen.pocket].append(fallen.card)
        return found

    def _unread(self) -> list[str]:
        unread = [one for one in self._fallen.values() if one.card is None]
        return [f"card {one.number} ({one.pocket or 'put aside'}) was not read" for one in unread]

    def _uncounted(self, told: BoardDealt) -> list[str]:
        """The machine's own count of its pockets, against the cards that it told of."""
        heard = {seat: sum(one.pocket is seat for one in self._fallen.values()) for seat in SEATS}
        return [
            f"{seat}'s pocket holds {told.counts[seat]} cards, {heard[seat]} were told"
            for seat in SEATS
            if told.counts[seat] != heard[seat]
        ]

    @staticmethod
    def _misplaced(hands: dict[Seat, list[Card]], ordered: Deal) -> list[str]:
        where = {card: seat for seat in SEATS for card in ordered.hands[seat]}
        wrong = [(card, seat) for seat in SEATS for card in sorted(hands[seat]) if where[card] is not seat]
        return [f"{card} lies in {seat}'s pocket and was meant for {where[card]}'s" for card, seat in wrong]
