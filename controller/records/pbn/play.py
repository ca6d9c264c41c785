"""The play section of PBN (3.6), read and written: columns fixed by seat, `^R`, `^L`, `-`, `*` and `+`.

The order inside a row follows from who led: the winner of the row before, or who carries `^L`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from controller.model.board import Deal
from controller.model.calls import Denomination
from controller.model.seats import Seat, rotation
from controller.records.board_record import (
    PLAIN_CARDS,
    TRICKS_IN_A_DEAL,
    BoardRecord,
    RecordedCard,
    RecordedTrick,
    leaders,
)
from controller.records.pbn.auction import Written
from controller.records.pbn.items import Item, Kind, NotesWritten, Warn, annotated, items
from controller.records.pbn.lexer import Word
from controller.records.pbn.trick_order import TrickOrder
from controller.records.pbn.values import PLAIN_CARD_TOKENS, card_of

#: The glyph that `!` stands for after a card.
FIRST_CARD_GLYPH = 7


@dataclass(slots=True)
class _Cell:
    """One place of a row: its card if one is known."""

    seat: Seat
    line: int
    played: RecordedCard | None = None
    is_irregular_lead: bool = False
    #: It is `+`: the card that will be played next.
    is_due: bool = False


class PlayRead(NamedTuple):
    """The tricks of a section, whose place each of its cells is, and whether it says that more will follow."""

    tricks: tuple[RecordedTrick, ...] = ()
    #: For each card token in the order of the section: its trick (from 0) and seat.
    places: tuple[tuple[int, Seat], ...] = ()
    to_be_continued: bool = False
    #: What is said before any card.
    comments: tuple[str, ...] = ()


def plain_play(first: Seat, section: str, denomination: Denomination, deal: Deal | None) -> PlayRead | None:
    """The play of a section of nothing but cards, each in its owner's column; None if it holds anything else."""
    tokens = section.split()
    if tokens and tokens[-1] == "*":
        tokens.pop()
    if len(tokens) > 4 * TRICKS_IN_A_DEAL:
        return None
    columns = rotation(first)
    owners = {c: seat for seat, hand in deal.hands.items() for c in hand} if deal else {}
    leader: Seat | None = first
    tricks = []
    for at in range(0, len(tokens), 4):
        played: dict[Seat, RecordedCard] = {}
        for seat, token in zip(columns, tokens[at : at + 4], strict=False):
            card = PLAIN_CARD_TOKENS.get(token)
            if card is not None and owners.get(card, seat) is seat:
                played[seat] = PLAIN_CARDS[seat, card]
            elif token != "-":
                return None
        if leader is None:
            return None
        trick = RecordedTrick(leader, tuple([played[s] for s in rotation(leader) if s in played]))
        tricks.append(trick)
        leader = trick.winner(denomination)
    while tricks and not tricks[-1].cards:
        tricks.pop()
    return PlayRead(tuple(tricks))


