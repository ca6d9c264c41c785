"""A table of the core in a test: real journal, real evidence, real sensing and Laws; the clock is moved by hand.

`async with live_table(World(folder)) as table:`, then it reads as bridge: `await table.calls("N: 1S 1H")`.
Opening the same world again is a restart.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from controller.adapters.evidence import FileEvidence
from controller.adapters.journal import SqliteJournal
from controller.adapters.mqtt_words import MqttTeller
from controller.model.calls import call
from controller.model.cards import PACK, card
from controller.model.event_codec import event_from_json
from controller.model.reading_log import Deck
from controller.model.readings import CallShown, Reading, TagSeen
from controller.model.regulations import regulations_from
from controller.model.seats import Seat
from controller.ports import InMessage, Journal, OutMessage, Row
from controller.sensing.loop import sensing_of
from controller.service.account import Account
from controller.service.board_keeper import BoardKeeper
from controller.service.boards import BoardBook, TablePack
from controller.service.commands import Answer, command_from_json
from controller.service.following import OpenSenses
from controller.service.recorder import Recorder
from controller.service.restart import restore
from controller.service.summons import Summonses
from controller.service.table_service import TableService
from controller.service.told import PublicView
from controller.service.tracker import Step, Tracker
from controller.table import step

#: Longer than any wait of sensing in these tests: what was done has been told.
LONG = 12.0
DECK = Deck("blue-01", {f"E004{place:012X}": one for place, one in enumerate(PACK)})
TAGS = {one: tag for tag, one in DECK.tags.items()}


@dataclass(slots=True)
class HandClock:
    """A session clock that stands until it is moved."""

    t: float = 100.0

    def now(self) -> float:
        return self.t

    def real_seconds(self, until: float) -> float:
        return max(0.0, until - self.t)


@dataclass(slots=True)
class FakeBus:
    """A bus whose broker takes everything at once, or nothing."""

    published: list[OutMessage] = field(default_factory=list)
    is_connected: bool = True
    inbox: asyncio.Queue[InMessage] = field(default_factory=asyncio.Queue)

    async def run(self) -> None:
        await asyncio.Event().wait()

    def publish(self, message: OutMessage, on_sent: Callable[[str], None] | None = None) -> None:
        self.published.append(message)
        if on_sent is not None and self.is_connected:
            on_sent(message.id)

    async def messages(self) -> AsyncIterator[InMessage]:
        while True:
            yield await self.inbox.get()

    def counters(self) -> Mapping[str, int]:
        return {"sent": len(self.published)}

    def said(self, part: str) -> list[dict[str, Any]]:
        """What was published on topics that contain `part`."""
        return [json.loads(m.payload)["data"] for m in self.published if part in m.topic]


@dataclass(slots=True)
class LiveTable:
    """The table service with its world, driven round by round."""

    service: TableService
    journal: Journal
    bus: FakeBus
    clock: HandClock
    #: Numbers of the hub's events.
    seqs: Iterator[int]

    # -- what people do -------------------------------------------------------------------------------------------

    async def board(self, number: int = 1, **fields: Any) -> dict[str, Any]:
        """The director takes up a board."""
        return await self.order({"do": "board", "board": number, "by": "anna", **fields})

    async def calls(self, text: str, *, pause: float = LONG) -> None:
        """`"N: 1S P 2H"`: calls shown in rotation; a word such as `S:X` is that seat's."""
        first, _, rest = text.partition(":")
        turn = Seat[first.strip()]
        for word in rest.split():
            name, colon, said = word.partition(":")
            turn = Seat[name] if colon else turn
            await self.read(CallShown(t=self.clock.t, seat=turn, call=call(said if colon else word)))
            await self.wait(pause)
            turn = turn.lho

    async def cards(self, text: str, *, pause: float = LONG) -> None:
        """`"E: SA S2"`: cards put down in rotation."""
        first, _, rest = text.partition(":")
        turn = Seat[first.strip()]
        for word in rest.split():
            await self.read(TagSeen(t=self.clock.t, at=f"play.{turn.value}", tag=TAGS[card(word)]))
            await self.wait(pause)
            turn = turn.lho

    async def read(self, reading: Reading, *, seq: int | None = None) -> None:
        """A reading of the table's hub."""
        number = next(self.seqs) if seq is None else seq
        self.service.deliver(replace(reading, device="hub-1", boot=7, seq=number))
        await self.service.work()

    async def wait(self, seconds: float) -> None:
        """Time passes; what is due happens."""
        end = self.clock.t + seconds
        while (due := self.service.keeper.due) is not None and due <= end:
            self.clock.t = max(self.clock.t, due)
            await self.service.work()
        self.clock.t = end
        await self.service.work()

    async def order(self, request: dict[str, Any]) -> dict[str, Any]:
        """A request of the desk, and its answer."""
        return (await self.asked(request)).as_json()

    async def asked(self, request: dict[str, Any], *, via: str = "desk") -> Answer:
        answer = asyncio.create_task(self.service.ask(command_from_json({"table": "1", **request}, via=via)))
        await asyncio.sleep(0)
        await self.service.work()
        return await answer

    async def rule(self, on: str, choice: str, ruling_id: str = "r-1", **fields: Any) -> dict[str, Any]:
        """The director rules."""
        ruling = {"type": "ruling", "on": on, "choice": choice, "id": ruling_id, "by": "anna", **fields}
        return await self.order({"do": "ruling", "ruling": ruling})

    # -- what there is to see -------------------------------------------------------------------------------------

    def rows(self, kind: str | None = None) -> list[Row]:
        return [row for row in self.journal.rows(table="1") if kind is None or row.kind == kind]

    def events(self) -> list[str]:
        """Types and what happened, short: `call E 1H`."""
        return [_short(row.body) for row in self.rows("event")]

    def summonses(self) -> list[tuple[str, int, str]]:
        """Every summons row: id, revision, state."""
        return [(row.body["id"], row.body["rev"], row.body["state"]) for row in self.rows("summons")]

    def faults(self) -> list[tuple[str, str]]:
        return [(row.body["fault"], row.body["state"]) for row in self.rows("fault")]

    def state(self) -> dict[str, Any]:
        return self.service.keeper.tracker.table.state()


