"""A hand that is counted at a reader: each card once, strangers named, and an end when nothing new comes."""

from controller.model.cards import PACK, card
from controller.model.reading_log import Deck
from controller.model.readings import DeviceState, KeyPressed, Scan, TagSeen
from controller.model.seats import Seat
from controller.sensing.enrolment import Ready
from controller.sensing.hand_read import QUIET_S, CardRead, HandRead, Stranger

BLUE = Deck("blue", {f"E0A{place:02d}": one for place, one in enumerate(PACK)})
RED = Deck("red", {f"E0B{place:02d}": one for place, one in enumerate(PACK)})


def opened():
    hand = HandRead([BLUE, RED])
    hand.take(DeviceState(t=0.0, device="r", state="ready"))
    return hand


def test_it_says_when_the_reader_is_ready():
    hand = opened()

    assert hand.until(hand.due()) == [Ready()]


def test_a_card_that_is_read_again_counts_once():
    hand = opened()

    assert hand.take(TagSeen(t=3.0, at="play.N", tag="E0A00")) == [Ready(), CardRead(card("SA"), 1)]
    assert hand.take(Scan(t=4.0, at="play.N", tags=("E0A00", "E0A01"))) == [CardRead(card("SK"), 2)]
    assert hand.cards == [card("SA"), card("SK")]


def test_the_first_card_says_which_deck_it_is_and_others_are_strangers():
    hand = opened()
    hand.take(TagSeen(t=3.0, at="play.N", tag="E0B00"))

    assert hand.deck is RED
    assert hand.take(TagSeen(t=3.5, at="play.N", tag="E0A01")) == [Stranger("E0A01", "blue")]
    assert hand.take(TagSeen(t=3.6, at="play.N", tag="FFFF")) == [Stranger("FFFF")]


def test_it_is_at_an_end_when_nothing_new_has_come_for_a_while():
    hand = opened()
    hand.take(TagSeen(t=3.0, at="play.N", tag="E0A00"))
    hand.until(3.0 + QUIET_S - 0.1)
    assert not hand.is_done

    hand.until(3.0 + QUIET_S)
    assert hand.is_done


def test_a_fourteenth_card_is_counted_too():
    hand = opened()
    hand.take(Scan(t=3.0, at="play.N", tags=tuple(list(BLUE.tags)[:14])))

    assert len(hand.cards) == 14


def test_a_key_ends_it_at_once_but_not_before_a_card_was_read():
    hand = opened()
    done = KeyPressed(t=2.0, seat=Seat.N, key="done")
    hand.take(done)
    assert not hand.is_done

    hand.take(TagSeen(t=3.0, at="play.N", tag="E0A00"))
    hand.take(done)
    assert hand.is_done
