"""Evidence: a reading log a board that survives deaths, and is a reading log that anybody can read."""

import gzip
import os
import resource

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.until import until

from controller.adapters.evidence import FileEvidence, read_evidence
from controller.model.calls import call
from controller.model.errors import LogError
from controller.model.readings import CallShown, Scan
from controller.model.seats import Seat
from controller.ports import EvidenceError


def header(board: int = 7) -> dict[str, object]:
    return {"log": "reading-log/1", "laws": "2017", "board": {"board": board}, "n": 0, "t0": 3.5}


def scan(seq: int, *tags: str) -> Scan:
    return Scan(t=seq / 10, r=seq / 10, device="hub-1", boot=5, seq=seq, at="play.N", tags=tags)


@pytest.fixture
async def evidence(tmp_path):
    opened = FileEvidence(tmp_path)
    yield opened
    await opened.close()


async def test_readings_come_back_after_a_restart(evidence, tmp_path):
    readings = (scan(1, "E001"), CallShown(t=0.2, seat=Seat.E, call=call("1NT")))
    evidence.begin("1", header())
    for reading in readings:
        evidence.add("1", reading)
    evidence.flush("1")

    log = FileEvidence(tmp_path).current("1")

    assert log is not None
    assert (log.readings, log.header["t0"], log.board.board) == (readings, 3.5, 7)


async def test_a_restart_goes_on_in_the_same_file(evidence, tmp_path):
    evidence.begin("1", header())
    evidence.add("1", scan(1))
    evidence.flush("1")

    again = FileEvidence(tmp_path)
    again.current("1")
    again.add("1", scan(2))
    again.flush("1")

    assert [r.seq for r in read_evidence(tmp_path / "1" / "0001-board-7.jsonl").readings] == [1, 2]
    await again.close()


async def test_half_a_line_at_the_end_is_taken_off(evidence, tmp_path):
    name = evidence.begin("1", header())
    evidence.add("1", scan(1))
    evidence.flush("1")
    with (tmp_path / name).open("a") as file:
        file.write('{"type": "scan", "t": 0.2, "at": "pl')

    again = FileEvidence(tmp_path)
    assert [r.seq for r in again.current("1").readings] == [1]
    again.add("1", scan(2))
    again.flush("1")

    assert [r.seq for r in read_evidence(tmp_path / name).readings] == [1, 2]
    await again.close()


async def test_a_line_in_the_middle_that_cannot_be_read_is_named(evidence, tmp_path):
    name = evidence.begin("1", header())
    with (tmp_path / name).open("a") as file:
        file.write('{"type": "scan", "t": "soon"}\n{"type": "scan"}\n')

    with pytest.raises(LogError, match=r"0001-board-7\.jsonl, line 2, field 't'"):
        FileEvidence(tmp_path).current("1")


async def test_the_next_board_compresses_the_one_before(evidence, tmp_path):
    first = evidence.begin("1", header(7))
    evidence.add("1", scan(1))
    second = evidence.begin("1", header(8))
    await until((tmp_path / f"{first}.gz").exists)
    await until(lambda: not (tmp_path / first).exists())

    assert (first, second) == ("1/0001-board-7.jsonl", "1/0002-board-8.jsonl")
    assert [r.seq for r in read_evidence(tmp_path / first).readings] == [1]
    with gzip.open(tmp_path / f"{first}.gz", "rt") as file:
        assert file.readline().startswith('{"log": "reading-log/1"')


async def test_what_a_death_left_uncompressed_is_compressed_at_the_next_board(evidence, tmp_path):
    evidence.begin("1", header(7))
    again = FileEvidence(tmp_path)
    again.begin("1", header(8))

    await until((tmp_path / "1" / "0001-board-7.jsonl.gz").exists)
    await again.close()


async def test_only_its_owner_may_read_evidence(evidence, tmp_path):
    first = evidence.begin("1", header(7))
    evidence.begin("1", header(8))
    packed = tmp_path / f"{first}.gz"
    await until(packed.exists)

    modes = {path.stat().st_mode & 0o777 for path in (packed, tmp_path / "1" / "0002-board-8.jsonl")}
    assert (modes, (tmp_path / "1").stat().st_mode & 0o777) == ({0o600}, 0o700)


async def test_a_table_without_a_board_has_no_evidence(evidence):
    evidence.add("1", scan(1))
    evidence.flush("1")

    assert evidence.current("1") is None


async def test_a_disk_that_takes_no_more_is_an_error_and_leaves_whole_lines(evidence, tmp_path):
    name = evidence.begin("1", header())
    evidence.add("1", scan(1))
    evidence.flush("1")
    size = (tmp_path / name).stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, limits[1]))
    try:
        evidence.add("1", scan(2))
        with pytest.raises(EvidenceError, match=r"0001-board-7\.jsonl"):
            evidence.flush("1")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [r.seq for r in read_evidence(tmp_path / name).readings] == [1]

    # There is room again: what waited is written, in order.
    evidence.add("1", scan(3))
    evidence.flush("1")
    assert [r.seq for r in read_evidence(tmp_path / name).readings] == [1, 2, 3]


async def test_evidence_of_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    evidence = FileEvidence(tmp_path / "file")

    with pytest.raises(EvidenceError):
        evidence.begin("1", header())
    await evidence.close()


async def test_sync_returns_once_it_is_on_disk(evidence):
    evidence.begin("1", header())
    evidence.add("1", scan(1))
    evidence.flush("1")
    await evidence.sync()
    await evidence.sync()


@given(cut=st.integers(min_value=0, max_value=2000))
def test_a_file_cut_anywhere_gives_its_whole_lines(cut, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cut")
    evidence = FileEvidence(folder)
    name = evidence.begin("1", header())
    for seq in range(1, 11):
        evidence.add("1", scan(seq, "E00401500A000001"))
    evidence.flush("1")
    path = folder / name
    whole = path.read_bytes()
    os.truncate(path, min(cut, len(whole)))

    log = FileEvidence(folder).current("1")

    lines = whole[:cut].count(b"\n")
    assert (log is None) == (lines == 0)
    assert [r.seq for r in log.readings] == list(range(1, lines)) if log else True
