"""Bodies that the API takes. Unknown fields are refused; a ruling's own fields are checked by the table log's codec."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from controller.desk.accounts import LONGEST_NAME

_KNOWN_ONLY = ConfigDict(extra="forbid")
#: The number of an event, or of corrections.
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]


class LogIn(BaseModel):
    """Name and password."""

    model_config = _KNOWN_ONLY

    name: Annotated[str, Field(max_length=LONGEST_NAME, examples=["Director A"])]
    password: Annotated[str, Field(max_length=1024, examples=["the password"])]


class AtTable(BaseModel):
    """At the table; `leave` true: going away again."""

    model_config = _KNOWN_ONLY

    leave: bool = False
    #: So many seconds ago, where the line was gone meanwhile; and the summons that was seen then.
    ago: Annotated[float, Field(ge=0, le=86_400)] = 0.0
    on: Annotated[str | None, Field(max_length=128)] = None


class Seen(BaseModel):
    """Which revision of the summons was seen."""

    model_config = _KNOWN_ONLY

    rev: Annotated[int, Field(ge=0)] = 0


class RulingAsked(BaseModel):
    """A ruling at a table: `on`, `choice`, `id`, `rev` and the choice's own fields, as in the table log."""

    model_config = _KNOWN_ONLY

    table: Annotated[str, Field(max_length=64, examples=["7"])]
    ruling: Annotated[
        dict[str, Any],
        Field(examples=[{"on": "insufficient_bid@4:W", "choice": "accept", "id": "3f1c", "rev": 1, "after": 4}]),
    ]


class CorrectionAsked(BaseModel):
    """A correction of the table log: what it `replaces` or stands `before`, the `events` in its place, the reason."""

    model_config = _KNOWN_ONLY

    replaces: Annotated[list[Number], Field(max_length=60, examples=[[16]])] = []
    before: Number | None = None
    events: Annotated[
        list[dict[str, Any]], Field(max_length=60, examples=[[{"type": "card", "seat": "W", "card": "C6", "as": 16}]])
    ] = []
    reason: Annotated[str, Field(min_length=1, max_length=200, examples=["wrong_card"])]
    #: How often the board had been corrected when this was decided; absent: as it is now.
    seen: Number | None = None
    dry_run: bool = False

    @model_validator(mode="after")
    def _names_a_place(self) -> CorrectionAsked:
        if not self.replaces and self.before is None:
            raise ValueError("an event is needed that it replaces or stands before")
        return self


class EventAsked(BaseModel):
    """An act entered by hand; `n`: the number it is meant to have, so that nothing is entered for another moment."""

    model_config = _KNOWN_ONLY

    event: Annotated[dict[str, Any], Field(examples=[{"type": "card", "seat": "W", "card": "C6"}])]
    n: Number | None = None


class ModeAsked(BaseModel):
    """How the record is kept from here on; `accept` ends a difference between table and record."""

    model_config = _KNOWN_ONLY

    mode: Literal["sensing", "manual"]
    accept: Literal["record", "cards"] | None = None


class LaterAsked(BaseModel):
    """For how many minutes; null: until the board has ended."""

    model_config = _KNOWN_ONLY

    minutes: Annotated[int, Field(ge=1, le=240, examples=[3])] | None = None
    #: What was seen of the summons; absent: as it is now.
    rev: Number | None = None
    mark: Number | None = None


class AccountAsked(BaseModel):
    """A new account; `pair` of one who plays, `chief` where a chief director makes another."""

    model_config = _KNOWN_ONLY

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, examples=["Operator B"])]
    role: Annotated[str, Field(max_length=32, examples=["operator"])]
    pair: Annotated[str, Field(max_length=8)] = ""
    chief: bool = False


class NameAsked(BaseModel):
    """Whose account."""

    model_config = _KNOWN_ONLY

    name: Annotated[str, Field(max_length=1 + LONGEST_NAME, examples=["Operator B"])]


class PasswordAsked(BaseModel):
    """One's own password, old and new."""

    model_config = _KNOWN_ONLY

    old: Annotated[str, Field(max_length=1024, examples=["the password"])]
    password: Annotated[str, Field(max_length=1024, examples=["another password"])]


class PreferencesAsked(BaseModel):
    """What somebody sets for his own screen; what is absent stays."""

    model_config = _KNOWN_ONLY

    language: Annotated[Literal["en", "ru"] | None, Field(examples=["ru"])] = None
    large_text: bool | None = None


class PlaceAsked(BaseModel):
    """Where a screen is to stand: `seat` with table and seat, `wall` or `spectator` without."""

    model_config = _KNOWN_ONLY

    role: Annotated[str, Field(max_length=32, examples=["seat"])]
    table: Annotated[str, Field(max_length=64, examples=["7"])] = ""
    seat: Annotated[str, Field(max_length=1, examples=["S"])] = ""


class CodeAsked(BaseModel):
    """The code of a screen."""

    model_config = _KNOWN_ONLY

    code: Annotated[str, Field(max_length=40, examples=["4821 7730"])]


class PlayedAsked(BaseModel):
    """The board that a playing director says he has played."""

    model_config = _KNOWN_ONLY

    board: Annotated[int, Field(ge=1, le=1_000_000, examples=[21])]


_Typed = Annotated[str, Field(max_length=20_000)]


class CloseAsked(BaseModel):
    """The present evening is to be closed."""

    model_config = _KNOWN_ONLY

    #: Close it though something is unfinished.
    anyway: Annotated[bool, Field(examples=[True])] = False


class EveningAsked(BaseModel):
    """An evening as on the form; figures as typed, empty where the movement decides."""

    model_config = _KNOWN_ONLY

    session: Annotated[str, Field(max_length=64, examples=["wednesday"])]
    laws: Annotated[str, Field(max_length=16)] = "2017"
    base: Annotated[str, Field(max_length=16)] = "club"
    opening_lead: Annotated[str, Field(max_length=32)] = "face_down"
    tables: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=500, examples=[["1", "2"]])] = []
    movement: Annotated[str, Field(max_length=32)] = "none"
    scoring: Annotated[str, Field(max_length=32)] = "matchpoints"
    rounds: _Typed = ""
    boards_per_round: _Typed = "2"
    first_board: _Typed = "1"
    even: _Typed = "skip"
    arrow_switch: _Typed = ""
    missing: _Typed = ""
    names: _Typed = ""
    round_min: _Typed = "0"
    rounds_csv: _Typed = ""
    teams: tuple[_Typed, _Typed] = ("", "")
    #: Open it though the check found something that speaks against it.
    anyway: bool = False
