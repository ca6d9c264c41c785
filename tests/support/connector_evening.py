"""Rows of a journal for whoever sends results on: two tables, two rounds, boards passed out or keyed."""

from support.fake_connector import sections_of

from controller.ports import NewRow, Row
from controller.session.session_file import read_session

SESSION = """[[sections]]
tables = ["1", "2"]
movement = "listed"
rounds_csv = "round,table,ns,ew,boards\\n1,1,1,3,1-2\\n1,2,2,4,1-2\\n2,1,1,4,3-4\\n2,2,2,3,3-4\\n"
"""
PLAN, MOVEMENT = read_session(SESSION)
SECTIONS = sections_of(PLAN.sections[0].movement)
SESSION_ROW = NewRow("", "session", {"laws": "2017", "regulations": {}, "movement": MOVEMENT})


def played(board, *, ns=1, ew=3, tricks=None):
    """A board that was passed out, or one notrump by the dealer keyed with so many tricks."""
    seats = "NESW"[(board - 1) % 4 :] + "NESW"[: (board - 1) % 4]
    calls = ["P", "P", "P", "P"] if tricks is None else ["1NT", "P", "P", "P"]
    keyed = {"type": "result_entered", "contract": "1NT", "declarer": seats[0], "tricks": tricks}
    return [
        {"type": "board", "board": board, "pairs": {"NS": ns, "EW": ew}},
        *({"type": "call", "seat": s, "call": c} for s, c in zip(seats, calls, strict=True)),
        *([] if tricks is None else [keyed]),
        {"type": "board_left"},
    ]


def events(table, *boards):
    """Rows of a table's events, numbered through."""
    found = [event for board in boards for event in board]
    return [NewRow(table, "event", event, n) for n, event in enumerate(found)]


def summons(table, *, state="raised", rests_on="seen", channels=("desk", "bus"), held=False, name="x@1:N"):
    """A summons as the journal keeps it."""
    body = {"id": name, "state": state, "open": state != "resolved", "rests_on": rests_on, "held": held}
    return NewRow(table, "summons", {**body, "channels": list(channels)})


def at_table(table, state="begun"):
    """A director stands at the table, or leaves it."""
    return NewRow(table, "at_table", {"by": "director", "state": state})


def rows(*new, at=1_700_000_000.0):
    """The same as they are read."""
    return [Row(seq, one.table, one.kind, one.body, one.n, at) for seq, one in enumerate(new, start=1)]
