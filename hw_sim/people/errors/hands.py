"""Hands spread too soon, by the wrong player, or a card short, and the opening lead changed (Laws 41, 47, 48, 54)."""

from __future__ import annotations

from controller.model.cards import Card
from controller.model.events import CardFaced, HandFaced
from controller.model.seats import Seat
from hw_sim import acts
from hw_sim.people.errors.base import Error
from hw_sim.people.errors.leads import FACE_UP, any_card
from hw_sim.people.players import Behaviour, Players
from hw_sim.people.steps import Do

CHANGED, TOO_SOON = "opening_lead_changed", "dummy_spread_before_lead_faced"
INCOMPLETE, WRONG_SEAT = "dummy_incomplete", "dummy_wrong_seat_spread"
TOO_MANY = "wrong_hand_count"
DECLARER_SHOWS = "declarer_exposes_after_irregular_lead"


def _natural_lead(people: Players, leader: Seat) -> Card:
    return people.following.choose(people.playing.lawful(leader))


def _always(_people: Players, _seat: Seat) -> bool:
    return True


def _changes_the_lead(people: Players, leader: Seat) -> Behaviour:
    """He takes his lead back before it is faced and puts another (41A): declarer's side lets the second one be."""
    natural = _natural_lead(people, leader)
    first = people.following.choose(card for card in people.playing.hands[leader] if card is not natural)
    yield people.lay_lead(leader, first)
    yield people.take_back(leader, first, people.pace.second_thought)
    if not people.rules.leads_face_down:
        yield people.made(CHANGED, leader)
    yield people.lay_lead(leader, natural)
    if people.rules.leads_face_down:
        yield people.made(CHANGED, leader)
    heard = yield from people.hear(CHANGED, leader, "accept")
    card = natural
    if heard.choice != "accept":
        yield from people.put_back(leader, natural)
        yield Do(people.think(people.pace.obey), acts.PutCard(leader, first))
        card = first
    people.lead_is_down = people.rules.leads_face_down
    people.playing.add(leader, card)


def _dummy_before_the_lead(people: Players, leader: Seat) -> Behaviour:
    """Dummy thinks that the lead has been made; the director comes before it is."""
    play = people.playing
    yield from people.spread(play.dummy)
    yield people.made(TOO_SOON, play.dummy)
    yield Do(people.think(people.pace.director), None)
    card = _natural_lead(people, leader)
    yield people.lay_lead(leader, card)
    if people.rules.leads_face_down:
        yield Do(0.0, None, (CardFaced(seat=leader, card=card),))
    play.add(leader, card)


def _dummy_a_card_short(people: Players, leader: Seat) -> Behaviour:
    """A card stays in dummy's hand, or in the pocket, until somebody counts (41D)."""
    play = people.playing
    card = _natural_lead(people, leader)
    yield people.lay_lead(leader, card)
    people.lead_is_down = people.rules.leads_face_down
    play.add(leader, card)
    forgotten = people.rng.choice(sorted(play.hands[play.dummy]))
    yield from people.spread(play.dummy, without=forgotten)
    yield people.made(INCOMPLETE, play.dummy)
    whole = HandFaced(seat=play.dummy, cards=tuple(sorted(play.hands[play.dummy])))
    yield Do(people.think(people.pace.director), acts.SpreadHand(play.dummy, (forgotten,)), (whole,))


def _dummy_a_card_too_many(people: Players, leader: Seat) -> Behaviour:
    """A card of a defender's got into dummy's hand; nobody had counted, and no result is got (13)."""
    play = people.playing
    card = _natural_lead(people, leader)
    yield people.lay_lead(leader, card)
    people.lead_is_down = people.rules.leads_face_down
    play.add(leader, card)
    surplus = people.rng.choice(sorted(play.hands[leader.partner]))
    play.hands[leader.partner].discard(surplus)
    play.hands[play.dummy].add(surplus)
    yield from people.spread(play.dummy)
    people.is_abandoned = people.is_cancelled = True
    yield from people.rule(TOO_MANY, play.dummy, "cancel_board")


def _in_the_first_trick(people: Players, _seat: Seat) -> bool:
    play = people.playing
    return play.number == 1 and len(play.on_table) == 1


def _declarer_faces_his_hand(people: Players, _seat: Seat) -> Behaviour:
    """Declarer takes himself for dummy; perhaps he claims: the director asks. The hand stays open (48B)."""
    play = people.playing
    hand = tuple(sorted(play.hands[play.declarer]))
    people.faced.add(play.declarer)
    told = HandFaced(seat=play.declarer, cards=hand)
    yield Do(people.think(people.pace.spread), acts.SpreadHand(play.declarer, hand), (told,))
    yield people.made(WRONG_SEAT, play.declarer)
    yield Do(people.think(people.pace.director), None)


def _declarer_spreads_to_a_wrong_lead(people: Players, leader: Seat) -> Behaviour:
    """The wrong defender has led face up, and declarer's hand goes down before anybody rules: he is dummy (54A)."""
    offender, play = leader.partner, people.playing
    card = any_card(people, offender)
    yield people.lay_lead(offender, card)
    yield people.made(FACE_UP, offender)
    yield from people.spread(play.declarer)
    yield people.made(DECLARER_SHOWS, play.declarer)
    play.declarer = play.dummy
    play.add(offender, card)


HAND_ERRORS: tuple[Error, ...] = (
    Error(CHANGED, "lead", _always, _changes_the_lead, (CHANGED,)),
    Error("dummy_before_the_lead", "lead", _always, _dummy_before_the_lead, (TOO_SOON,)),
    Error(INCOMPLETE, "lead", _always, _dummy_a_card_short, (INCOMPLETE,)),
    Error("dummy_a_card_too_many", "lead", _always, _dummy_a_card_too_many, (TOO_MANY,), needs_unknown_deal=True),
    Error("declarer_faces_his_hand", "card", _in_the_first_trick, _declarer_faces_his_hand, (WRONG_SEAT,)),
    Error(
        "declarer_spreads_to_a_wrong_lead",
        "lead",
        _always,
        _declarer_spreads_to_a_wrong_lead,
        (FACE_UP, DECLARER_SHOWS),
        needs_face_up=True,
    ),
)
