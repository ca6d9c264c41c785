"""The state of a session: travellers, rankings, matches, out of the results that are in. Made anew for each look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from controller.scoring import (
    Given,
    Line,
    MatchBoard,
    MatchScore,
    Penalty,
    Ranked,
    Total,
    board_a_match,
    imp_match,
    ranking,
    totals,
    wbf_vps,
)
from controller.session.plan import Section, SessionPlan
from controller.session.results import TableResult
from controller.session.rules import BAM, OF_PAIRS, ScoringRules

#: Names of the fields that are ranked: everybody, or each direction by itself.
OVERALL, NORTH_SOUTH, EAST_WEST = "", "NS", "EW"


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """A result with what both sides have for it."""

    result: TableResult
    given: Given


@dataclass(frozen=True, slots=True)
class Field:
    """A ranking."""

    name: str
    ranked: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two teams as far as it has been played."""

    section: str
    home: str
    away: str
    boards: tuple[MatchBoard, ...]
    score: MatchScore
    #: Victory points of home and away; None for board-a-match and before the first board.
    vps: tuple[Decimal, Decimal] | None
    #: What penalties took off each: of the score before the victory points, and of these.
    penalties: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    vp_penalties: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))

    @property
    def net(self) -> tuple[Fraction, Fraction]:
        """Home's and away's score after penalties."""
        return self.score.home - self.penalties[0], self.score.away - self.penalties[1]


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything that follows from the results."""

    rules: ScoringRules
    fields: tuple[Field, ...] = ()
    #: Board -> its results, the best for North-South first.
    travellers: Mapping[int, tuple[TravellerLine, ...]] = field(default_factory=dict, hash=False)
    matches: tuple[Match, ...] = ()
    #: Results that count for nobody, for it is not known who sat there.
    nobody: tuple[TableResult, ...] = ()

    @property
    def totals(self) -> dict[str, Total]:
        """Every contestant's sum."""
        return {r.total.contestant: r.total for one in self.fields for r in one.ranked}

    def place_of(self, contestant: str) -> Ranked | None:
        """A contestant's line in his ranking."""
        return next((r for one in self.fields for r in one.ranked if r.total.contestant == contestant), None)


def standings(
    results: Iterable[TableResult],
    plan: SessionPlan | None = None,
    *,
    rules: ScoringRules | None = None,
    laws: str = "2017",
) -> Standings:
    """Where everybody stands. Without a plan whoever has a result is ranked, by direction if nobody changed his."""
    # A board that was taken up again at a table counts as it was played last.
    of_table = {(r.table, r.board, r.ns, r.ew): with_adjusted(r, plan) for r in results}
    every = list(of_table.values())
    counted = [r for r in every if r.ns is not None and r.ew is not None]
    rules = rules or (plan.rules if plan else ScoringRules())
    given = _travellers(counted, plan, rules)
    nobody = tuple(r for r in every if r.ns is None or r.ew is None)
    matches = _matches(plan, every, rules) if plan is not None and rules.method not in OF_PAIRS else ()
    return Standings(rules, _fields(given, plan, rules, laws), given, matches, nobody)


def with_adjusted(result: TableResult, plan: SessionPlan | None) -> TableResult:
    """The result as it counts: with the score that the session's file gives it, where it gives one."""
    place = (result.table, result.board)
    if plan is None or place not in plan.adjusted:
        return result
    return replace(result, score=plan.adjusted[place], is_adjusted=True)


def _travellers(
    results: Sequence[TableResult], plan: SessionPlan | None, rules: ScoringRules
) -> dict[int, tuple[TravellerLine, ...]]:
    by_board: defaultdict[int, list[TableResult]] = defaultdict(list)
    for result in results:
        by_board[result.board].append(result)
    # Without a plan the board that was played most often says how often they should have been.
    most = max((len(of_board) for of_board in by_board.values()), default=0)
    found: dict[int, tuple[TravellerLine, ...]] = {}
    for board in sorted(by_board):
        expected = len(plan.of_board(board)) if plan is not None else most
        lines = [_line(result, plan) for result in by_board[board]]
        given = rules.score_board(lines, expected)
        pairs = [TravellerLine(r, g) for r, g in zip(by_board[board], given, strict=True)]
        found[board] = tuple(sorted(pairs, key=_best_first))
    return found


