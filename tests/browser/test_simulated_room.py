"""From a bidding card on a simulated table to a ruling on the phone, and back: hub, core, journal and desk are real."""

import re
import time

import pytest
from playwright.sync_api import expect

from controller.model.calls import call as call_of
from controller.model.seats import Seat
from controller.session.may_see import Role
from hw_sim import acts
from hw_sim.clock import ScaledClock
from hw_sim.physics import TableTop
from hw_sim.table_hub import TableHubTwin
from tests.desk.real import RealDesk

from .club import DESKTOP, PASSWORD, PHONE

pytestmark = pytest.mark.browser
#: How much faster than life the table is.
SPEED = 10.0


@pytest.fixture
def table(tmp_path):
    """A table of the simulated room."""
    (tmp_path / "tty").mkdir()
    twin = TableHubTwin("7", TableTop("browser"), ScaledClock(SPEED), ports=tmp_path / "tty")
    twin.start()
    yield twin
    twin.stop()


@pytest.fixture
def desk(tmp_path, table):
    """Core and desk, with that table's hub on its line."""
    hub = {"name": "hub-7", "driver": "table_hub", "settings": {"port": str(table.path), "boards": {}}}
    evening = {"speed": SPEED, "tables": [{"name": "7", "devices": [hub]}]}
    with RealDesk(tmp_path, {}, evening=evening, anna=Role.DIRECTOR, boris=Role.DIRECTOR) as running:
        yield running


@pytest.fixture
def open_as(chromium, desk):
    """A page of somebody who has logged in."""
    contexts = []

    def opened(who, size):
        context = chromium.new_context(viewport=size, locale="en-GB", reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{desk.address}/login")
        page.fill("#name", who)
        page.fill("#password", PASSWORD)
        page.click("form.login button")
        page.wait_for_url(f"{desk.address}/")
        return page

    yield opened
    for context in contexts:
        context.close()


def shows(table, seat, text):
    """A player puts a bidding card on the table, and it stands there long enough to be made."""
    table.do(acts.ShowCall(seat, call_of(text)))
    time.sleep(1.5 / SPEED)


def test_a_bid_too_low_comes_to_both_directors_is_ruled_on_and_followed(open_as, desk, table):
    phone, wall = open_as("anna", PHONE), open_as("boris", DESKTOP)
    desk.ask({"do": "board", "table": "7", "board": 1, "by": "anna"})
    expect(phone.locator("#t-7")).to_contain_text("board 1")
    shows(table, Seat.N, "1S")
    shows(table, Seat.E, "1H")
    row = phone.get_by_role("link", name=re.compile("Insufficient bid"))
    expect(row).to_be_visible()
    expect(wall.locator("#queue-needs .call")).to_have_count(1)
    row.click()
    phone.get_by_role("button", name="At the table").click()
    expect(wall.locator("#queue-others")).to_contain_text("anna is at the table")
    phone.locator('.option__tap:has(input[value="cancel"])').click()
    phone.locator('button[value="rule"]').click()
    expect(phone.get_by_role("status").first).to_contain_text("Ruling recorded")
    expect(wall.locator("#queue-needs .call")).to_have_count(0)
    table.do(acts.TakeCallBack(Seat.E, call_of("1H")))
    shows(table, Seat.E, "2H")
    expect(phone.locator(".auction")).to_contain_text("2♥")
    expect(phone.locator("#part-table")).to_contain_text("South to call")
