"""The host's end of a link with the tests' hands on it, and a device at the other end."""

from firmware_bridge import (
    DeviceLink,
    HostLink,
    Identity,
)
from firmware_bridge.codec import EVENT_HEAD, pack
from firmware_bridge.frames import Decoder, Frame, FrameType
from firmware_bridge.messages import (
    CallButton,
    Status,
)


def frames_of(link) -> list[Frame]:
    return Decoder().feed(link.bytes_to_send())


def sent_types(link) -> list[FrameType]:
    return [frame.type for frame in frames_of(link)]


def run(link, until, step=None):
    """Let the host wait alone; returns (time, value) pairs and the times at which HELLO went out."""
    values, hellos = [], []
    while (due := link.due()) is not None and due <= until:
        values += [(due, value) for value in link.advance(due)]
        hellos += [due for kind in sent_types(link) if kind is FrameType.HELLO]
    return values, hellos


class Pair:
    """A host that is up, and the device's session number to forge frames with."""

    def __init__(self, **kwargs):
        self.host = HostLink(0x100, **kwargs)
        self.host.connected(0.0)
        self.device = DeviceLink(Identity(boot_id=7))
        self.host.advance(0.0)
        self.device.receive(self.host.bytes_to_send(), 0.0)
        self.up = self.host.receive(self.device.bytes_to_send(), 0.01)
        self.session = self.host.info.link_id & 0xFF

    def frame(self, kind, payload=b"", *, seq=0, ack=0, now=0.02, session=None):
        session = self.session if session is None else session
        return self.host.receive(Frame(kind, 0, session, seq, ack, payload).to_wire(), now)

    def event(self, number, *, seq, now=0.02):
        body = CallButton(0, 3, 1)
        return self.frame(FrameType.DATA, EVENT_HEAD.pack(0x10, number, 99) + pack(body), seq=seq, now=now)


STATUS = pack(Status(0, 1, 0, 0, 0, 0, 0, 0))
