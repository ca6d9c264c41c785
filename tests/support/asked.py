"""How many stories a property is asked of."""

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

#: Each tells one story.
seeds = st.integers(0, 2**40)


def asked(examples, **more):
    """So many stories, told by dice that hypothesis throws; a smaller seed is no smaller story."""
    return settings(
        max_examples=examples,
        deadline=None,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=list(HealthCheck),
        **more,
    )
