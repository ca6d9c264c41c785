"""The reading log behind a finding, read from the disk: for a director alone, and only the board that he asks about."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from controller.desk.record import EvidenceKept, TableRecord
from controller.model.errors import LogError
from controller.model.reading_log import ReadingLog, parse_reading_log


def kept_of(record: TableRecord, act: int) -> EvidenceKept | None:
    """Where the readings of the board of event `act` are kept."""
    return next((kept for kept in reversed(record.evidence) if kept.n <= act), None)


def read(folder: Path, kept: EvidenceKept) -> ReadingLog | None:
    """The log, packed or not; None where it is gone or cannot be read. The last line may be half written."""
    path = (folder / kept.file).resolve()
    if not path.is_relative_to(folder.resolve()):
        return None
    try:
        packed = path.with_name(path.name + ".gz")
        whole = path.read_bytes() if path.exists() else gzip.decompress(packed.read_bytes())
        whole = whole[: whole.rfind(b"\n") + 1]
        return parse_reading_log(whole.decode("utf-8", "replace"), path.name) if whole else None
    except (OSError, EOFError, zlib.error, LogError):
        return None
