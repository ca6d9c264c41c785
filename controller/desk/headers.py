"""What every answer carries and every request must obey: strict CSP, known Host, small bodies.

Plain ASGI, so that a live stream passes through unbuffered.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Nothing from elsewhere, no inline script or style, no frame around us.
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # `same-origin`, not `no-referrer`: with the latter browsers send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_MAX_BODY = 65_536


class Headers:
    """The outermost layer of the desk."""

    def __init__(self, app: ASGIApp, *, allowed_hosts: frozenset[str], is_https: bool) -> None:
        self._app, self._hosts, self._is_https = app, allowed_hosts, is_https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what must be refused, then add the headers to whatever answers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add(MutableHeaders(scope=message), scope["path"])
            await send(message)

        refused = self._refusal(scope)
        await (refused or self._app)(scope, receive, send_with_headers)

    def _add(self, headers: MutableHeaders, path: str) -> None:
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        # Pages may hold cards: no copy of them stays in a browser's cache. Our own style and script may.
        headers.setdefault("Cache-Control", "max-age=3600" if path.startswith("/static/") else "no-store")
        if self._is_https:
            headers.setdefault("Strict-Transport-Security", "max-age=31536000")

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        given = {name: value for name, value in scope["headers"] if name in (b"host", b"content-length")}
        host = given.get(b"host", b"").decode("latin-1")
        if _name(host).lower() not in self._hosts:
            return PlainTextResponse("unknown host", status_code=400)
        if scope["method"] in ("POST", "PUT", "PATCH", "DELETE"):
            length = given.get(b"content-length", b"")
            if not length.isdigit():
                return PlainTextResponse("the length of the body is needed", status_code=411)
            if int(length) > _MAX_BODY:
                return PlainTextResponse("the body is too long", status_code=413)
        return None


def _name(host: str) -> str:
    """A Host header's name without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host
