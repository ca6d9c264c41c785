"""What happened, in sentences: an event, a finding, the strip that says what to do now.

Words come from the catalogue, facts from the finding and the table; nothing here judges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from controller.desk import shown
from controller.desk.cases import Case
from controller.desk.record import TableRecord
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call
from controller.model.calls import call as call_of
from controller.model.cards import Card, suit_of
from controller.model.cards import card as card_of
from controller.model.irregularities import Attention
from controller.model.seats import Seat
from controller.table import Table


def said(words: Words, key: str, fields: Mapping[str, object] | None = None) -> Shown:
    """A catalogue entry with its places filled."""
    return Shown(words.text(key, fields), words.html(key, fields))


# -- events ---------------------------------------------------------------------------------------------------------


def _call(event: Any, words: Words) -> Shown:
    seat = shown.seat(event.seat, words)
    if isinstance(event.call, Bid):
        return said(words, "act.bid", {"seat": seat, "call": shown.call(event.call, words)})
    key = {PASS: "act.pass", DOUBLE: "act.double", REDOUBLE: "act.redouble"}[event.call]
    return said(words, key, {"seat": seat})


def _card(key: str) -> Callable[[Any, Words], Shown]:
    return lambda event, words: said(
        words, key, {"seat": shown.seat(event.seat, words), "card": shown.card(event.card, words)}
    )


def _played(happened: Any, words: Words) -> Shown:
    """A card played; one that lies face down is nobody's to see."""
    if happened.face == "down":
        return said(words, "act.card_down", {"seat": shown.seat(happened.seat, words)})
    return _card("act.card")(happened, words)


def _seat(key: str) -> Callable[[Any, Words], Shown]:
    return lambda event, words: said(
        words, key, {"seat": shown.seat(event.seat, words), "seat_of": words.text(f"seat.{event.seat.value}.of")}
    )


def _plain(key: str) -> Callable[[Any, Words], Shown]:
    return lambda _event, words: said(words, key)


def _exposed(event: Any, words: Words) -> Shown:
    fields = {"seat": shown.seat(event.seat, words), "cards": shown.cards(event.cards, words)}
    return said(words, "act.card_exposed", fields)


def _removed(event: Any, words: Words) -> Shown:
    fields = {"seat": shown.seat(event.seat, words), "call": call_said(event.call, words, ".acc")}
    return said(words, "act.call_removed", fields)


def _claim(event: Any, words: Words) -> Shown:
    """A claim; of no trick at all, it is a concession (Law 68B)."""
    if event.tricks == 0:
        return _seat("act.claim.none")(event, words)
    return said(words, "act.claim", {"seat": shown.seat(event.seat, words), "n": event.tricks})


def _answer(event: Any, words: Words) -> Shown:
    return _seat("act.claim_answer.yes" if event.agree else "act.claim_answer.no")(event, words)


def result_said(
    contract: str, declarer: Seat | None, tricks: int | None, words: Words, *, lead: Card | None = None
) -> Shown:
    """A result as players say it: 4♠ by South, 10 tricks, lead ♥K."""
    text: Shown = shown.contract_text(contract, words)
    if declarer:
        text = said(words, "table.contract", {"contract": text, "seat": shown.seat(declarer, words)})
    if tricks is not None:
        text = said(words, "act.result_entered.tricks", {"contract": text, "n": tricks})
    if lead is not None:
        text = said(words, "act.result_entered.lead", {"text": text, "card": shown.card(lead, words)})
    return text


def _result(event: Any, words: Words) -> Shown:
    """What was keyed."""
    text = result_said(event.contract, event.declarer, event.tricks, words, lead=event.lead)
    return said(words, "act.result_entered", {"text": text})


def _mode(event: Any, words: Words) -> Shown:
    return said(words, "act.mode", {"mode": words.text(f"act.mode.{event.mode}")})


#: Sentence of each type of event. None of them names a card that is not in playing position or exposed.
_SENTENCES: Mapping[type[ev.TableEvent], Callable[[Any, Words], Shown]] = {
    ev.BoardTaken: lambda event, words: said(words, "act.board", {"board": event.board}),
    ev.PocketScanned: _seat("act.pocket"),
    ev.HandScanned: _seat("act.hand"),
    ev.CallMade: _call,
    ev.CallRemoved: _removed,
    ev.CardPlayed: _played,
    ev.CardFaced: _card("act.card_faced"),
    ev.CardsExposed: _exposed,
    ev.CardReturned: _seat("act.card_returned"),
    ev.HandFaced: _seat("act.hand_faced"),
    ev.TrickQuitted: _seat("act.trick_quitted"),
    ev.ClaimMade: _claim,
    ev.ClaimAnswered: _answer,
    ev.DirectorCalled: _plain("act.director_called"),
    ev.ResultEntered: _result,
    ev.BoardLeft: _plain("act.board_left"),
    ev.Ruling: lambda event, words: said(words, "act.ruling", {"choice": choice(event.choice, words)}),
    ev.Correction: _plain("act.correction"),
    ev.ModeChanged: _mode,
    ev.Gap: _plain("act.gap"),
    ev.TrayPassed: _plain("act.tray_passed"),
}


