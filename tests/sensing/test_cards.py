"""Cards in playing position: when a card is played, and what looks like a play and is none."""

from __future__ import annotations

import pytest
from sensing.noisy_table import DECK, LEVELS, TAG, Level
from sensing.opening import acts, cards, follow, in_play, one_trick_on, told, words_by

from controller.model import events as ev
from controller.model.cards import card
from controller.model.reading_log import Deck
from controller.model.seats import Seat
from controller.sensing.loop import Listening, sensing_of
from controller.sensing.sensing import Sensing

#: The first trick and the cards before it, told in every test.
BEGUN = ["E>CJv", "S>C3", "W>C5", "N>CA"]

#: Tricks two to twelve, North and South winning them all.
ELEVEN_TRICKS = (
    "N>SA E>S9 S>S3 W>S6 N>SK E>ST S>S4 W>S7 N>HK E>H9 S>H3 W>H6 N>CK E>C8 S>C4 W>C6 N>SQ E>SJ S>S5 W>S8 "
    "N>HQ E>HT S>H4 W>H7 N>D4 E>D9 S>D5 W>D6 E>HJ S>H5 W>H8 N>H2 E>DJ S>DQ W>D7 N>D2 S>DA W>D8 N>D3 E>DT "
    "S>DK W>C7 N>S2 E>C9 "
)


def played(script) -> list[str]:
    return acts(told(script))[len(BEGUN) :]


def event(script, what: str):
    (found,) = (e for e in follow(script).events if isinstance(e, ev.CardPlayed) and e.card is card(what))
    return found


def test_a_trick_is_told_card_by_card():
    assert acts(told(one_trick_on())) == BEGUN


def test_a_card_is_played_once_it_has_lain_for_four_tenths_of_a_second():
    script = one_trick_on()
    put = script.play("N", "SA", after=2.0)
    assert "N>SA" not in words_by(script, put + 0.4)
    assert "N>SA" in words_by(script, put + 0.8)


def test_a_card_tells_when_it_was_first_read():
    script = one_trick_on()
    put = script.play("N", "SA", after=2.0)
    assert put <= event(script, "SA").t <= put + 0.2


def test_a_card_names_the_readings_it_rests_on():
    script = one_trick_on()
    script.play("N", "SA", after=2.0)
    log = script.record()
    (line,) = event(script, "SA").readings
    assert TAG[card("SA")] in log.readings[line - 2].tags


def test_another_card_of_the_hand_that_hovered_low_is_not_played():
    script = one_trick_on()
    script.lay(Seat.N, card("SK"), script.t + 1.0, script.t + 1.39)
    script.play("N", "SA", after=2.0)
    assert played(script) == ["N>SA"]


def test_a_card_carried_over_a_neighbours_antenna_is_played_where_it_comes_to_rest():
    script = one_trick_on()
    script.lay(Seat.E, card("SA"), script.t + 1.5, script.t + 1.89)
    script.play("N", "SA", after=2.0)
    assert played(script) == ["N>SA"]


def test_a_card_put_down_taken_up_and_put_down_again_is_played_once():
    script = one_trick_on()
    script.lay(Seat.N, card("SA"), script.t + 1.0, script.t + 1.3)
    script.play("N", "SA", after=2.0)
    assert played(script) == ["N>SA"]


def test_a_card_put_down_again_was_played_when_it_came_down_for_good():
    script = one_trick_on()
    script.lay(Seat.N, card("SA"), script.t + 1.0, script.t + 1.3)
    put = script.play("N", "SA", after=2.0)
    assert event(script, "SA").t >= put


def test_two_cards_within_a_round_are_told_in_the_order_of_play_though_read_the_other_way():
    script = one_trick_on()
    script.play("N", "SA", after=2.0, late=0.15)
    script.play("E", "S9", after=0.05)
    assert played(script) == ["N>SA", "E>S9"]


