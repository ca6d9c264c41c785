"""Keeping a record by hand, and saying which is right where table and record differ."""

import re

import pytest

from .evening import IN_PLAY, TOO_LOW, board, calls
from .support import Visitor, read_up
from .test_secrecy import cards_on

#: West's four and North's eight of clubs lie in each other's row.
CHECK = {
    "state": "on", "mode": "correcting", "board": 3, "may_take": True,
    "seats": {
        "N": {"expected": ["C8"], "missing": ["C8"], "surplus": ["C4"], "in_pocket": [], "read": True},
        "E": {"expected": ["CQ"], "missing": [], "surplus": [], "in_pocket": [], "read": True},
        "S": {"expected": ["CA"], "missing": [], "surplus": [], "in_pocket": [], "read": False},
        "W": {"expected": ["C4"], "missing": ["C4"], "surplus": ["C8"], "in_pocket": ["C4"], "read": True},
    },
}  # fmt: skip
PLAYED = (board(3, ns=12, ew=18), *calls("S", "P P 1D P 3NT P P P"), *IN_PLAY)


@pytest.fixture
async def differs(app, core, anna):
    """Table 2 in correction mode."""
    await core.play("2", *PLAYED, {"type": "mode", "mode": "correcting"})
    await core.row("2", "check", CHECK)
    await read_up(app, core)
    return anna


@pytest.fixture
async def olga(app):
    """The operator."""
    async with Visitor(app) as visitor:
        await visitor.log_in("olga")
        yield visitor


def next_n(page: str) -> str:
    """Number of the event that the page thinks will be the next."""
    found = re.search(r'name="n" value="(\d+)"', page)
    assert found is not None
    return found[1]


def plain(page: str) -> str:
    """The words of a page, a space between any two parts."""
    words = " ".join(re.sub(r"<[^>]+>", " ", page).replace("\ufe0e", "").split())
    return re.sub(r"([♠♥♦♣]) ", r"\1", words)


async def tap(visitor, table, **fields):
    """A button of the page is tapped."""
    page = (await visitor.get(f"/tables/{table}/keep")).text
    return await visitor.tap(f"/tables/{table}/keep", n=next_n(page), **fields)


# -- table and record differ -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/tables/2", "/tables/2/keep"])
async def test_the_director_sees_what_is_missing_and_what_is_too_much(differs, path):
    page = plain((await differs.get(path)).text)
    assert "Table and record differ" in page
    assert "North should have 1 card in front missing: ♣8 too many: ♣4" in page
    assert "West should have 1 card in front missing: ♣4 too many: ♣8 in the pocket: ♣4" in page


async def test_a_seat_that_agrees_and_one_that_is_not_read_say_so(differs):
    page = plain((await differs.get("/tables/2")).text)
    assert "East should have 1 card in front lies as recorded" in page
    assert "South should have 1 card in front nothing is read here" in page


async def test_the_room_shows_it_among_what_others_look_after(differs):
    page = (await differs.get("/")).text
    assert "Table and record differ" in plain(page) and 'href="/tables/2/keep"' in page


@pytest.mark.parametrize("which", ["record", "cards"])
async def test_the_director_says_which_is_right(differs, core, which):
    answer = await tap(differs, "2", keep=which)
    assert answer.status_code == 303
    assert core.asked[-1] == {"do": "mode", "mode": "sensing", "accept": which, "table": "2", "by": "anna"}


async def test_what_cannot_be_taken_as_right_is_not_offered(app, core, anna):
    await core.play("2", *PLAYED, {"type": "mode", "mode": "correcting"})
    await core.row("2", "check", CHECK | {"may_take": False})
    await read_up(app, core)
    page = (await anna.get("/tables/2")).text
    assert 'value="record"' in page and 'value="cards"' not in page


async def test_the_operator_sees_numbers_and_no_card(differs, olga):
    page = (await olga.get("/tables/2/keep")).text
    assert "missing: 1" in plain(page) and not cards_on(re.sub(r"<button.*?</button>", "", page, flags=re.DOTALL))


