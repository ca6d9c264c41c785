"""The desk in a real browser: what arrives, what is tapped, what sounds, with and without a script."""

import contextlib
import re
import struct

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect

from tests.desk.evening import IN_PLAY, board, calls, cards

from . import pictures
from .club import DESKTOP, PHONE, wider_than_the_screen

pytestmark = pytest.mark.browser

BID = "/tables/7/summonses/insufficient_bid@4:W"
LEAD = "/tables/3/summonses/opening_lead_out_of_turn_face_up@8:E"
REVOKED = "/tables/12/summonses/revoke_certain@16:W"
PAGES = ["/", BID, LEAD, REVOKED, "/tables/12", "/tables/7", "/rulings", "/boards"]
SIZES = {"phone": PHONE, "desktop": DESKTOP}
#: Counts the tones that the page plays, from before its script runs.
COUNT_TONES = """
window.tones = 0;
window.AudioContext = class extends EventTarget {
  currentTime = 0; destination = {}; state = "suspended";
  async resume() { this.state = "running"; this.dispatchEvent(new Event("statechange")); }
  createOscillator() {
    window.tones += 1;
    return { frequency: {}, connect: (next) => next, start() {}, stop() {} };
  }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (n) => n }; }
};
"""
TOO_LOW = [
    {"type": "board", "board": 30},
    {"type": "call", "seat": "E", "call": "1S"},
    {"type": "call", "seat": "S", "call": "1H"},
]


def until(page, true):
    """Wait until something is true on the page; asked from outside, for the page itself may not evaluate texts."""
    for _ in range(200):
        if page.evaluate(true):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {true}")


def choose(page, choice):
    """Tap an option's card."""
    page.locator(f'.option__tap:has(input[value="{choice}"])').click()


# -- the evening's work -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_director_logs_in_opens_a_summons_and_rules(open_page, club, size):
    page = open_page(size=SIZES[size])
    page.get_by_role("link", name=re.compile("Insufficient bid")).first.click()
    choose(page, "accept")
    page.get_by_role("button", name=re.compile("Record: North accepts 1")).click()
    expect(page.get_by_role("status")).to_contain_text("Ruling recorded")
    assert club.core.asked[-1]["ruling"]["choice"] == "accept"


def test_the_core_job_is_done_without_a_script(open_page, club):
    page = open_page(script=False)
    page.get_by_role("link", name=re.compile("Opening lead out of turn")).first.click()
    choose(page, "forbid")
    page.locator('.pick:has(input[name="forbid.suits"][value="H"])').click()
    page.get_by_role("button", name="Record ruling").click()
    assert club.core.asked[-1]["ruling"]["suits"] == ["H"] and "/tables/3?recorded=" in page.url


def test_only_the_chosen_option_shows_its_picker(open_page):
    page = open_page(path=LEAD)
    expect(page.locator(".picker >> visible=true")).to_have_count(0)
    choose(page, "require")
    expect(page.locator(".picker >> visible=true")).to_have_count(1)


def test_the_button_says_what_it_records(open_page):
    page = open_page(path=LEAD)
    choose(page, "require")
    page.locator('.pick:has(input[name="require.suits"][value="H"])').click()
    expect(page.locator("[data-record]")).to_have_text("Record: West must lead ♥︎Hearts")


def test_change_takes_the_tap_back(open_page):
    page = open_page(path=BID)
    choose(page, "cancel")
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("button", name="At the table")).to_be_visible()


def test_a_ruling_by_keyboard_alone(open_page, club):
    page = open_page()
    page.keyboard.press("n")
    page.wait_for_url("**/summonses/**")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_url("**recorded=**")
    assert club.core.asked[-1]["do"] == "ruling"


# -- what arrives -----------------------------------------------------------------------------------------------------


def test_a_summons_arrives_on_an_open_page(open_page, club):
    page = open_page()
    expect(page).to_have_title(re.compile(r"^\(2\)"))
    club.play("2", *TOO_LOW)
    expect(page.locator("#queue-needs .call")).to_have_count(3)
    expect(page).to_have_title(re.compile(r"^\(3\)"))


