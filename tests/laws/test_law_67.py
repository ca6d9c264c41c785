"""Laws 65 to 67: tricks turned over, a card missing, a card too many."""

import pytest
from support.build import play, ruling
from support.card_acts import SOUTH_WINS, after_trick, put
from support.table import EDITIONS, after

from controller.model.events import TrickQuitted
from controller.model.regulations import Regulations
from controller.model.seats import Seat

MISSING, DEFECTIVE, WRONG_WAY = "missing_card_in_trick", "defective_trick", "trick_quitted_wrong_direction"
both = pytest.mark.parametrize("laws", EDITIONS)


def turned(who, *, won):
    return TrickQuitted(seat=Seat[who], won=won)


#: South leads a heart to trick two; East, who is last, does not play to it; South turns his card.
THREE = [*after_trick(SOUTH_WINS), *play("S: HA HJ H2"), turned("S", won=True)]
#: Both sides have played to trick three since.
BOTH_ON = [*THREE, *play("S: C2 C7")]


@both
class TestACardTurned:
    def test_the_right_way_says_nothing(self, laws):
        turns = [turned(s, won=s in "NS") for s in "NESW"]
        assert after(after_trick(SOUTH_WINS), turns, laws=laws).kinds == []

    def test_the_wrong_way_is_noted(self, laws):
        found = after(after_trick(SOUTH_WINS), turned("E", won=True), laws=laws).raised[-1]
        assert (found.kind, found.seat, found.attention.value, found.options) == (WRONG_WAY, Seat.E, "log", ())

    def test_changes_no_trick(self, laws):
        story = after(after_trick(SOUTH_WINS), turned("E", won=True), laws=laws)
        assert (story.state["tricks"], story.state["turn"]) == ({"NS": 1, "EW": 0}, "S")


def test_the_paragraph_is_the_editions_own():
    said = {
        laws: after(after_trick(SOUTH_WINS), turned("E", won=True), laws=laws).raised[-1].laws[0] for laws in EDITIONS
    }
    assert said == {"1987": "65", "2017": "65B3"}


@both
class TestAMissingCard:
    def test_is_told_of_the_hand_that_has_not_played(self, laws):
        story = after(THREE, laws=laws)
        found = story.raised[-1]
        assert (found.kind, found.seat, found.attention.value, found.options) == (MISSING, Seat.E, "now", ("correct",))
        assert (story.state["trick"], story.state["tricks"]) == (3, {"NS": 2, "EW": 0})

    def test_is_not_missing_when_the_trick_before_is_turned(self, laws):
        # North turns his card of trick one while three have played to trick two.
        events = [*after_trick(SOUTH_WINS), turned("S", won=True), *play("S: HA HJ H2"), turned("N", won=True)]
        assert after(events, laws=laws).kinds == []

    def test_is_not_missing_when_the_one_who_has_not_played_turns_his_last_card(self, laws):
        assert after(after_trick(SOUTH_WINS), play("S: HA HJ H2"), turned("E", won=False), laws=laws).kinds == []

    def test_supplied_it_joins_the_trick_and_nothing_follows(self, laws):
        story = after(THREE, play("S: C2"), ruling(MISSING, "correct"), put("E", "H7"), laws=laws)
        assert (story.kinds, story.state["on_table"], story.state["turn"]) == ([MISSING], [["S", "C2"]], "W")
        assert story.table.tricks_played[1].cards[-1][1].text == "H7"

    def test_supplied_it_may_win_the_trick_and_the_lead(self, laws):
        low = [*after_trick(SOUTH_WINS), *play("S: H3 HT H2"), turned("W", won=True)]
        story = after(low, ruling(MISSING, "correct"), put("E", "HK"), laws=laws)
        assert (story.state["turn"], story.state["tricks"]) == ("E", {"NS": 1, "EW": 1})

    def test_one_side_having_played_on_it_is_not_yet_a_defective_trick(self, laws):
        assert after(THREE, play("S: C2"), laws=laws).kinds == [MISSING]


@both
class TestADefectiveTrick:
    def test_is_told_to_the_director_alone_when_both_sides_have_played_on(self, laws):
        story = after(BOTH_ON, laws=laws)
        found = story.raised[-1]
        assert (found.kind, found.seat, found.attention.value, found.options) == (
            DEFECTIVE,
            Seat.E,
            "silent",
            ("correct",),
        )
        assert story.state["pending"] == [DEFECTIVE]

    def test_summons_him_where_the_regulations_say_so(self, laws):
        found = after(BOTH_ON, laws=laws, regulations=Regulations(revoke_attention="now")).raised[-1]
        assert found.attention.value == "now"

    def test_what_it_costs_is_not_known_before_the_card_is_put_in(self, laws):
        facts = after(BOTH_ON, laws=laws).finding(DEFECTIVE).facts
        assert (facts["transfer"], facts["transfer_if"]) == (None, "play_not_over")

    def test_the_card_put_in_changes_nobodys_trick(self, laws):
        low = [*after_trick(SOUTH_WINS), *play("S: H9 H5 H2"), turned("S", won=True), *play("S: C2 C7")]
        story = after(low, ruling(DEFECTIVE, "correct"), put("E", "HK"), laws=laws)
        assert (story.state["tricks"], story.state["turn"]) == ({"NS": 2, "EW": 0}, "N")

    def test_the_play_goes_on_where_it_was(self, laws):
        story = after(BOTH_ON, ruling(DEFECTIVE, "correct"), put("E", "H7"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["S", "C2"], ["W", "C7"]], "N")

    def test_the_director_may_transfer_for_it_afterwards(self, laws):
        events = [
            *BOTH_ON,
            ruling(DEFECTIVE, "correct"),
            put("E", "H7"),
            ruling(DEFECTIVE, "transfer", tricks=1, to="NS"),
        ]
        assert after(events, laws=laws).table.game.score.transfers


class TestWhatADefectiveTrickGives:
    def given(self, laws, card, *then):
        story = after(BOTH_ON, ruling(DEFECTIVE, "correct"), put("E", card), *then, laws=laws)
        return story.finding(DEFECTIVE).facts["transfer"], story.state["transfers_due"]

    def test_1987_nothing_if_the_hand_can_supply_the_suit(self):
        assert self.given("1987", "H7")[0] == {"to": "NS", "tricks": 0, "why": "card_of_the_suit_supplied"}

    def test_1987_one_trick_for_another_suit_once_the_side_has_won_one(self):
        assert self.given("1987", "D2") == (None, [])
        # West's ace of clubs... dummy plays low, East follows: the side wins the trick in progress.
        transfer, due = self.given("1987", "D2", play("N: C4 C3"))
        assert (transfer["tricks"], due) == (1, [{"to": "NS", "tricks": 1, "on": DEFECTIVE}])

    def test_2017_one_trick_whatever_is_supplied(self):
        transfer, due = self.given("2017", "H7", play("N: C4 C3"))
        assert (transfer["tricks"], due) == (1, [{"to": "NS", "tricks": 1, "on": DEFECTIVE}])

    def test_2017_none_before_the_side_has_won_one(self):
        assert self.given("2017", "H7") == (None, [])


@both
def test_a_card_of_an_earlier_trick_put_again_is_told(laws):
    found = after(after_trick(SOUTH_WINS), play("S: HA HJ H2"), put("E", "SJ"), laws=laws).raised[-1]
    assert (found.kind, found.seat, found.attention.value) == ("card_played_twice", Seat.E, "now")
