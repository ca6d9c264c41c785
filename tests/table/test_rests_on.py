"""What a finding gives away: one that rests on seen acts is the same whatever the cards that nobody has seen."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import players
from support.table import EDITIONS

from controller.model.irregularities import RestsOn
from controller.table import replay


def told(events, laws):
    """What is told at each event: by findings that rest on seen acts, and by all; without saying what they rest on."""
    seen, every = [], []
    for one in replay(events, laws):
        found = [(f.rests_on, {**f.as_json(), "rests_on": None}) for f in (*one.raised, *one.changed)]
        seen.append([content for rests_on, content in found if rests_on is RestsOn.SEEN])
        every.append([content for _, content in found])
    return seen, every


@pytest.mark.parametrize("laws", EDITIONS)
@settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**9), length=st.integers(1, 40))
def test_a_finding_that_rests_on_seen_acts_is_the_same_on_every_deal_that_fits_them(laws, seed, length):
    rng = random.Random(seed)
    events = players.story(rng, laws, length)
    seen, every = told(events, laws)
    for _ in range(2):
        seen_there, every_there = told(players.redealt(rng, events), laws)
        for there, here in ((every_there, seen), (every, seen_there)):
            missing = [found for at, some in zip(there, here, strict=True) for found in some if found not in at]
            assert missing == []
