"""Who are you, in TBL/1: a Ping, which a device answers with or without a session, and which changes nothing. Pure."""

from drivers.probing import Probe
from firmware_bridge import Decoder, Frame, FrameType
from firmware_bridge.codec import pack_body, unpack_body, unpack_link
from firmware_bridge.declaration import Kind
from firmware_bridge.frames import EVERYONE
from firmware_bridge.messages import Ping, Pong, Status

_TOKEN = 0x5EA7


def _recognise(answer: bytes) -> str | None:
    frames = Decoder().feed(answer + b"\0")
    pongs = [unpack_body(f.payload, kind=Kind.UNRELIABLE) for f in frames if f.type is FrameType.UNREL]
    statuses = [unpack_link(f.type, f.payload) for f in frames if f.type is FrameType.STATUS]
    if Pong(_TOKEN) not in pongs and not any(isinstance(status, Status) for status in statuses):
        return None
    up = max((status.uptime_us for status in statuses if isinstance(status, Status)), default=None)
    return "speaks TBL/1" if up is None else f"speaks TBL/1, its clock stands at {up / 1e6:.0f} s"


PROBE = Probe(
    "table_hub", 115200, Frame(FrameType.UNREL, EVERYONE, 0, payload=pack_body(Ping(_TOKEN))).to_wire(), _recognise
)
