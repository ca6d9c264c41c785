"""The log of looks: what stands in it, who may read it, and what is taken away."""

import csv
import io

import pytest

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
@pytest.mark.parametrize("path", ["/audit", "/audit/export.csv", "/audit/export.json"])
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
