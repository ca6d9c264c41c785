"""What a finding tells beside its Law: the facts of every kind, and that they are those of the act."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from support.stories import Teller
from support.table import EDITIONS

from controller.model.calls import call
from controller.model.cards import card
from controller.model.event_codec import event_from_json
from controller.model.events import CallMade, CardFaced, CardPlayed
from controller.model.irregularities import act_of
from controller.model.regulations import regulations_from
from controller.model.seats import Seat
from controller.table import replay

CASES = sorted(path for top in ("cases", "cases_own") for path in (Path(__file__).parents[1] / top).rglob("*.json"))
#: Kind: its facts and what they are; `?` for those that only some have.
FACTS = {
    **dict.fromkeys(
        (
            "action_when_required_to_pass",
            "bid_above_seven",
            "forced_repeat_not_made",
            "inadmissible_double",
            "inadmissible_redouble",
            "premature_replacement",
            "call_withdrawn_without_replacement",
        ),
        "call turn?",
    ),
    "call_after_auction_closed": "call",
    "call_out_of_turn": "call turn? to_beat? insufficient?",
    "insufficient_bid": "call to_beat",
    "change_of_call": "call first",
    "skipped_player_auction_not_ended": "skipped",
    "auction_incomplete_play_started": "card?",
    **dict.fromkeys(("premature_lead_in_auction", "opening_lead_by_declaring_side", "play_after_claim"), "card"),
    "penalty_card_not_left_exposed": "card",
    **dict.fromkeys(("card_exposed_in_auction", "declarer_exposes_after_irregular_lead"), "cards"),
    "contract_display_mismatch": "keyed tracked",
    "score_mismatch": "keyed tracked",
    "passed_out_ambiguous": "card by",
    "opening_lead_out_of_turn_face_down": "card turn",
    "opening_lead_out_of_turn_face_up": "card turn trick suits",
    "opening_lead_changed": "card trick? first? by?",
    "dummy_spread_before_lead_faced": "cards",
    "dummy_incomplete": "cards expected",
    "dummy_wrong_seat_spread": "cards trick",
    **dict.fromkeys(
        (
            "lead_out_of_turn_by_declarer_wrong_hand",
            "lead_out_of_turn_by_declaring_side_defender_on_lead",
            "lead_out_of_turn_by_defender",
        ),
        "card turn trick suits?",
    ),
    "play_out_of_turn": "card trick turn? suits?",
    "premature_lead_to_next_trick": "card trick suits?",
    "simultaneous_leads_or_plays": "card trick",
    "simultaneous_cards_from_one_hand": "cards trick",
    "fifth_card_in_trick": "card trick",
    "card_exposed_by_defender": "cards by_accident",
    "penalty_card_not_played": "card penalty_cards trick",
    "minor_penalty_card_breach": "card penalty_cards trick",
    "lead_before_option_declared": "card suits",
    "lead_restriction_breached": "card trick orders",
    "play_restriction_breached": "card trick order suit",
    "card_changed_or_retracted": "card trick by?",
    **dict.fromkeys(("revoke_certain", "revoke_possible", "revoke_trick_twelve"), "card trick suit"),
    "revoke_corrected_before_established": "card trick suit by",
    "revoke_established": "card trick suit transfer transfer_if?",
    "missing_card_in_trick": "trick suit",
    "defective_trick": "trick suit transfer transfer_if?",
    "card_played_twice": "card first_trick trick",
    "trick_quitted_wrong_direction": "trick turned_as",
    "claim_disputed": "tricks remaining disputed_by",
    "board_ended_early": "tricks phase",
    "trick_count_disagreement": "NS EW",
    "wrong_board": "board due",
    "board_already_played": "board due?",
    "wrong_seat_or_pair": "sit due",
    "wrong_orientation": "places",
    "dealer_or_vulnerability_mismatch": "marked by_number",
    "wrong_hand_count": "of count expected",
    "hand_from_wrong_pocket": "of pocket",
    "hand_from_wrong_board": "of board",
    "misdealt_board": "of count",
    "deal_mismatch": "of surplus missing?",
    "foreign_card": "cards pack of?",
    "duplicate_card": "cards of?",
    "card_not_in_that_hand": "cards of? owner?",
    "hand_not_restored": "of missing",
    "score_missing": "board",
    "slow_play": "seconds",
    "call_tempo_outlier": "seconds usual",
    "play_tempo_outlier": "seconds usual",
    "ruling_without_finding": "on choice",
    "record_doubted": "replaces events reason",
}
SEAT_NAMES = {seat.name for seat in Seat}


def facts_of(kind):
    """Names that must be there, and all that may."""
    words = FACTS[kind].split()
    return {word for word in words if not word.endswith("?")}, {word.rstrip("?") for word in words}


def stories(laws):
    """Cases of the edition, and stories in which acts are as they were read."""
    for path in CASES:
        case = json.loads(path.read_text(encoding="utf-8"))
        if case["laws"] == laws:
            yield [event_from_json(e) for e in case["events"]], regulations_from(case.get("regulations"))
    for seed in range(60):
        it = Teller(random.Random(seed), laws)
        it.manner = replace(it.manner, directing=frozenset())
        yield it.run(60, boards=2), it.regulations


@pytest.fixture(scope="module", params=EDITIONS)
def told(request):
    """Every finding raised in them, with its log."""
    laws = request.param
    return [(f, log) for log, rules in stories(laws) for one in replay(log, laws, rules) for f in one.raised]


def test_every_finding_tells_the_facts_of_its_kind(told):
    wrong = set()
    for found, _ in told:
        must, may = facts_of(found.kind)
        if not must <= found.facts.keys() <= may:
            wrong.add((found.kind, *found.facts))
    assert wrong == set()


def test_no_fact_is_empty_but_a_transfer_that_cannot_be_known_yet(told):
    nothing = {(f.kind, name) for f, _ in told for name, value in f.facts.items() if value is None}
    assert nothing <= {("revoke_established", "transfer"), ("defective_trick", "transfer")}


def test_what_a_transfer_waits_for_is_one_of_two_things(told):
    waits = {f.facts["transfer_if"] for f, _ in told if f.facts.get("transfer_if")}
    assert waits == {"side_wins_later_trick", "play_not_over"}


def test_every_finding_is_about_an_event_of_the_log(told):
    acts = [(act_of(f.id).partition(".")[0], f, log) for f, log in told]
    assert [f.id for act, f, log in acts if not act.isdigit() or int(act) >= len(log)] == []


def test_the_call_or_card_it_names_is_that_of_the_act(told):
    wrong = []
    for found, log in told:
        act = log[int(act_of(found.id))] if act_of(found.id).isdigit() else None
        if isinstance(act, CallMade) and "call" in found.facts and call(found.facts["call"]) is not act.call:
            wrong.append(found.id)
        if isinstance(act, CardPlayed | CardFaced) and "card" in found.facts and found.kind != "opening_lead_changed":
            wrong += [found.id] if card(found.facts["card"]) is not act.card else []
    assert wrong == []


def test_the_act_is_the_offenders(told):
    """A few findings are about somebody else than who did the last thing: a hand that did not play, nobody."""
    others = {"missing_card_in_trick", "defective_trick", "claim_disputed", "revoke_established", "wrong_hand_count"}
    acts = ((f, log[int(act_of(f.id))]) for f, log in told if f.seat is not None and f.kind not in others)
    assert [f.id for f, act in acts if isinstance(act, CallMade | CardPlayed) and act.seat is not f.seat] == []


def test_whose_turn_it_was_is_another_seat(told):
    turns = [(f.facts["turn"], f) for f, _ in told if "turn" in f.facts and f.seat is not None]
    assert turns
    assert [f.id for turn, f in turns if turn not in SEAT_NAMES or turn == f.seat.name] == []


def test_tricks_are_counted_from_one_to_thirteen(told):
    tricks = [f.facts["trick"] for f, _ in told if "trick" in f.facts]
    assert set(tricks) <= set(range(1, 14))


def test_suits_that_may_be_named_stand_under_choices_that_are_offered(told):
    named = [(set(f.facts["suits"]), f) for f, _ in told if "suits" in f.facts]
    assert named
    assert [f.id for choices, f in named if not choices or not choices <= set(f.options)] == []
    assert [f.id for _, f in named for suits in f.facts["suits"].values() if not suits] == []
