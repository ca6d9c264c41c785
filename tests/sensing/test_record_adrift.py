"""A record that has left what happens is believed no longer: one false start brings no string of summonses."""

from __future__ import annotations

import pytest
from sensing.listening import Follower
from sensing.noisy_table import DECK, Level
from sensing.opening import cards, follow, in_play, one_trick_on
from sensing.test_cards import ELEVEN_TRICKS

from controller.model import events as ev
from controller.model.irregularities import CERTAIN, POSSIBLE, Attention
from controller.model.seats import Seat
from controller.sensing.credence import Credence
from controller.sensing.loop import Listening, sensing_of

#: Nats of a card out of turn, and of one that the record expects.
OUT_OF_TURN, FITS = 6.2, 0.0

#: East and West play as if North were not on lead, and nobody calls anybody.
ANOTHER_GAME = "E>S9 E>HJ W>H6 W>D6 E>D9 E>DT W>D7 W>C6"

#: A table that misses one round in eight: four of them in a row may be chance.
MISSES = Level(miss=0.12)


def summonses(follower):
    return [i for s in follower.stepped for i in s.raised if i.attention is Attention.NOW]


def played(follower):
    return [f"{e.seat}>{e.card}" for e in follower.events if isinstance(e, ev.CardPlayed)]


def certainties(follower):
    """Of every card after the first trick."""
    return [e.certainty or CERTAIN for e in follower.events if isinstance(e, ev.CardPlayed)][4:]


def test_one_irregular_act_is_no_doubt_of_the_record():
    follower = follow(cards(one_trick_on(), "E>S9"))
    assert certainties(follower) == [CERTAIN]
    assert len(summonses(follower)) == 1


def test_people_who_go_on_against_the_record_bring_two_summonses_at_most():
    follower = follow(cards(one_trick_on(), ANOTHER_GAME, after=6.0))
    assert certainties(follower)[0] == CERTAIN
    assert certainties(follower)[3:] == [POSSIBLE] * len(certainties(follower)[3:])
    assert 1 <= len(summonses(follower)) <= 2


def test_every_card_is_still_told():
    follower = follow(cards(one_trick_on(), ANOTHER_GAME, after=6.0))
    assert sorted(played(follower)[4:]) == sorted(ANOTHER_GAME.split())


def test_the_operator_is_told_that_the_record_should_be_compared():
    log = cards(one_trick_on(), ANOTHER_GAME, after=6.0).record()
    assert "record_adrift" in noted(log)


def test_nothing_of_it_is_told_of_a_board_with_one_irregular_act():
    assert "record_adrift" not in noted(cards(one_trick_on(), "E>S9").record())


def noted(log):
    follower = Follower(log)
    listening = Listening(sensing_of(log), follower, follower.table.expectation())
    for reading in log.readings:
        listening.take(reading)
    listening.finish()
    return [note.kind for note in listening.sensing.doubts()]


@pytest.mark.parametrize("fitting", [0, 1, 2, 3])
def test_three_acts_against_it_soon_after_one_another_are_more_than_chance(fitting):
    credence = Credence()
    for cost in [OUT_OF_TURN, *[FITS] * fitting, OUT_OF_TURN, *[FITS] * fitting, OUT_OF_TURN]:
        assert not credence.is_lost
        credence.note(cost)
    assert credence.is_lost == (fitting < 3)


def test_a_second_irregular_act_before_anybody_has_ruled_on_the_first_is_news_too():
    # East leads out of turn; North, on lead, does not wait for the ruling; West does the like.
    follower = follow(cards(one_trick_on(), "E>S9 W>S6", after=5.0))
    assert certainties(follower) == [CERTAIN, CERTAIN]


def test_one_act_alone_is_no_proof_whatever_is_wrong_with_it():
    credence = Credence()
    credence.note(30.0)
    assert not credence.is_lost


def test_many_acts_that_fit_make_it_believed_again():
    credence = Credence()
    for _ in range(50):
        credence.note(OUT_OF_TURN)
    for _ in range(20):
        credence.note(FITS)
    assert not credence.is_lost


def test_a_person_who_has_looked_makes_it_believed_again():
    credence = Credence()
    for _ in range(3):
        credence.note(OUT_OF_TURN)
    credence.restore()
    assert not credence.is_lost


# -- what lay in dummy's hand until later was not played before --------------------------------------


def test_a_card_at_dummys_turn_came_first_if_dummys_card_lay_in_the_spread_hand_until_later():
    script = in_play()
    script.play("W", "C5", after=2.0)
    script.play("S", "C3", after=7.0)
    follower = follow(cards(script, "N>CA"))
    assert played(follower) == ["E>CJ", "W>C5", "S>C3", "N>CA"]
    assert "play_out_of_turn W" in follower.raised


@pytest.mark.parametrize("silence", [1.0, 2.0])
def test_a_card_of_the_spread_hand_that_falls_silent_after_another_was_put_down_was_not_played_before_it(silence):
    script = in_play()
    put = script.play("W", "C5", after=2.0)
    for lying in script.places["spread.S"]:
        if lying.tag == script.places["spread.S"][0].tag:
            lying.end = put + 0.8
    script.lay(*_first_of_spread(script), put + 0.8 + silence, kind="spread")
    script.play("S", "C3", after=8.0)
    follower = follow(cards(script, "N>CA"))
    assert played(follower) == ["E>CJ", "W>C5", "S>C3", "N>CA"]


def _first_of_spread(script):
    return Seat.S, DECK.tags[script.places["spread.S"][0].tag]


# -- the last card of a hand, lying there since a ruling -----------------------------------------------


@pytest.mark.parametrize("late", [0.0, 1.4])
@pytest.mark.parametrize("seed", range(4))
def test_the_last_card_lifted_for_a_moment_is_played_however_late_the_one_before_it_is_read(late, seed):
    script = cards(one_trick_on(seed=seed, level=MISSES), ELEVEN_TRICKS)
    script.play("N", "C2", after=4.0)
    script.rule("lead_out_of_turn_by_declarer_wrong_hand", "retract")
    script.play("S", "CQ", after=4.0)
    script.play("W", "HA", after=2.0, late=late)
    script.take_card("N", "C2", after=0.4)
    script.play("N", "C2", after=0.75)
    script.play("E", "CT", after=2.0)
    assert played(follow(script))[-4:] == ["S>CQ", "W>HA", "N>C2", "E>CT"]
