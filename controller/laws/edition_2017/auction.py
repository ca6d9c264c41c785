"""The auction in the edition of 2017: Laws 17 to 39, row by row."""

from __future__ import annotations

from controller.laws import auction_questions as q
from controller.laws.rows import Bar, Law, Option, Owes, Test, Who
from controller.model.irregularities import Attention

ACCEPT, CANCEL = Option("accept", Who.LHO), Option("cancel", Who.LHO)
#: Nobody may accept it: the director cancels it.
ONLY_CANCEL = (Option("cancel"),)
LHO_CHOOSES = (ACCEPT, CANCEL)

#: Laws 30 to 32: a comparable replacement frees, any other costs partner one turn, and Law 26 a lead.
COMPARABLE_OR_PARTNER_PASSES_ONCE = Owes(test=Test.COMPARABLE, partner_if_not=Bar.NEXT, lead="failed")
#: The same when it was RHO's turn: if he passes, the call is repeated and nothing further is owed.
REPEAT_OR_COMPARABLE = Owes(repeat_if_rho_passes=True, test=Test.COMPARABLE, partner_if_not=Bar.NEXT, lead="failed")

CALL_LAWS: tuple[Law, ...] = (
    # Law 25: a change of call that was no slip; the director first asks whether it was one (25A).
    Law(
        "change_of_call",
        ("25B", "25A", "25"),
        (Option("unintended"), Option("accept", Who.LHO), Option("cancel", Who.LHO)),
        owes=Owes(lead="cancel"),
    ),
    # Law 27: an insufficient bid in rotation.
    Law(
        "insufficient_bid",
        ("27", "27A", "27B"),
        LHO_CHOOSES,
        owes=Owes(test=Test.COMPARABLE, partner_if_not=Bar.THROUGHOUT, lead="failed"),
    ),
    # Law 36 comes before 29 to 32: nobody can accept a double that Law 19 does not allow.
    Law(
        "call_out_of_turn",
        ("36B", "36", "19", "32", "29"),
        ONLY_CANCEL,
        when=q.is_inadmissible,
        owes=Owes(partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Law 38 likewise.
    Law(
        "call_out_of_turn",
        ("38", "29"),
        ONLY_CANCEL,
        when=q.is_bid_above_seven,
        owes=Owes(offender=Bar.THROUGHOUT, partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Law 30: a pass out of rotation.
    Law(
        "call_out_of_turn",
        ("30A", "30", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_pass_at_rho_turn,
        owes=Owes(offender=Bar.NEXT),
    ),
    Law(
        "call_out_of_turn",
        ("30B", "30", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_pass,
        owes=COMPARABLE_OR_PARTNER_PASSES_ONCE,
    ),
    Law(
        "call_out_of_turn",
        ("30C", "31A", "30", "31", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_artificial_pass_at_rho_turn,
        owes=REPEAT_OR_COMPARABLE,
    ),
    # Law 31: a bid out of rotation.
    Law(
        "call_out_of_turn",
        ("31A", "31A1", "31A2", "31", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_bid_at_rho_turn,
        owes=REPEAT_OR_COMPARABLE,
    ),
    Law(
        "call_out_of_turn",
        ("31B", "31", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_bid,
        owes=COMPARABLE_OR_PARTNER_PASSES_ONCE,
    ),
    # Law 32: a double or redouble out of rotation that Law 19 would allow.
    Law(
        "call_out_of_turn",
        ("32A", "32A1", "32A2", "32", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_double_at_rho_turn,
        owes=REPEAT_OR_COMPARABLE,
    ),
    Law(
        "call_out_of_turn",
        ("32B", "32", "29A", "29"),
        LHO_CHOOSES,
        when=q.is_double,
        owes=COMPARABLE_OR_PARTNER_PASSES_ONCE,
    ),
    # Laws 36 and 19: in rotation, but nothing to double.
    Law(
        "inadmissible_double",
        ("36", "36A", "36B", "19A", "19"),
        ONLY_CANCEL,
        owes=Owes(partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    Law(
        "inadmissible_redouble",
        ("36", "36A", "36B", "19B", "19"),
        ONLY_CANCEL,
        owes=Owes(partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Law 37: a player who had to pass did not.
    Law(
        "action_when_required_to_pass",
        ("37", "37A", "37B"),
        ONLY_CANCEL,
        owes=Owes(offender=Bar.THROUGHOUT, partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Law 38: a bid above seven.
    Law(
        "bid_above_seven",
        ("38", "38A", "38B", "38C"),
        ONLY_CANCEL,
        owes=Owes(offender=Bar.THROUGHOUT, partner=Bar.THROUGHOUT, lead="cancel"),
    ),
    # Laws 31A1 and 32A1: the call that had to be repeated was not.
    Law("forced_repeat_not_made", ("31A1", "32A1", "31", "32", "30"), ONLY_CANCEL),
    # Law 39: calls after the final pass.
    Law(
        "call_after_auction_closed",
        ("39B", "39"),
        ONLY_CANCEL,
        when=q.is_defenders_action,
        owes=Owes(lead="cancel"),
    ),
    Law("call_after_auction_closed", ("39A", "39"), ONLY_CANCEL, attention=Attention.LOG),
    # What is only told.
    Law("premature_replacement", ("27C", "27", "25", "9C", "9")),
    Law("call_withdrawn_without_replacement", ("25",), attention=Attention.LOG),
    Law("skipped_player_auction_not_ended", ("17D3", "17D", "34", "17")),
    Law("passed_out_ambiguous", ("22B", "22"), attention=Attention.LOG),
    Law("contract_display_mismatch", ("79",)),
)

CARD_LAWS: tuple[Law, ...] = (
    Law("auction_incomplete_play_started", ("17D", "17", "22", "24"), (Option("play_on"), Option("put_back"))),
    Law("card_exposed_in_auction", ("24", "24A", "24B", "24C")),
    Law("premature_lead_in_auction", ("24B", "24", "54E", "54")),
)

LAWS = CALL_LAWS + CARD_LAWS

SETTLES = {
    # Out of turn and insufficient at once: this paragraph sends it to Law 31.
    "insufficient_out_of_turn": "27A2",
    # 27C: a replacement made before the ruling stands if the first call is not accepted.
    "premature_replacement_stands": True,
    # 27B3: a double or redouble replacing an insufficient bid is not irregular in itself; the director judges it.
    "double_may_replace_insufficient_bid": True,
    # 27B4: a second insufficient bid as replacement may be accepted again; refused, partner is silenced.
    "second_insufficient_bid_silences": True,
    # 38C: the side is silenced even though LHO has called over the bid above seven.
    "lho_over_eight_bars": "both throughout",
    # 26B: declarer may forbid one suit that the offender has not named; never require.
    "lead_order_after_withdrawn_call": "forbid one unnamed",
    # 24: every card shown becomes a penalty card when its owner defends.
    "exposed_in_auction_may_be_waived": False,
}
