"""Run a table in a test and ask it in bridge words: `after(auction("N: 1S 1H")).kinds`."""

from collections.abc import Iterable
from dataclasses import dataclass

from controller.model.events import Ruling, TableEvent
from controller.model.irregularities import Irregularity
from controller.model.regulations import CLUB, Regulations
from controller.table import Stepped, Table, replay

#: Both editions, for `pytest.mark.parametrize("laws", EDITIONS)`.
EDITIONS = ("1987", "2017")


@dataclass
class Story:
    """A log as it went: every step, and the table at its end."""

    steps: list[Stepped]

    @property
    def table(self) -> Table:
        return self.steps[-1].table

    @property
    def state(self) -> dict[str, object]:
        return self.table.state()

    @property
    def raised(self) -> list[Irregularity]:
        return [found for one in self.steps for found in one.raised]

    @property
    def kinds(self) -> list[str]:
        return [found.kind for found in self.raised]

    def finding(self, kind: str) -> Irregularity:
        return next(found for found in self.table.findings.values() if found.kind == kind)


def after(*events: TableEvent | Iterable[TableEvent], laws: str = "2017", regulations: Regulations = CLUB) -> Story:
    """The story of these events, single ones and lists of them."""
    flat: list[TableEvent] = []
    for item in events:
        flat.extend([item] if isinstance(item, TableEvent) else item)
    return Story(list(replay(flat, laws, regulations)))


def ruled(on: str, choice: str, **fields: object) -> Ruling:
    """The director rules."""
    return Ruling(on=on, choice=choice, **fields)
