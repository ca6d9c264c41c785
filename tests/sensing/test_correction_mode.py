"""Table and record cannot both be right: people are shown what lies where, events wait, and nothing is lost."""

from dataclasses import replace

import pytest
from sensing.listening import Follower, heard, signature
from sensing.noisy_table import TAG, Script
from sensing.opening import cards, follow, in_play, one_trick_on, told, words_by

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.cards import card
from controller.model.cards import cards as cards_of
from controller.model.seats import Seat
from controller.sensing.check import Check, SeatCheck
from controller.sensing.loop import Listening, sensing_of

#: After two tricks the record is: South C3 S3, West C5 S6, North CA SA, East CJ S9; North is on lead.
AFTER_TWO = "N>SA E>S9 S>S3 W>S6"


def two_tricks_on(**given: object) -> Script:
    script = cards(one_trick_on(**given), AFTER_TWO)
    script.t += 3.0
    return script


def move(script: Script, what: str, *, to: str, came_from: str) -> None:
    """A card goes from one place to another; its tag is read there within a second."""
    for lying in script.places[came_from]:
        if lying.tag == TAG[card(what)] and lying.end > script.t:
            lying.end = script.t
    kind, _, seat = to.partition(".")
    script.places.setdefault(to, [])
    script.lay(Seat[seat], card(what), script.t + 0.5, kind=kind)


def swapped(**given: object) -> Script:
    """North's ace and West's six of spades lie in each other's row."""
    script = two_tricks_on(**given)
    move(script, "SA", to="play.W", came_from="play.N")
    move(script, "S6", to="play.N", came_from="play.W")
    return script


def put_back(script: Script) -> None:
    move(script, "SA", to="play.N", came_from="play.W")
    move(script, "S6", to="play.W", came_from="play.N")


def says(script: Script, event: ev.TableEvent, *, after: float = 1.0) -> None:
    script.t += after
    script.other.append(rd.Entered(t=script.t, event=event))


def ordered(mode: str, accept: str | None = None) -> ev.ModeChanged:
    return ev.ModeChanged(mode=mode, accept=accept, src="director", by="anna")


def check_at(script: Script, time: float) -> Check | None:
    """What people are shown then."""
    log = script.record()
    listening = Listening(sensing_of(log), Follower(log))
    for reading in log.readings:
        if reading.arrival <= time:
            listening.take(reading)
    listening.until(time)
    return listening.sensing.check()


def seat_of(check: Check | None, seat: str) -> SeatCheck:
    assert check is not None
    return next(one for one in check.seats if one.seat is Seat[seat])


def modes(script: Script) -> list[str]:
    return [e.mode for e in follow(script).events if isinstance(e, ev.ModeChanged)]


# -- into the mode ---------------------------------------------------------------------------------------------


def test_two_cards_in_each_others_row_stop_the_record_after_ten_seconds():
    script = swapped()
    moved = script.t
    script.t += 30.0
    assert "mode" not in words_by(script, moved + 9.0)
    assert words_by(script, moved + 14.0)[-1] == "mode"


def test_a_card_of_a_quitted_trick_in_another_row_does_so_too():
    script = two_tricks_on()
    move(script, "S6", to="play.E", came_from="play.W")
    script.t += 20.0
    assert modes(script)[:1] == ["correcting"]


def test_a_played_card_back_in_a_pocket_does_so_too():
    script = two_tricks_on()
    move(script, "S6", to="pocket.W", came_from="play.W")
    script.t += 20.0
    assert modes(script)[:1] == ["correcting"]
    assert seat_of(check_at(script, script.t), "W").in_pocket == cards_of("S6")


def test_cards_put_right_within_ten_seconds_are_nobodys_business():
    script = swapped()
    script.t += 6.0
    put_back(script)
    script.t += 20.0
    assert modes(script) == []


def test_a_card_that_is_only_not_read_contradicts_nothing():
    script = two_tricks_on()
    for lying in script.places["play.W"]:
        lying.end = script.t
    script.t += 30.0
    assert modes(script) == []


def test_a_tag_read_in_two_rows_at_once_contradicts_nothing():
    script = two_tricks_on()
    script.lay(Seat.E, card("S6"), script.t)
    script.t += 30.0
    assert modes(script) == []


