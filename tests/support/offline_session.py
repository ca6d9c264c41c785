"""A whole session in virtual time: every table of a plan plays its boards through simulated sensors and the core.

Reading logs come from `hw_sim.offline`; boards begin, are sensed, followed and compared as in the core, without its
processes. What is computed of the evening independently stands here, too, in other ways than the product's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from controller.model.events import ResultEntered
from controller.model.irregularities import Attention, Irregularity
from controller.model.notation import print_deal
from controller.model.regulations import CLUB
from controller.records.board_record import BoardRecord
from controller.records.deck_files import TablePack
from controller.sensing import sensing_of
from controller.service.board_keeper import header_only
from controller.service.boards import BoardBook
from controller.service.deal_watch import DealWatch
from controller.service.following import Following
from controller.service.seating import Seating
from controller.service.tracker import Outcome, Tracker
from controller.session.plan import SessionPlan
from controller.session.results import TableResult, result_of
from hw_sim.decks import deck_of
from hw_sim.offline import simulate
from hw_sim.people import possible_errors

#: Table, round.
Where = tuple[str, int]


@dataclass
class Played:
    """What came of a session."""

    results: list[TableResult]
    #: What the people keyed in at the end of each board: table, board -> contract, declarer, tricks.
    keyed: dict[tuple[str, int], tuple[str, str | None, int | None]]
    #: Findings that would have brought the director, by table and kind.
    summonses: list[tuple[str, str]] = field(default_factory=list)
    #: What the people did wrong, by table and kind.
    made: list[tuple[str, str]] = field(default_factory=list)


def play_session(
    plan: SessionPlan, records: Mapping[int, BoardRecord], errors: Mapping[Where, str], seed: int
) -> Played:
    """Play every sitting of the plan, round by round; on the first board of a place in `errors` one is made."""
    seating, watch = Seating(plan), DealWatch()
    trackers = {table: Tracker.fresh("2017", CLUB) for section in plan.sections for table in section.tables}
    for table, tracker in trackers.items():
        seating.seat(table, tracker)
        watch.watch(table, tracker)
    packs = tuple(TablePack(deck_of(number), frozenset({number})) for number in records)
    deals = {n: {"deal": print_deal(record.deal)} for n, record in records.items() if record.deal is not None}
    played = Played([], {})
    waiting = dict(errors)
    places = [place for table in trackers for place in plan.at_table(table)]
    for place in sorted(places, key=lambda p: (p.sitting.round, p.sitting.table)):
        table, number = place.table, place.sitting.round
        for board in place.sitting.boards:
            error = waiting.get((table, number))
            record = records[board] if error else varied(records[board], f"{seed} {table} {board}")
            if error is not None and error not in possible_errors(record, names=[error]):
                error, record = None, varied(records[board], f"{seed} {table} {board}")
            if error is not None:
                del waiting[table, number]
            book = BoardBook("2017", {}, packs, deals, due=seating.at(table))
            _play(played, trackers[table], book, record, [error] if error else [], f"{seed} {table}", watch)
    assert not waiting, f"no board gave a chance for {waiting}"
    for table, tracker in trackers.items():
        played.results += [found for board in tracker.table.boards if (found := result_of(table, board)) is not None]
    return played


def _play(
    played: Played,
    tracker: Tracker,
    book: BoardBook,
    record: BoardRecord,
    errors: Sequence[str],
    seed: str,
    watch: DealWatch,
) -> None:
    number = record.board or 0
    table = seed.rpartition(" ")[2]
    simulated = simulate(record, errors, 0, hash_of(seed, number), first_event=tracker.next_n)
    log = header_only(book.header(number, {}, first_event=tracker.next_n))
    following = Following(tracker, sensing_of(log))
    outcomes: list[Outcome] = []
    for reading in simulated.log.readings:
        outcomes += following.take(reading)
    outcomes += following.finish()
    for outcome in outcomes:
        assert outcome.stepped is not None, outcome.fault
        found: list[Irregularity] = [f for f in outcome.stepped.raised if f.attention is not Attention.LOG]
        fouled = watch.after(table, outcome)
        played.summonses += [(table, f.kind) for f in (*found, *([fouled] if fouled else []))]
    played.made += [(table, finding.kind) for finding in simulated.findings]
    (keyed,) = [event for event in simulated.truth if isinstance(event, ResultEntered)][-1:]
    declarer = keyed.declarer.value if keyed.declarer else None
    played.keyed[table, number] = (keyed.contract, declarer, keyed.tricks)


def hash_of(seed: str, number: int) -> int:
    """A number that is the same in every process."""
    return Random(f"{seed} {number}").randrange(1 << 30)


def varied(record: BoardRecord, seed: str) -> BoardRecord:
    """The board as another table may have made it: after a few tricks declarer claims some number of the others."""
    if record.contract is None:
        return record
    rng = Random(seed)
    tricks = record.play[: rng.randint(1, 3)]
    side, trumps = record.contract.declarer.side, record.contract.denomination
    winners = [trick.winner(trumps) for trick in tricks]
    won = sum(1 for seat in winners if seat is not None and seat.side is side)
    return replace(record, play=tricks, tricks=won + rng.randint(0, 13 - len(tricks)))


def numbered(records: Sequence[BoardRecord], count: int) -> dict[int, BoardRecord]:
    """Boards 1 to `count` out of fewer: a number's dealer and vulnerability come again after sixteen."""
    by_number = {record.board: record for record in records}
    return {n: replace(by_number[(n - 1) % 16 + 1], board=n) for n in range(1, count + 1)}


