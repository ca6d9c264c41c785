"""Starting, restarting and refusing to start."""

import asyncio
import contextlib
import importlib.metadata
import json
from dataclasses import replace
from types import SimpleNamespace

import aiomqtt
import pytest
from amqtt.broker import Broker
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from support.brokers import broker_settings, client, club, embedded_broker, heard_until, received, until
from support.certificates import self_signed

from controller.adapters.broker import BrokerProcessError, BrokerSettingsError, Role, broker_command, read_settings
from controller.adapters.broker.amqtt_version import UnsupportedBrokerError, check_amqtt
from controller.adapters.broker.gate import Gate
from controller.adapters.broker.hardened import HardenedBroker
from controller.adapters.broker.limits import Limits, Listener
from controller.adapters.broker.process import BrokerProcess
from controller.adapters.broker.refusals import Refusals, Refused
from controller.adapters.broker.sessions import SessionStore
from controller.adapters.broker.settings import settings_from_json

SUMMONS = "bridge/v1/tbl/club/evening/7/summons/lead-12-e"
EVENT = "bridge/v1/tbl/club/evening/7/event"


def test_the_installed_amqtt_is_the_repaired_one():
    check_amqtt()


def test_another_version_of_amqtt_is_refused(monkeypatch):
    monkeypatch.setattr("controller.adapters.broker.amqtt_version.version", lambda _: "0.12.2")
    with pytest.raises(UnsupportedBrokerError, match=r"0\.12\.2 is installed.*pip install amqtt==0\.12\.1"):
        check_amqtt()


def test_the_version_is_asked_of_the_installed_distribution():
    assert importlib.metadata.version("amqtt") == "0.12.1"


@pytest.mark.parametrize(
    ("owner", "method"),
    [
        (Broker, "_publish_retained_messages_for_subscription"),
        (Broker, "_topic_filtering"),
        (BrokerProtocolHandler, "_handle_qos1_message_flow"),
    ],
)
def test_an_amqtt_without_a_repaired_method_is_refused(monkeypatch, owner, method):
    for cls in owner.__mro__:
        if method in vars(cls):
            monkeypatch.delattr(cls, method)
    with pytest.raises(UnsupportedBrokerError, match=f"{method} is not as in"):
        check_amqtt()


def test_an_amqtt_with_a_changed_method_is_refused(monkeypatch):
    monkeypatch.setattr(Broker, "retain_message", Broker.start)
    with pytest.raises(UnsupportedBrokerError, match="retain_message is not as in"):
        check_amqtt()


def test_it_listens_on_loopback_unless_told_otherwise(tmp_path):
    assert settings_from_json(json.dumps({"users": str(tmp_path)})).host == "127.0.0.1"


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.10", "club.example"])
def test_off_loopback_it_wants_tls(tmp_path, host):
    with pytest.raises(BrokerSettingsError, match="not loopback: give certificate and key"):
        settings_from_json(json.dumps({"users": str(tmp_path), "host": host}))