async def test_from_the_room_an_operator_comes_to_the_page_that_is_his(differs, olga):
    links = set(re.findall(r'href="(/tables/[^"]*)"', (await olga.get("/")).text))
    assert links == {f"/tables/{table}/keep" for table in ("1", "2", "7")}


async def test_the_operator_does_not_say_which_is_right(differs, olga):
    assert (await tap(olga, "2", keep="record")).status_code == 403


async def test_players_and_spectators_see_nothing_of_it(app, differs):
    for name in ("seat", "sam"):
        async with Visitor(app) as visitor:
            await visitor.log_in(name)
            assert (await visitor.get("/tables/2/keep")).status_code == 403


async def test_a_playing_director_sees_nothing_of_a_board_he_has_to_play(app, differs):
    async with Visitor(app) as visitor:
        await visitor.log_in("pavel")
        assert (await visitor.get("/tables/2/keep")).status_code == 404


async def test_when_they_agree_again_nothing_is_shown(app, core, differs):
    await core.act("2", {"type": "mode", "mode": "sensing"})
    await core.row("2", "check", {"state": "off", "board": 3})
    await read_up(app, core)
    assert "missing:" not in plain((await differs.get("/tables/2")).text)


# -- kept by hand ----------------------------------------------------------------------------------------------------


async def test_a_call_is_tapped_for_the_seat_in_turn(app, core, anna):
    await core.play("2", board(3), *calls("S", "P P"))
    await read_up(app, core)
    page = (await anna.get("/tables/2/keep")).text
    assert re.search(r'value="N" required checked', page) and page.count('name="call"') == 38
    await tap(anna, "2", seat="N", call="1D")
    assert core.asked[-1]["event"] == {"type": "call", "seat": "N", "call": "1D", "src": "director"}


async def test_what_was_tapped_stands_on_the_page(app, core, anna):
    await core.play("2", board(3))
    await read_up(app, core)
    await tap(anna, "2", seat="S", call="1H")
    assert "South bid 1 ♥" in plain((await anna.get("/tables/2/keep")).text)


async def test_a_card_is_tapped_and_is_not_offered_again(app, core, anna):
    await core.play("2", *PLAYED)
    await read_up(app, core)
    await tap(anna, "2", seat="S", card="C3")
    assert core.asked[-1]["event"] == {"type": "card", "seat": "S", "card": "C3", "src": "director"}
    page = (await anna.get("/tables/2/keep")).text
    assert page.count('name="card"') == 52 - 5 and 'value="C3"' not in page


async def test_a_call_out_of_turn_is_judged_like_any_other(app, core, anna):
    await core.play("2", board(3), *calls("S", "P P"))
    await read_up(app, core)
    await tap(anna, "2", seat="E", call="1D")
    assert "Call out of turn" in plain((await anna.get("/")).text)


async def test_the_latest_tap_can_be_taken_back(app, core, anna):
    await core.play("2", board(3))
    await read_up(app, core)
    await tap(anna, "2", seat="S", call="1H")
    await tap(anna, "2", undo="yes")
    assert (core.asked[-1]["event"]["replaces"], core.tables["2"].state()["auction"]) == ([1], [])
    assert "South bid" not in plain((await anna.get("/tables/2/keep")).text)


async def test_what_a_sensor_told_is_not_taken_back_with_a_tap(app, core, anna):
    await core.play("2", board(3), *calls("S", "P"))
    await read_up(app, core)
    assert (await tap(anna, "2", undo="yes")).status_code == 400


async def test_a_lead_that_lies_face_down_is_turned_up(app, core, anna):
    await core.play("2", *PLAYED[:10])
    await read_up(app, core)
    await tap(anna, "2", faced="yes")
    assert core.asked[-1]["event"]["type"] == "card_faced"


async def test_a_claim_and_its_answers_are_tapped(app, core, anna):
    await core.play("2", *PLAYED)
    await read_up(app, core)
    await tap(anna, "2", seat="S", claim="yes", tricks="11")
    page = (await anna.get("/tables/2/keep")).text
    assert "South claims 11 tricks" not in plain(page) and "West agrees" in plain(page)
    await tap(anna, "2", seat="W", agree="yes")
    assert "West agrees" not in plain((await anna.get("/tables/2/keep")).text)
    await tap(anna, "2", seat="E", agree="yes")
    assert core.tables["2"].state()["result"]["tricks"] == 12


