"""Sealed deals (`.sealed`): a set of deals that only a key opens, entered when the session starts.

The key's Argon2id hash locks a ChaCha20-Poly1305 box around our own set file. What tells how to open it stands in plain
beside the box and is bound to it: whatever is changed in the file, it does not open. Nothing here writes a file.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from controller.model.errors import LogError
from controller.model.table_log import json_of

SEALED = "smart-table-sealed/1"
ENDING = "sealed"
#: A shorter key is guessed by whoever gets hold of the file.
SHORTEST_KEY = 8
_KEY_BYTES, _SALT_BYTES, _NONCE_BYTES = 32, 16, 12
#: What a file may ask for: no file shall take our memory or our evening.
_MOST = {"time": 16, "memory_kib": 262_144, "lanes": 8}


class WrongKeyError(LogError):
    """The key does not open the file, or the file was changed."""


@dataclass(frozen=True, slots=True)
class Hardness:
    """How dear a guess is: passes over so much memory in so many lanes (RFC 9106, second recommended option)."""

    time: int = 3
    memory_kib: int = 65_536
    lanes: int = 4


def seal(plain: bytes, key: str, *, hardness: Hardness | None = None) -> bytes:
    """The sealed file of a set of deals. LogError for a key that is too short."""
    if len(key) < SHORTEST_KEY:
        raise LogError(f"the key needs {SHORTEST_KEY} characters at least", field="key")
    hard = hardness or Hardness()
    salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
    head = {
        "sealed": SEALED,
        "time": hard.time,
        "memory_kib": hard.memory_kib,
        "lanes": hard.lanes,
        "salt": _text(salt),
        "nonce": _text(nonce),
    }
    box = ChaCha20Poly1305(_derived(key, salt, hard)).encrypt(nonce, plain, _bound(head))
    return (json.dumps({**head, "box": _text(box)}, indent=1) + "\n").encode()


def unseal(data: bytes, key: str, name: str = "") -> bytes:
    """The set file in a sealed one.

    Raises:
        WrongKeyError: the key does not open it, or the file was changed.
        LogError: it is no sealed file; names the field.
    """
    given = _object(data, name)
    hard = Hardness(*(_number(given, field, name) for field in _MOST))
    salt, nonce, box = (_bytes(given, field, name) for field in ("salt", "nonce", "box"))
    if len(salt) != _SALT_BYTES or len(nonce) != _NONCE_BYTES:
        raise LogError("has the wrong length", file=name, field="salt" if len(salt) != _SALT_BYTES else "nonce")
    head = {field: value for field, value in given.items() if field != "box"}
    try:
        return ChaCha20Poly1305(_derived(key, salt, hard)).decrypt(nonce, box, _bound(head))
    except InvalidTag:
        raise WrongKeyError("the key does not open it, or the file was changed", file=name) from None


def check_sealed(data: bytes, name: str = "") -> None:
    """Is it a sealed file at all? LogError names what is wrong; whether it opens only its key tells."""
    given = _object(data, name)
    for field in _MOST:
        _number(given, field, name)
    for field in ("salt", "nonce", "box"):
        _bytes(given, field, name)


def _derived(key: str, salt: bytes, hard: Hardness) -> bytes:
    return hash_secret_raw(
        key.encode(), salt, time_cost=hard.time, memory_cost=hard.memory_kib, parallelism=hard.lanes,
        hash_len=_KEY_BYTES, type=Type.ID,
    )  # fmt: skip


def _bound(head: Mapping[str, Any]) -> bytes:
    return json.dumps(head, sort_keys=True).encode()


def _object(data: bytes, name: str) -> Mapping[str, Any]:
    try:
        given = json_of(data.decode("ascii"), "", name)
    except UnicodeDecodeError:
        raise LogError("is no sealed file", file=name) from None
    if not isinstance(given, dict) or given.get("sealed") != SEALED:
        raise LogError(f'expected an object with "sealed": "{SEALED}"', file=name, field="sealed")
    return given


def _number(given: Mapping[str, Any], field: str, name: str) -> int:
    value = given.get(field)
    least = 8 * _MOST["lanes"] if field == "memory_kib" else 1
    if type(value) is not int or not least <= value <= _MOST[field]:
        raise LogError(f"{value!r} is no number from {least} to {_MOST[field]}", file=name, field=field)
    return value


def _bytes(given: Mapping[str, Any], field: str, name: str) -> bytes:
    try:
        return base64.b64decode(given.get(field) or "", validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise LogError("is not written in base64", file=name, field=field) from None


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
