"""What PBN can hold comes back as it was written; what is written obeys the export format (PBN 2.1)."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.records import records

from controller.records.pbn import encode, print_pbn, read_pbn
from controller.records.pbn.game_lines import MANDATORY
from controller.records.pbn.lexer import Lexer

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


PIECES = [
    *(
        "[",
        "]",
        '"',
        "{",
        "}",
        ";",
        "%",
        "\n",
        "\n\n",
        " ",
        "\\",
        "#",
        "##x",
        "^",
        "=1=",
        "$3",
        "!",
        "*",
        "+",
        "-",
        "^S",
        "^L",
    ),
    *('[Board "3"]\n', '[Dealer "S"]\n', '[Vulnerable "All"]\n', '[Deal "N:AK... - - -"]\n', '[Contract "4SX"]\n'),
    *('[Declarer "^W"]\n', '[Result "EW 9"]\n', '[Score "-50"]\n', '[Auction "S"]\n', '[Play "N"]\n', '[Note "1:x"]\n'),
    *(
        '[AuctionTimeTable "TotalTime"]\n',
        '[PlayTimeTable "Time;TotalTime"]\n',
        '[ClaimTable "Trick;Claimer;Tricks"]\n',
    ),
    *(
        '[AdjustedScore "artificial NS x EW 40"]\n',
        '[RulingTable "On;Choice"]\n',
        "Pass",
        "1NT",
        "AP",
        "HA",
        "C2",
        "9",
        "1:30",
    ),
]
careless = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40).map("".join)


@settings(max_examples=300, deadline=None)
@given(careless)
def test_whatever_stands_in_a_file_it_is_read_and_can_be_written_again(text):
    read = read_pbn(text)
    assert len(read_pbn(encode(print_pbn(read.records))).records) == len(read.records)


@given(st.binary(max_size=60))
def test_any_bytes_are_read(data):
    assert read_pbn(data).records is not None
