"""Results that everybody may see: shown when the deal is open, anew when they change, taken back when it closes."""

import asyncio
import itertools
import json
from types import SimpleNamespace

import pytest
from support.build import auction, board, left, result, ruling
from support.live_table import FakeBus

from controller.adapters.mqtt_words import MqttTeller
from controller.model.event_codec import event_from_json
from controller.model.events import Correction
from controller.model.regulations import regulations_from
from controller.ports import Row
from controller.scoring import Artificial, plain
from controller.service.account import Account
from controller.service.public_results import PublicResults
from controller.service.results_watch import ResultsWatch
from controller.service.summons import Summonses
from controller.service.told import PublicView
from controller.service.tracker import Tracker
from controller.session.listed import listed
from controller.session.plan import Section, SessionPlan
from controller.session.rules import Opening

#: Two tables that play boards 1 and 2 in one round.
MOVEMENT = listed("round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,1-2\n")
PASSED_OUT = [*auction("N: P P P P"), left()]
BOARD_2 = [board(2), *auction("E: P P P P"), left()]


def planned(**more):
    opening = Opening(**more.pop("opening", {}))
    return SessionPlan((Section("A", ("1", "2"), MOVEMENT),), opening=opening, **more)


class Table:
    """A table as the core keeps it, with the rows that its journal has of it."""

    def __init__(self, name, rows=()):
        self.name, self.rows = name, []
        teller = MqttTeller("club", "monday", 1, "b00t", wall=lambda: 0.0)
        refs = itertools.count()
        self.keeper = SimpleNamespace(tracker=Tracker.fresh("2017", regulations_from({})))
        self.account = Account(name, Summonses(lambda: f"s-{next(refs)}"), PublicView(teller))
        self.recorder = SimpleNamespace(is_sound=True, pending=0, put=self.put)
        self.told = []
        for row in rows:
            if row.kind == "event":
                self.account.fold(self.keeper.tracker.take(row.body["event"]))
            self.rows.append(row)

    def put(self, entry):
        self.rows += [Row(0, self.name, new.kind, json.loads(json.dumps(new.body))) for new in entry.rows]
        self.told += entry.messages

    def plays(self, *events, at=0.0):
        for event in events:
            outcome = self.keeper.tracker.take(event)
            self.account.entry(outcome, was_parked=False, is_held=False)
            self.rows.append(Row(0, self.name, "event", {"event": event}, outcome.n, at))


class Room:
    """Two tables and what everybody is shown of them."""

    def __init__(self, plan=None, before=None, names=("1", "2")):
        self.plan, self.now, self.failed, self.bus = plan, 1000.0, [], FakeBus()
        self.tables = {name: Table(name, before.tables[name].rows if before else ()) for name in names}
        self.public = PublicResults(plan)
        for name, table in self.tables.items():
            self.public.expect(name, table.rows, table.account.ended)
        teller = MqttTeller("club", "monday", 1, "b00t", wall=lambda: 0.0)
        self.watch = ResultsWatch(self.public, self.tables, self.bus, teller, lambda: self.now, self.failed.append)

    def plays(self, name, *events):
        self.tables[name].plays(*events, at=self.now)
        return self.look()

    def look(self):
        """Topics and contents of what is told now."""
        for table in self.tables.values():
            table.told.clear()
        self.watch.look()
        return [self.said(message) for table in self.tables.values() for message in table.told]

    @staticmethod
    def said(message):
        assert message.retain
        topic = message.topic.removeprefix("bridge/v1/public/club/monday/")
        return topic, json.loads(message.payload)["data"] if message.payload else None


def told(room):
    return [topic for topic, _ in room]


def test_nothing_is_shown_before_the_last_table_has_played_and_then_all_of_it():
    room = Room(planned())
    assert room.plays("1", board(1, pairs={"NS": 1, "EW": 3}), *PASSED_OUT) == []
    assert room.plays("2", board(1, pairs={"NS": 2, "EW": 4}), *auction("N: P P P")) == []

    assert room.plays("2", *auction("W: P"), left()) == [
        ("1/board/1", {"board": 1, "ns": "1", "ew": "3", "contract": "P", "score": 0}),
        ("2/board/1", {"board": 1, "ns": "2", "ew": "4", "contract": "P", "score": 0}),
    ]
    assert room.look() == []


def test_a_board_that_is_not_played_everywhere_says_nothing_of_the_others():
    room = Room(planned())
    for name in "12":
        room.plays(name, board(1), *PASSED_OUT)
    assert room.plays("1", *BOARD_2) == []


def test_a_board_that_was_brought_back_is_waited_for_until_it_has_a_result():
    room = Room(planned())
    room.plays("1", board(1), *PASSED_OUT)
    back = ruling("board_ended_early", "play_on")
    assert room.plays("2", board(1), *auction("N: 1S P P P"), left(), back) == []
    assert told(room.plays("2", result("1S by N", 7))) == ["1/board/1", "2/board/1"]


def test_without_a_plan_every_table_is_waited_for():
    room = Room()
    assert room.plays("1", board(5), *PASSED_OUT) == []
    assert told(room.plays("2", board(5), *PASSED_OUT)) == ["1/board/5", "2/board/5"]


