"""Double-dummy analysis by a worker process (`double_dummy_worker`): makeable contracts, par, tricks from a position.

It is analysis and never a ruling. The solver is the optional extra `analysis`; its crash is not ours, for it runs in
a process of its own. Answers are kept, for a deal is asked about again and again.
"""

from __future__ import annotations

import contextlib
import json
import select
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from controller.model.board import Deal, Vulnerability
from controller.model.calls import Denomination
from controller.model.cards import Card
from controller.model.notation import print_deal
from controller.model.seats import SEATS, Seat, Side

#: The hardest deals take about a second.
_PATIENCE_S = 30.0
_KEPT = 2000


class DoubleDummyError(RuntimeError):
    """No analysis can be had; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Makeable:
    """What a deal is worth with all cards open."""

    #: Tricks of each declarer in each denomination.
    tricks: Mapping[Seat, Mapping[Denomination, int]]
    #: North-South's score at par, and the contracts that give it, as `4SX by N`.
    par_ns: int
    par_contracts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the play: the cards still held, those on the table in order, and who led to this trick."""

    hands: Mapping[Seat, frozenset[Card]]
    denomination: Denomination
    leader: Seat
    on_table: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Available:
    """Tricks of each side among the remaining ones, the trick in progress with them."""

    ns: int
    ew: int

    def of(self, side: Side) -> int:
        """That side's."""
        return self.ns if side is Side.NS else self.ew


@dataclass(slots=True, eq=False)
class DoubleDummy:
    """`with DoubleDummy() as analysis: analysis.makeable(deal, …)`. Blocks; may be asked from several threads."""

    patience_s: float = _PATIENCE_S
    _process: subprocess.Popen[str] | None = None
    _kept: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the worker."""
        if self._process is not None:
            process, self._process = self._process, None
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            try:
                process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def makeable(self, deal: Deal, *, dealer: Seat, vulnerability: Vulnerability) -> Makeable:
        """Every contract's tricks, and par. DoubleDummyError if the deal is not whole or no answer comes."""
        if not deal.is_complete:
            raise DoubleDummyError("only a whole deal can be analysed")
        asked = {"do": "table", "deal": _pbn(deal.hands), "dealer": dealer.name, "vul": vulnerability.value}
        found = self._ask(asked)
        tricks = {
            seat: {Denomination[name]: int(count) for name, count in found["tricks"][seat.name].items()}
            for seat in SEATS
        }
        return Makeable(tricks, int(found["par"]["score"]), tuple(found["par"]["contracts"]))

    def available(self, position: Position) -> Available:
        """Tricks that each side takes from here when everybody plays best with all cards open."""
        asked = {
            "do": "available",
            "deal": _pbn(position.hands),
            "trump": position.denomination.name,
            "leader": position.leader.name,
            "on_table": [card.text for card in position.on_table],
        }
        found = self._ask(asked)
        return Available(int(found["NS"]), int(found["EW"]))

    def _ask(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        line = json.dumps(asked, sort_keys=True)
        with self._one_at_a_time:
            known = self._kept.get(line)
            if known is None:
                known = self._answer(line)
                if "error" in known:
                    raise DoubleDummyError(str(known["error"]))
                if len(self._kept) >= _KEPT:
                    self._kept.pop(next(iter(self._kept)))
                self._kept[line] = known
            return known

    def _answer(self, line: str) -> Mapping[str, Any]:
        process = self._worker()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            is_there, _, _ = select.select([process.stdout], [], [], self.patience_s)
            answer = process.stdout.readline() if is_there else ""
        except (OSError, ValueError):
            answer = ""
        if not answer:
            process.kill()
            self.close()
            raise DoubleDummyError("the analysis gave no answer")
        found: Mapping[str, Any] = json.loads(answer)
        return found

    def _worker(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "controller.adapters.double_dummy_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        return self._process


def _pbn(hands: Mapping[Seat, Sequence[Card] | frozenset[Card]]) -> str:
    """Hands as PBN has them, whatever they still hold."""
    return print_deal(Deal({seat: frozenset(hands.get(seat, ())) for seat in SEATS}))
