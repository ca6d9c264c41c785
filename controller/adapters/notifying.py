"""Messages to directors' phones by Apprise (optional extra `notify`): the services of a file, and how one is sent to.

An address of a service is a secret: it stands in a file of mode 0600 and in no log, error or answer of ours.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import logging
import stat
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.model.errors import LogError

#: The setting that names the file.
SETTING = "notify.urls"
_LOGGERS = ("apprise", "urllib3", "requests")


@dataclass(frozen=True, slots=True, eq=False)
class Service:
    """One service, as of one line of the file. `name` says which line; `key` is the same after the file was sorted."""

    name: str
    key: str
    _apprise: Any

    async def send(self, text: str) -> bool:
        """Was it taken? Runs in a thread that nobody waits for at the end: a dead service delays nothing of ours."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bool] = loop.create_future()

        def tell(was_taken: bool) -> None:
            if not answer.done():
                answer.set_result(was_taken)

        def work() -> None:
            try:
                was_taken = bool(self._apprise.notify(body=text))
            except Exception:
                # A plugin's bug is that service's fault; what it says could hold the address.
                was_taken = False
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell, was_taken)

        threading.Thread(target=work, name="notify", daemon=True).start()
        return await answer


def services(path: Path) -> list[Service]:
    """The services of a file, one address a line. LogError names setting, file and line, never the address."""
    apprise = _apprise()
    found = []
    for number, line in enumerate(_lines(path), 1):
        url = line.strip()
        if not url or url.startswith("#"):
            continue
        one = apprise.Apprise()
        if not one.add(url):
            raise LogError(
                f"line {number} is no address of a service that Apprise knows", file=str(path), field=SETTING
            )
        found.append(Service(f"line {number}", hashlib.sha256(url.encode()).hexdigest()[:16], one))
    if not found:
        raise LogError("there is no address in it", file=str(path), field=SETTING)
    return found


def _lines(path: Path) -> list[str]:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise LogError(
                f"others may read it (mode {mode:04o}); run: chmod 600 {path}", file=str(path), field=SETTING
            )
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path), field=SETTING) from None
    except UnicodeDecodeError:
        raise LogError("it is not UTF-8", file=str(path), field=SETTING) from None


def _apprise() -> Any:
    try:
        found = importlib.import_module("apprise")
    except ImportError:
        raise LogError("needs the extra `notify`; run: pip install 'smart-table[notify]'", field=SETTING) from None
    for name in _LOGGERS:
        # They write addresses of services.
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate, logger.disabled = [logging.NullHandler()], False, True
    return found
