"""The twin of a UHFReader18 or 288, from their manuals: one look at a time, answers in several frames."""

from __future__ import annotations

from hw_sim.readers.twin import ReaderTwin

#: A look takes so long, and each tag found in it.
LOOK_S, TAG_S = 0.006, 0.003
#: Tags that go into one frame.
IN_A_FRAME = 6


def crc_of(data: bytes) -> bytes:
    """Polynomial 8408 from FFFF, low byte first, as the manual's appendix computes it."""
    register = 0xFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            low, register = register & 1, register >> 1
            register ^= 0x8408 * low
    return bytes([register & 0xFF, register >> 8])


class UhfReader18Twin(ReaderTwin):
    """A reader with up to four antennas. What is sent while it looks is lost."""

    product = "UHFReader18"
    baud = 57600

    def _power_up(self) -> None:
        #: Antennas that are broken, from 0.
        self.broken: set[int] = set()
        self._buffer = b""
        self._looks = False

    def _heard(self, data: bytes) -> None:
        if self._looks:
            return
        # Bytes more than 15 ms apart are not of one frame; here every write is one.
        self._buffer = data
        while self._buffer:
            size = self._buffer[0] + 1
            whole = self._buffer[:size]
            if size < 5 or len(whole) < size or crc_of(whole[:-2]) != whole[-2:]:
                self._buffer = self._buffer[1:]
                continue
            self._buffer = self._buffer[size:]
            if whole[1] in (0, 0xFF):
                self._command(whole[2], whole[3:-2])

    def _command(self, code: int, data: bytes) -> None:
        self.asked.append(code)
        match code:
            case 0x21:
                self._say(self._frame(0x21, bytes.fromhex("00 0305 09 02 31 80 1E 0A".replace(" ", ""))), after=0.002)
            case 0x01 if len(data) in (0, 9):
                self._look(None if not data else data[7] - 0x80)
            case _:
                self._say(self._frame(code, b"\xfe"), after=0.002)

    def _look(self, antenna: int | None) -> None:
        mark = b"" if antenna is None else bytes([1 << antenna])
        if (antenna or 0) in self.broken:
            self._say(self._frame(0x01, b"\xf8"), after=LOOK_S)
            return
        found = self.field.answering(antenna or 0)
        rssi = b"" if antenna is None else b"\x6b"
        parts = [found[at : at + IN_A_FRAME] for at in range(0, len(found), IN_A_FRAME)] or [[]]
        self._looks = True
        spent = LOOK_S
        for number, part in enumerate(parts, 1):
            tags = b"".join(bytes([len(epc)]) + epc + rssi for epc in part)
            status = b"\x01" if number == len(parts) else b"\x03"
            spent += TAG_S * len(part)
            told = self._frame(0x01, status + mark + bytes([len(part)]) + tags)
            self._say(told, after=spent)
        self._later(spent, self._seen)

    def _seen(self) -> None:
        self._looks = False

    def _frame(self, code: int, told: bytes) -> bytes:
        body = bytes([len(told) + 4, 0, code]) + told
        return body + crc_of(body)
