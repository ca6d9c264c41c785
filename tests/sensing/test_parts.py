"""The parts that weigh evidence: who is due after whom, what a supposition costs, what is measured."""

from __future__ import annotations

import pytest

from controller.model.calls import call
from controller.model.cards import card
from controller.model.errors import LogError
from controller.model.expectation import Expectation
from controller.model.seats import Seat
from controller.sensing.presence import Heard, Presence, StayState
from controller.sensing.rates import Rates
from controller.sensing.settings import SensingSettings
from controller.sensing.stories import Act, Weighing, could_be_next_lead
from controller.sensing.trick_view import TrickView

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W


def view(turn: Seat | None, *on_table: str, contract: str = "3NT") -> TrickView:
    played = tuple((Seat[word[0]], card(word[2:])) for word in on_table)
    return TrickView.of(Expectation(phase="play", turn=turn, on_table=played, last_bid=call(contract)))


def act(word: str, first: float = 10.0, *, late: float = 0.0) -> Act:
    return Act(Seat[word[0]], card(word[2:]), first, first - 0.25 - late, first + 0.4, tag=word)


def weighing(now: float = 20.0, *, miss: float = 0.03, holds=lambda *_: None) -> Weighing:
    settings = SensingSettings(miss=miss)
    return Weighing(Rates(settings), settings, now=now, holds=holds, owner=lambda _: None)


# -- the trick --------------------------------------------------------------------------------------


def test_the_next_seat_in_rotation_is_due():
    assert view(N).with_card(N, card("SA")).turns == (E,)


def test_a_lead_that_replaces_another_may_be_of_any_suit_and_is_followed():
    replaced = TrickView((N,), view(N, "N>DT").on_table, None, replacing=(N,))
    assert (replaced.led_for(N), replaced.with_card(N, card("S6")).led_for(E)) == (None, card("S6").suit)


def test_a_card_that_replaces_one_played_to_a_lead_has_to_follow_it():
    replaced = TrickView((E,), view(E, "N>DT", "E>S2").on_table, None, replacing=(E,))
    assert replaced.led_for(E) is card("DT").suit


def test_the_winner_of_the_trick_leads_to_the_next():
    assert view(W, "N>SQ", "E>SK", "S>S2").with_card(W, card("S3")).turns == (E,)


def test_a_trump_wins():
    assert view(W, "N>SA", "E>S3", "S>S2", contract="4H").with_card(W, card("H2")).turns == (W,)


def test_after_an_unread_fourth_card_either_may_be_on_lead():
    assert view(W, "N>SA", "E>S3", "S>S2").with_card(W, None).turns == (N, W)


def test_a_card_ahead_of_its_turn_counts_when_the_turn_comes():
    early = view(E, "N>SA").with_card(S, card("S2"))
    assert early.turns == (E,)
    assert early.with_card(E, card("S3")).turns == (W,)


def test_after_a_lead_out_of_turn_the_next_hand_may_play_on_it_or_the_right_one_lead():
    assert view(N).with_card(W, card("SA")).turns == (N, N)
    assert view(N).with_card(E, card("SA")).turns == (S, N)


def test_the_right_hands_own_lead_stands():
    after = view(N).with_card(E, card("SA")).with_card(N, card("H2"))
    assert (after.turns, after.on_table) == ((E,), ((N, card("H2")),))


# -- costs ------------------------------------------------------------------------------------------


def test_a_lawful_card_costs_nothing():
    (best,) = weighing().best_by_first(view(N), [act("N>SA")])[:1]
    assert (best.cost, best.is_lawful) == (0.0, True)


def test_a_card_out_of_turn_costs_about_as_much_as_a_late_read():
    irregular, unread = weighing(now=10.4).best_by_first(view(N), [act("E>SA")])
    assert abs(irregular.cost - unread.cost) < 1.0


def test_the_longer_the_missing_card_is_not_read_the_less_it_is_believed():
    costs = [weighing(now=10.0 + s).best_by_first(view(N), [act("E>SA")])[-1].cost for s in (0.5, 1.0, 1.4, 3.0)]
    assert costs == sorted(costs)


