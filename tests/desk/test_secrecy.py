"""Cards that nobody has seen are on no page until asked for, and quiet findings move nothing of anybody else's."""

import re

import pytest

from controller.model.cards import PACK

from .evening import IN_PLAY, NORTH, REVOKE, TOO_LOW, WRONG_LEAD, board, calls, cards
from .support import Visitor, body_of, read_up

LETTER = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def cards_on(page: str) -> set[str]:
    """Every single card that a page names, as in HTML `♥K` or in JSON `HK`."""
    text = re.sub(r"<[^>]+>", "", page).replace("\ufe0e", "")
    found = re.findall(r"([♠♥♦♣])(10|[2-9JQKA])(?![A-Za-z0-9])", text)
    shown = {LETTER[symbol] + rank.replace("10", "T") for symbol, rank in found}
    return shown | set(re.findall(r'"([SHDC][2-9TJQKA])"', page))


def lines_on(page: str) -> str:
    """The hands as they are printed, suit by suit."""
    return " ".join(re.findall(r'<li><span class="s[^>]*>.*?</li>', page, re.DOTALL))


@pytest.fixture
async def in_play(app, core, anna):
    await core.play("2", board(3, ns=12, ew=18), *calls("S", "P P 1D P 3NT P P P"), *IN_PLAY)
    await read_up(app, core)
    return anna


@pytest.fixture
async def in_auction(app, core, anna):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    return anna


# -- the director's pages ---------------------------------------------------------------------------------------------


async def test_the_masked_table_page_of_an_auction_has_no_card(in_auction):
    page = (await in_auction.get("/tables/7")).text
    assert cards_on(page) == set() and lines_on(page) == ""


async def test_the_masked_table_page_shows_played_cards_and_dummy_only(in_play):
    page = (await in_play.get("/tables/2")).text
    open_hands = re.findall(r'class="hand hand--(\w)"(?:(?!class="hand ).)*?<ul>', page, re.DOTALL)
    assert cards_on(page) <= {"C4", "CQ", "CA", *NORTH} and open_hands == ["N"]


async def test_a_summons_page_in_the_auction_has_no_card(in_auction):
    assert cards_on((await in_auction.get("/tables/7/summonses/insufficient_bid@4:W")).text) == set()


async def test_looking_back_shows_no_card_that_was_not_shown_then(in_play):
    page = (await in_play.get("/tables/2?at=8")).text
    assert cards_on(page) == set() and lines_on(page) == ""


@pytest.mark.parametrize("path", ["/", "/rulings", "/boards", "/api/v1/tables", "/api/v1/tables/7", "/api/v1/boards"])
async def test_no_other_page_of_the_director_has_a_card(in_auction, path):
    assert cards_on((await in_auction.get(path)).text) == set()


async def test_a_lead_that_lies_face_down_is_not_named(app, core, anna):
    await core.play("1", board(13), *calls("N", "1D P 3NT P P P"), WRONG_LEAD[7])
    await read_up(app, core)
    paths = ("/tables/1", "/tables/1/summonses/opening_lead_out_of_turn_face_down@7:E", "/api/v1/tables/1")
    for path in paths:
        answer = await anna.get(path)
        assert answer.status_code == 200 and "HK" not in cards_on(answer.text), path


async def test_the_hands_are_shown_when_asked_for(in_auction):
    page = (await in_auction.tap("/tables/7/hands")).text
    assert len(re.findall(r'<div class="hand hand--', page)) == 4 and page.count("<ul><li>") == 4


async def test_the_opened_page_hides_by_itself_after_thirty_seconds(in_auction):
    page = (await in_auction.tap("/tables/7/hands")).text
    assert '<meta http-equiv="refresh" content="30;url=/tables/7">' in page


async def test_each_look_is_written_down_before_it_is_shown(app, in_auction):
    await in_auction.tap("/tables/7/hands")
    path = app.state.desk.settings.looks
    assert '"by": "anna", "table": "7", "board": 21, "page": "table"' in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_look_that_cannot_be_written_down_is_not_granted(app, in_auction):
    app.state.desk.settings.looks.unlink()
    app.state.desk.settings.looks.mkdir()
    answer = await in_auction.tap("/tables/7/hands")
    assert answer.status_code == 500 and cards_on(answer.text) == set() and lines_on(answer.text) == ""


async def test_the_log_of_looks_names_no_card(app, in_auction):
    await in_auction.tap("/tables/7/hands")
    assert not any(card.text in app.state.desk.settings.looks.read_text() for card in PACK)


async def test_hands_cannot_be_had_by_a_link(in_auction):
    assert (await in_auction.get("/tables/7/hands")).status_code == 405


async def test_the_api_gives_hands_only_where_looks_are_written_down(in_auction):
    answer = await in_auction.post("/api/v1/tables/7/hands", headers={"X-CSRF-Token": in_auction.csrf})
    hands = body_of(answer)["hands"]
    assert {seat: len(held) for seat, held in hands.items()} == {"N": 13, "E": 13, "S": 13, "W": 13}


# -- everybody else ---------------------------------------------------------------------------------------------------

ASKED = [
    ("GET", "/"),
    ("GET", "/boards"),
    ("GET", "/tables/7"),
    ("POST", "/tables/7/hands"),
    ("GET", "/tables/7/summonses/insufficient_bid@4:W"),
    ("GET", "/rulings"),
    ("GET", "/api/v1/tables"),
    ("GET", "/api/v1/tables/7"),
    ("POST", "/api/v1/tables/7/hands"),
    ("GET", "/api/v1/summonses"),
    ("GET", "/api/v1/summonses?state=all"),
    ("GET", "/api/v1/boards"),
    ("GET", "/boards/21/tables/7"),
    ("GET", "/api/v1/boards/21/tables/7"),
    ("GET", "/api/v1/rulings"),
    ("GET", "/api/v1/devices"),
]


