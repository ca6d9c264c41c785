"""The room: who waits, in which order, and a tile a table in its place."""

import re
import time

import pytest

from controller.session.may_see import Role

from .evening import REVOKE, TOO_LOW, WRONG_LEAD, board, calls
from .support import ListedRows, Visitor, accounts_in, app_of, read_up


@pytest.fixture
async def room(app, core, anna):
    """Reads the room's page after some events."""

    async def page(visitor: Visitor = anna, path: str = "/") -> str:
        await read_up(app, core)
        return (await visitor.get(path)).text

    return page


def rows(page: str, part: str) -> list[str]:
    """The tables of a part of the queue, in order."""
    inside = page.partition(f'id="queue-{part}"')[2].partition('<div class="queue-part"')[0].partition("</section>")[0]
    return re.findall(r'<span class="call__no"><small>\w+</small>([^<]+)</span>', inside)


def tiles(page: str) -> list[str]:
    """The tables of the tiles, in order."""
    return re.findall(r'id="t-(\w+)"', page)


async def test_an_evening_that_is_not_open_says_so(tmp_path, core):
    accounts_in(tmp_path, anna=Role.DIRECTOR)
    app = app_of(tmp_path, ListedRows(), core)
    async with app.router.lifespan_context(app), Visitor(app) as anna:
        await anna.log_in("anna")
        assert "No evening is open" in (await anna.get("/")).text


async def test_a_quiet_room_says_that_nobody_waits(room):
    assert "Nobody is waiting" in await room()


async def test_a_tile_a_table_in_the_order_of_the_room(room):
    assert tiles(await room()) == ["1", "2", "7"]


async def test_a_table_that_waits_keeps_its_place(room, core):
    await core.play("7", *TOO_LOW)
    assert tiles(await room()) == ["1", "2", "7"]


async def test_the_title_counts_the_tables_that_wait(room, core):
    await core.play("7", *TOO_LOW)
    await core.play("1", *WRONG_LEAD)
    assert "<title>(2) Room" in await room()


async def test_a_table_that_stands_still_comes_before_one_that_plays_on(room, core):
    await core.play("1", board(3, deal=None), *calls("S", "P P 1D P 3NT P P P"))
    await core.act("1", {"type": "result_entered", "contract": "4S", "declarer": "S", "tricks": 10})
    await core.play("7", *TOO_LOW)
    assert rows(await room(), "needs") == ["7", "1"]


async def test_the_longest_wait_comes_first(room, core):
    await core.play("7", *TOO_LOW)
    await core.play("1", *WRONG_LEAD)
    assert rows(await room(), "needs") == ["7", "1"]


async def test_a_players_call_counts_as_a_table_that_stands_still(room, core):
    await core.play("2", board(2), {"type": "director_called", "seat": "S"})
    await core.play("7", *TOO_LOW)
    page = await room()
    assert rows(page, "needs") == ["2", "7"] and "Director called · South" in page


async def test_a_silent_note_stands_in_its_own_part(room, core):
    await core.play("2", *REVOKE)
    page = await room()
    assert rows(page, "needs") == [] and rows(page, "quiet") == ["2"]


async def test_several_of_one_table_are_one_row(room, core):
    await core.play("7", *TOO_LOW, {"type": "director_called", "seat": "N"})
    page = await room()
    assert rows(page, "needs") == ["7"] and "Insufficient bid, 1 more" in page


async def test_a_weak_device_is_told_below_those_who_wait(room, core):
    await core.row("1", "device", {"device": "hub-1", "state": "degraded", "why": "missed rounds"})
    page = await room()
    assert rows(page, "needs") == [] and rows(page, "others") == ["1"] and "hub-1: weak" in page


async def test_a_lost_device_marks_its_tile(room, core):
    await core.row("1", "device", {"device": "hub-1", "state": "lost", "why": "unplugged"})
    tile = re.search(r'id="t-1".*?</a>', await room(), re.DOTALL)[0]
    assert "✕ Lost" in tile


async def test_a_table_that_the_engine_cannot_follow_says_so(room, core):
    await core.row("1", "fault", {"fault": "engine_fault", "state": "on", "detail": "step raised"})
    page = await room()
    assert "This table cannot be followed" in page and "Not followed" in page


async def test_faults_of_the_room_are_told(room, core):
    await core.row("", "fault", {"fault": "bus_down", "state": "on", "detail": "refused"})
    assert "No connection to the broker" in await room()


@pytest.mark.parametrize(("who", "later"), [("olga", "is told"), ("anna", "is told no more")])
async def test_a_forged_message_is_told_to_the_operator_all_evening_and_to_a_director_for_a_while(
    app, core, who, later
):
    await core.row("", "fault", {"fault": "forged", "state": "on", "detail": "publish by hall", "count": 3})
    await read_up(app, core)
    async with Visitor(app) as visitor:
        await visitor.log_in(who)
        shown = []
        for since in (60, 3600):
            core.now = time.time() + since
            shown.append("A message came that nobody may send" in (await visitor.get("/")).text)
    assert shown == [True, later == "is told"]


