"""The `smarttable` command and its subcommands."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points

import typer

from controller.cli import judge, sense
from controller.model.errors import LogError

app = typer.Typer(
    name="smarttable",
    help="Follows electronic bridge tables and summons the director when a call or play departs from the Laws.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("judge")(judge.judge)
app.command("sense")(sense.sense)

#: Exit code for input that cannot be read.
BAD_INPUT = 2


def _load_commands() -> None:
    """Commands that other packages bring: a function, or a Typer of its own."""
    for point in sorted(entry_points(group="smart_table.commands"), key=lambda p: p.name):
        command = point.load()
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=point.name)
        else:
            app.command(point.name)(command)


def main() -> None:
    """Run the command line; input that cannot be read is one clear line and exit code 2."""
    _load_commands()
    try:
        app()
    except LogError as error:
        sys.stderr.write(f"smarttable: {error}\n")
        sys.exit(BAD_INPUT)
