"""`smarttable bench …`: the benches as subcommands. What each measures is in the module of its name.

Those modules import half the product, so each is imported when its bench is asked for.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

bench = typer.Typer(
    name="bench",
    help="Measure the product on this machine. A bench prints figures beside their targets and never fails for them.",
    no_args_is_help=True,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a sheet.")]
Boards = Annotated[Path | None, typer.Option(help="Folder of .pbn files; without it, the boards that come with us.")]
Laws = Annotated[str, typer.Option(help="Edition of the Laws: 1987 or 2017.")]
Level = Annotated[int, typer.Option(min=0, max=3, help="How noisy the antennas are: 0 not at all, 3 failing.")]
Seed = Annotated[int, typer.Option(help="The same seed, the same evening.")]


@bench.command("engine")
def engine(
    as_json: AsJson = False,
    boards: Boards = None,
    laws: Laws = "2017",
    repetitions: Annotated[int, typer.Option(min=1, help="The median of so many counts.")] = 7,
) -> None:
    """Calls and cards a second through the Laws, one core."""
    from hw_sim.bench.engine import measure
    from hw_sim.bench.figures import progress

    with progress("Replaying real boards", 2 * repetitions, is_shown=not as_json) as advance:
        figures = measure(boards, laws, repetitions, advance)
    figures.show(as_json=as_json)


@bench.command("records")
def records(
    as_json: AsJson = False,
    boards: Annotated[
        Path | None, typer.Option(help="Folder of .pbn and .lin files (.gz too); without it, the boards of ours.")
    ] = None,
) -> None:
    """Files of boards read, written and read again: cost, memory, equality, and endplay as a witness."""
    from hw_sim.bench.figures import progress
    from hw_sim.bench.records import measure

    with progress("Reading boards", sum(1 for _ in boards.iterdir()) if boards else 1, is_shown=not as_json) as advance:
        figures = measure(boards, advance)
    figures.show(as_json=as_json)


@bench.command("latency")
def latency(
    as_json: AsJson = False,
    samples: Annotated[int, typer.Option(min=1, help="Summonses caused by a byte, and as many by a timer.")] = 200,
    speed: Annotated[float, typer.Option(min=1, max=100, help="How much faster than life the table is.")] = 20.0,
    broker: Annotated[str | None, typer.Option(help="host:port of another broker; without it, our own.")] = None,
    user: Annotated[str, typer.Option(help="As whom to log in at that broker.")] = "bench",
    password: Annotated[
        str, typer.Option(envvar="SMARTTABLE_BENCH_PASSWORD", help="Best given by the environment.")
    ] = "bench",
    disk: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="Folder on the disk that the journal is to lie on."),
    ] = None,
) -> None:
    """From the last byte read, or the timer's callback, to an MQTT subscriber, beside the bare round trip."""
    from hw_sim.bench.figures import progress
    from hw_sim.bench.hall import Place
    from hw_sim.bench.latency import measure

    place = Place.at(broker, user, password) if broker else None
    with progress("Summoning the director", 2 * samples, is_shown=not as_json) as advance:
        figures = asyncio.run(measure(samples, speed, place, disk, advance))
    figures.show(as_json=as_json)


@bench.command("room")
def room(
    as_json: AsJson = False,
    tables: Annotated[int, typer.Option(min=1, max=500, help="How many tables.")] = 50,
    boards: Annotated[int, typer.Option(min=1, max=25, help="How many boards each table plays.")] = 1,
    speed: Annotated[float, typer.Option(min=1, max=100, help="How much faster than life people play.")] = 10.0,
    level: Level = 0,
    errors: Annotated[int, typer.Option(min=0, help="Irregularities made, over the whole room.")] = 16,
    processes: Annotated[int, typer.Option(min=1, help="Processes that play the tables.")] = 1,
    seed: Seed = 1,
) -> None:
    """A room of tables through real ttys, driver, core and broker: load, memory, latency, nothing lost."""
    from hw_sim.bench.figures import progress
    from hw_sim.bench.room import RoomWishes, measure

    wishes = RoomWishes(tables, boards, speed, level, seed, errors, processes)
    with progress(f"{tables} tables", tables * boards, is_shown=not as_json) as advance:
        figures = asyncio.run(measure(wishes, advance))
    figures.show(as_json=as_json)


@bench.command("desk")
def desk(
    as_json: AsJson = False,
    tables: Annotated[int, typer.Option(min=1, max=200, help="How many tables.")] = 50,
    directors: Annotated[int, typer.Option(min=1, max=20, help="How many directors look at the room.")] = 5,
    samples: Annotated[int, typer.Option(min=1, help="How many summonses.")] = 100,
) -> None:
    """From a summons on MQTT to the directors' pages, one of them in a browser, while every table plays on."""
    from hw_sim.bench.desk import measure
    from hw_sim.bench.figures import progress

    with progress(f"{tables} tables, {directors} directors", samples, is_shown=not as_json) as advance:
        figures = asyncio.run(measure(tables, directors, samples, advance))
    figures.show(as_json=as_json)


