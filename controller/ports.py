"""What the controller asks of the world around it: devices, a bus, stores, a clock. Protocols and plain values only.

Drivers and adapters implement these; the service is written against them. No rule of the Laws may be named here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from controller.model.board import Deal
from controller.model.events import nothing
from controller.model.reading_log import ReadingLog
from controller.model.readings import Reading


class Clock(Protocol):
    """One clock for people, antenna rounds, settle times and ticks; `--speed` scales it, links keep real time."""

    def now(self) -> float:
        """Seconds since the session began; never decreases, goes on over a restart."""

    def real_seconds(self, until: float) -> float:
        """How many real seconds to wait until that time; 0 if it has passed."""


Deliver = Callable[[Reading], None]


@dataclass(frozen=True, slots=True)
class Resume:
    """Up to which event of which start of the device everything is safely on disk."""

    boot: int
    seq: int


class Driver(Protocol):
    """A device at a table, as readings. What a cable or a device does becomes a reading or a count, never a raise."""

    @property
    def device(self) -> str:
        """The device's name in the settings."""

    async def run(self, deliver: Deliver, resume: Resume | None = None) -> None:
        """Deliver readings in the order of the device until cancelled; reconnects by itself.

        A reading carries `device`, `boot` and `seq`; after `resume` nothing up to `seq` is delivered again.
        A lost device is one `DeviceState(state="lost")`; back again, `ready` and then its whole state.
        """

    def commit(self, boot: int, seq: int) -> None:
        """Everything up to `seq` is on disk: the device may forget it."""

    def counters(self) -> Mapping[str, int]:
        """What went wrong on the wire since the start, by name."""


class DealingMachine(Driver, Protocol):
    """A machine that deals boards: its readings are those of model/dealing.py. It stands at no table."""

    def deal(self, board: int, deal: Deal | None = None) -> None:
        """Deal that board: these hands, or (None) the cards as they come."""

    def stop(self, board: int) -> None:
        """Break the deal of that board off."""


#: `open_driver(settings, clock)`: what an entry point in `smart_table.drivers` names. Settings come from TOML.
OpenDriver = Callable[[Mapping[str, Any], Clock], Driver]


@dataclass(frozen=True, slots=True)
class OutMessage:
    """A message to publish. The id makes it idempotent: the same id always has the same meaning."""

    id: str
    topic: str
    payload: bytes
    retain: bool = False


@dataclass(frozen=True, slots=True)
class InMessage:
    """A message that came; the broker may forget it once `acknowledge` has been called."""

    topic: str
    payload: bytes
    retained: bool
    acknowledge: Callable[[], None]


class Bus(Protocol):
    """Transport to subscribers, at least once. It is never the record."""

    async def run(self) -> None:
        """Keep connected until cancelled."""

    def publish(self, message: OutMessage, on_sent: Callable[[str], None] | None = None) -> None:
        """Queue a message; `on_sent(id)` once the broker has it. Sent again after a reconnect until then."""

    def messages(self) -> AsyncIterator[InMessage]:
        """What came on the topics that this bus was opened with."""

    @property
    def is_connected(self) -> bool:
        """Is there a broker now?"""

    def counters(self) -> Mapping[str, int]:
        """Reconnects, refused publishes, quarantined messages, by name."""


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to append to the journal: `kind` is `event` (then `n` is its number at the table) or another record."""

    table: str
    kind: str
    body: Mapping[str, Any]
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the journal; `seq` orders all rows of all tables."""

    seq: int
    table: str
    kind: str
    body: Mapping[str, Any] = field(default_factory=nothing, hash=False)
    n: int | None = None
    #: Wall-clock time of the append, seconds since 1970.
    at: float = 0.0


class JournalError(Exception):
    """The journal cannot be written (disk full, gone, owned by another): nothing of that append was stored."""


class NotOwnerError(JournalError):
    """Another controller has claimed the table: this one must neither record nor tell anything of it any more."""


class Journal(Protocol):
    """The record: append only, on disk before anything is told."""

    async def claim(self, table: str, owner: str) -> int:
        """Become the one writer of a table: its new epoch. Whoever held it before is refused from now on."""

    def append(self, rows: Sequence[NewRow], outbox: Sequence[OutMessage] = ()) -> Awaitable[Sequence[int]]:
        """Store rows and what will be told of them in one transaction; their `seq`. JournalError if it cannot.

        Handed over by the call itself, in the order of the calls; awaiting it is only for the answer.
        NotOwnerError if one of the tables was never claimed by this journal, or has been claimed by another since.
        """

    def sent(self, message_id: str) -> None:
        """The broker has that message: it leaves the outbox (soon; until then it may be sent again)."""

    def unsent(self) -> Iterable[OutMessage]:
        """What was journaled as to be told and has not been acknowledged, oldest first."""

    def rows(self, after: int = 0, table: str | None = None) -> Iterable[Row]:
        """Rows with a higher `seq`, in order; of one table if named."""

    def meta(self, key: str) -> Any:
        """A small value kept beside the rows (where the clock stands), None if there is none."""

    async def set_meta(self, key: str, value: Any) -> None:
        """Keep a small JSON value under a key. JournalError if it cannot."""


class EvidenceError(Exception):
    """Readings cannot be kept (disk full, folder gone); those added before are still there."""


class Evidence(Protocol):
    """Readings as they came, one stream a board, apart from the journal. EvidenceError where it cannot be written."""

    def begin(self, table: str, header: Mapping[str, Any]) -> str:
        """A new board: a new reading log with that header; its name. The one before is finished and compressed."""

    def add(self, table: str, reading: Reading) -> None:
        """Keep a reading; it survives the death of this process from the next `flush` on."""

    def flush(self, table: str) -> None:
        """What was added survives the death of this process from here on."""

    async def sync(self) -> None:
        """What was flushed before this call survives a power cut once it returns."""

    def current(self, table: str) -> ReadingLog | None:
        """The reading log of the board in progress, for a restart. LogError if it cannot be read."""
