"""Which tricks an established revoke gives away (Law 64), and the board's result with them (Law 77)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.laws.score import score_ns
from controller.model.board import HAND_SIZE, Contract
from controller.model.calls import Bid, call
from controller.model.seats import Seat, Side
from controller.table import holdings, play_orders
from controller.table.game import Game
from controller.table.play_state import Trick
from controller.table.watch_state import Defect, Revoke


class Due(NamedTuple):
    """Tricks due for a revoke as the play stands, why, and what would change it (empty: nothing any more)."""

    tricks: int
    why: str
    open_on: str = ""


def facts(game: Game, revoke: Revoke) -> dict[str, Any]:
    """What a summons about an established revoke says: the trick, the cards, and the transfer once it is known."""
    due = due_for(game, revoke)
    found: dict[str, Any] = {"trick": revoke.trick, "suit": revoke.suit.name, "card": revoke.card.text}
    if due.open_on:
        return {**found, "transfer": None, "transfer_if": due.open_on}
    to = revoke.seat.side.other
    return {**found, "transfer": {"to": to.name, "tricks": due.tricks, "why": due.why}}


def facts_of_defect(game: Game, defect: Defect) -> dict[str, Any]:
    """The same about a defective trick (67B): known once the missing card has been put among those played."""
    found: dict[str, Any] = {"trick": defect.trick, "suit": defect.suit.name}
    due = due_for_defect(game, defect)
    if due.open_on:
        return {**found, "transfer": None, "transfer_if": due.open_on}
    return {**found, "transfer": {"to": defect.seat.side.other.name, "tricks": due.tricks, "why": due.why}}


def due_for_defect(game: Game, defect: Defect) -> Due:
    """Law 67B1: one trick by 64A2, for the hand is deemed to have revoked; 1987, not if it can supply the suit."""
    if defect.seat is game.dummy:
        return Due(0, "faced_hand")
    if defect.supplied is None:
        return Due(0, "", "play_not_over")
    is_always = game.edition.settles["defective_trick_is_always_a_revoke"]
    if not is_always and defect.supplied.suit is defect.suit:
        return Due(0, "card_of_the_suit_supplied")
    won, is_over = _won_since(game, defect.seat.side, defect.trick)
    if won:
        return Due(1, "side_won_a_trick")
    return Due(0, "side_won_none", "" if is_over else "side_wins_later_trick")


def _won_since(game: Game, side: Side, trick: int) -> tuple[int, bool]:
    """Tricks of a side from that one on, claimed ones with them; and whether the play is over."""
    won = sum(1 for t in game.play.done if t.number >= trick and t.winner.side is side)
    is_over = game.score.tricks is not None
    return won + (game.score.claimed.get(side, 0) if is_over else 0), is_over


def due_for(game: Game, revoke: Revoke) -> Due:
    """Law 64A and B for one revoke; no trick goes over twice, so what earlier revokes of its side take is gone."""
    due = _alone(game, revoke)
    left = _left_for(game, revoke) if due.tricks else 0
    if due.tricks <= left or not due.tricks:
        return due
    is_over = game.score.tricks is not None
    return Due(left, due.why if left else "tricks_gone_over_already", "" if is_over else "side_wins_later_trick")


def _left_for(game: Game, revoke: Revoke) -> int:
    """Tricks of its side from the revoke trick on that do not go over for an earlier revoke of the same side."""
    side = revoke.seat.side
    won = [trick.number for trick in game.play.done if trick.winner.side is side]
    won += [HAND_SIZE] * (game.score.claimed.get(side, 0) if game.score.tricks is not None else 0)
    of_side = [r for r in game.watch.revokes if r.status == "established" and r.seat.side is side]
    for earlier in sorted(of_side, key=lambda r: r.trick):
        if earlier == revoke:
            break
        for trick in [t for t in won if t >= earlier.trick][: _alone(game, earlier).tricks]:
            won.remove(trick)
    return sum(1 for trick in won if trick >= revoke.trick)


def _alone(game: Game, revoke: Revoke) -> Due:
    """What is due for a revoke when there is no other of its side."""
    exempt = _exempt(game, revoke)
    if exempt:
        return Due(0, exempt)
    since = [t for t in game.play.done if t.number >= revoke.trick]
    won, is_over = _won_since(game, revoke.seat.side, revoke.trick)
    revoke_trick = next((t for t in since if t.number == revoke.trick), None)
    if revoke_trick is None:
        return Due(0, "", "play_not_over")
    if revoke_trick.winner is revoke.seat:
        return _offender_won(won, is_over)
    return _offender_did_not_win(game, revoke, since, won, is_over)


def _offender_won(won: int, is_over: bool) -> Due:
    """64A1: that trick, and one more if his side won any later."""
    if won >= 2:
        return Due(2, "offender_won_the_trick_and_side_won_later")
    return Due(1, "offender_won_the_trick", "" if is_over else "side_wins_later_trick")


def _offender_did_not_win(game: Game, revoke: Revoke, since: list[Trick], won: int, is_over: bool) -> Due:
    """64A2: one trick if his side won this or a later one; 1987, one more for a card kept back."""
    if won == 0:
        return Due(0, "side_won_none", "" if is_over else "side_wins_later_trick")
    if not game.edition.settles["kept_card_costs_a_trick"]:
        return Due(1, "side_won_a_trick")
    kept = any(_won_with_kept_card(game, trick, revoke) for trick in since)
    if kept and won >= 2:
        return Due(2, "side_won_a_trick_and_a_kept_card_won")
    return Due(1, "side_won_a_trick", "" if is_over else "play_not_over")


def _won_with_kept_card(game: Game, trick: Trick, revoke: Revoke) -> bool:
    """Did the offender win a later trick with a card that he could lawfully have played to the revoke trick?"""
    if trick.number <= revoke.trick or trick.winner is not revoke.seat:
        return False
    card = next(card for seat, card in trick.cards if seat is revoke.seat)
    order = revoke.order
    if order is None:
        return card.suit in revoke.suits if revoke.is_order else card.suit is revoke.suit
    later = [c for c, number in game.play.played[revoke.seat].items() if number > revoke.trick and c is not card]
    return play_orders.would_obey(order, card, revoke.card, revoke.suit) and not any(
        play_orders.would_obey(order, other, card, revoke.suit) for other in later
    )


def _exempt(game: Game, revoke: Revoke) -> str:
    """64B: why no trick is due at all; empty if none of its cases applies."""
    if revoke.was_faced:
        return "faced_hand"
    for other in game.watch.revokes:
        if other.status != "established" or other.n == revoke.n:
            continue
        same = other.seat is revoke.seat and other.suit is revoke.suit
        if same and not other.is_order and other.trick < revoke.trick:
            return "same_suit_again"
        if other.seat.side is not revoke.seat.side and game.edition.settles["both_sides_revoked_cancel_out"]:
            return "both_sides_revoked"
    return ""


def hangs_on_unseen(game: Game, revoke: Revoke) -> bool:
    """Might there be another revoke that bears on it, if a closed hand that did not follow suit held other cards?"""
    tricks = [(trick.number, trick.cards) for trick in game.play.done]
    tricks.append((game.play.trick, tuple((put.seat, put.card) for put in game.play.on_table)))
    failed = [
        (number, seat)
        for number, cards in tricks
        for seat, card in cards
        if card.suit is not cards[0][1].suit and holdings.is_closed(game, seat)
    ]
    others = [(number, seat.side) for number, seat in failed if (number, seat) != (revoke.trick, revoke.seat)]
    others += [one for one in game.watch.bound if one != (revoke.trick, revoke.seat.side)]
    return any(_would_bear_on(game, number, side, revoke) for number, side in others)


def _would_bear_on(game: Game, trick: int, side: Side, revoke: Revoke) -> bool:
    """Would a revoke of that side in that trick change what is due for this one?"""
    if side is revoke.seat.side:
        return trick <= revoke.trick
    return bool(game.edition.settles["both_sides_revoked_cancel_out"])


def due_list(game: Game) -> list[dict[str, Any]]:
    """`transfers_due` of the State: what the edition gives at the end of play, where it is known."""
    due = []
    for revoke in game.watch.revokes:
        if revoke.status == "established":
            found = due_for(game, revoke)
            if not found.open_on and found.tricks:
                due.append({"to": revoke.seat.side.other.name, "tricks": found.tricks, "on": "revoke_established"})
    for defect in game.watch.defects:
        found = due_for_defect(game, defect)
        if defect.is_defective and not found.open_on and found.tricks:
            due.append({"to": defect.seat.side.other.name, "tricks": found.tricks, "on": "defective_trick"})
    return due


# -- the result -------------------------------------------------------------------------------------------------


def contract_from(text: str, game: Game) -> Contract | None:
    """The contract written `4SX` with the board's declarer; None for a passed-out board."""
    assert game.declarer is not None
    return contract_by(text, game.declarer.name)


