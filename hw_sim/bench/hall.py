"""The product as a bench runs it: settings in a folder, a real broker, the core as a child, an MQTT subscriber.

Everything here is ended by its own process id. What is played at the tables is the bench's affair.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiomqtt

from controller.adapters.broker import BrokerSettings, broker_process
from controller.adapters.private_file import replace_file
from controller.cli.secrets_file import passwords, write_broker_users
from controller.cli.settings import read_settings
from controller.records.board_record import BoardRecord
from controller.records.pbn import encode, print_pbn
from hw_sim.decks import board_tag, deck_of

VENUE, SESSION = "bench", "evening"
DIRECTOR, RAW = "director", "raw"
#: Where bare messages go: something that a device may say and a director may hear.
RAW_TOPIC = f"bridge/v1/dev/{RAW}/health/state"
SUMMONSES = f"bridge/v1/tbl/{VENUE}/{SESSION}/+/summons/+"
#: Users of a broker of our own.
_USERS = f'users = {{ controller = "controller", {DIRECTOR} = "director", {RAW} = "device" }}'
#: Real seconds that a child may take to say that it is ready.
_READY_S = 60.0
#: A child that was asked to end has so many before it is killed.
_END_S = 20.0
#: Pause before the subscriber looks for the broker again.
_AGAIN_S = 0.2

Heard = Callable[[str, bytes, float], None]


@dataclass(frozen=True, slots=True)
class Place:
    """A broker somewhere else."""

    host: str
    port: int
    user: str
    password: str

    @classmethod
    def at(cls, text: str, user: str, password: str) -> Place:
        """From `host:port`. ValueError if it is not that."""
        host, colon, port = text.rpartition(":")
        if not colon or not port.isdigit() or not host:
            raise ValueError(f"{text!r} is no host:port")
        return cls(host, int(port), user, password)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the settings of the evening say."""

    ports: Mapping[str, Path]
    boards: Sequence[BoardRecord] = ()
    speed: float = 1.0
    laws: str = "2017"
    opening_lead: str = "face_down"
    #: Further tables, which have no devices: their acts are entered.
    by_hand: Sequence[str] = ()
    desk_port: int = 0


@dataclass(frozen=True, slots=True)
class Hall:
    """Settings and data in a folder, and where the broker is."""

    folder: Path
    settings: Path
    host: str
    port: int
    #: User names and passwords of subscriber and bare publisher.
    director: tuple[str, str]
    raw: tuple[str, str]
    #: The broker's process, where it is ours.
    broker_pid: int | None = None

    @property
    def data(self) -> Path:
        """Where the core keeps everything."""
        return self.folder / "data"

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.data / "journal.sqlite"

    @property
    def control_socket(self) -> Path:
        """Where the core is asked."""
        return self.data / "control.sock"


@asynccontextmanager
async def hall(folder: Path, plan: Plan, place: Place | None = None) -> AsyncIterator[Hall]:
    """Write the settings and run the broker (our embedded one, unless another is named) for as long as the block."""
    if place is not None:
        elsewhere = f'kind = "host"\nhost = "{place.host}"\nport = {place.port}\nuser = "{place.user}"'
        settings = write_settings(folder, plan, elsewhere)
        secrets = f"{place.user} = {json.dumps(place.password)}\n"
        replace_file(folder / "data" / "secrets.toml", secrets.encode())
        login = (place.user, place.password)
        yield Hall(folder, settings, place.host, place.port, login, login)
        return
    settings = write_settings(folder, plan, f"port = 0\n{_USERS}")
    read = read_settings(settings)
    known = passwords(read)
    async with broker_process(BrokerSettings(users=write_broker_users(read), port=0)) as broker:
        write_settings(folder, plan, f"port = {broker.port}\n{_USERS}")
        logins = (DIRECTOR, known[DIRECTOR]), (RAW, known[RAW])
        yield Hall(folder, settings, broker.host, broker.port, *logins, broker.pid)


def run_hall(folder: Path, plan: Plan, port: int) -> Hall:
    """Write the settings for `smarttable run`, which starts a broker of its own on that port."""
    settings = write_settings(folder, plan, f"port = {port}\n{_USERS}")
    known = passwords(read_settings(settings))
    return Hall(folder, settings, "127.0.0.1", port, (DIRECTOR, known[DIRECTOR]), (RAW, known[RAW]))


