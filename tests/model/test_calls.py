"""Calls, and which bid supersedes which."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Denomination, bid, call, calls
from controller.model.cards import Suit

levels = st.integers(1, 7)
denominations = st.sampled_from(Denomination)
bids = st.builds(bid, levels, denominations)

#: The 35 bids in the order in which an auction can climb (Law 18).
LADDER = calls(" ".join(f"{level}{d}" for level in range(1, 8) for d in ("C", "D", "H", "S", "NT")))


@pytest.mark.parametrize(
    ("lower", "higher"), [("1C", "1D"), ("1D", "1H"), ("1H", "1S"), ("1S", "1NT"), ("1NT", "2C"), ("6NT", "7C")]
)
def test_the_next_bid_up_is_sufficient_and_not_the_other_way_round(lower, higher):
    assert (call(higher) > call(lower), call(lower) > call(higher)) == (True, False)


def test_the_ladder_of_bids_is_in_order():
    assert sorted(LADDER, key=lambda b: b.rank) == list(LADDER)


@given(st.sampled_from(LADDER), st.sampled_from(LADDER))
def test_a_bid_supersedes_exactly_those_below_it(a, b):
    assert (a > b, a < b) == (LADDER.index(a) > LADDER.index(b), LADDER.index(a) < LADDER.index(b))


@given(levels, denominations)
def test_a_bid_is_found_by_its_text_and_there_is_only_one_of_it(level, denomination):
    assert call(f"{level}{denomination}") is bid(level, denomination)


@given(st.one_of(bids, st.sampled_from([PASS, DOUBLE, REDOUBLE])))
def test_a_call_stays_itself_when_written_copied_or_stored(made):
    assert [call(made.text), copy.deepcopy(made), pickle.loads(pickle.dumps(made))] == [made] * 3


@pytest.mark.parametrize(("text", "expected"), [("P", PASS), ("X", DOUBLE), ("XX", REDOUBLE), ("1N", call("1NT"))])
def test_how_calls_are_written(text, expected):
    assert call(text) is expected


@pytest.mark.parametrize("text", ["8C", "9NT"])
def test_a_bid_above_seven_can_be_written(text):
    assert isinstance(call(text), Bid)


@pytest.mark.parametrize("text", ["", "0C", "10C", "1", "C", "1X", "XXX", "p", "1c", "PASS", None, 1, ["1C"]])
def test_what_is_no_call_is_an_error(text):
    with pytest.raises(ValueError, match="no such call"):
        call(text)


@pytest.mark.parametrize(
    ("denomination", "trump"), [("C", Suit.C), ("D", Suit.D), ("H", Suit.H), ("S", Suit.S), ("NT", None)]
)
def test_a_suit_contract_has_its_trumps(denomination, trump):
    assert Denomination[denomination].trump is trump
