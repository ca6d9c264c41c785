"""The device's end of the link: keeps events until the host has them, and never fails because a host is slow.

This is the reference for firmware and the end that simulated devices use. Pure: bytes and times in, values and
bytes out. What goes out is made only when it is asked for, so a host that does not read costs no memory.
"""

from dataclasses import dataclass

from firmware_bridge.codec import EVENT_HEAD, pack, pack_body, row_of, unpack_body, unpack_link
from firmware_bridge.declaration import Kind, dictionary_crc
from firmware_bridge.frames import EVERYONE, HOST_ADDRESS, PROTOCOL, Decoder, Frame, FrameType
from firmware_bridge.identity import Health, Identity
from firmware_bridge.link import (
    ANSWER_WITHIN,
    DEVICE_ADDRESS,
    DEVICE_WINDOW,
    STATUS_EVERY,
    Closed,
    Connected,
    DeviceValue,
    RetransmissionTimer,
    follows,
)
from firmware_bridge.messages import Command as HostCommand
from firmware_bridge.messages import (
    Committed,
    EventBody,
    Fatal,
    Hello,
    HelloAck,
    Message,
    Nak,
    Ping,
    Poll,
    Pong,
    Status,
    TagSet,
    TimeReq,
    TimeRsp,
)
from firmware_bridge.rings import EventStore, Ring
from firmware_bridge.tag_sets import split

_U32 = 0xFFFFFFFF


@dataclass(slots=True)
class _InFlight:
    """An event on its way: when it went out last, and whether it went out more than once."""

    evt_no: int
    sent_at: float
    again: bool = False
    wanted: bool = False


