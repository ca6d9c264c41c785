"""Players' screens, the wall, codes for screens, spectators, and a playing director's word."""

import re
from dataclasses import replace

import pytest

from controller.desk import screen_pages
from controller.model.seats import Seat

from .evening import IN_PLAY, TO_3NT, TOO_LOW, board, calls, cards
from .support import DEAL, Visitor, body_of, read_up

MOVEMENT = {
    "scoring": "matchpoints",
    "sections": [
        {
            "tables": ["1", "2"],
            "movement": "listed",
            "rounds_csv": "round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,1-2\n",
        }
    ],
}
THREE_NT = [board(13), *calls("N", TO_3NT)]


@pytest.fixture
async def screen(app):
    """The screen of South at table 7."""
    async with Visitor(app) as visitor:
        await visitor.log_in_here("seat")
        yield visitor


async def after(app, core, *events, table="7"):
    await core.play(table, *events)
    await read_up(app, core)


async def auction_on(screen):
    return body_of(await screen.get("/api/v1/seat"))["auction"]


# -- the auction, while it may be reviewed (Law 20) -------------------------------------------------------------------


async def test_during_the_auction_every_call_is_shown_with_its_alert(app, core, screen):
    await after(app, core, board(13), *calls("N", "1D P! 3NT"))
    assert await auction_on(screen) == [["N", "1D", False, False], ["E", "P", True, False], ["S", "3NT", False, False]]


async def test_a_call_that_was_taken_back_stands_there_as_such(app, core, screen):
    await after(app, core, *TOO_LOW)
    ruling = {"type": "ruling", "on": "insufficient_bid@4:W", "choice": "cancel", "by": "anna", "src": "director"}
    await after(app, core, ruling)
    assert (await auction_on(screen))[-1] == ["W", "1H", False, True]


#: Who may have the auction restated after some acts: South declares, West leads, North is dummy.
REVIEWS = [
    ((), "EWS"),
    (IN_PLAY[:1], "ES"),
    (IN_PLAY[:3], "ES"),
    (IN_PLAY[:4], "E"),
    (IN_PLAY[:5], ""),
]


@pytest.mark.parametrize(("played", "who"), REVIEWS)
async def test_after_the_auction_each_may_review_it_until_his_first_card(app, core, played, who):
    await after(app, core, *THREE_NT, *played)
    record = app.state.desk.room.tables["7"]
    states = {seat: screen_pages.seat_view.seat_state(record, None, seat) for seat in Seat}
    assert "".join(sorted(seat.value for seat, state in states.items() if state.calls is not None)) == "".join(
        sorted(who)
    )


async def test_after_that_the_contract_stays(app, core, screen):
    await after(app, core, *THREE_NT, *IN_PLAY, *cards("S:C3 C2 CK C5"))
    page = (await screen.get("/seat")).text
    assert "by South." in page and 'class="auction"' not in page


async def test_before_the_lead_it_says_who_is_on_lead(app, core, screen):
    await after(app, core, *THREE_NT)
    assert "West is on lead." in (await screen.get("/seat")).text


async def test_no_card_is_on_a_players_screen_even_when_all_have_seen_it(app, core, screen):
    await after(app, core, *THREE_NT, *IN_PLAY)
    page = (await screen.get("/seat")).text
    assert not re.search(r"[♠♥♦♣]\ufe0e?</span>[2-9JQKA1]", page)


async def test_a_desk_that_does_not_know_how_the_table_stands_shows_the_boards_number_alone(app, core, screen):
    await after(app, core, *THREE_NT)
    core.is_away = True
    await app.state.desk.watch.look()
    page = (await screen.get("/seat")).text
    page = re.search(r"<main.*?</main>", page, re.DOTALL)[0]
    assert "Board 13" in page and "3NT" not in page and "by voice" in page


# -- calling the director ---------------------------------------------------------------------------------------------


async def test_the_button_goes_the_way_of_the_key_on_a_hub(app, core, screen, anna):
    await after(app, core, *THREE_NT)
    assert (await screen.tap("/seat/call")).status_code == 303
    assert core.asked[-1]["event"] == {"type": "director_called", "seat": "S", "src": "player"}
    assert "The director was called at" in (await screen.get("/seat")).text
    assert "call--now" in (await anna.get("/")).text


