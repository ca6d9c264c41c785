"""The director's rulings: to which finding, whether the choice may be made, and where its effect is written.

The effects stand beside the acts they belong to: `auction_rulings`, `play_rulings`, `result_rulings`.
"""

from __future__ import annotations

from collections.abc import Callable

from controller.model.event_codec import event_to_json
from controller.model.events import Correction, Ruling
from controller.model.irregularities import Irregularity, number_in
from controller.table import auction_rulings, board_rulings, play_rulings, result_rulings, trick_rulings
from controller.table.game import Game
from controller.table.of_the_session import session_finding

Effect = Callable[[Game, str, Irregularity, Ruling], None]

#: Choices that may be ruled on any finding, open or closed, at any time, and on `board`.
ON_ANYTHING: dict[str, Effect] = result_rulings.EFFECTS
#: (kind, choice) -> effect; a kind's row in the edition says which are offered.
EFFECTS: dict[tuple[str, str], Effect] = {
    **auction_rulings.EFFECTS,
    **play_rulings.EFFECTS,
    **board_rulings.EFFECTS,
    **trick_rulings.EFFECTS,
}
#: Choices that may be made although the finding waits no more: later steps of what was ruled.
MAY_STILL = (auction_rulings.may_still, play_rulings.may_still, board_rulings.may_still, trick_rulings.may_still)
#: Ruled on the whole board, where nothing was found.
THE_BOARD = "board"


def finding_of(game: Game, on: str) -> Irregularity | None:
    """The finding that `on` names: an id, a kind (the first of it), or `kind#2` (the second)."""
    if on in game.findings:
        return game.findings[on]
    kind, mark, place = on.partition("#")
    of_kind = [found for found in game.findings.values() if found.kind == kind]
    index = (number_in(place) or 0) - 1 if mark else 0
    return of_kind[index] if 0 <= index < len(of_kind) else session_finding(game, on)


def refusal(game: Game, ruling: Ruling) -> str | None:
    """Why a ruling may not be recorded, in words; None if it may."""
    if ruling.on == THE_BOARD:
        return None if ruling.choice in ON_ANYTHING else f"{ruling.choice} cannot be ruled on the board as a whole"
    found = finding_of(game, ruling.on)
    if found is None:
        return f"there is no finding {ruling.on} on this board"
    if ruling.choice == "dismiss" or ruling.choice in ON_ANYTHING:
        return None
    if (found.kind, ruling.choice) not in EFFECTS:
        return f"{ruling.choice} is not a choice for {found.kind}"
    objection = play_rulings.objection(game, found, ruling)
    if objection is not None:
        return objection
    return _closed_against(game, found, ruling)


def _closed_against(game: Game, found: Irregularity, ruling: Ruling) -> str | None:
    """A first choice may be made while the finding waits; later ones (`comparable`, lead orders) when they are due."""
    if found.id in game.pending and ruling.choice in found.options:
        return None
    for may in MAY_STILL:
        if may(game, found, ruling):
            return None
    done = game.closed.get(found.id)
    if done is None and found.id not in game.findings and ruling.choice in found.options:
        # The session's: it waits at the desk, no table's state knows of it.
        return None
    if done is not None:
        return f"{found.kind} was closed by {done.how} at event {done.by}"
    return f"{ruling.choice} is not open on {found.id} now"


def on_doubtful_correction(game: Game, n: str, correction: Correction) -> None:
    """A sensor would change what a ruling was given on: nothing changes, and the director is told what it says."""
    says = [event_to_json(r.event) for r in correction.events]
    facts = {"replaces": list(correction.replaces), "events": says, "reason": correction.reason}
    game.raise_finding("record_doubted", n, seat=None, facts=facts)


def on_ruling(game: Game, n: str, ruling: Ruling) -> None:
    """Carry out a ruling; one that no longer applies changes nothing and says so."""
    found = None if ruling.on == THE_BOARD else finding_of(game, ruling.on)
    if found is None and ruling.on != THE_BOARD:
        game.raise_finding("ruling_without_finding", n, seat=None, facts={"on": ruling.on, "choice": ruling.choice})
        return
    if refusal(game, ruling) is not None:
        return
    if ruling.choice in ON_ANYTHING:
        ON_ANYTHING[ruling.choice](game, n, found or result_rulings.WHOLE_BOARD, ruling)
    elif found is not None and ruling.choice == "dismiss":
        # The act itself stays (a board that was taken up): only the finding is put aside.
        game.close(found.id, "ruling", n, ruling.choice)
    elif found is not None:
        _carry_out(game, n, found, ruling)


def _carry_out(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The effect of a choice; on a board that is over it closes the finding and leaves the board over."""
    with board_rulings.where_it_was_left(game):
        EFFECTS[found.kind, ruling.choice](game, n, found, ruling)
    if game.stays_ended:
        game.phase, game.turn = "ended", None
    if game.phase == "ended" and found.id in game.pending and ruling.choice in found.options:
        game.close(found.id, "ruling", n, ruling.choice)
