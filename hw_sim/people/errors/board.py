"""What goes wrong with the board itself: hands in wrong pockets, claims in dispute, wrong results (6, 7, 15, 70)."""

from __future__ import annotations

from controller.model import events as ev
from controller.model.cards import PACK, Card
from controller.model.events import Ruling
from controller.model.seats import SEATS, Seat
from hw_sim import acts
from hw_sim.decks import deck_of
from hw_sim.people.course import bring_board, key_in
from hw_sim.people.errors.base import Error
from hw_sim.people.players import Behaviour, Players
from hw_sim.people.steps import Do

NOT_IN_HAND, DEAL, MISDEALT = "card_not_in_that_hand", "deal_mismatch", "misdealt_board"
WRONG_BOARD, PLAYED, FOREIGN = "wrong_board", "board_already_played", "foreign_card"
DISPUTED, DISPLAY, NOT_RESTORED, EARLY = (
    "claim_disputed",
    "contract_display_mismatch",
    "hand_not_restored",
    "board_ended_early",
)


def _always(_people: Players, _seat: Seat) -> bool:
    return True


# -- hands in the wrong pockets ----------------------------------------------------------------


def _cards_of_one_trick(people: Players) -> list[tuple[tuple[Seat, Card], tuple[Seat, Card]]]:
    """For each trick but the first: a card of each defender, where both are of one suit."""
    contract, cards = people.record.contract, {played.card: played.seat for played in people.record.cards}
    if contract is None or not people.record.is_played_out or not people.rules.deal_known:
        return []
    order, found = list(cards), []
    for start in range(4, len(order), 4):
        mine, his = (card for card in order[start : start + 4] if cards[card].side is not contract.declarer.side)
        if mine.suit is his.suit:
            found.append(((cards[mine], mine), (cards[his], his)))
    return found


def _may_be_mixed(people: Players, _seat: Seat) -> bool:
    return bool(_cards_of_one_trick(people))


def _two_cards_exchanged(people: Players, _seat: Seat) -> Behaviour:
    """A card of each defender came out of the other's pocket: told when it is played, and played as it is."""
    (one, mine), (other, his) = people.rng.choice(_cards_of_one_trick(people))
    _exchange(people, one, mine, other, his)
    people.misplaced |= {mine, his}
    yield bring_board(people)


def _exchange(people: Players, one: Seat, mine: Card, other: Seat, his: Card) -> None:
    hands = {seat: set(cards) for seat, cards in people.hands.items()}
    hands[one] = hands[one] - {mine} | {his}
    hands[other] = hands[other] - {his} | {mine}
    people.hands = {seat: frozenset(cards) for seat, cards in hands.items()}


def _another_deal(people: Players, _seat: Seat) -> Behaviour:
    """Two cards lie in each other's pockets, as the scan before the first call shows; the board is played so."""
    one, other = people.rng.sample(SEATS, 2)
    mine, his = (people.rng.choice(sorted(people.hands[seat])) for seat in (one, other))
    _exchange(people, one, mine, other, his)
    yield bring_board(people)
    for _ in range(2):
        yield people.made(DEAL, None)
    for number in ("", "#2"):
        yield from people.ask(DEAL, None, Ruling(on=f"{DEAL}{number}", choice="play_on", src="director"))


def _fourteen_and_twelve(people: Players, _seat: Seat) -> Behaviour:
    """A card has slipped into another pocket: misdealt, cancelled, and left as it was found (6D, 13)."""
    one, other = people.rng.sample(SEATS, 2)
    card = people.rng.choice(sorted(people.hands[one]))
    people.hands = {
        **people.hands,
        one: frozenset(people.hands[one]) - {card},
        other: frozenset(people.hands[other]) | {card},
    }
    people.is_abandoned = people.is_cancelled = True
    people.unrestored = (one, other)
    yield bring_board(people)
    for _ in range(2):
        yield people.made(MISDEALT, None)
    yield from people.ask(MISDEALT, None, Ruling(on=MISDEALT, choice="cancel_board", src="director"))


def _not_due(people: Players, _seat: Seat) -> Behaviour:
    """A board of another round lies there; the director has it played (15)."""
    yield bring_board(people, {"boards": [people.number % 36 + 1, people.number % 36 + 2]})
    yield from people.rule(WRONG_BOARD, None, "play_on")


def _played_before(people: Players, _seat: Seat) -> Behaviour:
    """The board has been at this table before; the director has it played once more, for the sake of the story."""
    yield bring_board(people, {"boards": [people.number], "played": [people.number]})
    yield from people.rule(PLAYED, None, "play_on")


