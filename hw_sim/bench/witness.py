"""endplay as a witness: does it read the same deal, auction, contract and play from a file as we do?

It is an extra (`analysis`); import this module only where it is installed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from endplay.config import suppress_unicode
from endplay.parsers import lin, pbn
from endplay.types import Player

from controller.model.seats import Seat
from controller.records.board_record import BoardRecord

_PLAYERS = {Seat.N: Player.north, Seat.E: Player.east, Seat.S: Player.south, Seat.W: Player.west}
_PARSERS: Mapping[str, Callable[[str], list[Any]]] = {
    "pbn": pbn.loads,
    "lin": lambda text: lin.loads(text.replace("\n", "")),
}


def differing(name: str, data: bytes, records: Sequence[BoardRecord]) -> Counter[str]:
    """How many boards of a file were compared, and how many it reads otherwise; a file it cannot read counts whole."""
    kind = "lin" if ".lin" in name else "pbn"
    text = data.decode("utf-8", errors="replace").removeprefix("\ufeff").replace("\r", "")
    try:
        boards = _PARSERS[kind](text)
    except Exception:  # whatever stops it: it has no error of its own
        return Counter({"endplay_cannot_read": len(records)})
    same = sum(seen(board) == as_seen(record) for board, record in zip(boards, records, strict=False))
    longer = max(len(boards), len(records))
    return Counter({"endplay_compared": longer, "endplay_differs": longer - same})


def seen(board: Any) -> tuple[Any, ...]:
    """Deal, auction, contract, declarer and order of play as endplay has them, in our words."""
    with suppress_unicode():
        return _seen(board)


def _seen(board: Any) -> tuple[Any, ...]:
    hands = {seat: {str(card) for card in board.deal[player]} for seat, player in _PLAYERS.items()}
    calls = [_call(made) for made in board.auction]
    # An unknown card, or the place of one not played, is a two of notrump there.
    play = [str(card) for card in board.play if card.suit.name != "nt"]
    contract = board.contract
    if contract is None or contract.is_passout():
        return hands, calls, None, None, play
    name = f"{contract.level}{contract.denom.abbr}{contract.penalty.abbr.upper()}"
    return hands, calls, name, contract.declarer.abbr, play


def _call(made: Any) -> str:
    if hasattr(made, "penalty"):
        return made.penalty.abbr.upper() or "P"
    return f"{made.level}{made.denom.abbr}"


def as_seen(record: BoardRecord) -> tuple[Any, ...]:
    """The same of our own record."""
    hands = {seat: {c.text for c in record.deal.hands.get(seat, ())} if record.deal else set() for seat in Seat}
    calls = [c.call.text for c in record.calls]
    play = [c.card.text for c in record.cards]
    if record.contract is None:
        return hands, calls, None, None, play
    return hands, calls, str(record.contract), record.contract.declarer.name, play
