"""`smarttable …`: the composition root, one module a command.

Settings are read here, ports are filled here; no rule of the game and no protocol lives here. Commands of other
packages (demo, bench) are found by the entry points `smart_table.commands`, never imported.
"""

from controller.cli.app import main

__all__ = ["main"]
