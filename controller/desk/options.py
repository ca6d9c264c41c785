"""The lawful options of a finding as cards to tap: who chooses, what follows, and the fields a choice needs.

The order is the finding's own, which is the Laws'; nothing is marked as better and nothing is preselected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.desk import describe, shown
from controller.desk.cases import Case
from controller.desk.consequences import outcome
from controller.desk.pickers import Ask, Picker, lawful_suits, pickers_of
from controller.desk.record import TableRecord
from controller.desk.ruling_form import FIELDS
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.calls import Bid, bid
from controller.model.calls import call as call_of
from controller.model.events import Ruling
from controller.table import Table, refusal

#: Choices where nobody chooses: the Laws leave nothing open.
_NOBODY = frozenset({"correct"})
#: What may be ruled on any finding, beside its own options.
_ALWAYS = ("adjust", "artificial", "cancel_board")
#: What may still be ruled on a finding that is closed: the new call, and orders over a lead.
_AFTERWARDS = ("comparable", "not_comparable", "require", "forbid", "free")


@dataclass(frozen=True, slots=True)
class OptionCard:
    """A lawful option."""

    choice: str
    label: Shown
    who: Shown
    then: Shown
    branches: Sequence[Shown] = ()
    pickers: Sequence[Picker] = ()
    #: Always allowed, though not in the finding's list.
    is_minor: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """Everything that can be ruled on a finding now."""

    main: Sequence[OptionCard] = ()
    minor: Sequence[OptionCard] = ()
    #: Score adjustments, which may be ruled at any time.
    scores: Sequence[OptionCard] = ()

    @property
    def every(self) -> list[OptionCard]:
        """All of them."""
        return [*self.main, *self.minor, *self.scores]


def options_of(record: TableRecord, case: Case, words: Words) -> Options:
    """The options of a case as they are now; after it is closed, what may still follow from it."""
    ask = Ask(record, case, record.board_of(case.act), words, _names(record, case, words))
    listed = [c for c in case.finding.options if c != "dismiss"]
    if case.is_waiting:
        main = [c for c in listed if _may(ask, c)]
    else:
        main = [c for c in _AFTERWARDS if _may(ask, c)] if case.told else []
    minor = [c for c in _beside(record, case) if c not in listed and case.is_waiting and _may(ask, c)]
    scores = [c for c in _ALWAYS if c not in listed and case.told and not case.is_withdrawn]
    return Options(
        [_card(ask, c) for c in main],
        [_card(ask, c, is_minor=True) for c in minor],
        [_card(ask, c, is_minor=True) for c in scores],
    )


def follow_up(record: TableRecord, case: Case) -> str | None:
    """What a closed case still asks: `comparable` once the new call stands, `order` while a lead may be ordered."""
    if case.is_waiting or case.told is None or case.is_withdrawn or not case.rulings:
        return None
    view = record.board_of(case.act)
    if view.state()["phase"] == "ended":
        return None
    if _is_open(view, Ruling(on=case.id, choice="comparable")) and not _is_settled(view, case):
        return "comparable"
    pending = any("pending" in order for order in view.state()["lead_restrictions"])
    if pending and _is_open(view, Ruling(on=case.id, choice="free")):
        return "order"
    return None


def _is_settled(view: Table, case: Case) -> bool:
    """Law 27B1(a): the lowest sufficient bid of the same denomination needs no further question."""
    new = next((c.call for c in reversed(view.calls) if c.seat is case.finding.seat and c.status == "stands"), None)
    return case.finding.kind == "insufficient_bid" and new is not None and new == _lowest_bid(case)


def _is_open(view: Table, ruling: Ruling) -> bool:
    try:
        return refusal(view, ruling) is None
    except Exception:
        # The engine cannot say: then nothing is offered that it might not take.
        return False


def _may(ask: Ask, choice: str) -> bool:
    """Would the engine record that choice? Where fields are missing for the question, the finding's list decides."""
    if set(FIELDS.get(choice, ())) - {"suits"}:
        return True
    suits = lawful_suits(ask.case, choice) if choice in ("require", "forbid") else None
    given = tuple(suits)[:1] if suits else None
    if _is_open(ask.view, Ruling(on=ask.case.id, choice=choice, suits=given)):
        return True
    return ask.case.is_waiting and choice in ask.case.finding.options


