"""`smarttable …`: the composition root, one module a command.

Settings are read here, ports are filled here; no rule of the game and no protocol lives here.
"""