async def test_a_table_that_has_just_called_calls_no_second_time(app, core, screen):
    await after(app, core, *THREE_NT)
    await screen.tap("/seat/call")
    answer = await screen.tap("/seat/call")
    assert answer.status_code == 429 and "a moment ago" in answer.text
    core.now += 21
    assert (await screen.tap("/seat/call")).status_code == 303


async def test_a_call_that_nobody_records_says_so_and_may_be_tried_again(app, core, screen):
    await after(app, core, *THREE_NT)
    core.is_away = True
    answer = await screen.tap("/seat/call")
    assert answer.status_code == 503 and "by voice" in answer.text
    core.is_away = False
    assert (await screen.tap("/seat/call")).status_code == 303


async def test_a_call_needs_the_screens_own_token(app, core, screen):
    await after(app, core, *THREE_NT)
    assert (await screen.post("/seat/call")).status_code == 403 and core.asked == []


# -- codes ------------------------------------------------------------------------------------------------------------


async def code_for(visitor, **place):
    return re.search(r'class="secret num">([^<]+)<', (await visitor.tap("/screens/code", **place)).text)[1]


@pytest.fixture
async def olga(app):
    async with Visitor(app) as visitor:
        await visitor.log_in("olga")
        yield visitor


async def test_a_code_lets_one_screen_in_at_its_place(app, olga):
    code = await code_for(olga, role="seat", table="2", seat="E")
    async with Visitor(app) as device:
        assert (await device.post("/pair", data={"code": code})).status_code == 303
        assert (await device.get("/")).headers["location"] == "/seat"
        found = body_of(await device.get("/api/v1/seat"))
        assert (found["table"], found["seat"]) == ("2", "E")
    async with Visitor(app) as second:
        assert (await second.post("/pair", data={"code": code})).status_code == 403


@pytest.mark.parametrize(
    ("place", "is_out"), [({"role": "seat", "table": "2", "seat": "E"}, True), ({"role": "wall"}, False)]
)
async def test_there_is_one_screen_a_seat_and_as_many_as_are_wanted_in_the_hall(app, olga, place, is_out):
    async with Visitor(app) as old, Visitor(app) as new:
        for device in (old, new):
            await device.post("/pair", data={"code": await code_for(olga, **place)})
        assert (await old.get("/")).headers["location"] == ("/login" if is_out else f"/{place['role']}")
        assert (await new.get("/")).headers["location"] == f"/{place['role']}"


async def test_a_code_is_void_after_ten_minutes(app, core, olga):
    code = await code_for(olga, role="wall")
    core.now += 601
    async with Visitor(app) as device:
        assert (await device.post("/pair", data={"code": code})).status_code == 403


async def test_guessing_codes_has_to_wait(app):
    async with Visitor(app) as device:
        answers = [(await device.post("/pair", data={"code": f"{n:08}"})).status_code for n in range(6)]
    assert answers == [403] * 5 + [429]


async def test_nobody_logs_in_to_a_screen_with_a_password(app, olga):
    async with Visitor(app) as device:
        await device.post("/pair", data={"code": await code_for(olga, role="wall")})
        assert (await device.post("/login", data={"name": "wall", "password": ""})).status_code == 401


@pytest.mark.parametrize(
    "place", [{"role": "director"}, {"role": "seat", "table": "99", "seat": "N"}, {"role": "seat"}]
)
async def test_there_are_codes_for_screens_at_places_that_exist_alone(olga, place):
    assert (await olga.tap("/screens/code", **place)).status_code == 404


# -- wall and spectators ----------------------------------------------------------------------------------------------


async def test_the_wall_has_tables_boards_and_the_round(app, core):
    await core.open("1", "2", "7", movement=MOVEMENT)
    await after(app, core, {"type": "board", "board": 1}, table="1")
    async with Visitor(app) as wall:
        await wall.log_in_here("wall")
        found = body_of(await wall.get("/api/v1/wall"))
        page = (await wall.get("/wall")).text
    assert found["round"] == 1 and found["tables"][0] == {"table": "1", "board": 1, "round": 1}
    assert "round 1" in page and "ummons" not in page


def _passed(number, dealer):
    return [board(number), *calls(dealer, "P P P P"), {"type": "board_left"}]


