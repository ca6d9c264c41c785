"""Two directors, one finding: who is recorded, who is refused and why; the same ruling twice is one ruling."""

import asyncio

import pytest
from support.live_table import World, live_table


@pytest.fixture(params=["1987", "2017"])
async def table(tmp_path, request):
    async with live_table(World(tmp_path, laws=request.param)) as opened:
        await opened.board(1)
        await opened.calls("N: 1S 1H")
        yield opened


async def test_a_ruling_closes_the_summons(table):
    answer = await table.rule("insufficient_bid@2:E", "accept", rev=1)

    assert (answer["answer"], answer["n"], answer["rev"]) == ("recorded", 3, 2)
    assert table.summonses()[-1] == ("insufficient_bid@2:E", 2, "resolved")
    assert [s["status"] for s in table.bus.said("/summons/")] == ["open", "resolved"]


async def test_a_recorded_ruling_stands_in_the_row_that_its_answer_names(table):
    answer = await table.rule("insufficient_bid@2:E", "accept", rev=1)

    rows = [row for row in table.rows() if row.seq <= answer["seq"]]
    assert any(row.kind == "event" and row.n == answer["n"] for row in rows)


async def test_a_summons_may_be_named_as_the_bus_names_it(table):
    ref = table.rows("summons")[0].body["ref"]
    answer = await table.rule(ref, "accept", rev=1)

    assert (answer["answer"], table.rows("event")[-1].body["on"]) == ("recorded", "insufficient_bid@2:E")


async def test_of_two_rulings_at_once_the_second_is_refused_with_the_reason(table):
    first, second = await asyncio.gather(
        table.rule("insufficient_bid@2:E", "accept", "r-anna", rev=1),
        table.rule("insufficient_bid@2:E", "cancel", "r-boris", rev=1),
    )

    assert (first["answer"], second["answer"]) == ("recorded", "refused")
    assert (second["code"], second["reason"]) == ("closed", "closed by ruling of event 3 (accept)")
    assert [row.body["choice"] for row in table.rows("event") if row.body["type"] == "ruling"] == ["accept"]


async def test_the_same_ruling_again_gets_the_same_answer_and_changes_nothing(table):
    first = await table.rule("insufficient_bid@2:E", "accept", "r-7", rev=1)
    rows = len(table.rows())
    again = await table.rule("insufficient_bid@2:E", "accept", "r-7", rev=1)

    assert (again["answer"], again["n"], len(table.rows())) == (first["answer"], first["n"], rows)


async def test_a_refused_ruling_again_is_refused_again(table):
    first = await table.rule("insufficient_bid@2:E", "highest", "r-7", rev=1)
    again = await table.rule("insufficient_bid@2:E", "accept", "r-7", rev=1)

    assert (first["answer"], again) == ("refused", first)


async def test_what_is_no_option_is_refused_and_shown(table):
    answer = await table.rule("insufficient_bid@2:E", "highest", rev=1)

    assert (answer["answer"], answer["code"]) == ("refused", "not_an_option")
    refused = table.rows("refused")[0].body
    assert (refused["id"], refused["by"], refused["via"], refused["code"]) == ("r-1", "anna", "desk", "not_an_option")
    assert refused["reason"] == answer["reason"]


async def test_a_ruling_on_nothing_is_refused(table):
    answer = await table.rule("revoke_certain@40:W", "correct")

    assert (answer["answer"], answer["code"]) == ("refused", "unknown_finding")


async def test_a_player_who_was_quicker_closes_the_finding(table):
    await table.calls("S: 2C")
    answer = await table.rule("insufficient_bid@2:E", "cancel", rev=1)

    assert (answer["code"], answer["reason"]) == ("closed", "closed by action of event 3")


async def test_a_finding_that_has_changed_refuses_who_saw_it_before(table):
    await table.order(
        {
            "do": "event",
            "by": "anna",
            "event": {
                "type": "correction",
                "replaces": [1],
                "reason": "1S was 1NT",
                "events": [{"type": "call", "seat": "N", "call": "1NT", "as": 1}],
            },
        }
    )
    told = table.summonses()[-1]
    answer = await table.rule("insufficient_bid@2:E", "accept", rev=7)

    assert (told[0], answer["answer"], answer["code"]) == ("insufficient_bid@2:E", "refused", "stale")


async def test_dismissing_strikes_the_act_out(table):
    answer = await table.order(
        {"do": "dismiss", "on": "insufficient_bid@2:E", "rev": 1, "by": "anna", "ruling_id": "d-1"}
    )

    assert (answer["answer"], table.state()["auction"]) == ("recorded", [["N", "1S"]])
    assert table.rows("summons")[-1].body["state"] == "withdrawn"


async def test_a_ruling_sent_as_a_manual_event_is_checked_like_any_other(table):
    answer = await table.order(
        {"do": "event", "by": "anna", "event": {"type": "ruling", "on": "insufficient_bid@2:E", "choice": "highest"}}
    )

    assert (answer["answer"], answer["code"]) == ("refused", "not_an_option")


async def test_after_a_restart_a_ruling_is_still_known_by_its_id(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S 1H")
        first = await table.rule("insufficient_bid@2:E", "accept", "r-7", rev=1)
        refused = await table.rule("insufficient_bid@2:E", "highest", "r-8")
    async with live_table(world) as table:
        again = await table.rule("insufficient_bid@2:E", "accept", "r-7", rev=1)
        refused_again = await table.rule("insufficient_bid@2:E", "accept", "r-8")

        assert (again["n"], again["answer"]) == (first["n"], "recorded")
        assert refused_again["reason"] == refused["reason"]