def test_resting_cards_that_miss_rounds_are_neither_played_nor_taken_back_again():
    script = cards(one_trick_on(level=Level(miss=0.3)), "N>SA E>S9 S>S3 W>S6")
    script.wait(20.0)
    assert played(script) == ["N>SA", "E>S9", "S>S3", "W>S6"]


def test_a_whole_row_silent_for_a_round_says_nothing():
    script = cards(one_trick_on(level=Level(miss=1e-9, silent=0.3)), "N>SA E>S9 S>S3 W>S6")
    assert played(script) == ["N>SA", "E>S9", "S>S3", "W>S6"]


@pytest.mark.parametrize("late", [0.4, 0.8, 1.2])
def test_a_card_read_late_takes_its_place_before_those_that_followed_it(late):
    script = one_trick_on()
    script.play("N", "SA", after=2.0)
    script.play("E", "S9", after=2.0, late=late)
    script.play("S", "S3", after=0.5)
    assert played(script) == ["N>SA", "E>S9", "S>S3"]


def test_two_cards_that_stuck_together_are_the_one_that_stays():
    script = one_trick_on()
    script.lay(Seat.N, card("HK"), script.t + 2.0, script.t + 3.2)
    script.play("N", "SA", after=2.0)
    assert played(script) == ["N>SA"]


def test_two_cards_that_stay_are_both_told_at_one_time():
    script = one_trick_on()
    script.lay(Seat.N, card("HK"), script.t + 2.0)
    script.play("N", "SA", after=2.0)
    two = [e for e in follow(script).events if isinstance(e, ev.CardPlayed) and e.seat is Seat.N][1:]
    assert (len(two), len({e.t for e in two})) == (2, 1)


@pytest.mark.parametrize("late", [0.3, 0.4, 0.5])
def test_two_cards_of_a_hand_fell_at_one_time_though_one_of_them_is_read_late(late):
    script = one_trick_on()
    script.lay(Seat.N, card("HK"), script.t + 2.0 + late)
    script.play("N", "SA", after=2.0)
    script.wait(5.0)
    two = [e for e in follow(script).events if isinstance(e, ev.CardPlayed) and e.seat is Seat.N][1:]
    assert (len(two), len({e.t for e in two})) == (2, 1)


@pytest.mark.parametrize("later", [0.9, 1.2, 5.0])
def test_a_second_card_after_the_first_is_an_act_of_its_own(later):
    script = one_trick_on()
    script.lay(Seat.N, card("HK"), script.t + 2.0 + later)
    script.play("N", "SA", after=2.0)
    script.wait(9.0)
    two = [e for e in follow(script).events if isinstance(e, ev.CardPlayed) and e.seat is Seat.N][1:]
    assert (len(two), len({e.t for e in two})) == (2, 2)


def test_the_fourth_hands_card_waits_for_an_earlier_one_of_the_same_hand():
    script = one_trick_on(known=False)
    cards(script, "N>H2 E>HT S>H3")
    script.play("W", "HA", after=2.0, late=1.0)
    script.play("W", "C6", after=0.6)
    assert played(script)[-2:] == ["W>HA", "W>C6"]


def test_a_card_not_read_until_the_next_one_moves_it_is_put_into_its_place():
    script = one_trick_on()
    cards(script, "N>SA")
    script.play("E", "S9", after=2.0, late=13.0)
    cards(script, "S>S3 W>S6")
    cards(script, "N>SK", after=6.0)
    cards(script, "E>ST S>S4 W>S7", after=3.0)
    events = follow(script).events
    (correction,) = (e for e in events if isinstance(e, ev.Correction))
    assert [r.event.card for r in correction.events] == [card("S9")]


def test_after_a_card_was_put_into_its_place_nothing_is_left_against_anybody():
    script = one_trick_on()
    cards(script, "N>SA")
    script.play("E", "S9", after=2.0, late=13.0)
    cards(script, "S>S3 W>S6")
    cards(script, "N>SK", after=6.0)
    cards(script, "E>ST S>S4 W>S7", after=3.0)
    assert not follow(script).table.findings


