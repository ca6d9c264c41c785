"""Hand records: each board's four hands, honour points, makeable contracts and par, for a page or for paper.

Which boards may stand there is decided before: what comes in here is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from controller.adapters.double_dummy import Makeable
from controller.desk import shown
from controller.desk.result_parts import Sheets
from controller.desk.words import Words
from controller.model.board import HAND_SIZE, dealer_of, vulnerability_of
from controller.model.calls import Denomination
from controller.model.cards import Card
from controller.model.seats import SEATS, Seat

#: Work's count: what players mean by points.
_POINTS = {14: 4, 13: 3, 12: 2, 11: 1}
_ROWS = (Seat.N, Seat.S, Seat.E, Seat.W)
#: Reading order on a page; where each stands is the style's affair.
_READ = (Seat.N, Seat.W, Seat.E, Seat.S)


@dataclass(frozen=True, slots=True)
class DealView:
    """One board as it is printed."""

    board: int
    title: str
    dealer: str
    vulnerable: str
    hands: Mapping[Seat, frozenset[Card]]
    #: Of the hands that are known whole.
    points: Mapping[Seat, str]
    #: Tricks of each declarer in each denomination, with headings; nothing where it was not analysed.
    grid: Sequence[Sequence[str]]
    par: str
    remark: str = ""


def deals(sheets: Sheets) -> list[DealView]:
    """Every board of the sheets, by number."""
    return [_deal(board, hands, sheets) for board, hands in sorted(sheets.deals.items())]


def letters(words: Words) -> dict[Seat, str]:
    """The compass in the reader's language: N, or С."""
    return {seat: shown.seat(seat, words)[:1] for seat in SEATS}


def _deal(board: int, hands: Mapping[Seat, frozenset[Card]], sheets: Sheets) -> DealView:
    words, found = sheets.words, sheets.makeable.get(board)
    return DealView(
        board,
        words.text("results.board", {"board": board}),
        words.text("deals.dealer", {"seat": shown.seat(dealer_of(board), words)}),
        words.text(f"deals.vul.{vulnerability_of(board).value}"),
        hands,
        {
            seat: str(sum(_POINTS.get(card.rank, 0) for card in held))
            for seat, held in hands.items()
            if len(held) == HAND_SIZE
        },
        _grid(found, words) if found is not None else (),
        words.text("results.par", {"par": _par(found, words)}) if found is not None else "",
        words.text("deals.differs") if board in sheets.differ else "",
    )


def _grid(found: Makeable, words: Words) -> list[list[str]]:
    names = letters(words)
    head = ["", *(shown.denomination(d, words).text for d in Denomination)]
    return [head, *([names[seat], *(str(found.tricks[seat][d]) for d in Denomination)] for seat in _ROWS)]


def _par(found: Makeable, words: Words) -> str:
    """`4♠X N, S: -300`: contracts of one name with all who declare them."""
    by: dict[str, list[str]] = {}
    for contract in found.par_contracts:
        bid, _, seat = contract.partition(" by ")
        by.setdefault(bid, []).append(seat)
    names = letters(words)
    said = [
        f"{shown.contract_text(bid, words).text} {''.join(names[s] for s in SEATS if s.name in seats)}"
        for bid, seats in by.items()
    ]
    return f"{', '.join(said) or words.text('call.P')}: {found.par_ns}"


# -- on a page --------------------------------------------------------------------------------------------------------


def deal_html(deal: DealView, words: Words) -> Markup:
    """The board as a figure; without the style it reads as text from North on."""
    hands = Markup("").join(_hand_html(deal, seat, words) for seat in _READ)
    names = letters(words)
    compass = Markup("").join(Markup("<span>{}</span>").format(names[seat]) for seat in SEATS)
    return Markup(
        '<figure class="deal" aria-label="{title}"><figcaption class="deal__head"><b>{board}</b><br>{dealer}<br>{vul}'
        '</figcaption>{hands}<div class="deal__compass" aria-hidden="true">{compass}</div>{points}{foot}{grid}'
        "</figure>\n"
    ).format(
        title=deal.title,
        board=deal.board,
        dealer=deal.dealer,
        vul=deal.vulnerable,
        hands=hands,
        compass=compass,
        points=_points_html(deal, words),
        foot=Markup('<p class="deal__foot">{}</p>').format(Markup("<br>").join(_said(deal)))
        if any(_said(deal))
        else "",
        grid=_grid_html(deal, words),
    )


def _said(deal: DealView) -> list[str]:
    return [line for line in (deal.par, deal.remark) if line]


def _hand_html(deal: DealView, seat: Seat, words: Words) -> Markup:
    held = deal.hands.get(seat)
    lines = shown.hand_lines(held, (), words) if held is not None else []
    said = Markup("").join(
        Markup("<li>{} {}</li>").format(line.suit, " ".join(rank for rank, _ in line.ranks) or "–") for line in lines
    )
    return Markup('<div class="deal__hand deal__{}"><span class="deal__seat">{}</span><ul>{}</ul></div>').format(
        seat.name, shown.seat(seat, words), said or Markup("<li>{}</li>").format(words.text("hands.unknown"))
    )


def _points_html(deal: DealView, words: Words) -> Markup:
    if not deal.points:
        return Markup("")
    names = letters(words)
    said = Markup(" ").join(
        Markup("<span>{}&nbsp;{}</span>").format(names[seat], deal.points[seat])
        for seat in SEATS
        if seat in deal.points
    )
    return Markup('<p class="deal__points" title="{}">{}</p>').format(words.text("deals.points"), said)


def _grid_html(deal: DealView, words: Words) -> Markup:
    if not deal.grid:
        return Markup("")

    def row(cells: Sequence[str], tag: str) -> Markup:
        first = Markup('<th scope="{}">{}</th>').format("col" if tag == "th" else "row", cells[0])
        inner = Markup('<th scope="col">{}</th>') if tag == "th" else Markup("<td>{}</td>")
        return Markup("<tr>{}{}</tr>").format(first, Markup("").join(inner.format(cell) for cell in cells[1:]))

    def rows() -> Iterator[Markup]:
        for number, cells in enumerate(deal.grid):
            yield row(cells, "td" if number else "th")

    caption = words.text("results.makeable")
    return Markup('<table class="deal__grid" aria-label="{}">{}</table>').format(caption, Markup("").join(rows()))
