"""The other buttons of a summons: at the table, on the way, later, misread; and a ruling that is not recorded."""

import re

import pytest

from .evening import TOO_LOW
from .summons_page import BID, hidden, plain, rule
from .support import read_up

# -- when it is not recorded ------------------------------------------------------------------------------------------


async def test_a_ruling_after_the_next_call_is_refused_and_says_why(app, too_low, core):
    page = (await too_low.get(BID)).text
    await core.act("7", {"type": "call", "seat": "N", "call": "2D"})
    await read_up(app, core)
    answer = await too_low.tap(BID, do="rule", id=hidden(page, "id"), rev="", choice="cancel")
    assert answer.status_code == 409 and "Your ruling was not recorded" in answer.text
    assert "It is closed already." in answer.text


async def test_a_refused_ruling_can_be_put_in_the_place_where_it_was_given(app, too_low, core):
    page = (await too_low.get(BID)).text
    await core.act("7", {"type": "call", "seat": "N", "call": "2D"})
    await read_up(app, core)
    refused = await too_low.tap(BID, do="rule", id=hidden(page, "id"), rev="", choice="cancel")
    fields = dict(re.findall(r'type="hidden" name="([\w.]+)" value="([^"]*)"', refused.text.partition("queue")[2]))
    shown = await too_low.tap(BID, **(fields | {"do": "preview"}))
    assert fields["after"] == "4" and "What it would change" in shown.text and core.asked[-1]["do"] == "ruling"


async def test_a_ruling_given_before_the_players_went_on_is_typed_on_the_closed_case(app, too_low, core):
    await core.act("7", {"type": "call", "seat": "N", "call": "P"})
    await read_up(app, core)
    assert BID in (await too_low.get("/tables/7")).text
    shown = await rule(too_low, BID, choice="cancel")
    fields = dict(re.findall(r'type="hidden" name="([\w.]+)" value="([^"]*)"', shown.text))
    assert "What it would change" in shown.text and core.asked == []
    await too_low.tap(BID, do="rule", **fields)
    assert core.asked[-1]["ruling"]["after"] == 4 and "Not accepted" in (await too_low.get(BID)).text


async def test_the_question_of_a_comparable_call_stands_where_the_director_looks(app, too_low, core):
    await rule(too_low, BID, choice="cancel")
    await core.act("7", {"type": "call", "seat": "W", "call": "1NT"})
    await read_up(app, core)
    asked = "You find: is the new call comparable?"
    pages = [plain((await too_low.get(path)).text) for path in (BID, "/tables/7", "/rulings?show=open")]
    assert "This is closed." not in pages[0] and "1 open" in pages[2]
    assert all(asked in page for page in pages[:2])


async def test_looking_at_what_it_would_change_records_nothing(too_low, core):
    before = len(list(core.journal.rows()))
    await too_low.tap(BID, do="preview", choice="cancel", id="x", rev="1", after="4")
    assert len(list(core.journal.rows())) == before and core.asked == []


async def test_two_directors_do_not_overwrite_each_other(app, core, anna, boris):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    seen_by_boris = (await boris.get(BID)).text
    await rule(anna, BID, choice="accept")
    fields = {"do": "rule", "id": hidden(seen_by_boris, "id"), "rev": hidden(seen_by_boris, "rev")}
    answer = await boris.tap(BID, **fields, choice="cancel")
    assert answer.status_code == 409 and "The summons has changed since you opened it." in answer.text


async def test_the_second_director_sees_who_ruled_what(app, core, anna, boris):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    await rule(anna, BID, choice="accept")
    assert "anna, event 5" in plain((await boris.get(BID)).text)


async def test_a_core_that_does_not_answer_is_said_so_and_nothing_is_claimed(too_low, core):
    core.is_away = True
    answer = await rule(too_low, BID, choice="accept")
    assert answer.status_code == 503 and "Nothing was recorded" in answer.text


async def test_an_unknown_button_does_nothing(too_low, core):
    assert (await too_low.tap(BID, do="explode")).status_code == 400
    assert core.asked == []


@pytest.mark.parametrize(
    "path", ["/tables/7/summonses/nothing@1:N", "/tables/99/summonses/x", "/tables/7/summonses/%00"]
)
async def test_an_unknown_summons_is_not_there(too_low, path):
    assert (await too_low.get(path)).status_code == 404


# -- at the table, on the way, later, misread -------------------------------------------------------------------------


async def test_at_the_table_is_told_to_the_core_and_shown(too_low, core):
    await too_low.tap(BID, do="arrived")
    assert core.asked[-1] == {"do": "at_the_table", "table": "7", "by": "anna", "leave": False}
    assert "You are at the table" in (await too_low.get(BID)).text


async def test_another_director_sees_who_is_at_the_table(app, too_low, boris):
    await too_low.tap(BID, do="arrived")
    assert "anna is at this table" in (await boris.get(BID)).text


async def test_for_another_director_a_table_in_hand_is_in_other_hands(too_low, boris):
    await too_low.tap(BID, do="arrived")
    page = (await boris.get("/")).text
    assert "Nobody is waiting" in page and "call--taken" in page


async def test_on_my_way_keeps_it_in_my_own_queue(too_low):
    await too_low.tap(BID, do="on_my_way")
    page = (await too_low.get("/")).text
    assert "You are on the way" in page and "call--now" in page


async def test_later_puts_it_aside_and_brings_it_back(too_low, core):
    await too_low.tap(BID, do="later", when="1")
    aside = (await too_low.get("/")).text
    core.now += 61
    assert "call--now" not in aside and "call--now" in (await too_low.get("/")).text


async def test_later_asks_when(too_low):
    page = (await too_low.tap(BID, do="later")).text
    assert "In 1 minute" in page and "When the board has ended" in page


async def test_a_misread_asks_for_a_reason_and_shows_what_goes(too_low):
    page = plain((await too_low.tap(BID, do="misread")).text)
    assert "What is struck out" in page and "West bid 1♥ over South's 1♠ (event 4)" in page


async def test_a_misread_is_recorded_as_a_dismissal_with_its_reason(too_low, core):
    await too_low.tap(BID, do="rule", choice="dismiss", reason="wrong_card", id="a" * 32, rev="1")
    assert (core.asked[-1]["ruling"]["choice"], core.asked[-1]["ruling"]["reason"]) == ("dismiss", "wrong_card")


async def test_a_misread_without_a_reason_is_not_recorded(too_low, core):
    answer = await too_low.tap(BID, do="rule", choice="dismiss", id="a" * 32, rev="1")
    assert answer.status_code == 422 and core.asked == []


@pytest.mark.parametrize(
    ("typed", "ago"), [("30", 30.0), ("0", None), ("-5", None), ("x", None), ("1e9", None), ("999999", 86_400.0)]
)
async def test_at_the_table_may_have_been_tapped_a_while_ago(too_low, core, typed, ago):
    await too_low.tap(BID, do="arrived", ago=typed)
    (asked,) = [asked for asked in core.asked if asked["do"] == "at_the_table"]
    assert asked.get("ago") == ago and ("on" in asked) == (ago is not None)


async def test_the_api_says_it_with_the_same_fields(too_low, core):
    too_low.headers["X-CSRF-Token"] = too_low.csrf
    await too_low.post("/api/v1/tables/7/at_table", json={"ago": 12.5, "on": "insufficient_bid@4:W"})
    assert (core.asked[-1]["ago"], core.asked[-1]["on"]) == (12.5, "insufficient_bid@4:W")
    assert (await too_low.post("/api/v1/tables/7/at_table", json={"ago": -1})).status_code == 422
