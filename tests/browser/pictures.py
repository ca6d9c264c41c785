"""The desk's pictures for the README: `python -m tests.browser.pictures docs/pictures` (see the Makefile).

The evening is the tests' own; the pages are what a director sees of it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from .club import CHROMIUM, DESKTOP, DIRECTORS, FLAGS, PASSWORD, PHONE, Club

BID = "/tables/7/summonses/insufficient_bid@4:W"
#: File -> page and size of the screen.
PICTURES = {
    "desk-room.png": ("/", DESKTOP),
    "desk-summons.png": (BID, DESKTOP),
    "desk-table.png": ("/tables/5", DESKTOP),
    "desk-room-phone.png": ("/", PHONE),
    "desk-summons-phone.png": (BID, PHONE),
}


def take(browser: Browser, club: Club, folder: Path) -> list[Path]:
    """Take every picture; the files."""
    taken = []
    for name, (path, size) in PICTURES.items():
        context = browser.new_context(viewport=size, locale="en-GB", color_scheme="light", reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{club.address}/login")
        page.fill("#name", DIRECTORS[0])
        page.fill("#password", PASSWORD)
        page.click("form.login button")
        page.goto(club.address + path)
        page.wait_for_load_state("load")
        page.screenshot(path=folder / name)
        taken.append(folder / name)
        context.close()
    return taken


def main(folder: Path) -> None:
    """Start a browser and an evening, and take the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Club(Path(data)) as club, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for path in take(browser, club, folder):
            sys.stdout.write(f"{path}\n")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