def test_cards_gathered_after_the_last_trick_contradict_nothing():
    script = two_tricks_on()
    says(script, ev.ClaimMade(seat=Seat.N, tricks=11, src="director"))
    says(script, ev.ClaimAnswered(seat=Seat.E, agree=True, src="director"))
    move(script, "S6", to="play.E", came_from="play.W")
    script.t += 30.0
    assert modes(script) == []


def test_a_reader_that_comes_back_with_other_cards_tells_no_plays():
    script = two_tricks_on()
    script.other.append(rd.DeviceState(t=script.t, device="hub", state="lost"))
    for was, now in (("S6", "H6"), ("C5", "D6")):
        move(script, was, to="spread.W", came_from="play.W")
        script.places["spread.W"].pop()
        script.lay(Seat.W, card(now), script.t + 2.0)
    script.other.append(rd.DeviceState(t=script.t + 10.0, device="hub", state="ready"))
    script.t += 30.0
    log = script.record()
    away = [r for r in log.readings if not (script.t - 30.0 < r.t < script.t - 20.0) or isinstance(r, rd.DeviceState)]
    again = [rd.Scan(t=script.t - 19.9, at="play.W", tags=(TAG[card("H6")], TAG[card("D6")]))]
    log = type(log)(log.laws, tuple(sorted([*away, *again], key=lambda r: r.arrival)), deck=log.deck, board=log.board)
    follower = Follower(log)
    listening = Listening(sensing_of(log), follower)
    for reading in log.readings:
        listening.take(reading)
    listening.until(script.t)
    assert signature(follower.events)[-1] == "mode"
    assert not any("W>H6" in word or "W>D6" in word for word in signature(follower.events))
    assert seat_of(listening.sensing.check(), "W").surplus == cards_of("H6 D6")


# -- while it holds --------------------------------------------------------------------------------------------


def test_people_see_what_is_missing_and_what_is_too_much():
    script = swapped()
    script.t += 15.0
    check = check_at(script, script.t)
    north, west = seat_of(check, "N"), seat_of(check, "W")
    assert (north.expected, north.missing, north.surplus) == (cards_of("SA CA"), cards_of("SA"), cards_of("S6"))
    assert (west.missing, west.surplus) == (cards_of("S6"), cards_of("SA"))


def test_hands_that_agree_show_nothing_missing():
    script = swapped()
    script.t += 15.0
    east = seat_of(check_at(script, script.t), "E")
    assert (east.expected, east.missing, east.surplus) == (cards_of("S9 CJ"), (), ())


def test_cards_that_are_played_meanwhile_wait():
    script = cards(swapped(), "N>SK", after=15.0)
    script.t += 10.0
    assert words_by(script, script.t)[-1] == "mode"


def test_a_player_can_call_the_director_meanwhile():
    script = swapped()
    script.key("E", "director", after=15.0)
    script.t += 1.0
    assert words_by(script, script.t)[-2:] == ["mode", "director_called"]


def test_what_people_enter_passes():
    script = swapped()
    says(script, ev.CardPlayed(seat=Seat.N, card=card("SK"), src="director"), after=15.0)
    assert words_by(script, script.t + 0.5)[-2:] == ["mode", "N>SK"]


def test_while_the_sensors_keep_the_record_there_is_nothing_to_show():
    script = two_tricks_on()
    assert check_at(script, script.t) is None


# -- and out of it ---------------------------------------------------------------------------------------------


def test_when_the_cards_lie_right_again_the_record_goes_on_with_what_waited():
    script = cards(swapped(), "N>SK", after=15.0)
    put_back(script)
    script.t += 6.0
    cards(script, "E>ST")
    assert told(script)[-4:] == ["mode", "mode", "N>SK", "E>ST"]


def test_the_director_says_that_the_record_is_right():
    script = swapped()
    says(script, ordered("sensing", "record"), after=15.0)
    cards(script, "N>SK E>ST S>S4 W>S7")
    script.t += 30.0
    assert modes(script) == ["correcting", "sensing"]
    assert told(script)[-4:] == ["N>SK", "E>ST", "S>S4", "W>S7"]


