"""A line with one device on it, behind the interface of a line that several share. Pure."""

from collections.abc import Mapping

from firmware_bridge.host import HostLink
from firmware_bridge.link import HostState, HostValue


class Alone:
    """One device that may speak whenever it likes; values come with its address, as from Multidrop."""

    def __init__(self, link: HostLink, address: int) -> None:
        self.link = link
        self._address = address

    @property
    def is_up(self) -> bool:
        """Is there a session?"""
        return self.link.state is HostState.UP

    def counts(self) -> Mapping[str, int]:
        """What happened on the line, by name."""
        wire = self.link.counters
        return {
            "frames": wire.frames,
            "garbage": wire.garbage,
            "duplicates": self.link.duplicates,
            "malformed": self.link.malformed,
        }

    def connected(self, now: float, *, at: float | None = None) -> None:
        """The port is open."""
        self.link.connected(now, at=at)

    def disconnected(self, now: float) -> list[tuple[int, HostValue]]:
        """The port is gone."""
        return self._told(self.link.disconnected(now))

    def close(self) -> None:
        """Take leave of it; bytes_to_send() then holds the farewell."""
        self.link.close()

    def commit(self, address: int, evt_no: int, *, boot_id: int) -> None:
        """Everything of that boot up to `evt_no` is safely in the journal."""
        if address == self._address:
            self.link.commit(evt_no, boot_id=boot_id)

    def receive(self, data: bytes, now: float, *, at: float | None = None) -> list[tuple[int, HostValue]]:
        """Take bytes from the line."""
        return self._told(self.link.receive(data, now, at=at))

    def due(self) -> float | None:
        """When advance() is to be called at the latest; None while there is no port."""
        return self.link.due()

    def advance(self, now: float, *, at: float | None = None) -> list[tuple[int, HostValue]]:
        """Let time pass."""
        return self._told(self.link.advance(now, at=at))

    def bytes_to_send(self) -> bytes:
        """The bytes that are due by now."""
        return self.link.bytes_to_send()

    def _told(self, values: list[HostValue]) -> list[tuple[int, HostValue]]:
        return [(self._address, value) for value in values]
