"""Laws 1 to 15: the pack, the board, the hands: who sits where with which cards, and what a scan shows."""

import pytest
from support.build import auction, board, claim, deal, led, left, play, result, ruling
from support.card_acts import exposed, put, spread
from support.table import EDITIONS, after

from controller.model.cards import card
from controller.model.cards import cards as read_cards
from controller.model.events import CardPlayed, CardsExposed, HandFaced, HandScanned, PocketScanned
from controller.model.seats import SEATS, Seat

DEAL = "N:K73.8642.AQ5.K94 J95.KQ7.J842.T83 AQ4.A93.K73.J652 T862.JT5.T96.AQ7"
OTHER = "N:KQT82.AQ95.92.43 643.T8763.QJ6.96 A9.KJ4.AK43.QT87 J75.2.T875.AKJ52"
SCHEDULE = {"boards": [7, 8], "NS": 3, "EW": 11, "played": [5, 6]}
CHOICES = ("play_on", "cancel_board", "artificial")


def dealt(seat: str, text: str = DEAL):
    return tuple(sorted(deal(text).hands[Seat[seat]]))


def hand(seat: str, text: str | None = None, *, of: str | None = None, deal: str = DEAL, count: int | None = None):
    """A held hand is scanned: as dealt, another seat's, the cards named, or only counted."""
    if count is not None:
        return HandScanned(seat=Seat[seat], count=count)
    return HandScanned(seat=Seat[seat], cards=read_cards(text) if text else dealt(of or seat, deal))


def pocket(seat: str, text: str | None = None, *, of: str | None = None):
    return PocketScanned(seat=Seat[seat], cards=read_cards(text) if text else dealt(of or seat))


def swapped(seat: str, given: str, got: str):
    """The hand as dealt with one card for another, as text."""
    return " ".join(c.text for c in dealt(seat) if c.text != given) + f" {got}"


both = pytest.mark.parametrize("laws", EDITIONS)


