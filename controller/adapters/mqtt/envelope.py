"""The envelope of every message: CloudEvents 1.0, structured JSON, the same on MQTT 3.1.1 and 5.

Builds messages that are sure to fit their topic, and reads what comes in with one clear error for what does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.acts import Told
from controller.adapters.mqtt.messages import MODELS
from controller.model.errors import LogError
from controller.model.table_log import json_of
from controller.ports import OutMessage

#: Larger messages are not ours; ours are below 4 KiB.
MAX_BYTES = 65_536

#: Deeper JSON is not ours; it would only cost time to read.
_MAX_DEPTH = 12

_ADAPTERS: Mapping[topics.Family, TypeAdapter[Any]] = {family: TypeAdapter(model) for family, model in MODELS.items()}


class Envelope(BaseModel):
    """The attributes of CloudEvents that we use, and `epoch`: which run of the controller speaks."""

    model_config = ConfigDict(frozen=True)

    specversion: Literal["1.0"]
    #: With `source` the identity of the message: what comes twice with the same is the same.
    id: Annotated[str, Field(min_length=1, max_length=200)]
    source: Annotated[str, Field(min_length=1, max_length=200)]
    type: str
    time: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")]
    datacontenttype: Literal["application/json"] = "application/json"
    epoch: Annotated[int, Field(ge=0)] | None = None
    data: Any


class MalformedMessageError(ValueError):
    """A message that cannot be read: what is wrong with it, in words for the operator. It is set aside."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that came in and fits its topic."""

    family: topics.Family
    levels: Mapping[str, str]
    envelope: Envelope
    data: Told


def type_of(family: topics.Family) -> str:
    """The CloudEvents type of a family's messages."""
    return f"bridge.{family.name}.v1"


def rfc3339(at: float) -> str:
    """A moment (seconds since 1970) as CloudEvents writes it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks: builds messages whose bytes depend on nothing but what is given."""

    source: str
    epoch: int | None = None

    def say(self, topic: str, data: Told, *, id: str, at: float) -> OutMessage:
        """Return the message to publish, retained where its topic is a state.

        Raises:
            ValueError: the topic is none of ours, `data` is not what is said there, or no broker would take it.
        """
        family = topics.family_of(topic)
        if family is None:
            raise ValueError(f"{topic} is no topic of ours")
        envelope = Envelope(
            specversion="1.0",
            id=id,
            source=self.source,
            type=type_of(family),
            time=rfc3339(at),
            epoch=self.epoch,
            # Checked as it is written: a frozen model may have been built without validation.
            data=_checked(family, data),
        )
        payload = envelope.model_dump_json(exclude_none=True).encode()
        if len(payload) > MAX_BYTES:
            raise ValueError(f"{topic}: {len(payload)} bytes, more than {MAX_BYTES}")
        return OutMessage(id, topic, payload, retain=family.retained)


def read(topic: str, payload: bytes) -> Heard:
    """Return what a message says.

    Raises:
        MalformedMessageError: unknown topic, too large, no UTF-8, no JSON, no CloudEvent, or not what is said there.
    """
    family = topics.family_of(topic)
    levels = family.levels(topic) if family is not None else None
    if family is None or levels is None:
        raise MalformedMessageError("no topic of ours")
    envelope = _envelope(payload)
    if envelope.type != type_of(family):
        raise MalformedMessageError(f"type {envelope.type[:60]!r} on a topic of {type_of(family)}")
    try:
        return Heard(family, levels, envelope, _ADAPTERS[family].validate_python(envelope.data))
    except ValidationError as error:
        raise MalformedMessageError(_first(error, "data")) from error


def _envelope(payload: bytes) -> Envelope:
    if len(payload) > MAX_BYTES:
        raise MalformedMessageError(f"{len(payload)} bytes, more than {MAX_BYTES}")
    try:
        text = payload.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedMessageError(f"no UTF-8 at byte {error.start}") from error
    if _depth(text) > _MAX_DEPTH:
        raise MalformedMessageError(f"JSON nested deeper than {_MAX_DEPTH}")
    try:
        found = json_of(text)
    except LogError as error:
        raise MalformedMessageError(str(error)[:200]) from error
    try:
        return Envelope.model_validate(found)
    except ValidationError as error:
        raise MalformedMessageError(_first(error, "envelope")) from error


def _depth(text: str) -> int:
    """How deep brackets nest, those in strings included: an upper bound, cheap to find."""
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _checked(family: topics.Family, data: Told) -> Told:
    try:
        checked: Told = _ADAPTERS[family].validate_python(data)
    except ValidationError as error:
        raise ValueError(f"{type(data).__name__} is not said on {family.name}: {_first(error, 'data')}") from error
    return checked


def _first(error: ValidationError, where: str) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join([where, *(str(part) for part in first['loc'])])}: {first['msg']}"[:200]
