"""A fouled board, table by table: which cards, since when, and which tables had the same hands; the director alone."""

import pytest

from controller.model.cards import PACK
from controller.table.of_the_session import session_finding

from .evening import calls
from .support import read_up
from .test_secrecy import cards_on

HANDS = dict(zip("NESW", (PACK[n::4] for n in range(4)), strict=True))


def played(*, fouled=False):
    """Board 3 passed out, its hands scanned."""
    hands = {seat: [card.text for card in cards] for seat, cards in HANDS.items()}
    if fouled:
        for one, other in ((0, 0), (3, 3)):
            hands["N"][one], hands["E"][other] = hands["E"][other], hands["N"][one]
    scans = [{"type": "pocket", "seat": seat, "cards": cards} for seat, cards in hands.items()]
    taken = {"type": "board", "board": 3, "pairs": {"NS": 1, "EW": 3}}
    return [taken, *scans, *calls("S", "P P P P"), {"type": "board_left"}]


@pytest.fixture
async def page_of(app, core, anna):
    await core.open("1", "2", "4", "7")
    for table, fouled in (("1", False), ("2", False), ("7", True), ("4", True)):
        await core.play(table, *played(fouled=fouled))
    finding = session_finding(core.tables["7"].game, "fouled_board@0:-", {"table": "7", "before": "2", "cards": {}})
    body = {
        "id": finding.id, "ref": "s-1", "rev": 1, "state": "raised", "board": 3, "attention": "now", "open": True,
        "certainty": "certain", "rests_on": "unseen", "finding": finding.as_json(), "channels": ["desk", "bus"],
        "held": False, "recorded": True, "reason": None, "how": None, "by": None, "choice": None,
    }  # fmt: skip
    core.revs["7", finding.id] = 1
    await core.row("7", "summons", body)
    await read_up(app, core)
    return f"/tables/7/summonses/{finding.id}"


async def test_it_says_since_which_table_and_which_cards(page_of, anna):
    page = (await anna.tap(page_of, do="compare")).text
    assert page.count("Since table") == 1 and "Since table 2 played it:" in page
    first, second = PACK[0].text, PACK[12].text
    assert {first, second} <= cards_on(page) and len(cards_on(page)) == 4


async def test_it_names_the_tables_that_had_the_same_hands(page_of, anna):
    page = (await anna.tap(page_of, do="compare")).text
    assert "<span>1, 2</span>" in page and "<span>7, 4</span>" in page


async def test_it_is_written_down_as_a_look(app, page_of, anna):
    await anna.tap(page_of, do="compare")
    assert '"board": 3, "page": "compare"' in app.state.desk.settings.looks.read_text()


async def test_the_page_of_the_summons_offers_it_and_names_no_card(page_of, anna):
    page = (await anna.get(page_of)).text
    assert 'value="compare"' in page and cards_on(page) == set()


async def test_it_speaks_russian(page_of, anna):
    form = {"csrf": anna.csrf, "do": "compare"}
    page = await anna.post(page_of, data=form, headers={"Accept-Language": "ru"})
    assert "С тех пор как её сыграл стол 2:" in page.text


async def test_another_finding_has_no_such_page(app, core, anna):
    await core.play("2", {"type": "board", "board": 21}, *calls("N", "P P 1S 1H"))
    await read_up(app, core)
    (case,) = app.state.desk.room.tables["2"].cases
    assert (await anna.tap(f"/tables/2/summonses/{case}", do="compare")).status_code == 404
