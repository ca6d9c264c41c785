"""Who are you, in Mercury: its version, which it tells in its boot loader too; one that reads on shows itself. Pure."""

from drivers.mercury.protocol import TOLD, VERSION, content, frame, measure
from drivers.polling.framing import frames_in
from drivers.probing import Probe


def _recognise(answer: bytes) -> str | None:
    for said in frames_in(answer, measure, content):
        if said[:3] == bytes((VERSION, 0, 0)) and len(said) >= 19:
            return f"is a Mercury module, firmware {said[15:19].hex('.').upper()}"
        if said[0] == TOLD:
            return "is a Mercury module, and reads on"
    return None


PROBE = Probe("mercury", 115200, frame(VERSION), _recognise)
