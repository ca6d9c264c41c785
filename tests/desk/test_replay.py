"""The replay of an open board: every act that was to be seen, the hands, nothing of findings, nothing before."""

import re

import pytest

from .conftest import WHO
from .evening import REVOKE, TO_3NT, TOO_LOW, board, calls, led
from .support import Visitor, body_of, read_up
from .test_secrecy import cards_on, lines_on

PAGE, VALUES = "/boards/13/tables/7", "/api/v1/boards/13/tables/7"
PASSED = [board(13), *calls("N", "P P P P"), {"type": "board_left"}]
#: A board at table 7 as far as the second card of the first trick, then it left.
PLAYED = [
    board(13),
    *calls("N", TO_3NT),
    {"type": "director_called", "seat": "S"},
    *led("W", "C4"),
    {"type": "card", "seat": "N", "card": "C8"},
    {"type": "card", "seat": "E", "card": "CQ"},
    {"type": "result_entered", "contract": "3NT", "declarer": "S", "tricks": 9},
    {"type": "board_left"},
]


async def opened(app, core, *acts, others=("1", "2")):
    await core.play("7", *(acts or PLAYED))
    for table in others:
        await core.play(table, *PASSED)
    await read_up(app, core)


@pytest.fixture
async def sam(app):
    async with Visitor(app) as visitor:
        await visitor.log_in_here("sam")
        yield visitor


async def act_of(visitor, act, path=PAGE):
    """What a page says of the act that it shows."""
    answer = await visitor.get(f"{path}?act={act}")
    assert answer.status_code == 200
    return re.sub(r"<[^>]+>|\ufe0e", "", re.search(r'<p role="status">(.*?)</p>', answer.text)[1])


async def test_one_steps_through_auction_and_play(app, core, sam):
    await opened(app, core)
    assert [await act_of(sam, n) for n in range(1, 15)] == [
        "Board 13 is taken up",
        "North bid 1♦",
        "East passed",
        "South bid 3NT",
        "West passed",
        "North passed",
        "East passed",
        "West put a card face down",
        "West faced ♣4",
        "North spread the hand",
        "North played ♣8",
        "East played ♣Q",
        "Result keyed: 3NT by South, 9 tricks",
        "The board leaves the table",
    ]


async def test_cards_that_have_been_played_are_struck_out_of_their_hands(app, core, sam):
    await opened(app, core)
    first, last = [(await sam.get(f"{PAGE}?act={n}")).text for n in (1, 99)]
    assert first.count("<del>") == 0 and last.count("<del>") == 3
    # The hands are there from the start, as known by the end.
    assert [page.count('<div class="hand hand--') for page in (first, last)] == [4, 4]
    assert lines_on(first)


@pytest.mark.parametrize("act", ["", "0", "-1", "x", "999999999999", "²"])
async def test_an_act_that_is_none_is_the_first_or_the_last(app, core, sam, act):
    await opened(app, core)
    assert await act_of(sam, act) in ("Board 13 is taken up", "The board leaves the table")


async def test_the_first_and_the_last_page_lead_no_further(app, core, sam):
    await opened(app, core)
    first, last = [(await sam.get(f"{PAGE}?act={n}")).text for n in (1, 99)]
    assert ('id="replay-back" href' in first, 'id="replay-on" href' in first) == (False, True)
    assert ('id="replay-back" href' in last, 'id="replay-on" href' in last) == (True, False)


async def test_the_values_have_the_acts_and_the_hands(app, core, sam):
    await opened(app, core)
    found = body_of(await sam.get(VALUES))
    assert (found["board"], found["table"], found["contract"], found["declarer"]) == (13, "7", "3NT", "S")
    assert found["acts"][1] == {"type": "call", "seat": "N", "call": "1D"}
    down = next(act for act in found["acts"] if act.get("face") == "down")
    assert "card" not in down and {"type": "card_faced", "seat": "W", "card": "C4"} in found["acts"]
    assert {seat: len(held) for seat, held in found["hands"].items()} == dict.fromkeys("NESW", 13)
    # Neither the call for the director nor what became of it is anybody else's.
    assert "director" not in str(found)