def _beside(record: TableRecord, case: Case) -> tuple[str, ...]:
    """Contract, rule 1: a slip on any call, `put_back` on any lead or play."""
    happened = record.event(case.act) if case.act is not None else None
    if isinstance(happened, ev.CallMade):
        return ("unintended",)
    return ("put_back",) if isinstance(happened, ev.CardPlayed) else ()


def _names(record: TableRecord, case: Case, words: Words) -> dict[str, object]:
    """The places of the labels: who, the act, the offender, who leads or plays, how many tricks to which side."""
    found, blank = case.finding, words.text("summons.it")
    seat = found.seat
    transfer = found.facts.get("transfer") or {}
    # Of a changed call it is a call; of a changed lead it would be a card, and no label names it.
    first = found.facts.get("first") if "keep_first" in found.options else None
    subject = seat if found.kind in ("lead_before_option_declared", "lead_restriction_breached") else None
    partner = subject or (seat.partner if seat else None)
    return {
        "act": describe.act_shown(record, case, words) or blank,
        "off": shown.seat(seat, words) if seat else blank,
        "first": shown.call(call_of(str(first)), words) if first else blank,
        "lead": shown.seat(partner, words) if partner else blank,
        "pl": shown.seat(partner, words) if partner else blank,
        "n": transfer.get("tricks", "…"),
        "side": words.text(f"side.{transfer['to']}") if transfer.get("to") else "…",
        "lho": shown.seat(seat.lho, words) if seat else blank,
        "partner": shown.seat(seat.partner, words) if seat else blank,
        "lowest": _lowest(case, words) or blank,
    }


def _lowest(case: Case, words: Words) -> Shown | None:
    lowest = _lowest_bid(case)
    return shown.call(lowest, words) if lowest else None


def _lowest_bid(case: Case) -> Bid | None:
    """The lowest sufficient bid in the denomination of an insufficient one."""
    made, to_beat = case.finding.facts.get("call"), case.finding.facts.get("to_beat")
    wanted, last = (call_of(str(text)) if text else None for text in (made, to_beat))
    if not isinstance(wanted, Bid) or not isinstance(last, Bid):
        return None
    level = last.level if wanted.denomination > last.denomination else last.level + 1
    return bid(level, wanted.denomination)


def _card(ask: Ask, choice: str, *, is_minor: bool = False) -> OptionCard:
    words, who = ask.words, ask.case.finding.by.get(choice, "director")
    names = {**ask.names, "who": shown.chooser(who, words)}
    by_director = f"option.{choice}.director"
    key = by_director if who == "director" and by_director in words else f"option.{choice}"
    label = describe.said(words, key, names)
    if choice in _NOBODY:
        chooses = describe.said(words, "summons.nobody_chooses")
    elif who == "director":
        chooses = describe.said(words, "summons.you_find")
    else:
        chooses = describe.said(words, "summons.chooses", {"who": names["who"]})
    then_key = _then_key(ask, choice)
    then = describe.said(words, f"{then_key}.then", names)
    return OptionCard(
        choice, label, chooses, then, _branches(ask, choice, then_key, names), pickers_of(ask, choice), is_minor
    )


def _then_key(ask: Ask, choice: str) -> str:
    """Our own words for what follows: of this kind in this edition, of this kind, or of the choice in general."""
    kind = f"option.{choice}.{ask.case.finding.kind}"
    return next((k for k in (f"{kind}.{ask.case.edition}", kind) if f"{k}.then" in ask.words), f"option.{choice}")


def _branches(ask: Ask, choice: str, then_key: str, names: Mapping[str, object]) -> list[Shown]:
    """What may follow, one line a branch: written out where we have words for it, else told by trying the choice."""
    written = [f"{then_key}.{n}" for n in range(1, 5) if f"{then_key}.{n}" in ask.words]
    if written:
        return [describe.said(ask.words, key, names) for key in written]
    if FIELDS.get(choice):
        return []
    return outcome(ask.view, Ruling(on=ask.case.id, choice=choice), ask.words).lines
