"""The opening lead, which lies face down until dummy comes down, and dummy's hand spread in several rounds."""

from __future__ import annotations

import pytest
from sensing.noisy_table import LEVELS, TAG, Lying
from sensing.opening import acts, calls, cards, follow, in_play, one_trick_on, table, told, words_by

from controller.model import events as ev
from controller.model.cards import card
from controller.model.regulations import Regulations
from controller.model.seats import Seat

FACE_UP = Regulations(opening_lead="face_up")


def led(**given):
    script = calls(table(**given))
    script.play("E", "CJ", after=3.0, face="down")
    return script


def after_the_auction(script) -> list[str]:
    return told(script)[7:]


def spread(script) -> list[ev.HandFaced]:
    return [e for e in follow(script).events if isinstance(e, ev.HandFaced)]


def test_the_opening_lead_is_told_as_lying_face_down():
    assert after_the_auction(led()) == ["E>CJv"]


def test_where_leads_are_made_face_up_it_is_told_face_up():
    assert after_the_auction(led(regulations=FACE_UP)) == ["E>CJ"]


def test_the_lead_is_faced_when_dummy_comes_down():
    script = led()
    script.spread("S", after=2.0)
    assert after_the_auction(script) == ["E>CJv", "E^CJ", "S spreads 13"]


def test_the_lead_is_faced_when_dummys_side_plays_to_it_before_any_spread():
    script = led()
    script.play("S", "C3", after=3.0)
    assert after_the_auction(script)[:3] == ["E>CJv", "E^CJ", "S>C3"]


def test_a_lead_by_the_wrong_defender_is_told_face_down_too():
    script = calls(table())
    script.play("W", "HA", after=3.0)
    assert follow(script).raised == ["opening_lead_out_of_turn_face_down W"]


def test_a_lead_taken_back_and_another_put_down_is_told_in_that_order():
    script = led()
    script.take_card("E", "CJ", after=2.0)
    script.play("E", "SJ", after=2.0)
    assert after_the_auction(script) == ["E>CJv", "E<CJ", "E>SJv"]


def test_a_lead_read_late_stands_before_dummys_spread():
    script = calls(table())
    script.play("E", "CJ", after=3.0, late=3.5)
    script.spread("S", after=2.0)
    assert after_the_auction(script) == ["E>CJv", "E^CJ", "S spreads 13"]


def test_dummy_is_told_when_all_thirteen_cards_are_accounted_for():
    (faced,) = spread(in_play())
    assert (len(faced.cards), faced.certainty) == (13, None)


def test_nothing_of_dummy_is_told_while_three_suits_of_four_lie_there():
    script = led()
    begun = script.t + 2.0
    for what in script.hands[Seat.S]:
        script.lay(Seat.S, what, begun + 0.5 * int(what.suit), kind="spread")
    assert not any(w.startswith("S spreads") for w in words_by(script, begun + 1.4))
    assert words_by(script, begun + 3.0)[-1] == "S spreads 13"


def test_a_card_hidden_in_the_spread_makes_it_possible_once_dummy_plays():
    script = led()
    script.spread("S", after=2.0, hidden=card("D5"), until=script.t + 30.0)
    cards(script, "S>C3 W>C5 N>CA", after=4.0)
    faced = spread(script)[0]
    assert (len(faced.cards), faced.certainty) == (12, "possible")


def test_the_spread_is_told_whole_when_the_hidden_card_comes_to_light():
    script = led()
    script.spread("S", after=2.0, hidden=card("D5"), until=script.t + 12.0)
    cards(script, "S>C3 W>C5 N>CA", after=4.0)
    script.wait(6.0)
    last = spread(script)[-1]
    assert (card("D5") in last.cards, last.certainty) == (True, None)


def test_a_spread_with_a_hidden_card_is_told_after_ten_seconds_at_most():
    script = led()
    script.spread("S", after=2.0, hidden=card("D5"), until=script.t + 60.0)
    assert words_by(script, script.t + 11.0)[-1] == "S spreads 12"


