"""What the random stories reach: kinds of findings and the choices ruled on them, in both editions."""

from collections import Counter

import pytest
from support.stories import told_by
from support.table import EDITIONS

from controller.laws.editions import EDITIONS as THE_EDITIONS

#: These may be ruled on anything.
ENDING = {"cancel_board", "artificial"}
#: Raised by the session, which sees more tables than one.
NOT_AT_ONE_TABLE = {"fouled_board"}


def reached(laws, seeds):
    """Kinds raised, and (kind, choice) ruled, with how often."""
    kinds, ruled = Counter(), Counter()
    for seed in seeds:
        for board in told_by(seed, laws).table.boards:
            findings = board.game.findings
            kinds.update(found.kind for found in findings.values())
            done = ((i, how) for i, how in board.game.closed.items() if i in findings and how.how == "ruling")
            ruled.update((findings[i].kind, how.choice) for i, how in done)
    return kinds, ruled


def kinds_of(laws):
    return {law.kind for law in THE_EDITIONS[laws].laws} - NOT_AT_ONE_TABLE


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_few_stories_reach_most_kinds(laws):
    kinds, _ = reached(laws, range(80))
    assert len(kinds_of(laws) & kinds.keys()) > 0.75 * len(kinds_of(laws))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("laws", EDITIONS)
def test_many_stories_reach_every_kind_and_every_choice(laws):
    kinds, ruled = reached(laws, range(3000))
    offered = {(law.kind, o.choice) for law in THE_EDITIONS[laws].laws for o in law.options if o.choice not in ENDING}
    assert kinds_of(laws) - kinds.keys() == set()
    assert {one for one in offered if one[0] not in NOT_AT_ONE_TABLE} - ruled.keys() == set()
