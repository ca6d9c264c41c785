"""Files of boards: what a board costs to read and write, whether it comes back as it was, and the memory it takes.

Where endplay is installed (extra `analysis`), it reads the same boards as an independent witness.
"""

from __future__ import annotations

import gzip
import statistics
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

from controller.records.board_record import BoardRecord
from controller.records.formats import format_of
from controller.records.pbn.encoding import encode
from hw_sim import boards as own_boards
from hw_sim.bench.figures import Advance, Figures, Target

_CHUNK = 1 << 16
#: What reading a board may cost, in milliseconds of this core.
WANTED_MS_A_BOARD = 0.3
#: How much more memory a file may take that is four times as long.
WANTED_GROWTH_KB = 256.0
_READ_TIMES = 3


def measure(folder: Path | None, advance: Advance) -> Figures:
    """Every .pbn and .lin file of a folder (`.gz` too), or the boards that come with us; each in its own format."""
    files = _files(folder)
    counted: Counter[str] = Counter()
    costs: list[tuple[int, float]] = []
    for done, (name, data) in enumerate(files, start=1):
        boards, seconds = _timed(name, data)
        costs.append((boards, seconds))
        counted.update(_looked_at(name, data))
        advance(done)
    boards = sum(number for number, _ in costs)
    per_board = 1e3 * sum(seconds for _, seconds in costs) / max(boards, 1)
    growth = _growth_kb(files[0][1], files[0][0])
    return Figures(
        "records",
        {"files": len(files), "boards": boards, "endplay": find_spec("endplay") is not None},
        {
            "read_ms_a_board": round(per_board, 4),
            "memory_growth_kb_for_four_times_the_file": round(growth, 1),
            **{name: counted[name] for name in _COUNTED},
        },
        (
            Target.at_most("read_ms_a_board", per_board, WANTED_MS_A_BOARD),
            Target.at_most("memory_growth_kb_for_four_times_the_file", growth, WANTED_GROWTH_KB),
            Target.at_most("not_equal_when_read_again", counted["not_equal_when_read_again"], 0),
            Target.at_most("tricks_against_result", counted["tricks_against_result"], 0),
            Target.at_most("endplay_differs", counted["endplay_differs"], 0),
        ),
    )


_COUNTED = (
    "warnings",
    "not_equal_when_read_again",
    "played_out",
    "tricks_against_result",
    "endplay_compared",
    "endplay_differs",
    "endplay_cannot_read",
)


def _files(folder: Path | None) -> list[tuple[str, bytes]]:
    if folder is None:
        return [("evening.pbn", resources.files(own_boards).joinpath("evening.pbn").read_bytes())]
    found = []
    for path in sorted(folder.iterdir()):
        known = format_of(path.name)
        if known is not None and known.name in ("pbn", "lin"):
            data = path.read_bytes()
            found.append((path.name, gzip.decompress(data) if path.suffix == ".gz" else data))
    return found


def _pieces(data: bytes) -> Iterator[bytes]:
    return (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))


def read(name: str, data: bytes) -> Iterator[tuple[BoardRecord, int]]:
    """The boards of a file, each with the number of warnings."""
    known = format_of(name)
    assert known is not None
    assert known.read is not None
    return ((one.record, len(one.warnings)) for one in known.read(_pieces(data), name) if one.record)


def _timed(name: str, data: bytes) -> tuple[int, float]:
    """How many boards, and the median of this core's seconds for reading them."""
    seconds, boards = [], 0
    for _ in range(_READ_TIMES):
        began = time.thread_time()
        boards = sum(1 for _ in read(name, data))
        seconds.append(time.thread_time() - began)
    return boards, statistics.median(seconds)


def _looked_at(name: str, data: bytes) -> Counter[str]:
    records, warnings = [], 0
    for record, number in read(name, data):
        records.append(record)
        warnings += number
    again = [record for record, _ in read(name, written(name, records))]
    out = [r for r in records if r.contract is not None and r.is_played_out]
    found = Counter(
        {
            "warnings": warnings,
            "not_equal_when_read_again": _differing(records, again),
            "played_out": len(out),
            "tricks_against_result": sum(
                r.contract is not None and r.tricks_won(r.contract.declarer.side) != r.tricks for r in out
            ),
        }
    )
    if find_spec("endplay") is not None:
        from hw_sim.bench.witness import differing

        for text in (data, written(name, records)):
            found.update(differing(name, text, records))
    return found


def _differing(one: Sequence[BoardRecord], other: Sequence[BoardRecord]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


def written(name: str, records: Sequence[BoardRecord]) -> bytes:
    """The boards in the format of that file."""
    known = format_of(name)
    assert known is not None
    assert known.write is not None
    text = "".join(str(piece) for piece in known.write(records))
    return encode(text) if known.is_latin_1 else text.encode()


def _growth_kb(data: bytes, name: str) -> float:
    """How much higher the peak of memory is for a file that is four times as long, read board by board."""
    separated = data.rstrip() + b"\r\n\r\n"
    return (_peak(name, separated, 16) - _peak(name, separated, 4)) / 1024


def _peak(name: str, data: bytes, times: int) -> int:
    known = format_of(name)
    assert known is not None
    assert known.read is not None
    tracemalloc.start()
    for _ in known.read((piece for _ in range(times) for piece in _pieces(data)), name):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak
