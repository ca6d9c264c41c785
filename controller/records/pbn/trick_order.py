"""The order of a trick where the columns of PBN's play section do not tell it."""

from __future__ import annotations

from typing import NamedTuple

from controller.model.seats import Seat


class TrickOrder(NamedTuple):
    """Who led to a trick, and the seats in the order in which they played."""

    leader: Seat
    seats: tuple[Seat, ...]
