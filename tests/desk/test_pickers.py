"""The taps of an option: as many suits as the Law lets be named, and a pass that may be said to be artificial."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.desk.cases import told_from
from controller.desk.options import options_of
from controller.desk.record import TableRecord
from controller.desk.words import read_words
from controller.model.event_codec import event_to_json
from controller.model.table_log import parse_table_log
from controller.ports import Row

CASES = Path(__file__).parents[1] / "cases"
WORDS = read_words()["en"]


def options_after(name, n, kind, *, is_open):
    """The options of a finding once event `n` of a case has happened."""
    (path,) = CASES.rglob(f"{name}.json")
    log = parse_table_log(path.read_text())
    record = TableRecord("1", log.laws, log.regulations)
    for number, event in enumerate(log.events[: n + 1]):
        record.apply(Row(number, "", "event", event_to_json(event), number))
    case = next(c for c in record.cases.values() if c.finding.kind == kind)
    body = {"open": is_open, "state": "raised" if is_open else "resolved", "attention": "now", "rests_on": "seen"}
    return {card.choice: card for card in options_of(record, replace(case, told=told_from(body)), WORDS).main}


def test_law_26_lets_one_suit_be_forbidden():
    options = options_after("31a-rho-acts-not-comparable-2017", 16, "call_out_of_turn", is_open=False)
    (picker,) = options["forbid"].pickers
    assert (picker.takes_many, picker.legend.text) == (False, "West may not lead… tap one")


def test_penalty_cards_of_two_suits_let_both_be_forbidden():
    options = options_after("51-two-suits-one-required-1987", 17, "lead_out_of_turn_by_defender", is_open=True)
    (picker,) = options["forbid"].pickers
    assert (picker.takes_many, picker.legend.text) == (True, "West may not lead… tap one or more")


@pytest.mark.parametrize("name", ["30c-pass-of-artificial-call-2017", "34-skipped-but-a-bid-follows-1987"])
def test_a_pass_out_of_turn_may_be_said_to_be_artificial(name):
    pickers = options_after(name, 2, "call_out_of_turn", is_open=True)["cancel"].pickers
    assert [picker.field for picker in pickers] == ["artificial"]


@pytest.mark.parametrize(
    ("name", "lawful"),
    [("50-honour-exposed-major-played-2017", {"major"}), ("50-minor-does-not-bind-partner-1987", {"major", "minor"})],
)
def test_an_honour_can_be_tapped_as_a_major_penalty_card_alone(name, lawful):
    (picker,) = options_after(name, 11, "card_exposed_by_defender", is_open=True)["penalty_card"].pickers
    assert {pick.value for pick in picker.picks if pick.is_lawful} == lawful
