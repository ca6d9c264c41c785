"""The bus and its connection: what it is refused, how it is stopped, its will, TLS, and many restarts."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from support.brokers import client, embedded_broker, free_port, real_mosquitto, received, until
from support.bus_topics import RULINGS, SUMMONSES, break_connection
from support.buses import (
    AT,
    CORE,
    act,
    bus_settings,
    connected,
    heard,
    heard_all,
    ruling,
    running,
    running_bus,
    summons,
)
from support.certificates import self_signed

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.bus import MqttBus
from controller.adapters.mqtt.messages import ControllerState
from controller.adapters.mqtt.settings import BusSettings
from controller.ports import OutMessage


async def test_a_denied_publish_is_counted_and_named_and_the_rest_goes_on(mosquitto):
    """Only MQTT 5 says it; over 3.1.1 the embedded broker counts what it refuses."""
    sent = []
    async with running_bus(mosquitto, "hub-1", protocol="5") as hub:
        hub.publish(ruling(1), sent.append)
        own = OutMessage("own", "bridge/v1/dev/hub-1/health/state", b"x")
        hub.publish(own, sent.append)
        await asyncio.wait_for(hub.drained(), 5)
        assert sent == ["own"]
        assert hub.counters()["refused_publishes"] == 1
        assert hub.problem == f"message {ruling(1).id} refused: Not authorized"


async def test_over_mqtt_5_what_is_not_acknowledged_comes_again_as_well(mosquitto):
    async with (
        running_bus(mosquitto, "controller", subscribe=[RULINGS], protocol="5") as core,
        running_bus(mosquitto, "anna", protocol="5") as anna,
    ):
        anna.publish(ruling(1))
        await heard(core, acknowledge=False)
        break_connection(core._urgent)
        assert (await heard(core)).payload == ruling(1).payload


async def test_a_refused_subscription_is_named_and_the_others_work(embedded):
    async with running_bus(embedded, "controller", subscribe=[RULINGS, "bridge/v1/#"]) as core:
        assert core.problem == "subscription refused: bridge/v1/#"
        assert core.counters()["refused_subscriptions"] == 1
        async with running_bus(embedded, "anna") as anna:
            anna.publish(ruling(1))
            assert (await heard(core)).payload == ruling(1).payload


async def test_a_wrong_password_is_named_and_tried_again(broker):
    async with running(MqttBus(bus_settings(broker, "controller", password="wrong"))) as core:
        await until(lambda: core.counters()["refused_log_ins"] >= 2)
        assert "log-in as 'controller' refused" in core.problem
        assert not core.is_connected


async def test_it_can_be_stopped_at_any_instant(embedded):
    """Also in that of an answer from the broker, where Python 3.11's `wait_for` would lose the cancellation."""
    for instant in range(40):
        bus = MqttBus(bus_settings(embedded, "controller", subscribe=[RULINGS]))
        task = asyncio.create_task(bus.run())
        await asyncio.sleep(instant * 0.0007)
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=8)
        assert done == {task}


async def test_where_nobody_listens_it_says_so_and_keeps_trying():
    settings = BusSettings(port=free_port(), user="controller", password="x", client_id="core")
    async with running(MqttBus(settings)) as core:
        await until(lambda: core.counters()["connection_failures"] >= 2)
        assert "refused" in core.problem


async def test_a_port_that_never_answers_holds_nobody_up():
    """Something listens but speaks no MQTT: the attempt ends, and the bus can be stopped at once."""

    async def silent(reader, writer):
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = BusSettings(port=port, user="controller", password="x", client_id="core", answer_s=0.3)
    async with running(MqttBus(settings)) as core:
        await until(lambda: core.counters()["connection_failures"] >= 2)
        assert "timed out" in core.problem
    server.close()


async def test_the_default_executor_is_never_used(embedded):
    class Forbidden(ThreadPoolExecutor):
        def submit(self, *_args, **_kwargs):
            raise AssertionError("the default executor was used")

    asyncio.get_running_loop().set_default_executor(Forbidden(1))
    async with (
        running_bus(embedded, "anna", subscribe=[SUMMONSES]) as anna,
        running_bus(embedded, "controller") as core,
    ):
        core.publish(summons(1))
        assert (await heard(anna)).topic == summons(1).topic


def gone():
    told = ControllerState(state="gone", epoch=1, boot="b1")
    return CORE.say(topics.CONTROLLER_STATE.topic({"controller": "controller"}), told, id="gone-1", at=AT)