# -- computed otherwise -----------------------------------------------------------------------------------------------


#: Law 2: who is vulnerable on boards 1 to 16.
_VULNERABLE = ["-", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "-", "EW", "NSEW", "-", "NS", "NSEW", "-", "NS", "EW"]


def law_77(contract: str, declarer: str | None, tricks: int | None, board: int) -> int:
    """North-South's score, straight from the scoring table."""
    if contract == "P" or declarer is None or tricks is None:
        return 0
    level, strain, doubles = int(contract[0]), contract[1:].rstrip("X"), contract.count("X")
    vulnerable = declarer in _VULNERABLE[(board - 1) % 16]
    over = tricks - level - 6
    if over < 0:
        down = -over
        plain = down * (100 if vulnerable else 50)
        doubled = sum((200, 300)[i > 0] if vulnerable else (100, 200, 200, 300)[min(i, 3)] for i in range(down))
        points = -(plain, doubled, 2 * doubled)[doubles]
    else:
        each = 20 if strain in "CD" else 30
        bid = (level * each + (10 if strain == "NT" else 0)) * 2**doubles
        points = bid + ((500 if vulnerable else 300) if bid >= 100 else 50) + 50 * doubles
        points += {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vulnerable]
        points += over * (each if doubles == 0 else 100 * doubles * (2 if vulnerable else 1))
    return points if declarer in "NS" else -points


def percentages(results: Sequence[tuple[int, str, str, int]]) -> dict[str, Fraction]:
    """Pairs and their matchpoint percentages from (board, North-South, East-West, score), by counting frequencies."""
    of_board = defaultdict(list)
    for board, ns, ew, score in results:
        of_board[board].append((score, ns, ew))
    won, could = defaultdict(Fraction), defaultdict(Fraction)
    for lines in of_board.values():
        scores = sorted(score for score, _, _ in lines)
        for score, ns, ew in lines:
            below, same = sum(s < score for s in scores), scores.count(score)
            points, top = 2 * below + same - 1, 2 * (len(scores) - 1)
            won[ns] += points
            won[ew] += top - points
            could[ns] += top
            could[ew] += top
    return {pair: 100 * won[pair] / could[pair] for pair in won}


def places(shares: Mapping[str, Fraction]) -> dict[str, int]:
    """Each pair's place among these, those who are level sharing it."""
    return {pair: 1 + sum(other > share for other in shares.values()) for pair, share in shares.items()}


def by_hand(
    tables: int, rounds: int, first: Sequence[tuple[int, int, int]], move: str
) -> Iterator[tuple[int, int, int, int, int]]:
    """Who plays what, moving people and boards as they walk: (round, table, North-South, East-West, set of boards).

    `first`: the first round, table by table. `mitchell`: East-West go up a table, boards come down one. `howell`:
    everybody but the last number follows the pair below, each table takes the next boards, and at table 1 the pairs
    change directions every round.
    """
    now = list(first)
    pairs = 2 * tables
    for number in range(1, rounds + 1):
        for table, (ns, ew, boards) in enumerate(now, start=1):
            yield number, table, ns, ew, boards
        if move == "mitchell":
            visitors, set_below = [ew for _, ew, _ in now], [boards for _, _, boards in now]
            now = [(ns, visitors[i - 1], set_below[(i + 1) % tables]) for i, (ns, _, _) in enumerate(now)]
        else:
            after = {p: p if p == pairs else p % (pairs - 1) + 1 for p in range(1, pairs + 1)}
            now = [(after[ns], after[ew], boards % (pairs - 1) + 1) for ns, ew, boards in now]
            now[0] = (now[0][1], now[0][0], now[0][2])
