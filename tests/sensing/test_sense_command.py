"""`smarttable sense`: a table log out of a reading log, or one line that says what is wrong with the file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from sensing.opening import AUCTION, calls, cards, one_trick_on, table, told

from controller.cli import sense
from controller.cli.app import main
from controller.model.errors import LogError
from controller.model.reading_log import reading_to_json
from controller.model.table_log import parse_table_log, print_line


def written(path: Path, script, **header) -> Path:
    log = script.record()
    given = {
        "log": "reading-log/1",
        "laws": "2017",
        "deck": {"id": log.deck.id, "tags": {tag: c.text for tag, c in log.deck.tags.items()}},
        "board": {"board": 1, "deal": log.board.deal.text},
    } | header
    lines = [print_line(given), *(print_line(reading_to_json(r)) for r in log.readings)]
    text = "".join(line + "\n" for line in lines)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return path


def run(monkeypatch, capsys, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["smarttable", *words])
    code = 0
    try:
        main()
    except SystemExit as end:
        code = int(end.code or 0)
    out = capsys.readouterr()
    return code, out.out, out.err


def test_a_reading_log_comes_out_as_a_table_log(tmp_path, monkeypatch, capsys):
    file = written(tmp_path / "table-3.jsonl", calls(table()))
    code, out, _ = run(monkeypatch, capsys, "sense", str(file))
    assert code == 0
    log = parse_table_log(out)
    assert [f"{e.seat}:{e.call}" for e in log.events[1:]] == AUCTION.split()


def test_the_header_names_the_log_its_laws_and_its_deck(tmp_path, monkeypatch, capsys):
    file = written(tmp_path / "table-3.jsonl", calls(table()), regulations={"opening_lead": "face_up"})
    _, out, _ = run(monkeypatch, capsys, "sense", str(file))
    assert json.loads(out.splitlines()[0]) == {
        "log": "table-log/1",
        "case": "table-3",
        "laws": "2017",
        "regulations": {"opening_lead": "face_up"},
        "deck": "blue-07",
    }


def test_a_compressed_log_is_read_as_it_is(tmp_path, monkeypatch, capsys):
    file = written(tmp_path / "0001-board-1.jsonl.gz", calls(table()), case="board-1")
    code, out, _ = run(monkeypatch, capsys, "sense", str(file))
    assert (code, json.loads(out.splitlines()[0])["case"]) == (0, "board-1")


def test_several_files_are_one_table_log_after_another(tmp_path, monkeypatch, capsys):
    files = [written(tmp_path / f"{name}.jsonl", calls(table(), "N:1S")) for name in ("first", "second")]
    _, out, _ = run(monkeypatch, capsys, "sense", *map(str, files))
    heads = [json.loads(line) for line in out.splitlines() if '"log"' in line]
    assert [head["case"] for head in heads] == ["first", "second"]


def test_what_is_printed_is_what_was_sensed(tmp_path):
    script = cards(one_trick_on(), "N>SA E>S9")
    log = sense.sense_log(sense.read_reading_log(written(tmp_path / "a.jsonl", script)))
    assert len(log.events) == len(told(script))


def test_how_the_table_reads_may_stand_in_the_header(tmp_path):
    file = written(tmp_path / "a.jsonl", calls(table()), sensing={"hold_unlawful_s": 3.0})
    assert sense.read_reading_log(file).header["sensing"] == {"hold_unlawful_s": 3.0}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type": "scan", "t": 1.0, "at": "play.Q", "tags": []}', ["line 2", "'at'", "play.Q"]),
        ('{"type": "call_shown", "t": 1.0, "seat": "N", "call": "8Z"}', ["line 2", "'call'", "8Z"]),
        ('{"type": "sniff", "t": 1.0}', ["line 2", "'type'", "sniff"]),
        ('{"type": "scan", "at": "play.N", "tags": []}', ["line 2", "'t'"]),
        ("nonsense", ["line 2", "not JSON"]),
    ],
)
def test_a_bad_line_is_one_clear_error_naming_file_line_and_field(tmp_path, monkeypatch, capsys, line, said):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"log": "reading-log/1", "laws": "2017"}\n' + line + "\n")
    code, _, err = run(monkeypatch, capsys, "sense", str(file))
    assert code == 2
    assert len(err.splitlines()) == 1
    assert all(part in err for part in ["bad.jsonl", *said])


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ({"log": "table-log/1", "laws": "2017"}, "log"),
        ({"log": "reading-log/1", "laws": "1950"}, "laws"),
        ({"log": "reading-log/1", "laws": "2017", "regulations": {"colour": "red"}}, "regulations.colour"),
        ({"log": "reading-log/1", "laws": "2017", "sensing": {"patience": 3}}, "sensing.patience"),
        ({"log": "reading-log/1", "laws": "2017", "deck": {"id": "x", "tags": {"E0": "Q1"}}}, "deck.tags.E0"),
    ],
)
def test_a_bad_header_names_its_field(tmp_path, monkeypatch, capsys, header, field):
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(header) + "\n")
    code, _, err = run(monkeypatch, capsys, "sense", str(file))
    assert (code, field in err, "bad.jsonl" in err) == (2, True, True)


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(LogError, match="cannot be read"):
        sense.read_reading_log(tmp_path / name)


def test_a_file_that_is_no_text_is_named(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LogError, match="UTF-8"):
        sense.read_reading_log(tmp_path / "a.jsonl")


def test_a_file_that_only_pretends_to_be_compressed_is_named(tmp_path):
    (tmp_path / "a.jsonl.gz").write_bytes(b"hello")
    with pytest.raises(LogError, match="cannot be read"):
        sense.read_reading_log(tmp_path / "a.jsonl.gz")
