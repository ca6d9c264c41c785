"""What PBN can hold comes back as it was written; what is written obeys the export format (PBN 2.1)."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.records import records

from controller.records.pbn import encode, print_pbn, read_pbn
from controller.records.pbn.lexer import Lexer
from controller.records.pbn.writer import MANDATORY

rounds = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@rounds
@given(st.lists(records(), min_size=1, max_size=2))
def test_boards_come_back_as_they_were_written(boards):
    read = read_pbn(encode(print_pbn(boards)))
    assert read.records == tuple(boards)


@rounds
@given(records())
def test_what_we_write_we_read_without_a_warning(board):
    assert read_pbn(encode(print_pbn([board]))).warnings == ()


@rounds
@given(records())
def test_a_line_is_never_longer_than_255_characters_and_ends_with_crlf(board):
    lines = print_pbn([board]).split("\r\n")
    assert (max(len(line) for line in lines) <= 253, lines[-1], any("\n" in line for line in lines)) == (
        True,
        "",
        False,
    )


@rounds
@given(records())
def test_the_fifteen_mandatory_tags_come_first_and_the_rest_in_its_order(board):
    (game,) = Lexer(print_pbn([board])).games()
    names = [tag.name for tag in game.tags if tag.name != "Note"]
    tables = [name for name in names if name.endswith("Table") and name != "Table"]
    sections = [name for name in names if name in ("Auction", "Play")]
    supplemental = [name for name in names[15:] if name not in (*tables, *sections)]
    assert names == [*MANDATORY, *sorted(supplemental), *sections, *sorted(tables)]
