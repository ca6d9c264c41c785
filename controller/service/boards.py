"""What is known of a board before it comes to a table: its pack, its deal. Out of it the header of its evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.reading_log import READING_LOG, Deck
from controller.records.deck_files import TablePack

__all__ = ["BoardBook", "TablePack"]


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
    #: Fields of the `board` event that the session's plan gives for a board that is taken up now (`pairs`, `schedule`).
    due: Callable[[int], Mapping[str, Any]] = lambda _board: {}

    def pack(self, board: int) -> Deck | None:
        """The board's own pack, else the one that is for any; None where several may be it."""
        fit = self._named(board) or [p for p in self.packs if p.boards is None]
        return fit[0].deck if len(fit) == 1 else None

    def _named(self, board: int) -> list[TablePack]:
        return [p for p in self.packs if p.boards is not None and board in p.boards]

    def _may_lie_in(self, board: int) -> set[str]:
        """Packs that may be the board's: those for it or for any, and the others of their sets."""
        sets = {p.set_name for p in self._named(board) if p.set_name is not None}
        return {p.deck.id for p in self.packs if p.boards is None or board in p.boards or p.set_name in sets}

    def _others(self, board: int, own: Deck | None) -> list[dict[str, Any]]:
        fit = self._may_lie_in(board)
        found = []
        for pack in self.packs:
            if pack.deck is not own:
                entry = _entry(pack.deck)
                found.append({**entry, "fits": True} if pack.deck.id in fit else entry)
        return found

    def header(self, board: int, given: Mapping[str, Any], *, first_event: int) -> dict[str, Any]:
        """The header of the board's reading log; `given` are fields of the `board` event that go before the file's."""
        header: dict[str, Any] = {"log": READING_LOG, "laws": self.laws, "regulations": dict(self.regulations)}
        own = self.pack(board)
        if own is not None:
            header["deck"] = _entry(own)
        others = self._others(board, own)
        if others:
            header["decks"] = others
        header["board"] = self.board(board, given)
        if self.sensing:
            header["sensing"] = dict(self.sensing)
        header["n"] = first_event
        return header

    def board(self, board: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fields of the `board` event; what is `given` goes before what plan and deal file say."""
        return {"board": board, **self.deals.get(board, {}), **self.due(board), **given}


def _entry(deck: Deck) -> dict[str, Any]:
    return {"id": deck.id, "tags": {tag: card.text for tag, card in deck.tags.items()}}
