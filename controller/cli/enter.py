"""`smarttable enter`: a table's record kept from the keyboard, a line an act, while its readers are dead.

The core checks and judges what is entered as anything else; what it made of it is read from the journal.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.adapters.control_socket import ControlClient, ControlError
from controller.adapters.journal import JournalReader
from controller.cli.core import UNUSABLE, SettingsFile
from controller.cli.desk_settings import desk_settings
from controller.cli.judge import words_in
from controller.cli.settings import SettingsError, read_settings
from controller.cli.typed_acts import Typed, read_line
from controller.desk import describe, keeping, shown
from controller.desk.record import TableRecord
from controller.desk.room import Room
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.model.seats import Seat
from controller.ports import JournalError

#: Exit code where a line was not entered.
NOT_ENTERED = 1


def enter(
    table: Annotated[str, typer.Argument(help="The table whose record is kept.")],
    settings: SettingsFile,
    by: Annotated[str, typer.Option(help="Who keeps it.")] = "keyboard",
    lang: Annotated[str, typer.Option(help="Language: en or ru.")] = "en",
) -> None:
    """Enter calls and cards, a line each: 1H, p, x, S7, or W 1H for a hand that is not in turn; ? for help."""
    try:
        folder = desk_settings(read_settings(settings)).data
        wrong = asyncio.run(_keep(folder, table, by, words_in(lang)))
    except (SettingsError, JournalError, ControlError, LogError) as error:
        typer.echo(f"enter: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error
    if wrong:
        raise typer.Exit(NOT_ENTERED)


async def _keep(folder: Path, table: str, by: str, words: Words) -> int:
    async with ControlClient(folder / "control.sock") as core:
        keeper = Keeper(core, JournalReader(folder / "journal.sqlite"), table, by=by, words=words, say=typer.echo)
        return await keeper.run(_typed(is_asked=sys.stdin.isatty()))


async def _typed(*, is_asked: bool) -> AsyncIterator[str]:
    """Lines of the keyboard, or of whatever is piped in."""
    while True:
        if is_asked:
            sys.stdout.write("> ")
            sys.stdout.flush()
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            return
        yield line


class Keeper:
    """Takes lines one after another and says what came of each."""

    def __init__(
        self,
        core: ControlClient,
        journal: JournalReader,
        table: str,
        *,
        by: str,
        words: Words,
        say: Callable[[str], Any],
    ) -> None:
        self._core, self._journal, self._by, self._words, self._say = core, journal, by, words, say
        self._room = Room()
        self._read_up()
        if table not in self._room.tables:
            raise LogError(f"there is no table {table!r} in this session", field="TABLE")
        self._record: TableRecord = self._room.tables[table]

    async def run(self, lines: AsyncIterator[str]) -> int:
        """Until the lines end or somebody quits; how many of them were not entered."""
        wrong = 0
        self._say_turn()
        async for line in lines:
            self._read_up()
            try:
                typed = read_line(line, self._turn())
                if typed is None:
                    continue
                if typed.do == "quit":
                    break
                await self._take(typed)
            except ValueError as error:
                wrong += 1
                self._say(self._words.text("enter.not", {"why": str(error)}))
        return wrong

    def _read_up(self) -> None:
        for row in self._journal.rows(self._room.seq):
            self._room.apply(row)

    def _turn(self) -> Seat | None:
        turn = self._record.table.state()["turn"]
        return Seat[turn] if turn else None

    async def _take(self, typed: Typed) -> None:
        if typed.do == "help":
            self._say(self._words.text("enter.help"))
            return
        known = set(self._record.cases)
        answer = await self._core.ask({**self._asked(typed), "table": self._record.name, "by": self._by})
        if answer.get("answer") not in ("recorded", "unrecorded"):
            raise ValueError(str(answer.get("reason") or answer.get("code")))
        self._read_up()
        happened = self._record.event(int(answer["n"]))
        if happened is not None:
            self._say(f"{answer['n']}  {describe.event(happened, self._words)}")
        for case in self._record.cases.values():
            # A quiet one is for the desk alone: others may read over this shoulder.
            if case.id not in known and case.is_waiting and not case.is_quiet:
                self._say(self._words.text("enter.found", {"what": describe.kind(case.finding.kind, self._words)}))
        self._say_turn()

    def _asked(self, typed: Typed) -> Mapping[str, Any]:
        if typed.ask is not None:
            return typed.ask
        if typed.do == "undo":
            n = keeping.undone_by(self._record.table)
            if n is None:
                raise ValueError(self._words.text("enter.no_undo"))
            gone = {"type": "correction", "replaces": [n], "events": [], "reason": "entered wrongly", "src": "director"}
            return {"do": "event", "event": gone}
        lead = keeping.lead_face_down(self._record.table)
        if lead is None:
            raise ValueError(self._words.text("enter.no_lead"))
        faced = {"type": "card_faced", "seat": lead.seat.value, "card": lead.card.text, "src": "director"}
        return {"do": "event", "event": faced}

    def _say_turn(self) -> None:
        state, turn = self._record.table.state(), self._turn()
        if turn is not None:
            key = "table.to_call" if state["phase"] == "auction" else "table.to_play"
            self._say(self._words.text(key, {"seat": shown.seat(turn, self._words)}))
        elif self._record.board is None:
            self._say(self._words.text("keep.no_board"))
        elif describe.is_stopped(self._record.table):
            self._say(self._words.text("table.waits"))
