"""UHFReader18 and 288: frames `Len Adr Cmd data CRC`, inventories antenna by antenna (UHFReader18 manual 2.0). Pure.

Len counts what follows it, the CRC is MCRF4XX, low byte first; an answer has its status after the command.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial

from drivers.polling.conversation import MOST_STRANGERS, Ask, Round, Script, UnansweredError, asked
from drivers.polling.framing import FrameReader, crc_8408

INVENTORY, INFO = 0x01, 0x21
DONE, TIMED_OUT, MORE, FULL, ANTENNA_FAULT, NO_TAG = 0x01, 0x02, 0x03, 0x04, 0xF8, 0xFB
#: A look ends with one of these.
LAST = frozenset((DONE, TIMED_OUT, FULL, NO_TAG))
SHORTEST = 5
INFO_TIMEOUT = 0.15


def frame(address: int, command: int, data: bytes = b"") -> bytes:
    """A command as it goes out."""
    body = bytes((len(data) + 4, address, command)) + data
    return body + crc_8408(body).to_bytes(2, "little")


def measure(buffer: bytes) -> int:
    """Of an answer at the beginning: its length and its CRC must fit."""
    end = buffer[0] + 1
    if end < SHORTEST + 1:
        return -1
    if len(buffer) < end:
        return 0
    return end if crc_8408(buffer[: end - 2]) == int.from_bytes(buffer[end - 2 : end], "little") else -1


def content(found: bytes) -> bytes:
    """Command, status and data."""
    return found[2:-2]


def epcs_of(told: bytes, *, with_antenna: bool) -> tuple[str, ...]:
    """EPCs in the data of an inventory: `[antenna] number`, then of each tag `length EPC [RSSI]`."""
    at = 2 if with_antenna else 1
    number = told[at - 1] if len(told) >= at else 0
    epcs = []
    for _ in range(number):
        if at >= len(told):
            break
        length = told[at] & 0x7F
        epc = told[at + 1 : at + 1 + length]
        if len(epc) != length or length == 0:
            break
        epcs.append(epc.hex().upper())
        at += 1 + length + (1 if with_antenna else 0)
    return tuple(epcs)


def is_uid(uid: str) -> bool:
    """An EPC: whole words, and not empty memory."""
    return len(uid) % 4 == 0 and uid.strip("0") != "" and uid.strip("F") != ""


class UhfReader18:
    """One reader; `antennas` are those in use, from 0."""

    def __init__(
        self, antennas: tuple[int, ...], *, model: str, address: int, q: int, session: int, scan_time: int
    ) -> None:
        self.firmware = ""
        self.counters: Counter[str] = Counter(odd_statuses=0)
        self._antennas = antennas
        self._is_288 = model == "288"
        self._address = address
        self._look = (q, session, scan_time)

    def frames(self) -> FrameReader:
        """Of its frames."""
        return FrameReader(measure, content)

    def greet(self) -> Script:
        """Ask who it is: firmware, type, power."""
        said = yield from asked(frame(self._address, INFO), _answers(INFO), timeout=INFO_TIMEOUT)
        if len(said) >= 5:
            self.firmware = f"UHFReader{'288' if self._is_288 else '18'} type {said[4]:02X} {said[2]}.{said[3]:02d}"

    def rounds(self) -> Script:
        """One look with each antenna."""
        for antenna in self._antennas:
            yield from self._round(antenna)

    def _round(self, antenna: int) -> Script:
        question = frame(self._address, INVENTORY, self._request(antenna))
        timeout = 0.1 + self._look[2] / 10
        fits = _answers(INVENTORY)
        # A look cannot be asked for again in part: an answer that is lost costs the whole of it.
        for _ in range(3):
            found: set[str] = set()
            said = yield Ask(question, timeout)
            for _ in range(MOST_STRANGERS):
                if said is None:
                    break
                status = said[1] if fits(said) and len(said) > 1 else MORE
                if status == ANTENNA_FAULT:
                    yield Round(antenna, (), "antenna fault")
                    return
                if fits(said) and status in (DONE, TIMED_OUT, MORE, FULL):
                    found.update(epcs_of(said[2:], with_antenna=self._is_288))
                if status in LAST:
                    yield Round(antenna, tuple(sorted(found)))
                    return
                if status != MORE:
                    self.counters["odd_statuses"] += 1
                    break
                said = yield Ask(b"", timeout)
        raise UnansweredError("an inventory")

    def _request(self, antenna: int) -> bytes:
        """Of a 288: Q, session, no mask (memory, address, length), target A, antenna, longest time."""
        if not self._is_288:
            return b""
        q, session, scan_time = self._look
        return bytes((q, session, 1, 0, 0, 0, 0, 0x80 + antenna, scan_time))


def _answers(command: int) -> Callable[[bytes], bool]:
    return partial(_is_of, command)


def _is_of(command: int, said: bytes) -> bool:
    return said[:1] == bytes((command,))
