"""Who are you, in PN532: the version of its firmware, which changes nothing but that the chip is awake. Pure."""

from drivers.pn532.protocol import FIRMWARE, WAKE, content, frame, measure
from drivers.polling.framing import frames_in
from drivers.probing import Probe

_ANSWER = bytes((0xD5, FIRMWARE[0] + 1))


def _recognise(answer: bytes) -> str | None:
    for said in frames_in(answer, measure, content):
        if said[:2] == _ANSWER and len(said) >= 6:
            return f"is a PN5{said[2]:02X}, firmware {said[3]}.{said[4]}"
    return None


PROBE = Probe("pn532", 115200, WAKE + frame(FIRMWARE), _recognise)