def event(happened: ev.TableEvent, words: Words) -> Shown:
    """What an event says, in a sentence without its full stop."""
    return _SENTENCES[type(happened)](happened, words)


def choice(wanted: str, words: Words) -> str:
    """A choice by its plain name, without the names of players."""
    return words.text(f"choice.{wanted}") if f"choice.{wanted}" in words else wanted


def ruled_choice(wanted: str, fields: Mapping[str, Any], words: Words) -> Shown:
    """A choice with what was tapped for it: suits, a card, tricks, a contract."""
    details: list[Shown] = []
    if fields.get("suits"):
        details.append(shown.suits((suit_of(s) for s in fields["suits"]), words))
    if fields.get("suit"):
        details.append(shown.suit(suit_of(fields["suit"]), words))
    if fields.get("card"):
        details.append(shown.card(card_of(fields["card"]), words))
    if fields.get("contract"):
        declarer, tricks = str(fields.get("declarer")), fields.get("tricks")
        by = Seat[declarer] if declarer in Seat.__members__ else None
        details.append(result_said(fields["contract"], by, tricks if isinstance(tricks, int) else None, words))
    if fields.get("kind"):
        details.append(said(words, f"picker.kind.{fields['kind']}"))
    if fields.get("reason") and f"misread.{fields['reason']}" in words:
        details.append(said(words, f"misread.{fields['reason']}"))
    if "to" in fields:
        details.append(
            said(words, "summons.quiet.due.known", {"n": fields.get("tricks"), "side": _side(fields, words)})
        )
    details += [shown.plain(f"{words.text(f'side.{side}')} {fields[side]}") for side in ("NS", "EW") if side in fields]
    name = choice(wanted, words)
    if not details:
        return shown.plain(name)
    html = Markup(", ").join(detail.html for detail in details)
    return Shown(f"{name}: {', '.join(d.text for d in details)}", Markup("{}: {}").format(name, html))


def _side(fields: Mapping[str, Any], words: Words) -> str:
    return words.text(f"side.{fields['to']}") if f"side.{fields['to']}" in words else str(fields["to"])


def kind(wanted: str, words: Words) -> str:
    """A kind of finding as a heading."""
    return words.text(f"kind.{wanted}") if f"kind.{wanted}" in words else wanted


# -- findings -------------------------------------------------------------------------------------------------------


def call_said(wanted: Call, words: Words, form: str) -> Shown:
    """A call in a sentence: the double, the pass; `form` is `.said`, or `.acc` after a verb."""
    return (
        shown.call(wanted, words) if isinstance(wanted, Bid) or not form else said(words, f"call.{wanted.text}{form}")
    )


def act_shown(record: TableRecord, case: Case, words: Words, *, form: str = "") -> Shown | None:
    """The offending call or card by itself, or in a sentence (`form`, as above); None where the act is neither."""
    facts = case.finding.facts
    happened = record.event(case.act) if case.act is not None else None
    if isinstance(happened, ev.CallMade):
        return call_said(happened.call, words, form)
    if isinstance(happened, ev.CardPlayed) and happened.face == "down":
        return said(words, "summons.the_card.acc" if form == ".acc" else "summons.the_card")
    if isinstance(happened, ev.CardPlayed | ev.CardFaced):
        return shown.card(happened.card, words)
    if isinstance(happened, ev.CardsExposed):
        return shown.cards(happened.cards, words)
    if "card" in facts:
        return shown.card(card_of(str(facts["card"])), words)
    return call_said(call_of(str(facts["call"])), words, form) if "call" in facts else None


def what_happened(record: TableRecord, case: Case, words: Words) -> Shown | None:
    """One sentence of the facts: who did what, and what stood against it. None where there was no act."""
    happened = record.event(case.act) if case.act is not None else None
    if happened is None or isinstance(happened, ev.BoardTaken):
        return None
    plain = _led(happened, case, words) or event(happened, words)
    for names, tell in _AGAINST.items():
        if case.finding.kind.startswith(names):
            return tell(record, case, plain, words) or plain
    return plain


