"""What the API answers, as JSON values. Each part asks the gate whether the viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from controller.desk.asking import Answer
from controller.desk.board_view import face_down
from controller.desk.cases import Case, Ruled
from controller.desk.looking_back import corrections
from controller.desk.record import TableRecord
from controller.desk.room import Room, Viewer
from controller.desk.tiles import health
from controller.model.cards import in_order
from controller.model.seats import Seat
from controller.session.may_see import Role, What


def table_json(room: Room, record: TableRecord, viewer: Viewer) -> dict[str, Any]:
    """A table in the room."""
    found: dict[str, Any] = {"table": record.name, "board": record.board}
    if room.sees(viewer, record.board, What.DEVICES):
        found["devices"] = health(record)
    if room.sees(viewer, record.board, What.PROGRESS):
        state = record.table.state()
        found |= {"phase": state["phase"], "trick": state["trick"], "mode": record.mode, "followed": record.is_followed}
    if room.sees(viewer, record.board, What.FINDING):
        waiting = [c for c in record.waiting if room.sees_case(viewer, c) and not c.is_quiet]
        found["open_summonses"] = len(waiting)
        found["director_here"] = record.at_table.by if record.at_table else None
    return found


def answer_json(answer: Answer) -> Response:
    """What the core answered: 409 with the reason if it refused, 503 if it did not answer."""
    status = 200 if answer.is_recorded else 503 if answer.code == "away" else 409
    said = {"answer": "recorded" if answer.is_recorded else "refused", "n": answer.n}
    if not answer.is_recorded:
        said |= {"code": answer.code, "reason": answer.reason}
    return JSONResponse(said, status)


def acts_json(record: TableRecord) -> dict[str, Any]:
    """All calls and cards that have been shown; a card that lies face down is named by nobody."""
    down = {card.text for card in face_down(record.table)}
    state = record.table.state()
    state["on_table"] = [[seat, None if card in down else card] for seat, card in state["on_table"]]
    return {
        "state": state,
        "corrections": corrections(record.table.boards[-1]),
        "calls": [
            {"n": c.n, "seat": c.seat.value, "call": c.call.text, "status": c.status, "alerted": c.alerted}
            for c in record.table.calls
        ],
        "tricks": [
            {
                "number": t.number,
                "leader": t.leader.value,
                "cards": [[seat.value, card.text] for seat, card in t.cards],
                "winner": t.winner.value,
            }
            for t in record.table.tricks_played
        ],
    }


def hands_json(record: TableRecord) -> dict[str, list[str] | None]:
    """The hands as dealt; null where one is not known."""
    hands = record.table.hands
    return {seat.value: [c.text for c in in_order(hands[seat])] if seat in hands else None for seat in Seat}


def case_json(case: Case) -> dict[str, Any]:
    """A summons with its finding."""
    told = case.told
    return {
        "table": case.table,
        "board": case.board,
        "at": case.at,
        "rev": case.rev,
        "state": "withdrawn" if case.is_withdrawn else told.state if told else "logged",
        "open": case.is_waiting,
        "attention": case.attention.value,
        "held": bool(told and told.is_held),
        "recorded": told is None or told.is_recorded,
        "acknowledged": case.acknowledged.by if case.acknowledged else None,
        "laws_edition": case.edition,
        "finding": case.finding.as_json(),
        "rulings": [ruling_json(case, ruled) for ruled in case.rulings],
    }


def open_case_json(room: Room, case: Case, now: float) -> dict[str, Any]:
    """A summons as a director sees it: also whether it is put aside, and the number of the last mark on it."""
    later = room.later.get((case.table, case.id)) if room.is_put_aside(case, now) else None
    aside = {"by": later.by, "until": later.until, "device": later.device} if later is not None else None
    return case_json(case) | {"aside": aside, "mark": room.mark_of(case)}


def ruling_json(case: Case, ruled: Ruled) -> dict[str, Any]:
    """A ruling."""
    return {
        "table": case.table,
        "board": case.board,
        "on": case.id,
        "n": ruled.n,
        "choice": ruled.choice,
        "by": ruled.by,
        "at": ruled.at,
        "fields": dict(ruled.fields),
    }


def boards_json(room: Room, viewer: Viewer) -> list[dict[str, Any]]:
    """Boards by number, each with the results that the viewer may see and, where the deal is open, the hands."""
    numbers = {b.game.board for r in room.tables.values() for b in r.table.boards if b.game.board is not None}
    return [_board_json(room, viewer, number) for number in sorted(numbers) if room.sees(viewer, number, What.RESULT)]


def _board_json(room: Room, viewer: Viewer, number: int) -> dict[str, Any]:
    is_open = room.is_open(number)
    results: list[dict[str, Any]] = []
    found: dict[str, Any] = {"board": number, "open": is_open, "results": results}
    for record in room.in_order():
        for board in record.table.boards:
            if board.game.board != number or not board.entries:
                continue
            state = record.board_of(int(board.entries[0].n)).state()
            results.append(
                {
                    "table": record.name,
                    "contract": state["contract"],
                    "declarer": state["declarer"],
                    "result": state["result"],
                }
            )
            # A director asks for the hands of a closed deal at the table's own address, where looks are written down.
            if is_open and room.sees(viewer, number, What.UNSEEN_CARDS) and "hands" not in found:
                found["hands"] = {
                    seat.value: [c.text for c in in_order(hand)] for seat, hand in board.game.play.known.items()
                }
    return found


def devices_json(room: Room) -> list[dict[str, Any]]:
    """Devices and faults of every table, and the faults of the room (table null)."""
    found: list[dict[str, Any]] = []
    for record in room.in_order():
        found += [
            {"table": record.name, "device": d.name, "state": d.state, "why": d.why, "since": d.at}
            for d in record.devices.values()
        ]
        found += [
            {"table": record.name, "fault": f.name, "detail": f.detail, "count": f.count, "since": f.at}
            for f in record.faults.values()
        ]
    found += [
        {"table": None, "fault": f.name, "detail": f.detail, "count": f.count, "since": f.at}
        for f in room.faults.values()
    ]
    return found


def health_json(health: Mapping[str, Any] | None, viewer: Viewer) -> Mapping[str, Any] | None:
    """What the core says of itself; the summonses that it could not write yet are for directors alone."""
    if health is None or viewer.role is Role.DIRECTOR:
        return health
    tables = {
        name: {key: value for key, value in table.items() if key != "unrecorded"}
        for name, table in (health.get("tables") or {}).items()
    }
    return {**health, "tables": tables}


def journal_json(seq: int, trouble: str | None, viewer: Viewer) -> dict[str, Any]:
    """Is the journal read? How many rows it has counts silent summonses, too: that number is for directors alone."""
    return {"seq": seq, "trouble": trouble} if viewer.role is Role.DIRECTOR else {"trouble": trouble}
