"""Leads out of turn: the opening lead face down and faced, by declarer, by a defender (Laws 41, 47, 53 to 56)."""

from __future__ import annotations

from controller.model import events as ev
from controller.model.cards import Card
from controller.model.events import Ruling
from controller.model.seats import Seat
from hw_sim.people.errors.base import Error
from hw_sim.people.players import Behaviour, Players

FACE_DOWN, FACE_UP = "opening_lead_out_of_turn_face_down", "opening_lead_out_of_turn_face_up"
BY_DEFENDER = "lead_out_of_turn_by_defender"


def any_card(people: Players, seat: Seat) -> Card:
    """The card that the player would lead if it were his turn."""
    return people.following.choose(people.playing.hands[seat])


# -- the opening lead --------------------------------------------------------------------------


def _leads_lie_face_down(people: Players, _seat: Seat) -> bool:
    return people.rules.leads_face_down


def _face_down_out_of_turn(people: Players, leader: Seat) -> Behaviour:
    """It goes back without rectification (1987: 47E2; 2017: 47E1), and the right defender leads."""
    offender = leader.partner
    card = any_card(people, offender)
    yield people.lay_lead(offender, card)
    yield from people.rule(FACE_DOWN, offender, "put_back")
    yield from people.put_back(offender, card)


def _faced_out_of_turn(people: Players, leader: Seat, choice: str) -> Behaviour:
    """The director sees the wrong lead lying face up and says so; declarer has his choice (Law 54)."""
    offender, play = leader.partner, people.playing
    card = any_card(people, offender)
    yield people.lay_lead(offender, card)
    sees: tuple[ev.TableEvent, ...] = ()
    if people.rules.leads_face_down:
        yield people.made(FACE_DOWN, offender)
        sees = (ev.CardFaced(seat=offender, card=card, src="director"),)
    yield people.made(FACE_UP, offender)
    suits = (card.suit,) if choice in ("require", "forbid") else None
    expected = Ruling(on=people.on(FACE_UP), choice=choice, suits=suits, src="director")
    heard = yield from people.ask(FACE_UP, offender, expected, sees=sees)
    match heard.choice:
        case "accept" | "declarer_spreads":
            if heard.choice == "declarer_spreads":
                play.declarer = play.dummy
            play.add(offender, card)
        case "require" | "forbid":
            people.penalise(offender, card, FACE_UP)
            yield from people.order_lead(leader, heard)
        case "free":
            people.penalise(offender, card, FACE_UP)
        case _:
            yield from people.put_back(offender, card)


def _faced_and_accepted(people: Players, leader: Seat) -> Behaviour:
    yield from _faced_out_of_turn(people, leader, "accept")


def _faced_and_declarer_spreads(people: Players, leader: Seat) -> Behaviour:
    yield from _faced_out_of_turn(people, leader, "declarer_spreads")


def _faced_and_refused(people: Players, leader: Seat) -> Behaviour:
    """Declarer requires the suit or forbids it, so that the right leader may lead what the record has him lead."""
    wrong, right = any_card(people, leader.partner), any_card(people, leader)
    yield from _faced_out_of_turn(people, leader, "require" if wrong.suit is right.suit else "forbid")


def _declaring_side_leads(people: Players, leader: Seat) -> Behaviour:
    """Dummy thinks that he is on lead: the card goes back (Law 24, 54E)."""
    offender = leader.lho
    card = any_card(people, offender)
    yield people.lay_lead(offender, card)
    yield from people.rule("opening_lead_by_declaring_side", offender, "put_back")
    yield from people.put_back(offender, card)


# -- later leads -------------------------------------------------------------------------------


def _declaring_hand_on_lead(people: Players, seat: Seat) -> bool:
    play = people.playing
    return not play.on_table and seat.side is play.declarer.side and play.number <= 12


def defender_on_lead(people: Players, seat: Seat) -> bool:
    """A defender is to lead, and nothing binds him."""
    play = people.playing
    bound = seat in play.lead_orders or any(play.penalty.values())
    return not play.on_table and seat.side is not play.declarer.side and play.number <= 12 and not bound


def _wrong_hand(people: Players, seat: Seat) -> Behaviour:
    """Declarer leads from the hand that is not on lead; a defender wants it taken back (Law 55B)."""
    yield from _wrong_lead(people, seat.partner, "lead_out_of_turn_by_declarer_wrong_hand")


def _declarer_for_a_defender(people: Players, _seat: Seat) -> Behaviour:
    """Declarer leads although a defender is on lead; it is taken back, the defender leads what he likes (55B1)."""
    play = people.playing
    hand = people.rng.choice((play.declarer, play.dummy))
    yield from _wrong_lead(people, hand, "lead_out_of_turn_by_declaring_side_defender_on_lead")


