"""Packs of cards with tags: each board has its own, as in a club; a UID as ISO 15693 readers give it (E004…)."""

from __future__ import annotations

from random import Random

from controller.model.cards import PACK, Card
from controller.model.reading_log import Deck

#: Manufacturer E004, chip 01; then the pack and the card. No two tags of a club are alike.
_CARD, _BOARD, _FOREIGN = "E0040150", "E00401F0", "E00401FF"


def deck_of(board: int) -> Deck:
    """The pack that lies in that board."""
    return Deck(f"pack-{board:02d}", {f"{_CARD}{board:04X}{i:04X}": card for i, card in enumerate(PACK, start=1)})


def tags_of(deck: Deck) -> dict[Card, str]:
    """Card to tag, the other way round."""
    return {card: tag for tag, card in deck.tags.items()}


def board_tag(board: int) -> str:
    """The tag that is glued to the board itself."""
    return f"{_BOARD}{board:08X}"


def foreign_tag(rng: Random) -> str:
    """A tag of no pack of ours: a travel card in a pocket, a card of another club."""
    return f"{_FOREIGN}{rng.randrange(1 << 32):08X}"


def shifted_tag(tag: str, rng: Random) -> str:
    """A UID read shifted by a few bits although its CRC was right, as neighbouring coils make it."""
    bits = rng.randrange(1, 8)
    number = int(tag, 16)
    return f"{((number << bits) | rng.randrange(1 << bits)) & 0xFFFFFFFFFFFFFFFF:016X}"
