"""Files of decks: 52 cards, each with a tag of its own, in JSON and as a table; what is wrong is named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.model.cards import PACK
from controller.model.errors import LogError
from controller.model.reading_log import Deck
from controller.records.deck_files import TablePack, check_decks, print_decks_csv, print_decks_json, read_decks

WHOLE = {"id": "a", "tags": {f"E0{place:02X}": card.text for place, card in enumerate(PACK)}}
TAGS_OF_51 = {f"F0{place:02X}": card.text for place, card in enumerate(PACK[:-1])}
ROWS = [f"a,{card.text},E0{place:02X},1-4 7,A" for place, card in enumerate(PACK)]
TABLE = "deck,card,tag,boards,set\n" + "\n".join(ROWS) + "\n"


def deck(name, first=0):
    return Deck(name, {f"{first + place:08X}": card for place, card in enumerate(PACK)})


_NAMES = st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1, max_size=8).map(str.strip)
_BOARDS = st.none() | st.frozensets(st.integers(1, 999), min_size=1, max_size=6)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(_NAMES, _BOARDS, st.none() | _NAMES), min_size=1, max_size=3, unique_by=lambda t: t[0]).filter(
        lambda some: all(name and name.isprintable() and s != "" and (s or "-").isprintable() for name, _, s in some)
    )
)
def test_decks_come_back_as_they_were_written(given_decks):
    packs = tuple(
        TablePack(deck(name, 100 * i), boards, set_name) for i, (name, boards, set_name) in enumerate(given_decks)
    )
    assert read_decks(print_decks_json(packs), "f.json") == packs
    assert read_decks(print_decks_csv(packs), "f.csv") == packs
    assert print_decks_csv(read_decks(print_decks_csv(packs), "f.csv")) == print_decks_csv(packs)


def test_a_table_as_a_spreadsheet_saves_it():
    text = "\ufeffTag,Card,Deck\r\n" + "".join(f"e0{p:02x}, {c.text.lower()} ,blue\r\n" for p, c in enumerate(PACK))

    assert read_decks(text.encode() + b"\r\n", "f.CSV") == (TablePack(Deck("blue", read_of(WHOLE))),)


@pytest.mark.parametrize("mark", [";", "\t"])
def test_cells_may_be_parted_as_spreadsheets_do_it_elsewhere(mark):
    assert read_decks(TABLE.replace(",", mark).encode(), "f.csv") == read_decks(TABLE.encode(), "f.csv")


def read_of(pack):
    return read_decks(json.dumps(pack).encode(), "f.json")[0].deck.tags


def test_boards_are_numbers_and_spans_and_the_set_is_a_name():
    (pack,) = read_decks(TABLE.encode(), "f.csv")

    assert (pack.boards, pack.set_name) == (frozenset((1, 2, 3, 4, 7)), "A")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "f.json: not JSON"),
        ("[" * 100_000, "f.json: not JSON"),
        ("[]", "f.json: no pack stands there"),
        ("[7]", "f.json, pack 1: a pack is an object"),
        ('{"id": "a"}', "f.json, pack 1: id is a text, tags an object"),
        ('{"id": " a", "tags": {}}', "f.json, pack 1: id is a text"),
        ('{"id": "a", "tags": {}, "colour": "blue"}', "f.json, pack 1: a pack is an object"),
        ('{"id": "a", "tags": {"E1": "1S"}}', r"f.json, pack 1, field 'tags\.E1': no such card: '1S'"),
        ('{"id": "a", "tags": {"X1": "SA"}}', "f.json, pack 1, field 'tags': 'X1' is no tag"),
        (
            '{"id": "a", "tags": {"E1": "SA", "e1": "HQ"}}',
            r"pack 1, field 'tags': tag E1 stands there twice \(SA and HQ\)",
        ),
        ('{"id": "a", "tags": {"E1": "SA", "E1": "HQ"}}', r"tag E1 stands there twice \(SA and HQ\)"),
        (json.dumps(WHOLE | {"boards": 7}), "f.json, pack 1, field 'boards': 7 is not a list"),
        (json.dumps(WHOLE | {"boards": [True]}), "pack 1, field 'boards': .* is not a list"),
        (json.dumps(WHOLE | {"boards": []}), "pack 1, field 'boards': .* is not a list"),
        (json.dumps(WHOLE | {"set": 1}), "pack 1, field 'set': 1 is not the name of a set"),
        (json.dumps([WHOLE, {"id": "b", "tags": TAGS_OF_51}]), "pack 2, field 'tags': no tag for C2"),
        (json.dumps({"id": "b", "tags": TAGS_OF_51 | {"E9": "SA"}}), "no tag for C2; two tags for SA"),
        ('{"id": "b", "tags": {}}', "no tag for SA, SK, SQ, SJ, ST and 47 more"),
        (json.dumps([WHOLE, WHOLE]), "f.json, deck a: there is a deck of that name already"),
        (json.dumps([WHOLE, WHOLE | {"id": "b"}]), r"deck b, field 'tags': tag E000 \(SA\) is also the SA of deck a"),
    ],
)
def test_a_deck_that_is_wrong_names_file_pack_and_field(text, said):
    with pytest.raises(LogError, match=said):
        read_decks(text.encode(), "f.json")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"f\.csv: no pack stands there"),
        ("deck card tag\n", r"f\.csv, line 1, field 'deck card tag': the first line names the columns"),
        ("deck,card\n", r"f\.csv, line 1, field 'tag': the first line names the columns deck, card, tag"),
        ("deck,deck,card,tag\n", r"f\.csv, line 1: the first line names"),
        (TABLE + "a,SA\n", r"f\.csv, line 54: 2 cells, not 5"),
        (TABLE + 'a,"SA\n', r"f\.csv, line 54: not a table"),
        (TABLE + "a,S1,E100,1-4 7,A\n", r"f\.csv, line 54, field 'card': no such card: 'S1'"),
        (TABLE + "a,SA,?,1-4 7,A\n", r"f\.csv, line 54, field 'tag': '\?' is no tag"),
        (TABLE + ",SA,E100,1-4 7,A\n", r"f\.csv, line 54, field 'deck': is no name"),
        (TABLE + "a,SA,E100,1-4,A\n", r"f\.csv, line 54, field 'boards': other boards or another set"),
        (TABLE + "a,SA,E100,1-4 7,B\n", r"f\.csv, line 54, field 'set': other boards or another set"),
        (TABLE + "a,SA,E100,1-4 7,A\n", r"f\.csv, deck a, field 'tags': two tags for SA"),
        (TABLE.replace("1-4 7", "4-1"), r"f\.csv, deck a, field 'boards': '4-1' is neither a board nor a span"),
    ],
)
def test_a_table_that_is_wrong_names_file_line_and_field(text, said):
    with pytest.raises(LogError, match=said):
        read_decks(text.encode(), "f.csv")


def test_a_file_that_is_no_text_names_the_byte():
    with pytest.raises(LogError, match=r"f\.json: not text in UTF-8 \(byte 1\)"):
        read_decks(b"[\xff", "f.json")


def test_no_tag_is_in_decks_of_two_files_and_both_are_named():
    with pytest.raises(
        LogError, match=r"two\.json, deck b, field 'tags': tag 00000000 \(SA\) is also the SA of deck a"
    ):
        check_decks({"one.json": (TablePack(deck("a")),), "two.json": (TablePack(deck("b")),)})
    check_decks({"one.json": (TablePack(deck("a")),), "two.json": (TablePack(deck("a")),)})
    with pytest.raises(LogError, match=r"two\.json, deck a: there is a deck of that name already in one\.json"):
        check_decks({"one.json": (TablePack(deck("a")),), "two.json": (TablePack(deck("a", 100)),)})