class DeviceLink:
    """One device on one serial line.

    `now` is the device's own seconds for timers; `tick` its microsecond counter (any size, sent modulo 2^32),
    by default derived from `now`. Call bytes_to_send() only when the line can take bytes. A device that shares its
    line with others (RS-485) sends only when it has been polled.
    """

    def __init__(
        self,
        identity: Identity,
        *,
        acts: int = 64,
        scans: int = 256,
        address: int = DEVICE_ADDRESS,
        shares_line: bool = False,
    ) -> None:
        self.identity = identity
        self._shares_line = shares_line
        #: Since when it has its turn, and how many events it may send in it.
        self._turn: tuple[float, int] | None = None
        self.health = Health()
        self.store = EventStore(acts=acts, scans=scans)
        self._address = address
        self._decoder = Decoder()
        self._now = 0.0
        self._tick = 0
        self._link_id: int | None = None
        self._ended: int | None = None
        self._window = DEVICE_WINDOW
        self._hello: Hello | None = None
        self._hello_tick = 0
        self._fatal: int | None = None
        self._pong: int | None = None
        self._time: TimeRsp | None = None
        self._flights: dict[int, _InFlight] = {}
        self._next_seq = 0
        self._expected = 0
        self._ack_wanted = False
        self._status_wanted = False
        self._status_due = STATUS_EVERY
        self._progress_at = 0.0
        self._start_sending(1)

    @property
    def connected(self) -> bool:
        """A host has opened a session."""
        return self._link_id is not None

    def post_event(self, body: EventBody, tick: int, ring: Ring | None = None) -> int:
        """Keep an event captured at `tick` until a host has committed it; returns its number.

        A tag set too long for one frame becomes several events; the number is the last one's.
        """
        chosen = ring or row_of(body).ring or Ring.SCAN
        number = 0
        for part in split(body, self.identity.mtu) if isinstance(body, TagSet) else [body]:
            head = EVENT_HEAD.pack(row_of(part).id, self.store.next_evt_no, tick & _U32)
            flying = {flight.evt_no for flight in self._flights.values()}
            number = self.store.add(head + pack(part), ring=chosen, in_flight=flying)
        return number

    def fatal(self, cause: int) -> None:
        """Say why the device is about to reset; the firmware resets once the bytes are out."""
        self._fatal = cause

    def disconnected(self) -> None:
        """The host is gone (DTR fell, cable pulled): end the session, keep the events."""
        self._ended, self._link_id = self._link_id or self._ended, None
        self._hello = self._turn = None
        self._decoder.reset()
        self._start_sending(1)

    def receive(self, data: bytes, now: float, *, tick: int | None = None) -> list[DeviceValue]:
        """Take bytes from the host; returns its commands in order, each once."""
        self._set_time(now, tick)
        values: list[DeviceValue] = []
        for frame in self._decoder.feed(data):
            if frame.address in (self._address, EVERYONE):
                values += self._frame(frame)
        return values

    def due(self) -> float:
        """When advance() is to be called at the latest."""
        retransmit = self._retransmit_due()
        return self._status_due if retransmit is None else min(self._status_due, retransmit)

    def advance(self, now: float, *, tick: int | None = None) -> None:
        """Let time pass: retransmissions and heartbeats that are due become bytes to send."""
        self._set_time(now, tick)
        retransmit = self._retransmit_due()
        if retransmit is not None and now >= retransmit:
            next(iter(self._flights.values())).wanted = True
            self._timer.missed()
            self._progress_at = now
        if now >= self._status_due:
            self._status_wanted = True
            self._status_due = now + STATUS_EVERY

    def bytes_to_send(self) -> bytes:
        """The bytes for the host that are due by now, as whole frames."""
        if self._shares_line:
            return self._answer_to_poll()
        carrying = self._data_frames(DEVICE_WINDOW) + self._late_frames()
        if self._ack_wanted and not carrying:
            carrying = [self._make(FrameType.ACK)]
        return self._sent(self._link_frames() + carrying)

    # -- receiving ---------------------------------------------------------------------------

    def _frame(self, frame: Frame) -> list[DeviceValue]:
        if frame.type is FrameType.HELLO:
            return self._on_hello(frame)
        if frame.type is FrameType.UNREL:
            message = unpack_body(frame.payload, kind=Kind.UNRELIABLE)
            self._pong = message.token if isinstance(message, Ping) else self._pong
            return []
        if frame.type is FrameType.POLL:
            self._on_poll(frame)
        if self._link_id is None or frame.session != self._link_id & 0xFF:
            return []
        self._on_ack(frame.ack)
        if frame.type is FrameType.DATA:
            return self._on_command(frame)
        if frame.type is FrameType.BYE:
            self.disconnected()
            return [Closed()]
        self._on_link_message(unpack_link(frame.type, frame.payload))
        return []

    def _on_link_message(self, message: Message | None) -> None:
        if isinstance(message, TimeReq):
            self._time = TimeRsp(message.token, self._tick & _U32, self._tick & _U32)
        elif isinstance(message, Nak):
            self._on_ack(message.expected)
            if message.expected in self._flights:
                self._flights[message.expected].wanted = True

    def _on_poll(self, frame: Frame) -> None:
        """Its turn, with or without a session; a POLL that goes to everyone gives none."""
        poll = unpack_link(frame.type, frame.payload)
        if isinstance(poll, Poll) and frame.address == poll.address == self._address:
            self._turn = (self._now, poll.frames)

    def _on_hello(self, frame: Frame) -> list[DeviceValue]:
        hello = unpack_link(frame.type, frame.payload)
        if not isinstance(hello, Hello) or hello.link_id & 0xFF != frame.session:
            return []
        self._hello, self._hello_tick = hello, self._tick
        if not hello.proto_min <= PROTOCOL <= hello.proto_max:
            return []
        if hello.link_id == self._link_id:
            return []  # a repeated HELLO of the running session is only answered again
        if hello.link_id == self._ended:
            self._hello = None  # a late copy from a session that is over opens nothing
            return []
        resumed = hello.resume_boot_id == self.identity.boot_id
        first = min(hello.resume_evt_no, self.store.next_evt_no) if resumed else 1
        self._link_id = hello.link_id
        self._window = max(1, min(hello.window, DEVICE_WINDOW))
        self.store.acknowledge(first - 1)
        self._start_sending(first)
        return [Connected(hello.link_id, resumed)]

    def _on_command(self, frame: Frame) -> list[DeviceValue]:
        self._ack_wanted = True
        if frame.seq != self._expected:
            return []
        self._expected = (self._expected + 1) & 0xFF
        command = unpack_body(frame.payload, kind=Kind.COMMAND)
        if isinstance(command, Committed):
            self.store.commit(min(command.evt_no, self._first_unacknowledged() - 1))
            return []
        return [command] if isinstance(command, HostCommand) else []

    def _on_ack(self, ack: int) -> None:
        """Everything before `ack` has arrived."""
        if not self._flights:
            return
        base = next(iter(self._flights))
        done = follows(ack, base)
        if not 0 < done <= len(self._flights):
            return
        arrived = [self._flights.pop(seq) for seq in list(self._flights)[:done]]
        self.store.acknowledge(arrived[-1].evt_no)
        if not any(flight.again for flight in arrived):
            self._timer.measured(self._now - arrived[-1].sent_at)
        self._progress_at = self._now

    def _first_unacknowledged(self) -> int:
        """The lowest event that the host of this session does not have."""
        oldest = next(iter(self._flights.values()), None)
        return oldest.evt_no if oldest else self._cursor

    # -- sending -----------------------------------------------------------------------------

    def _answer_to_poll(self) -> bytes:
        """All that is due, then POLL, which gives the turn back; nothing without a turn, or once it is too late."""
        turn, self._turn = self._turn, None
        if turn is None or self._now - turn[0] > ANSWER_WITHIN:
            return b""
        frames = self._link_frames() + self._data_frames(turn[1]) + self._late_frames()
        sent = self._sent(frames) if frames else b""
        waits = len(self._flights) < self._window and self.store.first_from(self._cursor) is not None
        self._ack_wanted = False
        return sent + self._make(FrameType.POLL, pack(Poll(self._address, int(waits)))).to_wire()

    def _sent(self, frames: list[Frame]) -> bytes:
        self._ack_wanted = False
        if frames:
            self._status_due = self._now + STATUS_EVERY
        return b"".join(frame.to_wire() for frame in frames)

    def _start_sending(self, first_evt_no: int) -> None:
        """Begin a session's numbering at the first kept event from `first_evt_no`."""
        self._flights = {}
        self._timer = RetransmissionTimer()
        self._next_seq = 0
        self._cursor = first_evt_no
        self._expected = 0
        self._ack_wanted = False
        self._time = None
        self._progress_at = self._now
        self._status_wanted = False
        self._status_due = self._now + STATUS_EVERY

    def _link_frames(self) -> list[Frame]:
        frames = []
        if self._hello is not None:
            session = self._hello.link_id & 0xFF
            ack = pack(self._hello_ack(self._hello))
            frames.append(Frame(FrameType.HELLO_ACK, HOST_ADDRESS, session, payload=ack))
            self._hello = None
        if self._pong is not None:
            frames.append(self._make(FrameType.UNREL, pack_body(Pong(self._pong))))
            self._pong = None
        if self._fatal is not None:
            frames.append(self._make(FrameType.FATAL, pack(Fatal(self._fatal))))
            self._fatal = None
        return frames

    def _data_frames(self, most: int) -> list[Frame]:
        if self._link_id is None:
            return []
        frames: list[Frame] = []
        for seq, flight in self._flights.items():
            if flight.wanted and len(frames) < most:
                flight.wanted, flight.again, flight.sent_at = False, True, self._now
                frames.append(self._make(FrameType.DATA, self.store.get(flight.evt_no), seq=seq, again=True))
        while len(self._flights) < self._window and len(frames) < most:
            evt_no = self.store.first_from(self._cursor)
            if evt_no is None:
                break
            frames.append(self._make(FrameType.DATA, self.store.get(evt_no), seq=self._next_seq))
            self._flights[self._next_seq] = _InFlight(evt_no, self._now)
            self._next_seq = (self._next_seq + 1) & 0xFF
            self._cursor = evt_no + 1
        return frames

    def _late_frames(self) -> list[Frame]:
        """The answer about time, and the heartbeat."""
        frames = []
        if self._time is not None:
            answer = TimeRsp(self._time.token, self._time.tick_rx_us, self._tick & _U32)
            frames.append(self._make(FrameType.TIME_RSP, pack(answer)))
            self._time = None
        if self._status_wanted:
            frames.append(self._make(FrameType.STATUS, pack(self._status())))
            self._status_wanted = False
        return frames

    def _make(self, kind: FrameType, payload: bytes = b"", *, seq: int = 0, again: bool = False) -> Frame:
        session = 0 if self._link_id is None else self._link_id & 0xFF
        return Frame(kind, HOST_ADDRESS, session, seq, self._expected, payload, again)

    def _hello_ack(self, hello: Hello) -> HelloAck:
        first = self.store.first_from(self._first_unacknowledged())
        fits = hello.proto_min <= PROTOCOL <= hello.proto_max
        me = self.identity
        return HelloAck(
            proto=PROTOCOL if fits else 0,
            link_id=hello.link_id,
            attempt=hello.attempt,
            tick_us=self._hello_tick & _U32,
            boot_id=me.boot_id,
            reset_cause=me.reset_cause,
            dictionary=dictionary_crc(),
            mtu=me.mtu,
            window=self._window,
            antennas=me.antennas,
            committed_evt_no=self.store.committed,
            first_evt_no=self.store.next_evt_no if first is None else first,
            next_evt_no=self.store.next_evt_no,
            lost=self.store.lost,
            board_uid=me.board_uid,
            fw_name=me.fw_name,
            fw_version=me.fw_version,
        )

    def _status(self) -> Status:
        counters, health = self._decoder.counters, self.health
        return Status(
            uptime_us=self._tick & _U32,
            next_evt_no=self.store.next_evt_no,
            lost=self.store.lost & _U32,
            crc_errors=counters.garbage & 0xFFFF,
            rx_overruns=health.rx_overruns & 0xFFFF,
            supply_mv=health.supply_mv,
            temperature_c=health.temperature_c,
            flags=0,
        )

    # -- time --------------------------------------------------------------------------------

    def _set_time(self, now: float, tick: int | None) -> None:
        self._now = now
        self._tick = int(now * 1e6) if tick is None else tick

    def _retransmit_due(self) -> float | None:
        """When the oldest frame in flight goes out again; None while one waits for the line already."""
        if not self._flights or any(flight.wanted for flight in self._flights.values()):
            return None
        oldest = next(iter(self._flights.values()))
        return max(oldest.sent_at, self._progress_at) + self._timer.timeout
