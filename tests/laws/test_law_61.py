"""Laws 61 to 63: failures to follow suit: possible, certain, corrected in time, established."""

import pytest
from support.build import claim, play, ruling
from support.card_acts import SOUTH_WINS, TWELVE_THEN_DUMMY, after_trick, after_twelve, exposed, put, returned
from support.table import EDITIONS, after

from controller.model.events import ClaimAnswered, ClaimMade, HandScanned
from controller.model.regulations import Regulations
from controller.model.seats import Seat

CERTAIN, POSSIBLE, CORRECTED, ESTABLISHED = (
    "revoke_certain",
    "revoke_possible",
    "revoke_corrected_before_established",
    "revoke_established",
)
#: South leads a diamond, East throws a heart though he has four diamonds.
EAST_REVOKES = [*after_trick(SOUTH_WINS), *play("S: DK D6 D5 H7")]
UNKNOWN = [*after_trick(SOUTH_WINS, known=False), *play("S: DK D6 D5 H7")]
both = pytest.mark.parametrize("laws", EDITIONS)


@both
class TestTheDealKnown:
    def test_is_told_to_the_director_alone(self, laws):
        found = after(EAST_REVOKES, laws=laws).raised[-1]
        assert (found.kind, found.seat, found.attention.value, found.options) == (
            CERTAIN,
            Seat.E,
            "silent",
            ("correct",),
        )

    def test_rests_on_cards_that_nobody_has_seen(self, laws):
        assert after(EAST_REVOKES, laws=laws).raised[-1].rests_on.value == "unseen"

    def test_stops_nobody(self, laws):
        assert after(EAST_REVOKES, laws=laws).state["turn"] == "S"

    def test_summons_him_where_the_regulations_say_so(self, laws):
        story = after(EAST_REVOKES, laws=laws, regulations=Regulations(revoke_attention="now"))
        assert (story.raised[-1].attention.value, story.state["turn"]) == ("now", None)

    def test_a_void_hand_may_play_what_it_likes(self, laws):
        assert after(after_twelve(TWELVE_THEN_DUMMY), laws=laws).kinds == []

    def test_dummys_is_seen_by_all(self, laws):
        found = after(after_trick(SOUTH_WINS), play("S: DK D6 H2"), laws=laws).raised[-1]
        assert (found.kind, found.seat, found.rests_on.value) == (CERTAIN, Seat.N, "seen")


@both
class TestTheDealUnknown:
    def test_is_possible_and_only_noted(self, laws):
        found = after(UNKNOWN, laws=laws).raised[-1]
        assert (found.kind, found.certainty, found.attention.value, found.options) == (POSSIBLE, "possible", "log", ())

    def test_is_certain_when_the_suit_is_seen_before_his_side_plays_on(self, laws):
        story = after(UNKNOWN, exposed("E", "DJ"), laws=laws)
        assert [f.kind for f in story.raised] == [POSSIBLE, "card_exposed_by_defender", CERTAIN]
        assert story.raised[-1].rests_on.value == "seen"

    def test_proved_by_a_scan_it_rests_on_cards_unseen(self, laws):
        scan = HandScanned(seat=Seat.E, cards=tuple(c for c in exposed("E", "S9 S5 HK HQ DJ D8 D4 D2 CT C8 C3").cards))
        found = after(UNKNOWN, scan, laws=laws).raised[-1]
        assert (found.kind, found.rests_on.value) == (CERTAIN, "unseen")

    def test_is_established_when_he_plays_the_suit_later(self, laws):
        found = after(UNKNOWN, play("S: D3 DT DA D8"), laws=laws).raised[-1]
        assert (found.kind, found.seat, found.rests_on.value) == (ESTABLISHED, Seat.E, "seen")

    def test_is_not_even_possible_when_all_the_suit_has_been_seen(self, laws):
        hearts = [*after_trick(SOUTH_WINS, known=False), *play("S: HA HT H2 H7", "S: H9 HJ H4 HQ", "E: HK H3 H5 H6")]
        story = after(hearts, play("E: D2 D3 D6 DQ", "N: H8 DJ"), laws=laws)
        assert POSSIBLE not in story.kinds

    def test_is_not_possible_for_a_card_that_lies_with_another(self, laws):
        # Of the hearts only HJ is unseen, and that lies face up before West.
        story = after(
            after_trick(SOUTH_WINS, known=False),
            play("S: HA HT H2 H7", "S: H9 H5 H4 HQ", "E: HK H3"),
            exposed("W", "HJ"),
            ruling("card_exposed_by_defender", "penalty_card"),
            put("W", "HJ"),
            put("N", "H6"),
            play("E: D2 D3 D6 DQ", "N: H8 DJ"),
            laws=laws,
        )
        assert POSSIBLE not in story.kinds


