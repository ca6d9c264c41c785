"""Hands out of a deal file become a deal: 52 different cards, thirteen a hand, or an error that names the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.model.board import HAND_SIZE, Deal
from controller.model.cards import PACK, Card
from controller.model.errors import LogError
from controller.model.seats import SEATS, Seat

#: So many cards are named; the rest is counted.
_NAMED = 8


class MisdealtError(LogError):
    """Hands that are no deal. The message names cards: for whoever deals, never for a log or a player."""

    def __init__(self, message: str, *, file: str = "", place: str = "", field: str = "") -> None:
        super().__init__(message, file=file, place=place, field=field)

    def discreet(self) -> LogError:
        """The same error without any card: what may stand in a log."""
        said = "the hands are no deal of thirteen cards each, 52 different ones (`smarttable deals check` names them)"
        return LogError(said, file=self.file, place=self.place)

    def at(self, *, file: str = "", place: str = "") -> MisdealtError:
        """The same error with its place filled in by whoever knows it."""
        return MisdealtError(self.message, file=file or self.file, place=place or self.place, field=self.field)


def dealt(hands: Mapping[Seat, Sequence[Card]], *, file: str = "", place: str = "") -> Deal:
    """The deal of four hands, each card as often as it stood there. MisdealtError names what is wrong."""
    wrong = what_is_wrong(hands)
    if wrong is not None:
        raise MisdealtError(f"not 52 different cards: {wrong}", file=file, place=place)
    return Deal({seat: frozenset(hands[seat]) for seat in SEATS})


def what_is_wrong(hands: Mapping[Seat, Sequence[Card]]) -> str | None:
    """Which cards stand there twice or nowhere, and which hand has another number than thirteen; None for a deal."""
    where: dict[Card, list[str]] = {}
    for seat in SEATS:
        for card in hands.get(seat, ()):
            where.setdefault(card, []).append(seat.value)
    twice = [f"{card.text} ({' and '.join(where[card])})" for card in PACK if len(where.get(card, ())) > 1]
    missing = [card.text for card in PACK if card not in where]
    counts = [f"{s.value} {len(hands.get(s, ()))}" for s in SEATS if len(hands.get(s, ())) != HAND_SIZE]
    parts = [
        f"{what} {_some(which)}"
        for what, which in (("more than once", twice), ("nowhere", missing), ("cards in a hand:", counts))
        if which
    ]
    return "; ".join(parts) or None


def fourth_hand(hands: Mapping[Seat, Sequence[Card]]) -> dict[Seat, Sequence[Card]]:
    """Three hands and the rest of the pack for the seat that is left out."""
    held = {card for hand in hands.values() for card in hand}
    rest = [card for card in PACK if card not in held]
    return {seat: hands.get(seat, rest) for seat in SEATS}


def _some(words: Sequence[str]) -> str:
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return ", ".join(words[:_NAMED]) + more
