"""Debian's Chromium, started once a module, and a club evening for each test."""

import pytest
from playwright.sync_api import sync_playwright

from .club import CHROMIUM, DESKTOP, FLAGS, PASSWORD, Club


# For a module, not the session: while Playwright's own event loop runs, no other test of this process can have one.
@pytest.fixture(scope="module")
def driver():
    """What starts browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def chromium(driver):
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture
def club(tmp_path):
    with Club(tmp_path) as running:
        yield running


@pytest.fixture
def fresh_page(chromium):
    """A page of somebody who has never been here; fails if a page breaks its own rules or its script fails."""
    contexts, said = [], []

    def opened(*, size=DESKTOP, script=True, scheme="light", language="en-GB"):
        context = chromium.new_context(
            viewport=size, java_script_enabled=script, color_scheme=scheme, locale=language, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda line: said.append(line.text) if "Security Policy" in line.text else None)
        page.set_default_timeout(10_000)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []


@pytest.fixture
def open_page(fresh_page, club):
    """Open a page as somebody who logs in; `lands_on` is where the desk then takes him."""

    def opened(who="Director A", path="/", *, lands_on="/", **looks):
        page = fresh_page(**looks)
        page.goto(f"{club.address}/login")
        page.fill("#name", who)
        page.fill("#password", PASSWORD)
        page.click("form.login button")
        page.wait_for_url(f"{club.address}{lands_on}")
        if path != lands_on:
            page.goto(club.address + path)
        return page

    return opened
