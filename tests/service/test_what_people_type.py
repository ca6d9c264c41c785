"""Whatever a director's desk or program sends: an answer, no parked table, no journal that stands still."""

import json
from dataclasses import replace

import pytest
from support.live_table import World, live_table, manual
from support.until import until

from controller.adapters.journal import SqliteJournal
from controller.adapters.mqtt.envelope import MAX_BYTES
from controller.model.errors import LogError
from controller.ports import NewRow
from controller.service.recorder import Entry

NOBODYS_CONTRACT = {"type": "ruling", "on": "board", "choice": "adjust", "contract": "x", "declarer": "N", "tricks": 3}
LONG = "x" * 100_000


@pytest.fixture
async def table(tmp_path):
    async with live_table(World(tmp_path)) as opened:
        await opened.board(1)
        await opened.calls("N: 1S 1H")
        yield opened


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"do": "board", "board": 2, "regulations": {"noise": 1}}, "board.regulations.noise"),
        ({"do": "ruling", "ruling": NOBODYS_CONTRACT}, "ruling.contract"),
        (manual(type="director_called", about=LONG), "event"),
        (manual(type="result_entered", contract=LONG), "event"),
        ({"do": "ruling", "ruling": {"type": "ruling", "on": LONG, "choice": "accept"}}, "ruling"),
    ],
)
async def test_what_the_engine_could_not_take_or_no_message_could_hold_is_refused_and_the_board_goes_on(
    table, request_, field
):
    with pytest.raises(LogError) as refused:
        await table.order(request_)
    await table.calls("S: 2S", pause=4)

    assert refused.value.field == field
    assert (table.faults(), table.service.health()["state"]) == ([], "following")
    assert table.events()[-1] == "call S 2S"


@pytest.mark.parametrize(
    "on",
    [
        "x@²:N",
        f"x@{'9' * 5000}:N",
        f"x#{'9' * 5000}",
        "insufficient_bid#²",
        "@",
        "#",
        "x@9.²:N",
        "insufficient_bid@²:E",
    ],
)
async def test_a_ruling_on_a_finding_that_cannot_be_is_refused_and_is_no_fault(table, on):
    answer = await table.rule(on, "accept")

    assert (answer["answer"], table.faults()) == ("refused", [])


async def test_a_name_that_is_half_a_character_does_not_stop_the_record(table):
    answer = await table.order({"do": "ack", "on": "insufficient_bid@2:E", "by": "\ud800"})
    await table.calls("S: 2S", pause=4)

    assert (answer["answer"], table.faults()) == ("recorded", [])
    assert table.events()[-1] == "call S 2S"
    assert table.rows("ack")[0].body["by"] == "?"


class Picky(SqliteJournal):
    """A journal that fails over rows of one kind as no JournalError does."""

    async def append(self, rows, outbox=()):
        if any(row.kind == "poison" for row in rows):
            raise ZeroDivisionError("a bug of ours")
        return await super().append(rows, outbox)


async def test_what_the_journal_can_never_take_is_shown_and_keeps_nothing_back_that_stands_before_it(tmp_path):
    async with live_table(World(tmp_path, open_journal=Picky, patience_s=0.05)) as table:
        await table.board(1)
        table.service.recorder.put(Entry([NewRow("1", "before", {})]))
        table.service.recorder.put(Entry([NewRow("1", "poison", {})]))
        await until(lambda: table.rows("before"))
        await table.calls("N: 1S 1H", pause=4)

        faults = table.service.health()["faults"]
        assert faults["journal_failed"].startswith("ZeroDivisionError in test_what_people_type.py")
        assert [(s["kind"], s["unrecorded"]) for s in table.bus.said("/summons/")] == [("insufficient_bid", True)]


async def test_an_act_that_cannot_be_said_on_the_bus_is_recorded_all_the_same(table):
    teller = table.service.teller

    class Mute(type(teller)):
        def act(self, *_about, **_more):
            raise ValueError("cannot be said")

    table.service.account.view.teller = Mute(**{name: getattr(teller, name) for name in teller.__slots__})
    await table.calls("S: 2S", pause=4)

    assert table.events()[-1] == "call S 2S"
    assert table.faults() == [("service_fault", "on")]


