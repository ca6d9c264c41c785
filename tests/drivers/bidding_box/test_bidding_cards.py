"""Tagged bidding cards on a tray: which card is the call, when it stands, and when it has been taken away."""

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.model.calls import call
from drivers.bidding_box.bidding_cards import Change, TrayCalls

BIDS = [f"{level}{denomination}" for level in range(1, 8) for denomination in ("C", "D", "H", "S", "NT")]
CARDS = {text: call(text) for text in BIDS} | {"P1": call("P"), "P2": call("P"), "X1": call("X")}


def up_to(text):
    return BIDS[: BIDS.index(text) + 1]


class Tray:
    """A tray that is read as the test says."""

    def __init__(self):
        self.calls = TrayCalls(CARDS, rest_s=0.3, gone_s=0.8)
        self.told = []

    def reads(self, t, *tags):
        self.passes(t)
        self.calls.round(tags, t)
        return self

    def passes(self, until):
        while (due := self.calls.due()) is not None and due <= until:
            self.told += self.calls.time_passed(due)
        return self

    def words(self):
        return [f"{'+' if change.shown else '-'}{change.call.text}" for change in self.told]


def test_the_highest_card_of_a_stack_is_the_call_since_it_was_first_read():
    tray = Tray().reads(1.0, *up_to("1S")).passes(2.0)

    assert tray.told == [Change(1.0, call("1S"), shown=True)]


def test_a_stack_that_is_read_in_two_rounds_is_one_call():
    tray = Tray().reads(1.0, "1C", "1D").reads(1.15, *up_to("1H")).passes(3.0)

    assert tray.words() == ["+1H"]


def test_a_top_card_that_is_read_after_the_others_were_told_takes_their_place():
    tray = Tray().reads(1.0, "1C", "1D").reads(1.4, *up_to("1H")).passes(3.0)

    assert tray.words() == ["+1D", "-1D", "+1H"]


def test_a_lower_card_that_is_read_late_came_with_the_stack():
    tray = Tray().reads(1.0, "1C", "1H").passes(4.0).reads(4.0, *up_to("1H")).passes(9.0)

    assert tray.words() == ["+1H"]


def test_a_later_bid_is_a_call_of_its_own():
    tray = Tray().reads(1.0, *up_to("1H")).passes(5.0).reads(5.0, *up_to("2H")).passes(9.0)

    assert tray.words() == ["+1H", "+2H"]


def test_each_pass_is_a_call():
    tray = Tray().reads(1.0, "P1").passes(5.0).reads(5.0, "P1", "P2").passes(9.0)

    assert tray.words() == ["+P", "+P"]


def test_a_card_that_is_missed_for_a_moment_still_lies_there():
    tray = Tray().reads(1.0, "P1", *up_to("1H")).passes(2.0).reads(2.0, "P1").reads(2.5, "P1", *up_to("1H")).passes(9.0)

    assert sorted(tray.words()) == ["+1H", "+P"]


def test_a_whole_stack_that_is_silent_is_waited_for_twice_as_long():
    tray = Tray().reads(1.0, *up_to("1H")).passes(2.0).reads(2.0).passes(3.5)
    assert tray.words() == ["+1H"]

    tray.passes(3.7)
    assert tray.told[-1] == Change(2.0, call("1H"), shown=False)


def test_a_top_card_put_back_leaves_what_it_had_brought_along_as_the_call():
    tray = Tray().reads(1.0, *up_to("1H")).passes(2.0).reads(2.0, *up_to("1D")).passes(9.0)

    assert tray.words() == ["+1H", "-1H", "+1D"]


def test_a_card_that_was_only_held_over_the_tray_is_no_call():
    tray = Tray().reads(1.0, "P1", "P2").passes(2.0).reads(2.0, "X1", "P1", "P2").reads(2.1, "P1", "P2").passes(9.0)

    assert tray.words() == ["+P", "+P"]


@given(st.lists(st.tuples(st.floats(0.05, 2.0), st.sets(st.sampled_from(sorted(CARDS)), max_size=8)), max_size=20))
@settings(deadline=None, max_examples=80, derandomize=True)
def test_whatever_is_read_what_is_shown_is_what_was_not_taken_away(rounds):
    tray, t = Tray(), 0.0
    for wait, tags in rounds:
        t += wait
        tray.reads(t, *tags)
    tray.reads(t + 1.0).passes(t + 10.0)

    standing = []
    for change in tray.told:
        if change.shown:
            standing.append(change.call)
        else:
            standing.remove(change.call)
    assert standing == []
    assert tray.calls.due() is None
