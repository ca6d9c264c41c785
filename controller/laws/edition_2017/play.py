"""Lead and play in the edition of 2017: Laws 41 to 60, row by row. Revokes, tricks and claims: `revokes`."""

from __future__ import annotations

from typing import Any

from controller.laws import play_questions as q
from controller.laws.rows import Law, Option, Who
from controller.model.irregularities import Attention

LOG = Attention.LOG

#: Nobody chooses: the card goes back.
PUT_BACK = (Option("put_back"),)
#: What declarer may order the right leader while a major penalty card lies (50D2).
LEAD_ORDERS = (Option("require", Who.DECLARER), Option("forbid", Who.DECLARER), Option("free", Who.DECLARER))
DECLARER_ACCEPTS = Option("accept", Who.DECLARER)
#: Law 54: presumed declarer becomes dummy, accepts, or refuses with an order for the right leader.
OPENING_LEAD = (Option("declarer_spreads", Who.DECLARER), DECLARER_ACCEPTS, *LEAD_ORDERS)
DEFENDERS_CHOOSE = (Option("accept", Who.DEFENDERS), Option("retract", Who.DEFENDERS))
#: Law 57A: what declarer may order partner of a defender who played too soon.
PLAY_ORDERS = (
    Option("highest", Who.DECLARER),
    Option("lowest", Who.DECLARER),
    Option("require_suit", Who.DECLARER),
    Option("forbid_suit", Who.DECLARER),
)
#: Law 52B: the other card stands, or the penalty card has to be played.
PENALTY_CARD = (DECLARER_ACCEPTS, Option("play_penalty_card", Who.DECLARER))
STANDS_OR_NOT = (Option("accept"), Option("cancel"))

LEAD_LAWS: tuple[Law, ...] = (
    # Laws 41 and 54: the opening lead.
    Law("opening_lead_out_of_turn_face_down", ("41A", "41", "47E1", "47"), PUT_BACK),
    Law(
        "opening_lead_out_of_turn_face_up",
        ("54", "54A", "54B", "54C", "54D", "53A", "53", "56", "50D2", "50", "47E1", "47"),
        OPENING_LEAD,
    ),
    Law("opening_lead_by_declaring_side", ("54E", "54", "24"), PUT_BACK),
    Law("opening_lead_changed", ("41A", "41", "47"), STANDS_OR_NOT),
    Law("declarer_exposes_after_irregular_lead", ("54A", "54", "48B1", "48")),
    Law("dummy_spread_before_lead_faced", ("41D", "41", "54C", "54")),
    Law("dummy_incomplete", ("41D", "41", "64B3", "64")),
    Law("dummy_wrong_seat_spread", ("48B", "48", "54", "68")),
    # Laws 53 and 55: declarer leads out of turn. Nothing is accepted at the thirteenth trick.
    Law(
        "lead_out_of_turn_by_declarer_wrong_hand",
        ("55B2", "55B", "55", "53A", "53"),
        DEFENDERS_CHOOSE[1:],
        when=q.is_lead_to_last_trick,
    ),
    Law("lead_out_of_turn_by_declarer_wrong_hand", ("55B2", "55B", "55A", "55", "53A", "53"), DEFENDERS_CHOOSE),
    Law(
        "lead_out_of_turn_by_declaring_side_defender_on_lead",
        ("55B1", "55B", "55", "53B", "53A", "53"),
        DEFENDERS_CHOOSE[1:],
        when=q.is_lead_to_last_trick,
    ),
    Law(
        "lead_out_of_turn_by_declaring_side_defender_on_lead",
        ("55B1", "55B", "55A", "55", "53B", "53A", "53"),
        DEFENDERS_CHOOSE,
    ),
    # Laws 53 and 56: a defender leads out of turn.
    Law(
        "lead_out_of_turn_by_defender",
        ("56", "53A", "53", "50D2", "50"),
        LEAD_ORDERS,
        when=q.is_partner_to_lead_to_last_trick,
    ),
    Law(
        "lead_out_of_turn_by_defender",
        ("56", "53A", "53", "50D2", "50"),
        (DECLARER_ACCEPTS, *LEAD_ORDERS),
        when=q.is_partner_to_lead,
    ),
    Law(
        "lead_out_of_turn_by_defender",
        ("56", "53A", "53B", "53", "50"),
        (Option("refuse", Who.DECLARER),),
        when=q.is_lead_to_last_trick,
    ),
    Law(
        "lead_out_of_turn_by_defender",
        ("56", "53A", "53B", "53", "50"),
        (DECLARER_ACCEPTS, Option("refuse", Who.DECLARER)),
    ),
    # Laws 26, 50, 51: orders that declarer may give, and the leader who does not wait for them or breaks them.
    Law("lead_before_option_declared", ("50D2", "50", "51B", "51", "49"), LEAD_ORDERS),
    Law(
        "lead_restriction_breached",
        ("61A", "61", "50D2", "50", "51", "26B", "26", "59"),
        (Option("correct"),),
        LOG,
        when=q.is_possible_only,
    ),
    Law(
        "lead_restriction_breached",
        ("61A", "61", "50D2", "50", "51", "26B", "26", "59", "62A", "62"),
        (Option("correct"),),
    ),
)

CARD_LAWS: tuple[Law, ...] = (
    # Law 57: played before its turn.
    Law("play_out_of_turn", ("57C1", "57C2", "57C", "57", "60"), attention=LOG, when=q.is_after_both_declaring_hands),
    Law("play_out_of_turn", ("57A", "57", "50", "60"), PLAY_ORDERS, when=q.is_before_partner),
    Law("play_out_of_turn", ("57D1", "57D", "57", "60"), attention=LOG, when=q.is_by_defender),
    Law("play_out_of_turn", ("57C3", "57C", "57", "60"), attention=LOG),
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
    Law("simultaneous_leads_or_plays", ("58A", "58", "57D", "57"), when=q.is_lead_in_the_same_instant),
    Law("simultaneous_leads_or_plays", ("58A", "58", "57D", "57"), attention=LOG),
    Law("simultaneous_cards_from_one_hand", ("58B2", "58B", "58", "50"), (Option("designate", Who.OFFENDER),)),
    # Laws 45 and 47: one card too many, a card changed.
    Law("fifth_card_in_trick", ("45E", "45E1", "45E2", "45", "53", "55", "56"), (Option("as_lead"), Option("as_play"))),
    Law("card_changed_or_retracted", ("47", "47F", "45", "62"), STANDS_OR_NOT),
    Law("card_played_twice", ("67B3", "67")),
    # Laws 49 to 52: penalty cards.
    Law(
        "card_exposed_by_defender",
        ("60B", "60", "49", "50"),
        (Option("penalty_card"),),
        when=q.is_after_retraction,
    ),
    Law("card_exposed_by_defender", ("49", "50"), (Option("penalty_card"), Option("no_penalty_card"))),
    Law("penalty_card_not_left_exposed", ("50A", "50")),
    Law("penalty_card_not_played", ("52", "52A", "52B", "50D1", "50", "51A", "51"), PENALTY_CARD),
    Law("minor_penalty_card_breach", ("50C", "50", "52", "52B"), PENALTY_CARD),
)

LAWS = LEAD_LAWS + CARD_LAWS

SETTLES: dict[str, Any] = {}
