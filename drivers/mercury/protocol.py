"""ThingMagic Mercury: frames `FF length command [status] data CRC`, and reading in cycles that end by themselves. Pure.

From the M6e hardware guide and the maker's published MercuryAPI: a module that reads on says each tag it hears, and
at the end of each cycle how many; without any, status 0400.
"""

import binascii
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from functools import partial

from drivers.polling.conversation import MOST_STRANGERS, Ask, Round, Script, UnansweredError, asked
from drivers.polling.framing import FrameReader

HEAD = 0xFF
VERSION, BOOT, PROGRAM = 0x03, 0x04, 0x0C
TOLD, READ_ON = 0x22, 0x2F
ANTENNAS, POWER, PROTOCOL, REGION, OPTION = 0x91, 0x92, 0x93, 0x97, 0x9A
GEN2 = bytes((0x00, 0x05))
#: Every read is told, also of a tag that has been told before (option 0C is the filter that would not).
NO_FILTER = bytes((0x01, 0x0C, 0x00))
STOP = bytes((0x00, 0x00, 0x02))
#: Of what runs in it, in the last two bits: the boot loader.
BOOT_LOADER = 0x01
NO_TAG, HOT, REFLECTS, UNPLUGGED, FULL = 0x0400, 0x0504, 0x0505, 0x0503, 0x0601
FAULTS = {HOT: "too hot", REFLECTS: "its antenna reflects too much", UNPLUGGED: "no antenna is connected"}
#: What a message of the stream is: the end of a cycle, a tag, a report about the module.
CYCLE_ENDS, IS_TAG = 0x00, 0x01
REGIONS: Mapping[str, int] = {
    "NA": 0x01, "EU": 0x02, "KR": 0x03, "IN": 0x04, "JP": 0x05, "PRC": 0x06, "EU2": 0x07, "EU3": 0x08, "KR2": 0x09,
    "AU": 0x0B, "NZ": 0x0C, "OPEN": 0xFF,
}  # fmt: skip
#: Seconds: for an answer, for the program to start, and after a refusal.
TIMEOUT, BOOT_TIMEOUT, REFUSED_PAUSE = 0.15, 1.5, 1.0
#: Messages of one cycle; an end that was lost joins it to the next, and not for ever.
MOST_MESSAGES = 600
#: What each nibble that leaves the register adds to it.
_TERMS = tuple(nibble * 0x1021 for nibble in range(16))


def crc(data: bytes) -> int:
    """Polynomial 1021 from FFFF, four bits at a time shifted in at the low end: not the CCITT's, though near it."""
    register = 0xFFFF
    for byte in data:
        for nibble in (byte >> 4, byte & 0x0F):
            register = (register << 4 | nibble) & 0xFFFF ^ _TERMS[register >> 12]
    return register


def frame(command: int, data: bytes = b"") -> bytes:
    """A command as it goes out."""
    body = bytes((len(data), command)) + data
    return bytes((HEAD,)) + body + crc(body).to_bytes(2, "big")


def measure(buffer: bytes) -> int:
    """Of an answer at the beginning: its CRC must fit, for FF may stand inside one."""
    if buffer[0] != HEAD:
        return -1
    end = buffer[1] + 7 if len(buffer) > 1 else 7
    if len(buffer) < end:
        return 0
    return end if crc(buffer[1 : end - 2]) == int.from_bytes(buffer[end - 2 : end], "big") else -1


def content(found: bytes) -> bytes:
    """Command, status (2) and data."""
    return found[2:-2]


def read_on(cycle_ms: int) -> bytes:
    """The data that begin reading: without end, Gen2, listed antennas, tags told as they come with all about them."""
    search = bytes((TOLD, 0x10, 0x00, 0x1B)) + cycle_ms.to_bytes(2, "big") + bytes((0x01, 0xFF))
    return bytes((0x00, 0x00, 0x01, TOLD, 0x00, 0x00, GEN2[1], len(search) - 1)) + search


