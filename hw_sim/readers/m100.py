"""The twin of an M100 or R200 module, from its user protocol: single and multiple polls, in either dialect."""

from __future__ import annotations

from pathlib import Path

from hw_sim.readers.field import Field
from hw_sim.readers.twin import ReaderTwin
from hw_sim.wire import CLEAN, WireFaults

#: An inventory takes so long, and each tag found in it.
POLL_S, TAG_S = 0.004, 0.003


def crc_of(data: bytes) -> bytes:
    """What a Gen2 tag sends after PC and EPC: polynomial 1021 from FFFF, inverted."""
    register = 0xFFFF
    for byte in data:
        for bit in range(7, -1, -1):
            top = register >> 15 ^ (byte >> bit & 1)
            register = register << 1 & 0xFFFF ^ (0x1021 if top else 0)
    return (register ^ 0xFFFF).to_bytes(2, "big")


class M100Twin(ReaderTwin):
    """A module with one antenna. `head` and `tail` are its dialect."""

    product = "M100"

    def __init__(
        self, name: str, field: Field, *, ports: Path, seed: int | str = 0, wire_faults: WireFaults = CLEAN
    ) -> None:
        self.head, self.tail = 0xBB, 0x7E
        #: Trouble to make: tell each tag so many times in a poll, as a module whose buffer runs over.
        self.repeats = 1
        super().__init__(name, field, ports=ports, seed=seed, wire_faults=wire_faults)

    def _power_up(self) -> None:
        self._buffer = b""

    def _heard(self, data: bytes) -> None:
        self._buffer += data
        while len(self._buffer) >= 7:
            size = 7 + int.from_bytes(self._buffer[3:5], "big")
            if self._buffer[0] != self.head or size > 64:
                self._buffer = self._buffer[1:]
            elif len(self._buffer) < size:
                # A command that is not finished is given up when the next one comes.
                if self._buffer.find(bytes([self.head, 0]), 1) < 0:
                    return
                self._buffer = self._buffer[1:]
            else:
                whole, self._buffer = self._buffer[:size], self._buffer[size:]
                if whole[-1] == self.tail and sum(whole[1:-2]) % 256 == whole[-2]:
                    self._command(whole[2], whole[5:-2])

    def _command(self, code: int, data: bytes) -> None:
        self.asked.append(code)
        match code:
            case 0x03:
                self._say(self._frame(1, 0x03, data[:1] + b"M100 26dBm V1.0"), after=0.002)
            case 0x22:
                self._poll()
            case _:
                self._say(self._frame(1, 0xFF, b"\x17"), after=0.002)

    def _poll(self) -> None:
        found = self.field.answering()
        if not found:
            self._say(self._frame(1, 0xFF, b"\x15"), after=POLL_S)
            return
        for number, epc in enumerate(found * self.repeats):
            coded = bytes([len(epc) // 2 << 3, 0]) + epc
            tag = self._frame(2, 0x22, bytes([0xC9]) + coded + crc_of(coded))
            self._say(tag, after=POLL_S + TAG_S * number)

    def _frame(self, kind: int, code: int, data: bytes) -> bytes:
        body = bytes([kind, code]) + len(data).to_bytes(2, "big") + data
        return bytes([self.head]) + body + bytes([sum(body) % 256, self.tail])
