"""`smarttable deals machine`: boards dealt by a machine on a serial line, checked, and bound in a .deals file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.clock import SessionClock
from controller.adapters.private_file import write_private
from controller.cli.core import UNUSABLE
from controller.cli.devices import open_dealing_machine
from controller.cli.settings import SettingsError
from controller.model.board import Deal
from controller.model.dealing import DealTrouble, MachineState
from controller.model.errors import LogError
from controller.model.readings import DeviceState, Reading
from controller.ports import DealingMachine
from controller.records.board_record import BoardRecord
from controller.records.deal_files import DealtBoard, ending_of, read_deal_file
from controller.records.deal_set import print_deal_set
from controller.records.deck_files import parse_boards
from controller.records.machine_deal import Finished, MachineDeal

OUT_ENDING = "deals"
TROUBLES: Mapping[str, str] = {
    "misread": "card {number} could not be read",
    "duplicate": "card {number} is {card}, which has been dealt already",
    "short": "the cards ran out after {number}",
    "surplus": "a card is left over",
    "jam": "card {number} sticks: clear the machine",
    "stopped": "broken off",
}


@dataclass(slots=True)
class Dealing:
    """Boards on their way through a machine, one by one. `save` gets each that is whole; `say` is for a person."""

    machine: DealingMachine
    boards: Mapping[int, Deal | None]
    save: Callable[[int, Deal], None]
    say: Callable[[str], None]
    _inbox: asyncio.Queue[Reading] = field(default_factory=asyncio.Queue)
    #: The machine was away: what it does now says whether it still knows what was ordered.
    _was_lost: bool = False

    async def run(self) -> None:
        """Until all boards are dealt. A board that was not 52 different cards is ordered again."""
        running = asyncio.create_task(self.machine.run(self._inbox.put_nowait))
        try:
            for board, ordered in self.boards.items():
                while not await self._one(board, ordered, running):
                    pass
        finally:
            running.cancel()
            await asyncio.wait({running})

    async def _one(self, board: int, ordered: Deal | None, running: asyncio.Task[None]) -> bool:
        deal = MachineDeal(board, ordered)
        self.machine.deal(board, ordered)
        self.say(f"board {board}: put a pack and the empty board into the machine")
        while True:
            reading = await self._next(running)
            self._tell(reading, board)
            finished = deal.take(reading)
            if finished is not None:
                return self._finish(finished, reading)
            if self._has_forgotten(reading):
                self.machine.deal(board, ordered)

    async def _next(self, running: asyncio.Task[None]) -> Reading:
        """The next reading; the driver's own fault if it ends."""
        coming = asyncio.create_task(self._inbox.get())
        await asyncio.wait({coming, running}, return_when=asyncio.FIRST_COMPLETED)
        if not coming.done():
            coming.cancel()
            running.result()
            raise RuntimeError("the machine's driver has ended")
        return coming.result()

    def _finish(self, finished: Finished, reading: Reading) -> bool:
        if finished.deal is None:
            self.say(f"{finished.error}; take the cards out: it is dealt again")
        else:
            self.save(finished.board, finished.deal)
            self.say(f"board {finished.board}: dealt")
        if reading.boot is not None and reading.seq is not None:
            self.machine.commit(reading.boot, reading.seq)
        return finished.deal is not None

    def _has_forgotten(self, reading: Reading) -> bool:
        """It was away, and is idle now: it has started anew."""
        if isinstance(reading, DeviceState):
            self._was_lost = self._was_lost or reading.state == "lost"
            return False
        if not self._was_lost or not isinstance(reading, MachineState):
            return False
        self._was_lost = False
        return reading.state == "idle"

    def _tell(self, reading: Reading, board: int) -> None:
        if isinstance(reading, DeviceState):
            reason = reading.extra.get("reason", "")
            self.say(f"the machine is {reading.state}{f' ({reason})' if reason else ''}")
        elif isinstance(reading, DealTrouble) and reading.board == board:
            card = reading.card.text if reading.card is not None else "not read"
            self.say(f"board {board}: " + TROUBLES[reading.kind].format(number=reading.number, card=card))


def machine(
    out: Annotated[Path, typer.Argument(help="The .deals file; boards that stand there already are kept.")],
    port: Annotated[str, typer.Option(help="Where the machine is plugged in, best a path under /dev/serial/by-id.")],
    boards: Annotated[str, typer.Option(help="Which boards, as 1-16 20: the cards as they come.")] = "",
    plan: Annotated[Path | None, typer.Option(help="A deal file: these hands are dealt.")] = None,
    driver: Annotated[str, typer.Option(help="Its driver.")] = "dealing_machine",
) -> None:
    """Deal boards with a machine: what is not 52 different cards is refused, names the cards and is dealt again."""
    if ending_of(out.name) != OUT_ENDING:
        raise LogError(f"dealt boards go into a .{OUT_ENDING} file", file=str(out))
    if bool(boards) == (plan is not None):
        raise LogError("one of --boards and --plan says what is dealt", field="--boards")
    kept = {record.board: record for record in _there(out)}
    planned = {board.number: board for board in read_deal_file(_read(plan), str(plan))} if plan is not None else {}
    wanted = sorted(planned) if plan is not None else sorted(parse_boards(boards, "--boards") or ())
    orders = {n: planned[n].deal if n in planned else None for n in wanted if n not in kept}

    def save(board: int, deal: Deal) -> None:
        kept[board] = _record(board, deal, planned.get(board))
        write_private(out, print_deal_set(list(kept.values())))

    try:
        made = open_dealing_machine(driver, {"device": "dealer", "port": port}, SessionClock(), where="machine")
    except SettingsError as error:
        typer.echo(f"deals: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error
    asyncio.run(Dealing(made, orders, save, typer.echo).run())
    typer.echo(f"{out}: {len(kept)} boards")


def _there(out: Path) -> list[BoardRecord]:
    if not out.exists():
        return []
    return [_record(board.number, board.deal, board) for board in read_deal_file(_read(out), str(out))]


def _record(number: int, deal: Deal, given: DealtBoard | None) -> BoardRecord:
    dealer, vulnerability = (given.dealer, given.vulnerability) if given is not None else (None, None)
    return BoardRecord(board=number, dealer=dealer, vulnerability=vulnerability, deal=deal)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from None