async def test_the_will_is_told_when_the_connection_breaks_for_good(broker):
    async with client(broker, "anna") as anna:
        await anna.subscribe("bridge/v1/sys/+/state", 1)
        core = MqttBus(bus_settings(broker, "controller"), will=gone())
        async with running(core):
            await connected(core)
            break_connection(core._urgent)
            assert (await received(anna)).payload == gone().payload


async def test_the_will_is_not_told_at_an_orderly_end(broker):
    async with client(broker, "anna") as anna:
        await anna.subscribe("bridge/v1/sys/+/state", 1)
        core = MqttBus(bus_settings(broker, "controller"), will=gone())
        async with running(core):
            await connected(core)
        with pytest.raises(TimeoutError):
            await received(anna, within=0.5)


async def test_a_summons_does_not_wait_behind_the_record_of_the_room(embedded):
    order = []
    async with running_bus(embedded, "controller", window=1) as core:
        for number in range(300):
            core.publish(act(number), order.append)
        core.publish(summons(1), order.append)
        await asyncio.wait_for(core.drained(), 20)
    assert order.index(summons(1).id) < 150


async def test_over_tls(tmp_path):
    pair = self_signed(tmp_path)
    async with embedded_broker(tmp_path, certificate=str(pair.certificate), key=str(pair.key)) as broker:
        trusting = {"certificate": str(pair.certificate)}
        async with (
            running_bus(broker, "anna", subscribe=[SUMMONSES], **trusting) as anna,
            running_bus(broker, "controller", **trusting) as core,
        ):
            core.publish(summons(1))
            assert (await heard(anna)).topic == summons(1).topic


async def test_a_broker_with_another_certificate_is_not_trusted(tmp_path):
    (tmp_path / "other").mkdir()
    pair, other = self_signed(tmp_path), self_signed(tmp_path / "other")
    async with embedded_broker(tmp_path, certificate=str(pair.certificate), key=str(pair.key)) as broker:
        settings = bus_settings(broker, "controller", certificate=str(other.certificate))
        async with running(MqttBus(settings)) as core:
            await until(lambda: core.counters()["connection_failures"] >= 1)
            assert "CERTIFICATE_VERIFY_FAILED" in core.problem


async def test_a_certificate_that_is_missing_is_named(tmp_path):
    settings = BusSettings(user="u", password="p", client_id="c", certificate=tmp_path / "missing.crt")
    with pytest.raises(ValueError, match=r"missing\.crt: not a certificate"):
        MqttBus(settings)


@pytest.mark.parametrize(
    "message",
    [
        OutMessage("1", "a/+", b""),
        OutMessage("1", "a/#", b""),
        OutMessage("1", "", b""),
        OutMessage("1", "a", bytes(65_537)),
    ],
)
async def test_what_no_broker_would_take_is_our_own_mistake(message):
    bus = MqttBus(BusSettings(user="u", password="p", client_id="c"))
    with pytest.raises(ValueError, match=r"no topic|65537 bytes"):
        bus.publish(message)


def test_a_password_is_not_shown_with_the_settings():
    assert "secret" not in repr(BusSettings(user="u", password="secret", client_id="c"))


@pytest.mark.long
async def test_ten_restarts_of_the_broker_under_load_lose_nothing(embedded):
    wanted = [summons(number) for number in range(1000)]
    async with (
        running_bus(embedded, "anna", subscribe=[SUMMONSES]) as anna,
        running_bus(embedded, "controller") as core,
    ):

        async def publish():
            for message in wanted:
                core.publish(message)
                await asyncio.sleep(0.01)

        async def restart():
            for number in range(10):
                await asyncio.sleep(0.7)
                await (embedded.kill() if number % 2 else embedded.stop())
                await embedded.start()

        tasks = [asyncio.create_task(publish()), asyncio.create_task(restart())]
        got = await heard_all(anna, len(wanted), within=60)
        await asyncio.gather(*tasks)
    assert {json.loads(m.payload)["id"] for m in got} == {m.id for m in wanted}


@pytest.mark.long
async def test_a_thousand_messages_that_waited_all_arrive(tmp_path):
    async with real_mosquitto(tmp_path) as broker:
        async with running_bus(broker, "anna", subscribe=[SUMMONSES]):
            pass
        async with running_bus(broker, "controller") as core:
            for number in range(1500):
                core.publish(summons(number))
            await asyncio.wait_for(core.drained(), 30)
        async with running_bus(broker, "anna", subscribe=[SUMMONSES]) as anna:
            assert len(await heard_all(anna, 1500, within=60)) == 1500
