"""What players do with cards in a story: lawful acts mostly, and every way to err that a table can see.

Each act is a function of a teller (`stories.Teller`) that gives an event, several, or None where it makes no sense now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.model.cards import PACK, Card
from controller.model.events import (
    BoardLeft,
    CardFaced,
    CardPlayed,
    CardReturned,
    CardsExposed,
    ClaimAnswered,
    ClaimMade,
    DirectorCalled,
    HandFaced,
    HandScanned,
    PocketScanned,
    ResultEntered,
    TableEvent,
    TrickQuitted,
)
from controller.model.seats import SEATS, Seat

if TYPE_CHECKING:
    from support.stories import Teller

# -- cards ------------------------------------------------------------------------------------------------------


def any_seat(it: Teller, likely: Seat | None) -> Seat:
    return likely if likely is not None and it.dice.random() > it.errs else it.dice.choice(SEATS)


def held(it: Teller, seat: Seat) -> list[Card]:
    """The cards that a hand really has."""
    played = it.game.play.played[seat]
    return sorted(c for c in it.hands[seat] if c not in played)


def some_card(it: Teller, seat: Seat) -> Card | None:
    """One that follows suit and obeys what lies there, mostly."""
    mine = held(it, seat)
    if not mine:
        return None
    play = it.game.play
    follows = [c for c in mine if play.on_table and c.suit is play.on_table[0].card.suit]
    due = [p.card for p in play.penalty if p.seat is seat and p.card in (follows or mine)]
    if due and it.dice.random() < 0.6:
        return it.dice.choice(due)
    return it.dice.choice(follows if follows and it.dice.random() > it.errs else mine)


def card_in_turn(it: Teller) -> TableEvent | None:
    game = it.game
    if game.phase not in ("clarification", "play"):
        return None
    seat = any_seat(it, game.turn)
    down = game.play.down.get(seat)
    card = some_card(it, seat) if down is None else down.card
    if card is None:
        return None
    lead = down is None and game.phase == "clarification" and it.dice.random() < 0.5
    return CardPlayed(seat=seat, card=card, face="down" if lead else None)


def card_of_next_hand(it: Teller) -> TableEvent | None:
    """The hand after a lead out of turn, or after the last card, plays."""
    waits = it.game.play.lead_waits
    if waits is None:
        return None
    seat = it.dice.choice([waits.seat.lho, waits.proper, waits.seat.rho, waits.seat.partner])
    follows = [c for c in held(it, seat) if c.suit is waits.card.suit]
    card = it.dice.choice(follows) if follows else some_card(it, seat)
    return card and CardPlayed(seat=seat, card=card)


def card_out_of_turn(it: Teller) -> TableEvent | None:
    seat = it.dice.choice(SEATS)
    card = some_card(it, seat)
    return card and CardPlayed(seat=seat, card=card)


def two_at_once(it: Teller) -> list[TableEvent] | None:
    """Two cards at one moment: of one hand, or of two."""
    turn = it.game.turn
    if turn is None or it.game.phase != "play":
        return None
    other = turn if it.dice.random() < 0.5 else it.dice.choice(SEATS)
    first, second = some_card(it, turn), some_card(it, other)
    if first is None or second is None or (other is turn and first is second):
        return None
    it.now += 7.0
    pair: list[TableEvent] = [
        CardPlayed(seat=turn, card=first, t=it.now),
        CardPlayed(seat=other, card=second, t=it.now),
    ]
    return pair if it.dice.random() < 0.5 else pair[::-1]


def around_a_penalty_card(it: Teller) -> TableEvent | None:
    """The owner of a penalty card plays another card when it is his turn, of its suit if he can."""
    play, turn = it.game.play, it.game.turn
    lying = [p.card for p in play.penalty if p.seat is turn]
    if turn is None or not lying:
        return None
    others = [c for c in held(it, turn) if c not in lying]
    same = [c for c in others if c.suit is lying[0].suit] or others
    return CardPlayed(seat=turn, card=it.dice.choice(same)) if same else None


def second_card(it: Teller) -> TableEvent | None:
    """A hand that has played to the trick puts another card."""
    table = it.game.play.on_table
    if not table:
        return None
    seat = it.dice.choice(table).seat
    card = some_card(it, seat)
    return card and CardPlayed(seat=seat, card=card)


def revoke(it: Teller) -> TableEvent | None:
    """The hand in turn fails to follow suit."""
    play, turn = it.game.play, it.game.turn
    if turn is None or not play.on_table:
        return None
    others = [c for c in held(it, turn) if c.suit is not play.on_table[0].card.suit]
    return CardPlayed(seat=turn, card=it.dice.choice(others)) if others else None


def revoke_put_right(it: Teller) -> list[TableEvent] | None:
    """A player takes back a card that did not follow suit and follows."""
    table = it.game.play.on_table
    odd = [put for put in table if put.card.suit is not table[0].card.suit]
    if not odd:
        return None
    put = it.dice.choice(odd)
    follows = [c for c in held(it, put.seat) if c.suit is table[0].card.suit]
    if not follows:
        return None
    back: list[TableEvent] = [CardReturned(seat=put.seat, card=put.card)]
    return [*back, CardPlayed(seat=put.seat, card=it.dice.choice(follows))]


def trick_closed_too_soon(it: Teller) -> TableEvent | None:
    """A trick of three cards is turned over, and perhaps a fourth card never comes."""
    table = it.game.play.on_table
    return TrickQuitted(seat=table[0].seat, won=True) if len(table) == 3 else None


def shows_after_irregular_lead(it: Teller) -> TableEvent | None:
    """Presumed declarer or dummy shows cards while the choice over an opening lead is open (Law 54)."""
    game, dice = it.game, it.dice
    if game.play.lead_waits is None or game.declarer is None or game.play.done:
        return None
    seat = dice.choice([game.declarer, game.declarer, game.declarer.partner])
    if dice.random() < 0.5:
        return HandFaced(seat=seat, cards=tuple(held(it, seat)))
    return CardsExposed(seat=seat, cards=(dice.choice(held(it, seat)),))


def card_faced(it: Teller) -> TableEvent | None:
    down = it.game.play.down
    if not down:
        return None
    seat = it.dice.choice(sorted(down, key=lambda s: s.index))
    return CardFaced(seat=seat, card=down[seat].card)


def face_down(it: Teller) -> TableEvent | None:
    seat = any_seat(it, it.game.play.leader)
    card = some_card(it, seat)
    return card and CardPlayed(seat=seat, card=card, face="down")


def card_returned(it: Teller) -> TableEvent | None:
    play = it.game.play
    lying = [(p.seat, p.card) for p in (*play.on_table, *play.down.values())]
    lying += [(p.seat, p.card) for p in play.penalty]
    if play.done and not play.on_table:
        lying += list(play.done[-1].cards)
    if not lying:
        return None
    seat, card = it.dice.choice(lying)
    return CardReturned(seat=seat, card=card)


def exposed(it: Teller) -> TableEvent | None:
    seat = any_seat(it, it.game.play.leader)
    mine = held(it, seat)
    if not mine:
        return None
    several = it.dice.sample(mine, min(len(mine), it.dice.choice([1, 1, 1, 2])))
    seen, by_accident = it.dice.choice([True, True, None, False]), it.dice.choice([True, True, False, None])
    return CardsExposed(seat=seat, cards=tuple(several), seen_by_partner=seen, accidental=by_accident)


def dummy_spread(it: Teller) -> TableEvent | None:
    dummy = it.game.dummy
    if dummy is None:
        return None
    cards = held(it, dummy)
    short = it.dice.random() < it.errs / 3
    return HandFaced(seat=dummy, cards=tuple(cards[1:] if short else cards))


def hand_spread(it: Teller) -> TableEvent | None:
    seat = any_seat(it, it.game.declarer)
    return HandFaced(seat=seat, cards=tuple(held(it, seat)))


def played_again(it: Teller) -> TableEvent | None:
    seat = any_seat(it, it.game.turn)
    played = sorted(it.game.play.played[seat])
    return CardPlayed(seat=seat, card=it.dice.choice(played)) if played else None


def anothers_card(it: Teller) -> TableEvent | None:
    """A card of another hand, or of another pack."""
    seat = any_seat(it, it.game.turn)
    if it.dice.random() < 0.4:
        return CardPlayed(seat=seat, card=it.dice.choice(PACK), pack="red")
    return CardPlayed(seat=seat, card=it.dice.choice(sorted(it.hands[it.dice.choice(SEATS)])))


def quitted(it: Teller) -> TableEvent | None:
    """A card of the last trick is turned, the right way mostly."""
    done = it.game.play.done
    seat = it.dice.choice(SEATS)
    won = bool(done) and done[-1].winner.side is seat.side
    return TrickQuitted(seat=seat, won=won is not (it.dice.random() < it.errs))


def claim(it: Teller) -> TableEvent | None:
    left = 13 - len(it.game.play.done)
    return ClaimMade(seat=any_seat(it, it.game.declarer), tricks=it.dice.randint(0, left))


def claim_answered(it: Teller) -> TableEvent | None:
    claimed = it.game.score.claim
    if claimed is None:
        return None
    seat = it.dice.choice([claimed.seat.lho, claimed.seat.rho])
    return ClaimAnswered(seat=seat, agree=it.dice.random() > it.errs)


# -- boards, hands, results -------------------------------------------------------------------------------------


def pocket(it: Teller) -> TableEvent | None:
    seat = it.dice.choice(SEATS)
    return PocketScanned(seat=seat, cards=_as_read(it, sorted(it.hands[seat]), seat))


def hand_scanned(it: Teller) -> TableEvent | None:
    seat = it.dice.choice(SEATS)
    cards = held(it, seat)
    if it.dice.random() < 0.3:
        return HandScanned(seat=seat, count=len(cards) + (it.dice.random() < it.errs))
    return HandScanned(seat=seat, cards=_as_read(it, cards, seat))


def _as_read(it: Teller, cards: list[Card], seat: Seat) -> tuple[Card, ...]:
    """Rightly mostly; else a card short, one too many, one twice, one exchanged, or another's hand."""
    if it.dice.random() > it.errs:
        return tuple(cards)
    other = sorted(it.hands[it.dice.choice([s for s in SEATS if s is not seat])])
    changed = [other, cards[1:], [*cards, other[0]], [*cards[1:], other[0]], [*cards[1:], *cards[-1:]], it.earlier]
    return tuple(it.dice.choice(changed))


def turned_hands(it: Teller) -> list[TableEvent]:
    """All four hands were taken from the board the same number of places round."""
    places = it.dice.choice([1, 2, 3])
    scans = [HandScanned(seat=s, cards=tuple(sorted(it.hands[SEATS[(s.index + places) % 4]]))) for s in SEATS]
    it.hands = {scan.seat: frozenset(scan.cards or ()) for scan in scans}
    return list(scans)


def result_keyed(it: Teller) -> TableEvent | None:
    game, dice = it.game, it.dice
    if game.contract is None:
        return None
    known = (game.play.result or {}).get("tricks")
    tricks = known if known is not None and dice.random() > it.errs else dice.randint(0, 13)
    contract = game.contract if dice.random() > it.errs else dice.choice(["3NT", "2C", "P"])
    return ResultEntered(contract=contract, declarer=game.declarer, tricks=None if contract == "P" else tricks)


def board_left(it: Teller) -> TableEvent:
    return BoardLeft()


def director_called(it: Teller) -> TableEvent:
    return DirectorCalled(seat=it.dice.choice(SEATS))
