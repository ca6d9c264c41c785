"""Our own file of a set of deals (`.deals`): each board bound to its number by a hash, and all of them by one.

JSON; a board's hash is SHA-256 over `number dealer vulnerability deal`, the deal in PBN from North; the set's is over
the boards' hashes in their order. A digest gives hands away to whoever knows most of the cards: it is kept as they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from controller.model.board import Vulnerability, dealer_of, vulnerability_of
from controller.model.errors import LogError
from controller.model.notation import parse_deal, print_deal
from controller.model.seats import Seat
from controller.model.table_log import json_of
from controller.records.board_record import BoardRecord
from controller.records.bri import whole_deal
from controller.records.dealt import dealt

DEAL_SET = "smart-table-deals/1"
_FIELDS = ("deals", "name", "boards", "hash")
_BOARD = ("board", "dealer", "vul", "deal", "hash")


def board_line(record: BoardRecord) -> str:
    """What a board's hash is taken over."""
    number = record.board or 0
    dealer = record.dealer or dealer_of(number)
    vulnerability = record.vulnerability or vulnerability_of(number)
    return f"{number} {dealer.value} {vulnerability.value} {print_deal(whole_deal(record))}"


def board_hash(record: BoardRecord) -> str:
    """The hash that binds hands, dealer and vulnerability to a board's number."""
    return hashlib.sha256(board_line(record).encode()).hexdigest()


def set_hash(records: Iterable[BoardRecord]) -> str:
    """The hash that binds the boards of a set to each other."""
    return hashlib.sha256("".join(board_hash(record) for record in records).encode()).hexdigest()


def print_deal_set(records: Iterable[BoardRecord], *, title: str = "") -> bytes:
    """The set as our own file. LogError for a board without a number or a whole deal."""
    boards = []
    for record in (ordered := sorted(records, key=lambda r: r.board or 0)):
        if not record.board:
            raise LogError("a board without a number is bound to nothing", field="board")
        number, dealer, vulnerability, deal = board_line(record).split(" ", 3)
        fields = (int(number), dealer, vulnerability, deal, board_hash(record))
        boards.append(dict(zip(_BOARD, fields, strict=True)))
    whole = {"deals": DEAL_SET, "name": title, "boards": boards, "hash": set_hash(ordered)}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def read_deal_set(data: bytes, name: str = "") -> tuple[BoardRecord, ...]:
    """The boards of our own file. LogError names file, board and field, also where it was changed."""
    given = _object(data, name)
    records = tuple(_board(board, name, place) for place, board in enumerate(given["boards"], start=1))
    if given["hash"] != set_hash(records):
        raise LogError("boards were added, taken out or exchanged since the file was written", file=name, field="hash")
    return records


def title_of(data: bytes, name: str = "") -> str:
    """The name that the set was given."""
    return str(_object(data, name)["name"])


def _object(data: bytes, name: str) -> Mapping[str, Any]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LogError(f"not text in UTF-8 (byte {error.start})", file=name) from None
    given = json_of(text, "", name)
    if not isinstance(given, dict) or given.get("deals") != DEAL_SET:
        raise LogError(f'expected an object with "deals": "{DEAL_SET}"', file=name, field="deals")
    for field in given:
        if field not in _FIELDS:
            raise LogError("unknown", file=name, field=field)
    if not isinstance(given.get("boards"), list) or not isinstance(given.get("name"), str):
        raise LogError("a set has a name and a list of boards", file=name, field="boards")
    return given


def _board(given: Any, name: str, place: int) -> BoardRecord:
    where = f"entry {place} of the boards"
    if not isinstance(given, dict) or set(given) != set(_BOARD):
        raise LogError(f"a board has {', '.join(_BOARD)}", file=name, place=where)
    number = given["board"]
    if type(number) is not int or number < 1:
        raise LogError(f"{number!r} is no board's number", file=name, place=where, field="board")
    where = f"board {number}"
    record = BoardRecord(
        board=number,
        dealer=_one(Seat, given, "dealer", name, where),
        vulnerability=_one(Vulnerability, given, "vul", name, where),
    )
    try:
        deal = parse_deal(given["deal"] if isinstance(given["deal"], str) else "")
    except ValueError:
        # Its words would quote the hands.
        raise LogError("is no deal in PBN's notation", file=name, place=where, field="deal") from None
    deal = dealt({seat: sorted(hand) for seat, hand in deal.hands.items()}, file=name, place=where)
    record = BoardRecord(board=number, dealer=record.dealer, vulnerability=record.vulnerability, deal=deal)
    if given["hash"] != board_hash(record):
        raise LogError("was changed since the file was written", file=name, place=where, field="hash")
    return record


def _one(kind: Any, given: Mapping[str, Any], field: str, name: str, place: str) -> Any:
    try:
        return kind(given[field])
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise LogError(f"{given[field]!r} is none of {known}", file=name, place=place, field=field) from None
