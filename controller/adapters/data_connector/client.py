"""Asks a Data Connector: one request, one answer that says what became of it. Blocks; for a thread of its own.

Objects, numbers and checks are the vendor's client's. Its transport is not used: it lets some errors through, follows
redirects, reads answers of any length, and sends a request up to five times where answers are lost.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from controller.model.errors import LogError

#: A request may take so long, in real seconds: until something comes, and all of it.
_TIMEOUT_S, _WHOLE_S = 4.0, 5.0
_LONGEST_ANSWER = 1 << 24
_ENDPOINT = "dc-scoringprogram"
_GREETING = "Bridgemate dataconnector service version"


class Fate(Enum):
    """What became of a request."""

    DONE = "done"
    #: Some or all of it was there before.
    THERE = "there"
    #: Nobody answered, or not now: the same again later.
    LATER = "later"
    #: It will be refused again.
    REFUSED = "refused"
    #: It went wrong at the other end: perhaps for this request alone, perhaps just now.
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the Data Connector said; `why` is for people."""

    fate: Fate
    data: Any = None
    why: str = ""


class _Checked(Protocol):
    """An object of the vendor's client."""

    validation_messages: list[str] | None

    def to_dict(self) -> dict[str, Any]: ...


class Kind(Enum):
    """What can be sent: the command that takes it."""

    RESULTS = "results"
    HAND_RECORDS = "hand records"
    CALLS = "calls for the director"


