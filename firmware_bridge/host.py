"""The host's end of the link: opens sessions, delivers events in order and once, and watches the device's pulse.

Pure: bytes and times in, values and bytes out. `now` is real seconds for timers; `at` is the same instant on the
controller's clock (they differ only where a simulation runs faster than life), used for TimeSample alone.
"""

from firmware_bridge.codec import EVENT_HEAD, pack, pack_body, unpack_body, unpack_event, unpack_link
from firmware_bridge.declaration import Kind
from firmware_bridge.frames import (
    HOST_ADDRESS,
    MAX_PAYLOAD,
    PROTOCOL,
    Counters,
    Decoder,
    Frame,
    FrameType,
)
from firmware_bridge.link import (
    DEVICE_ADDRESS,
    DEVICE_WINDOW,
    HELLO_DEADLINE,
    HELLO_EVERY,
    HELLO_SLOWLY,
    STALL,
    DeviceRebooted,
    DownReason,
    Event,
    EventsLost,
    HostState,
    HostValue,
    LinkDegraded,
    LinkDown,
    LinkRecovered,
    LinkUp,
    Resume,
    TimeSample,
    UnknownMessage,
    refusal_of,
)
from firmware_bridge.messages import (
    Command,
    Fatal,
    Hello,
    HelloAck,
    Message,
    Nak,
    NakReason,
    Ping,
    Poll,
    Pong,
    SnapshotRequest,
    Status,
    TimeRsp,
)
from firmware_bridge.questions import Pulse, SnapshotWish, TimeQuestions
from firmware_bridge.windows import Inbox, Outbox


