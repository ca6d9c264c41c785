"""The door of the desk: who is asking, may he use this route, is this request his own. Default deny.

A route that says nothing is closed to everybody. What a route then shows of a deal is asked of `Room.sees`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from starlette.requests import Request

from controller.desk.accounts import Account
from controller.desk.room import Viewer
from controller.desk.sessions import Session
from controller.session.may_see import Role

COOKIE = "desk_session"
_MARK = "_open_to"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: What may be done before one has chosen a password of one's own.
_BEFORE_A_PASSWORD = frozenset(
    {"/password", "/logout", "/language", "/api/v1/password", "/api/v1/logout", "/api/v1/preferences"}
)
#: Everybody at all, logged in or not.
ANYONE = "anyone"
#: Everybody who is logged in.
KNOWN = frozenset(Role)
#: Those who direct; what of a deal they may see is another question.
DIRECTORS = frozenset({Role.DIRECTOR, Role.PLAYING_DIRECTOR})
#: Those who direct or look after tables and devices.
IN_THE_ROOM = DIRECTORS | {Role.OPERATOR}
#: Those who let others in.
DOORKEEPERS = frozenset({Role.DIRECTOR, Role.OPERATOR})

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class DeniedError(Exception):
    """The request is not answered. `status` 401: log in first; 403: not for you, or not your own form.

    `instead`: the page to which a browser that asks for one is sent.
    """

    def __init__(self, status: int, key: str = "error.denied", *, instead: str | None = None) -> None:
        super().__init__(key)
        self.status, self.key, self.instead = status, key, instead


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, as the door knows him."""

    account: Account
    session: Session

    @property
    def viewer(self) -> Viewer:
        """Him as the gate of secrecy sees him."""
        mine = self.account
        return Viewer(mine.name, mine.role, mine.pair, mine.table, mine.seat)


def open_to(roles: frozenset[Role] | str) -> Callable[[Endpoint], Endpoint]:
    """Open a route to some roles, or to ANYONE."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, _MARK, roles)
        return endpoint

    return mark


def roles_of(endpoint: Any) -> frozenset[Role] | str:
    """To whom a route is open; to nobody if it says nothing."""
    return cast("frozenset[Role] | str", getattr(endpoint, _MARK, frozenset()))


async def door(request: Request) -> None:
    """Asked before every route. DeniedError if it is not open to the visitor, or a change is not from our own page."""
    request.state.visitor = visitor = _visitor(request)
    allowed = roles_of(getattr(request.scope.get("route"), "endpoint", None))
    if request.method not in _SAFE:
        _check_origin(request)
    if allowed == ANYONE:
        return
    if visitor is None:
        raise DeniedError(401, instead="/login")
    if visitor.account.role not in allowed:
        raise DeniedError(403)
    if visitor.account.must_change and request.url.path not in _BEFORE_A_PASSWORD:
        raise DeniedError(403, "error.password", instead="/password")
    if request.method not in _SAFE:
        await _check_csrf(request, visitor.session)


def visitor_of(request: Request) -> Visitor:
    """Who asks; only behind a door that lets in nobody unknown."""
    visitor: Visitor | None = request.state.visitor
    if visitor is None:
        raise DeniedError(401)
    return visitor


def _visitor(request: Request) -> Visitor | None:
    token = request.cookies.get(COOKIE)
    desk = request.app.state.desk
    session = desk.sessions.find(token) if token else None
    account = desk.accounts.all().get(session.name) if session else None
    # An account that was taken away is logged out at once.
    return Visitor(account, session) if session and account else None


def _check_origin(request: Request) -> None:
    """A browser says where a request comes from: not from another site."""
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise DeniedError(403, "error.form")
    origin = request.headers.get("origin")
    if origin is not None and origin != f"{request.url.scheme}://{request.headers.get('host')}":
        raise DeniedError(403, "error.form")


async def _check_csrf(request: Request, session: Session) -> None:
    given = request.headers.get("x-csrf-token")
    if given is None and request.headers.get("content-type", "").startswith(
        ("application/x-www-form-urlencoded", "multipart/form-data")
    ):
        given = (await request.form()).get("csrf")  # type: ignore[assignment]
    if not isinstance(given, str) or not hmac.compare_digest(given.encode(), session.csrf.encode()):
        raise DeniedError(403, "error.form")
