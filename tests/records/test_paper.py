"""Printing: what stands on the paper, and that the same values make the same bytes."""

import io
from datetime import UTC, datetime

import pytest
from pypdf import PdfReader

from controller.model.cards import PACK
from controller.model.seats import SEATS, Seat
from controller.records.paper import AuctionBlock, Column, Frame, HandDiagram, Paper, Pen, Table, TextBlock

HEADS = {Seat.W: "West", Seat.N: "North", Seat.E: "East", Seat.S: "South"}
HANDS = {seat: frozenset(PACK[n * 13 : n * 13 + 13]) for n, seat in enumerate(SEATS)}


def read(pdf: bytes) -> list[str]:
    """The text of each page, without spaces: a PDF places words, it has no lines."""
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def paper(**frame: object) -> Paper:
    return Paper(Frame("Ranking", **frame))  # type: ignore[arg-type]


def test_every_page_has_title_club_date_and_its_number() -> None:
    made = paper(club="Vilnius Bridge Club", date="30 November 2026", page_words="page {page} of {pages}")
    made.new_page()
    for number, text in enumerate(read(made.bytes()), start=1):
        for part in ("Ranking", "VilniusBridgeClub", "30November2026", f"page{number}of2"):
            assert part in text


def test_russian_and_the_four_suits_are_printed() -> None:
    made = paper()
    made.text("Восток заявил 1♥ поверх 2♠; ♦ и ♣ тоже")
    assert "Востокзаявил1♥поверх2♠;♦и♣тоже" in read(made.bytes())[0]


def test_the_same_values_make_the_same_bytes_and_no_time_of_making() -> None:
    def one() -> bytes:
        made = paper()
        made.place(HandDiagram(HANDS), AuctionBlock([(Seat.N, "1♣")], HEADS))
        return made.bytes()

    assert one() == one()
    assert b"CreationDate" not in one()


def test_the_time_of_making_stands_in_the_file_where_it_is_given() -> None:
    made = paper(created=datetime(2026, 11, 30, 19, 5, tzinfo=UTC))
    assert PdfReader(io.BytesIO(made.bytes())).metadata.creation_date == datetime(2026, 11, 30, 19, 5, tzinfo=UTC)


def test_nobodys_text_is_taken_for_a_command_or_the_number_of_pages() -> None:
    made = paper()
    made.text("{nb} **bold** __x__ (a\\)")
    assert "{nb}**bold**__x__(a\\)" in read(made.bytes())[0]


def test_a_character_that_the_font_does_not_have_is_marked_and_loses_nothing_else() -> None:
    assert Pen().clean("漢 Lee\n\x07\ud800 1♥\ufe0e") == "\ufffd Lee \ufffd\ufffd 1♥"


def test_a_table_goes_on_over_pages_with_its_heading_on_each() -> None:
    made = paper()
    made.table(Table([Column("Place"), Column("Pair")], [[str(n), f"pair{n}."] for n in range(120)]))
    pages = read(made.bytes())
    assert len(pages) > 1
    assert all("PlacePair" in text for text in pages)
    assert all(f"pair{n}." in "".join(pages) for n in range(120))


def test_a_table_too_wide_for_the_page_is_wrapped_and_fits() -> None:
    pen = Pen()
    table = Table([Column("No"), Column("Remark")], [["1", "a long remark " * 30], ["2", "x" * 400]])
    widths = table.widths(pen, 180)
    assert sum(widths) == pytest.approx(180)
    assert widths[0] == pytest.approx(table.widths(pen, 10_000)[0])


@pytest.mark.parametrize("text", ["a long remark " * 30, "x" * 400, "", "♥" * 90])
def test_wrapped_lines_fit_and_lose_no_letter(text: str) -> None:
    pen = Pen()
    lines = pen.wrapped(text, 40)
    assert all(pen.width_of(line) <= 40.01 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_row_with_another_number_of_cells_is_our_own_error() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells under 2 columns"):
        Table([Column("a"), Column("b")], [["1"]])


def test_a_hand_diagram_has_every_card_of_every_hand() -> None:
    made = paper()
    made.place(HandDiagram(HANDS, head=["Board 7"], grid=[["", "NT"], ["N", "13"]], points={Seat.N: "40"}))
    text = read(made.bytes())[0]
    assert text.count("AKQJ1098765432") == 4
    assert "Board7" in text
    assert "40" in text


def test_a_hand_that_is_not_known_shows_suits_without_cards() -> None:
    made = paper()
    made.place(HandDiagram({Seat.N: frozenset(PACK[:13])}))
    text = read(made.bytes())[0]
    assert text.count("♠") == 4
    assert text.count("–") == 3


def test_an_auction_stands_under_its_seats_and_a_call_out_of_turn_in_its_own_column() -> None:
    calls = [(Seat.N, "1♣"), (Seat.E, "Pass"), (Seat.E, "1♥"), (Seat.W, "Dbl")]
    assert AuctionBlock(calls, HEADS).lines() == [["", "1♣", "Pass", ""], ["", "", "1♥", ""], ["Dbl", "", "", ""]]


def test_a_row_of_blocks_is_never_parted_by_a_page() -> None:
    made = paper()
    made.grid([TextBlock([f"line {n}" for n in range(20)], heading=f"block {b}.") for b in range(20)], across=2)
    for text in read(made.bytes()):
        for block in range(0, 20, 2):
            assert (f"block{block}." in text) == (f"block{block + 1}." in text)


def test_letter_paper_and_landscape_are_to_be_had() -> None:
    size = PdfReader(io.BytesIO(paper(size="letter", landscape=True).bytes())).pages[0].mediabox
    assert (float(size.width), float(size.height)) == (792, 612)
