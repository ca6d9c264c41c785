"""The desk's parts in one place, for its routes: the door, the room, the core, the words, how a page is made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from controller.adapters.double_dummy import DoubleDummy
from controller.desk.accounts import Accounts, Passwords
from controller.desk.audit import Audit
from controller.desk.call_limit import CallLimit
from controller.desk.core import Commands
from controller.desk.core_watch import CoreWatch
from controller.desk.follower import Follower
from controller.desk.gate import IN_THE_ROOM, Visitor
from controller.desk.hub import Hub
from controller.desk.login_guard import LoginGuard
from controller.desk.next_evening import NextEvening
from controller.desk.pairing import PairingCodes
from controller.desk.room import Room
from controller.desk.sessions import Sessions
from controller.desk.settings import DeskSettings
from controller.desk.setup_code import SetupCode
from controller.desk.times import ago, clock_s
from controller.desk.words import Words, language_for
from controller.session.may_see import Role

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything a route needs."""

    settings: DeskSettings
    room: Room
    hub: Hub
    follower: Follower
    watch: CoreWatch
    commands: Commands
    accounts: Accounts
    passwords: Passwords
    sessions: Sessions
    guard: LoginGuard
    setup_code: SetupCode
    pairing: PairingCodes
    call_limit: CallLimit
    audit: Audit
    analysis: DoubleDummy
    #: Whoever prints: one after the other, for each takes a thread and a good part of a core.
    printing: asyncio.Lock
    words: Mapping[str, Words]
    pages: Environment
    now: Callable[[], float]
    #: Sets up the next evening; None where this desk was not given its files.
    next_evening: NextEvening | None = None
    #: Corrections go to the core one after the other: each was shown for the record as it then was.
    correcting: asyncio.Lock = field(default_factory=asyncio.Lock)

    def words_for(self, request: Request) -> Words:
        """The words of the visitor's language."""
        visitor: Visitor | None = getattr(request.state, "visitor", None)
        wanted = visitor.account.language if visitor else None
        return self.words[language_for(wanted, request.headers.get("accept-language", ""))]

    def render(
        self, request: Request, page: str, context: Mapping[str, Any] | None = None, *, status: int = 200
    ) -> HTMLResponse:
        """A page in the visitor's language."""
        words = self.words_for(request)
        visitor: Visitor | None = getattr(request.state, "visitor", None)
        now = self.now()
        base = {
            "_": words,
            "language": words.language,
            "visitor": visitor,
            "is_director": visitor is not None and visitor.account.role is Role.DIRECTOR,
            # Those who are told of what is wrong with the desk itself.
            "is_staff": visitor is not None and visitor.account.role in IN_THE_ROOM,
            "csrf": visitor.session.csrf if visitor else "",
            "trouble": self.follower.trouble,
            "core_is_away": self.watch.is_away,
            "session_name": self.room.session.session if self.room.session else "",
            "now": now,
            "asof": clock_s(now),
            "ago": ago,
        }
        text = self.pages.get_template(page).render(base | dict(context or {}))
        return HTMLResponse(text, status_code=status)

    def fragment(self, page: str, words: Words, context: Mapping[str, Any]) -> str:
        """A part of a page that needs to know neither who asks nor when."""
        return self.pages.get_template(page).render({"_": words, **context})


def desk_of(request: Request) -> Desk:
    """The desk of the running app."""
    desk: Desk = request.app.state.desk
    return desk


def read_pages() -> Environment:
    """The page templates: everything escaped, a name that is missing is an error."""
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