def test_the_last_card_of_a_hand_that_is_never_read_is_known_from_the_record():
    script = one_trick_on()
    cards(script, ELEVEN_TRICKS + "S>CQ")
    script.play("W", "HA", after=1.5, late=60.0)
    cards(script, "N>C2 E>CT", after=1.5)
    words = acts(told(script, until=script.t + 12.0))
    assert words[-4:] == ["S>CQ", "W>HA", "N>C2", "E>CT"]


# -- out of turn ------------------------------------------------------------------------------------


def test_a_lead_out_of_turn_is_told_although_it_is_unlawful():
    script = one_trick_on()
    script.play("W", "HA", after=3.0)
    assert follow(script).raised == ["lead_out_of_turn_by_defender W"]


def test_a_lead_out_of_turn_is_told_within_two_seconds_and_a_half_of_its_rest():
    script = one_trick_on()
    put = script.play("W", "HA", after=3.0)
    assert "W>HA" not in words_by(script, put + 1.5)
    assert "W>HA" in words_by(script, put + 0.2 + 0.4 + 2.0 + 0.3)


def test_a_director_called_while_the_card_lies_there_ends_the_wait():
    script = one_trick_on()
    put = script.play("W", "HA", after=3.0)
    script.key("N", "director", after=1.0)
    assert words_by(script, put + 1.3)[-2:] == ["W>HA", "director_called"]


def test_a_card_out_of_turn_taken_up_again_at_once_was_not_played():
    script = one_trick_on()
    script.lay(Seat.W, card("HA"), script.t + 1.0, script.t + 1.5)
    script.play("N", "SA", after=3.0)
    assert played(script) == ["N>SA"]


def test_a_card_out_of_turn_that_lay_for_a_second_and_a_half_was_played():
    script = one_trick_on()
    script.lay(Seat.W, card("HA"), script.t + 1.0, script.t + 2.5)
    script.wait(12.0)
    assert played(script) == ["W>HA", "W<HA"]


# -- taken back, replaced, penalty cards ------------------------------------------------------------


def test_a_card_gone_for_three_seconds_was_taken_back():
    script = cards(one_trick_on(level=Level(miss=0.03)), "N>SA E>S9")
    script.take_card("E", "S9", after=2.0)
    script.wait(8.0)
    assert played(script)[-1] == "E<S9"


def test_a_card_replaced_by_another_was_taken_back_before_it():
    script = cards(one_trick_on(), "N>SA E>S9")
    script.take_card("E", "S9", after=2.0)
    script.play("E", "ST", after=1.5)
    assert played(script)[-2:] == ["E<S9", "E>ST"]


@pytest.mark.parametrize("until_the_next", [0.6, 1.2, 2.6])
def test_a_card_replaced_by_another_was_taken_back_even_if_it_soon_lies_there_again(until_the_next):
    script = cards(one_trick_on(), "N>SA E>HJ")
    script.take_card("E", "HJ", after=4.0)
    script.play("E", "S9", after=until_the_next)
    script.lay(Seat.E, card("HJ"), script.t + 2.0)
    script.wait(2.0)
    assert played(script) == ["N>SA", "E>HJ", "E<HJ", "E>S9"]


def test_a_card_and_the_one_that_replaces_it_are_told_as_soon_as_that_rests():
    script = cards(one_trick_on(), "N>SA E>HJ")
    script.take_card("E", "HJ", after=4.0)
    put = script.play("E", "S9", after=1.2)
    assert acts(words_by(script, put + 0.8))[-2:] == ["E<HJ", "E>S9"]


