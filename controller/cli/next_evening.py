"""The next evening's files out of a form at the desk: settings, session's file, data folder; then all starts anew."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from controller.adapters.private_file import copy_database, write_private
from controller.cli.session_check import checks, health_of
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.model.errors import LogError
from controller.session.checks import Check
from controller.session.draft import Draft, check_plan, draft_of, plan_given

#: Files of the data folder that go along: who may log in, who is logged in, the broker's passwords.
_KEPT = ("desk-accounts.json", "secrets.toml")
_SESSIONS = "desk-sessions.sqlite"
#: Folder in the data folder that an evening is closed into, and how long that may take, in real seconds.
_CLOSED, _PATIENCE_S = "closed", 600.0


@dataclass(frozen=True, slots=True)
class FilesOfEvening:
    """The evening of one settings file. `restart` tells `smarttable run` that the file is another one now."""

    path: Path
    restarts: bool

    def draft(self) -> Draft:
        """The form, filled with what the present evening has."""
        given = self._given()
        settings = read_settings(self.path)
        plan: Mapping[str, Any] = {}
        if settings.movement is not None:
            plan = tomllib.loads(settings.movement.read_text(encoding="utf-8"))
        regulations = given.get("regulations", {})
        tables = tuple(table.name for table in settings.tables)
        more = {"laws": settings.laws, "base": str(regulations.get("base", "club"))}
        lead = str(regulations.get("opening_lead", "face_down"))
        return draft_of(settings.session, plan, tables, opening_lead=lead, **more)

    def tables(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Every table that the club has, with the names of its devices."""
        return [(t.name, [device.name for device in t.devices]) for t in read_settings(self.path).tables]

    def check(self, draft: Draft) -> Sequence[Check]:
        """The check before play, over the files as they would be."""
        now = read_settings(self.path)
        settings_file, plan_file = self._drafts()
        try:
            settings = self._written(draft, settings_file, plan_file)
            return list(checks(settings, health=health_of(now)))
        finally:
            for path in (settings_file, plan_file):
                path.unlink(missing_ok=True)

    def open(self, draft: Draft) -> bool:
        """Write the files, make the folder, and have all start anew; the settings before are kept beside."""
        now = read_settings(self.path)
        plan_file = self.path.parent / f"{draft.session}-session.toml"
        if self._data(draft).exists():
            raise LogError("there has been an evening of that name", field="session")
        settings_file, _plan_draft = self._drafts()
        settings = self._written(draft, settings_file, plan_file)
        settings.make_data_folder()
        for name in _KEPT:
            if (now.data / name).exists():
                write_private(settings.data / name, (now.data / name).read_bytes())
        if (now.data / _SESSIONS).exists():
            copy_database(now.data / _SESSIONS, settings.data / _SESSIONS)
        shutil.copy2(self.path, self.path.with_name(f"{self.path.name}.before"))
        settings_file.replace(self.path)
        if self.restarts:
            os.kill(os.getppid(), signal.SIGHUP)
        return self.restarts

    def closes_into(self) -> str:
        """The folder that the present evening is closed into."""
        return str((read_settings(self.path).data / _CLOSED).resolve())

    def close(self, language: str) -> Sequence[str]:
        """Close it in a process of its own: the desk goes on while boards are read and papers drawn."""
        command = [sys.executable, "-m", "controller.cli", "session", "close", "--settings", str(self.path.absolute())]
        command += ["--out", self.closes_into(), "--anyway", "--running", "--lang", language]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise LogError(f"the evening could not be closed: {type(error).__name__}") from error
        if done.returncode:
            raise LogError((done.stderr.strip().splitlines() or ["the evening could not be closed"])[-1])
        return [Path(line).name for line in done.stdout.splitlines() if not line.startswith("▲")]

    # -- inside -----------------------------------------------------------------------------------------------------

    def _given(self) -> dict[str, Any]:
        return tomllib.loads(self.path.read_text(encoding="utf-8"))

    def _drafts(self) -> tuple[Path, Path]:
        return self.path.with_name(f".{self.path.name}.next"), self.path.with_name(f".{self.path.name}.next-session")

    def _data(self, draft: Draft) -> Path:
        return read_settings(self.path).data.parent / draft.session

    def _written(self, draft: Draft, settings_file: Path, plan_file: Path) -> Settings:
        """Both files, read back: what is written can be used. LogError otherwise, with the field of the form."""
        plan = plan_given(draft)
        text = tomli_w.dumps(plan, multiline_strings=True)
        if plan:
            _checked(text)
            write_private(plan_file, text.encode())
        given, data = self._given(), self._data(draft)
        known = {str(table["name"]) for table in given["tables"]}
        strangers = [table for table in draft.tables if table not in known]
        if strangers:
            raise LogError(f"there is no table {strangers[0]!r}", field="tables")
        given |= {"session": draft.session, "laws": draft.laws, "data": str(data)}
        given["regulations"] = dict(given.get("regulations", {})) | {
            "base": draft.base,
            "opening_lead": draft.opening_lead,
        }
        given["tables"] = [table for table in given["tables"] if str(table["name"]) in draft.tables]
        given.pop("movement", None)
        if plan:
            given = {"movement": plan_file.name} | given
        write_private(settings_file, tomli_w.dumps(given, multiline_strings=True).encode())
        try:
            settings = read_settings(settings_file)
        except SettingsError as error:
            settings_file.unlink(missing_ok=True)
            raise LogError(str(error)) from None
        if (settings.session, settings.data) != (draft.session, data):
            settings_file.unlink(missing_ok=True)
            raise LogError("whoever starts this service names its evenings (SMARTTABLE_SESSION)", field="session")
        return settings


def _checked(text: str) -> None:
    try:
        check_plan(text)
    except LogError as error:
        # On the form there is one section: `sections.0.rounds` is its field `rounds`.
        raise LogError(error.message, field=(error.field or "movement").removeprefix("sections.0.")) from None
