"""Laws 77 to 79: what the players key in against what was played; sides that count differently."""

import pytest
from support.build import auction, board, claim, led, left, play, result, ruling
from support.table import EDITIONS, after

from controller.model.events import TrickQuitted
from controller.model.seats import SEATS

DISPLAY, SCORE, MISSING, COUNT = (
    "contract_display_mismatch",
    "score_mismatch",
    "score_missing",
    "trick_count_disagreement",
)
#: South has made nine tricks in 3NT, agreed.
NINE = [board(3), *auction("S: 3NT P P P"), led("W", "H2", face="up"), *claim("S", 9)]


@pytest.mark.parametrize("laws", EDITIONS)
class TestTheContractKeyedIn:
    start = (board(1), auction("N: 1S P 4S X P P P"))

    def test_is_told_before_play_when_it_is_another(self, laws):
        found = after(*self.start, result("4S by N"), laws=laws).raised[-1]
        assert (found.kind, found.attention.value, found.options) == (DISPLAY, "now", ())

    def test_is_told_when_declarer_is_another(self, laws):
        assert after(*self.start, result("4SX by S"), laws=laws).kinds == [DISPLAY]

    def test_is_not_told_when_it_agrees(self, laws):
        assert after(*self.start, result("4SX by N"), laws=laws).kinds == []


@pytest.mark.parametrize("laws", EDITIONS)
class TestTheResultKeyedIn:
    def test_is_not_told_when_it_agrees(self, laws):
        assert after(NINE, result("3NT by S", 9), laws=laws).kinds == []

    @pytest.mark.parametrize("keyed", [("3NT by S", 10), ("3NTX by S", 9), ("3NT by N", 9), ("P", None)])
    def test_is_told_at_the_end_of_the_board_when_it_differs(self, laws, keyed):
        found = after(NINE, result(*keyed), laws=laws).raised[-1]
        assert (found.kind, found.attention.value) == (SCORE, "end_of_board")
        assert found.options == ("play_on", "cancel_board", "artificial")

    def test_is_not_compared_with_a_score_that_the_director_gave(self, laws):
        assert (
            after(
                NINE, ruling("board", "artificial", ns_percent=60, ew_percent=60), result("3NT by S", 10), laws=laws
            ).kinds
            == []
        )

    def test_of_a_passed_out_board_is_a_pass(self, laws):
        passed = [board(1), *auction("N: P P P P")]
        assert after(passed, result("P"), laws=laws).kinds == []
        assert after(passed, result("1S by N", 7), laws=laws).kinds == [SCORE]


@pytest.mark.parametrize("laws", EDITIONS)
class TestAResultKeyedInBeforeThePlayIsOver:
    start = (board(3), *auction("S: 3NT P P P"), led("W", "H2", face="up"))

    def test_is_compared_once_it_is(self, laws):
        story = after(self.start, result("3NT by S", 10), claim("S", 9), laws=laws)
        assert story.kinds == [SCORE] and story.raised[-1].facts["tracked"]["tricks"] == 9

    def test_is_known_by_the_entry_that_was_wrong(self, laws):
        begun = len(after(self.start, laws=laws).steps)
        story = after(self.start, result("3NT by S", 10), claim("S", 9), laws=laws)
        assert story.raised[-1].id == f"{SCORE}@{begun}:-"

    def test_is_not_told_when_it_agrees_in_the_end(self, laws):
        assert after(self.start, result("3NT by S", 9), claim("S", 9), laws=laws).kinds == []

    def test_is_told_once_where_it_is_keyed_again(self, laws):
        story = after(self.start, result("3NT by S", 10), claim("S", 9), result("3NT by S", 9), laws=laws)
        assert story.kinds == [SCORE]

    def test_of_another_contract_is_told_before_the_lead_and_not_again_while_the_right_one_is_keyed(self, laws):
        *before_the_lead, lead = self.start
        played = [*before_the_lead, result("1NT by S", 7), lead, claim("S", 9)]
        assert after(*played, laws=laws).kinds == [DISPLAY]
        assert after(*played, result("3NT by S", 8), laws=laws).kinds == [DISPLAY, SCORE]

    def test_is_no_result_where_only_the_contract_was_keyed(self, laws):
        assert after(self.start, result("3NT by S"), claim("S", 9), laws=laws).kinds == []


