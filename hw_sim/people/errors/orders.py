"""Orders and penalty cards that are not obeyed, and cards put too soon or two at once (Laws 50 to 52, 57, 58, 62)."""

from __future__ import annotations

from controller.model.cards import Card
from controller.model.events import CardPlayed, Ruling
from controller.model.seats import Seat
from hw_sim import acts
from hw_sim.people.errors.base import Error
from hw_sim.people.errors.leads import BY_DEFENDER, any_card, defender_for_his_partner, defender_on_lead
from hw_sim.people.errors.plays import (
    PLAY_OUT_OF_TURN,
    before_partner,
    declaring_side_led_to_a_defender,
    is_defender,
    is_free,
    natural_card,
    wrong_suit,
)
from hw_sim.people.players import Behaviour, Hearing, Players
from hw_sim.people.steps import Do

LEAD_BREACHED, PLAY_BREACHED = "lead_restriction_breached", "play_restriction_breached"
NOT_PLAYED, NOT_LEFT, MINOR = "penalty_card_not_played", "penalty_card_not_left_exposed", "minor_penalty_card_breach"
SAME_TIME = "simultaneous_leads_or_plays"
AT_ONCE, TOO_EARLY, TWELVE = "simultaneous_cards_from_one_hand", "lead_before_option_declared", "revoke_trick_twelve"


def _corrects(people: Players, seat: Seat, wrong: Card, kind: str) -> Behaviour:
    """The director has him play as he must; his wrong card stays as a penalty card if he is a defender (61, 62)."""
    heard = yield from people.rule(kind, seat, "correct")
    if heard.choice != "correct":
        yield from people.counts(seat, wrong)
        return
    if is_defender(people, seat):
        people.penalise(seat, wrong, kind)
    else:
        yield people.take_back(seat, wrong)
    right = natural_card(people, seat)
    yield Do(people.think(people.pace.obey), acts.PutCard(seat, right), (CardPlayed(seat=seat, card=right),))
    yield from people.counts(seat, right)


# -- orders ------------------------------------------------------------------------------------


def _has_two_of_the_suit(people: Players, seat: Seat) -> bool:
    play = people.playing
    return (
        declaring_side_led_to_a_defender(people, seat)
        and play.led is not None
        and len(play.in_suit(seat, play.led)) > 1
    )


def _plays_another_than_ordered(people: Players, seat: Seat) -> Behaviour:
    """Told to play his highest or lowest of the suit (57A), he plays another one of it."""
    yield from before_partner(people, seat)
    play = people.playing
    if seat not in play.play_orders or play.led is None:
        return
    ordered = natural_card(people, seat)
    wrong = next(card for card in play.in_suit(seat, play.led) if card is not ordered)
    yield people.put(seat, wrong)
    yield from _corrects(people, seat, wrong, PLAY_BREACHED)


def _could_lead_wrongly(people: Players, seat: Seat) -> bool:
    if not defender_on_lead(people, seat):
        return False
    suit, natural = any_card(people, seat.partner).suit, natural_card(people, seat).suit
    return any((card.suit is suit) is (natural is not suit) for card in people.playing.hands[seat])


def _leads_another_than_ordered(people: Players, seat: Seat) -> Behaviour:
    """Told to lead a suit, or not to (56, 50D2), he leads the wrong one."""
    yield from defender_for_his_partner(people, seat)
    play = people.playing
    order = play.lead_orders.get(seat)
    if order is None:
        return
    may_not = [c for c in play.hands[seat] if (c.suit in order.suits) is (order.order == "forbid")]
    if not may_not:  # the director has ordered another suit than was expected
        return
    wrong = people.following.choose(may_not)
    yield people.put(seat, wrong, people.pace.lead)
    yield from _corrects(people, seat, wrong, LEAD_BREACHED)


def _leads_before_the_choice(people: Players, seat: Seat) -> Behaviour:
    """His partner has led for him; he leads himself before declarer has chosen (50D, 2017: 51)."""
    play, offender = people.playing, seat.partner
    card, natural = any_card(people, offender), natural_card(people, seat)
    choice = "require" if card.suit is natural.suit else "forbid"
    yield people.put(offender, card, people.pace.lead)
    yield from people.plays_on(offender, play.number)
    yield people.made(BY_DEFENDER, offender)
    yield people.put(seat, natural, people.pace.unaware)
    yield people.made(TOO_EARLY, seat)
    expected = Ruling(on=people.on(BY_DEFENDER), choice=choice, suits=(card.suit,), src="director")
    heard = yield from people.ask(BY_DEFENDER, offender, expected)
    if heard.choice in ("require", "forbid"):
        people.penalise(offender, card, BY_DEFENDER)
        yield from people.order_lead(seat, heard)
        yield from people.counts(seat, natural)
    else:
        yield from people.put_back(offender, card)
        yield people.take_back(seat, natural)


