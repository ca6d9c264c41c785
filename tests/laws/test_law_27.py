"""Law 27: an insufficient bid: accepted by the next player, or corrected, and what the correction costs."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after, ruled

from controller.table import refusal

LOW = "insufficient_bid"


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize(("calls", "is_low"), [("N: 1S 1H", True), ("N: 1S 1S", True), ("N: 1S 1NT", False)])
def test_a_bid_must_beat_the_last_one(laws, calls, is_low):
    assert (LOW in after(board(1), auction(calls), laws=laws).kinds) is is_low


@pytest.mark.parametrize("laws", EDITIONS)
def test_accepted_it_becomes_the_bid_to_beat(laws):
    story = after(board(1), auction("N: 1S 1H P 1S"), laws=laws)
    assert (story.kinds, story.state["turn"]) == ([LOW], "N")


@pytest.mark.parametrize("laws", EDITIONS)
def test_out_of_turn_as_well_it_is_one_finding(laws):
    story = after(board(1), auction("N: 1S S:1H"), laws=laws)
    assert story.kinds == ["call_out_of_turn"]
    assert story.raised[0].facts["insufficient"] is True


@pytest.mark.parametrize(("laws", "bar"), [("1987", {}), ("2017", {})])
def test_the_lowest_bid_of_the_denomination_is_free(laws, bar):
    story = after(board(1), auction("N: 1S 1H"), ruled(LOW, "cancel"), auction("E: 2H"), laws=laws)
    assert story.state["must_pass"] == bar


def test_1987_a_conventional_bid_is_never_free():
    story = after(board(1), auction("N: 1S 1H"), ruled(LOW, "cancel", artificial=True), auction("E: 2H"), laws="1987")
    assert story.state["must_pass"] == {"W": "throughout"}


def test_1987_any_other_call_silences_partner_at_once():
    story = after(board(1), auction("N: 1S 1H"), ruled(LOW, "cancel"), auction("E: P"), laws="1987")
    assert story.state["must_pass"] == {"W": "throughout"}


def test_2017_any_other_call_silences_partner_when_it_is_ruled_not_comparable():
    events = (board(1), auction("N: 1S 1H"), ruled(LOW, "cancel"), auction("E: P"))
    assert after(*events).state["must_pass"] == {}
    assert after(*events, ruled(LOW, "not_comparable")).state["must_pass"] == {"W": "throughout"}


def test_1987_a_double_as_replacement_is_inadmissible():
    story = after(board(1), auction("N: 1S 1H"), ruled(LOW, "cancel"), auction("E: X"), laws="1987")
    assert story.kinds[-1] == "inadmissible_double"


def test_1987_that_double_cancelled_silences_partner_whatever_is_then_bid():
    events = (board(1), auction("N: 1S 1H"), ruled(LOW, "cancel"), auction("E: X"))
    story = after(*events, ruled("inadmissible_double", "cancel"), auction("E: 2H"), laws="1987")
    assert story.state["must_pass"] == {"W": "throughout"}


def test_2017_a_double_that_is_not_comparable_is_cancelled_and_the_offender_calls_again():
    events = (board(1), auction("N: 1S 1H"), ruled(LOW, "cancel"), auction("E: X"), ruled(LOW, "not_comparable"))
    state = after(*events).state
    assert (state["auction"], state["turn"]) == ([["N", "1S"]], "E")


def test_2017_a_second_insufficient_bid_refused_silences_partner():
    events = (board(1), auction("N: 2S 1H"), ruled(LOW, "cancel"), auction("E: 2H"), ruled(f"{LOW}#2", "cancel"))
    assert after(*events, auction("E: 3H")).state["must_pass"] == {"W": "throughout"}


def test_2017_what_replaces_the_second_is_not_asked_to_be_comparable():
    events = (board(1), auction("N: 2S 1H"), ruled(LOW, "cancel"), auction("E: 2H"), ruled(f"{LOW}#2", "cancel"))
    table = after(*events, auction("E: 3H")).table
    assert refusal(table, ruled(LOW, "comparable")) is not None
    assert refusal(table, ruled(f"{LOW}#2", "comparable")) is not None


def test_2017_an_early_correction_stands_when_the_low_bid_is_not_accepted():
    story = after(board(1), auction("N: 1NT 1S E:2S"), ruled(LOW, "cancel"))
    assert story.state["auction"] == [["N", "1NT"], ["E", "2S"]]


def test_1987_an_early_correction_falls_and_the_offender_calls_anew():
    story = after(board(1), auction("N: 1NT 1S E:2S"), ruled(LOW, "cancel"), laws="1987")
    assert (story.state["auction"], story.state["turn"]) == ([["N", "1NT"]], "E")
