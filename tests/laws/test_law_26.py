"""Law 26: a call withdrawn by a side that defends: what declarer may order at its partner's first lead."""

import pytest
from support.build import auction, board, play, ruling
from support.card_acts import EXPOSED, exposed, put, spread
from support.table import EDITIONS, after

from controller.model.regulations import Regulations
from controller.table import refusal

LOW, OUT, BREACH = "insufficient_bid", "call_out_of_turn", "lead_restriction_breached"
FACE_UP = Regulations(opening_lead="face_up")
#: East's withdrawn bid is of hearts; South declares two spades and West is on lead.
DEAL = "N:T853.J8.972.8732 AQJ.AQ765.K864.9 K7642.K.QJ5.AK65 9.T9432.AT3.QJT4"


def withdrawn(laws, bid="2H", then="P", **how):
    """South 1S, North 2S, East an insufficient bid or the like, cancelled and replaced; all pass."""
    calls = [board(3, DEAL), *auction(f"S: 1S P 2S {bid}"), ruling(LOW, "cancel", **how), *auction(f"E: {then}")]
    judged = [ruling(LOW, "not_comparable")] if laws == "2017" else []
    return [*calls, *judged, *auction("S: P P" if then == "P" else "S: 3S P P P")]


@pytest.mark.parametrize("laws", EDITIONS)
def test_the_right_stands_from_the_end_of_the_auction(laws):
    story = after(withdrawn(laws), laws=laws)
    assert story.state["lead_restrictions"] == [{"seat": "W", "pending": "26"}]


@pytest.mark.parametrize("laws", EDITIONS)
def test_while_it_is_open_a_lead_raises_nothing_and_dummys_card_ends_it(laws):
    led = [*withdrawn(laws), put("W", "H9")]
    assert (after(led, laws=laws).kinds, after(led, laws=laws).state["lead_restrictions"]) == (
        [LOW],
        [{"seat": "W", "pending": "26"}],
    )
    played = after(led, spread("N", "ST S8 S5 S3 HJ H8 D9 D7 D2 C8 C7 C3 C2"), put("N", "H8"), laws=laws)
    assert (played.kinds, played.state["lead_restrictions"]) == ([LOW], [])


@pytest.mark.parametrize("laws", EDITIONS)
def test_an_order_given_after_the_lead_is_broken_by_it(laws):
    story = after(withdrawn(laws), put("W", "H9"), ruling(LOW, "forbid", suits="H"), laws=laws)
    assert (story.kinds, story.state["pending"]) == ([LOW, BREACH], [BREACH])
    obeyed = after(withdrawn(laws), put("W", "S9"), ruling(LOW, "forbid", suits="H"), laws=laws)
    assert (obeyed.kinds, obeyed.state["turn"]) == ([LOW], "N")


@pytest.mark.parametrize("laws", EDITIONS)
def test_waived_it_is_gone(laws):
    free = [*withdrawn(laws), ruling(LOW, "free")]
    assert after(free, laws=laws).state["lead_restrictions"] == []
    assert after(free, play("W: DA D2 D4 D5"), laws=laws).state["lead_restrictions"] == []


@pytest.mark.parametrize("laws", EDITIONS)
def test_it_binds_the_first_turn_to_lead_only(laws):
    lapsed = [*withdrawn(laws), *play("W: DA D2 D4 D5")]
    assert after(lapsed, laws=laws).state["lead_restrictions"] == []
    assert refusal(after(lapsed, laws=laws).table, ruling(LOW, "forbid", suits="H")) is not None


@pytest.mark.parametrize("laws", EDITIONS)
def test_only_one_suit_may_be_forbidden(laws):
    assert refusal(after(withdrawn(laws, "1NT"), laws=laws).table, ruling(LOW, "forbid", suits="HC")) is not None


@pytest.mark.parametrize("laws", EDITIONS)
def test_forbidden_it_is_forbidden_while_he_keeps_the_lead(laws):
    events = [*withdrawn(laws), ruling(LOW, "forbid", suits="H"), *play("W: DA D2 D4 D5", "W: H2")]
    assert after(events, laws=laws).kinds == [LOW, BREACH]


@pytest.mark.parametrize("laws", EDITIONS)
def test_nothing_is_shown_while_the_offender_is_on_lead_himself(laws):
    calls = [board(3, DEAL), *auction("S: P 1H 1S 1D"), ruling(LOW, "cancel"), *auction("E: P")]
    judged = [ruling(LOW, "not_comparable")] if laws == "2017" else []
    story = after(calls, judged, auction("S: P P"), laws=laws)
    assert (story.state["declarer"], story.state["leader"], story.state["lead_restrictions"]) == ("N", "E", [])