# -- penalty cards -----------------------------------------------------------------------------


def _offender_has_two_of_the_suit(people: Players, seat: Seat) -> bool:
    play = people.playing
    return (
        declaring_side_led_to_a_defender(people, seat)
        and play.led is not None
        and len(play.in_suit(seat.partner, play.led)) > 1
    )


def _passes_over_his_penalty_card(people: Players, seat: Seat) -> Behaviour:
    """He played before his partner; in his turn he follows with another card, and declarer lets it be (52B)."""
    play, offender = people.playing, seat.partner
    yield from before_partner(people, seat)
    for turn in (seat, seat.lho):
        yield from people.card(turn, natural_card(people, turn))
    lying = play.penalty.get(offender, {})
    if play.led is None or not lying:
        return
    wrong = next(card for card in play.in_suit(offender, play.led) if card not in lying)
    yield people.put(offender, wrong)
    heard = yield from people.rule(NOT_PLAYED, offender, "accept")
    if heard.choice == "accept":
        yield from people.counts(offender, wrong)
    else:
        yield from people.put_back(offender, wrong)


def _takes_his_penalty_card_up(people: Players, seat: Seat) -> Behaviour:
    """He played before his partner, and takes the card up again although it has to stay (50A)."""
    offender = seat.partner
    yield from before_partner(people, seat)
    for card in people.playing.penalty.get(offender, {}):
        yield people.take_back(offender, card, people.pace.second_thought)
        yield people.made(NOT_LEFT, offender)
        yield Do(people.think(people.pace.director), None)


# -- two at once, trick twelve -----------------------------------------------------------------


def _second_card(people: Players, seat: Seat) -> Card | None:
    """Another card that could stick to the right one: of a defender an honour, which becomes a major penalty card."""
    play, natural = people.playing, natural_card(people, seat)
    others = [c for c in play.hands[seat] if c is not natural and (c.is_honour or not is_defender(people, seat))]
    return people.following.choose(others) if others else None


def _may_put_two(people: Players, seat: Seat) -> bool:
    play = people.playing
    is_open = play.led is not None and len(play.on_table) < 3 and seat is not play.dummy
    return is_open and is_free(people, seat) and play.number < 12 and _second_card(people, seat) is not None


def _puts_two_at_once(people: Players, seat: Seat) -> Behaviour:
    """Two cards of one hand at one moment: he names the one he plays (58B); a defender's other is a penalty card."""
    natural, other = natural_card(people, seat), _second_card(people, seat)
    assert other is not None
    both = (CardPlayed(seat=seat, card=natural), CardPlayed(seat=seat, card=other))
    yield Do(people.think(people.pace.card), acts.PutCards(((seat, natural), (seat, other))), both)
    yield people.made(AT_ONCE, seat)
    yield from _designates(people, seat, natural)
    yield from people.counts(seat, natural)
    if is_defender(people, seat):
        people.penalise(seat, other, AT_ONCE)
    else:
        yield from people.put_back(seat, other)


def _designates(people: Players, seat: Seat, named: Card) -> Hearing:
    expected = Ruling(on=people.on(AT_ONCE), choice="designate", card=named, src="director")
    return (yield from people.ask(AT_ONCE, seat, expected))


def _may_lead_with_him(people: Players, seat: Seat) -> bool:
    play = people.playing
    if play.on_table or seat is not play.declarer or play.number > 11 or any(play.penalty.values()):
        return False
    return bool(play.in_suit(seat.rho, natural_card(people, seat).suit)) and is_free(people, seat.rho)


def _leads_at_the_same_moment(people: Players, seat: Seat) -> Behaviour:
    """A defender plays at the very moment at which declarer leads: it counts in his turn (58A)."""
    natural, offender = natural_card(people, seat), seat.rho
    card = people.following.choose(people.playing.in_suit(offender, natural.suit))
    both = (CardPlayed(seat=seat, card=natural), CardPlayed(seat=offender, card=card))
    act = acts.PutCards(((seat, natural), (offender, card)))
    yield Do(people.think(people.pace.lead), act, both)
    yield people.made(SAME_TIME, offender)
    yield from people.counts(seat, natural)
    for turn in (seat.lho, seat.partner):
        yield from people.card(turn, natural_card(people, turn), people.pace.unaware)
    yield from people.counts(offender, card)


