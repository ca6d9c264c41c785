"""Rulings on leads and cards: which choice has which effect, which may still be made, which name no lawful suit."""

from __future__ import annotations

from collections.abc import Callable

from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.table import (
    auction_cards,
    auction_rulings,
    card_rulings,
    lead_orders,
    lead_rulings,
    play,
    play_start,
    taken_back,
    together,
)
from controller.table.game import Game

Effect = Callable[[Game, str, Irregularity, Ruling], None]

LEAD_KINDS = (
    "opening_lead_out_of_turn_face_up",
    "lead_out_of_turn_by_declarer_wrong_hand",
    "lead_out_of_turn_by_declaring_side_defender_on_lead",
    "lead_out_of_turn_by_defender",
)
#: Findings that can make a penalty card: an order over partner's lead is ruled on them, even when they are closed.
MAKES_PENALTY_CARD = (
    "card_exposed_in_auction",
    "premature_lead_in_auction",
    "opening_lead_out_of_turn_face_up",
    "opening_lead_changed",
    "lead_out_of_turn_by_defender",
    "lead_before_option_declared",
    "lead_restriction_breached",
    "play_restriction_breached",
    "play_out_of_turn",
    "premature_lead_to_next_trick",
    "simultaneous_leads_or_plays",
    "simultaneous_cards_from_one_hand",
    "fifth_card_in_trick",
    "card_exposed_by_defender",
    "card_changed_or_retracted",
    "penalty_card_not_played",
    "minor_penalty_card_breach",
    "revoke_certain",
    "revoke_possible",
    "revoke_trick_twelve",
    "revoke_corrected_before_established",
)
#: Cards that the director may let go back although no row offers it: he finds the player misinformed (Law 47).
MAY_GO_BACK = (
    "lead_before_option_declared",
    "lead_restriction_breached",
    "play_restriction_breached",
    "play_out_of_turn",
    "premature_lead_to_next_trick",
    "simultaneous_leads_or_plays",
    "fifth_card_in_trick",
    "penalty_card_not_played",
    "minor_penalty_card_breach",
)
PREMATURE = ("play_out_of_turn", "premature_lead_to_next_trick")
NOT_THE_PENALTY_CARD = ("penalty_card_not_played", "minor_penalty_card_breach")
ORDERS_OVER_A_PLAY = ("highest", "lowest", "require_suit", "forbid_suit")
BREACHES = ("lead_restriction_breached", "play_restriction_breached")


def may_still(game: Game, found: Irregularity, ruling: Ruling) -> bool:
    """May a choice be made that the finding does not offer, or not any more?"""
    match ruling.choice:
        case "require" | "forbid" | "free":
            return lead_orders.right_on(game, found.id) is not None
        case "no_penalty_card":
            return play_start.may_waive(game, found)
        case "put_back":
            return found.kind in (*LEAD_KINDS, *MAY_GO_BACK) and card_rulings.is_lying(game, found)
        case "as_play":
            return found.kind == "premature_lead_to_next_trick" and card_rulings.is_lying(game, found)
        case _:
            return False


def objection(game: Game, found: Irregularity, ruling: Ruling) -> str | None:
    """Why what a choice names is not open: a suit that the Law does not give, a card that was not put."""
    lawful = found.facts.get("suits", {}).get(ruling.choice)
    match ruling.choice:
        case "require" | "forbid":
            return _objection_to_order(game, found, ruling, lawful)
        case "require_suit" | "forbid_suit":
            if ruling.suit is None or (lawful is not None and ruling.suit.name not in lawful):
                return f"{ruling.choice} must name one of {', '.join(lawful or ())}"
        case "designate":
            if ruling.card not in together.cards_named(found):
                return f"designate must name one of {', '.join(found.facts.get('cards', ()))}"
    return None


def _objection_to_order(game: Game, found: Irregularity, ruling: Ruling, lawful: list[str] | None) -> str | None:
    right = lead_orders.right_on(game, found.id)
    if right is not None:
        lawful = [s.name for s in right.suits.get(ruling.choice, ())]
        if lead_orders.suits_for(right, ruling.choice, ruling.suits) is not None:
            return None
    elif lawful is None:
        return None
    elif ruling.suits is None:
        if len(lawful) == 1:
            return None
    elif all(s.name in lawful for s in ruling.suits) and (ruling.choice == "forbid" or len(ruling.suits) == 1):
        return None
    return f"{ruling.choice} must name suits out of {', '.join(lawful) or 'none'}"


def _settled(effect: Effect) -> Effect:
    """After the ruling, cards that were put ahead may have come to their turn."""

    def with_what_follows(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
        effect(game, n, found, ruling)
        play.settle(game, n)

    return with_what_follows


_LEADS: dict[tuple[str, str], Effect] = {
    **{(kind, "accept"): lead_rulings.accept for kind in LEAD_KINDS},
    **{(kind, "put_back"): lead_rulings.put_back for kind in LEAD_KINDS},
    ("opening_lead_out_of_turn_face_down", "put_back"): lead_rulings.put_back,
    ("opening_lead_by_declaring_side", "put_back"): lead_rulings.put_back,
    ("opening_lead_out_of_turn_face_up", "declarer_spreads"): lead_rulings.declarer_spreads,
    ("lead_out_of_turn_by_defender", "refuse"): lead_rulings.refuse,
    ("lead_out_of_turn_by_declarer_wrong_hand", "retract"): lead_rulings.retract,
    ("lead_out_of_turn_by_declaring_side_defender_on_lead", "retract"): lead_rulings.retract,
}
_ORDERS: dict[tuple[str, str], Effect] = {
    (kind, choice): lead_rulings.order
    for kind in (*MAKES_PENALTY_CARD, *auction_rulings.CALL_KINDS)
    for choice in lead_orders.ORDERS
}
_CARDS: dict[tuple[str, str], Effect] = {
    ("opening_lead_changed", "accept"): taken_back.accept,
    ("opening_lead_changed", "cancel"): taken_back.cancel,
    ("card_changed_or_retracted", "accept"): taken_back.accept,
    ("card_changed_or_retracted", "cancel"): taken_back.cancel,
    ("card_exposed_by_defender", "penalty_card"): card_rulings.penalty_card,
    ("card_exposed_by_defender", "no_penalty_card"): card_rulings.close_only,
    ("fifth_card_in_trick", "as_play"): card_rulings.as_play,
    ("fifth_card_in_trick", "as_lead"): card_rulings.as_lead,
    ("premature_lead_to_next_trick", "as_play"): card_rulings.as_play,
    ("simultaneous_cards_from_one_hand", "designate"): together.designate,
    **{(kind, choice): card_rulings.order_play for kind in PREMATURE for choice in ORDERS_OVER_A_PLAY},
    **{(kind, "accept"): card_rulings.close_only for kind in NOT_THE_PENALTY_CARD},
    **{(kind, "play_penalty_card"): card_rulings.play_penalty_card for kind in NOT_THE_PENALTY_CARD},
    **{(kind, "correct"): card_rulings.correct for kind in BREACHES},
    **{(kind, "put_back"): card_rulings.let_back for kind in MAY_GO_BACK},
    **{(kind, "no_penalty_card"): play_start.waive for kind in play_start.SHOWN_IN_AUCTION},
}

EFFECTS: dict[tuple[str, str], Effect] = {
    **auction_cards.EFFECTS,
    **{key: _settled(effect) for key, effect in {**_LEADS, **_ORDERS, **_CARDS}.items()},
}
