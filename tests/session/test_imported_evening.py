"""An evening that another program recorded: its session imported, its results converted, the ranking is the same."""

from random import Random

import pytest
from support.bws_file import AT, bws, round_of

from controller.records.bws import read_bws, read_bws_boards
from controller.records.bws.boards import boards_of
from controller.session.howell import howell
from controller.session.imports import from_bws, session_text
from controller.session.mitchell import mitchell
from controller.session.plan import Section, SessionPlan
from controller.session.results import result_of_record
from controller.session.session_file import read_session
from controller.session.standings import standings

CONTRACTS = ("1 NT", "2 H", "3 NT", "4 S", "4 S X", "5 C")


def evening(*movements, same_numbers=False):
    """A `.bws` file in which every board of these movements, a section each, has some result."""
    dice = Random(3)
    rounds, results = [], []
    for section, movement in enumerate(movements, start=1):
        less = movement.tables if same_numbers else 0
        for s in movement.sittings:
            row = round_of(s.round, s.table, s.ns, s.ew - less, s.boards[0], s.boards[-1])
            rounds.append({**row, "Section": section})
            for board in s.boards:
                where = {**AT, "Section": section, "Table": s.table, "Round": s.round, "Board": board}
                seat = dice.choice("NESW")
                declaring = s.ns if seat in "NS" else s.ew - less
                made = {"Contract": dice.choice(CONTRACTS), "Result": dice.choice(("=", "+1", "-1", "-2"))}
                pairs = {"PairNS": s.ns, "PairEW": s.ew - less, "Declarer": declaring, "NS/EW": seat}
                results.append({**where, **pairs, **made})
    winners = 2 if movements[0].two_winners else 1
    sections = [{"ID": n, "Letter": "AB"[n - 1], "Winners": winners} for n, _ in enumerate(movements, start=1)]
    return bws(Section=sections, RoundData=rounds, ReceivedData=results)


def ranking(data, plan):
    """Every field's contestants with their places and what they have."""
    reads = boards_of(read_bws(data))
    results = [result_of_record(read.record) for read in reads if read.record is not None]
    found = standings([one for one in results if one is not None], plan)
    assert not found.nobody
    return {f.name: [(r.place, r.total.contestant, r.total.value) for r in f.ranked] for f in found.fields}


def tables(movement, letter=""):
    return tuple(f"{letter}{number}" for number in range(1, movement.tables + 1))


@pytest.mark.parametrize(
    "movement",
    [mitchell(5), mitchell(6), mitchell(5, arrow_switch=[5]), howell(8), howell(14)],
    ids=["odd mitchell", "even mitchell", "arrow switch", "howell of 8", "howell of 14"],
)
def test_the_imported_session_ranks_as_the_one_it_was_made_of(movement):
    data = evening(movement)
    plan, _ = read_session(session_text(from_bws(read_bws(data))))
    expected = ranking(data, SessionPlan((Section("A", tables(movement), movement),)))
    assert ranking(data, plan) == expected
    assert sum(len(field) for field in expected.values()) == len(movement.pairs)


def test_numbers_that_both_directions_use_are_counted_on_in_session_and_results_alike():
    movement = mitchell(7)
    data = evening(movement, same_numbers=True)
    plan, _ = read_session(session_text(from_bws(read_bws(data))))
    assert ranking(data, plan) == ranking(data, SessionPlan((Section("A", tables(movement), movement),)))


def test_two_sections_that_share_their_boards():
    movement = mitchell(3)
    data = evening(movement, movement)
    plan, _ = read_session(session_text(from_bws(read_bws(data))))
    reads = [read.record for read in read_bws_boards([data], "x.bws") if read.record is not None]
    assert {record.tags["Table"] for record in reads} == {f"{letter}{n}" for letter in "AB" for n in (1, 2, 3)}
    assert [section.tables for section in plan.sections] == [tables(movement, "A"), tables(movement, "B")]
    sections = tuple(Section(letter, tables(movement, letter), movement) for letter in "AB")
    assert ranking(data, plan) == ranking(data, SessionPlan(sections))
    assert {name for field in ranking(data, plan).values() for _, name, _ in field} >= {"A1", "B6"}
