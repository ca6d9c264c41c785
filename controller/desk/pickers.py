"""The taps for the fields of a choice: suits, cards, numbers, sides. Which are lawful is the engine's word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from controller.desk import describe, explain, shown
from controller.desk.cases import Case
from controller.desk.record import TableRecord
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.calls import PASS
from controller.model.cards import PACK, SUITS, Suit
from controller.model.cards import card as card_of
from controller.model.events import Ruling
from controller.model.seats import Seat
from controller.table import Table, refusal

#: Shares of an artificial score that can be tapped, N-S first.
_SHARES = ("60/60", "60/40", "40/60", "50/50", "60/50", "50/60", "40/40")


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to tap in a picker."""

    value: str
    label: Shown
    is_lawful: bool = True
    is_preset: bool = False


@dataclass(frozen=True, slots=True)
class Picker:
    """The taps for one field of a choice: `shape` is how they are laid out (suits, cards, numbers, words)."""

    field: str
    legend: Shown
    picks: Sequence[Pick]
    shape: str
    takes_many: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Whose options are asked for: the case, the table as of its board, and the names that labels need."""

    record: TableRecord
    case: Case
    view: Table
    words: Words
    names: Mapping[str, object] = field(default_factory=dict)

    def say(self, key: str) -> Shown:
        """A catalogue entry with the names of this case."""
        return describe.said(self.words, key, self.names)


def lawful_suits(ask: Ask, choice: str) -> tuple[Suit, ...]:
    """The suits that the choice may take: as the finding says, else those that the engine would not refuse."""
    suits = (ask.case.finding.facts.get("suits") or {}).get(choice)
    if suits is not None:
        return tuple(s for s in SUITS if s.name in suits)
    if choice not in ("require", "forbid"):
        return SUITS
    return tuple(s for s in SUITS if is_open(ask.view, Ruling(on=ask.case.id, choice=choice, suits=(s,))))


def is_open(view: Table, ruling: Ruling) -> bool:
    """Would the engine record that ruling? Where it cannot say, nothing is offered that it might not take."""
    try:
        return refusal(view, ruling) is None
    except Exception:
        return False


def pickers_of(ask: Ask, choice: str) -> list[Picker]:
    """The pickers of a choice; none for most."""
    return _PICKERS[choice](ask) if choice in _PICKERS else []


def _suits(ask: Ask, choice: str) -> list[Pick]:
    lawful = lawful_suits(ask, choice)
    return [Pick(s.name, shown.suit(s, ask.words), s in lawful) for s in SUITS]


def _numbers(most: int, *, least: int = 0, preset: object = None) -> list[Pick]:
    return [Pick(str(n), shown.plain(str(n)), is_preset=n == preset) for n in range(least, most + 1)]


def _words(ask: Ask, values: Mapping[str, str], preset: object = None) -> list[Pick]:
    return [Pick(value, ask.say(key), is_preset=value == preset) for value, key in values.items()]


def _order(choice: str) -> Callable[[Ask], list[Picker]]:
    """Suits of a lead order: one to require; to forbid one (Law 26), or one or more (Laws 50 and 51)."""

    def pickers(ask: Ask) -> list[Picker]:
        is_single = choice == "forbid" and not _may_forbid_many(ask)
        legend = ask.say("picker.forbid.one" if is_single else f"picker.{choice}")
        many = choice == "forbid" and not is_single
        return [Picker("suits", legend, _suits(ask, choice), "suits", takes_many=many)]

    return pickers


def _may_forbid_many(ask: Ask) -> bool:
    """Would the engine take two of the lawful suits together?"""
    two = lawful_suits(ask, "forbid")[:2]
    return len(two) > 1 and is_open(ask.view, Ruling(on=ask.case.id, choice="forbid", suits=two))


def _one_suit(choice: str) -> Callable[[Ask], list[Picker]]:
    return lambda ask: [Picker("suit", ask.say("picker.suit"), _suits(ask, choice), "suits")]


def _penalty_card(ask: Ask) -> list[Picker]:
    kinds = {kind: f"picker.kind.{kind}" for kind in ("major", "minor")}
    is_major = explain.is_major(ask.record, ask.case)
    picks = [replace(pick, is_lawful=pick.value == "major" or not is_major) for pick in _words(ask, kinds)]
    return [Picker("kind", ask.say("picker.kind"), picks, "words")]


def _designate(ask: Ask) -> list[Picker]:
    """The cards shown at once, where the finding names them; else every card, spades first."""
    named = ask.case.finding.facts.get("cards")
    cards = [card_of(str(c)) for c in named] if named else list(PACK)
    picks = [Pick(c.text, shown.card(c, ask.words)) for c in cards]
    return [Picker("card", ask.say("picker.card"), picks, "cards")]


def _tricks(most: int, fact: str) -> Callable[[Ask], list[Picker]]:
    """How many tricks, to which side; preset to what the Law gives, where the finding says it."""

    def pickers(ask: Ask) -> list[Picker]:
        given = ask.case.finding.facts.get(fact) or {}
        sides = {side: f"side.{side}" for side in ("NS", "EW")}
        return [
            Picker("tricks", ask.say("picker.tricks"), _numbers(most, preset=given.get("tricks")), "numbers"),
            Picker("to", ask.say("picker.to"), _words(ask, sides, given.get("to")), "words"),
        ]

    return pickers


def _adjust(ask: Ask) -> list[Picker]:
    denominations = [Pick(s.name, shown.suit(s, ask.words)) for s in SUITS]
    denominations.append(Pick("NT", ask.say("denomination.NT")))
    doubled = {"": "picker.doubled.none", "X": "call.X", "XX": "call.XX"}
    seats = {seat.value: f"seat.{seat.value}" for seat in Seat}
    return [
        Picker("level", ask.say("picker.level"), _numbers(7, least=1), "numbers"),
        Picker("denomination", ask.say("picker.denomination"), denominations, "suits"),
        Picker("doubled", ask.say("picker.doubled"), _words(ask, doubled), "words"),
        Picker("declarer", ask.say("picker.declarer"), _words(ask, seats), "words"),
        Picker("tricks", ask.say("picker.declarer_tricks"), _numbers(13), "numbers"),
    ]


def _artificial_score(ask: Ask) -> list[Picker]:
    shares = [Pick(share, shown.plain(share)) for share in _SHARES]
    return [Picker("percent", ask.say("picker.percent"), shares, "words")]


def _cancel(ask: Ask) -> list[Picker]:
    """A call may have shown no suit it named (Law 26), a pass out of turn may be artificial (30C): you say so."""
    happened = ask.record.event(ask.case.act) if ask.case.act is not None else None
    if not isinstance(happened, ev.CallMade):
        return []
    if happened.call is PASS and ask.case.finding.kind != "call_out_of_turn":
        return []
    yes = _words(ask, {"yes": "picker.artificial"})
    return [Picker("artificial", ask.say("picker.artificial_legend"), yes, "words", takes_many=True)]


_PICKERS: Mapping[str, Callable[[Ask], list[Picker]]] = {
    "require": _order("require"),
    "forbid": _order("forbid"),
    "forbid_suit": _one_suit("forbid_suit"),
    "require_suit": _one_suit("require_suit"),
    "penalty_card": _penalty_card,
    "designate": _designate,
    "transfer": _tricks(4, "transfer"),
    "award_claim": _tricks(13, "award"),
    "adjust": _adjust,
    "artificial": _artificial_score,
    "cancel": _cancel,
}
