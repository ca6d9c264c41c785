"""Laws 68 to 71: claims and concessions: answered, disputed, awarded, played on."""

import pytest
from support.build import claim, play, ruling
from support.card_acts import BY_DEFENDER, OPENING, SOUTH_WINS, WEST_WINS, after_trick, put, three_notrump
from support.table import EDITIONS, after

from controller.model.events import ClaimAnswered, ClaimMade
from controller.model.seats import Seat
from controller.table import refusal

DISPUTED, AFTER = "claim_disputed", "play_after_claim"
#: South has won trick one and claims nine of the other twelve.
CLAIMED = [*after_trick(SOUTH_WINS), ClaimMade(seat=Seat.S, tricks=9)]
both = pytest.mark.parametrize("laws", EDITIONS)


def answer(who, agree):
    return ClaimAnswered(seat=Seat[who], agree=agree)


@both
class TestAgreed:
    def test_by_both_opponents_the_board_is_over(self, laws):
        state = after(CLAIMED, answer("W", True), answer("E", True), laws=laws).state
        assert (state["phase"], state["result"]["tricks"], state["turn"]) == ("ended", 10, None)

    def test_by_one_it_waits_for_the_other(self, laws):
        state = after(CLAIMED, answer("W", True), laws=laws).state
        assert (state["phase"], state["turn"], state["result"]) == ("claim", None, None)

    def test_partner_and_the_claimer_have_no_say(self, laws):
        assert after(CLAIMED, answer("N", True), answer("S", True), laws=laws).state["phase"] == "claim"

    def test_raises_nothing(self, laws):
        assert after(CLAIMED, answer("W", True), answer("E", True), laws=laws).kinds == []

    def test_an_unfinished_trick_counts_among_those_that_remain(self, laws):
        story = after(after_trick(SOUTH_WINS), play("S: HA H5"), claim("S", 12), laws=laws)
        assert story.state["result"]["tricks"] == 13

    def test_a_defenders_claim_leaves_declarer_the_others(self, laws):
        assert after(after_trick(SOUTH_WINS), claim("E", 5), laws=laws).state["result"]["tricks"] == 8

    def test_a_concession_is_a_claim_of_none(self, laws):
        assert after(after_trick(SOUTH_WINS), claim("S", 0), laws=laws).state["result"]["tricks"] == 1


@both
class TestDisputed:
    def test_by_one_opponent_is_told_of_the_claimer(self, laws):
        found = after(CLAIMED, answer("W", True), answer("E", False), laws=laws).raised[-1]
        assert (found.kind, found.seat, found.attention.value) == (DISPUTED, Seat.S, "now")

    def test_by_both_is_one_dispute(self, laws):
        assert after(CLAIMED, answer("W", False), answer("E", False), laws=laws).kinds == [DISPUTED]

    def test_cannot_be_agreed_any_more(self, laws):
        story = after(CLAIMED, answer("W", False), answer("W", True), answer("E", True), laws=laws)
        assert story.state["phase"] == "claim"

    @pytest.mark.parametrize(("to", "tricks", "declarers"), [("NS", 9, 10), ("EW", 2, 11), ("EW", 12, 1)])
    def test_is_awarded_by_the_director(self, laws, to, tricks, declarers):
        award = ruling(DISPUTED, "award_claim", to=to, tricks=tricks)
        state = after(CLAIMED, answer("W", False), award, laws=laws).state
        assert (state["phase"], state["result"]["tricks"], state["pending"]) == ("ended", declarers, [])

    def test_an_award_revised_replaces_the_first(self, laws):
        events = [*CLAIMED, answer("W", False), ruling(DISPUTED, "award_claim", to="NS", tricks=9)]
        again = ruling(DISPUTED, "award_claim", to="NS", tricks=8, revises=len(events) - 1)
        assert after(events, again, laws=laws).state["result"]["tricks"] == 9


class TestPlayedOn:
    def test_the_options_are_the_editions_own(self):
        said = {laws: after(CLAIMED, answer("W", False), laws=laws).finding(DISPUTED) for laws in EDITIONS}
        assert dict(said["1987"].by) == {"award_claim": "director"}
        assert dict(said["2017"].by) == {"award_claim": "director", "play_on": "EW"}

    def test_2017_at_the_other_sides_wish_the_play_counts(self):
        story = after(CLAIMED, answer("W", False), ruling(DISPUTED, "play_on"), play("S: HA H5 H2 H7"))
        assert (story.state["phase"], story.state["tricks"], story.kinds) == ("play", {"NS": 2, "EW": 0}, [DISPUTED])

    def test_2017_played_on_before_a_card_was_led_the_opening_lead_is_due(self):
        claimed = [*three_notrump(), ClaimMade(seat=Seat.S, tricks=9), answer("W", False), ruling(DISPUTED, "play_on")]
        state = after(claimed).state
        assert (state["phase"], state["turn"]) == ("clarification", "W")
        assert after(claimed, put("E", "SJ")).kinds[-1] == OPENING

    def test_a_lead_out_of_turn_that_waits_may_still_be_refused_with_an_order(self):
        waits = [*after_trick(WEST_WINS), put("E", "HQ"), ClaimMade(seat=Seat.S, tricks=5)]
        refused = after(waits, ruling(BY_DEFENDER, "forbid", suits="H"))
        assert refused.state["penalty_cards"] == []
        assert refused.state["lead_restrictions"] == [{"seat": "W", "forbid": ["H"]}]

    def test_1987_it_cannot(self):
        table = after(CLAIMED, answer("W", False), laws="1987").table
        assert refusal(table, ruling(DISPUTED, "play_on")) is not None


@both
class TestACardAfterTheClaim:
    def test_is_told_and_does_not_count(self, laws):
        story = after(CLAIMED, put("S", "HA"), laws=laws)
        found = story.raised[-1]
        assert (found.kind, found.attention.value, found.options) == (AFTER, "now", ())
        assert story.state["on_table"] == []

    def test_the_award_counts_from_the_claim(self, laws):
        events = [*CLAIMED, put("S", "HA"), answer("W", False), ruling(DISPUTED, "award_claim", to="NS", tricks=12)]
        assert after(events, laws=laws).state["result"]["tricks"] == 13
