"""How long a summons takes from the moment at which the act came to rest: what docs/sensing.md says, per kind."""

from __future__ import annotations

import pytest
from sensing.listening import Follower
from sensing.other_evening import play
from sensing.other_table import MAKES

from controller.model.irregularities import Attention
from controller.sensing.loop import Listening, sensing_of
from hw_sim.boards import boards
from hw_sim.people import possible_errors

BOARDS = boards()
#: A call stands for 0.7 s before it is made; a card rests after 0.4 s, 0.5 s at most until the rounds are measured.
RESTS_AFTER = {"call": 0.7, "card": 0.5, "card_returned": 0.0, "call_removed": 0.0}
#: The act of right-hand opponent's turn is noted and no more: it may wait for the card that was due.
URGENT = [
    ("call_out_of_turn", "call_out_of_turn"),
    ("pass_out_of_turn", "call_out_of_turn"),
    ("opening_lead_out_of_turn", "opening_lead_out_of_turn_face_down"),
    ("opening_lead_by_declaring_side", "opening_lead_by_declaring_side"),
    ("lead_from_wrong_hand", "lead_out_of_turn_by_declarer_wrong_hand"),
    ("declarer_leads_for_defender", "lead_out_of_turn_by_declaring_side_defender_on_lead"),
    ("defender_leads_for_declarer", "lead_out_of_turn_by_defender"),
    ("play_before_partner", "play_out_of_turn"),
    ("fifth_card", "fifth_card_in_trick"),
    ("premature_lead", "premature_lead_to_next_trick"),
]


def waits(error: str, kind: str, level: int) -> list[float]:
    """From rest to the summons of that kind, on a board where it happens."""
    record = next(record for record in BOARDS if error in possible_errors(record, names=[error]))
    log = play(record, MAKES["tells every round"], level, 5, errs=error).log
    follower, found = Follower(log), []

    def take(event):
        expected = follower(event)
        raised = follower.stepped[-1].raised
        if any(irregularity.kind == kind and irregularity.attention is Attention.NOW for irregularity in raised):
            found.append(listening.sensing.now - event.t - RESTS_AFTER[event.type])
        return expected

    listening = Listening(sensing_of(log), take)
    for reading in log.readings:
        listening.take(reading)
    listening.finish()
    return found


@pytest.mark.parametrize(("error", "kind"), URGENT, ids=[error for error, _ in URGENT])
def test_what_is_urgent_is_out_within_two_seconds_of_rest_on_a_good_table(error, kind):
    (wait,) = waits(error, kind, level=1)
    assert wait <= 2.0 + 1e-3


def test_a_lawful_act_that_is_irregular_by_itself_does_not_wait():
    assert max(waits("insufficient_bid", "insufficient_bid", level=1)) < 0.3