def test_what_arrives_takes_neither_focus_nor_place_from_what_is_touched(open_page, club):
    page = open_page()
    row = page.locator("#queue-needs .call").nth(1)
    row.focus()
    page.evaluate("window.kept = document.activeElement")
    club.play("2", *TOO_LOW)
    expect(page.locator("#queue-needs .call")).to_have_count(3)
    assert page.evaluate("document.activeElement === window.kept && window.kept.isConnected")


def test_a_ruled_summons_leaves_an_open_room(open_page, club):
    room, other = open_page(), open_page("Director B", BID)
    choose(other, "accept")
    other.locator('button[value="rule"]').click()
    other.wait_for_url("**recorded=**")
    expect(room.locator("#queue-needs .call")).to_have_count(1)


def test_two_directors_the_second_is_told_that_it_has_changed(open_page, club):
    first, second = open_page("Director A", BID), open_page("Director B", BID)
    choose(second, "cancel")
    choose(first, "accept")
    first.locator('button[value="rule"]').click()
    expect(second.locator("#changed")).to_be_visible()
    second.locator('button[value="rule"]').click()
    expect(second.get_by_role("alert").filter(has_text="Your ruling was not recorded")).to_be_visible()


def test_a_table_page_follows_its_table(open_page, club):
    page = open_page(path="/tables/7")
    club.play("7", {"type": "call", "seat": "N", "call": "2D"})
    expect(page.locator(".auction")).to_contain_text("2♦")


# -- sound, and silence -----------------------------------------------------------------------------------------------


@pytest.fixture
def on_duty(open_page):
    """A room whose tones are counted; the one that plays when one goes on duty has been played."""
    page = open_page()
    page.add_init_script(COUNT_TONES)
    page.reload()
    page.get_by_role("button", name="Go on duty").click()
    until(page, "window.tones === 2")
    return page


def test_a_summons_sounds_two_tones(on_duty, club):
    club.play("2", *TOO_LOW)
    until(on_duty, "window.tones === 4")


def test_duty_goes_on_from_page_to_page(on_duty, club):
    with on_duty.expect_response("**/api/v1/stream"):
        on_duty.goto(club.address + "/tables/5")
    club.play("2", *TOO_LOW)
    until(on_duty, "window.tones === 2")
    on_duty.get_by_role("link", name="Room").click()
    expect(on_duty.get_by_role("button", name="On duty: sound is on")).to_be_disabled()


def test_of_many_at_once_one_is_heard(on_duty, club):
    for table in ("2", "5", "6", "8"):
        club.play(table, *TOO_LOW)
    expect(on_duty.locator("#queue-needs .call")).to_have_count(6)
    # One summons, or two where the machine was so busy that they came apart; never one each.
    assert on_duty.evaluate("window.tones") in (4, 6)


def test_a_players_call_sounds_the_same(on_duty, club):
    club.play("2", {"type": "director_called", "seat": "N"})
    until(on_duty, "window.tones === 4")


def test_a_quiet_finding_changes_nothing_but_the_quiet_list(on_duty, club):
    """No sound, no title, no other node of the page: only the quiet list changes."""
    on_duty.evaluate("""() => {
        window.moved = 0;
        new MutationObserver((all) => {
            window.moved += all.filter((m) => !m.target.parentElement?.closest?.("#queue-quiet, .ago")
                && !m.target.closest?.("#queue-quiet, .ago")).length;
        }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    }""")
    title = on_duty.title()
    club.play("14", board(16, ns=1, ew=2), *calls("W", "P 1D P 3NT P P P"))
    until(on_duty, "document.querySelector('#t-14').textContent.includes('board 16')")
    club.play("14", *IN_PLAY, *cards("S:C3"))
    until(on_duty, "document.querySelector('#t-14').textContent.includes('trick 2')")
    on_duty.wait_for_timeout(400)
    on_duty.evaluate("window.moved = 0")
    club.play("14", *cards("S:C3 H9")[1:])
    expect(on_duty.locator("#queue-quiet .call")).to_have_count(2)
    on_duty.wait_for_timeout(400)
    assert (on_duty.evaluate("window.moved"), on_duty.evaluate("window.tones"), on_duty.title()) == (0, 2, title)


