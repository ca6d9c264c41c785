"""The director's report and the rulings book as PDF. Import it late: it loads the PDF library."""

from __future__ import annotations

from collections.abc import Sequence

from controller.desk.book import BookLine
from controller.desk.hand_records import letters
from controller.desk.paper_frame import frame_of
from controller.desk.report import Report
from controller.desk.words import Words
from controller.records.paper import AuctionBlock, HandDiagram
from controller.records.paper.report import BookSheet, ReportSheet, print_book, print_report


def report_paper(report: Report, words: Words, *, session: str = "", club: str = "", date: str = "") -> bytes:
    """One case on paper, with room for signatures."""
    names = {head.seat: head.name for head in report.heads}
    place = words.text("book.where.line", {"table": report.case.table, "board": report.case.board or "–"})
    sheet = ReportSheet(
        case=words.text("report.case", {"n": report.number}),
        lead=" · ".join([session, place, *(part.text for part in report.board[1:])]).strip(" ·"),
        heading=f"{report.heading} ({report.law})",
        line=report.line,
        facts=report.facts,
        auction_title=_auction_title(report, words),
        auction=AuctionBlock(list(report.calls), names),
        hands_title=words.text("report.hands"),
        hands=_diagram(report, words),
        options_title=words.text("report.options"),
        options=[(one.is_ruled, f"{one.label.text}: {one.who.text}") for one in report.offered],
        moments_title=words.text("report.happened"),
        moments_heads=(words.text("book.time"), words.text("book.what"), words.text("report.record")),
        moments=[(m.time, m.text.text, m.place) for m in report.moments],
        followed_title=words.text("report.followed"),
        followed=[one.text for one in report.followed],
        limits_title=words.text("report.not_known"),
        limits=[words.text("report.not_known.text"), *(look.text for look in report.looks)],
        signs=[words.text(f"report.sign.{who}") for who in ("director", "NS", "EW")],
    )
    return print_report(frame_of(words.text("report.title"), words, club=club, date=date), sheet)


def book_paper(lines: Sequence[BookLine], words: Words, *, session: str = "", club: str = "", date: str = "") -> bytes:
    """The rulings book on paper."""
    columns = ("time", "where", "what", "law", "ruling", "by", "state")
    rows = [
        (
            line.at,
            line.where.text,
            line.what,
            line.law.text,
            "; ".join(ruling.text for ruling in line.ruling),
            line.by,
            words.text(f"book.state.{line.state}"),
        )
        for line in lines
    ]
    sheet = BookSheet(session, [words.text(f"book.{name}") for name in columns], rows)
    return print_book(frame_of(words.text("book.title"), words, club=club, date=date, landscape=True), sheet)


def _auction_title(report: Report, words: Words) -> str:
    title = words.text("summons.auction")
    return f"{title}: {report.contract.text}" if report.contract else title


def _diagram(report: Report, words: Words) -> HandDiagram | None:
    """The hands as dealt, what has been played in grey."""
    if report.deal is None:
        return None
    held, played = report.deal
    return HandDiagram(held, played=played, letters=letters(words))
