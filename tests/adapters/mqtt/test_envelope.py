"""Messages: written so that they fit their topic, read with one clear error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.buses import AT, CORE, TABLE, ruling, state, summons

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.envelope import MalformedMessageError, Speaker, read
from controller.adapters.mqtt.messages import DeviceState, OpenSummons, TableState

TOPIC = topics.TABLE_STATE.topic(topics.at(TABLE))


def test_a_message_is_a_cloud_event():
    said = json.loads(state(3).payload)
    assert {name: value for name, value in said.items() if name != "data"} == {
        "specversion": "1.0",
        "id": "evening-state-3",
        "source": "/club/evening/controller",
        "type": "bridge.table_state.v1",
        "time": "2026-11-18T11:06:40.000Z",
        "datacontenttype": "application/json",
        "epoch": 1,
    }


def test_what_is_not_known_is_not_said():
    assert "contract" not in json.loads(state(3).payload)["data"]


def test_a_fact_that_is_null_is_said():
    """`transfer: null` means, not known yet; it is another thing than no transfer."""
    assert json.loads(summons(1).payload)["data"]["facts"]["transfer"] is None


def test_the_same_message_is_the_same_bytes():
    assert state(3) == state(3)


def test_a_state_is_retained_and_a_summons_is_not():
    assert (state(1).retain, summons(1).retain) == (True, False)


def test_what_was_said_is_read_again():
    heard = read(summons(1).topic, summons(1).payload)
    assert isinstance(heard.data, OpenSummons)
    assert (heard.levels["summons"], heard.data.kind, heard.envelope.epoch) == ("s-1", "insufficient_bid", 1)


def test_a_message_of_another_topic_cannot_be_said_there():
    with pytest.raises(ValueError, match="DeviceState is not said on table_state"):
        CORE.say(TOPIC, DeviceState(state="ready", boot="b"), id="1", at=AT)


def test_a_message_built_without_checks_is_checked_when_it_is_said():
    unchecked = TableState.model_construct(rev=1, phase="asleep")
    with pytest.raises(ValueError, match=r"data\.phase"):
        CORE.say(TOPIC, unchecked, id="1", at=AT)


def test_nothing_is_said_elsewhere():
    with pytest.raises(ValueError, match="no topic of ours"):
        CORE.say("elsewhere", TableState(rev=1, phase="idle"), id="1", at=AT)


def test_a_field_that_nobody_knows_is_refused():
    payload = ruling(1).payload.replace(b'"choice":"cancel"', b'"choice":"cancel","chioce":"accept"')
    with pytest.raises(MalformedMessageError, match=r"data\.chioce: Extra inputs"):
        read(ruling(1).topic, payload)


def test_an_attribute_of_another_cloud_event_extension_is_let_pass():
    payload = ruling(1).payload.replace(b'"specversion"', b'"traceparent":"00-1","specversion"')
    assert read(ruling(1).topic, payload).data.choice == "cancel"


@pytest.mark.parametrize("specversion", [b'"0.3"', b"1.0", b"null"])
def test_another_version_of_cloud_events_is_refused(specversion):
    with pytest.raises(MalformedMessageError, match="specversion"):
        read(ruling(1).topic, ruling(1).payload.replace(b'"1.0"', specversion))


def test_a_message_on_an_unknown_topic_is_refused():
    with pytest.raises(MalformedMessageError, match="no topic of ours"):
        read("bridge/v1/dir/club/evening/7/other", ruling(1).payload)


def test_a_message_that_is_too_large_is_refused():
    with pytest.raises(MalformedMessageError, match="65537 bytes"):
        read(ruling(1).topic, b" " * 65_537)


@pytest.mark.parametrize("field", [b'"id":"r-1"', b'"reason":"no"'])
def test_half_a_character_is_refused_for_no_answer_could_repeat_it(field):
    payload = ruling(1).payload.replace(
        b'"choice":"cancel"', b'"choice":"cancel",' + field.replace(b'":"', b'":"\\udfff')
    )
    with pytest.raises(MalformedMessageError, match="half a character"):
        read(ruling(1).topic, payload)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(payload):
    try:
        read(ruling(1).topic, payload)
    except MalformedMessageError as error:
        assert str(error)


@given(st.integers(0, 400), st.binary(min_size=1, max_size=3))
def test_a_damaged_message_is_read_or_refused(place, damage):
    payload = bytearray(ruling(1).payload)
    payload[place : place + len(damage)] = damage
    try:
        read(ruling(1).topic, bytes(payload))
    except MalformedMessageError as error:
        assert len(str(error)) <= 250


def test_who_speaks_without_an_epoch_says_none():
    said = Speaker("/director/anna").say(ruling(1).topic, read(ruling(1).topic, ruling(1).payload).data, id="1", at=AT)
    assert "epoch" not in json.loads(said.payload)
