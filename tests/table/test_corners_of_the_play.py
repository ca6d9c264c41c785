"""Corners that random stories led to: several things open at once, the last two tricks, boards that are over."""

import pytest
from support.build import auction, board, claim, left, play, ruling
from support.card_acts import (
    BY_DEFENDER,
    EARLY_LEAD,
    EXPOSED,
    SOUTH_WINS,
    TWELVE_THEN_DUMMY,
    WEST_WINS,
    after_trick,
    after_twelve,
    exposed,
    hand,
    put,
    returned,
    spread,
    three_notrump,
)
from support.table import EDITIONS, after

from controller.model.events import HandFaced, PocketScanned, TrickQuitted
from controller.model.seats import Seat
from controller.table import refusal, step

SEVERAL, TWELVE = "simultaneous_cards_from_one_hand", "revoke_trick_twelve"
pytestmark = pytest.mark.parametrize("laws", EDITIONS)

#: Eleven tricks; West leads DT to the twelfth and East throws S9 though he holds D2.
FIRST, *OTHERS = TWELVE_THEN_DUMMY.replace("\n", "|").split("|")[:11]
EAST_REVOKES = [*after_trick(FIRST), *play(*OTHERS, "W: DT DQ S9 D7")]
QUITTED = TrickQuitted(seat=Seat.N, won=False)


class TestTrickTwelveCorrectedWhenTheThirteenthIsThere:
    """Law 62D."""

    def test_the_two_cards_change_places(self, laws):
        story = after(EAST_REVOKES, play("N: S3 D2 C5 ST"), ruling(TWELVE, "correct"), put("E", "D2"), laws=laws)
        last_two = [[f"{s.name}{c.text}" for s, c in trick.cards] for trick in story.table.tricks_played[-2:]]
        assert last_two == [["WDT", "NDQ", "ED2", "SD7"], ["NS3", "ES9", "SC5", "WST"]]

    def test_also_while_the_thirteenth_is_on_the_table(self, laws):
        story = after(EAST_REVOKES, play("N: S3 D2"), ruling(TWELVE, "correct"), put("E", "D2"), laws=laws)
        assert (story.state["on_table"], story.state["turn"]) == ([["N", "S3"], ["E", "S9"]], "S")

    def test_a_card_of_the_thirteenth_taken_back_meanwhile_is_told(self, laws):
        story = after(EAST_REVOKES, play("N: S3 D2 C5 ST"), ruling(TWELVE, "correct"), returned("W", "ST"), laws=laws)
        assert story.kinds[-1] == "card_changed_or_retracted"

    def test_the_state_speaks_of_thirteen_tricks(self, laws):
        assert after(EAST_REVOKES, play("N: S3 D2 C5 ST"), laws=laws).state["trick"] == 13

    def test_not_when_the_board_has_left(self, laws):
        story = after(EAST_REVOKES, play("N: S3 D2 C5 ST"), left(), ruling(TWELVE, "correct"), laws=laws)
        assert (story.state["phase"], story.state["turn"], story.state["pending"]) == ("ended", None, [])


class TestTheLastTrickClosedWithThreeCards:
    """Law 67A."""

    three = (*after_twelve(TWELVE_THEN_DUMMY), *play("N: S3 S9 C5"), QUITTED)

    def test_is_the_end_of_play(self, laws):
        story = after(self.three, laws=laws)
        assert (story.kinds, story.state["phase"], story.state["trick"]) == (["missing_card_in_trick"], "ended", 13)

    def test_is_completed_by_the_missing_card(self, laws):
        before, story = (
            after(self.three, more, laws=laws)
            for more in ([], [ruling("missing_card_in_trick", "correct"), put("W", "ST")])
        )
        won = {side: count - before.state["tricks"][side] for side, count in story.state["tricks"].items()}
        assert (story.state["phase"], sum(won.values()), len(story.table.tricks_played[-1].cards)) == ("ended", 0, 4)

    def test_not_by_a_card_that_was_played_before(self, laws):
        story = after(self.three, ruling("missing_card_in_trick", "correct"), put("W", "S2"), laws=laws)
        assert story.kinds[-1] == "card_played_twice"


