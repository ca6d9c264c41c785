"""Deals for the formats of dealing machines: any deal, and one that can be written down by hand."""

from hypothesis import assume
from hypothesis import strategies as st

from controller.model.board import Deal
from controller.model.cards import PACK
from controller.model.seats import SEATS
from controller.records.board_record import BoardRecord

#: North has the spades, East the hearts, South the diamonds, West the clubs.
BY_SUITS = Deal({seat: frozenset(PACK[13 * i : 13 * i + 13]) for i, seat in enumerate(SEATS)})


@st.composite
def deals(draw):
    order = draw(st.permutations(PACK))
    deal = Deal({seat: frozenset(order[13 * i : 13 * i + 13]) for i, seat in enumerate(SEATS)})
    # The pack as it is sold stands for a board that has not been dealt.
    assume(deal != BY_SUITS)
    return deal


@st.composite
def sets(draw, *, most=3, highest=99):
    """Boards that follow each other, as a machine deals them."""
    some = draw(st.lists(deals(), min_size=1, max_size=most))
    first = draw(st.integers(1, highest - len(some) + 1))
    return tuple(BoardRecord(board=first + i, deal=deal) for i, deal in enumerate(some))
