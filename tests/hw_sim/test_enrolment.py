"""A deck is enrolled at any antenna that works at all: no card ever gets another card's tag, however badly it reads."""

import pytest

from controller.model.cards import PACK
from controller.model.readings import DeviceState, Scan
from controller.sensing.enrolment import Enrolled, Enrolment
from hw_sim.acts import LayTags
from hw_sim.physics import Answer, TableTop

TAG = {card: f"E0040150{place:08X}" for place, card in enumerate(PACK)}


class Volunteer:
    """Lays a card down, waits for the beep, and perhaps lifts it again; in virtual time."""

    def __init__(self, level, seed):
        self.top, self.enrolment, self.now = TableTop(seed, level=level), Enrolment(), 0.0
        self.enrolment.take(DeviceState(t=0.0, device="hub", state="ready"))
        self.wait(2.0)

    def wait(self, seconds):
        self.now += seconds
        steps = []
        for sensed in self.top.advance(self.now):
            assert isinstance(sensed, Answer)
            steps += self.enrolment.take(Scan(t=sensed.t, at=sensed.place, tags=sensed.tags))
        return steps + self.enrolment.until(self.now)

    def lay(self, card, *, lifts):
        self.top.do(LayTags("play.N", (TAG[card],)), self.now)
        patience = self.now + 60
        while not any(isinstance(step, Enrolled) for step in self.wait(0.1)):
            assert self.now < patience
        if lifts:
            self.top.do(LayTags("play.N", (TAG[card],), here=False), self.now)
        self.wait(1.2 if lifts else 0.4)


@pytest.mark.long
@pytest.mark.parametrize("lifts", [False, True], ids=["a pile", "each card lifted"])
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_a_deck_is_enrolled_however_badly_the_antenna_reads(level, lifts):
    for seed in range(10):
        volunteer = Volunteer(level, seed)
        for card in PACK:
            volunteer.lay(card, lifts=lifts)
        assert {card: tag for tag, card in volunteer.enrolment.tags} == TAG, seed
