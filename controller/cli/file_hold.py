"""A hold in a nameless file: for a writer that has to put the beginning of a long document last."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Self

_LENGTH_BYTES = 4


class FileHold:
    """`with FileHold(folder) as hold:` and the file is gone at the end. A text's number is where it begins."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file: IO[bytes] | None = None
        self._end = 0

    def __enter__(self) -> Self:
        # No other may open it: it has no name.
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.TemporaryFile(dir=self._folder)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def put(self, text: str) -> int:
        """Keep it at the end of the file."""
        assert self._file is not None
        data = text.encode("utf-8", errors="replace")
        begins = self._end
        self._file.seek(begins)
        self._file.write(len(data).to_bytes(_LENGTH_BYTES) + data)
        self._end += _LENGTH_BYTES + len(data)
        return begins

    def take(self, number: int) -> str:
        """Read it."""
        assert self._file is not None
        self._file.seek(number)
        length = int.from_bytes(self._file.read(_LENGTH_BYTES))
        return self._file.read(length).decode("utf-8")
