"""A restart at any instant: the board goes on, nothing is lost, nothing doubled. The journal is the record."""

from dataclasses import replace

import pytest
from support.live_table import TAGS, World, live_table

from controller.adapters.evidence import read_evidence
from controller.model.calls import call
from controller.model.cards import card
from controller.model.event_codec import event_to_json
from controller.model.readings import CallShown, DeviceState, TagSeen
from controller.model.seats import Seat
from controller.sensing.loop import table_events
from controller.table import Table, step

#: A short story: an auction with an insufficient bid, then the first cards. Each act, and the seconds after it.
CALLS = [("N", "1S"), ("E", "1H"), ("S", "2S"), ("W", "P"), ("N", "P"), ("E", "P")]
CARDS = [("W", "HQ"), ("N", "H2"), ("E", "HA"), ("S", "H3"), ("E", "D2")]


def acts():
    for seat, said in CALLS:
        yield CallShown(t=0, seat=Seat[seat], call=call(said)), 3.0
    for seat, one in CARDS:
        yield TagSeen(t=0, at=f"play.{seat}", tag=TAGS[card(one)]), 5.0


async def act(table, place, reading, pause):
    await table.read(replace(reading, t=table.clock.t), seq=place + 1)
    await table.wait(pause)


def story(table):
    return [event for event in table.events() if event != "gap"]


def told(table):
    """Summonses without the numbers of their acts, which a `gap` moves on."""
    return [(name.partition("@")[0], name[-1], rev, state) for name, rev, state in table.summonses()]


@pytest.fixture
async def told_without_a_restart(tmp_path):
    world = World(tmp_path / "whole", regulations={"opening_lead": "face_up"})
    world.folder.mkdir()
    async with live_table(world) as table:
        await table.board(1)
        for place, (reading, pause) in enumerate(acts()):
            await act(table, place, reading, pause)
        yield story(table), told(table), table.state()


@pytest.mark.parametrize("cut", range(len(CALLS) + len(CARDS)))
@pytest.mark.parametrize("before", [0.0, 0.1, 3.0], ids=["at once", "within the settle time", "once it has settled"])
async def test_a_restart_after_any_act_loses_and_doubles_nothing(tmp_path, told_without_a_restart, cut, before):
    world = World(tmp_path, regulations={"opening_lead": "face_up"})
    whole = list(enumerate(acts()))
    async with live_table(world) as table:
        await table.board(1)
        for place, (reading, pause) in whole[:cut]:
            await act(table, place, reading, pause)
        place, (reading, pause) = whole[cut]
        await act(table, place, reading, before)
    world.clock.t += 2.0
    async with live_table(world) as table:
        # What the hub was not told to forget it tells again.
        for again, (reading, _) in whole[max(0, cut - 2) : cut + 1]:
            await act(table, again, reading, 0.0)
        await table.wait(pause)
        for place, (reading, pause) in whole[cut + 1 :]:
            await act(table, place, reading, pause)

        story_told, summonses, state = told_without_a_restart
        assert (story(table), told(table)) == (story_told, summonses)
        assert table.state() == state


async def test_a_restart_in_play_writes_a_gap_and_one_before_the_first_board_none(tmp_path):
    world = World(tmp_path)
    async with live_table(world):
        pass
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S")
    async with live_table(world) as table:
        assert table.events() == ["board", "call N 1S", "gap"]


