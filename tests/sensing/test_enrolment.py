"""A deck enrolled in one pass, and what a volunteer may do wrong; the check through a stack. Times are set by hand."""

import pytest

from controller.model.cards import PACK, card, suit_of
from controller.model.reading_log import Deck
from controller.model.readings import DeviceState, KeyPressed, Scan, TagGone, TagSeen
from controller.model.seats import Seat
from controller.sensing.enrolment import Enrolled, Enrolment, Ready, TakenBack, Trouble
from controller.sensing.stack_check import Lifted, PileRead, StackCheck

TAG = {c: f"E0040150{i:08X}" for i, c in enumerate(PACK)}
RED = Deck("red-02", {f"E0040160{i:08X}": c for i, c in enumerate(PACK)})
DECK = Deck("blue", {tag: c for c, tag in TAG.items()})


class Volunteer:
    """Lays cards down and takes them up; `steps` is what is said to it."""

    def __init__(self, asked):
        self.asked, self.t, self.steps = asked, 0.0, []
        self.feed(DeviceState(t=0.0, device="hub", state="ready"))

    def feed(self, reading):
        self.steps += self.asked.take(reading)

    def wait(self, seconds):
        self.t += seconds
        self.steps += self.asked.until(self.t)

    def lay(self, *tags, at="play.N", wait=1.0):
        for tag in tags:
            self.feed(TagSeen(t=self.t, at=at, tag=tag))
        self.wait(wait)

    def lift(self, *tags, at="play.N", wait=1.2):
        for tag in tags:
            self.feed(TagGone(t=self.t, at=at, tag=tag))
        self.wait(wait)

    def said(self):
        """What was said since, in words."""
        found, self.steps = self.steps, []
        return [words(step) for step in found]


def words(step):
    match step:
        case Enrolled(face, _, number):
            return f"{number} {face}"
        case Trouble(kind, _, face, deck):
            return " ".join(str(part) for part in (kind, face, deck) if part)
        case TakenBack(face):
            return f"back {face}"
        case PileRead(suit, _, missed):
            return f"pile {suit} without {[c.text for c in missed]}"
        case _:
            return type(step).__name__.lower()


def tag(text):
    return TAG[card(text)]


@pytest.fixture
def volunteer():
    someone = Volunteer(Enrolment([RED]))
    someone.wait(2.0)
    assert someone.said() == ["ready"]
    return someone


def test_a_deck_in_one_pass_each_card_left_on_the_pile(volunteer):
    for face in PACK:
        volunteer.lay(TAG[face])

    assert volunteer.said() == [f"{n} {face}" for n, face in enumerate(PACK, start=1)]
    assert (dict(volunteer.asked.tags), volunteer.asked.next_card) == (DECK.tags, None)


def test_a_deck_in_one_pass_each_card_lifted_again(volunteer):
    for face in PACK:
        volunteer.lay(TAG[face])
        volunteer.lift(TAG[face])

    assert dict(volunteer.asked.tags) == DECK.tags


def test_a_reader_that_tells_sets_of_tags_does_as_well(volunteer):
    for n in range(1, 53):
        volunteer.feed(Scan(t=volunteer.t, at="spread.E", tags=tuple(TAG.values())[:n]))
        volunteer.wait(0.8)

    assert (dict(volunteer.asked.tags), volunteer.asked.at) == (DECK.tags, "spread.E")


def test_a_card_has_to_rest(volunteer):
    volunteer.lay(tag("SA"), wait=0.3)
    volunteer.lift(tag("SA"), wait=0.5)
    volunteer.lay(tag("SK"), wait=2.0)

    assert (volunteer.said(), volunteer.asked.tags) == (["1 SA"], [(tag("SK"), card("SA"))])


def test_a_uid_that_is_read_wrongly_for_a_round_is_no_card(volunteer):
    volunteer.lay(tag("SA"), wait=0.2)
    volunteer.lift(tag("SA"), wait=0.0)
    volunteer.lay("E008", wait=0.2)
    volunteer.lift("E008", wait=0.0)
    volunteer.lay(tag("SA"), wait=3.0)

    assert (volunteer.said(), volunteer.asked.tags) == (["1 SA"], [(tag("SA"), card("SA"))])


def test_two_cards_at_once_are_refused_until_both_are_lifted(volunteer):
    volunteer.lay(tag("SA"), tag("SK"))
    assert volunteer.said() == ["two_at_once"]
    volunteer.lift(tag("SK"))
    assert volunteer.said() == []
    volunteer.lift(tag("SA"))
    volunteer.lay(tag("SA"))
    volunteer.lay(tag("SK"))
    assert volunteer.said() == ["1 SA", "2 SK"]


def test_a_card_put_down_before_the_one_under_it_has_been_heard_is_two_at_once(volunteer):
    volunteer.lay(tag("SA"), wait=0.4)
    volunteer.lay(tag("SK"))
    assert volunteer.said() == ["two_at_once"]


def test_a_card_of_another_deck_is_refused_with_its_name(volunteer):
    volunteer.lay("E00401600000000F")
    assert volunteer.said() == ["other_deck HQ red-02"]
    volunteer.lift("E00401600000000F")
    volunteer.lay(tag("SA"))
    assert volunteer.said() == ["1 SA"]


def test_a_card_that_was_enrolled_says_which_it_is_and_so_does_one_with_the_same_tag(volunteer):
    volunteer.lay(tag("SA"))
    volunteer.lift(tag("SA"))
    volunteer.lay(tag("SA"))
    assert volunteer.said() == ["1 SA", "known SA"]


