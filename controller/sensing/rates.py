"""What is measured of a table's readers while it runs, and what a supposition about them costs.

A cost is minus the logarithm of a measured rate (nats). No reading is kept here and nothing is decided here.
"""

from __future__ import annotations

from math import ceil, exp, log

from controller.sensing.rounds import Rounds
from controller.sensing.settings import SensingSettings

#: No reader is beyond belief: misses, and misses after misses, are believed to be as frequent as this at most …
_WORST_MISS, _WORST_RUN = 0.6, 0.8
#: … and as rare as this at least.
_LEAST_MISS = 1e-4
#: A tag is taken to have gone when there is one chance in a hundred that it only missed.
_ONLY_MISSED = 0.01
#: How much the guess weighs that a miss says nothing of the next round, in misses.
_RUN_WEIGHT = 20.0
#: A card put down is picked up, carried and read again within so many missed rounds at least, and at most.
_FORGET_ROUNDS = (2, 8)
#: How quickly a long delay of the link is forgotten, a reading; a longer one than that is a stall …
_DELAY_DECAY = 0.9998
_LONGEST_DELAY_S = 0.5
#: … which is believed to come again for a while: half of it after so long. No stall counts for more than this, seconds.
_STALL_HALVED_S = 5.0
_LONGEST_STALL_S = 10.0
#: So much of the link's delay is part of an unlawful act's wait, not added to it, seconds.
_DELAY_WITHIN_HOLD_S = 0.2
#: An answer that would have come with the longest delay measured may come a little later still.
_DELAY_SPARE = (1.1, 0.02)
#: A reader that keeps track of tags itself may wait so many silent rounds before it says that one has gone …
_PATIENT_ROUNDS = 2
#: … until tags were seen there for less than so many rounds, so many times: it says so at once.
_SHORT_ROUNDS, _SHORT_RUNS = 1.7, 2
#: People's pace varies too much to say more than this, in nats.
_PACE_WEIGHT = 0.7
#: With hardly a miss measured, late reads are still believed to happen, at this part of the usual rate.
_LEAST_SCALE = 0.15


