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
        assert due(after(self.in_again, claim("E", 0), laws="1987"))["transfer"]["tricks"] == 1

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
        assert due(story)["transfer"]["tricks"] == 2

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
