"""Laws 19, 35 and 36: doubles and redoubles that nothing allows."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after, ruled

from controller.table import refusal

X, XX, OUT = "inadmissible_double", "inadmissible_redouble", "call_out_of_turn"


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize(
    ("calls", "kinds"),
    [
        ("N: X", [X]),  # nothing to double
        ("N: P X", [X]),
        ("N: 1S P X", [X]),  # partner's bid
        ("N: 1S X P X", [X]),  # doubled already, by partner
        ("N: 1S X XX X", [X]),
        ("N: 1S XX", [XX]),  # not doubled
        ("N: 1S X P XX", [XX]),  # partner's double
        ("N: 1S X XX P XX", [XX]),  # redoubled already
        ("N: XX", [XX]),
        ("N: 1S X", []),
        ("N: 1S P P X", []),
        ("N: 1S X XX", []),
        ("N: 1S X P P XX", []),
        ("N: 1S P 2S X", []),
        ("N: 1S X 2S X", []),
    ],
)
def test_what_may_be_doubled_and_redoubled(laws, calls, kinds):
    assert after(board(1), auction(calls), laws=laws).kinds == kinds


@pytest.mark.parametrize(("laws", "paragraphs"), [("1987", {"36", "35A", "19"}), ("2017", {"36", "36B", "19A"})])
def test_the_paragraphs_are_the_editions_own(laws, paragraphs):
    assert set(after(board(1), auction("N: 1S P X"), laws=laws).finding(X).laws) >= paragraphs


@pytest.mark.parametrize("laws", EDITIONS)
class TestInTurn:
    start = (board(1), auction("N: 1S P X"))

    def test_nobody_may_accept_it(self, laws):
        found = after(*self.start, laws=laws).finding(X)
        assert (found.options, dict(found.by)) == (("cancel",), {"cancel": "director"})

    def test_the_next_players_call_wipes_it_out_with_his_own(self, laws):
        story = after(*self.start, auction("W: 2H"), laws=laws)
        assert (story.state["auction"], story.state["turn"], story.state["must_pass"]) == (
            [["N", "1S"], ["E", "P"]],
            "S",
            {},
        )
        assert story.kinds == [X]

    def test_that_call_told_again_is_no_call_out_of_turn(self, laws):
        assert after(*self.start, auction("W: P W:P"), laws=laws).kinds == [X]

    def test_cancelled_it_silences_partner(self, laws):
        state = after(*self.start, ruled(X, "cancel"), laws=laws).state
        assert (state["turn"], state["must_pass"]) == ("S", {"N": "throughout"})

    def test_cancelled_any_legal_call_may_take_its_place(self, laws):
        assert after(*self.start, ruled(X, "cancel"), auction("S: 3S"), laws=laws).kinds == [X]

    def test_cancelled_partners_pass_need_not_be_waited_for(self, laws):
        story = after(*self.start, ruled(X, "cancel"), auction("S: 2S P E:3H"), laws=laws)
        assert story.state["auction"][-2:] == [["N", "P"], ["E", "3H"]]

    def test_cancelled_it_lets_declarer_order_a_lead(self, laws):
        events = [board(4), *auction("W: 1S P X"), ruled(X, "cancel"), *auction("E: P S:2H P P P")]
        # East's partner West is silent; South declares and West leads.
        assert after(events, laws=laws).state["lead_restrictions"] == [{"seat": "W", "pending": "26"}]

    def test_wiped_out_it_gives_no_such_right(self, laws):
        events = [board(4), *auction("W: 1S P X P"), *auction("E: P S:2H P P P")]
        assert after(events, laws=laws).state["lead_restrictions"] == []

    def test_a_pass_in_its_place_before_the_ruling_stands_in_2017_only(self, laws):
        story = after(*self.start, auction("S: P"), ruled(X, "cancel"), laws=laws)
        assert story.state["turn"] == {"1987": "S", "2017": "W"}[laws]


@pytest.mark.parametrize("laws", EDITIONS)
class TestOutOfTurn:
    start = (board(4), auction("W: 1S E:X"))

    def test_is_one_finding_that_can_only_be_cancelled(self, laws):
        story = after(*self.start, laws=laws)
        assert [(f.kind, f.options) for f in story.raised] == [(OUT, ("cancel",))]

    def test_goes_back_to_the_player_whose_turn_it_was(self, laws):
        state = after(*self.start, ruled(OUT, "cancel"), laws=laws).state
        assert (state["turn"], state["must_pass"]) == ("N", {"W": "throughout"})

    def test_is_wiped_out_by_the_next_players_call_with_that(self, laws):
        state = after(*self.start, auction("S: 2H"), laws=laws).state
        assert (state["turn"], state["auction"], state["must_pass"]) == ("N", [["W", "1S"]], {})

    def test_is_wiped_out_by_the_call_of_the_player_whose_turn_it_was(self, laws):
        state = after(*self.start, auction("N: 2C"), laws=laws).state
        assert (state["turn"], state["auction"]) == ("E", [["W", "1S"], ["N", "2C"]])

    def test_is_never_accepted(self, laws):
        assert refusal(after(*self.start, laws=laws).table, ruled(OUT, "accept")) is not None
