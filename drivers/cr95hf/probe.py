"""Who are you, in CR95HF: its name, which it tells in any state. It takes bytes as they are. Pure."""

import re

from drivers.cr95hf.protocol import IDENTIFY, WELL
from drivers.probing import Probe

#: The result, a length, and a name that ends with 0 and two bytes of checksum.
_NAME = re.compile(bytes((WELL,)) + rb"[\x08-\x20](NFC [ -~]+)\x00..", re.DOTALL)


def _recognise(answer: bytes) -> str | None:
    name = _NAME.search(answer)
    return f"is a CR95HF or ST25R95 ({name.group(1).decode('ascii')})" if name else None


PROBE = Probe("cr95hf", 57600, IDENTIFY, _recognise, stop_bits=2, first=True)