def test_two_cards_within_a_round_are_in_the_order_of_play_at_no_cost():
    best = weighing().best_by_first(view(N), [act("E>S3", 10.0), act("N>SA", 10.2)])[0]
    assert (best.acts[0].card, best.cost) == (card("SA"), 0.0)


def test_a_card_read_a_second_after_the_one_that_followed_was_late_rather_than_the_other_early():
    best = weighing().best_by_first(view(N), [act("E>S3", 10.0), act("N>SA", 11.0)])[0]
    assert best.acts[0].card is card("SA")


def test_a_card_three_seconds_after_was_not_late():
    best = weighing().best_by_first(view(N), [act("E>S3", 10.0), act("N>SA", 13.0)])[0]
    assert best.acts[0].card is card("S3")


def test_on_a_table_that_hardly_ever_misses_a_late_read_is_believed_less():
    poor, perfect = (
        weighing(miss=miss).best_by_first(view(N), [act("E>S3", 10.0), act("N>SA", 11.0)]) for miss in (0.12, 0.001)
    )
    assert poor[0].cost != perfect[0].cost


def test_a_revoke_that_the_record_shows_is_dear_and_a_discard_cheap():
    trick = view(E, "N>SA")
    revoke = weighing(holds=lambda *_: True).of_act(act("E>H2"), trick, [])[0]
    unknown = weighing(holds=lambda *_: None).of_act(act("E>H2"), trick, [])[0]
    void = weighing(holds=lambda *_: False).of_act(act("E>H2"), trick, [])[0]
    assert revoke > unknown > void == 0.0


def test_a_fourth_hand_that_cannot_win_has_no_next_lead():
    trick = view(W, "N>SA", "E>S3", "S>S2")
    low = [card("S4"), card("S5")]
    assert not could_be_next_lead(act("W>S4"), trick, lambda *_: True, low)
    assert could_be_next_lead(act("W>S4"), trick, lambda *_: None, None)


def test_a_fourth_hand_with_a_higher_card_may_be_leading_next():
    trick = view(W, "N>SQ", "E>S3", "S>S2")
    assert could_be_next_lead(act("W>S4"), trick, lambda *_: True, [card("S4"), card("SK")])


# -- what is measured -------------------------------------------------------------------------------


def test_misses_are_measured():
    rates = Rates(SensingSettings())
    rates.answered(9000)
    rates.missed(1000)
    assert rates.miss == pytest.approx(0.1, abs=0.01)


def test_on_a_table_that_misses_more_cards_are_read_later_and_more_often_late():
    good, poor = Rates(SensingSettings()), Rates(SensingSettings())
    poor.answered(8800)
    poor.missed(1200)
    assert (poor.late > good.late, poor.tail > good.tail, poor.hold_unlawful >= 2.0) == (True, True, True)


def test_a_card_that_was_read_later_than_any_before_lengthens_the_wait():
    rates = Rates(SensingSettings())
    rates.was_late(3.0)
    assert rates.hold_unlawful == pytest.approx(3.6)


def test_no_wait_for_a_late_read_is_longer_than_four_seconds():
    rates = Rates(SensingSettings())
    rates.was_late(60.0)
    assert rates.hold_unlawful == 4.0


def test_the_round_of_an_antenna_is_found_from_the_stream():
    rates = Rates(SensingSettings())
    for gap in (0.5, 0.25, 0.75) * 10:
        rates.rounds.changed_after("play.N", gap)
    assert rates.period == 0.25


def test_of_readers_that_differ_the_slowest_is_reckoned_with():
    rates = Rates(SensingSettings())
    for gap in (0.12, 0.24) * 10:
        rates.rounds.changed_after("play.N", gap)
        rates.rounds.changed_after("play.E", gap + 0.08)
    assert rates.period == pytest.approx(0.2)


