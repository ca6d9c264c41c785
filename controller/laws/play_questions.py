"""The questions that the Laws of lead and play ask (41 to 60), one function each, in the Laws' words."""

from __future__ import annotations

from controller.laws.view import Offence, TableView

#: Law 53A (2017): from this trick on no lead out of turn can be accepted.
LAST_TRICK = 13


def is_lead_to_last_trick(table: TableView, _made: Offence) -> bool:
    """The lead is to the thirteenth trick."""
    return table.trick == LAST_TRICK


def is_partner_to_lead(_table: TableView, made: Offence) -> bool:
    """It was the offender's partner who should have led."""
    return made.seat is not None and made.turn is made.seat.partner


def is_partner_to_lead_to_last_trick(table: TableView, made: Offence) -> bool:
    """Partner should have led to the thirteenth trick."""
    return is_partner_to_lead(table, made) and is_lead_to_last_trick(table, made)


def is_by_defender(table: TableView, made: Offence) -> bool:
    """A defender's card."""
    return made.seat is not None and table.is_defender(made.seat)


def is_before_partner(table: TableView, made: Offence) -> bool:
    """Law 57A: a defender plays, or leads on, before his partner has played to the trick in progress."""
    return is_by_defender(table, made) and made.seat is not None and not table.has_played(made.seat.partner)


def is_after_both_declaring_hands(table: TableView, made: Offence) -> bool:
    """Law 57C: the same, but declarer has played from both hands, or dummy has put a card of his own accord."""
    if table.declarer is None or not is_before_partner(table, made):
        return False
    return table.has_played(table.declarer) and table.has_played(table.declarer.partner)


def is_lead_in_the_same_instant(_table: TableView, made: Offence) -> bool:
    """Law 58A: the lawful card was itself the lead, so that this one can have been nothing but a lead."""
    return bool(made.facts.get("is_lead"))


def is_possible_only(_table: TableView, made: Offence) -> bool:
    """The hand is not known: the order may have been disobeyed, or could not be obeyed (Law 59)."""
    return bool(made.facts.get("is_possible"))


def is_after_retraction(_table: TableView, made: Offence) -> bool:
    """Law 60B: declarer has taken back his lead and not led anew when a defender plays."""
    return bool(made.facts.get("is_after_retraction"))
