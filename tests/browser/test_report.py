"""The director's report in a browser: read, printed, and kept as a PDF; the rulings book on a phone."""

import io

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from .club import PHONE

pytestmark = pytest.mark.browser
BID = "/tables/7/summonses/insufficient_bid@4:W"


def test_a_case_is_ruled_and_its_report_goes_on_paper(open_page, club):
    page = open_page(path=BID, size=PHONE)
    page.locator('label:has(input[value="accept"])').click()
    page.locator('button[value="rule"]').click()
    expect(page.get_by_role("status").first).to_contain_text("Ruling recorded")
    page.goto(f"{club.address}/rulings")
    page.locator("tr", has_text="Insufficient bid").get_by_role("link", name="Report").click()
    expect(page.get_by_role("heading", name="Director's report")).to_be_visible()
    expect(page.locator("li", has_text="☑")).to_have_count(1)
    # As the browser itself would print it: the buttons are not on paper, lines to sign on are.
    page.emulate_media(media="print")
    expect(page.locator(".noprint")).to_be_hidden()
    expect(page.locator(".sign div")).to_have_count(3)
    printed = PdfReader(io.BytesIO(page.pdf()))
    assert "For N–S" in printed.pages[-1].extract_text()
    # And as the desk makes it.
    made = page.request.get(f"{page.url}.pdf")
    assert made.ok and "Law 27" in PdfReader(io.BytesIO(made.body())).pages[0].extract_text()


def test_hands_come_into_a_report_by_a_button(open_page, club):
    page = open_page(path=f"{BID}/report")
    expect(page.locator(".compass")).to_have_count(0)
    page.get_by_role("button", name="Show hands").click()
    expect(page.locator(".compass .hand")).to_have_count(4)
    expect(page.locator("main")).to_contain_text("Director A looked at the hands of this board")
