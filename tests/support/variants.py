"""The same story told otherwise: seats turned, rulings typed late, acts misread and put right, ghosts struck out.

Stories are lists of JSON events as in a case; each function gives such a list whose end must be that of the first.
"""

from typing import Any

Events = list[dict[str, Any]]
SEATS = "NESW"
_OTHER_SIDE = {"NS": "EW", "EW": "NS"}
#: Under these keys a letter is a suit, not a seat.
_SUITS = frozenset({"require", "forbid", "suits", "suit", "require_suit", "forbid_suit"})
_VULNERABLE = ("None", "NS", "EW", "All")


def _marks(board: int) -> tuple[int, str]:
    """Dealer (0 is North) and vulnerability of a board by its number (Law 2)."""
    place = (board - 1) % 16
    return place % 4, _VULNERABLE[(place + place // 4) % 4]


def _turned_board(board: int, places: int) -> int:
    """The board of the same round of sixteen that is dealt and marked as this one turned."""
    dealer, vul = _marks(board)
    wanted = ((dealer + places) % 4, _OTHER_SIDE.get(vul, vul) if places % 2 else vul)
    first = board - (board - 1) % 16
    return next(b for b in range(first, first + 16) if _marks(b) == wanted)


def turned(value: Any, places: int, key: str = "") -> Any:
    """Events, findings or a state with everybody so many places further round the table."""
    if isinstance(value, dict):
        return {_turned_key(k, places): turned(v, places, "by" if key == "by" else k) for k, v in value.items()}
    if isinstance(value, list):
        return [turned(item, places, key) for item in value]
    if isinstance(value, str):
        return _turned_text(value, places, key)
    if isinstance(value, int) and not isinstance(value, bool):
        if key in ("board", "boards", "played", "due"):
            return _turned_board(value, places)
        return -value if key == "score" and places % 2 else value
    return value


def _turned_key(key: str, places: int) -> str:
    if len(key) == 1 and key in SEATS:
        return _turned_seat(key, places)
    return _OTHER_SIDE.get(key, key) if places % 2 else key


def _turned_seat(seat: str, places: int) -> str:
    return SEATS[(SEATS.index(seat) + places) % 4]


def _turned_text(text: str, places: int, key: str) -> str:
    if key in _SUITS:
        return text
    if key == "deal":
        first, _, hands = text.partition(":")
        return f"{_turned_seat(first, places)}:{hands}"
    if len(text) == 1 and text in SEATS:
        return _turned_seat(text, places)
    head, at, seat = text.rpartition(":")
    if at and "@" in head and seat in SEATS:
        return f"{head}:{_turned_seat(seat, places)}"
    return _OTHER_SIDE.get(text, text) if places % 2 else text


def _renumbered(event: dict[str, Any], number: dict[int, int]) -> dict[str, Any]:
    """The event with the numbers of others that it names."""
    found = dict(event)
    for key in ("after", "revises", "before"):
        if isinstance(found.get(key), int):
            found[key] = number[found[key]]
    if "replaces" in found:
        found["replaces"] = [number[n] for n in found["replaces"]]
    if found["type"] == "correction":
        found["events"] = [{**e, "as": number[e["as"]]} if "as" in e else e for e in found["events"]]
    return found


def typed_late(events: Events, *places: int) -> Events:
    """The rulings at these places typed at the end, each `after` the event it was given after."""
    kept = [i for i in range(len(events)) if i not in places]
    number = {old: new for new, old in enumerate(kept)} | {p: len(kept) + i for i, p in enumerate(places)}
    late = []
    for place in places:
        before = place - 1
        while before in places:
            before -= 1
        late.append({**events[place], "after": before})
    return [_renumbered(e, number) for e in [*(events[i] for i in kept), *late]]


def with_ghost(events: Events, place: int, ghost: dict[str, Any]) -> Events:
    """An act that never happened, read before event `place` and struck out at the end."""
    number = {old: old + (old >= place) for old in range(len(events) + 1)}
    rest = [_renumbered(e, number) for e in events]
    struck = {"type": "correction", "replaces": [place], "events": [], "reason": "ghost", "by": "director"}
    return [*rest[:place], ghost, *rest[place:], struck]


def misread(events: Events, place: int, reading: dict[str, Any]) -> Events:
    """The act at `place` read as another, and put right at the end."""
    right = {**events[place], "as": place}
    correction = {"type": "correction", "replaces": [place], "events": [right], "reason": "misread", "by": "director"}
    return [*events[:place], {**events[place], **reading}, *events[place + 1 :], correction]


def missed(events: Events, place: int) -> Events:
    """The act at `place` not read at all, and put in at the end."""
    number = {old: old - (old > place) for old in range(len(events) + 1)}
    rest = [_renumbered(e, number) for i, e in enumerate(events) if i != place]
    found = {"type": "correction", "replaces": [], "before": place, "events": [events[place]], "reason": "not read"}
    found["by"] = "director"
    return [*rest, found] if place < len(rest) else events


def told_twice(events: Events, place: int) -> Events:
    """The act at `place` reported again at once."""
    number = {old: old + (old > place) for old in range(len(events) + 1)}
    rest = [_renumbered(e, number) for e in events]
    return [*rest[: place + 1], events[place], *rest[place + 1 :]]
