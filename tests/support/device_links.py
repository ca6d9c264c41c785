"""The device's end of a link with the tests' hands on it."""

from firmware_bridge import DeviceLink, Identity
from firmware_bridge.codec import EVENT_HEAD, pack, pack_body
from firmware_bridge.frames import Decoder, Frame, FrameType
from firmware_bridge.messages import (
    CallButton,
    Hello,
)

CALL = CallButton(0, 3, 1)


HELLO = Hello(1, 1, 0x12A, 0, 240, 8, 0, 0)


def device(**kwargs) -> DeviceLink:
    return DeviceLink(Identity(boot_id=7), **kwargs)


def told(link, message, *, now=0.0, seq=0, ack=0, session=0x2A, kind=FrameType.DATA, address=1):
    payload = pack_body(message) if kind in (FrameType.DATA, FrameType.UNREL) else pack(message)
    return link.receive(Frame(kind, address, session, seq, ack, payload).to_wire(), now)


def opened(hello=HELLO, *, now=0.0, **kwargs):
    link = device(**kwargs)
    told(link, hello, kind=FrameType.HELLO, session=hello.link_id & 0xFF, now=now)
    link.bytes_to_send()
    return link


def frames_of(link) -> list[Frame]:
    return Decoder().feed(link.bytes_to_send())


def numbers(frames) -> list[int]:
    return [EVENT_HEAD.unpack_from(frame.payload)[1] for frame in frames if frame.type is FrameType.DATA]