def tag_of(told: bytes) -> tuple[int, str] | None:
    """Antenna (from 1) and EPC of a tag in the data of a message; None if it is not whole or its own CRC is wrong.

    `option flags(2) contents(2) 01`, then reads, RSSI, antennas (out, in), kHz(3), ms(4), phase(2), protocol,
    bits of its data(2), data, pins, bits of what follows(2), PC(2) EPC CRC(2).
    """
    if len(told) < 24:
        return None
    at = 22 + (int.from_bytes(told[19:21], "big") + 7) // 8
    bits = int.from_bytes(told[at : at + 2], "big")
    coded = told[at + 2 : at + 2 + bits // 8]
    if bits % 16 or len(coded) * 8 != bits or len(coded) <= 4:
        return None
    if binascii.crc_hqx(coded[:-2], 0xFFFF) ^ 0xFFFF != int.from_bytes(coded[-2:], "big"):
        return None
    return told[8] >> 4, coded[2:-2].hex().upper()


def is_uid(uid: str) -> bool:
    """An EPC: whole words, and not empty memory."""
    return len(uid) % 4 == 0 and uid.strip("0") != "" and uid.strip("F") != ""


class Mercury:
    """One module; `antennas` are those in use, from 0."""

    def __init__(self, antennas: tuple[int, ...], *, region: str, power: int, cycle: int) -> None:
        self.firmware = ""
        self.counters: Counter[str] = Counter(bad_epcs=0, refusals=0, restarts=0)
        self._antennas = antennas
        self._cycle = cycle
        self._reads = False
        ports = b"".join(bytes((number + 1, number + 1)) for number in antennas)
        self._set_up = [(PROTOCOL, GEN2), (ANTENNAS, b"\x02" + ports), (OPTION, NO_FILTER)]
        if power:
            self._set_up.insert(0, (POWER, power.to_bytes(2, "big")))
        if region in REGIONS:
            self._set_up.insert(0, (REGION, bytes((REGIONS[region],))))

    def frames(self) -> FrameReader:
        """Of its answers."""
        return FrameReader(measure, content)

    def greet(self) -> Script:
        """End what an earlier program may have begun, start its program, and ask who it is."""
        self._reads = False
        said = yield Ask(frame(READ_ON, STOP), TIMEOUT)
        for _ in range(MOST_STRANGERS):
            if said is None or said[0] == READ_ON:
                break
            said = yield Ask(b"", TIMEOUT)
        said = yield from asked(frame(PROGRAM), _answers(PROGRAM), timeout=TIMEOUT)
        if said[3:] and said[3] & 0x03 == BOOT_LOADER:
            yield from asked(frame(BOOT), _answers(BOOT), timeout=BOOT_TIMEOUT)
        said = yield from asked(frame(VERSION), _answers(VERSION), timeout=TIMEOUT)
        self.firmware = "Mercury " + said[15:19].hex(".").upper()

    def rounds(self) -> Script:
        """One cycle of all antennas; begins to read where it does not."""
        if not self._reads:
            refusal = yield from self._begin()
            if refusal:
                self.counters["refusals"] += 1
                yield from self._all_antennas(refusal)
                yield Ask(b"", REFUSED_PAUSE)
                return
        found: dict[int, set[str]] = {antenna: set() for antenna in self._antennas}
        for _ in range(MOST_MESSAGES):
            said = yield Ask(b"", 2 * self._cycle / 1000 + TIMEOUT)
            if said is None or said[0] == BOOT:
                raise UnansweredError("reading on")
            if said[0] == READ_ON:  # it has stopped by itself, as it does when it could not send what it read
                self.counters["restarts"] += 1
                self._reads = False
                break
            status = int.from_bytes(said[1:3], "big")
            if said[0] == TOLD and status not in (0, NO_TAG):
                yield from self._all_antennas(FAULTS.get(status, f"status {status:04X}"))
                return
            if said[0] == TOLD and (status == NO_TAG or said[8:9] == bytes((CYCLE_ENDS,))):
                break
            self._take(said, found)
        if self._reads:
            for antenna, epcs in found.items():
                yield Round(antenna, tuple(sorted(epcs)))

    def _begin(self) -> Generator[Ask | Round, bytes | None, str]:
        """Set it up and let it read; what it refused, or nothing."""
        for command, data in [*self._set_up, (READ_ON, read_on(self._cycle))]:
            said = yield from asked(frame(command, data), _answers(command), timeout=TIMEOUT)
            if said[1:3] != b"\x00\x00":
                return f"command {command:02X} is refused: status {said[1:3].hex().upper()}"
        self._reads = True
        return ""

    def _take(self, said: bytes, found: dict[int, set[str]]) -> None:
        if said[0] != TOLD or said[8:9] != bytes((IS_TAG,)):
            return
        tag = tag_of(said[3:])
        if tag is None:
            self.counters["bad_epcs"] += 1
        elif tag[0] - 1 in found:
            found[tag[0] - 1].add(tag[1])

    def _all_antennas(self, fault: str) -> Script:
        for antenna in self._antennas:
            yield Round(antenna, (), fault)


def _answers(command: int) -> Callable[[bytes], bool]:
    return partial(_is_of, command)


def _is_of(command: int, said: bytes) -> bool:
    return said[0] == command
