"""`smarttable run`: broker, core and desk together; rulings over MQTT; each child may die; Ctrl-C ends all of them."""

import asyncio
import json
import os
import signal
import time
from pathlib import Path

import aiomqtt
import httpx
import pytest
from support.evening import Evening, evening
from support.until import until

from controller.adapters.control_socket import ControlClient
from controller.cli.secrets_file import passwords
from controller.cli.settings import read_settings
from controller.desk.accounts import Account, Accounts, Passwords
from controller.session.may_see import Role

RULING = "bridge/v1/dir/club/monday/1/ruling"
EMBEDDED = 'kind = "embedded"\nport = 0'


def client(made, user):
    settings = read_settings(made.file)
    port = int((made.data / "port").read_text())
    return aiomqtt.Client("127.0.0.1", port, username=user, password=passwords(settings)[user], timeout=5)


def request(kind, **data):
    """A CloudEvent as a director's tablet sends it."""
    envelope = {"specversion": "1.0", "id": data["id"], "source": "/tablet", "type": f"bridge.{kind}.v1"}
    return json.dumps(envelope | {"time": "2024-05-01T19:30:00Z", "datacontenttype": "application/json", "data": data})


async def heard(messages, part):
    """The data of the next message on a topic that contains `part`."""
    async for message in messages:
        if part in str(message.topic):
            return json.loads(message.payload)["data"]
    raise AssertionError("the connection ended")


async def started(made):
    await made.start("run")
    (made.data / "port").write_text(str(port_of(made.ready["pids"]["core"])))


def port_of(pid):
    """The broker's port, as it was told to the core."""
    with open(f"/proc/{pid}/environ", "rb") as file:
        environment = dict(part.split(b"=", 1) for part in file.read().split(b"\0") if b"=" in part)
    return int(environment[b"SMARTTABLE_BROKER__PORT"])


async def insufficient_bid(made):
    hub = made.hubs["1"]
    await until(lambda: [r.body["state"] for r in made.rows(kind="device")][-1:] == ["ready"])
    hub.board(1)
    await until(lambda: made.story() == ["board 1"])
    await hub.calls("N: 1S 1H")


async def test_the_hall_is_told_a_result_once_the_board_is_open_and_nothing_else(tmp_path):
    async with evening(lambda: Evening(tmp_path, broker=EMBEDDED)) as made:
        await started(made)
        hub = made.hubs["1"]
        await until(lambda: [r.body["state"] for r in made.rows(kind="device")][-1:] == ["ready"])
        async with client(made, "hall") as hall, asyncio.timeout(60):
            await hall.subscribe("bridge/v1/public/#", 1)
            hub.board(1)
            await until(lambda: made.story() == ["board 1"])
            await hub.calls("N: P P P P")
            first = await anext(hall.messages)
        assert str(first.topic) == "bridge/v1/public/club/monday/1/board/1"
        assert json.loads(first.payload)["data"] == {"board": 1, "contract": "P", "score": 0}
        # Whoever comes later has it, too.
        async with client(made, "hall") as hall, asyncio.timeout(10):
            await hall.subscribe("bridge/v1/public/#", 1)
            assert (await anext(hall.messages)).payload == first.payload
        assert [row.body for row in made.rows(kind="public")] == [
            {"board": 1, "rev": 1, "state": "shown", "result": made.rows(kind="public")[0].body["result"]}
        ]


async def test_a_director_is_summoned_and_rules_by_mqtt_and_a_forger_does_not(tmp_path):
    async with evening(lambda: Evening(tmp_path, broker=EMBEDDED)) as made:
        await started(made)
        async with client(made, "director") as director, client(made, "hall") as forger, asyncio.timeout(60):
            await director.subscribe([("bridge/v1/tbl/#", 1), ("bridge/v1/rsp/director/+", 1)])
            await insufficient_bid(made)
            summons = await heard(director.messages, "/summons/")
            said = {"on": summons["finding"], "choice": "accept", "rev": summons["rev"], "by": "director"}

            await forger.publish(RULING, request("ruling", id="f-1", reply_to="x", **said), qos=1)
            await until(lambda: [row.body["fault"] for row in made.rows("", "fault")] == ["forged"])
            assert "publish by hall" in made.rows("", "fault")[0].body["detail"]
            assert made.story() == ["board 1", "call N 1S", "call E 1H"]

            # In the right place, but in somebody else's name.
            await director.publish(RULING, request("ruling", id="f-2", reply_to="x", **(said | {"by": "hall"})), qos=1)
            for again in range(2):
                await director.publish(RULING, request("ruling", id="r-1", reply_to="n-1", **said), qos=1)
                answer = await heard(director.messages, "/rsp/")
                assert (answer["answer"], answer["n"], answer["request"]) == ("recorded", 3, "r-1"), again
        rulings = [row.body for row in made.rows(kind="event") if row.body["type"] == "ruling"]
        assert [(ruling["id"], ruling["by"]) for ruling in rulings] == [("r-1", "director")]
        async with ControlClient(made.data / "control.sock") as core:
            health = (await core.ask({"do": "health"}))["health"]
        assert health["faults"] == {"forged": 2}
        assert await made.end() == 0


