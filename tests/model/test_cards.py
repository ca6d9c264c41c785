"""The pack."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.model.cards import PACK, Suit, card, cards, in_order, suit_of

packs = st.sampled_from(PACK)


def test_a_pack_is_52_different_cards_13_a_suit():
    assert (len(set(PACK)), {s: sum(c.suit is s for c in PACK) for s in Suit}) == (52, dict.fromkeys(Suit, 13))


@given(packs)
def test_a_card_is_found_by_its_text(c):
    assert card(c.text) is c


@given(packs)
def test_a_card_stays_itself_when_copied_or_stored(c):
    assert (copy.copy(c), copy.deepcopy(c), pickle.loads(pickle.dumps(c))) == (c, c, c)


def test_twenty_cards_are_honours():
    assert "".join(c.text[1] for c in PACK if c.is_honour) == "AKQJT" * 4


@pytest.mark.parametrize("text", ["", "S", "S1", "1S", "sa", "XA", "SAA", " SA", "S10", None, 7, ["SA"]])
def test_what_is_no_card_is_an_error(text):
    with pytest.raises(ValueError, match="no such card"):
        card(text)


@pytest.mark.parametrize("text", ["N", "s", "", "SH"])
def test_what_is_no_suit_is_an_error(text):
    with pytest.raises(ValueError, match="no such suit"):
        suit_of(text)


@given(st.lists(packs))
def test_a_printed_hand_goes_from_spades_to_clubs_and_from_aces_to_twos(some):
    assert in_order(some) == sorted(some, key=PACK.index)


def test_cards_in_the_order_given():
    assert [c.text for c in cards("HQ S2 HQ")] == ["HQ", "S2", "HQ"]


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError):
        card("SA").rank = 2
