"""Which of the Laws 1 to 93 a table finds by itself in each edition, which it only records, which are not its matter.

What is detected follows from the editions' rows; only the rest is written down here. `page` lays it out as Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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

_JUDGED = Said(Status.DIRECTOR_ONLY, "the log of calls, cards and times is the evidence")
_NOT_HERE = Said(Status.NOT_FOR_A_TABLE, "")


def _found(note: str) -> Said:
    return Said(Status.DETECTED, note)


def _yours(note: str) -> Said:
    return Said(Status.DIRECTOR_ONLY, note)


def _ruled(note: str) -> Said:
    return Said(Status.ON_REPORT, note)


#: Of both editions: what the rows alone would say too much or too little of.
SAID: Mapping[int, Said] = {
    2: _found("where the board's own marks are given; it is played as marked"),
    3: _found("as the session's file says who sits here; players are not recognised"),
    4: _found("as the session's file says who sits here; players are not recognised"),
    5: _found("as the session's file says who sits here; players are not recognised"),
    6: _found("wrong counts, and cards other than the record's; shuffling is not seen"),
    7: _found("hands taken from or put into the wrong pocket; counting and handling are not seen"),
    8: Said(Status.NOT_FOR_A_TABLE, "rounds are the session's; see 81"),
    9: _found("a call replaced before the ruling; who drew attention, and when, is not heard"),
    10: _yours("every finding lists all lawful options and who chooses"),
    11: _yours("what the other side did since is in the log"),
    12: _ruled("you assign a score, give an artificial one, or cancel the board"),
    14: _found("by the count; a card found again counts as held all along"),
    15: _found("a wrong board by the session's file, a wrong hand by the record"),
    16: _yours("what a player may have known is judged; long pauses are noted where the regulations ask for it"),
    18: _found("by way of 27 and 38"),
    20: _yours("calls are on record; questions and explanations are not heard"),
    21: _ruled("you let a card be taken back, or adjust the score; what was explained is not heard"),
    24: _found("a card face up; whether partner could see it, you find"),
    25: _found("a second call, a call taken away; whether it was a slip, you find"),
    26: _found("the right to limit a lead, and a lead against the order; which suits the call showed, you say"),
    27: _found("with what each new call would cost; whether one is natural or comparable, you find"),
    28: _found("followed; nothing is raised"),
    33: _found("followed; the lawful call counts first"),
    40: _JUDGED,
    42: _yours("what dummy says is not heard"),
    43: _yours("whether dummy looked is not seen"),
    41: _found("questions before the lead is faced are not heard"),
    44: _found("followed, trick by trick"),
    45: _found("cards put in playing position; a card named or touched is not heard or seen"),
    46: _yours("a designation is not heard; the card that is moved is recorded"),
    47: _found("a card taken back; whether for a reason of this Law, you find"),
    48: _found("cards that declarer shows; whether it is a claim, you find"),
    49: _found("a card face up; whether partner could see it, you find, and a card named is not heard"),
    59: _found("whether he could obey is known where the hand is"),
    61: _found("certain where the hand is known, else possible till the suit shows; questions are not heard"),
    62: _found("a card put right in time; who drew attention or noticed, and when, you say"),
    64: _found("the tricks due and why; equity is yours"),
    65: _found("where the way in which tricks are turned is read"),
    66: _yours("a turned card looked at is not told from one squared up"),
    68: _found("a wrong hand spread, cards after a claim, a board taken away; the claim itself is keyed"),
    69: _ruled("the opponents' answers are keyed; the result follows"),
    70: _ruled("a dispute is keyed and summons you; you award the tricks that remain"),
    71: _ruled("you award the tricks; whether one could be lost is not worked out"),
    72: _JUDGED,
    73: _yours("long pauses are noted where the regulations ask for it; what they meant is judged"),
    74: _yours("manners are not sensed"),
    75: _JUDGED,
    76: _yours("spectators are not seen"),
    78: Said(Status.NOT_FOR_A_TABLE, "worked out over all tables, as the session's file says"),
    80: Said(Status.NOT_FOR_A_TABLE, "regulations are settings"),
    81: _yours("every ruling is recorded; slow boards are noted where the regulations ask for it"),
    82: _ruled("a ruling is revised or struck out, and the board worked out anew"),
    83: _yours("rulings are kept with who gave them and what they revise"),
    84: _JUDGED,
    85: _yours("the log is the evidence; where a sensor disagrees with your ruling you are told"),
    86: _ruled("you assign a score or give an artificial one"),
    87: _found("the hands of a board are compared over the tables of the room"),
    88: _ruled("you give an artificial score in percent"),
    89: _NOT_HERE,
    90: _yours("penalties are yours; slow boards are noted where the regulations ask for it"),
    91: _yours(""),
    92: Said(Status.NOT_FOR_A_TABLE, "the journal can be exported for an appeal"),
    93: _NOT_HERE,
}
#: Of one edition.
SAID_IN: Mapping[str, Mapping[int, Said]] = {
    "1987": {23: _ruled("you adjust the score on the finding that imposed the pass")},
    "2017": {
        23: _ruled("you are asked of each new call whether it is comparable"),
        35: _found("by way of 36 to 39"),
    },
}
#: A test that proves what is detected or recorded, by Law: file and name; in `tests/laws` unless a path is given.
PROVED_BY: Mapping[int, tuple[str, ...]] = {
    1: ("test_laws_1_to_15.py::TestACardPlayed", "test_laws_1_to_15.py::TestCardsShownOfAnotherPack"),
    **dict.fromkeys((2, 3, 4, 5), ("test_laws_1_to_15.py::TestTheBoard",)),
    6: ("test_laws_1_to_15.py::TestAPocketBeforePlay",),
    7: ("test_laws_1_to_15.py::TestAHeldHand", "test_laws_1_to_15.py::TestPutBack"),
    9: ("test_law_25.py::TestASlip", "test_law_27.py::test_1987_an_early_correction_falls_and_the_offender_calls_anew"),
    12: ("test_law_79.py::TestNoResultKeyedIn", "test_law_64.py::TestTheResult"),
    13: ("test_laws_1_to_15.py::TestAHeldHand", "test_laws_1_to_15.py::TestACardPlayed"),
    14: ("test_laws_1_to_15.py::TestAHeldHand", "test_law_67.py::TestADefectiveTrick"),
    15: ("test_laws_1_to_15.py::TestTheBoard", "test_laws_1_to_15.py::TestAHeldHand"),
    17: ("test_law_34.py::TestASkippedPlayer",),
    18: ("test_law_27.py::test_a_bid_must_beat_the_last_one", "test_law_37.py::TestAboveSeven"),
    19: ("test_law_36.py::test_what_may_be_doubled_and_redoubled",),
    21: ("test_law_54.py::TestRefuses", "test_law_64.py::TestTheResult"),
    22: ("test_law_34.py::TestTheAuctionIsOver", "test_law_34.py::test_a_card_led_after_four_passes_is_only_noted"),
    23: ("test_laws_30_to_32.py::test_2017_a_comparable_call_costs_nothing", "test_law_64.py::TestTheResult"),
    24: ("test_law_24.py::TestBeforeTheOpeningLead",),
    25: ("test_law_25.py::TestASecondCall", "test_law_25.py::TestACallTakenOffTheTable"),
    26: ("test_law_26.py::TestOf1987", "test_law_26.py::TestOf2017"),
    27: ("test_law_27.py::test_a_bid_must_beat_the_last_one",),
    28: ("test_laws_30_to_32.py::test_28a_a_forced_pass_is_entered_when_the_next_player_calls_before_it_is_shown",),
    29: ("test_laws_30_to_32.py::TestAnyCallOutOfTurn",),
    **dict.fromkeys(
        (30, 31, 32),
        (
            "test_laws_30_to_32.py::TestAnyCallOutOfTurn",
            "test_laws_30_to_32.py::test_the_paragraph_is_the_editions_own",
        ),
    ),
    33: ("../table/test_late_rulings.py::TestSimultaneous",),
    34: ("test_law_34.py::TestASkippedPlayer",),
    35: ("test_law_36.py::TestInTurn", "test_law_37.py::TestForcedToPass", "test_law_39.py::TestByADefender"),
    36: ("test_law_36.py::TestInTurn", "test_law_36.py::TestOutOfTurn"),
    37: ("test_law_37.py::TestForcedToPass",),
    38: ("test_law_37.py::TestAboveSeven",),
    39: ("test_law_39.py::TestByADefender", "test_law_39.py::TestByTheDeclaringSide"),
    41: ("test_law_41.py::test_face_down_by_the_wrong_defender_goes_back", "test_law_41.py::TestDummy"),
    44: ("test_law_61.py::TestTheDealKnown",),
    45: ("test_law_58.py::TestFifthCard", "test_law_58.py::TestTakenBack"),
    47: ("test_law_58.py::TestTakenBack", "test_law_41.py::TestLeadChanged"),
    48: ("test_law_54.py::TestSpreads", "test_law_41.py::TestDummy"),
    49: ("test_law_50.py::TestExposed",),
    50: ("test_law_50.py::TestMajor", "test_law_50.py::TestMinor", "test_law_50.py::TestPartnerOnLead"),
    51: ("test_law_51.py::TestSeveralOfOneDefender", "test_law_51.py::TestBothDefenders"),
    52: ("test_law_51.py::TestNotPlayed", "test_law_50.py::TestMinor"),
    53: ("test_law_53.py::TestFromTheWrongHand", "test_law_53.py::TestADefenderOnLead"),
    54: ("test_law_54.py::test_presumed_declarer_has_all_the_options",),
    55: ("test_law_53.py::TestFromTheWrongHand", "test_law_53.py::TestADefenderOnLead"),
    56: ("test_law_56.py::TestPartnerToLead", "test_law_56.py::TestDeclarerToLead"),
    57: ("test_law_57.py::TestBeforePartner", "test_law_57.py::TestLeadToTheNextTrick"),
    58: ("test_law_58.py::TestTwoHandsAtOnce", "test_law_58.py::TestOneHandAtOnce"),
    59: ("test_law_26.py::test_with_the_hand_unknown_a_breach_is_only_possible_until_a_card_proves_it",),
    60: ("test_law_53.py::TestAfterALeadWasTakenBack",),
    61: ("test_law_61.py::TestTheDealKnown", "test_law_61.py::TestTheDealUnknown"),
    62: ("test_law_61.py::TestCorrected", "test_law_61.py::TestTrickTwelve"),
    63: ("test_law_61.py::TestEstablished",),
    64: ("test_law_64.py::TestTheOffenderWonTheTrick", "test_law_64.py::TestTheOffenderDidNotWinTheTrick"),
    65: ("test_law_67.py::TestACardTurned",),
    67: ("test_law_67.py::TestAMissingCard", "test_law_67.py::TestADefectiveTrick"),
    68: ("test_law_70.py::TestACardAfterTheClaim", "test_laws_1_to_15.py::TestTheBoard"),
    69: ("test_law_70.py::TestAgreed",),
    **dict.fromkeys((70, 71), ("test_law_70.py::TestDisputed",)),
    77: ("test_score.py::test_a_published_example_is_scored_as_published", "test_law_79.py::TestTheResultKeyedIn"),
    79: ("test_law_79.py::TestTheResultKeyedIn", "test_law_79.py::TestTheTricksAsTurned"),
    82: ("../table/test_late_rulings.py::test_a_revised_ruling_replaces_the_earlier_one_in_its_place",),
    87: ("../service/test_session_findings.py::test_two_cards_in_other_hands_are_told_with_the_table_and_the_cards",),
    **dict.fromkeys((86, 88), ("test_law_79.py::TestTheResultKeyedIn", "test_law_79.py::TestNoResultKeyedIn")),
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
        return Covered(said.status, kinds, said.note)
    if not kinds:
        raise LookupError(f"nothing is said of Law {law} in the edition of {edition}")
    return Covered(Status.DETECTED, kinds, "")


class PageWords(NamedTuple):
    """The words of the page in a language; `notes` say what `SAID` says, and of a status its name."""

    intro: tuple[str, ...]
    heads: str
    same: str
    proofs: tuple[str, ...]
    titles: Sequence[str] = TITLES
    notes: Mapping[str, str] = {}


ENGLISH = PageWords(
    intro=(
        "# What a table does about each Law",
        "",
        "**Detected**: the table finds a breach by itself, or follows the Law; what it cannot see of it stands beside.",
        "**On report**: recorded and carried out when a player or the director says so. **Director only**: your",
        "judgement; the table lays out facts and options. **Not for a table**: nothing that happens at one.",
        "",
        "What it tells you of stands last, by the name on the summons and in `smarttable judge`. To see how:",
        "`smarttable judge tests/cases/*/27-*.json` judges the worked cases of Law 27; `--edition both` sets the two",
        "editions side by side, `--lang ru` says it in Russian. In Russian, too: [COVERAGE.ru.md](COVERAGE.ru.md).",
    ),
    heads="| Law | about | 1987 | 2017 | told as |",
    same="the same",
    proofs=(
        "## What is raised under each Law, and the tests that prove it",
        "",
        "For those who change the program. A kind (`docs/formats/IRREGULARITIES.md`) stands under every Law that its",
        "summons names. Made from both editions' rows by `python -m tests.laws.write_coverage`; a test keeps it true.",
        "",
        "| Law | kinds | proved by |",
        "|---|---|---|",
    ),
)


def page(names: Mapping[str, str], words: PageWords = ENGLISH) -> str:
    """The coverage page, Markdown. `names`: what the desk calls each kind, in the same language."""
    lines = [
        *words.intro,
        "",
        *_summary(words),
        "",
        words.heads,
        "|---|---|---|---|---|",
        *(_line(law, names, words) for law in range(1, LAST_LAW + 1)),
    ]
    if words.proofs:
        lines += ["", *words.proofs, *(line for law in range(1, LAST_LAW + 1) if (line := _proof(law)))]
    return "\n".join(lines) + "\n"


def _line(law: int, names: Mapping[str, str], words: PageWords) -> str:
    old, new = covered("1987", law), covered("2017", law)
    later = words.same if (new.status, new.note) == (old.status, old.note) else _cell(new, words)
    told = [names[kind] for kind in old.kinds if kind in new.kinds]
    told += [f"{names[kind]} (1987)" for kind in old.kinds if kind not in new.kinds]
    told += [f"{names[kind]} (2017)" for kind in new.kinds if kind not in old.kinds]
    cells = [str(law), words.titles[law - 1], _cell(old, words), later, "; ".join(dict.fromkeys(told)) or "–"]
    return f"| {' | '.join(cells)} |"


def _proof(law: int) -> str:
    """The line of a Law under which something is raised or proved; empty for others."""
    old, new = covered("1987", law), covered("2017", law)
    kinds = [f"`{kind}`" for kind in old.kinds if kind in new.kinds]
    kinds += [f"`{kind}` (1987)" for kind in old.kinds if kind not in new.kinds]
    kinds += [f"`{kind}` (2017)" for kind in new.kinds if kind not in old.kinds]
    tests = [f"`tests/laws/{name}`".replace("laws/../", "") for name in PROVED_BY.get(law, ())]
    cells = [str(law), ", ".join(kinds) or "–", "<br>".join(tests) or "–"]
    return f"| {' | '.join(cells)} |" if kinds or tests else ""


def _cell(one: Covered, words: PageWords) -> str:
    status = words.notes.get(one.status.value, one.status.value)
    return f"{status}: {words.notes.get(one.note, one.note)}" if one.note else status


def _summary(words: PageWords) -> list[str]:
    lines = []
    for edition in EDITIONS:
        statuses = [covered(edition, law).status for law in range(1, LAST_LAW + 1)]
        named = [f"{statuses.count(status)} {words.notes.get(status.value, status.value)}" for status in Status]
        lines.append(f"{edition}: {', '.join(named)}.")
    return lines
