"""The plan of an evening: sections with their tables and movements, who the pairs are, how it is scored. A value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from controller.scoring import Penalty, Score
from controller.session.movement import Movement, Sitting
from controller.session.rules import Opening, ScoringRules


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the room with a movement of its own."""

    name: str
    #: The room's name of each table of the movement, the first one's first.
    tables: tuple[str, ...]
    movement: Movement
    #: Pairs that are not there: who should meet them sits out.
    missing: frozenset[int] = frozenset()
    #: Names of the players, by pair.
    names: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    #: For a match: the two teams, home first.
    teams: tuple[str, ...] = ()

    def is_played(self, sitting: Sitting) -> bool:
        """Are both pairs there?"""
        return not self.missing & set(sitting.pairs)


class Place(NamedTuple):
    """Where a sitting is: its section, and the table by the room's name."""

    section: Section
    table: str
    sitting: Sitting


# Without slots: what is worked out of a plan is kept beside it, for it is asked for at every look.
@dataclass(frozen=True)
class SessionPlan:
    """An evening as it is meant to be played and scored."""

    sections: tuple[Section, ...]
    rules: ScoringRules = field(default_factory=ScoringRules)
    penalties: tuple[Penalty, ...] = ()
    #: Results that the director gives outside the tables' logs: weighted and split scores. Table and board -> score.
    adjusted: Mapping[tuple[str, int], Score] = field(default_factory=dict, hash=False)
    #: Fouled boards: board and table -> the group that is compared with itself (Law 87).
    groups: Mapping[tuple[int, str], str] = field(default_factory=dict, hash=False)
    #: When boards that have been played are shown to all.
    opening: Opening = field(default_factory=Opening)
    #: How long a round lasts, in minutes; 0: there is no clock.
    round_min: int = 0

    @cached_property
    def boards(self) -> frozenset[int]:
        """Every board of the evening."""
        return frozenset(board for place in self.places for board in place.sitting.boards)

    def boards_due(self, table: str) -> frozenset[int]:
        """The boards that are to be played at that table, where both pairs are there."""
        places = (place for place in self.at_table(table) if place.section.is_played(place.sitting))
        return frozenset(board for place in places for board in place.sitting.boards)

    def round_of(self, table: str, board: int | None) -> int | None:
        """The round in which that table is to play that board; None if it never is."""
        places = self.at_table(table) if board is not None else ()
        return next((place.sitting.round for place in places if board in place.sitting.boards), None)

    @cached_property
    def shares_numbers(self) -> bool:
        """Do two sections have a pair of the same number? Then pairs carry their section's name."""
        numbers = [pair for section in self.sections for pair in section.movement.pairs]
        return len(numbers) != len(set(numbers))

    def pair_id(self, section: Section, pair: int) -> int | str:
        """The pair as it is called in this session: its number, or `A3` where sections share numbers."""
        return f"{section.name}{pair}" if self.shares_numbers else pair

    def at_table(self, table: str) -> Sequence[Place]:
        """Every sitting that is played at that table, in the order of rounds."""
        return self._by_table.get(table, ())

    def of_board(self, board: int) -> Sequence[Place]:
        """Every sitting that plays that board."""
        return self._by_board.get(board, ())

    @cached_property
    def places(self) -> Sequence[Place]:
        """Every sitting that is played."""
        return tuple(
            Place(section, section.tables[sitting.table - 1], sitting)
            for section in self.sections
            for sitting in section.movement.sittings
            if section.is_played(sitting)
        )

    @cached_property
    def _by_table(self) -> Mapping[str, Sequence[Place]]:
        found: dict[str, list[Place]] = {}
        for place in self.places:
            found.setdefault(place.table, []).append(place)
        return found

    @cached_property
    def _by_board(self) -> Mapping[int, Sequence[Place]]:
        found: dict[int, list[Place]] = {}
        for place in self.places:
            for board in place.sitting.boards:
                found.setdefault(board, []).append(place)
        return found

    def pair_ids(self) -> Iterator[str]:
        """Everybody who is there."""
        for section in self.sections:
            for pair in section.movement.pairs:
                if pair not in section.missing:
                    yield str(self.pair_id(section, pair))

    def names_of(self, pair: str) -> tuple[str, ...]:
        """Who that pair is; nothing where nobody has said."""
        return self._names.get(pair, ())

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        return {
            str(self.pair_id(section, number)): players
            for section in self.sections
            for number, players in section.names.items()
        }
