"""One table of the core: what players do is recorded, what departs from the Laws brings the director."""

import asyncio

import pytest
from support.live_table import TAGS, World, live_table, manual

from controller.model.cards import cards
from controller.model.readings import BoardTag, DeviceState, TagSeen

#: South is declarer in spades; West holds every club but one and leads; East holds hearts only but for one club.
DEAL = "N:AKQJ.432.432.432 8765.AKQJT9.K9.A T9432.5.AQJT87.K .876.65.QJT98765"


@pytest.fixture
async def table(tmp_path):
    async with live_table(World(tmp_path, regulations={"opening_lead": "face_up"})) as opened:
        yield opened


async def test_calls_are_recorded_in_order_with_their_numbers(table):
    await table.board(1)
    await table.calls("N: 1S P 2S P")

    assert table.events() == ["board", "call N 1S", "call E P", "call S 2S", "call W P"]
    assert [row.n for row in table.rows("event")] == [0, 1, 2, 3, 4]


async def test_the_board_tag_takes_up_the_board(table):
    await table.read(BoardTag(t=table.clock.t, board=3))
    await table.wait(1)

    assert [(row.body["type"], row.body["board"]) for row in table.rows("event")] == [("board", 3)]


async def test_another_boards_tag_takes_up_no_board_while_one_is_in_play(table):
    await table.read(BoardTag(t=table.clock.t, board=3))
    await table.wait(1)
    await table.calls("S: 1S P")
    await table.read(BoardTag(t=table.clock.t, board=4))
    await table.wait(1)

    assert [row.body["board"] for row in table.rows("event") if row.body["type"] == "board"] == [3]
    assert [row.body["kind"] for row in table.rows("note")] == ["other_board"]


async def test_the_next_board_begins_when_the_one_before_has_ended(table):
    await table.read(BoardTag(t=table.clock.t, board=3))
    await table.wait(1)
    await table.calls("S: P P P P")
    await table.read(BoardTag(t=table.clock.t, board=4))
    await table.wait(1)
    await table.calls("W: 1C")

    assert table.events()[-2:] == ["board", "call W 1C"]
    assert [row.body["n"] for row in table.rows("evidence")] == [0, 5]


async def test_a_card_in_a_pocket_before_the_board_tag_is_of_the_board_that_then_begins(table):
    for one in cards("SA SK SQ SJ H4 H3 H2 D4 D3 D2 C4 C3 C2"):
        await table.read(TagSeen(t=table.clock.t, at="pocket.N", tag=TAGS[one]))
    await table.read(BoardTag(t=table.clock.t, board=3))
    await table.wait(10)

    assert table.events() == ["board", "pocket N"]


async def test_an_insufficient_bid_summons_the_director(table):
    await table.board(1)
    await table.calls("N: 1S 1H")

    assert table.summonses() == [("insufficient_bid@2:E", 1, "raised")]
    said = table.bus.said("/summons/")
    assert [(s["status"], s["kind"], s["seat"], s["rev"]) for s in said] == [("open", "insufficient_bid", "E", 1)]


async def test_the_summons_stands_in_the_transaction_of_its_event(table):
    await table.board(1)
    await table.calls("N: 1S 1H")

    event = table.rows("event")[-1]
    summons = table.rows("summons")[0]
    assert (summons.seq, summons.at) == (event.seq + 1, event.at)


async def test_what_was_sent_leaves_the_outbox_and_what_was_not_stays(table):
    await table.board(1)
    await table.calls("N: 1S")
    table.bus.is_connected = False
    await table.calls("E: 1H")
    await asyncio.sleep(0.7)

    assert [m.topic.rsplit("/", 2)[-2] for m in table.journal.unsent()] == ["summons", "1"]


async def test_all_see_acts_without_gaps_and_the_state_as_it_changes(table):
    await table.board(1)
    await table.calls("N: 1S P")

    acts = table.bus.said("/1/event")
    assert [(act["seq"], act["act"]["type"]) for act in acts] == [(0, "board"), (1, "call"), (2, "call")]
    states = table.bus.said("/1/state")
    assert [state["rev"] for state in states] == sorted({state["rev"] for state in states})
    assert (states[-1]["turn"], states[-1]["auction"]) == ("S", [["N", "1S"], ["E", "P"]])


async def test_a_scan_of_a_hand_changes_nothing_that_others_see(table):
    await table.board(1)
    before = len(table.bus.published)
    await table.order(manual(type="hand", seat="N", count=13))

    assert (table.events()[-1], len(table.bus.published)) == ("hand N", before)


async def test_a_device_that_is_lost_is_recorded_and_told_once(table):
    for state in ("ready", "lost", "lost"):
        await table.read(DeviceState(t=table.clock.t, state=state, extra={"reason": "unplugged"}))

    assert [(row.body["device"], row.body["state"]) for row in table.rows("device")] == [
        ("hub-1", "ready"),
        ("hub-1", "lost"),
    ]
    assert [state["state"] for state in table.bus.said("/dev/hub-1/")] == ["ready", "lost"]


