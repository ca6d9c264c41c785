"""Follows the journal and keeps the scoring program up to date, until it is cancelled."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import structlog

from controller.adapters.data_connector.following import Following
from controller.adapters.data_connector.sending import Sender
from controller.adapters.journal import JournalReader
from controller.ports import JournalError

#: Pauses between tries while nobody answers, in real seconds: the first, and at most.
_AGAIN_S, _AGAIN_MAX_S = 1.0, 30.0
#: How soon after a change it is sent; a table's rows come several at once.
_SOON_S = 0.3
#: A deal may become open by time alone.
_LOOK_AGAIN_S = 30.0


async def keep_up_to_date(journal: Path, sender: Sender) -> None:
    """Send everything that the journal has, then every change, for ever."""
    following = Following()
    changed = asyncio.Event()
    reading = asyncio.create_task(_read(journal, following, changed))
    # Its own thread: a Data Connector that does not answer keeps nobody else waiting.
    thread = ThreadPoolExecutor(1, thread_name_prefix="data-connector")
    try:
        await _send(following, changed, sender, thread)
    finally:
        reading.cancel()
        thread.shutdown(wait=False, cancel_futures=True)


async def _read(journal: Path, following: Following, changed: asyncio.Event) -> None:
    while True:
        try:
            reader = JournalReader(journal)
            try:
                async for row in reader.follow(following.seq):
                    following.apply(row)
                    changed.set()
            finally:
                reader.close()
        except (JournalError, LookupError, TypeError, ValueError) as error:
            # A row that this program does not write: said, and reading goes on behind it.
            structlog.get_logger("connector").warning("journal cannot be read", reason=type(error).__name__)
        await asyncio.sleep(_AGAIN_S)


async def _send(following: Following, changed: asyncio.Event, sender: Sender, thread: ThreadPoolExecutor) -> None:
    loop, pause = asyncio.get_running_loop(), _AGAIN_S
    while True:
        changed.clear()
        if following.seq and following.plan is None:
            sender.say("the evening has no session's file: nobody knows which round a board belongs to")
            is_done = True
        elif is_done := await loop.run_in_executor(thread, sender.reach):
            wanted = list(following.wanted(sender.movement, sender.sent.session))
            is_done = await loop.run_in_executor(thread, sender.send, wanted)
        if not is_done:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _AGAIN_MAX_S)
            continue
        pause = _AGAIN_S
        try:
            await asyncio.wait_for(changed.wait(), _LOOK_AGAIN_S)
        except TimeoutError:
            continue
        await asyncio.sleep(_SOON_S)
