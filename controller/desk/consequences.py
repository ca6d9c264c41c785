"""What is in force at a table, and what a choice would bring: both told from the engine's own state, never guessed.

A choice is tried with the pure `step`; what stands in the state after it and not before it is what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.desk import describe, shown
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model.calls import call as call_of
from controller.model.cards import card as card_of
from controller.model.cards import suit_of
from controller.model.events import Ruling
from controller.model.irregularities import Attention
from controller.model.seats import Seat
from controller.table import Table, refusal, step


@dataclass(frozen=True, slots=True)
class InForce:
    """A duty, a right or an order at the table, with a small line of why."""

    text: Shown
    small: Shown | None = None


def in_force(state: Mapping[str, Any], words: Words) -> list[InForce]:
    """Everything that binds somebody just now, in plain words."""
    return list(_duties(state, words)) + list(_penalty_cards(state, words)) + list(_orders(state, words))


def _name(letter: str, words: Words) -> str:
    return shown.seat(Seat[letter], words)


def _duties(state: Mapping[str, Any], words: Words) -> Iterator[InForce]:
    for letter, bar in state["must_pass"].items():
        yield InForce(describe.said(words, f"force.must_pass.{bar}", {"seat": _name(letter, words)}))
    for letter, call in state["must_repeat"].items():
        fields = {"seat": _name(letter, words), "call": describe.call_said(call_of(call), words, ".acc")}
        yield InForce(describe.said(words, "force.must_repeat", fields))
    for letter in state["must_not_double"]:
        yield InForce(describe.said(words, "force.must_not_double", {"seat": _name(letter, words)}))


def _penalty_cards(state: Mapping[str, Any], words: Words) -> Iterator[InForce]:
    for letter, card, kind in state["penalty_cards"]:
        fields = {"seat": _name(letter, words), "card": shown.card(card_of(card), words)}
        yield InForce(
            describe.said(words, f"force.penalty.{kind}", fields), describe.said(words, f"force.penalty.{kind}.small")
        )


def _orders(state: Mapping[str, Any], words: Words) -> Iterator[InForce]:
    for order in state["lead_restrictions"]:
        seat = _name(order["seat"], words)
        for kind in ("require", "forbid"):
            if kind in order:
                suits = shown.suits((suit_of(s) for s in order[kind]), words)
                yield InForce(describe.said(words, f"force.lead.{kind}", {"seat": seat, "suits": suits}))
        if "pending" in order:
            declarer = state["declarer"]
            chooser = _name(declarer, words) if declarer else words.text("summons.declarer")
            fields = {"seat_of": words.text(f"seat.{order['seat']}.of"), "chooser": chooser, "law": order["pending"]}
            yield InForce(
                describe.said(words, "force.lead.pending", fields),
                describe.said(words, "force.lead.pending.small", {"seat": seat, "law": order["pending"]}),
            )
    for order in state["play_restrictions"]:
        fields = {"seat": _name(order["seat"], words), "suit": shown.suit(suit_of(order["suit"]), words)}
        yield InForce(describe.said(words, f"force.play.{order['order']}", fields))
    for due in state["transfers_due"]:
        fields = {"n": due["tricks"], "side": words.text(f"side.{due['to']}")}
        yield InForce(describe.said(words, "force.transfer", fields))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a ruling would bring: why it may not be given, or what then holds."""

    refused: str | None = None
    lines: list[Shown] = field(default_factory=list)


def outcome(table: Table, ruling: Ruling, words: Words) -> Outcome:
    """Try a ruling on the table as it is. Nothing is kept; a choice that the engine cannot try says nothing."""
    try:
        reason = refusal(table, ruling)
        if reason is not None:
            return Outcome(refused=reason)
        stepped = step(table, ruling)
    except Exception:
        # Only a forecast: a fault of the engine is reported where the ruling is really given.
        return Outcome()
    lines = what_follows(table.state(), stepped.table.state(), words)
    raised = [found for found in stepped.raised if found.attention is Attention.NOW]
    lines += [describe.said(words, "then.raises", {"what": describe.kind(f.kind, words)}) for f in raised]
    return Outcome(lines=lines)


def what_follows(before: Mapping[str, Any], after: Mapping[str, Any], words: Words) -> list[Shown]:
    """What holds in the state after a ruling and did not before: duties, orders, declarer, who goes on."""
    return [*new_duties(before, after, words), *_changed_course(before, after, words)]


def new_duties(before: Mapping[str, Any], after: Mapping[str, Any], words: Words) -> list[Shown]:
    """Duties and orders that bind somebody in the state after and not before."""
    known = {duty.text.text for duty in in_force(before, words)}
    return [duty.text for duty in in_force(after, words) if duty.text.text not in known]


def _changed_course(before: Mapping[str, Any], after: Mapping[str, Any], words: Words) -> Iterator[Shown]:
    """Declarer, contract, the end of the board, and who goes on."""
    if after["declarer"] != before["declarer"] and after["declarer"] and after["dummy"]:
        fields = {"seat": _name(after["declarer"], words), "dummy": _name(after["dummy"], words)}
        yield describe.said(words, "then.declarer", fields)
    if after["phase"] == "ended":
        if before["phase"] != "ended":
            yield describe.said(words, "then.ended")
    elif after["turn"] and after["turn"] != before["turn"]:
        key = "then.turn.call" if after["phase"] == "auction" else "then.turn.card"
        yield describe.said(words, key, {"seat": _name(after["turn"], words)})
