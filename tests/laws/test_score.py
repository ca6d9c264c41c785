"""Law 77: the score of a contract."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.laws.score import score, score_ns
from controller.model.board import Contract, Vulnerability
from controller.model.calls import Denomination
from controller.model.seats import SEATS, Seat, Side

EXAMPLES = json.loads((Path(__file__).parent / "data" / "law_77.json").read_text(encoding="utf-8"))


def contract(text, declarer=Seat.S):
    """`4SX` by South; None for a board that was passed out."""
    if text == "Pass":
        return None
    doubled = len(text) - len(text.rstrip("X"))
    return Contract(int(text[0]), Denomination[text[1 : len(text) - doubled]], declarer, doubled)


contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(SEATS), st.integers(0, 2)
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e['contract']}-{e['tricks']}-{e['declarer_vulnerable']}")
def test_a_published_example_is_scored_as_published(example):
    made = score(contract(example["contract"]), example["tricks"], example["declarer_vulnerable"])
    assert example["score"] == made


@pytest.mark.parametrize(
    ("text", "tricks", "vulnerable", "expected"),
    [
        ("1C", 7, False, 70),
        ("1NT", 7, True, 90),
        ("2NT", 8, False, 120),
        ("3C", 10, True, 130),
        ("4D", 10, False, 130),
        ("5D", 11, True, 600),
        ("2HX", 8, False, 470),
        ("1SX", 9, True, 560),
        ("1CXX", 7, False, 230),
        ("3NTX", 10, False, 650),
        ("6H", 13, False, 1010),
        ("7C", 13, True, 2140),
    ],
)
def test_made_contracts(text, tricks, vulnerable, expected):
    assert expected == score(contract(text), tricks, vulnerable)


@pytest.mark.parametrize(
    ("vulnerable", "doubled", "costs"),
    [
        (False, 0, [50, 100, 150, 200, 250]),
        (True, 0, [100, 200, 300, 400, 500]),
        (False, 1, [100, 300, 500, 800, 1100]),
        (True, 1, [200, 500, 800, 1100, 1400]),
        (False, 2, [200, 600, 1000, 1600, 2200]),
        (True, 2, [400, 1000, 1600, 2200, 2800]),
    ],
)
def test_each_undertrick_costs_what_law_77_says(vulnerable, doubled, costs):
    four_spades = Contract(4, Denomination.S, Seat.W, doubled)
    assert costs == [-score(four_spades, 10 - down, vulnerable) for down in range(1, 6)]


def test_a_passed_out_board_scores_nothing_for_either_side():
    assert (score(None, 0, True), score_ns(None, 0, Vulnerability.ALL)) == (0, 0)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_a_deal_has_thirteen_tricks(tricks):
    with pytest.raises(ValueError, match="13"):
        score(contract("1C"), tricks, False)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("vulnerability", Vulnerability)
def test_north_south_score_minus_what_east_west_win(seat, vulnerability):
    played = contract("3NT", seat)
    own = score(played, 9, vulnerability.of(seat.side))
    assert score_ns(played, 9, vulnerability) == (own if seat.side is Side.NS else -own)


@given(contracts, st.booleans())
def test_one_more_trick_is_always_worth_more(played, vulnerable):
    scores = [score(played, tricks, vulnerable) for tricks in range(14)]
    assert scores == sorted(set(scores))


@given(contracts, st.booleans())
def test_a_contract_scores_above_zero_exactly_when_it_is_made(played, vulnerable):
    for tricks in range(14):
        assert (score(played, tricks, vulnerable) > 0) == (tricks >= played.tricks_needed)
