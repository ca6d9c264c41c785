"""Who are you, in both dialects of M100 and R200: a module takes the one that is its own. Nothing is set. Pure."""

from drivers.m100.protocol import DIALECTS, INFO, IS_ANSWER, content, frame, measure
from drivers.polling.framing import frames_in
from drivers.probing import Probe


def _recognise(answer: bytes) -> str | None:
    for said in frames_in(answer, measure, content):
        if said[:2] == bytes((IS_ANSWER, INFO)) and len(said) > 3:
            return f"is {said[3:].decode('ascii', 'replace').strip(chr(0) + ' ')}"
    return None


PROBE = Probe("m100", 115200, b"".join(frame(dialect, INFO, b"\0") for dialect in DIALECTS), _recognise)
