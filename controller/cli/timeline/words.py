"""Labels and tooltips of a timeline, for those who look after the software: what, when, how sure, resting on what."""

from __future__ import annotations

from controller.cli.timeline.told import Account, Told
from controller.model import events as ev
from controller.model.cards import Card
from controller.model.events import TableEvent
from controller.model.irregularities import CERTAIN, Attention, Irregularity
from controller.model.reading_log import ReadingLog
from controller.records.seen import Stay

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
#: Of so many lines the first and the last are named.
_LINES = 8


def card_text(card: Card) -> str:
    """A card with the symbol of its suit."""
    return _SUITS[card.suit.name] + card.text[1]


def call_text(text: str) -> str:
    """A call with the symbol of its suit."""
    return text[0] + _SUITS[text[1]] if len(text) == 2 and text[1] in _SUITS else text


def span(start: float, end: float) -> str:
    """From when to when."""
    return f"{start:.2f} s to {end:.2f} s ({end - start:.2f} s)"


def lines(numbers: list[int] | tuple[int, ...]) -> str:
    """Line numbers of the log."""
    if len(numbers) > _LINES:
        return f"lines {numbers[0]} … {numbers[-1]} ({len(numbers)})"
    return ("line " if len(numbers) == 1 else "lines ") + ", ".join(map(str, numbers))


def about(log: ReadingLog, account: Account) -> str:
    """What the picture is of."""
    board = log.board
    parts = [f"Laws {log.laws}"]
    if board is not None:
        parts.append(f"board {board.board}")
        parts.append("deal known" if board.deal is not None else "deal not known")
    findings = [found for told in account.told for found in told.raised]
    summonses = sum(found.attention is not Attention.LOG for found in findings)
    parts += [f"{len(log.readings)} readings", f"{len(account.told)} events", f"{summonses} summonses"]
    return " · ".join(parts)


def kind(found: Irregularity) -> str:
    """A finding's kind and seat."""
    mark = "" if found.certainty == CERTAIN else "?"
    return f"{found.kind.replace('_', ' ')}{mark}" + (f" ({found.seat.value})" if found.seat else "")


def of_finding(found: Irregularity, told: Told, withdrawn: float | None) -> str:
    """All about a finding."""
    said = [
        f"{found.kind} — {found.certainty}, attention {found.attention.value}, rests on {found.rests_on.value} cards",
        f"{found.id} · Laws {', '.join(found.laws)}",
        f"raised at {told.at:.2f} s by event #{told.n} ({label(told.event)} of {told.t:.2f} s)",
    ]
    if found.facts:
        said.append("; ".join(f"{name} {value}" for name, value in found.facts.items()))
    if withdrawn is not None:
        said.append(f"withdrawn at {withdrawn:.2f} s")
    return "\n".join(said)


def of_event(told: Told) -> str:
    """All about an event."""
    event = told.event
    where = getattr(event, "seat", None)
    said = [
        f"#{told.n} {event.type}" + (f" {where.value}" if where else "") + f" {label(event)}",
        f"happened at {told.t:.2f} s, told at {told.at:.2f} s (held {max(0.0, told.at - told.t):.2f} s)",
        f"{event.certainty or CERTAIN}" + (f", from the {event.src}" if event.src else ""),
    ]
    if event.readings:
        said.append(f"rests on {lines(tuple(n for n in event.readings if isinstance(n, int)))}")
    if isinstance(event, ev.Correction):
        said.append(f"replaces {list(event.replaces)} before {event.before}: {event.reason}")
        said += [f"  {each.event.type} {label(each.event)}" for each in event.events]
    said += [f"found: {found.kind} ({found.certainty})" for found in told.raised]
    said += [f"withdrew {finding}" for finding in told.withdrawn]
    said += [f"closed {finding}" for finding in told.resolved]
    return "\n".join(said)


def of_stay(stay: Stay, what: str) -> str:
    """All about something that lay or stood somewhere."""
    missed = stay.misses
    said = [what, span(stay.first, stay.last)]
    if missed:
        said.append(f"silent {len(missed)} times, {max(missed):.2f} s at the longest")
    said.append(lines(stay.lines))
    return "\n".join(said)


def label(event: TableEvent) -> str:
    """What happened, in a word or two."""
    match event:
        case ev.CallMade():
            return call_text(event.call.text) + _mark(event)
        case ev.CallRemoved():
            return f"({call_text(event.call.text)})"
        case ev.CardPlayed():
            return card_text(event.card) + ("▾" if event.face == "down" else "") + _mark(event)
        case ev.CardFaced():
            return f"faces {card_text(event.card)}"
        case ev.CardReturned():
            return f"({card_text(event.card)})"
        case ev.HandFaced() | ev.PocketScanned() | ev.CardsExposed():
            verb = {"hand_faced": "spreads", "pocket": "pocket"}.get(event.type, "shows")
            return f"{verb} {len(event.cards)}{_mark(event)}"
        case ev.Correction():
            return "correction: " + ", ".join(label(each.event) for each in event.events)
        case _:
            return _other(event)


def _other(event: TableEvent) -> str:
    match event:
        case ev.Ruling():
            return f"ruling: {event.choice}"
        case ev.BoardTaken():
            return f"board {event.board}"
        case ev.ClaimMade():
            return f"claims {event.tricks}"
        case ev.ClaimAnswered():
            return "agrees" if event.agree else "disputes"
        case ev.ResultEntered():
            return f"result {event.contract}" + ("" if event.tricks is None else f" {event.tricks} tricks")
        case _:
            return event.type.replace("_", " ")


def _mark(event: TableEvent) -> str:
    return "?" if event.certainty == "possible" else ""