@pytest.mark.parametrize(
    ("opening", "closed", "opened"),
    [
        ({"delay_min": 5}, 1299.0, 1300.0),
        ({"not_before": 5000.0}, 4999.0, 5000.0),
        ({"delay_min": 5, "not_before": 1100.0}, 1299.0, 1300.0),
    ],
)
def test_a_delay_and_an_embargo_pass_by_themselves(opening, closed, opened):
    room = Room(planned(opening=opening))
    for name in "12":
        room.plays(name, board(1), *PASSED_OUT)
    room.now = closed
    assert room.look() == []
    room.now = opened
    assert told(room.look()) == ["1/board/1", "2/board/1"]


def test_results_that_wait_for_the_session_wait_for_its_last_board():
    room = Room(planned(opening={"when": "session"}))
    for name in "12":
        assert room.plays(name, board(1), *PASSED_OUT) == []
    room.plays("1", *BOARD_2)
    assert len(told(room.plays("2", *BOARD_2))) == 4


def test_a_ruling_afterwards_shows_the_board_anew():
    room = Room(planned())
    for name in "12":
        room.plays(name, board(1), *PASSED_OUT)
    given = {"type": "ruling", "on": "board", "choice": "artificial", "NS": 60, "EW": 40}
    (changed,) = room.plays("1", event_from_json(given))
    assert changed[0] == "1/board/1"
    assert changed[1]["artificial"] == {"NS": 60.0, "EW": 40.0} and "score" not in changed[1]
    assert [row.body["rev"] for row in room.tables["1"].rows if row.kind == "public"] == [1, 2]


def test_a_misread_that_opens_the_board_again_takes_every_table_back():
    room = Room(planned())
    for name in "12":
        room.plays(name, board(1), *PASSED_OUT)
    # The last pass and the leaving of the board were no acts of table 2's players.
    wrong = Correction(replaces=(4, 5), events=(), by="anna", reason="misread")
    assert room.plays("2", wrong) == [("1/board/1", None), ("2/board/1", None)]
    assert told(room.plays("2", *auction("W: P"), left())) == ["1/board/1", "2/board/1"]


def test_the_score_that_the_sessions_file_gives_counts():
    room = Room(planned(adjusted={("1", 1): plain(420), ("2", 1): Artificial(60, 40)}))
    for name in "12":
        room.plays(name, board(1), *PASSED_OUT)
    # They have been shown with the last look; what is kept says what.
    first, second = (one.told for one in room.public.shown())
    assert (first["score"], second["score"], second["artificial"]) == (420, None, {"NS": 60.0, "EW": 40.0})


def test_a_board_without_a_result_is_not_shown_and_keeps_nobody_waiting():
    room = Room(planned())
    # The board left in the middle of the play, and the players keyed nothing.
    room.plays("1", board(1), *auction("N: 1S P P P"), left())
    assert told(room.plays("2", board(1), *PASSED_OUT)) == ["2/board/1"]


def test_what_is_not_on_disk_is_not_shown():
    room = Room(planned())
    room.plays("1", board(1), *PASSED_OUT)
    room.tables["2"].recorder.pending = 1
    assert room.plays("2", board(1), *PASSED_OUT) == []
    room.tables["2"].recorder.pending = 0
    room.tables["2"].recorder.is_sound = False
    assert room.look() == []
    room.tables["2"].recorder.is_sound = True
    assert len(room.look()) == 2


# -- the next run of the core ------------------------------------------------------------------------------------------


async def begins(room):
    """What a run says as it begins."""
    running = asyncio.create_task(room.watch.run())
    await asyncio.sleep(0)
    running.cancel()
    return [room.said(message) for message in room.bus.published]


async def test_a_restart_says_again_what_stands_and_records_nothing():
    first = Room(planned())
    for name in "12":
        first.plays(name, board(1), *PASSED_OUT)
    again = Room(planned(), first)
    assert told(await begins(again)) == ["1/board/1", "2/board/1"]
    assert again.look() == [] and len(again.tables["1"].rows) == len(first.tables["1"].rows)


async def test_a_delay_goes_on_over_a_restart():
    first = Room(planned(opening={"delay_min": 5}))
    for name in "12":
        first.plays(name, board(1), *PASSED_OUT)
    again = Room(planned(opening={"delay_min": 5}), first)
    again.now = 1299.0
    assert await begins(again) == [] and again.look() == []
    again.now = 1300.0
    assert len(again.look()) == 2


async def test_a_plan_that_closes_the_board_takes_it_back_at_the_start():
    first = Room(planned())
    for name in "12":
        first.plays(name, board(1), *PASSED_OUT)
    again = Room(planned(opening={"when": "session"}), first)
    assert again.look() == [("1/board/1", None), ("2/board/1", None)]
    assert await begins(Room(planned(opening={"when": "session"}), again)) == []


async def test_a_bug_of_ours_is_told_and_ends_nothing():
    room = Room(planned())
    room.tables["1"].recorder.pending = None
    room.tables["1"].account.ended = None
    running = asyncio.create_task(room.watch.run())
    await asyncio.sleep(0)
    assert not running.done() and "TypeError" in room.failed[0]
    running.cancel()
