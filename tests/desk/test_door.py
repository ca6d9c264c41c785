"""The door: every route is closed unless it says to whom it is open, and nothing is changed from elsewhere."""

import re

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Mount

from controller.desk.gate import ANYONE, roles_of

from .conftest import WHO
from .support import PASSWORD, Visitor, read_up

#: The only routes that one who is not logged in may use. The code of the first set-up, or of a screen, is asked there.
OPEN_TO_ANYONE = {
    ("GET", "/login"),
    ("POST", "/login"),
    ("POST", "/api/v1/login"),
    ("GET", "/setup"),
    ("POST", "/setup"),
    ("GET", "/pair"),
    ("POST", "/pair"),
    ("POST", "/api/v1/pair"),
    ("GET", "/connect/ca.crt"),
}
#: What everybody who is logged in may do: his own session, and results as far as they are open to him.
OPEN_TO_KNOWN = {
    ("GET", "/"),
    ("GET", "/results"),
    ("GET", "/results/boards/{board}"),
    ("GET", "/results/pairs/{pair}"),
    ("GET", "/results/hands"),
    ("GET", "/results/print"),
    ("GET", "/api/v1/results"),
    ("GET", "/api/v1/boards"),
    ("GET", "/api/v1/boards/{board}/tables/{table}"),
    ("GET", "/api/v1/openapi.json"),
    ("POST", "/logout"),
    ("POST", "/language"),
    ("POST", "/letters"),
    ("GET", "/password"),
    ("POST", "/password"),
    ("POST", "/api/v1/logout"),
    ("POST", "/api/v1/preferences"),
    ("POST", "/api/v1/password"),
}
_OPEN_BOARDS = {("GET", "/boards"), ("GET", "/boards/{board}"), ("GET", "/boards/{board}/tables/{table}")}
_STREAM = {("GET", "/api/v1/screen/stream")}
#: What else those may use who neither direct nor look after tables; nothing more.
OPEN_TO = {
    "sam": _OPEN_BOARDS | _STREAM,
    "sven": _OPEN_BOARDS,
    "wall": _STREAM | {("GET", "/wall"), ("GET", "/api/v1/wall")},
    "seat": _OPEN_BOARDS
    | _STREAM
    | {("GET", "/seat"), ("POST", "/seat/call"), ("GET", "/api/v1/seat"), ("POST", "/api/v1/seat/call")},
}


def _every_route(routes):
    """Every route, those of included routers too: FastAPI keeps them in their router or copies them, by version."""
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is not None:
            yield from _every_route(included.routes)
        elif isinstance(route, APIRoute):
            yield route
        else:
            assert isinstance(route, Mount) and route.path == "/static", f"{route} stands outside the door"


def _routes(app):
    return {(method, route.path) for route in _every_route(app.routes) for method in route.methods}


def _address(path: str) -> str:
    filled = path.replace("{table}", "7").replace("{wanted}", "insufficient_bid@4:W")
    filled = filled.replace("{board}", "13").replace("{pair}", "3")
    return filled.replace("{summons}", "insufficient_bid@4:W")


async def _try(visitor: Visitor, method: str, path: str):
    headers = {"X-CSRF-Token": visitor.csrf}
    return await visitor.request(method, _address(path), headers=headers, **({"json": {}} if method == "POST" else {}))


def test_every_route_that_the_lists_name_exists(app):
    assert _routes(app) >= OPEN_TO_ANYONE | OPEN_TO_KNOWN | set().union(*OPEN_TO.values())


async def test_every_route_refuses_one_who_is_not_logged_in(app):
    async with Visitor(app) as nobody:
        for method, path in _routes(app) - OPEN_TO_ANYONE:
            answer = await _try(nobody, method, path)
            sent_to_log_in = answer.status_code == 303 and answer.headers["location"] == "/login"
            assert answer.status_code == 401 or sent_to_log_in, (method, path, answer.status_code)


@pytest.mark.parametrize("who", OPEN_TO)
async def test_every_other_route_refuses_those_who_neither_direct_nor_look_after_tables(app, who):
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        for method, path in _routes(app) - OPEN_TO_ANYONE - OPEN_TO_KNOWN - OPEN_TO[who]:
            answer = await _try(visitor, method, path)
            assert answer.status_code == 403, (method, path, answer.status_code)


@pytest.mark.parametrize("who", OPEN_TO)
def test_the_lists_say_what_the_routes_say(app, who):
    role = WHO[who]
    open_ones = [route for route in _every_route(app.routes) if _is_open_to(role, roles_of(route.endpoint))]
    found = {(method, route.path) for route in open_ones for method in route.methods}
    assert found == OPEN_TO_KNOWN | OPEN_TO[who]


def _is_open_to(role, roles):
    return roles != ANYONE and role in roles


def test_every_route_says_to_whom_it_is_open(app):
    assert [route.path for route in _every_route(app.routes) if not roles_of(route.endpoint)] == []


def test_only_logging_in_is_open_to_anyone(app):
    open_ones = [route for route in _every_route(app.routes) if roles_of(route.endpoint) == ANYONE]
    found = {(method, route.path) for route in open_ones for method in route.methods}
    assert found == OPEN_TO_ANYONE


