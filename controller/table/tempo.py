"""Time at the table: boards that take long, calls and plays that took a player much longer than his others (Law 73).

Only where the regulations ask for it, only ever noted. An event without a time comes five seconds after the last.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean, pstdev

from controller.model.events import (
    BoardTaken,
    CallMade,
    CardPlayed,
    ClaimMade,
    DirectorCalled,
    Gap,
    ModeChanged,
    Ruling,
    TableEvent,
)
from controller.model.irregularities import Attention
from controller.model.regulations import Regulations
from controller.model.seats import SEATS, Seat
from controller.table.game import Game
from controller.table.watch_state import Clock

#: Seconds between events that state no time.
APART = 5.0
#: Acts of a player that must have been timed before another can stand out.
ENOUGH = 6
#: Seconds below which nobody's times are told apart.
LEAST_SPREAD = 0.5
CALL, PLAY = "call_tempo_outlier", "play_tempo_outlier"
#: What takes time that is no player's.
INTERRUPTIONS = (ClaimMade, DirectorCalled, Gap, ModeChanged)


def is_wanted(regulations: Regulations) -> bool:
    """Do the regulations ask for anything about time?"""
    return regulations.slow_play_s > 0 or regulations.tempo_sigma > 0


def after(game: Game, n: str, event: TableEvent, turn: Seat | None) -> None:
    """An event has happened at the turn of `turn`: how long did that take, and the board so far?"""
    clock = game.clock
    if clock is None or isinstance(event, Ruling):
        # A ruling may be typed long after it was given; it only ends what was being measured.
        game.clock = clock and replace(clock, since=None)
        return
    now = event.t if event.t is not None else clock.now + APART
    clock = replace(clock, now=now)
    if isinstance(event, BoardTaken):
        clock = _new_board(clock, event)
    elif isinstance(event, INTERRUPTIONS):
        clock = replace(clock, since=None, is_broken=clock.is_broken or isinstance(event, Gap))
    elif isinstance(event, CallMade | CardPlayed):
        clock = _act(game, n, event, turn, clock)
    game.clock = clock
    _slow(game, n)


def _new_board(clock: Clock, event: BoardTaken) -> Clock:
    """Nothing is measured until somebody has called; players who have moved on take their times with them."""
    pairs = event.pairs or {}
    stay = {seat for seat in SEATS if pairs.get(seat.side.name) == clock.pairs.get(seat.side.name)}
    times = {who: took for who, took in clock.times.items() if who[0] in stay}
    now = 0.0 if event.t is None else event.t
    return Clock(now=now, began=now, times=times, pairs=pairs)


def _act(game: Game, n: str, event: CallMade | CardPlayed, turn: Seat | None, clock: Clock) -> Clock:
    """A call or a card: in turn it is timed from the act before it, unless somebody else had to come in between."""
    kind = CALL if isinstance(event, CallMade) else PLAY
    times = clock.times
    if clock.since is not None and event.seat is turn and event.seat is not game.dummy:
        who, took = (event.seat, kind), clock.now - clock.since
        earlier = times.get(who, ())
        if _stands_out(took, earlier, game.regulations.tempo_sigma):
            facts = {"seconds": round(took, 1), "usual": round(fmean(earlier), 1)}
            game.raise_finding(kind, n, seat=event.seat, facts=facts)
        times = {**times, who: (*earlier, took)}
    is_free = not any(game.findings[i].attention is Attention.NOW for i in game.pending)
    return replace(clock, since=clock.now if is_free else None, times=times)


def _stands_out(took: float, earlier: tuple[float, ...], sigma: float) -> bool:
    if sigma <= 0 or len(earlier) < ENOUGH:
        return False
    return took > fmean(earlier) + sigma * max(pstdev(earlier), LEAST_SPREAD)


def _slow(game: Game, n: str) -> None:
    """Law 81, 90: the board has taken longer than the regulations grant; told once, and never across a gap."""
    clock, limit = game.clock, game.regulations.slow_play_s
    if clock is None or clock.is_told or clock.is_broken or limit <= 0 or game.phase in ("idle", "ended"):
        return
    if clock.now - clock.began > limit:
        game.raise_finding("slow_play", n, seat=None, facts={"seconds": round(clock.now - clock.began, 1)})
        game.clock = replace(clock, is_told=True)
