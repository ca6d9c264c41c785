"""The questions that the Laws of the auction ask (17 to 39), one function each, in the Laws' words."""

from __future__ import annotations

from controller.laws.view import Offence, TableView
from controller.model.calls import DOUBLE, HIGHEST_LEVEL, PASS, REDOUBLE, Bid


def is_bid_above_seven(_table: TableView, made: Offence) -> bool:
    """Law 38: more than seven odd tricks."""
    return isinstance(made.call, Bid) and made.call.level > HIGHEST_LEVEL


def is_insufficient(table: TableView, made: Offence) -> bool:
    """Law 18: the bid does not supersede the last one."""
    return isinstance(made.call, Bid) and table.last_bid is not None and not made.call > table.last_bid


def is_inadmissible_double(table: TableView, made: Offence) -> bool:
    """Law 19A: only an opponent's last bid may be doubled, with nothing but passes between."""
    if made.call is not DOUBLE or made.seat is None:
        return False
    last = table.last_bidder
    return last is None or last.side is made.seat.side or table.doubled != 0 or made.seat in table.must_not_double


def is_inadmissible_redouble(table: TableView, made: Offence) -> bool:
    """Law 19B: only an opponent's double of one's own side's last bid may be redoubled."""
    if made.call is not REDOUBLE or made.seat is None:
        return False
    last = table.last_bidder
    own = last is not None and last.side is made.seat.side
    return not own or table.doubled != 1 or made.seat in table.must_not_double


def is_inadmissible(table: TableView, made: Offence) -> bool:
    """Law 36: a double or redouble that Law 19 does not allow."""
    return is_inadmissible_double(table, made) or is_inadmissible_redouble(table, made)


def is_action_when_required_to_pass(table: TableView, made: Offence) -> bool:
    """Law 37: a bid, double or redouble by a player who must pass."""
    return made.seat in table.must_pass and made.call is not PASS


def is_forced_repeat_not_made(table: TableView, made: Offence) -> bool:
    """Laws 31A1, 32: the call that had to be repeated is not."""
    return made.seat in table.must_repeat and table.must_repeat[made.seat] is not made.call


def _is_at(made: Offence, places: int) -> bool:
    return made.seat is not None and made.turn is not None and made.seat.to(made.turn) == places


def is_at_rho_turn(_table: TableView, made: Offence) -> bool:
    """It was the turn of the player on the caller's right."""
    return _is_at(made, 3)


def is_at_partner_turn(_table: TableView, made: Offence) -> bool:
    """It was partner's turn."""
    return _is_at(made, 2)


def is_pass(_table: TableView, made: Offence) -> bool:
    """The call is a pass that is not ruled artificial (Law 30; an artificial one goes to Law 31)."""
    return made.call is PASS and not made.facts.get("artificial")


def is_pass_before_any_bid(table: TableView, made: Offence) -> bool:
    """A pass when nobody has bid."""
    return is_pass(table, made) and table.last_bid is None


def is_pass_at_rho_turn(table: TableView, made: Offence) -> bool:
    """A pass at the turn of the player on the right."""
    return is_pass(table, made) and is_at_rho_turn(table, made)


def is_pass_at_partner_turn(table: TableView, made: Offence) -> bool:
    """A pass at partner's turn."""
    return is_pass(table, made) and is_at_partner_turn(table, made)


def is_bid_at_rho_turn(table: TableView, made: Offence) -> bool:
    """A bid, or an artificial pass, at the turn of the player on the right (31A)."""
    return (isinstance(made.call, Bid) or made.call is PASS) and is_at_rho_turn(table, made)


def is_artificial_pass_at_rho_turn(table: TableView, made: Offence) -> bool:
    """An artificial pass, or a pass of partner's artificial call, at the turn of the player on the right (30C)."""
    return made.call is PASS and bool(made.facts.get("artificial")) and is_at_rho_turn(table, made)


def is_bid(_table: TableView, made: Offence) -> bool:
    """A bid, or an artificial pass, at another turn (31B)."""
    return isinstance(made.call, Bid) or made.call is PASS


def is_double_at_rho_turn(table: TableView, made: Offence) -> bool:
    """A double or redouble at the turn of the player on the right."""
    return made.call in (DOUBLE, REDOUBLE) and is_at_rho_turn(table, made)


def is_double(_table: TableView, made: Offence) -> bool:
    """A double or redouble."""
    return made.call in (DOUBLE, REDOUBLE)


def is_defenders_action(table: TableView, made: Offence) -> bool:
    """A bid, double or redouble by a defender, the auction being over (39B)."""
    return made.call is not PASS and not is_by_declaring_side(table, made)


def is_by_declaring_side(table: TableView, made: Offence) -> bool:
    """The caller is declarer or dummy; with the board passed out everybody may be."""
    if made.seat is None or table.declarer is None:
        return True
    return made.seat.side is table.declarer.side
