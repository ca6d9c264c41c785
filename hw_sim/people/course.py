"""The course of a board as people play it: hands out, auction, lead, dummy, cards, claim, result, hands back."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from controller.model import events as ev
from controller.model.cards import Card
from controller.model.events import Ruling, TableEvent
from controller.model.seats import SEATS, Seat
from hw_sim import acts
from hw_sim.people.play import Play
from hw_sim.people.players import Behaviour, Players
from hw_sim.people.revoke_tricks import tricks_due
from hw_sim.people.steps import Do, Step


def whole_board(people: Players) -> Behaviour:
    """Everything that the people of a table do with one board."""
    yield from _take_board(people)
    if not people.is_abandoned:
        yield from _auction(people)
        if people.auction.contract() is None:
            yield from key_in(people, "P", ev.ResultEntered(contract="P"))
        else:
            yield from _play(people)
    yield Do(people.think(people.pace.key), acts.PutHandsBack(people.exchanged), _scans_at_the_end(people))
    for seat in people.unrestored:
        yield people.made("hand_not_restored", seat)
    is_early = people.is_abandoned and not people.is_cancelled
    yield Do(2.0, acts.RemoveBoard(), (ev.BoardLeft(),))
    if is_early:
        yield people.made("board_ended_early", None)


def key_in(people: Players, slip: str, entered: TableEvent) -> Behaviour:
    """North keys a result into the unit."""
    yield Do(people.think(people.pace.key), acts.PressKey(Seat.N, "result", slip), (entered,))


def key_in_tricks(people: Players, tricks: int) -> Behaviour:
    """The contract with that many tricks for declarer is keyed in."""
    contract, declarer = str(people.playing.contract), people.playing.declarer
    entered = ev.ResultEntered(contract=contract, declarer=declarer, tricks=tricks)
    yield from key_in(people, f"{contract} {declarer.value} {tricks}", entered)


def bring_board(people: Players, schedule: Mapping[str, Any] | None = None) -> Do:
    """The board is laid on the table, its hands in the pockets, and whoever can scans them."""
    record = people.record
    deal = record.deal if people.rules.deal_known else None
    taken = ev.BoardTaken(
        board=people.number, dealer=record.dealer, vul=record.vulnerability, deal=deal, schedule=schedule
    )
    held = {seat: tuple(sorted(people.hands[seat])) for seat in SEATS}
    return Do(0.0, acts.BringBoard(people.number, held), (taken, *_pocket_scans(people, people.hands)))


def _take_board(people: Players) -> Behaviour:
    error = people.moment("board", Seat.N)
    if error is None:
        yield bring_board(people)
    else:
        yield from error(people, Seat.N)
    yield Do(2.0, acts.TakeHands())
    yield Do(people.think(people.pace.sort), None)


def _scans_at_the_end(people: Players) -> tuple[TableEvent, ...]:
    """The pockets once the hands are back, two of them perhaps exchanged."""
    hands = dict(people.hands)
    if people.exchanged is not None:
        one, other = people.exchanged
        hands[one], hands[other] = hands[other], hands[one]
    return _pocket_scans(people, hands)


def _pocket_scans(people: Players, hands: Mapping[Seat, Iterable[Card]]) -> tuple[TableEvent, ...]:
    if not people.rules.pockets:
        return ()
    return tuple(ev.PocketScanned(seat=seat, cards=tuple(sorted(hands[seat]))) for seat in SEATS)


def _auction(people: Players) -> Behaviour:
    auction = people.auction
    while not auction.is_over:
        seat = auction.turn
        error = people.moment("call", seat)
        if error is None:
            yield from people.call(seat, people.following.wanted_call(seat, auction))
        else:
            yield from error(people, seat)


def _play(people: Players) -> Behaviour:
    contract = people.auction.contract()
    assert contract is not None
    play = people.play = Play.begin(contract, people.hands)
    error = people.moment("after_auction", play.leader)
    if error is not None:
        yield from error(people, play.leader)
    while not play.on_table:
        yield from _opening_lead(people, play)
    if people.is_abandoned:
        return
    if play.dummy not in people.faced and len(play.hands[play.dummy]) == 13:
        yield from people.spread(play.dummy)
    yield Do(1.0, acts.ClearBoxes())
    claimed = False
    while not play.is_over and not claimed and people.awarded is None and not people.is_abandoned:
        claimed = yield from _next_card(people, play)
    if people.is_abandoned:
        return
    transferred = yield from _rectify_revokes(people, play)
    won = play.won_by(play.declarer.side) + (people.awarded or 0)
    yield from _result(people, (people.record.tricks or 0) if claimed else won + transferred)


def _opening_lead(people: Players, play: Play) -> Behaviour:
    leader = play.leader
    error = people.moment("lead", leader)
    if error is not None:
        yield from error(people, leader)
        return
    card = people.following.choose(play.lawful(leader))
    yield people.lay_lead(leader, card)
    people.lead_is_down = people.rules.leads_face_down
    play.add(leader, card)


def _next_card(people: Players, play: Play) -> Generator[Step, Ruling | None, bool]:
    """One natural card; True if declarer claims instead."""
    if not play.on_table:
        yield from _choice_before_lead(people, play)
    if _claims(people, play):
        yield from _claim(people, play)
        return True
    seat = play.turn
    error = people.moment("card", seat)
    if error is None:
        yield from people.card(seat, people.following.choose(play.lawful(seat)))
    else:
        yield from error(people, seat)
    return False


def _claims(people: Players, play: Play) -> bool:
    """The record ends here with a claim, and the play has kept to it so far."""
    record = people.record
    cards = [card for trick in play.tricks for _, card in trick.cards] + [card for _, card in play.on_table]
    if record.tricks is None or record.contract is None or people.revokes or tuple(cards) != people.following.cards:
        return False
    more = record.tricks - play.won_by(play.declarer.side)
    return play.declarer is record.contract.declarer and 0 <= more <= 13 - len(play.tricks)


def _claim(people: Players, play: Play) -> Behaviour:
    declarer = play.declarer
    more = (people.record.tricks or 0) - play.won_by(declarer.side)
    claim = ev.ClaimMade(seat=declarer, tricks=more)
    yield Do(people.think(people.pace.lead), acts.PressKey(declarer, "claim", str(more)), (claim,))
    for defender in (declarer.lho, declarer.rho):
        agreed = ev.ClaimAnswered(seat=defender, agree=True)
        yield Do(people.think(people.pace.key), acts.PressKey(defender, "agree"), (agreed,))


def _choice_before_lead(people: Players, play: Play) -> Behaviour:
    """Law 50D2 (1987: 50E2): while partner's major penalty card lies, a defender leads when declarer has chosen."""
    leader, owner = play.turn, play.turn.partner
    lying = {card: kind for card, kind in play.penalty.get(owner, {}).items() if card not in play.minor}
    if leader.side is play.declarer.side or not lying:
        return
    card, kind = next(iter(lying.items()))
    natural = people.following.choose(play.lawful(leader)).suit
    order = "require" if natural is card.suit else "forbid"
    expected = Ruling(on=people.on(kind), choice=order, suits=(card.suit,), seat=leader, src="director")
    heard = yield from people.ask(kind, owner, expected)
    if heard.choice in ("require", "forbid"):
        yield from people.order_lead(leader, heard)


def _rectify_revokes(people: Players, play: Play) -> Generator[Step, Ruling | None, int]:
    """The director transfers what the revokes cost before a result is keyed in; tricks gained by declarer."""
    gained = 0
    kind = "revoke_established"
    for number, revoke in enumerate((r for r in people.revokes if r.is_established), start=1):
        on = kind if number == 1 else f"{kind}#{number}"
        tricks, other = tricks_due(play, revoke, people.rules.laws), revoke.seat.side.other
        expected = Ruling(on=on, choice="transfer", tricks=tricks, to=other, src="director")
        heard = yield from people.ask(kind, revoke.seat, expected)
        if heard.choice == "transfer" and heard.to is not None:
            gained += (heard.tricks or 0) if heard.to is play.declarer.side else -(heard.tricks or 0)
    return gained


def _result(people: Players, tricks: int) -> Behaviour:
    people.tricks = tricks
    error = people.moment("result", Seat.N)
    if error is not None:
        yield from error(people, Seat.N)
    yield from key_in_tricks(people, tricks)