def _led(happened: ev.TableEvent, case: Case, words: Words) -> Shown | None:
    """A card that is a lead is said to be led, also where it was put down first and faced then."""
    if not case.finding.kind.startswith(_LEADS) or not isinstance(happened, ev.CardPlayed | ev.CardFaced):
        return None
    if isinstance(happened, ev.CardPlayed) and happened.face == "down":
        return None
    return _card("act.led")(happened, words)


_LEADS = ("opening_lead", "lead_", "premature_lead", "auction_incomplete")


def _over(record: TableRecord, case: Case, plain: Shown, words: Words) -> Shown | None:
    """The bid that had to be beaten, and whose it was."""
    to_beat = case.finding.facts.get("to_beat")
    view = record.before(case.act or 0)
    bidder = next((c.seat for c in reversed(view.calls) if c.call.text == to_beat and c.status == "stands"), None)
    if to_beat is None or bidder is None:
        return None
    fields = {
        "act": plain,
        "other": words.text(f"seat.{bidder.value}.of"),
        "call": shown.call(call_of(str(to_beat)), words),
    }
    return said(words, "what.over", fields)


def _turn_was(key: str) -> Callable[[TableRecord, Case, Shown, Words], Shown | None]:
    """Whose turn it was instead."""

    def tell(record: TableRecord, case: Case, plain: Shown, words: Words) -> Shown | None:
        view = record.before(case.act or 0)
        turn = case.finding.facts.get("turn") or view.state()["turn"]
        if turn not in Seat.__members__ or turn == (case.finding.seat.value if case.finding.seat else None):
            return None
        fields = {"act": plain, "turn": shown.seat(Seat[turn], words), "turn_of": words.text(f"seat.{turn}.of")}
        return said(words, key, fields)

    return tell


def _on_suit(record: TableRecord, case: Case, plain: Shown, words: Words) -> Shown | None:
    """Which suit was led to the trick."""
    on_table = record.before(case.act or 0).on_table
    if not on_table:
        return None
    return said(words, "what.on_suit", {"act": plain, "suit": shown.suit(on_table[0][1].suit, words)})


#: Kinds (by how their names begin) whose sentence says against what the act stood.
_AGAINST: Mapping[tuple[str, ...], Callable[[TableRecord, Case, Shown, Words], Shown | None]] = {
    ("insufficient_bid",): _over,
    ("call_out_of_turn",): _turn_was("what.turn_was"),
    ("opening_lead_out_of_turn", "lead_out_of_turn", "opening_lead_by"): _turn_was("what.lead_was"),
    ("play_out_of_turn",): _turn_was("what.play_was"),
    ("revoke_",): _on_suit,
}


@dataclass(frozen=True, slots=True)
class NowLine:
    """The one strip that says what to do now; `style` is a state: go, calm, ok."""

    style: str
    title: Shown
    text: Shown | None = None


def is_stopped(table: Table) -> bool:
    """Must a ruling come before anybody may act?"""
    state = table.state()
    return state["turn"] is None and bool(state["pending"])


def now_line(record: TableRecord, case: Case, words: Words, lapse: str = "") -> NowLine:
    """What a summons asks of the director at this moment; `lapse`: what the next act does to it, in our own words."""
    if not case.is_waiting:
        return NowLine("calm", said(words, "summons.now.closed"), how_closed(case, words))
    if case.attention is Attention.END_OF_BOARD:
        return NowLine("go", said(words, "summons.now.end"))
    if not case.finding.options:
        return NowLine("calm", said(words, "summons.now.note"))
    in_auction = record.table.state()["phase"] == "auction"
    may_accept = case.finding.by.get("accept")
    if may_accept in Seat.__members__:
        seat = {"seat": shown.seat(Seat[str(may_accept)], words)}
        title = said(words, f"summons.now.lapses_{'call' if in_auction else 'card'}", seat)
    elif is_stopped(record.table):
        title = said(words, f"summons.now.stopped_{'auction' if in_auction else 'play'}")
    else:
        title = said(words, "summons.now.go")
    return NowLine("go", title, shown.plain(lapse) if lapse else None)


def how_closed(case: Case, words: Words) -> Shown | None:
    """How a case came to its end."""
    told = case.told
    if case.is_withdrawn or (told and told.state == "withdrawn"):
        if told is None or told.by is None:
            return said(words, "book.state.withdrawn")
        return said(words, "summons.closed.withdrawn", {"event": told.by})
    if case.rulings:
        last = case.rulings[-1]
        return said(words, "summons.closed.ruling", {"choice": choice(last.choice, words), "event": last.n})
    if told and told.how in ("action", "promoted"):
        return said(words, f"summons.closed.{told.how}", {"event": told.by or ""})
    return None
