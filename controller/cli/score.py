"""`smarttable score`: rankings, travellers, score sheets and hands out of journals and PBN files, in several forms."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.double_dummy import DoubleDummy, DoubleDummyError, Makeable
from controller.adapters.private_file import write_private
from controller.cli import score_sheets
from controller.cli.evening import Evening, read_evening
from controller.desk.result_parts import PARTS, Sheets
from controller.desk.words import LANGUAGES, read_words
from controller.model.board import Deal, dealer_of, vulnerability_of
from controller.model.cards import Card
from controller.model.errors import LogError
from controller.model.seats import SEATS, Seat
from controller.ports import JournalError
from controller.records.pbn import read_pbn
from controller.scoring import Change
from controller.session.may_see import Role, What, deal_state, may_see
from controller.session.plan import SessionPlan
from controller.session.results import TableResult, result_of, result_of_record
from controller.session.rules import METHODS, OF_PAIRS, ScoringRules
from controller.session.session_file import read_session
from controller.session.standings import Standings, standings

_SQLITE = b"SQLite format 3\x00"
#: PBN's words for how a board was scored, as far as they name a method of ours.
_PBN_METHODS = {"MP": "matchpoints", "MATCHPOINTS": "matchpoints", "CROSS": "cross_imps", "BUTLER": "butler"}
FORMS = ("text", "csv", "html", "pdf")


@dataclass(slots=True)
class _Found:
    """What the files gave."""

    results: list[TableResult] = field(default_factory=list)
    plan: SessionPlan | None = None
    laws: str = "2017"
    trail: list[Change] = field(default_factory=list)
    #: Boards that some table has still to play.
    closed: set[int] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    deals: dict[int, Mapping[Seat, frozenset[Card]]] = field(default_factory=dict)
    #: Boards whose hands were not the same everywhere.
    differ: frozenset[int] = frozenset()

    def take_deal(self, board: int, hands: Mapping[Seat, frozenset[Card]]) -> None:
        """The hands of a board at one more table."""
        if dict(self.deals.setdefault(board, hands)) != dict(hands):
            self.differ |= {board}


def score(
    files: Annotated[list[Path], typer.Argument(help="Journals and PBN files.")],
    session: Annotated[
        Path | None, typer.Option(help="The session's file (docs/session.md), in place of the journal's.")
    ] = None,
    scoring: Annotated[str | None, typer.Option(help=f"Score by: {', '.join(OF_PAIRS)}.")] = None,
    form: Annotated[str, typer.Option("--as", help=f"{', '.join(FORMS)}.")] = "text",
    what: Annotated[str, typer.Option(help=f"{', '.join(PARTS)}; more than one with commas.")] = "ranking",
    out: Annotated[Path | None, typer.Option(help="A file for its owner alone, in place of the screen.")] = None,
    over: Annotated[
        bool, typer.Option("--over", help="The session is over: no board is still to be played anywhere.")
    ] = False,
    makeable: Annotated[
        bool,
        typer.Option("--makeable", help="With hands: makeable contracts and par (extra `analysis`)."),
    ] = False,
    lang: Annotated[str, typer.Option(help="Language for people: en or ru.")] = "en",
) -> None:
    """Print the ranking. Boards that some table has still to play are left out, and named, unless all is over."""
    parts = _choices(what, PARTS, "--what")
    _choices(form, FORMS, "--as")
    _choices(lang, LANGUAGES, "--lang")
    found = _Found()
    for path in files:
        _read(path, found, over=over)
    if session is not None:
        found.plan = read_session(_text(session), str(session))[0]
    made = _standings(found, scoring)
    worth = _makeable(found.deals) if makeable else {}
    sheets = Sheets(made, found.plan, read_words()[lang], tuple(found.trail), found.deals, worth, found.differ)
    made_of_them: str | bytes = getattr(score_sheets, f"as_{form}")(sheets, parts)
    content = made_of_them if isinstance(made_of_them, bytes) else made_of_them.encode("utf-8")
    if out is None and form == "pdf" and sys.stdout.isatty():
        raise LogError("a PDF is no text for a terminal", field="--out")
    if out is None:
        sys.stdout.buffer.write(content)
    else:
        write_private(out, content)
    _complain(made, found, is_scored=any(part != "hands" for part in parts))


def _choices(given: str, known: Iterable[str], option: str) -> tuple[str, ...]:
    chosen = tuple(part.strip() for part in given.split(","))
    for part in chosen:
        if part not in known:
            raise LogError(f"{part!r} is none of {', '.join(known)}", field=option)
    return chosen


def _read(path: Path, found: _Found, *, over: bool) -> None:
    data = _bytes(path)
    if data.startswith(_SQLITE):
        try:
            _take_evening(read_evening(path), found, over=over)
        except JournalError as error:
            raise LogError(str(error)) from None
        return
    file = read_pbn(data, path.name)
    for record in file.records:
        if record.board is not None and record.deal is not None:
            found.take_deal(record.board, record.deal.hands)
        result = result_of_record(record, table=record.tags.get("Room", ""))
        if result is not None:
            found.results.append(result)
            found.methods.add(record.scoring.partition(";")[0].upper())


def _take_evening(evening: Evening, found: _Found, *, over: bool) -> None:
    found.plan, found.laws = evening.plan or found.plan, evening.laws

    def is_open(board: int) -> bool:
        return may_see(Role.OPERATOR, deal_state(evening.progress(board, over=over), time.time()), What.RESULT)

    for name, table in evening.tables.items():
        for board in table.boards:
            result = result_of(name, board)
            if result is None:
                continue
            if not is_open(result.board):
                found.closed.add(result.board)
                continue
            found.results.append(result)
            hands = board.game.play.known
            if len(hands) == len(SEATS):
                found.take_deal(result.board, hands)
    found.trail += [change for change in evening.book.trail if is_open(change.board)]


def _standings(found: _Found, scoring: str | None) -> Standings:
    rules = found.plan.rules if found.plan is not None else ScoringRules()
    if scoring is None and found.plan is None:
        scoring = next((_PBN_METHODS[m] for m in found.methods if m in _PBN_METHODS and len(found.methods) == 1), None)
    if scoring is not None:
        if scoring not in METHODS:
            raise LogError(f"{scoring!r} is none of {', '.join(METHODS)}", field="--scoring")
        if scoring not in OF_PAIRS and found.plan is None:
            raise LogError("teams need a session's file that says which tables belong together", field="--scoring")
        rules = replace(rules, method=scoring)
    return standings(found.results, found.plan, rules=rules, laws=found.laws)


def _makeable(deals: Mapping[int, Mapping[Seat, frozenset[Card]]]) -> dict[int, Makeable]:
    """What each whole deal is worth with all cards open. LogError where that cannot be had here."""
    found: dict[int, Makeable] = {}
    with DoubleDummy() as analysis:
        for number, hands in sorted(deals.items()):
            deal = Deal(hands)
            if deal.is_complete:
                try:
                    dealer, vul = dealer_of(number), vulnerability_of(number)
                    found[number] = analysis.makeable(deal, dealer=dealer, vulnerability=vul)
                except DoubleDummyError as error:
                    raise LogError(str(error), field="--makeable") from None
    return found


def _complain(made: Standings, found: _Found, *, is_scored: bool) -> None:
    """What was left out, and why: on the other stream, so that a file stays a file."""
    if found.closed:
        boards = ", ".join(map(str, sorted(found.closed)))
        sys.stderr.write(f"left out, still to be played at some table: board {boards} (--over once all is over)\n")
    for result in made.nobody if is_scored else ():
        where = f"board {result.board} at table {result.table or '?'}"
        sys.stderr.write(f"not counted: {where}: nobody says who sat there\n")


def _text(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise LogError(f"is no text: {error}", file=str(path)) from None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from None