# -- hands ------------------------------------------------------------------------------------------------------------


def test_hands_are_asked_for_and_hidden_again(open_page):
    page = open_page(path="/tables/7")
    expect(page.locator(".hand ul")).to_have_count(0)
    page.get_by_role("button", name="Show hands").click()
    expect(page.locator(".hand ul")).to_have_count(4)
    page.get_by_role("link", name="Hide now").click()
    expect(page.locator(".hand ul")).to_have_count(0)


def test_going_back_does_not_bring_the_hands_back(open_page):
    page = open_page(path="/tables/7")
    page.get_by_role("button", name="Show hands").click()
    expect(page.locator(".hand ul")).to_have_count(4)
    page.get_by_role("link", name="Hide now").click()
    with contextlib.suppress(Error):  # the browser keeps no copy of the answer to a form and says so
        page.go_back()
    expect(page.locator(".hand ul")).to_have_count(0)


# -- the line ---------------------------------------------------------------------------------------------------------


def test_a_lost_line_is_said_and_mends_by_itself(open_page, club):
    page = open_page()
    club.cut()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("main")).to_have_class(re.compile("stale"))
    club.play("2", *TOO_LOW)
    club.mend()
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#queue-needs .call")).to_have_count(3)


def test_hands_hide_at_once_when_the_line_is_lost(open_page, club):
    page = open_page(path="/tables/7")
    page.get_by_role("button", name="Show hands").click()
    expect(page.locator(".hand ul")).to_have_count(4)
    expect(page.locator("#live")).to_have_text("● Live")
    club.cut()
    expect(page.locator("main")).to_have_class(re.compile("stale"))
    expect(page.locator(".hand ul >> visible=true")).to_have_count(0)


# -- everybody can read it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        ("phone", "dark"),
        ("desktop", "light"),
        pytest.param("phone", "light", marks=pytest.mark.long),
        pytest.param("desktop", "dark", marks=pytest.mark.long),
    ],
)
def test_no_page_breaks_a_rule_of_accessibility(open_page, club, size, scheme):
    page = open_page(size=SIZES[size], scheme=scheme)
    found = {}
    for path in PAGES:
        page.goto(club.address + path)
        results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert results.response["passes"]
        wrong = [(v["id"], node["target"]) for v in results.response["violations"] for node in v["nodes"]]
        if wrong:
            found[path] = wrong
    assert found == {}


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("size", SIZES)
def test_no_page_is_wider_than_the_screen(open_page, club, size, language):
    page = open_page(size=SIZES[size], language=language)
    assert wider_than_the_screen(page, club, PAGES) == []


def test_everything_that_can_be_tapped_is_big_enough_for_a_thumb(open_page, club):
    page = open_page(size=PHONE)
    small = {}
    for path in ("/", BID, LEAD, REVOKED):
        page.goto(club.address + path)
        found = page.evaluate("""() => [...document.querySelectorAll("a, button, .pick, .option__tap")]
            .filter((e) => e.checkVisibility() && !e.matches(".skip") && e.getBoundingClientRect().height > 0)
            .filter((e) => e.getBoundingClientRect().height < 44 && !e.matches(".linklike, p a, h2 a"))
            .map((e) => e.outerHTML.slice(0, 80))""")
        if found:
            small[path] = found
    assert small == {}


def test_the_pictures_show_the_whole_of_their_pages(chromium, club, tmp_path):
    files = pictures.take(chromium, club, tmp_path)
    sizes = [struct.unpack(">II", path.read_bytes()[16:24]) for path in files]
    assert sizes == [(1440, 900)] * 3 + [(390, 844)] * 2 and all(f.stat().st_size > 20_000 for f in files)