class Rates:
    """Misses, rounds, delays and pace of one table, measured; costs in nats."""

    def __init__(self, settings: SensingSettings) -> None:
        self._settings = settings
        self.rounds = Rounds(settings.round_s)
        self._longest_delay = settings.link_delay_s
        #: The latest stall of the link, and when it was measured.
        self._stall, self._stalled_at = 0.0, 0.0
        #: The usual time from one card to the next at this table, None until it is known.
        self.pace: float | None = None
        self._hits = 0.0
        self._misses = 0.0
        self._runs = 0.0
        self._longest_late = 0.0
        self._short_runs = 0
        self._unread = 0
        self._cards = 0
        #: Rounds of silence after which a tag is gone, as of these hits, misses and runs: it is asked for all the time.
        self._forget_as_of: tuple[float, float, float] | None = None
        self._forget_rounds = 0.0

    # -- measured ---------------------------------------------------------------------------------

    def arrived(self, delay: float, *, at: float) -> None:
        """A reading came so long after its capture, at that time."""
        self._longest_delay = max(self._longest_delay * _DELAY_DECAY, min(delay, _LONGEST_DELAY_S))
        if self._stall or delay > _LONGEST_DELAY_S:
            left = self._stall * 0.5 ** ((at - self._stalled_at) / _STALL_HALVED_S)
            stall = min(max(left, delay), _LONGEST_STALL_S)
            self._stall, self._stalled_at = (stall, at) if stall > self._longest_delay else (0.0, at)

    def answered(self, tag_rounds: float) -> None:
        """So many times a resting tag answered."""
        self._hits += tag_rounds

    def missed(self, rounds: float) -> None:
        """A resting tag did not, so many rounds running."""
        self._misses += rounds
        self._runs += min(1.0, rounds)

    def seen_for(self, seconds: float) -> None:
        """A reader that keeps track itself saw a tag for so long and then said that it had gone."""
        self._short_runs += seconds < _SHORT_ROUNDS * self.period

    def was_late(self, seconds: float) -> None:
        """A card turned out to have been read so late; beyond any weak field it was not read until moved."""
        self._longest_late = max(self._longest_late, seconds)
        self._unread += seconds > self._settings.late_tail_worst_s

    def told_card(self) -> None:
        """One card more has been told."""
        self._cards += 1

    def played_after(self, seconds: float) -> None:
        """A card followed the one before in its turn after so long."""
        if 0.1 < seconds < 20:
            self.pace = seconds if self.pace is None else self.pace + 0.1 * (seconds - self.pace)

    @property
    def delay(self) -> float:
        """So long after a round its answer has come if there was one to tell."""
        factor, more = _DELAY_SPARE
        return self.longest_delay * factor + more

    @property
    def longest_delay(self) -> float:
        """The longest delay measured lately."""
        return max(self._longest_delay, self._stall)

    @property
    def miss(self) -> float:
        """The rate at which a resting tag misses a round."""
        s = self._settings
        return min(_WORST_MISS, (self._misses + s.miss * s.miss_weight) / (self._hits + self._misses + s.miss_weight))

    @property
    def missed_again(self) -> float:
        """The rate at which a tag that has just missed a round misses the next one, too."""
        more = self._misses - self._runs
        rate = (more + self.miss * _RUN_WEIGHT) / (self._misses + _RUN_WEIGHT)
        return min(_WORST_RUN, max(self.miss, rate))

    @property
    def period(self) -> float:
        """An inventory round of the slowest antenna."""
        return self.rounds.period

    # -- what follows -----------------------------------------------------------------------------

    @property
    def forget_s(self) -> float:
        """A tag silent for longer than this is not there any more: one chance in a hundred that it only missed."""
        as_of = (self._hits, self._misses, self._runs)
        if as_of != self._forget_as_of:
            self._forget_as_of = as_of
            rounds = ceil(self._rounds_silent(-log(_ONLY_MISSED)))
            self._forget_rounds = min(max(rounds, _FORGET_ROUNDS[0]), _FORGET_ROUNDS[1]) + 0.5
        return self._forget_rounds * self.period

    @property
    def patience_s(self) -> float:
        """So long before a reader that keeps track itself says that a tag has gone, its last answer may have been."""
        return 0.0 if self._short_runs >= _SHORT_RUNS else _PATIENT_ROUNDS * self.period

    @property
    def late(self) -> float:
        """The rate at which a card is read late: with the misses, for both come of weak fields."""
        return self._settings.late * max(_LEAST_SCALE, self.miss / self._settings.miss)

    @property
    def unread(self) -> float:
        """The rate at which a card is not read until the next one moves it."""
        weight = self._settings.unread_weight
        return (self._unread + self._settings.unread * weight) / (self._cards + weight)

    @property
    def tail(self) -> float:
        """How late a card is read at most."""
        s = self._settings
        grown = s.late_tail_s * max(1.0, self.miss / s.miss) ** 0.25
        return float(min(s.late_tail_worst_s, max(grown, 1.2 * self._longest_late)))

    @property
    def hold_unlawful(self) -> float:
        """How long an unlawful act waits from rest for a reading that would explain it."""
        return max(self.hold_in_time, self.tail)

    @property
    def hold_in_time(self) -> float:
        """The same where nothing is read late: the link's delay comes on top of it, and is part of the wait."""
        return self._settings.hold_unlawful_s - min(self.delay, _DELAY_WITHIN_HOLD_S)

    @property
    def hold_fourth(self) -> float:
        """How long a fourth hand's card waits, from its first answer, for an earlier one of the same hand."""
        return self.tail - self._settings.fourth_spare_s

    @property
    def uncertainty(self) -> float:
        """Two cards that began to answer nearer than this may have been put down in either order."""
        return self.period + 0.1

    # -- costs ------------------------------------------------------------------------------------

    def lateness(self, seconds: float, tail: float | None = None) -> float:
        """A card was read for the first time so long after the first round in which it could have been.

        `tail`: how late a card is read at most, where that is not what has been measured.
        """
        if seconds <= 0:
            return 0.0
        rounds = max(1.0, seconds / self.period)
        return -log(
            exp(-self.silence(rounds * self.period))
            + self.late * max(0.0, 1 - seconds / (tail or self.tail))
            + self.unread
        )

    def never_read(self, seconds: float) -> float:
        """A card has lain there for so long and has not been read yet."""
        return self.lateness(max(seconds, 1e-3))

    def silence(self, seconds: float) -> float:
        """How unlikely it is that a tag which lies there has been silent for so long."""
        rounds = max(0.0, seconds / self.period)
        first = -log(max(self.miss, _LEAST_MISS))
        return first * min(rounds, 1.0) - log(self.missed_again) * max(0.0, rounds - 1.0)

    def silent_for(self, nats: float) -> float:
        """How long a tag has to be silent for that to be so unlikely if it lies there."""
        return self._rounds_silent(nats) * self.period

    def _rounds_silent(self, nats: float) -> float:
        first, again = -log(max(self.miss, _LEAST_MISS)), -log(max(self.missed_again, _LEAST_MISS))
        return nats / first if nats <= first else 1.0 + (nats - first) / again

    def two_in(self, seconds: float) -> float:
        """How much less likely it is that two players acted within so long than that one did, in nats."""
        if self.pace is None:
            return 0.0
        ratio = log(max(seconds, 0.05) / self.pace)
        one, two = ratio**2 / 0.72, (ratio - log(2)) ** 2 / 0.5
        return min(_PACE_WEIGHT, max(-_PACE_WEIGHT, two - one))
