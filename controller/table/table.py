"""A table through an evening as a value: the boards it has played, each with its entries and its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from controller.laws.editions import EDITIONS
from controller.model.board import Vulnerability
from controller.model.cards import Card
from controller.model.expectation import Expectation
from controller.model.irregularities import Irregularity, Resolved
from controller.model.regulations import CLUB, Regulations
from controller.model.seats import Seat
from controller.table.derive import Entry
from controller.table.expect import expectation_of
from controller.table.game import Game, ShownCall
from controller.table.play_state import Trick
from controller.table.state_json import state_of, turn_of


@dataclass(frozen=True, slots=True)
class Board:
    """One board at the table: the state before it, its entries, and the state after them."""

    base: Game
    entries: tuple[Entry, ...]
    game: Game
    #: Which finding each ruling was given on, by the ruling's number.
    rulings_on: dict[str, str] = field(default_factory=dict, hash=False)
    #: The last entry has not been worked on: it may have to change places with the next (Laws 33, 58A).
    is_behind: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """What is known of a table. Every change makes a new one; the same entries make the same table anywhere."""

    laws: str
    regulations: Regulations
    boards: tuple[Board, ...]
    next_n: int = 0

    @classmethod
    def fresh(cls, laws: str, regulations: Regulations = CLUB) -> Table:
        """A table before its first board."""
        game = Game(EDITIONS[laws], regulations)
        return cls(laws, regulations, (Board(game, (), game),))

    @property
    def game(self) -> Game:
        """The state of the board in hand; not to be changed."""
        return self.boards[-1].game

    # -- what others may ask ------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The State object of the table log."""
        return state_of(self.game)

    @property
    def turn_as_seen(self) -> str | None:
        """Whose turn it is as the players see it: a finding that rests on unseen cards does not stop them."""
        return turn_of(self.game, as_seen=True)

    def expectation(self) -> Expectation:
        """What sensing may know of the table."""
        return expectation_of(self.game)

    @property
    def board_number(self) -> int | None:
        """Number of the board in hand, None before the first."""
        return self.game.board

    @property
    def dealer(self) -> Seat | None:
        """Dealer of the board in hand."""
        return self.game.dealer

    @property
    def vulnerability(self) -> Vulnerability:
        """Vulnerability of the board in hand."""
        return self.game.vul

    @property
    def findings(self) -> Mapping[str, Irregularity]:
        """Every finding of the board in hand that stands, by id."""
        return MappingProxyType(self.game.findings)

    @property
    def open_findings(self) -> tuple[Irregularity, ...]:
        """The findings that wait for a decision, oldest first."""
        return tuple(self.game.findings[i] for i in self.game.pending)

    @property
    def closed(self) -> Mapping[str, Resolved]:
        """How findings of the board in hand were closed, by id."""
        return MappingProxyType(self.game.closed)

    @property
    def calls(self) -> tuple[ShownCall, ...]:
        """Every call as it was shown, with what became of it."""
        return tuple(self.game.shown)

    @property
    def tricks_played(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        return tuple(self.game.play.done)

    @property
    def on_table(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of the trick in progress."""
        return tuple((p.seat, p.card) for p in self.game.play.on_table)

    @property
    def hands(self) -> Mapping[Seat, frozenset[Card]]:
        """What is known of the hands as dealt."""
        return MappingProxyType(self.game.play.known)

    def remaining(self, seat: Seat) -> frozenset[Card]:
        """The cards that a hand still holds, as far as its hand is known."""
        play = self.game.play
        return play.known.get(seat, frozenset()) - play.played[seat].keys()

    @property
    def faced(self) -> Mapping[Seat, frozenset[Card]]:
        """Hands that have been spread for all to see."""
        return MappingProxyType(self.game.play.faced)

    def with_board(self, index: int, board: Board) -> Table:
        """The same table with one board in another state."""
        boards = list(self.boards)
        boards[index] = board
        return replace(self, boards=tuple(boards))
