"""The replay of an open board in a real browser: by button, slider and key, without a script, and accessible."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from controller.desk.accounts import Account, Accounts, Passwords
from controller.session.may_see import Role
from tests.desk.evening import IN_PLAY, TO_3NT, board, calls, cards
from tests.desk.support import CHEAP

from .club import DESKTOP, PASSWORD, PHONE, Club, wider_than_the_screen

pytestmark = pytest.mark.browser

REPLAY = "/boards/13/tables/7"
PLAYED = [
    board(13),
    *calls("N", TO_3NT),
    *IN_PLAY,
    *cards("S:C3 CT CK C5", "N:DK D2 D4 D3"),
    {"type": "result_entered", "contract": "3NT", "declarer": "S", "tricks": 9},
    {"type": "board_left"},
]
ACTS = 1 + 6 + 3 + 3 + 8 + 2


@pytest.fixture
def club(tmp_path):
    """Board 13 is open: played at table 7, passed out at table 1."""

    async def evening(core):
        await core.open("1", "7")
        await core.play("1", board(13, ns=1, ew=2), *calls("N", "P P P P"), {"type": "board_left"})
        await core.play("7", *PLAYED)

    with Club(tmp_path, evening) as running:
        accounts = Accounts(tmp_path / "desk-accounts.json")
        accounts.put(Account("sam", Role.SPECTATOR, Passwords(CHEAP).hash(PASSWORD)))
        yield running


@pytest.fixture
def as_spectator(open_page):
    """A page of a spectator's, on his phone unless told otherwise."""

    def opened(path=REPLAY, *, size=PHONE, **looks):
        return open_page("sam", path, lands_on="/boards", size=size, **looks)

    return opened


def test_a_spectator_steps_on_and_back_and_the_address_follows(club, as_spectator):
    page = as_spectator("/boards/13")
    page.get_by_role("link", name="Replay of table 7").click()
    page.get_by_role("link", name="On ›").click()
    page.wait_for_selector("text=North bid 1♦")
    assert page.url.endswith("?act=2")
    page.get_by_role("link", name="On ›").click()
    page.wait_for_selector("text=East passed")
    page.get_by_role("link", name="‹ Back").click()
    page.wait_for_selector("text=North bid 1♦")
    page.reload()
    page.wait_for_selector("text=North bid 1♦")


def test_keys_and_slider_move_it_and_the_focus_stays(club, as_spectator):
    page = as_spectator(size=DESKTOP)
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("text=West put a card face down")
    page.keyboard.press("Home")
    page.wait_for_selector("p:has-text('Board 13 is taken up')")
    page.focus("#act")
    page.keyboard.press("End")
    page.wait_for_selector("p:has-text('The board leaves the table')")
    assert page.evaluate("document.activeElement.id") == "act" and f"{ACTS} of {ACTS}" in page.inner_text("#rp")
    assert page.locator(".hand del").count() == 12


def test_a_director_has_the_same_page_and_a_key_takes_one_step(club, open_page):
    page = open_page(path=REPLAY)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("text=North bid 1♦")
    page.wait_for_timeout(300)
    assert page.url.endswith("?act=2")


def test_it_works_without_a_script(club, as_spectator):
    page = as_spectator(script=False)
    page.get_by_role("link", name="On ›").click()
    assert "North bid 1♦" in page.inner_text("main")
    page.get_by_role("button", name="Look").click()
    assert "North bid 1♦" in page.inner_text("main")


def test_a_board_that_is_closed_again_goes_from_the_page(club, as_spectator):
    page = as_spectator(f"{REPLAY}?act=9")
    page.wait_for_selector(".hand li")
    club.play("7", {"type": "correction", "replaces": [ACTS - 1], "events": [], "by": "anna", "reason": "misread"})
    page.wait_for_selector("text=There is no such page")
    assert page.locator(".hand").count() == 0


@pytest.mark.parametrize(
    ("language", "scheme", "size"),
    [("en-GB", "light", PHONE), ("ru-RU", "dark", PHONE), ("ru-RU", "light", DESKTOP)],
)
def test_it_has_no_barrier_and_is_no_wider_than_a_phone(club, as_spectator, language, scheme, size):
    page, found = as_spectator(size=size, scheme=scheme, language=language), {}
    paths = ("/boards/13", REPLAY, f"{REPLAY}?act=9", f"{REPLAY}?act=99")
    for path in paths:
        page.goto(club.address + path)
        results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        if results.violations_count:
            found[path] = [(v["id"], node["target"]) for v in results.response["violations"] for node in v["nodes"]]
    assert found == {} and wider_than_the_screen(page, club, paths) == []
