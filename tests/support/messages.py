"""Holds what is really sent against the committed AsyncAPI document and JSON Schemas, not against our models."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

FOLDER = Path(__file__).parents[2] / "docs" / "messages"


@functools.cache
def document() -> dict[str, Any]:
    """The committed AsyncAPI document."""
    found: dict[str, Any] = yaml.safe_load((FOLDER / "asyncapi.yaml").read_text(encoding="utf-8"))
    return found


@functools.cache
def schema_of(channel: str) -> dict[str, Any]:
    """The committed schema of a channel's message."""
    payload = document()["components"]["messages"][channel]["payload"]
    found: dict[str, Any] = json.loads((FOLDER / payload["schema"]["$ref"]).read_text(encoding="utf-8"))
    return found


def channel_of(topic: str) -> str:
    """The channel whose address a topic fits; AssertionError if there is none or more than one."""
    fits = [
        name
        for name, channel in document()["channels"].items()
        if re.fullmatch(re.sub(r"\{[a-z]+\}", "[a-z0-9_-]+", channel["address"]), topic)
    ]
    assert len(fits) == 1, f"{topic} fits {fits or 'no channel'}"
    return fits[0]


def is_retained(channel: str) -> bool:
    """Whether the document says that a channel's messages are retained."""
    retained = [
        operation["bindings"]["mqtt"]["retain"]
        for operation in document()["operations"].values()
        if operation["channel"]["$ref"] == f"#/channels/{channel}"
    ]
    return bool(retained[0])


def assert_conforms(topic: str, payload: bytes, *, retain: bool | None = None) -> dict[str, Any]:
    """Check a message against the document and return it; `retain` as it was published, if known."""
    channel = channel_of(topic)
    message: dict[str, Any] = json.loads(payload.decode("utf-8"))
    errors = [
        f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema_of(channel)).iter_errors(message)
    ]
    assert not errors, f"{topic}: {errors}"
    if retain is not None:
        assert retain == is_retained(channel), f"{topic}: retain is {retain}"
    return message
