"""The record of a board put right by hand: seen as a difference first, then recorded, once."""

import re

import pytest

from .evening import REVOKE, TOO_LOW, WRONG_LEAD, board, calls
from .support import read_up
from .test_keep import plain

#: West's heart in trick 2, on a club.
HEART = "16"


@pytest.fixture
async def revoked(app, core, anna):
    """Table 2: West has thrown a heart on a club although he has four."""
    await core.play("2", *REVOKE)
    await read_up(app, core)
    return anna


async def sent(visitor, do, *, table="2", n=HEART, corrections="0", **fields):
    """The form of an act is sent."""
    given = {"n": n, "corrections": corrections, "do": do, "reason": "wrong_card", **fields}
    return await visitor.tap(f"/tables/{table}/correct", **given)


OTHER_CARD = {"way": "instead", "seat": "W", "act": "C6"}


async def test_the_acts_of_the_board_are_listed_the_latest_first(revoked):
    page = plain((await revoked.get("/tables/2/correct")).text)
    assert page.index("East played ♣5") < page.index("West played ♥9") < page.index("South passed")


async def test_of_an_act_the_page_asks_what_it_was(revoked):
    page = (await revoked.get(f"/tables/2/correct?n={HEART}")).text
    assert "West played ♥9" in plain(page) and 'value="H9" checked' in page and 'value="W" checked' in page


async def test_a_lead_that_lies_face_down_is_not_named(app, core, anna):
    down = {"type": "card", "seat": "W", "card": "C4", "face": "down"}
    await core.play("2", board(13), *calls("N", "1D P 3NT P P P"), down)
    await read_up(app, core)
    page = (await anna.get("/tables/2/correct?n=7")).text
    assert "West put a card face down" in plain(page) and not re.search(r'name="act" value="\w+" checked', page)


async def test_the_differences_are_shown_and_nothing_is_recorded(revoked, core):
    page = plain((await sent(revoked, "preview", **OTHER_CARD)).text)
    assert "West played ♥9 event 16 → West played ♣6" in page
    assert "Taken back Revoke, not established" in page and core.asked == []


async def test_a_difference_in_tricks_is_said(revoked):
    page = plain((await sent(revoked, "preview", n="17", way="instead", seat="N", act="C2")).text)
    assert "N–S 1, E–W 0 tricks, not 2 and 0" in page


async def test_a_difference_in_the_contract_is_said(revoked):
    page = plain((await sent(revoked, "preview", n="5", way="instead", seat="S", act="2NT")).text)
    assert "Contract 2NT" in page and "not 3NT" in page


async def test_the_card_is_read_otherwise_and_keeps_its_number(revoked, core, app):
    answer = await sent(revoked, "record", **OTHER_CARD)
    asked = core.asked[-1]["event"]
    assert answer.headers["location"] == "/tables/2?recorded=19"
    assert (asked["replaces"], asked["by"], asked["reason"]) == ([16], "anna", "wrong_card")
    assert asked["events"] == [{"type": "card", "seat": "W", "card": "C6", "as": 16}]
    assert "revoke_certain@16:W" not in {c.id for c in app.state.desk.room.tables["2"].waiting}


async def test_a_summons_tells_of_the_act_as_it_counts_now(revoked):
    await sent(revoked, "record", **OTHER_CARD | {"act": "D3"})
    page = plain((await revoked.get("/tables/2/summonses/revoke_certain@16:W")).text)
    assert "West played ♦3 on a lead in ♣" in page and "♥9" not in page


async def test_a_call_read_otherwise_keeps_its_time(app, core, anna):
    await core.play("7", board(21), *[{**call, "t": 3.5 * n} for n, call in enumerate(calls("N", "P 1C 1S 1H"), 1)])
    await read_up(app, core)
    await sent(anna, "record", table="7", n="4", way="instead", seat="W", act="2H", alerted="yes")
    (new,) = core.asked[-1]["event"]["events"]
    assert (new["call"], new["t"], new["alerted"]) == ("2H", 14.0, True)
    assert app.state.desk.room.tables["7"].waiting == []


async def test_an_act_that_never_happened_is_struck_out(app, core, anna):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    await sent(anna, "record", table="7", n="4", way="strike")
    assert core.asked[-1]["event"]["events"] == []
    assert [c.call.text for c in app.state.desk.room.tables["7"].table.calls] == ["P", "1C", "1S"]


async def test_an_act_that_was_not_read_is_put_in_before_another(app, core, anna):
    """The last pass was tapped and never read: the lead stood in the auction."""
    await core.play("2", board(13), *calls("N", "1D P 3NT P P"), {"type": "card", "seat": "W", "card": "C4"})
    await read_up(app, core)
    assert [c.finding.kind for c in app.state.desk.room.tables["2"].waiting] != []
    await sent(anna, "record", n="6", way="before", seat="E", act="P")
    record = app.state.desk.room.tables["2"]
    assert core.asked[-1]["event"]["before"] == 6 and [c for c in record.waiting if not c.is_quiet] == []
    assert record.table.state()["phase"] == "play"


