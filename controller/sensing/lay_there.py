"""Cards told as gone that are read again where they lay: they had only been silent, and the record is put right.

A card in playing position that was told as taken back; one told as played out of dummy's hand that lies there still.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.model.events import Correction
from controller.sensing.presence import Stay, StayState
from controller.sensing.scene import Scene, ToldCard, Wake, lines_of

_REASON = "the card lay there all the time and was not read"
#: A card that answers again passes over its antenna or lies there: it lies there once it has for so long, seconds.
_LIES_AGAIN_S = 0.5
#: So unlikely must the silence of a lying card be, in nats, to show a lift.
LIFTED = 10.0


@dataclass(slots=True)
class _Gone:
    """A card that was told as gone from a place, and by which event."""

    told: ToldCard
    stay: Stay
    number: int
    #: Since when it had been silent, and since when it is read there again.
    silent: float
    again: float | None = None


class LayThere:
    """Cards that were told as gone on the strength of their silence alone."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._gone: list[_Gone] = []

    def clear(self) -> None:
        """A new board."""
        self._gone.clear()

    def taken_back(self, told: ToldCard, stay: Stay) -> None:
        """The next event tells that this card was taken back."""
        self._gone.append(_Gone(told, stay, self._scene.told.n, stay.since))

    def played(self, told: ToldCard) -> None:
        """The next event tells that this card was played from dummy's hand; in playing position it was not read."""
        place, scene = f"spread.{told.seat.value}", self._scene
        for stay in scene.presence.stays(place).values():
            tagged = scene.decks.card_of(stay.tag)
            if tagged is not None and tagged.pack is None and tagged.card is told.card:
                self._gone.append(_Gone(told, stay, scene.told.n, stay.since))

    def put_right(self, wake: Wake) -> Correction | None:
        """The correction of what was told of a card that lay there all the time."""
        for one in list(self._gone):
            if self._is_settled(one):
                self._gone.remove(one)
            elif not one.stay.on:
                one.again = one.again if self._may_miss(one.stay, wake) else None
            else:
                one.again = one.stay.since if one.again is None else one.again
                if self._was_lifted(one):
                    self._gone.remove(one)
                elif wake.is_past(one.again + _LIES_AGAIN_S):
                    self._gone.remove(one)
                    return self._correct(one)
        return None

    def _is_settled(self, one: _Gone) -> bool:
        """Nothing can be learnt of it any more: a ruling rests on it, or it was put down since as an act of its own."""
        scene, told = self._scene, one.told
        if scene.told.ruled_at > one.number:
            return True
        now = scene.told.cards.get((told.seat, told.card))
        if one.stay.place.kind == "play":
            return now is not None or one.stay.state is not StayState.KNOWN
        return now is not told or told.stay is not None

    def _was_lifted(self, one: _Gone) -> bool:
        """Was a card in playing position away for so long that it was taken up and put back there?"""
        assert one.again is not None
        return one.stay.place.kind == "play" and self._scene.rates.silence(one.again - one.silent) >= LIFTED

    def _may_miss(self, stay: Stay, wake: Wake) -> bool:
        return not wake.is_past(stay.since + self._scene.rates.forget_s)

    def _correct(self, one: _Gone) -> Correction:
        scene, told = self._scene, one.told
        if one.stay.place.kind == "play":
            scene.told.cards[(told.seat, told.card)] = told
            one.stay.is_watched = True
        else:
            del scene.told.cards[(told.seat, told.card)]
        lines = lines_of(one.stay.lines[-1:]) or None
        return Correction(
            replaces=(one.number,), events=(), reason=_REASON, t=scene.stamp(one.stay.since), readings=lines
        )
