"""Figures of a bench: what was measured, under which conditions, against which target; as JSON or for people."""

from __future__ import annotations

import json
import math
import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from hw_sim.bench.sheets import sheets_of


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure is held against; `met` says whether it was reached this time."""

    figure: str
    wanted: str
    met: bool

    @classmethod
    def at_least(cls, figure: str, value: float, least: float) -> Target:
        """The more the better."""
        return cls(figure, f">= {least:g}", value >= least)

    @classmethod
    def at_most(cls, figure: str, value: float, most: float) -> Target:
        """The less the better."""
        return cls(figure, f"<= {most:g}", value <= most)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run of a bench found."""

    bench: str
    #: What it was run with: boards, tables, seed, broker.
    conditions: Mapping[str, Any]
    #: Figures by name; the unit stands in the name (`p99_ms`).
    figures: Mapping[str, Any]
    targets: Sequence[Target] = field(default_factory=tuple)

    def as_json(self) -> dict[str, Any]:
        """The one object that `--json` prints."""
        return {
            "bench": self.bench,
            "machine": machine(),
            "conditions": dict(self.conditions),
            "figures": dict(self.figures),
            "targets": {t.figure: {"wanted": t.wanted, "met": t.met} for t in self.targets},
        }

    def show(self, *, as_json: bool) -> None:
        """Print them: one JSON object, or a sheet for people."""
        if as_json:
            typer.echo(json.dumps(self.as_json(), ensure_ascii=False, indent=2))
            return
        console = Console()
        console.print(f"{self.bench}: " + ", ".join(f"{name} {value}" for name, value in self.conditions.items()))
        for sheet in sheets_of(self.figures):
            console.print(sheet)
        for target in self.targets:
            console.print(f"{target.figure} {target.wanted}: {'met' if target.met else 'MISSED'}")


def machine() -> dict[str, Any]:
    """What the figures were taken on, as far as it matters to them."""
    return {
        "python": platform.python_version(),
        "cpus": os.cpu_count(),
        "load_1m": round(os.getloadavg()[0], 2),
    }


def percentile(sample: Iterable[float], share: float) -> float:
    """The value that `share` of the sample does not exceed (0.99 for p99). NaN-free: an empty sample is an error."""
    ordered = sorted(sample)
    if not ordered:
        raise ValueError("no sample to take a percentile of")
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def spread_of(sample: Sequence[float]) -> dict[str, float]:
    """p50 and p99 of milliseconds, and how many there were; the count alone where there are none."""
    if not sample:
        return {"count": 0}
    p50, p99 = (round(percentile(sample, share), 3) for share in (0.5, 0.99))
    return {"p50_ms": p50, "p99_ms": p99, "count": len(sample)}


class Advance(Protocol):
    """Told whenever a part of the work is done, and what is being done now."""

    def __call__(self, done: int, doing: str = "") -> None:
        """`done` of the parts are finished."""


@contextmanager
def progress(what: str, total: int, *, is_shown: bool) -> Iterator[Advance]:
    """A bar while the work is done; it is drawn only when told, so that it takes no time from what is measured."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f}/{task.total:.0f} {task.fields[doing]}"),
        TimeElapsedColumn(),
        auto_refresh=False,
        transient=True,
        disable=not is_shown,
    )
    with bar:
        task = bar.add_task(what, total=total, doing="")

        def advance(done: int, doing: str = "") -> None:
            bar.update(task, completed=done, doing=doing, refresh=True)

        yield advance
