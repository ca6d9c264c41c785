"""Many summonses at once: those of one device are one fault, and a thousand of them are no more rows than tables."""

import re

import pytest

from controller.ports import NewRow

from .support import body_of, read_up
from .test_keep import plain


def told(n, *, board=3, kind="score_mismatch", attention="now", state="raised"):
    """What the core tells of a finding of its own making."""
    finding = {
        "id": f"{kind}@{n}:-", "kind": kind, "seat": None, "laws": ["79A"], "attention": attention,
        "certainty": "certain", "options": ["adjust"], "by": {"adjust": "director"}, "rests_on": "seen", "facts": {},
    }  # fmt: skip
    return {
        "id": finding["id"], "rev": 1, "state": state, "board": board, "attention": attention,
        "certainty": "certain",
        "rests_on": "seen", "open": True, "finding": finding, "channels": ["desk"], "held": False, "recorded": True,
        "reason": None, "how": None, "by": None, "choice": None,
    }  # fmt: skip


async def burst(core, app, *, tables=("1", "2"), each=6, **more):
    """So many summonses of each table, all of one hub."""
    for table in tables:
        await core.row(table, "device", {"device": "hub-B", "state": "degraded", "why": "came back with everything"})
        await core.journal.append([NewRow(table, "summons", told(n, **more)) for n in range(each)])
    await read_up(app, core)


async def test_more_than_ten_of_one_device_are_proposed_as_one_fault(app, core, anna):
    await burst(core, app)
    page = plain((await anna.get("/")).text)
    assert "12 summonses from hub-B within a minute; tables: 2" in page and "Put the 12 aside" in page
    assert "Nobody is waiting" in page


async def test_ten_are_not(app, core, anna):
    await burst(core, app, each=5)
    assert "from hub-B within a minute" not in (await anna.get("/")).text


async def test_quiet_notes_are_never_counted_in_it(app, core, anna):
    await burst(core, app, each=5)
    await core.row("1", "summons", told(90, kind="revoke_certain", attention="silent"))
    await read_up(app, core)
    assert "from hub-B within a minute" not in (await anna.get("/")).text


async def test_put_aside_they_stay_open_and_come_back_a_table_at_a_time(app, core, anna):
    await burst(core, app)
    assert (await anna.tap("/aside", device="hub-B")).status_code == 303
    page = plain((await anna.get("/")).text)
    assert "Put aside with a device fault 12" in page and "Table 2: bring 6 back" in page
    anna.headers["X-CSRF-Token"] = anna.csrf
    assert len(body_of(await anna.get("/api/v1/summonses"))) == 12
    await anna.tap("/aside", back="2")
    page = plain((await anna.get("/")).text)
    assert "Needs you 1" in page and "5 more" in page and "Put aside with a device fault 6" in page


async def test_a_device_that_sent_no_burst_has_none_to_put_aside(app, core, anna):
    await burst(core, app, each=2)
    assert (await anna.tap("/aside", device="hub-B")).status_code == 404


async def test_the_api_tells_of_a_burst_and_puts_it_aside(app, core, anna):
    await burst(core, app)
    anna.headers["X-CSRF-Token"] = anna.csrf
    (found,) = body_of(await anna.get("/api/v1/bursts"))
    assert (found["device"], len(found["summonses"])) == ("hub-B", 12)
    assert body_of(await anna.post("/api/v1/bursts/hub-B/aside")) == {"aside": 12}
    assert body_of(await anna.get("/api/v1/bursts")) == []
    assert body_of(await anna.post("/api/v1/tables/1/back")) == {"back": True}


@pytest.mark.parametrize("devices", [True, False], ids=["one hub", "no device"])
async def test_a_thousand_summonses_are_shown_as_what_is_to_be_done(app, core, anna, devices):
    """A row a table, or one fault: never a thousand rows under the thumb."""
    tables = [str(n) for n in range(100, 200)]
    await core.open(*tables)
    if devices:
        await burst(core, app, tables=tables, each=10)
    else:
        for table in tables:
            await core.journal.append([NewRow(table, "summons", told(n)) for n in range(10)])
        await read_up(app, core)
    page = (await anna.get("/")).text
    assert len(re.findall(r'class="call call--now', page)) == (0 if devices else 100)
    assert ("1000 summonses from hub-B" in plain(page)) is devices
    assert len(body_of(await anna.get("/api/v1/summonses"))) == 1000
