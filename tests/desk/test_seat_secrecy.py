"""What is not the director's is the same, byte for byte and in the same order, for every deal consistent with the seen
acts: players' screens, the wall, the live stream of operator and playing director, over every worked case."""

import json
import random

import pytest

from controller.desk import seat_view, wall_view
from controller.desk.desk import read_pages
from controller.desk.follower import _progress, changes
from controller.desk.hub import Hub
from controller.desk.room import Room, Viewer
from controller.desk.words import read_words
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import Ruling
from controller.model.notation import print_deal
from controller.model.seats import Seat
from controller.ports import Row
from controller.session.may_see import Role
from controller.table import refusal
from tests.service.test_nothing_shows import deal_around, shown, stories

from .support import Core

WORDS, PAGES = read_words()["en"], read_pages()
HEARERS = [Viewer("olga", Role.OPERATOR), Viewer("pavel", Role.PLAYING_DIRECTOR)]


class Rows:
    """A journal in memory: what the core of these tests writes, the room reads at once."""

    def __init__(self):
        self.room = Room(lambda: 1_800_000_000.0)
        self.hub = Hub(self.room)
        self.heard = {viewer.name: self.hub.listen(viewer, None) for viewer in HEARERS}
        self.seq = 0

    async def claim(self, table, who):
        """One writer, always the same."""

    async def append(self, rows):
        for row in rows:
            self.seq += 1
            before = _progress(self.room.tables.get(row.table))
            read = Row(self.seq, row.table, row.kind, row.body, n=row.n, at=1_700_000_000.0 + self.seq)
            self.room.apply(read)
            for change in changes(self.room, read, before):
                self.hub.publish(change)
        return [self.seq]

    def told(self, name):
        """Everything that somebody heard of since he was last asked, as it goes over the line."""
        queue = self.heard[name]._queue
        return [queue.get_nowait().as_sse() for _ in range(queue.qsize())]


def screens(room):
    """Every player's screen of table 1 and the wall, as page and as values."""
    record = room.tables["1"]
    found = []
    for seat in Seat:
        view = seat_view.view_of(record, room.plan, seat, WORDS)
        found.append(json.dumps(view.state.as_json()))
        found.append(PAGES.get_template("seat_body.html").render(_=WORDS, view=view, is_live=True))
    wall = wall_view.wall_of(room, Viewer("wall", Role.WALL))
    found.append(PAGES.get_template("wall_body.html").render(_=WORDS, wall=wall, time="20:00"))
    return found


async def seen_by_others(log, events):
    """What screens showed and others heard after each event, and the number of the first ruling that is refused."""
    rows = Rows()
    core = Core(rows)
    await core.open("1", laws=log.laws)
    for viewer in HEARERS:
        rows.told(viewer.name)
    story = []
    for place, event in enumerate(events):
        if isinstance(event, Ruling) and refusal(core.tables["1"], event) is not None:
            return story, place
        await core.act("1", event_to_json(event))
        story.append([screens(rows.room), [rows.told(viewer.name) for viewer in HEARERS]])
    return story, len(events)


def stories_with_deals():
    """Each worked case up to some event, with two deals in which all that was seen by then lies where it was seen."""
    for number, story in enumerate(stories()):
        log, events = story.values
        rng = random.Random(len(events))
        events = events[: rng.randint(2, len(events))]
        deals = [deal_around(shown(events), rng) for _ in range(2)]
        # Where every card has been seen there is only one.
        if None not in deals and deals[0] != deals[1]:
            # All of them take a quarter of a minute: most wait for the long run.
            marks = () if number % 5 == 0 else pytest.mark.long
            yield pytest.param(log, events, deals, id=story.id, marks=marks)


@pytest.mark.parametrize(("log", "events", "deals"), stories_with_deals())
async def test_other_unseen_cards_change_nothing_that_others_see(log, events, deals):
    board = event_to_json(events[0])
    versions = [[event_from_json(board | {"deal": print_deal(deal)}), *events[1:]] for deal in deals]
    (one, first), (other, second) = [await seen_by_others(log, version) for version in versions]
    # Rulings are part of the story only as far as they may be given whatever the hands are.
    end = min(first, second)
    assert end > 0 and one[:end] == other[:end]
