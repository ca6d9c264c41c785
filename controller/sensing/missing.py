"""A card that must have been played and has not been read: what was told meanwhile, and the card once it is found.

It is a supposition, told as doubtful; the record is put right by an explicit correction when the card turns up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.model.cards import Card
from controller.model.events import CardPlayed, Correction, Replacement
from controller.model.seats import Seat
from controller.sensing.scene import TICK, Scene, ToldCard
from controller.sensing.stories import Act, Weighing
from controller.sensing.trick_view import TrickView

_REASON = "the card was read late"


@dataclass(slots=True)
class Missing:
    """Whose card it is, the trick when it was due, and what was told after it."""

    seat: Seat
    #: Number and time of the first event told after it.
    before: int
    t: float
    view: TrickView
    #: How much dearer this supposition is than what was told, in nats; below zero it is believed.
    odds: float
    since: list[tuple[Seat, Card]] = field(default_factory=list)

    @property
    def is_believed(self) -> bool:
        """Is the record thought to lack a card?"""
        return self.odds <= 0

    def supposed(self, card: Card | None = None) -> tuple[TrickView, int]:
        """The trick now if that card (or one unknown) was played then, and how many acts since were out of turn."""
        view = self.view.with_card(self.seat, card)
        astray = 0
        for seat, played in self.since:
            astray += seat not in view.turns
            view = view.with_card(seat, played)
        return view, astray

    def note(self, act: Act, told: TrickView, weighing: Weighing) -> None:
        """One act more has been told: which of the two suppositions does it fit?"""
        if self.since:
            supposed, _ = self.supposed()
            self.odds += weighing.of_act(act, supposed, [])[0] - weighing.of_act(act, told, [])[0]
        self.since.append((act.seat, act.card))


@dataclass(frozen=True, slots=True)
class Found:
    """The missing card has turned up."""

    act: Act
    is_doubtful: bool


def find(
    missing: Missing, acts: list[Act], told: TrickView, weighing: Weighing, *, out_of_turn: float, margin: float
) -> Found | None:
    """The act that is the missing card, if taking it as that explains more than taking it as a play of now."""
    mine = [act for act in acts if act.seat is missing.seat]
    if not mine:
        return None
    now, before = missing.supposed()
    as_play = min(weighing.cheapest(told, acts), weighing.cheapest(now, acts) + missing.odds)
    costs = []
    for act in mine:
        view, astray = missing.supposed(act.card)
        rest = [a for a in acts if a is not act]
        cost = weighing.of_hand(act, missing.view) + weighing.cheapest(view, rest) + out_of_turn * (astray - before)
        costs.append((cost + missing.odds, act))
    costs.sort(key=lambda c: (c[0], c[1].first, c[1].card.text))
    cost, act = costs[0]
    if cost >= as_play:
        return None
    second = min([as_play, *(c for c, _ in costs[1:])])
    return Found(act, second - cost < margin)


def correction(scene: Scene, missing: Missing, found: Found) -> Correction:
    """The event that puts the card into its place."""
    act = found.act
    played = CardPlayed(
        seat=act.seat,
        card=act.card,
        pack=act.pack,
        t=round(missing.t - TICK, 3),
        certainty=scene.certainty(found.is_doubtful),
        readings=act.lines or None,
    )
    scene.told.cards[(act.seat, act.card)] = ToldCard(act.seat, act.card, missing.t, scene.told.n, None, act.first)
    return Correction(
        replaces=(),
        before=missing.before,
        events=(Replacement(played),),
        reason=_REASON,
        t=scene.stamp(act.first),
        readings=act.lines or None,
    )