def test_rounds_that_are_not_quite_even_are_measured_all_the_same():
    rates = Rates(SensingSettings())
    for gap in (0.15, 0.17, 0.16, 0.33, 0.14, 0.49, 0.16, 0.05):
        rates.rounds.changed_after("play.N", gap)
    assert rates.period == pytest.approx(0.16)


def test_before_anything_is_measured_rounds_may_be_as_slow_as_any():
    assert Rates(SensingSettings()).rounds.slowest == 0.25


def test_misses_that_come_in_runs_say_little_by_their_number():
    single, runs = Rates(SensingSettings()), Rates(SensingSettings())
    for _ in range(40):
        for _ in range(3):
            single.missed(1)
        runs.missed(3)
    single.answered(1000)
    runs.answered(1000)
    assert runs.silence(0.6) < single.silence(0.6)
    assert runs.forget_s > single.forget_s


def test_a_stall_of_the_link_is_forgotten_after_a_while():
    rates = Rates(SensingSettings())
    rates.arrived(3.0, at=10.0)
    assert rates.delay > 3.0
    rates.arrived(0.02, at=40.0)
    assert rates.delay < 1.0


def test_the_delay_of_the_link_is_the_longest_measured():
    rates = Rates(SensingSettings())
    before = rates.delay
    rates.arrived(0.2, at=10.0)
    assert rates.delay > max(before, 0.2)


# -- settings ---------------------------------------------------------------------------------------


def test_settings_are_printed_as_far_as_they_differ():
    assert SensingSettings.from_json({"miss": 0.1}).as_json() == {"miss": 0.1}


@pytest.mark.parametrize("given", [{"nonsense": 1}, {"miss": "much"}, {"miss": -1}, {"miss": True}, [1]])
def test_settings_that_mean_nothing_are_refused(given):
    with pytest.raises(LogError):
        SensingSettings.from_json(given)


def test_once_a_card_was_not_read_until_it_was_moved_the_next_one_is_believed_sooner():
    rates = Rates(SensingSettings())
    before = rates.never_read(8.0)
    rates.was_late(9.0)
    assert before - rates.never_read(8.0) > 3


# -- stays that begin anew --------------------------------------------------------------------------


def test_a_known_card_lifted_twice_in_a_row_is_still_known():
    settings = SensingSettings()
    presence = Presence(Rates(settings), settings, card_settle=0.4)
    presence.scan("play.N", ["tag"], Heard(1.0, 0.05, 2, None))
    (stay,) = presence.settle(3.0)[0]
    stay.state = StayState.KNOWN
    presence.renew(stay, 5.0)
    presence.scan("play.N", [], Heard(5.2, 0.05, 3, None))
    presence.settle(9.0)
    assert (presence.stays("play.N")["tag"], stay.state) == (stay, StayState.KNOWN)


def test_a_card_lifted_and_put_down_begins_anew_though_it_falls_silent_at_once():
    settings = SensingSettings()
    presence = Presence(Rates(settings), settings, card_settle=0.4)
    presence.scan("play.N", ["tag"], Heard(1.0, 0.05, 2, None))
    (stay,) = presence.settle(3.0)[0]
    stay.state = StayState.KNOWN
    presence.renew(stay, 5.0)
    presence.scan("play.N", [], Heard(5.2, 0.05, 3, None))
    presence.settle(5.8)
    presence.scan("play.N", ["tag"], Heard(5.8, 0.05, 4, None))
    ((again, _, silence),) = presence.back
    assert (again, silence > 60) == (stay, True)


@pytest.mark.parametrize(
    ("seen_for", "is_patient"), [((), True), ((0.6, 0.9, 5.0, 0.7), True), ((0.2, 0.9, 0.25), False)]
)
def test_a_reader_that_never_saw_a_tag_for_a_round_alone_says_late_that_one_has_gone(seen_for, is_patient):
    rates = Rates(SensingSettings())
    for seconds in seen_for:
        rates.seen_for(seconds)
    assert rates.patience_s == pytest.approx(0.4 if is_patient else 0.0)