@pytest.mark.parametrize("who", ["sam", "seat", "wall", "sven", "olga", "pavel"])
async def test_nobody_else_gets_a_card_or_a_finding_of_a_live_board(app, in_auction, who):
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        for method, path in ASKED:
            answer = await visitor.request(method, path, headers={"X-CSRF-Token": visitor.csrf}, follow_redirects=True)
            told = cards_on(answer.text), lines_on(answer.text), "insufficient" in answer.text.lower()
            assert told == (set(), "", False), path


@pytest.mark.parametrize("path", ["/tables/7/hands", "/api/v1/tables/7/hands"])
async def test_a_spectator_who_asks_for_a_live_hand_gets_nothing_and_no_look_is_written(app, in_auction, path):
    async with Visitor(app) as sam:
        await sam.log_in_here("sam")
        answer = await sam.post(path, headers={"X-CSRF-Token": sam.csrf})
    assert answer.status_code == 403 and "hands" not in app.state.desk.settings.looks.read_text()


async def test_a_playing_director_cannot_see_the_hands_of_a_board_he_has_to_play(app, in_auction):
    async with Visitor(app) as pavel:
        await pavel.log_in_here("pavel")
        answer = await pavel.post("/api/v1/tables/7/hands", headers={"X-CSRF-Token": pavel.csrf})
    assert answer.status_code == 404 and "hands" not in answer.text


# -- quiet findings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["olga", "pavel", "sam"])
async def test_a_revoke_looks_to_others_like_any_other_card(app, core, who):
    """Table 1 follows suit, table 2 revokes: what others get of the two differs in the table's name only."""
    follows = [*REVOKE[:-3], *cards("S:C3 C2 CK C5")[1:]]
    await core.play("1", *follows)
    await core.play("2", *REVOKE)
    await read_up(app, core)
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        tiles = re.findall(r'<a class="tile.*?</a>', (await visitor.get("/", follow_redirects=True)).text, re.DOTALL)
    names = [re.sub(r'/tables/\d|"t-\d|</span>\d<', "", tile) for tile in tiles[:2]]
    assert len(set(names)) <= 1


async def test_a_quiet_note_moves_no_row_and_no_number_of_the_directors_room(app, core, anna):
    await core.play("7", *TOO_LOW)
    await core.play("2", *REVOKE[:-3])
    await read_up(app, core)
    before = (await anna.get("/")).text
    await core.act("2", REVOKE[-3])
    await read_up(app, core)
    after = (await anna.get("/")).text
    for part in (r'id="queue-needs".*?id="queue-quiet"', r'id="part-tables".*', r"<title>.*?</title>"):
        was, now = (re.search(part, page, re.DOTALL)[0] for page in (before, after))
        assert was == now, part
    assert "Do not go to the table" in after


async def test_the_list_names_neither_kind_nor_seat_of_a_quiet_note(app, core, anna):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    page = (await anna.get("/")).text
    row = re.search(r'<a class="call call--quiet.*?</a>', page, re.DOTALL)[0]
    assert "evoke" not in row and "West" not in row and ":W" not in row and "trick" not in row


async def test_the_quiet_row_leads_to_its_page(app, core, anna):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    href = re.search(r'call--quiet".*?href="([^"]+)"', (await anna.get("/")).text)[1]
    assert "Revoke, not established" in (await anna.get(href)).text


async def test_a_quiet_note_is_in_no_live_region_that_speaks(app, core, anna):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    page = (await anna.get("/")).text
    assert 'id="queue-quiet" aria-live="off"' in page


# -- deals that are open ----------------------------------------------------------------------------------------------


async def _passed_out(core, table: str, number: int = 3) -> None:
    await core.play(table, board(number), *calls("S", "P P P P"), {"type": "board_left"})


async def test_a_deal_opens_when_every_table_has_played_it(app, core):
    for table in ("1", "2", "7"):
        await _passed_out(core, table)
    await read_up(app, core)
    async with Visitor(app) as sam:
        await sam.log_in_here("sam")
        (found,) = body_of(await sam.get("/api/v1/boards"))
    assert found["board"] == 3 and len(found["hands"]["N"]) == 13 and len(found["results"]) == 3


async def test_a_deal_stays_closed_while_one_table_has_to_play_it(app, core):
    for table in ("1", "2"):
        await _passed_out(core, table)
    await read_up(app, core)
    async with Visitor(app) as sam:
        await sam.log_in_here("sam")
        assert body_of(await sam.get("/api/v1/boards")) == []
        assert "No board is open yet." in (await sam.get("/boards")).text


async def test_the_rulings_book_names_neither_kind_nor_seat_of_a_quiet_note(app, core, anna):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    page = (await anna.get("/rulings")).text
    assert "evoke" not in page and "West" not in page and "Do not go to the table" in page


async def test_a_revoke_that_is_established_is_in_no_list_before_the_board_has_ended(app, core, anna):
    await core.play("2", *REVOKE, *cards("N:DK D2 D4 D3"))
    await read_up(app, core)
    pages = [(await anna.get(path)).text for path in ("/", "/rulings", "/tables/2")]
    assert not any("evoke" in page and "stablished" in page for page in pages)