@pytest.mark.parametrize("path", [PAGE, VALUES])
@pytest.mark.parametrize("who", sorted(set(WHO) - {"wall"}))
async def test_before_the_last_table_has_played_it_there_is_no_such_page(app, core, who, path):
    await opened(app, core, others=("1",))
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        closed, nothing = await visitor.get(path), await visitor.get(path.replace("13", "99"))
        assert (closed.status_code, closed.content) == (404, nothing.content)
        assert not cards_on(closed.text)
        await core.play("2", *PASSED)
        await read_up(app, core)
        assert (await visitor.get(path)).status_code == 200


async def test_the_wall_has_no_replay(app, core):
    await opened(app, core)
    async with Visitor(app) as wall:
        await wall.log_in_here("wall")
        assert [(await wall.get(path)).status_code for path in (PAGE, VALUES)] == [403, 404]


@pytest.mark.parametrize("path", ["/boards/13/tables/99", "/boards/x/tables/7", "/api/v1/boards/13/tables/99"])
async def test_what_is_not_there_is_not_found(app, core, sam, path):
    await opened(app, core)
    assert (await sam.get(path)).status_code in (404, 422)


async def test_a_table_that_did_not_play_the_board_has_none(app, core, sam):
    movement = {
        "scoring": "matchpoints",
        "sections": [
            {"tables": ["1", "2"], "movement": "listed", "rounds_csv": "round,table,ns,ew,boards\n1,1,1,3,13\n"}
        ],
    }
    await core.open("1", "2", "7", movement=movement)
    await core.play("1", *PASSED)
    await read_up(app, core)
    assert [(await sam.get(f"/boards/13/tables/{n}")).status_code for n in (1, 2)] == [200, 404]


async def test_a_finding_leaves_no_trace_in_any_step(app, core, sam):
    """An insufficient bid, ruled on; a revoke that the director alone was told of."""
    ruling = {"type": "ruling", "on": "insufficient_bid@4:W", "choice": "cancel", "by": "anna", "src": "director"}
    too_low = [{**TOO_LOW[0], "board": 13}, *TOO_LOW[1:], ruling, {"type": "board_left"}]
    revoke = [{**REVOKE[0], "board": 14}, *REVOKE[1:], {"type": "board_left"}]
    await opened(app, core, *too_low, *revoke)
    for table in ("1", "2"):
        await core.play(table, board(14), *calls("E", "P P P P"), {"type": "board_left"})
    await read_up(app, core)
    for number in (13, 14):
        seen = [(await sam.get(f"/boards/{number}/tables/7?act={n}")).text for n in range(1, 30)]
        told = " ".join(seen).lower()
        assert not [word for word in ("insufficient", "evoke", "summons", "ruling", "anna", "law ") if word in told]
        assert not any('class="off"' in page or "pc--off" in page or 'class="turn"' in page for page in seen)
        assert "ruling" not in (await sam.get(f"/api/v1/boards/{number}/tables/7")).text


async def test_the_page_of_an_open_board_leads_to_each_tables_replay(app, core, sam):
    await opened(app, core)
    page = (await sam.get("/boards/13")).text
    assert re.findall(r'href="(/boards/13/tables/\d)"', page) == [f"/boards/13/tables/{n}" for n in (1, 2, 7)]


async def test_a_result_that_the_players_keyed_stands_on_the_board_where_the_play_has_none(app, core, sam):
    await opened(app, core)
    row = re.search(r'href="/boards/13/tables/7".*?</tr>', (await sam.get("/boards/13")).text, re.DOTALL)[0]
    assert re.findall(r"<td>(.*?)</td>", row)[1:] == ["9", "600"]


async def test_it_is_there_in_russian(app, core):
    await opened(app, core)
    async with Visitor(app, language="ru") as sam:
        await sam.log_in_here("sam")
        page = (await sam.get(f"{PAGE}?act=2")).text
    assert "Сдача 13, стол 7" in page and "В начало" in page
