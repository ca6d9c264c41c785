"""OBID i-scan in ISO-Host mode: both kinds of frames, inventories of whole sets (FEIG ID ISC.MR200 manual). Pure.

Standard: `length address command data CRC`, the length of the whole; advanced: `02 length(2) …`. CRC as in UHFReader18.
"""

from collections import Counter
from functools import partial

from drivers.polling.conversation import Round, Script, UnansweredError, asked
from drivers.polling.framing import FrameReader, crc_8408

INVENTORY, INFO, RF_RESET = 0xB0, 0x66, 0x69
NEW, MORE = bytes.fromhex("0100"), bytes.fromhex("0180")
OK, NO_TAG, WARNING, MORE_DATA, ISO_ERROR = 0x00, 0x01, 0x84, 0x94, 0x95
STX = 0x02
SHORTEST, SHORTEST_ADVANCED, LONGEST_ADVANCED = 6, 8, 2048
#: Of one set: what kind of tag, DSFID, UID. Only tags of ISO 15693 are told.
SET_BYTES, ISO_15693 = 10, 0x03
#: A reader resets its field within 15 ms and looks for a second at most; seconds.
TIMEOUT, LOOK_TIMEOUT = 0.15, 1.0
#: Answers that make up one inventory at most.
MOST_ANSWERS = 32


def frame(command: bytes, *, address: int = 0xFF, advanced: bool = True) -> bytes:
    """A command (code and data) as it goes out."""
    size = len(command)
    head = bytes((STX,)) + (size + 6).to_bytes(2, "big") if advanced else bytes((size + 4,))
    body = head + bytes((address,)) + command
    return body + crc_8408(body).to_bytes(2, "little")


def measure(buffer: bytes) -> int:
    """Of an answer at the beginning, in either kind of frame: 02 is no length of a standard one."""
    if buffer[0] == STX:
        if len(buffer) < 3:
            return 0
        end = buffer[1] << 8 | buffer[2]
        if not SHORTEST_ADVANCED <= end <= LONGEST_ADVANCED:
            return -1
    else:
        end = buffer[0]
        if end < SHORTEST:
            return -1
    if len(buffer) < end:
        return 0
    return end if crc_8408(buffer[: end - 2]) == int.from_bytes(buffer[end - 2 : end], "little") else -1


def content(found: bytes) -> bytes:
    """Command, status and data."""
    return found[4:-2] if found[0] == STX else found[2:-2]


def uids_of(told: bytes) -> tuple[str, ...]:
    """UIDs in the data of an inventory: the number of sets, then the sets."""
    number = told[0] if told else 0
    sets = [told[at : at + SET_BYTES] for at in range(1, len(told), SET_BYTES)][:number]
    return tuple(one[2:].hex().upper() for one in sets if len(one) == SET_BYTES and one[0] == ISO_15693)


def is_uid(uid: str) -> bool:
    """A UID of ISO 15693 has eight bytes and begins with E0."""
    return len(uid) == 16 and uid.startswith("E0")


class ObidReader:
    """One reader with one antenna."""

    def __init__(self, *, frames: str, address: int) -> None:
        self.firmware = ""
        self.counters: Counter[str] = Counter(odd_statuses=0)
        self._frame = partial(frame, address=address, advanced=frames == "advanced")

    def frames(self) -> FrameReader:
        """Of its answers."""
        return FrameReader(measure, content)

    def greet(self) -> Script:
        """Ask who it is."""
        said = yield from asked(self._frame(bytes((INFO, 0))), partial(_is_of, INFO), timeout=TIMEOUT)
        self.firmware = "OBID i-scan " + said[2:6].hex(".").upper()

    def rounds(self) -> Script:
        """Reset the field, so that tags known to the reader answer again, then take its whole list."""
        yield from asked(self._frame(bytes((RF_RESET,))), partial(_is_of, RF_RESET), timeout=TIMEOUT)
        found: set[str] = set()
        mode = NEW
        for _ in range(MOST_ANSWERS):
            question = self._frame(bytes((INVENTORY,)) + mode)
            # What is left of a list comes once: asked for again it would be the next part.
            tries = 1 if mode is MORE else 3
            said = yield from asked(question, partial(_is_of, INVENTORY), timeout=LOOK_TIMEOUT, tries=tries)
            status = said[1]
            if status in (OK, MORE_DATA, WARNING):
                found.update(uids_of(said[2:]))
            if status == WARNING:
                yield Round(0, (), "the reader warns of its field")
                return
            if status in (OK, NO_TAG):
                break
            if status != MORE_DATA:
                self.counters["odd_statuses"] += 1
                raise UnansweredError("an inventory")
            mode = MORE
        yield Round(0, tuple(sorted(found)))


def _is_of(command: int, said: bytes) -> bool:
    return len(said) >= 2 and said[0] == command
