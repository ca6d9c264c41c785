"""Summonses as the tests reach them: addresses, and what a page offers and hides."""

import re
from html import unescape

from .support import Visitor

BID = "/tables/7/summonses/insufficient_bid@4:W"
LEAD = "/tables/1/summonses/opening_lead_out_of_turn_face_up@8:E"
REVOKED = "/tables/2/summonses/revoke_certain@16:W"


def options(page: str) -> list[str]:
    """The choices that a page offers, in order."""
    return re.findall(r'name="choice" value="(\w+)"', page)


def hidden(page: str, name: str) -> str:
    """A hidden field of the ruling's form."""
    found = re.search(rf'type="hidden" name="{name}" value="([^"]*)"', page.partition('id="ruling"')[2])
    assert found is not None
    return found[1]


async def rule(visitor: Visitor, path: str, **fields: str):
    """Open the page and tap: the form's own id and revision go with it."""
    page = (await visitor.get(path)).text
    return await visitor.tap(path, do="rule", id=hidden(page, "id"), rev=hidden(page, "rev"), **fields)


def plain(html: str) -> str:
    """A page's words without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", html))).replace("\ufe0e", "")
