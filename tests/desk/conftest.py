"""A desk over a real journal, with somebody of each role who may log in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from controller.adapters.journal import SqliteJournal
from controller.session.may_see import Role

from .evening import REVOKE, TOO_LOW, WRONG_LEAD
from .support import Core, Visitor, accounts_in, app_for, read_up

WHO = {
    "anna": Role.DIRECTOR,
    "boris": Role.DIRECTOR,
    "pavel": Role.PLAYING_DIRECTOR,
    "olga": Role.OPERATOR,
    "sven": Role.SCORER,
    "seat": Role.SEAT,
    "wall": Role.WALL,
    "sam": Role.SPECTATOR,
}


@pytest.fixture
async def core(tmp_path: Path) -> AsyncIterator[Core]:
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    made = Core(journal)
    await made.open("1", "2", "7")
    yield made
    await journal.close()


@pytest.fixture
async def app(tmp_path: Path, core: Core) -> AsyncIterator[FastAPI]:
    accounts_in(tmp_path, **WHO)
    made = app_for(tmp_path, core)
    async with made.router.lifespan_context(made):
        yield made


@pytest.fixture
async def anna(app: FastAPI) -> AsyncIterator[Visitor]:
    """A director who has logged in."""
    async with Visitor(app) as visitor:
        assert (await visitor.log_in("anna")).status_code == 303
        yield visitor


@pytest.fixture
async def boris(app: FastAPI) -> AsyncIterator[Visitor]:
    """Another director."""
    async with Visitor(app) as visitor:
        assert (await visitor.log_in("boris")).status_code == 303
        yield visitor


@pytest.fixture
async def too_low(app, core, anna):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    return anna


@pytest.fixture
async def wrong_lead(app, core, anna):
    await core.play("1", *WRONG_LEAD)
    await read_up(app, core)
    return anna


@pytest.fixture
async def revoked(app, core, anna):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    return anna
