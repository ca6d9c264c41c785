"""A desk for tests: a real journal, a core that answers as docs/journal.md says, accounts with cheap hashes."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI

from controller.adapters.journal import SqliteJournal
from controller.desk.accounts import Account, Accounts, Passwords
from controller.desk.app import create_app
from controller.desk.core import CoreAwayError
from controller.desk.desk import read_pages
from controller.desk.follower import JournalRows, Rows
from controller.desk.settings import DeskSettings
from controller.model.event_codec import event_from_json
from controller.model.events import Ruling
from controller.model.irregularities import Attention, Irregularity
from controller.model.seats import Seat
from controller.ports import NewRow, Row
from controller.service.put_aside import AsideAsked, Marks
from controller.session.may_see import Role
from controller.table import Table, refusal, step
from controller.table.of_the_session import session_finding

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
#: Read once: compiling the templates takes longer than most tests.
PAGES = read_pages()
PASSWORD = "four clubs doubled"
DEAL = "N:AK74.83.KQJ95.K8 QJ85.KQJ74.72.Q5 T92.AT5.A84.AJ93 63.962.T63.T7642"


class Core:
    """A core that journals what it is told and what it finds, as docs/journal.md says; no sensing, no bus."""

    def __init__(self, journal: SqliteJournal, *, now: float = 1_800_000_000.0) -> None:
        self.journal = journal
        self.tables: dict[str, Table] = {}
        self.revs: dict[tuple[str, str], int] = {}
        self.at_the_end: list[tuple[str, Irregularity]] = []
        self.asked: list[Mapping[str, Any]] = []
        self.is_away = False
        #: Summonses that are let out before they are on disk, by table.
        self.unrecorded: dict[str, list[Mapping[str, Any]]] = {}
        self.answers: dict[str, Mapping[str, Any]] = {}
        self.marks: dict[str, Marks] = {}
        self.now = now

    async def open(self, *tables: str, laws: str = "2017", movement: Mapping[str, Any] | None = None) -> None:
        """Begin the session."""
        for table in ("", *tables):
            await self.journal.claim(table, "core")
        body = {
            "venue": "club", "session": "tuesday-pairs", "laws": laws, "regulations": {}, "engine": "test", "boot": "b",
            "tables": [{"name": t, "devices": [f"hub-{t}"]} for t in tables], "speed": 1.0, "resumed": False,
            "clock": 0.0,
        }  # fmt: skip
        await self.row("", "session", body | ({"movement": movement} if movement else {}))
        for table in tables:
            self.tables[table] = Table.fresh(laws)
            await self.row(table, "device", {"device": f"hub-{table}", "state": "ready", "why": None})

    async def row(self, table: str, kind: str, body: Mapping[str, Any], n: int | None = None) -> int:
        """One row."""
        return (await self.journal.append([NewRow(table, kind, body, n)]))[0]

    async def act(self, table: str, event: Mapping[str, Any]) -> int:
        """An event happens: journaled, stepped, told; the `seq` of its last row."""
        before = self.tables[table]
        stepped = step(before, event_from_json(event))
        self.tables[table] = stepped.table
        rows = [NewRow(table, "event", event, before.next_n)]
        now = [f for f in stepped.raised if f.attention not in (Attention.LOG, Attention.END_OF_BOARD)]
        self.at_the_end += [(table, f) for f in stepped.raised if f.attention is Attention.END_OF_BOARD]
        if stepped.table.state()["phase"] == "ended":
            now += [f for at, f in self.at_the_end if at == table]
            self.at_the_end = [(at, f) for at, f in self.at_the_end if at != table]
        rows += [self._told(table, f, "raised") for f in now]
        rows += [self._told(table, f, "changed") for f in stepped.changed if (table, f.id) in self.revs]
        for done in stepped.resolved:
            if (table, done.id) in self.revs:
                how = {"how": done.how, "by": done.by, "choice": done.choice}
                game = stepped.table.game
                found = stepped.table.findings.get(done.id) or session_finding(game, done.id)
                rows.append(self._told(table, found, "resolved", how))
        for gone in stepped.withdrawn:
            if (table, gone) in self.revs:
                why = {"reason": "read wrongly", "by": str(before.next_n)}
                found = next(b.game.findings[gone] for b in before.boards if gone in b.game.findings)
                rows.append(self._told(table, found, "withdrawn", why))
        return (await self.journal.append(rows))[-1]

    def told_early(self, table: str, event: Mapping[str, Any]) -> None:
        """An event whose journal entry waits: its summonses are in the core's health only."""
        stepped = step(self.tables[table], event_from_json(event))
        early = [dict(self._told(table, f, "raised").body) | {"recorded": False} for f in stepped.raised]
        self.unrecorded[table] = early
        self.revs.clear()

    async def play(self, table: str, *events: Mapping[str, Any]) -> None:
        """Several events."""
        for event in events:
            await self.act(table, event)

    def _told(self, table: str, found: Irregularity, state: str, more: Mapping[str, Any] | None = None) -> NewRow:
        key = (table, found.id)
        self.revs[key] = self.revs.get(key, 0) + 1
        body = {
            "id": found.id, "rev": self.revs[key], "state": state, "board": self.tables[table].board_number,
            "attention": found.attention.value, "certainty": found.certainty, "rests_on": found.rests_on.value,
            "open": state in ("raised", "changed") and bool(found.options), "finding": found.as_json(),
            "channels": ["desk"], "held": False, "recorded": True, "reason": None, "how": None, "by": None,
            "choice": None,
        }  # fmt: skip
        return NewRow(table, "summons", body | dict(more or {}))

    # -- the desk's questions -------------------------------------------------------------------------------------

    async def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer as the control socket does."""
        if request["do"] != "health":
            self.asked.append(request)
        if self.is_away:
            raise CoreAwayError("no connection to the core")
        if request["do"] == "health":
            tables = {table: {"unrecorded": told} for table, told in self.unrecorded.items()}
            return {"answer": "ok", "health": {"loop_lag_ms": 1, "tables": tables}}
        table = str(request["table"])
        if request["do"] == "ruling":
            return await self._rule(table, request["ruling"])
        if request["do"] == "ack":
            body = {"id": request["on"], "rev": request["rev"], "by": request["by"], "via": "desk"}
            return {"answer": "recorded", "seq": await self.row(table, "ack", body)}
        if request["do"] == "later":
            return await self._put_aside(table, request)
        if request["do"] in ("event", "mode"):
            kept = {k: request[k] for k in ("mode", "accept", "by") if request.get(k) is not None}
            event = request.get("event") or {"type": "mode", "src": "director", **kept}
            return {"answer": "recorded", "n": self.tables[table].next_n, "seq": await self.act(table, event)}
        state = "ended" if request.get("leave") else "begun"
        body = {"by": request["by"], "state": state, "until": 120.0, "why": "left" if request.get("leave") else None}
        return {"answer": "recorded", "seq": await self.row(table, "at_table", body)}

    async def _put_aside(self, table: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        marks, asked = self.marks.setdefault(table, Marks(table)), AsideAsked.from_json(request)
        for seen in asked.summonses:
            rev = self.revs.get((table, seen.on), seen.rev)
            if seen.rev not in (None, rev) or marks.stale(seen.on, seen.mark):
                return {"answer": "refused", "code": "stale", "reason": "somebody was quicker"}
        rows = [marks.put(seen, seen.rev or 0, asked, str(request["by"])) for seen in asked.summonses]
        return {"answer": "recorded", "seq": (await self.journal.append(rows))[-1]}

    async def _rule(self, table: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        ruling = event_from_json(given)
        assert isinstance(ruling, Ruling)
        if ruling.id in self.answers:
            return self.answers[ruling.id]
        rev = self.revs.get((table, ruling.on))
        if rev is not None and ruling.rev not in (None, rev):
            return {"answer": "refused", "code": "stale", "reason": f"it is at revision {rev} by now"}
        reason = refusal(self.tables[table], ruling)
        if reason is not None:
            closed = ruling.on in self.tables[table].closed
            return {"answer": "refused", "code": "closed" if closed else "not_an_option", "reason": reason}
        n = self.tables[table].next_n
        answer = {"answer": "recorded", "n": n, "seq": await self.act(table, given)}
        if ruling.id:
            self.answers[ruling.id] = answer
        return answer

    async def close(self) -> None:
        """Nothing to close: the journal is the test's."""


