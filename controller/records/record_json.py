"""Board records as JSON, one object a board, and back without loss (docs/formats/BOARD_RECORD.md has the members).

What is not known or does not apply is left out. Anything that is not of this form is an error that names its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from controller.model.board import Contract, Vulnerability
from controller.model.calls import Bid, Denomination, call
from controller.model.cards import card
from controller.model.errors import LogError
from controller.model.notation import parse_deal, print_deal
from controller.model.seats import Seat, Side
from controller.records.board_record import (
    UNKNOWN,
    AdjustedScore,
    ArtificialScore,
    AssignedScore,
    BoardCancelled,
    BoardRecord,
    Comment,
    EndPosition,
    RecordedCall,
    RecordedCard,
    RecordedClaim,
    RecordedIrregularity,
    RecordedRuling,
    RecordedTrick,
    Section,
    TricksTransferred,
    WithdrawnCall,
)
from controller.records.lines import Line, lines_of
from controller.records.members import Members
from controller.records.warning import BoardRead

FORMAT, VERSION = "smart-table/board", 1
#: Members that say nothing are left out, so that a plain board is a short line.
_SAYS_NOTHING: tuple[Any, ...] = (None, False, "", [], {})
_TEXTS = ("event", "site", "date", "scoring")


def to_json(record: BoardRecord) -> dict[str, Any]:
    """The record as a JSON object."""
    members: dict[str, Any] = {
        "board": record.board,
        "dealer": _name(record.dealer),
        "vulnerability": record.vulnerability.value if record.vulnerability else None,
        "deal": print_deal(record.deal) if record.deal else None,
        **{name: None if getattr(record, name) == UNKNOWN else _said(getattr(record, name)) for name in _TEXTS},
        "names": {seat.name: name for seat, name in record.names.items()},
        "pairs": {side.name: pair for side, pair in record.pairs.items()},
        "laws": record.laws,
        "calls": [_call(c) for c in record.calls],
        "withdrawn_calls": [
            {"after": w.after, "seat": w.seat.name, "call": w.call.text, "status": w.status}
            for w in record.withdrawn_calls
        ],
        **_contract(record.contract),
        **_end_position(record.end_position),
        "passed_out": record.passed_out,
        "declarer_swapped": record.declarer_swapped,
        "play": [{"leader": t.leader.name, "cards": [_card(c) for c in t.cards]} for t in record.play],
        "claims": [_claim(c) for c in record.claims],
        "tricks": record.tricks,
        "tricks_differ": record.tricks_differ,
        "transfers": [{"to": t.to.name, "tricks": t.tricks} for t in record.transfers],
        "score_ns": record.score_ns,
        "adjusted": _adjusted(record.adjusted),
        "irregularities": [_irregularity(i) for i in record.irregularities],
        "rulings": [_short({"on": r.on, "choice": r.choice, "detail": r.detail, "by": r.by}) for r in record.rulings],
        "in_progress": record.in_progress,
        "tags": dict(record.tags),
        "sections": [{"name": s.name, "value": s.value, "lines": list(s.lines)} for s in record.sections],
        "comments": [_short({"text": c.text, "after": c.after}) for c in record.comments],
    }
    # Texts of the event may be empty on purpose: only what nobody knows is left out of them.
    return {"format": FORMAT, "version": VERSION, **_short(members)}


def _said(text: str) -> Any:
    return _Empty() if text == "" else text


class _Empty(str):
    """An empty text that is meant; it equals the texts that say nothing, so it is told apart by its type."""

    __slots__ = ()


def _short(members: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in members.items()
        if isinstance(value, _Empty) or (isinstance(value, int) and value is not False) or value not in _SAYS_NOTHING
    }


def _name(seat: Seat | None) -> str | None:
    return seat.name if seat else None


def _call(made: RecordedCall) -> dict[str, Any]:
    told = {"seat": made.seat.name, "call": made.call.text}
    alert = {} if made.alert is None else {"alert": made.alert}
    time = {} if made.t is None else {"t": made.t}
    return {**told, **alert, **time, **_short({"glyphs": list(made.glyphs), "comment": made.comment})}


def _card(played: RecordedCard) -> dict[str, Any]:
    told = {"seat": played.seat.name, "card": played.card.text}
    time = {} if played.t is None else {"t": played.t}
    note = {} if played.note is None else {"note": played.note}
    rest = {"revoke": played.revoke, "glyphs": list(played.glyphs), "comment": played.comment}
    return {**told, **time, **note, **_short(rest)}


def _claim(made: RecordedClaim) -> dict[str, Any]:
    answer = {} if made.agreed is None else {"agreed": made.agreed}
    statement = {} if made.statement is None else {"statement": made.statement}
    return {"seat": _name(made.seat), "tricks": made.tricks, "trick": made.trick, **answer, **statement}


def _irregularity(found: RecordedIrregularity) -> dict[str, Any]:
    told = {"id": found.id, "kind": found.kind, "seat": _name(found.seat), "laws": list(found.laws)}
    return {**_short(told), "certainty": found.certainty}


def _contract(contract: Contract | None) -> dict[str, Any]:
    return {"contract": str(contract), "declarer": contract.declarer.name} if contract else {}


def _end_position(found: EndPosition | None) -> dict[str, Any]:
    if found is None:
        return {}
    return {"end_position": _short({"denomination": found.denomination.name, "declarer": _name(found.declarer)})}


def _adjusted(adjusted: AdjustedScore | None) -> dict[str, Any] | None:
    match adjusted:
        case None:
            return None
        case BoardCancelled():
            return {"kind": "cancelled"}
        case ArtificialScore(ns, ew):
            return {"kind": "artificial", "ns": ns, "ew": ew}
        case AssignedScore(contract, tricks):
            return {"kind": "assigned", **_contract(contract), **({} if tricks is None else {"tricks": tricks})}


def from_json(value: object, place: str = "") -> BoardRecord:
    """The record of a JSON object. LogError names the member that is wrong."""
    m = Members(value, place)
    m.expect("format", FORMAT)
    m.expect("version", VERSION)
    record = BoardRecord(
        board=m.number("board", 0),
        dealer=m.known("dealer", Seat.__getitem__),
        vulnerability=m.known("vulnerability", Vulnerability),
        deal=m.known("deal", parse_deal),
        event=m.text("event", UNKNOWN),
        site=m.text("site", UNKNOWN),
        date=m.text("date", UNKNOWN),
        scoring=m.text("scoring", UNKNOWN),
        names={m.of(Seat.__getitem__, s, "names"): name for s, name in m.texts("names").items()},
        pairs={m.of(Side.__getitem__, s, "pairs"): pair for s, pair in m.texts("pairs").items()},
        laws=m.known("laws", str),
        calls=tuple(map(_call_of, m.objects("calls"))),
        withdrawn_calls=tuple(map(_withdrawn_of, m.objects("withdrawn_calls"))),
        contract=_contract_of(m),
        end_position=_end_position_of(m.object("end_position")),
        passed_out=m.flag("passed_out"),
        declarer_swapped=m.flag("declarer_swapped"),
        play=tuple(map(_trick_of, m.objects("play"))),
        claims=tuple(map(_claim_of, m.objects("claims"))),
        tricks=m.number("tricks", 0, 13),
        tricks_differ=m.flag("tricks_differ"),
        transfers=tuple(map(_transfer_of, m.objects("transfers"))),
        score_ns=m.number("score_ns"),
        adjusted=_adjusted_of(m.object("adjusted")),
        irregularities=tuple(map(_irregularity_of, m.objects("irregularities"))),
        rulings=tuple(map(_ruling_of, m.objects("rulings"))),
        in_progress=m.flag("in_progress"),
        tags=m.texts("tags"),
        sections=tuple(map(_section_of, m.objects("sections"))),
        comments=tuple(map(_comment_of, m.objects("comments"))),
    )
    m.nothing_else()
    return record


def _call_of(m: Members) -> RecordedCall:
    return m.all_of(
        RecordedCall(
            m.needed("seat", Seat.__getitem__),
            m.needed("call", call),
            m.known("alert", str),
            m.seconds("t"),
            m.numbers("glyphs"),
            m.text("comment"),
        )
    )


def _card_of(m: Members) -> RecordedCard:
    seat, played = m.needed("seat", Seat.__getitem__), m.needed("card", card)
    note, glyphs = m.known("note", str), m.numbers("glyphs")
    return m.all_of(RecordedCard(seat, played, m.seconds("t"), m.flag("revoke"), note, glyphs, m.text("comment")))


def _trick_of(m: Members) -> RecordedTrick:
    return m.all_of(RecordedTrick(m.needed("leader", Seat.__getitem__), tuple(map(_card_of, m.objects("cards")))))


def _withdrawn_of(m: Members) -> WithdrawnCall:
    seat, made = m.needed("seat", Seat.__getitem__), m.needed("call", call)
    return m.all_of(WithdrawnCall(m.counted("after"), seat, made, m.needed("status", str)))


def _claim_of(m: Members) -> RecordedClaim:
    agreed = m.flag("agreed") if m.has("agreed") else None
    seat, statement = m.known("seat", Seat.__getitem__), m.known("statement", str)
    return m.all_of(RecordedClaim(seat, m.counted("tricks"), m.counted("trick"), agreed, statement))


def _transfer_of(m: Members) -> TricksTransferred:
    return m.all_of(TricksTransferred(m.needed("to", Side.__getitem__), m.counted("tricks")))


def _irregularity_of(m: Members) -> RecordedIrregularity:
    seat, laws = m.known("seat", Seat.__getitem__), m.list_of_texts("laws")
    id_, kind = m.needed("id", str), m.needed("kind", str)
    return m.all_of(RecordedIrregularity(id_, kind, seat, laws, m.needed("certainty", str)))


def _ruling_of(m: Members) -> RecordedRuling:
    on, choice = m.needed("on", str), m.needed("choice", str)
    return m.all_of(RecordedRuling(on, choice, m.text("detail"), m.known("by", str)))


def _section_of(m: Members) -> Section:
    return m.all_of(Section(m.needed("name", str), m.needed("value", str), m.list_of_texts("lines")))


def _comment_of(m: Members) -> Comment:
    return m.all_of(Comment(m.needed("text", str), m.text("after")))


def _contract_of(m: Members) -> Contract | None:
    declarer = m.known("declarer", Seat.__getitem__)
    text = m.known("contract", str)
    if text is None or declarer is None:
        if text is not None or declarer is not None:
            raise m.error("contract", "a contract and its declarer go together")
        return None
    plain = text.rstrip("X")
    made = m.of(call, plain, "contract")
    doubled = len(text) - len(plain)
    if not isinstance(made, Bid) or made.level > 7 or doubled > 2:
        raise m.error("contract", f"{text!r} is no contract")
    return Contract(made.level, made.denomination, declarer, doubled)


def _end_position_of(m: Members | None) -> EndPosition | None:
    if m is None:
        return None
    return m.all_of(
        EndPosition(m.needed("denomination", Denomination.__getitem__), m.known("declarer", Seat.__getitem__))
    )


def _adjusted_of(m: Members | None) -> AdjustedScore | None:
    if m is None:
        return None
    kind = m.needed("kind", str)
    if kind == "cancelled":
        return m.all_of(BoardCancelled())
    if kind == "artificial":
        return m.all_of(ArtificialScore(m.percent("ns"), m.percent("ew")))
    if kind == "assigned":
        return m.all_of(AssignedScore(_contract_of(m), m.number("tricks", 0, 13)))
    raise m.error("kind", f"no such adjusted score: {kind!r}")


def json_line(record: BoardRecord) -> str:
    """The record as one line of a file."""
    return json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def write_jsonl(records: Iterable[BoardRecord]) -> Iterator[str]:
    """A file of one JSON object a line and board."""
    for record in records:
        line = json_line(record)
        # A lone surrogate, as a careless file can bring it, has no UTF-8: then JSON's escapes are written.
        yield (line if line.isprintable() or _is_utf_8(line) else json.dumps(to_json(record))) + "\n"


def _is_utf_8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_jsonl(chunks: Iterable[bytes], file: str = "") -> Iterator[BoardRead]:
    """The boards of a file of JSON lines, one by one. LogError names file, line and member."""
    for line in lines_of(chunks):
        if line.content.strip():
            yield BoardRead(_of_line(line, file))


def _of_line(line: Line, file: str) -> BoardRecord:
    place = f"line {line.number}"
    if line.is_cut:
        raise LogError("no board record is that long", file=file, place=place)
    try:
        value = json.loads(line.content)
    except (ValueError, RecursionError) as error:
        raise LogError(f"is no JSON: {error}", file=file, place=place) from None
    try:
        return from_json(value)
    except LogError as error:
        raise error.at(file=file, place=place) from None
