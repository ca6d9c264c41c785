"""Each choice of the contract: what happened, what is tapped for it, and what the table's page has then and had not."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from controller.desk.ruling_form import FIELDS
from controller.laws.editions import EDITIONS
from tests.desk.evening import IN_PLAY, TO_3NT, TOO_LOW, WRONG_LEAD, board, calls

Acts = Sequence[Mapping[str, Any]]
ROOT = Path(__file__).parents[2]


class Ruling(NamedTuple):
    """A choice at a table. `then`: the new lines of its page, all of them, a `|` between two."""

    choice: str
    acts: Acts
    then: str
    taps: Mapping[str, str] = {}
    #: What the players do next, where only that shows what was ruled.
    on: Acts = ()
    editions: Sequence[str] = tuple(EDITIONS)

    @property
    def lines(self) -> set[str]:
        """What is new on the page."""
        return {line.strip() for line in self.then.split("|") if line.strip()}


def case(name: str, last: int, first: int = 0) -> Acts:
    """The first acts of a worked case, or those between two numbers."""
    acts: Acts = json.loads((ROOT / "tests" / "cases" / f"{name}.json").read_text())["events"]
    return acts[first:last]


def of_the_contract() -> set[str]:
    """Every choice that the table log's contract lists."""
    page = (ROOT / "docs" / "formats" / "TABLE_LOG.md").read_text()
    (table,) = re.findall(r"(?ms)^## Rulings.*?^\|---.*?\n(.*?)^## ", page)
    return {
        choice for row in table.split("\n\n")[0].splitlines() for choice in re.findall(r"`(\w+)`", row.split("|")[1])
    }


SHOWN = [board(13), *calls("N", TO_3NT), *IN_PLAY, {"type": "card_exposed", "seat": "E", "cards": ["H7"]}]
CLAIM = [
    board(13), *calls("N", TO_3NT), *IN_PLAY,
    {"type": "claim", "seat": "S", "tricks": 12}, {"type": "claim_answer", "seat": "W", "agree": False},
]  # fmt: skip
CHANGED = case("auction_a/25-another-call-partner-silenced-1987", 3)
#: South leads the heart ace from hand, East's king comes before West has played.
TOO_SOON = case("play_a/57-before-partner-highest-1987", 13)
#: South plays a fifth card to a trick of which East's is missing; then East plays.
FIFTH = "play_a/45-fifth-card-by-defender-2017"
EAST_PLAYS = case(FIFTH, 13, 12)
DOUBLED = {"level": "2", "denomination": "S", "doubled": "X", "declarer": "S", "tricks": "9"}
KING_FACE_UP = "East must play ♥K at the first legal chance. | E: 12 cards ♥K lies face up"
RULINGS = (
    Ruling("accept", TOO_LOW, "North to call"),
    Ruling("accept", WRONG_LEAD, "3NT by South, trick 1 | South to play | on table ♥K | E: 12 cards"),
    Ruling("cancel", TOO_LOW, "West to call | called 1♥ cancelled", {"artificial": "yes"}),
    Ruling("unintended", TOO_LOW, "West to call | called 1♥ withdrawn"),
    Ruling("comparable", case("auction_b/31b-bid-at-lho-turn-first-call-2017", 7), "", editions=["2017"]),
    Ruling(
        "not_comparable", case("auction_a/26-no-order-given-2017", 7), "West must pass throughout.", editions=["2017"]
    ),
    Ruling(
        "keep_first",
        CHANGED,
        "East to call | called 1♦ cancelled | South must pass at the next turn.",
        editions=["1987"],
    ),
    Ruling(
        "change",
        CHANGED,
        "North to call | called 1♣ withdrawn | called 1♦ cancelled | South must pass throughout.",
        editions=["1987"],
    ),
    Ruling(
        "declarer_spreads",
        WRONG_LEAD,
        "3NT by North, trick 1 | South to play | on table ♥K | E: 12 cards",
    ),
    Ruling("require", WRONG_LEAD, "West to play | West must lead ♥.", {"suits": "H"}),
    Ruling("forbid", WRONG_LEAD, "West to play | West may not lead ♥.", {"suits": "H"}),
    Ruling(
        "free",
        WRONG_LEAD,
        "West to play | East must play ♥K at the first legal chance. | E: 13 cards ♥K lies face up",
    ),
    Ruling(
        "refuse",
        case("play_a/56-declarer-to-lead-refused-2017", 12),
        "East to play | North must play ♥K at the first legal chance. | N: 12 cards ♥K lies face up",
    ),
    Ruling("put_back", case("play_a/41-face-down-wrong-defender-put-back-2017", 6), "West to play"),
    Ruling("retract", case("play_a/55-wrong-hand-retracted-2017", 12), "North to play"),
    Ruling("highest", TOO_SOON, f"West to play | West must play the highest of ♥. | {KING_FACE_UP}"),
    Ruling("lowest", TOO_SOON, f"West to play | West must play the lowest of ♥. | {KING_FACE_UP}"),
    Ruling("forbid_suit", TOO_SOON, f"West to play | West may not play ♦. | {KING_FACE_UP}", {"suit": "D"}),
    Ruling(
        "require_suit",
        case("play_a/57-partner-required-to-ruff-2017", 17),
        "East to play | East must play ♦. | West must play ♥7 at the first legal chance. | W: 11 cards ♥7 lies face up",
        {"suit": "D"},
        editions=["2017"],
    ),
    Ruling(
        "penalty_card",
        SHOWN,
        "South to play | East must play ♥7 at the first legal chance. | E: 12 cards ♥7 lies face up",
        {"kind": "major"},
    ),
    Ruling("no_penalty_card", SHOWN, "South to play"),
    Ruling("play_penalty_card", case("play_a/52-holder-on-lead-leads-another-2017", 14), "East to play"),
    Ruling("correct", case("auction_a/26-forbidden-suit-led-2017", 12), "West to play"),
    Ruling(
        "designate",
        case("play_a/58-two-cards-seen-low-one-minor-2017", 11),
        "East to play | North must play ♥5 before another small card of the suit. | N: 12 cards ♥5 lies face up",
        {"card": "H9"},
    ),
    Ruling(
        "as_lead",
        case(FIFTH, 11),
        "3NT by East, trick 2 | N–S 0, E–W 1 | E: 12 cards"
        " | to rule: Defender's lead out of turn South led ♥J; East was on lead",
        on=EAST_PLAYS,
    ),
    Ruling(
        "as_play",
        case(FIFTH, 11),
        "3NT by East, trick 2 | N–S 0, E–W 1 | East to play | E: 12 cards"
        " | South must play ♥J at the first legal chance. | S: 12 cards ♥J lies face up",
        on=EAST_PLAYS,
    ),
    Ruling("transfer", case("board/14-dropped-card-proves-revoke-deal-unknown-2017", 24), "9 tricks, 150 N–S"),
    Ruling("award_claim", CLAIM, "12 tricks, 690 N–S", {"tricks": "11", "to": "NS"}),
    Ruling("play_on", CLAIM, "3NT by South, trick 2 | South to play", editions=["2017"]),
    Ruling("adjust", TOO_LOW, "Board ended | 9 tricks, 870 N–S", DOUBLED),
    Ruling("artificial", TOO_LOW, "Board ended | Artificial score 60/40", {"percent": "60/40"}),
    Ruling("cancel_board", TOO_LOW, "Board ended | Board cancelled"),
)


def in_edition(laws: str) -> list[Ruling]:
    """Every ruling that 2017 knows; of 1987, those that it alone knows and those with something more to tap."""
    rows = [row for row in RULINGS if laws in row.editions]
    return rows if laws == "2017" else [row for row in rows if row.choice in FIELDS or "2017" not in row.editions]
