"""The twin of an OBID i-scan reader in ISO-Host mode: it tells a list part by part, and only new tags."""

from __future__ import annotations

from hw_sim.readers.twin import ReaderTwin

#: An inventory takes so long, and each tag found in it; a reset of the field.
LOOK_S, TAG_S, RESET_S = 0.02, 0.004, 0.01
#: Sets that go into one answer.
IN_AN_ANSWER = 5


def crc_of(data: bytes) -> bytes:
    """Polynomial 8408 from FFFF, low byte first, as in the manual's example."""
    register = 0xFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            low, register = register & 1, register >> 1
            register ^= 0x8408 * low
    return bytes([register & 0xFF, register >> 8])


class FeigTwin(ReaderTwin):
    """A reader with one antenna that tells each tag once until its field is reset, as CFG5 may have it."""

    product = "FEIG_OBID"
    baud = 38400

    def _power_up(self) -> None:
        #: It tells only tags that it has not told since its field was reset.
        self.only_new = True
        #: It warns of its field instead of looking (status 84).
        self.warns = False
        self._buffer = b""
        self._told: set[bytes] = set()
        self._left: list[bytes] = []

    def _heard(self, data: bytes) -> None:
        # A frame has to come in one go: what was begun before is forgotten when the next one is whole.
        self._buffer = (self._buffer + data)[-300:]
        at = 0
        while at < len(self._buffer):
            rest = self._buffer[at:]
            advanced = rest[0] == 0x02
            size = int.from_bytes(rest[1:3], "big") if advanced else rest[0]
            whole = rest[:size]
            if size >= (7 if advanced else 5) and len(whole) == size and crc_of(whole[:-2]) == whole[-2:]:
                self._buffer = rest[size:]
                self._command(whole[4:-2] if advanced else whole[2:-2], advanced)
                at = 0
            else:
                at += 1

    def _command(self, command: bytes, advanced: bool) -> None:
        self.asked.append(command[0])
        match command[0]:
            case 0x66:
                self._say(self._frame(b"\x66\x00\x02\x01\x00\x40\x03\x00", advanced), after=0.003)
            case 0x69:
                self._told.clear()
                self._left = []
                self._say(self._frame(b"\x69\x00", advanced), after=RESET_S)
            case 0xB0 if command[1:2] == b"\x01" and len(command) == 3:
                self._inventory(more=bool(command[2] & 0x80), advanced=advanced)
            case code:
                self._say(self._frame(bytes([code, 0x80]), advanced), after=0.003)

    def _inventory(self, *, more: bool, advanced: bool) -> None:
        if self.warns:
            self._say(self._frame(b"\xb0\x84", advanced), after=LOOK_S)
            return
        if not more:
            self._left = [uid for uid in self.field.answering() if not self.only_new or uid not in self._told]
        part, self._left = self._left[:IN_AN_ANSWER], self._left[IN_AN_ANSWER:]
        self._told.update(part)
        if not part:
            self._say(self._frame(b"\xb0\x01", advanced), after=LOOK_S)
            return
        sets = b"".join(b"\x03\x00" + uid for uid in part)
        status = b"\x94" if self._left else b"\x00"
        told = b"\xb0" + status + bytes([len(part)]) + sets
        self._say(self._frame(told, advanced), after=(0.0 if more else LOOK_S) + TAG_S * len(part))

    def _frame(self, told: bytes, advanced: bool) -> bytes:
        head = b"\x02" + (len(told) + 6).to_bytes(2, "big") if advanced else bytes([len(told) + 4])
        body = head + b"\x00" + told
        return body + crc_of(body)
