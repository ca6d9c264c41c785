"""The live stream over a real server: what is heard, by whom, and how one who was away catches up."""

import asyncio
import contextlib
import json
import socket

import httpx
import pytest
import uvicorn

from controller.desk.hub import Change, Hub
from controller.desk.room import Room, Viewer
from controller.session.may_see import Role, What

from .evening import REVOKE, TOO_LOW
from .support import PASSWORD, read_up

DIRECTOR, OPERATOR = Viewer("anna", Role.DIRECTOR), Viewer("olga", Role.OPERATOR)


@contextlib.asynccontextmanager
async def served(app):
    """The app on a free port of this machine."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server.serve([listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


@contextlib.asynccontextmanager
async def stream(app, who, last_id=None):
    """The events of an open stream, as (kind, data, id)."""
    async with served(app) as address, httpx.AsyncClient(base_url=address, timeout=10) as client:
        await client.post("/api/v1/login", json={"name": who, "password": PASSWORD})
        headers = {"Last-Event-ID": last_id} if last_id else {}
        async with client.stream("GET", "/api/v1/stream", headers=headers) as answer:
            assert answer.status_code == 200
            yield events(answer.aiter_lines())


async def events(lines):
    """Parse server-sent events; beats are left out."""
    found = {}
    async for line in lines:
        name, _, value = line.partition(": ")
        if line:
            found[name] = value
        elif found:
            if found.get("event") not in (None, "beat"):
                yield found["event"], json.loads(found["data"]), found.get("id")
            found = {}


async def heard(each, kind):
    """The next event of that kind."""
    async with asyncio.timeout(8):
        async for told in each:
            if told[0] == kind:
                return told
    raise AssertionError(f"the stream ended without {kind}")


async def test_a_new_stream_begins_with_resync(app):
    async with stream(app, "anna") as each:
        assert (await heard(each, "resync"))[1] == {}


async def test_a_summons_is_heard_with_what_a_page_needs_to_call(app, core):
    async with stream(app, "anna") as each:
        await heard(each, "resync")
        await core.play("7", *TOO_LOW)
        _, data, _ = await heard(each, "summons")
    assert (data["table"], data["kind"], data["seat"], data["sound"]) == ("7", "insufficient_bid", "W", "now")


async def test_one_who_comes_back_hears_what_he_missed_and_nothing_twice(app, core):
    async with stream(app, "anna") as each:
        await heard(each, "resync")
        await core.play("7", *TOO_LOW[:3])
        await read_up(app, core)
        _, first, seen = await heard(each, "acts")
    await core.play("7", *TOO_LOW[3:])
    await read_up(app, core)
    async with stream(app, "anna", last_id=seen) as each:
        numbers = []
        while not numbers or numbers[-1] < 4:
            numbers.append((await heard(each, "acts"))[1]["n"])
    assert first["n"] == 0 and numbers == [1, 2, 3, 4]


@pytest.mark.parametrize("last_id", ["nothing", "00000000-3", "x-y-z", "-1", "9" * 40])
async def test_one_whose_place_is_not_known_is_told_to_load_anew(app, last_id):
    async with stream(app, "anna", last_id=last_id) as each:
        assert (await heard(each, "resync"))[0] == "resync"


async def test_a_quiet_finding_is_told_without_kind_seat_or_sound(app, core):
    async with stream(app, "anna") as each:
        await heard(each, "resync")
        await core.play("2", *REVOKE)
        _, data, _ = await heard(each, "quiet")
    assert set(data) == {"table", "id", "rev"}


async def test_the_line_shows_that_it_lives(app):
    async with served(app) as address, httpx.AsyncClient(base_url=address, timeout=10) as client:
        await client.post("/api/v1/login", json={"name": "anna", "password": PASSWORD})
        async with asyncio.timeout(8), client.stream("GET", "/api/v1/stream") as answer:
            assert any([line == "event: beat" async for line in _until_beat(answer.aiter_lines())])


async def _until_beat(lines):
    async for line in lines:
        yield line
        if line == "event: beat":
            return


# -- the hub ----------------------------------------------------------------------------------------------------------


def change(what=What.ACTS, **data):
    return Change("acts", "7", 3, what, data)


@pytest.fixture
def hub():
    return Hub(Room(), kept=3)


async def said(listener, within=0.01):
    """Everything that waits for a listener."""
    found = []
    while (told := await listener.next(within)) is not None:
        found.append(told)
    return found


async def test_an_operator_hears_progress_and_no_acts(hub):
    listener = hub.listen(OPERATOR, None)
    hub.publish(change())
    hub.publish(Change("table", "7", 3, What.PROGRESS, {"table": "7"}))
    assert [told.kind for told in await said(listener)] == ["resync", "table"]


async def test_what_he_may_not_hear_leaves_no_gap_for_an_operator(hub):
    listener = hub.listen(OPERATOR, None)
    hub.publish(change())
    hub.publish(Change("table", "7", 3, What.PROGRESS, {"table": "7"}))
    assert all(told.id is None for told in await said(listener))


async def test_a_playing_director_hears_only_where_to_come(hub):
    listener = hub.listen(Viewer("pavel", Role.PLAYING_DIRECTOR), None)
    hub.publish(Change("summons", "7", 3, What.FINDING, {"table": "7", "kind": "insufficient_bid", "sound": "now"}))
    hub.publish(Change("quiet", "7", 3, What.QUIET_FINDING, {"table": "7", "id": "x"}))
    assert [(t.kind, t.data) for t in await said(listener)] == [("resync", {}), ("come", {"table": "7"})]


async def test_a_listener_who_does_not_keep_up_is_cut(hub):
    listener = hub.listen(DIRECTOR, None)
    for _ in range(300):
        hub.publish(change())
    assert listener.is_cut and await listener.next(0.01) is None


async def test_one_who_was_away_too_long_is_told_to_load_anew(hub):
    listener = hub.listen(DIRECTOR, None)
    hub.publish(change())
    first = (await said(listener))[-1].id
    for _ in range(5):
        hub.publish(change())
    assert [told.kind for told in await said(hub.listen(DIRECTOR, first))] == ["resync"]


async def test_one_who_missed_nothing_hears_nothing(hub):
    listener = hub.listen(DIRECTOR, None)
    hub.publish(change())
    last = (await said(listener))[-1].id
    assert await said(hub.listen(DIRECTOR, last)) == []


async def test_a_listener_who_left_is_told_nothing_more(hub):
    listener = hub.listen(DIRECTOR, None)
    hub.leave(listener)
    hub.publish(change())
    assert [told.kind for told in await said(listener)] == ["resync"] and hub.listeners == 0
