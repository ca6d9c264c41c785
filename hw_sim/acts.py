"""What a person at a table does with hands: the acts that people make and that physics turns into what sensors see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.model.calls import Call
from controller.model.cards import Card
from controller.model.seats import Seat


@dataclass(frozen=True, slots=True)
class BringBoard:
    """The board is laid in the middle of the table, its hands still in the pockets."""

    board: int
    hands: Mapping[Seat, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class TakeHands:
    """The players take their hands out of the pockets and sort them."""


@dataclass(frozen=True, slots=True)
class ShowCall:
    """A call is put in front of a seat; `is_last` says that it ends the auction, as players see it."""

    seat: Seat
    call: Call
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class TakeCallBack:
    """A call that stood in front of a seat is put back into the box."""

    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True)
class ClearBoxes:
    """The auction is over and understood: all calls go back into the boxes."""


@dataclass(frozen=True, slots=True)
class PutCard:
    """A card is put down in front of a seat, out of the hand or out of the hand that lies spread."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PutCards:
    """Several cards are put down at one moment, each in front of its seat, and stay."""

    cards: tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class PutStrayCard:
    """A card of another board's pack is put down in front of a seat; `is_taken_back`: it goes away again."""

    seat: Seat
    card: Card
    board: int
    is_taken_back: bool = False


@dataclass(frozen=True, slots=True)
class TakeCardBack:
    """A card goes back from the table to where it came from."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LiftAndPutCard:
    """A card that already lies in front of its owner (a penalty card) is taken up and played."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class MoveCard:
    """A card that was played by `owner` is put somewhere else on the table (`play.N`, `pocket.W`), or back."""

    owner: Seat
    card: Card
    to: str


@dataclass(frozen=True, slots=True)
class LoseHub:
    """The hub's cable comes loose."""


@dataclass(frozen=True, slots=True)
class FindHub:
    """The cable is in its socket again."""


@dataclass(frozen=True, slots=True)
class SpreadHand:
    """A hand is spread face up, suit by suit."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PressKey:
    """A key is pressed: `claim` (tricks), `agree`, `dispute`, `director`, `result` (as on a score slip), `done`."""

    seat: Seat
    key: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class PutHandsBack:
    """The thirteen cards of each hand are gathered and put back into the pockets, two of them perhaps exchanged."""

    exchanged: tuple[Seat, Seat] | None = None


@dataclass(frozen=True, slots=True)
class RemoveBoard:
    """The board leaves the table."""


@dataclass(frozen=True, slots=True)
class LayTags:
    """Cards are laid on an antenna by whoever enrols or checks a deck, or taken from there (`here` False)."""

    place: str
    tags: tuple[str, ...]
    here: bool = True


Act = (
    BringBoard
    | LayTags
    | TakeHands
    | ShowCall
    | TakeCallBack
    | ClearBoxes
    | PutCard
    | PutCards
    | PutStrayCard
    | TakeCardBack
    | LiftAndPutCard
    | MoveCard
    | LoseHub
    | FindHub
    | SpreadHand
    | PressKey
    | PutHandsBack
    | RemoveBoard
)