def _may_take_a_stray(people: Players, seat: Seat) -> bool:
    play = people.playing
    is_open = play.led is not None and seat is not play.dummy and not any(play.penalty.values())
    return is_open and not people.revokes


def _card_of_another_pack(people: Players, seat: Seat) -> Behaviour:
    """A card of the next board's pack was among his: it goes back (13), and he plays one of his own."""
    other = people.number % 36 + 1
    stray = people.rng.choice(PACK)
    told = ev.CardPlayed(seat=seat, card=stray, pack=deck_of(other).id)
    yield Do(people.think(people.pace.card), acts.PutStrayCard(seat, stray, other), (told,))
    yield from people.rule(FOREIGN, seat, "put_back")
    yield Do(people.think(people.pace.obey), acts.PutStrayCard(seat, stray, other, is_taken_back=True))
    yield from people.card(seat, people.following.choose(people.playing.lawful(seat)), people.pace.resume)


def _into_each_others_pockets(people: Players, _seat: Seat) -> Behaviour:
    """Two hands go back into the wrong pockets (7C)."""
    one, other = sorted(people.rng.sample(SEATS, 2), key=SEATS.index)
    people.exchanged = people.unrestored = (one, other)
    yield Do(0.0, None)


# -- claims, results, a board carried away -----------------------------------------------------


def _may_claim(people: Players, seat: Seat) -> bool:
    play = people.playing
    return not play.on_table and 5 <= play.number <= 12 and seat.side is play.declarer.side and not people.revokes


def _claim_in_dispute(people: Players, _seat: Seat) -> Behaviour:
    """Declarer claims all the rest, a defender disputes it, and the director awards him all but one (70)."""
    play = people.playing
    declarer, rest = play.declarer, 14 - play.number
    claim = ev.ClaimMade(seat=declarer, tricks=rest)
    yield Do(people.think(people.pace.lead), acts.PressKey(declarer, "claim", str(rest)), (claim,))
    yield people.made(DISPUTED, declarer)
    disputes = ev.ClaimAnswered(seat=declarer.lho, agree=False)
    yield Do(people.think(people.pace.key), acts.PressKey(declarer.lho, "dispute"), (disputes,))
    awarded = Ruling(on=people.on(DISPUTED), choice="award_claim", tricks=rest - 1, to=declarer.side, src="director")
    heard = yield from people.ask(DISPUTED, declarer, awarded)
    if heard.choice == "award_claim" and heard.to is not None:
        given = heard.tricks or 0
        people.awarded = given if heard.to is declarer.side else rest - given
    elif heard.choice != "play_on":
        people.awarded = rest


def _keys_another_contract(people: Players, _leader: Seat) -> Behaviour:
    """North keys in another board's result before the lead; at the end the right one is keyed."""
    contract = people.auction.contract()
    assert contract is not None
    wrong = "1NT" if str(contract) != "1NT" else "2NT"
    declarer = contract.declarer
    entered = ev.ResultEntered(contract=wrong, declarer=declarer, tricks=7)
    yield from key_in(people, f"{wrong} {declarer.value} 7", entered)
    yield people.made(DISPLAY, None)
    yield Do(people.think(people.pace.second_thought), None)


def _in_the_middle(people: Players, _seat: Seat) -> bool:
    play = people.playing
    return not play.on_table and 3 <= play.number <= 11 and not people.revokes


def _board_carried_away(people: Players, _seat: Seat) -> Behaviour:
    """The round is called, and the hands go back before the play is over."""
    people.is_abandoned = True
    yield Do(people.think(people.pace.second_thought), None)


BOARD_ERRORS: tuple[Error, ...] = (
    Error("two_cards_exchanged", "board", _may_be_mixed, _two_cards_exchanged, (NOT_IN_HAND,), is_unsure=True),
    Error("another_deal", "board", _always, _another_deal, (DEAL,), needs_pockets=True),
    Error("fourteen_and_twelve", "board", _always, _fourteen_and_twelve, (MISDEALT, NOT_RESTORED), needs_pockets=True),
    Error(WRONG_BOARD, "board", _always, _not_due, (WRONG_BOARD,)),
    Error(PLAYED, "board", _always, _played_before, (PLAYED,)),
    Error("card_of_another_pack", "card", _may_take_a_stray, _card_of_another_pack, (FOREIGN,)),
    Error("claim_in_dispute", "card", _may_claim, _claim_in_dispute, (DISPUTED,)),
    Error("another_contract_keyed", "after_auction", _always, _keys_another_contract, (DISPLAY,)),
    Error("hands_exchanged", "result", _always, _into_each_others_pockets, (NOT_RESTORED,), needs_pockets=True),
    Error("board_carried_away", "card", _in_the_middle, _board_carried_away, (EARLY,)),
)