async def test_the_same_tap_twice_is_entered_once(app, core, anna):
    await core.play("2", board(3))
    await read_up(app, core)
    n = next_n((await anna.get("/tables/2/keep")).text)
    first = await anna.tap("/tables/2/keep", n=n, seat="S", call="1H")
    second = await anna.tap("/tables/2/keep", n=n, seat="S", call="1H")
    assert (first.status_code, second.status_code) == (303, 409)
    assert "moved on" in second.text and len(core.asked) == 1


async def test_the_operator_keeps_it_by_hand_without_seeing_what_was_played(app, core, olga):
    await core.play("2", *PLAYED)
    await read_up(app, core)
    await tap(olga, "2", keep="manual")
    await tap(olga, "2", seat="S", card="C3")
    page = (await olga.get("/tables/2/keep")).text
    assert "kept by hand" in plain(page) and page.count('name="card"') == 52 and "South played" not in plain(page)


@pytest.mark.parametrize(
    "fields",
    [
        {"keep": "asleep"},
        {"seat": "S", "claim": "yes", "tricks": "many"},
        {"seat": "X", "call": "1H"},
        {"seat": "S", "call": "9Z"},
        {},
    ],
)
async def test_a_form_that_asks_for_nothing_there_is_enters_nothing(app, core, anna, fields):
    await core.play("2", board(3))
    await read_up(app, core)
    assert (await tap(anna, "2", **fields)).status_code == 400 and core.asked == []


async def test_without_a_board_there_is_nothing_to_tap(anna):
    page = (await anna.get("/tables/1/keep")).text
    assert "No board" in plain(page) and "<form" in page and 'name="call"' not in page


async def test_the_page_speaks_russian(app, core, differs):
    async with Visitor(app, language="ru") as visitor:
        await visitor.log_in("boris")
        page = plain((await visitor.get("/tables/2/keep")).text)
    assert "Стол и запись расходятся" in page and "Север должна лежать 1 карта" in page


async def test_a_core_that_is_away_is_told(app, core, anna):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    core.is_away = True
    answer = await tap(anna, "7", seat="N", call="P")
    assert answer.status_code == 503 and "does not answer" in answer.text


async def test_a_jammed_reader_is_named_at_its_table(app, core, anna):
    await core.row("2", "device", {"device": "hub-2", "state": "degraded", "why": "jammed: play.N"})
    await read_up(app, core)
    assert "tells more than any table can at play.N" in plain((await anna.get("/tables/2")).text)


# -- while the readers keep the record ---------------------------------------------------------------------------------


async def test_a_tap_counts_for_the_moment_that_the_page_showed(app, core, anna):
    await core.play("7", board(21), *calls("N", "P"))
    await read_up(app, core)
    await tap(anna, "7", seat="E", call="1C")
    assert (core.asked[-1]["event"]["call"], core.asked[-1]["n"]) == ("1C", 2)


async def test_the_page_says_that_the_readers_are_at_it_unless_there_are_none(app, core, anna):
    await core.play("7", board(21), *calls("N", "P"))
    await read_up(app, core)
    assert "The readers keep this record" in (await anna.get("/tables/7/keep")).text
    await core.row("7", "device", {"device": "hub-7", "state": "lost", "why": "unplugged"})
    await read_up(app, core)
    assert "The readers keep this record" not in (await anna.get("/tables/7/keep")).text


async def test_a_tap_for_which_the_core_was_quicker_is_refused_in_words(app, core, anna, monkeypatch):
    await core.play("7", board(21), *calls("N", "P"))
    await read_up(app, core)

    async def stale(request):
        return {"answer": "refused", "code": "stale", "reason": "the next event is 3 by now"}

    monkeypatch.setattr(core, "ask", stale)
    answer = await tap(anna, "7", seat="E", call="1C")
    assert answer.status_code == 409 and "The record has moved on since this page was shown" in answer.text
