"""M100 and R200 modules: frames in two dialects, and single polls that make a round. Pure.

A frame is `BB type command length(2) data sum 7E`, or with AA and DD around it; the sum is of all from type to data.
"""

import binascii
from collections import Counter

from drivers.polling.conversation import MOST_STRANGERS, Ask, Round, Script, UnansweredError
from drivers.polling.framing import FrameReader

#: First and last byte of a frame, by dialect.
DIALECTS = {"BB": (0xBB, 0x7E), "AA": (0xAA, 0xDD)}
ENDS = dict(DIALECTS.values())
INFO, POLL, ERROR = 0x03, 0x22, 0xFF
IS_COMMAND, IS_ANSWER, IS_TAG = 0, 1, 2
#: The error that says: no tag answered.
NO_TAG = 0x15
#: A frame that says more than this is none.
LONGEST = 128
#: A module answers a poll within so many seconds, and tells further tags of it without a pause.
ANSWER_TIMEOUT, QUIET = 0.12, 0.015


def frame(dialect: str, command: int, data: bytes = b"") -> bytes:
    """A command as it goes out."""
    first, last = DIALECTS[dialect]
    body = bytes((IS_COMMAND, command)) + len(data).to_bytes(2, "big") + data
    return bytes((first,)) + body + bytes((sum(body) & 0xFF, last))


def measure(buffer: bytes) -> int:
    """Of a frame at the beginning. First and last bytes may stand inside one, so length, sum and last byte must fit."""
    last = ENDS.get(buffer[0])
    if last is None:
        return -1
    if len(buffer) < 5:
        return 0
    length = buffer[3] << 8 | buffer[4]
    if length > LONGEST:
        return -1
    end = 7 + length
    if len(buffer) < end:
        return 0
    return end if buffer[end - 1] == last and sum(buffer[1 : end - 2]) & 0xFF == buffer[end - 2] else -1


def content(found: bytes) -> bytes:
    """Type, command and data."""
    return found[1:3] + found[5:-2]


def epc_of(said: bytes) -> str | None:
    """The EPC of a tag that was told: `RSSI PC(2) EPC CRC(2)`. None if its own CRC or length does not fit."""
    told = said[1:]
    if len(told) < 4:
        return None
    words = told[0] >> 3
    if words == 0 or len(told) != 2 + 2 * words + 2:
        return None
    crc = binascii.crc_hqx(told[:-2], 0xFFFF) ^ 0xFFFF
    return told[2:-2].hex().upper() if crc == int.from_bytes(told[-2:], "big") else None


def is_uid(uid: str) -> bool:
    """An EPC: whole words, and not empty memory."""
    return len(uid) % 4 == 0 and uid.strip("0") != "" and uid.strip("F") != ""


class M100:
    """One module with one antenna."""

    def __init__(self, *, dialect: str = "auto", polls: int = 3) -> None:
        self.firmware = ""
        self.counters: Counter[str] = Counter(bad_epcs=0, module_errors=0)
        self._tried = ["BB", "AA"] if dialect == "auto" else [dialect]
        self._dialect = self._tried[0]
        self._polls = polls

    def frames(self) -> FrameReader:
        """Of its frames."""
        return FrameReader(measure, content)

    def greet(self) -> Script:
        """Ask for its name in each dialect until it answers."""
        for dialect in self._tried:
            said = yield Ask(frame(dialect, INFO, b"\x00"), ANSWER_TIMEOUT)
            for _ in range(MOST_STRANGERS):
                if said is None or said[:2] == bytes((IS_ANSWER, INFO)):
                    break
                said = yield Ask(b"", ANSWER_TIMEOUT)
            if said is not None and said[:2] == bytes((IS_ANSWER, INFO)):
                self.firmware = said[3:].decode("ascii", "replace").strip("\x00 ")
                self._dialect = dialect
                return
        raise UnansweredError("its name")

    def rounds(self) -> Script:
        """A few single polls: each is answered by every tag it found, or by "no tag"; a tag may miss one of them."""
        found: set[str] = set()
        answered = 0
        for _ in range(self._polls):
            said = yield Ask(frame(self._dialect, POLL), ANSWER_TIMEOUT)
            answered += said is not None
            for _ in range(2 * MOST_STRANGERS):
                if said is None or self._is_last(said, found):
                    break
                said = yield Ask(b"", QUIET)
        if not answered:
            raise UnansweredError("a poll")
        yield Round(0, tuple(sorted(found)))

    def _is_last(self, said: bytes, found: set[str]) -> bool:
        """Take what was said; no more comes after an error."""
        if said[:2] == bytes((IS_TAG, POLL)):
            epc = epc_of(said[2:])
            self.counters["bad_epcs"] += epc is None
            found.update([epc] if epc is not None else [])
            return False
        if said[:2] == bytes((IS_ANSWER, ERROR)):
            self.counters["module_errors"] += said[2:3] != bytes((NO_TAG,))
            return True
        return False
