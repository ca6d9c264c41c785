"""Every page of the director in a real browser: accessible in both schemes and languages, none wider than a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.desk.evening import REVOKE, TOO_LOW
from tests.desk.test_bursts import told
from tests.desk.test_evidence import lead_with_readings

from .club import DESKTOP, PHONE, Club, wider_than_the_screen

pytestmark = pytest.mark.browser

BID = "/tables/2/summonses/insufficient_bid@4:W"
REVOKED = "/tables/3/summonses/revoke_certain@16:W"
PAGES = (
    "/", "/tables/2", "/tables/3", "/tables/3?act=9", "/tables/3/correct", "/tables/3/correct?n=16",
    "/tables/2/correct?n=4", "/tables/3/keep", BID, REVOKED, "/rulings", "/boards", "/results",
)  # fmt: skip


@pytest.fixture
def club(tmp_path):
    """Summonses of each kind, a revoke, a lead with its readings, and a burst of one hub."""

    async def evening(core):
        await core.open("1", "2", "3", "5", "7")
        await lead_with_readings(core, tmp_path)
        await core.play("2", *({**event, "t": 4.0 * n} for n, event in enumerate(TOO_LOW)))
        await core.play("3", *REVOKE)
        for n in range(12):
            await core.row("5", "summons", told(n))

    with Club(tmp_path, evening) as running:
        yield running


def evidence_of(club):
    """Where the readings of the lead are."""
    (case,) = [c for c in club.core.tables["7"].findings if "lead" in c]
    return f"/tables/7/summonses/{case}/evidence"


@pytest.mark.parametrize(
    ("language", "scheme", "size"),
    [
        pytest.param("en-GB", "light", PHONE, id="en light phone"),
        pytest.param("ru-RU", "dark", DESKTOP, id="ru dark desktop"),
        pytest.param("ru-RU", "light", PHONE, id="ru light phone", marks=pytest.mark.long),
        pytest.param("en-GB", "dark", DESKTOP, id="en dark desktop", marks=pytest.mark.long),
    ],
)
def test_no_page_breaks_a_rule_of_accessibility(open_page, club, language, scheme, size):
    page, found, axe = open_page(size=size, scheme=scheme, language=language), {}, Axe()
    for path in (*PAGES, evidence_of(club)):
        page.goto(club.address + path)
        results = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert results.response["passes"]
        wrong = [(v["id"], node["target"]) for v in results.response["violations"] for node in v["nodes"]]
        if wrong:
            found[path] = wrong
    assert found == {}


def test_no_page_is_wider_than_a_phone_in_the_longer_language(open_page, club):
    page = open_page(size=PHONE, language="ru-RU")
    assert wider_than_the_screen(page, club, (*PAGES, evidence_of(club))) == []


def test_a_burst_of_one_hub_is_put_aside_with_one_tap(open_page, club):
    page = open_page(size=PHONE)
    page.get_by_role("button", name="Put the 12 aside").click()
    page.get_by_role("button", name="Table 5: bring 12 back").click()
    page.get_by_role("button", name="Put the 12 aside").wait_for()


def test_the_key_for_the_timeline_opens_it(open_page, club):
    page = open_page(path=evidence_of(club).removesuffix("/evidence"))
    page.keyboard.press("t")
    page.get_by_role("heading", name="What the table saw").wait_for()
