"""The lawful options of a finding as cards to tap: who chooses, what follows, and the fields a choice needs.

The order is the finding's own, which is the Laws'; nothing is marked as better and nothing is preselected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from controller.desk import describe, explain, shown
from controller.desk.cases import Case
from controller.desk.consequences import outcome
from controller.desk.looking_back import as_of, counted
from controller.desk.pickers import Ask, Picker, is_open, lawful_suits, pickers_of
from controller.desk.record import TableRecord
from controller.desk.ruling_form import FIELDS
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.events import Ruling
from controller.model.irregularities import POSSIBLE, Irregularity
from controller.model.seats import Seat
from controller.table import Table

#: Choices where nobody chooses: as the only option, the Laws leave nothing open.
_NOBODY = frozenset({"cancel", "correct", "put_back"})
#: What may be ruled on any finding, beside its own options.
_ALWAYS = ("adjust", "artificial", "cancel_board")
#: What may still be ruled on a finding that is closed: the new call, orders over a lead, a card that is let go.
_AFTERWARDS = ("comparable", "not_comparable", "require", "forbid", "free", "no_penalty_card")
#: What declarer decides, also where the finding does not list it yet.
_DECLARERS = ("require", "forbid", "free", "no_penalty_card")
#: Leads that are refused by an order; once that is done, only the order is told.
_REFUSED_LEADS = ("opening_lead_out_of_turn_face_up", "lead_out_of_turn_by_defender")


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
    #: What could have been ruled before the players closed it: counted just after the act.
    late: Sequence[OptionCard] = ()
    #: Score adjustments, which may be ruled at any time.
    scores: Sequence[OptionCard] = ()

    @property
    def every(self) -> list[OptionCard]:
        """All of them."""
        return [*self.main, *self.minor, *self.late, *self.scores]


def options_of(record: TableRecord, case: Case, words: Words) -> Options:
    """The options of a case as they are now; after it is closed, what may still follow from it."""
    ask = Ask(record, case, record.board_of(case.act), words, explain.names(record, case, words))
    listed = [c for c in case.finding.options if c != "dismiss"]
    if case.is_waiting:
        main = [c for c in listed if _may(ask, c)]
    else:
        main = [c for c in _AFTERWARDS if _may(ask, c)] if case.told else []
        main += ["transfer"] if _owes_tricks(case) else []
    minor = [c for c in _beside(record, case) if c not in listed and case.is_waiting and _may(ask, c)]
    scores = [c for c in _ALWAYS if c not in listed and case.told and not case.is_withdrawn]
    return Options(
        [_card(ask, c) for c in main],
        [_card(ask, c, is_minor=True) for c in minor],
        _late(ask, listed, main) if may_be_ruled_late(case) else [],
        [_card(ask, c, is_minor=True) for c in scores],
    )


def may_be_ruled_late(case: Case) -> bool:
    """Did the players' next act close it, though the director may have ruled at the table before?"""
    return bool(case.told and case.told.how == "action" and not case.rulings and not case.is_withdrawn and case.act)


def _late(ask: Ask, listed: Sequence[str], main: Sequence[str]) -> list[OptionCard]:
    """The finding's own options, asked of the table as it stood just after the act."""
    entries = counted(ask.view.boards[-1])
    place = next((i for i, entry in enumerate(entries) if entry.n == str(ask.case.act)), None)
    if place is None:
        return []
    then = replace(ask, view=as_of(ask.view, place))
    return [_card(then, c) for c in listed if c not in main and _may(then, c)]


def offered(record: TableRecord, case: Case, words: Words) -> list[OptionCard]:
    """Every option that the finding gave, and what was ruled beside them: for the record, whatever is open now."""
    ask = Ask(record, case, record.board_of(case.act), words, explain.names(record, case, words))
    own = [c for c in case.finding.options if c != "dismiss"]
    more = dict.fromkeys(r.choice for r in case.rulings if r.choice not in own)
    return [_card(ask, c) for c in own] + [_card(ask, c, is_minor=True) for c in more]


def follow_up(record: TableRecord, case: Case) -> str | None:
    """What a closed case still asks: `comparable` once the new call stands, `order` while a lead may be ordered."""
    if case.is_waiting or case.told is None or case.is_withdrawn or not case.rulings:
        return None
    view = record.board_of(case.act)
    if view.state()["phase"] == "ended":
        return None
    if is_open(view, Ruling(on=case.id, choice="comparable")) and not _is_settled(view, case):
        return "comparable"
    pending = any("pending" in order for order in view.state()["lead_restrictions"])
    if pending and is_open(view, Ruling(on=case.id, choice="free")):
        return "order"
    return None


