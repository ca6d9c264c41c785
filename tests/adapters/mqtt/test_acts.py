"""What everybody could see of an event is told, and nothing else."""

import json

import pytest

from controller.adapters.mqtt.acts import public_act
from controller.model.event_codec import event_from_json


def told(event):
    act = public_act(event_from_json(event))
    return None if act is None else act.model_dump(exclude_none=True)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "call", "seat": "N", "call": "1NT"},
        {"type": "call", "seat": "N", "call": "P", "alerted": True},
        {"type": "call", "seat": "N", "call": "8C"},
        {"type": "call_removed", "seat": "E", "call": "X"},
        {"type": "card", "seat": "W", "card": "HQ", "face": "up"},
        {"type": "card_faced", "seat": "W", "card": "HQ"},
        {"type": "card_exposed", "seat": "W", "cards": ["HQ", "H2"]},
        {"type": "hand_faced", "seat": "S", "cards": ["SA"]},
        {"type": "trick_quitted", "seat": "N", "won": True},
        {"type": "claim", "seat": "N", "tricks": 3, "statement": "three top hearts"},
        {"type": "claim_answer", "seat": "E", "agree": False},
        {"type": "result_entered", "contract": "4SX", "declarer": "N", "tricks": 9},
        {"type": "board_left"},
    ],
)
def test_an_act_in_the_open_is_told(event):
    expected = {name: tuple(value) if isinstance(value, list) else value for name, value in event.items()}
    assert told(event) == expected


def test_a_card_that_lies_face_down_is_not_named():
    assert told({"type": "card", "seat": "W", "card": "HQ", "face": "down"}) == {
        "type": "card",
        "seat": "W",
        "face": "down",
    }


def test_a_card_put_back_is_not_named():
    assert told({"type": "card_returned", "seat": "W", "card": "HQ"}) == {"type": "card_returned", "seat": "W"}


def test_of_a_board_its_deal_is_not_told():
    deal = "N:AKQJ.AKQJ.AKQJ.A T987.T987.T987.K 6543.6543.6543.Q 2.2.2.JT98765432"
    board = {"type": "board", "board": 7, "dealer": "S", "vul": "All", "deal": deal, "pairs": {"NS": 3, "EW": 12}}
    assert told(board) == {"type": "board", "board": 7, "dealer": "S", "vul": "All"}


@pytest.mark.parametrize(
    "event",
    [
        {"type": "pocket", "seat": "N", "cards": ["SA"]},
        {"type": "hand", "seat": "N", "count": 12, "cards": ["SA"]},
        {"type": "ruling", "on": "revoke@31:W", "choice": "correct"},
        {"type": "correction", "replaces": [3], "events": [], "reason": "misread"},
        {"type": "mode", "mode": "manual"},
        {"type": "gap", "reason": "restart"},
    ],
)
def test_what_nobody_saw_is_not_told(event):
    assert told(event) is None


def test_where_an_act_came_from_and_when_is_not_told():
    event = {"type": "card", "seat": "W", "card": "HQ", "t": 12.5, "readings": [["r", 3]], "certainty": "possible"}
    assert told(event) == {"type": "card", "seat": "W", "face": "up", "card": "HQ"}


def test_fields_that_this_version_does_not_know_are_not_told():
    event = {"type": "card", "seat": "W", "card": "HQ", "face": "down", "tag": "E00401", "uid": "HQ"}
    assert "HQ" not in json.dumps(told(event))


def test_who_is_called_about_is_not_told():
    """A player may call the director about what only he has noticed."""
    assert told({"type": "director_called", "seat": "N", "about": "revoke"}) == {"type": "director_called", "seat": "N"}
