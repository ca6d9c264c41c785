"""The twin of a PN532 on a high-speed UART, from its manual (UM0701-02): asleep until woken, one command at a time."""

from __future__ import annotations

from asyncio import TimerHandle

from hw_sim.readers.twin import ReaderTwin

#: It acknowledges after that many seconds, and lists so fast for each target, or for each try that finds none.
ACK_S, TARGET_S, TRY_S = 0.001, 0.004, 0.002
START, ACK = b"\x00\xff", bytes.fromhex("0000FF00FF00")
MOST_TARGETS = 2


def frame_of(body: bytes) -> bytes:
    """TFI and data with preamble, start code, length and both checksums."""
    return b"\x00" + START + bytes([len(body), (256 - len(body)) % 256]) + body + bytes([(256 - sum(body)) % 256, 0])


class Pn532Twin(ReaderTwin):
    """A PN532 with one antenna. A target that was listed is selected, and stays silent until it is released."""

    product = "NXP_PN532"

    def _power_up(self) -> None:
        #: Trouble to make: acknowledge, and then say nothing; leave the acknowledgement away; double the postamble.
        self.only_acknowledges = False
        self.acknowledges = True
        self.spare_postamble = False
        self.ack_s = ACK_S
        self._buffer = b""
        self._awake = False
        self._configured = False
        self._retries = 255
        self._selected: list[bytes] = []
        self._under_way: list[TimerHandle] = []

    def _heard(self, data: bytes) -> None:
        if not self._awake:
            # The first falling edges only wake it; it listens from the end of a long preamble on.
            if b"\x55\x55" not in data and data[:10] != bytes(10):
                return
            self._awake = True
        self._buffer += data
        while (at := self._buffer.find(START)) >= 0 and len(self._buffer) >= at + 4:
            length, check = self._buffer[at + 2], self._buffer[at + 3]
            if (length, check) == (0, 0xFF):  # the host's acknowledgement ends the command under way
                self._stop_command()
                self._buffer = self._buffer[at + 4 :]
            elif length == 0 or (length + check) % 256 or length > 250:
                self._buffer = self._buffer[at + 1 :]
            elif len(self._buffer) < at + 4 + length + 1:
                break
            else:
                body = self._buffer[at + 4 : at + 4 + length]
                whole = sum(self._buffer[at + 4 : at + 5 + length]) % 256 == 0
                self._buffer = self._buffer[at + 5 + length :]
                self._command(body, whole)
        self._buffer = self._buffer[-300:]

    def _stop_command(self) -> None:
        for timer in self._under_way:
            timer.cancel()
        self._under_way = []

    def _command(self, body: bytes, whole: bool) -> None:
        if not whole or len(body) < 2 or body[0] != 0xD4:
            self._say(bytes.fromhex("0000FFFF0000"))
            return
        self._stop_command()
        self.asked.append(body[1])
        if self.acknowledges:
            self._under_way.append(self._later(self.ack_s, lambda: self._say(ACK)))
        if not self.only_acknowledges:
            answer, seconds = self._answer(body[1], body[2:])
            if answer is not None:
                spare = b"\x00" if self.spare_postamble else b""
                self._under_way.append(self._later(self.ack_s + seconds, lambda: self._say(frame_of(answer) + spare)))

    def _answer(self, code: int, data: bytes) -> tuple[bytes | None, float]:
        match code:
            case 0x02:
                return bytes.fromhex("D50332010607"), 0.001
            case 0x14:
                self._configured = data[:1] == b"\x01"
                return bytes.fromhex("D515"), 0.001
            case 0x32:
                if data[:1] == b"\x05" and len(data) == 4:
                    self._retries = data[3]
                return bytes.fromhex("D533"), 0.001
            case 0x52:
                self._selected.clear()
                return bytes.fromhex("D55300"), 0.001
            case 0x4A if self._configured and len(data) >= 2 and data[1] == 0:
                return self._listed(min(data[0], MOST_TARGETS))
            case _:
                return b"\x7f", 0.001

    def _listed(self, most: int) -> tuple[bytes | None, float]:
        found = [uid for uid in self.field.answering() if uid not in self._selected][:most]
        if not found:
            # FF tries are for ever: it answers when a card comes, which the host has to ask for anew here.
            return (None, 0.0) if self._retries == 255 else (bytes.fromhex("D54B00"), TRY_S * (1 + self._retries))
        self._selected += found
        answer = bytes([0xD5, 0x4B, len(found)])
        for number, uid in enumerate(found, 1):
            sens = b"\x00\x44" if len(uid) == 7 else b"\x00\x04"
            answer += bytes([number]) + sens + bytes([0x00 if len(uid) == 7 else 0x08, len(uid)]) + uid
        return answer, TARGET_S * len(found)
