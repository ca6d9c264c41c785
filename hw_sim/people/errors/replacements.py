"""What goes wrong in the auction after or beside another irregularity: too soon, not repeated, skipped (9C, 31, 34)."""

from __future__ import annotations

from controller.model import events as ev
from controller.model.calls import PASS, REDOUBLE, Bid
from controller.model.seats import Seat
from hw_sim import acts
from hw_sim.people.errors.base import Error
from hw_sim.people.errors.calls import INSUFFICIENT, may_bid_too_low, since_the_bid, too_low
from hw_sim.people.errors.out_of_turn import (
    OUT_OF_TURN,
    accept_call,
    bids_before_a_pass,
    natural_call,
    show_and_take_back,
)
from hw_sim.people.players import Behaviour, Players
from hw_sim.people.steps import Do

TOO_SOON, NOT_REPEATED = "premature_replacement", "forced_repeat_not_made"
LED = "premature_lead_in_auction"
SKIPPED, REDOUBLED = "skipped_player_auction_not_ended", "inadmissible_redouble"


def _insufficient_changed_too_soon(people: Players, seat: Seat) -> Behaviour:
    """He puts the right bid beside it before anybody has ruled: 2017 it stands (27C), 1987 he bids it once more."""
    low, natural = too_low(people, seat), natural_call(people, seat)
    assert low is not None
    yield people.show(seat, low)
    yield people.made(INSUFFICIENT, seat)
    yield people.show(seat, natural, people.pace.second_thought)
    yield people.made(TOO_SOON, seat)
    heard = yield from people.hear(INSUFFICIENT, seat, "cancel")
    if heard.choice == "accept":
        yield people.pick_up(seat, natural)
        accept_call(people, seat, low)
        return
    yield people.pick_up(seat, low)
    if people.rules.is_1987:
        yield people.pick_up(seat, natural)
        yield from people.call(seat, natural, people.pace.obey)
    else:
        accept_call(people, seat, natural)


def _repeats_something_else(people: Players, seat: Seat) -> Behaviour:
    """After the right player's pass the bid out of turn has to be repeated (31A1); he passes, and then repeats it."""
    offender = seat.lho
    made = people.following.next_of(offender)
    heard = yield from show_and_take_back(people, OUT_OF_TURN, offender, made)
    if heard is None:
        return
    people.amends = offender
    yield from people.call(seat, PASS)
    if heard.choice != "cancel":
        return
    yield people.show(offender, PASS)
    yield from people.rule(NOT_REPEATED, offender, "cancel")
    yield people.pick_up(offender, PASS)
    yield from people.call(offender, made, people.pace.obey)


def _may_be_skipped(people: Players, seat: Seat) -> bool:
    """A bid has just been made, and the others have not passed in their latest turn."""
    auction = people.auction
    if not auction.calls or not isinstance(auction.calls[-1][1], Bid) or auction.barred:
        return False
    return all(auction.latest_of(other) is not PASS for other in (seat.lho, seat.partner))


def _three_pass_over_his_turn(people: Players, seat: Seat) -> Behaviour:
    """Three passes, one of them out of turn, would end the auction: the turn goes back to the one skipped (34)."""
    first = seat.lho
    yield people.show(first, PASS)
    yield people.made(OUT_OF_TURN, first)
    for other in (seat.partner, seat.rho):
        yield people.show(other, PASS, people.pace.unaware)
    yield people.made(SKIPPED, first)
    yield Do(people.think(people.pace.director), None)
    for other in (seat.lho, seat.partner, seat.rho):
        yield people.pick_up(other, PASS)
    yield from people.call(seat, natural_call(people, seat), people.pace.obey)


def _may_lead_too_soon(people: Players, seat: Seat) -> bool:
    """The player in turn will not defend, and his partner has only passes left: to be silenced costs nothing."""
    contract = people.record.contract
    is_declarers = contract is not None and seat.side is contract.declarer.side
    return is_declarers and people.following.only_passes_left(seat.partner) and not people.auction.barred


def _leads_in_the_auction(people: Players, seat: Seat) -> Behaviour:
    """Where leads are faced at once: a card led in the auction lies there until the auction is over (24)."""
    card = people.following.choose(people.hands[seat])
    told = ev.CardPlayed(seat=seat, card=card)
    yield Do(people.think(people.pace.call), acts.PutCard(seat, card), (told,))
    yield people.made(LED, seat)
    yield Do(people.think(people.pace.director), None)
    people.auction.barred[seat.partner] = "next"

    def fits(someone: Players, _turn: Seat) -> bool:
        return someone.play is not None

    def picks_up(someone: Players, _turn: Seat) -> Behaviour:
        yield someone.take_back(seat, card)

    people.later.append((fits, picks_up))
    yield from people.call(seat, natural_call(people, seat), people.pace.obey)


def _may_redouble_nothing(people: Players, seat: Seat) -> bool:
    auction = people.auction
    return (
        auction.last_bid is not None
        and seat not in auction.barred
        and not auction.may_call(seat, REDOUBLE)
        and REDOUBLE not in since_the_bid(people)
        and natural_call(people, seat) is PASS
    )


def _redouble_of_nothing(people: Players, seat: Seat) -> Behaviour:
    """There is no double of the other side: cancelled, he passes after all, and his partner throughout (36B)."""
    yield people.show(seat, REDOUBLE)
    yield from people.rule(REDOUBLED, seat, "cancel")
    yield people.pick_up(seat, REDOUBLE)
    yield from people.call(seat, PASS, people.pace.obey)
    people.auction.barred[seat.partner] = "throughout"


REPLACEMENT_ERRORS: tuple[Error, ...] = (
    Error(TOO_SOON, "call", may_bid_too_low, _insufficient_changed_too_soon, (INSUFFICIENT, TOO_SOON)),
    Error(NOT_REPEATED, "call", bids_before_a_pass, _repeats_something_else, (OUT_OF_TURN, NOT_REPEATED)),
    Error("skipped_player", "call", _may_be_skipped, _three_pass_over_his_turn, (OUT_OF_TURN, SKIPPED)),
    Error(LED, "call", _may_lead_too_soon, _leads_in_the_auction, (LED,), needs_face_up=True, is_unsure=True),
    Error(REDOUBLED, "call", _may_redouble_nothing, _redouble_of_nothing, (REDOUBLED,)),
)
