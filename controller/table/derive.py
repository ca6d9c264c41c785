"""In which order the acts of a board count: late rulings in their place, corrections, struck-out acts, simultaneity.

The log only grows; this is where its entries become the sequence that the Laws are asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from controller.model.events import BoardTaken, CallMade, CardPlayed, Correction, Ruling, TableEvent
from controller.model.irregularities import act_of
from controller.table.acts import apply
from controller.table.game import Game
from controller.table.rulings import finding_of
from controller.table.state_json import blocks_turn


class Entry(NamedTuple):
    """An event and its number."""

    n: str
    event: TableEvent


def order_of(entries: Iterable[Entry], rulings_on: Mapping[str, str]) -> list[Entry]:
    """The entries as they count. `rulings_on`: which finding each ruling was given on (number -> finding id)."""
    counted: list[Entry] = []
    for entry in entries:
        if isinstance(entry.event, Correction) and is_doubtful(counted, entry.event):
            counted.append(entry)
        elif isinstance(entry.event, Correction):
            _correct(counted, entry.n, entry.event)
        elif isinstance(entry.event, Ruling):
            _place(counted, entry, entry.event)
        else:
            counted.append(entry)
    dismissals = [e for e in counted if isinstance(e.event, Ruling) and e.event.choice == "dismiss"]
    struck = {_act_under(e, rulings_on): e for e in dismissals if _strikes(counted, e, rulings_on)}
    if not struck:
        return counted
    again = {n for act, dismissal in struck.items() for n in _told_again(counted, act, dismissal)}
    return [e for e in counted if e.n not in struck and e.n not in again and _act_under(e, rulings_on) not in struck]


def _told_again(counted: list[Entry], act: str, dismissal: Entry) -> Iterator[str]:
    """Reports of the same act after the first and before its dismissal: they are struck out with it."""
    at = _index(counted, act)
    assert at is not None
    first = counted[at].event
    if not isinstance(first, CallMade | CardPlayed):
        return
    for entry in counted[at + 1 :]:
        event = entry.event
        if entry is dismissal or (isinstance(event, CallMade | CardPlayed) and event.seat is not first.seat):
            return
        if replace(event, t=first.t, readings=first.readings) == first:
            yield entry.n


def is_doubtful(counted: Iterable[Entry], correction: Correction) -> bool:
    """Would a sensor change an event before the board's last ruling, or what a director has acknowledged?

    Then it is told, and the director decides.
    """
    if not correction.is_by_sensor:
        return False
    if correction.acknowledged is not None:
        return True
    touched = [*correction.replaces, *([] if correction.before is None else [correction.before])]
    rulings = [int(e.n) for e in counted if isinstance(e.event, Ruling) and e.n.isdigit()]
    return bool(touched and rulings) and min(touched) < max(rulings)


def _strikes(counted: list[Entry], dismissal: Entry, rulings_on: Mapping[str, str]) -> bool:
    """Is the act there to be struck out? A board that was taken up stays: only the finding about it is dismissed."""
    at = _index(counted, _act_under(dismissal, rulings_on))
    return at is not None and not isinstance(counted[at].event, BoardTaken)


def _act_under(entry: Entry, rulings_on: Mapping[str, str]) -> str:
    """The number of the act that a ruling is about; empty for any other event."""
    event = entry.event
    return act_of(rulings_on.get(entry.n, event.on)) if isinstance(event, Ruling) else ""


def _place(counted: list[Entry], entry: Entry, ruling: Ruling) -> None:
    """A ruling counts where it was given: in place of the one it revises, or after the event it names."""
    if ruling.revises is not None:
        for index, earlier in enumerate(counted):
            if earlier.n == str(ruling.revises):
                counted[index] = entry
                return
    if ruling.after is None:
        counted.append(entry)
        return
    at = _index(counted, str(ruling.after))
    at = _where_it_stood(counted, ruling.after) if at is None else at + 1
    while at < len(counted) and _is_late_to(counted[at], ruling.after):
        at += 1
    counted.insert(at, entry)


def _is_late_to(entry: Entry, after: int) -> bool:
    return isinstance(entry.event, Ruling) and entry.event.after == after


def _index(counted: list[Entry], n: str) -> int | None:
    return next((i for i, entry in enumerate(counted) if entry.n == n), None)


def _where_it_stood(counted: list[Entry], number: int) -> int:
    """The place of an event that a correction has taken away: before the first that came after it in the log."""
    for index, entry in enumerate(counted):
        is_late = isinstance(entry.event, Ruling) and entry.event.after is not None
        if entry.n.isdigit() and int(entry.n) > number and not is_late:
            return index
    return len(counted)


def _correct(counted: list[Entry], n: str, correction: Correction) -> None:
    """The correction's events stand in place of the first one replaced, or before the event named."""
    replaced = {str(number) for number in correction.replaces}
    places = [i for i, entry in enumerate(counted) if entry.n in replaced]
    if correction.before is not None:
        before = _index(counted, str(correction.before))
        before = _where_it_stood(counted, correction.before) if before is None else before
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
    # A finding that the table does not know of changes nothing in whose turn it is.
    if not are_simultaneous(first, second) or game.waiting or blocks_turn(game, as_seen=True):
        return False
    assert isinstance(first, CallMade | CardPlayed)
    assert isinstance(second, CallMade | CardPlayed)
    return first.seat is not game.turn and second.seat is game.turn


