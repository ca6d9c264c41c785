"""Where the record rests on what rates alone decided, people are told of it; where it does not, nobody is asked."""

from __future__ import annotations

import pytest
from sensing.listening import Follower, signature
from sensing.noisy_table import LEVELS, Level
from sensing.opening import acts, cards, follow, one_trick_on, told
from sensing.test_cards import ELEVEN_TRICKS

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.cards import card
from controller.model.irregularities import POSSIBLE
from controller.model.reading_log import ReadingLog
from controller.model.seats import Seat
from controller.sensing.loop import Listening, sensing_of, table_events
from controller.sensing.notes import Note

#: A table whose readers miss so much that it has to reckon with late cards.
FAILING = Level(miss=0.2, late=0.02, late_s=4.0)


def noted(log: ReadingLog) -> list[Note]:
    """Every doubt that operator and director were told of."""
    found: list[Note] = []
    list(table_events(log, Follower(log), on_note=found.append))
    return found


def kinds(script) -> list[str]:
    return [note.kind for note in noted(script.record())]


def fourth_hand_read_late(late: float, *, level: Level = FAILING, then: float = 0.8):
    """North leads, West wins as the last hand with a card read late, and leads another one that could have won."""
    script = cards(one_trick_on(seed=3, level=level), "N>SA E>S9 S>S3 W>S6 N>HK E>H9 S>H3", after=3.0)
    script.play("W", "HA", after=2.0, late=late)
    script.play("W", "H6", after=then)
    return script


@pytest.mark.parametrize("seed", range(4))
def test_a_plain_board_at_a_good_table_leaves_no_doubt(seed):
    script = cards(one_trick_on(seed=seed, level=LEVELS[1]), ELEVEN_TRICKS)
    assert "order_in_doubt" not in kinds(script)


@pytest.mark.parametrize("late", [2.4, 2.8, 3.2, 3.6])
def test_a_card_read_after_the_next_one_of_its_seat_is_told_in_one_order_and_noted(late):
    script = fourth_hand_read_late(late)
    # At its end the log falls silent, and what missed the last round is taken up.
    played = [word for word in told(script) if ">" in word]
    assert sorted(played[-2:]) == ["W>H6", "W>HA"]
    assert "order_in_doubt" in kinds(script)


@pytest.mark.parametrize("level", [FAILING, LEVELS[1]], ids=["failing", "good"])
def test_cards_read_in_the_order_in_which_they_were_played_are_no_doubt(level):
    script = fourth_hand_read_late(0.0, level=level, then=2.0)
    assert acts(told(script))[-2:] == ["W>HA", "W>H6"]
    assert "order_in_doubt" not in kinds(script)


def test_the_doubt_names_both_cards():
    *_, note = (n for n in noted(fourth_hand_read_late(3.2).record()) if n.kind == "order_in_doubt")
    assert (note.at, "H6" in note.text, "HA" in note.text) == ("play.W", True, True)


def test_a_correction_by_a_person_ends_the_doubt():
    script = fourth_hand_read_late(3.2)
    log = script.record()
    numbers = {e.card.text: n for n, e in enumerate(follow(script).events) if isinstance(e, ev.CardPlayed)}
    swapped = [ev.Replacement(ev.CardPlayed(seat=Seat.W, card=card(c)), numbers[c]) for c in ("HA", "H6")]
    replaces = tuple(sorted(numbers[c] for c in ("HA", "H6")))
    correction = ev.Correction(replaces=replaces, events=tuple(swapped), reason="they lie so", src="director")
    entered = rd.Entered(t=script.t + 11.0, event=correction)
    listening = Listening(sensing_of(log), Follower(log))
    for reading in (*log.readings, entered):
        listening.take(reading)
    assert "order_in_doubt" not in [note.kind for note in listening.sensing.doubts()]


# -- the last trick --------------------------------------------------------------------------------


BEFORE_THE_END = ELEVEN_TRICKS + "S>CQ "
THE_LAST = ["W>HA", "N>C2", "E>CT"]


def to_the_end(read: int, *, keyed: bool, seed: int = 1, **given):
    """The last trick, of which so many cards are read after the lead; the board leaves, its result keyed or not."""
    script = cards(one_trick_on(seed=seed, **given), BEFORE_THE_END)
    for number, word in enumerate(THE_LAST):
        seat, _, what = word.partition(">")
        script.play(seat, what, after=1.5, late=0.0 if number < read else 600.0)
    if keyed:
        script.key("N", "result", "3NT N 12", after=5.0)
    script.other.append(rd.BoardTag(t=script.t + 8.0, board=None))
    script.t += 20.0
    return script


@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[2]], ids=["quiet", "poor"])
@pytest.mark.parametrize("keyed", [True, False], ids=["keyed", "left"])
@pytest.mark.parametrize("read", [0, 1, 2])
def test_the_last_cards_of_the_last_trick_that_were_never_read_are_told_as_possible(read, keyed, level):
    script = to_the_end(read, keyed=keyed, level=level)
    follower = follow(script)
    last = [e for e in follower.events if isinstance(e, ev.CardPlayed)][-3:]
    assert [f"{e.seat}>{e.card}" for e in last] == THE_LAST
    assert [e.certainty == POSSIBLE for e in last][read:] == [True] * (3 - read)
    assert not any(found.startswith("board_ended_early") for found in follower.raised)
    assert "order_in_doubt" in kinds(script)


def test_they_are_told_before_the_result_that_was_keyed():
    words = told(to_the_end(2, keyed=True))
    assert words[-3:] == ["E>CT", "result_entered", "board_left"]


def test_a_last_trick_that_was_read_leaves_nothing_to_suppose():
    script = to_the_end(3, keyed=True)
    assert acts(told(script))[-3:] == THE_LAST
    assert all(e.certainty != POSSIBLE for e in follow(script).events)
    assert kinds(script) == []


def test_of_a_trick_that_nobody_began_nothing_is_supposed():
    script = cards(one_trick_on(), ELEVEN_TRICKS)
    script.other.append(rd.BoardTag(t=script.t + 8.0, board=None))
    script.t += 20.0
    follower = follow(script)
    assert acts(told(script))[-1] == "E>C9"
    assert any(found.startswith("board_ended_early") for found in follower.raised)


def test_where_the_hands_are_not_known_no_card_is_made_up():
    script = to_the_end(2, keyed=True, known=False)
    assert "E>CT" not in told(script)


@pytest.mark.parametrize("keyed", [True, False], ids=["keyed", "left"])
def test_a_last_card_that_the_record_has_no_place_for_is_told_once(keyed):
    log = to_the_end(2, keyed=keyed).record()
    follower, refused = Follower(log), []

    def on_event(event):
        if isinstance(event, ev.CardPlayed) and event.certainty == POSSIBLE:
            refused.append(event)
            assert len(refused) < 5
            return follower.table.expectation()
        return follower(event)

    listening = Listening(sensing_of(log), on_event)
    for reading in log.readings:
        listening.take(reading)
    listening.finish()
    assert [event.card.text for event in refused] == ["CT"]
    assert signature(follower.events)[-1] == "board_left"