async def test_a_reading_that_comes_twice_is_taken_once(table):
    await table.board(1)
    await table.calls("N: 1S")
    evidence = table.service.keeper.evidence.current("1")
    assert evidence is not None
    again = evidence.readings[-1]
    await table.read(again, seq=again.seq)
    await table.wait(10)

    assert table.events() == ["board", "call N 1S"]


# -- unseen cards ------------------------------------------------------------------------------------------------------


async def revoke(table):
    """East follows to a club lead with a heart although he holds the ace of clubs."""
    await table.board(3, deal=DEAL)
    await table.calls("S: 1S P 4S P P P")
    await table.cards("W: CQ C2 HA")


async def test_a_revoke_not_yet_established_is_told_at_the_desk_only(table):
    await revoke(table)

    row = table.rows("summons")[-1].body
    assert (row["finding"]["kind"], row["attention"], row["channels"]) == ("revoke_certain", "silent", ["desk"])
    assert table.bus.said("/summons/") == []


async def test_a_revoke_not_yet_established_leaves_no_trace_in_what_others_see(table, tmp_path):
    await revoke(table)
    lawful = World(tmp_path / "lawful", regulations={"opening_lead": "face_up"})
    lawful.folder.mkdir()
    async with live_table(lawful) as other:
        await other.board(3, deal=DEAL)
        await other.calls("S: 1S P 4S P P P")
        await other.cards("W: CQ C2 CA")

    def shape(bus):
        return [(m.topic, len(m.payload)) for m in bus.published if "/tbl/" in m.topic]

    assert shape(table.bus) == shape(lawful.bus)


async def test_an_established_revoke_is_told_when_the_board_has_ended(table):
    await revoke(table)
    await table.cards("S: CK")
    await table.cards("W: D6 D2 DK DA")
    kinds = [row.body["finding"]["kind"] for row in table.rows("summons")]
    assert "revoke_established" not in kinds

    await table.order(manual(type="board_left"))

    last = next(r.body for r in table.rows("summons") if r.body["finding"]["kind"] == "revoke_established")
    assert (last["attention"], last["channels"]) == ("end_of_board", ["desk", "bus"])
    # It rests on East's hand: others than the desk hear where, not what.
    notice = next(s for s in table.bus.said("/summons/") if s["status"] == "notice")
    assert sorted(notice) == ["attention", "board", "id", "rev", "status", "table", "text"]


# -- the director at the table -----------------------------------------------------------------------------------------


async def test_while_a_director_stands_there_new_findings_are_shown_and_not_sent(table):
    await table.board(1)
    await table.order({"do": "at_the_table", "by": "anna"})
    await table.calls("N: 1S 1H")

    row = table.rows("summons")[-1].body
    assert (row["held"], row["channels"], table.bus.said("/summons/")) == (True, ["desk"], [])


async def test_after_two_minutes_what_still_waits_is_sent_with_the_same_revision(table):
    await table.board(1)
    await table.order({"do": "at_the_table", "by": "anna"})
    await table.calls("N: 1S 1H")
    await table.wait(121)

    assert [(s["kind"], s["rev"]) for s in table.bus.said("/summons/")] == [("insufficient_bid", 1)]
    assert [(r.body["state"], r.body["why"]) for r in table.rows("at_table")] == [("begun", None), ("ended", "time")]


@pytest.mark.parametrize(("ago", "left"), [(0, 120), (90, 30), (-50, 120), (0.5, 119.5)])
async def test_a_stay_counts_from_when_he_said_so(table, ago, left):
    await table.board(1)
    answer = await table.order({"do": "at_the_table", "by": "anna", "ago": ago})
    assert answer["until"] - table.clock.t == left
    await table.wait(left - 0.1)
    assert [r.body["state"] for r in table.rows("at_table")] == ["begun"]
    await table.wait(0.2)
    assert [r.body["why"] for r in table.rows("at_table")] == [None, "time"]


@pytest.mark.parametrize("ago", [121, 1e9])
async def test_a_stay_that_is_over_when_it_is_heard_of_holds_nothing_back(table, ago):
    await table.board(1)
    await table.order({"do": "at_the_table", "by": "anna", "ago": ago})
    assert [r.body["why"] for r in table.rows("at_table")] == [None, "time"]
    await table.calls("N: 1S 1H")
    assert len(table.bus.said("/summons/")) == 1


async def test_what_is_heard_late_takes_nobody_away_who_came_later(table):
    await table.board(1)
    await table.order({"do": "at_the_table", "by": "boris"})
    answer = await table.order({"do": "at_the_table", "by": "anna", "ago": 60})
    assert answer["until"] == table.clock.t + 120
    assert [r.body["by"] for r in table.rows("at_table")] == ["boris"]


