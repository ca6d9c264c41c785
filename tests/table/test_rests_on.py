"""What a finding gives away: one that rests on seen acts is the same whatever the cards that nobody has seen."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import players
from support.asked import asked, seeds
from support.stories import open_story
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


def is_the_same_on_other_deals(rng, events, laws):
    """Twice another deal that fits what all have seen: the findings that rest on seen acts, here and there."""
    seen, every = told(events, laws)
    for _ in range(2):
        seen_there, every_there = told(players.redealt(rng, events), laws)
        for there, here in ((every_there, seen), (every, seen_there)):
            missing = [found for at, some in zip(there, here, strict=True) for found in some if found not in at]
            assert missing == []


@pytest.mark.parametrize("laws", EDITIONS)
@settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**9), length=st.integers(1, 40))
def test_a_finding_that_rests_on_seen_acts_is_the_same_on_every_deal_that_fits_them(laws, seed, length):
    rng = random.Random(seed)
    is_the_same_on_other_deals(rng, players.story(rng, laws, length), laws)


@pytest.mark.parametrize("laws", EDITIONS)
@asked(60, derandomize=True)
@given(seed=seeds)
def test_so_it_is_in_stories_of_every_kind(laws, seed):
    is_the_same_on_other_deals(random.Random(seed), open_story(seed, laws, 70), laws)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("laws", EDITIONS)
@asked(3000)
@given(seed=seeds)
def test_so_it_is_in_thousands_of_stories(laws, seed):
    is_the_same_on_other_deals(random.Random(seed), open_story(seed, laws, 70), laws)


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize(
    "seed",
    [
        # A card is taken back while another change waits for its ruling: on another deal it puts a revoke right.
        667615,
        # A claim in the middle of a trick in which, on another deal, the other side has revoked as well.
        1201556,
        # A card that was put down too soon is played in its turn, and goes back for a revoke.
        12_674_187_829,
    ],
)
def test_stories_that_once_told_deals_apart(laws, seed):
    is_the_same_on_other_deals(random.Random(seed), open_story(seed, laws, 70), laws)
