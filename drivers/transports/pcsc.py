"""PC/SC readers through pyscard: one thread watches them all, survives the service's death, and ends cleanly.

Says what has come and gone; what an answer means is a driver's affair. The only file that imports pyscard.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

#: With more readers on one service GetStatusChange fails, its pseudo reader counted (PCSCLITE_MAX_READERS_CONTEXTS).
MOST_READERS = 15
#: Pauses between attempts to reach a service that is not there, in seconds.
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 1.0
#: A card that does not answer, since another program holds it, is asked again: how often, and how soon, in seconds.
TRIES, BETWEEN_TRIES_S = 50, 0.1
#: The name under which PC/SC tells that readers have come or gone.
_PNP = "\\\\?PnP?\\Notification"


@dataclass(frozen=True, slots=True)
class ServiceGone:
    """The PC/SC service is not there (any more)."""

    why: str


@dataclass(frozen=True, slots=True)
class ServiceBack:
    """The service is there; what lies on every reader is told next."""


@dataclass(frozen=True, slots=True)
class ReaderThere:
    """A reader is there, or has come back; `empty` if nothing lies on it."""

    reader: str
    empty: bool


@dataclass(frozen=True, slots=True)
class ReaderGone:
    """A reader was pulled, or does not answer any more."""

    reader: str
    why: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A card has come onto a reader, and answered the commands that it was asked (None: it did not answer)."""

    reader: str
    atr: bytes
    answers: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class CardGone:
    """The card was taken away."""

    reader: str


@dataclass(frozen=True, slots=True)
class Polled:
    """What the reader itself answered to its escape commands, in a poll (None: it did not answer)."""

    reader: str
    answers: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """Every reader that is there has been told since the service came."""


PcscValue = ServiceGone | ServiceBack | Looked | ReaderThere | ReaderGone | Answered | CardGone | Polled


@dataclass(frozen=True, slots=True)
class Asked:
    """What a card is asked when it comes, and what a reader is asked again and again."""

    #: Is this one of our readers? The others are left alone.
    is_ours: Callable[[str], bool]
    #: To a card that has come.
    commands: Sequence[bytes]
    #: To readers of which `polls` says so: once at the start, and every `poll_s` seconds.
    polls: Callable[[str], bool] = field(default=lambda _reader: False)
    at_first: Sequence[bytes] = ()
    poll: Sequence[bytes] = ()
    poll_s: float = 0.2


@dataclass(slots=True)
class _Seen:
    """A reader as its state was told last."""

    state: int
    there: bool = False
    polled_at: float = 0.0
    #: A lasting connection to the reader itself, for escape commands.
    handle: int | None = None
    #: How often the card that lies there is still to be asked.
    tries: int = 0
    atr: bytes = b""


def reader_names() -> list[str]:
    """The readers that the service knows now; none where there is no service.

    Raises:
        ModuleNotFoundError: pyscard is not installed (the extra `pcsc`).
    """
    import smartcard.scard as s  # only here: a plain install has no pyscard

    verdict, context = s.SCardEstablishContext(s.SCARD_SCOPE_SYSTEM)
    if verdict != s.SCARD_S_SUCCESS:
        return []
    try:
        verdict, names = s.SCardListReaders(context, [])
        return list(names) if verdict == s.SCARD_S_SUCCESS else []
    finally:
        s.SCardReleaseContext(context)