def write_settings(folder: Path, plan: Plan, broker: str) -> Path:
    """Everything that the product reads, in a folder with a folder `data` in it; the settings file."""
    (folder / "data").mkdir(mode=0o700, parents=True, exist_ok=True)
    _write_packs(folder, plan)
    settings = folder / "settings.toml"
    settings.write_text(_settings(plan, broker), encoding="utf-8")
    return settings


def _write_packs(folder: Path, plan: Plan) -> None:
    """The packs of the boards and a dealing machine's file: it knows the cards, not what will be made of them."""
    packs = []
    for board in plan.boards:
        deck = deck_of(board.board or 0)
        tags = {tag: card.text for tag, card in deck.tags.items()}
        packs.append({"id": deck.id, "tags": tags, "boards": [board.board]})
    (folder / "packs.json").write_text(json.dumps(packs), encoding="utf-8")
    deals = [
        BoardRecord(board=b.board, dealer=b.dealer, vulnerability=b.vulnerability, deal=b.deal) for b in plan.boards
    ]
    (folder / "deals.pbn").write_bytes(encode(print_pbn(deals)))


def _settings(plan: Plan, broker: str) -> str:
    tags = ", ".join(f'"{board_tag(b.board or 0)}" = {b.board}' for b in plan.boards)
    lines = [
        f'venue = "{VENUE}"',
        f'session = "{SESSION}"',
        f'laws = "{plan.laws}"',
        f"speed = {float(plan.speed)}",
        f'[regulations]\nopening_lead = "{plan.opening_lead}"',
        f"[broker]\n{broker}",
        f"[desk]\nport = {plan.desk_port}",
    ]
    for name in plan.by_hand:
        lines += ["[[tables]]", f'name = "{name}"']
    for name, port in plan.ports.items():
        lines += ["[[tables]]", f'name = "{name}"']
        lines += ['decks = ["packs.json"]', 'deals = "deals.pbn"'] if plan.boards else []
        lines += ["[[tables.devices]]", f'name = "hub-{name}"', 'driver = "table_hub"']
        lines += [f'settings = {{ port = "{port}", boards = {{ {tags} }} }}']
    return "\n".join(lines) + "\n"


# -- children ---------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def child(module: str, *arguments: str, first_line: bytes = b"", says_ready: bool = True) -> AsyncIterator[int]:
    """Run a module as a child for as long as the block; its process id. RuntimeError if it never gets ready.

    At the end its standard input closes and SIGTERM comes.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        # Ctrl-C is ours to hear; children are ended in order.
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(first_line)
        if says_ready:
            async with asyncio.timeout(_READY_S):
                if not await process.stdout.readline():
                    raise RuntimeError(f"{module} did not start")
        yield process.pid
    finally:
        process.stdin.close()
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_END_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


@asynccontextmanager
async def core(hall: Hall, notes: Path) -> AsyncIterator[int]:
    """The core with its probe; its notes are in the file once the block has ended."""
    async with child("hw_sim.bench.core_child", str(hall.settings), str(notes)) as pid:
        yield pid


@asynccontextmanager
async def subscriber(hall: Hall, topics: Sequence[str], heard: Heard, *, lasting: bool = False) -> AsyncIterator[None]:
    """Listen as a director's device would; `heard(topic, payload, when)`, when as `time.perf_counter` tells it.

    `lasting`: it comes back when the broker does, and the broker keeps for it what comes meanwhile.
    """
    user, password = hall.director
    client = aiomqtt.Client(
        hall.host,
        hall.port,
        username=user,
        password=password,
        identifier=f"ear-{secrets.token_hex(3)}",
        clean_session=not lasting,
        keepalive=5,
    )
    subscribed = asyncio.Event()

    async def listen() -> None:
        async with client:
            for topic in topics:
                await client.subscribe(topic, qos=1)
            subscribed.set()
            async for message in client.messages:
                when = time.perf_counter()
                assert isinstance(message.payload, bytes)
                heard(str(message.topic), message.payload, when)

    async def keep_listening() -> None:
        while True:
            try:
                await listen()
            except aiomqtt.MqttError:
                if not lasting:
                    raise
                await asyncio.sleep(_AGAIN_S)

    listening = asyncio.create_task(keep_listening())
    try:
        ready = asyncio.create_task(subscribed.wait())
        await asyncio.wait({listening, ready}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if listening.done():
            listening.result()
        yield
    finally:
        listening.cancel()
        await asyncio.wait({listening})


# -- what a process takes ---------------------------------------------------------------------------------------------


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Memory of a process that is in RAM, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
