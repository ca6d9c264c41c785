"""Every address of the desk, asked by everybody who is no director, over two deals that the seen acts leave open.

In one of them West has revoked, in the other he had no club left: not one byte may say which it is.
"""

import re

import pytest

from controller.desk import screen_pages
from controller.desk.gate import Visitor as AtTheDoor
from controller.desk.sessions import Session
from controller.model.cards import PACK
from controller.model.notation import parse_deal, print_deal
from controller.model.seats import Seat
from controller.ports import Row
from controller.session.may_see import Role

from .conftest import WHO
from .evening import REVOKE
from .support import DEAL, Core, ListedRows, Visitor, accounts_in, app_of
from .test_door import _every_route
from .test_secrecy import cards_on, lines_on

#: West's clubs against cards of South's that nobody has seen either.
HIS_CLUBS, FOR_THEM = ("CT", "C7", "C6", "C2"), ("ST", "S9", "S2", "H5")
FOUND = "revoke_certain@14:W"
FILLED = {"table": "7", "board": "3", "pair": "12", "summons": FOUND, "wanted": FOUND, "kind": "csv"}
STREAMS = {"/api/v1/stream", "/api/v1/screen/stream"}
OTHERS = [None, *(name for name, role in WHO.items() if role is not Role.DIRECTOR)]


def no_club_left():
    """The deal in which West could not follow suit."""
    texts = {seat: {card.text for card in hand} for seat, hand in parse_deal(DEAL).hands.items()}
    texts[Seat.W] = texts[Seat.W] - set(HIS_CLUBS) | set(FOR_THEM)
    texts[Seat.S] = texts[Seat.S] - set(FOR_THEM) | set(HIS_CLUBS)
    by_text = {card.text: card for card in PACK}
    hands = {seat: frozenset(by_text[text] for text in held) for seat, held in texts.items()}
    return print_deal(type(parse_deal(DEAL))(hands))


class Journal(ListedRows):
    """Rows in memory, all at given times: two evenings differ in nothing but their cards."""

    async def claim(self, table, who):
        """One writer, always the same."""

    async def append(self, rows):
        for row in rows:
            # A row more, as of a summons, takes no time.
            acts = sum(1 for known in self.rows if known.kind == "event")
            self.rows.append(Row(len(self.rows) + 1, row.table, row.kind, row.body, row.n, 1_799_999_000.0 + acts))
        return [len(self.rows)]


class Evening:
    """A desk over one of the two deals."""

    def __init__(self, data, deal):
        self.journal = Journal()
        self.core = Core(self.journal)
        data.mkdir()
        accounts_in(data, **WHO)
        self.app = app_of(data, self.journal, self.core)
        self.deal = deal

    async def play(self):
        await self.core.open("1", "2", "7")
        await self.core.play("7", {**REVOKE[0], "deal": self.deal}, *REVOKE[1:])
        await self.core.act("7", {"type": "director_called", "seat": "S"})
        assert await self.app.state.desk.room.reached(len(self.journal.rows), 10.0)


@pytest.fixture
async def both(tmp_path):
    evenings = [Evening(tmp_path / "revoke", DEAL), Evening(tmp_path / "void", no_club_left())]
    one, other = evenings
    async with one.app.router.lifespan_context(one.app), other.app.router.lifespan_context(other.app):
        for evening in evenings:
            await evening.play()
        yield evenings


def addresses(app):
    """Every address that can be read, and some that are wrong."""
    found = set()
    for route in _every_route(app.routes):
        path = re.sub(r"\{(\w+)\}", lambda place: FILLED.get(place[1], "1"), route.path)
        if "GET" in route.methods and path not in STREAMS:
            found |= {path, f"{path}?at=9&q=revoke&state=all"}
    wrong = [
        "/nothing",
        "/static/nothing",
        "/tables/99",
        "/boards/99",
        "/boards/x",
        "/boards/3/tables/99",
        "/api/v1/nothing",
    ]
    return [*sorted(found), *wrong]


async def answers(evening, who):
    """What each address answers: status, headers and bytes, without the visitor's own token."""
    found = {}
    async with Visitor(evening.app) as visitor:
        if who is not None:
            await visitor.log_in_here(who)
        for path in addresses(evening.app):
            answer = await visitor.get(path)
            body = answer.content.replace(visitor.csrf.encode(), b"") if visitor.csrf else answer.content
            headers = {k: v for k, v in answer.headers.items() if k not in ("set-cookie", "date")}
            found[path] = answer.status_code, headers, body
    return found


async def test_in_one_deal_there_is_a_revoke_and_in_the_other_there_is_none(both):
    found = [[case.finding.kind for case in e.app.state.desk.room.tables["7"].cases.values()] for e in both]
    assert found == [["revoke_certain"], []]


@pytest.mark.parametrize("who", OTHERS)
async def test_no_address_tells_others_of_cards_that_nobody_has_seen(both, who):
    one, other = [await answers(evening, who) for evening in both]
    assert [path for path in one if one[path] != other[path]] == []
    texts = {path: answer[2].decode(errors="replace") for path, answer in one.items() if not _has_the_pack(path)}
    assert [path for path, text in texts.items() if cards_on(text) or lines_on(text)] == []


def _has_the_pack(path):
    """Where an operator taps a card all of them stand; in the description of the API there are examples."""
    return path.partition("?")[0] in ("/tables/7/keep", "/api/v1/openapi.json")


@pytest.mark.parametrize("who", ["seat", "wall", "sam"])
async def test_the_screens_stream_is_the_same_byte_for_byte(both, who, monkeypatch):
    monkeypatch.setattr(screen_pages, "_LOOK_S", 0)
    heard = []
    for evening in both:
        desk = evening.app.state.desk
        token, session = desk.sessions.begin(who)
        visitor = AtTheDoor(desk.accounts.all()[who], Session(who, session.csrf, 0.0, 0.0))
        stream = screen_pages._events(desk, visitor, desk.words["en"], token)
        heard.append([await anext(stream) for _ in range(6)])
        await stream.aclose()
    assert heard[0] == heard[1] and b"event: screen" in heard[0][1]


@pytest.mark.parametrize("who", ["olga", "pavel"])
async def test_the_rooms_stream_tells_others_the_same_in_the_same_order(tmp_path, who):
    heard = []
    for name, deal in (("revoke", DEAL), ("void", no_club_left())):
        evening = Evening(tmp_path / name, deal)
        async with evening.app.router.lifespan_context(evening.app):
            desk = evening.app.state.desk
            account = desk.accounts.all()[who]
            listener = desk.hub.listen(AtTheDoor(account, None).viewer, None)
            await evening.play()
            told = []
            while (one := await listener.next(0.05)) is not None:
                told.append(one.as_sse())
            heard.append(told)
    assert heard[0] == heard[1] and len(heard[0]) > 1
