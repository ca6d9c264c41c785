"""What the desk asks of whoever can set up an evening: the files of the settings are the cli's, not a page's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from controller.session.checks import Check
from controller.session.draft import Draft


class NextEvening(Protocol):
    """The files of an evening, as forms and checks."""

    def draft(self) -> Draft:
        """The form, filled with what the present evening has."""

    def tables(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Every table that the club has, with the names of its devices."""

    def check(self, draft: Draft) -> Sequence[Check]:
        """The check before play. LogError names the field of the form that cannot be used."""

    def open(self, draft: Draft) -> bool:
        """Make it the evening: files, folder, and whoever runs is told. False where people have to start it."""

    def closes_into(self) -> str:
        """The folder that the present evening is closed into."""

    def close(self, language: str) -> Sequence[str]:
        """Write every export and the archive of the present evening as it is now; their names. LogError if not."""