async def test_a_fault_with_an_unknown_name_is_told_by_its_name(room, core):
    await core.row("", "fault", {"fault": "moon_gone", "state": "on", "detail": None})
    assert "Fault moon_gone" in await room()


@pytest.mark.parametrize(
    ("show", "expected"), [("all", ["1", "2", "7"]), ("open", ["7"]), ("devices", ["1"]), ("x", ["1", "2", "7"])]
)
async def test_the_filters_show_some_tables(room, core, show, expected):
    await core.play("7", *TOO_LOW)
    await core.row("1", "device", {"device": "hub-1", "state": "lost", "why": None})
    assert tiles(await room(path=f"/?show={show}")) == expected


async def test_a_board_that_has_ended_is_done(room, core):
    await core.play("1", board(3), *calls("S", "P P P P"))
    page = await room(path="/?show=done")
    assert tiles(page) == ["1"] and "Passed out" in page


async def test_a_summons_without_options_waits_until_it_is_seen(room, core, anna):
    await core.play("1", board(3, deal=None), *calls("S", "P P 1D P 3NT P P P"))
    await core.act("1", {"type": "result_entered", "contract": "4S", "declarer": "S", "tricks": 10})
    waiting = await room()
    await anna.tap("/tables/1/summonses/contract_display_mismatch@9:-", do="noted")
    assert rows(waiting, "needs") == ["1"] and rows(await room(), "needs") == []


async def test_more_than_twenty_four_tables_shrink(tmp_path, core, room):
    for n in range(10, 40):
        await core.journal.claim(str(n), "core")
        await core.row(str(n), "device", {"device": f"hub-{n}", "state": "ready", "why": None})
    assert "tiles--many" in await room()


async def test_an_unknown_kind_of_row_is_passed_over(room, core):
    await core.row("1", "weather", {"rain": True})
    assert "Nobody is waiting" in await room()


async def test_an_event_that_cannot_be_read_parks_that_table_only(room, core):
    await core.row("1", "event", {"type": "earthquake"}, 0)
    await core.play("7", *TOO_LOW)
    page = await room()
    assert "Not followed" in page and rows(page, "needs") == ["7"]


async def test_the_room_in_russian(room, anna):
    await anna.tap("/language", language="ru")
    page = await room()
    assert '<html lang="ru"' in page and "Никто не ждёт" in page and "Столы" in page


async def test_large_letters_are_kept_with_the_account(room, anna):
    await anna.tap("/letters", large="yes")
    assert 'class="large-text"' in await room()


# -- what the core cannot write down ----------------------------------------------------------------------------------


async def test_a_summons_that_is_not_on_disk_yet_is_shown_and_marked(app, room, core, anna):
    await core.play("7", *TOO_LOW[:-1])
    core.told_early("7", TOO_LOW[-1])
    await app.state.desk.watch.look()
    page = (await anna.get("/tables/7/summonses/insufficient_bid@4:W")).text
    assert rows(await room(), "needs") == ["7"] and "not on disk yet" in page


async def test_once_it_is_on_disk_it_is_one_summons_and_not_marked(app, room, core, anna):
    await core.play("7", *TOO_LOW[:-1])
    core.told_early("7", TOO_LOW[-1])
    await app.state.desk.watch.look()
    core.unrecorded.clear()
    await core.act("7", TOO_LOW[-1])
    await app.state.desk.watch.look()
    waiting = await room()
    page = (await anna.get("/tables/7/summonses/insufficient_bid@4:W")).text
    assert rows(waiting, "needs") == ["7"] and "1 more" not in waiting and "not on disk yet" not in page


async def test_a_core_that_does_not_answer_is_said_on_every_page(app, room, core):
    core.is_away = True
    await app.state.desk.watch.look()
    said = [await room(), await room(path="/tables/7"), await room(path="/rulings")]
    core.is_away = False
    await app.state.desk.watch.look()
    assert all("The controller does not answer" in page for page in said)
    assert "The controller does not answer" not in await room()


async def test_a_table_that_is_parked_has_a_summons_without_choices(room, core, anna):
    body = {"id": "engine_fault@3:-", "rev": 1, "state": "raised", "board": 3, "attention": "now", "open": False}
    await core.row("1", "summons", body)
    page = await room()
    answer = await anna.get("/tables/1/summonses/engine_fault@3:-")
    assert rows(page, "needs") == ["1"] and answer.status_code == 200 and "judge this board by hand" in answer.text
