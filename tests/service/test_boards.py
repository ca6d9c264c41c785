"""Which deck a board's readings are opened with, and which others may turn up."""

import pytest

from controller.model.cards import PACK
from controller.model.reading_log import Deck
from controller.service.boards import BoardBook, TablePack


def pack(name, boards=None, set_name=None):
    deck = Deck(name, {f"{name}{place}": card for place, card in enumerate(PACK)})
    return TablePack(deck, None if boards is None else frozenset(boards), set_name)


def header(board, *packs):
    """The deck that is expected, and the others; a star for one that may be the board's."""
    found = BoardBook("2017", {}, packs).header(board, {}, first_event=0)
    own = found.get("deck", {}).get("id")
    return own, [other["id"] + ("*" if other.get("fits") else "") for other in found.get("decks", [])]


@pytest.mark.parametrize(
    ("packs", "expected"),
    [
        ([], (None, [])),
        ([pack("any")], ("any", [])),
        ([pack("seven", [7])], ("seven", [])),
        ([pack("eight", [8])], (None, ["eight"])),
        ([pack("eight", [8]), pack("seven", [7])], ("seven", ["eight"])),
        ([pack("eight", [8]), pack("any")], ("any", ["eight"])),
        # Decks of one set may have changed places.
        ([pack("seven", [7], "A"), pack("eight", [8], "A"), pack("other", [8], "B")], ("seven", ["eight*", "other"])),
        # Two sets have a board 7 each: which of them lies there is seen.
        ([pack("a7", [7], "A"), pack("b7", [7], "B"), pack("b8", [8], "B")], (None, ["a7*", "b7*", "b8*"])),
        ([pack("red"), pack("blue")], (None, ["red*", "blue*"])),
    ],
)
def test_board_7_has_the_deck_that_is_for_it(packs, expected):
    assert header(7, *packs) == expected