async def test_an_earlier_board_can_be_corrected(app, core, revoked):
    await core.play("2", board(4))
    await read_up(app, core)
    page = plain((await revoked.get("/tables/2/correct?board=0")).text)
    assert "board 3" in page and "West played ♥9" in page
    assert (await sent(revoked, "record", **OTHER_CARD)).status_code == 303


async def test_sent_twice_it_is_recorded_once(revoked, core):
    await sent(revoked, "record", **OTHER_CARD)
    again = await sent(revoked, "record", **OTHER_CARD | {"act": "C7"})
    assert again.status_code == 409 and "has been corrected since" in plain(again.text) and len(core.asked) == 1


async def test_two_directors_the_second_is_told(revoked, boris, core):
    await sent(boris, "record", way="strike")
    answer = await sent(revoked, "record", **OTHER_CARD)
    assert answer.status_code in (409, 422) and len(core.asked) == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"way": "instead", "seat": "W", "act": "H9"}, "says already"),
        ({"way": "instead", "seat": "W", "act": "ZZ"}, "Tap the call or card"),
        ({"way": "instead", "seat": "X", "act": "C6"}, "Tap whose act"),
        ({"seat": "W", "act": "C6"}, "Tap what happened"),
        ({**OTHER_CARD, "reason": ""}, "Tap the reason"),
        ({**OTHER_CARD, "n": "99"}, "not in the record"),
        ({**OTHER_CARD, "n": "x"}, "not in the record"),
    ],
)
async def test_what_is_missing_is_said(revoked, core, fields, said):
    answer = await sent(revoked, "preview", **fields)
    assert answer.status_code == 422 and said in plain(answer.text) and core.asked == []


async def test_what_was_tapped_is_kept_where_something_is_missing(revoked):
    page = (await sent(revoked, "preview", **OTHER_CARD | {"reason": ""})).text
    assert 'value="C6" checked' in page and 'value="instead" required checked' in page


async def test_without_a_core_nothing_is_recorded_and_that_is_said(revoked, core):
    core.is_away = True
    answer = await sent(revoked, "record", **OTHER_CARD)
    assert answer.status_code == 503 and "does not answer" in plain(answer.text)


# -- looking back ----------------------------------------------------------------------------------------------------


async def test_looking_back_shows_the_board_just_after_that_act(revoked):
    page = plain((await revoked.get("/tables/2?act=7")).text)
    assert "7 of 19 acts" in page and "West passed" in page and "North to call" in page


async def test_looking_back_goes_over_the_board_as_it_counts_now(revoked):
    await sent(revoked, "record", **OTHER_CARD)
    page = plain((await revoked.get("/tables/2?act=17")).text)
    assert "West played ♣6" in page and "♥9" not in page


@pytest.mark.parametrize("act", ["0", "99", "x", "-1"])
async def test_an_act_that_there_is_not_shows_the_table_live(revoked, act):
    assert "19 acts · live" in plain((await revoked.get(f"/tables/2?act={act}")).text)


# -- what is in force -----------------------------------------------------------------------------------------------


async def test_what_a_ruling_brought_says_its_law_and_its_time(app, core, anna):
    await core.play("7", *WRONG_LEAD)
    ruling = {"type": "ruling", "on": "opening_lead_out_of_turn_face_up@8:E", "choice": "free", "by": "anna"}
    await core.play("7", ruling)
    await read_up(app, core)
    page = plain((await anna.get("/tables/7")).text)
    assert re.search(r"Major penalty card; following suit comes first. Law 54, ruled \d\d:\d\d", page)


# -- tempo -----------------------------------------------------------------------------------------------------------


def timed(*seconds):
    """North, East, South, West … pass or bid, each so many seconds after the one before."""
    at, events = 0.0, [{**board(13), "t": 0.0}]
    for made, later in zip(calls("N", "1D P 1H P 2H P 4H P P P"), seconds, strict=False):
        at += later
        events.append({**made, "t": at})
    return events


async def test_the_longest_act_is_named_with_its_seconds(app, core, anna):
    await core.play("2", *timed(4, 2, 9.5, 2))
    await read_up(app, core)
    page = plain((await anna.get("/tables/2")).text)
    assert "South took 9.5 s over 1♥." in page and "data, not a finding" in page


async def test_a_usual_time_needs_ten_acts_of_the_pair(app, core, anna):
    for _ in range(3):
        await core.play("2", *timed(4, 2, 6, 2, 3, 2, 5, 2, 2, 2))
    await core.play("2", *timed(9, 2, 6, 2, 3))
    await read_up(app, core)
    page = plain((await anna.get("/tables/2")).text)
    assert "s usual time for a call today: 2 to 4 s (11 calls)." in page


async def test_no_time_is_told_over_a_gap(app, core, anna):
    await core.play("2", *timed(4), {"type": "gap", "reason": "restarted"}, {**calls("E", "1S")[0], "t": 90.0})
    await read_up(app, core)
    page = plain((await anna.get("/tables/2")).text)
    assert "North took 4.0 s" in page and "86.0" not in page


async def test_without_times_there_is_no_chart(revoked):
    assert "Tempo" not in plain((await revoked.get("/tables/2")).text)