async def test_a_restart_after_the_board_has_ended_writes_no_gap(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: P P P P")
    async with live_table(world) as table:
        assert "gap" not in table.events()


async def test_nothing_is_told_a_second_time(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S 1H")
    before = [m.id for m in world.bus.published]
    async with live_table(world) as table:
        pass

    new = [m for m in world.bus.published[len(before) :] if not m.topic.endswith("/state")]
    assert [m.topic for m in new if "/summons/" in m.topic or m.topic.endswith("/event")] == []


async def test_acts_go_on_being_counted_without_a_gap(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P")
    async with live_table(world) as table:
        await table.calls("S: 2S")

        assert [act["seq"] for act in table.bus.said("/1/event")] == [0, 1, 2, 3]


async def test_a_director_at_the_table_is_still_there_after_a_restart(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.order({"do": "at_the_table", "by": "anna"})
    async with live_table(world) as table:
        await table.calls("N: 1S 1H", pause=4)

        assert table.rows("summons")[-1].body["held"] is True


async def test_a_summons_for_the_end_of_the_board_is_not_forgotten(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P")
    async with live_table(world) as table:
        await table.order({"do": "event", "by": "anna", "event": {"type": "board_left"}})
        await table.board(2)

        kinds = {row.body["finding"]["kind"]: row.body["board"] for row in table.rows("summons")}
        assert kinds["board_ended_early"] == 1


async def test_evidence_that_a_power_cut_took_is_begun_again_from_the_record(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S")
    path = tmp_path / "evidence" / "1" / "0001-board-1.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]) + lines[-2][:20])
    async with live_table(world) as table:
        # The hub was never told to forget the last two calls, and tells them again.
        await table.read(CallShown(t=table.clock.t, seat=Seat.E, call=call("P")), seq=2)
        await table.read(CallShown(t=table.clock.t, seat=Seat.S, call=call("2S")), seq=3)
        await table.wait(12)
        await table.calls("W: P")

        assert story(table) == ["board", "call N 1S", "call E P", "call S 2S", "call W P"]
        assert table.faults() == []


async def test_evidence_that_says_otherwise_yields_to_the_record(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S")
    path = tmp_path / "evidence" / "1" / "0001-board-1.jsonl"
    path.write_text(path.read_text().replace('"1S"', '"1C"'))
    async with live_table(world) as table:
        assert table.faults() == [("evidence_differs", "on")]
        assert table.state()["auction"] == [["N", "1S"], ["E", "P"], ["S", "2S"]]
        await table.calls("W: 3H")
    async with live_table(world) as table:
        assert story(table) == ["board", "call N 1S", "call E P", "call S 2S", "call W 3H"]
        assert table.faults() == [("evidence_differs", "on"), ("evidence_differs", "off")]


@pytest.mark.parametrize("spoil", ["gone", "unreadable"])
async def test_without_readable_evidence_the_record_goes_on(tmp_path, spoil):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P")
    path = tmp_path / "evidence" / "1" / "0001-board-1.jsonl"
    if spoil == "gone":
        path.unlink()
    else:
        path.write_text("this is no reading log\n")
    async with live_table(world) as table:
        await table.calls("S: 2S")

        assert story(table) == ["board", "call N 1S", "call E P", "call S 2S"]
        assert table.faults() == [("evidence_differs", "on")]


async def test_the_evidence_replayed_gives_the_events_of_the_journal_exactly(tmp_path):
    world = World(tmp_path, regulations={"opening_lead": "face_up"})
    async with live_table(world) as table:
        await table.board(1)
        for place, (reading, pause) in enumerate(acts()):
            await act(table, place, reading, pause)
        await table.rule("insufficient_bid@2:E", "accept", rev=2)
    async with live_table(world) as table:
        await table.calls("S: 3S")
        await table.board(2)
        await table.calls("E: 1C")
    async with live_table(world) as table:
        recorded = [dict(row.body) for row in table.rows("event")]

    again = []
    for name in ("0001-board-1.jsonl", "0002-board-2.jsonl"):
        log = read_evidence(tmp_path / "evidence" / "1" / name)
        assert log.first_event == len(again)
        tables = [Table.fresh("2017", log.regulations)]

        def take(event, tables=tables):
            tables.append(step(tables[-1], event).table)
            return tables[-1].expectation()

        again += [event_to_json(event) for event in table_events(log, take)]
    assert again == recorded


async def test_a_lost_device_is_back_after_a_restart_as_it_says(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.read(DeviceState(t=table.clock.t, state="lost"))
    async with live_table(world) as table:
        table.service.expect_device("hub-1")
        await table.read(DeviceState(t=table.clock.t, state="ready"))

        assert [row.body["state"] for row in table.rows("device")] == ["lost", "starting", "ready"]