def test_settings_are_read_from_the_broker_table_of_a_file(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text('[venue]\nname = "x"\n[broker]\nusers = "u"\nport = 1999\n')
    assert read_settings(path).port == 1999


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[broker", "club.toml: "),
        ('[broker]\nusers = "u"\nprot = 1883', r"club.toml: broker\.prot"),
        ('[broker]\nusers = "u"\nport = 99999', r"club.toml: broker\.port"),
        ("[broker]\nport = 1883", r"club.toml: broker\.users"),
        ('[broker]\nusers = "u"\ncertificate = "c"', "certificate and key belong together"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file(tmp_path, text, says):
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(BrokerSettingsError, match=says):
        read_settings(path)


async def test_a_broker_that_cannot_start_says_why(tmp_path):
    settings = broker_settings(tmp_path)
    (tmp_path / "users").chmod(0o644)
    with pytest.raises(BrokerProcessError, match="others may read it"):
        await BrokerProcess(settings).start()


async def test_a_port_that_is_taken_is_named(tmp_path):
    async with embedded_broker(tmp_path) as broker:
        taken = broker_settings(tmp_path, port=broker.port)
        with pytest.raises(BrokerProcessError, match="address already in use"):
            await BrokerProcess(taken).start()


async def test_it_runs_from_a_settings_file_and_ends_at_sigterm(tmp_path):
    settings = broker_settings(tmp_path)
    path = tmp_path / "club.toml"
    path.write_text(f'[broker]\nusers = "{settings.users}"\nport = 0\n')
    process = await asyncio.create_subprocess_exec(*broker_command(path), stdout=asyncio.subprocess.PIPE)
    told = json.loads(await asyncio.wait_for(process.stdout.readline(), 20))
    assert told["ready"] is True
    process.terminate()
    assert await asyncio.wait_for(process.wait(), 10) == 0


async def test_it_ends_when_its_parent_does(tmp_path):
    broker = BrokerProcess(broker_settings(tmp_path))
    await broker.start()
    child = broker._process
    child.stdin.close()
    assert await asyncio.wait_for(child.wait(), 10) == 0
    await broker.stop()


async def test_after_a_kill_what_is_told_waits_for_a_director_who_is_not_back_yet(tmp_path):
    async with embedded_broker(tmp_path, sessions=str(tmp_path / "sessions.json")) as broker:
        async with client(broker, "anna", identifier="tablet", clean_session=False) as anna:
            await anna.subscribe("bridge/v1/tbl/#", 1)
        await broker.kill()
        await broker.start()
        async with client(broker, "controller") as controller:
            await controller.publish(SUMMONS, b"summons", 1)
        async with client(broker, "anna", identifier="tablet", clean_session=False) as anna:
            assert (await received(anna)).payload == b"summons"


async def test_a_subscription_given_up_is_not_remembered(tmp_path):
    async with embedded_broker(tmp_path, sessions=str(tmp_path / "sessions.json")) as broker:
        async with client(broker, "anna", identifier="tablet", clean_session=False) as anna:
            await anna.subscribe("bridge/v1/tbl/#", 1)
            await anna.unsubscribe("bridge/v1/tbl/#")
        await broker.stop()
    assert json.loads((tmp_path / "sessions.json").read_text()) == []


async def test_a_remembered_subscription_that_is_no_longer_allowed_is_forgotten(tmp_path):
    kept = [{"client": "hall/screen", "user": "hall", "filters": ["bridge/v1/tbl/#", "bridge/v1/public/#"]}]
    (tmp_path / "sessions.json").write_text(json.dumps(kept))
    async with embedded_broker(tmp_path, sessions=str(tmp_path / "sessions.json")) as broker:
        last = "bridge/v1/public/club/evening/7/board/1"
        async with client(broker, "hall", identifier="screen", clean_session=False) as hall:
            async with client(broker, "controller") as controller:
                await controller.publish(SUMMONS, b"summons", 1)
                await controller.publish(last, b"last", 1)
            assert await heard_until(hall, last) == []


async def test_a_message_is_checked_again_when_it_is_sent(tmp_path):
    """Rights may be narrowed after the subscription was made."""
    users = {user.name: user for user in club()}
    refusals = Refusals()
    broker = HardenedBroker(Gate(users, refusals), Listener(port=0), Limits(), SessionStore(None))
    await broker.start()
    here = SimpleNamespace(host="127.0.0.1", port=broker.port)
    async with client(here, "anna") as anna, client(here, "controller") as controller:
        await anna.subscribe(SUMMONS, 1)
        await anna.subscribe("bridge/v1/public/#", 1)
        users["anna"] = replace(users["anna"], role=Role.SPECTATOR)
        await controller.publish(SUMMONS, b"summons", 1)
        await controller.publish("bridge/v1/public/club/evening/7/board/1", b"last", 1)
        assert await heard_until(anna, "bridge/v1/public/club/evening/7/board/1") == []
    await broker.shutdown()
    assert refusals.count(Refused.RECEIVE) == 1


async def test_a_damaged_sessions_file_keeps_nobody_out(tmp_path):
    (tmp_path / "sessions.json").write_text("{")
    sessions = str(tmp_path / "sessions.json")
    async with embedded_broker(tmp_path, sessions=sessions) as broker, client(broker, "anna") as anna:
        await anna.subscribe("bridge/v1/tbl/#", 1)


async def test_a_client_away_too_long_loses_the_oldest_messages_not_the_broker(tmp_path):
    async with embedded_broker(tmp_path, max_queued=10) as broker:
        async with client(broker, "anna", identifier="tablet", clean_session=False) as anna:
            await anna.subscribe(EVENT, 1)
        async with client(broker, "controller") as controller:
            for number in range(15):
                await controller.publish(EVENT, f"{number}".encode(), 1)
        async with client(broker, "anna", identifier="tablet", clean_session=False) as anna:
            assert [(await received(anna)).payload for _ in range(10)] == [f"{n}".encode() for n in range(5, 15)]
        await until(lambda: broker.refused.get("slow") == 5)


async def test_a_client_that_acknowledges_nothing_is_cut(tmp_path):
    async with embedded_broker(tmp_path, max_queued=10) as broker, client(broker, "controller") as controller:
        with contextlib.suppress(aiomqtt.MqttError):
            async with client(broker, "anna") as slow:
                slow._client.manual_ack_set(True)
                await slow.subscribe(EVENT, 1)
                for number in range(20):
                    await controller.publish(EVENT, f"{number}".encode(), 1)
                async with asyncio.timeout(5):
                    async for _ in slow.messages:
                        pass
        await until(lambda: bool(broker.refused.get("slow")))


async def test_with_a_certificate_it_speaks_tls_only(tmp_path):
    pair = self_signed(tmp_path)
    async with embedded_broker(tmp_path, certificate=str(pair.certificate), key=str(pair.key)) as broker:
        async with client(broker, "anna", tls_context=pair.trusting()) as anna:
            await anna.subscribe("bridge/v1/tbl/#", 1)
        with pytest.raises(aiomqtt.MqttError):
            async with client(broker, "anna", timeout=2):
                pass
