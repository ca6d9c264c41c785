"""A `.bws` file as an evening: sections, rounds, players, results, hands, calls and cards, as its tables hold them.

Bridgemate's own guide was not at hand: tables and columns follow programs that read and write such files (docs).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from controller.model.board import Deal
from controller.model.cards import Card, card
from controller.model.errors import LogError
from controller.model.seats import SEATS, Seat, Side
from controller.records.bws.jet import JetFile
from controller.records.bws.rows import Cells
from controller.records.dealt import MisdealtError, dealt
from controller.records.warning import RecordWarning

#: The most rows that are read of a table: far more than an evening has, or a union's list of members (or all cards).
MOST_ROWS, MOST_OF_LISTS = 20_000, 400_000
_MOST_WARNINGS = 1000
_MOST_BOARDS = 99
_LONGEST_ACT = 16
_SUITS = (("Spades", "S"), ("Hearts", "H"), ("Diamonds", "D"), ("Clubs", "C"))
_SEAT_NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


class Where(NamedTuple):
    """A board at a table in a round."""

    section: int
    table: int
    round: int
    board: int


@dataclass(frozen=True, slots=True)
class BwsSection:
    """A section: its letter, and who is missing."""

    letter: str
    #: 2: North-South and East-West are ranked by themselves, and may have the same numbers.
    winners: int = 1
    missing: int = 0


@dataclass(frozen=True, slots=True)
class BwsRound:
    """Who meets at a table in a round, and which boards they play; pair 0 is nobody."""

    section: int
    table: int
    round: int
    ns: int
    ew: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BwsPlayer:
    """Who sat down at a table, in which seat and round (0: at the start)."""

    section: int
    table: int
    round: int
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class BwsResult:
    """A result as it was keyed in, as texts."""

    ns: int
    ew: int
    declaring: int
    seat: Seat | None
    contract: str
    result: str
    lead: str
    remarks: str
    at: tuple[datetime, datetime] | None


@dataclass(slots=True)
class BwsEvening:
    """Everything that was read, and what was odd about it."""

    file: str = ""
    name: str = ""
    sections: dict[int, BwsSection] = field(default_factory=dict)
    rounds: list[BwsRound] = field(default_factory=list)
    players: list[BwsPlayer] = field(default_factory=list)
    results: dict[Where, BwsResult] = field(default_factory=dict)
    hands: dict[tuple[int, int], Deal] = field(default_factory=dict)
    #: Counter -> seat and call or card, as texts.
    calls: dict[Where, dict[int, tuple[Seat, str]]] = field(default_factory=dict)
    cards: dict[Where, dict[int, tuple[Seat, str]]] = field(default_factory=dict)
    warnings: list[RecordWarning] = field(default_factory=list)
    #: It is an individual: players, not pairs, have numbers.
    is_individual: bool = False
    #: By how much the East-West pairs of each section that plays are counted on.
    shifts: dict[int, int] = field(default_factory=dict)
    #: Two sections have a pair of the same number.
    shares_numbers: bool = False

    def warn(self, place: str, reason: str, board: int | None = None) -> None:
        """Say what was odd; of very many oddities only the first."""
        if len(self.warnings) < _MOST_WARNINGS:
            self.warnings.append(RecordWarning(0, reason, board, self.file, place))

    def section(self, number: int) -> BwsSection:
        """The section of that number; one that the file does not describe goes by its number."""
        return self.sections.get(number) or BwsSection(chr(64 + number) if 1 <= number <= 26 else str(number))

    def table_name(self, section: int, table: int) -> str:
        """The table as the room calls it: with its section's letter where there is more than one."""
        return f"{self.section(section).letter}{table}" if len(self.shifts) > 1 else str(table)

    def pair(self, section: int, side: Side, number: int) -> int:
        """The pair's number; where both directions use the same ones, East-West are counted on from North-South."""
        return number + self.shifts.get(section, 0) if side is Side.EW else number

    def pair_name(self, section: int, number: int) -> str:
        """The pair as the session calls it: with its section's letter where two sections have the same numbers."""
        return f"{self.section(section).letter}{number}" if self.shares_numbers else str(number)

    def settle(self) -> None:
        """Once all is read: by how much the East-West pairs of each section are counted on, and what is shared."""
        ns: dict[int, set[int]] = {}
        ew: dict[int, set[int]] = {}
        for section, first, second in (
            *((r.section, r.ns, r.ew) for r in self.rounds),
            *((where.section, r.ns, r.ew) for where, r in self.results.items()),
        ):
            ns.setdefault(section, set()).add(first)
            ew.setdefault(section, set()).add(second)
        for section, numbers in ns.items():
            both = self.section(section).winners == 2 and (numbers & ew[section]) - {0}
            self.shifts[section] = max(numbers) if both else 0
        every: list[int] = []
        for section, numbers in ns.items():
            shifted = {number + self.shifts[section] for number in ew[section] - {0}}
            every += (numbers - {0}) | shifted
        self.shares_numbers = len(every) != len(set(every))


def read_bws(data: bytes, file: str = "") -> BwsEvening:
    """The evening of a `.bws` file. LogError names file, table, page and row where it is damaged."""
    jet = JetFile(data, file)
    known = {name.lower() for name in jet.tables}
    if not known & {"section", "rounddata", "receiveddata"}:
        raise LogError("has neither Section nor RoundData nor ReceivedData: no .bws file", file=file)
    evening = BwsEvening(file)
    for _, cells in _rows(jet, "Session", file):
        evening.name = evening.name or cells.text("Name")
    _sections(jet, evening)
    _rounds(jet, evening)
    _players(jet, evening)
    _results(jet, evening)
    _hands(jet, evening)
    _acts(jet, evening, "BiddingData", "Bid", evening.calls)
    _acts(jet, evening, "PlayData", "Card", evening.cards)
    evening.settle()
    return evening


