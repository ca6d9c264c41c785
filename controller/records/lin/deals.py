"""The deals of a LIN file for laying out boards: here a hand that cannot be read is an error, no warning."""

from __future__ import annotations

import re

from controller.model.board import HAND_SIZE
from controller.model.cards import RANKS, Card, card
from controller.model.errors import LogError
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord
from controller.records.dealt import dealt, fourth_hand
from controller.records.lin.reader import read_lin
from controller.records.lin.tokens import tokens
from controller.records.lin.words import ORDER
from controller.records.lines import texts_of

_SUIT = re.compile(r"([SHDC])([^SHDC]*)")


def read_lin_deals(data: bytes, name: str = "") -> tuple[BoardRecord, ...]:
    """The boards of a LIN file; a room after another with the same hands gives a board twice.

    Raises:
        MisdealtError: hands that are no deal; names line and cards.
        LogError: hands that cannot be read; names the line.
    """
    for tag, value, line in tokens(texts_of([data])):
        if tag == "md" and value.strip():
            _check(value.strip().upper(), name, f"line {line}")
    found = (read.record for read in read_lin([data], name))
    return tuple(record for record in found if record is not None and record.deal is not None)


def _check(text: str, name: str, place: str) -> None:
    """Dealer's digit, hands from South on; East's may be left out."""
    parts = text[1:].split(",")
    if len(parts) > len(ORDER):
        raise LogError(f"{len(parts)} hands", file=name, place=place, field="md")
    hands = {seat: _hand(part, name, place) for seat, part in zip(ORDER, parts, strict=False) if part}
    if Seat.E not in hands and all(len(hands.get(seat, ())) == HAND_SIZE for seat in ORDER[:3]):
        dealt(fourth_hand(hands), file=name, place=place)
    else:
        dealt(hands, file=name, place=place)


def _hand(text: str, name: str, place: str) -> list[Card]:
    suits = _SUIT.findall(text.replace("10", "T"))
    if "".join(suit + ranks for suit, ranks in suits) != text.replace("10", "T"):
        raise LogError("a hand begins with a suit, S H D or C", file=name, place=place, field="md")
    if any(rank not in RANKS for _, ranks in suits for rank in ranks):
        raise LogError("ranks are AKQJT98765432", file=name, place=place, field="md")
    return [card(suit + rank) for suit, ranks in suits for rank in ranks]
