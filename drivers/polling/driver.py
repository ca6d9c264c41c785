"""A reader that is asked, as a driver: its conversation and its rounds as readings, on a serial line."""

from collections.abc import Callable, Iterable, Mapping

from controller.model.readings import Reading as TableReading
from controller.ports import Clock
from drivers.polling.conversation import Conversation, Reader, Told
from drivers.polling.readings import COUNTED, RoundReadings
from drivers.polling.settings import ReaderSettings
from drivers.transports.serial_driver import LineSettings, SerialDriver

WIRE_COUNTED = ("frames", "garbage", "rounds", "unanswered")


def polled_reader(
    settings: ReaderSettings,
    clock: Clock,
    *,
    reader: Callable[[], Reader],
    is_uid: Callable[[str], bool],
    parity: str = "N",
    stop_bits: int = 1,
) -> SerialDriver:
    """The driver of one reader on one serial line. It numbers nothing: there is nothing to resume."""
    line = LineSettings(settings.device, settings.port, settings.baud, parity, stop_bits)
    return SerialDriver(
        line, clock, lambda _resume: RoundsTalk(reader(), settings, is_uid), counted=(*COUNTED, *WIRE_COUNTED)
    )


class RoundsTalk:
    """What is said with one reader (drivers.transports.serial_driver.Dialogue)."""

    def __init__(self, reader: Reader, settings: ReaderSettings, is_uid: Callable[[str], bool]) -> None:
        self._reader = reader
        self._talk = Conversation(reader)
        self._readings = RoundReadings(settings, is_uid)

    @property
    def is_up(self) -> bool:
        """The reader does its rounds."""
        return self._talk.is_up

    def connected(self, now: float, *, at: float) -> list[TableReading]:
        """There is a port (again): begin."""
        return self._told(self._talk.connected(now, at=at), at)

    def disconnected(self, reason: str, now: float, *, at: float) -> list[TableReading]:  # noqa: ARG002 - as others
        """The port is gone, or was not there."""
        self._talk.disconnected()
        return self._readings.port_lost(reason, at=at)

    def receive(self, data: bytes, now: float, *, at: float) -> list[TableReading]:
        """Bytes came."""
        return self._told(self._talk.receive(data, now, at=at), at)

    def advance(self, now: float, *, at: float) -> list[TableReading]:
        """Time has passed."""
        return self._told(self._talk.advance(now, at=at), at)

    def due(self) -> float | None:
        """When advance() wants to be called; None without a port."""
        return self._talk.due()

    def bytes_to_send(self) -> bytes:
        """What has to go out now."""
        return self._talk.bytes_to_send()

    def commit(self, boot: int, seq: int) -> None:
        """A reader keeps nothing."""

    def close(self) -> None:
        """No more is asked."""
        self._talk.disconnected()

    def counters(self) -> Mapping[str, int]:
        """Frames, garbage, rounds, unanswered questions, and what the device adds."""
        return {
            **self._readings.counters,
            **self._talk.counters,
            **self._reader.counters,
            "frames": self._talk.frames,
            "garbage": self._talk.garbage,
        }

    def _told(self, values: Iterable[Told], at: float) -> list[TableReading]:
        return [reading for told in values for reading in self._readings.readings(told, at=at)]
