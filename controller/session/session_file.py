"""The session's file (docs/session.md): sections, movements, pairs, scoring, as TOML, or as the journal keeps it.

Every key is known; what cannot be used is a LogError that names file and key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from controller.model.errors import LogError
from controller.scoring import ButlerRules, Divide, Halves, Penalty, Scale, Score, plain, split, weighted
from controller.session.howell import howell
from controller.session.listed import listed
from controller.session.mitchell import Even, mitchell
from controller.session.movement import Movement, problems
from controller.session.plan import Section, SessionPlan
from controller.session.rules import METHODS, ScoringRules, vp_table
from controller.session.teams_match import teams_match

T = TypeVar("T")
_TOP = ("scoring", "rules", "sections", "penalties", "adjusted", "fouled")
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
    _known(given, _TOP, "", file)
    sections = tuple(_section(one, f"sections.{i}", file) for i, one in enumerate(_list(given, "sections", file)))
    if not sections:
        raise LogError("there is no section", file=file, field="sections")
    _check_tables(sections, file)
    return SessionPlan(
        sections,
        _rules(given, file),
        tuple(_penalty(one, f"penalties.{i}", file) for i, one in enumerate(_list(given, "penalties", file))),
        dict(_adjusted(one, f"adjusted.{i}", file) for i, one in enumerate(_list(given, "adjusted", file))),
        {key: group for i, one in enumerate(_list(given, "fouled", file)) for key, group in _fouled(one, i, file)},
    )


# -- sections -------------------------------------------------------------------------------------------------


def _section(given: Any, at: str, file: str) -> Section:
    _known(given, _SECTION, at, file)
    tables = _field(given, "tables", at, file, _texts)
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
    wrong = problems(movement, missing=missing, is_match=kind == "teams")
    if wrong:
        raise LogError(wrong[0], file=file, field=f"{at}.movement")
    names = _names(given.get("names", {}), f"{at}.names", file)
    teams = _texts(given.get("teams", []))
    return Section(str(given.get("name", "A")), tables, movement, missing, names, teams)


def _missing(given: Mapping[str, Any], kind: str, movement: Movement, at: str, file: str) -> frozenset[int]:
    missing = frozenset(_field(given, "missing", at, file, _numbers, ()))
    pairs = given.get("pairs")
    if kind == "howell" and isinstance(pairs, int) and pairs % 2:
        # The pair too many of an odd number.
        missing |= {pairs + 1}
    strangers = missing - set(movement.pairs)
    if strangers:
        raise LogError(f"there is no pair {min(strangers)}", file=file, field=f"{at}.missing")
    return missing


def _check_tables(sections: Sequence[Section], file: str) -> None:
    every = [table for section in sections for table in section.tables]
    twice = sorted({table for table in every if every.count(table) > 1})
    if twice:
        raise LogError(f"table {twice[0]!r} stands there twice", file=file, field="sections")


def _usual(given: Mapping[str, Any]) -> dict[str, Any]:
    return {k: _whole(given[k], k) for k in ("rounds", "boards_per_round", "first_board") if k in given}


def _mitchell(given: Mapping[str, Any], tables: int, _file: str) -> Movement:
    even = Even(given.get("even", Even.SKIP.value))
    return mitchell(tables, even=even, arrow_switch=_numbers(given.get("arrow_switch", [])), **_usual(given))


def _howell(given: Mapping[str, Any], tables: int, _file: str) -> Movement:
    return howell(_whole(given.get("pairs", 2 * tables), "pairs"), **_usual(given))


def _teams(given: Mapping[str, Any], tables: int, _file: str) -> Movement:
    if tables != 2:
        raise ValueError("a match is played at two tables, the open one first")
    more = {k: _whole(given[k], k) for k in ("first_board", "copies") if k in given}
    return teams_match(_whole(given.get("boards", 0), "boards"), **more)


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
        if not str(pair).isdigit() or not isinstance(players, list):
            raise LogError(f"{pair!r} = {players!r} is no pair with its players", file=file, field=at)
        found[int(pair)] = _texts(players)
    return found


# -- scoring --------------------------------------------------------------------------------------------------


def _rules(given: Mapping[str, Any], file: str) -> ScoringRules:
    rules = given.get("rules", {})
    _known(rules, _RULES, "rules", file)
    method = given.get("scoring", METHODS[0])
    if method not in METHODS:
        raise LogError(f"{method!r} is none of {', '.join(METHODS)}", file=file, field="scoring")

    def get(name: str, read: Callable[[Any], T], default: T) -> T:
        return _field(rules, name, "rules", file, read, default)

    usual = ScoringRules()
    return ScoringRules(
        method,
        get("scale", Scale, usual.scale),
        get("board_places", _natural, usual.board_places),
        get("divide", Divide, usual.divide),
        ButlerRules(
            get("extremes", _natural, usual.butler.extremes),
            get("rounded_to", _natural, usual.butler.rounded_to),
            get("halves", Halves, usual.butler.halves),
        ),
        get("tie_places", _natural, usual.tie_places),
        get("vp_table", vp_table, usual.vp_table),
        get("correction_min", _natural, usual.correction_min),
    )


def _penalty(given: Any, at: str, file: str) -> Penalty:
    _known(given, ("pair", "amount", "unit", "why"), at, file)
    unit = given.get("unit", "percent_of_top")
    if unit not in ("points", "percent_of_top", "percent"):
        raise LogError(f"{unit!r} is none of points, percent_of_top, percent", file=file, field=f"{at}.unit")
    pair = _field(given, "pair", at, file, str)
    return Penalty(pair, _field(given, "amount", at, file, _exact), unit, str(given.get("why", "")))


def _adjusted(given: Any, at: str, file: str) -> tuple[tuple[str, int], Score]:
    """`score` for both sides, or `ns` and `ew`; each a number, or a list of [score, weight]."""
    _known(given, ("table", "board", "score", "ns", "ew"), at, file)
    place = _field(given, "table", at, file, str), _field(given, "board", at, file, _natural)
    if "score" in given:
        return place, _field(
            given, "score", at, file, lambda one: plain(one) if _is_int(one) else weighted(_shares(one))
        )
    sides = [_field(given, side, at, file, _shares) for side in ("ns", "ew")]
    return place, _field({"it": sides}, "it", at, file, lambda both: split(both[0], both[1]))


def _fouled(given: Any, number: int, file: str) -> list[tuple[tuple[int, str], str]]:
    at = f"fouled.{number}"
    _known(given, ("board", "groups"), at, file)
    board = _field(given, "board", at, file, _natural)
    groups = _field(given, "groups", at, file, lambda lists: [_texts(tables) for tables in lists])
    return [((board, table), str(i)) for i, tables in enumerate(groups) for table in tables]


# -- values ---------------------------------------------------------------------------------------------------

_NEEDED = object()


def _field(
    given: Mapping[str, Any], name: str, at: str, file: str, read: Callable[[Any], T], default: Any = _NEEDED
) -> T:
    """A value of the file. LogError names its key, if it is missing or cannot be read."""
    field = f"{at}.{name}" if at else name
    if name not in given:
        if default is _NEEDED:
            raise LogError("is missing", file=file, field=field)
        return default  # type: ignore[no-any-return]
    try:
        return read(given[name])
    except (TypeError, ValueError, ArithmeticError) as error:
        raise LogError(str(error), file=file, field=field) from None


def _known(given: Any, names: Sequence[str], at: str, file: str) -> None:
    if not isinstance(given, Mapping):
        raise LogError("is no table of keys", file=file, field=at)
    unknown = [name for name in given if name not in names]
    if unknown:
        field = f"{at}.{unknown[0]}" if at else unknown[0]
        raise LogError(f"unknown key; known: {', '.join(names)}", file=file, field=field)


def _list(given: Mapping[str, Any], name: str, file: str) -> list[Any]:
    found = given.get(name, [])
    if not isinstance(found, list):
        raise LogError("is no list", file=file, field=name)
    return found


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _natural(value: Any) -> int:
    if not _is_int(value) or value < 0:
        raise ValueError(f"{value!r} is no number from 0")
    return int(value)


def _whole(value: Any, name: str) -> int:
    if not _is_int(value):
        raise ValueError(f"{name}: {value!r} is no whole number")
    return int(value)


def _exact(value: Any) -> Fraction:
    return Fraction(str(value))


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(_natural(one) for one in value)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{value!r} is no list of texts")
    return tuple(str(one) for one in value)


def _shares(value: Any) -> dict[int, Fraction]:
    if _is_int(value):
        return {int(value): Fraction(1)}
    return {int(score): Fraction(str(weight)) for score, weight in value}
