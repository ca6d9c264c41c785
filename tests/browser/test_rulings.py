"""Every choice that the contract knows, tapped in a real browser, and what follows from it seen at the table.

The edition of 2017 on a phone; on a wide screen what 1987 alone knows, and every choice that has taps of its own.
"""

import pytest
from playwright.sync_api import expect

from controller.desk.ruling_form import FIELDS
from controller.laws.editions import EDITIONS
from tests.desk.evening import TOO_LOW

from .club import DESKTOP, PHONE, Club
from .rulings import in_edition, of_the_contract
from .test_desk import BID, choose

pytestmark = pytest.mark.browser

SIZES = {"2017": PHONE, "1987": DESKTOP}
#: What the table's page says, line by line: where it stands, and what is put before it to know it by.
PARTS = {
    "#st": "",
    "#st + p": "",
    ".force b": "",
    ".auction td": "called ",
    ".trick .pc:not(.pc--due)": "on table ",
    "[aria-labelledby=op] a": "to rule: ",
    **{f".hand--{seat} .hand__masked": f"{seat}: " for seat in "NESW"},
}
READ = """(parts) => Object.entries(parts).flatMap(([place, name]) => [...document.querySelectorAll(place)]
    .filter((e) => e.checkVisibility())
    .flatMap((e) => (e.matches("#st, #st + p") ? e.innerText.split(" · ") : [e.innerText])
        .map((line) => name + line.replace(/\\uFE0E/g, "").replace(/\\s+/g, " ").trim())))"""


@pytest.fixture(params=sorted(SIZES))
def laws(request):
    return request.param


@pytest.fixture
def club(tmp_path, laws):
    """A table for each ruling."""
    rulings = in_edition(laws)

    async def evening(core):
        await core.open(*(str(n) for n in range(1, len(rulings) + 1)), "bid", laws=laws)
        await core.play("bid", *TOO_LOW)
        for table, ruling in enumerate(rulings, 1):
            await core.play(str(table), *ruling.acts)

    with Club(tmp_path, evening) as running:
        yield running


def said_at(page):
    """What the page of a table says."""
    return set(page.evaluate(READ, PARTS))


def tap(page, ruling):
    """From the table's page to its summons, and the ruling."""
    page.locator("[aria-labelledby=op] a").click()
    card = page.locator(f'.option__tap:has(input[value="{ruling.choice}"])')
    card.wait_for(state="attached")
    if not card.is_visible():
        page.locator(f'details:has(input[value="{ruling.choice}"]) > summary').click()
    choose(page, ruling.choice)
    for field, value in ruling.taps.items():
        page.locator(f'.pick:has(input[name="{ruling.choice}.{field}"][value="{value}"])').click()
    page.locator('button[value="rule"]').click()
    expect(page.get_by_role("status").first).to_contain_text("Ruling recorded")


def test_each_choice_is_tapped_and_followed_at_the_table(open_page, club, laws):
    page, differs = open_page(size=SIZES[laws]), {}
    for table, ruling in enumerate(in_edition(laws), 1):
        page.goto(f"{club.address}/tables/{table}")
        before = said_at(page)
        tap(page, ruling)
        recorded = club.core.asked[-1]["ruling"]
        club.play(str(table), *ruling.on)
        for _ in range(40):  # what the players did next comes by itself
            new = said_at(page) - before
            if new == ruling.lines:
                break
            page.wait_for_timeout(50 if ruling.on else 5)
        still = {line for line in said_at(page) & before if line.startswith("to rule")}
        if (new, still, recorded["choice"]) != (ruling.lines, set(), ruling.choice):
            differs[ruling.choice, table] = (new - ruling.lines, ruling.lines - new, still, recorded)
    assert differs == {}


def test_a_misread_is_struck_out_with_its_reason(open_page, club, laws):
    page = open_page(path=BID.replace("/7/", "/bid/"), size=SIZES[laws])
    expect(page.locator(".auction")).to_contain_text("♥")
    page.get_by_role("button", name="Misread").click()
    page.get_by_text("The wrong card or call was read").click()
    page.get_by_role("button", name="Strike it out").click()
    expect(page.locator("#st + p")).to_contain_text("West to call")
    expect(page.locator(".auction")).not_to_contain_text("♥")
    assert club.core.asked[-1]["ruling"]["reason"] == "wrong_card"


# -- nothing is left out ----------------------------------------------------------------------------------------------


def of_its_rows(laws):
    """Every choice that a row of the edition offers."""
    return {option.choice for law in EDITIONS[laws].laws for option in law.options}


def test_every_choice_of_the_contract_is_tapped():
    tapped = {ruling.choice for laws in EDITIONS for ruling in in_edition(laws)}
    assert tapped | {"dismiss"} == of_the_contract() and len(tapped) > 30


@pytest.mark.parametrize(("laws", "other"), [("1987", "2017"), ("2017", "1987")])
def test_what_one_edition_alone_offers_is_tapped_in_it(laws, other):
    tapped = {ruling.choice for ruling in in_edition(laws)}
    alone = of_its_rows(laws) - of_its_rows(other)
    assert alone and alone <= tapped and of_its_rows(laws) <= of_the_contract()


def test_whatever_has_taps_of_its_own_is_tapped_on_a_phone_and_on_a_wide_screen():
    both = {laws: {ruling.choice for ruling in in_edition(laws)} for laws in SIZES}
    assert set(FIELDS) <= both["2017"] and set(FIELDS) - {"require_suit"} <= both["1987"]
