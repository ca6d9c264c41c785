"""Looking at a device: what is it, what does it say, and the same again out of a file. A twin on a real pty answers."""

import asyncio
import json
import stat
import sys
from pathlib import Path

import pytest
from support.pty_hub import until

from controller.model.calls import PASS, call
from controller.model.seats import Seat
from drivers.commands.devices import Found, asked, serial_ports
from drivers.commands.monitor import Piece, hex_lines, pieces_of, play
from drivers.probing import probes
from drivers.transports.tap import Pty
from hw_sim import acts
from hw_sim.bench.pairs import READERS, tag_of
from hw_sim.clock import ScaledClock
from hw_sim.physics import TableTop
from hw_sim.table_hub import TableHubTwin


@pytest.fixture
async def hub(tmp_path):
    """A table hub's twin at a port."""
    twin = TableHubTwin("7", TableTop(1), ScaledClock(1.0, start=100.0), ports=tmp_path, seed=1)
    twin.start()
    yield twin
    twin.stop()


async def smarttable(*words):
    """Run the command; its output, complaints and exit code."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "controller.cli",
        *map(str, words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return out.decode(), err.decode(), process.returncode


async def test_a_table_hub_is_known_by_its_answer(hub):
    (found,) = await asked([Found(str(hub.path), "")], probes())

    assert (found.driver, found.answer.startswith("speaks TBL/1")) == ("table_hub", True)


async def test_asking_opens_no_session(hub):
    await asked([Found(str(hub.path), "")], probes())

    assert not hub.met_host.is_set()


async def test_a_port_that_says_nothing_fits_no_driver():
    pty = Pty(lambda _data: None)
    (found,) = await asked([Found(pty.path, "")], probes())
    pty.close()

    assert (found.driver, found.answer) == ("", "does not answer")


async def test_a_port_in_use_is_not_asked(hub):
    task = asyncio.create_task(smarttable("monitor", hub.path, "--seconds", "4"))
    await until(hub.met_host.is_set)
    (found,) = await asked([Found(str(hub.path), "")], probes())
    await task

    assert found.driver == ""
    assert "lock" in found.answer.lower() or "busy" in found.answer.lower()


def test_a_port_that_the_system_does_not_list_is_taken_by_its_name():
    assert serial_ports(["/dev/pts/none"]) == [Found("/dev/pts/none", "")]


async def test_monitor_shows_readings_and_bytes(hub):
    task = asyncio.create_task(smarttable("monitor", hub.path, "--raw", "--seconds", "4"))
    await until(hub.met_host.is_set)
    hub.do(acts.ShowCall(Seat.N, call("1C")))
    out, err, code = await task
    readings = [json.loads(line) for line in out.splitlines() if line.startswith("{")]

    assert (err, code) == ("", 0)
    assert [(r["seat"], r["call"]) for r in readings if r["type"] == "call_shown"] == [("N", "1C")]
    assert {line[:2] for line in out.splitlines() if not line.startswith("{")} == {"< ", "> "}


async def test_monitor_talks_to_a_reader_at_the_speed_of_its_kind(tmp_path):
    twin = READERS["cr95hf"].twin(tmp_path)
    twin.field.put(READERS["cr95hf"].uid(1))
    twin.start()
    out, err, code = await smarttable(
        "monitor", twin.path, "--driver", "cr95hf", "--set", "place=play.N", "--seconds", "4"
    )
    twin.stop()

    assert (err, code) == ("", 0)
    assert tag_of(READERS["cr95hf"].uid(1)) in out


async def test_a_capture_holds_both_sides_and_nobody_else_may_read_it(hub, tmp_path):
    file = tmp_path / "bytes.jsonl"
    task = asyncio.create_task(smarttable("capture", hub.path, file, "--seconds", "3"))
    await until(hub.met_host.is_set)
    hub.do(acts.ShowCall(Seat.E, PASS))
    _, err, code = await task

    assert (err, code) == ("", 0)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {piece.side for piece in pieces_of(file)} == {"device", "host"}


async def test_a_capture_does_not_write_over_a_file(hub, tmp_path):
    file = tmp_path / "bytes.jsonl"
    file.write_text("")
    _, err, code = await smarttable("capture", hub.path, file, "--seconds", "1")

    assert (err, code) == (f"{file}: File exists\n", 2)


async def test_a_replay_says_what_the_device_said_once_somebody_talks_to_it(tmp_path):
    link = tmp_path / "tty"
    pieces = [Piece(5.0, "device", b"hello "), Piece(5.1, "device", b"world")]
    saying = asyncio.create_task(play(pieces, link, 10.0, lambda _text: None))
    await until(link.is_symlink)
    reader, writer = await open_tty(link)
    writer.write(b"?")
    async with asyncio.timeout(5):
        assert await reader.readexactly(11) == b"hello world"
    await saying
    writer.close()

    assert not link.exists()


async def open_tty(path: Path):
    loop = asyncio.get_running_loop()
    file = path.open("r+b", buffering=0)
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return reader, file


@pytest.mark.parametrize(
    "line", ["no JSON", "[]", '{"t": 1, "side": "device"}', '{"t": 1, "side": "nobody", "hex": ""}',
             '{"t": 1, "side": "host", "hex": "0"}'],
)  # fmt: skip
def test_a_bad_line_of_a_capture_is_named(tmp_path, line):
    file = tmp_path / "bytes.jsonl"
    file.write_text('{"t": 0, "side": "host", "hex": "00"}\n' + line)
    with pytest.raises(ValueError, match=r"^line 2: "):
        list(pieces_of(file))


def test_bytes_are_shown_sixteen_a_line():
    assert list(hex_lines("device", bytes(range(18)))) == [
        "< 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f",
        "< 10 11",
    ]


@pytest.mark.parametrize(
    ("words", "complaint", "code"),
    [
        (("--driver", "none"), "driver: 'none' is none of ", 2),
        (("--set", "antennas"), "antennas: name=value is needed", 2),
        (("--set", "colour=red"), "colour: unknown", 2),
    ],
)
async def test_a_wrong_word_is_one_clear_complaint(hub, words, complaint, code):
    _, err, found = await smarttable("monitor", hub.path, *words)

    assert (found, err[: len(complaint)]) == (code, complaint)


async def test_a_port_that_is_not_there_is_told():
    _, err, code = await smarttable("monitor", "/dev/none")

    assert code == 3
    assert err.startswith("/dev/none: ")
