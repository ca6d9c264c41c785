"""Which of the Laws 1 to 93 a table finds by itself in each edition, which it only records, which are not its matter.

What is detected follows from the editions' rows; only the rest is written down here. `page` lays it out as Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from controller.laws.editions import EDITIONS

LAST_LAW = 93


class Status(Enum):
    """What a table does about a Law."""

    #: The table finds a breach by itself, or follows the Law so that none can go unseen.
    DETECTED = "detected"
    #: It happens on a report or a ruling, which the table records and carries out.
    ON_REPORT = "on report"
    #: A matter of judgement: the table lays out facts and lawful options, no more.
    DIRECTOR_ONLY = "director only"
    #: Nothing that happens at a table.
    NOT_FOR_A_TABLE = "not for a table"


class Said(NamedTuple):
    """What is said of a Law that no row of an edition cites, or besides the rows."""

    status: Status
    note: str


class Covered(NamedTuple):
    """A Law in an edition: the kinds whose rows cite it, its status and a note."""

    status: Status
    kinds: tuple[str, ...]
    note: str


#: What the Laws are about, in the words of their chapters.
TITLES: tuple[str, ...] = (
    "Pack",
    "Boards",
    "Tables",
    "Partnerships",
    "Seats",
    "Shuffle and deal",
    "Control of board and cards",
    "Rounds",
    "Procedure after an irregularity",
    "Assessment",
    "Forfeited rights",
    "Discretion, adjusted scores",
    "Wrong number of cards",
    "Missing card",
    "Wrong board or hand",
    "Information",
    "Auction period",
    "Bids",
    "Doubles and redoubles",
    "Review and explanation",
    "Misinformation",
    "End of the auction",
    "Damage by a forced pass (1987), comparable call (2017)",
    "Card exposed or led in the auction",
    "Change of call",
    "Lead after a withdrawn call",
    "Insufficient bid",
    "Calls in rotation",
    "Call out of rotation",
    "Pass out of rotation",
    "Bid out of rotation",
    "Double out of rotation",
    "Simultaneous calls",
    "Right to call kept",
    "Inadmissible calls",
    "Inadmissible double or redouble",
    "Action when required to pass",
    "Bid above seven",
    "Call after the final pass",
    "Understandings",
    "Start of play",
    "Dummy's rights",
    "Dummy's limits",
    "Sequence of play",
    "Card played",
    "Designation of dummy's card",
    "Retraction of a card",
    "Declarer's cards exposed",
    "Defender's cards exposed",
    "Penalty card",
    "Several penalty cards",
    "Penalty card not played",
    "Lead out of turn accepted",
    "Opening lead out of turn",
    "Declarer's lead out of turn",
    "Defender's lead out of turn",
    "Premature lead or play",
    "Simultaneous cards",
    "Inability to comply",
    "Play after an illegal play",
    "Failure to follow suit",
    "Correction of a revoke",
    "Establishment of a revoke",
    "After establishment",
    "Arrangement of tricks",
    "Inspection of tricks",
    "Defective trick",
    "Claim or concession",
    "Agreed claim",
    "Contested claim",
    "Concession cancelled",
    "General principles",
    "Communication, tempo",
    "Conduct",
    "Mistaken explanation or call",
    "Spectators",
    "Scoring table",
    "Methods of scoring",
    "Tricks won",
    "Regulations",
    "Director's duties",
    "Director's error",
    "Review of a ruling",
    "Agreed facts",
    "Disputed facts",
    "Teams, substitute boards",
    "Fouled board",
    "Artificial scores",
    "Individual events",
    "Procedural penalties",
    "Suspension",
    "Appeals",
    "Procedures of appeal",
)

_FOLLOWED = Said(Status.DETECTED, "followed; nothing is raised")
_JUDGED = Said(Status.DIRECTOR_ONLY, "the log of calls, cards and times is the evidence")
_NOT_HERE = Said(Status.NOT_FOR_A_TABLE, "")

#: Of both editions.
SAID: Mapping[int, Said] = {
    8: Said(Status.NOT_FOR_A_TABLE, "rounds are the session's; see 81"),
    10: Said(Status.DIRECTOR_ONLY, "every finding lists all lawful options and who chooses"),
    11: Said(Status.DIRECTOR_ONLY, "what the other side did since is in the log"),
    12: Said(Status.ON_REPORT, "rulings `adjust`, `artificial`, `cancel_board`"),
    18: Said(Status.DETECTED, "by way of 27 and 38"),
    20: Said(Status.NOT_FOR_A_TABLE, "calls are on record; explanations are not heard"),
    21: Said(Status.ON_REPORT, "rulings `put_back`, `adjust`; a misinformed player's card goes back"),
    28: _FOLLOWED,
    33: _FOLLOWED,
    40: _JUDGED,
    42: Said(Status.DIRECTOR_ONLY, "what dummy says is not heard"),
    43: Said(Status.DIRECTOR_ONLY, "whether dummy looked is not seen"),
    46: Said(Status.DIRECTOR_ONLY, "a designation is not heard; the card that is moved is recorded"),
    66: Said(Status.NOT_FOR_A_TABLE, "a quitted card looked at is not told from one squared up"),
    72: _JUDGED,
    74: Said(Status.NOT_FOR_A_TABLE, "manners are not sensed"),
    75: _JUDGED,
    76: _NOT_HERE,
    78: Said(Status.NOT_FOR_A_TABLE, "matchpoints and IMPs are worked out from the records of all tables"),
    80: Said(Status.NOT_FOR_A_TABLE, "regulations are settings"),
    83: Said(Status.DIRECTOR_ONLY, "rulings are kept with who gave them and what they revise"),
    84: _JUDGED,
    86: Said(Status.ON_REPORT, "rulings `adjust` and `artificial`"),
    87: Said(Status.DETECTED, "`fouled_board` needs two tables; one table alone cannot find it"),
    88: Said(Status.ON_REPORT, "ruling `artificial`"),
    89: _NOT_HERE,
    91: Said(Status.DIRECTOR_ONLY, ""),
    92: Said(Status.NOT_FOR_A_TABLE, "the journal can be exported for an appeal"),
    93: _NOT_HERE,
}
#: Of one edition.
SAID_IN: Mapping[str, Mapping[int, Said]] = {
    "1987": {23: Said(Status.ON_REPORT, "ruling `adjust` on the finding that imposed the pass")},
    "2017": {
        23: Said(Status.ON_REPORT, "rulings `comparable` and `not_comparable`"),
        35: Said(Status.DETECTED, "by way of 36 to 39"),
    },
}
#: The tests that prove what is detected or recorded, by Law; kept in `tests/laws` unless a path is given.
PROVED_BY: Mapping[int, tuple[str, ...]] = {
    **dict.fromkeys(range(1, 8), ("test_laws_1_to_15.py",)),
    9: ("test_law_25.py", "test_law_27.py"),
    12: ("test_law_79.py",),
    **dict.fromkeys((13, 14, 15), ("test_laws_1_to_15.py",)),
    16: ("test_law_73.py",),
    17: ("test_law_34.py", "test_law_24.py"),
    18: ("test_law_27.py",),
    19: ("test_law_36.py",),
    21: ("test_law_41.py",),
    22: ("test_law_34.py",),
    23: ("test_laws_30_to_32.py",),
    24: ("test_law_24.py",),
    25: ("test_law_25.py",),
    26: ("test_law_26.py",),
    27: ("test_law_27.py",),
    28: ("test_laws_30_to_32.py",),
    **dict.fromkeys((29, 30, 31, 32), ("test_laws_30_to_32.py",)),
    33: ("../table/test_late_rulings.py",),
    34: ("test_law_34.py",),
    35: ("test_law_36.py", "test_law_37.py", "test_law_39.py"),
    36: ("test_law_36.py",),
    37: ("test_law_37.py",),
    38: ("test_law_37.py",),
    39: ("test_law_39.py",),
    41: ("test_law_41.py",),
    44: ("test_law_61.py",),
    45: ("test_law_58.py",),
    47: ("test_law_41.py",),
    48: ("test_law_54.py",),
    49: ("test_law_50.py",),
    50: ("test_law_50.py",),
    51: ("test_law_51.py",),
    52: ("test_law_51.py", "test_law_50.py"),
    53: ("test_law_53.py",),
    54: ("test_law_54.py",),
    55: ("test_law_53.py",),
    56: ("test_law_56.py",),
    57: ("test_law_57.py",),
    58: ("test_law_58.py",),
    59: ("test_law_26.py",),
    60: ("test_law_53.py",),
    61: ("test_law_61.py",),
    62: ("test_law_61.py",),
    63: ("test_law_61.py",),
    64: ("test_law_64.py",),
    65: ("test_law_67.py",),
    67: ("test_law_67.py",),
    **dict.fromkeys((68, 69, 70, 71), ("test_law_70.py",)),
    73: ("test_law_73.py",),
    77: ("test_score.py", "test_law_79.py"),
    79: ("test_law_79.py",),
    81: ("test_law_73.py",),
    82: ("../table/test_late_rulings.py",),
    85: ("../table/test_late_rulings.py",),
    86: ("test_law_79.py",),
    87: ("test_laws_1_to_15.py",),
    88: ("test_law_79.py",),
    90: ("test_law_73.py",),
}


def kinds_of(edition: str, law: int) -> tuple[str, ...]:
    """The kinds of irregularity whose rows cite a Law, or a paragraph of it, in that edition."""
    rows = EDITIONS[edition].by_kind.items()
    return tuple(kind for kind, laws in rows if any(_number(p) == law for row in laws for p in row.cite))


def _number(paragraph: str) -> int:
    found = re.match(r"\d+", paragraph)
    assert found is not None
    return int(found[0])


def covered(edition: str, law: int) -> Covered:
    """What a table does about a Law of 1 to 93."""
    kinds = kinds_of(edition, law)
    said = SAID_IN[edition].get(law) or SAID.get(law)
    if said is not None:
        return Covered(Status.DETECTED if kinds else said.status, kinds, said.note)
    if not kinds:
        raise LookupError(f"nothing is said of Law {law} in the edition of {edition}")
    return Covered(Status.DETECTED, kinds, "")


def page() -> str:
    """The coverage page, Markdown."""
    lines = [
        "# What a table does about each Law",
        "",
        "Made from the rows of both editions by `python -m tests.laws.write_coverage`; a test keeps it true.",
        "**Detected**: the table finds a breach by itself, or follows the Law. **On report**: recorded and carried out",
        "when a player or the director says so. **Director only**: judgement; the table lays out facts and options.",
        "",
        "| Law | about | 1987 | 2017 | kinds | proved by |",
        "|---|---|---|---|---|---|",
    ]
    lines += [_line(law) for law in range(1, LAST_LAW + 1)]
    lines += ["", *_summary()]
    return "\n".join(lines) + "\n"


def _line(law: int) -> str:
    old, new = covered("1987", law), covered("2017", law)
    kinds = [f"`{kind}`" for kind in old.kinds if kind in new.kinds]
    kinds += [f"`{kind}` (1987)" for kind in old.kinds if kind not in new.kinds]
    kinds += [f"`{kind}` (2017)" for kind in new.kinds if kind not in old.kinds]
    tests = [f"`tests/laws/{name}`".replace("laws/../", "") for name in PROVED_BY.get(law, ())]
    cells = [str(law), TITLES[law - 1], _cell(old), _cell(new), ", ".join(kinds) or "–", ", ".join(tests) or "–"]
    return f"| {' | '.join(cells)} |"


def _cell(one: Covered) -> str:
    return f"{one.status.value}: {one.note}" if one.note else one.status.value


def _summary() -> list[str]:
    lines = []
    for edition in EDITIONS:
        statuses = [covered(edition, law).status for law in range(1, LAST_LAW + 1)]
        counts = ", ".join(f"{statuses.count(status)} {status.value}" for status in Status)
        lines.append(f"{edition}: {counts}.")
    return lines
