"""CR95HF and ST25R95 over UART, and the 16-slot anticollision of ISO 15693 over them (ST DocID018669). Pure.

Host `CMD LEN data`, chip `RESULT LEN data`, no checksum: a tag's answer is held by the CRC it carries through the air.
"""

from collections import Counter
from collections.abc import Generator

from drivers.polling.conversation import Ask, Round, Script, UnansweredError
from drivers.polling.framing import FrameReader, crc_8408

ECHO = b"\x55"
IDENTIFY = bytes.fromhex("0100")
#: ISO 15693, high data rate, CRC appended, wait for the start of a frame.
SELECT_15693 = bytes.fromhex("02020109")
SEND = 0x04
#: The reader's results: all well, data came, nobody answered; others say what was wrong with an answer.
WELL, DATA, NOBODY = 0x00, 0x80, 0x87
RESULTS = frozenset((WELL, DATA, 0x82, 0x83, *range(0x86, 0x8F)))
#: What more than one tag at once sounds like: no sense, no start or end of a frame, overflow, a wrong CRC.
CLASHES = frozenset((0x86, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E))
SIXTEEN_SLOTS, ONE_SLOT, INVENTORY = 0x06, 0x26, 0x01
#: The chip answers an echo at once, a look within a few milliseconds; a USB adapter or a busy host may hold bytes back
#: for longer, and what comes too late would pass for the answer to the next question. Seconds.
ECHO_TIMEOUT, TIMEOUT, TRIES = 0.08, 0.15, 4
UID_BYTES = 8
#: Echoes sent to fill a command that the chip believes begun, 257 bytes at most; a single one proves that it listens.
BURSTS = (1, 16, 1, 256, 1, 256, 1)
#: No more tags than this are looked for in one round: what goes on clashing without end is no tag.
MOST_LOOKS = 600

Branch = tuple[int, int]
Look = Generator[Ask | Round, bytes | None, bytes]


def measure(buffer: bytes) -> int:
    """Of an answer at the beginning; an echo is one byte."""
    if buffer[:1] == ECHO:
        return 1
    if buffer[0] not in RESULTS:
        return -1
    return 0 if len(buffer) < 2 or len(buffer) < 2 + buffer[1] else 2 + buffer[1]


def content(found: bytes) -> bytes:
    """The result and the data, without the length."""
    return found[:1] + found[2:]


def sent(data: bytes) -> bytes:
    """A request to tags, as it goes out; without data: the end of a slot."""
    return bytes((SEND, len(data))) + data


def inventory(flags: int, mask: int, bits: int) -> bytes:
    """An inventory of tags whose UID ends with `bits` bits of `mask`."""
    return sent(bytes((flags, INVENTORY, bits)) + mask.to_bytes((bits + 7) // 8, "little"))


def uid_of(said: bytes) -> str | None:
    """The UID that one tag answered: `80 flags DSFID UID(8) CRC(2) status`. None if it is not whole or tags clashed."""
    told, status = said[1:-1], said[-1:]
    if len(told) != 2 + UID_BYTES + 2 or status[0] & 0x03 or told[0] & 0x01:
        return None
    if crc_8408(told[:-2]) ^ 0xFFFF != int.from_bytes(told[-2:], "little"):
        return None
    return told[2 : 2 + UID_BYTES][::-1].hex().upper()


def is_uid(uid: str) -> bool:
    """A UID of ISO 15693 has eight bytes and begins with E0."""
    return len(uid) == 2 * UID_BYTES and uid.startswith("E0")


class Cr95hf:
    """One chip with one antenna."""

    def __init__(self) -> None:
        self.firmware = ""
        self.counters: Counter[str] = Counter(clashes=0, lost_slots=0)

    def frames(self) -> FrameReader:
        """Of its answers; nothing proves what follows a wrong beginning, so nothing of it is looked at again."""
        return FrameReader(measure, content, rescan=False)

    def greet(self) -> Script:
        """Find its beginning of a command by echoes, ask who it is, and choose ISO 15693."""
        yield from self._synchronise()
        said = yield Ask(IDENTIFY, TIMEOUT)
        if said is not None and said[:1] == bytes((WELL,)) and len(said) > 3:
            self.firmware = said[1:-2].decode("ascii", "replace").strip("\x00 ")
        said = yield Ask(SELECT_15693, TIMEOUT)
        if said != bytes((WELL,)):
            raise UnansweredError("ISO 15693")

    def rounds(self) -> Script:
        """All tags: sixteen slots, and again below each slot in which tags clashed."""
        found: set[str] = set()
        branches: list[Branch] = [(0, 0)]
        looks = 0
        while branches and looks < MOST_LOOKS:
            mask, bits = branches.pop()
            looks += 16
            branches += yield from self._slots(mask, bits, found)
        yield Round(0, tuple(sorted(found)))

    def _slots(self, mask: int, bits: int, found: set[str]) -> Generator[Ask | Round, bytes | None, list[Branch]]:
        """One inventory of sixteen slots; the branches in which tags clashed."""
        clashed: list[Branch] = []
        in_step = True
        for slot in range(16):
            below = (mask | slot << bits, bits + 4)
            if in_step:
                said = yield Ask(inventory(SIXTEEN_SLOTS, mask, bits) if slot == 0 else sent(b""), TIMEOUT)
                in_step = said is not None and (said[0] == NOBODY or said[0] in CLASHES or said[0] == DATA)
            else:
                said = None
            if said is None or not in_step:
                # Which slot comes next nobody knows now: look into each of those left by itself, which may be repeated.
                said = yield from self._one(below)
            if self._take(said, found) and below[1] < 8 * UID_BYTES:
                clashed.append(below)
        return clashed

    def _one(self, branch: Branch) -> Look:
        """Look into one branch with a single slot, as often as it needs to be answered."""
        self.counters["lost_slots"] += 1
        for _ in range(TRIES):
            yield from self._synchronise()
            said = yield Ask(inventory(ONE_SLOT, *branch), TIMEOUT)
            if said is not None and (said[0] in (NOBODY, DATA) or said[0] in CLASHES):
                return said
        raise UnansweredError("a slot")

    def _take(self, said: bytes, found: set[str]) -> bool:
        """Take a tag out of a slot; did tags clash in it?"""
        if said[0] == NOBODY:
            return False
        uid = uid_of(said) if said[0] == DATA else None
        if uid is None:
            self.counters["clashes"] += 1
            return True
        found.add(uid)
        return False

    def _synchronise(self) -> Script:
        """A command that the chip believes begun takes bytes until it is full; then echoes are answered."""
        for burst in BURSTS:
            said = yield Ask(ECHO * burst, ECHO_TIMEOUT)
            if burst == 1 and said == ECHO:
                return
            while said is not None:  # what a burst has left over answers no later question
                said = yield Ask(b"", ECHO_TIMEOUT)
        raise UnansweredError("an echo")