def contract_by(text: str, declarer: str) -> Contract | None:
    """The contract written `4SX` by that declarer; None for `P`."""
    if text == "P":
        return None
    made = call(text.rstrip("X"))
    assert isinstance(made, Bid)
    return Contract(made.level, made.denomination, Seat[declarer], len(text) - len(text.rstrip("X")))


def refresh(game: Game) -> None:
    """The result anew, from tricks, transfers and what a ruling gave instead."""
    score = game.score
    if score.ruled is not None:
        game.play.result = score.ruled
    elif game.contract == "P":
        game.play.result = {"score": 0}
    elif score.tricks is None or game.declarer is None or game.contract is None:
        game.play.result = None
    else:
        game.play.result = _played_result(game, score.tricks)


def _played_result(game: Game, tricks: int) -> Mapping[str, Any]:
    assert game.declarer is not None
    assert game.contract is not None
    to_declarer = sum(count if side is game.declarer.side else -count for side, count in game.score.transfers.values())
    final = max(0, min(HAND_SIZE, tricks + to_declarer))
    found: dict[str, Any] = {
        "tricks": final,
        "score": score_ns(contract_from(game.contract, game), final, game.vul),
    }
    if to_declarer:
        to: Side = game.declarer.side if to_declarer > 0 else game.declarer.side.other
        found["transfer"] = {"to": to.name, "tricks": abs(to_declarer)}
    return found
