"""`smarttable convert`: from one format to another, by endings or by name, whole or not at all, with a report."""

import gzip
import os
import stat

import pytest
from support.bws_file import HANDS, PLAYED, bws
from typer.testing import CliRunner

from controller.cli.app import application
from controller.model.errors import LogError
from controller.records.lin import read_lin
from controller.records.pbn import read_pbn
from controller.records.record_json import read_jsonl
from hw_sim.boards import evening

BOARD = (
    '[Event "Gösta Cup"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
    '[Deal "N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"]\n'
    '[Declarer "N"]\n[Contract "1S"]\n[Result "7"]\n[Auction "N"]\n1S AP\n'
)


def convert(*arguments):
    result = CliRunner().invoke(application("convert"), ["convert", *map(str, arguments)])
    if isinstance(result.exception, LogError):
        raise result.exception
    return result.exit_code, result.stdout


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "in.pbn"
    path.write_bytes(BOARD.encode())
    return path


def test_the_endings_tell_the_formats(source, tmp_path):
    code, said = convert(source, tmp_path / "out.lin")
    assert (code, said) == (
        0,
        "in.pbn → out.lin (lin): 1 board\nNothing was lost: lin carries all of it.\n",
    )
    (one,) = read_lin([(tmp_path / "out.lin").read_bytes()])
    assert (one.record.event, one.record.tricks) == ("Gösta Cup", 7)


@pytest.mark.parametrize("ending", ["pbn", "jsonl", "csv", "lin", "xml", "dup", "dlm", "rbn", "deals", "bri", "dge"])
def test_the_boards_that_come_with_us_go_into_every_format(tmp_path, ending):
    source = tmp_path / "evening.jsonl"
    convert(_evening(tmp_path), source)
    code, said = convert(source, tmp_path / f"out.{ending}")
    assert (code, said.splitlines()[0].endswith("25 boards")) == (0, True)
    assert (tmp_path / f"out.{ending}").stat().st_size > 500


def _evening(folder):
    """The evening with each board once, one number after another, as dealing machines want them."""
    from controller.records.pbn import encode, print_pbn
    from controller.records.record_format import one_a_board

    path = folder / "evening.pbn"
    path.write_bytes(encode(print_pbn(sorted(one_a_board(evening().records), key=lambda r: r.board))))
    return path


def test_packed_files_are_unpacked_and_packed(source, tmp_path):
    convert(source, tmp_path / "a.jsonl.gz")
    convert(tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl")
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()) == (tmp_path / "b.jsonl").read_bytes()


def test_formats_can_be_said_by_name(source, tmp_path):
    odd = tmp_path / "boards.txt"
    odd.write_bytes(source.read_bytes())
    convert(odd, tmp_path / "boards.out", "--from", "pbn", "--to", "json")
    assert [r.record.board for r in read_jsonl([(tmp_path / "boards.out").read_bytes()])] == [1]


def test_pbn_in_latin_1_where_it_can_be_and_with_a_mark_where_not(source, tmp_path):
    convert(source, tmp_path / "a.pbn")
    source.write_bytes(BOARD.replace("Gösta", "Клуб").encode())
    convert(source, tmp_path / "b.pbn")
    assert b"G\xf6sta" in (tmp_path / "a.pbn").read_bytes()
    assert (tmp_path / "b.pbn").read_bytes().startswith("\ufeff%".encode())
    assert [read_pbn((tmp_path / f"{n}.pbn").read_bytes()).records[0].event for n in "ab"] == ["Gösta Cup", "Клуб Cup"]


def test_plain_pbn_says_what_it_leaves_out(tmp_path, source):
    source.write_bytes(BOARD.replace("1S AP", "1S {a remark} AP").encode())
    _, said = convert(source, tmp_path / "out.pbn", "--plain")
    assert said.splitlines()[1:] == ["Not carried by pbn-plain:", "  remarks on calls and cards: 1 board (1)"]
    assert b"remark" not in (tmp_path / "out.pbn").read_bytes()


def test_warnings_name_file_line_and_board(tmp_path, source):
    source.write_bytes(BOARD.replace('[Result "7"]', '[Result "77"]').encode())
    _, said = convert(source, tmp_path / "out.pbn")
    assert said.splitlines()[1:3] == [
        "1 warning",
        "  in.pbn, line 8, board 1: Result: '77': declarer cannot win 77 tricks; taken as not known",
    ]


def test_the_report_in_russian(source, tmp_path):
    _, said = convert(source, tmp_path / "out.dup", "--lang", "ru")
    assert said.splitlines()[:2] == ["in.pbn → out.dup (dup): 1 сдача", "Не вошло в dup:"]


def test_the_new_file_is_its_owners_alone(source, tmp_path):
    before = os.umask(0)
    try:
        convert(source, tmp_path / "out.pbn")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.pbn").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("in.pbn", "out.doc"), "out.doc: its ending tells no format"),
        (("in.pbn", "out.pbn", "--to", "word"), "no format 'word'"),
        (("in.pbn", "out.pbn", "--from", "pbn-plain"), "pbn-plain is only written, not read"),
        (("in.pbn", "in.pbn"), "in.pbn: is the file to read as well"),
        (("none.pbn", "out.pbn"), "none.pbn: cannot be read: No such file"),
        (("empty.pbn", "out.pbn"), "out.pbn: no board in it; nothing is written"),
        (("bad.jsonl", "out.pbn"), "bad.jsonl, line 1, field 'format'"),
        (("cut.pbn.gz", "out.pbn"), "cut.pbn.gz: cannot be read"),
        (("in.pbn", "in.pbn/out.pbn"), "out.pbn: cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_clear_error_and_leaves_no_file(source, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.pbn").write_bytes(b"\n")
    (tmp_path / "bad.jsonl").write_bytes(b"{}\n")
    (tmp_path / "cut.pbn.gz").write_bytes(gzip.compress(BOARD.encode() * 50)[:-20])
    before = sorted(tmp_path.iterdir())
    with pytest.raises(LogError, match=message):
        convert(*arguments)
    assert sorted(tmp_path.iterdir()) == before
    assert source.read_bytes() == BOARD.encode()


def test_a_bws_file_becomes_any_other_and_what_was_odd_is_told(tmp_path):
    source = tmp_path / "monday.bws"
    source.write_bytes(bws(ReceivedData=[PLAYED, {**PLAYED, "Board": 2, "Contract": "4 Z"}]))
    code, said = convert(source, tmp_path / "out.pbn")
    assert (code, said.splitlines()[:2]) == (0, ["monday.bws → out.pbn (pbn): 2 boards", "1 warning"])
    assert "section A, table 1, round 1, board 2: contract: '4 Z' is no contract" in said
    assert read_pbn((tmp_path / "out.pbn").read_bytes()).records[0].tricks == 9


@pytest.mark.parametrize("ending", ["pbn", "jsonl", "csv", "lin", "xml", "dup", "dlm", "rbn", "deals", "bri", "dge"])
def test_a_bws_file_with_hands_goes_into_every_format(tmp_path, ending):
    source = tmp_path / "monday.bws"
    source.write_bytes(bws(HandRecord=[{"Section": 1, "Board": 1, **HANDS}]))
    code, said = convert(source, tmp_path / f"out.{ending}")
    assert (code, said.splitlines()[0].endswith("1 board")) == (0, True)


def test_bws_is_not_written_and_says_so(source, tmp_path):
    with pytest.raises(LogError, match="bws is only read, not written"):
        convert(source, tmp_path / "out.bws")
