"""Table and record differ: the journal says how, the bus says that, and nothing is lost over a restart."""

import pytest
from support.live_table import TAGS, World, live_table, manual

from controller.model.cards import card
from controller.model.readings import DeviceState, TagGone, TagSeen

#: North plays spades in notrump with South as dummy; East is on lead.
DEAL = "N:AKQ2.KQ2.432.AK2 JT9.JT9.JT9.JT98 543.543.AKQ5.Q43 876.A876.876.765"


@pytest.fixture
def world(tmp_path):
    return World(tmp_path, regulations={"opening_lead": "face_up"})


async def first_trick(table):
    """East leads, dummy is spread, the trick is played."""
    await table.board(1, deal=DEAL)
    await table.calls("N: 3NT P P P")
    await table.cards("E: CJ")
    for word in ["S5", "S4", "S3", "H5", "H4", "H3", "DA", "DK", "DQ", "D5", "CQ", "C4", "C3"]:
        await table.read(TagSeen(t=table.clock.t, at="spread.S", tag=TAGS[card(word)]))
    await table.wait(5.0)
    await table.cards("S: C3 C5 CA")


async def move(table, word, came_from, to):
    await table.read(TagGone(t=table.clock.t, at=came_from, tag=TAGS[card(word)]))
    await table.read(TagSeen(t=table.clock.t + 0.5, at=to, tag=TAGS[card(word)]))


async def swapped(table):
    await first_trick(table)
    await move(table, "C5", "play.W", "play.N")
    await move(table, "CA", "play.N", "play.W")
    await table.wait(15.0)


def told(table):
    return [row.body for row in table.rows("check")]


def modes(table):
    return [row.body["mode"] for row in table.rows("event") if row.body["type"] == "mode"]


async def test_the_journal_says_what_should_lie_there_and_what_does(world):
    async with live_table(world) as table:
        await swapped(table)
        body = told(table)[-1]
        assert (body["state"], body["mode"], body["board"], body["may_take"]) == ("on", "correcting", 1, True)
        assert body["seats"]["N"] == {
            "expected": ["CA"], "missing": ["CA"], "surplus": ["C5"], "in_pocket": [], "read": True,
        }  # fmt: skip


async def test_the_bus_counts_and_names_no_card(world):
    async with live_table(world) as table:
        await swapped(table)
        said = table.bus.said("/check")[-1]
        assert (said["mode"], said["seats"]["N"]["missing"], said["seats"]["N"]["surplus"]) == ("correcting", 1, 1)
        assert all(isinstance(n, int | bool) for seat in said["seats"].values() for n in seat.values())


async def test_the_health_says_how_the_record_is_kept(world):
    async with live_table(world) as table:
        await swapped(table)
        assert table.service.health()["mode"] == "correcting"


async def test_when_the_cards_lie_right_again_it_is_over(world):
    async with live_table(world) as table:
        await swapped(table)
        await move(table, "C5", "play.N", "play.W")
        await move(table, "CA", "play.W", "play.N")
        await table.wait(8.0)
        assert (modes(table), told(table)[-1]) == (["correcting", "sensing"], {"board": 1, "state": "off"})
        assert table.bus.said("/check")[-1]["seats"] == {}


async def test_what_is_played_meanwhile_is_recorded_then(world):
    async with live_table(world) as table:
        await swapped(table)
        await table.cards("N: SA")
        assert table.events()[-1] == "mode"
        await table.order({"do": "mode", "mode": "sensing", "accept": "record", "by": "anna"})
        await table.wait(5.0)
        assert table.events()[-1] == "card N SA"


async def test_the_director_takes_what_lies_there(world):
    async with live_table(world) as table:
        await swapped(table)
        answer = await table.order({"do": "mode", "mode": "sensing", "accept": "cards", "by": "anna"})
        assert answer["answer"] == "recorded"
        correction = table.rows("event")[-1].body
        assert (correction["type"], correction["src"], correction["by"]) == ("correction", "director", "anna")
        assert {event["card"] for event in correction["events"]} == {"CA", "C5"}


async def test_a_restart_in_the_middle_comes_to_the_same_mode(world):
    async with live_table(world) as table:
        await swapped(table)
        await table.cards("N: SA")
        before = table.events()
    async with live_table(world) as again:
        assert again.events()[:-1] == before
        assert (again.faults(), again.service.health()["mode"]) == ([], "correcting")
        await again.order({"do": "mode", "mode": "sensing", "accept": "record", "by": "anna"})
        await again.wait(5.0)
        assert again.events()[-1] == "card N SA"


async def test_the_next_board_begins_without_it(world):
    async with live_table(world) as table:
        await swapped(table)
        await table.board(2)
        assert told(table)[-1]["state"] == "off"


async def test_a_record_kept_by_hand_is_laid_beside_what_the_readers_see(world):
    async with live_table(world) as table:
        await first_trick(table)
        await table.order({"do": "mode", "mode": "manual", "by": "anna"})
        await table.cards("N: SK")
        assert told(table)[-1]["seats"]["N"]["surplus"] == ["SK"]


async def lose_and_enter(table, *entered):
    """The hub goes dead after the first trick; somebody enters what is played."""
    await first_trick(table)
    await table.read(DeviceState(t=table.clock.t, state="lost"))
    await table.wait(20.0)
    for seat, word in entered:
        answer = await table.order(manual(type="card", seat=seat, card=word, src="director"))
        assert answer["answer"] == "recorded"
        await table.wait(3.0)


async def come_back(table, *lying):
    """The hub is back and tells everything that lies there."""
    await table.read(DeviceState(t=table.clock.t, state="ready"))
    for seat, words in (("E", "CJ"), ("S", "C3"), ("W", "C5"), ("N", "CA"), *lying):
        for word in words.split():
            await table.read(TagSeen(t=table.clock.t, at=f"play.{seat}", tag=TAGS[card(word)]))
    for word in ["S5", "S4", "S3", "H5", "H4", "H3", "DA", "DK", "DQ", "D5", "CQ", "C4"]:
        if word not in [w for seat, w in lying if seat == "S"]:
            await table.read(TagSeen(t=table.clock.t, at="spread.S", tag=TAGS[card(word)]))
    await table.wait(16.0)


ENTERED = (("N", "SA"), ("E", "S9"), ("S", "S3"), ("W", "S6"))


async def test_a_record_kept_by_hand_while_the_hub_was_dead_goes_on_when_it_is_back(world):
    async with live_table(world) as table:
        await lose_and_enter(table, *ENTERED)
        before = table.events()
        await come_back(table, *ENTERED)
        await table.cards("N: SK ST")
        assert table.events() == [*before, "card N SK", "card E ST"]
        assert (table.summonses(), modes(table)) == ([], [])


async def test_a_card_entered_wrongly_is_found_when_the_hub_is_back(world):
    async with live_table(world) as table:
        await lose_and_enter(table, *ENTERED[:3], ("W", "S7"))
        await come_back(table, *ENTERED)
        west = told(table)[-1]["seats"]["W"]
        assert (modes(table), west["missing"], west["surplus"]) == (["correcting"], ["S7"], ["S6"])
        await table.order({"do": "mode", "mode": "sensing", "accept": "cards", "by": "anna"})
        await table.wait(15.0)
        assert (table.summonses(), modes(table)) == ([], ["correcting", "sensing"])
        assert "S6" in [played.text for _, played in table.service.keeper.tracker.table.tricks_played[1].cards]
