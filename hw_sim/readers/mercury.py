"""The twin of a Mercury module, from the M6e hardware guide and MercuryAPI's comments: it reads in cycles by itself."""

from __future__ import annotations

from asyncio import TimerHandle

from hw_sim.readers.twin import ReaderTwin

#: A command takes so long, starting the program, and one tag that is read; real seconds.
ANSWER_S, BOOT_S, TAG_S = 0.002, 0.65, 0.004
#: How often each tag is read in one cycle.
SWEEPS = 2
BOOT_LOADER, APPLICATION = 0x11, 0x12
ABOUT = bytes.fromhex("12121300 30000002 20180716 01090005 00000010")


def checksum(data: bytes) -> bytes:
    """The maker's own: each half byte enters at the low end, what leaves at the high end comes back as 1021."""
    register = 0xFFFF
    for half in data.hex():
        leaving = register >> 12
        register = ((register << 4 & 0xFFFF) + int(half, 16)) ^ leaving * 0x1021
    return register.to_bytes(2, "big")


def tag_crc(data: bytes) -> bytes:
    """What a Gen2 tag sends behind PC and EPC: polynomial 1021 from FFFF, inverted."""
    register = 0xFFFF
    for byte in data:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1 ^ (0x1021 if register & 0x8000 else 0)) & 0xFFFF
    return (register ^ 0xFFFF).to_bytes(2, "big")


class MercuryTwin(ReaderTwin):
    """A module with up to four antennas. While it reads it takes nothing but the order to stop."""

    product = "ThingMagic_Mercury"

    def _power_up(self) -> None:
        #: How it wakes up: in its application, or in its boot loader.
        self.runs = APPLICATION
        #: Trouble to make: the region that was stored is gone; a status in place of the end of each cycle.
        self.region = 0x01
        self.trouble = 0
        self._protocol = 0
        self._antennas: list[int] = []
        self._filters = True
        self._buffer = b""
        self._cycle: TimerHandle | None = None
        self._already: set[bytes] = set()

    @property
    def reads(self) -> bool:
        """It reads on."""
        return self._cycle is not None

    def overflow(self) -> None:
        """It could not send all that it read, and stops by itself."""
        self._stop()
        self._answer(0x2F, status=0x0601, after=0.0)

    def _heard(self, data: bytes) -> None:
        self._buffer += data
        while (at := self._buffer.find(0xFF)) >= 0:
            self._buffer = self._buffer[at:]
            if len(self._buffer) < 2 or len(self._buffer) < self._buffer[1] + 5:
                break
            size = self._buffer[1] + 5
            whole = self._buffer[:size]
            if checksum(whole[1:-2]) != whole[-2:]:
                self._buffer = self._buffer[1:]
                continue
            self._buffer = self._buffer[size:]
            self._command(whole[2], whole[3:-2])
        # A command comes in one go: one that was never finished does not swallow those after it for ever.
        self._buffer = self._buffer[-64:]

    def _command(self, code: int, data: bytes) -> None:
        if self.reads and (code, data) != (0x2F, b"\x00\x00\x02"):
            return
        self.asked.append(code)
        if self.runs == BOOT_LOADER and code not in (0x03, 0x04, 0x0C):
            self._answer(code, status=0x0101)
            return
        match code:
            case 0x03:
                self._answer(code, ABOUT)
            case 0x04:
                self.runs = APPLICATION
                self._answer(code, ABOUT, after=BOOT_S)
            case 0x0C:
                self._answer(code, bytes([self.runs]))
            case 0x2F:
                self._multi(data)
            case _:
                self._answer(code, status=self._set(code, data))

    def _set(self, code: int, data: bytes) -> int:
        """Take a setting; the status."""
        match code:
            case 0x97 if data[:1] in (b"\x01", b"\x02", b"\x04", b"\x05", b"\x06", b"\x08", b"\x0b", b"\xff"):
                self.region = data[0]
            case 0x97:
                return 0x010B
            case 0x93 if data != b"\x00\x05":
                return 0x0402
            case 0x93:
                self._protocol = 5
            case 0x91 if data[:1] == b"\x02" and len(data) % 2 == 1 and data[1::2] == data[2::2]:
                self._antennas = list(data[1::2])
            case 0x92 if int.from_bytes(data, "big") > 3150:
                return 0x0103
            case 0x92:
                pass
            case 0x9A if data[:2] == b"\x01\x0c" and len(data) == 3:
                self._filters = data[2] == 1
            case _:
                return 0x0101
        return 0

    # -- reading on ----------------------------------------------------------------------------

    def _multi(self, data: bytes) -> None:
        if data[2:3] == b"\x02":
            self._stop()
            self._answer(0x2F, b"\x02")
        elif data[:6] != b"\x00\x00\x01\x22\x00\x00" or data[8:12] != b"\x22\x10\x00\x1b" or len(data) != 16:
            self._answer(0x2F, status=0x0105)
        elif not self.region or self._protocol != 5 or not self._antennas:
            self._answer(0x2F, status=0x010B if not self.region else 0x0401)
        else:
            self._answer(0x2F)
            self._already.clear()
            length = int.from_bytes(data[12:14], "big") / 1000
            self._cycle = self._later(ANSWER_S * 2, lambda: self._look(length))

    def _stop(self) -> None:
        if self._cycle is not None:
            self._cycle.cancel()
            self._cycle = None

    def _look(self, seconds: float) -> None:
        """One cycle: what is heard is told as it is heard, and at its end how many."""
        spent, told = TAG_S, 0
        for _ in range(SWEEPS):
            for antenna in self._antennas:
                heard = self.field.answering(antenna - 1) if antenna <= self.field.antennas else []
                for epc in heard:
                    if self._filters and epc in self._already:
                        continue
                    self._already.add(epc)
                    self._while_reading(spent, self._tag(epc, antenna, spent))
                    spent, told = spent + TAG_S, told + 1
        end = b"\x10\x00\x1b\x01\xff\x00" + told.to_bytes(4, "big")
        last = self._frame(0x22, end) if told else self._frame(0x22, status=0x0400)
        if self.trouble:
            last = self._frame(0x22, status=self.trouble)
        self._cycle = self._later(max(seconds, spent), lambda: self._ended(last, seconds))

    def _ended(self, last: bytes, seconds: float) -> None:
        self._say(last)
        self._look(seconds)

    def _while_reading(self, after: float, message: bytes) -> None:
        self._later(after, lambda: self._say(message) if self.reads else None)

    def _tag(self, epc: bytes, antenna: int, spent: float) -> bytes:
        coded = bytes([len(epc) // 2 << 3, 0]) + epc
        about = b"\x01\xc4" + bytes([antenna << 4 | antenna]) + bytes.fromhex("0E1640")
        about += round(spent * 1000).to_bytes(4, "big") + bytes.fromhex("0000 05 0000 0F")
        told = b"\x10\x00\x1b\x01\xff\x01" + about + ((len(coded) + 2) * 8).to_bytes(2, "big")
        return self._frame(0x22, told + coded + tag_crc(coded))

    def _answer(self, code: int, data: bytes = b"", *, status: int = 0, after: float = ANSWER_S) -> None:
        self._say(self._frame(code, data, status=status), after=after)

    def _frame(self, code: int, data: bytes = b"", *, status: int = 0) -> bytes:
        body = bytes([len(data), code]) + status.to_bytes(2, "big") + data
        return b"\xff" + body + checksum(body)
