"""What has been sent is kept in a file, so that after a restart only what differs is sent; refusals are told once."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog

from controller.adapters.data_connector.client import Connector, Fate, Kind
from controller.adapters.data_connector.dtos import Movement, movement_of
from controller.adapters.data_connector.following import Wanted
from controller.adapters.private_file import write_private
from controller.model.errors import LogError

#: So many objects go in one request.
_AT_ONCE = 50
#: A movement that something did not fit is fetched again so many real seconds after the last time.
_FETCH_AGAIN_S = 20.0
_FORM = "smart-table/data-connector/1"


@dataclass(slots=True)
class Sent:
    """What the scoring program has: by kind and key, a digest of what was sent, and why some was refused."""

    session: str
    digests: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def is_new(self, wanted: Wanted) -> bool:
        """Was something else sent of this, or nothing?"""
        return self.digests.get(_name(wanted)) != _digest(wanted)

    def settle(self, wanted: Wanted) -> None:
        """It was taken, or it will be refused for as long as it is the same: it is not sent again."""
        self.digests[_name(wanted)] = _digest(wanted)
        self.refused.pop(_name(wanted), None)


def _name(wanted: Wanted) -> str:
    return f"{wanted.kind.value}/{wanted.key}"


def _digest(wanted: Wanted) -> str:
    """Of hands only that they were sent: a digest would tell them to whoever knows most of the cards."""
    if wanted.kind is Kind.HAND_RECORDS:
        return "sent"
    text = json.dumps([wanted.not_carried, dict(wanted.object)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def read_sent(path: Path, session: str) -> Sent:
    """What was sent to that session. Nothing where the file is of another one, is not there, or cannot be read."""
    try:
        given: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Sent(session)
    if not isinstance(given, dict) or given.get("form") != _FORM or given.get("session") != session:
        return Sent(session)
    return Sent(session, _texts(given.get("sent")), _texts(given.get("refused")))


def _texts(given: object) -> dict[str, str]:
    return {str(k): str(v) for k, v in given.items()} if isinstance(given, dict) else {}


class Sender:
    """Brings the scoring program up to date; blocks, so it has a thread of its own. Trouble is said, never raised."""

    def __init__(self, connector: Connector, path: Path) -> None:
        self._connector, self._path = connector, path
        self.sent = read_sent(path, connector.session)
        self.movement: Movement = {}
        self._is_stale, self._fetched_at = False, 0.0
        #: Why nothing can be sent just now; None while it can.
        self.trouble: str | None = "not tried yet"

    def reach(self) -> bool:
        """Fetch the movement, anew where something did not fit it; without one nothing is sent."""
        is_old = self._is_stale and time.monotonic() - self._fetched_at >= _FETCH_AGAIN_S
        if not self.movement or is_old:
            answer = self._connector.sections()
            if answer.fate is Fate.DONE:
                self.movement = movement_of(answer.data)
                self._is_stale, self._fetched_at = False, time.monotonic()
            if not self.movement:
                self.say(answer.why or "the Data Connector knows no movement of this session")
                return False
        self.say(None)
        return True

    def send(self, everything: Iterable[Wanted]) -> bool:
        """Send what is new. False where the rest has to wait."""
        new = [wanted for wanted in everything if self.sent.is_new(wanted)]
        if not new:
            return True
        is_done = True
        for kind in Kind:
            of_kind = [wanted for wanted in new if wanted.kind is kind]
            for at in range(0, len(of_kind), _AT_ONCE):
                is_done = is_done and self._batch(kind, of_kind[at : at + _AT_ONCE])
        self._keep()
        return is_done

    def _batch(self, kind: Kind, wanted: Sequence[Wanted]) -> bool:
        for one in wanted:
            if one.not_carried:
                self._refused(one, one.not_carried)
        ready = [one for one in wanted if not one.not_carried]
        if not ready:
            return True
        answer = self._connector.send(kind, [one.object for one in ready])
        if answer.fate is Fate.LATER:
            self.say(answer.why)
            return False
        if answer.fate is Fate.DONE:
            for one in ready:
                self.sent.settle(one)
            return True
        if len(ready) > 1:
            # One of them is in the way: each by itself, so that the others are not held up.
            return all(self._batch(kind, [one]) for one in ready)
        if answer.fate is Fate.THERE:
            # An answer that was lost had been a good one.
            self.sent.settle(ready[0])
        elif answer.fate is Fate.REFUSED:
            self._refused(ready[0], answer.why)
        else:
            # Not settled: it is tried again when something changes, or after a while.
            self._note(ready[0], answer.why)
        return True

    def _refused(self, wanted: Wanted, why: str) -> None:
        self.sent.settle(wanted)
        self._note(wanted, why)
        # The scoring program may have changed its movement meanwhile.
        self._is_stale = True

    def _note(self, wanted: Wanted, why: str) -> None:
        if self.sent.refused.get(_name(wanted)) == why:
            return
        self.sent.refused[_name(wanted)] = why
        structlog.get_logger("connector").warning("not taken", what=_name(wanted), reason=why)

    def say(self, trouble: str | None) -> None:
        """Note why nothing can be sent just now, or that it can; each change is logged."""
        if trouble != self.trouble:
            self.trouble = trouble
            log = structlog.get_logger("connector")
            log.info("connected") if trouble is None else log.warning("not connected", reason=trouble)

    def _keep(self) -> None:
        given = {"form": _FORM, "session": self.sent.session, "sent": self.sent.digests, "refused": self.sent.refused}
        try:
            write_private(self._path, (json.dumps(given, ensure_ascii=False, indent=1) + "\n").encode())
        except LogError as error:
            # Sent again after a restart: that changes nothing at the other end.
            self.say(f"what was sent cannot be noted: {error}")
