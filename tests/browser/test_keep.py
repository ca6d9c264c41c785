"""A record in people's hands, in a real browser: with one thumb, in both languages, with and without a script."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.desk.evening import board
from tests.desk.test_keep import CHECK, PLAYED

from .club import DESKTOP, PHONE

pytestmark = pytest.mark.browser


def differs(club, table="2"):
    """Table and record differ at that table."""
    club.play(table, *PLAYED, {"type": "mode", "mode": "correcting"})
    club.row(table, "check", CHECK)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_table_page_shows_what_is_missing_and_the_director_says_which_is_right(open_page, club, size):
    page = open_page(path="/tables/2", size=size)
    differs(club)
    expect(page.get_by_role("heading", name="Table and record differ")).to_be_visible()
    expect(page.locator(".checks li.bad")).to_have_count(2)
    page.get_by_role("button", name="The record is right: go on").click()
    expect(page.get_by_role("heading", name="The readers keep the record")).to_be_visible()
    assert club.core.asked[-1]["accept"] == "record"


def test_in_russian(open_page, club):
    differs(club)
    page = open_page(path="/tables/2", language="ru-RU")
    page.get_by_role("button", name="Верно то, что лежит: исправить запись").click()
    expect(page.get_by_role("heading", name="Запись ведут датчики")).to_be_visible()
    assert club.core.asked[-1]["accept"] == "cards"


def test_when_they_agree_again_the_panel_goes_by_itself(open_page, club):
    differs(club)
    page = open_page(path="/tables/2")
    club.play("2", {"type": "mode", "mode": "sensing"})
    club.row("2", "check", {"state": "off", "board": 3})
    expect(page.get_by_role("heading", name="Table and record differ")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_an_auction_with_one_thumb(open_page, club, script):
    club.play("2", board(3))
    page = open_page(path="/tables/2/keep", size=PHONE, script=script)
    for call, then in (("Pass", "West to call"), ("1♥", "North to call"), ("Dbl", "East to call")):
        page.locator("#enter").get_by_role("button", name=re.compile(f"^{_said(call)}$")).click()
        expect(page.locator("#enter h2")).to_have_text(then)
    assert [one["event"]["call"] for one in club.core.asked] == ["P", "1H", "X"]


def _said(call: str) -> str:
    """How a button is named to those who hear the page."""
    return call.replace("♥", " ?hearts")


def test_cards_are_tapped_by_suit_and_rank(open_page, club):
    club.play("2", *PLAYED)
    page = open_page(path="/tables/2/keep", size=PHONE)
    page.locator('button[name="card"][value="C3"]').click()
    expect(page.locator("#enter h2")).to_have_text("West to play")
    page.locator('label:has(input[name="seat"][value="E"])').click()
    page.locator('button[name="card"][value="H9"]').click()
    expect(page.locator("#last + ul li").first).to_contain_text("East played")
    assert [one["event"]["seat"] for one in club.core.asked] == ["S", "E"]


def test_every_button_is_large_enough_for_a_thumb(open_page, club):
    club.play("2", board(3))
    page = open_page(path="/tables/2/keep", size=PHONE)
    boxes = [button.bounding_box() for button in page.locator("#enter button").all()]
    assert min(box["height"] for box in boxes) >= 48 and min(box["width"] for box in boxes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("path", "scheme"), [("/tables/2", "light"), ("/tables/2/keep", "dark")])
def test_it_is_accessible(open_page, club, path, scheme):
    differs(club)
    page = open_page(path=path, scheme=scheme, size=PHONE)
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert results.violations_count == 0, results.generate_report()
