"""Each kind of ruling tapped on a phone, and what follows from it seen at the table."""

import pytest
from playwright.sync_api import expect

from tests.desk.evening import IN_PLAY, TO_3NT, TOO_LOW, WRONG_LEAD, board, calls

from .club import PHONE, Club
from .test_desk import choose

pytestmark = pytest.mark.browser

SHOWN = [board(13), *calls("N", TO_3NT), *IN_PLAY, {"type": "card_exposed", "seat": "E", "cards": ["H7"]}]
CLAIM = [
    board(13), *calls("N", TO_3NT), *IN_PLAY,
    {"type": "claim", "seat": "S", "tricks": 12}, {"type": "claim_answer", "seat": "W", "agree": False},
]  # fmt: skip
#: Ruling: what happened, what is tapped for it, and what the table's page says then.
RULINGS = {
    "accept": (TOO_LOW, {}, "North to call"),
    "cancel": (TOO_LOW, {"artificial": "yes"}, "West to call"),
    "unintended": (TOO_LOW, {}, "West to call"),
    "declarer_spreads": (WRONG_LEAD, {}, "3NT by North"),
    "accept lead": (WRONG_LEAD, {}, "South to play"),
    "require": (WRONG_LEAD, {"suits": "H"}, "West must lead"),
    "forbid": (WRONG_LEAD, {"suits": "H"}, "West may not lead"),
    "free": (WRONG_LEAD, {}, "lies face up"),
    "penalty_card": (SHOWN, {"kind": "major"}, "lies face up"),
    "no_penalty_card": (SHOWN, {}, "South to play"),
    "award_claim": (CLAIM, {"tricks": "11", "to": "NS"}, "12 tricks"),
    "play_on": (CLAIM, {}, "trick 2"),
    "adjust": (TOO_LOW, {"level": "2", "denomination": "S", "doubled": "", "declarer": "S", "tricks": "9"}, "9 tricks"),
    "artificial": (TOO_LOW, {"percent": "60/40"}, "60"),
    "cancel_board": (TOO_LOW, {}, "cancelled"),
}
SCORES = ("adjust", "artificial", "cancel_board")


@pytest.fixture
def club(tmp_path):
    """A table for each ruling."""

    async def evening(core):
        await core.open(*(str(n) for n in range(1, len(RULINGS) + 1)))
        for table, (acts, _, _) in enumerate(RULINGS.values(), 1):
            await core.play(str(table), *acts)

    with Club(tmp_path, evening) as running:
        yield running


def test_each_kind_of_ruling_is_tapped_and_followed_at_the_table(open_page, club):
    page, seen = open_page(size=PHONE), {}
    for table, (name, (_, taps, _)) in enumerate(RULINGS.items(), 1):
        choice = name.partition(" ")[0]
        (found,) = [f for f in club.core.tables[str(table)].open_findings if f.options]
        page.goto(f"{club.address}/tables/{table}/summonses/{found.id}")
        if choice in SCORES:
            page.locator("details:has(.option) > summary").first.click()
        choose(page, choice)
        for field, value in taps.items():
            page.locator(f'.pick:has(input[name="{choice}.{field}"][value="{value}"])').click()
        page.locator('button[value="rule"]').click()
        expect(page.get_by_role("status").first).to_contain_text("Ruling recorded")
        seen[name] = page.locator("main").inner_text()
    missing = {name: seen[name] for name, (_, _, said) in RULINGS.items() if said not in seen[name]}
    assert missing == {}


def test_a_misread_is_struck_out_with_its_reason(open_page, club):
    page = open_page(path="/tables/1/summonses/insufficient_bid@4:W", size=PHONE)
    page.get_by_role("button", name="Misread").click()
    page.get_by_text("The wrong card or call was read").click()
    page.get_by_role("button", name="Strike it out").click()
    expect(page.locator(".auction")).not_to_contain_text("♥")
    assert club.core.asked[-1]["ruling"]["reason"] == "wrong_card"
