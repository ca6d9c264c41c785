"""The journal made real: one SQLite file, one writer, many readers (docs/journal.md says what its rows mean)."""

from controller.adapters.journal.reader import JournalReader
from controller.adapters.journal.sqlite import SqliteJournal

__all__ = ["JournalReader", "SqliteJournal"]
