"""A teams-of-four match: the same boards at two tables, each team North-South at one and East-West at the other."""

from __future__ import annotations

from controller.session.movement import Movement, Sitting

#: Pairs of the match: home and away at the open table, away and home at the closed one.
HOME_OPEN, AWAY_OPEN, AWAY_CLOSED, HOME_CLOSED = 1, 2, 3, 4
OPEN, CLOSED = 1, 2


def teams_match(boards: int, *, first_board: int = 1, copies: int = 1) -> Movement:
    """A match of that many boards. With one copy of them the tables play a half each and then change.

    With two copies both tables play them in the same order.
    """
    if boards < 1:
        raise ValueError("a match has at least one board")
    every = tuple(range(first_board, first_board + boards))
    if copies > 1:
        parts = [(every, every)]
    else:
        half = (boards + 1) // 2
        parts = [(every[:half], every[half:]), (every[half:], every[:half])]
    sittings = []
    for number, (at_open, at_closed) in enumerate(parts, start=1):
        for table, ns, ew, here in (
            (OPEN, HOME_OPEN, AWAY_OPEN, at_open),
            (CLOSED, AWAY_CLOSED, HOME_CLOSED, at_closed),
        ):
            if here:
                sittings.append(Sitting(number, table, ns, ew, here))
    return Movement(tuple(sittings))
