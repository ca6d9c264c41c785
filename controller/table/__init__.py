"""The table: its state, its phases, `step` and `replay`. What the Laws say is in `controller.laws`.

`step(table, event)` is the only thing that changes a table; it is pure. The private mutable state (`game`) never
leaves this package. No clock, no I/O.
"""

from controller.table.replay import replay
from controller.table.step import Stepped, dry_run, refusal, step
from controller.table.table import Table

__all__ = ["Stepped", "Table", "dry_run", "refusal", "replay", "step"]
