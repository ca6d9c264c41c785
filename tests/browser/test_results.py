"""The results pages in a real browser: readable on a phone and on a wall, by everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.desk.evening import board
from tests.desk.test_results import MOVEMENT, keyed, passed_out

from .club import DESKTOP, PHONE, Club, wider_than_the_screen

pytestmark = pytest.mark.browser

PAGES = ("/results", "/results/boards/1", "/results/pairs/1", "/results/hands")


async def evening(core):
    """Two tables, one of two boards played at both."""
    await core.open("1", "2", movement=MOVEMENT)
    await core.play("1", *keyed(1, 1, 3, 8), *keyed(2, 1, 3, 7))
    await core.play("2", *passed_out(1, 2, 4), board(2, ns=2, ew=4), *passed_out(2, 2, 4)[1:])


@pytest.fixture
def club(tmp_path):
    with Club(tmp_path, evening) as running:
        yield running


def test_no_page_is_wider_than_a_phone_in_the_longer_language(open_page, club):
    page = open_page(size=PHONE, language="ru-RU")
    assert wider_than_the_screen(page, club, PAGES) == []


def test_no_page_breaks_a_rule_of_accessibility(open_page, club):
    page = open_page(size=PHONE)
    found = {}
    for path in PAGES:
        page.goto(club.address + path)
        results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert results.response["passes"]
        wrong = [(v["id"], node["target"]) for v in results.response["violations"] for node in v["nodes"]]
        if wrong:
            found[path] = wrong
    assert found == {}


def test_from_the_ranking_to_a_pair_and_to_a_board(open_page, club):
    page = open_page(path="/results")
    page.get_by_role("link", name="1", exact=True).first.click()
    page.get_by_text("Score sheet, pair 1").first.wait_for()
    page.get_by_role("link", name="1", exact=True).first.click()
    page.wait_for_url("**/results/boards/1")


def test_the_ranking_follows_the_last_card_without_a_touch(open_page, club):
    page = open_page(path="/results")
    assert page.locator('a[href="/results/boards/3"]').count() == 0
    club.play("1", *keyed(3, 1, 3, 7))
    page.locator('a[href="/results/boards/3"]').wait_for()
    assert page.get_by_role("row", name="Ann – Sue").get_by_role("cell", name="3", exact=True).count() == 1


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_north_stands_above_south_and_west_left_of_east_around_the_compass(open_page, club, size):
    page = open_page(size=size, path="/results/hands")
    place = {
        name: page.locator(f".deal__{name}").first.bounding_box()
        for name in ("N", "E", "S", "W", "compass", "head", "grid")
    }
    below = {name: at["y"] + at["height"] for name, at in place.items()}
    right = {name: at["x"] + at["width"] for name, at in place.items()}
    assert below["N"] <= place["compass"]["y"] and below["compass"] <= place["S"]["y"]
    assert right["W"] <= place["compass"]["x"] and right["compass"] <= place["E"]["x"]
    assert right["head"] <= place["N"]["x"] and right["grid"] <= size["width"]