@both
class TestEstablished:
    def test_by_the_offenders_card_to_the_next_trick(self, laws):
        dummy_wins = [*after_trick(SOUTH_WINS), *play("S: D3 D6 DA H7")]
        assert after(dummy_wins, play("N: C4"), laws=laws).kinds == [CERTAIN]
        assert after(dummy_wins, play("N: C4 C3"), laws=laws).kinds == [CERTAIN, ESTABLISHED]

    def test_by_his_partners_card(self, laws):
        story = after(EAST_REVOKES, play("S: D7 DT"), laws=laws)
        assert (story.kinds, story.state["pending"]) == ([CERTAIN, ESTABLISHED], [ESTABLISHED])

    def test_not_by_the_other_sides_lead(self, laws):
        assert after(EAST_REVOKES, play("S: D7"), laws=laws).kinds == [CERTAIN]

    def test_by_an_irregular_card_of_his_side_too(self, laws):
        story = after(EAST_REVOKES, put("W", "S6"), laws=laws)
        assert story.kinds == [CERTAIN, "lead_out_of_turn_by_defender", ESTABLISHED]

    def test_by_a_claim_of_his_side(self, laws):
        assert after(EAST_REVOKES, ClaimMade(seat=Seat.W, tricks=0), laws=laws).kinds == [CERTAIN, ESTABLISHED]

    def test_not_by_a_claim_of_the_other_side(self, laws):
        assert after(EAST_REVOKES, ClaimMade(seat=Seat.S, tricks=9), laws=laws).kinds == [CERTAIN]

    def test_by_accepting_the_other_sides_claim_in_1987_only(self, laws):
        story = after(EAST_REVOKES, claim("S", 9), laws=laws)
        assert (ESTABLISHED in story.kinds) is (laws == "1987")

    def test_not_by_disputing_it(self, laws):
        disputed = [ClaimMade(seat=Seat.S, tricks=9), ClaimAnswered(seat=Seat.W, agree=False)]
        assert ESTABLISHED not in after(EAST_REVOKES, disputed, laws=laws).kinds


