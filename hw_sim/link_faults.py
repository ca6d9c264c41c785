"""What happens to readings between the reader and the controller: delay, a reader lost and back, clocks that are wrong.

For readings in virtual time; on a real tty the twin and `wire` do the same to bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

from controller.model import readings as rd
from hw_sim.physics import noise
from hw_sim.physics.noise import RareFaults

#: From capture to arrival on a sound link, seconds.
DELAY_S = (0.004, 0.03)
#: A controller notices a dead link after that many seconds of silence.
NOTICED_AFTER_S = 1.5
#: Uncertainty that a driver states for a clock that has just jumped, beside the jump itself.
AFTER_JUMP_U = 0.05
#: A jump is found out at the next question for the device's time.
FOUND_OUT_AFTER_S = 1.0


class LinkFaults:
    """The link of one table during one board."""

    def __init__(self, rare: RareFaults, rng: Random) -> None:
        self._rare = rare
        self._rng = rng

    def applied(
        self, readings: Iterable[rd.Reading], length: float, *, cut: tuple[float, float] | None = None
    ) -> Iterator[rd.Reading]:
        """The readings as the controller has them in a log of `length` seconds. `cut`: the cable was loose then."""
        lost = self._window(self._rare.reader_lost, noise.READER_LOST_S, length) if cut is None else cut
        held = self._window(self._rare.late_arrival, noise.LATE_ARRIVAL_S, length)
        jump_at = self._rng.uniform(0.1, 0.9) * length
        jump = self._rng.uniform(-1, 1) * self._rare.clock_jump_s
        if lost is not None:
            yield rd.DeviceState(t=lost[0] + NOTICED_AFTER_S, device="hub", state="lost")
            yield rd.DeviceState(t=lost[1], device="hub", state="ready")
        answers: dict[str, rd.Scan] = {}
        for reading in readings:
            if isinstance(reading, rd.Entered):
                yield reading
                continue
            if lost is not None and lost[0] <= reading.t < lost[1]:
                if isinstance(reading, rd.Scan):
                    answers[reading.at] = reading
                    continue
                # Boxes and keys are kept by the hub: they arrive when the link is back, captured when they happened.
                yield replace(reading, r=round(lost[1] + 0.1, 4))
                continue
            if lost is not None and reading.t >= lost[1] and answers:
                yield from (replace(scan, t=lost[1], r=round(lost[1] + 0.1, 4)) for scan in answers.values())
                answers = {}
            yield self._clocked(self._delayed(reading, held), jump_at, jump)

    def _window(self, rate: float, span: tuple[float, float], length: float) -> tuple[float, float] | None:
        if rate <= 0 or self._rng.random() >= rate:
            return None
        began = round(self._rng.uniform(0.1, 0.9) * length, 4)
        return began, round(began + self._rng.uniform(*span), 4)

    def _delayed(self, reading: rd.Reading, held: tuple[float, float] | None) -> rd.Reading:
        arrival = reading.t + self._rng.uniform(*DELAY_S)
        if held is not None and held[0] <= reading.t < held[1]:
            arrival = held[1] + (reading.t - held[0]) / 1000
        return replace(reading, r=round(arrival, 4))

    def _clocked(self, reading: rd.Reading, jump_at: float, jump: float) -> rd.Reading:
        """Drift is measured and taken out all the time; a jump stands uncorrected until the next look at the clock."""
        error = self._rare.clock_ppm * 1e-6 * FOUND_OUT_AFTER_S
        if jump and jump_at <= reading.t < jump_at + FOUND_OUT_AFTER_S:
            shown = max(0.0, reading.t + error + jump)
            return replace(reading, t=round(shown, 4), u=round(abs(jump) + AFTER_JUMP_U, 4))
        return replace(reading, t=round(reading.t + error, 4)) if error else reading
