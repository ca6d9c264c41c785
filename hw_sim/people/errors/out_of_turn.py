"""Calls out of turn: before right-hand opponent, before partner, and called over (Laws 29 to 32)."""

from __future__ import annotations

from controller.model.calls import PASS, Bid, Call
from controller.model.events import Ruling
from controller.model.seats import Seat
from hw_sim.people.errors.base import Error
from hw_sim.people.players import Behaviour, PerhapsHeard, Players

OUT_OF_TURN = "call_out_of_turn"


def natural_call(people: Players, seat: Seat) -> Call:
    """What the player calls if nothing goes wrong."""
    return people.following.wanted_call(seat, people.auction)


def accept_call(people: Players, seat: Seat, made: Call) -> None:
    """A call that was made irregularly is accepted."""
    people.following.called(seat)
    people.auction.add(seat, made)


def show_and_take_back(people: Players, kind: str, seat: Seat, made: Call) -> PerhapsHeard:
    """An irregular call is shown, the director rules, and it is taken back; None where he lets it stand."""
    yield people.show(seat, made)
    heard = yield from people.rule(kind, seat, "cancel")
    if heard.choice == "accept":
        accept_call(people, seat, made)
        return None
    yield people.pick_up(seat, made)
    return heard


def _until_turn_of(people: Players, seat: Seat) -> Behaviour:
    """The others call in the natural way until it is that player's turn."""
    while people.auction.turn is not seat and not people.auction.is_over:
        turn = people.auction.turn
        yield from people.call(turn, natural_call(people, turn))


def _may_bid_next(people: Players, seat: Seat) -> bool:
    """The record has that player bid next, and he might do so now."""
    wanted = people.following.next_of(seat)
    return isinstance(wanted, Bid) and people.auction.may_call(seat, wanted)


def _right_hand_opponent_passes(people: Players, seat: Seat) -> bool:
    return (
        seat not in people.auction.barred and natural_call(people, seat) is PASS and not people.auction.ends_with(PASS)
    )


def bids_before_a_pass(people: Players, seat: Seat) -> bool:
    """Will the player in turn pass, and the one after him bid?"""
    return _right_hand_opponent_passes(people, seat) and _may_bid_next(people, seat.lho)


def _passes_before_a_pass(people: Players, seat: Seat) -> bool:
    offender = seat.lho
    return (
        _right_hand_opponent_passes(people, seat)
        and people.following.next_of(offender) is PASS
        # The same call shown once more would be no act at all.
        and people.auction.latest_of(offender) is not PASS
        and offender not in people.auction.barred
    )


def _call_at_right_hand_opponents_turn(people: Players, seat: Seat) -> Behaviour:
    """Not accepted; the right player passes, and the offender repeats his call (30A, 31A, 32A): back on the record."""
    offender = seat.lho
    made = people.following.next_of(offender)
    heard = yield from show_and_take_back(people, OUT_OF_TURN, offender, made)
    if heard is None:
        return
    people.amends = offender
    if made is PASS and heard.choice == "cancel":
        people.auction.barred.setdefault(offender, "next")


def _left_hand_opponent_bids(people: Players, seat: Seat) -> bool:
    return _may_bid_next(people, seat.lho) and not people.auction.barred


def _call_out_of_turn_accepted(people: Players, seat: Seat) -> Behaviour:
    """The next player calls over it (Law 29): it stands, and the player who was skipped calls when it comes round."""
    offender = seat.lho
    made = people.following.next_of(offender)
    yield people.show(offender, made)
    yield people.made(OUT_OF_TURN, offender)
    accept_call(people, offender, made)
    yield from people.call(offender.lho, natural_call(people, offender.lho), people.pace.unaware)


def _partner_of_the_one_in_turn_may_bid(people: Players, seat: Seat) -> bool:
    offender = seat.partner
    free = not people.auction.barred
    return free and people.auction.latest_of(offender) is None and _may_bid_next(people, offender)


def _call_at_partners_turn(people: Players, seat: Seat) -> Behaviour:
    """1987: partner passes throughout (31B). 2017: partner is free, but passes once if the new call tells less."""
    offender = seat.partner
    made = people.following.next_of(offender)
    heard = yield from show_and_take_back(people, OUT_OF_TURN, offender, made)
    if heard is None or heard.choice != "cancel":
        return
    if people.rules.is_1987:
        people.auction.barred[seat] = "throughout"
    yield from _until_turn_of(people, offender)
    if people.auction.is_over:
        return
    replacement = natural_call(people, offender)
    yield from people.call(offender, replacement)
    if not people.rules.is_1987:
        choice = "comparable" if replacement is made else "not_comparable"
        ruling = Ruling(on=people.on(OUT_OF_TURN), choice=choice, src="director")
        heard = yield from people.ask(OUT_OF_TURN, offender, ruling)
        if heard.choice == "not_comparable":
            people.auction.barred[seat] = "next"


OUT_OF_TURN_ERRORS: tuple[Error, ...] = (
    Error("call_out_of_turn", "call", bids_before_a_pass, _call_at_right_hand_opponents_turn, (OUT_OF_TURN,)),
    Error("pass_out_of_turn", "call", _passes_before_a_pass, _call_at_right_hand_opponents_turn, (OUT_OF_TURN,)),
    Error("call_out_of_turn_accepted", "call", _left_hand_opponent_bids, _call_out_of_turn_accepted, (OUT_OF_TURN,)),
    Error(
        "call_out_of_turn_barred", "call", _partner_of_the_one_in_turn_may_bid, _call_at_partners_turn, (OUT_OF_TURN,)
    ),
)
