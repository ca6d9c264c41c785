"""How phones and screens reach this desk: its address as a QR code, and the club's own authority for them to trust."""

from __future__ import annotations

import datetime
import io

import segno
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.adapters.certificates import read_certificate
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import ANYONE, DOORKEEPERS, DeniedError, open_to
from controller.desk.settings import is_loopback
from controller.desk.times import day_and_clock

router = APIRouter(include_in_schema=False)


def _addresses(request: Request, desk: Desk) -> list[str]:
    """Addresses for others, the one that is in use before others; none where only this machine reaches it."""
    settings, asked = desk.settings, request.url.hostname or ""
    if is_loopback(settings.host):
        return []
    names = [name for name in settings.names if name != "localhost" and not is_loopback(name)]
    names.sort(key=lambda name: name != asked)
    port = f":{request.url.port}" if request.url.port else ""
    return [f"https://{f'[{name}]' if ':' in name else name}{port}/" for name in names]


@router.get("/connect")
@open_to(DOORKEEPERS)
async def connect_page(request: Request) -> Response:
    """Address, QR code, fingerprint, and how a phone comes to trust the authority."""
    desk = desk_of(request)
    authority, certificate = desk.settings.authority, desk.settings.certificate
    known = read_certificate(certificate) if certificate is not None else None
    now = datetime.datetime.fromtimestamp(desk.now(), datetime.UTC)
    context = {
        "addresses": _addresses(request, desk),
        "fingerprint": read_certificate(authority).fingerprint if authority is not None else None,
        "until": day_and_clock(known.until.timestamp(), desk.words_for(request)) if known else None,
        "is_soon": known is not None and known.runs_out(now),
    }
    return desk.render(request, "connect.html", context)


@router.get("/connect/qr.svg")
@open_to(DOORKEEPERS)
async def qr_code(request: Request) -> Response:
    """The first address as a QR code."""
    addresses = _addresses(request, desk_of(request))
    if not addresses:
        raise DeniedError(404, "error.unknown")
    drawn = io.BytesIO()
    segno.make(addresses[0], micro=False).save(drawn, kind="svg", scale=6, border=2, xmldecl=False, svgclass=None)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@router.get("/connect/ca.crt")
@open_to(ANYONE)
async def authority(request: Request) -> Response:
    """The authority's certificate: everybody may have it, its key stays here."""
    path = desk_of(request).settings.authority
    if path is None:
        raise DeniedError(404, "error.unknown")
    headers = {"Content-Disposition": 'attachment; filename="smarttable-ca.crt"'}
    return Response(path.read_bytes(), media_type="application/x-x509-ca-cert", headers=headers)
