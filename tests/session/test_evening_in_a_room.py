"""A session in a room: hubs on real ttys, people who err, the core as a process. The journal gives the ranking."""

import asyncio

import pytest
from support.offline_session import by_hand, law_77, percentages

from controller.cli.evening import read_evening
from controller.model.events import ResultEntered
from controller.session.howell import howell
from controller.session.results import result_of
from controller.session.standings import standings
from hw_sim.bench.automatic_director import AutomaticDirector
from hw_sim.bench.hall import Hall, Plan, core, write_settings
from hw_sim.boards import boards
from hw_sim.happenings import Waiting
from hw_sim.people.evening import Evening, Sitting
from hw_sim.room import Room

SESSION = """
[[sections]]
tables = ["1", "2"]
movement = "howell"
boards_per_round = 1
"""
#: Table, board -> what goes wrong there.
ERRORS = {("1", 1): "insufficient_bid", ("2", 2): "revoke", ("1", 3): "opening_lead_out_of_turn_refused"}
SPEED = 40.0


def script():
    """Four pairs at two tables, three rounds of a board each."""
    records = {record.board: record for record in boards()[:3]}
    played = {}
    for table in ("1", "2"):
        numbers = [b for s in howell(4, boards_per_round=1).of_table(int(table)) for b in s.boards]
        errors = [(ERRORS[table, n],) if (table, n) in ERRORS else () for n in numbers]
        played[table] = tuple(Sitting(records[n], made) for n, made in zip(numbers, errors, strict=True))
    return Evening(played, seed=7)


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_a_howell_of_two_tables_through_the_whole_product(tmp_path):
    directors = []

    def happened(happening):
        if isinstance(happening, Waiting):
            directors[0].wanted(happening)

    async with Room(speed=SPEED, seed=7, level=0, script=script(), listen=happened, waits=True) as room:
        records = list(room.evening.boards.values())
        settings = write_settings(tmp_path, Plan(room.ports, records, SPEED), 'kind = "none"')
        (tmp_path / "session.toml").write_text(SESSION)
        settings.write_text(f'movement = "session.toml"\n{settings.read_text()}')
        hall = Hall(tmp_path, settings, "", 0, ("", ""), ("", ""))
        async with core(hall, tmp_path / "notes.json"):
            directors.append(AutomaticDirector(hall.control_socket, hall.journal, room.tell_ruling))
            ruling = asyncio.create_task(directors[0].run())
            room.begin()
            await room.finished()
            await asyncio.sleep(2.0)
            ruling.cancel()
            await asyncio.wait({ruling})
        injected = {(one.table, one.board, one.kind) for one in room.injected}
    evening = read_evening(hall.journal)
    told = {
        (name, board.game.board, finding.kind)
        for name, table in evening.tables.items()
        for board in table.boards
        for finding in board.game.findings.values()
    }
    assert told == injected and len({(table, board) for table, board, _ in injected}) == 3
    # What the players keyed in at each table, scored and ranked by hand.
    slips = {
        (name, board.game.board): entry.event
        for name, table in evening.tables.items()
        for board in table.boards
        for entry in board.entries
        if isinstance(entry.event, ResultEntered)
    }
    first = [(s.ns, s.ew, s.boards[0]) for s in howell(4, boards_per_round=1).sittings if s.round == 1]
    reckoned = []
    for _, table, ns, ew, board in by_hand(2, 3, first, "howell"):
        slip = slips[str(table), board]
        declarer = slip.declarer.value if slip.declarer else None
        reckoned.append((board, str(ns), str(ew), law_77(slip.contract, declarer, slip.tricks, board)))
    results = [result_of(name, board) for name, table in evening.tables.items() for board in table.boards]
    found = standings([result for result in results if result is not None], evening.plan)
    assert {pair: total.percent for pair, total in found.totals.items()} == percentages(reckoned)