def _short(body: Mapping[str, Any]) -> str:
    words = [body["type"], body.get("seat"), body.get("call") or body.get("card") or body.get("choice")]
    return " ".join(str(word) for word in words if word is not None)


@dataclass(slots=True)
class World:
    """What lives on when the core dies: the folder, the machine's clock, the broker."""

    folder: Path
    clock: HandClock = field(default_factory=HandClock)
    bus: FakeBus = field(default_factory=FakeBus)
    #: How the journal is opened; another one fails or is slow.
    open_journal: Callable[[Path], SqliteJournal] = SqliteJournal
    take_step: Step = step
    open_senses: OpenSenses = sensing_of
    laws: str = "2017"
    regulations: dict[str, Any] = field(default_factory=dict)
    patience_s: float = 0.5
    seqs: Iterator[int] = field(default_factory=lambda: itertools.count(1))


@asynccontextmanager
async def live_table(world: World) -> AsyncIterator[LiveTable]:
    """The table for the length of a block; what was not stored by its end is lost, as in a death."""
    journal = world.open_journal(world.folder / "journal.sqlite")
    evidence = FileEvidence(world.folder / "evidence")
    for name in ("", "1"):
        epoch = await journal.claim(name, "core")
    teller = MqttTeller("club", "monday", epoch, "b00t")
    tracker = Tracker.fresh(world.laws, regulations_from(world.regulations), take_step=world.take_step)
    book = BoardBook(world.laws, world.regulations, (TablePack(DECK),))
    keeper = BoardKeeper("1", evidence, world.clock, book, world.open_senses, tracker)
    refs = (f"s-{place}-{epoch}" for place in itertools.count(1))
    account = Account("1", Summonses(lambda: next(refs)), PublicView(teller))
    recorder = Recorder("1", journal, world.bus, teller, patience_s=world.patience_s)
    service = TableService(keeper, account, recorder, world.bus, world.clock, teller)
    rows = list(journal.rows(table="1"))
    service.resume(rows, restore(keeper, account, rows))
    await service.work()
    try:
        yield LiveTable(service, journal, world.bus, world.clock, world.seqs)
    finally:
        await recorder.close()
        await evidence.close()
        await journal.close()


def manual(**event: Any) -> dict[str, Any]:
    """A request to enter an event by hand."""
    event_from_json(event)
    return {"do": "event", "event": event, "by": "anna"}