@bench.command("accuracy")
def accuracy(
    as_json: AsJson = False,
    boards: Annotated[int, typer.Option(min=1, help="Boards without an error, and as many with one.")] = 100,
    level: Level = 1,
    seed: Seed = 1,
    laws: Laws = "2017",
    opening_lead: Annotated[str, typer.Option(help="face_down or face_up.")] = "face_down",
    rare: Annotated[bool, typer.Option("--rare", help="Rare faults of an old table, too.")] = False,
    fault: Annotated[
        list[str] | None, typer.Option(help="A rare fault of hw_sim/NOISE.md by name, on every board; may be repeated.")
    ] = None,
    round_s: Annotated[
        float, typer.Option(min=0.05, max=0.5, help="A round of an antenna; real ones 0.1 to 0.25 s.")
    ] = 0.2,
    boards_from: Annotated[Path | None, typer.Option(help="Folder of .pbn files; otherwise ours.")] = None,
    processes: Annotated[int, typer.Option(min=1, help="Processes that share the boards.")] = 1,
    plot: Annotated[
        Path | None, typer.Option(help="Draw kinds made against kinds found, and the waits, into this .svg file.")
    ] = None,
) -> None:
    """Real boards through simulated sensors in virtual time: recorded exactly, irregularities found, false ones."""
    from hw_sim.bench.accuracy import Wishes, measure
    from hw_sim.bench.figures import progress
    from hw_sim.physics import alone

    try:
        alone(fault or ())
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--fault") from None
    wishes = Wishes(boards, level, seed, laws, opening_lead, rare, tuple(fault or ()), round_s, processes)
    with progress(f"Level {level}", 2 * boards, is_shown=not as_json) as advance:
        figures, drawn = measure(wishes, boards_from, advance)
    if plot is not None:
        plot.write_text(drawn, encoding="utf-8")
    figures.show(as_json=as_json)


@bench.command("recovery")
def recovery(
    as_json: AsJson = False,
    rounds: Annotated[int, typer.Option(min=1, help="Faults: core, broker and cable in turn.")] = 9,
    tables: Annotated[int, typer.Option(min=1, max=20, help="How many tables.")] = 2,
    boards: Annotated[int, typer.Option(min=1, max=25, help="How many boards each table plays.")] = 3,
    speed: Annotated[float, typer.Option(min=1, max=50, help="How much faster than life people play.")] = 10.0,
    seed: Seed = 1,
) -> None:
    """Kill the core, kill the broker, pull a cable, again and again: nothing lost or doubled, soon live again."""
    from hw_sim.bench.figures import progress
    from hw_sim.bench.recovery import Wishes, measure

    with progress("Breaking things", rounds, is_shown=not as_json) as advance:
        figures = asyncio.run(measure(Wishes(rounds, tables, boards, speed, seed), advance))
    figures.show(as_json=as_json)


@bench.command("soak")
def soak(
    as_json: AsJson = False,
    cycles: Annotated[int, typer.Option(min=1, help="Cables pulled and put back, of each driver.")] = 200,
    at_once: Annotated[int, typer.Option(min=1, max=200, help="Devices of one kind that take part together.")] = 20,
    driver: Annotated[list[str] | None, typer.Option(help="Only this driver; may be repeated.")] = None,
) -> None:
    """Pull cables and put them back: one loss each, the whole state on each return, nothing that grows."""
    from hw_sim.bench.figures import progress
    from hw_sim.bench.soak import Wishes, measure

    names = _drivers(driver)
    with progress("Pulling cables", cycles * len(names), is_shown=not as_json) as advance:
        figures = asyncio.run(measure(Wishes(cycles, names, at_once), advance))
    figures.show(as_json=as_json)


@bench.command("drivers")
def drivers(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each of three parts of a driver takes.")] = 5.0,
    driver: Annotated[list[str] | None, typer.Option(help="Only this driver; may be repeated.")] = None,
) -> None:
    """Readings a second if a core did nothing else, from a byte on the tty to its reading, and what idling costs."""
    from hw_sim.bench.drivers import Wishes, measure
    from hw_sim.bench.figures import progress

    names = _drivers(driver)
    with progress("Measuring drivers", 3 * len(names), is_shown=not as_json) as advance:
        figures = asyncio.run(measure(Wishes(names, seconds), advance))
    figures.show(as_json=as_json)


def _drivers(wanted: list[str] | None) -> list[str]:
    """These drivers, or all that can be benched here."""
    from hw_sim.bench.pairs import drivers_here

    here = drivers_here()
    for name in wanted or ():
        if name not in here:
            raise typer.BadParameter(f"{name!r} is none of those here: {', '.join(here)}", param_hint="--driver")
    return wanted or here
