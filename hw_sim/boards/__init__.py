"""Real boards as bare facts, for people to play: an evening that comes with the project, or a folder of PBN files.

`evening.pbn` holds two dozen boards from public championship records (deal, calls, cards, result; nobody's name),
numbered anew where dealer and vulnerability stay the same, and one board of our own that is passed out.
"""

from __future__ import annotations

import gzip
import zlib
from importlib import resources
from pathlib import Path

from controller.model.errors import LogError
from controller.records.board_record import BoardRecord
from controller.records.pbn import PbnFile, read_pbn

_ENDINGS = (".pbn", ".pbn.gz")


def boards(folder: Path | None = None) -> list[BoardRecord]:
    """Boards that can be played, in order: those of the evening, or of a folder's `*.pbn` and `*.pbn.gz` files.

    LogError if the folder holds none.
    """
    if folder is None:
        return list(evening().records)
    found = [record for file in sorted(_files(folder)) for record in _read(file).records if is_playable(record)]
    if not found:
        raise LogError("no board can be played: no .pbn file there has a whole deal and an auction", file=str(folder))
    return found


def evening() -> PbnFile:
    """The boards that come with the project, and the warnings of reading them (there are none)."""
    return read_pbn(resources.files(__package__).joinpath("evening.pbn").read_bytes(), "evening.pbn")


def is_playable(record: BoardRecord) -> bool:
    """Is everything known that people need: number, dealer, all four hands, and how the auction went?"""
    is_dealt = record.deal is not None and record.deal.is_complete
    has_end = record.passed_out or record.contract is not None
    return is_dealt and has_end and None not in (record.board, record.dealer) and bool(record.calls)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise LogError("is not a folder", file=str(folder))
    return [path for path in folder.iterdir() if path.name.endswith(_ENDINGS)]


def _read(path: Path) -> PbnFile:
    try:
        data = path.read_bytes()
        if path.name.endswith(".gz"):
            data = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(f"cannot be read: {error}", file=str(path)) from None
    return read_pbn(data, path.name)
