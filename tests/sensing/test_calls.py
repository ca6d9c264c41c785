"""Calls in front of a seat: when they are made, what never was one, and what is taken back."""

from __future__ import annotations

import pytest
from sensing.opening import AUCTION, calls, follow, table, told, words_by

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.calls import call
from controller.model.seats import Seat


def events_of(script, kind=ev.CallMade):
    return [e for e in follow(script).events if isinstance(e, kind)]


def show(script, seat: str, made: str, at: float) -> None:
    script.other.append(rd.CallShown(t=at, seat=Seat[seat], call=call(made)))


def take(script, seat: str, made: str, at: float) -> None:
    script.other.append(rd.CallGone(t=at, seat=Seat[seat], call=call(made)))


def test_an_auction_is_told_call_by_call():
    assert told(calls(table())) == ["board 1", *AUCTION.split()]


def test_a_call_that_stood_for_seven_tenths_of_a_second_is_made():
    script = table()
    show(script, "N", "1S", 20.0)
    take(script, "N", "1S", 20.8)
    assert told(script)[:2] == ["board 1", "N:1S"]


def test_a_call_taken_back_within_seven_tenths_of_a_second_never_happened():
    script = table()
    show(script, "N", "1S", 20.0)
    take(script, "N", "1S", 20.6)
    assert told(script) == ["board 1"]


def test_a_call_pulled_and_pushed_back_is_told_once_when_it_stands():
    script = table()
    show(script, "N", "1S", 20.0)
    take(script, "N", "1S", 20.3)
    show(script, "N", "1S", 20.7)
    (made,) = events_of(script)
    assert made.t == 20.7


def test_a_slip_corrected_to_the_neighbouring_call_is_only_the_call_meant():
    script = table()
    show(script, "N", "1S", 20.0)
    take(script, "N", "1S", 20.4)
    show(script, "N", "1H", 20.6)
    assert told(script) == ["board 1", "N:1H"]


def test_a_call_that_left_hand_opponent_called_over_was_made_however_short_it_stood():
    script = table()
    show(script, "N", "1S", 20.0)
    show(script, "E", "P", 20.3)
    take(script, "N", "1S", 20.5)
    assert told(script)[:3] == ["board 1", "N:1S", "E:P"]


def test_a_call_under_which_nobody_really_called_was_none():
    script = table()
    show(script, "N", "1S", 20.0)
    show(script, "E", "P", 20.3)
    take(script, "N", "1S", 20.5)
    take(script, "E", "P", 20.7)
    assert told(script) == ["board 1"]


def test_the_same_call_shown_twice_over_is_one_call():
    script = table()
    show(script, "N", "1S", 20.0)
    show(script, "N", "1S", 20.9)
    assert told(script) == ["board 1", "N:1S"]


def test_a_second_pass_in_the_next_round_is_another_call():
    script = calls(table(), "N:P E:1S S:P W:P N:P E:P")
    assert told(script).count("N:P") == 2


def test_a_call_tells_when_it_was_shown_and_which_line_it_rests_on():
    script = table()
    show(script, "N", "1S", 20.0)
    (made,) = events_of(script)
    assert (made.t, made.readings, made.certainty) == (20.0, (3,), None)


# -- out of turn ------------------------------------------------------------------------------------


def test_a_call_out_of_turn_is_told_as_it_lies():
    script = calls(table(), "N:P S:1S")
    assert "call_out_of_turn S" in follow(script).raised


def test_a_call_out_of_turn_waits_two_seconds_for_the_one_before_it():
    script = calls(table(), "N:P S:1S")
    log = script.record()
    shown = log.readings[-1].t
    (found,) = (e for e in follow(script).events if isinstance(e, ev.CallMade) and e.seat is Seat.S)
    assert found.t == pytest.approx(shown, abs=0.001)


def test_a_call_that_arrives_late_is_put_in_its_place_by_its_capture_time():
    script = calls(table(), "N:1S")
    script.other.append(rd.CallShown(t=20.0, r=21.5, seat=Seat.E, call=call("P")))
    show(script, "S", "2S", 20.5)
    assert told(script, delay=0.0) == ["board 1", "N:1S", "E:P", "S:2S"]


def test_two_calls_within_their_uncertainty_have_one_time_and_the_lawful_one_stands_first():
    script = calls(table(), "N:P")
    show(script, "W", "1H", 20.02)
    show(script, "E", "1S", 20.06)
    _, east, west = events_of(script)
    assert (east.seat, west.seat, east.t == west.t) == (Seat.E, Seat.W, True)


def test_two_calls_further_apart_than_their_uncertainty_stand_as_they_were_made():
    script = calls(table(), "N:P")
    show(script, "W", "1H", 20.0)
    show(script, "E", "1S", 20.4)
    assert told(script)[-2:] == ["W:1H", "E:1S"]


# -- taken back -------------------------------------------------------------------------------------


def test_a_call_gone_for_three_seconds_is_told_as_taken_back():
    script = calls(table(), "N:1S E:P")
    script.take_call("E", "P", after=2.0)
    assert told(script)[-1] == "E takes P back"


def test_a_call_gone_for_a_moment_is_not():
    script = calls(table(), "N:1S E:P")
    take(script, "E", "P", script.t + 1.0)
    show(script, "E", "P", script.t + 2.5)
    assert told(script) == ["board 1", "N:1S", "E:P"]