def test_the_director_says_that_what_lies_there_is_right():
    script = swapped(known=False)
    says(script, ordered("sensing", "cards"), after=15.0)
    cards(script, "N>SK")
    follower = follow(script)
    correction = next(e for e in follower.events if isinstance(e, ev.Correction))
    assert (correction.by, [r.event.card.text for r in correction.events]) == ("anna", ["S6", "SA"])
    second = follower.table.tricks_played[1]
    assert [(seat.value, played.text) for seat, played in second.cards] == [
        ("N", "S6"), ("E", "S9"), ("S", "S3"), ("W", "SA"),
    ]  # fmt: skip


def test_after_that_the_table_agrees_with_the_record():
    script = swapped()
    says(script, ordered("sensing", "cards"), after=15.0)
    script.t += 30.0
    assert modes(script) == ["correcting", "sensing"]


def test_a_card_that_has_no_counterpart_cannot_be_taken_as_right():
    script = two_tricks_on()
    move(script, "S6", to="play.E", came_from="play.W")
    script.t += 15.0
    check = check_at(script, script.t)
    assert check is not None and not check.may_take


def test_a_mode_that_the_director_ordered_ends_on_his_word_only():
    script = two_tricks_on()
    says(script, ordered("correcting"))
    cards(script, "N>SK")
    script.t += 20.0
    assert words_by(script, script.t)[-1] == "mode"


def test_the_end_of_the_board_ends_the_wait():
    assert told(cards(swapped(), "N>SK", after=15.0))[-3:] == ["mode", "mode", "N>SK"]


# -- kept by hand ----------------------------------------------------------------------------------------------


def by_hand(entered: str) -> Script:
    """The readers are dead for a lead of North's; somebody enters it, and North's king of spades lies there."""
    script = two_tricks_on()
    says(script, ordered("manual"))
    cards(script, "N>SK")
    says(script, ev.CardPlayed(seat=Seat.N, card=card(entered), src="director"))
    says(script, ordered("sensing"))
    script.t += 4.0
    return script


def test_what_was_entered_rightly_is_that_card_when_it_is_read():
    assert told(cards(by_hand("SK"), "E>ST"))[-4:] == ["mode", "N>SK", "mode", "E>ST"]


def test_what_was_entered_wrongly_is_shown_at_once():
    script = by_hand("SQ")
    assert words_by(script, script.t)[-2:] == ["mode", "mode"]
    north = seat_of(check_at(script, script.t), "N")
    assert (north.missing, north.surplus) == (cards_of("SQ"), cards_of("SK"))


def test_what_was_entered_wrongly_is_put_right_by_what_lies_there():
    script = by_hand("SQ")
    says(script, ordered("sensing", "cards"))
    follower = follow(cards(script, "E>ST"))
    assert [(s.value, c.text) for s, c in follower.table.on_table] == [("N", "SK"), ("E", "ST")]


@pytest.mark.parametrize("entered", ["SK", "SQ"])
def test_a_card_entered_while_its_reader_was_silent_is_told_as_no_second_play(entered):
    script = two_tricks_on()
    says(script, ev.CardPlayed(seat=Seat.N, card=card(entered), src="director"))
    script.play("N", "SK", after=3.0)
    script.t += 6.0
    assert [w for w in told(script) if w.startswith("N>S")] == ["N>SA", f"N>{entered}"]


def test_while_the_record_is_kept_by_hand_people_see_how_the_cards_lie():
    script = two_tricks_on()
    says(script, ordered("manual"))
    cards(script, "N>SK")
    script.t += 3.0
    check = check_at(script, script.t)
    assert check is not None and (check.mode, seat_of(check, "N").surplus) == ("manual", cards_of("SK"))


def test_a_board_that_begins_while_the_record_is_kept_by_hand_says_so_and_takes_nothing_from_the_readers():
    log = cards(in_play(), "S>C3").record()
    events = heard(replace(log, header={**log.header, "by_hand": "anna"})).events
    assert [(event.type, getattr(event, "by", None)) for event in events] == [("board", None), ("mode", "anna")]
