"""`smarttable demo`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from hw_sim.demo.evening import ProductError, Wishes, play
from hw_sim.demo.screen import Screen

#: Exit code for wishes that cannot be met; 1 says that an evening was played and something was missed in it.
UNUSABLE = 2


def demo(
    out: Annotated[
        Path, typer.Option(help="Folder for the records; what an earlier demo left there is replaced.")
    ] = Path("out"),
    speed: Annotated[float, typer.Option(min=1, max=200, help="How much faster than life people play.")] = 35.0,
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
