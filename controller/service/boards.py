"""What is known of a board before it comes to a table: its pack, its deal. Out of it the header of its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.reading_log import READING_LOG, Deck


@dataclass(frozen=True, slots=True)
class TablePack:
    """A pack whose cards carry tags, and for which boards it is; `boards` None: for every board without its own."""

    deck: Deck
    boards: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class BoardBook:
    """Packs and deals of one table, and under which Laws it plays."""

    laws: str
    regulations: Mapping[str, Any] = field(hash=False)
    packs: tuple[TablePack, ...] = ()
    #: Board number -> fields of the `board` event that a deal file gives (`deal`, `dealer`, `vul`).
    deals: Mapping[int, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    #: How this table reads, where that differs from the usual (`controller.sensing.settings`).
    sensing: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def pack(self, board: int) -> Deck | None:
        """The board's own pack, else one that is for any."""
        own = next((p.deck for p in self.packs if p.boards is not None and board in p.boards), None)
        return own or next((p.deck for p in self.packs if p.boards is None), None)

    def header(self, board: int, given: Mapping[str, Any], *, first_event: int) -> dict[str, Any]:
        """The header of the board's reading log; `given` are fields of the `board` event that go before the file's."""
        header: dict[str, Any] = {"log": READING_LOG, "laws": self.laws, "regulations": dict(self.regulations)}
        own = self.pack(board)
        if own is not None:
            header["deck"] = {"id": own.id, "tags": {tag: card.text for tag, card in own.tags.items()}}
        header["board"] = self.board(board, given)
        if self.sensing:
            header["sensing"] = dict(self.sensing)
        header["n"] = first_event
        return header

    def board(self, board: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fields of the `board` event; what is `given` goes before what the deal file says."""
        return {"board": board, **self.deals.get(board, {}), **given}