def test_a_tag_of_another_make_is_refused(volunteer):
    volunteer.lay(tag("SA"))
    volunteer.lay("04A1B2C3D4E5F6")
    assert volunteer.said() == ["1 SA", "odd_tag"]


def test_the_last_card_can_be_taken_back_by_key_and_by_hand(volunteer):
    volunteer.lay(tag("SA"))
    volunteer.lay(tag("SQ"))
    volunteer.feed(KeyPressed(t=volunteer.t, seat=Seat.N, key="dispute"))
    assert volunteer.said() == ["1 SA", "2 SK", "back SK"]
    volunteer.wait(2.0)
    volunteer.lift(tag("SQ"))
    volunteer.lay(tag("SK"))
    volunteer.lay(tag("SQ"))
    assert volunteer.said() == ["2 SK", "3 SQ"]


def test_there_is_nothing_to_take_back_before_the_first_card(volunteer):
    assert volunteer.asked.back(3.0) == []


def test_what_lies_there_at_the_start_is_left_out():
    someone = Volunteer(Enrolment())
    someone.lay(tag("H7"), at="spread.W", wait=2.0)
    assert someone.said() == ["lies_there", "ready"]
    someone.lay(tag("SA"))
    someone.lift(tag("H7"), at="spread.W")
    someone.lay(tag("H7"))
    assert someone.said() == ["1 SA", "2 SK"]


def test_other_antennas_do_not_count_once_the_first_card_has_shown_where(volunteer):
    volunteer.lay(tag("SA"), at="play.S")
    volunteer.lay(tag("SK"), at="play.W")
    volunteer.lay(tag("SK"), at="play.S")
    assert volunteer.said() == ["1 SA", "2 SK"]


def test_the_antenna_may_be_named():
    someone = Volunteer(Enrolment(at="play.S"))
    someone.wait(2.0)
    someone.lay(tag("SA"), at="play.W")
    someone.lay(tag("SA"), at="play.S")
    assert someone.said() == ["ready", "1 SA"]


def test_after_a_while_without_a_card_something_is_said(volunteer):
    volunteer.lay(tag("SA"))
    volunteer.wait(45.0)
    assert volunteer.said() == ["1 SA", "silent", "silent"]


def test_a_reader_that_is_lost_and_back_goes_on_with_the_next_card(volunteer):
    volunteer.lay(tag("SA"))
    volunteer.feed(DeviceState(t=volunteer.t, device="hub", state="lost"))
    volunteer.wait(5.0)
    volunteer.feed(DeviceState(t=volunteer.t, device="hub", state="ready"))
    volunteer.feed(Scan(t=volunteer.t, at="play.N", tags=(tag("SA"),)))
    volunteer.lay(tag("SK"))
    assert [said for said in volunteer.said() if said != "known SA"] == ["1 SA", "lost", "2 SK"]


# -- through a stack ---------------------------------------------------------------------------------------------------


@pytest.fixture
def checker():
    someone = Volunteer(StackCheck(DECK))
    someone.wait(2.0)
    assert someone.said() == ["ready"]
    return someone


def suit(name):
    return [TAG[c] for c in PACK if c.suit is suit_of(name)]


def test_four_piles_in_any_order_of_suits(checker):
    for name in "HCSD":
        checker.lay(*suit(name), wait=8.0)
        checker.lift(*suit(name), wait=3.0)

    piles = [f"pile {name} without []" for name in "HCSD"]
    assert checker.said() == [piles[0], "lifted", piles[1], "lifted", piles[2], "lifted", piles[3]]
    assert (checker.asked.is_done, checker.asked.unread) == (True, [])


def test_a_card_that_is_not_read_is_named_with_its_place_in_the_pile(checker):
    checker.lay(*[t for t in suit("S") if t not in (tag("S7"), tag("S2"))], wait=8.0)

    (pile,) = checker.asked.piles
    assert pile.missed == (card("S7"), card("S2"))
    assert pile.positions == {card("S7"): 8, card("S2"): 13}
    assert {card("S7"), card("S2")} <= set(checker.asked.unread)


def test_a_card_that_is_heard_now_and_then_has_its_share(checker):
    checker.lay(*suit("S"), wait=2.0)
    for _ in range(5):
        checker.lift(tag("S2"), wait=0.75)
        checker.lay(tag("S2"), wait=0.25)

    (pile,) = checker.asked.piles
    assert pile.shares[card("SA")] == 1.0
    assert pile.shares[card("S2")] == pytest.approx(0.25, abs=0.03)


def test_a_pile_of_mixed_cards_tells_what_is_read_and_no_places(checker):
    checker.lay(tag("SA"), tag("H7"), "E0FF", wait=8.0)

    (pile,) = checker.asked.piles
    assert (pile.suit, list(pile.shares), pile.missed, pile.strangers) == (
        None, [card("SA"), card("H7")], (), ("E0FF",),
    )  # fmt: skip


def test_a_pile_that_is_still_being_built_is_not_read(checker):
    for one in suit("S"):
        checker.lay(one, wait=1.5)
    assert checker.said() == []
    checker.wait(8.0)
    assert checker.said() == ["pile S without []"]


def test_what_no_pile_shows_is_what_cannot_be_read(checker):
    for name in "SHDC":
        there = [t for t in suit(name) if t != tag("D9")]
        checker.lay(*there, wait=8.0)
        checker.lift(*there, wait=3.0)

    assert (checker.asked.is_done, checker.asked.unread) == (True, [card("D9")])
    assert isinstance(checker.steps[-1], PileRead)
    assert not isinstance(checker.steps[-1], Lifted | Ready)
