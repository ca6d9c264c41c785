"""The same table of rights in a real Mosquitto, and the committed files made from it."""

import asyncio
import contextlib
from pathlib import Path

import aiomqtt
import pytest
import pytest_asyncio
from support.brokers import client, heard_until, password, real_mosquitto, received
from support.certificates import self_signed

from controller.adapters.broker.mosquitto import EXAMPLE_USERS, TlsFiles, acl_file, documents

DEPLOY = Path(__file__).parents[3] / "deploy" / "mosquitto"
PLACE = "bridge/v1/tbl/club/evening/7"
SUMMONS = f"{PLACE}/summons/lead-12-e"
RULING = "bridge/v1/dir/club/evening/7/ruling"
PUBLIC = "bridge/v1/public/club/evening/7/board/1"

in_module = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def broker(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mosquitto")
    pair = self_signed(folder)
    async with real_mosquitto(folder, tls=TlsFiles(str(pair.certificate), str(pair.key))) as running:
        running.pair = pair
        yield running


@pytest.mark.parametrize("name", documents(EXAMPLE_USERS))
def test_the_committed_file_is_up_to_date(name):
    assert (DEPLOY / name).read_text() == documents(EXAMPLE_USERS)[name], (
        "run: python -m controller.adapters.broker.mosquitto deploy/mosquitto"
    )


def test_no_right_is_given_to_every_user():
    assert not [line for line in acl_file(EXAMPLE_USERS).splitlines() if line.startswith("pattern")]


def test_a_name_that_would_widen_a_rule_is_refused():
    with pytest.raises(ValueError, match="cannot be a user name"):
        acl_file({"+": EXAMPLE_USERS["spectator"]})


def test_queues_are_bounded_but_never_zero():
    """With 0 some releases of Mosquitto drop every message."""
    assert "max_queued_messages 10000" in documents(EXAMPLE_USERS)["mosquitto.conf"].splitlines()


@in_module
async def test_a_director_is_summoned(broker):
    async with client(broker, "anna") as anna, client(broker, "controller") as controller:
        await anna.subscribe(f"{PLACE}/summons/+", 1)
        await controller.publish(SUMMONS, b"summons", 1)
        assert (await received(anna)).payload == b"summons"


@in_module
@pytest.mark.parametrize("user", ["hall", "recorder", "hub-1"])
async def test_nobody_else_is(broker, user):
    async with client(broker, user) as curious, client(broker, "controller") as controller:
        # Mosquitto grants any subscription and keeps back what may not be read.
        for wanted in ("#", "bridge/v1/#", SUMMONS, RULING):
            await curious.subscribe(wanted, 1)
        await controller.publish(SUMMONS, b"summons", 1)
        await controller.publish(f"{PLACE}/event", b"event", 1)
        await controller.publish(PUBLIC, b"last", 1)
        heard = {topic for topic, _ in await heard_or_nothing(curious, PUBLIC)}
    assert heard <= ({f"{PLACE}/event"} if user == "recorder" else set())


async def heard_or_nothing(subscriber, last):
    """A device does not even hear public results: wait a moment for it."""
    with contextlib.suppress(TimeoutError):
        return await heard_until(subscriber, last, within=1)
    return []


@in_module
@pytest.mark.parametrize("user", ["hall", "recorder", "hub-1", "controller"])
async def test_nobody_but_a_director_rules(broker, user):
    async with client(broker, "controller") as controller, client(broker, "anna") as anna:
        await controller.subscribe(RULING, 1)
        async with client(broker, user, protocol=aiomqtt.ProtocolVersion.V5) as forger:
            await forger.publish(RULING, b"forged", 1)
        await anna.publish(RULING, b"genuine", 1)
        assert (await received(controller)).payload == b"genuine"


@in_module
async def test_a_forged_will_reaches_nobody(broker):
    async with client(broker, "controller") as controller, client(broker, "anna") as anna:
        await controller.subscribe(RULING, 1)
        with contextlib.suppress(aiomqtt.MqttError):
            async with client(broker, "hub-1", will=aiomqtt.Will(RULING, b"forged", 1)) as forger:
                forger._client.socket().shutdown(2)
                await asyncio.sleep(0.1)
        await anna.publish(RULING, b"genuine", 1)
        assert (await received(controller)).payload == b"genuine"


@in_module
async def test_a_device_tells_of_its_own_health_only(broker):
    async with client(broker, "controller") as controller, client(broker, "hub-1") as hub:
        await controller.subscribe("bridge/v1/dev/+/health/state", 1)
        await hub.publish("bridge/v1/dev/hub-2/health/state", b"forged", 1)
        await hub.publish("bridge/v1/dev/hub-1/health/state", b"ready", 1)
        assert (await received(controller)).payload == b"ready"


@in_module
@pytest.mark.parametrize("credentials", [{"username": None}, {"password": "wrong"}, {"username": "+"}])
async def test_nobody_comes_in_without_name_and_password(broker, credentials):
    with pytest.raises(aiomqtt.MqttError, match="Not authorized"):
        async with client(broker, "anna", **credentials):
            pass


@in_module
async def test_tablets_in_the_hall_come_in_by_tls(broker):
    options = {"username": "anna", "password": password("anna"), "tls_context": broker.pair.trusting()}
    async with aiomqtt.Client("127.0.0.1", broker.tls_port, **options) as anna:
        await anna.subscribe(f"{PLACE}/summons/+", 1)
        async with client(broker, "controller") as controller:
            await controller.publish(SUMMONS, b"summons", 1)
        assert (await received(anna)).payload == b"summons"


@in_module
async def test_without_tls_nobody_comes_in_there(broker):
    with pytest.raises(aiomqtt.MqttError):
        async with aiomqtt.Client("127.0.0.1", broker.tls_port, username="anna", password=password("anna"), timeout=1):
            pass
