"""The session that a scoring program gave to a Bridgemate Data Connector: movements, players and where they sit.

Objects as they stand on the wire (`SectionDTO`, `ParticipationDTO`, `PlayerDataDTO` of the vendor's client).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from controller.model.errors import LogError
from controller.session.imports.imported import Imported, ImportedSection, Note, numbered
from controller.session.movement import Sitting

_SEATS = {1: "N", 2: "E", 3: "S", 4: "W"}
_INDIVIDUAL = 20
_MOST_BOARDS = 99


def from_connector(
    sections: Sequence[Mapping[str, Any]],
    participations: Iterable[Mapping[str, Any]] = (),
    players: Iterable[Mapping[str, Any]] = (),
) -> Imported:
    """The session. LogError for an individual, or where no section has a round with two pairs and boards."""
    notes: list[Note] = []
    names = {str(p.get("PlayerNumber")): _name(p) for p in players if p.get("PlayerNumber")}
    seated = [p for p in participations if not p.get("IsRemoval")]
    several = len(sections) > 1
    found = [one for one in (_section(s, seated, names, notes, several=several) for s in sections) if one is not None]
    if not found:
        raise LogError("the Data Connector has no section with a round in it")
    if any(_number(p, "RoundNumber") > 1 for p in seated):
        notes.append(Note("import.changed_players", {"n": sum(_number(p, "RoundNumber") > 1 for p in seated)}))
    notes.append(Note("import.scoring_unknown"))
    return Imported(tuple(found), None, tuple(notes))


def _number(given: Mapping[str, Any], name: str) -> int:
    value = given.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10_000 else 0


def _name(given: Mapping[str, Any]) -> str:
    parts = (given.get("FirstName"), given.get("LastName"))
    return " ".join(part.strip() for part in parts if isinstance(part, str) and part.strip())


def _section(
    given: Mapping[str, Any],
    participations: Sequence[Mapping[str, Any]],
    names: Mapping[str, str],
    notes: list[Note],
    *,
    several: bool,
) -> ImportedSection | None:
    letters = str(given.get("Letters") or "A")
    if _number(given, "GameType") == _INDIVIDUAL:
        raise LogError("an individual: partners change, and a session's file knows pairs", place=f"section {letters}")
    if given.get("IsCombiSection"):
        notes.append(Note("import.combined", {"section": letters}))
        return None
    rounds = [(_number(r, "TableNumber"), r) for t in _list(given, "Tables") for r in _list(t, "Rounds")]
    played = [(table, r) for table, r in rounds if _number(r, "PairNS") > 0 and _number(r, "PairEW") > 0 and _boards(r)]
    out = sum(1 for _, r in rounds if bool(_number(r, "PairNS")) is not bool(_number(r, "PairEW")))
    if out:
        notes.append(Note("import.sit_outs", {"section": letters, "n": out}))
    if not played:
        return None
    shift = _shift(given, [r for _, r in played])
    if shift:
        notes.append(Note("import.counted_on", {"section": letters, "n": shift}))
    sittings = [
        Sitting(_number(r, "RoundNumber"), table, _number(r, "PairNS"), _number(r, "PairEW") + shift, _boards(r))
        for table, r in played
    ]
    missing = _missing(given, sittings, shift, letters, notes)
    tables = tuple(f"{letters}{t}" if several else str(t) for t in sorted({s.table for s in sittings}))
    known = _players(letters, sittings, participations, names)
    return ImportedSection(letters, tables, numbered(sittings), missing, known)


def _list(given: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = given.get(name)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _boards(given: Mapping[str, Any]) -> tuple[int, ...]:
    low, high = _number(given, "LowBoardNumber"), _number(given, "HighBoardNumber")
    return tuple(range(low, high + 1)) if 0 < low <= high < low + _MOST_BOARDS else ()


def _shift(given: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]) -> int:
    ns, ew = {_number(r, "PairNS") for r in rounds}, {_number(r, "PairEW") for r in rounds}
    return max(ns) if _number(given, "Winners") == 2 and ns & ew else 0


def _missing(
    given: Mapping[str, Any], sittings: Sequence[Sitting], shift: int, letters: str, notes: list[Note]
) -> tuple[int, ...]:
    """The pair that is not there; with two winners a negative number is an East-West pair."""
    number = _number(given, "MissingPair")
    if not number:
        return ()
    pair = -number + shift if number < 0 else number
    if pair not in {p for s in sittings for p in s.pairs}:
        notes.append(Note("import.missing_unknown", {"section": letters, "pair": number}))
        return ()
    return (pair,)


def _players(
    letters: str,
    sittings: Sequence[Sitting],
    participations: Sequence[Mapping[str, Any]],
    names: Mapping[str, str],
) -> dict[int, list[str]]:
    """Players by pair: where they sit in the first round tells who they are. North and East before their partners."""
    first = {s.table: s for s in sittings if s.round == 1}
    found: dict[int, list[str]] = {}
    here = [p for p in participations if p.get("SectionLetters") == letters and _number(p, "RoundNumber") <= 1]
    for given in sorted(here, key=lambda p: _number(p, "Direction")):
        sitting, seat = first.get(_number(given, "TableNumber")), _SEATS.get(_number(given, "Direction"))
        name = names.get(str(given.get("PlayerNumber")), "") or _name(given)
        if sitting is not None and seat is not None and name:
            found.setdefault(sitting.ns if seat in "NS" else sitting.ew, []).append(name)
    return found
