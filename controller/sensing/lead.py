"""Which way up the opening lead lies: a tag does not say, so the regulation does, until dummy's hand comes down."""

from __future__ import annotations

from controller.model.events import CardFaced
from controller.model.seats import Seat
from controller.sensing.scene import Scene, ToldCard, lines_of
from controller.sensing.spreads import Spreads
from controller.sensing.stories import Act

#: The `face` of a card that lies face down.
DOWN = "down"


class Lead:
    """Cards that were told as lying face down."""

    def __init__(self, scene: Scene, spreads: Spreads) -> None:
        self._scene = scene
        self._spreads = spreads

    def face_of(self, seat: Seat) -> str | None:
        """Which way up a card of that seat is told: face down until the lead is faced, where that is the rule."""
        is_down = self._scene.regulations.opening_lead == "face_down" and not self._scene.is_lead_faced
        return DOWN if is_down and (not self._is_declaring(seat) or not self._down()) else None

    def faced(self, act: Act | None) -> CardFaced | None:
        """The lead is faced: dummy's hand comes down, or declarer's side plays to it with the act told next."""
        expected = self._scene.expected
        if self._scene.is_lead_faced or expected.dummy is None:
            return None
        down = self._down()
        lead = next((told for told in down if told.seat is expected.leader), down[-1] if down else None)
        if lead is None:
            return None
        begun = self._spreads.begun(expected.dummy)
        if begun is not None:
            lines = lines_of(*(s.lines[:1] for s in self._spreads.resting(expected.dummy)))[:3]
            return self._tell(lead, begun, lines)
        if act is not None and self._is_declaring(act.seat):
            return self._tell(lead, act.first, act.lines)
        return None

    def turn_up(self, seat: Seat) -> None:
        """The card of that seat lies face up from here on."""
        for told in self._down():
            if told.seat is seat:
                told.is_down = False

    def _tell(self, lead: ToldCard, t: float, lines: tuple[int, ...]) -> CardFaced:
        self.turn_up(lead.seat)
        return CardFaced(seat=lead.seat, card=lead.card, t=self._scene.stamp(t), readings=lines or None)

    def _down(self) -> list[ToldCard]:
        return [told for told in self._scene.told.cards.values() if told.is_down]

    def _is_declaring(self, seat: Seat) -> bool:
        return seat in (self._scene.expected.declarer, self._scene.expected.dummy)
