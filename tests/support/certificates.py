"""A certificate for 127.0.0.1, made on the spot with the openssl command; nothing secret is kept in the repository."""

import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Pair:
    certificate: Path
    key: Path

    def trusting(self) -> ssl.SSLContext:
        """What a client uses that trusts this certificate and no other."""
        return ssl.create_default_context(cafile=str(self.certificate))


def self_signed(folder: Path) -> Pair:
    pair = Pair(folder / "server.crt", folder / "server.key")
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    command = ["openssl", "req", "-x509", *curve, *subject, "-keyout", str(pair.key), "-out", str(pair.certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return pair
