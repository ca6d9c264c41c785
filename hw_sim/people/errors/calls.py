"""Errors in calling in turn: insufficient, inadmissible, changed, barred, too late (Laws 25, 27, 35 to 39)."""

from __future__ import annotations

from controller.model import events as ev
from controller.model.calls import DOUBLE, PASS, Bid, Call, bid
from controller.model.events import Ruling
from controller.model.seats import Seat
from hw_sim import acts
from hw_sim.people.auction import ALL_BIDS
from hw_sim.people.errors.base import Error
from hw_sim.people.errors.out_of_turn import accept_call, natural_call, show_and_take_back
from hw_sim.people.players import Behaviour, Players
from hw_sim.people.steps import Do

INSUFFICIENT = "insufficient_bid"


# -- insufficient ------------------------------------------------------------------------------


def too_low(people: Players, seat: Seat) -> Bid | None:
    """The bid one level below what the record has him bid, if it is insufficient."""
    wanted, last = people.following.next_of(seat), people.auction.last_bid
    if not isinstance(wanted, Bid) or last is None or wanted.level < 2 or not people.auction.may_call(seat, wanted):
        return None
    low = bid(wanted.level - 1, wanted.denomination)
    return None if low > last else low


def may_bid_too_low(people: Players, seat: Seat) -> bool:
    """Does the record have that player bid what may be bid a level too low?"""
    return too_low(people, seat) is not None


def _insufficient(people: Players, seat: Seat) -> Behaviour:
    """Not accepted; put up to the lowest sufficient bid of the suit, which is free in both editions (27B1)."""
    low = too_low(people, seat)
    assert low is not None
    if (yield from show_and_take_back(people, INSUFFICIENT, seat, low)) is None:
        return
    yield from people.call(seat, natural_call(people, seat), people.pace.obey)


def _insufficient_accepted(people: Players, seat: Seat) -> Behaviour:
    """The next player calls over it (27A): it is the bid to beat."""
    low = too_low(people, seat)
    assert low is not None
    yield people.show(seat, low)
    yield people.made(INSUFFICIENT, seat)
    accept_call(people, seat, low)
    yield from people.call(seat.lho, natural_call(people, seat.lho), people.pace.unaware)


def _may_bid_too_low_and_pass(people: Players, seat: Seat) -> bool:
    return may_bid_too_low(people, seat) and not people.auction.ends_with(PASS)


def _insufficient_then_pass(people: Players, seat: Seat) -> Behaviour:
    """Not accepted, and the offender prefers to pass: his partner passes throughout (27B2)."""
    low = too_low(people, seat)
    assert low is not None
    if (yield from show_and_take_back(people, INSUFFICIENT, seat, low)) is None:
        return
    yield from people.call(seat, PASS, people.pace.obey)
    if not people.rules.is_1987:
        ruling = Ruling(on=people.on(INSUFFICIENT), choice="not_comparable", src="director")
        yield from people.ask(INSUFFICIENT, seat, ruling)
    people.auction.barred[seat.partner] = "throughout"


def _partner_will_bid_on(people: Players, seat: Seat) -> bool:
    """The record has partner bid next, over whatever left-hand opponent calls."""
    between, wanted = natural_call(people, seat.lho), people.following.next_of(seat.partner)
    to_beat = between if isinstance(between, Bid) else people.auction.last_bid
    return (
        _may_bid_too_low_and_pass(people, seat)
        and isinstance(wanted, Bid)
        and to_beat is not None
        and wanted > to_beat
        and not people.auction.barred
        and not people.auction.ends_with(PASS, between)
    )


def _insufficient_and_forgetful_partner(people: Players, seat: Seat) -> Behaviour:
    """Partner has to pass and bids all the same: cancelled, and both pass from now on (1987: 35B; 2017: 37)."""
    yield from _insufficient_then_pass(people, seat)
    partner, auction = seat.partner, people.auction
    if partner not in auction.barred:  # the director has ruled otherwise
        return
    yield from people.call(seat.lho, natural_call(people, seat.lho))
    made = people.following.next_of(partner)
    yield people.show(partner, made)
    yield from people.rule("action_when_required_to_pass", partner, "cancel")
    yield people.pick_up(partner, made)
    auction.barred[seat] = "throughout"
    yield from people.call(partner, PASS, people.pace.obey)


# -- inadmissible doubles ----------------------------------------------------------------------


def _may_double_partner(people: Players, seat: Seat) -> bool:
    bidder = people.auction.last_bidder
    return (
        bidder is seat.partner
        and seat not in people.auction.barred
        and not people.auction.may_call(seat, DOUBLE)
        and all(c is not DOUBLE for c in since_the_bid(people))
        and natural_call(people, seat) is PASS
    )


def since_the_bid(people: Players) -> list[Call]:
    """The calls over the last bid."""
    calls = [c for _, c in people.auction.calls]
    last = max(i for i, c in enumerate(calls) if isinstance(c, Bid))
    return calls[last + 1 :]


