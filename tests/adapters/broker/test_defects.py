"""One test for each known defect of amqtt 0.12.1, against the real broker in its own process.

Each test fails when the broker runs without the repair that it names.
"""

import asyncio
import contextlib

import aiomqtt
import pytest
from support.brokers import client, heard_until, password, received, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLACE = "bridge/v1/tbl/club/evening/7"
STATE = f"{PLACE}/state"
SUMMONS = f"{PLACE}/summons/lead-12-e"
RULING = "bridge/v1/dir/club/evening/7/ruling"
PUBLIC = "bridge/v1/public/club/evening/7/board"
REFUSED = 0x80


@contextlib.asynccontextmanager
async def one_more_refused(broker, kind):
    """The block makes the broker refuse something of this kind, and the operator sees it."""
    before = broker.refused.get(kind, 0)
    yield
    await until(lambda: broker.refused.get(kind, 0) > before)


async def die(unhappy):
    """Break a client's connection as a cable would: no DISCONNECT is sent."""
    sock = unhappy._client.socket()
    sock.shutdown(2)


def codes(granted):
    return [int(code.value) for code in granted]


async def test_a_fresh_spectator_is_sent_nothing_that_he_did_not_ask_for(broker):
    async with client(broker, "anna") as anna, client(broker, "controller") as controller:
        await anna.subscribe("bridge/v1/tbl/#", 1)
        await controller.publish(STATE, b"table 7", 1, retain=True)
        async with client(broker, "hall") as hall:
            await asyncio.sleep(0.1)
            await hall.subscribe("bridge/v1/public/#", 1)
            await controller.publish(f"{PUBLIC}/1", b"last", 1)
            assert await heard_until(hall, f"{PUBLIC}/1") == []


async def test_a_lasting_session_is_sent_no_retained_message_of_other_filters(broker):
    async with client(broker, "controller") as controller:
        await controller.publish(STATE, b"table 7", 1, retain=True)
        for _ in range(2):
            async with client(broker, "hall", identifier="lasting", clean_session=False) as hall:
                await hall.subscribe("bridge/v1/public/#", 1)
                await controller.publish(f"{PUBLIC}/2", b"last", 1)
                assert await heard_until(hall, f"{PUBLIC}/2") == []


async def test_a_retained_state_reaches_whoever_subscribes_later(broker):
    async with client(broker, "controller") as controller, client(broker, "anna") as anna:
        await controller.publish(STATE, b"table 7", 1, retain=True)
        await anna.subscribe(STATE, 1)
        assert (await received(anna)).payload == b"table 7"


async def test_a_forged_will_is_refused_at_connect(broker):
    will = aiomqtt.Will(RULING, b"forged", 1)
    async with one_more_refused(broker, "will"):
        with pytest.raises(aiomqtt.MqttError, match="Not authorized"):
            async with client(broker, "hub-1", will=will):
                pass


async def test_a_forged_will_reaches_nobody(broker):
    will = aiomqtt.Will(RULING, b"forged", 1)
    async with client(broker, "controller") as controller, client(broker, "anna") as anna:
        await controller.subscribe(RULING, 1)
        await controller.subscribe("bridge/v1/dir/+/+/+/ack", 1)
        with contextlib.suppress(aiomqtt.MqttError):
            async with client(broker, "hub-1", will=will) as forger:
                await die(forger)
        await anna.publish("bridge/v1/dir/club/evening/7/ack", b"last", 1)
        assert await heard_until(controller, "bridge/v1/dir/club/evening/7/ack") == []


async def test_an_honest_will_is_told(broker):
    topic = "bridge/v1/dev/hub-1/health/state"
    async with client(broker, "controller") as controller:
        await controller.subscribe(topic, 1)
        with contextlib.suppress(aiomqtt.MqttError):
            async with client(broker, "hub-1", will=aiomqtt.Will(topic, b"lost", 1)) as hub:
                await die(hub)
                await asyncio.sleep(0.2)
        assert (await received(controller)).payload == b"lost"


@pytest.mark.parametrize(
    ("user", "wanted"),
    [
        ("hall", "#"),
        ("hall", "bridge/v1/#"),
        ("hall", SUMMONS),
        ("recorder", "bridge/v1/tbl/+/+/+/#"),
        ("recorder", "bridge/v1/tbl/+/+/+/summons/+"),
        ("hub-1", "bridge/v1/dev/+/health/state"),
        ("anna", "bridge/v1/rsp/boris/+"),
        ("anna", "bridge/v1/rsp/+/+"),
    ],
)
async def test_a_wider_subscription_than_allowed_is_refused(broker, user, wanted):
    async with client(broker, user) as curious, one_more_refused(broker, "subscription"):
        assert codes(await curious.subscribe(wanted, 1)) == [REFUSED]


