"""Every kind of irregularity: the errors by which simulated people make it, or why sensors cannot see it made."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from controller.laws.editions import EDITIONS
from hw_sim.people import ERRORS

_FACES = "a tag answers whichever way up its card lies: only the director's `card_exposed` or `card_faced` tells it"
_TURNED = "a tag does not say which way a quitted card points, and no reading says that a trick is closed"
_HELD = "no antenna reads a hand that is held; only a scan by hand (`hand`) tells it"
_TEMPO = "measured from the times of acts, and only where the regulations give a limit; nobody has to err for it"

#: Kinds that no error makes, each with the reason.
NOT_MADE: Mapping[str, str] = MappingProxyType(
    {
        "auction_incomplete_play_started": "a lead before the last pass looks like a last pass that was only tapped: "
        "told as a `possible` pass",
        "bid_above_seven": "no bidding box holds such a call; the director enters it where it was said",
        "call_tempo_outlier": _TEMPO,
        "card_exposed_by_defender": _FACES,
        "card_exposed_in_auction": _FACES,
        "card_played_twice": "a quitted card taken up and put down again looks like cards squared up",
        "dealer_or_vulnerability_mismatch": "a board's tag holds its number alone; a file or the director "
        "gives its marks",
        "defective_trick": _TURNED,
        "duplicate_card": "no two tags of a pack are alike (enrolment checks it); a card of another pack is "
        "`foreign_card`",
        "fouled_board": "it takes two tables to find it",
        "hand_from_wrong_board": _HELD,
        "hand_from_wrong_pocket": _HELD,
        "missing_card_in_trick": _TURNED,
        "passed_out_ambiguous": "after four passes cards on the table are hands on their way back",
        "play_after_claim": "after a claim cards are thrown in; sensing tells none until the claim is settled",
        "play_tempo_outlier": _TEMPO,
        "record_doubted": "no act of a player: a sensor's correction that comes after a ruling",
        "revoke_possible": "the bench's deals are known, so a revoke is certain; where it is not known every discard "
        "raises it, for the log alone",
        "ruling_without_finding": "no act of a player: a ruling on what was taken back",
        "score_missing": "told when the next board is taken up; the bench plays one board at a time",
        "slow_play": _TEMPO,
        "trick_count_disagreement": _TURNED,
        "trick_quitted_wrong_direction": _TURNED,
        "wrong_orientation": _HELD,
        "wrong_seat_or_pair": "who sits where is not sensed",
    }
)

_HEAD = """\
# Which irregularities simulated people make

Made from `people/errors` and `bench/kinds.py` by `python -m tests.hw_sim.write_kinds`; a test holds every kind of the
Laws' editions against it. `smarttable bench accuracy` makes each error as often as every other one, at the next board
that gives a chance for it. *Pockets*: at a table with antennas under the board's pockets; *face up*: where leads are
made so; *no file*: where no file gives the deal; *last pass read*: after a pass that was only tapped it looks like the
call in its place.

| kind | made by |
|---|---|"""
_BETWEEN = """
| kind that is not made | why |
|---|---|"""


def kinds() -> list[str]:
    """Every kind of either edition."""
    return sorted({kind for edition in EDITIONS.values() for kind in edition.by_kind})


def made_by(kind: str) -> list[str]:
    """The errors by which people make a kind."""
    return [name for name, error in ERRORS.items() if kind in error.kinds]


def page() -> str:
    """Both tables for people, Markdown."""
    rows = [f"| `{kind}` | {', '.join(map(_named, made_by(kind)))} |" for kind in kinds() if made_by(kind)]
    others = [f"| `{kind}` | {NOT_MADE[kind]} |" for kind in kinds() if not made_by(kind)]
    return "\n".join([_HEAD, *rows, _BETWEEN, *others, ""])


def _named(name: str) -> str:
    error = ERRORS[name]
    needs = " (pockets)" if error.needs_pockets else " (face up)" if error.needs_face_up else ""
    needs = " (no file)" if error.needs_unknown_deal else " (last pass read)" if error.needs_last_pass else needs
    return f"`{name}`{needs}"