def _low_card_beside(people: Players, seat: Seat) -> Card | None:
    """A card below ten of a suit of which the player holds another one below ten."""
    play, natural = people.playing, natural_card(people, seat)
    low = [c for c in play.hands[seat] if c is not natural and not c.is_honour]
    paired = [c for c in low if any(o is not c and o.suit is c.suit for o in low)]
    return people.following.choose(paired) if paired else None


def _may_drop_a_low_one(people: Players, seat: Seat) -> bool:
    play = people.playing
    is_open = play.led is not None and len(play.on_table) < 3 and is_defender(people, seat)
    return is_open and is_free(people, seat) and play.number < 9 and _low_card_beside(people, seat) is not None


def _passes_over_a_minor_penalty_card(people: Players, seat: Seat) -> Behaviour:
    """A low card that went down with the right one is a minor penalty card; later he plays another low one (50C)."""
    natural, low = natural_card(people, seat), _low_card_beside(people, seat)
    assert low is not None
    both = (CardPlayed(seat=seat, card=natural), CardPlayed(seat=seat, card=low))
    yield Do(people.think(people.pace.card), acts.PutCards(((seat, natural), (seat, low))), both)
    yield people.made(AT_ONCE, seat)
    yield from _designates(people, seat, natural)
    yield from people.counts(seat, natural)
    people.penalise(seat, low, AT_ONCE)
    people.playing.minor.add(low)

    def other(someone: Players) -> Card | None:
        cards = someone.playing.in_suit(seat, low.suit)
        return next((c for c in cards if c is not low and not c.is_honour), None)

    def fits(someone: Players, turn: Seat) -> bool:
        play = someone.playing
        is_lying = low in play.penalty.get(seat, {})
        return turn is seat and is_lying and play.led is low.suit and other(someone) is not None

    def breach(someone: Players, _turn: Seat) -> Behaviour:
        wrong = other(someone)
        assert wrong is not None
        yield someone.put(seat, wrong)
        heard = yield from someone.rule(MINOR, seat, "accept")
        if heard.choice == "accept":
            yield from someone.counts(seat, wrong)
        else:
            yield from someone.put_back(seat, wrong)

    people.later.append((fits, breach))


def _could_revoke_in_trick_twelve(people: Players, seat: Seat) -> bool:
    play = people.playing
    if play.number != 12 or play.led is None or seat is play.dummy or not people.rules.deal_known:
        return False
    return bool(play.in_suit(seat, play.led)) and wrong_suit(people, seat) is not None and is_free(people, seat)


def _revokes_in_trick_twelve(people: Players, seat: Seat) -> Behaviour:
    """It has to be put right even when it is established, and costs nothing (62D)."""
    wrong = wrong_suit(people, seat)
    assert wrong is not None
    yield people.put(seat, wrong)
    yield from _corrects(people, seat, wrong, TWELVE)


ORDER_ERRORS: tuple[Error, ...] = (
    Error(PLAY_BREACHED, "card", _has_two_of_the_suit, _plays_another_than_ordered, (PLAY_OUT_OF_TURN, PLAY_BREACHED)),
    Error(LEAD_BREACHED, "card", _could_lead_wrongly, _leads_another_than_ordered, (BY_DEFENDER, LEAD_BREACHED)),
    Error(TOO_EARLY, "card", defender_on_lead, _leads_before_the_choice, (BY_DEFENDER, TOO_EARLY)),
    Error(
        NOT_PLAYED,
        "card",
        _offender_has_two_of_the_suit,
        _passes_over_his_penalty_card,
        (PLAY_OUT_OF_TURN, NOT_PLAYED),
    ),
    Error(NOT_LEFT, "card", declaring_side_led_to_a_defender, _takes_his_penalty_card_up, (PLAY_OUT_OF_TURN, NOT_LEFT)),
    Error("two_cards_at_once", "card", _may_put_two, _puts_two_at_once, (AT_ONCE,)),
    Error(SAME_TIME, "card", _may_lead_with_him, _leads_at_the_same_moment, (SAME_TIME,)),
    Error(MINOR, "card", _may_drop_a_low_one, _passes_over_a_minor_penalty_card, (AT_ONCE, MINOR), is_unsure=True),
    Error(TWELVE, "card", _could_revoke_in_trick_twelve, _revokes_in_trick_twelve, (TWELVE,)),
)
