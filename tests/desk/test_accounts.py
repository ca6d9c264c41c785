"""Accounts on a page: who may give which, first passwords that must be changed, one's own password."""

import re

import pytest

from controller.session.may_see import Role

from .support import PASSWORD, Visitor

NEW = "a quiet revoke in hearts"


@pytest.fixture
async def olga(app):
    async with Visitor(app) as visitor:
        await visitor.log_in("olga")
        yield visitor


async def first_password(visitor, name="Nina", role="scorer", **fields):
    page = (await visitor.tap("/accounts/add", name=name, role=role, **fields)).text
    return re.search(r'class="secret">([^<]+)<', page)[1]


async def test_an_operator_adds_a_scorer_and_the_password_is_shown_once(app, olga):
    password = await first_password(olga)
    assert password not in (await olga.get("/accounts")).text
    nina = app.state.desk.accounts.all()["Nina"]
    assert nina.role is Role.SCORER and nina.must_change and password not in nina.password


async def test_with_a_first_password_nothing_can_be_done_but_choose_another(app, olga):
    password = await first_password(olga)
    async with Visitor(app) as nina:
        await nina.post("/login", data={"name": "Nina", "password": password})
        assert (await nina.get("/results")).headers["location"] == "/password"
        assert (await nina.get("/api/v1/results")).status_code == 403
        nina.csrf = re.search(r'name="csrf" value="([^"]+)"', (await nina.get("/password")).text)[1]
        changed = await nina.tap("/password", old=password, password=NEW, again=NEW)
        told = (await nina.get(changed.headers["location"])).text
        assert changed.headers["location"].startswith("/login") and "Your password is changed" in told
        assert (await nina.post("/login", data={"name": "Nina", "password": NEW})).status_code == 303
        assert (await nina.get("/results")).status_code == 200


@pytest.mark.parametrize("role", ["director", "playing_director", "seat", "wall", "emperor"])
async def test_an_operator_makes_no_director_and_no_screen(app, olga, role):
    assert (await olga.tap("/accounts/add", name="Nina", role=role)).status_code == 403
    assert "Nina" not in app.state.desk.accounts.all()


@pytest.mark.parametrize("path", ["/accounts/renew", "/accounts/remove"])
async def test_an_operator_touches_no_directors_account(app, olga, path):
    assert (await olga.tap(path, name="anna")).status_code == 403
    assert "anna" in app.state.desk.accounts.all()


@pytest.mark.parametrize("path", ["/accounts/renew", "/accounts/remove"])
async def test_a_director_touches_no_chiefs_account_and_not_his_own(app, boris, path):
    assert [(await boris.tap(path, name=name)).status_code for name in ("anna", "boris")] == [403, 403]


async def test_only_a_chief_makes_a_chief(app, anna, boris):
    await first_password(anna, "Clara", "director", chief="yes")
    await first_password(boris, "Dora", "director", chief="yes")
    known = app.state.desk.accounts.all()
    assert known["Clara"].is_chief and not known["Dora"].is_chief


async def test_an_account_that_is_taken_away_is_out_at_once(app, anna, boris):
    await anna.tap("/accounts/remove", name="boris")
    assert (await boris.get("/")).headers["location"] == "/login"


async def test_a_new_password_from_another_logs_out_everywhere(app, anna, boris):
    await anna.tap("/accounts/renew", name="boris")
    assert (await boris.get("/")).headers["location"] == "/login"
    async with Visitor(app) as again:
        assert (await again.log_in("boris")).status_code == 401


async def test_a_name_that_is_taken_is_not_taken_over(app, olga):
    before = app.state.desk.accounts.all()["sam"]
    assert (await olga.tap("/accounts/add", name="sam", role="scorer")).status_code == 409
    assert app.state.desk.accounts.all()["sam"] == before


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "screen 7 S", "wall"])
async def test_a_name_must_be_one_and_not_a_screens(app, olga, name):
    assert (await olga.tap("/accounts/add", name=name, role="scorer")).status_code in (409, 422)


@pytest.mark.parametrize("who", ["sam", "seat", "wall", "sven", "pavel"])
async def test_nobody_else_has_the_page(app, who):
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        assert (await visitor.get("/accounts")).status_code == 403


# -- one's own password -----------------------------------------------------------------------------------------------


async def test_ones_own_password_is_changed_with_the_old_one_and_logs_out_everywhere(app, boris):
    answer = await boris.tap("/password", old=PASSWORD, password=NEW, again=NEW)
    assert answer.headers["location"].startswith("/login")
    async with Visitor(app) as again:
        assert (await again.log_in("boris", NEW)).status_code == 303


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"old": "wrong", "password": NEW, "again": NEW}, 403),
        ({"old": PASSWORD, "password": NEW, "again": "another one"}, 422),
        ({"old": PASSWORD, "password": "short", "again": "short"}, 422),
        ({"old": PASSWORD, "password": PASSWORD, "again": PASSWORD}, 422),
    ],
)
async def test_a_password_that_cannot_be_changed_stays(app, boris, fields, status):
    assert (await boris.tap("/password", **fields)).status_code == status
    async with Visitor(app) as again:
        assert (await again.log_in("boris")).status_code == 303


async def test_guessing_the_old_password_has_to_wait_like_logging_in(boris):
    for _ in range(5):
        await boris.tap("/password", old="wrong", password=NEW, again=NEW)
    assert (await boris.tap("/password", old=PASSWORD, password=NEW, again=NEW)).status_code == 429