class HostLink:
    """One host's view of one device.

    `link_id` is any number that differs from start to start (its owner rolls it); `resume` is what the journal
    already has of the device; `step` leads from one session's link_id to the next. After each call of any method send
    bytes_to_send() and call advance() at due().
    """

    def __init__(
        self, link_id: int, *, resume: Resume | None = None, address: int = DEVICE_ADDRESS, step: int = 1
    ) -> None:
        self.state = HostState.CLOSED
        self.resume = resume
        self.info: HelloAck | None = None
        self.status: Status | None = None
        self.malformed = 0
        self._link_id = link_id & 0xFFFFFFFF
        self._step = step
        self._address = address
        self._decoder = Decoder()
        self._now = 0.0
        self._at = 0.0
        self._told_down = False
        self._slowly = False
        self._pings: list[Ping] = []
        self._farewell: Frame | None = None
        self._committed: Resume | None = None
        self._snapshots = 0
        self._duplicates_before = 0
        self._inbox = Inbox()
        self._start_session()
        self._open()
        self.state = HostState.CLOSED  # until there is a port

    @property
    def counters(self) -> Counters:
        """What the decoder kept and threw away."""
        return self._decoder.counters

    @property
    def session(self) -> int:
        """The session byte of the running or the next session."""
        return self._link_id & 0xFF

    @property
    def duplicates(self) -> int:
        """Reliable frames that arrived more than once."""
        return self._duplicates_before + self._inbox.duplicates

    def connected(self, now: float, *, at: float | None = None) -> None:
        """The port is open: begin with HELLO."""
        self._now, self._at = now, now if at is None else at
        self._decoder.reset()
        self._slowly = False
        self._open()

    def disconnected(self, now: float) -> list[HostValue]:
        """The port is gone; what was delivered stays delivered."""
        self._now = now
        if self.state is HostState.CLOSED:
            return []
        self.state = HostState.CLOSED
        return self._down(DownReason.UNPLUGGED)

    def close(self) -> list[HostValue]:
        """Take leave of the device; bytes_to_send() then holds the farewell."""
        if self.state is HostState.UP:
            self._farewell = self._make(FrameType.BYE)
        was, self.state = self.state, HostState.CLOSED
        return [] if was is HostState.CLOSED else self._down(DownReason.CLOSED)

    def send(self, command: Command) -> bool:
        """Queue a command for the open session; False (and nothing sent) while the link is not up."""
        if self.state is not HostState.UP:
            return False
        self._outbox.put(command)
        return True

    def ping(self, token: int) -> None:
        """Ask for a Pong, with or without a session."""
        self._pings.append(Ping(token))

    def commit(self, evt_no: int, *, boot_id: int) -> None:
        """Everything of that boot up to `evt_no` is safely in the journal: the device may free it.

        A commit for a boot that is over does nothing.
        """
        if self.resume is None or self.resume.boot_id != boot_id:
            return
        safe = min(evt_no, self.resume.next_evt_no - 1)
        self._committed = Resume(boot_id, safe + 1)
        self._outbox.commit(safe)

    def receive(self, data: bytes, now: float, *, at: float | None = None) -> list[HostValue]:
        """Take bytes from the port; any bytes are welcome, nothing raises."""
        return [value for frame in self._decoder.feed(data) for value in self.receive_frame(frame, now, at=at)]

    def receive_frame(self, frame: Frame, now: float, *, at: float | None = None) -> list[HostValue]:
        """Take one frame; those of other devices on the line are passed over."""
        self._set_time(now, at)
        if self.state is HostState.CLOSED or frame.address != HOST_ADDRESS:  # another address: the echo of our own
            return []
        return self._frame(frame)

    def due(self) -> float | None:
        """When advance() is to be called at the latest; None while there is no port."""
        if self.state is HostState.CLOSED:
            return None
        if self.state is HostState.OPENING:
            return min(self._hello_due, self._deadline)
        dues = (self._pulse.due, self._time.due, self._outbox.due, self._snapshot.due)
        return min(due for due in dues if due is not None)

    def advance(self, now: float, *, at: float | None = None) -> list[HostValue]:
        """Let time pass: repeats, questions and verdicts that are due."""
        self._set_time(now, at)
        if self.state is HostState.OPENING:
            return self._advance_opening()
        if self.state is HostState.UP:
            return self._advance_up()
        return []

    def bytes_to_send(self) -> bytes:
        """The bytes for the device that are due by now, as whole frames."""
        frames = [self._make(FrameType.UNREL, pack_body(ping)) for ping in self._pings]
        self._pings.clear()
        if self._farewell is not None:
            frames.append(self._farewell)
            self._farewell = None
        if self.state is HostState.OPENING and self._hello_wanted:
            frames.append(self._hello())
        if self.state is HostState.UP:
            frames += self._session_frames()
        return b"".join(frame.to_wire() for frame in frames)

    def turn(self, frames: int) -> bytes:
        """On a shared line: what is due to this device, and its turn to send `frames` events; nothing before HELLO."""
        is_up = self.state is HostState.UP
        if not is_up and not (self.state is HostState.OPENING and self._hello_wanted):
            return b""
        self._inbox.ack_wanted = False  # POLL's own header acknowledges
        due = self.bytes_to_send()
        ack, poll = self._inbox.expected if is_up else 0, pack(Poll(self._address, frames))
        return due + Frame(FrameType.POLL, self._address, self.session, 0, ack, poll).to_wire()

    # -- receiving ---------------------------------------------------------------------------

    def _frame(self, frame: Frame) -> list[HostValue]:
        if frame.type is FrameType.HELLO_ACK:
            return self._on_hello_ack(unpack_link(frame.type, frame.payload))
        if frame.type is FrameType.UNREL:
            message = unpack_body(frame.payload, kind=Kind.UNRELIABLE)
            return [message] if isinstance(message, Pong) else []
        if self.state is not HostState.UP:
            return []
        if frame.session == 0 and frame.type in (FrameType.STATUS, FrameType.POLL):
            return self._fail(DownReason.RESTARTED, "the device has no session")
        if frame.session != self._link_id & 0xFF:
            return []
        values: list[HostValue] = [LinkRecovered()] if self._pulse.beat(self._now) else []
        self._outbox.acknowledged(frame.ack, self._now)
        if frame.type is FrameType.DATA:
            for payload in self._inbox.take(frame.seq, frame.payload):
                values += self._on_event(payload)
            return values
        return values + self._on_link_message(unpack_link(frame.type, frame.payload))

    def _on_link_message(self, message: Message | None) -> list[HostValue]:
        if isinstance(message, Status):
            self.status = message
            return [message]
        if isinstance(message, TimeRsp):
            sample = self._time.answered(message, self._at)
            return [] if sample is None else [sample]
        if isinstance(message, Fatal):
            return self._fail(DownReason.RESTARTED, f"the device resets, cause {message.cause}")
        return []

    def _on_hello_ack(self, info: Message | None) -> list[HostValue]:
        if not isinstance(info, HelloAck) or info.link_id != self._link_id:
            return []
        if self.state is HostState.UP:
            if self.info is not None and info.boot_id != self.info.boot_id:
                return self._fail(DownReason.RESTARTED, "the device started anew")
            return []
        if info.attempt not in self._attempts:
            return []
        refused = refusal_of(info)
        if refused:
            self._slowly = True
            return self._down(DownReason.VERSION, refused)
        if self.resume and self.resume.boot_id == info.boot_id and info.next_evt_no < self.resume.next_evt_no:
            return self._begin_anew(info)
        return self._up(info)

    def _begin_anew(self, info: HelloAck) -> list[HostValue]:
        """The device counts from lower than it had got to: another start under an old boot_id. Ask for all it has."""
        self.resume = self._committed = None
        self._open()
        return [DeviceRebooted(info.boot_id, info.boot_id, info.reset_cause, undelivered=0)]

    def _up(self, info: HelloAck) -> list[HostValue]:
        values: list[HostValue] = []
        before = self.resume
        resumed = before is not None and before.boot_id == info.boot_id
        if before is not None and not resumed:
            announced = self.status.next_evt_no if self.status else 0
            undelivered = max(0, announced - before.next_evt_no)
            values.append(DeviceRebooted(before.boot_id, info.boot_id, info.reset_cause, undelivered))
        values.append(TimeSample(self._attempts[info.attempt], self._at, info.tick_us, info.tick_us))
        expected = info.committed_evt_no + 1
        if before is not None and resumed:
            expected = before.next_evt_no
        values.append(LinkUp(info, resumed))
        if info.first_evt_no > expected:
            values.append(EventsLost(info.boot_id, expected, info.first_evt_no - 1))
        self.resume = Resume(info.boot_id, max(expected, info.first_evt_no))
        self.state, self.info, self.status = HostState.UP, info, None
        self._told_down = self._slowly = False
        self._start_session()
        return values

    def _on_event(self, payload: bytes) -> list[HostValue]:
        if self.resume is None or len(payload) < EVENT_HEAD.size:
            self.malformed += 1
            return []
        boot_id, expected = self.resume.boot_id, self.resume.next_evt_no
        body_id, evt_no, tick_us = EVENT_HEAD.unpack_from(payload)
        if evt_no < expected:
            return []
        values: list[HostValue] = []
        if evt_no > expected:
            values.append(EventsLost(boot_id, expected, evt_no - 1))
            self._snapshot.renew()
        self.resume = Resume(boot_id, evt_no + 1)
        body = unpack_event(body_id, payload[EVENT_HEAD.size :])
        if body is None:
            return [*values, UnknownMessage(boot_id, evt_no, tick_us, payload)]
        return [*values, Event(boot_id, evt_no, tick_us, body)]

    # -- states ------------------------------------------------------------------------------

    def _open(self) -> None:
        """Begin an attempt under a new session."""
        self.state = HostState.OPENING
        self._link_id = (self._link_id + self._step) & 0xFFFFFFFF
        if self._link_id & 0xFF == 0:  # session byte 0 means "no session"
            self._link_id += self._step
        self._attempts: dict[int, float] = {}
        self._hello_wanted = False
        self._hello_due = self._now
        self._deadline = self._now + HELLO_DEADLINE

    def _start_session(self) -> None:
        self._duplicates_before += self._inbox.duplicates
        self._inbox = Inbox()
        told = self.info.committed_evt_no if self.info else 0
        self._outbox = Outbox(told=told)
        committed = self._committed
        if committed and self.resume and committed.boot_id == self.resume.boot_id:
            self._outbox.commit(committed.next_evt_no - 1)
        self._pulse = Pulse(self._now)
        self._time = TimeQuestions(self._now)
        self._snapshot = SnapshotWish(self._now)

    def _fail(self, reason: DownReason, detail: str = "") -> list[HostValue]:
        self._open()
        return self._down(reason, detail)

    def _down(self, reason: DownReason, detail: str = "") -> list[HostValue]:
        if self._told_down:
            return []
        self._told_down = True
        return [LinkDown(reason, detail)]

    def _advance_opening(self) -> list[HostValue]:
        values: list[HostValue] = []
        if self._now >= self._deadline:
            self._open()
            self._slowly = True
            values = self._down(DownReason.NO_ANSWER)
        if self._now >= self._hello_due:
            self._hello_wanted = True
            self._hello_due = self._now + (HELLO_SLOWLY if self._slowly else HELLO_EVERY)
        return values

    def _advance_up(self) -> list[HostValue]:
        silence = self._pulse.silence(self._now)
        if self._pulse.lost(self._now):
            return self._fail(DownReason.SILENT, f"nothing heard for {silence:.1f} s")
        if not self._outbox.advance(self._now):
            return self._fail(DownReason.NO_ACKNOWLEDGEMENT)
        self._time.advance(self._now, self._at)
        if self._snapshot.advance(self._now):
            self._snapshots = (self._snapshots + 1) & 0xFFFF
            self._outbox.put(SnapshotRequest(self._snapshots))
        return [LinkDegraded(silence)] if self._pulse.degrades(self._now) else []

    # -- sending -----------------------------------------------------------------------------

    def _session_frames(self) -> list[Frame]:
        frames = []
        if self._inbox.nak_wanted:
            nak = Nak(self._inbox.expected, NakReason.GAP)
            frames.append(self._make(FrameType.NAK, pack(nak)))
        question = self._time.take()
        if question is not None:
            frames.append(self._make(FrameType.TIME_REQ, pack(question)))
        command = self._outbox.next_frame(self._now)
        if command is not None:
            seq, body, again = command
            frames.append(self._make(FrameType.DATA, body, seq=seq, again=again))
        if self._inbox.ack_wanted and not frames:
            frames.append(self._make(FrameType.ACK))
        self._inbox.nak_wanted = self._inbox.ack_wanted = False
        return frames

    def _hello(self) -> Frame:
        attempt = len(self._attempts)
        self._attempts[attempt] = self._at
        self._hello_wanted = False
        hello = Hello(
            proto_min=PROTOCOL,
            proto_max=PROTOCOL,
            link_id=self._link_id,
            attempt=attempt,
            mtu=MAX_PAYLOAD,
            window=DEVICE_WINDOW,
            resume_boot_id=self.resume.boot_id if self.resume else 0,
            resume_evt_no=self.resume.next_evt_no if self.resume else 0,
        )
        return Frame(FrameType.HELLO, self._address, self._link_id & 0xFF, payload=pack(hello))

    def _make(self, kind: FrameType, payload: bytes = b"", *, seq: int = 0, again: bool = False) -> Frame:
        return Frame(kind, self._address, self.session, seq, self._inbox.expected, payload, again)

    def _set_time(self, now: float, at: float | None) -> None:
        """Take the time; a pause of our own (a stalled host) is not the device's silence."""
        due = self.due()
        if due is not None and now - due > STALL:
            self._pulse.excuse(now)
        self._now, self._at = now, now if at is None else at
