"""What the demo prints: the evening as it goes, each summons as the subscriber receives it, and the closing table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from controller.desk.words import read_words
from hw_sim.demo.account import Account
from hw_sim.demo.subscriber import Received


class Screen:
    """The terminal."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self._words = read_words()["en"]
        self._boards_done = 0

    def line(self, text: str, style: str = "") -> None:
        """A plain line."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    def heard(self, got: Received) -> None:
        """A summons arrived at the subscriber."""
        data = got.data
        place = f"table {got.table}, board {data.get('board')}"
        match data["status"]:
            case "open":
                who = self._words.text(f"seat.{data['seat']}") if data.get("seat") else "nobody in particular"
                title = self._words.text(f"kind.{data['kind']}")
                self.line(f"  MQTT ▸ {place}: {title}, {who} · Law {', '.join(data['laws'])}", "bold")
                choices = ", ".join(f"{o} ({data['by'].get(o, 'director')})" for o in data["options"])
                if choices:
                    self.line(f"         the Law allows: {choices}")
            case "notice":
                self.line(f"  MQTT ▸ {place}: see the desk (it rests on cards that nobody has seen)", "bold")
            case closed:
                self.line(f"  MQTT ▸ {place}: {closed} {data.get('reason', '')}".rstrip(), "dim")

    def ruled(self, table: str, summons: Mapping[str, Any], ruling: Mapping[str, Any]) -> None:
        """The director has ruled at the desk."""
        kind = self._words.text(f"kind.{summons['finding']['kind']}")
        more = " ".join(
            f"{name}={value}"
            for name, value in ruling.items()
            if name in ("suits", "suit", "tricks", "to", "card", "kind", "artificial")
        )
        answer = ruling["answer"].get("answer", ruling["answer"])
        said = f"  desk ▸ table {table}: {kind} → {ruling['choice']} {more}".rstrip()
        self.line(f"{said} · {answer}", "green" if answer == "recorded" else "red")

    def board_over(self, table: str, board: int, total: int) -> None:
        """A board has left its table."""
        self._boards_done += 1
        bar = "█" * self._boards_done + "░" * (total - self._boards_done)
        self.line(f"  {bar} table {table} has finished board {board}", "cyan")

    def closing(self, account: Account, files: list[Path], seconds: float) -> None:
        """The closing table."""
        grid = Grid(title="The evening", show_header=False, title_justify="left")
        grid.add_row("boards played", str(account.boards))
        grid.add_row("irregularities made", str(account.made))
        grid.add_row("found", str(account.found))
        grid.add_row("false", str(len(account.false)))
        grid.add_row(
            "from the record to the subscriber, ms",
            f"p50 {account.percentile(0.5):.1f}, p99 {account.percentile(0.99):.1f}, {len(account.latencies)} messages",
        )
        grid.add_row("recordings that replay to the same events", f"{account.replayed} boards")
        grid.add_row("seconds", f"{seconds:.0f}")
        self.console.print(grid)
        for made in account.missing:
            self.line(f"not found: table {made.table}, board {made.board}: {made.kind} {made.seat or ''}", "red")
        for false in account.false:
            self.line(f"false: {false}", "red")
        for differing in account.differing:
            self.line(f"its readings give other events than the journal: {differing}", "red")
        self.line("files: " + ", ".join(str(path) for path in files))