class PlayReader:
    """Reads one play section; what it cannot read it says to `warn` with its line."""

    def __init__(self, first: Seat, notes: Mapping[int, str], warn: Warn) -> None:
        self._columns = rotation(first)
        self._notes = notes
        self._warn = warn
        self._cells: list[_Cell] = []
        self._marks: set[str] = set()
        self._ended = False
        self._to_be_continued = False
        self._opening: list[str] = []

    def read(
        self,
        words: Iterable[Word],
        denomination: Denomination | None,
        deal: Deal | None,
        orders: Mapping[int, TrickOrder],
    ) -> PlayRead:
        """The tricks in order. `denomination` tells who won each, `deal` whose a card in the wrong column is.

        `orders` has the tricks, by their numbers, whose order the columns do not tell.
        """
        for item in items(words, self._warn, FIRST_CARD_GLYPH):
            self._one(item)
        rows = [self._cells[i : i + 4] for i in range(0, len(self._cells), 4)]
        while rows and not any(cell.played for cell in rows[-1]):
            rows.pop()
        tricks = list(self._tricks(rows, denomination, deal, orders))
        places = tuple((n // 4, cell.seat) for n, cell in enumerate(self._cells) if not cell.is_due)
        return PlayRead(tuple(tricks), places, self._to_be_continued, tuple(self._opening))

    def _one(self, item: Item) -> None:
        if item.kind is Kind.ACT:
            self._card(item)
        elif item.kind is Kind.IRREGULARITY:
            if item.text in "RL":
                self._marks.add(item.text)
            else:
                self._warn(item.line, f"^{item.text} belongs to the auction, not to the play")
        elif item.kind is Kind.END:
            self._ended = True
        elif item.kind is Kind.TO_BE_CONTINUED:
            self._to_be_continued = True
            self._next_cell(item).is_due = True
        else:
            self._annotation(item)

    def _next_cell(self, item: Item) -> _Cell:
        cell = _Cell(self._columns[len(self._cells) % 4], item.line)
        self._cells.append(cell)
        return cell

    def _card(self, item: Item) -> None:
        if self._ended or len(self._cells) == 4 * TRICKS_IN_A_DEAL:
            self._warn(item.line, f"{item.text!r} comes after the play has ended; left out")
            return
        cell = self._next_cell(item)
        cell.is_irregular_lead, is_revoke = "L" in self._marks, "R" in self._marks
        self._marks.clear()
        if not item.text.strip("-"):
            return
        try:
            cell.played = RecordedCard(cell.seat, card_of(item.text), revoke=is_revoke)
        except ValueError as error:
            self._warn(item.line, f"{error}; taken as a card that is not known")

    def _annotation(self, item: Item) -> None:
        last = self._cells[-1].played if self._cells else None
        if not self._cells and item.kind is Kind.COMMENT:
            self._opening.append(item.text)
            return
        if last is None or item.kind is Kind.ASTERISK:
            self._warn(item.line, f"{item.text!r} says nothing of a card; left out")
            return
        if item.kind is Kind.NOTE:
            text = self._notes.get(int(item.text))
            if text is None:
                self._warn(item.line, f"note {item.text} is not explained")
            last = replace(last, note=text or "")
        elif item.kind is Kind.GLYPH:
            last = replace(last, glyphs=(*last.glyphs, int(item.text)))
        else:
            last = replace(last, comment=f"{last.comment} {item.text}".strip())
        self._cells[-1].played = last

    def _tricks(
        self,
        rows: list[list[_Cell]],
        denomination: Denomination | None,
        deal: Deal | None,
        orders: Mapping[int, TrickOrder],
    ) -> Iterator[RecordedTrick]:
        leader: Seat | None = self._columns[0]
        for number, row in enumerate(rows, start=1):
            told = orders.get(number)
            if told is None:
                self._reseat(row, leader, deal)
            leader = told.leader if told else self._leader(number, row, leader)
            cards = {cell.seat: cell.played for cell in row if cell.played}
            order = [*(told.seats if told else ()), *rotation(leader)]
            trick = RecordedTrick(leader, tuple(cards.pop(s) for s in order if s in cards))
            yield trick
            leader = trick.winner(denomination) if denomination is not None else None

    def _leader(self, number: int, row: list[_Cell], due: Seat | None) -> Seat:
        marked = [cell.seat for cell in row if cell.is_irregular_lead]
        if marked:
            if marked[0] is due and number > 1:
                self._warn(row[0].line, f"trick {number}: {due} is marked ^L, but it was {due}'s lead")
            return marked[0]
        if due is None:
            due = next((cell.seat for cell in row if cell.played), self._columns[0])
            self._warn(row[0].line, f"trick {number}: who led is not known; taken as {due}")
        return due

    def _reseat(self, row: list[_Cell], leader: Seat | None, deal: Deal | None) -> None:
        """Some programs write rows in the order of play, or columns from another seat.

        If each card of a row belongs to another hand, and not to the one of its column, it is its owner's.
        """
        if deal is None:
            return
        cells = [cell for cell in row if cell.played]
        owners = [deal.owner(cell.played.card) for cell in cells if cell.played]
        if (
            None in owners
            or len(set(owners)) < len(owners)
            or all(o is c.seat for o, c in zip(owners, cells, strict=True))
        ):
            return
        in_order = leader is not None and len(cells) == 4 and owners == list(rotation(leader))
        why = (
            "the row stands in the order of play, not in columns by seat"
            if in_order
            else "cards stand in wrong columns"
        )
        self._warn(row[0].line, f"{why}; each card is read as its owner's")
        left = [seat for seat in self._columns if seat not in owners]
        for cell in row:
            owner = owners.pop(0) if cell.played else left.pop(0)
            assert owner is not None
            cell.seat = owner
            if cell.played:
                cell.played = replace(cell.played, seat=owner)


def columns_of(record: BoardRecord) -> tuple[Seat, Seat, Seat, Seat]:
    """The seats of the four columns: declarer's left-hand opponent first, whoever led."""
    if record.contract:
        return rotation(record.contract.declarer.lho)
    return rotation(record.play[0].leader if record.play else Seat.N)


def write_play(record: BoardRecord, used_notes: int = 0) -> Written:
    """A row a trick in fixed columns; a lead out of turn that stands has `^L`, a revoke that stands `^R`."""
    notes = NotesWritten(used_notes)
    columns = columns_of(record)
    *due, _ = leaders(record)
    to_play = next_to_play(record)
    is_open = bool(record.play) and len(record.play[-1].cards) < 4
    lines = [_row(trick, leader, columns, notes) for trick, leader in zip(record.play, due, strict=True)]
    if to_play and is_open:
        lines[-1] = _row(record.play[-1], due[-1], columns, notes, to_play)
    elif to_play:
        lines.append(" ".join("+" if seat is to_play else "-" for seat in columns))
    elif not record.is_played_out:
        lines.append("*")
    return Written(lines, notes.texts)


def next_to_play(record: BoardRecord) -> Seat | None:
    """Whose card is due while the board is in progress; None if nobody's, or nobody knows."""
    if not record.in_progress or record.is_played_out:
        return None
    last = record.play[-1] if record.play else None
    if last and len(last.cards) < 4:
        return last.cards[-1].seat.lho if last.cards else last.leader
    *_, next_leader = leaders(record)
    return next_leader


def _row(
    trick: RecordedTrick, due: Seat | None, columns: Sequence[Seat], notes: NotesWritten, to_play: Seat | None = None
) -> str:
    cells = {seat: "+" if seat is to_play else "-" for seat in columns}
    for played in trick.cards:
        mark = "^R " if played.revoke else ""
        note = "" if played.note is None else notes.reference(played.note)
        cells[played.seat] = annotated(mark + played.card.text, note, played.glyphs, played.comment)
    if due is not None and due is not trick.leader:
        cells[trick.leader] = "^L " + cells[trick.leader]
    return " ".join(cells[seat] for seat in columns)
