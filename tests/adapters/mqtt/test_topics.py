"""The topic tree: names that every broker can carry, states retained and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.adapters.mqtt import topics

PLACE = topics.TablePlace("club", "tue-evening", "7")
LEVELS = st.from_regex(r"[a-z0-9_-]{1,64}", fullmatch=True)


def test_a_table_has_its_topics_in_one_place():
    assert topics.TABLE_STATE.topic(topics.at(PLACE)) == "bridge/v1/tbl/club/tue-evening/7/state"


def test_a_summons_has_a_topic_of_its_own():
    levels = {**topics.at(PLACE), "summons": "a1b2"}
    assert topics.SUMMONS.topic(levels) == "bridge/v1/tbl/club/tue-evening/7/summons/a1b2"


def test_only_states_and_results_are_retained():
    retained = {family.name for family in topics.FAMILIES if family.retained}
    states = {"table_state", "table_check", "device_state", "controller_state", "broker_refused"}
    assert retained == {*states, "public_result"}


def test_a_filter_has_a_plus_for_what_is_not_given():
    assert topics.RULING.filter({"venue": "club"}) == "bridge/v1/dir/club/+/+/ruling"


@given(st.sampled_from(topics.FAMILIES), st.data())
def test_a_topic_leads_back_to_its_family_and_levels(family, data):
    levels = {name: data.draw(LEVELS) for name in family.parameters}
    topic = family.topic(levels)
    assert topics.family_of(topic) is family
    assert family.levels(topic) == levels


@pytest.mark.parametrize("level", ["", "a/b", "+", "#", "$x", "a.b", "a b", "A", "é", "x" * 65])
def test_a_level_that_a_broker_would_misread_is_refused(level):
    with pytest.raises(ValueError, match="cannot be part of a topic"):
        topics.TablePlace("club", "evening", level)


def test_a_topic_with_a_level_missing_is_refused():
    with pytest.raises(ValueError, match="needs session, table"):
        topics.TABLE_STATE.topic({"venue": "club"})


@pytest.mark.parametrize("topic", ["", "bridge/v1", "bridge/v2/tbl/c/s/7/state", "bridge/v1/tbl/c/s/7/state/x", "x"])
def test_another_topic_is_none_of_ours(topic):
    assert topics.family_of(topic) is None


def test_the_table_that_a_topic_is_about():
    assert topics.place_of("bridge/v1/dir/club/tue-evening/7/ruling") == PLACE
    assert topics.place_of("bridge/v1/dev/hub-1/health/state") is None
