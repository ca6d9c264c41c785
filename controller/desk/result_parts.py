"""Rankings, travellers, score sheets and hands as tables of texts, for whatever form they are given in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from controller.adapters.double_dummy import Makeable
from controller.desk import results_view as view
from controller.desk import shown
from controller.desk.results_view import TravellerRow
from controller.desk.words import Words
from controller.model.calls import Denomination
from controller.model.cards import SUITS, Card, Suit, in_order
from controller.model.seats import SEATS, Seat
from controller.scoring import Change
from controller.session.plan import SessionPlan
from controller.session.standings import Standings

PARTS = ("ranking", "boards", "hands", "sheets", "trail")
_AFTER_NUMBERS = 1 << 30


@dataclass(frozen=True, slots=True)
class Sheets:
    """What is to be shown or printed."""

    standings: Standings
    plan: SessionPlan | None
    words: Words
    trail: Sequence[Change] = ()
    #: Board -> its hands, as far as they are known and open.
    deals: Mapping[int, Mapping[Seat, frozenset[Card]]] = field(default_factory=dict)
    #: Board -> what it is worth with all cards open; analysis, and no result of anybody.
    makeable: Mapping[int, Makeable] = field(default_factory=dict)
    #: Boards whose hands were not the same at every table.
    differ: frozenset[int] = frozenset()
    #: Whose score sheet alone is wanted; empty: everybody's.
    pair: str = ""


class Part(NamedTuple):
    """A table with its heading."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


def parts(sheets: Sheets, wanted: Sequence[str]) -> Iterator[Part]:
    """The wanted parts, in the order in which they are always given."""
    for name in PARTS:
        if name in wanted:
            yield from _MADE[name](sheets)


def _heads(words: Words, *keys: str) -> list[str]:
    return [words.text(key) for key in keys]


def _ranking(sheets: Sheets) -> Iterator[Part]:
    found, words = sheets.standings, sheets.words
    names = ("place", "pair", "names", "played", "points", "percent", "penalty")
    for part in view.rankings(found, words, sheets.plan):
        rows = [(r.place, r.pair, r.names, str(r.boards), r.points, r.percent, r.penalty) for r in part.rows]
        # Columns that say nothing are left out: no names, no percentages at IMPs, no penalties.
        kept = [i for i in range(len(names)) if i in (0, 1, 3, 4) or any(row[i] for row in rows)]
        head = _heads(words, *(f"results.{names[i]}" for i in kept))
        yield Part(part.title, head, [[row[i] for i in kept] for row in rows])
    matches = view.matches(found)
    if matches:
        head = _heads(words, "results.home", "results.away", "results.played", "results.points", "results.vps")
        yield Part(
            words.text("results.match"),
            head,
            [
                (m.home, m.away, str(m.boards), f"{m.home_points} : {m.away_points}", f"{m.home_vps} : {m.away_vps}")
                for m in matches
            ],
        )


def _line(row: TravellerRow) -> list[str]:
    lead = row.lead.text if row.lead else ""
    score = row.other or row.score
    return [row.contract.text, row.declarer, lead, row.tricks, ", ".join([score, *row.notes])]


_LINE = ("boards.contract", "results.by", "results.lead", "boards.tricks", "boards.score")


def _boards(sheets: Sheets) -> Iterator[Part]:
    found, words = sheets.standings, sheets.words
    head = _heads(words, "boards.table", "results.ns", "results.ew", *_LINE, "results.points_ns", "results.points_ew")
    for board in found.travellers:
        rows = [
            [row.table, row.ns, row.ew, *_line(row), row.points_ns, row.points_ew]
            for row in view.traveller(found, board, words)
        ]
        yield Part(words.text("results.board", {"board": board}), head, rows)


def _hands(sheets: Sheets) -> Iterator[Part]:
    words = sheets.words
    for board, hands in sorted(sheets.deals.items()):
        found = sheets.makeable.get(board)
        head = ["", *(shown.suit(suit, words).text for suit in SUITS)]
        title = words.text("results.board", {"board": board})
        if found is not None:
            # Tricks of each declarer, denomination by denomination.
            head += [f"{shown.denomination(d, words).text}=" for d in Denomination]
            par = f"{', '.join(found.par_contracts)}: {found.par_ns}"
            title += f" · {words.text('results.makeable')} · {words.text('results.par', {'par': par})}"
        rows = []
        for seat in SEATS:
            held = hands.get(seat, frozenset())
            row = [shown.seat(seat, words), *(_ranks(held, suit, words) for suit in SUITS)]
            rows.append(row if found is None else [*row, *(str(found.tricks[seat][d]) for d in Denomination)])
        yield Part(title, head, rows)


def _ranks(hand: frozenset[Card], suit: Suit, words: Words) -> str:
    return " ".join(shown.rank(card, words) for card in in_order(hand) if card.suit is suit) or "–"


def _sheets(sheets: Sheets) -> Iterator[Part]:
    found, words = sheets.standings, sheets.words
    board = words.text("results.played")
    head = [board, *_heads(words, "results.side", "results.opponents", *_LINE, "results.points", "results.percent")]
    for pair in (sheets.pair,) if sheets.pair else sorted(found.totals, key=_natural):
        rows = [
            [str(one.board), one.side, one.opponents, *_line(one.line), one.points, one.percent]
            for one in view.sheet(found, pair, words)
        ]
        names = view.names_of(pair, sheets.plan)
        title = words.text("results.sheet", {"pair": pair})
        if rows:
            yield Part(f"{title}: {names}" if names else title, head, rows)


def _natural(pair: str) -> tuple[int, str]:
    """Numbers in their order, then names."""
    return (int(pair), "") if pair.isascii() and pair.isdigit() else (_AFTER_NUMBERS, pair)


def _trail(sheets: Sheets) -> Iterator[Part]:
    words = sheets.words
    rows = [[view.change_text(change, words)] for change in sheets.trail]
    if rows:
        yield Part(words.text("results.trail"), [""], rows)


_MADE: dict[str, Callable[[Sheets], Iterator[Part]]] = {
    "ranking": _ranking,
    "boards": _boards,
    "hands": _hands,
    "sheets": _sheets,
    "trail": _trail,
}
