"""Rankings, travellers and score sheets as they are shown: on the desk's pages and by `smarttable score` alike.

What may be shown of them is decided before: only results that the viewer may see come in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from controller.desk import shown
from controller.desk.describe import said
from controller.desk.shown import Shown
from controller.desk.times import clock
from controller.desk.words import Words
from controller.scoring import Artificial, Change, Given, Ranked, Score, Scored
from controller.scoring.results import mean, to_places
from controller.session.plan import SessionPlan
from controller.session.results import TableResult
from controller.session.standings import Match, Standings, TravellerLine


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of a ranking."""

    #: `2=` where the place is shared.
    place: str
    pair: str
    names: str
    boards: int
    points: str
    #: Empty at IMPs.
    percent: str
    penalty: str


@dataclass(frozen=True, slots=True)
class RankingPart:
    """A ranking with its heading; the heading is empty where there is one winner."""

    title: str
    rows: Sequence[RankingRow]


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """One table's result on a board, and what each side has for it."""

    table: str
    ns: str
    ew: str
    contract: Shown
    declarer: str
    lead: Shown | None
    tricks: str
    score: str
    #: In place of tricks and score: an artificial score, a cancelled board.
    other: str
    points_ns: str
    points_ew: str
    #: Words such as "as keyed in" or "adjusted".
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One board of a pair's own sheet: from its side of the table."""

    board: int
    side: str
    opponents: str
    line: TravellerRow
    points: str
    percent: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match: what each team has."""

    home: str
    away: str
    boards: int
    home_points: str
    away_points: str
    home_vps: str
    away_vps: str


def number(value: Fraction | None, places: int = 2) -> str:
    """A figure with so many decimals, rounded once and from the exact value; nothing for None."""
    if value is None:
        return ""
    exact = to_places(value, places)
    return format(Decimal(exact.numerator) / Decimal(exact.denominator), f".{places}f")


def rankings(found: Standings, words: Words, plan: SessionPlan | None) -> list[RankingPart]:
    """Every ranking of the session."""
    return [
        RankingPart(
            words.text(f"results.field.{field.name}") if field.name else "",
            [_ranking_row(one, plan) for one in field.ranked],
        )
        for field in found.fields
    ]


def _ranking_row(one: Ranked, plan: SessionPlan | None) -> RankingRow:
    total = one.total
    return RankingRow(
        f"{one.place}{'=' if one.is_tied else ''}",
        total.contestant,
        names_of(total.contestant, plan),
        total.boards,
        number(total.net),
        number(total.percent),
        number(total.penalty) if total.penalty else "",
    )


def names_of(contestant: str, plan: SessionPlan | None) -> str:
    """Who that is."""
    return " – ".join(plan.names_of(contestant)) if plan is not None else ""


def matches(found: Standings) -> list[MatchRow]:
    """Every match of the session."""
    return [_match_row(one) for one in found.matches]


def _match_row(one: Match) -> MatchRow:
    home_vps, away_vps = (str(vps) for vps in one.vps) if one.vps else ("", "")
    home, away = (number(points) for points in one.net)
    return MatchRow(one.home, one.away, one.score.boards, home, away, home_vps, away_vps)


def traveller(found: Standings, board: int, words: Words) -> list[TravellerRow]:
    """A board's results, the best for North-South first."""
    if found.travellers.get(board):
        return [traveller_row(line, found, words) for line in found.travellers[board]]
    return []


def traveller_row(line: TravellerLine, found: Standings, words: Words) -> TravellerRow:
    """One of them."""
    result = line.result
    ns, ew = (_points(found, line.given, who) for who in (result.ns or "", result.ew or ""))
    plain = result.score_ns
    return TravellerRow(
        result.table,
        result.ns or "",
        result.ew or "",
        shown.contract_text(result.contract or None, words),
        shown.seat(result.declarer, words) if result.declarer else "",
        shown.card(result.lead, words) if result.lead else None,
        "" if result.tricks is None else str(result.tricks),
        "" if plain is None else str(plain),
        _other(result, words),
        number(ns),
        number(ew),
        _notes(result, words),
    )


def _points(found: Standings, given: Given, who: str) -> Fraction | None:
    """What a side has for a board, an artificial score by its own session."""
    ranked = found.place_of(who)
    if ranked is None:
        return given.of(who)
    return next((points for one, points in ranked.total.by_board if one.line == given.line), None)


