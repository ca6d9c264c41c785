"""`smarttable judge FILE.pbn`: what is irregular on recorded boards, and whether results agree."""

import gzip
import json
from pathlib import Path

import pytest

from controller.cli import main

EVENING = Path(__file__).parents[2] / "hw_sim" / "boards" / "evening.pbn"


@pytest.fixture
def judged(monkeypatch, capsys, tmp_path):
    """What the command prints of a PBN text, and what it says on the error output."""

    def run(text, *words, name="club.pbn", write=Path.write_bytes):
        path = tmp_path / name
        write(path, text.encode())
        monkeypatch.setattr("sys.argv", ["smarttable", "judge", str(path), *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        return capsys.readouterr()

    return run


def evening(boards):
    """The first boards of the evening that the demo plays."""
    return "[Event ".join(EVENING.read_text().split("[Event ")[: boards + 1])


def test_clean_boards_are_counted_and_their_results_agree(judged):
    assert judged(evening(3)).out.splitlines() == [
        "club.pbn",
        "Boards judged: 3. Nothing irregular on 3.",
        "Results, where all thirteen tricks are recorded: 3 as recorded, 0 different. "
        "Play not recorded to the end, or no result: 0.",
    ]


def test_an_only_board_is_laid_out(judged):
    told = judged(evening(1)).out
    assert "club-1 · Laws of 2017\n" in told and "2♦ by North · N–S 8, E–W 5 · 8 tricks, 90 N–S\n" in told
    assert "Nothing irregular.\n" in told


def test_a_board_whose_marks_differ_from_its_number_is_laid_out_and_counted(judged):
    told = judged(evening(2).replace('[Vulnerable "None"]', '[Vulnerable "EW"]', 1)).out
    assert "Marked on the board: dealer North, E–W vulnerable. By its number: dealer North, none vulnerable." in told
    assert "club-1 ·" in told and "club-2 ·" not in told
    assert "Nothing irregular on 1.\n   1 × Dealer or vulnerability differs\n" in told


def test_a_wrong_result_is_found(judged):
    told = judged(evening(2).replace('[Result "8"]', '[Result "9"]', 1)).out
    assert "Keyed: 2♦ by North, 9 tricks. Played: 2♦ by North, 8 tricks." in told
    assert "1 as recorded, 1 different." in told and "   Different: records 1\n" in told


def test_both_editions_are_summed_up_apart(judged):
    told = judged(evening(2), "--edition", "both").out
    assert told.count("Boards judged: 2.") == 2 and "Laws of 1987\n" in told and "Laws of 2017\n" in told


def test_in_russian(judged):
    assert "Сдач: 2. Без нарушений: 2.\n" in judged(evening(2), "--lang", "ru").out


def test_a_compressed_file_is_read_as_well(judged):
    told = judged(evening(2), name="club.pbn.gz", write=lambda path, data: path.write_bytes(gzip.compress(data)))
    assert "Boards judged: 2." in told.out


def test_a_record_without_a_board_number_is_left_out_and_said(judged):
    told = judged(evening(2).replace('[Board "1"]', '[Board "?"]', 1))
    assert "record 1: no board number; left out" in told.err and "Boards judged: 1." in told.out


def test_for_programs_every_event_of_every_board_is_a_line(judged):
    rows = [json.loads(line) for line in judged(evening(2), "--trace").out.splitlines()]
    assert {row["case"] for row in rows} == {"club-1", "club-2"}
    assert [row["irregularities"] for row in rows if row["irregularities"]] == []


def test_a_file_that_is_not_compressed_is_one_clear_error(monkeypatch, capsys, tmp_path):
    path = tmp_path / "club.pbn.gz"
    path.write_text(evening(1))
    monkeypatch.setattr("sys.argv", ["smarttable", "judge", str(path)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2 and f"{path}: cannot be read" in capsys.readouterr().err