class TestTheBoard:
    def taken(self, number, pairs=None, **more):
        return board(number, schedule=SCHEDULE, pairs=pairs or {"NS": 3, "EW": 11}, **more)

    @both
    @pytest.mark.parametrize(
        ("number", "pairs", "kinds"),
        [
            (7, {"NS": 3, "EW": 11}, []),
            (9, {"NS": 3, "EW": 11}, ["wrong_board"]),
            (5, {"NS": 3, "EW": 11}, ["board_already_played"]),
            (7, {"NS": 3, "EW": 12}, ["wrong_seat_or_pair"]),
            (7, {"NS": 11, "EW": 3}, ["wrong_seat_or_pair"]),
            (9, {"NS": 4, "EW": 11}, ["wrong_board", "wrong_seat_or_pair"]),
        ],
    )
    def test_is_the_right_one_with_the_right_pairs(self, laws, number, pairs, kinds):
        story = after(self.taken(number, pairs), laws=laws)
        assert (story.kinds, story.state["pending"], story.state["turn"] is None) == (kinds, kinds, bool(kinds))

    @both
    def test_played_already_says_too_that_another_was_due(self, laws):
        story = after(board(5, schedule=SCHEDULE, pairs={"NS": 3, "EW": 11}), laws=laws)
        assert story.raised[0].facts == {"board": 5, "due": [7, 8]}

    @both
    def test_is_played_if_the_director_lets_it(self, laws):
        story = after(self.taken(9), ruling("wrong_board", "play_on"), laws=laws)
        assert (story.state["pending"], story.state["turn"]) == ([], "N")

    @both
    @pytest.mark.parametrize(
        ("marks", "told"), [({"dealer": "S"}, True), ({"vul": "All"}, True), ({"dealer": "N"}, False)]
    )
    def test_follows_its_number_or_that_is_told_and_played_as_marked(self, laws, marks, told):
        story = after(board(1, **marks), laws=laws)
        assert (story.kinds == ["dealer_or_vulnerability_mismatch"]) is told
        assert after(board(1, **marks), ruling("board", "dismiss"), laws=laws).table.dealer.name == marks.get(
            "dealer", "N"
        )

    @both
    def test_that_leaves_before_the_play_is_over_is_told_at_its_end(self, laws):
        found = after(board(1), auction("N: 1S"), left(), laws=laws).raised[-1]
        assert (found.kind, found.attention.value, found.options) == ("board_ended_early", "end_of_board", CHOICES)

    @both
    @pytest.mark.parametrize("acts", ["N: 1S", "N: 1S P 2S P P P"])
    def test_that_is_brought_back_goes_on_where_it_was_left(self, laws, acts):
        before = after(board(1), auction(acts), laws=laws)
        back = after(board(1), auction(acts), left(), ruling("board_ended_early", "play_on"), laws=laws)
        assert [back.state[key] for key in ("phase", "turn")] == [before.state[key] for key in ("phase", "turn")]

    @both
    def test_that_is_brought_back_and_carried_off_again_is_told_again(self, laws):
        back = ruling("board_ended_early", "play_on")
        story = after(board(1), auction("N: 1S"), left(), back, left(), laws=laws)
        assert story.kinds == ["board_ended_early"] * 2

    @both
    def test_that_is_not_brought_back_stays_ended(self, laws):
        story = after(board(1), auction("N: 1S"), left(), auction("E: P"), laws=laws)
        assert (story.state["phase"], story.state["turn"]) == ("ended", None)

    @both
    def test_that_is_brought_back_after_a_ruling_gave_its_result_stays_ended(self, laws):
        given = ruling("board", "artificial", ns_percent=60, ew_percent=40)
        story = after(board(1), auction("N: 1S"), left(), given, ruling("board_ended_early", "play_on"), laws=laws)
        assert story.state["phase"] == "ended"

    @both
    def test_that_is_brought_back_goes_on_as_it_was_ruled_meanwhile(self, laws):
        """A call out of turn is cancelled while the board is away: back at the table, its dealer is to call."""
        meanwhile = ruling("call_out_of_turn", "cancel")
        back = ruling("board_ended_early", "play_on")
        in_place = after(board(1), auction("E: 1S"), meanwhile, laws=laws)
        story = after(board(1), auction("E: 1S"), left(), meanwhile, back, laws=laws)
        assert (story.state["phase"], story.state["turn"]) == ("auction", in_place.state["turn"])

    @both
    def test_that_is_brought_back_owes_what_was_ruled_meanwhile(self, laws):
        """An insufficient bid is cancelled while the board is away: what replaces it silences partner."""
        away = [*auction("N: 1S 1H"), left(), ruling("insufficient_bid", "cancel")]
        assert after(board(1), away, laws=laws).state["must_pass"] == {}
        back = [*away, ruling("board_ended_early", "play_on"), *auction("E: 3C")]
        judged = [ruling("insufficient_bid", "not_comparable")] if laws == "2017" else []
        assert after(board(1), back, judged, laws=laws).state["must_pass"] == {"W": "throughout"}

    @both
    def test_that_is_brought_back_has_the_lead_that_was_let_stand_meanwhile(self, laws):
        """West leads before the third pass, the board goes, and the director takes the pass as made."""
        away = [*auction("S: 1NT P P"), led("W", "H2", face="up"), left()]
        let = [ruling("auction_incomplete_play_started", "play_on"), ruling("board_ended_early", "play_on")]
        story = after(board(3), away, let, laws=laws)
        assert (story.state["phase"], story.state["on_table"], story.state["turn"]) == ("play", [["W", "H2"]], "N")

    @both
    def test_that_is_away_keeps_what_waits_in_its_auction_whatever_is_called_meanwhile(self, laws):
        away = [board(1), *auction("E: 1S"), left(), *auction("S: P")]
        assert after(away, laws=laws).state["pending"] == ["call_out_of_turn", "board_ended_early"]
        back = [ruling("board_ended_early", "play_on"), *auction("S: P")]
        assert after(away, back, laws=laws).state["auction"] == [["E", "1S"], ["S", "P"]]

    @both
    def test_that_is_away_silences_nobody(self, laws):
        silenced = [*auction("E: 1S"), ruling("call_out_of_turn", "cancel")]
        story = after(board(1), silenced, laws=laws)
        gone = after(board(1), silenced, left(), laws=laws)
        back = after(board(1), silenced, left(), ruling("board_ended_early", "play_on"), laws=laws)
        keys = ("must_pass", "must_repeat", "must_not_double")
        assert [gone.state[key] for key in keys] == [{}, {}, []]
        assert [back.state[key] for key in keys] == [story.state[key] for key in keys]

    @both
    @pytest.mark.parametrize(
        ("acts", "accepting"),
        [("E: 1S", "S: P"), ("N: 1S 1H", "S: P")],
    )
    def test_that_is_brought_back_takes_the_act_that_accepts_what_waits(self, laws, acts, accepting):
        back = ruling("board_ended_early", "play_on")
        story = after(board(1), auction(acts), left(), back, auction(accepting), laws=laws)
        assert story.state["pending"] == []

    @both
    def test_may_leave_after_a_claim_or_four_passes(self, laws):
        claimed = [board(3), *auction("S: 1NT P P P"), led("W", "H2", face="up"), *claim("S", 6)[:1]]
        assert after(claimed, left(), laws=laws).kinds == []
        assert after(board(1), auction("N: P P P P"), left(), laws=laws).kinds == []

    @both
    def test_cancelled_closes_whatever_waits(self, laws):
        story = after(board(9, schedule=SCHEDULE), auction("S: 1H"), ruling("board", "cancel_board"), laws=laws)
        assert (story.state["pending"], story.state["result"]) == ([], {"cancelled": True})


