"""A real tty: bytes in pieces, the cable pulled, back under another number, a device that does not read."""

import asyncio
import os
import re

import pytest
from support.pty_hub import Socket, until

from drivers.errors import PortLostError
from drivers.transports import serial_port
from drivers.transports.serial_port import SerialLine, SerialPort


class User:
    def __init__(self):
        self.received = b""
        self.told = []

    def port_opened(self):
        self.told.append("opened")

    def port_lost(self, reason):
        self.told.append("lost")
        self.reason = reason

    def data_received(self, data):
        self.received += data


@pytest.fixture
def socket(tmp_path):
    made = Socket(tmp_path)
    made.plug()
    yield made
    made.unplug()


@pytest.fixture
async def line(socket):
    user = User()
    made = SerialLine(str(socket.path), user)
    task = asyncio.create_task(made.run())
    await until(lambda: user.told == ["opened"])
    made.user = user
    yield made
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def read_all(fd):
    data = b""
    try:
        while chunk := os.read(fd, 65536):
            data += chunk
    except BlockingIOError:
        pass
    return data


async def test_bytes_go_both_ways(line, socket):
    line.write(b"to the hub")
    os.write(socket.master, b"to the host")
    await until(lambda: line.user.received == b"to the host")

    assert read_all(socket.master) == b"to the hub"


async def test_every_byte_value_passes_unchanged_both_ways(line, socket):
    everything = bytes(range(256))
    line.write(everything)
    os.write(socket.master, everything)
    await until(lambda: line.user.received == everything)

    assert read_all(socket.master) == everything


async def test_bytes_in_pieces_arrive_in_order(line, socket):
    for number in range(50):
        os.write(socket.master, bytes((number,)))
        await asyncio.sleep(0)
    await until(lambda: len(line.user.received) == 50)

    assert line.user.received == bytes(range(50))


async def test_a_pulled_cable_is_told_exactly_once(line, socket):
    socket.unplug()
    await until(lambda: "lost" in line.user.told)
    await asyncio.sleep(0.6)

    assert line.user.told == ["opened", "lost"]


async def test_a_write_after_the_cable_was_pulled_raises(line, socket):
    socket.unplug()
    with pytest.raises(PortLostError):
        line.write(b"into the void")

    assert line.user.told == ["opened", "lost"]
    with pytest.raises(PortLostError):
        line.write(b"and again")


async def test_a_device_back_under_another_number_is_found_by_its_name(line, socket):
    old, new = socket.replug()
    await until(lambda: line.user.told == ["opened", "lost", "opened"])
    os.write(socket.master, b"here again")
    await until(lambda: line.user.received == b"here again")

    assert old != new


async def test_a_device_away_for_a_while_is_found_when_it_comes_back(line, socket):
    socket.unplug()
    await asyncio.sleep(0.8)
    socket.plug()
    await until(lambda: line.user.told == ["opened", "lost", "opened"], seconds=3.0)


async def test_a_name_that_leads_to_another_port_is_followed_although_the_old_one_still_seems_open(
    line, socket, monkeypatch
):
    dead, dead_slave = socket.master, socket.slave
    socket.plug()
    await until(lambda: line.user.told == ["opened", "lost", "opened"])
    os.close(dead)
    os.close(dead_slave)
    line.write(b"hello")

    assert read_all(socket.master) == b"hello"


async def test_a_name_missing_for_a_moment_does_not_cost_a_working_port(line, socket, monkeypatch):
    monkeypatch.setattr(serial_port, "LOOK_EVERY", 0.01)
    hidden = socket.path.with_suffix(".hidden")
    await asyncio.sleep(1.1)
    socket.path.rename(hidden)
    await asyncio.sleep(0.1)
    hidden.rename(socket.path)
    await asyncio.sleep(0.1)

    assert line.user.told == ["opened"]


