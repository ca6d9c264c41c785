"""`smarttable demo`."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer

from hw_sim.demo.evening import ProductError, Wishes, play
from hw_sim.demo.pace import FASTEST, speed_for
from hw_sim.demo.screen import Screen

#: Exit code for wishes that cannot be met; 1 says that an evening was played and something was missed in it.
UNUSABLE = 2


def demo(
    out: Annotated[
        Path, typer.Option(help="Folder for the records; what an earlier demo left there is replaced.")
    ] = Path("out"),
    speed: Annotated[
        float | None,
        typer.Option(
            min=1, max=200, help="How much faster than life people play; without it, 35 or what this machine bears."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed, another evening.")] = 8,
    tables: Annotated[int, typer.Option(min=1, max=20, help="How many tables.")] = 2,
    boards: Annotated[int, typer.Option(min=1, max=25, help="How many boards, dealt out over the tables.")] = 8,
    level: Annotated[int, typer.Option(min=0, max=3, help="How noisy the antennas are: 0 not at all, 3 failing.")] = 1,
    laws: Annotated[str, typer.Option(help="Edition of the Laws: 1987 or 2017.")] = "2017",
    desk_port: Annotated[int, typer.Option(help="Port of the director's desk; 0 takes a free one.")] = 0,
    boards_from: Annotated[
        Path | None, typer.Option("--boards-from", exists=True, help="Play the PBN boards of this folder instead.")
    ] = None,
    stay: Annotated[bool, typer.Option("--stay", help="Keep desk and broker running until Ctrl-C.")] = False,
) -> None:
    """A club evening on this machine: tables, players who err, the director's desk and an MQTT subscriber."""
    screen = Screen()
    if speed is None:
        load, cores = os.getloadavg()[0], os.cpu_count() or 1
        speed = speed_for(load, cores)
        if speed < FASTEST:
            busy = f"this machine is busy ({load:.0f} processes wait for {cores} cores)"
            screen.line(f"{busy}: people play {speed:g} times faster than life instead of {FASTEST:g}", "yellow")
    wishes = Wishes(out, speed, seed, tables, boards, level, laws, desk_port, boards_from, stay)
    try:
        account = asyncio.run(play(wishes, screen))
    except KeyboardInterrupt:
        screen.line("ended", "bold")
        raise typer.Exit(0) from None
    except ProductError as error:
        screen.line(f"the product did not start: {error}", "red")
        raise typer.Exit(UNUSABLE) from error
    if not account.is_clean:
        raise typer.Exit(1)