def _wrong_lead(people: Players, hand: Seat, kind: str) -> Behaviour:
    card = any_card(people, hand)
    yield people.put(hand, card, people.pace.lead)
    yield from people.plays_on(hand, people.playing.number)
    heard = yield from people.rule(kind, hand, "retract")
    if heard.choice == "accept":
        yield from people.counts(hand, card)
    else:
        yield from people.put_back(hand, card)
        people.amends = people.playing.turn


def _wrong_hand_accepted(people: Players, seat: Seat) -> Behaviour:
    """The next defender plays to it: accepted (53A)."""
    hand, play = seat.partner, people.playing
    card = any_card(people, hand)
    yield people.put(hand, card, people.pace.lead)
    yield people.made("lead_out_of_turn_by_declarer_wrong_hand", hand)
    yield from people.counts(hand, card)
    yield from people.card(play.turn, people.following.choose(play.lawful(play.turn)), people.pace.unaware)


def defender_for_his_partner(people: Players, seat: Seat) -> Behaviour:
    """Declarer requires the suit or forbids it: the card goes back, and the partner leads as the record has it."""
    offender = seat.partner
    card, natural = any_card(people, offender), people.following.choose(people.playing.lawful(seat))
    choice = "require" if card.suit is natural.suit else "forbid"
    yield people.put(offender, card, people.pace.lead)
    yield from people.plays_on(offender, people.playing.number)
    yield people.made(BY_DEFENDER, offender)
    expected = Ruling(on=people.on(BY_DEFENDER), choice=choice, suits=(card.suit,), src="director")
    heard = yield from people.ask(BY_DEFENDER, offender, expected)
    if heard.choice == "accept":
        yield from people.counts(offender, card)
    elif heard.choice in ("require", "forbid", "free"):
        people.penalise(offender, card, BY_DEFENDER)
        if heard.choice != "free":
            yield from people.order_lead(seat, heard)
    else:
        yield from people.put_back(offender, card)


def _defender_for_declarer(people: Players, choice: str) -> Behaviour:
    play = people.playing
    offender = people.rng.choice((play.declarer.lho, play.declarer.rho))
    card = any_card(people, offender)
    yield people.put(offender, card, people.pace.lead)
    yield from people.plays_on(offender, play.number)
    heard = yield from people.rule(BY_DEFENDER, offender, choice)
    if heard.choice == "accept":
        yield from people.counts(offender, card)
    elif heard.choice == "refuse":
        people.penalise(offender, card, BY_DEFENDER)
    else:
        yield from people.put_back(offender, card)


def _defender_for_declarer_accepted(people: Players, _seat: Seat) -> Behaviour:
    """Declarer is content with the lead (53A)."""
    yield from _defender_for_declarer(people, "accept")


def _defender_for_declarer_refused(people: Players, _seat: Seat) -> Behaviour:
    """Declarer refuses it: a major penalty card, to be played at the first chance (Laws 56 and 50)."""
    yield from _defender_for_declarer(people, "refuse")


def _no_penalty_cards(people: Players, seat: Seat) -> bool:
    return _declaring_hand_on_lead(people, seat) and not any(people.playing.penalty.values())


def _always(_people: Players, _seat: Seat) -> bool:
    return True


_WRONG_HAND = ("lead_out_of_turn_by_declarer_wrong_hand",)
LEAD_ERRORS: tuple[Error, ...] = (
    Error("opening_lead_out_of_turn", "lead", _leads_lie_face_down, _face_down_out_of_turn, (FACE_DOWN,)),
    Error("opening_lead_out_of_turn_accepted", "lead", _always, _faced_and_accepted, (FACE_UP,)),
    Error("opening_lead_out_of_turn_refused", "lead", _always, _faced_and_refused, (FACE_UP,)),
    Error("opening_lead_out_of_turn_declarer_spreads", "lead", _always, _faced_and_declarer_spreads, (FACE_UP,)),
    Error(
        "opening_lead_by_declaring_side", "lead", _always, _declaring_side_leads, ("opening_lead_by_declaring_side",)
    ),
    Error("lead_from_wrong_hand", "card", _declaring_hand_on_lead, _wrong_hand, _WRONG_HAND),
    Error("lead_from_wrong_hand_accepted", "card", _declaring_hand_on_lead, _wrong_hand_accepted, _WRONG_HAND),
    Error(
        "declarer_leads_for_defender",
        "card",
        defender_on_lead,
        _declarer_for_a_defender,
        ("lead_out_of_turn_by_declaring_side_defender_on_lead",),
    ),
    Error("defender_leads_for_partner", "card", defender_on_lead, defender_for_his_partner, (BY_DEFENDER,)),
    Error("defender_leads_for_declarer", "card", _no_penalty_cards, _defender_for_declarer_accepted, (BY_DEFENDER,)),
    Error(
        "defender_leads_for_declarer_refused",
        "card",
        _no_penalty_cards,
        _defender_for_declarer_refused,
        (BY_DEFENDER,),
    ),
)
