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