class TestAPocketBeforePlay:
    @both
    def test_as_the_record_says_is_right(self, laws):
        assert after(board(1, DEAL), *(pocket(s.name) for s in SEATS), laws=laws).kinds == []

    @both
    @pytest.mark.parametrize("record", [DEAL, None])
    def test_with_another_number_of_cards_is_a_misdeal(self, laws, record):
        found = after(board(1, record), pocket("N", swapped("N", "SK", "SK SA")), laws=laws).raised[-1]
        assert (found.kind, found.seat, found.laws[0], found.options) == ("misdealt_board", None, "6", CHOICES)

    @both
    def test_with_other_cards_than_the_record_is_a_mismatch(self, laws):
        found = after(board(1, DEAL), pocket("N", of="S"), laws=laws).raised[-1]
        assert (found.kind, found.seat, found.rests_on.value) == ("deal_mismatch", None, "unseen")

    @both
    def test_with_a_card_twice_is_told_of_that_pocket(self, laws):
        found = after(board(1), pocket("W", swapped("W", "S2", "S8")), laws=laws).raised[-1]
        assert (found.kind, found.seat.name) == ("duplicate_card", "W")

    @both
    def test_with_a_card_of_another_pocket_is_told(self, laws):
        found = after(board(1), pocket("N"), pocket("S", swapped("S", "S4", "SK")), laws=laws).raised[-1]
        assert (found.kind, found.seat.name, found.rests_on.value) == ("duplicate_card", "S", "unseen")

    @both
    def test_is_told_once_until_it_is_ruled(self, laws):
        again = (board(1, DEAL), pocket("N", of="S"), pocket("N", of="S"))
        assert after(*again, laws=laws).kinds == ["deal_mismatch"]

    @both
    def test_let_be_is_the_hand_that_is_known_and_is_not_told_again(self, laws):
        story = after(
            board(1, DEAL), pocket("N", of="S"), ruling("deal_mismatch", "play_on"), pocket("N", of="S"), laws=laws
        )
        assert (story.kinds, story.table.hands[Seat.N]) == (["deal_mismatch"], frozenset(dealt("S")))

    @both
    def test_makes_the_deal_known_where_there_is_no_record(self, laws):
        story = after(board(1), *(pocket(s.name) for s in SEATS), laws=laws)
        assert story.table.hands == {seat: frozenset(dealt(seat.name)) for seat in SEATS}


