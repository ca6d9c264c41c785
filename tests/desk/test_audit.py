"""The log of looks: what stands in it, who may read it, and what is taken away."""

import csv
import io
import re
from pathlib import Path

import pytest

from controller.desk import audit, evening_pages
from controller.desk.words import read_words

from .evening import TOO_LOW
from .support import PASSWORD, Visitor, body_of, read_up


@pytest.fixture
async def live(core, app):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)


def lines(app):
    return [(e["by"], e["what"], e.get("page") or e.get("account")) for e in app.state.desk.audit.entries()]


async def test_a_page_with_more_than_players_know_is_written_down(app, live, boris):
    await boris.get("/tables/7")
    await boris.get("/tables/7/summonses/insufficient_bid@4:W")
    looks = [line for line in lines(app) if line[1] == "page"]
    assert looks == [
        ("boris", "page", "/tables/{table}"),
        ("boris", "page", "/tables/{table}/summonses/{wanted}"),
    ]


async def test_a_page_that_loads_itself_again_is_one_look_for_ten_minutes(app, live, boris, core):
    for later in (0, 20, 599, 601):
        core.now = 1_800_000_000.0 + later
        await boris.get("/tables/7")
    assert lines(app).count(("boris", "page", "/tables/{table}")) == 2


async def test_log_ins_right_and_wrong_are_written_down_without_what_was_typed(app):
    async with Visitor(app) as visitor:
        await visitor.log_in("anna", "not it")
        await visitor.log_in("four clubs doubled", "anna")
        await visitor.log_in("anna")
    assert [line[:2] for line in lines(app)] == [("anna", "login_wrong"), ("–", "login_wrong"), ("anna", "login")]
    text = app.state.desk.settings.looks.read_text()
    assert PASSWORD not in text and "not it" not in text


async def test_the_chief_reads_it_on_a_page_and_searches(app, live, anna, boris):
    await boris.tap("/tables/7/hands")
    page = (await anna.get("/audit?q=boris+7")).text
    assert "Looked at the hands" in page and "Logged in" not in page


@pytest.mark.parametrize("who", ["boris", "pavel", "olga", "sam", "seat", "wall", "sven"])
@pytest.mark.parametrize("path", ["/audit", "/audit/export.csv", "/audit/export.json", "/api/v1/audit"])
async def test_nobody_else_reads_it(app, who, path):
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        assert (await visitor.get(path)).status_code == 403


async def test_the_chief_takes_it_away_as_csv_and_json(app, live, anna, boris):
    await boris.tap("/tables/7/hands")
    rows = list(csv.DictReader(io.StringIO((await anna.get("/audit/export.csv")).text)))
    found = body_of(await anna.get("/audit/export.json"))
    assert [(row["by"], row["what"], row["table"]) for row in rows if row["what"] == "hands"] == [
        ("boris", "hands", "7")
    ]
    assert [one["by"] for one in found if one["what"] == "export"] == ["anna", "anna"]


async def test_a_name_that_a_spreadsheet_would_calculate_is_taken_away_as_text(app, anna):
    app.state.desk.audit.noted("login", by="=1+1", at=1.0)
    assert "'=1+1" in (await anna.get("/audit/export.csv")).text


async def test_a_line_that_a_power_cut_tore_loses_no_other(app, anna):
    with app.state.desk.settings.looks.open("a") as file:
        file.write('{"at": 1, "by": "ann')
        file.write('\n{"at": 2, "by": "boris", "what": "hands"}\n')
    assert lines(app)[-1] == ("boris", "hands", None)


async def test_the_file_is_for_its_owner_alone(app, anna):
    assert app.state.desk.settings.looks.stat().st_mode & 0o777 == 0o600


SAID = re.compile(r"\.(?:wrote|noted)\(\s*(?:\"(\w+)\"|([A-Z]+))")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_that_is_written_down_is_said_in_words(language):
    words, named = read_words()[language], {"PLAYED": audit.PLAYED, "CLOSED": evening_pages.CLOSED}
    code = "".join(path.read_text() for path in sorted(Path(audit.__file__).parent.glob("*.py")))
    kinds = {literal or named[constant] for literal, constant in SAID.findall(code)}
    assert {"hands", "evening", "evening_closed", "played"} <= kinds
    assert [kind for kind in sorted(kinds) if f"audit.what.{kind}" not in words] == []


# -- as JSON, page by page ---------------------------------------------------------------------------------------------


async def test_the_chief_reads_it_page_by_page_while_lines_are_added(app, anna):
    for n in range(7):
        app.state.desk.audit.noted("login", by=f"boris {n}", at=float(n))
    numbers, before = [], ""
    for _ in range(4):
        found = body_of(await anna.get(f"/api/v1/audit?q=boris&limit=3{before}"))
        numbers += [line["n"] for line in found["lines"]]
        app.state.desk.audit.noted("login", by="boris too", at=99.0)
        if found["next"] is None:
            break
        before = f"&before={found['next']}"
    # The first line is the chief's own log-in; each of the others came once.
    assert numbers == [8, 7, 6, 5, 4, 3, 2]


async def test_a_line_says_as_much_as_the_page(app, live, anna, boris):
    await boris.tap("/tables/7/hands")
    (line,) = body_of(await anna.get("/api/v1/audit?q=hands"))["lines"]
    told = {name: value for name, value in line.items() if value is not None and name not in ("n", "at")}
    assert told == {"by": "boris", "what": "hands", "table": "7", "board": 21, "page": "table"}


@pytest.mark.parametrize("asked", ["limit=0", "limit=1001", "limit=x", "before=0", "before=-1", f"q={'x' * 81}"])
async def test_what_cannot_be_asked_for_is_refused(anna, asked):
    assert (await anna.get(f"/api/v1/audit?{asked}")).status_code == 422