async def test_a_hash_is_refused_where_a_plus_is_allowed(broker):
    async with client(broker, "anna") as anna:
        assert codes(await anna.subscribe("bridge/v1/rsp/anna/+", 1)) == [1]
        assert codes(await anna.subscribe("bridge/v1/rsp/anna/#", 1)) == [REFUSED]


async def test_a_forged_ruling_has_no_effect_and_is_counted(broker):
    async with client(broker, "controller") as controller, client(broker, "anna") as anna:
        await controller.subscribe("bridge/v1/dir/+/+/+/ruling", 1)
        async with client(broker, "hub-1") as forger, one_more_refused(broker, "publish"):
            await forger.publish(RULING, b"forged", 1)
        await anna.publish(RULING, b"genuine", 1)
        assert (await received(controller)).payload == b"genuine"


async def test_a_forged_state_is_not_retained(broker):
    topic = "bridge/v1/tbl/club/evening/8/state"
    async with client(broker, "anna") as anna:
        async with client(broker, "hub-1") as forger:
            await forger.publish(topic, b"forged", 1, retain=True)
        async with client(broker, "controller") as controller:
            await anna.subscribe("bridge/v1/tbl/club/evening/8/+", 1)
            await controller.publish("bridge/v1/tbl/club/evening/8/event", b"last", 1)
        assert await heard_until(anna, "bridge/v1/tbl/club/evening/8/event") == []


async def test_a_summons_is_never_retained_even_if_asked(broker):
    async with client(broker, "controller") as controller, client(broker, "anna") as late:
        await controller.publish(SUMMONS, b"summons", 1, retain=True)
        await late.subscribe(f"{PLACE}/summons/+", 1)
        await late.subscribe(f"{PLACE}/event", 1)
        await controller.publish(f"{PLACE}/event", b"last", 1)
        assert await heard_until(late, f"{PLACE}/event") == []


async def test_the_operator_sees_what_was_refused_on_the_brokers_topic(broker):
    topic = "bridge/v1/sys/broker/refused"
    async with client(broker, "hub-2") as forger, one_more_refused(broker, "publish"):
        await forger.publish(RULING, b"forged", 1)
    async with client(broker, "controller") as controller:
        await controller.subscribe(topic, 1)
        wanted = b'"kind":"publish","user":"hub-2","topic":"%s"' % RULING.encode()
        # The broker may still be writing down what it refused before.
        while wanted not in (await received(controller)).payload:
            pass


@pytest.mark.parametrize(
    "credentials",
    [
        {"username": None, "password": None},
        {"username": "anna", "password": None},
        {"username": "anna", "password": "wrong"},
        {"username": "nobody", "password": password("anna")},
        {"username": "+", "password": password("anna")},
        {"username": "#", "password": password("anna")},
        {"username": "anna/x", "password": password("anna")},
    ],
)
async def test_nobody_comes_in_without_name_and_password(broker, credentials):
    async with one_more_refused(broker, "login"):
        with pytest.raises(aiomqtt.MqttError, match="Not authorized"):
            async with client(broker, "anna", **credentials):
                pass


async def test_it_listens_on_loopback_only(broker):
    assert broker.host == "127.0.0.1"
    # Another address of this machine, which a listener on 0.0.0.0 would answer.
    with pytest.raises(OSError, match=r"refused|Connect call failed"):
        await asyncio.open_connection("127.0.0.2", broker.port)


async def test_a_stranger_with_a_borrowed_client_id_does_not_end_its_owners_session(broker):
    async with client(broker, "controller", identifier="core") as controller:
        await controller.subscribe(RULING, 1)
        with pytest.raises(aiomqtt.MqttError):
            async with client(broker, "controller", identifier="core", password="wrong"):
                pass
        async with client(broker, "anna") as anna:
            await anna.publish(RULING, b"ruling", 1)
        assert (await received(controller)).payload == b"ruling"


async def test_a_user_with_a_borrowed_client_id_gets_none_of_its_owners_messages(broker):
    async with client(broker, "anna", identifier="tablet", clean_session=False) as anna:
        await anna.subscribe(f"{PLACE}/summons/+", 1)
    async with client(broker, "controller") as controller:
        await controller.publish(SUMMONS, b"secret", 1)
        async with client(broker, "hall", identifier="tablet", clean_session=False) as hall:
            await hall.subscribe("bridge/v1/public/#", 1)
            await controller.publish(f"{PUBLIC}/3", b"last", 1)
            assert await heard_until(hall, f"{PUBLIC}/3") == []
    async with client(broker, "anna", identifier="tablet", clean_session=False) as anna:
        assert (await received(anna)).payload == b"secret"


async def test_what_waited_for_a_client_is_not_marked_as_retained(broker):
    async with client(broker, "boris", identifier="phone", clean_session=False) as boris:
        await boris.subscribe(f"{PLACE}/summons/+", 1)
    async with client(broker, "controller") as controller:
        await controller.publish(SUMMONS, b"summons", 1)
    async with client(broker, "boris", identifier="phone", clean_session=False) as boris:
        assert (await received(boris)).retain is False


