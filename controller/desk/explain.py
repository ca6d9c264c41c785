"""What the Laws say of a finding, in our own words (`locale/*/laws.po`): the line of a kind, what each option brings.

An entry may be written for an edition and a paragraph, for a paragraph, for a circumstance or for an edition, and
for a circumstance of each; the most special one that there is speaks, filled with the names and facts of the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from controller.desk import describe, shown
from controller.desk.cases import Case
from controller.desk.record import TableRecord
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model.calls import Bid, bid
from controller.model.calls import call as call_of
from controller.model.cards import card
from controller.model.irregularities import POSSIBLE, Attention
from controller.model.seats import Seat

#: Kinds of which an order over a lead comes from Law 26: the call was withdrawn.
_WITHDRAWN_CALL = frozenset(
    {
        "action_when_required_to_pass",
        "bid_above_seven",
        "call_after_auction_closed",
        "call_out_of_turn",
        "change_of_call",
        "inadmissible_double",
        "inadmissible_redouble",
        "insufficient_bid",
    }
)

#: Kinds of which the players must not learn, unless the regulations have the director step in at once.
_QUIET = frozenset({"revoke_certain", "defective_trick"})


def line(record: TableRecord, case: Case, words: Words) -> str:
    """What a finding is about, in a sentence or two; empty if we have no words for its kind."""
    base = f"kind.{case.finding.kind}.line"
    key = next((key for key in _keys(record, case, base) if key in words), None)
    return words.text(key, names(record, case, words)) if key else ""


def lapse(record: TableRecord, case: Case, words: Words) -> str:
    """What the next act at the table does to it, if it comes before the ruling; empty where it does nothing.

    It belongs to the line that speaks: a special line without one is not given that of a more general case.
    """
    kind = f"kind.{case.finding.kind}"
    every = zip(_keys(record, case, f"{kind}.line"), _keys(record, case, f"{kind}.lapse"), strict=True)
    key = next((lapsing for spoken, lapsing in every if spoken in words or lapsing in words), "")
    return words.text(key, names(record, case, words)) if key in words else ""


def whole(record: TableRecord, case: Case, words: Words) -> str:
    """Both in one paragraph, for paper and terminal."""
    return f"{line(record, case, words)} {lapse(record, case, words)}".strip()


def option_key(record: TableRecord, case: Case, choice: str, part: str, words: Words) -> str:
    """The entry of an option that speaks of this case: `part` is `then`, `also`, or empty for the label."""
    families = [case.finding.kind, *(["withdrawn_call"] if case.finding.kind in _WITHDRAWN_CALL else [])]
    ending = f".{part}" if part else ""
    every = (key for family in families for key in _keys(record, case, f"option.{choice}.{family}"))
    found = next((key for key in every if f"{key}{ending}" in words), f"option.{choice}")
    return f"{found}{ending}"


def _keys(record: TableRecord, case: Case, base: str) -> Iterator[str]:
    """From the most special to the general."""
    found = case.finding
    law = found.laws[0] if found.laws else ""
    circumstances = list(_circumstances(record, case))
    for special in (f"{base}.{case.edition}.{law}", f"{base}.{law}"):
        yield from (f"{special}.{circumstance}" for circumstance in circumstances)
        yield special
    yield from (f"{base}.{case.edition}.{circumstance}" for circumstance in circumstances)
    yield from (f"{base}.{circumstance}" for circumstance in circumstances)
    yield f"{base}.{case.edition}"
    yield base


def _circumstances(record: TableRecord, case: Case) -> Iterator[str]:
    """What is so in this case and makes another sentence of it, the rarest first."""
    found = case.finding
    if _is_again(record, case):
        yield "again"
    if found.kind in _QUIET and case.attention is Attention.NOW:
        yield "now"
    if is_major(record, case):
        yield "major"
    turn = _seat(found.facts.get("turn"))
    related = {found.seat.rho: "rho", found.seat.partner: "partner", found.seat.lho: "lho"} if found.seat else {}
    if turn in related:
        yield related[turn]
    if found.certainty == POSSIBLE:
        yield "possible"


def is_major(record: TableRecord, case: Case) -> bool:
    """Law 50B: an honour, several cards, one played on purpose, or one beside another penalty card of that hand."""
    found = case.finding
    cards = found.facts.get("cards")
    if found.kind != "card_exposed_by_defender" or not isinstance(cards, list) or not cards:
        return False
    if len(cards) > 1 or card(str(cards[0])).is_honour or found.facts.get("by_accident") is False:
        return True
    lying = record.board_of(case.act).state()["penalty_cards"]
    return any(seat == (found.seat.value if found.seat else None) and lies != cards[0] for seat, lies, _ in lying)


def _is_again(record: TableRecord, case: Case) -> bool:
    """Law 27B4: is this the call that was to replace an insufficient bid, and insufficient again?"""
    found = case.finding
    if found.kind != "insufficient_bid" or case.act is None:
        return False
    refused = [
        other.act
        for other in record.cases.values()
        if other.finding.kind == found.kind
        and other.finding.seat is found.seat
        and (other.board, other.is_withdrawn) == (case.board, False)
        and any(ruled.choice == "cancel" for ruled in other.rulings)
    ]
    stood = [c for c in record.before(case.act).calls if c.seat is found.seat and c.status == "stands"]
    since = max((int(c.n) for c in stood if c.n.isdigit()), default=-1)
    return any(act is not None and since < act < case.act for act in refused)


# -- the places of the entries --------------------------------------------------------------------------------------


def names(record: TableRecord, case: Case, words: Words) -> dict[str, object]:
    """Everything that an entry may name: the act, the players, the facts. What the case does not know is `it`."""
    found = case.finding
    players: dict[str, Seat | None] = {
        "off": found.seat,
        "lho": found.seat.lho if found.seat else None,
        "rho": found.seat.rho if found.seat else None,
        "partner": found.seat.partner if found.seat else None,
        **{place: _seat(found.facts.get(place)) for place in ("turn", "skipped", "pocket")},
        "of": _seat(found.facts.get("of")),
        "declarer": _seat(found.by.get("accept")) or _seat(record.board_of(case.act).state()["declarer"]),
    }
    is_leaders = found.kind in ("lead_before_option_declared", "lead_restriction_breached")
    players["lead"] = players["pl"] = found.seat if is_leaders else players["partner"]
    every: dict[str, object] = {}
    for place, seat in players.items():
        every[place] = shown.seat(seat, words) if seat else words.text("summons.it")
        every[f"{place}_of"] = words.text(f"seat.{seat.value}.of") if seat else words.text("summons.it")
    return {**every, **_acts(record, case, words), **_facts(case, words)}


def _seat(name: object) -> Seat | None:
    return Seat[name] if isinstance(name, str) and name in Seat.__members__ else None


def _acts(record: TableRecord, case: Case, words: Words) -> dict[str, object]:
    """The offending call or card, and the calls it is held against."""
    found, blank = case.finding, words.text("summons.it")
    # Of a changed call it is a call; of a changed lead it would be a card, and no entry names it.
    first = found.facts.get("first") if found.kind == "change_of_call" else None
    lowest = lowest_bid(case)
    return {
        "act": describe.act_shown(record, case, words, form=".said") or blank,
        "act_acc": describe.act_shown(record, case, words, form=".acc") or blank,
        "first": describe.call_said(call_of(str(first)), words, ".said") if first else blank,
        "lowest": shown.call(lowest, words) if lowest else blank,
        "repeat": _to_repeat(record, case, words) or blank,
    }


def _to_repeat(record: TableRecord, case: Case, words: Words) -> Shown | None:
    """The call that the offender owed when he made another (Laws 31A1, 32)."""
    found = case.finding
    if found.kind != "forced_repeat_not_made" or case.act is None or found.seat is None:
        return None
    owed = record.before(case.act).state()["must_repeat"].get(found.seat.value)
    return describe.call_said(call_of(owed), words, ".acc") if owed else None


def lowest_bid(case: Case) -> Bid | None:
    """The lowest sufficient bid in the denomination of an insufficient one."""
    made, to_beat = case.finding.facts.get("call"), case.finding.facts.get("to_beat")
    wanted, last = (call_of(str(text)) if text else None for text in (made, to_beat))
    if not isinstance(wanted, Bid) or not isinstance(last, Bid):
        return None
    level = last.level if wanted.denomination > last.denomination else last.level + 1
    return bid(level, wanted.denomination)


def _facts(case: Case, words: Words) -> dict[str, object]:
    """Numbers and results of the finding. Never a card that nobody has seen."""
    facts, blank = case.finding.facts, "–"
    transfer = facts.get("transfer") or {}
    plain = ("before", "count", "expected", "remaining", "first_trick", "tricks", "seconds", "usual")
    told: dict[str, object] = {place: facts.get(place, blank) for place in plain}
    cards = facts.get("cards")
    # Some kinds say how many, others which.
    told["moved"] = len(cards) if isinstance(cards, Mapping | list) else blank
    told["of_board"] = facts.get("board", blank)
    told["pack"] = facts.get("pack", blank)
    told["n"] = transfer.get("tricks", "…")
    to = transfer.get("to") or _gets_tricks(case)
    told["side"] = words.text(f"side.{to}") if to else "…"
    told["on"] = describe.kind(re.split("[@#]", str(facts.get("on", blank)))[0], words)
    told["due"] = due(facts, words)
    told["sit"] = _pairs(facts.get("sit"), words)
    for place in ("marked", "by_number"):
        told[place] = _marks(facts.get(place), words)
    for place in ("keyed", "tracked"):
        told[place] = _result(facts.get(place), words)
    return told


def _gets_tricks(case: Case) -> str | None:
    """The side to which the tricks of a revoke or a defective trick go, however many they will be (Law 64)."""
    found = case.finding
    if found.seat is None or not {"transfer", "transfer_if"} & set(found.facts):
        return None
    return "EW" if found.seat in (Seat.N, Seat.S) else "NS"


def due(facts: Mapping[str, Any], words: Words) -> str:
    """Why so many tricks go over, and while that is open, on what it depends; or the boards and pairs due here."""
    if isinstance(facts.get("due"), list):
        return ", ".join(str(board) for board in facts["due"])
    if isinstance(facts.get("due"), Mapping):
        return _pairs(facts["due"], words)
    why = f"why.{(facts.get('transfer') or {}).get('why') or facts.get('transfer_if') or 'play_not_over'}"
    return words.text(why) if why in words else "–"


def _pairs(pairs: Any, words: Words) -> str:
    if not isinstance(pairs, Mapping):
        return "–"
    return ", ".join(f"{words.text(f'side.{side}')} {pair}" for side, pair in pairs.items())


def _marks(marks: Any, words: Words) -> str:
    dealer = _seat(marks.get("dealer")) if isinstance(marks, Mapping) else None
    if dealer is None:
        return "–"
    said = words.text("summons.dealer", {"seat": shown.seat(dealer, words)})
    return f"{said}, {words.text('vul.' + str(marks.get('vul')))}"


def _result(said: Any, words: Words) -> str:
    if not isinstance(said, Mapping) or not said.get("contract"):
        return "–"
    lead = card(said["lead"]) if said.get("lead") else None
    return describe.result_said(
        said["contract"], _seat(said.get("declarer")), said.get("tricks"), words, lead=lead
    ).text
