"""The auction in the edition of 1987: Laws 17 to 39, row by row."""

from __future__ import annotations

from controller.laws import auction_questions as q
from controller.laws.edition_2017.auction import LHO_CHOOSES, ONLY_CANCEL
from controller.laws.rows import Bar, Law, Option, Owes, Test, Who
from controller.model.irregularities import Attention

#: Laws 31B, 32A: partner is silenced for the whole auction, and Law 26 looks at the call withdrawn.
PARTNER_SILENCED = Owes(partner=Bar.THROUGHOUT, lead="cancel")
#: Law 31A: RHO passes, the bid is repeated; he acts, the same denomination costs one turn and all else the auction.
REPEAT_OR_SAME_DENOMINATION = Owes(
    repeat_if_rho_passes=True, test=Test.SAME_DENOMINATION, partner_if_not=Bar.THROUGHOUT, lead="failed"
)

CALL_LAWS: tuple[Law, ...] = (
    # Law 25: the offender who is not accepted keeps his first call or makes a third.
    Law(
        "change_of_call",
        ("25B", "25A", "25"),
        (
            Option("unintended"),
            Option("accept", Who.LHO),
            Option("keep_first", Who.OFFENDER),
            Option("change", Who.OFFENDER),
        ),
        owes=Owes(lead="cancel"),
    ),
    # Law 27: an insufficient bid in rotation.
    Law(
        "insufficient_bid",
        ("27", "27A", "27B"),
        LHO_CHOOSES,
        owes=Owes(test=Test.LOWEST_NATURAL, partner_if_not=Bar.THROUGHOUT, lead="failed"),
    ),
    # Law 36 comes before 29 to 32: nobody can accept a double that Law 19 does not allow.
    Law(
        "call_out_of_turn",
        ("36", "35A", "19", "32", "29"),
        ONLY_CANCEL,
        when=q.is_inadmissible,
        owes=Owes(partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    Law(
        "call_out_of_turn",
        ("38", "35C", "29"),
        ONLY_CANCEL,
        when=q.is_bid_above_seven,
        owes=Owes(offender=Bar.THROUGHOUT, partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Law 30: a pass out of rotation.
    Law(
        "call_out_of_turn",
        ("30A", "30", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_pass_before_any_bid,
        owes=Owes(offender=Bar.NEXT),
    ),
    Law(
        "call_out_of_turn",
        ("30B1", "30B", "30", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_pass_at_rho_turn,
        owes=Owes(offender=Bar.NEXT),
    ),
    Law(
        "call_out_of_turn",
        ("30B2", "30B", "30", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_pass_at_partner_turn,
        owes=Owes(offender=Bar.THROUGHOUT, partner_may_not_double=True),
    ),
    Law(
        "call_out_of_turn",
        ("30B3", "30B", "30", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_pass,
        owes=Owes(offender=Bar.NEXT),
    ),
    # Law 30C sends an artificial pass to Law 31; when RHO acts it can never name the same denomination.
    Law(
        "call_out_of_turn",
        ("30C", "31A", "30", "31", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_artificial_pass_at_rho_turn,
        owes=REPEAT_OR_SAME_DENOMINATION,
    ),
    # Law 31: a bid out of rotation.
    Law(
        "call_out_of_turn",
        ("31A", "31A1", "31A2", "31", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_bid_at_rho_turn,
        owes=REPEAT_OR_SAME_DENOMINATION,
    ),
    Law("call_out_of_turn", ("31B", "31", "29A", "29"), LHO_CHOOSES, when=q.is_bid, owes=PARTNER_SILENCED),
    # Law 32: a double or redouble out of rotation that Law 19 would allow.
    Law(
        "call_out_of_turn",
        ("32B", "32B1", "32B2", "32", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_double_at_rho_turn,
        owes=Owes(repeat_if_rho_passes=True, partner_if_not=Bar.THROUGHOUT, lead="failed"),
    ),
    Law("call_out_of_turn", ("32A", "32", "29A", "29"), LHO_CHOOSES, when=q.is_double, owes=PARTNER_SILENCED),
    # Laws 35A and 36: in rotation, but nothing to double.
    Law(
        "inadmissible_double",
        ("36", "35A", "19A", "19", "35"),
        ONLY_CANCEL,
        owes=Owes(partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    Law(
        "inadmissible_redouble",
        ("36", "35A", "19B", "19", "35"),
        ONLY_CANCEL,
        owes=Owes(partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Laws 35B and 37: a player who had to pass did not.
    Law(
        "action_when_required_to_pass",
        ("37", "35B", "35"),
        ONLY_CANCEL,
        owes=Owes(offender=Bar.THROUGHOUT, partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Laws 35C and 38: a bid above seven.
    Law(
        "bid_above_seven",
        ("38", "35C", "35"),
        ONLY_CANCEL,
        owes=Owes(offender=Bar.THROUGHOUT, partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Laws 31A1 and 32B1: the call that had to be repeated was not.
    Law("forced_repeat_not_made", ("31A1", "32B1", "31", "32", "30"), ONLY_CANCEL),
    # Laws 35D and 39: calls after the final pass.
    Law(
        "call_after_auction_closed",
        ("39B", "39", "35D", "35"),
        ONLY_CANCEL,
        when=q.is_defenders_action,
        owes=Owes(lead="cancel"),
    ),
    Law("call_after_auction_closed", ("39A", "39", "35D", "35"), ONLY_CANCEL, attention=Attention.LOG),
    # What is only told.
    Law("premature_replacement", ("27B", "27", "25", "9C", "9")),
    Law("call_withdrawn_without_replacement", ("25",), attention=Attention.LOG),
    Law("skipped_player_auction_not_ended", ("34", "17E", "17")),
    Law("passed_out_ambiguous", ("22",), attention=Attention.LOG),
    Law("contract_display_mismatch", ("79",)),
)

CARD_LAWS: tuple[Law, ...] = (
    Law("auction_incomplete_play_started", ("17E", "17", "22", "24"), (Option("play_on"), Option("put_back"))),
    Law("card_exposed_in_auction", ("24", "24A", "24B", "24C")),
    Law("premature_lead_in_auction", ("24B", "24")),
)

LAWS = CALL_LAWS + CARD_LAWS

SETTLES = {
    # Out of turn and insufficient at once: this paragraph sends it to Law 31.
    "insufficient_out_of_turn": "27C",
    # 27B, head: what is changed before the ruling falls, and the offender calls again.
    "premature_replacement_stands": False,
    # 27B3: a double or redouble replacing an insufficient bid is cancelled, and partner is silenced.
    "double_may_replace_insufficient_bid": False,
    # 27 says nothing of a second insufficient bid: the first ruling's test goes on.
    "second_insufficient_bid_silences": False,
    # 35C: LHO called over it: the offender passes this once, no more.
    "lho_over_eight_bars": "offender next",
    # 26: a suit shown and not named again may be required or forbidden; otherwise any one suit forbidden.
    "lead_order_after_withdrawn_call": "require or forbid shown",
    # 24: declarer may treat each card shown as a penalty card, or not.
    "exposed_in_auction_may_be_waived": True,
}
