"""The table page in a real browser: looking back, correcting the record, keys, what waits for a lost line."""

import re

import pytest
from playwright.sync_api import expect

from tests.desk.evening import cards

from .club import PHONE
from .test_desk import BID, choose, until

pytestmark = pytest.mark.browser


def test_the_slider_looks_back_and_new_acts_are_counted_in_the_title(open_page, club):
    page = open_page(path="/tables/12")
    slider = page.get_by_role("slider", name="Act shown")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay h2")).to_contain_text("16 of 19 acts")
    club.play("12", *cards("N:D5 D4"))
    expect(page).to_have_title("Table 12, +2")
    expect(page.locator("#replay h2")).to_contain_text("16 of 21 acts")
    assert page.evaluate("document.activeElement.id") == "act"
    page.get_by_role("link", name="Live").click()
    expect(page.locator("#replay h2")).to_contain_text("21 acts · live")
    expect(page).to_have_title(re.compile("^Table 12, board"))


def test_arrows_go_back_and_on_and_end_is_live(open_page):
    page = open_page(path="/tables/12")
    for key, said in (
        ("ArrowLeft", "18 of 19"),
        ("ArrowLeft", "17 of 19"),
        ("ArrowRight", "18 of 19"),
        ("End", "live"),
    ):
        page.keyboard.press(key)
        expect(page.locator("#replay h2")).to_contain_text(said)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_card_that_was_read_wrongly_is_corrected_with_one_thumb(open_page, club, script):
    page = open_page(path="/tables/12", size=PHONE, script=script)
    page.get_by_role("link", name="An act was read wrongly").click()
    page.get_by_role("link", name=re.compile("West played .*9")).click()
    page.get_by_text("It was another act").click()
    page.locator('.pick:has(input[name="act"][value="C6"])').click()
    page.get_by_text("The wrong card or call was read").click()
    page.get_by_role("button", name="See what it would change").click()
    expect(page.get_by_text("Revoke, not established")).to_be_visible()
    page.get_by_role("button", name="Record the correction").click()
    expect(page.locator(".played")).not_to_contain_text("♥")
    assert club.core.asked[-1]["event"]["reason"] == "wrong_card"


def test_the_keys_are_listed_and_letters_can_be_switched_off(open_page):
    page = open_page(path=BID)
    page.keyboard.press("?")
    page.get_by_label("Letters act as keys").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("r")
    page.keyboard.press("2")
    expect(page.locator('input[value="cancel"]')).to_be_checked()
    assert page.url.endswith(BID)


def test_a_ruling_given_without_a_line_is_kept_and_sent_once(open_page, club):
    page = open_page(path=BID, size=PHONE)
    expect(page.locator("#live")).to_have_text("● Live")
    choose(page, "accept")
    club.cut()
    page.get_by_role("button", name="Keep and send").click()
    expect(page.locator("#kept")).to_contain_text("Table 7")
    page.get_by_role("button", name="Keep and send").click()
    club.mend()
    expect(page.locator("#back")).to_contain_text("Recorded: Table 7")
    until(page, "localStorage.length === 0")
    rulings = [asked["ruling"] for asked in club.core.asked if asked["do"] == "ruling"]
    assert [r["choice"] for r in rulings] == ["accept"]


def test_being_at_the_table_counts_from_the_tap_that_was_kept(open_page, club):
    page = open_page(path=BID, size=PHONE)
    expect(page.locator("#live")).to_have_text("● Live")
    club.cut()
    expect(page.locator("#lost")).to_be_visible()
    page.get_by_role("button", name="At the table").click()
    expect(page.locator("#kept")).to_contain_text("Table 7")
    # Half a minute passes in the dead spot.
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem(localStorage.key(0)));
      kept[0].at -= 30_000;
      localStorage.setItem(localStorage.key(0), JSON.stringify(kept));
    }""")
    club.mend()
    expect(page.locator("#back")).to_contain_text("Recorded: Table 7")
    (asked,) = [asked for asked in club.core.asked if asked["do"] == "at_the_table"]
    assert 30 <= asked["ago"] < 60 and asked["on"] == "insufficient_bid@4:W"


def test_a_kept_ruling_that_came_too_late_is_said_to_be_refused(open_page, club):
    page, other = open_page(path=BID), open_page("Director B", BID)
    expect(page.locator("#live")).to_have_text("● Live")
    choose(page, "cancel")
    page.evaluate("window.kept = document.querySelector('#ruling [name=id]').value")
    club.cut()
    page.get_by_role("button", name="Keep and send").click()
    club.do(club.core.ask({"do": "ruling", "table": "7", "ruling": {
        "type": "ruling", "on": "insufficient_bid@4:W", "choice": "accept", "id": "b", "by": "Director B",
    }}))  # fmt: skip
    club.mend()
    expect(page.get_by_role("alert").filter(has_text="Not recorded: Table 7")).to_be_visible()
    expect(other.locator("#changed")).to_be_visible()


def test_two_tabs_send_what_is_kept_once(open_page, club):
    first = open_page(path=BID)
    second = first.context.new_page()
    second.goto(club.address + "/")
    for page in (first, second):
        expect(page.locator("#live")).to_have_text("● Live")
    choose(first, "accept")
    club.cut()
    first.get_by_role("button", name="Keep and send").click()
    club.mend()
    until(first, "localStorage.length === 0")
    expect(first.locator("#lost")).to_be_hidden()
    expect(second.locator("#lost")).to_be_hidden()
    assert len([asked for asked in club.core.asked if asked["do"] == "ruling"]) == 1


def test_what_is_kept_outlives_the_page_and_is_sent_by_the_next_one(open_page, club):
    page = open_page(path=BID)
    expect(page.locator("#live")).to_have_text("● Live")
    choose(page, "accept")
    club.cut()
    page.get_by_role("button", name="Keep and send").click()
    expect(page.locator("#kept")).to_be_visible()
    context = page.context
    page.close()
    club.mend()
    later = context.new_page()
    later.goto(club.address + "/")
    expect(later.locator("#back")).to_contain_text("Recorded: Table 7")


def test_a_lid_that_was_closed_is_noticed_at_once_when_it_opens(open_page, club):
    """While the machine slept no timer ran: the page says that it is old before the director reads it."""
    page = open_page()
    expect(page.locator("#live")).to_have_text("● Live")
    page.clock.install()
    club.cut()
    page.clock.fast_forward(600_000)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#lost")).to_be_visible()
    club.mend()


def test_a_stale_page_says_when_it_was_last_heard_of_not_when_it_was_opened(open_page, club):
    page = open_page()
    expect(page.locator("#live")).to_have_text("● Live")
    opened = page.evaluate("document.body.dataset.asof")
    page.wait_for_timeout(1500)
    club.cut()
    expect(page.locator("#lost")).to_be_visible()
    assert opened not in page.locator("#lost").inner_text() + page.locator("#age").inner_text()
    club.mend()