class TestSeveralCardsAtOnce:
    """Law 58B."""

    two_hands = (
        *play("S: HA"),
        put("W", "H5", t=40.0),
        put("W", "HT", t=40.0),
        put("N", "H2", t=50.0),
        put("N", "H8", t=50.0),
    )

    def test_of_two_hands_both_name_their_card(self, laws):
        named = [ruling(SEVERAL, "designate", card="HT"), ruling(f"{SEVERAL}#2", "designate", card="H8")]
        story = after(after_trick(SOUTH_WINS), self.two_hands, named, laws=laws)
        assert story.state["on_table"] == [["S", "HA"], ["W", "HT"], ["N", "H8"]]
        assert story.state["penalty_cards"] == [["W", "H5", "minor"]]

    def test_one_of_them_told_again_is_no_play_to_the_next_trick(self, laws):
        acts = [*play("S: HA H5 H2"), put("E", "H7", t=40.0), put("E", "HQ", t=40.0), put("E", "HQ")]
        story = after(after_trick(SOUTH_WINS), acts, laws=laws)
        assert (story.kinds, story.state["on_table"]) == ([SEVERAL], [])


class TestALeadThatACorrectionTakesOffTheTable:
    """Law 62C: what was said of it falls."""

    #: North throws a spade on East's heart lead though he has hearts; East, who thinks he has won, leads on.
    story = (*after_trick(WEST_WINS), *play("W: D6 C9 DJ D3"), exposed("W", "ST"), ruling(EXPOSED, "penalty_card"))

    def test_a_choice_over_it_is_closed(self, laws):
        led = [*self.story, put("E", "H7")]
        corrected = [ruling("revoke_certain", "correct"), put("N", "DQ")]
        story = after(led, corrected, laws=laws)
        assert EARLY_LEAD in story.kinds
        assert (story.state["pending"], story.state["on_table"], story.state["turn"]) == ([], [], "N")


class TestPlayThatIsOver:
    def test_a_ruling_on_a_lead_brings_nobody_back_to_the_table(self, laws):
        led = [*after_trick(WEST_WINS), put("E", "H7"), *claim("S", 5)]
        for choice in ("accept", "free"):
            story = after(led, ruling(BY_DEFENDER, choice), laws=laws)
            assert (story.state["phase"], story.state["pending"]) == ("ended", [])
            assert story.state["result"] == after(led, laws=laws).state["result"]

    def test_nor_while_a_claim_waits_for_its_answer(self, laws):
        led = [*after_trick(WEST_WINS), put("E", "H7"), *claim("S", 5)[:1]]
        assert after(led, ruling(BY_DEFENDER, "accept"), laws=laws).state["phase"] == "claim"

    def test_a_call_accepted_when_the_board_has_left_opens_no_play(self, laws):
        story = after(board(1), auction("N: 1S P P N:2S"), left(), laws=laws)
        later = step(story.table, ruling("call_out_of_turn", "accept")).table
        assert (later.state()["phase"], later.state()["turn"]) == ("ended", None)


class TestACallAcceptedAsTheFinalPass:
    """Law 25B, then 39."""

    def test_the_next_players_call_comes_after_the_auction(self, laws):
        start = [board(1), *auction("N: 1S P P 1NT"), *auction("W: P")]
        by_action = after(start, auction("N: 2S"), laws=laws)
        by_ruling = after(start, ruling("change_of_call", "accept"), auction("N: 2S"), laws=laws)
        assert by_action.state == by_ruling.state
        assert by_action.kinds == by_ruling.kinds == ["change_of_call", "call_after_auction_closed"]


class TestAPassAcceptedByAPass:
    """Law 29A, then 34: East has lost his turn."""

    def test_falls_with_the_one_that_accepted_it(self, laws):
        start = [board(3), *auction("S: 1S P P S:P W:P")]
        story = after(start, laws=laws)
        assert story.kinds[-2:] == ["call_out_of_turn", "skipped_player_auction_not_ended"]
        assert (story.state["turn"], story.state["auction"]) == ("E", [["S", "1S"], ["W", "P"], ["N", "P"]])


