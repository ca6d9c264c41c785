"""Who is on this line? A turn for the box with address 1, in which it may send no event: it gives it back. Pure."""

from drivers.probing import Probe
from firmware_bridge import Decoder, Frame, FrameType
from firmware_bridge.codec import pack, unpack_link
from firmware_bridge.frames import HOST_ADDRESS
from firmware_bridge.messages import Poll

_FIRST = 1


def _recognise(answer: bytes) -> str | None:
    for frame in Decoder().feed(answer + b"\0"):
        said = unpack_link(frame.type, frame.payload) if frame.type is FrameType.POLL else None
        if isinstance(said, Poll) and frame.address == HOST_ADDRESS and said.address == _FIRST:
            return "a box with address 1 on a shared line"
    return None


PROBE = Probe(
    "bidding_box", 115200, Frame(FrameType.POLL, _FIRST, 0, payload=pack(Poll(_FIRST, 0))).to_wire(), _recognise
)