class ListedRows:
    """Rows from a list, for tests without a file."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    async def follow(self, after: int = 0) -> AsyncIterator[Row]:
        """What is listed, and then what is added."""
        while True:
            for row in [r for r in self.rows if r.seq > after]:
                after = row.seq
                yield row
            await asyncio.sleep(0.01)


#: Where a player's screen stands in these tests.
HIS_TABLE, HIS_SEAT = "7", Seat.S


def accounts_in(data: Path, *, chief: str = "anna", **roles: Role) -> None:
    """Accounts by name; all have the same password."""
    passwords = Passwords(CHEAP)
    book = Accounts(DeskSettings(data).accounts)
    for name, role in roles.items():
        account = Account(name, role, passwords.hash(PASSWORD), is_chief=name == chief)
        book.put(replace(account, table=HIS_TABLE, seat=HIS_SEAT) if role is Role.SEAT else account)


def app_for(data: Path, core: Core, *, now: Any = None, **more: Any) -> FastAPI:
    """The desk over a real journal."""
    return app_of(data, JournalRows(DeskSettings(data).journal), core, now=now, **more)


def app_of(data: Path, rows: Rows, core: Core, *, now: Any = None, **more: Any) -> FastAPI:
    """The desk over some rows."""
    clock = now or (lambda: core.now)
    return create_app(DeskSettings(data), rows, core, passwords=Passwords(CHEAP), pages=PAGES, now=clock, **more)


class Visitor(httpx.AsyncClient):
    """A browser without a script: keeps cookies, follows nothing, knows its CSRF token once it has logged in."""

    def __init__(self, app: FastAPI, *, language: str = "en") -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        super().__init__(transport=transport, base_url="http://127.0.0.1:8080", headers={"Accept-Language": language})
        self.app, self.csrf = app, ""

    async def log_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Log in by the form, and read the CSRF token from the first page."""
        answer = await self.post("/login", data={"name": name, "password": password})
        if answer.status_code == 303:
            page = (await self.get("/", follow_redirects=True)).text
            found = re.search(r'name="csrf" value="([^"]+)"', page)
            assert found is not None
            self.csrf = found[1]
        return answer

    async def log_in_here(self, name: str) -> httpx.Response:
        """Log in by the API, for roles whose pages hold no form."""
        answer = await self.post("/api/v1/login", json={"name": name, "password": PASSWORD})
        self.csrf = answer.json().get("csrf", "")
        return answer

    async def tap(self, path: str, **fields: str) -> httpx.Response:
        """Send a form of ours."""
        return await self.post(path, data={"csrf": self.csrf, **fields})


async def read_up(app: FastAPI, core: Core) -> None:
    """Wait until the desk has read the whole journal."""
    rows = list(core.journal.rows())
    assert await app.state.desk.room.reached(rows[-1].seq if rows else 0, 5.0)


def body_of(answer: httpx.Response) -> Any:
    """The JSON of an answer."""
    return json.loads(answer.text)
