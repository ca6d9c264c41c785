"""Calls and keys of a hub as readings."""

import pytest
from support.hub_readings import ACE, Hub, bare

from controller.model.calls import call
from controller.model.readings import (
    CallGone,
    CallShown,
    KeyPressed,
)
from controller.model.seats import Seat
from drivers.table_hub.protocol import COUNTED
from drivers.wire.boxes import CALLS
from firmware_bridge import (
    messages,
)

# -- boxes and keys ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "text"), [(0, "P"), (1, "X"), (2, "XX"), (3, "1C"), (7, "1NT"), (8, "2C"), (34, "7D"), (37, "7NT")]
)
def test_a_call_code_is_a_call(code, text):
    assert bare(Hub().hear(messages.CallButton(1, code, 1))) == [CallShown(t=0, seat=Seat.E, call=call(text))]


def test_there_are_38_calls():
    assert len({str(made) for made in CALLS.values()}) == 38


def test_a_call_taken_back():
    hub = Hub()
    hub.hear(messages.CallButton(3, 3, 1))

    assert bare(hub.hear(messages.CallButton(3, 3, 0))) == [CallGone(t=0, seat=Seat.W, call=call("1C"))]


def test_a_call_taken_back_that_was_never_seen_is_told_all_the_same():
    assert bare(Hub().hear(messages.CallButton(3, 3, 0))) == [CallGone(t=0, seat=Seat.W, call=call("1C"))]


@pytest.mark.parametrize(
    ("body", "counter"),
    [
        (messages.CallButton(4, 3, 1), "unknown_seats"),
        (messages.Key(9, 1, "3"), "unknown_seats"),
        (messages.BoxState(4, b"\x03"), "unknown_seats"),
        (messages.CallButton(0, 38, 1), "unknown_calls"),
        (messages.Key(0, 77, ""), "unknown_keys"),
        (messages.BoardTag(1, 0, ACE), "unknown_boards"),
    ],
)
def test_what_makes_no_sense_is_counted(body, counter):
    hub = Hub()

    assert hub.hear(body) == []
    assert hub.counters == {counter: 1}
    assert counter in COUNTED


@pytest.mark.parametrize(
    ("key", "text", "name", "value"),
    [
        (1, "5", "claim", 5),
        (1, "all", "claim", "all"),
        (2, "", "agree", None),
        (3, "", "dispute", None),
        (4, "", "director", None),
        (5, "4SX N 10", "result", "4SX N 10"),
        (6, "", "done", None),
    ],
)
def test_a_key(key, text, name, value):
    assert bare(Hub().hear(messages.Key(2, key, text))) == [KeyPressed(t=0, seat=Seat.S, key=name, value=value)]


def test_a_box_after_a_gap_tells_only_what_changed():
    hub = Hub()
    for code in (0, 3):
        hub.hear(messages.CallButton(1, code, 1))

    assert hub.hear(messages.BoxState(1, bytes((0, 3)))) == []
    assert bare(hub.hear(messages.BoxState(1, bytes((0, 0, 4))))) == [
        CallGone(t=0, seat=Seat.E, call=call("1C")),
        CallShown(t=0, seat=Seat.E, call=call("P")),
        CallShown(t=0, seat=Seat.E, call=call("1D")),
    ]


def test_the_number_of_an_event_stands_on_the_last_of_its_readings():
    told = Hub().hear(messages.BoxState(1, bytes((0, 3))))

    assert [(reading.boot, reading.seq) for reading in told] == [(None, None), (7, 1)]
    assert [reading.device for reading in told] == ["hub-7", "hub-7"]


def test_a_wrong_call_in_a_box_state_leaves_the_others():
    hub = Hub()

    assert bare(hub.hear(messages.BoxState(0, bytes((99, 3))))) == [CallShown(t=0, seat=Seat.N, call=call("1C"))]
    assert hub.counters == {"unknown_calls": 1}
