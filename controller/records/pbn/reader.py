"""PBN files, also careless ones, as board records (PBN 2.1 import format), one by one and in bounded memory.

What is not understood is a warning with line, board and reason; nothing that can be read is lost because of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from controller.records.board_record import BoardRecord
from controller.records.lines import texts_of
from controller.records.pbn.game import GameReader
from controller.records.pbn.games import Passage, passages
from controller.records.pbn.lexer import Game, Lexer, Word, simple_game
from controller.records.pbn.tags import GameTags, Inheritance
from controller.records.warning import BoardRead, RecordWarning


@dataclass(frozen=True, slots=True)
class PbnFile:
    """The boards of a file in order, and what there was to say about reading them."""

    records: tuple[BoardRecord, ...]
    warnings: tuple[RecordWarning, ...] = ()


def read_pbn(given: bytes | str, file: str = "") -> PbnFile:
    """Every board of a PBN file; never raises for what stands in it. `file` only names it in warnings."""
    if isinstance(given, str):
        texts: Iterable[str] = [given.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")]
    else:
        texts = texts_of([given])
    read = list(_read(texts, file))
    records = tuple(one.record for one in read if one.record is not None)
    warnings = sorted((w for one in read for w in one.warnings), key=lambda w: w.line)
    return PbnFile(records, tuple(warnings))


def read_pbn_stream(chunks: Iterable[bytes], file: str = "") -> Iterator[BoardRead]:
    """The boards of a PBN file that arrives in pieces, each as soon as it is whole; as tolerant as `read_pbn`."""
    return _read(texts_of(chunks), file)


def _read(texts: Iterable[str], file: str) -> Iterator[BoardRead]:
    inherited = Inheritance()
    before: BoardRecord | None = None
    opening: list[Word] = []
    for passage in passages(texts):
        games, warnings, left_over = _games_of(passage)
        for game in games:
            game.opening = [*opening, *game.opening]
            opening = []
            tags = GameTags(game, inherited)
            before = GameReader(tags, before).record()
            told = [*warnings, *tags.warnings]
            yield BoardRead(before, tuple(replace(w, file=file, board=before.board) for w in told) if told else ())
            warnings = []
        # Comments that stand by themselves belong to the board after them; junk of a million is none.
        opening = [*opening, *left_over][:_MOST_COMMENTS]
        if warnings:
            yield BoardRead(None, tuple(replace(w, file=file) for w in warnings))


_MOST_COMMENTS = 100


def _games_of(passage: Passage) -> tuple[Iterable[Game], list[RecordWarning], list[Word]]:
    """The games of a passage (nearly always one), what the lexer says of it, and comments of no game in it."""
    simple = simple_game(passage.text, passage.line)
    if simple is not None:
        return [simple], [], []
    lexer = Lexer(passage.text, passage.line)
    games = list(lexer.games())
    return games, lexer.warnings, lexer.left_over
