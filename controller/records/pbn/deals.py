"""The deals of a PBN file for laying out boards: here a hand that cannot be read is an error, no warning."""

from __future__ import annotations

from controller.model.board import HAND_SIZE
from controller.model.cards import RANKS, SUITS, Card, card
from controller.model.errors import LogError
from controller.model.seats import Seat, rotation
from controller.records.board_record import BoardRecord
from controller.records.dealt import MisdealtError, dealt
from controller.records.lines import texts_of
from controller.records.pbn.lexer import Lexer
from controller.records.pbn.reader import read_pbn
from controller.records.pbn.tags import GameTags, Inheritance
from controller.records.pbn.values import is_number, without_suit_letters


def read_pbn_deals(data: bytes, name: str = "") -> tuple[BoardRecord, ...]:
    """The boards of a PBN file, hands that nobody knows (`-`) apart all of 13 different cards.

    Raises:
        MisdealtError: hands that are no deal; names board, line and cards.
        LogError: hands that cannot be read; names board and line.
    """
    inherited = Inheritance()
    for game in Lexer("".join(texts_of([data]))).games():
        tags = GameTags(game, inherited)
        text, number = tags.known("Deal"), tags.known("Board")
        if text is not None and number is not None and not is_number(number):
            raise LogError("is no board's number", file=name, place=f"board {number}")
        if text is not None:
            _check(text, name, f"board {number or '?'} (line {tags.line('Deal')})")
    return read_pbn(data, name).records


def _check(text: str, name: str, place: str) -> None:
    first, _, rest = text.strip().upper().partition(":")
    parts = rest.split()
    if first not in Seat.__members__ or len(parts) != 4:
        raise LogError("write the first seat, a colon, and four hands", file=name, place=place, field="Deal")
    seats = rotation(Seat[first])
    hands = {seat: _hand(part, name, place) for seat, part in zip(seats, parts, strict=True) if part != "-"}
    if len(hands) == 4:
        dealt(hands, file=name, place=place)
    every = [held for hand in hands.values() for held in hand]
    if len(set(every)) != len(every) or any(len(hand) != HAND_SIZE for hand in hands.values()):
        twice = sorted({held.text for held in every if every.count(held) > 1})
        counts = ", ".join(f"{seat.value} {len(hand)}" for seat, hand in hands.items())
        raise MisdealtError(f"not 13 different cards a hand: {counts}; more than once {twice}", file=name, place=place)


def _hand(text: str, name: str, place: str) -> list[Card]:
    suits = without_suit_letters(text.replace("10", "T")).split(".")
    if len(suits) != 4 or any(rank not in RANKS for suit in suits for rank in suit):
        said = "a hand is four suits, parted by dots, with the ranks AKQJT98765432"
        raise LogError(said, file=name, place=place, field="Deal")
    return [card(suit.name + rank) for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]
