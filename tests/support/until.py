"""Waiting in a test for something that another task or process does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], object], *, within: float = 10.0) -> None:
    """Wait until it holds; a TimeoutError if it does not within so many real seconds."""
    async with asyncio.timeout(within):
        while not holds():  # noqa: ASYNC110 - what is waited for knows no event of ours
            await asyncio.sleep(0.01)