def _owes_tricks(case: Case) -> bool:
    """Law 67B1: the defective trick has been put right, and a trick is still to go over for it."""
    if case.told is None or case.is_withdrawn or case.finding.kind != "defective_trick":
        return False
    due = case.finding.facts.get("transfer") or {}
    return bool(due.get("tricks")) and all(ruled.choice != "transfer" for ruled in case.rulings)


def _is_settled(view: Table, case: Case) -> bool:
    """Law 27B1(a): the lowest sufficient bid of the same denomination needs no further question."""
    new = next((c.call for c in reversed(view.calls) if c.seat is case.finding.seat and c.status == "stands"), None)
    return case.finding.kind == "insufficient_bid" and new is not None and new == explain.lowest_bid(case)


def _may(ask: Ask, choice: str) -> bool:
    """Would the engine record that choice? Where fields are missing for the question, the finding's list decides."""
    if set(FIELDS.get(choice, ())) - {"suits"}:
        return True
    if choice in ("require", "forbid"):
        if lawful_suits(ask, choice):
            return True
    elif is_open(ask.view, Ruling(on=ask.case.id, choice=choice)):
        return True
    return ask.case.is_waiting and choice in ask.case.finding.options


def _beside(record: TableRecord, case: Case) -> tuple[str, ...]:
    """Contract, rule 1: a slip on any call, `put_back` on any lead or play."""
    happened = record.event(case.act) if case.act is not None else None
    if isinstance(happened, ev.CallMade):
        return ("unintended",)
    return ("put_back",) if isinstance(happened, ev.CardPlayed) else ()


def _card(ask: Ask, choice: str, *, is_minor: bool = False) -> OptionCard:
    words, found = ask.words, ask.case.finding
    who = found.by.get(choice) or _who_orders(ask, choice)
    names = {**ask.names, "who": shown.chooser(who, words), "who_partner": _partner(who, words)}
    key = explain.option_key(ask.record, ask.case, choice, "", words)
    if is_minor and f"option.{choice}.also" in words:
        key = explain.option_key(ask.record, ask.case, choice, "also", words)
    elif who == "director" and key == f"option.{choice}" and f"{key}.director" in words:
        key = f"{key}.director"
    is_old = found.kind in _REFUSED_LEADS and choice in _DECLARERS and not ask.case.is_waiting
    then_key = f"option.{choice}.then" if is_old else explain.option_key(ask.record, ask.case, choice, "then", words)
    return OptionCard(
        choice,
        shown.begin(describe.said(words, key, names)),
        _chooses(found, choice, who, words),
        shown.begin(describe.said(words, then_key, names)),
        _branches(ask, choice, then_key.removesuffix(".then"), names),
        pickers_of(ask, choice),
        is_minor,
    )


def _who_orders(ask: Ask, choice: str) -> str:
    """Declarer orders a lead or lets a card go; whatever else is not listed, you find."""
    declarer = ask.view.state()["declarer"] if choice in _DECLARERS else None
    return str(declarer or "director")


def _partner(who: str, words: Words) -> str:
    return shown.seat(Seat[who].partner, words) if who in Seat.__members__ else words.text("summons.it")


def _chooses(found: Irregularity, choice: str, who: str, words: Words) -> Shown:
    """Who has the choice; nobody, where the Laws leave nothing open and it is certain what happened."""
    if choice in _NOBODY and found.options == (choice,) and found.certainty != POSSIBLE:
        return describe.said(words, "summons.nobody_chooses")
    if who == "director":
        return describe.said(words, "summons.you_find")
    return shown.begin(describe.said(words, "summons.chooses", {"who": shown.chooser(who, words)}))


def _branches(ask: Ask, choice: str, then_key: str, names: Mapping[str, object]) -> list[Shown]:
    """What may follow, one line a branch: written out where we have words for it, else told by trying the choice."""
    written = [f"{then_key}.{n}" for n in range(1, 5) if f"{then_key}.{n}" in ask.words]
    if written:
        return [describe.said(ask.words, key, names) for key in written]
    if FIELDS.get(choice):
        return []
    return outcome(ask.view, Ruling(on=ask.case.id, choice=choice), ask.words).lines