def _other(result: TableResult, words: Words) -> str:
    if result.score is None:
        return words.text("table.result.cancelled")
    return "" if result.score_ns is not None else score_text(result.score, words)


def score_text(score: Scored | Artificial, words: Words) -> str:
    """A score in words: a number where there is just one."""
    if isinstance(score, Artificial):
        return words.text("table.result.artificial", {"ns": _percent(score.ns), "ew": _percent(score.ew)})
    if not score.is_split and len(score.ns) == 1:
        return str(score.ns[0].score)
    both = {"ns": number(mean(score.ns), 0), "ew": number(mean(score.ew), 0)}
    return words.text("results.split", both) if score.is_split else words.text("results.weighted", both)


def _percent(value: Fraction) -> str:
    """A whole percentage without decimals, another one with one."""
    return number(value, 0 if value.denominator == 1 else 1)


def _notes(result: TableResult, words: Words) -> list[str]:
    notes = [words.text("results.keyed")] if result.is_keyed else []
    return [*notes, words.text("results.adjusted")] if result.is_adjusted else notes


def sheet(found: Standings, contestant: str, words: Words) -> list[SheetRow]:
    """A pair's own sheet: its boards by number."""
    rows: list[SheetRow] = []
    for board, lines in found.travellers.items():
        for line in lines:
            if contestant not in (line.result.ns, line.result.ew):
                continue
            side, other = ("NS", line.result.ew) if contestant == line.result.ns else ("EW", line.result.ns)
            points = _points(found, line.given, contestant)
            top = line.given.top
            percent = points * 100 / top if points is not None and top else None
            row = traveller_row(line, found, words)
            rows.append(SheetRow(board, words.text(f"side.{side}"), other or "", row, number(points), number(percent)))
    return rows


def legend(found: Standings, words: Words) -> Shown:
    """How the session is scored, in words."""
    return said(words, f"results.method.{found.rules.method}")


def change_text(change: Change, words: Words) -> str:
    """What was put right in a result, in a line."""
    said = {
        "time": clock(change.at),
        "board": change.board,
        "table": change.table,
        "was": _changed(change.was, words),
        "now": _changed(change.now, words),
        "why": change.why or "–",
        "by": change.by or "–",
    }
    line = words.text("results.trail.line", said)
    return f"{line}, {words.text('results.trail.late')}" if change.is_late else line


def _changed(score: Score, words: Words) -> str:
    return words.text("results.no_score") if score is None else score_text(score, words)


# -- for programs -----------------------------------------------------------------------------------------------------


def ranked_json(one: Ranked) -> dict[str, Any]:
    """A line of a ranking."""
    total = one.total
    return {
        "place": one.place,
        "tied": one.is_tied,
        "pair": total.contestant,
        "boards": total.boards,
        "points": number(total.net, 4),
        "available": number(total.available, 4),
        "percent": number(total.percent, 4) or None,
        "penalty": number(total.penalty, 4),
    }


def match_json(one: Match) -> dict[str, Any]:
    """A match."""
    vps = [str(points) for points in one.vps] if one.vps else None
    scores = [number(points, 4) for points in one.net]
    penalties = [[number(p, 4), number(v, 4)] for p, v in zip(one.penalties, one.vp_penalties, strict=True)]
    found = {"teams": [one.home, one.away], "boards": one.score.boards, "scores": scores, "vps": vps}
    return found | {"penalties": penalties}


def traveller_json(board: int, lines: Sequence[TravellerLine]) -> dict[str, Any]:
    """A board's results; an artificial score's points hang on the session and stand in the ranking alone."""
    return {"board": board, "results": [_line_json(line) for line in lines]}


def _line_json(line: TravellerLine) -> dict[str, Any]:
    result, score = line.result, line.result.score
    artificial = {"NS": str(score.ns), "EW": str(score.ew)} if isinstance(score, Artificial) else None
    return {
        "table": result.table,
        "NS": result.ns,
        "EW": result.ew,
        "contract": result.contract or None,
        "declarer": result.declarer.value if result.declarer else None,
        "tricks": result.tricks,
        "score": result.score_ns,
        "artificial": artificial,
        "points": {"NS": number(line.given.ns, 4) or None, "EW": number(line.given.ew, 4) or None},
    }
