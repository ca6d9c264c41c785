"""The session's file (docs/session.md): sections, movements, pairs, scoring, as TOML, or as the journal keeps it.

Every key is known; what cannot be used is a LogError that names file and key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from controller.model.errors import LogError
from controller.scoring import ButlerRules, Divide, Halves, Penalty, Scale, Score, plain, split, weighted
from controller.session.file_values import (
    exact,
    field_of,
    is_int,
    list_of,
    moment,
    natural,
    numbers,
    only_known,
    shares,
    texts,
    whole,
)
from controller.session.howell import howell
from controller.session.listed import listed
from controller.session.mitchell import Even, mitchell
from controller.session.movement import Movement, problems
from controller.session.opening import WHENS
from controller.session.plan import Section, SessionPlan
from controller.session.rules import IMPS, MATCHPOINTS, METHODS, OF_PAIRS, Opening, ScoringRules, vp_table
from controller.session.teams_match import teams_match

T = TypeVar("T")
_TOP = ("scoring", "rules", "sections", "penalties", "adjusted", "fouled", "opening", "clock")
_OPENING = ("when", "delay_min", "not_before")
_SECTION = (
    "name", "tables", "movement", "pairs", "rounds", "boards_per_round", "boards", "first_board", "even",
    "arrow_switch", "missing", "names", "teams", "copies", "rounds_csv",
)  # fmt: skip
_RULES = (
    "scale", "board_places", "divide", "extremes", "rounded_to", "halves", "tie_places", "vp_table", "correction_min",
)  # fmt: skip


def read_session(text: str, file: str = "") -> tuple[SessionPlan, dict[str, Any]]:
    """The plan of a session's file, and the file's content as the journal keeps it."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LogError(str(error), file=file) from None
    return plan_of(given, file), given


def plan_of(given: Mapping[str, Any], file: str = "") -> SessionPlan:
    """The plan that a session's file says, from its content."""
    only_known(given, _TOP, "", file)
    sections = tuple(_section(one, f"sections.{i}", file) for i, one in enumerate(list_of(given, "sections", file)))
    if not sections:
        raise LogError("there is no section", file=file, field="sections")
    _check_tables(sections, file)
    rules = _rules(given, file)
    plan = SessionPlan(
        sections,
        rules,
        tuple(
            _penalty(one, f"penalties.{i}", file, rules.method)
            for i, one in enumerate(list_of(given, "penalties", file))
        ),
        dict(_adjusted(one, f"adjusted.{i}", file) for i, one in enumerate(list_of(given, "adjusted", file))),
        {key: group for i, one in enumerate(list_of(given, "fouled", file)) for key, group in _fouled(one, i, file)},
        _opening(given.get("opening", {}), file),
        _round_min(given.get("clock", {}), file),
    )
    _check_names(plan, file)
    return plan


# -- sections -------------------------------------------------------------------------------------------------


def _section(given: Any, at: str, file: str) -> Section:
    only_known(given, _SECTION, at, file)
    tables = field_of(given, "tables", at, file, texts)
    kind = given.get("movement", "mitchell")
    if kind not in _MOVEMENTS:
        raise LogError(f"{kind!r} is none of {', '.join(_MOVEMENTS)}", file=file, field=f"{at}.movement")
    try:
        movement = _MOVEMENTS[kind](given, len(tables), file)
    except (TypeError, ValueError) as error:
        if isinstance(error, LogError):
            raise
        raise LogError(str(error), file=file, field=f"{at}.movement") from None
    if movement.tables > len(tables):
        raise LogError(
            f"the movement has {movement.tables} tables, named are {len(tables)}", file=file, field=f"{at}.tables"
        )
    missing = _missing(given, kind, movement, at, file)
    # Whoever lists a movement may let pairs meet again, as small fields do; the ones made here never do but in a match.
    wrong = problems(movement, missing=missing, is_match=kind in ("teams", "listed"))
    if wrong:
        raise LogError(wrong[0], file=file, field=f"{at}.movement")
    names = _names(given.get("names", {}), f"{at}.names", file)
    teams = texts(given.get("teams", []))
    return Section(str(given.get("name", "A")), tables, movement, missing, names, teams)


def _missing(given: Mapping[str, Any], kind: str, movement: Movement, at: str, file: str) -> frozenset[int]:
    missing = frozenset(field_of(given, "missing", at, file, numbers, ()))
    pairs = given.get("pairs")
    if kind == "howell" and isinstance(pairs, int) and pairs % 2:
        # The pair too many of an odd number.
        missing |= {pairs + 1}
    strangers = missing - set(movement.pairs)
    if strangers:
        raise LogError(f"there is no pair {min(strangers)}", file=file, field=f"{at}.missing")
    return missing


def _check_names(plan: SessionPlan, file: str) -> None:
    """A penalty or a score for somebody or a table that is not there would be lost without a word."""
    teams = {team for section in plan.sections for team in section.teams}
    known = set(plan.pair_ids()) if plan.rules.method in OF_PAIRS else teams | {"home", "away"}
    for i, penalty in enumerate(plan.penalties):
        if penalty.contestant not in known:
            raise LogError(f"{penalty.contestant!r} does not play", file=file, field=f"penalties.{i}")
    tables = {table for section in plan.sections for table in section.tables}
    places = [("adjusted", table) for table, _ in plan.adjusted] + [("fouled", table) for _, table in plan.groups]
    for part, table in places:
        if table not in tables:
            raise LogError(f"there is no table {table!r}", file=file, field=part)


def _check_tables(sections: Sequence[Section], file: str) -> None:
    every = [table for section in sections for table in section.tables]
    twice = sorted({table for table in every if every.count(table) > 1})
    if twice:
        raise LogError(f"table {twice[0]!r} stands there twice", file=file, field="sections")