async def test_spectators_see_an_open_board_with_its_hands_and_no_other(app, core):
    for table in ("1", "2", "7"):
        await after(app, core, *_passed(1, "N"), table=table)
    await after(app, core, *THREE_NT)
    async with Visitor(app) as sam:
        await sam.log_in_here("sam")
        page = (await sam.get("/boards")).text
        assert "Boards 1 are open" in page and page.count('<div class="hand hand--') == 4
        assert (await sam.get("/boards/1")).status_code == 200 and (await sam.get("/boards/13")).status_code == 404


async def test_a_delay_keeps_a_board_from_spectators_until_it_has_passed(app, core):
    await core.open("1", "2", "7", movement=MOVEMENT | {"opening": {"delay_min": 10}})
    for table in ("1", "2"):
        await after(app, core, *_passed(1, "N"), table=table)
    room = app.state.desk.room
    async with Visitor(app) as sam:
        await sam.log_in_here("sam")
        core.now = room.progress(1).opens_at - 1
        assert body_of(await sam.get("/api/v1/boards")) == [] and (await sam.get("/boards/1")).status_code == 404
        core.now += 1
        assert len(body_of(await sam.get("/api/v1/boards"))) == 1 and (await sam.get("/boards/1")).status_code == 200


# -- a playing director -----------------------------------------------------------------------------------------------


async def test_he_sees_a_board_after_he_has_said_that_he_played_it_and_that_is_written_down(app, core):
    await after(app, core, *TOO_LOW)
    async with Visitor(app) as pavel:
        await pavel.log_in_here("pavel")
        page = (await pavel.get("/")).text
        assert "I have played board 21" in page and "nsufficient" not in page
        assert (await pavel.get("/tables/7")).status_code == 404
        assert (await pavel.tap("/tables/7/played", board="21")).status_code == 303
        assert (await pavel.get("/tables/7/summonses/insufficient_bid@4:W")).status_code == 200
        assert (await pavel.tap("/tables/7/hands")).status_code == 200
    written = [(e["what"], e["by"], e.get("board")) for e in app.state.desk.audit.entries()]
    assert written.index(("played", "pavel", 21)) < written.index(("hands", "pavel", 21))


async def test_what_he_said_holds_over_a_restart_of_the_desk(app, core):
    await after(app, core, *TOO_LOW)
    async with Visitor(app) as pavel:
        await pavel.log_in_here("pavel")
        await pavel.tap("/tables/7/played", board="21")
    assert app.state.desk.audit.declared() == {("pavel", 21)}


async def test_he_is_not_believed_where_the_plan_has_him_still_to_play_it(app, core):
    desk = app.state.desk
    await core.open("1", "2", "7", movement=MOVEMENT)
    pavel_of_pair_2 = desk.accounts.all()["pavel"]
    desk.accounts.put(replace(pavel_of_pair_2, pair="2"))
    await after(
        app, core, board(1, deal=DEAL, ns=1, ew=3), *calls("N", "1D P P"), {"type": "director_called"}, table="1"
    )
    async with Visitor(app) as pavel:
        await pavel.log_in_here("pavel")
        answer = await pavel.tap("/tables/1/played", board="1")
        assert answer.status_code == 409 and "still to play" in answer.text
        assert (await pavel.tap("/tables/1/hands")).status_code == 404


async def test_a_board_that_has_gone_from_the_table_meanwhile_is_not_meant(app, core):
    await after(app, core, *TOO_LOW)
    async with Visitor(app) as pavel:
        await pavel.log_in_here("pavel")
        assert (await pavel.tap("/tables/7/played", board="20")).status_code == 409
    assert app.state.desk.room.declared == set()


async def test_a_playing_director_finds_from_his_page_whatever_he_may_use(app, core):
    """Rulings, results and open boards, his password and language; nothing that his role is not let into."""
    async with Visitor(app) as pavel:
        await pavel.log_in("pavel")
        page = (await pavel.get("/")).text
        menu = re.search(r'<nav class="menu__list.*?</nav>', page, re.DOTALL)[0]
        links = re.findall(r'href="([^"]+)"', menu)
        assert links == ["/rulings", "/boards", "/results", "/password"]
        assert [(await pavel.get(link)).status_code for link in links] == [200] * 4
        assert re.findall(r'action="([^"]+)"', menu) == ["/language", "/letters", "/logout"]
