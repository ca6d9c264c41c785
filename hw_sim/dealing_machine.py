"""The twin of a dealing machine: a pack in its hopper, four pockets, a reader that may fail and a card that may jam.

A real pseudo-terminal that speaks firmware_bridge byte by byte. It never uses the driver it stands for.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

from firmware_bridge import DeviceLink, Identity, Ring
from firmware_bridge.dealing import (
    CARD_LAST,
    CARD_UNREAD,
    CARDS_IN_A_PACK,
    NO_POCKET,
    BoardDealt,
    CardDealt,
    DealBoard,
    DealTrouble,
    MachineCode,
    MachineState,
    StopDeal,
    TroubleCode,
)
from firmware_bridge.messages import EventBody, ResetCause, SnapshotBegin, SnapshotEnd, SnapshotRequest
from hw_sim.boxes.shared_line import SharedLine
from hw_sim.clock import ScaledClock

#: A card falls every so many seconds; it looks at its timers so often.
CARD_EVERY_S, BEAT_S = 0.005, 0.02
_HAND = 13


class DealingMachineTwin:
    """A machine on a serial line. `hopper` holds the codes of the cards that it will deal next, the first on top."""

    def __init__(self, name: str, clock: ScaledClock, *, ports: Path, seed: int | str = 0) -> None:
        self.line = SharedLine(ports / f"usb-SmartTable_Dealer_{name}-if00", seed=seed, shared=False)
        self.hopper: list[int] = []
        #: Which cards of a deal its reader does not read, and before which one a card sticks.
        self.unreadable: set[int] = set()
        self.jams_at: int | None = None
        self.pockets: list[list[int]] = [[], [], [], []]
        self._clock = clock
        self._rng = Random(f"{seed} dealer {name}")
        self._order: DealBoard | None = None
        self._number = 0
        self._state = MachineCode.IDLE
        self._power_up(ResetCause.POWER_ON)
        self.line.join(self)

    @property
    def path(self) -> Path:
        """Where a host finds it."""
        return self.line.path

    @property
    def is_waiting(self) -> bool:
        """It has an order and no cards."""
        return self._state is MachineCode.WAITS

    def start(self) -> None:
        """Plug it in; needs a running event loop."""
        self.line.plug()
        self._beat()

    def stop(self) -> None:
        """Take it away for good."""
        self.line.close()

    # -- what a person does ------------------------------------------------------------------------

    def put_in(self, cards: Iterable[int]) -> None:
        """A pack is put into the hopper, and an empty board into the pockets; a deal that waits for it begins."""
        self.hopper = list(cards)
        self.pockets = [[], [], [], []]
        if self._state is MachineCode.WAITS:
            self._deal()

    def shuffled(self) -> list[int]:
        """A whole pack, shuffled."""
        cards = list(range(CARD_LAST + 1))
        self._rng.shuffle(cards)
        return cards

    def clear_jam(self) -> None:
        """The card that stuck is pushed on."""
        self.jams_at = None
        self._deal()

    def fall(self, card: int, pocket: int) -> None:
        """One card falls, whatever was ordered."""
        self._number += 1
        self._tell(CardDealt(self._order.board if self._order else 0, self._number, pocket, card, b""))

    # -- trouble -----------------------------------------------------------------------------------

    def reboot(self, cause: ResetCause = ResetCause.WATCHDOG) -> None:
        """It restarts: what no host had yet is gone, its ticks begin at zero."""
        self._order, self._state, self._number = None, MachineCode.IDLE, 0
        self._power_up(cause)

    # -- the device --------------------------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        """Bytes from the host."""
        tick = self._tick()
        for command in self.link.receive(data, time.monotonic(), tick=tick):
            match command:
                case SnapshotRequest(token):
                    board = self._order.board if self._order else 0
                    for body in (SnapshotBegin(token), MachineState(self._state, board), SnapshotEnd(token)):
                        self.link.post_event(body, tick, Ring.SCAN)
                case DealBoard():
                    self._order, self._number = command, 0
                    self._be(MachineCode.WAITS)
                    if self.hopper:
                        self._deal()
                case StopDeal(board) if self._order is not None and self._order.board == board:
                    self._trouble(TroubleCode.STOPPED)
                    self._order = None
                    self._be(MachineCode.IDLE)
                case _:
                    pass
        self._serve()

    def _deal(self) -> None:
        self._be(MachineCode.DEALING)
        self.line.later(CARD_EVERY_S, self._next_card)

    def _next_card(self) -> None:
        """The next card falls, or there is none, or it sticks."""
        if self._order is None or self._state is not MachineCode.DEALING:
            return
        if self._number + 1 == self.jams_at:
            self._trouble(TroubleCode.JAM, number=self._number + 1)
            self._be(MachineCode.STOPPED)
            return
        if not self.hopper or self._number == CARDS_IN_A_PACK:
            self._finish()
            return
        card = self.hopper.pop(0)
        self._number += 1
        self._drop(card, self._order)
        self.line.later(CARD_EVERY_S, self._next_card)

    def _drop(self, card: int, order: DealBoard) -> None:
        pocket = self._pocket(card, order)
        seen = CARD_UNREAD if self._number in self.unreadable else card
        if seen == CARD_UNREAD:
            self._trouble(TroubleCode.MISREAD, pocket=pocket)
        elif any(card in dealt for dealt in self.pockets):
            self._trouble(TroubleCode.DUPLICATE, pocket=pocket, card=card)
        self.pockets[pocket].append(card)
        self._tell(CardDealt(order.board, self._number, pocket, seen, b""))

    def _pocket(self, card: int, order: DealBoard) -> int:
        """As ordered; else any pocket that has room."""
        if order.planned:
            suit = (order.spades, order.hearts, order.diamonds, order.clubs)[card // _HAND]
            return suit >> 2 * (card % _HAND) & 3
        return self._rng.choice([place for place, dealt in enumerate(self.pockets) if len(dealt) < _HAND])

    def _finish(self) -> None:
        assert self._order is not None
        if self._number < CARDS_IN_A_PACK:
            self._trouble(TroubleCode.SHORT)
        if self.hopper:
            self._trouble(TroubleCode.SURPLUS, card=self.hopper[0])
        self._tell(BoardDealt(self._order.board, *(len(dealt) for dealt in self.pockets)))
        self._order, self.hopper = None, []
        self._be(MachineCode.IDLE)

    def _trouble(self, code: TroubleCode, *, number: int = 0, pocket: int = NO_POCKET, card: int = CARD_UNREAD) -> None:
        board = self._order.board if self._order else 0
        self._tell(DealTrouble(board, number or self._number, code, pocket, card))

    def _be(self, state: MachineCode) -> None:
        self._state = state
        self._tell(MachineState(state, self._order.board if self._order else 0))

    # -- its link ----------------------------------------------------------------------------------

    def _tell(self, body: EventBody) -> None:
        self.link.post_event(body, self._tick())
        self._serve()

    def _beat(self) -> None:
        self._serve()
        self.line.later(BEAT_S, self._beat)

    def _serve(self) -> None:
        self.link.advance(time.monotonic(), tick=self._tick())
        if self.line.is_plugged and self.line.host_is_there:
            self.line.say(self, self.link.bytes_to_send())

    def _power_up(self, cause: ResetCause) -> None:
        identity = Identity(
            self._rng.randrange(1, 1 << 32), antennas=0, reset_cause=cause, fw_name="dealer-twin", mtu=64
        )
        self.link = DeviceLink(identity)
        self._booted_at = self._clock.now()
        self.link.advance(time.monotonic(), tick=0)

    def _tick(self) -> int:
        return max(0, int((self._clock.now() - self._booted_at) * 1e6))
