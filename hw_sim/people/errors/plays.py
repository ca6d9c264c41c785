"""Errors in the play: out of turn, too many cards, cards taken back, revokes, a wrong result (Laws 45 to 79)."""

from __future__ import annotations

from controller.model.cards import Card
from controller.model.seats import Seat
from hw_sim import acts
from hw_sim.people.course import key_in_tricks
from hw_sim.people.errors.base import Error
from hw_sim.people.play import PlayOrder
from hw_sim.people.players import Behaviour, Players
from hw_sim.people.revoke_tricks import Revoke
from hw_sim.people.steps import Do

PLAY_OUT_OF_TURN, PREMATURE_LEAD = "play_out_of_turn", "premature_lead_to_next_trick"
CERTAIN, CORRECTED = "revoke_certain", "revoke_corrected_before_established"


def natural_card(people: Players, seat: Seat) -> Card:
    """The card that the player plays if nothing goes wrong."""
    return people.following.choose(people.playing.lawful(seat))


def _has_played(people: Players, seat: Seat) -> bool:
    return any(s is seat for s, _ in people.playing.on_table)


def is_free(people: Players, seat: Seat) -> bool:
    """Neither the player nor his partner has penalty cards or orders to obey."""
    play = people.playing
    both = (seat, seat.partner)
    return not any(play.penalty.get(s) or s in play.play_orders or s in play.lead_orders for s in both)


def is_defender(people: Players, seat: Seat) -> bool:
    """Is the player on the side that defends?"""
    return seat.side is not people.playing.declarer.side


# -- out of turn -------------------------------------------------------------------------------


def declaring_side_led_to_a_defender(people: Players, seat: Seat) -> bool:
    """Declarer's side has led to a defender who can follow and is free."""
    play = people.playing
    if len(play.on_table) != 1 or not is_defender(people, seat) or play.led is None:
        return False
    return bool(play.in_suit(seat, play.led)) and is_free(people, seat)


def fitting_order(people: Players, seat: Seat) -> str:
    """Highest or lowest, whichever the record obeys."""
    play = people.playing
    assert play.led is not None
    following = play.in_suit(seat, play.led)
    return "highest" if natural_card(people, seat) is following[-1] else "lowest"


def before_partner(people: Players, seat: Seat) -> Behaviour:
    """A defender plays before his partner: a major penalty card, and the partner is told what to play (57A)."""
    play, offender = people.playing, seat.partner
    assert play.led is not None
    card = natural_card(people, offender)
    yield people.put(offender, card)
    yield from people.plays_on(offender, play.number)
    heard = yield from people.rule(PLAY_OUT_OF_TURN, offender, fitting_order(people, seat))
    people.penalise(offender, card, PLAY_OUT_OF_TURN)
    if heard.choice in ("highest", "lowest"):
        play.play_orders[seat] = PlayOrder(heard.choice, play.led)


def _third_hand_of_declaring_side(people: Players, seat: Seat) -> bool:
    play = people.playing
    return len(play.on_table) == 2 and not is_defender(people, seat) and is_free(people, seat.lho)


def _at_right_hand_opponents_turn(people: Players, seat: Seat) -> Behaviour:
    """A defender plays before third hand, his partner having played: noted, and the card counts at its turn (57D)."""
    offender = seat.lho
    card = natural_card(people, offender)
    yield people.put(offender, card)
    yield people.made(PLAY_OUT_OF_TURN, offender)
    yield from people.card(seat, natural_card(people, seat), people.pace.unaware)
    yield from people.counts(offender, card)


# -- too many cards ----------------------------------------------------------------------------


def _declarer_has_played(people: Players, _seat: Seat) -> bool:
    declarer = people.playing.declarer
    return _has_played(people, declarer) and bool(people.playing.hands[declarer])


def _fifth_card_by_declarer(people: Players, _seat: Seat) -> Behaviour:
    """Declarer puts another card while the trick is open; it was no lead, so it goes back (45E)."""
    declarer = people.playing.declarer
    card = people.following.choose(people.playing.hands[declarer])
    yield people.put(declarer, card, people.pace.lead)
    yield from people.rule("fifth_card_in_trick", declarer, "as_play")
    yield from people.put_back(declarer, card)


def _both_defenders_have_played(people: Players, _seat: Seat) -> bool:
    play = people.playing
    defenders = (play.declarer.lho, play.declarer.rho)
    hands = all(_has_played(people, d) and play.hands[d] for d in defenders)
    return hands and is_free(people, defenders[0])


def _fifth_card_by_defender(people: Players, _seat: Seat) -> Behaviour:
    """The same by a defender: his card becomes a major penalty card (45E1)."""
    play = people.playing
    offender = people.rng.choice((play.declarer.lho, play.declarer.rho))
    card = people.following.choose(play.hands[offender])
    yield people.put(offender, card, people.pace.lead)
    yield from people.plays_on(offender, play.number + 1)
    yield from people.rule("fifth_card_in_trick", offender, "as_play")
    people.penalise(offender, card, "fifth_card_in_trick")


def _one_defender_has_played(people: Players, seat: Seat) -> bool:
    play = people.playing
    return (
        is_defender(people, seat)
        and play.led is not None
        and _has_played(people, seat.partner)
        and bool(play.in_suit(seat, play.led))
        and bool(play.hands[seat.partner])
        and is_free(people, seat)
        # Once declarer has played from both hands nobody is told what to play (57C).
        and sum(1 for s, _ in play.on_table if not is_defender(people, s)) < 2
    )


