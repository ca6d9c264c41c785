"""Law 64: which tricks an established revoke gives, in both editions, and when that is known."""

import pytest
from support.build import auction, board, claim, play, ruling
from support.card_acts import DEAL, OPENING, SOUTH_WINS, after_trick, put, three_notrump
from support.table import EDITIONS, after

ESTABLISHED = "revoke_established"
both = pytest.mark.parametrize("laws", EDITIONS)

#: South leads a diamond to dummy's ace; East throws a heart though he has four diamonds; West wins the next trick.
EAST_REVOKES = [*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7", "N: C4 C3 C2 C7")]


def due(story):
    """What the last finding about an established revoke says."""
    return story.finding(ESTABLISHED).facts


@both
class TestTheOffenderDidNotWinTheTrick:
    def test_his_side_having_won_none_since_it_is_not_known_yet(self, laws):
        story = after([*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7", "N: C4 C3")], laws=laws)
        assert (due(story)["transfer"], due(story)["transfer_if"]) == (None, "side_wins_later_trick")
        assert story.state["transfers_due"] == []

    def test_one_trick_once_his_side_wins_one(self, laws):
        story = after(EAST_REVOKES, play("W: CA C9 C8 C5"), claim("W", 0), laws=laws)
        assert due(story)["transfer"] == {"to": "NS", "tricks": 1, "why": "side_won_a_trick"}
        assert story.state["transfers_due"] == [{"to": "NS", "tricks": 1, "on": ESTABLISHED}]

    def test_none_if_his_side_wins_no_more(self, laws):
        story = after([*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7")], claim("E", 0), laws=laws)
        assert due(story)["transfer"] == {"to": "NS", "tricks": 0, "why": "side_won_none"}
        assert story.state["transfers_due"] == []

    def test_tricks_claimed_count_as_won(self, laws):
        story = after([*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7")], claim("E", 2), laws=laws)
        assert due(story)["transfer"]["tricks"] == 1


class TestACardKeptBack:
    """East throws a heart on a diamond, gets in with HQ later and wins a trick with DJ, which he could have played."""

    #: As far as HQ, the first trick of his side since.
    in_again = (
        *after_trick(SOUTH_WINS),
        *play("S: DK D6 D5 H7", "S: D3 D9 DA D2", "N: DQ D4 D7 DT", "N: H2 HQ H3 HT"),
    )

    def test_1987_with_another_trick_won_costs_one_more(self):
        story = after(self.in_again, play("E: DJ S4 S6 H4"), laws="1987")
        assert due(story)["transfer"] == {"to": "NS", "tricks": 2, "why": "side_won_a_trick_and_a_kept_card_won"}

    def test_1987_until_the_play_is_over_it_may_still_win(self):
        story = after(self.in_again, laws="1987")
        assert (due(story)["transfer"], due(story)["transfer_if"]) == (None, "play_not_over")

    def test_1987_if_it_never_does_there_is_one_trick(self):
        transfer = due(after(self.in_again, claim("E", 0), laws="1987"))["transfer"]
        assert transfer == {"to": "NS", "tricks": 1, "why": "side_won_a_trick"}

    def test_2017_costs_no_further_trick(self):
        assert due(after(self.in_again))["transfer"]["tricks"] == 1
        assert due(after(self.in_again, play("E: DJ S4 S6 H4")))["transfer"]["tricks"] == 1


@both
class TestTheOffenderWonTheTrick:
    """Two spades by South: East ruffs dummy's diamond though he has diamonds."""

    def ruffed(self, *rest):
        return [board(3, DEAL), *auction("S: 2S P P P"), *play("W: D6 DA S5 D3", *rest)]

    def test_that_trick_and_no_more_when_his_side_wins_nothing_later(self, laws):
        story = after(self.ruffed(), claim("E", 0), laws=laws)
        assert due(story)["transfer"] == {"to": "NS", "tricks": 1, "why": "offender_won_the_trick"}

    def test_that_trick_and_one_more_when_it_does(self, laws):
        story = after(self.ruffed("E: HK H3 H5 H2"), claim("E", 0), laws=laws)
        why = "offender_won_the_trick_and_side_won_later"
        assert due(story)["transfer"] == {"to": "NS", "tricks": 2, "why": why}

    def test_is_not_known_until_it_does_or_the_play_is_over(self, laws):
        story = after(self.ruffed("E: HK HA H5 H2"), laws=laws)
        assert (due(story)["transfer"], due(story)["transfer_if"]) == (None, "side_wins_later_trick")


@both
class TestNoAutomaticTrick:
    def test_for_dummys_revoke(self, laws):
        story = after(after_trick(SOUTH_WINS), play("S: DK D6 H2 D2", "S: D3"), laws=laws)
        assert due(story)["transfer"] == {"to": "EW", "tricks": 0, "why": "faced_hand"}

    def test_for_the_second_revoke_in_a_suit_by_one_player(self, laws):
        events = [*after_trick(SOUTH_WINS), *play("S: DK D6 D5 H7", "S: D3 D9 DA HQ", "N: C4 C3")]
        first, second = [f for f in after(events, laws=laws).table.findings.values() if f.kind == ESTABLISHED]
        assert (first.facts["transfer"], second.facts["transfer"]["why"]) == (None, "same_suit_again")


class TestSeveralRevokesOnABoard:
    def given(self, story):
        """Whose revoke gives how many tricks, and why."""
        found = [f for f in story.table.findings.values() if f.kind == ESTABLISHED]
        return {f.seat.name: (f.facts["transfer"]["tricks"], f.facts["transfer"]["why"]) for f in found}

    #: East throws a heart on a diamond, West one on the next spade.
    both_defenders = (*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7", "N: S7 S5 SA HT"))

    @both
    def test_no_trick_goes_over_for_two_of_them(self, laws):
        story = after(self.both_defenders, play("S: C2 CA C4 C3"), claim("W", 0), laws=laws)
        assert self.given(story) == {"E": (1, "side_won_a_trick"), "W": (0, "tricks_gone_over_already")}
        assert story.state["transfers_due"] == [{"to": "NS", "tricks": 1, "on": ESTABLISHED}]

    @both
    def test_each_costs_one_where_their_side_has_won_enough(self, laws):
        story = after(self.both_defenders, play("S: C2 CA C4 C3"), claim("W", 1), laws=laws)
        assert [tricks for tricks, _ in self.given(story).values()] == [1, 1]

    @both
    def test_the_later_one_waits_for_a_trick_that_is_left_for_it(self, laws):
        story = after(self.both_defenders, play("S: C2 CA C4 C3"), laws=laws)
        of_west = [f for f in story.table.findings.values() if f.kind == ESTABLISHED and f.seat.name == "W"]
        assert [(f.facts["transfer"], f.facts["transfer_if"]) for f in of_west] == [(None, "side_wins_later_trick")]

    #: East throws a heart on a diamond; in the next trick declarer throws one on a club; West wins that.
    both_sides = (*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7", "N: C4 C3 H9 C7", "W: CA C9 C8 C2"))

    def test_2017_by_both_sides_in_whatever_tricks_none_gives_a_trick(self):
        story = after(self.both_sides, claim("W", 0))
        assert self.given(story) == {"E": (0, "both_sides_revoked"), "S": (0, "both_sides_revoked")}

    def test_1987_by_both_sides_each_gives_its_own(self):
        story = after(self.both_sides, claim("W", 0), laws="1987")
        assert self.given(story) == {"E": (1, "side_won_a_trick"), "S": (1, "side_won_a_trick")}

    def test_2017_the_first_gives_a_trick_until_the_other_is_established(self):
        assert self.given(after(self.both_sides[:-3])) == {"E": (1, "side_won_a_trick")}


@both
class TestTheResult:
    over = (*EAST_REVOKES, *play("W: CA C9 C8 C5"), *claim("W", 0))

    def test_changes_when_the_director_transfers(self, laws):
        assert after(self.over, laws=laws).state["result"]["tricks"] == 11
        story = after(self.over, ruling(ESTABLISHED, "transfer", tricks=1, to="NS"), laws=laws)
        assert story.state["result"]["tricks"] == 12
        assert story.state["result"]["transfer"] == {"to": "NS", "tricks": 1}

    def test_stays_when_he_transfers_none(self, laws):
        story = after(self.over, ruling(ESTABLISHED, "transfer", tricks=0, to="NS"), laws=laws)
        assert (story.state["result"]["tricks"], story.state["pending"]) == (11, [])

    def test_may_be_adjusted_instead(self, laws):
        how = {"contract": "3NT", "declarer": "S", "tricks": 13}
        assert after(self.over, ruling(ESTABLISHED, "adjust", **how), laws=laws).state["result"]["tricks"] == 13

    def test_a_transfer_ruled_anew_replaces_the_first(self, laws):
        twice = [ruling(ESTABLISHED, "transfer", tricks=n, to="NS") for n in (2, 1)]
        assert after(self.over, twice, laws=laws).state["result"]["tricks"] == 12


@both
def test_an_order_broken_and_established_gives_tricks_like_a_revoke(laws):
    events = [
        *three_notrump(),
        put("E", "HK"),
        ruling(OPENING, "forbid", suits="H"),
        put("W", "HJ"),
        *play("N: H2 H7 HA"),
    ]
    story = after(events, play("S: C2 C7"), laws=laws)
    assert story.kinds == [OPENING, "lead_restriction_breached", ESTABLISHED]


class TestACardKeptBackAgainstAnOrder:
    """1987: a later trick won with a card that would have obeyed costs one more; 2017 it does not."""

    @pytest.mark.parametrize(("laws", "tricks"), [("1987", 2), ("2017", 1)])
    def test_a_club_where_a_heart_was_led_against_the_order(self, laws, tricks):
        led = [*three_notrump(), put("E", "HK"), ruling(OPENING, "forbid", suits="H"), put("W", "HJ")]
        story = after(led, play("N: H2 H7 HA", "S: C2 CA C4 C3", "W: CQ C9 C8 C5"), claim("W", 0), laws=laws)
        assert due(story)["transfer"]["tricks"] == tricks

    #: East plays to a club before West, who is told to play his highest, and plays the queen under the ace.
    queen = (*after_trick(SOUTH_WINS), *play("S: C2 E:C3"), ruling("play_out_of_turn", "highest"), *play("W: CQ CK C3"))

    @pytest.mark.parametrize(("laws", "tricks"), [("1987", 2), ("2017", 1)])
    def test_the_ace_where_the_highest_club_was_ordered(self, laws, tricks):
        story = after(self.queen, play("N: H2 HQ H3 H5", "E: CT C5 CA C4"), claim("W", 0), laws=laws)
        assert due(story)["transfer"]["tricks"] == tricks

    def test_1987_but_no_other_club(self):
        story = after(
            self.queen, play("N: H2 HQ H3 H5", "E: D2 D3 DT D5", "W: C7 C4 C8 C5"), claim("W", 0), laws="1987"
        )
        assert due(story)["transfer"]["tricks"] == 1
