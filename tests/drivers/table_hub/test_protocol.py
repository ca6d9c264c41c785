"""Wire values of a hub as readings: places, calls, keys, boards, times, and the state of the device."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.hub_readings import ACE, INFO, TWO, Hub, bare

from controller.model.readings import (
    BoardTag,
    DeviceState,
    Scan,
    TagGone,
    TagSeen,
)
from drivers.table_hub.protocol import HubReadings
from drivers.table_hub.settings import hub_settings
from firmware_bridge import (
    DeviceRebooted,
    DownReason,
    EventsLost,
    LinkDegraded,
    LinkDown,
    LinkRecovered,
    LinkUp,
    TimeSample,
    UnknownMessage,
    messages,
)
from firmware_bridge.messages import Pong

# -- cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("antenna", "place"),
    [(0, "play.N"), (1, "play.E"), (3, "play.W"), (4, "spread.N"), (8, "pocket.N"), (11, "pocket.W"), (12, "board")],
)
def test_an_antenna_is_a_place(antenna, place):
    assert bare(Hub().hear(messages.TagSet(antenna, 1, 0, 1, (ACE,)))) == [
        Scan(t=0, at=place, tags=("E00401500A000001",))
    ]


def test_the_settings_say_which_antenna_is_which_place():
    hub = Hub(antennas=["board", "", "spread.S"])

    assert bare(hub.hear(messages.TagSet(2, 1, 0, 1, ()))) == [Scan(t=0, at="spread.S", tags=())]


@pytest.mark.parametrize("antenna", [1, 3, 255])
def test_an_antenna_without_a_place_is_counted(antenna):
    hub = Hub(antennas=["board", "", "spread.S"])

    assert hub.hear(messages.TagArrive(antenna, 0, 1, ACE)) == []
    assert hub.counters == {"unknown_antennas": 1}


def test_a_scan_carries_all_its_tags_and_the_number_of_its_round():
    (scan,) = Hub().hear(messages.TagSet(0, 41, 0, 1, (ACE, TWO)))

    assert scan.tags == ("E00401500A000001", "E00401500A000002")
    assert scan.extra == {"round": 41}


def test_a_scan_in_parts_is_one_reading_with_the_number_of_its_last_part():
    hub = Hub()

    assert hub.hear(messages.TagSet(4, 9, 0, 2, (ACE,))) == []
    (scan,) = hub.hear(messages.TagSet(4, 9, 1, 2, (TWO,)))
    assert scan.tags == ("E00401500A000001", "E00401500A000002")
    assert scan.seq == 2


def test_a_tag_that_comes_and_goes():
    hub = Hub()
    seen = hub.hear(messages.TagArrive(2, -45, 3, ACE)) + hub.hear(messages.TagDepart(2, 9, ACE))

    assert bare(seen) == [
        TagSeen(t=0, at="play.S", tag="E00401500A000001", rssi=-45.0),
        TagGone(t=0, at="play.S", tag="E00401500A000001"),
    ]


def test_a_signal_strength_that_was_not_measured_is_not_told():
    (seen,) = Hub().hear(messages.TagArrive(2, 0, 3, ACE))

    assert seen.rssi is None


# -- the board ---------------------------------------------------------------------------------


def test_a_board_comes_and_goes():
    hub = Hub()
    told = hub.hear(messages.BoardTag(1, 7, ACE)) + hub.hear(messages.BoardTag(0, 0, b""))

    assert bare(told) == [BoardTag(t=0, board=7), BoardTag(t=0, board=None)]


def test_a_board_whose_tag_holds_no_number_is_looked_up():
    hub = Hub(boards={"e00401500a000001": 12})

    assert bare(hub.hear(messages.BoardTag(1, 0, ACE))) == [BoardTag(t=0, board=12)]


def test_the_same_board_again_is_no_news():
    hub = Hub()
    hub.hear(messages.BoardTag(1, 7, ACE))

    assert hub.hear(messages.BoardTag(1, 7, ACE)) == []


def test_no_board_is_told_once_at_the_beginning():
    hub = Hub()

    assert bare(hub.hear(messages.BoardTag(0, 0, b""))) == [BoardTag(t=0, board=None)]
    assert hub.hear(messages.BoardTag(0, 0, b"")) == []


# -- times -------------------------------------------------------------------------------------


def test_a_reading_has_capture_time_arrival_and_uncertainty():
    (shown,) = Hub().hear(messages.CallButton(0, 3, 1), tick=1_000_000, at=101.5)

    assert shown.t == pytest.approx(101.0, abs=0.0001)
    assert shown.r == 101.5
    assert shown.u == pytest.approx(0.0011, abs=0.0001)


def test_nothing_is_captured_after_it_arrived():
    (shown,) = Hub().hear(messages.CallButton(0, 3, 1), tick=1_500_000, at=101.4999)

    assert shown.t == shown.r == 101.4999


def test_a_rebooted_hub_has_a_new_clock():
    hub = Hub()
    hub.tell(DeviceRebooted(7, 8, 1, undelivered=3), at=200.0)
    hub.tell(TimeSample(199.999, 200.001, 5_000_000, 5_000_000), at=200.0)
    hub.tell(LinkUp(INFO, resumed=False), at=200.0)
    (shown,) = hub.hear(messages.CallButton(0, 3, 1), tick=5_500_000, at=201.0)

    assert shown.t == pytest.approx(200.5, abs=0.0001)
    assert hub.counters == {"reboots": 1, "events_lost": 3}


def test_a_jump_of_the_clock_is_counted():
    hub = Hub()
    for second in (1, 2, 3):
        hub.tell(
            TimeSample(100.0 + second, 100.002 + second, 50_000_000 + second * 1_000_000, 50_000_000 + second * 10**6)
        )

    assert hub.counters == {"clock_jumps": 1}


# -- the device --------------------------------------------------------------------------------


def states(readings):
    return [reading.state for reading in readings if isinstance(reading, DeviceState)]


def test_a_hub_that_is_up_is_ready():
    (ready,) = Hub().first

    assert (ready.state, ready.device, ready.t) == ("ready", "hub-7", 100.0)
    assert ready.extra == {"firmware": "hub 1.0.0", "resumed": False}


def test_silence_is_degraded_and_hearing_again_ready():
    hub = Hub()

    assert states(hub.tell(LinkDegraded(0.6)) + hub.tell(LinkRecovered())) == ["degraded", "ready"]


def test_a_lost_hub_is_told_once_with_the_reason():
    hub = Hub()
    told = (
        hub.tell(LinkDegraded(0.6))
        + hub.tell(LinkDown(DownReason.SILENT, "nothing heard for 1.5 s"))
        + hub.readings.port_lost("read: the device is gone", at=102.0)
        + hub.tell(LinkDown(DownReason.UNPLUGGED))
    )

    assert states(told) == ["degraded", "lost"]
    assert told[-1].extra == {"reason": "silent: nothing heard for 1.5 s"}


def test_a_hub_that_was_never_there_is_lost():
    readings = HubReadings(hub_settings({"device": "hub-7", "port": "/dev/ttyX"}))

    assert states(readings.port_lost("no such file", at=1.0) + readings.port_lost("no such file", at=2.0)) == ["lost"]


def test_lost_events_make_the_hub_degraded_until_its_whole_state_is_told():
    hub = Hub()
    told = hub.tell(EventsLost(7, 3, 6)) + hub.hear(messages.SnapshotBegin(2)) + hub.hear(messages.SnapshotEnd(2))

    assert states(told) == ["degraded", "ready"]
    assert told[0].extra == {"reason": "events 3 to 6 lost"}
    assert hub.counters == {"events_lost": 4}


def test_a_broken_antenna_makes_the_hub_degraded_until_it_works_again():
    hub = Hub()
    told = (
        hub.hear(messages.ReaderError(2, 1))
        + hub.hear(messages.ReaderError(3, 9))
        + hub.hear(messages.ReaderError(2, 0))
        + hub.hear(messages.ReaderError(3, 0))
    )

    assert states(told) == ["degraded", "ready"]
    assert told[0].extra == {"reason": "antenna play.S: silent"}
    assert hub.counters == {"reader_errors": 2}


def test_a_new_session_forgets_old_faults():
    hub = Hub()
    hub.hear(messages.ReaderError(2, 1))
    told = hub.tell(LinkDown(DownReason.UNPLUGGED)) + hub.tell(LinkUp(INFO, resumed=True))

    assert states(told) == ["lost", "ready"]


def test_half_a_tag_set_from_before_the_cable_was_pulled_is_not_joined_to_one_after():
    hub = Hub()
    hub.hear(messages.TagSet(4, 9, 0, 2, (ACE,)))
    hub.tell(LinkDown(DownReason.RESTARTED))
    hub.tell(DeviceRebooted(7, 8, 0, 0))
    hub.tell(TimeSample(99.999, 100.001, 0, 0))
    hub.tell(LinkUp(INFO, resumed=False))

    assert hub.hear(messages.TagSet(4, 9, 1, 2, (TWO,))) == []


def test_half_a_tag_set_is_completed_when_the_session_is_resumed():
    hub = Hub()
    hub.hear(messages.TagSet(4, 9, 0, 2, (ACE,)))
    hub.tell(LinkDown(DownReason.UNPLUGGED))
    hub.tell(LinkUp(INFO, resumed=True))

    assert [scan.tags for scan in hub.hear(messages.TagSet(4, 9, 1, 2, (TWO,)))] == [(
        "E00401500A000001",
        "E00401500A000002",
    )]  # fmt: skip


def test_an_unknown_message_is_counted_and_a_pong_is_nothing():
    hub = Hub()

    assert hub.tell(UnknownMessage(7, 1, 0, b"\x7f")) + hub.tell(Pong(1)) == []
    assert hub.counters == {"unknown_messages": 1}


BYTES = st.integers(0, 255)


BODIES = st.one_of(
    st.builds(messages.TagArrive, BYTES, st.integers(-128, 127), BYTES, st.binary(max_size=10)),
    st.builds(messages.TagDepart, BYTES, BYTES, st.binary(max_size=10)),
    st.builds(messages.TagSet, BYTES, BYTES, BYTES, BYTES, st.lists(st.binary(max_size=10)).map(tuple)),
    st.builds(messages.ReaderError, BYTES, BYTES),
    st.builds(messages.CallButton, BYTES, BYTES, BYTES),
    st.builds(messages.Key, BYTES, BYTES, st.text(st.characters(max_codepoint=127))),
    st.builds(messages.BoardTag, BYTES, st.integers(0, 65535), st.binary(max_size=10)),
    st.builds(messages.BoxState, BYTES, st.binary(max_size=10)),
    st.builds(messages.SnapshotBegin, BYTES),
    st.builds(messages.SnapshotEnd, BYTES),
)


@given(st.lists(st.tuples(BODIES, st.integers(0, 2**32 - 1))))
@settings(deadline=None, derandomize=True)
def test_nothing_that_a_hub_says_raises(said):
    hub = Hub()
    for body, tick in said:
        for reading in hub.hear(body, tick):
            assert reading.t <= reading.arrival
            assert reading.uncertainty >= 0