def _usual(given: Mapping[str, Any]) -> dict[str, Any]:
    return {k: whole(given[k], k) for k in ("rounds", "boards_per_round", "first_board") if k in given}


def _mitchell(given: Mapping[str, Any], tables: int, _file: str) -> Movement:
    even = Even(given.get("even", Even.SKIP.value))
    return mitchell(tables, even=even, arrow_switch=numbers(given.get("arrow_switch", [])), **_usual(given))


def _howell(given: Mapping[str, Any], tables: int, _file: str) -> Movement:
    return howell(whole(given.get("pairs", 2 * tables), "pairs"), **_usual(given))


def _teams(given: Mapping[str, Any], tables: int, _file: str) -> Movement:
    if tables != 2:
        raise ValueError("a match is played at two tables, the open one first")
    more = {k: whole(given[k], k) for k in ("first_board", "copies") if k in given}
    return teams_match(whole(given.get("boards", 0), "boards"), **more)


def _listed(given: Mapping[str, Any], _tables: int, file: str) -> Movement:
    text = given.get("rounds_csv")
    if not isinstance(text, str):
        raise ValueError("rounds_csv is a text with a heading and a line for each round and table")
    return listed(text, file=file)


_MOVEMENTS: Mapping[str, Callable[[Mapping[str, Any], int, str], Movement]] = {
    "mitchell": _mitchell,
    "howell": _howell,
    "teams": _teams,
    "listed": _listed,
}


def _names(given: Any, at: str, file: str) -> dict[int, tuple[str, ...]]:
    if not isinstance(given, Mapping):
        raise LogError("names are lists of players by pair", file=file, field=at)
    found = {}
    for pair, players in given.items():
        if not re.fullmatch("[0-9]{1,4}", str(pair)) or not isinstance(players, list):
            raise LogError(f"{pair!r} = {players!r} is no pair with its players", file=file, field=at)
        found[int(pair)] = texts(players)
    return found


# -- scoring --------------------------------------------------------------------------------------------------


def _rules(given: Mapping[str, Any], file: str) -> ScoringRules:
    rules = given.get("rules", {})
    only_known(rules, _RULES, "rules", file)
    method = given.get("scoring", METHODS[0])
    if method not in METHODS:
        raise LogError(f"{method!r} is none of {', '.join(METHODS)}", file=file, field="scoring")

    def get(name: str, read: Callable[[Any], T], default: T) -> T:
        return field_of(rules, name, "rules", file, read, default)

    usual = ScoringRules()
    return ScoringRules(
        method,
        get("scale", Scale, usual.scale),
        get("board_places", natural, usual.board_places),
        get("divide", Divide, usual.divide),
        ButlerRules(
            get("extremes", natural, usual.butler.extremes),
            get("rounded_to", natural, usual.butler.rounded_to),
            get("halves", Halves, usual.butler.halves),
        ),
        get("tie_places", natural, usual.tie_places),
        get("vp_table", vp_table, usual.vp_table),
        get("correction_min", natural, usual.correction_min),
    )


#: Units of a penalty by method, the usual one first. Where there is no top nothing is a part of it.
_UNITS = {MATCHPOINTS: ("percent_of_top", "points", "percent"), IMPS: ("points", "vps")}


def _penalty(given: Any, at: str, file: str, method: str) -> Penalty:
    only_known(given, ("pair", "team", "amount", "unit", "why"), at, file)
    units = _UNITS.get(method, ("points",))
    unit = given.get("unit", units[0])
    if unit not in units:
        raise LogError(f"{unit!r} is none of {', '.join(units)} ({method})", file=file, field=f"{at}.unit")
    pair = field_of(given, "pair" if method in OF_PAIRS else "team", at, file, str)
    return Penalty(pair, field_of(given, "amount", at, file, exact), unit, str(given.get("why", "")))


def _adjusted(given: Any, at: str, file: str) -> tuple[tuple[str, int], Score]:
    """`score` for both sides, or `ns` and `ew`; each a number, or a list of [score, weight]."""
    only_known(given, ("table", "board", "score", "ns", "ew"), at, file)
    place = field_of(given, "table", at, file, str), field_of(given, "board", at, file, natural)
    if "score" in given:
        return place, field_of(
            given, "score", at, file, lambda one: plain(one) if is_int(one) else weighted(shares(one))
        )
    sides = [field_of(given, side, at, file, shares) for side in ("ns", "ew")]
    return place, field_of({"it": sides}, "it", at, file, lambda both: split(both[0], both[1]))


def _fouled(given: Any, number: int, file: str) -> list[tuple[tuple[int, str], str]]:
    at = f"fouled.{number}"
    only_known(given, ("board", "groups"), at, file)
    board = field_of(given, "board", at, file, natural)
    groups = field_of(given, "groups", at, file, lambda lists: [texts(tables) for tables in lists])
    return [((board, table), str(i)) for i, tables in enumerate(groups) for table in tables]


def _round_min(given: Any, file: str) -> int:
    only_known(given, ("round_min",), "clock", file)
    return field_of(given, "round_min", "clock", file, natural, 0)


def _opening(given: Any, file: str) -> Opening:
    only_known(given, _OPENING, "opening", file)
    usual = Opening()
    when = given.get("when", usual.when)
    if when not in WHENS:
        raise LogError(f"{when!r} is none of {', '.join(WHENS)}", file=file, field="opening.when")
    return Opening(
        when,
        field_of(given, "delay_min", "opening", file, natural, usual.delay_min),
        field_of(given, "not_before", "opening", file, moment, usual.not_before),
    )
