"""Lead and play in the edition of 1987: Laws 41 to 60, row by row. Revokes, tricks and claims: `revokes`.

Law 50 has its own letters here: 50B left exposed, 50C major or minor, 50D minor, 50E1 and 50E2 major.
"""

from __future__ import annotations

from typing import Any

from controller.laws import play_questions as q
from controller.laws.edition_2017.play import (
    DECLARER_ACCEPTS,
    DEFENDERS_CHOOSE,
    LEAD_ORDERS,
    LOG,
    OPENING_LEAD,
    PENALTY_CARD,
    PUT_BACK,
    STANDS_OR_NOT,
)
from controller.laws.rows import Law, Option, Who

#: Law 57A: no suit can be required here, only forbidden.
PLAY_ORDERS = (
    Option("highest", Who.DECLARER),
    Option("lowest", Who.DECLARER),
    Option("forbid_suit", Who.DECLARER),
)

LEAD_LAWS: tuple[Law, ...] = (
    # Laws 41 and 54: the opening lead.
    Law("opening_lead_out_of_turn_face_down", ("41A", "41", "47E2", "47"), PUT_BACK),
    Law(
        "opening_lead_out_of_turn_face_up",
        ("54", "54A", "54B", "54C", "54D", "53A", "53", "56", "50E2", "50"),
        OPENING_LEAD,
    ),
    Law("opening_lead_by_declaring_side", ("24", "24B"), PUT_BACK),
    Law("opening_lead_changed", ("41A", "41", "47"), STANDS_OR_NOT),
    Law("declarer_exposes_after_irregular_lead", ("54A", "54", "48B1", "48")),
    Law("dummy_spread_before_lead_faced", ("41C", "41D", "41", "45", "54")),
    Law("dummy_incomplete", ("41D", "41")),
    Law("dummy_wrong_seat_spread", ("48B", "48", "54", "68")),
    # Laws 53 and 55: declarer leads out of turn; it may be accepted to the last trick.
    Law("lead_out_of_turn_by_declarer_wrong_hand", ("55B2", "55B", "55A", "55", "53A", "53"), DEFENDERS_CHOOSE),
    Law(
        "lead_out_of_turn_by_declaring_side_defender_on_lead",
        ("55B1", "55B", "55A", "55", "53C", "53A", "53"),
        DEFENDERS_CHOOSE,
    ),
    # Laws 53 and 56: a defender leads out of turn.
    Law(
        "lead_out_of_turn_by_defender",
        ("56", "53A", "53", "50E2", "50"),
        (DECLARER_ACCEPTS, *LEAD_ORDERS),
        when=q.is_partner_to_lead,
    ),
    Law(
        "lead_out_of_turn_by_defender",
        ("56", "53A", "53C", "53", "50"),
        (DECLARER_ACCEPTS, Option("refuse", Who.DECLARER)),
    ),
    # Laws 26, 50, 51: orders that declarer may give, and the leader who does not wait for them or breaks them.
    Law("lead_before_option_declared", ("50E2", "50", "51B", "51", "49"), LEAD_ORDERS),
    Law(
        "lead_restriction_breached",
        ("61A", "61", "50E2", "50", "51", "26", "59"),
        (Option("correct"),),
        LOG,
        when=q.is_possible_only,
    ),
    Law("lead_restriction_breached", ("61A", "61", "50E2", "50", "51", "26", "59", "62A", "62"), (Option("correct"),)),
)

CARD_LAWS: tuple[Law, ...] = (
    # Law 57: played before its turn.
    Law("play_out_of_turn", ("57C", "57", "60"), attention=LOG, when=q.is_after_both_declaring_hands),
    Law("play_out_of_turn", ("57A", "57", "50", "60"), PLAY_ORDERS, when=q.is_before_partner),
    Law("play_out_of_turn", ("57", "60"), attention=LOG),
    # 57C speaks of a play to the trick in progress only: with partner last to play it could never be a lead.
    Law("premature_lead_to_next_trick", ("57A", "57", "50"), PLAY_ORDERS),
    Law(
        "play_restriction_breached",
        ("61A", "61", "57A", "57", "59"),
        (Option("correct"),),
        LOG,
        when=q.is_possible_only,
    ),
    Law("play_restriction_breached", ("61A", "61", "57A", "57", "59", "62A", "62"), (Option("correct"),)),
    # Law 58: at the same time.
    Law("simultaneous_leads_or_plays", ("58A", "58"), when=q.is_lead_in_the_same_instant),
    Law("simultaneous_leads_or_plays", ("58A", "58"), attention=LOG),
    Law("simultaneous_cards_from_one_hand", ("58B2", "58B", "58", "50"), (Option("designate", Who.OFFENDER),)),
    # Laws 45 and 47: one card too many, a card changed.
    Law("fifth_card_in_trick", ("45E", "45E1", "45E2", "45", "53", "56"), (Option("as_lead"), Option("as_play"))),
    Law("card_changed_or_retracted", ("47", "47F", "45", "62"), STANDS_OR_NOT),
    Law("card_played_twice", ("67",)),
    # Laws 49 to 52: penalty cards.
    Law(
        "card_exposed_by_defender",
        ("60B", "60", "49", "50"),
        (Option("penalty_card"),),
        when=q.is_after_retraction,
    ),
    Law("card_exposed_by_defender", ("49", "50"), (Option("penalty_card"), Option("no_penalty_card"))),
    Law("penalty_card_not_left_exposed", ("50B", "50")),
    Law("penalty_card_not_played", ("52", "52A", "52B", "50E1", "50", "51A", "51"), PENALTY_CARD),
    Law("minor_penalty_card_breach", ("50D", "50", "52", "52B"), PENALTY_CARD),
)

LAWS = LEAD_LAWS + CARD_LAWS

SETTLES: dict[str, Any] = {}
