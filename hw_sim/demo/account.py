"""What came of the demo's evening: irregularities made, found and false, how long a summons took, replays."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.adapters.journal import JournalReader
from controller.cli.export import read_tables
from controller.cli.sense import read_reading_log, sense_log
from controller.model.event_codec import event_to_json
from controller.model.irregularities import Attention
from controller.ports import Row
from controller.table import Table
from hw_sim.demo.subscriber import Received
from hw_sim.happenings import Injected


@dataclass
class Account:
    """The figures of the closing table."""

    boards: int = 0
    made: int = 0
    found: int = 0
    missing: list[Injected] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    #: Milliseconds from the summons' record in the journal to its arrival at the MQTT subscriber.
    latencies: list[float] = field(default_factory=list)
    #: Boards whose recorded readings, sensed again, gave the journal's events; and those that did not.
    replayed: int = 0
    differing: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Everything found, nothing false, every recording true."""
        return not (self.missing or self.false or self.differing)

    def percentile(self, share: float) -> float:
        """A percentile of the latencies; 0 where there are none."""
        if len(self.latencies) < 2:
            return self.latencies[0] if self.latencies else 0.0
        return statistics.quantiles(self.latencies, n=100, method="inclusive")[round(share * 100) - 1]


def settle(journal: Path, injected: Sequence[Injected], heard: Iterable[Received]) -> Account:
    """Compare what was made with what the tables of the journal say was found, and what the subscriber received."""
    reader = JournalReader(journal)
    try:
        rows = list(reader.rows())
    finally:
        reader.close()
    account = Account(
        boards=sum(row.kind == "event" and row.body["type"] == "board_left" for row in rows), made=len(injected)
    )
    found, only_logged = _found(read_tables(journal))
    for made in injected:
        key = (made.table, made.board, made.kind, made.seat.name if made.seat else None)
        if found[key]:
            found[key] -= 1
            account.found += 1
        elif only_logged[key]:
            only_logged[key] -= 1
            account.found += 1
        else:
            account.missing.append(made)
    account.false = [f"table {t}, board {b}: {kind} {seat or ''}".rstrip() for (t, b, kind, seat) in found.elements()]
    account.latencies = _latencies(rows, heard)
    _replay_evidence(account, rows, journal.parent / "evidence")
    return account


_Key = tuple[str, int, str, str | None]


def _found(tables: Mapping[str, Table]) -> tuple[Counter[_Key], Counter[_Key]]:
    """Findings that stand: those that the director is told of, and those that are only logged (never false alarms)."""
    told: Counter[_Key] = Counter()
    logged: Counter[_Key] = Counter()
    for name, table in tables.items():
        for board in table.boards:
            for finding in board.game.findings.values():
                key = (name, board.game.board or 0, finding.kind, finding.seat.name if finding.seat else None)
                (logged if finding.attention is Attention.LOG else told)[key] += 1
    return told, logged


def _latencies(rows: Sequence[Row], heard: Iterable[Received]) -> list[float]:
    recorded = {(row.table, row.body["ref"], row.body["rev"]): row.at for row in rows if row.kind == "summons"}
    arrived = ((got.at, recorded.get((got.table, got.data["id"], got.data["rev"]))) for got in heard)
    return [(at - since) * 1000 for at, since in arrived if since is not None]


def _replay_evidence(account: Account, rows: Sequence[Row], folder: Path) -> None:
    """Every board's readings, sensed anew, must give the journal's events exactly."""
    events: dict[str, list[dict[str, object]]] = {}
    for row in rows:
        if row.kind == "event":
            events.setdefault(row.table, []).append(dict(row.body))
    for row in rows:
        if row.kind != "evidence":
            continue
        path = folder / row.body["file"]
        path = path if path.exists() else path.with_name(path.name + ".gz")
        sensed = [event_to_json(event) for event in sense_log(read_reading_log(path)).events]
        first = int(row.body["n"])
        if sensed == events.get(row.table, [])[first : first + len(sensed)] and sensed:
            account.replayed += 1
        else:
            account.differing.append(f"table {row.table}, board {row.body['board']}")