async def test_unacknowledged_messages_come_again_in_order_after_a_broken_connection(broker):
    wanted = [f"ruling {number}".encode() for number in range(10)]
    async with client(broker, "controller", identifier="acks", clean_session=False) as controller:
        controller._client.manual_ack_set(True)
        await controller.subscribe(RULING, 1)
        async with client(broker, "anna") as anna:
            for payload in wanted:
                await anna.publish(RULING, payload, 1)
        assert [(await received(controller)).payload for _ in wanted] == wanted
        await die(controller)
        with pytest.raises(aiomqtt.MqttError):
            await received(controller)
    async with client(broker, "controller", identifier="acks", clean_session=False) as controller:
        assert [(await received(controller)).payload for _ in wanted] == wanted


async def test_a_client_that_comes_twice_keeps_getting_messages_on_the_newer_connection(broker):
    first = client(broker, "anna", identifier="twice", clean_session=False)
    async with first:
        await first.subscribe(f"{PLACE}/summons/+", 1)
        async with client(broker, "anna", identifier="twice", clean_session=False) as second:
            with pytest.raises(aiomqtt.MqttError):
                await received(first)
            async with client(broker, "controller") as controller:
                await controller.publish(SUMMONS, b"summons", 1)
            assert (await received(second)).payload == b"summons"


async def test_a_silent_clients_will_is_told_when_its_keep_alive_has_passed(broker):
    topic = b"bridge/v1/dev/hub-2/health/state"
    reader, writer = await asyncio.open_connection(broker.host, broker.port)
    fields = [b"silent", topic, b"lost", b"hub-2", password("hub-2").encode()]
    body = b"\x00\x04MQTT\x04\xce\x00\x01" + b"".join(len(f).to_bytes(2, "big") + f for f in fields)
    async with client(broker, "controller") as controller:
        await controller.subscribe(topic.decode(), 1)
        writer.write(b"\x10" + bytes([len(body)]) + body)
        assert await reader.readexactly(4) == b"\x20\x02\x00\x00"
        # From here on it says nothing; its keep-alive is one second.
        assert (await received(controller)).payload == b"lost"
    writer.close()


async def test_subscriptions_that_come_and_go_lose_nobody_a_message(broker):
    wanted = [f"{number}".encode() for number in range(200)]

    async def come_and_go(number):
        async with client(broker, "boris", identifier=f"restless-{number}") as restless:
            for table in range(60):
                topic = f"bridge/v1/tbl/club/evening/{table}-{number}/event"
                await restless.subscribe(topic, 1)
                await restless.unsubscribe(topic)

    async with client(broker, "anna") as anna, client(broker, "recorder") as recorder:
        # Two filters, so that the broker still has the second one to serve when the first has its message.
        await anna.subscribe(f"{PLACE}/event", 1)
        await recorder.subscribe("bridge/v1/tbl/+/+/+/event", 1)
        restless = [asyncio.create_task(come_and_go(number)) for number in range(4)]
        async with client(broker, "controller") as controller:
            for payload in wanted:
                await controller.publish(f"{PLACE}/event", payload, 1)
        assert [(await received(recorder)).payload for _ in wanted] == wanted
        assert [(await received(anna)).payload for _ in wanted] == wanted
        await asyncio.gather(*restless)


async def test_a_packet_larger_than_the_limit_ends_the_connection_and_reaches_nobody(broker):
    async with client(broker, "anna") as anna, client(broker, "controller") as controller:
        await anna.subscribe(f"{PLACE}/#", 1)
        async with one_more_refused(broker, "packet"):
            with pytest.raises(aiomqtt.MqttError):
                async with client(broker, "controller") as large:
                    await large.publish(STATE, bytes(1_000_000), 1, timeout=2)
        await controller.publish(f"{PLACE}/event", b"last", 1)
        retained = await heard_until(anna, f"{PLACE}/event")
        assert all(len(payload) < 100 for _, payload in retained)


@pytest.mark.parametrize("garbage", [b"GET / HTTP/1.1\r\n\r\n", bytes(64), b"\x10\xff\xff\xff\x7f" + bytes(100)])
async def test_what_is_no_mqtt_is_turned_away(broker, garbage):
    async with one_more_refused(broker, "packet"):
        reader, writer = await asyncio.open_connection(broker.host, broker.port)
        writer.write(garbage)
        assert await asyncio.wait_for(reader.read(), 15) == b""
        writer.close()


async def test_a_message_on_an_unlawful_topic_ends_that_connection_only(broker):
    async with client(broker, "anna") as anna, client(broker, "controller") as controller:
        await anna.subscribe(f"{PLACE}/event", 1)
        with pytest.raises(aiomqtt.MqttError):
            async with client(broker, "controller") as wrong:
                await wrong.publish("$SYS/broker", b"x", 1)
                await received(wrong)
        await controller.publish(f"{PLACE}/event", b"fine", 1)
        assert (await received(anna)).payload == b"fine"
