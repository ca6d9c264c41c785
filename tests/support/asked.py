"""How many stories a property is asked of, and the two tests that ask."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.table import EDITIONS

#: Each tells one story.
seeds = st.integers(0, 2**40)
#: What must hold of the story of a seed in an edition.
Property = Callable[[int, str], None]


def asked(examples, **more):
    """So many stories, told by dice that hypothesis throws; a smaller seed is no smaller story."""
    return settings(
        max_examples=examples,
        deadline=None,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=list(HealthCheck),
        **more,
    )


def asked_of_stories(properties: Sequence[Property], *, few: int, many: int):
    """Two tests of the same properties in both editions: of a few stories in each run, of thousands where asked to."""
    of_each = pytest.mark.parametrize("holds", properties, ids=lambda holds: holds.__name__)
    editions = pytest.mark.parametrize("laws", EDITIONS)

    @editions
    @of_each
    @asked(few, derandomize=True)
    @given(seed=seeds)
    def any_story(holds, laws, seed):
        holds(seed, laws)

    @pytest.mark.long
    @pytest.mark.timeout(1800)
    @editions
    @of_each
    @asked(many)
    @given(seed=seeds)
    def thousands_of_stories(holds, laws, seed):
        holds(seed, laws)

    return any_story, thousands_of_stories
