"""Leads out of turn (Laws 53 to 56): raised, accepted or undone by the next card, and what a refusal leaves behind."""

from __future__ import annotations

from dataclasses import replace

from controller.laws.play_questions import LAST_TRICK
from controller.laws.view import Offence
from controller.model.cards import Card
from controller.model.seats import Seat
from controller.table import duties, holdings, lead_orders, penalty_cards, premature, turn
from controller.table.game import Game
from controller.table.play_state import Ahead, IrregularLead, Played

WRONG_HAND = "lead_out_of_turn_by_declarer_wrong_hand"
DEFENDER_ON_LEAD = "lead_out_of_turn_by_declaring_side_defender_on_lead"
BY_DEFENDER = "lead_out_of_turn_by_defender"
OPENING = "opening_lead_out_of_turn_face_up"
KINDS = (WRONG_HAND, DEFENDER_ON_LEAD, BY_DEFENDER, OPENING)


def lead(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A card is led by a hand that is not on lead."""
    proper = game.play.leader
    assert proper is not None
    by_defender = game.is_defender(seat)
    if by_defender and game.play.is_retracted and not game.is_defender(proper):
        _after_retraction(game, n, seat, card)
    elif by_defender:
        raise_lead(game, n, BY_DEFENDER, seat, card)
    else:
        raise_lead(game, n, DEFENDER_ON_LEAD if game.is_defender(proper) else WRONG_HAND, seat, card)


def _after_retraction(game: Game, n: str, seat: Seat, card: Card) -> None:
    """Law 60B: a defender plays to a lead that declarer has taken back, before he leads anew. Told once a card."""
    if premature.is_told(game, seat, card):
        return
    offence = Offence(seat, cards=(card,), turn=game.turn, facts={"is_after_retraction": True})
    law = game.edition.law("card_exposed_by_defender", game, offence)
    facts = {"cards": [card.text], "by_accident": False}
    game.raise_finding("card_exposed_by_defender", n, seat=seat, law=law, facts=facts)
    turn.show(game, n, seat, card)


def raise_lead(game: Game, n: str, kind: str, seat: Seat, card: Card) -> None:
    """The finding, the choice that is open, and what the card establishes all the same."""
    proper = game.play.leader
    assert proper is not None
    law = game.edition.law(kind, game, Offence(seat, cards=(card,), turn=proper))
    facts: dict[str, object] = {"card": card.text, "turn": proper.name, "trick": game.play.trick}
    if any(option.choice == lead_orders.REQUIRE for option in law.options):
        facts["suits"] = duties.choice_suits(game, proper, card.suit)
    found = game.raise_finding(kind, n, seat=seat, law=law, facts=facts)
    game.play.lead_waits = IrregularLead(n, found.id, kind, seat, card, proper)
    turn.show(game, n, seat, card)
    if not game.is_defender(seat):
        turn.defenders_card_stands(game, n)


def name_suits_again(game: Game) -> None:
    """Another card is the lead out of turn (58B), or there are other penalty cards: which suits may be ordered now."""
    waits = game.play.lead_waits
    if waits is not None:
        _name_suits(game, waits.id, waits.proper, waits.card)
    for finding_id in [i for i, kind in game.pending.items() if kind == turn.EARLY_LEAD]:
        leader = game.findings[finding_id].seat
        if leader is not None:
            _name_suits(game, finding_id, leader, waits.card if waits else None)


def _name_suits(game: Game, finding_id: str, leader: Seat, led: Card | None) -> None:
    facts = dict(game.findings[finding_id].facts)
    if led is not None and finding_id == getattr(game.play.lead_waits, "id", ""):
        facts["card"] = led.text
    if "suits" in facts:
        facts["suits"] = duties.choice_suits(game, leader, *([] if led is None else [led.suit]))
    game.change_finding(finding_id, facts=facts)


# -- a card while the choice is open ----------------------------------------------------------------------------


def card_while_it_waits(game: Game, n: str, waits: IrregularLead, seat: Seat, card: Card) -> None:
    """A card is put before anybody has ruled on a lead out of turn: does it accept, undo or only follow it?"""
    is_declaring = not game.is_defender(seat)
    if seat is waits.seat or game.has_played(seat):
        premature.second_card(game, n, seat, card)
    elif seat is waits.proper:
        _proper_hand(game, n, waits, seat, card)
    elif "accept" not in game.findings[waits.id].options:
        # At the thirteenth trick each hand has one card: it counts when its turn comes.
        premature.hold(game, n, seat, card, "")
    elif seat is waits.seat.lho:
        accept(game, n)
        turn.play_in_turn(game, n, seat, card)
    elif waits.kind == OPENING and is_declaring:
        # Law 54C: dummy's card has been seen, so declarer has to accept.
        accept(game, n)
        premature.out_of_turn(game, n, seat, card)
    elif not is_declaring and not game.is_defender(waits.seat):
        # Law 53B (2017: 53C): the defender who is not next plays to declarer's lead: it stands, and 57 applies.
        accept(game, n)
        premature.out_of_turn(game, n, seat, card)
    else:
        premature.out_of_turn(game, n, seat, card)


def _proper_hand(game: Game, n: str, waits: IrregularLead, seat: Seat, card: Card) -> None:
    """The hand that was on lead puts a card of its own."""
    by_defender, is_defender = game.is_defender(waits.seat), game.is_defender(seat)
    if game.play.trick == LAST_TRICK and "accept" not in game.findings[waits.id].options:
        game.play.ahead.append(Ahead(waits.n, waits.seat, waits.card, waits.id, LAST_TRICK))
        _undone(game, n, waits)
        turn.play_in_turn(game, n, seat, card)
    elif by_defender and is_defender:
        _right_leader_too(game, n, waits, seat, card)
    elif by_defender and waits.seat.lho is seat:
        # The director finds whether it was a lead or a play to the other one (53A, 53B; 1987 53C).
        game.play.lead_waits = replace(waits, answer=Played(n, seat, card))
        turn.show(game, n, seat, card)
    elif is_defender or by_defender:
        # 2017 Law 53B, 1987 53C: the right lead stands, the other cards go back without more.
        game.play.ahead = [a for a in game.play.ahead if a.trick != game.play.trick]
        _undone(game, n, waits)
        turn.play_in_turn(game, n, seat, card)
    else:
        # Declarer puts himself right: until a defender has spoken the first card is still the lead.
        premature.out_of_turn(game, n, seat, card)


def _right_leader_too(game: Game, n: str, waits: IrregularLead, seat: Seat, card: Card) -> None:
    """The right leader faces his own card while the choice over his partner's lead is open (Laws 49, 50)."""
    found_id = ""
    if not duties.is_last_card(game, seat):
        facts = {"card": card.text, "suits": duties.choice_suits(game, seat, waits.card.suit)}
        found_id = game.raise_finding("lead_before_option_declared", n, seat=seat, facts=facts).id
    game.play.lead_waits = replace(waits, answer=Played(n, seat, card), answer_id=found_id)
    turn.show(game, n, seat, card)


def _undone(game: Game, n: str, waits: IrregularLead) -> None:
    """The lead out of turn is off the table; the hand that was on lead has led."""
    game.close(waits.id, "action", n)
    game.play.lead_waits = None
    game.turn = waits.proper


def accept(game: Game, n: str, *, choice: str | None = None) -> None:
    """The lead out of turn stands, by a ruling or by a card: its hand has led, the next plays to it."""
    play = game.play
    waits, play.lead_waits = play.lead_waits, None
    if waits is None:
        return
    how = "ruling" if choice else "action"
    game.close(waits.id, how, n, choice)
    if play.on_table:
        # The right hand's lead has been put back on the table meanwhile, by another ruling.
        play.ahead.append(Ahead(waits.n, waits.seat, waits.card, waits.id, play.trick))
        return
    turn.play_in_turn(game, waits.n, waits.seat, waits.card, is_judged=False, was_ahead=True)
    if waits.answer is not None:
        if waits.answer_id:
            game.close(waits.answer_id, how, n, choice)
        play.ahead.append(
            Ahead(waits.answer.n, waits.answer.seat, waits.answer.card, waits.answer_id or waits.id, play.trick)
        )


# -- refused ----------------------------------------------------------------------------------------------------


def give_up(game: Game, n: str, choice: str, *, is_penalised: bool) -> IrregularLead | None:
    """The lead out of turn is not accepted: back to the hand on lead; a defender's card may become a penalty card."""
    play = game.play
    waits, play.lead_waits = play.lead_waits, None
    if waits is None:
        return None
    game.close(waits.id, "ruling", n, choice)
    # A face-down lead by the right hand goes back too (2017 Law 54), or is simply turned up.
    play.down.clear()
    play.lifted.clear()
    if waits.answer_id:
        game.close(waits.answer_id, "ruling", n, choice)
    if is_penalised:
        penalty_cards.make(game, waits.seat, waits.card, penalty_cards.MAJOR, waits.id)
    drop_what_followed(game, waits.proper, waits.id, is_penalised=is_penalised)
    return waits


def drop_what_followed(game: Game, leader: Seat, made_by: str, *, is_penalised: bool) -> None:
    """Cards put to a lead that is off the table go back; a defender's to his partner's lead has been shown (49)."""
    kept = []
    for put in game.play.ahead:
        if put.trick != game.play.trick or put.seat is leader:
            kept.append(put)
        elif is_penalised:
            penalty_cards.make(game, put.seat, put.card, penalty_cards.MAJOR, put.id or made_by)
    game.play.ahead = kept


def let_answer_lead(game: Game, waits: IrregularLead) -> None:
    """The right hand has put a card of its own meanwhile: it is the lead if it obeys the order, else it was shown."""
    if waits.answer is None:
        return
    n, seat, card = waits.answer
    if card.suit not in lead_orders.ordered_suits(game, seat) and holdings.is_closed(game, seat):
        game.play.hangs_on_unseen = True
    if card.suit in lead_orders.open_suits(game, seat):
        turn.play_in_turn(game, n, seat, card)
    else:
        penalty_cards.make(game, seat, card, penalty_cards.MAJOR, waits.answer_id or waits.id)
