"""What a PC/SC service says about cards, as readings; and what cards and an ACR122U are asked. Pure.

Sources: PC/SC part 3 (GET UID), ACR122U API V2.04, NXP UM0701-02 (PN532). What a reading means is not known here.
"""

from collections import Counter
from dataclasses import dataclass, field

from controller.model.readings import DeviceState, Reading, Scan, TagGone, TagSeen
from drivers.pcsc_reader.settings import PcscSettings
from drivers.transports.pcsc import (
    Answered,
    CardGone,
    Looked,
    PcscValue,
    Polled,
    ReaderGone,
    ReaderThere,
    ServiceBack,
    ServiceGone,
)

#: The card's UID; answered with the UID and 90 00.
GET_UID = bytes.fromhex("FFCA000000")
#: ACR122U: no polling of its own, or it would take the tags away from us.
POLLING_OFF = bytes.fromhex("FF00517F00")
#: ACR122U, through to its PN532: let the tags listed last go, or only every other listing finds them; list up to two.
RELEASE_ALL = bytes.fromhex("FF00000003D45200")
LIST_TWO = bytes.fromhex("FF00000004D44A0200")

_OK = b"\x90\x00"
#: Lengths of a UID: ISO 14443A single, double and triple, ISO 15693.
_UID_LENGTHS = (4, 7, 8, 10)
#: SEL_RES of a tag that speaks ISO 14443-4.
_HAS_ATS = 0x20
#: A reader that has not answered so many polls in a row is in trouble.
_SILENT_POLLS = 5
_DIGITS = 6
COUNTED = ("cards", "unreadable", "unanswered_polls", "service_losses", "reader_losses")


def uid_of(answer: bytes | None) -> bytes | None:
    """The UID in the answer to GET UID; None where the card gave none, or something that is none."""
    if answer is None or not answer.endswith(_OK) or len(answer) - 2 not in _UID_LENGTHS:
        return None
    return answer[:-2]


def listed(answer: bytes | None) -> tuple[bytes, ...] | None:
    """The UIDs in the PN532's answer to LIST_TWO, in order; None where it is no such answer."""
    if answer is None or answer[:2] != b"\xd5\x4b" or len(answer) < 3:
        return None
    found, rest = [], answer[3:]
    for _ in range(answer[2]):
        # Tg SENS_RES(2) SEL_RES NFCIDLength NFCID, and behind it the ATS of a tag that speaks ISO 14443-4.
        if len(rest) < 5 or len(rest) < 5 + rest[4]:
            return None
        selected, length = rest[3], rest[4]
        found.append(rest[5 : 5 + length])
        rest = rest[5 + length :]
        if selected & _HAS_ATS and rest:
            rest = rest[rest[0] :]
    return tuple(found)


@dataclass(slots=True)
class _Reader:
    """What is known of one reader: the tags told last, None before anything was."""

    tags: tuple[str, ...] | None = None
    silent: int = 0


@dataclass(slots=True)
class PcscReadings:
    """The readers of one table as readings."""

    settings: PcscSettings
    counters: Counter[str] = field(default_factory=Counter)
    _there: dict[str, _Reader] = field(default_factory=dict)
    _state: str | None = None
    #: Is the service there? None until all its readers have been looked at.
    _up: bool | None = None

    def readings(self, value: PcscValue, *, at: float) -> list[Reading]:
        """What the service said at `at` (controller time)."""
        match value:
            case ServiceGone(why):
                self.counters["service_losses"] += 1
                self._there.clear()
                self._up = False
                return self._told_state(at, why)
            case ServiceBack():
                self._there.clear()
                self._up = None
                return []
            case Looked():
                self._up = True
                return self._told_state(at, "")
            case ReaderThere():
                return self._reader_there(value, at)
            case ReaderGone(reader, why):
                self.counters["reader_losses"] += 1
                self._there.pop(reader, None)
                return self._told_state(at, f"{reader}: {why}")
            case _:
                return self._card(value, at)

    def _reader_there(self, value: ReaderThere, at: float) -> list[Reading]:
        self._there[value.reader] = _Reader()
        told = self._told_state(at, "")
        if value.empty and not self.settings.has_two_tags(value.reader):
            told += self._lies(value.reader, (), at)
        return told

    def _card(self, value: Answered | CardGone | Polled, at: float) -> list[Reading]:
        reader = self._there.get(value.reader)
        if reader is None:
            return []
        match value:
            case Answered():
                uid = uid_of(value.answers[0] if value.answers else None)
                self.counters["cards"] += 1
                self.counters["unreadable"] += uid is None
                return [] if uid is None else self._lies(value.reader, (_tag(uid),), at)
            case CardGone():
                return self._lies(value.reader, (), at)
            case Polled():
                return self._polled(value, reader, at)

    def _polled(self, value: Polled, reader: _Reader, at: float) -> list[Reading]:
        found = listed(value.answers[-1] if value.answers else None)
        if found is not None:
            reader.silent = 0
            return self._told_state(at, "") + self._lies(value.reader, tuple(sorted(map(_tag, found))), at)
        self.counters["unanswered_polls"] += 1
        reader.silent += 1
        return self._told_state(at, f"{value.reader}: silent") if reader.silent == _SILENT_POLLS else []

    def _lies(self, reader: str, tags: tuple[str, ...], at: float) -> list[Reading]:
        """What lies on a reader now: told whole the first time, and where more than one card may lie."""
        place, known = self.settings.place(reader), self._there[reader]
        before, known.tags = known.tags, tags
        if place is None or before == tags:
            return []
        t, r = round(at, _DIGITS), round(at, _DIGITS)
        u, device = self.settings.uncertainty_s, self.settings.device
        if before is None or self.settings.has_two_tags(reader):
            return [Scan(t=t, r=r, u=u, device=device, at=place, tags=tags)]
        gone: list[Reading] = [TagGone(t=t, r=r, u=u, device=device, at=place, tag=tag) for tag in before]
        return gone + [TagSeen(t=t, r=r, u=u, device=device, at=place, tag=tag) for tag in tags]

    def _told_state(self, at: float, why: str) -> list[Reading]:
        """The device's state, if it has changed: lost with the service or all its readers, degraded with some."""
        if self._up is None:
            return []
        places = {self.settings.place(reader) for reader in self._there}
        missing = [place for place in self.settings.readers.values() if place not in places]
        silent = any(reader.silent >= _SILENT_POLLS for reader in self._there.values())
        state = "degraded" if missing or silent else "ready"
        state = state if self._up and self._there else "lost"
        if state == self._state:
            return []
        self._state = state
        extra = {} if state == "ready" else {"reason": why or f"no reader at {', '.join(missing)}"}
        return [DeviceState(t=round(at, _DIGITS), u=0.0, device=self.settings.device, state=state, extra=extra)]


def _tag(uid: bytes) -> str:
    """A tag as readings write it."""
    return uid.hex().upper()
