"""How long a summons takes from MQTT to the director's page: a room of tables, several directors, one in a browser.

Core, journal, broker and desk are real, each a process of its own. The acts are entered over the core's socket.
"""

from __future__ import annotations

import asyncio
import json
import socket
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from controller.adapters.control_socket import ControlClient
from controller.desk.accounts import Account, Accounts, Passwords
from controller.desk.settings import DeskSettings
from controller.model.calls import Bid, Denomination, bid
from controller.model.seats import Seat
from controller.session.may_see import Role
from hw_sim.bench.desk_watchers import in_browser, without_browser
from hw_sim.bench.figures import Advance, Figures, Target, spread_of
from hw_sim.bench.hall import SUMMONSES, Hall, Plan, child, core, hall, subscriber

#: Milliseconds from MQTT to the page that are wanted at most, in 99 of 100.
WANTED_P99_MS = 300.0
#: Seconds from act to act at one table.
_ACT_EVERY_S = 6.0
#: A summons that is not on every page after so many seconds has not come.
_PATIENCE_S = 10.0
_PASSWORD = "bench-bench-bench"
#: Acts of an auction: one bid over the other.
BIDS: tuple[Bid, ...] = tuple(bid(level, d) for level in range(1, 8) for d in Denomination)


@dataclass(slots=True)
class Sample:
    """One summons: its table, the row of the queue that tells of it, and when MQTT had it (seconds since 1970)."""

    table: str
    row: str = ""
    mqtt: float | None = None


@dataclass(slots=True)
class Watch:
    """Every summons so far, and which director's page showed which row when."""

    samples: list[Sample] = field(default_factory=list)
    first: dict[tuple[str, str], float] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self, _topic: str, payload: bytes, _when: float) -> None:
        """A summons on MQTT: the one that its table waits for."""
        now, data = time.time(), json.loads(payload)["data"]
        sample = next((s for s in reversed(self.samples) if s.table == data["table"]), None)
        if sample is not None and sample.mqtt is None and data["status"] in ("open", "notice"):
            sample.mqtt = now

    def shown(self, who: str, rows: Iterable[str], at: float) -> None:
        """A page shows these rows."""
        for row in rows:
            self.first.setdefault((who, row), at)
        self.changed.set()

    async def seen_by(self, people: Sequence[str], row: str) -> None:
        """Wait until every one of them has it on his page."""
        while not all((who, row) in self.first for who in people):
            self.changed.clear()
            await self.changed.wait()

    def waits_ms(self, who: str) -> list[float]:
        """From MQTT to that director's page; of those that came to both."""
        return [
            1000 * (self.first[who, s.row] - s.mqtt)
            for s in self.samples
            if s.mqtt is not None and (who, s.row) in self.first
        ]


async def measure(tables: int, directors: int, samples: int, advance: Advance) -> Figures:
    """`samples` summonses in a room where every table plays on at human pace."""
    names = tuple(str(n) for n in range(1, tables + 1))
    people = [f"Director {n}" for n in range(1, directors + 1)]
    watch, port = Watch(), _free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="smart-table-bench-") as name:
        async with hall(Path(name), Plan({}, by_hand=names, desk_port=port)) as there, AsyncExitStack() as stack:
            _accounts(there, people)
            await stack.enter_async_context(subscriber(there, (SUMMONSES,), watch.heard))
            await stack.enter_async_context(core(there, there.folder / "notes.json"))
            await stack.enter_async_context(
                child("controller.cli", "desk", "--settings", str(there.settings), "--with-parent")
            )
            is_seen = await stack.enter_async_context(in_browser(address, people[0], _PASSWORD, watch.shown))
            for person in people[1:] if is_seen else people:
                await stack.enter_async_context(without_browser(address, person, _PASSWORD, watch.shown))
            control = await stack.enter_async_context(ControlClient(there.control_socket))
            await _Room(control, watch, advance).play(names, people, samples)
    conditions = {"tables": tables, "directors": directors, "browsers": int(is_seen), "samples": samples}
    return _figures(watch, people, conditions)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def _accounts(there: Hall, people: Sequence[str]) -> None:
    passwords, accounts = Passwords(), Accounts(DeskSettings(there.data).accounts)
    for name in people:
        accounts.put(Account(name, Role.DIRECTOR, passwords.hash(_PASSWORD)))