class PcscMonitor:
    """`start` it in a running loop; `take` is called on that loop, with the moment at which the thread saw it."""

    def __init__(self, asked: Asked, take: Callable[[PcscValue, float], None], now: Callable[[], float]) -> None:
        """`now` is the controller's clock; it is read on the thread.

        Raises:
            ModuleNotFoundError: pyscard is not installed (the extra `pcsc`).
        """
        import smartcard.scard  # only here: a plain install has no pyscard

        self._scard: ModuleType = smartcard.scard
        self._asked, self._take, self._now = asked, take, now
        self._loop = asyncio.get_running_loop()
        self._stopping = Event()
        self._context: int | None = None
        self._seen: dict[str, _Seen] = {}
        #: How many readers there are, as PC/SC writes it.
        self._readers_state = 0
        self._has_looked = False
        self._told_gone = False
        self._thread = Thread(target=self._run, name="pcsc", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    async def stop(self) -> None:
        """End the thread, whatever it waits for."""
        self._stopping.set()
        while self._thread.is_alive():
            context = self._context
            if context is not None:
                self._scard.SCardCancel(context)
            await asyncio.sleep(0.005)

    # -- the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        pause = FIRST_PAUSE_S
        while not self._stopping.is_set():
            why = self._session()
            if self._stopping.is_set():
                return
            if not self._told_gone:
                # There was a service until now: the pauses begin anew.
                pause = FIRST_PAUSE_S
            self._gone(why)
            self._stopping.wait(pause)
            pause = min(LONGEST_PAUSE_S, 2 * pause)

    def _session(self) -> str:
        """One context, as long as its service lives; why it ended."""
        s = self._scard
        verdict, context = s.SCardEstablishContext(s.SCARD_SCOPE_SYSTEM)
        if verdict != s.SCARD_S_SUCCESS:
            return self._words(verdict)
        self._context, self._seen, self._readers_state, self._has_looked = context, {}, 0, False
        try:
            self._tell(ServiceBack())
            self._told_gone = False
            while not self._stopping.is_set():
                verdict = self._round(context)
                if verdict not in (s.SCARD_S_SUCCESS, s.SCARD_E_TIMEOUT, s.SCARD_E_CANCELLED):
                    return self._words(verdict)
            return "stopped"
        finally:
            self._let_go()
            self._context = None
            s.SCardReleaseContext(context)

    def _round(self, context: int) -> int:
        """Wait until something has changed or a poll is due, and look at what it is."""
        s = self._scard
        verdict = self._look_for_readers(context)
        if verdict != s.SCARD_S_SUCCESS:
            return verdict
        asked = [*((name, seen.state) for name, seen in self._seen.items()), (_PNP, self._readers_state)]
        verdict, states = s.SCardGetStatusChange(context, self._wait_ms(), asked)
        if verdict == s.SCARD_S_SUCCESS:
            for name, state, atr in states:
                if name == _PNP:
                    self._readers_state = state & ~s.SCARD_STATE_CHANGED
                elif state & s.SCARD_STATE_CHANGED:
                    self._changed(context, name, state, bytes(atr))
            if not self._has_looked:
                self._has_looked = True
                self._tell(Looked())
        elif verdict == s.SCARD_E_UNKNOWN_READER:
            # One of them went between the two questions: the next round asks for those that are there.
            verdict = s.SCARD_S_SUCCESS
        self._ask_again(context)
        self._poll(context)
        return int(verdict)

    def _look_for_readers(self, context: int) -> int:
        s = self._scard
        verdict, names = s.SCardListReaders(context, [])
        if verdict not in (s.SCARD_S_SUCCESS, s.SCARD_E_NO_READERS_AVAILABLE):
            return int(verdict)
        ours = [name for name in names if self._asked.is_ours(name)][:MOST_READERS]
        for name in [name for name in self._seen if name not in ours]:
            del self._seen[name]
            self._tell(ReaderGone(name, "unplugged"))
        for name in ours:
            self._seen.setdefault(name, _Seen(s.SCARD_STATE_UNAWARE))
        return int(s.SCARD_S_SUCCESS)

    def _changed(self, context: int, name: str, state: int, atr: bytes) -> None:
        s, seen = self._scard, self._seen[name]
        before, seen.state, seen.tries = seen.state, state & ~s.SCARD_STATE_CHANGED, 0
        is_gone = bool(state & (s.SCARD_STATE_UNAVAILABLE | s.SCARD_STATE_UNKNOWN))
        if is_gone:
            if seen.there or before == s.SCARD_STATE_UNAWARE:
                self._tell(ReaderGone(name, "does not answer"))
            seen.there = False
            self._close(seen)
            return
        has_card = bool(state & s.SCARD_STATE_PRESENT)
        if not seen.there:
            seen.there = True
            self._tell(ReaderThere(name, empty=not has_card))
            self._start_polling(context, name, seen)
        elif before & s.SCARD_STATE_PRESENT:
            # The counter in the state's upper half: it may have been lifted and put down again between two looks.
            if not has_card or before >> 16 != state >> 16:
                self._tell(CardGone(name))
            else:
                return
        if has_card and not self._asked.polls(name):
            seen.tries, seen.atr = TRIES, atr
            self._ask(context, name, seen)

    def _ask_again(self, context: int) -> None:
        for name, seen in self._seen.items():
            if seen.tries:
                self._ask(context, name, seen)

    def _ask(self, context: int, name: str, seen: _Seen) -> None:
        """Ask the card that has come; what does not answer is asked again, and at last told without an answer."""
        seen.tries -= 1
        answers = self._ask_card(context, name)
        if None not in answers:
            seen.tries = 0
        if not seen.tries:
            self._tell(Answered(name, seen.atr, answers))

    def _ask_card(self, context: int, name: str) -> tuple[bytes | None, ...]:
        s = self._scard
        verdict, handle, protocol = s.SCardConnect(
            context, name, s.SCARD_SHARE_SHARED, s.SCARD_PROTOCOL_T0 | s.SCARD_PROTOCOL_T1
        )
        if verdict != s.SCARD_S_SUCCESS:
            return (None,) * len(self._asked.commands)
        try:
            return tuple(self._transmit(handle, protocol, command) for command in self._asked.commands)
        finally:
            s.SCardDisconnect(handle, s.SCARD_LEAVE_CARD)

    def _transmit(self, handle: int, protocol: int, command: bytes) -> bytes | None:
        s = self._scard
        pci = s.SCARD_PCI_T0 if protocol == s.SCARD_PROTOCOL_T0 else s.SCARD_PCI_T1
        verdict, answer = s.SCardTransmit(handle, pci, list(command))
        return bytes(answer) if verdict == s.SCARD_S_SUCCESS else None

    # -- polling a reader by its escape commands --------------------------------------------------------------

    def _start_polling(self, context: int, name: str, seen: _Seen) -> None:
        if not self._asked.polls(name):
            return
        s = self._scard
        verdict, handle, _ = s.SCardConnect(context, name, s.SCARD_SHARE_DIRECT, 0)
        if verdict == s.SCARD_S_SUCCESS:
            seen.handle = handle
            self._control(handle, self._asked.at_first)
            seen.polled_at = 0.0

    def _poll(self, context: int) -> None:
        now = time.monotonic()
        for name, seen in self._seen.items():
            if seen.handle is None or now - seen.polled_at < self._asked.poll_s:
                continue
            seen.polled_at = now
            answers = self._control(seen.handle, self._asked.poll)
            if None in answers:
                # The handle of a reader that was reset is dead for good: another one is made.
                self._close(seen)
                self._start_polling(context, name, seen)
            self._tell(Polled(name, answers))

    def _control(self, handle: int, commands: Iterable[bytes]) -> tuple[bytes | None, ...]:
        s = self._scard
        answers: list[bytes | None] = []
        for command in commands:
            verdict, answer = s.SCardControl(handle, s.SCARD_CTL_CODE(1), list(command))
            answers.append(bytes(answer) if verdict == s.SCARD_S_SUCCESS else None)
        return tuple(answers)

    def _wait_ms(self) -> int:
        """How long to wait for a change: for ever, unless something is to be asked again."""
        dues = [seen.polled_at + self._asked.poll_s for seen in self._seen.values() if seen.handle is not None]
        if any(seen.tries for seen in self._seen.values()):
            dues.append(time.monotonic() + BETWEEN_TRIES_S)
        if not dues:
            return int(self._scard.INFINITE)
        return max(1, int(1000 * (min(dues) - time.monotonic())))

    # -- telling ----------------------------------------------------------------------------------------------

    def _gone(self, why: str) -> None:
        if not self._told_gone:
            self._told_gone = True
            self._tell(ServiceGone(why))

    def _tell(self, value: PcscValue) -> None:
        at = self._now()
        if not self._stopping.is_set():
            self._loop.call_soon_threadsafe(self._take, value, at)

    def _let_go(self) -> None:
        for seen in self._seen.values():
            self._close(seen)

    def _close(self, seen: _Seen) -> None:
        if seen.handle is not None:
            self._scard.SCardDisconnect(seen.handle, self._scard.SCARD_LEAVE_CARD)
            seen.handle = None

    def _words(self, verdict: Any) -> str:
        return f"{self._scard.SCardGetErrorMessage(verdict)} (0x{int(verdict) & 0xFFFFFFFF:08X})"