class TestAHeldHand:
    @both
    @pytest.mark.parametrize(("count", "kinds"), [(13, []), (12, ["wrong_hand_count"]), (14, ["wrong_hand_count"])])
    def test_has_thirteen_cards(self, laws, count, kinds):
        assert after(board(1), hand("E", count=count), laws=laws).kinds == kinds

    @both
    def test_has_thirteen_less_those_played(self, laws):
        events = [board(3), *auction("S: 1NT P P P"), *play("W: H5 H2 H7 H3")]
        assert after(events, hand("E", count=12), laws=laws).kinds == []
        assert after(events, hand("E", count=13), laws=laws).raised[-1].seat is Seat.E

    @both
    def test_has_thirteen_though_a_card_of_it_lies_on_the_table(self, laws):
        events = [board(3), *auction("S: 1NT P P P"), *play("W: H5 H2 H7 H3"), exposed("E", "SJ")]
        ruled = [*events, ruling("card_exposed_by_defender", "penalty_card")]
        for count in (12, 11):
            assert after(ruled, hand("E", count=count), laws=laws).kinds == ["card_exposed_by_defender"]
        assert after(ruled, hand("E", count=10), laws=laws).kinds[-1] == "wrong_hand_count"

    @both
    def test_from_another_pocket_is_told_of_who_holds_it(self, laws):
        found = after(board(1, DEAL), hand("N", of="S"), laws=laws).raised[-1]
        assert (found.kind, found.seat.name, dict(found.facts)["pocket"]) == ("hand_from_wrong_pocket", "N", "S")

    def test_from_another_pocket_has_the_editions_own_number(self):
        laws = {
            edition: after(board(1, DEAL), hand("N", of="S"), laws=edition).raised[-1].laws[0] for edition in EDITIONS
        }
        assert laws == {"1987": "17D", "2017": "15A"}

    @both
    def test_put_right_is_as_dealt_and_raises_nothing(self, laws):
        events = [board(1, DEAL), hand("N", of="S"), ruling("hand_from_wrong_pocket", "play_on"), hand("N"), hand("S")]
        story = after(events, laws=laws)
        assert (story.kinds, story.table.hands[Seat.N]) == (["hand_from_wrong_pocket"], frozenset(dealt("N")))

    @both
    def test_kept_is_the_hand_that_is_known(self, laws):
        events = [board(1, DEAL), hand("N", of="S"), ruling("hand_from_wrong_pocket", "play_on"), hand("N", of="S")]
        story = after(events, laws=laws)
        assert (story.kinds, story.table.hands[Seat.N]) == (["hand_from_wrong_pocket"], frozenset(dealt("S")))

    @both
    @pytest.mark.parametrize("places", [1, 2, 3])
    def test_all_four_turned_the_board_lies_wrong(self, laws, places):
        turned = [hand(s.name, of=SEATS[(s.index + places) % 4].name) for s in SEATS]
        story = after(board(1, DEAL), turned, laws=laws)
        assert story.kinds == ["hand_from_wrong_pocket"] * 3 + ["wrong_orientation"]
        assert story.state["pending"] == ["wrong_orientation"]

    @both
    def test_all_four_turned_and_let_be_are_the_hands_that_are_known(self, laws):
        turned = [hand(s.name, of=s.partner.name) for s in SEATS]
        story = after(board(1, DEAL), turned, ruling("wrong_orientation", "play_on"), laws=laws)
        assert story.table.hands == {s: frozenset(dealt(s.partner.name)) for s in SEATS}

    @both
    @pytest.mark.parametrize("record", [OTHER, None])
    def test_of_an_earlier_board_is_told(self, laws, record):
        first = [board(1, DEAL), *auction("N: P P P P"), result("P"), left()]
        found = after(
            first,
            board(2, record),
            hand("E"),
            laws=laws,
        ).raised[-1]
        assert (found.kind, found.seat.name, found.facts["board"]) == ("hand_from_wrong_board", "E", 1)

    @both
    def test_of_an_earlier_board_let_be_is_not_told_again(self, laws):
        first = [board(1, DEAL), *auction("N: P P P P"), result("P"), left()]
        events = [*first, board(2), hand("E"), ruling("hand_from_wrong_board", "play_on"), hand("E")]
        assert after(events, laws=laws).kinds == ["hand_from_wrong_board"]

    @both
    def test_with_a_card_of_another_hand_is_told(self, laws):
        found = after(board(1, DEAL), hand("N", swapped("N", "SK", "SA")), laws=laws).raised[-1]
        assert (found.kind, found.seat.name, found.rests_on.value) == ("card_not_in_that_hand", "N", "unseen")

    @both
    def test_with_a_card_of_another_hand_let_be_is_the_hand_that_is_known(self, laws):
        odd = swapped("N", "SK", "SA")
        events = [board(1, DEAL), hand("N", odd), ruling("card_not_in_that_hand", "play_on"), hand("N", odd)]
        story = after(events, laws=laws)
        assert (story.kinds, story.table.hands[Seat.N]) == (["card_not_in_that_hand"], frozenset(read_cards(odd)))

    @both
    def test_scanned_where_nothing_was_known_is_known(self, laws):
        assert after(board(1), hand("N"), laws=laws).table.hands == {Seat.N: frozenset(dealt("N"))}


