"""Cards that go astray after the trick, a hub that hears nothing for three tricks: the record waits, and is whole."""

from dataclasses import replace

import pytest

from controller.model import readings as rd
from controller.model.events import CardPlayed, ModeChanged
from controller.sensing import Listening, sensing_of
from controller.table import Table, step
from hw_sim.boards import boards
from hw_sim.offline import simulate
from hw_sim.people import MISHAPS, TableRules

BOARDS = [board for board in boards() if board.contract is not None][:3]


class Told:
    """A table that follows what sensing makes of a log."""

    def __init__(self, log):
        self.table = Table.fresh(log.laws, log.regulations)
        self.modes, self.summoned = [], []
        listening = Listening(sensing_of(log), self.take)
        for reading in log.readings:
            listening.take(reading)
        listening.finish()

    def take(self, event):
        stepped = step(self.table, event)
        self.table = stepped.table
        self.summoned += [f.kind for f in stepped.raised if f.attention.value != "log"]
        if isinstance(event, ModeChanged):
            self.modes.append(event.mode)
        return self.table.expectation()


def played(board, name, level, seed=7):
    return simulate(board, level=level, seed=seed, rules=TableRules(pockets=name == "pocketed"), mishap=name)


def tricks_of(truth, laws, regulations):
    table = Table.fresh(laws, regulations)
    for event in truth:
        table = step(table, event).table
    return [trick.cards for trick in table.tricks_played]


def test_every_mishap_of_cards_is_among_these():
    assert set(MISHAPS) == {"swapped", "mislaid", "pocketed", "hub_lost"}


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("name", ["swapped", "mislaid", "pocketed"])
def test_cards_gone_astray_stop_the_record_and_it_goes_on_whole_when_they_are_put_right(name, level):
    for board in BOARDS[: 1 if level else 3]:
        sim = played(board, name, level)
        told = Told(sim.log)
        assert (told.modes, told.summoned) == (["correcting", "sensing"], [])
        assert [t.cards for t in told.table.tricks_played] == tricks_of(sim.truth, sim.log.laws, sim.log.regulations)


def by_hand(sim):
    """The log with what was played unseen entered by somebody, a card a second, from ten seconds after the return."""
    lost, ready = (r.t for r in sim.log.readings if isinstance(r, rd.DeviceState))
    unseen = [e for e in sim.truth if isinstance(e, CardPlayed) and lost - 3.0 < e.t < ready]
    known = {e.card for e in _told_before(sim, lost)}
    entered = [
        rd.Entered(t=ready + 10.0 + n, event=replace(event, t=None, src="director"))
        for n, event in enumerate(e for e in unseen if e.card not in known)
    ]
    return replace(sim.log, readings=tuple(sorted([*sim.log.readings, *entered], key=lambda r: r.arrival)))


def _told_before(sim, lost):
    """Cards that were read before the hub was lost."""
    found = []
    table = Table.fresh(sim.log.laws, sim.log.regulations)

    def take(event):
        nonlocal table
        table = step(table, event).table
        if isinstance(event, CardPlayed):
            found.append(event)
        return table.expectation()

    listening = Listening(sensing_of(sim.log), take)
    for reading in sim.log.readings:
        if reading.arrival < lost + 2.0:
            listening.take(reading)
    return found


@pytest.mark.parametrize("level", [0, 1])
def test_three_tricks_played_unseen_are_asked_for_and_not_guessed(level):
    for board in BOARDS:
        told = Told(played(board, "hub_lost", level).log)
        assert told.modes[0] == "correcting"
        assert set(told.summoned) <= {"board_ended_early"}


@pytest.mark.parametrize("level", [0, 1])
def test_three_tricks_entered_by_hand_make_the_record_whole(level):
    for board in BOARDS:
        sim = played(board, "hub_lost", level)
        told = Told(by_hand(sim))
        assert (told.modes, told.summoned) == (["correcting", "sensing"], [])
        assert [t.cards for t in told.table.tricks_played] == tricks_of(sim.truth, sim.log.laws, sim.log.regulations)