@dataclass(slots=True)
class _Auction:
    """The auction of a table: who is to call, and which bid comes next."""

    #: Every fourth board is dealt by North.
    board: int = -3
    caller: Seat = Seat.N
    place: int = len(BIDS)


class _Room:
    """The tables, and whoever plays them."""

    def __init__(self, control: ControlClient, watch: Watch, advance: Advance) -> None:
        self._control, self._watch, self._advance = control, watch, advance
        self._chance = Random("desk")
        self._done = 0

    async def play(self, names: Sequence[str], people: Sequence[str], samples: int) -> None:
        """Every table calls on, and now and then one of them bids too low, until there are enough summonses."""
        playing = {name: _Auction() for name in names}
        for name in names:
            await self._board(name, playing[name])
        background = [asyncio.create_task(self._go_on(name, playing[name])) for name in names[1:]]
        try:
            while self._done < samples:
                await self._bid_too_low(names[0], playing[names[0]], people)
        finally:
            for task in background:
                task.cancel()
            if background:
                await asyncio.wait(background)

    async def _go_on(self, name: str, auction: _Auction) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(0.5, 1.5) * _ACT_EVERY_S)
            await self._bid(name, auction)

    async def _bid_too_low(self, name: str, auction: _Auction, people: Sequence[str]) -> None:
        """One summons, waited for at every page; then the next bid, which accepts the one too low."""
        await asyncio.sleep(self._chance.uniform(0.3, 0.9))
        if auction.place + 2 > len(BIDS):
            # The bid that accepts must come on the same board.
            await self._board(name, auction)
        await self._bid(name, auction)
        sample = Sample(name)
        self._watch.samples.append(sample)
        n = await self._call(name, auction, BIDS[auction.place - 2] if auction.place > 1 else BIDS[0])
        offender = auction.caller.rho
        sample.row = f"q-{name}-insufficient_bid@{n}:{offender.value}"
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self._watch.seen_by(people, sample.row)
        self._done += 1
        self._advance(self._done, "summonses")
        await self._bid(name, auction)

    async def _bid(self, name: str, auction: _Auction) -> None:
        if auction.place >= len(BIDS):
            await self._board(name, auction)
        await self._call(name, auction, BIDS[auction.place])
        auction.place += 1

    async def _call(self, name: str, auction: _Auction, made: Bid) -> int:
        event = {"type": "call", "seat": auction.caller.value, "call": made.text}
        auction.caller = auction.caller.lho
        answer = await self._ask({"do": "event", "table": name, "event": event})
        return int(answer["n"])

    async def _board(self, name: str, auction: _Auction) -> None:
        auction.board += 4
        auction.caller, auction.place = Seat.N, 0
        await self._ask({"do": "board", "table": name, "board": auction.board})

    async def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = await self._control.ask({**request, "by": "bench"})
        if answer["answer"] != "recorded":
            raise RuntimeError(f"the core does not record it: {answer}")
        return dict(answer)


def _figures(watch: Watch, people: Sequence[str], conditions: dict[str, Any]) -> Figures:
    by_person = {who: watch.waits_ms(who) for who in people}
    every = [wait for waits in by_person.values() for wait in waits]
    spread = spread_of(every)
    missing = len(watch.samples) * len(people) - len(every)
    figures = {
        "page": spread,
        "by_director": {who: spread_of(waits) for who, waits in by_person.items()},
        "never_shown": missing,
    }
    return Figures(
        "desk",
        conditions,
        figures,
        (
            Target.at_most("page.p99_ms", spread.get("p99_ms", float("inf")), WANTED_P99_MS),
            Target.at_most("never_shown", missing, 0),
        ),
    )