class TestOf1987:
    def test_the_suit_shown_may_be_required_or_forbidden(self):
        table = after(withdrawn("1987"), laws="1987").table
        assert refusal(table, ruling(LOW, "require", suits="H")) is None
        assert refusal(table, ruling(LOW, "forbid")) is None
        assert "must name suits out of H" in refusal(table, ruling(LOW, "forbid", suits="C"))

    def test_named_later_by_the_same_player_there_is_no_right(self):
        assert after(withdrawn("1987", then="3H"), laws="1987").state["lead_restrictions"] == []

    @pytest.mark.parametrize("how", [{"bid": "1NT"}, {"bid": "2H", "artificial": True}])
    def test_a_call_that_showed_no_suit_lets_any_one_be_forbidden_and_none_required(self, how):
        table = after(withdrawn("1987", **how), laws="1987").table
        assert all(refusal(table, ruling(LOW, "forbid", suits=suit)) is None for suit in "SHDC")
        assert refusal(table, ruling(LOW, "require", suits="H")) is not None

    def test_the_director_says_which_suits_an_artificial_call_showed(self):
        table = after(withdrawn("1987", artificial=True, suits="HC"), laws="1987").table
        assert refusal(table, ruling(LOW, "require", suits="C")) is None
        assert refusal(table, ruling(LOW, "require", suits="D")) is not None

    def test_required_it_ends_with_the_first_lead(self):
        story = after(withdrawn("1987"), ruling(LOW, "require"), put("W", "H9"), laws="1987")
        assert (story.kinds, story.state["lead_restrictions"]) == ([LOW], [])

    def test_not_led_though_held_it_is_as_a_revoke(self):
        events = [*withdrawn("1987"), ruling(LOW, "require"), put("W", "DA")]
        story = after(events, laws="1987")
        assert (story.kinds[-1], story.raised[-1].rests_on.value) == (BREACH, "unseen")
        put_right = after(events, ruling(BREACH, "correct"), put("W", "H9"), laws="1987")
        assert put_right.state["penalty_cards"] == [["W", "DA", "major"]]

    def test_not_held_any_card_may_be_led(self):
        story = after(withdrawn("1987"), ruling(LOW, "require"), put("W", "CQ"), laws="1987")
        assert story.kinds == [LOW, BREACH]
        void = "N:T853.JT98.972.87 AQJ.AQ76542.K84. K7642.K3.QJ5.AK6 9..AT63.QJT95432"
        other = [board(3, void), *withdrawn("1987")[1:]]
        assert after(other, ruling(LOW, "require"), put("W", "CQ"), laws="1987").kinds == [LOW]


class TestOf2017:
    def test_one_suit_that_the_offender_has_not_named_may_be_forbidden(self):
        table = after(withdrawn("2017", then="3C")).table
        assert refusal(table, ruling(LOW, "forbid", suits="C")) is not None
        assert all(refusal(table, ruling(LOW, "forbid", suits=suit)) is None for suit in "SHD")

    def test_none_may_be_required(self):
        assert refusal(after(withdrawn("2017")).table, ruling(LOW, "require", suits="H")) is not None

    def test_a_comparable_call_leaves_no_right(self):
        calls = [board(3, DEAL), *auction("S: 1S P 2S 2H"), ruling(LOW, "cancel"), *auction("E: 3H")]
        story = after(calls, ruling(LOW, "comparable"), auction("S: 3S P P P"))
        assert story.state["lead_restrictions"] == []


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_call_after_the_final_pass_gives_a_right_when_it_is_cancelled(laws):
    calls = [board(3, DEAL), *auction("S: 1S P 2S P P P"), *auction("E: 3H")]
    story = after(calls, ruling("call_after_auction_closed", "cancel"), laws=laws)
    assert story.state["lead_restrictions"] == [{"seat": "W", "pending": "26"}]


@pytest.mark.parametrize("laws", EDITIONS)
def test_with_the_hand_unknown_a_breach_is_only_possible_until_a_card_proves_it(laws):
    unknown = [board(3), *withdrawn(laws)[1:]]
    events = [*unknown, ruling(LOW, "forbid", suits="H"), put("W", "H2")]
    story = after(events, laws=laws, regulations=FACE_UP)
    assert (story.raised[-1].certainty, story.raised[-1].attention.value) == ("possible", "log")
    later = after(events, play("N: H8 HA HK", "E: DK D5 D3"), laws=laws)
    assert later.kinds == [LOW, BREACH, "revoke_established"]


@pytest.mark.parametrize("laws", EDITIONS)
def test_of_two_orders_the_one_that_can_be_obeyed_still_binds(laws):
    # Hearts are forbidden, then spades required for the sake of a penalty card: West has none and may not lead a heart.
    void = [board(3, "N:T853.J8.972.8732 AQJ.AQ765.K864.9 K97642.K.QJ5.AK6 .T9432.AT3.QJT54")]
    events = [*void, *withdrawn(laws)[1:], ruling(LOW, "forbid", suits="H"), exposed("E", "SQ")]
    ordered = [*events, ruling(EXPOSED, "penalty_card"), ruling(EXPOSED, "require", suits="S")]
    assert after(ordered, put("W", "H9"), laws=laws).kinds[-1] == BREACH
    assert after(ordered, put("W", "CQ"), laws=laws).kinds[-1] == EXPOSED