def _rows(jet: JetFile, table: str, file: str, *, most: int = MOST_ROWS) -> Iterator[tuple[str, Cells]]:
    for number, row in enumerate(jet.rows(table), start=1):
        if number > most:
            raise LogError(f"more than {most} rows", file=file, place=f"table {table}")
        yield f"table {table}, row {number}", Cells.of(row)


def _sections(jet: JetFile, evening: BwsEvening) -> None:
    for place, cells in _rows(jet, "Section", evening.file):
        number = cells.number("ID")
        if number is None:
            evening.warn(place, "a section without a number; left out")
            continue
        letter = cells.text("Letter") or str(number)
        evening.sections[number] = BwsSection(letter, cells.number("Winners") or 1, cells.number("MissingPair") or 0)


def _rounds(jet: JetFile, evening: BwsEvening) -> None:
    for place, cells in _rows(jet, "RoundData", evening.file):
        numbers = [cells.number(name) for name in ("Section", "Table", "Round")]
        if None in numbers:
            evening.warn(place, "no section, table or round; left out")
            continue
        evening.is_individual |= bool(cells.number("South") and cells.number("West"))
        section, table, number = (n or 0 for n in numbers)
        ns, ew = cells.number("NSPair") or 0, cells.number("EWPair") or 0
        evening.rounds.append(BwsRound(section, table, number, ns, ew, _boards(cells, evening, place)))


def _boards(cells: Cells, evening: BwsEvening, place: str) -> tuple[int, ...]:
    """The boards of a round: from the lowest to the highest, or a list of their own."""
    listed = cells.text("CustomBoards").replace(";", " ").replace(",", " ").split()
    if listed and all(part.isascii() and part.isdigit() and len(part) < 5 for part in listed):
        return tuple(int(part) for part in listed)
    low, high = cells.number("LowBoard") or 0, cells.number("HighBoard") or 0
    if not low:
        return ()
    if not low <= high < low + _MOST_BOARDS:
        evening.warn(place, f"boards {low} to {high} are none; left out")
        return ()
    return tuple(range(low, high + 1))


def _players(jet: JetFile, evening: BwsEvening) -> None:
    names = {}
    for _, cells in _rows(jet, "PlayerNames", evening.file, most=MOST_OF_LISTS):
        for number in {cells.text("strID"), cells.text("ID")} - {""}:
            names[number] = cells.text("Name")
    for place, cells in _rows(jet, "PlayerNumbers", evening.file):
        section, table, seat = cells.number("Section"), cells.number("Table"), cells.seat("Direction")
        if section is None or table is None or seat is None:
            evening.warn(place, "no section, table or seat; left out")
            continue
        number = cells.text("Number")
        name = cells.text("Name") or names.get(number, "") or number
        if name:
            evening.players.append(BwsPlayer(section, table, cells.number("Round") or 0, seat, name))


def _where(cells: Cells) -> Where | None:
    numbers = [cells.number(name) for name in ("Section", "Table", "Round", "Board")]
    return None if None in numbers else Where(*(n or 0 for n in numbers))


def _results(jet: JetFile, evening: BwsEvening) -> None:
    for place, cells in _rows(jet, "ReceivedData", evening.file):
        where = _where(cells)
        if where is None or not where.board:
            evening.warn(place, "no section, table, round or board; left out")
            continue
        if cells.is_set("Erased"):
            continue
        evening.is_individual |= bool(cells.number("South") and cells.number("West"))
        result = BwsResult(
            cells.number("PairNS") or 0,
            cells.number("PairEW") or 0,
            cells.number("Declarer") or 0,
            cells.seat("NS/EW"),
            cells.text("Contract"),
            cells.text("Result"),
            cells.text("LeadCard"),
            cells.text("Remarks"),
            cells.at(),
        )
        before = evening.results.get(where)
        if before is not None:
            evening.warn(place, "keyed in again; the later one is taken", where.board)
            if before.at and result.at and result.at < before.at:
                continue
        evening.results[where] = result


def _hands(jet: JetFile, evening: BwsEvening) -> None:
    for place, cells in _rows(jet, "HandRecord", evening.file):
        section, board = cells.number("Section"), cells.number("Board")
        if section is None or not board:
            evening.warn(place, "no section or board; left out")
            continue
        try:
            evening.hands[section, board] = dealt({seat: _hand(cells, seat) for seat in SEATS})
        except MisdealtError as error:
            evening.warn(place, f"{error.discreet().message}; left out", board)
        except ValueError:
            # Its words would quote the hand.
            evening.warn(place, "a hand that is none; left out", board)


def _hand(cells: Cells, seat: Seat) -> list[Card]:
    found = []
    for name, suit in _SUITS:
        ranks = cells.text(f"{_SEAT_NAMES[seat]}{name}").upper().replace("10", "T").replace("-", "")
        found += [card(suit + rank) for rank in ranks if not rank.isspace()]
    return found


def _acts(
    jet: JetFile, evening: BwsEvening, table: str, column: str, found: dict[Where, dict[int, tuple[Seat, str]]]
) -> None:
    """Calls or cards by their counters; one that was erased takes its counter's away again."""
    for place, cells in _rows(jet, table, evening.file, most=MOST_OF_LISTS):
        where, counter, seat, text = _where(cells), cells.number("Counter"), cells.seat("Direction"), cells.text(column)
        if where is None or counter is None or seat is None or not text:
            evening.warn(place, f"no board, counter, seat or {column.lower()}; left out")
            continue
        acts = found.setdefault(where, {})
        if cells.is_set("Erased"):
            acts.pop(counter, None)
        else:
            acts[counter] = (seat, text[:_LONGEST_ACT])
