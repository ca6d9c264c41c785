"""An evening as somebody fills it in on a form: checked, and turned into the text of a session's file. Pure.

What a form cannot say (uneven rules, fouled boards) is written into the file by hand (docs/session.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.errors import LogError
from controller.session.session_file import read_session

#: What may be chosen on the form; the first is where a new club begins.
MOVEMENTS = ("mitchell", "howell", "teams", "listed", "none")
_NAME = re.compile(r"[a-z0-9_-]{1,64}")
_BETWEEN = re.compile(r"\s+[–—-]\s+|\s*[,;/&+]\s*")


@dataclass(frozen=True, slots=True)
class Draft:
    """What the form holds."""

    session: str
    laws: str = "2017"
    base: str = "club"
    opening_lead: str = "face_down"
    #: Tables in use, in the movement's order.
    tables: tuple[str, ...] = ()
    movement: str = "mitchell"
    scoring: str = "matchpoints"
    #: As typed: numbers where a number is meant, empty where the movement decides.
    rounds: str = ""
    boards_per_round: str = "2"
    first_board: str = "1"
    even: str = "skip"
    arrow_switch: str = ""
    missing: str = ""
    #: A line a pair: `7 Ann – Sue`.
    names: str = ""
    #: How long a round lasts; 0: no clock.
    round_min: str = "0"
    #: For a movement that is listed.
    rounds_csv: str = ""
    #: For a match: home and away.
    teams: tuple[str, str] = ("", "")
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)


def plan_given(draft: Draft) -> dict[str, Any]:
    """The session's file as its content; empty where no movement is wanted. LogError names the field of the form."""
    if not _NAME.fullmatch(draft.session):
        raise LogError("1 to 64 of a-z, 0-9, _ and -", field="session")
    if not draft.tables:
        raise LogError("no table is in use", field="tables")
    if draft.movement == "none":
        return {}
    if draft.movement not in MOVEMENTS:
        raise LogError(f"{draft.movement!r} is not one of {', '.join(MOVEMENTS)}", field="movement")
    section: dict[str, Any] = {"tables": list(draft.tables), "movement": draft.movement}
    section |= _figures(draft)
    names = _names(draft.names)
    if names:
        section["names"] = names
    minutes = _number(draft.round_min or "0", "round_min")
    clock = {"clock": {"round_min": minutes}} if minutes else {}
    return {"scoring": draft.scoring, **draft.more, **clock, "sections": [section]}


def _figures(draft: Draft) -> dict[str, Any]:
    """What each movement asks for."""
    if draft.movement == "listed":
        return {"rounds_csv": draft.rounds_csv.replace("\r\n", "\n")}
    if draft.movement == "teams":
        boards = _number(draft.boards_per_round, "boards_per_round")
        return {"boards": boards, "teams": [name.strip() or "?" for name in draft.teams]} | _first(draft)
    found: dict[str, Any] = {"boards_per_round": _number(draft.boards_per_round, "boards_per_round")} | _first(draft)
    if draft.rounds.strip():
        found["rounds"] = _number(draft.rounds, "rounds")
    if draft.movement == "mitchell":
        found["even"] = draft.even
        if draft.arrow_switch.strip():
            found["arrow_switch"] = _numbers(draft.arrow_switch, "arrow_switch")
    if draft.missing.strip():
        found["missing"] = _numbers(draft.missing, "missing")
    return found


def _first(draft: Draft) -> dict[str, Any]:
    return {"first_board": _number(draft.first_board, "first_board")}


def _number(text: str, name: str) -> int:
    if not re.fullmatch(r"\s*[0-9]{1,4}\s*", text):
        raise LogError(f"{text[:20]!r} is no number", field=name)
    return int(text)


def _numbers(text: str, name: str) -> list[int]:
    return [_number(part, name) for part in re.split(r"[\s,;]+", text.strip())]


def _names(text: str) -> dict[str, list[str]]:
    """`7 Ann – Sue` a line: the pair's number, then its players."""
    found: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        pair, _, players = line.strip().partition(" ")
        if not re.fullmatch(r"[0-9]{1,4}[.:)]?", pair) or not players.strip():
            raise LogError(f"line {number}: a pair's number and its players, such as 7 Ann – Sue", field="names")
        found[str(int(pair.rstrip(".:)")))] = [name for name in _BETWEEN.split(players.strip()) if name]
    return found


def names_text(names: Mapping[str, Any]) -> str:
    """Names by pair as the form shows them."""
    return "\n".join(f"{pair} {' – '.join(map(str, players))}" for pair, players in names.items())


def draft_of(session: str, given: Mapping[str, Any], tables: tuple[str, ...], **more: str) -> Draft:
    """The form filled with what the last evening's files say; a second section has no place on it."""
    sections = given.get("sections") or [{}]
    first = sections[0]
    teams = [*map(str, first.get("teams", ())), "", ""]
    kept = {key: value for key, value in given.items() if key in ("rules", "opening")}
    return Draft(
        session=session,
        tables=tuple(map(str, first.get("tables", tables))),
        movement=str(first.get("movement", "none")),
        scoring=str(given.get("scoring", "matchpoints")),
        rounds=str(first.get("rounds", "")),
        boards_per_round=str(first.get("boards_per_round", first.get("boards", "2"))),
        first_board=str(first.get("first_board", "1")),
        even=str(first.get("even", "skip")),
        arrow_switch=" ".join(map(str, first.get("arrow_switch", ()))),
        missing=" ".join(map(str, first.get("missing", ()))),
        names=names_text(first.get("names", {})),
        round_min=str(given.get("clock", {}).get("round_min", 0)),
        rounds_csv=str(first.get("rounds_csv", "")),
        teams=(teams[0], teams[1]),
        more=kept,
        **more,
    )


def check_plan(text: str) -> None:
    """Can that text be a session's file? LogError with the reason."""
    read_session(text)
