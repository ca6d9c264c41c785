"""Laws 16, 73, 81 and 90: time. Only where the organiser asks for it, and only ever noted."""

import pytest
from support.build import auction, board
from support.table import EDITIONS, after

from controller.model.events import DirectorCalled, Gap
from controller.model.regulations import Regulations

LONG_CALL, LONG_PLAY, SLOW = "call_tempo_outlier", "play_tempo_outlier", "slow_play"
WATCHED = Regulations(tempo_sigma=3.0)
#: Every bid there is but the last few: North's ninth is his long one.
CALLS = (
    "1C 1D 1H 1S 1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 3NT 4C 4D 4H 4S 4NT 5C 5D 5H 5S 5NT 6C 6D 6H 6S 6NT 7C 7D 7H 7S 7NT"
)


def timed(calls: str, *seconds: float, start: float = 0.0, first: str = "N"):
    """Calls in rotation, each so many seconds after the one before."""
    events, now = [], start
    for made, took in zip(auction(f"{first}: {calls}"), seconds, strict=True):
        now += took
        events.append(type(made)(seat=made.seat, call=made.call, t=now))
    return events


def long_auction(last: float, *before: object):
    """Thirty-two calls at two seconds each, and North's next after `last` seconds."""
    words = CALLS.split()
    return [*timed(" ".join(words[:32]), *[2.0] * 32), *before, *timed(words[32], last, start=64.0)]


@pytest.mark.parametrize("laws", EDITIONS)
class TestACallThatTookLong:
    def test_is_noted_by_a_table_that_is_to_watch_for_it(self, laws):
        found = after(board(1), long_auction(20.0), laws=laws, regulations=WATCHED).raised[-1]
        assert (found.kind, found.seat.name, found.attention.value, found.options) == (LONG_CALL, "N", "log", ())
        assert dict(found.facts) == {"seconds": 20.0, "usual": 2.0}

    def test_is_not_noted_otherwise(self, laws):
        assert after(board(1), long_auction(20.0), laws=laws).kinds == []

    def test_is_not_noted_when_it_was_much_as_usual(self, laws):
        assert after(board(1), long_auction(3.0), laws=laws, regulations=WATCHED).kinds == []

    def test_is_not_noted_of_a_player_hardly_known(self, laws):
        few = timed("1C 1D 1H 1S 1NT", 2, 2, 2, 2, 60)
        assert after(board(1), few, laws=laws, regulations=WATCHED).kinds == []

    @pytest.mark.parametrize("between", [DirectorCalled(t=70.0), Gap(reason="restart", t=70.0)])
    def test_is_not_noted_when_something_else_took_the_time(self, laws, between):
        assert after(board(1), long_auction(20.0, between), laws=laws, regulations=WATCHED).kinds == []

    def test_is_measured_against_earlier_boards_of_the_same_pair_too(self, laws):
        first = [board(1, pairs={"NS": 3, "EW": 4}), *long_auction(2.0)]
        first += timed("P P P", 2, 2, 2, start=66.0, first="E")
        second = timed("1C 1D 1H 1S 1NT", 2, 2, 2, 2, 20)
        same = after(first, board(5, pairs={"NS": 3, "EW": 9}), second, laws=laws, regulations=WATCHED)
        other = after(first, board(5, pairs={"NS": 7, "EW": 4}), second, laws=laws, regulations=WATCHED)
        assert LONG_CALL in same.kinds
        assert LONG_CALL not in other.kinds


@pytest.mark.parametrize("laws", EDITIONS)
class TestSlowPlay:
    regulations = Regulations(slow_play_s=60.0)

    def test_is_noted_once_when_the_board_has_taken_too_long(self, laws):
        story = after(board(1), timed("1C 1D 1H 1S", 30, 29, 2, 2), laws=laws, regulations=self.regulations)
        assert [(f.kind, f.seat, f.attention.value) for f in story.raised] == [(SLOW, None, "log")]

    def test_counts_five_seconds_for_events_without_a_time(self, laws):
        story = after(
            board(1), auction("N: 1C 1D 1H 1S 1NT 2C 2D 2H 2S 2NT 3C 3D"), laws=laws, regulations=self.regulations
        )
        assert story.kinds == []
        assert after(
            *[board(1), auction("N: 1C 1D 1H 1S 1NT 2C 2D 2H 2S 2NT 3C 3D 3H")], laws=laws, regulations=self.regulations
        ).kinds == [SLOW]

    def test_is_not_concluded_across_a_gap(self, laws):
        events = [board(1), Gap(reason="restart", t=10.0), *timed("1C 1D", 40, 40)]
        assert after(events, laws=laws, regulations=self.regulations).kinds == []

    def test_begins_anew_with_every_board(self, laws):
        events = [board(1), *timed("1C 1D", 25, 25), board(2), *timed("P P", 25, 25)]
        assert SLOW not in after(events, laws=laws, regulations=self.regulations).kinds
