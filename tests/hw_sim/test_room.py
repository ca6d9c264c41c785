"""A room of tables: people on real ttys, stopped by errors until the director has spoken, in one process or several."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from support.until import until
from support.wire_host import WireHost

from controller.model.events import Ruling
from firmware_bridge.link import EventsLost, LinkDown, LinkUp
from firmware_bridge.messages import BoardTag, CallButton, TagSet
from hw_sim.boards import boards
from hw_sim.clock import ScaledClock
from hw_sim.happenings import (
    BoardBegun,
    BoardDone,
    ErrorMade,
    Happening,
    Injected,
    NobodyCame,
    RulingHeard,
    TableDone,
    Waiting,
)
from hw_sim.people.course import whole_board
from hw_sim.people.evening import Evening, plan_evening
from hw_sim.people.steps import Wanted
from hw_sim.physics import only
from hw_sim.room import Room
from hw_sim.room_lines import happening_from_json, happening_to_json
from hw_sim.room_process import RoomProcess, RoomSettings, divide

BOARDS = boards()
#: One board at two tables, with an error each; in a fraction of a second.
ERRORS = ("insufficient_bid", "revoke")
SPEED = 300.0


def evening(errors=ERRORS, tables=2, count=1) -> Evening:
    return plan_evening(BOARDS[:count], tables=tables, errors=errors, seed=7, all_play_all=True)


def one_insufficient_bid() -> Evening:
    """One board at one table, with one error."""
    return evening(errors=("insufficient_bid",), tables=1)


class Watched(NamedTuple):
    """A room, a host at each of its tables, and all that happens in it."""

    room: Room
    hosts: list[WireHost]
    happened: list[Happening]


async def played_and_told(room: Room) -> None:
    """The room has played its evening, and every host has all that was noticed."""
    await asyncio.wait_for(room.finished(), 30)
    await until(lambda: all(len(twin.link.store) == 0 for twin in room.twins.values()))


@asynccontextmanager
async def playing(script: Evening, *, rules_at_once: bool = True, **settings) -> AsyncIterator[Watched]:
    """A room whose director rules at once and as expected."""
    happened: list[Happening] = []

    def listen(happening: Happening) -> None:
        happened.append(happening)
        if rules_at_once and isinstance(happening, Waiting):
            room.tell_ruling(happening.table, happening.wanted.ruling)

    async with Room(speed=SPEED, script=script, seed=7, listen=listen, **settings) as room:
        hosts = [WireHost(path, link_id=1000 * i) for i, path in enumerate(room.ports.values())]
        for host in hosts:
            host.open()
        try:
            yield Watched(room, hosts, happened)
        finally:
            for host in hosts:
                host.close()


async def test_every_table_plays_its_boards_to_the_end():
    async with playing(evening(), level=1) as (room, _hosts, happened):
        await asyncio.wait_for(room.finished(), 30)

    assert {h.table for h in happened if isinstance(h, TableDone)} == {"1", "2"}
    assert sorted((h.table, h.board) for h in happened if isinstance(h, BoardDone)) == [("1", 1), ("2", 1)]


async def test_what_was_injected_is_known():
    async with playing(evening()) as (room, _hosts, _):
        await asyncio.wait_for(room.finished(), 30)
        found = {(i.table, i.kind) for i in room.injected}

    assert found == {("1", "insufficient_bid"), ("2", "revoke_certain"), ("2", "revoke_established")}


async def test_every_call_of_the_record_reaches_the_host_once():
    async with playing(evening(errors=()), level=0) as (room, hosts, _):
        await played_and_told(room)
        shown = [[b for b in host.bodies_of(CallButton) if b.down] for host in hosts]
        lost = [host.of_type(EventsLost) for host in hosts]

    assert [len(calls) for calls in shown] == [len(BOARDS[0].calls)] * 2
    assert lost == [[], []]


async def test_every_card_of_the_record_reaches_the_host():
    async with playing(evening(errors=(), tables=1), level=1) as (room, hosts, _):
        await played_and_told(room)
        at_play = {uid for b in hosts[0].bodies_of(TagSet) if b.antenna < 4 for uid in b.uids}

    assert {uid.hex().upper() for uid in at_play} >= set(room.decks[1].tags)


async def test_nobody_plays_before_a_host_listens():
    happened: list[Happening] = []
    async with Room(speed=SPEED, script=evening(), listen=happened.append):
        await asyncio.sleep(0.3)

    assert happened == []


async def test_a_room_that_waits_plays_when_it_is_told_to():
    async with playing(evening(errors=(), tables=1), waits=True) as (room, hosts, happened):
        await until(lambda: hosts[0].of_type(LinkUp))
        await asyncio.sleep(0.2)
        before = list(happened)
        room.begin()
        await asyncio.wait_for(room.finished(), 30)

    assert before == []
    assert isinstance(happened[-1], TableDone)


async def test_a_table_stands_still_until_the_ruling_is_heard():
    async with playing(one_insufficient_bid(), rules_at_once=False) as (room, hosts, happened):
        await until(lambda: room.wanted("1"))
        # Nothing is on its way any more: all that was noticed is committed.
        await until(lambda: len(room.twins["1"].link.store) == 0)
        before = len(hosts[0].bodies_of(CallButton))
        await asyncio.sleep(0.2)
        after = len(hosts[0].bodies_of(CallButton))
        room.tell_ruling("1", room.wanted("1").ruling)
        await asyncio.wait_for(room.finished(), 30)

    assert after == before
    assert [type(h) for h in happened if isinstance(h, Waiting | RulingHeard)] == [Waiting, RulingHeard]


async def test_a_ruling_named_by_the_findings_id_is_understood():
    async with playing(one_insufficient_bid(), rules_at_once=False) as (
        room,
        _hosts,
        happened,
    ):
        await until(lambda: room.wanted("1"))
        room.tell_ruling("1", Ruling(on="insufficient_bid@4:N", choice="accept"))
        await asyncio.wait_for(room.finished(), 30)

    assert [h.ruling.choice for h in happened if isinstance(h, RulingHeard)] == ["accept"]


async def test_a_ruling_on_something_else_is_not_what_they_wait_for():
    async with playing(one_insufficient_bid(), rules_at_once=False) as (
        room,
        _hosts,
        happened,
    ):
        await until(lambda: room.wanted("1"))
        room.tell_ruling("1", Ruling(on="call_out_of_turn@4:N", choice="accept"))
        await asyncio.sleep(0.1)

        assert room.wanted("1") is not None
        assert not any(isinstance(h, RulingHeard) for h in happened)


async def test_players_do_not_wait_for_ever():
    script = one_insufficient_bid()
    async with playing(script, rules_at_once=False, patience_s=60.0) as (room, _hosts, happened):
        await asyncio.wait_for(room.finished(), 30)

    assert [h.wanted.kind for h in happened if isinstance(h, NobodyCame)] == ["insufficient_bid"]


async def test_a_reader_that_is_lost_comes_back_in_mid_board():
    async with playing(evening(errors=(), tables=1), rare=only("reader_lost", 1.0)) as (room, hosts, _):
        (host,) = hosts
        await until(lambda: host.of_type(LinkDown))
        with suppress(FileNotFoundError):
            host.open()
        while not host.is_open:
            await asyncio.sleep(0.02)
            with suppress(FileNotFoundError):
                host.open()
        await asyncio.wait_for(room.finished(), 30)
        await until(lambda: host.bodies_of(BoardTag)[-1].present == 0)

    assert len(host.of_type(LinkUp)) == 2
    assert host.of_type(EventsLost) == []


async def test_the_room_leaves_no_port_behind():
    async with playing(evening()) as (room, _hosts, _):
        folder = next(iter(room.ports.values())).parent

    assert not folder.exists()


async def test_a_mistake_of_the_simulation_itself_is_not_swallowed(monkeypatch):
    def broken(*_args) -> None:
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr(Evening, "people", broken)
    async with playing(evening()) as (room, _hosts, _):
        with pytest.raises(RuntimeError, match="a bug of ours"):
            await asyncio.wait_for(room.finished(), 10)


# -- the clock ---------------------------------------------------------------------------------


def test_a_scaled_clock_runs_that_many_times_as_fast():
    real = iter([100.0, 102.0])
    clock = ScaledClock(20.0, start=5.0, real=lambda: next(real))

    assert clock.now() == 5.0 + 2.0 * 20.0


def test_a_scaled_clock_says_how_long_to_wait_in_real_seconds():
    clock = ScaledClock(20.0, real=lambda: 100.0)

    assert (clock.real_seconds(40.0), clock.real_seconds(-1.0), clock.real_at(40.0)) == (2.0, 0.0, 102.0)


def test_time_cannot_stand_still_or_run_backwards():
    with pytest.raises(ValueError, match="must be more than zero"):
        ScaledClock(0.0)


# -- another process ---------------------------------------------------------------------------


async def test_a_room_in_another_process_plays_and_hears_rulings(tmp_path: Path):
    happened: list[Happening] = []

    def listen(happening: Happening) -> None:
        happened.append(happening)
        if isinstance(happening, Waiting):
            room.tell_ruling(happening.table, happening.wanted.ruling)

    settings = RoomSettings(tables=("7", "8"), speed=SPEED, seed=7, errors=ERRORS, boards=1)
    room = RoomProcess(settings, tmp_path, listen)
    async with room:
        hosts = [WireHost(path, link_id=1000 * i) for i, path in enumerate(room.ports.values())]
        for host in hosts:
            host.open()
        await asyncio.wait_for(room.finished(), 30)
        for host in hosts:
            host.close()

    assert {i.kind for i in room.injected} == {"insufficient_bid", "revoke_certain", "revoke_established"}
    assert sorted(h.table for h in happened if isinstance(h, TableDone)) == ["7", "8"]


async def test_a_room_process_that_dies_is_reported(tmp_path: Path):
    room = RoomProcess(RoomSettings(tables=("7",), folder=str(tmp_path)), tmp_path)
    async with room:
        with pytest.raises(RuntimeError, match="ended with code 1"):
            await asyncio.wait_for(room.finished(), 30)


def test_tables_are_divided_evenly_over_processes():
    assert divide(("1", "2", "3", "4", "5"), 2) == [("1", "3", "5"), ("2", "4")]


def test_settings_survive_the_way_to_another_process():
    settings = RoomSettings(tables=("1", "2"), errors=ERRORS, level=2)

    assert RoomSettings.from_json(settings.as_json()) == settings


def test_every_happening_survives_the_way_from_another_process():
    script = one_insufficient_bid()
    (sitting,) = script.sittings["1"]
    behaviour = whole_board(script.people("1", sitting))
    wanted = next(step for step in behaviour if isinstance(step, Wanted))
    some: list[Happening] = [
        BoardBegun("1", 3),
        BoardDone("1", 3),
        TableDone("1"),
        ErrorMade(Injected("1", 3, wanted.kind, wanted.seat)),
        ErrorMade(Injected("1", 3, "score_mismatch", None)),
        Waiting("1", 3, wanted),
        NobodyCame("1", 3, wanted),
        RulingHeard("1", 3, wanted.ruling),
    ]

    assert [happening_from_json(happening_to_json(h)) for h in some] == some
