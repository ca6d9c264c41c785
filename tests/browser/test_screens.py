"""Players' screens, the wall and accounts in a real browser: what arrives by itself, what goes when the line does."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from controller.desk.accounts import Account, Accounts, Passwords
from controller.session.may_see import Role
from tests.desk.evening import TO_3NT, board, calls, led
from tests.desk.support import CHEAP

from .club import PASSWORD, PHONE, wider_than_the_screen

pytestmark = pytest.mark.browser


@pytest.fixture
def open_screen(fresh_page, club):
    """A screen of the hall, let in by a code that the operator gave."""

    def opened(operator, *, size=PHONE, **place):
        operator.goto(f"{club.address}/screens")
        form = "".join(f":has(input[name={name}][value='{value}'])" for name, value in place.items())
        operator.click(f"form{form} button")
        code = operator.inner_text(".secret")
        page = fresh_page(size=size)
        page.goto(f"{club.address}/login")
        page.click("text=This is a screen of the hall")
        page.fill("#code", code)
        page.click("form.login button")
        return page

    return opened


SOUTH = {"role": "seat", "table": "2", "seat": "S"}


def test_a_players_screen_follows_the_auction_and_keeps_the_contract(club, open_page, open_screen):
    screen = open_screen(open_page("olga"), **SOUTH)
    club.play("2", board(40, ns=2, ew=16), *calls("N", TO_3NT))
    screen.wait_for_selector("text=West is on lead")
    assert screen.locator(".auction").count() == 1
    club.play("2", *led("W", "C4"), {"type": "card", "seat": "N", "card": "C8"})
    screen.wait_for_selector(".auction", state="detached")
    assert "by South" in screen.inner_text("#screen")


def test_when_the_line_is_gone_a_players_screen_blanks_to_the_board(club, open_page, open_screen):
    screen = open_screen(open_page("olga"), **SOUTH)
    club.play("2", board(40, ns=2, ew=16), *calls("N", "1D P"))
    screen.wait_for_selector(".auction")
    club.cut()
    screen.wait_for_selector(".auction", state="detached", timeout=6000)
    assert "Board 40" in screen.inner_text("#screen") and "by voice" in screen.inner_text("#screen")
    assert not screen.is_visible("#call")
    club.mend()
    screen.wait_for_selector(".auction")


def test_a_player_calls_the_director_with_two_taps_and_it_is_in_the_room(club, open_page, open_screen):
    director, screen = open_page("Director A"), open_screen(open_page("olga"), **SOUTH)
    screen.click("#call summary")
    screen.click("#call button")
    screen.wait_for_selector("text=The director was called at")
    director.wait_for_selector("#queue-needs >> text=/Table\\s*2/")


def test_the_wall_follows_the_boards(club, open_page, open_screen):
    wall = open_screen(open_page("olga"), role="wall", size={"width": 1440, "height": 900})
    club.play("2", board(40, ns=2, ew=16))
    wall.wait_for_selector("text=Board 40")
    assert not re.search(r"ummons|revoke", wall.inner_text("main"))


def test_no_page_of_accounts_and_screens_is_wider_than_a_phone(club, open_page, open_screen):
    operator = open_page("olga", size=PHONE)
    assert wider_than_the_screen(operator, club, ("/accounts", "/screens", "/connect", "/password")) == []
    screen = open_screen(operator, **SOUTH)
    assert wider_than_the_screen(screen, club, ("/seat", "/boards", "/results")) == []


def test_accounts_and_screens_have_no_barrier_in_either_scheme(club, open_page, open_screen):
    operator = open_page("olga", size=PHONE, scheme="dark")
    chief, screen = open_page("Director A", scheme="light"), open_screen(operator, **SOUTH)
    club.play("2", board(40, ns=2, ew=16), *calls("N", TO_3NT))
    screen.wait_for_selector("text=West is on lead")
    asked = {
        operator: ("/accounts", "/screens", "/connect", "/password"),
        chief: ("/boards", "/accounts"),
        screen: ("/seat",),
    }
    found = {}
    for page, paths in asked.items():
        for path in paths:
            page.goto(club.address + path)
            results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
            if results.violations_count:
                found[path] = [violation["id"] for violation in results.response["violations"]]
    assert found == {}


def test_a_playing_directors_page_stands_still_under_his_thumb(club, open_page, tmp_path):
    accounts = Accounts(tmp_path / "desk-accounts.json")
    accounts.put(Account("pavel", Role.PLAYING_DIRECTOR, Passwords(CHEAP).hash(PASSWORD)))
    page = open_page("pavel", size=PHONE)
    assert page.inner_text(".come__no") == "3"
    page.click("summary:has-text('I have played board 13')")
    page.wait_for_timeout(1500)
    assert page.is_visible("text=Yes, I have played it")