async def test_a_summons_that_cannot_be_said_on_the_bus_is_at_the_desk_and_the_record_goes_on(table):
    teller = table.service.teller

    class Mute(type(teller)):
        def summons(self, *_about, **_more):
            raise ValueError("cannot be said")

    table.service.recorder.teller = Mute(**{name: getattr(teller, name) for name in teller.__slots__})
    await table.calls("S: 1D", pause=4)
    await table.calls("W: 3C", pause=4)

    assert ("insufficient_bid@3:S", 1, "raised") in table.summonses()
    assert table.events()[-1] == "call W 3C"
    assert set(table.faults()) == {("service_fault", "on")}


async def test_a_state_that_cannot_be_said_does_not_end_the_table(table):
    teller = table.service.teller

    class Mute(type(teller)):
        def state(self, *_about, **_more):
            raise ValueError("cannot be said")

    table.service.teller = Mute(**{name: getattr(teller, name) for name in teller.__slots__})
    await table.calls("S: 2S", pause=4)

    assert table.events()[-1] == "call S 2S"
    assert ("service_fault", "on") in table.faults()


async def test_no_message_is_built_that_no_broker_would_take(table):
    teller = table.service.teller
    told = table.service.account.summonses.of("insufficient_bid@2:E")
    swollen = replace(told, finding=replace(told.finding, facts={"about": "x" * MAX_BYTES}))

    with pytest.raises(ValueError, match="bytes, more than"):
        teller.summons("1", swollen)
    assert len(json.dumps(told.as_json())) < MAX_BYTES


async def test_acts_typed_in_one_instant_are_not_simultaneous(tmp_path):
    """The fourth card of a trick and the same hand's lead to the next: entered at one time, not made at one."""
    async with live_table(World(tmp_path, regulations={"opening_lead": "face_up"})) as table:
        await table.board(3)
        for word in ["S:1NT", "W:P", "N:P", "E:P"]:
            seat, _, call = word.partition(":")
            await table.order(manual(type="call", seat=seat, call=call))
        for word in ["W:C4", "N:C8", "E:CQ", "S:CA", "S:C3"]:
            seat, _, card = word.partition(":")
            await table.order(manual(type="card", seat=seat, card=card))
        times = [row.body["t"] for row in table.rows("event")][1:]
        assert times == sorted(set(times))
        assert table.summonses() == []


async def test_after_a_ruling_its_answer_leads_to_the_end_of_the_directors_stay(tmp_path):
    async with live_table(World(tmp_path)) as table:
        await table.board(1)
        await table.calls("N: 1S 1H")
        await table.order({"do": "at_the_table", "by": "anna"})
        answer = await table.rule("insufficient_bid@2:E", "accept", rev=1)
        assert table.rows("at_table")[-1].body["state"] == "ended"
        assert answer["seq"] >= table.rows("at_table")[-1].seq


async def test_a_card_that_the_readers_told_first_is_not_entered_twice(tmp_path):
    async with live_table(World(tmp_path, regulations={"opening_lead": "face_up"})) as table:
        await table.board(3)
        await table.calls("S: 1NT P P P")
        await table.cards("W: C4")
        answer = await table.order(manual(type="card", seat="W", card="C4"))
        assert (answer["answer"], answer["reason"]) == ("refused", "W has played C4 already: it is in the record")
        assert table.events()[-1] == "card W C4" and table.events().count("card W C4") == 1


# -- while the readers keep the record ---------------------------------------------------------------------------------


async def test_an_act_that_the_readers_told_first_is_not_entered_again(table):
    """A page shows the moment before South's call; the box is quicker than the tap."""
    shown = table.service.keeper.tracker.next_n
    await table.calls("S: 2S", pause=4)
    answer = await table.order(manual(type="call", seat="S", call="2S") | {"n": shown})
    assert (answer["answer"], answer["code"]) == ("refused", "stale") and f"is {shown + 1} by now" in answer["reason"]
    assert table.events()[-1] == "call S 2S" and table.events()[-2] != "call S 2S"
    assert [kind for kind, _, _ in table.summonses() if "turn" in kind] == []


async def test_an_act_that_no_reader_told_counts_and_what_the_readers_tell_then_is_no_second_one(table):
    shown = table.service.keeper.tracker.next_n
    answer = await table.order(manual(type="call", seat="S", call="2S") | {"n": shown})
    await table.calls("S: 2S", pause=4)
    assert (answer["answer"], answer["n"], table.events().count("call S 2S")) == ("recorded", shown, 1)


@pytest.mark.parametrize("n", ["5", 5.0, True])
async def test_a_number_that_is_none_is_named(table, n):
    with pytest.raises(LogError) as refused:
        await table.order(manual(type="board_left") | {"n": n})
    assert refused.value.field == "n"