def _premature_lead(people: Players, seat: Seat) -> Behaviour:
    """A defender leads to the next trick before his partner has played to this one (57A)."""
    play, offender = people.playing, seat.partner
    assert play.led is not None
    card = people.following.choose(play.hands[offender])
    yield people.put(offender, card, people.pace.lead)
    yield from people.plays_on(offender, play.number + 1)
    heard = yield from people.rule(PREMATURE_LEAD, offender, fitting_order(people, seat))
    people.penalise(offender, card, PREMATURE_LEAD)
    if heard.choice in ("highest", "lowest"):
        play.play_orders[seat] = PlayOrder(heard.choice, play.led)


# -- a card taken back, a revoke ---------------------------------------------------------------


def _defender_follows_suit(people: Players, seat: Seat) -> bool:
    play = people.playing
    follows = play.led is not None and bool(play.in_suit(seat, play.led))
    return follows and is_defender(people, seat) and len(play.on_table) < 3 and is_free(people, seat)


def _card_taken_back(people: Players, seat: Seat) -> Behaviour:
    """A defender takes back the card he has played; no reason of Law 47 applies, so it stays played."""
    card = natural_card(people, seat)
    yield people.put(seat, card)
    yield people.take_back(seat, card, people.pace.second_thought)
    heard = yield from people.rule("card_changed_or_retracted", seat, "cancel")
    if heard.choice == "cancel":
        yield Do(people.think(people.pace.obey), acts.PutCard(seat, card))
        yield from people.counts(seat, card)
    else:
        yield from people.card(seat, card)


def _could_revoke(people: Players, seat: Seat) -> bool:
    play = people.playing
    if play.led is None or seat is play.dummy or play.number > 11 or not people.rules.deal_known:
        return False
    return bool(play.in_suit(seat, play.led)) and wrong_suit(people, seat) is not None and is_free(people, seat)


def wrong_suit(people: Players, seat: Seat) -> Card | None:
    """A card of another suit, rather not a trump: the lowest of those."""
    play = people.playing
    others = [c for c in play.hands[seat] if c.suit is not play.led]
    plain = [c for c in others if c.suit is not play.contract.denomination.trump]
    return min(plain or others, key=lambda c: (c.rank, c.suit), default=None)


def _revokes(people: Players, seat: Seat) -> Behaviour:
    """Nobody notices until the play is over; then the director transfers what the edition says (Law 64)."""
    play, wrong = people.playing, wrong_suit(people, seat)
    assert play.led is not None and wrong is not None
    held = frozenset(play.in_suit(seat, play.led))
    revoke = Revoke(seat, play.number, play.led, held)
    yield people.put(seat, wrong)
    yield people.made(CERTAIN, seat)
    yield from people.counts(seat, wrong)
    people.revokes.append(revoke)


def _declarer_could_revoke_early(people: Players, seat: Seat) -> bool:
    play = people.playing
    return seat is play.declarer and len(play.on_table) < 3 and _could_revoke(people, seat)


def _defender_could_revoke_early(people: Players, seat: Seat) -> bool:
    return is_defender(people, seat) and len(people.playing.on_table) < 3 and _could_revoke(people, seat)


def _revoke_corrected(people: Players, seat: Seat) -> Behaviour:
    """He sees it himself in time and plays the right card (62A); a defender's wrong one is a penalty card (62B1)."""
    play, wrong = people.playing, wrong_suit(people, seat)
    assert wrong is not None
    right = natural_card(people, seat)
    yield people.put(seat, wrong)
    yield people.made(CERTAIN, seat)
    yield people.take_back(seat, wrong, people.pace.second_thought)
    yield people.put(seat, right, people.pace.no_choice)
    yield people.made(CORRECTED, seat)
    if is_defender(people, seat):
        yield Do(people.think(people.pace.obey), acts.PutCard(seat, wrong))
        people.penalise(seat, wrong, CORRECTED)
    yield from people.counts(seat, right)
    assert wrong in play.hands[seat]


# -- the result --------------------------------------------------------------------------------


def _has_a_result(people: Players, _seat: Seat) -> bool:
    return people.tricks is not None


def _wrong_result(people: Players, _seat: Seat) -> Behaviour:
    """North keys a trick too many or too few, and then the right number."""
    assert people.tricks is not None
    yield from key_in_tricks(people, people.tricks + (1 if people.tricks < 13 else -1))
    yield from people.rule("score_mismatch", None, "play_on")


PLAY_ERRORS: tuple[Error, ...] = (
    Error("play_before_partner", "card", declaring_side_led_to_a_defender, before_partner, (PLAY_OUT_OF_TURN,)),
    Error(
        "play_at_rho_turn", "card", _third_hand_of_declaring_side, _at_right_hand_opponents_turn, (PLAY_OUT_OF_TURN,)
    ),
    Error("fifth_card", "card", _declarer_has_played, _fifth_card_by_declarer, ("fifth_card_in_trick",)),
    Error(
        "fifth_card_by_defender",
        "card",
        _both_defenders_have_played,
        _fifth_card_by_defender,
        ("fifth_card_in_trick",),
    ),
    Error("premature_lead", "card", _one_defender_has_played, _premature_lead, (PREMATURE_LEAD,)),
    Error("card_taken_back", "card", _defender_follows_suit, _card_taken_back, ("card_changed_or_retracted",)),
    Error("revoke", "card", _could_revoke, _revokes, ("revoke_established", CERTAIN)),
    Error("revoke_corrected", "card", _declarer_could_revoke_early, _revoke_corrected, (CORRECTED, CERTAIN)),
    Error(
        "revoke_corrected_by_defender", "card", _defender_could_revoke_early, _revoke_corrected, (CORRECTED, CERTAIN)
    ),
    Error("wrong_result", "result", _has_a_result, _wrong_result, ("score_mismatch",)),
)
