"""The cards' side of virtual readers: what lies on each, and how it answers. Runs beside pcscd, on threads of its own.

A reader answers GET UID as any PC/SC reader does, and the escape commands of an ACR122U, up to two tags.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HANDLER = Path(__file__).with_name("ifd.c")
#: A storage card of ISO 14443A part 3, as readers make its ATR up.
ATR = bytes.fromhex("3B8F8001804F0CA0000003060300030000000068")
OK, FAILED, UNKNOWN = b"\x90\x00", b"\x63\x00", b"\x6a\x81"
GET_UID = bytes.fromhex("FFCA000000")
#: Escape commands of the ACR122U: its firmware, its polling, and what goes through to the PN532 inside.
FIRMWARE, POLLING, DIRECT = bytes.fromhex("FF00480000"), bytes.fromhex("FF0051"), bytes.fromhex("FF000000")
LIST_TWO, RELEASE = bytes.fromhex("D44A0200"), bytes.fromhex("D452")

#: Answers a command instead of the reader; None: no answer ever comes.
Answer = Callable[[bytes], bytes | None]


def build_handler(folder: Path) -> Path:
    """Compile the IFD handler. RuntimeError with the compiler's words if it cannot be."""
    library = folder / "libsmarttable_ifd.so"
    flags = ["gcc", "-shared", "-fPIC", "-Wall", "-Wextra", "-I/usr/include/PCSC"]
    command = [*flags, str(HANDLER), "-o", str(library), "-lpthread"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return library


@dataclass
class VirtualReader:
    """One reader by its friendly name, and the tags (UIDs) that lie on it."""

    name: str
    folder: Path
    tags: list[bytes] = field(default_factory=list)
    #: What is put in the place of the reader's own answers.
    instead: Answer | None = None
    polls: bool = True
    plugged: bool = True
    _peer: socket.socket | None = None

    def __post_init__(self) -> None:
        self._lock = threading.RLock()
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.path.unlink(missing_ok=True)
        self._server.bind(str(self.path))
        self._server.listen(1)
        self._thread = threading.Thread(target=self._serve, name=f"reader {self.name}", daemon=True)
        self._thread.start()

    @property
    def path(self) -> Path:
        """The socket that the handler connects to."""
        return self.folder / self.name.replace(" ", "-").lower()

    def put(self, uid: bytes) -> None:
        """A card comes onto the reader."""
        with self._lock:
            self.tags.append(uid)
            if len(self.tags) == 1 and self.polls:
                self._say(b"I" + ATR)

    def lift(self, uid: bytes | None = None) -> None:
        """A card is taken away; without a name, all of them."""
        with self._lock:
            self.tags = [] if uid is None else [tag for tag in self.tags if tag != uid]
            if not self.tags:
                self._say(b"O")

    def unplug(self) -> None:
        """The cable is pulled."""
        with self._lock:
            self.plugged = False
            self._say(b"U")

    def plug(self) -> None:
        """The reader is back, with what lies on it."""
        with self._lock:
            self.plugged = True
            self._tell_all()

    def close(self) -> None:
        """End the reader."""
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        with self._lock:
            if self._peer is not None:
                with contextlib.suppress(OSError):
                    self._peer.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)

    def _say(self, message: bytes) -> None:
        if self._peer is not None:
            with contextlib.suppress(OSError):
                self._peer.send(message)

    def _tell_all(self) -> None:
        self._say(b"P" if self.plugged else b"U")
        if self.plugged and self.tags and self.polls:
            self._say(b"I" + ATR)

    def _serve(self) -> None:
        """One handler after another: pcscd may die and start again."""
        while True:
            try:
                peer, _ = self._server.accept()
            except OSError:
                return
            with peer:
                with self._lock:
                    self._peer = peer
                    self._tell_all()
                self._answer_until_gone(peer)
                with self._lock:
                    self._peer = None

    def _answer_until_gone(self, peer: socket.socket) -> None:
        while True:
            try:
                message = peer.recv(600)
            except OSError:
                return
            if not message:
                return
            answer = self._answer(message[:1], message[1:])
            with contextlib.suppress(OSError):
                peer.send(b"M" if answer is None else b"R" + answer)

    def _answer(self, letter: bytes, command: bytes) -> bytes | None:
        with self._lock:
            if self.instead is not None:
                return self.instead(command)
            if letter == b"E":
                return self._escape(command)
            if command == GET_UID:
                return self.tags[0] + OK if self.tags else FAILED
            return UNKNOWN

    def _escape(self, command: bytes) -> bytes:
        if command == FIRMWARE:
            return b"ACR122U214"  # with no status behind it
        if command.startswith(POLLING):
            self.polls = bool(command[3] & 0x80)
            if not self.polls:
                self._say(b"O")
            return b"\x90" + command[3:4]
        if command.startswith(DIRECT):
            return self._chip(command[5 : 5 + command[4]]) + OK
        return FAILED

    def _chip(self, command: bytes) -> bytes:
        """The PN532 inside."""
        if command.startswith(RELEASE):
            return b"\xd5\x53\x00"
        if command != LIST_TWO:
            return b"\xd5\x7f"
        found = self.tags[:2]
        out = bytes((0xD5, 0x4B, len(found)))
        for number, uid in enumerate(found, 1):
            out += bytes((number, 0x00, 0x44, 0x00, len(uid))) + uid
        return out


class Daemon:
    """A real pcscd with these readers, its socket in a folder of its own (needs root, for a mount namespace)."""

    def __init__(self, folder: Path, readers: list[VirtualReader], library: Path, run: Path) -> None:
        """`run` is where its socket comes; a client's library keeps to the first one that it was told of."""
        self.folder = folder
        self._run, self._conf = run, folder / "conf"
        self._conf.mkdir()
        entries = (
            f'FRIENDLYNAME "{r.name}"\nDEVICENAME /dev/null:{r.path.name}\nLIBPATH {library}\nCHANNELID {number}\n'
            for number, r in enumerate(readers)
        )
        (self._conf / "readers").write_text("\n".join(entries))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        """What PCSCLITE_CSOCK_NAME has to name for a client."""
        return self._run / "pcscd.comm"

    def start(self) -> None:
        """Start it; returns once it takes clients."""
        script = f"mkdir -p /run/pcscd && mount --bind '{self._run}' /run/pcscd && exec pcscd -f -c '{self._conf}'"
        environment = {**os.environ, "SMARTTABLE_PCSC": str(self.folder)}
        with (self.folder / "pcscd.log").open("ab") as log:
            self._process = subprocess.Popen(
                ["unshare", "-m", "sh", "-c", script], stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment
            )
        self._wait_until_up()

    def stop(self) -> None:
        """Stop it as a service manager does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None
        self.socket.unlink(missing_ok=True)

    def _wait_until_up(self) -> None:
        waiting = threading.Event()
        for _ in range(400):
            assert self._process is not None
            if self._process.poll() is not None:
                raise RuntimeError((self.folder / "pcscd.log").read_text())
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
                client.connect(str(self.socket))
                return
            waiting.wait(0.025)
        raise RuntimeError("pcscd did not come up")
