"""What a conversation tells, as readings: antennas become places, rounds become scans where they differ. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from controller.model.readings import DeviceState, Reading, Scan
from drivers.polling.conversation import Down, RoundDone, Slow, Told, Up
from drivers.polling.settings import ReaderSettings

#: Times are told in whole microseconds; a reader's own delay beside the line's, seconds.
DIGITS, OWN_DELAY_S = 6, 0.001
COUNTED = ("antenna_faults", "strange_uids")


class RoundReadings:
    """One reader's rounds as readings. A round that shows what the one before showed is not told again."""

    def __init__(self, settings: ReaderSettings, is_uid: Callable[[str], bool]) -> None:
        self.counters: Counter[str] = Counter()
        self._settings = settings
        self._is_uid = is_uid
        self._state: str | None = None
        self._slow = self._up = False
        self._faults: dict[int, str] = {}
        self._lies: dict[int, tuple[str, ...]] = {}
        self._rounds: Counter[int] = Counter()

    def readings(self, told: Told, *, at: float) -> list[Reading]:
        """What a value of the conversation says, told at `at`."""
        match told:
            case Up():
                if not self._up:
                    self._lies.clear()  # its whole state follows
                    self._faults.clear()
                self._up, self._slow = True, False
                return self._told_state(at, {"firmware": told.firmware})
            case Slow():
                self._slow = True
                return self._told_state(at, {"reason": told.reason})
            case Down():
                return self.port_lost(told.reason, at=at)
            case RoundDone():
                return self._round(told)

    def port_lost(self, reason: str, *, at: float) -> list[Reading]:
        """The port is gone or was never there, or nobody answers on it."""
        self._up = False
        return self._told_state(at, {"reason": reason})

    def _round(self, done: RoundDone) -> list[Reading]:
        antenna, place = done.round.antenna, self._place(done.round.antenna)
        if not place:
            return []
        self._rounds[antenna] += 1
        if done.round.fault:
            self.counters["antenna_faults"] += 1
            self._faults[antenna] = done.round.fault
            return self._told_state(done.ended, {"reason": f"antenna {place}: {done.round.fault}"})
        self._faults.pop(antenna, None)
        told = self._told_state(done.ended)
        uids = tuple(sorted({uid for uid in done.round.uids if self._is_uid(uid)}))
        self.counters["strange_uids"] += len(set(done.round.uids)) - len(uids)
        if self._lies.get(antenna) == uids:
            return told
        self._lies[antenna] = uids
        middle, half = (done.began + done.ended) / 2, (done.ended - done.began) / 2
        scan = Scan(
            t=round(middle, DIGITS),
            r=round(max(done.ended, middle), DIGITS),
            u=round(half + OWN_DELAY_S, DIGITS),
            device=self._settings.device,
            at=place,
            tags=uids,
            extra={"round": self._rounds[antenna]},
        )
        return [*told, scan]

    def _place(self, antenna: int) -> str:
        places = self._settings.places
        return places[antenna] if antenna < len(places) else ""

    def _told_state(self, at: float, why: Mapping[str, Any] | None = None) -> list[Reading]:
        """The device's state, if it has changed."""
        state = "degraded" if self._slow or self._faults else "ready"
        state = state if self._up else "lost"
        if state == self._state:
            return []
        self._state = state
        return [DeviceState(t=round(at, DIGITS), u=0.0, device=self._settings.device, state=state, extra=why or {})]
