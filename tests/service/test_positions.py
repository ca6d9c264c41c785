"""A device tells again what it was not told to forget; each reading is taken once."""

from hypothesis import given
from hypothesis import strategies as st

from controller.model.readings import Scan
from controller.ports import Resume
from controller.service.positions import Positions


def scan(seq, *, boot=1, at="play.N", device="hub-1"):
    return Scan(t=float(seq or 0), device=device, boot=boot, seq=seq, at=at, tags=())


def test_a_reading_without_a_number_is_always_new():
    positions = Positions()

    assert [positions.take(scan(None)) for _ in range(2)] == [True, True]


def test_a_number_that_was_heard_is_not_new():
    positions = Positions()

    assert [positions.take(scan(seq)) for seq in (1, 2, 2, 1, 3)] == [True, True, False, False, True]


def test_of_several_readings_of_one_event_the_last_alone_is_numbered_and_all_are_taken():
    positions = Positions()
    event = [scan(None, at="play.N"), scan(1, at="play.E")]

    assert [positions.take(reading) for reading in event] == [True, True]


def test_a_device_that_started_again_counts_anew():
    positions = Positions()
    positions.take(scan(9))

    assert (positions.take(scan(1, boot=2)), positions.of("hub-1")) == (True, Resume(2, 1))


def test_after_a_restart_it_is_known_what_was_heard():
    positions, after = Positions(), Positions()
    positions.take(scan(9))
    after.restore(positions.as_json())

    assert (after.take(scan(9)), after.take(scan(10)), after.of("hub-2")) == (False, True, None)


@given(st.lists(st.integers(1, 30), max_size=60))
def test_whatever_is_sent_again_every_event_is_taken_once_and_in_order(starts):
    """The device sends from 1 up to 30, and at any moment goes back to where it was told to resume, or before."""
    positions, taken = Positions(), []
    for start in [1, *starts]:
        heard = positions.of("hub-1")
        begin = min(start, heard.seq + 1 if heard else 1)
        taken += [seq for seq in range(begin, min(begin + 7, 31)) if positions.take(scan(seq))]

    assert taken == list(range(1, len(taken) + 1))
