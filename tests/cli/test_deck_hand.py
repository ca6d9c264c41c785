"""`smarttable deck hand`: a hand counted anew at a hand-held reader on a real tty, and held against a board."""

import asyncio

import pytest
from support.until import until

from controller.cli.deck import Reader, enrol_deck, read_hand
from controller.cli.devices import open_driver
from controller.desk.words import read_words
from controller.model.cards import PACK, card
from controller.model.reading_log import Deck
from controller.model.seats import Seat
from controller.sensing.enrolment import Enrolment
from controller.sensing.hand_read import HandRead
from hw_sim.boxes.bidding_box import TrayTwin
from hw_sim.boxes.shared_line import SharedLine
from hw_sim.clock import ScaledClock

WORDS = read_words()["en"]
TAGS = {f"E0040150{place:08X}": one for place, one in enumerate(PACK)}
DECK = Deck("blue-07", TAGS)
RED = Deck("red-02", {f"E0040160{place:08X}": one for place, one in enumerate(PACK)})
HAND = frozenset(PACK[:13])
#: So many times faster than life. Four quiet seconds end a hand: a busy machine needs real time for them.
SLOW, FAST = 4.0, 30.0


def uid(one, deck=DECK):
    return next(bytes.fromhex(tag) for tag, face in deck.tags.items() if face is card(one))


class HandHeld:
    """A reader of one antenna on a serial line, and a person who passes cards over it."""

    def __init__(self, folder, speed):
        self.clock = ScaledClock(speed)
        self.line = SharedLine(folder / "usb-SmartTable_Hand_Reader_1-if00", shared=False)
        self.twin = TrayTwin(Seat.N, self.line, self.clock)
        driver = open_driver("table_hub", {"device": "r", "port": str(self.line.path)}, self.clock, where="reader")
        self.reader = Reader(driver, self.clock)
        self.said = []
        self.line.plug()
        self.twin.start()

    def say(self, line):
        self.said.append(line.removesuffix("\a"))

    async def until(self, begins):
        await until(lambda: any(line.startswith(begins) for line in self.said))

    async def passes(self, *uids):
        for one in uids:
            self.twin.lay(one)
            await asyncio.sleep(0.03)
            self.twin.lift(one)

    async def reads(self, decks, cards, *, of=None):
        task = asyncio.create_task(read_hand(HandRead(decks), self.reader, WORDS, of=of, say=self.say))
        await self.until("Pass the cards")
        await self.passes(*cards)
        return await task


@pytest.fixture
async def hand_held(tmp_path):
    made = HandHeld(tmp_path, SLOW)
    yield made
    made.line.close()


async def test_thirteen_cards_passed_over_the_reader_are_the_hand(hand_held):
    is_right = await hand_held.reads([DECK, RED], [uid(one.text) for one in PACK[:13]], of=(7, Seat.N, HAND))

    assert is_right
    assert hand_held.said[-1] == "This is North's hand on board 7."


async def test_a_card_too_few_and_one_of_another_hand_are_named(hand_held):
    cards = [uid(one.text) for one in PACK[:11]] + [uid("C2")]
    is_right = await hand_held.reads([DECK], cards, of=(7, Seat.N, HAND))

    assert not is_right
    assert any("read: 12" in line for line in hand_held.said)
    assert any(line.startswith("Of North's hand") and "♠3" in line for line in hand_held.said)
    assert any(line.startswith("Not of North's hand") and "♣2" in line for line in hand_held.said)


async def test_a_card_of_another_deck_is_told_with_its_deck(hand_held):
    cards = [uid("SA"), uid("SK", RED), *(uid(one.text) for one in PACK[1:13])]
    is_right = await hand_held.reads([DECK, RED], cards)

    assert is_right
    assert any(line.startswith("A card of another deck (red-02)") for line in hand_held.said)


async def test_a_deck_is_enrolled_with_the_same_reader(tmp_path):
    hand_held = HandHeld(tmp_path, FAST)

    async def lays():
        await hand_held.until("Lay the cards on one antenna")
        for one in PACK:
            said = len(hand_held.said)
            hand_held.twin.lay(uid(one.text))
            await until(lambda said=said: len(hand_held.said) > said)

    laying = asyncio.create_task(lays())
    async with asyncio.timeout(60):
        enrolled = await enrol_deck("blue-07", hand_held.reader, Enrolment(), WORDS, say=hand_held.say)
    await laying
    hand_held.line.close()

    assert dict(enrolled.tags) == TAGS