def test_a_fourteenth_card_laid_down_after_the_others_is_told_with_them():
    script = in_play(known=False)
    script.lay(Seat.S, card("SJ"), script.t + 1.0, kind="spread")
    script.wait(6.0)
    words = told(script)
    assert [word for word in words if "spreads" in word] == ["S spreads 13", "S spreads 14"]


@pytest.mark.parametrize("seed", range(4))
def test_a_fourteenth_card_is_told_though_some_of_them_are_silent_in_every_round(seed):
    script = in_play(known=False, seed=seed, level=LEVELS[2])
    script.lay(Seat.S, card("SJ"), script.t + 1.0, kind="spread")
    script.wait(12.0)
    assert "S spreads 14" in told(script)


def test_dummys_card_after_a_spread_without_any_lead_waits_for_the_lead():
    script = calls(table())
    script.play("E", "CJ", after=3.0, face="down", late=10.0)
    script.spread("S", after=4.0)
    cards(script, "S>C3", after=2.0)
    script.wait(6.0)
    follower = follow(script)
    assert (follower.raised, acts(told(script))) == ([], ["E>CJv", "S>C3"])


def test_a_card_that_only_passed_over_dummys_hand_is_not_told_with_it():
    script = in_play(known=False)
    script.lay(Seat.S, card("SJ"), script.t + 1.0, script.t + 2.5, kind="spread")
    script.wait(6.0)
    assert [word for word in told(script) if "spreads" in word] == ["S spreads 13"]


def test_a_card_played_before_the_spread_was_read_is_one_of_its_thirteen():
    script = led()
    script.spread("S", after=2.0, hidden=card("C3"), until=script.t + 60.0)
    cards(script, "S>C3", after=4.0)
    assert [len(f.cards) for f in spread(script)] == [13]


def test_a_card_that_left_dummys_spread_and_is_not_read_was_played():
    script = cards(one_trick_on(), "N>SA E>S9")
    script.play("S", "S3", after=2.0, late=60.0)
    script.play("W", "S6", after=2.0)
    words = acts(told(script, until=script.t + 12.0))
    assert words[-2:] == ["S>S3", "W>S6"]


def test_such_a_card_is_told_as_possible():
    script = cards(one_trick_on(), "N>SA E>S9")
    script.play("S", "S3", after=2.0, late=60.0)
    script.play("W", "S6", after=2.0)
    last = [e for e in follow(script, until=script.t + 12.0).events if isinstance(e, ev.CardPlayed)][-2]
    assert (last.card, last.certainty) == (card("S3"), "possible")


def test_a_card_of_the_spread_that_misses_rounds_was_not_played():
    script = in_play()
    lying = next(x for x in script.places["spread.S"] if x.tag == TAG[card("DA")])
    lying.end = script.t + 1.0
    script.places["spread.S"].append(Lying(lying.tag, script.t + 1.6))
    cards(script, "S>C3 W>C5", after=2.0)
    assert acts(told(script)) == ["E>CJv", "S>C3", "W>C5"]


def test_a_passing_card_and_its_neighbour_are_no_spread():
    script = led()
    for what in ("DA", "DK"):
        script.lay(Seat.S, card(what), script.t + 2.0, script.t + 3.0, kind="spread")
    assert after_the_auction(script) == ["E>CJv"]


def test_declarer_who_spreads_his_hand_is_told():
    script = calls(table())
    script.play("W", "HA", after=3.0)
    script.wait(4.0)
    script.spread("N", after=1.0)
    assert told(script)[-1] == "N spreads 13"


def test_a_claimers_hand_is_told_as_he_faces_it():
    script = one_trick_on()
    script.key("N", "claim", 9, after=2.0)
    script.spread("N", after=1.0)
    script.wait(4.0)
    assert told(script)[-2:] == ["N claims 9", "N spreads 12"]


def test_a_spread_without_any_lead_waits_for_the_lead_and_is_possible():
    script = calls(table())
    script.spread("S", after=4.0)
    (faced,) = spread(script)
    assert faced.certainty == "possible"
