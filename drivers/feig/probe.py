"""Who are you, in OBID i-scan: what the reader says of itself, whatever its address; nothing is set. Pure."""

from drivers.feig.protocol import INFO, OK, content, frame, measure
from drivers.polling.framing import frames_in
from drivers.probing import Probe


def _recognise(answer: bytes) -> str | None:
    for said in frames_in(answer, measure, content):
        if said[:2] == bytes((INFO, OK)) and len(said) >= 6:
            return f"is an OBID i-scan reader, {said[2:6].hex('.').upper()}"
    return None


PROBE = Probe("feig", 38400, frame(bytes((INFO, 0))), _recognise, parity="E")
