"""Whatever bytes a file holds: each reader gives what it can or the one documented error, and memory stays bounded."""

import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.bws_file import PLAYED, bws
from support.file_readers import READERS

from controller.model.errors import LogError

#: Bytes that mean something to one format or another.
SPICE = st.sampled_from(
    (
        *(
            b"\0",
            b"\n",
            b"\r\n\r\n",
            b"|",
            b"[",
            b"]",
            b'"',
            b"{",
            b"}",
            b"#",
            b"##",
            b"^S",
            b"\x1c",
            b"=1=",
            b"-",
            b"+",
            b"*",
        ),
        *(b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"1e999", b"NaN", b"-1", b"9" * 30, b"\xed\xa0\x80", b"<!--"),
    )
)
MOST_BYTES = 1 << 20


@st.composite
def damaged(draw, seeds):
    """A file that was right once: pieces of it left out, doubled, put elsewhere, bytes changed."""
    data = bytearray(draw(st.sampled_from(seeds)) if seeds else b"")
    for _ in range(draw(st.integers(0, 6))):
        at, length = draw(st.integers(0, len(data))), draw(st.integers(0, 40))
        piece = bytes(data[at : at + length])
        what = draw(st.sampled_from(("out", "double", "move", "spice", "any")))
        if what == "out":
            del data[at : at + length]
        elif what == "spice":
            data[at:at] = draw(SPICE)
        elif what == "any":
            data[at : at + length] = draw(st.binary(max_size=8))
        else:
            to = at if what == "double" else draw(st.integers(0, len(data)))
            data[to:to] = piece
    return bytes(data)


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_read_or_gives_the_documented_error(name):
    reader = READERS[name]

    @settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
    @given(damaged(reader.seeds) | st.binary(max_size=200))
    def whatever(data):
        try:
            reader.read(data)
        except LogError as error:
            assert str(error)

    whatever()


@pytest.mark.parametrize("name", READERS)
def test_the_files_to_begin_with_are_read(name):
    for seed in READERS[name].seeds:
        READERS[name].read(seed)


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("unit", [b"(", b"[", b"\n", b"|", b'"', b"a,", b"{", b"9", b"\xff\xfe"])
def test_a_megabyte_of_nothing_takes_no_more_than_a_few_dozen(name, unit):
    data = unit * (MOST_BYTES // len(unit))
    tracemalloc.start()
    try:
        READERS[name].read(data)
    except LogError:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 48 * MOST_BYTES


#: What fuzzing has found, each made as small as it can be: they came out as errors of our own.
FOUND = [
    ("dlm", "[Document]\nFrom board=1\nTo board=²\n".encode("latin-1"), "is no number"),
    ("dlm", b"[Document]\nFrom board=1\nTo board=" + b"9" * 5000, "is no number"),
    ("rbn", "B ¹\nH N:AKQ2.432.432.432\n".encode("latin-1"), "is no board number"),
    ("rbn", b"B " + b"9" * 5000 + b"\nH N:AKQ2.432.432.432\n", "is no board number"),
    ("movement-csv", b"round,table,ns,ew,boards\r3\n", "the heading|no table"),
    ("movement-csv", b"\r\0", "no table with commas"),
    ("movement-csv", b"round,table,ns,ew,boards\n" + b"9" * 5000 + b",1,1,2,1\n", "is no number from 1"),
    ("movement-csv", b"round,table,ns,ew,boards\n1,1,1,2,1-9999\n", "more than 99 boards in a round"),
    ("session-toml", '[[sections]]\ntables = ["1","2","3"]\n[sections.names]\n"²" = ["a"]\n'.encode(), "no pair"),
]

#: Likewise, where the reader has something to give. Four signs are white space to a text and none to a number.
READ = [
    ("lin", b"md|1SAKQ2,,|sv|0|mb|1N|mb|p|mb|p|mb|p|mc|\x1c9|"),
    ("pbn", b'[Board "\x1d5"]\n[Dealer "N"]\n'),
    ("csv", b"board,dealer,tricks\n\x1e1,N,\x1f9\n"),
    ("usebio", b"<USEBIO><BOARD><BOARD_NUMBER>\xc2\x855</BOARD_NUMBER><TRAVELLER_LINE/></BOARD></USEBIO>"),
    ("bws", bws(ReceivedData=[{**PLAYED, "LeadCard": "\x1cCK", "Result": "+\x1c1", "Contract": "\x1c4 S"}])),
]


@pytest.mark.parametrize(("name", "data"), READ, ids=lambda value: value if isinstance(value, str) else "")
def test_signs_that_are_white_space_to_some_are_no_error_of_ours(name, data):
    assert READERS[name].read(data)


@pytest.mark.parametrize(("name", "data", "said"), FOUND, ids=lambda value: value if isinstance(value, str) else "")
def test_what_fuzzing_has_found_is_the_documented_error(name, data, said):
    with pytest.raises(LogError, match=said):
        READERS[name].read(data)
