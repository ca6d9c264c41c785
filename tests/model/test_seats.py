"""The rotation: clockwise, four seats, two sides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.model.seats import SEATS, Seat, Side, rotation

seats = st.sampled_from(SEATS)


@pytest.mark.parametrize(
    ("seat", "lho", "partner", "rho", "side"),
    [("N", "E", "S", "W", "NS"), ("E", "S", "W", "N", "EW"), ("S", "W", "N", "E", "NS"), ("W", "N", "E", "S", "EW")],
)
def test_who_sits_where(seat, lho, partner, rho, side):
    here = Seat[seat]
    assert (here.lho, here.partner, here.rho, here.side) == (Seat[lho], Seat[partner], Seat[rho], Side[side])


@given(seats)
def test_two_places_on_sits_partner(seat):
    assert seat.lho.lho is seat.partner


@given(seats)
def test_lho_of_rho_is_oneself(seat):
    assert seat.rho.lho is seat


@given(seats, seats)
def test_counting_the_places_to_a_seat_leads_there(here, there):
    assert rotation(here)[here.to(there)] is there


@given(seats)
def test_partners_are_of_one_side_and_the_opponents_of_the_other(seat):
    assert (seat.partner.side, seat.lho.side, seat.rho.side) == (seat.side, seat.side.other, seat.side.other)


@given(st.sampled_from(Side))
def test_a_side_is_its_two_seats(side):
    assert [seat for seat in SEATS if seat.side is side] == list(side.seats)
