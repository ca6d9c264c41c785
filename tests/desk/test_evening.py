"""The next evening, set up at the desk: filled in, checked, opened; by those who look after the room alone."""

import stat

import pytest

from controller.cli.next_evening import FilesOfEvening
from controller.cli.settings import read_settings

from .conftest import WHO
from .evening import WRONG_LEAD
from .support import Visitor, accounts_in, app_for, read_up
from .test_results import logged_in

SETTINGS = """
venue = "club"
session = "tuesday-pairs"
[broker]
kind = "none"
[[tables]]
name = "1"
[[tables]]
name = "2"
[[tables]]
name = "7"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "club" / "settings.toml"
    path.parent.mkdir()
    path.write_text(SETTINGS)
    (path.parent / "data").mkdir(mode=0o700)
    return path


@pytest.fixture
async def app(tmp_path, core, file):
    accounts_in(tmp_path, **WHO)
    made = app_for(tmp_path, core, next_evening=FilesOfEvening(file, restarts=False))
    async with made.router.lifespan_context(made):
        yield made


def filled(**more):
    return {"session": "wednesday", "tables": ["1", "2"], "movement": "howell", "scoring": "matchpoints"} | more


async def send(visitor, do, **more):
    return await visitor.post("/evening", data={"csrf": visitor.csrf, "do": do, **filled(**more)})


async def test_the_form_has_the_present_evening(anna):
    page = (await anna.get("/evening")).text
    assert 'value="tuesday-pairs"' in page and page.count('name="tables"') == 3


async def test_a_check_says_what_is_ready_and_changes_nothing(anna, file):
    page = (await send(anna, "check")).text
    assert "Movement: 2 tables, 3 rounds, 6 boards" in page and "Open the evening" in page
    assert file.read_text() == SETTINGS and sorted(path.name for path in file.parent.iterdir()) == [
        "data",
        "settings.toml",
    ]


async def test_an_evening_that_is_opened_has_its_settings_its_plan_and_its_own_folder(anna, file):
    page = (await send(anna, "open", laws="1987", opening_lead="face_up", names="1 Ann – Sue")).text
    assert "The evening wednesday is set up" in page
    settings = read_settings(file)
    assert (settings.session, settings.laws, settings.data.name) == ("wednesday", "1987", "wednesday")
    assert settings.regulations["opening_lead"] == "face_up" and [t.name for t in settings.tables] == ["1", "2"]
    assert settings.movement is not None and "Ann" in settings.movement.read_text()
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700


async def test_who_may_log_in_goes_along(anna, file):
    (file.parent / "data" / "desk-accounts.json").write_text("{}")
    await send(anna, "open")
    assert (file.parent / "wednesday" / "desk-accounts.json").read_text() == "{}"


async def test_the_settings_before_are_kept(anna, file):
    await send(anna, "open")
    assert (file.parent / "settings.toml.before").read_text() == SETTINGS


async def test_what_cannot_be_used_names_the_field_and_changes_nothing(anna, file):
    answer = await send(anna, "open", boards_per_round="many")
    assert answer.status_code == 422 and "Boards a round" in answer.text and "is no number" in answer.text
    assert file.read_text() == SETTINGS


async def test_an_evening_of_a_name_that_has_been_is_not_opened_twice(anna, file):
    (file.parent / "wednesday").mkdir()
    answer = await send(anna, "open")
    assert answer.status_code == 422 and "there has been an evening of that name" in answer.text


async def test_where_the_service_names_its_evenings_the_page_says_so(anna, file, monkeypatch):
    monkeypatch.setenv("SMARTTABLE_SESSION", "2026-12-01")
    answer = await send(anna, "open")
    assert answer.status_code == 422 and "SMARTTABLE_SESSION" in answer.text and file.read_text() == SETTINGS


async def test_what_stops_the_evening_keeps_it_from_being_opened_unless_the_director_insists(anna, file):
    file.write_text(SETTINGS.replace('name = "2"', 'name = "2"\ndecks = ["blue.json"]'))
    page = (await send(anna, "open")).text
    assert "1 thing stops you" in page and "blue.json" in page and read_settings(file).session == "tuesday-pairs"
    await send(anna, "anyway")
    assert read_settings(file).session == "wednesday"


async def test_what_the_present_evening_has_left_is_said(app, core, anna):
    await core.play("1", *WRONG_LEAD)
    await read_up(app, core)
    page = (await anna.get("/evening")).text
    assert "Table 1: board 13 is in play" in page and "Table 1: summonses that wait: 1" in page


async def test_the_form_in_russian(anna):
    await anna.tap("/language", language="ru", back="/")
    assert "Подготовить вечер" in (await anna.get("/evening")).text


@pytest.mark.parametrize("who", ["pavel", "seat", "sam"])
async def test_nobody_else_sets_up_an_evening(app, file, who):
    async with logged_in(app, who) as visitor:
        assert (await visitor.get("/evening")).status_code == 403
        assert (await send(visitor, "anyway")).status_code == 403
    async with Visitor(app) as nobody:
        assert (await nobody.get("/evening")).status_code == 303
    assert file.read_text() == SETTINGS


async def test_an_operator_may(app, file):
    async with logged_in(app, "olga") as olga:
        await send(olga, "open")
    assert read_settings(file).session == "wednesday"
