"""Bidding cards with tags on a tray: which of the cards that lie there is the call. Pure; times are capture times.

Whoever bids takes out the card of the bid with all lower ones behind it, so of the cards that are laid down together
the highest is the call, and a lower one that is read later came with it. A pass, double or redouble is one card.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from controller.model.calls import Bid, Call


@dataclass(frozen=True, slots=True)
class Change:
    """A call is shown, or no longer, since `t`."""

    t: float
    call: Call
    shown: bool


@dataclass(slots=True)
class _Card:
    """A card on the tray: since when it lies there, and since when it has not answered (None: it answers)."""

    tag: str
    call: Call
    since: float
    silent: float | None = None


@dataclass(slots=True)
class _Laid:
    """Cards that were laid down together, and what was told of them."""

    opened: float
    cards: dict[str, _Card] = field(default_factory=dict)
    told: _Card | None = None

    def top(self) -> _Card:
        """The card that is the call."""
        return max(self.cards.values(), key=lambda card: (_height(card.call), -card.since))

    @property
    def is_open(self) -> bool:
        """Its call has yet to be told: the card of it answers and is another than was told."""
        top = self.top()
        return self.told is not top and top.silent is None


class TrayCalls:
    """The tray of one seat. `cards`: which call a tag is; tags that are not among them are counted."""

    def __init__(
        self, cards: Mapping[str, Call], *, rest_s: float, gone_s: float, counters: Counter[str] | None = None
    ) -> None:
        self._cards = cards
        self._rest_s = rest_s
        self._gone_s = gone_s
        self._counters = counters if counters is not None else Counter()
        self._laid: list[_Laid] = []

    def round(self, tags: Iterable[str], t: float) -> None:
        """These tags answered in the round at `t`, and no others."""
        answered = set(tags)
        heard = {tag: self._cards[tag] for tag in answered if tag in self._cards}
        self._counters["strange_tags"] += len(answered) - len(heard)
        for laid in self._laid:
            for card in laid.cards.values():
                if card.tag in heard:
                    card.silent = None
                elif card.silent is None:
                    card.silent = t
        there = {tag for laid in self._laid for tag in laid.cards}
        for tag in sorted(set(heard) - there, key=lambda tag: _height(heard[tag])):
            self._lay(_Card(tag, heard[tag], t))

    def due(self) -> float | None:
        """When time_passed() has something to do."""
        dues = [laid.opened + self._rest_s for laid in self._laid if laid.is_open]
        hold = self._hold()
        dues += [card.silent + hold for laid in self._laid for card in laid.cards.values() if card.silent is not None]
        return min(dues, default=None)

    def time_passed(self, now: float) -> list[Change]:
        """What has become clear by now: cards that have gone, calls that stand."""
        changes: list[Change] = []
        hold = self._hold()
        for laid in self._laid:
            gone = [c for c in laid.cards.values() if c.silent is not None and now >= c.silent + hold]
            for card in gone:
                del laid.cards[card.tag]
                if laid.told is card:
                    changes.append(Change(card.silent or now, card.call, shown=False))
                    # What it had brought along may be the call now, if it stays.
                    laid.told, laid.opened = None, now
        self._laid = [laid for laid in self._laid if laid.cards]
        for laid in self._laid:
            changes += self._settled(laid, now)
        return changes

    # -- inside ------------------------------------------------------------------------------

    def _lay(self, card: _Card) -> None:
        if isinstance(card.call, Bid):
            for laid in self._laid:
                top = laid.top()
                joins = isinstance(top.call, Bid) and (
                    card.call < top.call or card.since - laid.opened <= 2 * self._rest_s
                )
                if joins:
                    laid.cards[card.tag] = card
                    return
        self._laid.append(_Laid(card.since, {card.tag: card}))

    def _settled(self, laid: _Laid, now: float) -> list[Change]:
        if not laid.is_open or now < laid.opened + self._rest_s:
            return []
        top = laid.top()
        before, laid.told = laid.told, top
        shown = Change(top.since, top.call, shown=True)
        return [shown] if before is None else [Change(top.since, before.call, shown=False), shown]

    def _hold(self) -> float:
        """A whole stack may be silent at once: then more patience is needed."""
        answers = any(card.silent is None for laid in self._laid for card in laid.cards.values())
        return self._gone_s if answers else 2 * self._gone_s


def _height(call: Call) -> int:
    """Order among bids; other calls stand alone."""
    return (call.level * 5 + int(call.denomination)) if isinstance(call, Bid) else 0
