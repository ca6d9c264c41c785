"""Sessions in a room: hubs on real ttys, people who err, the core as a process. The journal gives the ranking."""

import asyncio
from dataclasses import dataclass

import pytest
from support.offline_session import by_hand, law_77, numbered, percentages, places, varied

from controller.cli.evening import read_evening
from controller.model.events import ResultEntered
from controller.session.howell import howell
from controller.session.mitchell import mitchell
from controller.session.movement import Movement
from controller.session.results import result_of
from controller.session.standings import standings
from hw_sim.bench.automatic_director import AutomaticDirector
from hw_sim.bench.hall import Hall, Plan, core, write_settings
from hw_sim.boards import boards
from hw_sim.happenings import Waiting
from hw_sim.people import possible_errors
from hw_sim.people.evening import Evening, Sitting
from hw_sim.room import Room

#: What goes wrong in each of these sessions, once, at three tables.
ERRORS = ("insufficient_bid", "revoke", "opening_lead_out_of_turn_refused")
SEED = 7


@dataclass(frozen=True)
class Contest:
    """A session, and the speed at which this machine can follow it."""

    movement: Movement
    says: str
    move: str
    speed: float

    @property
    def tables(self) -> list[str]:
        return [str(number) for number in range(1, self.movement.tables + 1)]

    @property
    def session_file(self) -> str:
        names = ", ".join(f'"{name}"' for name in self.tables)
        return f"[[sections]]\ntables = [{names}]\nboards_per_round = 1\n{self.says}\n"

    def walked(self):
        """Who meets whom with which board, by hand: table, North-South, East-West, board."""
        first = [(s.ns, s.ew, s.boards[0]) for s in self.movement.sittings if s.round == 1]
        for _, table, ns, ew, board in by_hand(self.movement.tables, self.movement.rounds, first, self.move):
            yield str(table), str(ns), str(ew), board


SMALL_HOWELL = Contest(howell(4, boards_per_round=1), 'movement = "howell"', "howell", 40.0)
HOWELL = Contest(howell(14, boards_per_round=1), 'movement = "howell"', "howell", 20.0)
MITCHELL = Contest(mitchell(26, rounds=5, boards_per_round=1), 'movement = "mitchell"\nrounds = 5', "mitchell", 10.0)


def script(contest: Contest) -> Evening:
    """Everybody's boards: each table makes something else of them; of the errors as few as can be at one table."""
    records = numbered(boards(), max(contest.movement.boards))
    at_a_table = -(-len(ERRORS) // len(contest.tables))
    left, played = list(ERRORS), {}
    for table in contest.tables:
        sittings = []
        for board in [b for s in contest.movement.of_table(int(table)) for b in s.boards]:
            is_calm = sum(len(s.errors) for s in sittings) >= at_a_table
            can = () if is_calm else possible_errors(records[board], names=left[:1])
            record = records[board] if can else varied(records[board], f"{SEED} {table} {board}")
            sittings.append(Sitting(record, (left.pop(0),) if can else ()))
        played[table] = tuple(sittings)
    assert not left, f"no board gave a chance for {left}"
    return Evening(played, seed=SEED)


async def play(contest: Contest, folder):
    """Play the whole evening; the journal, and what went wrong by table, board and kind."""
    directors = []

    def happened(happening):
        if isinstance(happening, Waiting):
            directors[0].wanted(happening)

    async with Room(
        speed=contest.speed, seed=SEED, level=0, script=script(contest), listen=happened, waits=True
    ) as room:
        records = list(room.evening.boards.values())
        settings = write_settings(folder, Plan(room.ports, records, contest.speed), 'kind = "none"')
        (folder / "session.toml").write_text(contest.session_file)
        settings.write_text(f'movement = "session.toml"\n{settings.read_text()}')
        hall = Hall(folder, settings, "", 0, ("", ""), ("", ""))
        async with core(hall, folder / "notes.json"):
            directors.append(AutomaticDirector(hall.control_socket, hall.journal, room.tell_ruling))
            ruling = asyncio.create_task(directors[0].run())
            room.begin()
            await room.finished()
            await asyncio.sleep(2.0)
            ruling.cancel()
            await asyncio.wait({ruling})
        return hall.journal, {(one.table, one.board, one.kind) for one in room.injected}


def reckoned(contest: Contest, evening) -> list[tuple[int, str, str, int]]:
    """What the players keyed in at each table, scored by hand: board, North-South, East-West, score."""
    slips = {
        (name, board.game.board): entry.event
        for name, table in evening.tables.items()
        for board in table.boards
        for entry in board.entries
        if isinstance(entry.event, ResultEntered)
    }
    found = []
    for table, ns, ew, board in contest.walked():
        slip = slips[table, board]
        declarer = slip.declarer.value if slip.declarer else None
        found.append((board, ns, ew, law_77(slip.contract, declarer, slip.tricks, board)))
    return found


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("contest", [SMALL_HOWELL, HOWELL, MITCHELL], ids=["howell-2", "howell-7", "mitchell-26"])
async def test_an_evening_through_the_whole_product_ends_with_the_ranking_reckoned_by_hand(contest, tmp_path):
    journal, injected = await play(contest, tmp_path)
    evening = read_evening(journal)
    told = {
        (name, board.game.board, finding.kind)
        for name, table in evening.tables.items()
        for board in table.boards
        for finding in board.game.findings.values()
    }
    # Every error was found, and nothing else.
    assert told == injected
    assert len({(table, board) for table, board, _ in injected}) == len(ERRORS)
    shares = percentages(reckoned(contest, evening))
    results = [result_of(name, board) for name, table in evening.tables.items() for board in table.boards]
    found = standings([result for result in results if result is not None], evening.plan)
    assert {pair: total.percent for pair, total in found.totals.items()} == shares
    for field in found.fields:
        by_place = {one.total.contestant: one.place for one in field.ranked}
        assert by_place == places({pair: shares[pair] for pair in by_place})
        # Rankings of nobody and everybody would agree, too: this one has a winner.
        assert len(set(by_place.values())) > 1