def test_a_call_changed_after_it_was_made_is_taken_back_and_another_call():
    script = calls(table(), "N:1S E:P")
    take(script, "E", "P", script.t + 1.0)
    show(script, "E", "X", script.t + 2.0)
    assert told(script)[-2:] == ["E takes P back", "E:X"]


def test_a_box_that_shows_only_the_latest_call_takes_nothing_back():
    script = calls(table(), "N:1C E:P S:1S W:P")
    take(script, "N", "1C", script.t + 1.0)
    show(script, "N", "2S", script.t + 1.5)
    assert told(script)[-1] == "N:2S"
    assert "N takes 1C back" not in told(script)


def test_boxes_emptied_after_the_auction_tell_nothing():
    script = calls(table())
    script.wait(1.0)
    script.clear_boxes()
    assert told(script) == ["board 1", *AUCTION.split()]


def test_a_cancelled_call_goes_back_into_the_box_silently():
    script = calls(table(), "N:1S E:1H")
    script.rule("insufficient_bid", "cancel")
    script.take_call("E", "1H", after=1.0)
    script.call("E", "2H", after=1.0)
    assert told(script)[-2:] == ["ruling cancel on insufficient_bid", "E:2H"]


def test_the_same_call_shown_anew_after_a_ruling_is_another_call():
    script = calls(table(), "N:1S S:2S")
    script.rule("call_out_of_turn", "cancel")
    script.take_call("S", "2S", after=1.0)
    calls(script, "E:P S:2S")
    assert told(script)[-2:] == ["E:P", "S:2S"]


# -- the last pass, only tapped ---------------------------------------------------------------------

TAPPED = AUCTION.rsplit(" ", 1)[0]


def test_a_last_pass_only_tapped_is_told_as_possible_once_dummy_comes_down():
    script = calls(table(), TAPPED)
    script.play("E", "CJ", after=4.0, face="down")
    script.spread("S", after=2.0)
    events = follow(script).events
    (last_pass,) = (e for e in events if isinstance(e, ev.CallMade) and e.seat is Seat.E and e.certainty)
    assert (last_pass.call, last_pass.certainty) == (call("P"), "possible")


def test_with_the_last_pass_only_tapped_the_lead_is_an_ordinary_lead():
    script = calls(table(), TAPPED)
    script.play("E", "CJ", after=4.0, face="down")
    script.spread("S", after=2.0)
    assert follow(script).raised == []


def test_a_last_pass_picked_up_too_soon_is_made_by_the_lead():
    script = calls(table(), TAPPED)
    script.call("E", "P", after=2.0)
    script.play("E", "CJ", after=0.1, face="down")
    assert told(script)[-2:] == ["E:P", "E>CJv"]


def test_a_lead_with_no_last_pass_and_nothing_after_it_waits_ten_seconds():
    script = calls(table(), TAPPED)
    put = script.play("E", "CJ", after=4.0, face="down")
    early, late = words_by(script, put + 10.0), words_by(script, put + 12.0)
    assert (early[-1], late[-2:]) == ("N:P", ["E:P", "E>CJv"])


def test_a_pass_that_comes_after_the_lead_makes_the_lead_too_early():
    script = calls(table(), TAPPED)
    script.play("E", "CJ", after=4.0, face="down")
    script.call("E", "P", after=3.0)
    assert "auction_incomplete_play_started E" in follow(script).raised


def test_a_lead_by_the_wrong_hand_after_a_tapped_pass_is_that_pass_and_a_lead_out_of_turn():
    script = calls(table(), TAPPED)
    put = script.play("W", "HA", after=4.0, face="down")
    assert words_by(script, put + 3.5)[-2:] == ["E:P", "W>HAv"]
    assert follow(script).raised == ["opening_lead_out_of_turn_face_down W"]


def test_a_call_within_two_seconds_shows_that_the_wrong_hand_led_in_the_auction():
    script = calls(table(), TAPPED)
    script.play("W", "HA", after=4.0, face="down")
    script.call("E", "4C", after=1.0)
    assert told(script)[-2:] == ["W>HAv", "E:4C"]


def test_a_tapped_pass_after_a_call_that_the_director_cancelled_ends_the_auction():
    script = calls(table(), "N:2NT E:P S:3NT W:P N:P E:XX")
    script.rule("inadmissible_redouble", "cancel")
    script.take_call("E", "XX", after=2.0)
    script.play("E", "CJ", after=6.0, face="down")
    script.spread("S", after=2.0)
    assert [word for word in told(script) if word[1] in ":>"][-2:] == ["E:P", "E>CJv"]


def test_a_board_passed_out_with_the_last_pass_only_tapped_is_passed_out():
    script = calls(table(), "N:P E:P S:P")
    script.key("N", "result", "P", after=4.0)
    assert told(script)[-2:] == ["W:P", "result_entered"]


def test_a_card_put_down_in_the_auction_is_told_face_down_after_two_seconds():
    script = calls(table(), "N:2NT E:P")
    script.play("W", "SA", after=2.0)
    assert told(script)[-1] == "W>SAv"


def test_a_hand_laid_on_the_antenna_in_the_auction_is_no_play():
    script = calls(table(), "N:2NT E:P")
    for what in list(script.hands[Seat.W]):
        script.lay(Seat.W, what, script.t + 1.0)
    assert told(script) == ["board 1", "N:2NT", "E:P"]
