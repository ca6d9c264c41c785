"""Accounts, passwords, screens and the evening as JSON, with the rules of their pages; and no act without a route."""

from contextlib import asynccontextmanager

import pytest
from starlette.routing import Mount

from controller.cli.next_evening import FilesOfEvening
from controller.cli.settings import read_settings
from controller.desk import summons_pages

from .conftest import WHO
from .evening import REVOKE
from .support import Visitor, accounts_in, app_for, body_of, read_up
from .test_door import _every_route
from .test_evening import SETTINGS, filled

#: What each form of the desk does, and where the API does it.
FORMS = {
    "/login": "/login",
    "/logout": "/logout",
    "/language": "/preferences",
    "/letters": "/preferences",
    "/password": "/password",
    "/pair": "/pair",
    "/accounts/add": "/accounts",
    "/accounts/renew": "/accounts/renew",
    "/accounts/remove": "/accounts/remove",
    "/screens/code": "/screens/codes",
    "/evening": "/evening/open",
    "/evening/close": "/evening/close",
    "/aside": "/bursts/{device}/aside",
    "/seat/call": "/seat/call",
    "/tables/{table}/played": "/tables/{table}/played",
    "/tables/{table}/hands": "/tables/{table}/hands",
    "/tables/{table}/here": "/tables/{table}/at_table",
    "/tables/{table}/keep": "/tables/{table}/events",
    "/tables/{table}/correct": "/tables/{table}/corrections",
    "/tables/{table}/summonses/{wanted}": "/rulings",
    "/tables/{table}/summonses/{wanted}/report": "/tables/{table}/summonses/{summons}/report",
}
#: The first account is made by whoever sits at the terminal: on the page with its code, or by `smarttable account put`.
AT_THE_TERMINAL = {"/setup"}
_CASE = "/tables/{table}/summonses/{summons}"
BUTTONS = {
    "rule": "/rulings",
    "misread": "/rulings",
    "preview": "/rulings/preview",
    "faced": "/tables/{table}/events",
    "arrived": "/tables/{table}/at_table",
    "leave": "/tables/{table}/at_table",
    "on_my_way": f"{_CASE}/ack",
    "noted": f"{_CASE}/ack",
    "later": f"{_CASE}/later",
    "analysis": f"{_CASE}/analysis",
    "compare": f"{_CASE}/compare",
}


@pytest.fixture
async def app(tmp_path, core):
    accounts_in(tmp_path, **WHO)
    file = tmp_path / "club" / "settings.toml"
    file.parent.mkdir()
    file.write_text(SETTINGS)
    (file.parent / "data").mkdir(mode=0o700)
    made = app_for(tmp_path, core, next_evening=FilesOfEvening(file, restarts=False))
    async with made.router.lifespan_context(made):
        yield made


@asynccontextmanager
async def come_in(app, name):
    async with Visitor(app) as visitor:
        await visitor.log_in_here(name)
        visitor.headers["X-CSRF-Token"] = visitor.csrf
        yield visitor


@pytest.fixture
async def anna(app):
    async with come_in(app, "anna") as visitor:
        yield visitor


def posts(app):
    assert not any(isinstance(route, Mount) and route.path != "/static" for route in app.routes)
    return {route.path for route in _every_route(app.routes) if "POST" in route.methods}


def test_every_form_of_the_desk_has_a_route_of_the_api(app):
    forms = {path for path in posts(app) if not path.startswith("/api/")}
    assert forms == FORMS.keys() | AT_THE_TERMINAL
    assert {f"/api/v1{path}" for path in FORMS.values()} <= posts(app)


def test_every_button_of_a_summons_has_a_route_of_the_api(app):
    assert summons_pages._BUTTONS.keys() == BUTTONS.keys()
    assert {f"/api/v1{path}" for path in BUTTONS.values()} <= posts(app)


async def test_a_new_account_comes_in_by_its_first_password_and_chooses_another(app, anna):
    given = body_of(await anna.post("/api/v1/accounts", json={"name": "Oleg", "role": "operator"}))
    async with Visitor(app) as oleg:
        told = body_of(await oleg.post("/api/v1/login", json=given))
        oleg.headers["X-CSRF-Token"] = told["csrf"]
        assert (await oleg.get("/api/v1/accounts")).status_code == 403
        # What may be done before one has chosen a password of one's own is the same by either way.
        changed = await oleg.post("/api/v1/password", json={"old": given["password"], "password": "four spades made"})
        assert body_of(changed) == {"changed": True}
        assert (await oleg.get("/api/v1/accounts")).status_code == 401
        assert body_of(await oleg.post("/api/v1/login", json={"name": "Oleg", "password": "four spades made"}))["csrf"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": "anna", "role": "operator"}, 409),
        ({"name": "screen 7 S", "role": "operator"}, 422),
        ({"name": " ", "role": "operator"}, 422),
        ({"name": "X", "role": "seat"}, 403),
        ({"name": "X"}, 422),
    ],
)
async def test_an_account_that_cannot_be_is_refused(anna, body, status):
    answer = await anna.post("/api/v1/accounts", json=body)
    assert answer.status_code == status and body_of(answer)["detail"]


async def test_an_operator_makes_no_director_and_changes_none(app):
    async with come_in(app, "olga") as olga:
        assert (await olga.post("/api/v1/accounts", json={"name": "X", "role": "director"})).status_code == 403
        for act in ("renew", "remove"):
            assert (await olga.post(f"/api/v1/accounts/{act}", json={"name": "boris"})).status_code == 403
        listed = {one["name"]: one["may_change"] for one in body_of(await olga.get("/api/v1/accounts"))}
        assert (listed["boris"], listed["sam"]) == (False, True)


