"""Who are you, in UHFReader18 and 288: firmware and type, whatever its address; nothing is set. Pure."""

from drivers.polling.framing import frames_in
from drivers.probing import Probe
from drivers.uhfreader18.protocol import INFO, content, frame, measure


def _recognise(answer: bytes) -> str | None:
    for said in frames_in(answer, measure, content):
        if said[:2] == bytes((INFO, 0)) and len(said) >= 5:
            return f"is a UHFReader, type {said[4]:02X}, firmware {said[2]}.{said[3]:02d}"
    return None


PROBE = Probe("uhfreader18", 57600, frame(0xFF, INFO), _recognise)
