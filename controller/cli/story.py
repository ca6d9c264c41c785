"""What the Laws say of a log, told event by event in the desk's words: findings, options, rulings, what follows.

The desk's own record and options are asked, so that a director reads here what he would read there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from controller.cli import laid_out
from controller.desk import describe, explain, shown
from controller.desk.cases import Case, told_from
from controller.desk.consequences import new_duties, what_follows
from controller.desk.options import OptionCard, follow_up, offered, options_of
from controller.desk.record import TableRecord
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.cards import SUITS
from controller.model.cards import card as card_of
from controller.model.event_codec import event_to_json
from controller.model.irregularities import Attention, Irregularity, see_also
from controller.model.table_log import TableLog, first_event
from controller.ports import Row
from controller.table import Stepped, Table, refusal

#: Events that neither the auction nor the tricks show.
_TOLD_ALWAYS = (
    ev.CallRemoved,
    ev.CardReturned,
    ev.CardsExposed,
    ev.ClaimAnswered,
    ev.ClaimMade,
    ev.Correction,
    ev.DirectorCalled,
    ev.ResultEntered,
    ev.Ruling,
)


#: What a settled case may still ask, by what it asks.
_ASKED = {
    "comparable": ("comparable", "not_comparable"),
    "order": ("require", "forbid", "free"),
    "waive": ("no_penalty_card",),
}
#: Fields of a ruling that its own words tell better than the option's.
_SAYS_MORE = {"contract", "to", "NS", "EW", "kind", "card"}
#: Findings about cards in the wrong place: their line does not name the cards, which the desk keeps closed.
_OF_CARDS = frozenset({"card_not_in_that_hand", "deal_mismatch", "duplicate_card", "foreign_card", "hand_not_restored"})
#: Findings about a lead that may stand or go back.
_LEADS = ("opening_lead_out_of_turn_face_up", "lead_out_of_turn")

#: Lines by their place: number of the board, then of the event; -1 is the board itself.
Blocks = dict[tuple[int, int], list[str]]
_BOARD = -1


def told(log: TableLog, laws: str, steps: Iterable[Stepped], words: Words) -> Blocks:
    """The whole log for people: each board laid out, then what happened on it."""
    story = _Story(log, laws, words)
    for event, one in zip(log.events, steps, strict=True):
        if isinstance(event, ev.BoardTaken):
            story.end_board()
        story.take(event, one)
    story.end_board()
    return dict(sorted(story.blocks.items()))


class _Story:
    """A table as its log goes on, and what there is to say of it."""

    def __init__(self, log: TableLog, laws: str, words: Words) -> None:
        self.blocks: Blocks = {}
        self._boards = 0
        self._has_found = False
        self._words = words
        self._record = TableRecord("", laws, log.regulations)
        self._record.table = replace(self._record.table, next_n=first_event(log.header))
        #: What closed cases still ask, as it was last told.
        self._asks: dict[str, str | None] = {}

    def end_board(self) -> None:
        """Lay out the board in hand as far as it came, and begin another."""
        table = self._record.table
        if table.board_number is not None:
            lines = laid_out.board(table, self._words)
            if not self._has_found:
                told = any(place[0] == self._boards for place in self.blocks)
                lines += [self._words.text("judge.nothing"), *([""] if told else [])]
            self.blocks[self._boards, _BOARD] = lines
        self._boards += 1
        self._has_found = False

    def take(self, event: ev.TableEvent, one: Stepped) -> None:
        """One event, and what the engine said of it."""
        before = self._record.table
        headings = {case_id: self._heading(case.finding) for case_id, case in self._record.cases.items()}
        n = before.next_n
        self._record.apply(Row(n, "", "event", event_to_json(event), n))
        self._has_found |= bool(one.raised)
        more = [line for found in one.raised for line in self._found(n, found)]
        for found in one.changed:
            more += self._said("judge.changed", [found.id], headings)
            more += [f"   {line}" for line in self._now(found)]
        more += self._said("judge.withdrawn", one.withdrawn, headings)
        more += [self._closed(d.id, headings[d.id]) for d in one.resolved if d.how == "action" and d.id in headings]
        more += self._followed(event, before, one)
        more += self._asked()
        if more or isinstance(event, _TOLD_ALWAYS):
            place = self._words.text("judge.event", {"n": n})
            lines = [f"{place}: {self._sentence(n, event, one)}", *(f"   {line}" for line in more), ""]
            self.blocks[self._boards, n] = lines

    # -- what happened ------------------------------------------------------------------------------------------

    def _sentence(self, n: int, event: ev.TableEvent, one: Stepped) -> str:
        if isinstance(event, ev.Ruling):
            return self._ruled(n, event)
        if isinstance(event, ev.CardReturned) and self._was_seen(n, event):
            fields = {"seat": shown.seat(event.seat, self._words), "card": shown.card(event.card, self._words)}
            return self._words.text("act.card_returned.seen", fields)
        here = (found for found in one.raised if self._record.cases[found.id].act == n)
        return next((what for found in here if (what := self._act(found))), describe.event(event, self._words).text)

    def _was_seen(self, n: int, back: ev.CardReturned) -> bool:
        """Has the card that goes back lain face up on this board?"""
        for number in range(n - 1, -1, -1):
            before = self._record.event(number)
            if isinstance(before, ev.BoardTaken):
                break
            if isinstance(before, ev.CardPlayed | ev.CardFaced) and before.card == back.card:
                return not isinstance(before, ev.CardPlayed) or before.face != "down"
            if isinstance(before, ev.CardsExposed | ev.HandFaced) and back.card in before.cards:
                return True
        return False

    def _act(self, found: Irregularity) -> str | None:
        """The offending act in a sentence; None where there was no act of a player."""
        what = describe.what_happened(self._record, self._record.cases[found.id], self._words)
        return what.text if what else None

    def _ruled(self, n: int, ruling: ev.Ruling) -> str:
        on = next((c for c in self._record.cases.values() if any(ruled.n == n for ruled in c.rulings)), None)
        if on is None:
            return describe.event(ruling, self._words).text
        return self._words.text("judge.ruled", {"what": self._heading(on.finding), "choice": self._chosen(on, ruling)})

    def _chosen(self, case: Case, ruling: ev.Ruling) -> str:
        """What was chosen, in the words in which the option was offered; with its suits, its score."""
        fields = event_to_json(ruling)
        card = next((c for c in offered(self._record, case, self._words) if c.choice == ruling.choice), None)
        if card is None or set(fields) & _SAYS_MORE:
            return describe.ruled_choice(ruling.choice, fields, self._words).text
        named = [*(ruling.suits or ()), *([ruling.suit] if ruling.suit else [])]
        suits = " ".join(shown.suit(suit, self._words).text for suit in named)
        label = " ".join([card.label.text.removesuffix("…"), *([suits] if suits else [])])
        return self._words.text("judge.ruled.artificial", {"choice": label}) if ruling.artificial else label

    def _heading(self, found: Irregularity) -> str:
        kind, seat = describe.kind(found.kind, self._words), found.seat
        if seat is None:
            return kind
        by, name = f"kind.{found.kind}.by", shown.seat(seat, self._words)
        return self._words.text(by, {"seat": name}) if by in self._words else f"{kind}, {name}"

    def _said(self, key: str, ids: Iterable[str], headings: Mapping[str, str]) -> list[str]:
        return [self._words.text(key, {"what": headings[i]}) for i in ids if i in headings]

    def _closed(self, finding_id: str, heading: str) -> str:
        """Closed by what a player did: does the irregular call or lead stand by it, or is it gone?"""
        case, table = self._record.cases[finding_id], self._record.table
        ending = ""
        made = next((call for call in table.calls if call.n == str(case.act)), None)
        happened = self._record.event(case.act) if case.act is not None else None
        if made is not None:
            ending = ".stands" if made.status == "stands" else ".gone"
        elif case.finding.kind.startswith(_LEADS) and isinstance(happened, ev.CardPlayed | ev.CardFaced):
            tricks = [*table.on_table, *(pair for trick in table.tricks_played for pair in trick.cards)]
            ending = ".stands" if (happened.seat, happened.card) in tricks else ".gone"
        return self._words.text(f"judge.closed{ending}", {"what": heading})

    def _asked(self) -> list[str]:
        """What a ruled case asks now that a player has acted: is the new call comparable, is a lead ordered?"""
        lines: list[str] = []
        for case_id, case in self._record.cases.items():
            told = replace(case, told=told_from({"open": False, "state": "resolved"}))
            options = options_of(self._record, told, self._words).main
            asks = follow_up(self._record, told) or _asks_to_waive(case, options)
            if asks is not None and asks != self._asks.get(case_id):
                lines.append(self._words.text("judge.asks", {"what": self._heading(case.finding)}))
                lines += [line for card in options if card.choice in _ASKED[asks] for line in self._option(card)]
            self._asks[case_id] = asks
        return lines

    # -- what the Laws say --------------------------------------------------------------------------------------

    def _found(self, n: int, found: Irregularity) -> list[str]:
        words, act = self._words, self._record.cases[found.id].act
        parts = [
            self._heading(found),
            self._law(found),
            words.text(f"certainty.{found.certainty}").lower(),
            words.text(f"judge.attention.{found.attention.value}"),
        ]
        what = self._act(found) if act != n else None
        earlier = [f"{words.text('judge.event', {'n': act})}: {what}"] if what else []
        line = explain.whole(self._record, self._record.cases[found.id], words)
        about = [*([line] if line else []), *self._cards(found)]
        return [" · ".join(parts), *earlier, *about, *self._options(found)]

    def _cards(self, found: Irregularity) -> list[str]:
        """The cards of a finding about cards in the wrong place; whoever has the log may read them."""
        if found.kind not in _OF_CARDS:
            return []
        facts, lines = found.facts, []
        for key, place in (("", "cards"), (".surplus", "surplus"), (".missing", "missing")):
            if isinstance(facts.get(place), list) and facts[place]:
                cards = shown.cards((card_of(str(c)) for c in facts[place]), self._words)
                owner = facts.get("owner") if place == "cards" else None
                fields = {"cards": cards, "seat_of": self._words.text(f"seat.{owner}.of") if owner else ""}
                lines.append(self._words.text(f"judge.cards{'.owner' if owner else key}", fields))
        return lines

    def _law(self, found: Irregularity) -> str:
        law, more = found.laws[0], see_also(found.laws)
        return self._words.text(f"judge.laws_of{'.more' if more else ''}", {"law": law, "laws": ", ".join(more)})

    def _options(self, found: Irregularity, *, is_open: bool | None = None) -> list[str]:
        body: Mapping[str, Any] = {
            "open": bool(found.options) if is_open is None else is_open,
            "state": "resolved" if is_open is False else "raised",
            "attention": found.attention.value,
            "rests_on": found.rests_on.value,
        }
        case: Case = replace(self._record.cases[found.id], told=told_from(body))
        options = options_of(self._record, case, self._words)
        lines = [line for card in options.main for line in self._option(card)]
        if options.minor and is_open is None:
            names = ", ".join(card.label.text for card in options.minor)
            lines.append(self._words.text("judge.also", {"what": names}))
        return lines

    def _now(self, found: Irregularity) -> list[str]:
        """What a changed finding asks now; one that is settled and gives no trick says why."""
        is_open = found in self._record.table.open_findings
        options = self._options(found, is_open=is_open)
        if options or is_open or "transfer" not in found.facts:
            return options
        return [explain.due(found.facts, self._words)]

    def _option(self, card: OptionCard) -> list[str]:
        return [
            f"▸ {card.label.text}{_picks(card)} ({card.who.text})",
            f"    {card.then.text}",
            *(f"    – {branch.text}" for branch in card.branches),
        ]

    def _followed(self, event: ev.TableEvent, before: Table, one: Stepped) -> list[str]:
        """What holds from here on: all of it after a ruling, or where nothing is left to rule; else new duties."""
        words, after = self._words, self._record.table.state()
        if isinstance(event, ev.BoardTaken):
            return []
        if not isinstance(event, ev.Ruling):
            is_settled = any(f.attention is Attention.NOW and not f.options for f in one.raised)
            told = what_follows if is_settled else new_duties
            return [f"→ {line.text}" for line in told(before.state(), after, words)]
        if refusal(before, event) is not None:
            # A ruling whose finding a correction has taken back is a finding itself, and says so.
            return [] if one.raised else [words.text("refused.not_an_option")]
        late = [words.text("judge.ruled.after", {"n": event.after})] if event.after is not None else []
        return [*late, *(f"→ {line.text}" for line in what_follows(before.state(), after, words))]


def _asks_to_waive(case: Case, options: Iterable[OptionCard]) -> str | None:
    """1987 Law 24: declarer may let a card go that was shown during the auction."""
    is_open = not case.finding.options and any(card.choice == "no_penalty_card" for card in options)
    return "waive" if is_open else None


def _picks(card: OptionCard) -> str:
    """The suits or cards that an option may name, where they are few: any suit will do is said in words."""
    lawful = [
        pick.label.text
        for picker in card.pickers
        if picker.shape in ("suits", "cards")
        for pick in picker.picks
        if pick.is_lawful
    ]
    return f" {' '.join(lawful)}" if 0 < len(lawful) < len(SUITS) else ""
