"""The `smarttable` command and its subcommands, each loaded only when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import typer

from controller.model.errors import LogError

#: Subcommands of the controller itself: name -> module and what it offers there (a function, or a Typer).
COMMANDS = {
    "run": ("controller.cli.run", "run"),
    "core": ("controller.cli.core", "core"),
    "desk": ("controller.cli.desk", "desk"),
    "enter": ("controller.cli.enter", "enter"),
    "setup": ("controller.cli.setup", "setup"),
    "account": ("controller.cli.account", "account"),
    "judge": ("controller.cli.judge", "judge"),
    "sense": ("controller.cli.sense", "sense"),
    "trace": ("controller.cli.trace", "trace"),
    "deck": ("controller.cli.deck", "deck"),
    "deals": ("controller.cli.deals", "deals"),
    "convert": ("controller.cli.convert", "convert"),
    "session": ("controller.cli.session", "session"),
    "notify": ("controller.cli.notify", "notify"),
    "connector": ("controller.cli.connector", "connector"),
    "export": ("controller.cli.export", "export"),
    "score": ("controller.cli.score", "score"),
    "journal": ("controller.cli.journal", "journal"),
}
#: Exit code for input that cannot be read.
BAD_INPUT = 2


def _loaders() -> dict[str, Callable[[], Any]]:
    """Every subcommand and how to load it; other packages bring theirs by the entry point `smart_table.commands`."""
    found: dict[str, Callable[[], Any]] = {}
    for name, (module, attribute) in COMMANDS.items():
        found[name] = partial(_load, module, attribute)
    for point in entry_points(group="smart_table.commands"):
        found[point.name] = point.load
    return found


def _load(module: str, attribute: str) -> Any:
    return getattr(import_module(module), attribute)


def application(wanted: str | None) -> typer.Typer:
    """The command line with the wanted subcommand; with all of them where none is named."""
    app = typer.Typer(
        name="smarttable",
        help="Follows electronic bridge tables and summons the director when a call or play departs from the Laws.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    # Without a callback a Typer of one command would have no subcommands at all.
    app.callback()(lambda: None)
    loaders = _loaders()
    for name in (wanted,) if wanted in loaders else loaders:
        command = loaders[str(name)]()
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def main() -> None:
    """Run the command line; input that cannot be read is one clear line and exit code 2."""
    wanted = next((argument for argument in sys.argv[1:] if not argument.startswith("-")), None)
    try:
        application(wanted)()
    except LogError as error:
        sys.stderr.write(f"smarttable: {error}\n")
        sys.exit(BAD_INPUT)
