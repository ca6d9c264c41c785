"""PN532 over HSU: frames, and the questions that list up to two tags (NXP UM0701-02). Pure.

A frame is `00 00 FF LEN LCS TFI data DCS 00`; commands have TFI D4, answers D5 and the command's code plus one.
"""

from collections import Counter
from functools import partial

from drivers.polling.conversation import Ask, Question, Round, Script, UnansweredError
from drivers.polling.framing import FrameReader

#: What acknowledges a command, and what refuses it.
ACK, NACK = bytes.fromhex("0000ff00ff00"), bytes.fromhex("0000ffff0000")
#: Ends low power: a sleeping chip needs time before the first command.
WAKE = bytes.fromhex("5555") + bytes(14)
SAM_NORMAL, FIRMWARE = bytes.fromhex("14010001"), bytes.fromhex("02")
#: Activation is tried so often in one listing; FF would be for ever.
RETRIES = bytes.fromhex("3205ff0102")
RELEASE_ALL, LIST_TWO = bytes.fromhex("5200"), bytes.fromhex("4a0200")
#: Whole contents of frames that are no answers: shorter than any.
IS_ACK, IS_NACK, IS_ERROR = b"\x00", b"\xff", b"\x7f"
#: The chip acknowledges within 15 ms; USB adapters hold bytes back for longer. Seconds.
ACK_TIMEOUT, ANSWER_TIMEOUT = 0.1, 0.25
UID_LENGTHS = (4, 7, 10)


def frame(command: bytes) -> bytes:
    """A command (code and data) as it goes out."""
    body = b"\xd4" + command
    return b"\x00\x00\xff" + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


def measure(buffer: bytes) -> int:
    """Of a frame at the beginning, from its start code `00 FF` on; what stands before that is preamble or garbage."""
    if buffer[0] != 0 or (len(buffer) > 1 and buffer[1] != 0xFF):
        return -1
    if len(buffer) < 4:
        return 0
    length, check = buffer[2], buffer[3]
    if (length, check) in ((0, 0xFF), (0xFF, 0)):
        return 4
    if (length, check) == (0xFF, 0xFF):
        return _measure_extended(buffer)
    if length == 0 or (length + check) & 0xFF:
        return -1
    return _checked(buffer, 4, length)


def content(found: bytes) -> bytes:
    """TFI and data of a frame; IS_ACK or IS_NACK of one without."""
    if len(found) == 4:
        return IS_NACK if found[2] else IS_ACK
    return found[7:-1] if found[2:4] == b"\xff\xff" else found[4:-1]


def _measure_extended(buffer: bytes) -> int:
    if len(buffer) < 7:
        return 0
    if sum(buffer[4:7]) & 0xFF:
        return -1
    return _checked(buffer, 7, buffer[4] << 8 | buffer[5])


def _checked(buffer: bytes, start: int, length: int) -> int:
    end = start + length + 1
    if len(buffer) < end:
        return 0
    return -1 if sum(buffer[start:end]) & 0xFF else end


def uids_of(answer: bytes) -> tuple[str, ...]:
    """UIDs in the answer to a listing: `D5 4B n`, then of each target `Tg SENS_RES(2) SEL_RES n NFCID [ATS]`."""
    uids, at = [], 3
    for _ in range(answer[2] if len(answer) > 2 else 0):
        if at + 5 > len(answer):
            break
        sel_res, length = answer[at + 3], answer[at + 4]
        uid = answer[at + 5 : at + 5 + length]
        if len(uid) != length or length not in UID_LENGTHS:
            break
        uids.append(uid.hex().upper())
        at += 5 + length
        if sel_res & 0x20 and at < len(answer):  # an ISO 14443-4 card: its ATS, whose first byte is its length
            at += max(1, answer[at])
    return tuple(uids)


def is_uid(uid: str) -> bool:
    """Can a card of ISO 14443A have this UID? Seven bytes begin with the maker's code, and 88 is no first byte."""
    return len(uid) // 2 in UID_LENGTHS and not uid.startswith("88") and uid.strip("0") != "" and uid.strip("F") != ""


class Pn532:
    """One chip with one antenna."""

    def __init__(self) -> None:
        self.firmware = ""
        self.counters: Counter[str] = Counter(refused=0)

    def frames(self) -> FrameReader:
        """Of its frames."""
        return FrameReader(measure, content)

    def greet(self) -> Script:
        """Wake it, use no security module, try activation a few times only."""
        yield Ask(ACK + WAKE, 0.002)  # an acknowledgement ends a command that is still under way
        yield from self._command(SAM_NORMAL)
        answer = yield from self._command(FIRMWARE)
        if len(answer) >= 6:
            self.firmware = f"PN5{answer[2]:02X} {answer[3]}.{answer[4]}"
        yield from self._command(RETRIES)

    def rounds(self) -> Script:
        """What was listed stays selected and silent, so it is released before each listing."""
        yield from self._command(RELEASE_ALL)
        answer = yield from self._command(LIST_TWO)
        yield Round(0, uids_of(answer))

    def _command(self, command: bytes) -> Question:
        fits = partial(_answers, command[0] + 1)
        for attempt in range(3):
            data = frame(command) if attempt == 0 else ACK + frame(command)
            said = yield Ask(data, ACK_TIMEOUT)
            for _ in range(8):
                if said is None or said in (IS_NACK, IS_ERROR) or fits(said):
                    break
                said = yield Ask(b"", ANSWER_TIMEOUT)
            if said is not None and fits(said):
                return said
            self.counters["refused"] += said is not None
        raise UnansweredError(command.hex())


def _answers(code: int, said: bytes) -> bool:
    return said[:2] == bytes((0xD5, code))
