"""Examples with known results: matchpoints, Neuberg, fouled boards, artificial scores, IMPs, Butler, cross-IMPs, VPs.

Law 77's own stand beside `tests/laws/test_score.py`.
"""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from controller.scoring import (
    IMP_STEPS,
    Artificial,
    Divide,
    Line,
    cross_imp_board,
    datum,
    imps,
    matchpoint_board,
    neuberg,
    plain,
    totals,
    wbf_vps,
)
from controller.scoring.butler import ButlerRules

EXAMPLES = json.loads((Path(__file__).parent / "data" / "examples.json").read_text(encoding="utf-8"))["examples"]


def of_kind(kind):
    found = [example for example in EXAMPLES if example["kind"] == kind]
    assert found
    return pytest.mark.parametrize("example", found, ids=lambda example: example["id"])


def lines(scores, groups=None):
    groups = groups or [""] * len(scores)
    named = enumerate(zip(scores, groups, strict=True))
    return [Line(1, f"N{i}", f"E{i}", plain(score), group) for i, (score, group) in named]


@of_kind("matchpoints")
def test_a_board_is_matchpointed(example):
    given = matchpoint_board(lines(example["ns_scores"]))
    assert example["ns_mp"] == [one.ns for one in given]
    assert example["ew_mp"] == [one.ew for one in given]
    assert {example["top"]} == {one.top for one in given}


@of_kind("neuberg")
def test_a_group_is_brought_to_the_size_of_the_field(example):
    found = neuberg(Fraction(example["mp_in_group"]), example["group_size"], example["expected_size"])
    assert Fraction(example["neuberg_fraction"]) == found


@of_kind("fouled_neuberg")
def test_a_fouled_board_is_scored_group_by_group(example):
    results = example["results"]
    given = matchpoint_board(lines([r["ns_score"] for r in results], [r["group"] for r in results]))
    assert [Fraction(points) for points in example["ns_mp_fraction"]] == [one.ns for one in given]
    assert example["ns_total"] == sum(one.ns for one in given)


@of_kind("artificial")
def test_an_artificial_score_is_a_share_of_the_top(example):
    """Twelve tables; nobody concerned has another board."""
    awards = {60: example["average_plus"], 50: example["average"], 40: example["average_minus"]}
    for percent, award in awards.items():
        score = Artificial(Fraction(percent), Fraction(100 - percent))
        given = matchpoint_board([Line(1, "1", "2", score)], expected=12)
        assert given[0].top == example["top"]
        assert totals(given)["1"].points == Fraction(str(award))


@of_kind("artificial_mixed")
def test_the_other_results_of_a_board_with_an_artificial_score_are_brought_to_the_whole_field(example):
    played = lines(example["played_ns_scores"])
    given = matchpoint_board([*played, Line(1, "N", "E", Artificial(Fraction(60), Fraction(40)))])
    assert example["ns_mp"] == [round(float(one.ns), 4) for one in given[:-1]]
    assert totals(given)["N"].points == Fraction(str(example["a_plus_mp"]))


@of_kind("imp_table")
def test_every_row_of_the_imp_table(example):
    for row in example["rows"]:
        assert row["imps"] == imps(row["from"]) == imps(row["to"] if row["to"] is not None else 15_000)
    assert len(IMP_STEPS) == len(example["rows"]) - 1


@of_kind("imp")
def test_a_difference_in_imps(example):
    assert example["imps"] == imps(example["difference"])


@of_kind("butler")
def test_a_datum_and_the_imps_against_it(example):
    rules = ButlerRules(extremes=example["drop_extremes_each_end"])
    exact = ButlerRules(extremes=example["drop_extremes_each_end"], rounded_to=0)
    assert Fraction(example["mean_fraction"]) == datum(example["ns_scores"], exact)
    assert example["datum_rounded_to_10"] == datum(example["ns_scores"], rules)
    assert example["ns_imps"] == [imps(score - datum(example["ns_scores"], rules)) for score in example["ns_scores"]]


@of_kind("cross_imps")
def test_a_board_in_cross_imps(example):
    board = lines(example["ns_scores"])
    assert example["ns_sum"] == [one.ns for one in cross_imp_board(board, divide=Divide.NOT)]
    divided = [one.ns * example["divide_by_comparisons"] for one in cross_imp_board(board)]
    assert example["ns_sum"] == divided


@of_kind("vp_wbf_continuous")
def test_victory_points(example):
    winner, loser = wbf_vps(example["imp_margin"], example["boards"])
    assert (Decimal(str(example["vp_winner"])), Decimal(str(example["vp_loser"]))) == (winner, loser)