async def test_an_account_is_renewed_and_taken_away_and_both_are_written_down(app, anna):
    async with come_in(app, "sam") as sam:
        assert body_of(await anna.post("/api/v1/accounts/renew", json={"name": "sam"}))["password"]
        assert (await sam.get("/api/v1/boards")).status_code == 401
    assert body_of(await anna.post("/api/v1/accounts/remove", json={"name": "sam"})) == {"removed": True}
    written = [entry["what"] for entry in app.state.desk.audit.entries()]
    assert written[-2:] == ["account_renewed", "account_removed"]
    assert "argon2" not in (await anna.get("/api/v1/accounts")).text


async def test_a_screen_comes_in_by_its_code_once(app, anna):
    place = {"role": "seat", "table": "7", "seat": "S"}
    code = body_of(await anna.post("/api/v1/screens/codes", json=place))["code"]
    async with Visitor(app) as screen:
        told = body_of(await screen.post("/api/v1/pair", json={"code": code}))
        assert (told["name"], told["role"]) == ("screen 7 S", "seat")
        assert (await screen.get("/api/v1/seat")).status_code == 200
    async with Visitor(app) as other:
        tries = [await other.post("/api/v1/pair", json={"code": code}) for _ in range(6)]
        assert [answer.status_code for answer in tries] == [403, 403, 403, 403, 403, 429]
    assert (await anna.post("/api/v1/screens/codes", json=place | {"table": "99"})).status_code == 404


async def test_preferences_and_the_end_of_a_session(app, anna):
    await anna.post("/api/v1/preferences", json={"language": "ru", "large_text": True})
    kept = app.state.desk.accounts.all()["anna"]
    assert (kept.language, kept.large_text) == ("ru", True)
    assert (await anna.post("/api/v1/preferences", json={"language": "xx"})).status_code == 422
    assert body_of(await anna.post("/api/v1/logout")) == {"ended": True}
    assert (await anna.get("/api/v1/tables")).status_code == 401


async def test_an_evening_is_checked_and_opened(tmp_path, anna):
    told = body_of(await anna.get("/api/v1/evening"))
    assert told["draft"]["session"] == "tuesday-pairs" and len(told["tables"]) == 3
    checked = body_of(await anna.post("/api/v1/evening/check", json=filled()))
    assert any("6 boards" in one["text"] for one in checked["checks"])
    assert read_settings(tmp_path / "club" / "settings.toml").session == "tuesday-pairs"
    opened = body_of(await anna.post("/api/v1/evening/open", json=filled(anyway=True)))
    assert opened["opened"] and read_settings(tmp_path / "club" / "settings.toml").session == "wednesday"


async def test_an_evening_that_cannot_be_names_the_field(anna):
    answer = await anna.post("/api/v1/evening/open", json=filled(session="A B"))
    assert answer.status_code == 422 and body_of(answer)["detail"].startswith("session")


async def test_a_playing_director_says_that_he_has_played_a_board(app, core):
    await core.play("7", *REVOKE)
    await read_up(app, core)
    async with come_in(app, "pavel") as pavel:
        board = app.state.desk.room.tables["7"].board
        assert (await pavel.post("/api/v1/tables/7/played", json={"board": board + 1})).status_code == 409
        assert body_of(await pavel.post("/api/v1/tables/7/played", json={"board": board})) == {"recorded": True}
    assert ("pavel", board) in app.state.desk.room.declared


async def test_a_report_has_hands_only_where_the_look_is_written_down(app, core, anna):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    case = next(iter(app.state.desk.room.tables["2"].cases))
    path = f"/api/v1/tables/2/summonses/{case}/report"
    assert body_of(await anna.get(path))["hands"] is None
    assert len(body_of(await anna.post(path))["hands"]) == 4
    assert [e["page"] for e in app.state.desk.audit.entries() if e["what"] == "hands"] == ["report"]


@pytest.mark.parametrize("act", ["analysis", "compare"])
async def test_a_look_that_does_not_fit_the_finding_is_not_granted(app, core, anna, act):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    for summons in ("x", next(iter(app.state.desk.room.tables["2"].cases))):
        answer = await anna.post(f"/api/v1/tables/2/summonses/{summons}/{act}")
        assert answer.status_code == 404
    assert [e for e in app.state.desk.audit.entries() if e["what"] == "hands"] == []


@pytest.mark.parametrize("path", sorted(f"/api/v1{path}" for path in set(FORMS.values()) - {"/login", "/pair"}))
async def test_nothing_is_done_without_the_token_or_from_elsewhere(app, anna, path):
    filled_in = path.replace("{table}", "7").replace("{device}", "hub-7").replace("{summons}", "x")
    del anna.headers["X-CSRF-Token"]
    assert (await anna.post(filled_in, json={})).status_code == 403
    anna.headers["X-CSRF-Token"] = anna.csrf
    assert (await anna.post(filled_in, json={}, headers={"Origin": "https://elsewhere"})).status_code == 403


@pytest.mark.parametrize("path", ["/api/v1/password", "/api/v1/pair", "/api/v1/logout"])
@pytest.mark.parametrize("body", [None, [], {}, {"code": ""}, {"code": 7}, {"old": "", "password": ""}, {"old": "x"}])
async def test_whatever_is_sent_nothing_breaks(anna, path, body):
    assert (await anna.post(path, json=body)).status_code < 500
