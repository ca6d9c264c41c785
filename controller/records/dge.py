"""DGE deal files of dealing machines: 128 bytes a board, the four hands as card symbols and letters; no board numbers.

A hand has 17 bytes: a byte for each suit (06 spades, 03 hearts, 04 diamonds, 05 clubs), each followed by the ranks
(A K Q J T 9 … 2). Hands stand in the order N, E, S, W; NUL bytes fill the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.model.board import HAND_SIZE, Deal
from controller.model.cards import RANKS, SUITS, Card, Suit, card, in_order
from controller.model.errors import LogError
from controller.model.seats import SEATS, Seat
from controller.records.board_record import BoardRecord
from controller.records.bri import END_OF_FILE, place_of, records_of, whole_deal
from controller.records.dealt import dealt

HAND = 4 + HAND_SIZE
HANDS = 4 * HAND
RECORD = 128
_SYMBOLS: Mapping[Suit, int] = {Suit.S: 0x06, Suit.H: 0x03, Suit.D: 0x04, Suit.C: 0x05}
_SUITS = {symbol: suit for suit, symbol in _SYMBOLS.items()}


def read_dge(data: bytes, name: str = "", *, first: int = 1) -> tuple[BoardRecord, ...]:
    """The boards of a DGE file, counted from `first`. LogError names file, board and byte."""
    found = []
    for number, (offset, block) in enumerate(records_of(data.rstrip(END_OF_FILE), RECORD, name), start=first):
        if block[HANDS:].strip(b" \x00"):
            raise LogError("more than four hands in a record", file=name, place=place_of(number, offset + HANDS))
        found.append(BoardRecord(board=number, deal=deal_of(block[:HANDS], name, number, offset)))
    return tuple(found)


def write_dge(records: Iterable[BoardRecord]) -> bytes:
    """The boards as DGE; their numbers are lost. LogError for a board without a whole deal."""
    return b"".join(hands_of(whole_deal(record)).ljust(RECORD, b"\x00") for record in records)


def deal_of(block: bytes, name: str, number: int, offset: int) -> Deal:
    """The deal of four hands of 17 bytes."""
    hands = {
        seat: _hand(block[i * HAND : (i + 1) * HAND], seat, name, number, offset + i * HAND)
        for i, seat in enumerate(SEATS)
    }
    return dealt(hands, file=name, place=place_of(number, offset))


def _hand(block: bytes, seat: Seat, name: str, number: int, offset: int) -> list[Card]:
    found: list[Card] = []
    suit: Suit | None = None
    for at, byte in enumerate(block):
        letter = chr(byte).upper()
        if byte in _SUITS:
            suit = _SUITS[byte]
        elif suit is not None and letter in RANKS:
            found.append(card(suit.name + letter))
        else:
            said = f"{seat.value}'s hand: byte {byte:02X} is neither a suit's symbol nor a rank"
            raise LogError(said, file=name, place=place_of(number, offset + at))
    return found


def hands_of(deal: Deal) -> bytes:
    """The 68 bytes of a deal."""
    found = bytearray()
    for seat in SEATS:
        for suit in SUITS:
            found.append(_SYMBOLS[suit])
            found += "".join(c.text[1] for c in in_order(deal.hands[seat]) if c.suit is suit).encode()
    return bytes(found)
