"""The committed documents: up to date, complete, and true of what is really sent."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from support.brokers import client, embedded_broker, received
from support.buses import AT, CORE, TABLE, act, ruling, state, summons
from support.messages import assert_conforms, channel_of, document, is_retained

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.acts import Told
from controller.adapters.mqtt.messages import (
    MODELS,
    AckRequest,
    ControllerState,
    DeviceMetrics,
    DeviceState,
    Notice,
    PublicResult,
    ResyncAnswer,
    ResyncRequest,
    RulingAnswer,
    SeatCheck,
    SummonsClosed,
    TableCheck,
    TableState,
)
from controller.adapters.mqtt.schemas import documents

DOCS = Path(__file__).parents[3] / "docs" / "messages"
AT_TABLE = topics.at(TABLE)


@pytest.mark.parametrize("name", documents())
def test_the_committed_file_is_up_to_date(name):
    assert (DOCS / name).read_text() == documents()[name], (
        "run: python -m controller.adapters.mqtt.schemas docs/messages"
    )


def test_no_file_is_left_over():
    assert {path.name for path in DOCS.iterdir()} == set(documents())


def test_every_family_has_a_model_and_a_channel():
    assert {family.name for family in MODELS} == {family.name for family in topics.FAMILIES}
    assert set(document()["channels"]) == {family.name for family in topics.FAMILIES}


@pytest.mark.parametrize("family", topics.FAMILIES, ids=lambda family: family.name)
def test_each_schema_is_a_lawful_one(family):
    Draft202012Validator.check_schema(json.loads((DOCS / f"{family.name}.schema.json").read_text()))


@pytest.mark.parametrize("family", topics.FAMILIES, ids=lambda family: family.name)
def test_document_and_topic_tree_agree(family):
    topic = family.topic(dict.fromkeys(family.parameters, "x"))
    assert channel_of(topic) == family.name
    assert is_retained(family.name) == family.retained


def references(node):
    if isinstance(node, dict):
        for key, value in node.items():
            yield from [value] if key == "$ref" else references(value)
    elif isinstance(node, list):
        for item in node:
            yield from references(item)


def test_every_reference_of_the_document_leads_somewhere():
    for reference in references(document()):
        if reference.startswith("./"):
            assert (DOCS / reference).is_file()
            continue
        node = document()
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]
        assert node


def test_each_operation_is_the_controllers():
    actions = {name: operation["action"] for name, operation in document()["operations"].items()}
    assert actions["send_summons"] == "send"
    assert actions["receive_ruling"] == "receive"
    assert "send_ruling" not in actions


def test_the_document_says_who_hears_a_summons():
    assert document()["channels"]["summons"]["description"].endswith("Read by: director.")


def said(family: topics.Family, data: Told, **levels: str):
    return CORE.say(family.topic({**AT_TABLE, **levels}), data, id="1", at=AT)


REQUEST = {"id": "r-1", "by": "anna", "reply_to": "n1"}
EXAMPLES = [
    state(1),
    said(topics.TABLE_STATE, TableState(rev=2, phase="idle")),
    said(
        topics.TABLE_STATE,
        TableState(
            rev=3,
            phase="play",
            board=7,
            dealer="S",
            vul="All",
            turn="W",
            auction=(("S", "1NT"), ("W", "P"), ("N", "P"), ("E", "P")),
            contract="1NT",
            declarer="S",
            dummy="N",
            trick=1,
            leader="W",
            on_table=(("W", "HQ"),),
            tricks={"NS": 0, "EW": 0},
            cards_left={"N": 13, "E": 13, "S": 13, "W": 12},
        ),
    ),
    act(1),
    said(topics.TABLE_CHECK, TableCheck(mode="sensing", board=7)),
    said(
        topics.TABLE_CHECK,
        TableCheck(
            mode="correcting",
            board=7,
            seats={"N": SeatCheck(expected=2, missing=1, surplus=1, in_pocket=0, is_read=True)},
        ),
    ),
    summons(1),
    said(topics.SUMMONS, Notice(id="n-1", rev=1, table="7", board=7, attention="now"), summons="n-1"),
    said(topics.SUMMONS, SummonsClosed(id="s-1", rev=2, table="7", status="withdrawn", reason="ghost"), summons="s-1"),
    ruling(1),
    said(topics.ACKNOWLEDGEMENT, AckRequest(**REQUEST, summons="s-1", rev=1, at_table=True)),
    said(topics.RESYNC, ResyncRequest(**REQUEST)),
    said(topics.REPLY, RulingAnswer(answer="recorded", request="r-1", n=12), user="anna", nonce="n1"),
    said(topics.REPLY, RulingAnswer(answer="refused", request="r-1", reason="closed"), user="anna", nonce="n1"),
    said(
        topics.REPLY,
        ResyncAnswer(
            request="r-1",
            state=TableState(rev=1, phase="idle"),
            summonses=(Notice(id="n-1", rev=1, table="7", attention="now"),),
        ),
        user="anna",
        nonce="n1",
    ),
    said(topics.DEVICE_STATE, DeviceState(state="ready", boot="b1", firmware="1.2"), device="hub-1"),
    said(topics.DEVICE_METRICS, DeviceMetrics(boot="b1", figures={"reads_s": 20.5}), device="hub-1"),
    said(
        topics.PUBLIC_RESULT,
        PublicResult(board=7, ns="3", ew="12", contract="4SX", declarer="N", lead="HQ", tricks=9, score=-200),
        board="7",
    ),
    said(topics.PUBLIC_RESULT, PublicResult(board=8, ns="3", ew="12", artificial={"NS": 60, "EW": 40}), board="8"),
    said(topics.CONTROLLER_STATE, ControllerState(state="up", epoch=3, boot="b1"), controller="controller"),
]


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: message.topic.removeprefix("bridge/v1/"))
def test_what_we_say_conforms(message):
    assert_conforms(message.topic, message.payload, retain=message.retain)


def test_every_channel_has_an_example():
    """All but the broker's own, which is taken from the broker below."""
    assert {channel_of(message.topic) for message in EXAMPLES} == set(document()["channels"]) - {"broker_refused"}


async def test_what_the_embedded_broker_says_conforms(tmp_path):
    async with embedded_broker(tmp_path) as broker, client(broker, "controller") as core:
        await core.subscribe("bridge/v1/sys/broker/refused", 1)
        await core.subscribe("bridge/v1/#", 1)
        messages = [await received(core), await received(core)]
    for message in messages:
        assert_conforms(str(message.topic), message.payload)


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        (state(1), b'"rev":1', b'"rev":-1'),
        (state(1), b'"turn":"E"', b'"turn":"Q"'),
        (state(1), b'"phase"', b'"digest":"ab12","phase"'),
        (state(1), b'"1NT"', b'"1N"'),
        (summons(1), b'"status":"open"', b'"status":"alert"'),
        (ruling(1), b'"specversion":"1.0",', b""),
        (ruling(1), b"bridge.ruling.v1", b"bridge.summons.v1"),
    ],
)
def test_what_does_not_conform_is_noticed(message, old, new):
    assert old in message.payload
    with pytest.raises(AssertionError):
        assert_conforms(message.topic, message.payload.replace(old, new))


def test_a_retained_summons_is_noticed():
    with pytest.raises(AssertionError, match="retain"):
        assert_conforms(summons(1).topic, summons(1).payload, retain=True)


def test_a_topic_that_is_none_of_ours_is_noticed():
    with pytest.raises(AssertionError, match="no channel"):
        assert_conforms("bridge/v1/tbl/club/evening/7/alert/x", summons(1).payload)
