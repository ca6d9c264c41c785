"""What is still to be sent, in order and once by id. Pure: no network, no clock.

A message leaves when the broker has acknowledged it. Of a retained topic only the newest state is worth sending.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from controller.ports import OutMessage

OnSent = Callable[[str], None]


@dataclass(slots=True)
class _Waiting:
    message: OutMessage
    #: Ids that are done once this message is, with whom to tell.
    then: list[tuple[str, OnSent]] = field(default_factory=list)
    in_flight: bool = False


class Outbox:
    """Messages of one connection. With a `limit` the oldest events make room, never a state."""

    def __init__(self, *, limit: int | None = None) -> None:
        self._waiting: dict[str, _Waiting] = {}
        self._states: dict[str, str] = {}
        #: Last state sent on each retained topic, for a broker that forgets.
        self._told: dict[str, OutMessage] = {}
        self._limit = limit
        #: Events that had to make room.
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, message: OutMessage, on_sent: OnSent | None = None) -> None:
        """Add a message; one that waits already is not added again, and an older state of its topic is replaced."""
        then = [] if on_sent is None else [(message.id, on_sent)]
        same = self._waiting.get(message.id)
        if same is not None:
            same.then += then
            return
        if message.retain:
            then = self._replace_state(message.topic) + then
            self._states[message.topic] = message.id
        self._make_room()
        self._waiting[message.id] = _Waiting(message, then)

    def next(self) -> OutMessage | None:
        """The oldest message that is not on its way; it is from now on."""
        # Those in flight stand at the front and are few (the window).
        for waiting in self._waiting.values():
            if not waiting.in_flight:
                waiting.in_flight = True
                return waiting.message
        return None

    def done(self, message_id: str) -> OutMessage | None:
        """The broker has this message: it leaves, is returned, and whoever asked is told."""
        waiting = self._leave(message_id)
        if waiting is None:
            return None
        message = waiting.message
        if message.retain:
            self._told[message.topic] = message
            if not message.payload:
                del self._told[message.topic]
        for sent, on_sent in waiting.then:
            on_sent(sent)
        return message

    def give_up(self, message_id: str) -> None:
        """The broker will never take this message: it leaves, and nobody is told that it was sent."""
        self._leave(message_id)

    def again(self, message_ids: Iterable[str] | None = None) -> None:
        """What was on its way and is not acknowledged is to be sent again (all of it, or these)."""
        for message_id in list(self._waiting) if message_ids is None else message_ids:
            if message_id in self._waiting:
                self._waiting[message_id].in_flight = False

    def put_first(self, messages: Iterable[OutMessage]) -> None:
        """Send these once more before anything else, in their order; one that waits already keeps its place."""
        first = {m.id: _Waiting(m) for m in messages if m.id not in self._waiting}
        self._waiting = first | self._waiting

    def tell_states_again(self) -> None:
        """The broker may have forgotten what it retained: send every state once more, unless a newer one waits."""
        for topic, message in self._told.items():
            if topic not in self._states:
                self.put(message)

    def _leave(self, message_id: str) -> _Waiting | None:
        waiting = self._waiting.pop(message_id, None)
        if waiting is not None and self._states.get(waiting.message.topic) == message_id:
            del self._states[waiting.message.topic]
        return waiting

    def _replace_state(self, topic: str) -> list[tuple[str, OnSent]]:
        older = self._states.get(topic)
        # One on its way keeps its place: the broker must see both in order.
        if older is None or self._waiting[older].in_flight:
            return []
        replaced = self._leave(older)
        return replaced.then if replaced is not None else []

    def _make_room(self) -> None:
        if self._limit is None or len(self._waiting) < self._limit:
            return
        for message_id, waiting in self._waiting.items():
            if not waiting.message.retain and not waiting.in_flight:
                del self._waiting[message_id]
                self.dropped += 1
                return


class Lately:
    """Events that the broker took in the last `keep_s` seconds before a moment: what it may have died with.

    They are sent again after a loss; receivers know them by their ids. What a broker kept longer, for a receiver who
    was away, that receiver asks for (resync).
    """

    def __init__(self, keep_s: float) -> None:
        self._keep_s = keep_s
        self._taken: deque[tuple[float, OutMessage]] = deque()

    def add(self, message: OutMessage, now: float) -> None:
        """The broker has this message now. A state need not be kept here: every state is told again."""
        if not message.retain:
            self._taken.append((now, message))
        while self._taken and self._taken[0][0] < now - 2 * self._keep_s:
            self._taken.popleft()

    def before(self, lost_at: float) -> list[OutMessage]:
        """What the broker took shortly before it was lost, oldest first."""
        return [message for at, message in self._taken if at >= lost_at - self._keep_s]