@pytest.mark.parametrize("laws", EDITIONS)
class TestTheLeadKeyedIn:
    def test_is_told_when_another_card_was_led(self, laws):
        found = after(NINE, result("3NT by S", 9, lead="HK"), laws=laws).raised[-1]
        assert found.kind == SCORE and (found.facts["keyed"]["lead"], found.facts["tracked"]["lead"]) == ("HK", "H2")

    def test_is_not_told_when_it_was_led(self, laws):
        assert after(NINE, result("3NT by S", 9, lead="H2"), laws=laws).kinds == []

    def test_is_not_compared_where_nobody_saw_a_lead(self, laws):
        unseen = [board(3), *auction("S: 3NT P P P"), ruling("board", "adjust", contract="3NT", declarer="S", tricks=9)]
        assert after(unseen, result("3NT by S", 9, lead="HK"), laws=laws).kinds == []


@pytest.mark.parametrize("laws", EDITIONS)
class TestNoResultKeyedIn:
    def test_is_told_when_the_next_board_is_taken_up(self, laws):
        story = after(NINE, left(), board(4), laws=laws)
        found = story.raised[-1]
        assert (found.kind, found.seat, found.attention.value) == (MISSING, None, "end_of_board")
        assert story.state["turn"] == "W"

    @pytest.mark.parametrize("choice", ["adjust", "artificial", "cancel_board"])
    def test_is_not_told_where_the_director_gave_or_took_it(self, laws, choice):
        how = {"contract": "3NT", "declarer": "S", "tricks": 8} if choice == "adjust" else {}
        assert after(NINE, ruling("board", choice, **how), left(), board(4), laws=laws).kinds == []

    def test_is_not_told_where_nobody_had_called(self, laws):
        assert after(board(3), left(), board(4), laws=laws).kinds == ["board_ended_early"]

    @pytest.mark.parametrize(
        "choice", [ruling(MISSING, "cancel_board"), ruling(MISSING, "artificial", ns_percent=50, ew_percent=50)]
    )
    def test_a_ruling_on_it_leaves_the_board_in_hand_alone(self, laws, choice):
        story = after(board(1), auction("N: 1H"), left(), board(2), choice, laws=laws)
        assert (story.state["phase"], story.state["turn"], story.state["result"]) == ("auction", "E", None)
        assert MISSING not in story.state["pending"]

    def test_is_told_even_if_the_only_call_was_out_of_turn(self, laws):
        assert after(board(1), auction("E: 1H"), left(), board(2), laws=laws).kinds[-1] == MISSING


SUITS_OUT = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def turned(*wrong):
    """West plays 7C and wins every trick; all turn their cards, those at (seat, trick) the wrong way."""
    events = [board(3, SUITS_OUT), *auction("S: P 7C P P P")]
    ranks = "AKQJT98765432"
    for trick, rank in enumerate(ranks, 1):
        leader = "N" if trick == 1 else "W"
        events += play(
            f"{leader}: " + " ".join({"N": "S", "E": "H", "S": "D", "W": "C"}[s] + rank for s in _from(leader))
        )
        for seat in SEATS:
            right = seat.side.name == "EW"
            events.append(TrickQuitted(seat=seat, won=right is not ((seat.name, trick) in wrong)))
    return events


def _from(leader):
    names = "NESW"
    at = names.index(leader)
    return names[at:] + names[:at]


@pytest.mark.parametrize("laws", EDITIONS)
class TestTheTricksAsTurned:
    def test_agree_when_every_card_points_the_right_way(self, laws):
        assert COUNT not in after(turned(), laws=laws).kinds

    def test_are_told_at_the_end_when_the_sides_count_differently(self, laws):
        found = next(f for f in after(turned(("S", 4)), laws=laws).raised if f.kind == COUNT)
        assert (found.attention.value, dict(found.facts)) == ("end_of_board", {"NS": 1, "EW": 13})
