"""The first visit: a code from the terminal, one account, and then the page is gone."""

import pytest

from controller.desk.setup_code import ALPHABET, LASTS_S, TRIES, SetupCode
from controller.session.may_see import Role

from .support import PASSWORD, Visitor, accounts_in, app_for


@pytest.fixture
async def said():
    """What the terminal has said."""
    return []


@pytest.fixture
async def fresh(tmp_path, core, said):
    """A desk at which nobody can log in yet."""
    made = app_for(tmp_path, core, say=said.append)
    async with made.router.lifespan_context(made):
        yield made


def form(code, **fields):
    return {"code": code, "name": "Anna", "password": PASSWORD, "again": PASSWORD} | fields


async def test_with_the_code_the_first_director_makes_his_account_and_is_in(fresh, said):
    async with Visitor(fresh) as visitor:
        assert (await visitor.get("/", follow_redirects=True)).url.path == "/setup"
        answer = await visitor.post("/setup", data=form(said[0]))
        assert answer.status_code == 303 and (await visitor.get("/")).status_code == 200
    anna = fresh.state.desk.accounts.all()["Anna"]
    assert (anna.role, anna.is_chief, anna.must_change) == (Role.DIRECTOR, True, False)


async def test_the_code_works_once_and_the_page_is_gone_afterwards(fresh, said):
    async with Visitor(fresh) as visitor:
        await visitor.get("/setup")
        await visitor.post("/setup", data=form(said[0]))
    async with Visitor(fresh) as other:
        assert (await other.post("/setup", data=form(said[0], name="Boris"))).status_code == 404
        assert (await other.get("/setup")).headers["location"] == "/login"
    assert list(fresh.state.desk.accounts.all()) == ["Anna"]


async def test_a_wrong_code_makes_nothing(fresh, said):
    async with Visitor(fresh) as visitor:
        await visitor.get("/setup")
        answer = await visitor.post("/setup", data=form("AAAA-AAAA"))
    assert answer.status_code == 403 and fresh.state.desk.accounts.all() == {}


async def test_after_five_wrong_codes_the_right_one_works_no_more(fresh, said):
    async with Visitor(fresh) as visitor:
        await visitor.get("/setup")
        for _ in range(TRIES):
            await visitor.post("/setup", data=form("AAAA-AAAA"))
        answer = await visitor.post("/setup", data=form(said[0]))
    assert answer.status_code == 429 and fresh.state.desk.accounts.all() == {}


async def test_a_minute_later_the_terminal_says_another_one(fresh, said, core):
    async with Visitor(fresh) as visitor:
        await visitor.get("/setup")
        for _ in range(TRIES):
            await visitor.post("/setup", data=form("AAAA-AAAA"))
        core.now += 61
        await visitor.get("/setup")
        assert len(said) == 2 and (await visitor.post("/setup", data=form(said[1]))).status_code == 303


@pytest.mark.parametrize(
    "fields", [{"again": "something else"}, {"password": "short", "again": "short"}, {"name": " "}, {"name": "a\nb"}]
)
async def test_a_mistake_in_the_rest_of_the_form_does_not_use_the_code_up(fresh, said, fields):
    async with Visitor(fresh) as visitor:
        await visitor.get("/setup")
        assert (await visitor.post("/setup", data=form(said[0], **fields))).status_code == 422
        assert (await visitor.post("/setup", data=form(said[0]))).status_code == 303


async def test_where_somebody_can_log_in_no_code_is_ever_said(tmp_path, core, said):
    accounts_in(tmp_path, anna=Role.DIRECTOR)
    made = app_for(tmp_path, core, say=said.append)
    async with made.router.lifespan_context(made), Visitor(made) as visitor:
        assert (await visitor.get("/setup")).status_code == 303
    assert said == []


async def test_from_another_site_it_cannot_be_done(fresh, said):
    async with Visitor(fresh) as visitor:
        await visitor.get("/setup")
        answer = await visitor.post("/setup", data=form(said[0]), headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


# -- the code itself -----------------------------------------------------------------------------------------------


def test_a_code_is_void_after_half_an_hour():
    now, said = [0.0], []
    code = SetupCode(lambda: now[0], said.append)
    code.offer()
    now[0] = LASTS_S
    assert not code.is_right(said[0])


def test_a_code_may_be_typed_in_small_letters_and_without_its_dash():
    said = []
    code = SetupCode(lambda: 0.0, said.append)
    code.offer()
    assert code.is_right(said[0].replace("-", " ").lower())


def test_a_code_is_not_offered_twice_while_it_works():
    said = []
    code = SetupCode(lambda: 0.0, said.append)
    code.offer()
    code.offer()
    assert len(said) == 1 and set(said[0]) - {"-"} <= set(ALPHABET)