async def test_a_wrong_password_and_a_forged_will_have_no_effect_are_counted_and_shown_at_the_desk(tmp_path):
    async with evening(lambda: Evening(tmp_path, broker=EMBEDDED)) as made:
        made.data.mkdir(mode=0o700)
        Accounts(made.data / "desk-accounts.json").put(
            Account("olga", Role.OPERATOR, Passwords().hash("a good password"), language="en")
        )
        await started(made)
        port = int((made.data / "port").read_text())
        async with client(made, "director") as director:
            await director.subscribe("bridge/v1/sys/controller/state", 1)
            assert (await heard(director.messages, "/sys/"))["state"] == "up"
            for _ in range(2):
                with pytest.raises(aiomqtt.MqttError):
                    async with aiomqtt.Client("127.0.0.1", port, username="director", password="guess", timeout=5):
                        raise AssertionError("a guess let him in")
            will = aiomqtt.Will("bridge/v1/sys/controller/state", b"gone", 1, retain=True)
            hall = passwords(read_settings(made.file))["hall"]
            with pytest.raises(aiomqtt.MqttError):
                async with aiomqtt.Client("127.0.0.1", port, username="hall", password=hall, will=will, timeout=5):
                    raise AssertionError("a forged will was taken")
            await until(lambda: [r.body["count"] for r in made.rows("", "fault")][-1:] == [3], within=20)

            # The controller is still there for whoever asks now: nobody's will was told.
            await director.unsubscribe("bridge/v1/sys/controller/state")
            await director.subscribe("bridge/v1/sys/controller/state", 1)
            assert (await heard(director.messages, "/sys/"))["state"] == "up"
        details = " ".join(row.body["detail"] for row in made.rows("", "fault"))
        assert ("login by director" in details or "will by hall" in details, "guess" in details) == (True, False)
        async with httpx.AsyncClient(base_url=made.ready["desk"]) as desk:
            answer = await desk.post("/api/v1/login", json={"name": "olga", "password": "a good password"})
            assert answer.status_code == 200
            shown = (await desk.get("/api/v1/devices")).json()
        assert [(f["fault"], f["count"]) for f in shown if f.get("fault")] == [("forged", 3)]
        assert await made.end() == 0


async def test_the_desk_is_killed_and_no_table_notices(tmp_path):
    async with evening(lambda: Evening(tmp_path, broker='kind = "none"')) as made:
        await made.start("run")
        await insufficient_bid(made)
        pids = made.ready["pids"]
        async with ControlClient(made.data / "control.sock") as core:
            os.kill(pids["desk"], signal.SIGKILL)
            await made.hubs["1"].calls("S: 2C P P P")
            await until(lambda: made.story()[-1] == "call E P")
            health = (await core.ask({"do": "health"}))["health"]

        assert (health["faults"], health["tables"]["1"]["faults"]) == ({}, {})
        assert (is_alive(pids["core"]), len(made.rows("", "session"))) == (True, 1)
        assert [row.n for row in made.rows(kind="event")] == list(range(7))
        await until(lambda: len(set(_children(made._process.pid)) - {pids["desk"]}) == 2, within=20)
        assert await made.end() == 0


async def test_each_child_may_die_and_comes_back_and_ctrl_c_ends_all(tmp_path):
    async with evening(lambda: Evening(tmp_path, broker=EMBEDDED)) as made:
        await started(made)
        await insufficient_bid(made)
        await until(lambda: made.rows(kind="summons"))
        pids = made.ready["pids"]
        for name in ("desk", "broker", "core"):
            os.kill(pids[name], signal.SIGKILL)
        await until(lambda: len([r for r in made.rows("", "session")]) == 2, within=30)
        await made.hubs["1"].calls("S: 2C")
        await until(lambda: made.story()[-1] == "call S 2C", within=20)

        # The broker is back on its port, and the summons is resolved there for whoever comes late.
        async with client_when_there(made) as director, asyncio.timeout(30):
            await director.subscribe([("bridge/v1/tbl/#", 1), ("bridge/v1/rsp/director/+", 1)])
            topic = RULING.replace("/ruling", "/resync")
            await director.publish(topic, request("resync", id="q-1", by="director", reply_to="n"), qos=1)
            answer = await heard(director.messages, "/rsp/")
            assert (answer["state"]["auction"][-1], answer["summonses"]) == (["S", "2C"], [])
        children = set(_children(made._process.pid))
        assert len(children) == 3
        assert await made.end() == 0
        assert [pid for pid in children if is_alive(pid)] == []


def is_alive(pid):
    return Path(f"/proc/{pid}").exists()


def _children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(word) for word in file.read().split()]


class client_when_there:  # noqa: N801 - reads as the client that it waits for
    """A director's client, once the broker takes it."""

    def __init__(self, made):
        self._made = made

    async def __aenter__(self):
        ends = time.monotonic() + 30
        while True:
            self._client = client(self._made, "director")
            try:
                return await self._client.__aenter__()
            except aiomqtt.MqttError:
                if time.monotonic() > ends:
                    raise
                await asyncio.sleep(0.2)

    async def __aexit__(self, *error):
        await self._client.__aexit__(*error)
