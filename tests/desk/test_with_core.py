"""The desk with the real core at the other end of its socket: what is tapped is journaled, and shown."""

import asyncio
import contextlib

import pytest

from controller.cli.core_process import run_core
from controller.cli.settings import Settings
from controller.desk.accounts import Passwords
from controller.desk.app import create_app
from controller.desk.core import CoreCommands
from controller.desk.follower import JournalRows
from controller.desk.settings import DeskSettings
from controller.model.seats import Seat
from controller.session.may_see import Role

from .evening import REVOKE, TOO_LOW
from .summons_page import BID, hidden, options, plain, rule
from .support import CHEAP, Visitor, accounts_in, body_of


@contextlib.asynccontextmanager
async def core_running(data, **more):
    """A core with two tables and no devices, if nothing else is given: its events come over the socket."""
    given = {
        "venue": "club", "session": "evening", "data": data, "broker": {"kind": "none"},
        "tables": [{"name": "1"}, {"name": "7"}], **more,
    }  # fmt: skip
    stop, ready = asyncio.Event(), asyncio.Event()
    running = asyncio.create_task(run_core(Settings(**given), stop, ready=ready.set))
    async with asyncio.timeout(20):
        await ready.wait()
    try:
        yield
    finally:
        stop.set()
        async with asyncio.timeout(20):
            await running


async def happen(core, room, table, *events):
    """Events of a table, entered over the socket; the desk has read them when this returns."""
    seq = 0
    for event in events:
        answer = await core.ask({"do": "event", "table": table, "event": event, "by": "test"})
        assert answer["answer"] == "recorded", answer
        seq = answer["seq"]
    assert await room.reached(seq, 10)


@pytest.fixture
async def evening(tmp_path):
    """A director at his desk, the room, and a way to make things happen."""
    accounts_in(tmp_path, anna=Role.DIRECTOR)
    settings = DeskSettings(tmp_path)
    async with core_running(tmp_path):
        core = CoreCommands(settings.control_socket)
        app = create_app(settings, JournalRows(settings.journal), core, passwords=Passwords(CHEAP))
        async with app.router.lifespan_context(app), Visitor(app) as anna:
            await anna.log_in("anna")
            yield anna, app.state.desk.room, core


async def test_a_summons_of_the_core_is_ruled_at_the_desk(evening):
    anna, room, core = evening
    await happen(core, room, "7", *TOO_LOW)
    page = (await anna.get(BID)).text
    assert options(page)[:2] == ["accept", "cancel"]
    answer = await rule(anna, BID, choice="accept")
    assert answer.status_code == 303
    assert "North to call" in plain((await anna.get(answer.headers["location"])).text)


async def test_a_players_screen_calls_the_director_through_the_core(evening):
    anna, room, core = evening
    await happen(core, room, "7", *TOO_LOW)
    accounts_in(anna.app.state.desk.settings.data, seat=Role.SEAT)
    async with Visitor(anna.app) as screen:
        await screen.log_in_here("seat")
        assert (await screen.tap("/seat/call")).status_code == 303
    (call,) = room.tables["7"].unanswered
    assert call.seat is Seat.S and room.tables["7"].event(call.n).src == "player"


async def test_a_reason_that_is_half_a_character_is_refused_and_the_evening_goes_on(evening):
    anna, room, core = evening
    await happen(core, room, "7", *TOO_LOW)
    headers = {"X-CSRF-Token": anna.csrf, "Content-Type": "application/json"}
    body = (
        '{"table": "7", "ruling": {"on": "insufficient_bid@4:W", "choice": "accept", "id": "r", "reason": "\\ud800"}}'
    )
    answer = await anna.post("/api/v1/rulings", content=body, headers=headers)
    assert (answer.status_code, body_of(answer)["code"]) == (409, "malformed")
    assert (await rule(anna, BID, choice="accept")).status_code == 303


async def test_the_same_ruling_sent_twice_gets_the_same_answer(evening):
    anna, room, core = evening
    await happen(core, room, "7", *TOO_LOW)
    page = (await anna.get(BID)).text
    fields = {"do": "rule", "id": hidden(page, "id"), "rev": hidden(page, "rev"), "choice": "accept"}
    first, second = await anna.tap(BID, **fields), await anna.tap(BID, **fields)
    assert first.headers["location"] == second.headers["location"]


async def test_a_second_ruling_on_an_old_revision_is_refused_by_the_core(evening):
    anna, room, core = evening
    await happen(core, room, "7", *TOO_LOW)
    page = (await anna.get(BID)).text
    await rule(anna, BID, choice="accept")
    answer = await anna.tap(BID, do="rule", id="f" * 32, rev=hidden(page, "rev"), choice="cancel")
    assert answer.status_code == 409 and "Your ruling was not recorded" in answer.text


async def test_being_at_the_table_holds_back_what_comes_meanwhile(evening):
    anna, room, core = evening
    await happen(core, room, "7", *TOO_LOW)
    await anna.tap(BID, do="arrived")
    assert room.tables["7"].at_table is not None and room.tables["7"].at_table.by == "anna"
    assert "You are at the table" in (await anna.get(BID)).text


async def test_a_quiet_finding_of_the_core_is_quiet_at_the_desk(evening):
    anna, room, core = evening
    await happen(core, room, "1", *REVOKE)
    page = (await anna.get("/")).text
    assert "Nobody is waiting" in page and "Do not go to the table" in page


async def test_a_misread_takes_the_finding_back(evening):
    anna, room, core = evening
    await happen(core, room, "7", *TOO_LOW)
    page = (await anna.get(BID)).text
    await anna.tap(BID, do="rule", choice="dismiss", reason="wrong_card", id="d" * 32, rev=hidden(page, "rev"))
    assert "Nobody is waiting" in (await anna.get("/")).text
    assert "Misread" in (await anna.get("/rulings")).text


async def test_the_health_of_the_core_is_shown(evening):
    anna, _, _ = evening
    assert body_of(await anna.get("/api/v1/health"))["core"]["journal"]["ok"] is True


async def test_when_the_core_is_gone_the_desk_says_so_and_stays_readable(tmp_path):
    accounts_in(tmp_path, anna=Role.DIRECTOR)
    settings = DeskSettings(tmp_path)
    core = CoreCommands(settings.control_socket)
    app = create_app(settings, JournalRows(settings.journal), core, passwords=Passwords(CHEAP))
    async with app.router.lifespan_context(app), Visitor(app) as anna:
        async with core_running(tmp_path):
            await anna.log_in("anna")
            assert await app.state.desk.room.reached(1, 10)
            await happen(core, app.state.desk.room, "7", *TOO_LOW)
        refused = await rule(anna, BID, choice="accept")
        assert refused.status_code == 503 and "The controller does not answer" in refused.text
        assert "Insufficient bid" in (await anna.get("/")).text


async def test_after_a_restart_of_the_core_the_desk_goes_on(tmp_path):
    accounts_in(tmp_path, anna=Role.DIRECTOR)
    settings = DeskSettings(tmp_path)
    core = CoreCommands(settings.control_socket)
    app = create_app(settings, JournalRows(settings.journal), core, passwords=Passwords(CHEAP))
    async with app.router.lifespan_context(app), Visitor(app) as anna:
        async with core_running(tmp_path):
            await anna.log_in("anna")
            assert await app.state.desk.room.reached(1, 10)
            await happen(core, app.state.desk.room, "7", *TOO_LOW)
        async with core_running(tmp_path):
            answer = await rule(anna, BID, choice="accept")
        assert answer.status_code == 303
