"""Board records as LIN, one board a line, as BBO's hand records are.

What LIN has no words for is left out; `controller.records.facts` says what that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.model.seats import Seat
from controller.records.board_record import (
    TRICKS_IN_A_DEAL,
    UNKNOWN,
    BoardRecord,
    RecordedCall,
    RecordedTrick,
    auction_is_over,
    contract_of,
    is_in_rotation,
    leaders,
)
from controller.records.lin import words

_SCORING = {"IMP": "I", "MP": "P", "BAM": "B"}
ROOMS = {"Open": "o", "Closed": "c"}
#: Tags of a record that stand in the head of a vugraph file.
HEAD_TAGS = ("Stage", "HomeTeam", "VisitTeam", "CarryOver")


def write_lin(records: Iterable[BoardRecord]) -> Iterator[str]:
    """A LIN file of these boards; before boards of an event that is known stands its vugraph head.

    A result that neither the auction nor a claim tells stands in a head of its own.
    """
    head = ""
    for record in records:
        wanted = _head(record)
        if wanted != head:
            yield (wanted or "vg|,,,,,,,,|") + "\n"
            head = wanted
        yield "".join(_board(record)) + "\n"


def plain(text: str) -> str:
    """A text as a value can hold it: LIN has no way to write a bar or a line break."""
    return " ".join(text.replace("|", "/").splitlines())


def _head(record: BoardRecord) -> str:
    scoring = record.scoring.partition(";")[0]
    home, _, visit = record.tags.get("CarryOver", "").partition(":")
    event = "" if record.event == UNKNOWN else record.event
    tags = [record.tags.get(name, "") for name in HEAD_TAGS]
    result = _result(record) if needs_head(record) else ""
    if not (event or any(tags) or _SCORING.get(scoring) or result):
        return ""
    number = str(record.board) if result else ""
    fields = [tags[0], _SCORING.get(scoring, ""), number, number, tags[1], home, tags[2], visit]
    head = f"vg|{','.join([plain(event), *(in_list(text) for text in fields)])}|"
    return f"{head}rs|{',' if _is_closed(record) else ''}{result}|" if result else head


def _is_closed(record: BoardRecord) -> bool:
    return record.tags.get("Room") == "Closed"


def needs_head(record: BoardRecord) -> bool:
    """Is the result one that only the head of a file can tell, and can it?"""
    if record.board is None or (record.tricks is None and not record.passed_out):
        return False
    if not carried_calls(record):
        return record.passed_out or record.contract is not None
    return not (record.passed_out or record.claims or record.tricks_differ or _is_told_to_the_end(record))


def _is_told_to_the_end(record: BoardRecord) -> bool:
    """Can a reader count the tricks, because all 52 cards are there?"""
    return record.is_played_out and len(list(_told(record))) == TRICKS_IN_A_DEAL


def _result(record: BoardRecord) -> str:
    contract = record.contract
    if contract is None or record.tricks is None:
        return "PASS"
    over = record.tricks - contract.tricks_needed
    name = f"{contract.level}{contract.denomination.name[0]}{contract.declarer}{'x' * contract.doubled}"
    return f"{name}{'=' if over == 0 else f'{over:+d}'}"


def in_list(text: str) -> str:
    """A text as one of several in a value, which commas part."""
    return plain(text).replace(",", " ").strip()


def _board(record: BoardRecord) -> Iterator[str]:
    room = ROOMS.get(record.tags.get("Room", ""))
    if room and record.board is not None:
        yield f"qx|{room}{record.board}|"
    yield f"pn|{','.join(in_list(record.names.get(seat, '')) for seat in words.ORDER)}|st||"
    yield f"md|{_deal(record)}|rh||"
    if record.board is not None:
        yield f"ah|Board {record.board}|"
    if record.vulnerability is not None:
        yield f"sv|{words.vulnerability_letter(record.vulnerability)}|"
    for comment in record.comments:
        yield from _said(comment.text)
    calls = carried_calls(record)
    for made in calls:
        yield f"mb|{words.call_word(made.call)}{'!' if made.alert is not None else ''}|"
        yield f"an|{plain(made.alert)}|" if made.alert else ""
        yield from _said(made.comment)
    yield "pg||"
    play = list(carried_play(record))
    for trick in play:
        for played in trick.cards:
            yield f"pc|{played.card}|"
            yield from _said(played.comment)
        yield "pg||" if len(trick.cards) == 4 else ""
    yield _claim(record, calls)


def _said(text: str) -> Iterator[str]:
    for line in text.split("\n") if text else ():
        yield f"nt|{plain(line)}|"


def _deal(record: BoardRecord) -> str:
    first = record.dealer or (record.calls[0].seat if record.calls else None)
    digit = str(words.ORDER.index(first) + 1) if first else "0"
    if record.deal is None:
        return digit
    hands = record.deal.hands
    return digit + ",".join(words.hand_text(hands[seat]) if seat in hands else "" for seat in words.ORDER)


def carried_calls(record: BoardRecord) -> tuple[RecordedCall, ...]:
    """The auction, if everybody called in turn and it leads to the contract: LIN has no other way to say either."""
    if not record.calls or not is_in_rotation(record.calls, record.dealer or record.calls[0].seat):
        return ()
    if any(c.call.text not in words.WRITABLE for c in record.calls):
        return ()
    by_auction = contract_of(record.calls) if auction_is_over(record.calls) else None
    return record.calls if by_auction == record.contract else ()


def carried_play(record: BoardRecord) -> Iterator[RecordedTrick]:
    """The tricks up to the first whose players LIN's bare order of cards does not tell."""
    if record.contract is not None and (carried_calls(record) or needs_head(record)):
        yield from _told(record)


def _told(record: BoardRecord) -> Iterator[RecordedTrick]:
    for trick, due in zip(record.play, leaders(record), strict=False):
        seats = [c.seat for c in trick.cards]
        turn: Seat = trick.leader
        for seat in seats:
            if seat is not turn:
                return
            turn = turn.lho
        whose = [record.deal.owner(c.card) if record.deal else None for c in trick.cards]
        is_known = whose == seats or (
            trick.leader is due and all(w in (None, s) for w, s in zip(whose, seats, strict=True))
        )
        if due is None or not seats or not is_known:
            return
        yield trick
        if len(seats) < 4:
            return


def _claim(record: BoardRecord, calls: tuple[RecordedCall, ...]) -> str:
    if record.contract is None or record.tricks is None or not calls or needs_head(record):
        return ""
    if _is_told_to_the_end(record) and record.tricks == record.tricks_won(record.contract.declarer.side):
        return ""
    return f"mc|{record.tricks}|pg||"
