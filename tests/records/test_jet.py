"""Jet 4 databases: read as another reader reads them, and damaged ones are an error that says where."""

import re
import struct
from datetime import datetime

import pytest
from access_parser import AccessParser
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.jet_file import BOOLEAN, BYTE, DATE, DOUBLE, LONG, MEMO, PAGE, SHORT, TEXT, JetTable, compress, jet_file

from controller.model.errors import LogError
from controller.records.bws.jet import LONGEST, JetFile
from controller.records.bws.jet_values import text_of

KINDS = {"B": BYTE, "S": SHORT, "L": LONG, "D": DOUBLE, "T": TEXT, "Y": BOOLEAN, "W": DATE, "M": MEMO, "U": TEXT}
WHEN = datetime(2024, 5, 6, 7, 8, 9)  # noqa: DTZ001 - Jet's times have no zone
ROW = {"B": 200, "S": -3, "L": 70000, "D": 0.5, "T": "Müller", "Y": True, "W": WHEN, "M": "long", "U": "Ж"}


def one_table(*rows, compressed=frozenset()):
    return jet_file({"T": JetTable(KINDS, list(rows), compressed)})


def rows(data):
    return [dict(row) for row in JetFile(data, "x.bws").rows("T")]


def test_a_row_of_every_kind():
    assert rows(one_table(ROW)) == [ROW]


def test_what_is_not_there_is_none_and_a_yes_that_is_not_there_is_no():
    assert rows(one_table({})) == [{**dict.fromkeys(KINDS), "Y": False}]


def test_rows_on_many_pages_come_in_their_order():
    assert [row["L"] for row in rows(one_table(*({"L": n, "T": "x" * 50} for n in range(400))))] == list(range(400))


def test_names_of_tables_are_read_in_either_case_and_one_that_is_not_there_is_empty():
    jet = JetFile(one_table(ROW))
    assert (len(list(jet.rows("t"))), list(jet.rows("Other"))) == (1, [])


def test_another_reader_reads_the_same_rows(tmp_path):
    path = tmp_path / "x.bws"
    path.write_bytes(one_table(*({**ROW, "L": n, "B": 7} for n in range(150))))
    theirs = AccessParser(str(path)).parse_table("T")
    ours = rows(path.read_bytes())
    assert [theirs[name] for name in "SLDTYMU"] == [[row[name] for row in ours] for name in "SLDTYMU"]


#: Text that begins with the two bytes that mark the compressed writing is never stored as it is.
texts = st.text(st.characters(codec="utf-16-le", exclude_characters="\0\ufeff"), max_size=40)


@given(texts)
def test_texts_in_both_writings(text):
    assert text_of(compress(text)) == text_of(text.encode("utf-16-le")) == text


def test_a_deleted_row_is_not_there():
    data = bytearray(one_table({"L": 1}, {"L": 2}))
    at = data.index(struct.pack("<HHI", 0x0101, 0, 0)[:2], 4 * PAGE) + 14
    struct.pack_into("<H", data, at, struct.unpack_from("<H", data, at)[0] | 0x8000)
    assert [row["L"] for row in rows(bytes(data))] == [2]


def test_a_row_that_moved_is_read_where_it_stands():
    data = bytearray(one_table({"L": 1}, {"L": 2}))
    page = 4
    second = struct.unpack_from("<H", data, page * PAGE + 16)[0]
    data += data[page * PAGE : (page + 1) * PAGE]
    moved_to = len(data) // PAGE - 1
    struct.pack_into("<I", data, moved_to * PAGE + 4, 0)
    struct.pack_into("<I", data, page * PAGE + second, moved_to << 8 | 1)
    struct.pack_into("<H", data, page * PAGE + 16, second | 0x4000)
    assert [row["L"] for row in rows(bytes(data))] == [1, 2]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda d: d[:9], "page 0: no Jet database"),
        (lambda d: b"PK" + d[2:], "page 0: no Jet database"),
        (lambda d: d[:0x14] + b"\0" + d[0x15:], "page 0: Jet 3 (Access 97); only Jet 4"),
        (lambda d: d[:0x14] + b"\x02" + d[0x15:], "page 0: Access 2007; only Jet 4"),
        (lambda d: d[: 2 * PAGE], "page 2: the file ends before this page"),
        (lambda d: d[: 2 * PAGE] + bytes(PAGE) + d[3 * PAGE :], "page 2: is not a table's definition"),
        (lambda d: d[: 3 * PAGE], "table MSysObjects, page 2: its rows go on to page 5: the file is cut off"),
        (lambda d: d[: 3 * PAGE + 7], "page 3: the file ends in the midst of a page: it is cut off"),
        (lambda d: d[: 5 * PAGE], "its rows go on to page 5: the file is cut off"),
        (lambda d: d + bytes(LONGEST), "no .bws file is that long"),
    ],
)
def test_what_is_no_whole_file_says_so(damage, said):
    with pytest.raises(LogError, match=re.escape(said)):
        rows(damage(one_table(ROW)))


def test_a_definition_that_comes_back_to_itself_ends():
    data = bytearray(one_table(ROW))
    struct.pack_into("<I", data, 3 * PAGE + 4, 3)
    with pytest.raises(LogError, match=r"x.bws, table T: its definition comes back to itself"):
        rows(bytes(data))


def test_a_long_text_that_comes_back_to_itself_ends():
    pages = len(one_table({})) // PAGE
    data = one_table({"M": struct.pack("<III", 1 << 20, pages << 8, 0)})
    part = struct.pack("<I", pages << 8) + "ab".encode("utf-16-le")
    page = bytearray(PAGE)
    struct.pack_into("<HHIIHH", page, 0, 0x0101, 0, 0x4C41564C, 0, 1, PAGE - len(part))
    page[-len(part) :] = part
    assert [row["M"] for row in rows(data + bytes(page))] == ["ab"]


def test_a_value_outside_its_row_names_table_page_row_and_column():
    data = bytearray(one_table({"T": "abc"}))
    end = 5 * PAGE - 2 - 2
    struct.pack_into("<H", data, end - 2, 0x7FFF)
    with pytest.raises(LogError, match=r"x.bws, table T, page 4, row 0, field 'T': its value does not lie in its row"):
        rows(bytes(data))


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6 * PAGE - 1), st.integers(0, 255)), min_size=1, max_size=8), st.booleans())
def test_of_damaged_bytes_only_the_documented_error_comes_out(changes, is_cut):
    data = bytearray(one_table(ROW, {**ROW, "T": None}, compressed=frozenset({"T"})))
    for at, value in changes:
        data[at % len(data)] = value
    try:
        rows(bytes(data[: changes[0][0]] if is_cut else data))
    except LogError as error:
        assert "x.bws" in str(error)