def _double_of_partner(people: Players, seat: Seat) -> Behaviour:
    """Cancelled; the offender passes after all, and his partner passes throughout (36B)."""
    yield people.show(seat, DOUBLE)
    yield from people.rule("inadmissible_double", seat, "cancel")
    yield people.pick_up(seat, DOUBLE)
    yield from people.call(seat, PASS, people.pace.obey)
    people.auction.barred[seat.partner] = "throughout"


# -- a call changed, a call too late -----------------------------------------------------------


def _next_slot(people: Players, natural: Call) -> Bid | None:
    """A bid near the one that is meant: the next higher one, or over a pass the cheapest there is."""
    if isinstance(natural, Bid):
        higher = [b for b in ALL_BIDS if b > natural]
        return higher[0] if higher else None
    return people.auction.lowest_sufficient()


def _may_change(people: Players, seat: Seat) -> bool:
    natural = natural_call(people, seat)
    other = _next_slot(people, natural)
    return other is not None and people.auction.may_call(seat, other) and not people.auction.ends_with(natural)


def _changes(people: Players, seat: Seat, first: Call, second: Call) -> Behaviour:
    yield people.show(seat, first)
    removed = ev.CallRemoved(seat=seat, call=first)
    yield Do(people.think(people.pace.second_thought), acts.TakeCallBack(seat, first), (removed,))
    yield people.made("call_withdrawn_without_replacement", seat)
    yield people.show(seat, second, people.pace.obey)


def _change_of_call(people: Players, seat: Seat, first: Call, second: Call, choice: str) -> Behaviour:
    yield from _changes(people, seat, first, second)
    heard = yield from people.rule("change_of_call", seat, choice)
    if heard.choice in ("unintended", "accept"):
        accept_call(people, seat, second)
        return
    yield people.pick_up(seat, second)
    if heard.choice == "change":
        people.auction.barred[seat.partner] = "throughout"
        yield from people.call(seat, natural_call(people, seat), people.pace.obey)
        return
    # Shown once more: the same act reported again, which changes nothing.
    yield people.show(seat, first, people.pace.obey)
    accept_call(people, seat, first)
    if heard.choice == "keep_first":
        people.auction.barred[seat.partner] = "next"


def _slip_of_the_finger(people: Players, seat: Seat) -> Behaviour:
    """The wrong card stands for a while before he sees it: unintended (25A), the call he meant stands."""
    natural = natural_call(people, seat)
    slip = _next_slot(people, natural)
    assert slip is not None
    yield from _change_of_call(people, seat, slip, natural, "unintended")


def _change_of_mind(people: Players, seat: Seat) -> Behaviour:
    """Not accepted: 2017 the first call stands; 1987 the offender keeps it, and his partner passes once (25B)."""
    natural = natural_call(people, seat)
    other = _next_slot(people, natural)
    assert other is not None
    yield from _change_of_call(people, seat, natural, other, "keep_first" if people.rules.is_1987 else "cancel")


def _may_bid_once_more(people: Players, leader: Seat) -> bool:
    return people.auction.lowest_sufficient() is not None and people.auction.latest_of(leader.partner) is not None


def _call_after_the_auction(people: Players, leader: Seat) -> Behaviour:
    """The leader's partner bids after the final pass: cancelled, the lead goes on (1987: 35D; 2017: 39)."""
    offender = leader.partner
    made = people.auction.lowest_sufficient()
    assert made is not None
    yield Do(people.think(people.pace.call), acts.ShowCall(offender, made), (ev.CallMade(seat=offender, call=made),))
    yield from people.rule("call_after_auction_closed", offender, "cancel")
    yield people.pick_up(offender, made)


_CHANGED = ("change_of_call", "call_withdrawn_without_replacement")
CALL_ERRORS: tuple[Error, ...] = (
    Error("insufficient_bid", "call", may_bid_too_low, _insufficient, (INSUFFICIENT,)),
    Error("insufficient_bid_accepted", "call", may_bid_too_low, _insufficient_accepted, (INSUFFICIENT,)),
    Error("insufficient_bid_barred", "call", _may_bid_too_low_and_pass, _insufficient_then_pass, (INSUFFICIENT,)),
    Error("inadmissible_double", "call", _may_double_partner, _double_of_partner, ("inadmissible_double",)),
    Error(
        "action_when_required_to_pass",
        "call",
        _partner_will_bid_on,
        _insufficient_and_forgetful_partner,
        (INSUFFICIENT, "action_when_required_to_pass"),
    ),
    Error("change_of_call", "call", _may_change, _slip_of_the_finger, _CHANGED),
    Error("change_of_call_refused", "call", _may_change, _change_of_mind, _CHANGED),
    Error(
        "call_after_auction",
        "after_auction",
        _may_bid_once_more,
        _call_after_the_auction,
        ("call_after_auction_closed",),
        needs_last_pass=True,
    ),
)
