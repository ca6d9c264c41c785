"""Bodies that the API takes. Unknown fields are refused; a ruling's own fields are checked by the table log's codec."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from controller.desk.accounts import LONGEST_NAME

_KNOWN_ONLY = ConfigDict(extra="forbid")


class LogIn(BaseModel):
    """Name and password."""

    model_config = _KNOWN_ONLY

    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    password: Annotated[str, Field(max_length=1024)]


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

    table: Annotated[str, Field(max_length=64)]
    ruling: dict[str, Any]
