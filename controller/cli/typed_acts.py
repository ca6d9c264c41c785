"""What somebody types to keep a record by hand: a line becomes an event or an order. No I/O here.

`1H`, `p`, `x`, `xx`, `S7` are the act of the hand in turn, `W 1H` West's. A line that is none is a ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.model.calls import call as call_of
from controller.model.cards import card as card_of
from controller.model.seats import Seat

_SEATED = re.compile(r"^([NESW])\s*[:\s]\s*(.+)$")
_CALL = re.compile(r"^(P|PASS|X|D|XX|R|[1-9][0-9]?(C|D|H|S|NT?))$")
_CARD = re.compile(r"^[SHDC]([2-9TJQKA]|10)$")
_CLAIM = re.compile(r"^CLAIM\s+(\d{1,2})$")
_RESULT = re.compile(
    r"^RESULT\s+(?:P|([1-7](?:NT?|[SHDC])X{0,2})\s+([NESW])\s+(\d{1,2})(?:\s+([SHDC](?:[2-9TJQKA]|10)))?)$"
)
_SHORT = {"PASS": "P", "D": "X", "R": "XX"}
#: Orders that are one word.
_ORDERS: Mapping[str, Mapping[str, Any]] = {
    "MANUAL": {"do": "mode", "mode": "manual"},
    "SENSORS": {"do": "mode", "mode": "sensing"},
    "RECORD": {"do": "mode", "mode": "sensing", "accept": "record"},
    "CARDS": {"do": "mode", "mode": "sensing", "accept": "cards"},
}


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line asks for: `ask` the core, or `do` something here (`help`, `quit`, `undo`, `faced`)."""

    ask: Mapping[str, Any] | None = None
    do: str = ""


def read_line(line: str, turn: Seat | None) -> Typed | None:
    """What a line asks for, with the hand in turn; None for an empty one. ValueError says what is wrong."""
    text = " ".join(line.split()).upper()
    if not text or text.startswith("#"):
        return None
    if text in ("?", "HELP", "Q", "QUIT", "U", "UNDO", "FACED"):
        return Typed(do={"?": "help", "Q": "quit", "U": "undo"}.get(text, text.lower()))
    if text in _ORDERS:
        return Typed(_ORDERS[text])
    result = _RESULT.match(text)
    if result is not None:
        return _event(_result(result))
    seated = _SEATED.match(text)
    seat = Seat[seated[1]] if seated else turn
    return _act(seated[2] if seated else text, seat)


def _act(text: str, seat: Seat | None) -> Typed:
    made = _made(text)
    if made is None:
        raise ValueError(f"{text!r} is no call, no card and no order (? for help)")
    if seat is None:
        raise ValueError("nobody is in turn: say who, as in W 1H")
    return _event({**made, "seat": seat.value})


def _made(text: str) -> dict[str, Any] | None:
    """The act without its seat."""
    if _CALL.match(text):
        return {"type": "call", "call": call_of(_SHORT.get(text, text)).text}
    if _CARD.match(text):
        return {"type": "card", "card": card_of(text.replace("10", "T")).text}
    claim = _CLAIM.match(text)
    if claim is not None:
        return {"type": "claim", "tricks": int(claim[1])}
    if text in ("AGREE", "DISPUTE"):
        return {"type": "claim_answer", "agree": text == "AGREE"}
    return None


def _result(found: re.Match[str]) -> dict[str, Any]:
    if found[1] is None:
        return {"type": "result_entered", "contract": "P"}
    contract = re.sub(r"^(\d)N(?!T)", r"\1NT", found[1])
    made = {"type": "result_entered", "contract": contract, "declarer": found[2], "tricks": int(found[3])}
    return made | ({"lead": found[4].replace("10", "T")} if found[4] else {})


def _event(given: Mapping[str, Any]) -> Typed:
    return Typed({"do": "event", "event": {**given, "src": "director"}})
