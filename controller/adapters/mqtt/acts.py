"""Acts that everybody at the table could see, as they are told on MQTT, and the one function that lets them out.

Field by field from a list: what is not named here is not told. A hand, a pocket, a deal, the face of a card
that lies face down, the number of an event in the record and what the sensors saw never leave by this door.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from controller.model import events as ev
from controller.model.event_codec import event_to_json

Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Card = Annotated[str, Field(pattern=r"^[SHDC][AKQJT98765432]$", examples=["HQ"])]
Call = Annotated[str, Field(pattern=r"^(P|X|XX|[1-9][0-9]?(C|D|H|S|NT))$", examples=["1NT"])]


class Told(BaseModel):
    """A part of a message: frozen, and a field that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")


class BoardTakenUp(Told):
    """A board is taken up. Its deal is not told."""

    type: Literal["board"] = "board"
    board: int
    dealer: Seat | None = None
    vul: Literal["None", "NS", "EW", "All"] | None = None


class Called(Told):
    """A call is made."""

    type: Literal["call"] = "call"
    seat: Seat
    call: Call
    alerted: bool | None = None


class CallTakenBack(Told):
    """A call that stood is taken back."""

    type: Literal["call_removed"] = "call_removed"
    seat: Seat
    call: Call


class Played(Told):
    """A card is put in playing position. Face down it has no `card`."""

    type: Literal["card"] = "card"
    seat: Seat
    face: Literal["up", "down"] = "up"
    card: Card | None = None


class Faced(Told):
    """A card that lay face down is turned up."""

    type: Literal["card_faced"] = "card_faced"
    seat: Seat
    card: Card


class Exposed(Told):
    """Cards are seen face up, not in playing position."""

    type: Literal["card_exposed"] = "card_exposed"
    seat: Seat
    cards: tuple[Card, ...]


class PutBack(Told):
    """A card that lay on the table goes back to the hand. Which one is not told: it may have lain face down."""

    type: Literal["card_returned"] = "card_returned"
    seat: Seat


class HandSpread(Told):
    """A hand is spread face up: dummy, or a claim."""

    type: Literal["hand_faced"] = "hand_faced"
    seat: Seat
    cards: tuple[Card, ...]


class Quitted(Told):
    """A seat turned its card of the last trick, as won or lost."""

    type: Literal["trick_quitted"] = "trick_quitted"
    seat: Seat
    won: bool


class Claimed(Told):
    """A claim or concession: how many of the remaining tricks the claimer's side takes."""

    type: Literal["claim"] = "claim"
    seat: Seat
    tricks: int
    statement: str | None = None


class ClaimAnswer(Told):
    """An opponent agrees or disputes."""

    type: Literal["claim_answer"] = "claim_answer"
    seat: Seat
    agree: bool


class CalledDirector(Told):
    """A player calls the director."""

    type: Literal["director_called"] = "director_called"
    seat: Seat | None = None


class KeyedResult(Told):
    """What the players keyed into the scoring unit."""

    type: Literal["result_entered"] = "result_entered"
    contract: str
    declarer: Seat | None = None
    tricks: int | None = None
    lead: Card | None = None


class BoardGone(Told):
    """The board leaves the table."""

    type: Literal["board_left"] = "board_left"


Act = Annotated[
    BoardTakenUp
    | Called
    | CallTakenBack
    | Played
    | Faced
    | Exposed
    | PutBack
    | HandSpread
    | Quitted
    | Claimed
    | ClaimAnswer
    | CalledDirector
    | KeyedResult
    | BoardGone,
    Field(discriminator="type"),
]

_MODELS: dict[str, type[Told]] = {
    "board": BoardTakenUp,
    "call": Called,
    "call_removed": CallTakenBack,
    "card": Played,
    "card_faced": Faced,
    "card_exposed": Exposed,
    "card_returned": PutBack,
    "hand_faced": HandSpread,
    "trick_quitted": Quitted,
    "claim": Claimed,
    "claim_answer": ClaimAnswer,
    "director_called": CalledDirector,
    "result_entered": KeyedResult,
    "board_left": BoardGone,
}

_ACT: TypeAdapter[Act] = TypeAdapter(Act)


def public_act(event: ev.TableEvent) -> Act | None:
    """Return what everybody could see of an event, or None when it was nothing to see.

    Scans, rulings, corrections and the state of the record are nothing to see; rulings that change
    what stands show in the table's state.
    """
    model = _MODELS.get(event.type)
    if model is None:
        return None
    written = event_to_json(event)
    told = {name: written[name] for name in model.model_fields if written.get(name) is not None}
    if told["type"] == "card" and told.get("face") == "down":
        told.pop("card", None)
    return _ACT.validate_python(told)