async def test_what_is_heard_late_has_seen_its_own_summons_and_no_other(table):
    await table.board(1)
    await table.calls("N: 1S 1H")
    await table.order({"do": "at_the_table", "by": "anna", "ago": 30})
    assert table.rows("ack") == []
    await table.order({"do": "at_the_table", "by": "anna", "ago": 20, "on": "insufficient_bid@2:E"})
    assert [r.body["id"] for r in table.rows("ack")] == ["insufficient_bid@2:E"]


async def test_a_ruling_ends_the_directors_stay(table):
    await table.board(1)
    await table.calls("N: 1S 1H")
    await table.order({"do": "at_the_table", "by": "anna"})
    await table.rule("insufficient_bid@2:E", "accept", rev=1)

    assert [(r.body["state"], r.body["why"]) for r in table.rows("at_table")] == [("begun", None), ("ended", "ruling")]


async def test_a_director_who_goes_away_again_ends_his_stay(table):
    await table.board(1)
    await table.order({"do": "at_the_table", "by": "anna"})
    await table.order({"do": "at_the_table", "by": "anna", "leave": True})

    assert [r.body["why"] for r in table.rows("at_table")] == [None, "left"]


async def test_what_was_decided_while_he_stood_there_is_never_sent(table):
    await table.board(1)
    await table.order({"do": "at_the_table", "by": "anna"})
    await table.calls("N: 1S 1H")
    await table.rule("insufficient_bid@2:E", "accept", rev=1)
    await table.wait(200)

    assert table.bus.said("/summons/") == []


async def test_an_acknowledgement_is_recorded(table):
    await table.board(1)
    await table.calls("N: 1S 1H")
    answer = await table.order({"do": "ack", "on": "insufficient_bid@2:E", "rev": 1, "by": "anna"})

    assert answer["answer"] == "recorded"
    assert [dict(row.body) for row in table.rows("ack")] == [
        {"id": "insufficient_bid@2:E", "rev": 1, "by": "anna", "via": "desk"}
    ]


async def test_an_acknowledgement_of_nothing_is_refused(table):
    await table.board(1)
    answer = await table.order({"do": "ack", "on": "revoke_certain@9:E", "by": "anna"})

    assert (answer["answer"], answer["code"]) == ("refused", "unknown_finding")


# -- the record put right ----------------------------------------------------------------------------------------------


async def test_a_correction_takes_a_summons_back_with_the_reason(table):
    await table.board(1)
    await table.calls("N: 1S 1H")
    await table.order(
        manual(
            type="correction",
            replaces=[2],
            reason="the box read 1H, it was 2H",
            events=[{"type": "call", "seat": "E", "call": "2H", "as": 2}],
        )
    )

    row = table.rows("summons")[-1].body
    assert (row["state"], row["rev"], row["reason"]) == ("withdrawn", 2, "event 3 put the record right")
    assert [s["status"] for s in table.bus.said("/summons/")] == ["open", "withdrawn"]


async def test_mode_is_an_event_and_what_sensors_see_then_is_no_act(table):
    await table.board(1)
    answer = await table.order({"do": "mode", "mode": "manual", "by": "anna"})
    await table.calls("N: 1S")

    assert (answer["n"], table.events()) == (1, ["board", "mode"])


async def test_a_record_kept_by_hand_is_kept_so_on_the_next_board_until_it_is_given_up(table):
    await table.board(1)
    await table.order({"do": "mode", "mode": "manual", "by": "anna"})
    await table.order(manual(type="board_left"))
    await table.board(2)
    assert table.events()[-2:] == ["board", "mode"]
    assert [row.body["by"] for row in table.rows("event") if row.body["type"] == "mode"] == ["anna", "anna"]

    await table.order({"do": "mode", "mode": "sensing", "by": "anna"})
    await table.order(manual(type="board_left"))
    await table.board(3)
    assert table.events()[-1] == "board"


async def test_an_event_that_the_engine_cannot_take_is_refused_and_parks_no_table(tmp_path):
    from controller.table import step

    def fragile(table, event):
        if event.type == "claim":
            raise ZeroDivisionError("no claims today")
        return step(table, event)

    async with live_table(World(tmp_path, take_step=fragile)) as table:
        await table.board(1)
        answer = await table.order(manual(type="claim", seat="N", tricks=3))

        assert (answer["answer"], answer["code"], table.faults()) == ("refused", "not_an_option", [])


async def test_before_the_first_board_nothing_can_be_entered(table):
    answer = await table.order(manual(type="call", seat="N", call="1S"))

    assert (answer["answer"], table.rows("event")) == ("refused", [])


async def test_when_the_director_begins_a_board_it_is_as_he_says(table):
    await table.board(7, dealer="W", vul="NS", deal=DEAL)

    body = table.rows("event")[0].body
    assert (body["board"], body["dealer"], body["vul"], body["deal"]) == (7, "W", "NS", DEAL)
