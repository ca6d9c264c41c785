"""The twin of a CR95HF, from ST's data sheet and ISO 15693-3: tags answer by mask and slot, and clash in the air."""

from __future__ import annotations

from hw_sim.readers.twin import ReaderTwin

#: A slot takes so long, real seconds.
SLOT_S = 0.002


def air_crc(data: bytes) -> bytes:
    """What a tag sends behind its answer (ISO 13239: reflected 1021, from FFFF, inverted), low byte first."""
    register = 0xFFFF
    for byte in data:
        for place in range(8):
            odd = (register ^ byte >> place) & 1
            register = register >> 1 ^ (0x8408 if odd else 0)
    return (~register & 0xFFFF).to_bytes(2, "little")


class Cr95hfTwin(ReaderTwin):
    """A chip with one antenna and tags of ISO 15693 on it."""

    product = "ST_CR95HF"
    baud = 57600

    def _power_up(self) -> None:
        #: Trouble to make: it does not take an end of slot without data.
        self.refuses_eof = False
        #: How many end-of-slot commands it took.
        self.slots_ended = 0
        self._buffer = b""
        self._is_15693 = False
        #: UIDs that take part, mask and its bits, and the slot now on; none after the last slot.
        self._running: tuple[list[bytes], int, int, int] | None = None

    def _heard(self, data: bytes) -> None:
        self._buffer += data
        while self._buffer:
            if self._buffer[0] == 0x55:
                self._buffer = self._buffer[1:]
                self._say(b"\x55")
                continue
            if self._buffer[0] not in (0x01, 0x02, 0x04):
                self._buffer = self._buffer[1:]
                continue
            if len(self._buffer) < 2 or len(self._buffer) < 2 + self._buffer[1]:
                return
            size = 2 + self._buffer[1]
            command, self._buffer = self._buffer[:size], self._buffer[size:]
            self._command(command[0], command[2:])

    def _command(self, code: int, data: bytes) -> None:
        self.asked.append(code)
        match code:
            case 0x01:
                self._say(b"\x00\x0f" + b"NFC FS2JAST4\x00" + b"\x2a\xce", after=0.006)
            case 0x02:
                self._is_15693 = data[:1] == b"\x01"
                self._say(b"\x00\x00" if self._is_15693 and len(data) == 2 else b"\x82\x00")
            case _:
                self._say(self._air(data) if self._is_15693 else b"\x83\x00", after=SLOT_S)

    def _air(self, request: bytes) -> bytes:
        """What comes back after a request, or after the end of a slot."""
        if not request:
            if self.refuses_eof or self._running is None:
                return b"\x82\x00"
            self.slots_ended += 1
            tags, mask, bits, slot = self._running
            self._running = (tags, mask, bits, slot + 1) if slot < 14 else None
            return self._slot([uid for uid in tags if _ends(uid, mask | (slot + 1) << bits, bits + 4)])
        if len(request) < 3 or request[1] != 0x01 or not request[0] & 0x04 or request[2] > 64:
            return b"\x87\x00"
        bits = request[2]
        mask = int.from_bytes(request[3:], "little")
        tags = [uid for uid in self.field.answering() if _ends(uid, mask, bits)]
        if request[0] & 0x20:
            self._running = None
            return self._slot(tags)
        self._running = (tags, mask, bits, 0)
        return self._slot([uid for uid in tags if _ends(uid, mask, bits + 4)])

    def _slot(self, tags: list[bytes]) -> bytes:
        """One tag is heard, several clash: mostly so that no sense is left, sometimes only in the CRC."""
        if not tags:
            return b"\x87\x00"
        told = b"\x00\x00" + tags[0][::-1]
        told += air_crc(told)
        if len(tags) == 1:
            return b"\x80\x0d" + told + b"\x00"
        if self._rng.random() < 0.5:
            return b"\x86\x00"
        mixed = bytes(a | b for a, b in zip(told[2:10], tags[1][::-1], strict=True))
        return b"\x80\x0d" + told[:2] + mixed + told[10:] + b"\x03"


def _ends(uid: bytes, mask: int, bits: int) -> bool:
    """Do the last bits of a UID fit the mask?"""
    return (int.from_bytes(uid, "big") ^ mask) & ((1 << bits) - 1) == 0