class TestDummysRevoke:
    """Law 64B3."""

    def test_costs_no_trick_though_the_hand_was_not_spread_yet(self, laws):
        tricks = [*three_notrump(), *play("W: S2 H2 SJ SQ"), spread("N"), *play("S: C5 CA C4 C3")]
        story = after(tricks, laws=laws)
        assert story.finding("revoke_established").facts["transfer"]["tricks"] == 0

    def test_is_known_to_all_only_if_the_card_lies_there(self, laws):
        """Dummy is spread without its only club; that it could have followed rests on the record."""
        deal = "N:K73.8642.AQ54.K9 J95.KQ7.J832.T84 AQ4.A93.K7.J6532 T862.JT5.T96.AQ7"
        lead = [board(3, deal), *auction("S: 3NT P P P"), *play("W: CQ")]
        for shown, rests_on in (
            ("SK S7 S3 H8 H6 H4 H2 DA DQ D5 D4", "unseen"),
            ("SK S7 S3 H8 H6 H4 H2 DA DQ D5 CK", "seen"),
        ):
            story = after(lead, spread("N", shown), put("N", "D4"), laws=laws)
            assert (story.kinds[-1], story.raised[-1].rests_on.value) == ("revoke_certain", rests_on)


class TestTheSuitsThatMayBeOrdered:
    """Law 51B: one more penalty card, one more suit."""

    def test_are_told_again_when_another_penalty_card_lies_there(self, laws):
        led = [*after_trick(WEST_WINS), put("E", "H7"), exposed("E", "DJ"), ruling(EXPOSED, "penalty_card")]
        story = after(led, laws=laws)
        assert story.finding(BY_DEFENDER).facts["suits"] == {"require": ["H", "D"], "forbid": ["H", "D"]}

    def test_a_ruling_that_names_none_of_two_is_refused(self, laws):
        led = [*after_trick(WEST_WINS), put("E", "H7"), exposed("E", "DJ"), ruling(EXPOSED, "penalty_card")]
        assert refusal(after(led, laws=laws).table, ruling(BY_DEFENDER, "require")) is not None


class TestAPossibleRevoke:
    """Law 61: settled when the hand is seen."""

    #: The deal is not known; North's discard might be a revoke, and so might East's, who had a diamond.
    play = (*after_trick(SOUTH_WINS, known=False), *play("S: DK D6 D5 H7", "S: HA H5 H2 HQ"), *claim("S", 8))

    def restored(self, seat):
        return PocketScanned(seat=Seat[seat], cards=hand(seat))

    def test_that_was_one_is_established_when_the_pocket_shows_the_suit(self, laws):
        story = after(self.play, self.restored("E"), laws=laws)
        assert (story.kinds[-1], story.raised[-1].rests_on.value) == ("revoke_established", "unseen")

    def test_that_was_none_is_closed_by_the_pocket(self, laws):
        void = "N:K73.8642.AQ5.K94 JT98.KQT7..T8532 AQ4.A93.K73.J652 652.J5.JT98642.AQ7"
        start = [board(3), *auction("S: 3NT P P P"), *play("W: S2 S3 SJ SQ", "S: DK D6 D5 H7"), *claim("S", 8)]
        start.insert(6, spread("N"))
        story = after(
            start, PocketScanned(seat=Seat.E, cards=tuple(sorted(board(3, void).deal.hands[Seat.E]))), laws=laws
        )
        possible = story.finding("revoke_possible")
        assert (story.kinds, story.table.closed[possible.id].how) == (["revoke_possible"], "action")


def test_a_hand_that_is_anothers_is_let_be_whole(laws):
    """The director lets play go on when East has spread what the record gives to West: one ruling is enough."""
    acts = [*after_trick(SOUTH_WINS), HandFaced(seat=Seat.E, cards=tuple(sorted(set(hand("W")) - {hand("W")[3]})))]
    story = after(acts, laws=laws)
    found = story.raised[-1]
    later = step(story.table, ruling(found.id, "play_on")).table
    assert (found.kind in ("card_not_in_that_hand", "duplicate_card"), found.id in later.game.pending) == (True, False)