def _line(result: TableResult, plan: SessionPlan | None) -> Line:
    assert result.ns is not None
    assert result.ew is not None
    group = plan.groups.get((result.board, result.table), "") if plan is not None else ""
    return Line(result.board, result.ns, result.ew, result.score, group, result.table)


def _best_first(line: TravellerLine) -> tuple[bool, Fraction, int, str]:
    ns = line.given.ns
    return ns is None, -(ns or Fraction(0)), -(line.result.score_ns or 0), line.result.table


def _fields(
    travellers: Mapping[int, Sequence[TravellerLine]], plan: SessionPlan | None, rules: ScoringRules, laws: str
) -> tuple[Field, ...]:
    if rules.method not in OF_PAIRS:
        return ()
    given = [line.given for lines in travellers.values() for line in lines]
    penalties = plan.penalties if plan is not None else ()
    everybody = list(plan.pair_ids()) if plan is not None else []
    found = totals(given, penalties=penalties, laws=laws, contestants=everybody)
    members = _members(given, plan)
    fields = []
    for name, who in members.items():
        ranked = ranking((found[c] for c in found if c in who), places=rules.tie_places)
        fields.append(Field(name, tuple(ranked)))
    return tuple(one for one in fields if one.ranked)


def _members(given: Sequence[Given], plan: SessionPlan | None) -> dict[str, set[str]]:
    """Who is ranked in which field."""
    if plan is None:
        north_south, east_west = {g.line.ns for g in given}, {g.line.ew for g in given}
        if north_south & east_west:
            return {OVERALL: north_south | east_west}
        return {NORTH_SOUTH: north_south, EAST_WEST: east_west}
    found: dict[str, set[str]] = {OVERALL: set(), NORTH_SOUTH: set(), EAST_WEST: set()}
    for section in plan.sections:
        for sitting in section.movement.sittings:
            two = section.movement.two_winners
            found[NORTH_SOUTH if two else OVERALL].add(str(plan.pair_id(section, sitting.ns)))
            found[EAST_WEST if two else OVERALL].add(str(plan.pair_id(section, sitting.ew)))
    # A pair that the plan does not know (a guest who was seated) has played all the same.
    known = set[str]().union(*found.values())
    strangers = {side for g in given for side in (g.line.ns, g.line.ew)} - known
    for g in given:
        for side, name in ((g.line.ns, NORTH_SOUTH), (g.line.ew, EAST_WEST)):
            if side in strangers:
                found[OVERALL if found[OVERALL] else name].add(side)
    return found


# -- teams ----------------------------------------------------------------------------------------------------


def _matches(plan: SessionPlan, results: Sequence[TableResult], rules: ScoringRules) -> tuple[Match, ...]:
    return tuple(
        _match(section, results, rules, plan.penalties) for section in plan.sections if len(section.tables) == 2
    )


def _match(
    section: Section, results: Sequence[TableResult], rules: ScoringRules, penalties: Sequence[Penalty]
) -> Match:
    at = [{r.board: r.score for r in results if r.table == table} for table in section.tables]
    numbers = [n for n in section.movement.boards if n in at[0] and n in at[1]]
    boards = tuple(MatchBoard(n, at[0][n], at[1][n]) for n in numbers)
    home, away = section.teams if len(section.teams) == 2 else ("home", "away")
    points = _off(penalties, "points", home), _off(penalties, "points", away)
    if rules.method == BAM:
        return Match(section.name, home, away, boards, board_a_match(boards), None, points)
    of_vps = _off(penalties, "vps", home), _off(penalties, "vps", away)
    match = Match(section.name, home, away, boards, imp_match(boards), None, points, of_vps)
    if not match.score.boards:
        return match
    # Adjusted scores and penalties give each team a margin, and victory points, of its own: nobody gains by the
    # other's penalty.
    length = len(section.movement.boards)
    own, theirs = (wbf_vps(margin, length, table=rules.vp_table)[0] for margin in match.net)
    return replace(match, vps=(_less(own, of_vps[0]), _less(theirs, of_vps[1])))


def _off(penalties: Sequence[Penalty], unit: str, team: str) -> Fraction:
    return sum((p.amount for p in penalties if p.unit == unit and p.contestant == team), Fraction(0))


def _less(vps: Decimal, penalty: Fraction) -> Decimal:
    return vps - Decimal(penalty.numerator) / Decimal(penalty.denominator)
