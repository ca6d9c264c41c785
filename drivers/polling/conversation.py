"""A conversation with one reader: questions and answers, silence and healing, rounds over its antennas. Pure.

Times are arguments: `now` in real seconds for waiting, `at` on the controller's clock for what is told.
"""

from collections import Counter, deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Protocol

from drivers.polling.framing import FrameReader

#: A reader that has not answered for so long is slow, and then gone; real seconds. A lost answer or two is neither.
SLOW_AFTER, GONE_AFTER = 0.5, 2.5
#: Pauses between attempts to wake a silent reader, real seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
#: Frames that answer something else are passed over, up to so many for one question.
MOST_STRANGERS = 64
#: Times that a question is asked.
TRIES = 3


@dataclass(frozen=True, slots=True)
class Ask:
    """Send these bytes (none: only listen) and wait so many seconds for the next frame."""

    data: bytes
    timeout: float


@dataclass(frozen=True, slots=True)
class Round:
    """One inventory round of an antenna: the UIDs that answered, or what was wrong with it."""

    antenna: int
    uids: tuple[str, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class RoundDone:
    """A round with its time: when it was begun and when its last answer came, on the controller's clock."""

    began: float
    ended: float
    round: Round


@dataclass(frozen=True, slots=True)
class Up:
    """The reader does its rounds (again)."""

    firmware: str


@dataclass(frozen=True, slots=True)
class Slow:
    """The reader has not answered for a while."""

    reason: str


@dataclass(frozen=True, slots=True)
class Down:
    """The reader does not answer."""

    reason: str


Told = RoundDone | Up | Slow | Down
#: A script asks, is sent the frame that came (None: none in time), and gives rounds.
Script = Generator[Ask | Round, bytes | None, None]
Question = Generator[Ask, bytes | None, bytes]


class UnansweredError(Exception):
    """A question had no answer however often it was asked. Raised and caught between a script and its conversation."""


def asked(data: bytes, fits: Callable[[bytes], bool], *, timeout: float, tries: int = TRIES) -> Question:
    """The first frame that fits, asking again if none comes.

    Raises:
        UnansweredError: none came.
    """
    for _ in range(tries):
        frame = yield Ask(data, timeout)
        for _ in range(MOST_STRANGERS):
            if frame is None or fits(frame):
                break
            frame = yield Ask(b"", timeout)
        if frame is not None and fits(frame):
            return frame
    raise UnansweredError(data[:16].hex(" "))


class Reader(Protocol):
    """What a device's protocol.py gives: its frames, and two scripts."""

    #: What it says it is, once it has been greeted.
    firmware: str
    #: Oddities of this device, by name.
    counters: Counter[str]

    def frames(self) -> FrameReader:
        """A new reader of its frames."""

    def greet(self) -> Script:
        """From any state to one in which it can be asked for rounds."""

    def rounds(self) -> Script:
        """One inventory round of every antenna."""


class Conversation:
    """One reader, from opening to opening of its port."""

    def __init__(self, reader: Reader) -> None:
        self.counters: Counter[str] = Counter()
        self.is_up = False
        self._reader = reader
        self._frames = reader.frames()
        self._heard: deque[bytes] = deque()
        self._out = bytearray()
        self._due: float | None = None
        self._script: Script | None = None
        self._last_round = 0.0
        self._round_began = 0.0
        #: A question had no answer since the last round; a round may be long, and what ends it may be silence.
        self._unanswered = False
        self._slow = self._gone = False

    @property
    def garbage(self) -> int:
        """Bytes that were no frame."""
        return self._frames.garbage

    @property
    def frames(self) -> int:
        """Frames that came whole."""
        return self._frames.frames

    def due(self) -> float | None:
        """When advance() wants to be called; None without a port."""
        return self._due

    def bytes_to_send(self) -> bytes:
        """What has to go out now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def connected(self, now: float, *, at: float) -> list[Told]:
        """There is a port: begin."""
        self._drop_all()
        self._last_round = now
        self._gone = False
        self._script = self._whole()
        return self._resumed(None, now, at)

    def disconnected(self) -> None:
        """The port is gone; whoever knows tells it."""
        self._drop_all()
        self.is_up = self._slow = False
        self._script, self._due = None, None

    def receive(self, data: bytes, now: float, *, at: float) -> list[Told]:
        """Bytes came."""
        if self._script is None:
            return []
        self._heard.extend(self._frames.feed(data))
        return self._fed(now, at)

    def advance(self, now: float, *, at: float) -> list[Told]:
        """Time has passed."""
        if self._script is None or self._due is None or now < self._due:
            return []
        # Nothing came in time: a frame that was begun will not be finished.
        self._heard.extend(self._frames.drop())
        return self._fed(now, at) if self._heard else self._resumed(None, now, at)

    # -- inside ------------------------------------------------------------------------------

    def _fed(self, now: float, at: float) -> list[Told]:
        told: list[Told] = []
        while self._heard and self._script is not None:
            told += self._resumed(self._heard.popleft(), now, at)
        return told

    def _resumed(self, frame: bytes | None, now: float, at: float) -> list[Told]:
        """Let the script go on to its next question; what it told on the way."""
        assert self._script is not None
        told = self._silence(now)
        began = self._due is None
        if began:
            self._round_began = at
        step = next(self._script) if began else self._script.send(frame)
        rounds = 0
        while not isinstance(step, Ask):
            told += self._round(step, now, at)
            rounds += 1
            step = next(self._script)
        if rounds:  # those told at once, of several antennas that were read in turn, began together
            self._round_began = at
        if step.data:
            self._heard.clear()  # what came before a question does not answer it
            self._out += step.data
        self._due = now + step.timeout
        return told

    def _round(self, done: Round, now: float, at: float) -> list[Told]:
        """A round proves that the reader works; that it answers questions about itself does not."""
        told: list[Told] = [] if self.is_up and not self._slow else [Up(self._reader.firmware)]
        told.append(RoundDone(self._round_began, at, done))
        self.is_up, self._slow, self._gone, self._unanswered = True, False, False, False
        self._last_round = now
        self.counters["rounds"] += 1
        return told

    def _silence(self, now: float) -> list[Told]:
        silent = now - self._last_round if self._unanswered else 0.0
        if silent >= GONE_AFTER and not self._gone:
            self._gone, self.is_up, self._slow = True, False, False
            return [Down("the reader does not answer")]
        if silent >= SLOW_AFTER and self.is_up and not self._slow:
            self._slow = True
            return [Slow("the reader does not answer")]
        return []

    def _whole(self) -> Script:
        pause = FIRST_PAUSE
        while True:
            try:
                yield from self._reader.greet()
                while True:
                    yield from self._reader.rounds()
                    pause = FIRST_PAUSE
            except UnansweredError:
                self.counters["unanswered"] += 1
                self._unanswered = True
            yield Ask(b"", pause)
            pause = min(LONGEST_PAUSE, pause * 2)

    def _drop_all(self) -> None:
        self._frames.drop()
        self._heard.clear()
        self._out.clear()
