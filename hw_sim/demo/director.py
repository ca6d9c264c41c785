"""The demo's director: sees summonses at the desk, rules there as a person would, and tells the players."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from controller.adapters.control_socket import ControlClient
from controller.model.event_codec import event_to_json
from controller.model.events import Ruling
from hw_sim.demo.stage import DIRECTOR, Stage
from hw_sim.happenings import Waiting
from hw_sim.room import Room

_LOOK_AGAIN_S = 0.05
#: Real seconds after which a summons that should be there is given up.
_PATIENCE_S = 20.0
#: Told of each ruling: the table, the summons, and the ruling's fields with the desk's answer.
Ruled = Callable[[str, dict[str, Any], dict[str, Any]], None]


class Director:
    """Rules as the players of the demo expect, and at the end of a board as the Law gives."""

    def __init__(self, stage: Stage, room: Room, ruled: Ruled) -> None:
        self._stage, self._room, self._ruled = stage, room, ruled
        self._http = httpx.AsyncClient(base_url=stage.desk, timeout=10.0)
        self._done: set[tuple[str, str]] = set()
        self.missed: list[Waiting] = []

    async def log_in(self) -> None:
        """Log in at the desk, as soon as it answers."""
        while True:
            try:
                answer = await self._http.post(
                    "/api/v1/login", json={"name": DIRECTOR, "password": self._stage.password}
                )
            except httpx.TransportError:
                await asyncio.sleep(_LOOK_AGAIN_S)
                continue
            answer.raise_for_status()
            self._http.headers["X-CSRF-Token"] = answer.json()["csrf"]
            return

    async def close(self) -> None:
        """Leave the desk."""
        await self._http.aclose()

    async def summonses(self, state: str = "open") -> list[dict[str, Any]]:
        """The summonses that the desk shows."""
        answer = await self._http.get("/api/v1/summonses", params={"state": state})
        answer.raise_for_status()
        found: list[dict[str, Any]] = answer.json()
        return found

    async def rule_what_players_wait_for(self, waiting: Waiting) -> None:
        """Players have stopped: enter what was seen, and rule on the summons that came."""
        for event in waiting.wanted.enters:
            if isinstance(event, Ruling):
                await self._rule(waiting, event)
            else:
                await self._enter(waiting.table, event_to_json(event))

    async def _rule(self, waiting: Waiting, ruling: Ruling) -> None:
        kind = ruling.on.partition("@")[0].partition("#")[0]
        summons = await self._find(waiting.table, kind, ruling.choice)
        if summons is None:
            self.missed.append(waiting)
        else:
            await self._send(summons, event_to_json(ruling))
        self._room.tell_ruling(waiting.table, ruling)

    async def _find(self, table: str, kind: str, choice: str) -> dict[str, Any] | None:
        """The summons of that kind at that table, once the desk shows it; the newest if there are several."""
        late = choice not in ("accept", "cancel", "dismiss")
        for _ in range(int(_PATIENCE_S / _LOOK_AGAIN_S)):
            known = await self.summonses("all")
            for summons in reversed(known):
                finding = summons["finding"]
                is_new = late or (table, finding["id"]) not in self._done
                if summons["table"] == table and finding["kind"] == kind and is_new:
                    return dict(summons)
            await asyncio.sleep(_LOOK_AGAIN_S)
        return None

    async def _send(self, summons: Mapping[str, Any], ruling: Mapping[str, Any]) -> None:
        table = str(summons["table"])
        fields = {k: v for k, v in ruling.items() if k not in ("t", "src", "by", "readings", "after")}
        finding = str(summons["finding"]["id"])
        fields |= {"on": finding, "rev": summons["rev"], "id": secrets.token_hex(8)}
        answer = await self._http.post("/api/v1/rulings", json={"table": table, "ruling": fields})
        if answer.is_success:
            self._done.add((table, finding))
        self._ruled(table, dict(summons), {**fields, "answer": answer.json()})

    async def _enter(self, table: str, event: Mapping[str, Any]) -> None:
        """What only a person sees (a card lies face up) is entered by hand, once the summons has brought him there."""
        for _ in range(int(_PATIENCE_S / _LOOK_AGAIN_S)):
            if any(s["table"] == table and s["finding"]["seat"] == event.get("seat") for s in await self.summonses()):
                break
            await asyncio.sleep(_LOOK_AGAIN_S)
        async with ControlClient(self._stage.control_socket) as core:
            await core.ask({"do": "event", "table": table, "event": dict(event), "by": DIRECTOR})

    async def end_of_boards(self) -> None:
        """Transfers are ruled as the Law gives them, once the play has made the number known."""
        for summons in await self.summonses():
            finding = summons["finding"]
            key = (str(summons["table"]), str(finding["id"]))
            transfer = finding["facts"].get("transfer")
            if key in self._done or finding["options"] != ["transfer"] or not transfer:
                continue
            await self._send(
                summons,
                {"type": "ruling", "choice": "transfer", "tricks": transfer["tricks"], "to": transfer["to"]},
            )
