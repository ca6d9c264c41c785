"""Under which names and addresses this machine can be reached on its networks, as the kernel says (Linux)."""

from __future__ import annotations

import ipaddress
import re
import socket
from pathlib import Path

_IPV4, _IPV6 = Path("/proc/net/fib_trie"), Path("/proc/net/if_inet6")
_LOCAL = re.compile(r"\|-- (\d+\.\d+\.\d+\.\d+)\n\s+/32 host LOCAL")
_THIS_NETWORK = ipaddress.ip_network("0.0.0.0/8")
#: Itself.
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def addresses() -> list[str]:
    """Every address of this machine that others may use: IPv4 first, those of a private network before others."""
    found = {ipaddress.ip_address(text) for text in _LOCAL.findall(_read(_IPV4))}
    found |= {ipaddress.ip_address(int(line.split()[0], 16)) for line in _read(_IPV6).splitlines() if line}
    usable = [a for a in found if not (a.is_loopback or a.is_link_local or a in _THIS_NETWORK)]
    return [str(a) for a in sorted(usable, key=lambda a: (a.version, not a.is_private, int(a)))]


def names() -> list[str]:
    """Its addresses, its name, its name as other machines find it without a name server, and itself."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    hosts = [f"{short}.local", short, host] if short else []
    return list(dict.fromkeys([*addresses(), *hosts, *LOOPBACK]))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""
