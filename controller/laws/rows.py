"""The shape of a Law as a row: when it speaks, what it is called, who may choose what, what then is owed.

An edition is a tuple of rows in the Laws' order; the first row of a kind whose question is answered yes speaks.
No row may hold code: questions are named functions of `auction_questions` and `play_questions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from controller.laws.view import Offence, TableView
from controller.model.irregularities import Attention


class Who(Enum):
    """Who chooses an option, seen from the offender or from the contract."""

    #: The player on the offender's left.
    LHO = "lho"
    #: The offender himself.
    OFFENDER = "offender"
    #: Declarer, or presumed declarer before the opening lead is faced.
    DECLARER = "declarer"
    #: Either defender.
    DEFENDERS = "defenders"
    #: Either player of the side that did not offend.
    OTHER_SIDE = "other side"
    #: Nobody chooses: the Law says what happens, the director carries it out.
    DIRECTOR = "director"


class Option(NamedTuple):
    """A lawful choice, by its name in the table log, and who has it."""

    choice: str
    chooser: Who = Who.DIRECTOR


class Bar(Enum):
    """For how long a player must pass."""

    #: At his next turn to call.
    NEXT = "next"
    #: Whenever it is his turn.
    THROUGHOUT = "throughout"


class Test(Enum):
    """What about the replacement call decides whether partner is barred."""

    #: 1987 Law 27B1: the lowest sufficient bid of the denomination, and the bid was natural: free.
    LOWEST_NATURAL = "lowest natural"
    #: 1987 Law 31A2: any sufficient bid of the same denomination costs partner one turn, all else the auction.
    SAME_DENOMINATION = "same denomination"
    #: 2017 Law 23: the director finds whether the call is comparable.
    COMPARABLE = "comparable"


@dataclass(frozen=True, slots=True)
class Owes:
    """What the offending side owes once an irregular call is not accepted."""

    #: The offender's own bar, from the ruling on.
    offender: Bar | None = None
    #: His partner's bar, from the ruling on.
    partner: Bar | None = None
    #: If RHO passes, the call must be repeated and nothing else is owed (Laws 31A1, 32).
    repeat_if_rho_passes: bool = False
    #: Otherwise the replacement is tested, and failing costs partner `partner_if_not`.
    test: Test | None = None
    partner_if_not: Bar | None = None
    #: Partner may not double or redouble at that turn (1987 Law 30B2(B)).
    partner_may_not_double: bool = False
    #: When the lead restrictions of Law 26 come to life: `cancel`, `failed` (the test above) or never.
    lead: str = "never"


NOTHING_OWED = Owes()
Question = Callable[[TableView, Offence], bool]


def always(_table: TableView, _offence: Offence) -> bool:
    """The only row of its kind."""
    return True


@dataclass(frozen=True, slots=True)
class Law:
    """One Law as a table needs it. `cite` holds paragraphs in the edition's own numbering, most specific first."""

    kind: str
    cite: tuple[str, ...]
    options: tuple[Option, ...] = ()
    attention: Attention = Attention.NOW
    when: Question = always
    owes: Owes = NOTHING_OWED


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the Laws: its rows, and what it settles otherwise, each under the name of the question."""

    name: str
    laws: tuple[Law, ...]
    #: What the edition settles outside the rows: question -> answer. Both editions answer the same questions.
    settles: Mapping[str, Any]
    by_kind: Mapping[str, tuple[Law, ...]] = field(init=False)

    def __post_init__(self) -> None:
        kinds: dict[str, list[Law]] = {}
        for law in self.laws:
            kinds.setdefault(law.kind, []).append(law)
        object.__setattr__(self, "by_kind", {kind: tuple(rows) for kind, rows in kinds.items()})

    def law(self, kind: str, table: TableView, offence: Offence) -> Law:
        """The row of that kind that speaks of this offence."""
        for law in self.by_kind[kind]:
            if law.when(table, offence):
                return law
        raise LookupError(f"no row of {kind} in the edition of {self.name} speaks of {offence}")