@both
class TestCorrected:
    def test_by_the_players_own_change(self, laws):
        story = after(EAST_REVOKES, returned("E", "H7"), put("E", "D2"), laws=laws)
        found = story.raised[-1]
        assert (found.kind, found.attention.value, found.id.partition("@")[2]) == (
            CORRECTED,
            "now",
            story.raised[0].id.partition("@")[2],
        )
        assert story.state["penalty_cards"] == [["E", "H7", "major"]]

    def test_taking_it_back_says_nothing_yet(self, laws):
        assert after(EAST_REVOKES, returned("E", "H7"), laws=laws).kinds == [CERTAIN]

    def test_by_the_directors_order_nothing_more_is_raised(self, laws):
        story = after(EAST_REVOKES, ruling(CERTAIN, "correct"), put("E", "D2"), laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([CERTAIN], [["E", "H7", "major"]])
        assert story.state["turn"] == "S"

    def test_declarers_card_goes_back_without_penalty(self, laws):
        events = [*after_trick("W: HJ H2 HQ H3"), *play("E: D2 C2"), ruling(CERTAIN, "correct"), put("S", "D3")]
        story = after(events, laws=laws)
        assert (story.kinds, story.state["penalty_cards"]) == ([CERTAIN], [])

    def test_after_the_other_side_has_led_on_that_lead_goes_back_if_another_now_wins(self, laws):
        # West threw a heart on a club and dummy's king won; with his ace West wins that trick himself.
        events = [*after_trick(SOUTH_WINS), *play("S: C2 C7 CK C3", "N: C4 C8 CJ HT"), *play("S: D3")]
        story = after(events, ruling(CERTAIN, "correct"), put("W", "CA"), laws=laws)
        assert (story.state["turn"], story.state["on_table"], story.state["tricks"]) == ("W", [], {"NS": 2, "EW": 1})

    def test_the_card_in_the_trick_is_that_of_the_event_that_put_it_right(self, laws):
        events = [*after_trick(SOUTH_WINS), *play("S: C2 C7 CK C3", "N: C4 C8 CJ HT"), *play("S: D3")]
        story = after(events, ruling(CERTAIN, "correct"), put("W", "CA"), laws=laws)
        assert story.table.tricks_played[2].numbers[3] == str(len(events) + 1)

    def test_the_next_opponent_may_change_his_card_as_well(self, laws):
        events = [*after_trick(SOUTH_WINS), *play("S: C2 HT CK"), ruling(CERTAIN, "correct"), put("W", "CA")]
        story = after(events, returned("N", "CK"), put("N", "C4"), laws=laws)
        assert (story.kinds, story.state["on_table"]) == ([CERTAIN], [["S", "C2"], ["W", "CA"], ["N", "C4"]])

    def test_then_partner_of_the_offender_may_change_his_at_a_price(self, laws):
        events = [*after_trick(SOUTH_WINS), *play("S: C2 HT CK CT"), ruling(CERTAIN, "correct"), put("W", "CA")]
        story = after(events, returned("N", "CK"), put("N", "C4"), returned("E", "CT"), put("E", "C3"), laws=laws)
        assert story.kinds == [CERTAIN]
        assert story.state["penalty_cards"] == [["W", "HT", "major"], ["E", "CT", "major"]]


@both
class TestAClaimIsStanding:
    def test_a_revoke_corrected_before_the_claim_is_answered_leaves_it_open(self, laws):
        events = [*EAST_REVOKES, ClaimMade(seat=Seat.S, tricks=9), ruling(CERTAIN, "correct"), put("E", "D2")]
        story = after(events, laws=laws)
        assert (story.kinds, story.state["phase"]) == ([CERTAIN], "claim")

    def test_and_answered_then_it_is_agreed(self, laws):
        events = [*EAST_REVOKES, ClaimMade(seat=Seat.S, tricks=9), ruling(CERTAIN, "correct"), put("E", "D2")]
        answers = [ClaimAnswered(seat=s, agree=True) for s in (Seat.W, Seat.E)]
        assert after(events, answers, laws=laws).state["result"]["tricks"] == 11


def test_2017_a_revoke_corrected_after_the_claim_was_agreed_leaves_the_result():
    story = after(EAST_REVOKES, claim("S", 9), ruling(CERTAIN, "correct"), put("E", "D2"))
    assert (story.state["phase"], story.state["result"]["tricks"], story.state["pending"]) == ("ended", 11, [])


class TestBothSidesInOneTrick:
    """South leads a club; West throws a heart and dummy one, both able to follow; South has won the trick."""

    two = (*after_trick(SOUTH_WINS), *play("S: CJ HT H2 C3"))

    def test_2017_neither_is_established_until_both_have_played_on(self):
        assert after(self.two, play("S: D3")).kinds == [CERTAIN, CERTAIN]
        assert after(self.two, play("S: D3 D6")).kinds == [CERTAIN, CERTAIN, ESTABLISHED, ESTABLISHED]

    def test_2017_then_neither_gives_a_trick(self):
        established = [f for f in after(self.two, play("S: D3 D6")).raised if f.kind == ESTABLISHED]
        whys = {f.seat.name: f.facts["transfer"]["why"] for f in established}
        assert whys == {"W": "both_sides_revoked", "N": "faced_hand"}

    def test_2017_both_are_corrected_when_one_side_only_has_played_on(self):
        orders = [ruling(CERTAIN, "correct"), put("W", "CA"), ruling(f"{CERTAIN}#2", "correct"), put("N", "CK")]
        story = after(self.two, play("S: D3"), orders)
        assert (story.kinds, story.state["tricks"], story.state["turn"]) == ([CERTAIN] * 2, {"NS": 1, "EW": 1}, "W")

    def test_1987_each_is_established_by_its_own_sides_next_card(self):
        assert [f.seat.name for f in after(self.two, play("S: D3"), laws="1987").raised][2:] == ["N"]
        assert [f.seat.name for f in after(self.two, play("S: D3 D6"), laws="1987").raised][2:] == ["N", "W"]


@both
class TestTrickTwelve:
    """East holds a diamond and a spade; West leads a diamond to trick twelve and East throws the spade."""

    eleven = (*after_trick("W: S2 SK S5 S4"), *play(*TWELVE_THEN_DUMMY.replace("\n", "|").split("|")[1:11]))
    revoked = (*eleven, *play("W: DT DQ S9 D7"))

    def test_is_told_at_the_card(self, laws):
        found = after(self.revoked, laws=laws).raised[-1]
        assert (found.kind, found.attention.value, found.options) == ("revoke_trick_twelve", "now", ("correct",))

    def test_is_never_established(self, laws):
        story = after(self.revoked, play("N: S3 D2 C5 ST"), laws=laws)
        assert story.kinds == ["revoke_trick_twelve"]
        assert (story.state["pending"], story.state["transfers_due"]) == (["revoke_trick_twelve"], [])

    def test_may_be_corrected_with_all_thirteen_tricks_played(self, laws):
        events = [*self.revoked, *play("N: S3 D2 C5 ST"), ruling("revoke_trick_twelve", "correct"), put("E", "D2")]
        story = after(events, laws=laws)
        assert (story.kinds, story.state["phase"]) == (["revoke_trick_twelve"], "ended")
        assert story.table.tricks_played[11].cards[2][1].text == "D2"
        assert story.table.tricks_played[12].cards[1][1].text == "S9"

    def test_accepted_claims_do_not_establish_it(self, laws):
        assert after(self.revoked, claim("N", 1), laws=laws).kinds == ["revoke_trick_twelve"]