async def test_a_route_that_says_nothing_is_closed_to_everybody(app, anna):
    async def forgotten() -> str:
        return "cards"

    app.get("/forgotten")(forgotten)
    assert (await anna.get("/forgotten")).status_code == 403


async def test_an_operator_sees_the_room_but_no_findings_and_no_cards(app, core):
    await core.play("7", {"type": "board", "board": 21}, *_too_low())
    await read_up(app, core)
    async with Visitor(app) as olga:
        await olga.log_in("olga")
        page = await olga.get("/")
    assert page.status_code == 200 and "board 21" in page.text and "nsufficient" not in page.text


def _too_low():
    calls = zip("NESW", ("P", "1C", "1S", "1H"), strict=True)
    return [{"type": "call", "seat": seat, "call": call} for seat, call in calls]


# -- logging in -----------------------------------------------------------------------------------------------------


async def test_the_right_password_logs_in_with_a_strict_cookie(app):
    async with Visitor(app) as visitor:
        answer = await visitor.post("/login", data={"name": "anna", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 303 and "HttpOnly" in cookie and "samesite=strict" in cookie.lower()


@pytest.mark.parametrize(("name", "password"), [("anna", "wrong"), ("nobody", PASSWORD), ("", ""), ("anna", "x" * 300)])
async def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(app, name, password):
    async with Visitor(app) as visitor:
        answer = await visitor.post("/login", data={"name": name, "password": password})
    assert answer.status_code == 401 and "Name or password is not right." in answer.text
    assert "set-cookie" not in answer.headers


async def test_after_five_wrong_passwords_the_right_one_has_to_wait(app):
    async with Visitor(app) as visitor:
        for _ in range(5):
            await visitor.log_in("anna", "wrong")
        answer = await visitor.post("/login", data={"name": "anna", "password": PASSWORD})
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0


async def test_the_wait_ends(app, core):
    async with Visitor(app) as visitor:
        for _ in range(5):
            await visitor.log_in("anna", "wrong")
        core.now += 11
        assert (await visitor.log_in("anna")).status_code == 303


async def test_logging_out_ends_the_session_on_our_side_too(anna):
    cookie = dict(anna.cookies)
    assert (await anna.tap("/logout")).status_code == 303
    anna.cookies.update(cookie)
    assert (await anna.get("/")).headers["location"] == "/login"


async def test_a_session_that_is_not_used_runs_out(anna, core):
    core.now += 7 * 3600
    assert (await anna.get("/")).headers["location"] == "/login"


async def test_an_account_that_is_taken_away_is_logged_out_at_once(app, anna, tmp_path):
    path = app.state.desk.settings.accounts
    path.write_text("{}")
    assert (await anna.get("/")).headers["location"] == "/login"


# -- requests from elsewhere ------------------------------------------------------------------------------------------


async def test_a_form_without_its_token_changes_nothing(anna, core):
    answer = await anna.post("/tables/7/here", data={})
    assert answer.status_code == 403 and core.asked == []


async def test_a_form_with_anothers_token_changes_nothing(anna, boris, core):
    answer = await anna.post("/tables/7/here", data={"csrf": boris.csrf})
    assert answer.status_code == 403 and core.asked == []


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
async def test_a_form_from_another_site_changes_nothing(anna, core, headers):
    answer = await anna.post("/tables/7/here", data={"csrf": anna.csrf}, headers=headers)
    assert answer.status_code == 403 and core.asked == []


async def test_logging_in_from_another_site_is_refused(app):
    async with Visitor(app) as visitor:
        fields = {"name": "anna", "password": PASSWORD}
        answer = await visitor.post("/login", data=fields, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


async def test_an_unknown_host_name_is_refused(anna):
    assert (await anna.get("/", headers={"Host": "evil.example"})).status_code == 400


async def test_a_body_that_is_too_long_is_refused(anna):
    assert (await anna.tap("/tables/7/here", back="x" * 70_000)).status_code == 413


async def test_going_back_leads_to_our_own_pages_only(anna):
    answer = await anna.tap("/language", language="ru", back="//evil.example/")
    assert answer.headers["location"] == "/"


# -- what every answer carries --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/login", "/", "/api/v1/tables", "/nothing", "/static/desk.js"])
async def test_every_answer_forbids_scripts_and_styles_from_elsewhere(anna, path):
    answer = await anna.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/", "/tables/7", "/api/v1/tables"])
async def test_no_page_stays_in_a_cache(anna, path):
    assert (await anna.get(path)).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/login", "/", "/tables/7", "/rulings", "/boards", "/nothing"])
async def test_no_page_has_script_or_style_in_it(anna, path):
    page = (await anna.get(path)).text
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    assert not any(s.strip() for s in scripts) and not re.search(r"\sstyle=|\son\w+=|<style|javascript:", page)


async def test_a_users_own_name_cannot_bring_markup(app, core):
    await core.row("7", "at_table", {"by": "<img src=x onerror=alert(1)>", "state": "begun", "until": 1.0})
    await read_up(app, core)
    async with Visitor(app) as visitor:
        await visitor.log_in("anna")
        page = (await visitor.get("/tables/7")).text
    assert "<img" not in page and "&lt;img" in page