class TestACardPlayed:
    """By the record East has no queen of spades: that is South's."""

    known = (board(3, DEAL), auction("S: 3NT P P P"), play("W: S2"), spread("N"), play("N: S3"))
    unknown = (board(3), auction("S: 3NT P P P"), play("W: S2 S3 S5 SQ"))

    @both
    def test_of_another_hand_is_told_and_waits(self, laws):
        story = after(*self.known, put("E", "SQ"), laws=laws)
        found = story.raised[-1]
        assert (found.kind, found.seat.name, found.options) == ("card_not_in_that_hand", "E", CHOICES)
        assert (found.facts["owner"], found.rests_on.value, story.state["turn"]) == ("S", "unseen", None)
        assert story.state["on_table"] == [["W", "S2"], ["N", "S3"]]

    @both
    def test_of_another_hand_let_be_counts_as_played(self, laws):
        story = after(*self.known, put("E", "SQ"), ruling("card_not_in_that_hand", "play_on"), laws=laws)
        assert (story.state["on_table"][-1], story.state["turn"], story.state["pending"]) == (["E", "SQ"], "S", [])

    @both
    def test_of_another_hand_may_be_taken_out(self, laws):
        story = after(
            *self.known, put("E", "SQ"), ruling("card_not_in_that_hand", "put_back"), put("E", "S5"), laws=laws
        )
        assert (story.state["on_table"][-1], story.state["pending"]) == (["E", "S5"], [])

    @both
    def test_played_by_another_before_is_a_duplicate(self, laws):
        story = after(*self.unknown, put("S", "S2"), laws=laws)
        found = story.raised[-1]
        assert (found.kind, found.seat.name, found.rests_on.value) == ("duplicate_card", "S", "seen")

    @both
    def test_a_duplicate_let_be_counts_as_played(self, laws):
        story = after(*self.unknown, put("S", "S2"), ruling("duplicate_card", "play_on"), laws=laws)
        assert (story.kinds, story.state["on_table"]) == (["duplicate_card"], [["S", "S2"]])

    @both
    def test_of_another_pack_is_foreign(self, laws):
        found = after(*self.unknown, CardPlayed(seat=Seat.S, card=card("SA"), pack="blue"), laws=laws).raised[-1]
        assert (found.kind, found.seat.name, found.facts["pack"]) == ("foreign_card", "S", "blue")

    @both
    @pytest.mark.parametrize(("choice", "on_table"), [("play_on", [["S", "SA"]]), ("put_back", [])])
    def test_of_another_pack_is_played_or_taken_out_of_the_deal(self, laws, choice, on_table):
        foreign = CardPlayed(seat=Seat.S, card=card("SA"), pack="blue")
        story = after(*self.unknown, foreign, ruling("foreign_card", choice), laws=laws)
        assert (story.kinds, story.state["on_table"], story.state["turn"] is None) == (
            ["foreign_card"],
            on_table,
            False,
        )

    @both
    def test_not_in_the_hand_that_was_scanned_is_told_though_nobody_elses_is_known(self, laws):
        events = (board(3), hand("W"), auction("S: 3NT P P P"), play("W: SA"))
        assert after(*events, laws=laws).kinds == ["card_not_in_that_hand"]

    @both
    def test_held_by_another_when_he_was_scanned_is_a_duplicate(self, laws):
        events = (board(3), hand("S"), auction("S: 3NT P P P"), play("W: SA"))
        found = after(*events, laws=laws).raised[-1]
        assert (found.kind, found.seat.name, found.rests_on.value) == ("duplicate_card", "W", "unseen")


@both
class TestCardsShownOfAnotherPack:
    def test_in_the_auction(self, laws):
        shown = CardsExposed(seat=Seat.E, cards=read_cards("SA"), pack="blue")
        assert after(board(1), auction("N: 1S"), shown, laws=laws).kinds == ["foreign_card"]

    def test_in_a_pocket_or_a_hand(self, laws):
        for scan in (PocketScanned, HandScanned):
            found = after(board(1), scan(seat=Seat.E, cards=read_cards("SA"), pack="blue"), laws=laws).raised[-1]
            assert (found.kind, found.seat.name) == ("foreign_card", "E")

    def test_in_a_hand_spread_as_dummy(self, laws):
        dummy = HandFaced(seat=Seat.N, cards=dealt("N"), pack="blue")
        events = (board(3, DEAL), auction("S: 3NT P P P"), play("W: S2"), dummy)
        assert after(*events, laws=laws).kinds == ["foreign_card"]
        story = after(*events, ruling("foreign_card", "play_on"), laws=laws)
        assert (story.kinds, Seat.N in story.table.faced) == (["foreign_card"], True)


class TestPutBack:
    """After an agreed claim the cards go back to their pockets (Law 7)."""

    over = (board(3, DEAL), auction("S: 3NT P P P"), play("W: S2"), spread("N"), claim("S", 9), result("3NT by S", 9))

    @both
    def test_as_dealt_they_are_right(self, laws):
        assert after(*self.over, *(pocket(s.name) for s in SEATS), left(), laws=laws).kinds == []

    @both
    def test_with_a_card_of_another_the_pocket_is_told_at_the_end(self, laws):
        found = after(*self.over, pocket("N", swapped("N", "SK", "SJ")), laws=laws).raised[-1]
        assert (found.kind, found.seat.name, found.attention.value) == ("hand_not_restored", "N", "end_of_board")

    @both
    def test_put_right_before_the_ruling_it_is_closed(self, laws):
        story = after(*self.over, pocket("N", swapped("N", "SK", "SJ")), pocket("N"), laws=laws)
        assert (story.state["pending"], story.steps[-1].resolved[0].how) == ([], "action")