async def test_a_missing_port_is_told_once_and_waited_for(tmp_path):
    user = User()
    socket = Socket(tmp_path)
    line = SerialLine(str(socket.path), user)
    task = asyncio.create_task(line.run())
    await asyncio.sleep(0.5)
    assert user.told == ["lost"]
    assert "0 ports are there" in user.reason
    socket.plug()
    await until(lambda: user.told == ["lost", "opened"])
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    socket.unplug()


async def test_a_pattern_finds_the_one_port_that_fits(tmp_path):
    user = User()
    one = Socket(tmp_path)
    one.plug()
    task = asyncio.create_task(SerialLine(str(tmp_path / "usb-Smart*"), user).run())
    await until(lambda: user.told == ["opened"])
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    one.unplug()


async def test_a_pattern_that_fits_two_ports_opens_neither(tmp_path):
    user = User()
    sockets = [Socket(tmp_path, name) for name in ("usb-a", "usb-b")]
    for socket in sockets:
        socket.plug()
    task = asyncio.create_task(SerialLine(str(tmp_path / "usb-*"), user).run())
    await until(lambda: user.told == ["lost"])
    assert re.search("2 ports are there, wanted one", user.reason)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    for socket in sockets:
        socket.unplug()


async def test_a_port_is_not_shared(line, socket):
    with pytest.raises(PortLostError, match="exclusively lock"):
        SerialPort(str(socket.path), baud=115200, on_data=print, on_lost=print)


async def test_a_port_that_does_not_exist_says_so(tmp_path):
    with pytest.raises(PortLostError, match="No such file"):
        SerialPort(str(tmp_path / "none"), baud=115200, on_data=print, on_lost=print)


async def test_a_file_that_is_no_tty_says_so(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PortLostError, match="file"):
        SerialPort(str(tmp_path / "file"), baud=115200, on_data=print, on_lost=print)


async def test_what_a_slow_device_cannot_take_waits_and_arrives_whole(line, socket):
    sent = bytes(number % 251 for number in range(30_000))
    for start in range(0, len(sent), 1000):
        line.write(sent[start : start + 1000])
    got = b""
    async with asyncio.timeout(5):
        while len(got) < len(sent):
            got += read_all(socket.master)
            await asyncio.sleep(0.002)

    assert got == sent
    assert line.dropped == 0


async def test_a_device_that_never_reads_costs_no_memory(line):
    for _ in range(200):
        line.write(bytes(1000))

    assert line.dropped > 100_000


async def test_a_cable_pulled_while_bytes_wait_is_told_once(line, socket):
    for _ in range(25):
        line.write(bytes(1000))
    socket.unplug()
    await until(lambda: "lost" in line.user.told)
    await asyncio.sleep(0.3)

    assert line.user.told == ["opened", "lost"]


async def test_a_port_may_be_opened_anew_on_purpose(line):
    line.reopen("wake up")
    await until(lambda: line.user.told == ["opened", "lost", "opened"])

    assert line.openings == 2


async def test_reopening_what_is_not_open_does_nothing(tmp_path):
    line = SerialLine(str(tmp_path / "none"), User())
    line.reopen("wake up")

    with pytest.raises(PortLostError):
        line.write(b"x")
    assert line.dropped == 0


async def test_a_wake_up_without_bytes_is_not_taken_for_an_unplugged_cable(socket):
    lost = []
    port = SerialPort(str(socket.path), baud=115200, on_data=print, on_lost=lost.append)
    port._readable()
    port.close()

    assert lost == []


async def test_a_closed_port_calls_nobody(socket):
    lost = []
    port = SerialPort(str(socket.path), baud=115200, on_data=print, on_lost=lost.append)
    port.close()
    port.close()
    port.lose("too late")

    assert not port.is_open
    assert lost == []
    with pytest.raises(PortLostError):
        port.write(b"x")


async def test_a_pseudo_terminal_is_opened_twice_with_even_parity(socket):
    for _ in range(2):
        port = SerialPort(str(socket.path), baud=38400, on_data=print, on_lost=print, parity="E")
        assert port.is_open
        port.close()