def test_quitted_cards_squared_up_are_not_taken_back():
    script = cards(one_trick_on(), "N>SA E>S9 S>S3 W>S6")
    script.wait(2.0)
    for lying in script.places["play.E"]:
        again = lying.start
        lying.end = script.t
        script.lay(Seat.E, DECK.tags[lying.tag], max(again, script.t + 6.0)) if again < script.t else None
    cards(script, "N>SK", after=10.0)
    assert played(script) == ["N>SA", "E>S9", "S>S3", "W>S6", "N>SK"]


def test_a_struck_out_card_that_lies_there_still_is_no_new_play():
    script = one_trick_on()
    script.play("W", "HA", after=3.0)
    script.rule("lead_out_of_turn_by_defender", "refuse")
    cards(script, "N>SA E>S9 S>S3")
    assert played(script).count("W>HA") == 1


def test_a_penalty_card_is_played_when_it_is_lifted_and_put_down_in_its_turn():
    script = one_trick_on()
    script.play("W", "HA", after=3.0)
    script.rule("lead_out_of_turn_by_defender", "refuse")
    cards(script, "N>HK E>H9 S>H3")
    script.take_card("W", "HA", after=2.0, tells=False)
    script.play("W", "HA", after=1.0)
    assert played(script)[-1] == "W>HA"


def test_a_penalty_card_that_was_not_lifted_is_played_when_the_next_hand_goes_on():
    script = one_trick_on()
    script.play("W", "S8", after=3.0)
    script.rule("lead_out_of_turn_by_defender", "refuse")
    cards(script, "N>S2 E>SJ S>S3", after=2.0)
    script.wait(1.0)
    script.play("E", "HJ", after=2.0)
    assert played(script)[-2:] == ["W>S8", "E>HJ"]


# -- tags of other packs ----------------------------------------------------------------------------


def test_a_foreign_tag_is_no_card_and_the_operator_hears_of_it():
    script = one_trick_on()
    script.places["play.N"].append(type(script.places["play.N"][0])("E00401FF00000001", script.t + 1.0))
    log = script.record()
    follower = follow(script)
    listening = Listening(sensing_of(log), lambda _: follower.table.expectation())
    for reading in log.readings:
        listening.take(reading)
    listening.finish()
    assert played(script) == []
    assert [note.kind for note in listening.sensing.doubts()] == ["foreign_tag"]


def test_a_card_of_another_pack_that_we_know_names_its_pack():
    script = one_trick_on()
    script.places["play.N"].append(type(script.places["play.N"][0])("RED-SA", script.t + 1.0))
    log = script.record()
    sensing = Sensing(decks=[DECK, Deck("red-02", {"RED-SA": card("SA")})], board=log.board)
    follower = follow(script)
    follower.__init__(log)
    listening = Listening(sensing, follower)
    for reading in log.readings:
        listening.take(reading)
    listening.finish()
    (found,) = (e for e in follower.events if isinstance(e, ev.CardPlayed) and e.pack)
    assert (found.card, found.pack) == (card("SA"), "red-02")


def test_a_tag_read_with_shifted_bits_for_a_round_changes_nothing():
    script = one_trick_on()
    put = script.play("N", "SA", after=2.0)
    lying = script.places["play.N"][-1]
    lying.end = put + 0.5
    script.places["play.N"].append(type(lying)("C0080A0000000FFF", put + 0.5, put + 0.7))
    script.lay(Seat.N, card("SA"), put + 0.7)
    cards(script, "E>S9")
    assert played(script) == ["N>SA", "E>S9"]


@pytest.mark.parametrize("level", [0, 1, 2])
def test_two_tricks_at_every_level_of_noise(level):
    script = cards(one_trick_on(level=LEVELS[level]), "N>SA E>S9 S>S3 W>S6 N>SK E>ST S>S4 W>S7")
    assert played(script) == ["N>SA", "E>S9", "S>S3", "W>S6", "N>SK", "E>ST", "S>S4", "W>S7"]


def test_cards_are_told_of_a_hand_in_play_only_once_dummy_is_down():
    script = in_play()
    assert acts(told(script)) == ["E>CJv"]
