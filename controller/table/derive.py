"""In which order the acts of a board count: late rulings in their place, corrections, struck-out acts, simultaneity.

The log only grows; this is where its entries become the sequence that the Laws are asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from controller.model.events import BoardTaken, CallMade, CardPlayed, Correction, Ruling, TableEvent
from controller.table.acts import apply
from controller.table.game import Game
from controller.table.rulings import finding_of


class Entry(NamedTuple):
    """An event and its number."""

    n: str
    event: TableEvent


def act_of(finding_id: str) -> str:
    """The number of the act in a finding's id `kind@n:seat`."""
    return finding_id.partition("@")[2].rpartition(":")[0]


def order_of(entries: Iterable[Entry], rulings_on: Mapping[str, str]) -> list[Entry]:
    """The entries as they count. `rulings_on`: which finding each ruling was given on (number -> finding id)."""
    counted: list[Entry] = []
    struck: set[str] = set()
    for entry in entries:
        event = entry.event
        if isinstance(event, Correction):
            _correct(counted, entry.n, event)
        elif isinstance(event, Ruling):
            if event.choice == "dismiss" and _strikes(counted, act_of(rulings_on.get(entry.n, event.on))):
                struck.add(act_of(rulings_on.get(entry.n, event.on)))
            else:
                _place(counted, entry, event)
        else:
            counted.append(entry)
    return [e for e in counted if e.n not in struck and not _is_on_struck(e, rulings_on, struck)]


def _is_on_struck(entry: Entry, rulings_on: Mapping[str, str], struck: set[str]) -> bool:
    """Was the ruling given on an act that has been struck out since? Then it has nothing to say any more."""
    return isinstance(entry.event, Ruling) and act_of(rulings_on.get(entry.n, "")) in struck


def _strikes(counted: list[Entry], n: str) -> bool:
    """Is the act there to be struck out? A board that was taken up stays: only the finding about it is dismissed."""
    at = _index(counted, n)
    return at is not None and not isinstance(counted[at].event, BoardTaken)


def _place(counted: list[Entry], entry: Entry, ruling: Ruling) -> None:
    """A ruling counts where it was given: in place of the one it revises, or after the event it names."""
    if ruling.revises is not None:
        for index, earlier in enumerate(counted):
            if earlier.n == str(ruling.revises):
                counted[index] = entry
                return
    if ruling.after is not None:
        at = _index(counted, str(ruling.after))
        if at is not None:
            at += 1
            while at < len(counted) and _is_late_to(counted[at], ruling.after):
                at += 1
            counted.insert(at, entry)
            return
    counted.append(entry)


def _is_late_to(entry: Entry, after: int) -> bool:
    return isinstance(entry.event, Ruling) and entry.event.after == after


def _index(counted: list[Entry], n: str) -> int | None:
    return next((i for i, entry in enumerate(counted) if entry.n == n), None)


def _correct(counted: list[Entry], n: str, correction: Correction) -> None:
    """The correction's events stand in place of the first one replaced, or before the event named."""
    replaced = {str(number) for number in correction.replaces}
    places = [i for i, entry in enumerate(counted) if entry.n in replaced]
    if correction.before is not None and (before := _index(counted, str(correction.before))) is not None:
        at = before - sum(1 for i in places if i < before)
    else:
        at = places[0] if places else len(counted)
    counted[:] = [entry for entry in counted if entry.n not in replaced]
    new = [
        Entry(str(r.same_as) if r.same_as is not None else f"{n}.{i}", r.event) for i, r in enumerate(correction.events)
    ]
    counted[at:at] = new


def are_simultaneous(first: TableEvent | None, second: TableEvent) -> bool:
    """Calls or cards of two seats at one and the same stated time (Laws 33, 58A)."""
    if first is None or first.t is None or first.t != second.t:
        return False
    if isinstance(first, CallMade) and isinstance(second, CallMade):
        return first.seat is not second.seat
    if isinstance(first, CardPlayed) and isinstance(second, CardPlayed):
        return first.seat is not second.seat
    return False


def is_wrong_order(game: Game, first: TableEvent | None, second: TableEvent) -> bool:
    """Of two simultaneous acts, does the one in turn stand second? Then it counts first."""
    if not are_simultaneous(first, second) or game.waiting or game.pending:
        return False
    assert isinstance(first, CallMade | CardPlayed)
    assert isinstance(second, CallMade | CardPlayed)
    return first.seat is not game.turn and second.seat is game.turn


def derive(base: Game, entries: Iterable[Entry], rulings_on: dict[str, str]) -> Game:
    """The board anew from where it began. `rulings_on` is filled with the findings that rulings turn out to be on."""
    counted = order_of(entries, rulings_on)
    game = base.copy()
    index = 0
    while index < len(counted):
        entry = counted[index]
        following = counted[index + 1] if index + 1 < len(counted) else None
        if following is not None and is_wrong_order(game, entry.event, following.event):
            _apply_one(game, following, rulings_on)
            game.is_simultaneous = True
            _apply_one(game, entry, rulings_on)
            index += 2
        else:
            before = counted[index - 1].event if index else None
            game.is_simultaneous = are_simultaneous(before, entry.event)
            _apply_one(game, entry, rulings_on)
            index += 1
        game.is_simultaneous = False
    return game


def _apply_one(game: Game, entry: Entry, rulings_on: dict[str, str]) -> None:
    event = entry.event
    if isinstance(event, Ruling):
        event = settled_ruling(game, entry.n, event, rulings_on)
    apply(game, entry.n, event)


def settled_ruling(game: Game, n: str, ruling: Ruling, rulings_on: dict[str, str]) -> Ruling:
    """The ruling on the very finding it was first given on: later derivations must not take another of its kind.

    Where that one is gone, a ruling written with a kind instead of an id is on the finding of that kind there is.
    """
    settled = rulings_on.get(n)
    if settled is not None and (settled in game.findings or "@" in ruling.on):
        return _on(ruling, settled)
    found = finding_of(game, ruling.on)
    if found is not None:
        rulings_on[n] = found.id
        return _on(ruling, found.id)
    return ruling


def _on(ruling: Ruling, finding_id: str) -> Ruling:
    return ruling if ruling.on == finding_id else replace(ruling, on=finding_id)