def derive(base: Game, entries: Iterable[Entry], rulings_on: dict[str, str]) -> Game:
    """The board anew from where it began. `rulings_on` is filled with the findings that rulings turn out to be on."""
    entries = tuple(entries)
    # A dismissal by kind strikes out an act, and its finding with it: which one it was has to be found anew.
    by_kind = {e.n: rulings_on.pop(e.n, "") for e in entries if _is_dismissal_by_kind(e.event)}
    while True:
        game, is_found = _derive_once(base, order_of(entries, rulings_on), rulings_on, by_kind)
        if not is_found:
            return game


def _is_dismissal_by_kind(event: TableEvent) -> bool:
    return isinstance(event, Ruling) and event.choice == "dismiss" and "@" not in event.on


def _derive_once(
    base: Game, counted: list[Entry], rulings_on: dict[str, str], by_kind: Mapping[str, str]
) -> tuple[Game, bool]:
    """One pass; it ends early, with True, at a dismissal by kind when the act that it strikes out becomes known."""
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
        elif _is_dismissal_by_kind(entry.event) and _finds_its_act(game, counted, entry, rulings_on, by_kind):
            return game, True
        else:
            before = counted[index - 1].event if index else None
            game.is_simultaneous = are_simultaneous(before, entry.event)
            _apply_one(game, entry, rulings_on)
            index += 1
        game.is_simultaneous = False
    return game, False


def _finds_its_act(
    game: Game, counted: list[Entry], dismissal: Entry, rulings_on: dict[str, str], earlier: Mapping[str, str]
) -> bool:
    """Is there an act for the dismissal to strike out: the one of that kind now, else the one it was first given on?"""
    assert isinstance(dismissal.event, Ruling)
    found = finding_of(game, dismissal.event.on)
    target = earlier.get(dismissal.n, "") if found is None else found.id
    if not target:
        return False
    rulings_on[dismissal.n] = target
    return _strikes(counted, dismissal, rulings_on)


def _apply_one(game: Game, entry: Entry, rulings_on: dict[str, str]) -> None:
    event = entry.event
    if isinstance(event, Ruling):
        event = settled_ruling(game, entry.n, event, rulings_on)
    apply(game, entry.n, event)


def settled_ruling(game: Game, n: str, ruling: Ruling, rulings_on: dict[str, str]) -> Ruling:
    """The ruling on the finding it is on, by its id.

    A kind in place of an id means the first, or that many-th, of its kind in the story as it counts now; where there
    is none any more, the finding it was first given on.
    """
    settled = rulings_on.get(n)
    if settled is not None and "@" in ruling.on:
        return _on(ruling, settled)
    found = finding_of(game, ruling.on)
    if found is not None:
        rulings_on[n] = found.id
        return _on(ruling, found.id)
    return ruling if settled is None or settled not in game.findings else _on(ruling, settled)


def _on(ruling: Ruling, finding_id: str) -> Ruling:
    return ruling if ruling.on == finding_id else replace(ruling, on=finding_id)
