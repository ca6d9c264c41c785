"""A line whose ends have different speeds: something else is heard, never what was sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw_sim.uart import misheard


@given(st.binary(max_size=40))
def test_the_same_speed_at_both_ends_changes_nothing(data):
    assert misheard(data, sent=57600, heard=57600) == data


@given(st.binary(max_size=40), st.sampled_from([0.97, 1.03]))
def test_three_per_cent_off_is_still_understood(data, off):
    assert misheard(data, sent=57600, heard=round(57600 * off)) == data


def test_twice_as_fast_each_bit_is_heard_twice():
    # 55 is 0 1010 1010 1 on the line: every half-heard byte is 00 11 00 11 from its lowest bit.
    assert misheard(b"\x55", sent=57600, heard=115200)[:1] == b"\x66"


@pytest.mark.parametrize(("sent", "heard"), [(38400, 57600), (57600, 38400), (115200, 38400), (9600, 115200)])
def test_another_speed_is_not_understood(sent, heard):
    data = b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00"

    assert misheard(data, sent=sent, heard=heard) != data