class Connector:
    """A Data Connector at an address. LogError at once where the extra is missing or the address is none."""

    def __init__(self, address: str, club: str, licence: str, session: str) -> None:
        try:
            import bridgemate_dataconnector
        except ImportError:
            raise LogError(
                "needs the extra `bridgemate`: pip install 'smart-table[bridgemate]'", field="data_connector"
            ) from None
        if not address.startswith(("http://", "https://")):
            raise LogError(
                f"{address!r} is no address such as http://192.168.1.50:5079", field="data_connector.address"
            )
        self._vendor = bridgemate_dataconnector
        self._address, self._club, self._licence = address.rstrip("/"), club, licence
        self.session = session
        # Neither a proxy of the system nor another address that an answer names: the licence goes to this one alone.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())

    # -- questions -----------------------------------------------------------------------------------------------

    def greeting(self) -> Answer:
        """Is there a Data Connector at the address? `data` is what it says of itself."""
        answer = self._fetch(self._address + "/", None)
        if answer.fate is Fate.DONE and _GREETING not in answer.data:
            return Answer(Fate.REFUSED, why="something else than a Data Connector answers there")
        return answer

    def running(self) -> Answer:
        """The sessions that are played now: `data` is a list of their objects."""
        answer = self._ask("ManageBCS", {"Command": 2}, session="")
        found = answer.data.get("SessionInformation") if isinstance(answer.data, dict) else None
        return Answer(answer.fate, found if isinstance(found, list) else [], answer.why)

    def sections(self) -> Answer:
        """All movements of the session, as section objects."""
        return self._list(self._ask("GetAllMovements", None))

    def participations(self) -> Answer:
        """Who sits where. Asked for whole: what is new is for the scoring program, which would not get it again."""
        return self._list(self._ask("PollQueueForAllParticipations", None))

    def players(self) -> Answer:
        """The players' names; asked for whole, like where they sit."""
        return self._list(self._ask("PollQueueForAllPlayerData", None))

    def send(self, kind: Kind, objects: Sequence[Mapping[str, Any]]) -> Answer:
        """Hand objects over, after the checks that the vendor's client has for them."""
        command, make, check = self._checks()[kind]
        made = [make(dict(one)) for one in objects]
        for one in made:
            if not check(one):
                return Answer(Fate.REFUSED, why="; ".join(one.validation_messages or ()) or "not valid")
        return self._ask(command, [one.to_dict() | {"ValidationMessages": None} for one in made])

    def _checks(self) -> Mapping[Kind, tuple[str, Callable[[dict[str, Any]], _Checked], Callable[[Any], bool]]]:
        """For each kind the command that takes it, what makes its object, and the vendor's check of that."""
        vendor, dtos = self._vendor, self._vendor.dto
        return {
            Kind.RESULTS: ("PutResults", dtos.ResultDTO.from_dict, vendor.validate_result_dto),
            Kind.HAND_RECORDS: ("PutHandrecords", dtos.HandrecordDTO.from_dict, vendor.validate_handrecord_dto),
            Kind.CALLS: ("PutTdCalls", dtos.TdCallDTO.from_dict, vendor.validate_td_call_dto),
        }

    # -- the wire ------------------------------------------------------------------------------------------------

    def _ask(self, command: str, data: Any, *, session: str | None = None) -> Answer:
        dtos = self._vendor.dto
        number = dtos.ScoringProgramDataConnectorCommands[command]
        request = dtos.ScoringProgramRequest(
            command=number,
            club_id=self._club,
            licence_key=self._licence,
            session_guid=self.session if session is None else session,
            serialized_data="" if data is None else json.dumps(data, separators=(",", ":")),
        )
        body = json.dumps(request.to_dict(), separators=(",", ":")).encode()
        answer = self._fetch(f"{self._address}/{_ENDPOINT}", body)
        return self._understood(answer.data, number) if answer.fate is Fate.DONE else answer

    def _understood(self, text: str, number: int) -> Answer:
        try:
            given = json.loads(text)
        except (ValueError, RecursionError):
            return Answer(Fate.LATER, why="its answer is no JSON")
        if not isinstance(given, dict) or given.get("RequestCommand") != number:
            return Answer(Fate.LATER, why="its answer is to another request")
        content = _content(given.get("SerializedData"))
        kinds = self._vendor.dto.DataConnectorResponseData
        if given.get("DataType") == kinds.Error:
            return self._error(given.get("ErrorType"), content)
        if not given.get("DataType"):
            return Answer(Fate.LATER, why="its answer does not say what it is")
        return Answer(Fate.DONE, content)

    def _error(self, error: object, content: Any) -> Answer:
        errors = self._vendor.dto.ErrorType
        said = f": {content}" if isinstance(content, str) and content else ""
        name = errors(error).name if isinstance(error, int) else "None_"
        if error == errors.NoUpdates:
            fate = Fate.THERE
        elif error in (errors.Busy, errors.TimeOut, errors.NoConnection, errors.EmptyResponse):
            fate = Fate.LATER
        elif name in ("None_", "Unknown", "Exception"):
            fate = Fate.FAILED
        else:
            fate = Fate.REFUSED
        return Answer(fate, why=f"{name if name != 'None_' else 'error'}{said}"[:500])

    def _list(self, answer: Answer) -> Answer:
        if answer.fate is not Fate.DONE:
            return answer
        found = answer.data if isinstance(answer.data, list) else [answer.data] if answer.data else []
        return Answer(Fate.DONE, [one for one in found if isinstance(one, dict)])

    def _fetch(self, url: str, body: bytes | None) -> Answer:
        headers = {} if body is None else {"Content-Type": "application/json; charset=utf-8"}
        request = urllib.request.Request(url, data=body, headers=headers)
        try:
            with self._opener.open(request, timeout=_TIMEOUT_S) as response:
                text = _all_of(response)
        except urllib.error.HTTPError as error:
            with error:
                return Answer(Fate.LATER, why=f"it answers with status {error.code}")
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            return Answer(Fate.LATER, why=f"no connection: {str(reason) or type(error).__name__}")
        return Answer(Fate.DONE, text.decode("utf-8", errors="replace"))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer with a status like any other."""

    def redirect_request(self, *_about: Any) -> None:
        """Go nowhere else."""


def _all_of(response: http.client.HTTPResponse) -> bytes:
    """The whole answer. ValueError for one that is too long or drips in."""
    found, end = bytearray(), time.monotonic() + _WHOLE_S
    while chunk := response.read1(1 << 16):
        found += chunk
        if len(found) > _LONGEST_ANSWER or time.monotonic() > end:
            raise ValueError("its answer has no end")
    if response.length:
        raise ValueError("its answer was cut off")
    return bytes(found)


def _content(serialized: object) -> Any:
    """What an answer carries, which is JSON in a text."""
    if not isinstance(serialized, str) or not serialized.strip():
        return None
    try:
        return json.loads(serialized)
    except (ValueError, RecursionError):
        return None
