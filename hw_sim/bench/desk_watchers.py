"""Directors who look at the room: one in Debian's Chromium, others who do what the page's script does, without one."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx

#: Who saw which rows of the queue, and when (seconds since 1970).
Shown = Callable[[str, Iterable[str], float], None]
CHROMIUM = Path("/usr/bin/chromium")
#: What keeps Debian's Chromium off the network and away from a screen.
_FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
#: What the page's script waits before it fetches, so that several changes are one (controller/desk/static/desk.js).
_GATHERS_S = 0.04
#: Changes upon which the room's page is fetched anew.
_CONCERN_THE_ROOM = frozenset({"summons", "quiet", "table", "director", "device", "room", "resync"})
_ROW = re.compile(r'id="(q-[^"]+)"')
#: Tells of each row of the queue once it has been drawn.
_OBSERVE = """() => {
  const told = new Set();
  const look = () => {
    for (const row of document.querySelectorAll("#queue-needs > [id^='q-']")) {
      if (told.has(row.id)) continue;
      told.add(row.id);
      requestAnimationFrame(() => window.shown(row.id, Date.now()));
    }
  };
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
  look();
}"""


@asynccontextmanager
async def without_browser(address: str, name: str, password: str, shown: Shown) -> AsyncIterator[None]:
    """A director's open room page without a browser: the stream is heard, the page fetched, its rows are looked at."""
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        answer = await client.post("/api/v1/login", json={"name": name, "password": password})
        answer.raise_for_status()
        changed = asyncio.Event()
        tasks = [asyncio.create_task(_hear(client, changed)), asyncio.create_task(_look(client, name, changed, shown))]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def _hear(client: httpx.AsyncClient, changed: asyncio.Event) -> None:
    while True:
        with suppress(httpx.HTTPError):
            async with client.stream("GET", "/api/v1/stream") as stream:
                async for line in stream.aiter_lines():
                    kind = line.removeprefix("event: ")
                    if kind != line and kind in _CONCERN_THE_ROOM:
                        changed.set()
        await asyncio.sleep(1.0)


async def _look(client: httpx.AsyncClient, name: str, changed: asyncio.Event, shown: Shown) -> None:
    while True:
        await changed.wait()
        await asyncio.sleep(_GATHERS_S)
        changed.clear()
        with suppress(httpx.HTTPError):
            page = await client.get("/")
            shown(name, _ROW.findall(page.text), time.time())


@asynccontextmanager
async def in_browser(address: str, name: str, password: str, shown: Shown) -> AsyncIterator[bool]:
    """A director's room page in Chromium; False where there is none, or no playwright (extra `dev`)."""
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        yield False
        return
    if not _has_chromium():
        yield False
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        page = await browser.new_page(viewport={"width": 1440, "height": 900})
        await page.expose_function("shown", lambda row, at: shown(name, [row], at / 1000))
        await page.goto(f"{address}/login")
        await page.fill("#name", name)
        await page.fill("#password", password)
        await page.click("form.login button")
        await page.wait_for_url(f"{address}/")
        await page.evaluate(_OBSERVE)
        try:
            yield True
        finally:
            await browser.close()


def _has_chromium() -> bool:
    return CHROMIUM.exists()
