"""The host's end of a line that several devices share (RS-485): each is polled in turn and answers only then. Pure.

A HostLink stands behind every address; here is who may speak, how long an answer is waited for, and what a silence or
a clash means. Times are arguments, as in host.py.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from firmware_bridge.codec import unpack_link
from firmware_bridge.frames import HOST_ADDRESS, Decoder, Frame, FrameType
from firmware_bridge.host import HostLink
from firmware_bridge.link import DownReason, HostState, HostValue, LinkDown, LinkUp, Resume
from firmware_bridge.messages import HelloAck, Poll

#: A device that has nothing to say is polled again after this.
POLL_EVERY = 0.03
#: From the last byte of a turn to the first of its answer: 5 ms of the device, the rest is this host and its adapter.
ANSWER_AFTER = 0.03
#: Silence in the middle of an answer that ends it.
GAP = 0.02
#: Events that a device may send in one turn.
FRAMES = 4
#: Devices on one line: their sessions differ in the low half of the session byte.
MOST_DEVICES = 15
#: Garbled turns, with no good one between, that are more than bad luck.
GARBLED_IS_TROUBLE = 3
#: Bits of a byte on the wire, and the longest answer in bytes: eight frames of the longest kind.
_BITS, _LONGEST_ANSWER = 10, 8 * 250


@dataclass(slots=True)
class _Station:
    """One address on the line."""

    address: int
    link: HostLink
    asked_at: float = float("-inf")
    has_more: bool = False
    #: Garbled turns since the last frame of it that was heard.
    garbled: int = 0
    trouble: str = ""


@dataclass(slots=True)
class _Turn:
    """The turn that a station has now."""

    station: _Station
    deadline: float
    latest: float
    says_hello: bool
    garbage: int
    heard: bool = False
    #: HELLO_ACKs, held until the turn is over: a second one means a second device with this address.
    greetings: list[tuple[Frame, float, float]] = field(default_factory=list)

    def greets(self, frame: Frame) -> bool:
        """Is it from the device that HELLO was for?"""
        return self.says_hello and frame.session == self.station.link.session

    def has_two(self) -> bool:
        """Has one HELLO been answered in two ways?"""
        infos = [
            info
            for frame, _, _ in self.greetings
            if isinstance(info := unpack_link(frame.type, frame.payload), HelloAck)
        ]
        return len(set(infos)) > len({info.attempt for info in infos})


class Multidrop:
    """All devices of one line, by address; values come with the address that they are from.

    Call as a HostLink: after each method send bytes_to_send(), call advance() at due(). `link_id` is rolled once a
    start; `resume` is what the journal has of each device; `answer_after` is longer behind a slow adapter.
    """

    def __init__(
        self,
        addresses: Iterable[int],
        link_id: int,
        *,
        resume: Mapping[int, Resume] | None = None,
        baud: int = 115200,
        answer_after: float = ANSWER_AFTER,
    ) -> None:
        self.counters: Counter[str] = Counter(turns=0, silent_turns=0, garbled_turns=0, clashes=0, late_answers=0)
        known = dict(resume or {})
        self._stations = {
            address: _Station(
                address, HostLink(link_id & ~0xF | place, resume=known.get(address), address=address, step=0x10)
            )
            for place, address in enumerate(sorted(set(addresses)), start=1)
        }
        if not 0 < len(self._stations) <= MOST_DEVICES:
            raise ValueError(f"1 to {MOST_DEVICES} devices share a line, not {len(self._stations)}")
        self._byte_time = _BITS / baud
        self._answer_after = answer_after
        self._decoder = Decoder()
        self._turn: _Turn | None = None
        self._out = b""
        self._now = self._at = 0.0

    @property
    def links(self) -> Mapping[int, HostLink]:
        """The link behind each address."""
        return {address: station.link for address, station in self._stations.items()}

    @property
    def is_up(self) -> bool:
        """Does at least one device answer?"""
        return any(station.link.state is HostState.UP for station in self._stations.values())

    def counts(self) -> Mapping[str, int]:
        """What happened on the line, by name."""
        wire, links = self._decoder.counters, self.links.values()
        return {
            **self.counters,
            "frames": wire.frames,
            "garbage": wire.garbage,
            "duplicates": sum(link.duplicates for link in links),
            "malformed": sum(link.malformed for link in links),
        }

    def connected(self, now: float, *, at: float | None = None) -> None:
        """The port is open."""
        self._set_time(now, at)
        self._decoder.reset()
        self._turn, self._out = None, b""
        for station in self._stations.values():
            station.asked_at, station.has_more = float("-inf"), False
            station.link.connected(now, at=at)

    def disconnected(self, now: float) -> list[tuple[int, HostValue]]:
        """The port is gone."""
        self._turn, self._out = None, b""
        return [(s.address, value) for s in self._stations.values() for value in s.link.disconnected(now)]

    def close(self) -> None:
        """Take leave of all; bytes_to_send() then holds the farewells."""
        for station in self._stations.values():
            station.link.close()
        self._turn = None
        self._out = b"".join(station.link.bytes_to_send() for station in self._stations.values())

    def commit(self, address: int, evt_no: int, *, boot_id: int) -> None:
        """Everything of that boot of that device up to `evt_no` is safely in the journal."""
        self._stations[address].link.commit(evt_no, boot_id=boot_id)

    def receive(self, data: bytes, now: float, *, at: float | None = None) -> list[tuple[int, HostValue]]:
        """Take bytes from the line, whoever sent them."""
        self._set_time(now, at)
        if self._turn is not None:
            self._turn.deadline = min(max(self._turn.deadline, now + GAP), self._turn.latest)
        return [pair for frame in self._decoder.feed(data) for pair in self._frame(frame)]

    def due(self) -> float | None:
        """When advance() is to be called at the latest; None while there is no port."""
        dues = [due for s in self._stations.values() if (due := s.link.due()) is not None]
        if not dues:
            return None
        if self._turn is not None:
            return min([self._turn.deadline, *dues])
        return min([*dues, *(self._ready_at(s) for s in self._stations.values() if s.link.state is HostState.UP)])

    def advance(self, now: float, *, at: float | None = None) -> list[tuple[int, HostValue]]:
        """Let time pass: a turn that nobody takes is over, and whoever waits longest has the next."""
        self._set_time(now, at)
        told: list[tuple[int, HostValue]] = []
        for station in self._stations.values():
            told += self._told(station, station.link.advance(now, at=at))
        if self._turn is not None and now >= self._turn.deadline:
            told += self._turn_over()
        return told

    def bytes_to_send(self) -> bytes:
        """The bytes of the next turn, if it is time for one."""
        if self._turn is None:
            self._next_turn()
        out, self._out = self._out, b""
        return out

    # -- turns -------------------------------------------------------------------------------

    def _next_turn(self) -> None:
        for station in sorted(self._stations.values(), key=lambda s: s.asked_at):
            if station.link.state is HostState.UP and self._ready_at(station) > self._now:
                continue
            says_hello = station.link.state is HostState.OPENING
            self._out = station.link.turn(FRAMES)
            if self._out:
                sent = self._now + len(self._out) * self._byte_time
                latest = sent + self._answer_after + _LONGEST_ANSWER * self._byte_time
                self._turn = _Turn(
                    station, sent + self._answer_after, latest, says_hello, self._decoder.counters.garbage
                )
                station.asked_at, station.has_more = self._now, False
                self.counters["turns"] += 1
                return

    def _turn_over(self) -> list[tuple[int, HostValue]]:
        turn, self._turn = self._turn, None
        if turn is None:
            return []
        station, told = turn.station, list[tuple[int, HostValue]]()
        if turn.has_two():
            self.counters["clashes"] += 1
            return self._troubled(station, f"two devices have the address {station.address}")
        for greeting, now, at in turn.greetings:
            told += self._told(station, station.link.receive_frame(greeting, now, at=at))
        if turn.heard:
            station.garbled = 0
        elif self._decoder.counters.garbage > turn.garbage:
            self.counters["garbled_turns"] += 1
            station.garbled += 1
            if station.garbled >= GARBLED_IS_TROUBLE:
                said = "its answers are garbled: two devices with one address, or a bad line"
                told += self._troubled(station, said)
        else:
            self.counters["silent_turns"] += 1
        return told

    def _ready_at(self, station: _Station) -> float:
        return station.asked_at if station.has_more else station.asked_at + POLL_EVERY

    # -- what is heard -----------------------------------------------------------------------

    def _frame(self, frame: Frame) -> list[tuple[int, HostValue]]:
        if frame.address != HOST_ADDRESS:
            return []  # the echo of our own bytes
        if frame.type is FrameType.POLL:
            return self._turn_given_back(frame)
        turn = self._turn
        if frame.type is FrameType.HELLO_ACK and turn is not None and turn.greets(frame):
            turn.greetings.append((frame, self._now, self._at))
            turn.heard = True
            return []
        if frame.session == 0:
            return []  # it does not say whose it is; POLL, which follows, does
        for station in self._stations.values():
            if frame.session == station.link.session:
                return self._from(station, frame)
        return []

    def _from(self, station: _Station, frame: Frame) -> list[tuple[int, HostValue]]:
        if self._turn is not None and self._turn.station is station:
            self._turn.heard = True
        elif frame.type is not FrameType.POLL:
            self.counters["late_answers"] += 1
        return self._told(station, station.link.receive_frame(frame, self._now, at=self._at))

    def _turn_given_back(self, frame: Frame) -> list[tuple[int, HostValue]]:
        poll = unpack_link(frame.type, frame.payload)
        station = self._stations.get(poll.address) if isinstance(poll, Poll) else None
        if station is None or not isinstance(poll, Poll) or frame.session not in (0, station.link.session):
            return []
        told = self._from(station, frame)
        station.has_more = bool(poll.frames)
        turn = self._turn
        # After HELLO the whole time is waited: a second device with this address may answer a little later.
        if turn is not None and turn.station is station and not turn.says_hello:
            told += self._turn_over()
        return told

    def _told(self, station: _Station, values: Iterable[HostValue]) -> list[tuple[int, HostValue]]:
        told: list[tuple[int, HostValue]] = []
        for value in values:
            if isinstance(value, LinkUp):
                station.trouble, station.garbled = "", 0
            if isinstance(value, LinkDown) and station.trouble:
                value = replace(value, detail=station.trouble)
            told.append((station.address, value))
        return told

    def _troubled(self, station: _Station, trouble: str) -> list[tuple[int, HostValue]]:
        """What is wrong with a device that does not come up is told, and told again when more is known."""
        if station.trouble == trouble:
            return []
        station.trouble = trouble
        if station.link.state is HostState.UP:
            return []
        return [(station.address, LinkDown(DownReason.NO_ANSWER, trouble))]

    def _set_time(self, now: float, at: float | None) -> None:
        self._now, self._at = now, now if at is None else at
