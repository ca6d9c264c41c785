"""The table of rights: what covers what, and who may say what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.adapters.broker.acl import Right, Role, covers, may
from controller.adapters.mqtt.topics import FAMILIES

LEVELS = st.sampled_from(["tbl", "dir", "a", "b"])


@st.composite
def filters(draw):
    levels = draw(st.lists(st.one_of(LEVELS, st.just("+")), min_size=1, max_size=4))
    return "/".join(levels + draw(st.sampled_from([[], ["#"]])))


def matches(wanted, topic):
    """MQTT 3.1.1, section 4.7, written a second time for the test."""
    want, have = wanted.split("/"), topic.split("/")
    if want[-1] == "#":
        want = want[:-1]
        have = have[: len(want)]
    return len(want) == len(have) and all(w in ("+", h) for w, h in zip(want, have, strict=True))


@given(filters(), filters(), st.lists(LEVELS, min_size=1, max_size=5))
def test_what_a_covered_filter_matches_the_allowed_one_matches(allowed, requested, levels):
    topic = "/".join(levels)
    if covers(allowed, requested) and matches(requested, topic):
        assert matches(allowed, topic)


@given(filters(), st.lists(LEVELS, min_size=1, max_size=5))
def test_a_topic_is_covered_exactly_when_the_filter_matches_it(allowed, levels):
    topic = "/".join(levels)
    assert covers(allowed, topic) == matches(allowed, topic)


@pytest.mark.parametrize(
    ("allowed", "requested", "expected"),
    [
        ("public/+", "public/#", False),
        ("public/+", "public/+", True),
        ("public/+", "+/+", False),
        ("public/#", "public", True),
        ("public/#", "public/+/x/#", True),
        ("public/#", "#", False),
        ("a/b", "a/+", False),
        ("a/b", "a/b/#", False),
    ],
)
def test_a_wildcard_is_covered_only_by_one_as_wide(allowed, requested, expected):
    assert covers(allowed, requested) is expected


PLACE = "bridge/v1/tbl/club/evening/7"


@pytest.mark.parametrize("role", [Role.DEVICE, Role.SPECTATOR, Role.LOGGER])
@pytest.mark.parametrize("wanted", ["#", "bridge/v1/#", "bridge/v1/tbl/#", f"{PLACE}/summons/x", f"{PLACE}/summons/+"])
def test_only_directors_hear_summonses(role, wanted):
    assert not may(role, "somebody", Right.READ, wanted)


@pytest.mark.parametrize("role", [Role.DEVICE, Role.SPECTATOR, Role.LOGGER])
def test_how_the_cards_lie_against_the_record_is_for_directors(role):
    assert not may(role, "somebody", Right.READ, f"{PLACE}/check")
    assert may(Role.DIRECTOR, "anna", Right.READ, f"{PLACE}/check")


@pytest.mark.parametrize("role", [Role.DEVICE, Role.CONTROLLER, Role.SPECTATOR, Role.LOGGER])
def test_only_directors_rule(role):
    assert not may(role, "somebody", Right.WRITE, "bridge/v1/dir/club/evening/7/ruling")


def test_a_director_hears_summonses_and_rules():
    assert may(Role.DIRECTOR, "anna", Right.READ, f"{PLACE}/summons/+")
    assert may(Role.DIRECTOR, "anna", Right.WRITE, "bridge/v1/dir/club/evening/7/ruling")


def test_a_director_reads_the_answers_to_himself_only():
    assert may(Role.DIRECTOR, "anna", Right.READ, "bridge/v1/rsp/anna/+")
    assert not may(Role.DIRECTOR, "anna", Right.READ, "bridge/v1/rsp/boris/1")
    assert not may(Role.DIRECTOR, "anna", Right.READ, "bridge/v1/rsp/+/+")


def test_a_device_tells_of_its_own_health_only():
    assert may(Role.DEVICE, "hub-1", Right.WRITE, "bridge/v1/dev/hub-1/health/state")
    assert not may(Role.DEVICE, "hub-1", Right.WRITE, "bridge/v1/dev/hub-2/health/state")
    assert not may(Role.DEVICE, "hub-1", Right.WRITE, "bridge/v1/dev/hub-1/other")


def test_a_spectator_reads_public_results_only():
    assert may(Role.SPECTATOR, "hall", Right.READ, "bridge/v1/public/#")
    assert not may(Role.SPECTATOR, "hall", Right.READ, f"{PLACE}/state")


@pytest.mark.parametrize("role", list(Role))
def test_nobody_speaks_in_the_brokers_place(role):
    assert not may(role, "somebody", Right.WRITE, "bridge/v1/sys/broker/refused")


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("topic", ["bridge/v1/dir/+/+/+/ruling", "bridge/v1/#", "", "$SYS/broker/uptime", "elsewhere"])
def test_nobody_writes_to_a_wildcard_or_elsewhere(role, topic):
    assert not may(role, "somebody", Right.WRITE, topic)


#: Every family of topics that a role may hear, of everybody; what is not named here it may not.
HEARS = {
    Role.DEVICE: set(),
    Role.SPECTATOR: {"public_result"},
    Role.LOGGER: {
        "table_state", "table_event", "device_state", "device_metrics", "controller_state", "public_result",
    },
    Role.DIRECTOR: {
        "table_state", "table_event", "table_check", "summons", "device_state", "controller_state", "public_result",
    },
    Role.CONTROLLER: {
        "ruling", "ack", "resync", "device_state", "device_metrics", "controller_state", "broker_refused",
    },
}  # fmt: skip


@pytest.mark.parametrize("role", list(Role))
def test_each_role_hears_the_families_of_its_row_and_no_other(role):
    heard = {family.name for family in FAMILIES if may(role, "somebody", Right.READ, family.filter())}
    assert heard == HEARS[role]
