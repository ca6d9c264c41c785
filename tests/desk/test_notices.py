"""What a director's phone is told of a summons, and what it is not."""

import pytest

from controller.desk.notices import Waiting
from controller.desk.words import read_words
from controller.model.cards import PACK
from controller.ports import Row

WORDS = read_words()
FINDING = {
    "id": "insufficient_bid@4:W", "kind": "insufficient_bid", "seat": "W", "laws": ["27", "27A"], "attention": "now",
    "options": ["accept"], "rests_on": "seen", "facts": {"call": "1H"},
}  # fmt: skip


def summons(key="insufficient_bid@4:W", table="7", **more):
    attention, rests_on = more.get("attention", "now"), more.get("rests_on", "seen")
    finding = FINDING | {"id": key, "kind": key.partition("@")[0], "attention": attention, "rests_on": rests_on}
    body = {
        "id": key, "rev": 1, "state": "raised", "board": 21, "attention": attention, "rests_on": rests_on, "open": True,
        "finding": finding, "held": False, "recorded": True,
    }  # fmt: skip
    return ("summons", table, body | more)


def waiting(*rows, with_quiet=False):
    found = Waiting(with_quiet)
    for n, (kind, table, body) in enumerate(rows, 1):
        found.apply(Row(n, table, kind, body, n if kind == "event" else None, 0.0))
    return list(found.notices.values())


def lines(*rows, language="en", with_quiet=False):
    return [notice.text(WORDS[language]) for notice in waiting(*rows, with_quiet=with_quiet)]


def test_it_names_table_board_kind_and_law():
    assert lines(summons()) == ["Table 7, board 21: Insufficient bid (Law 27)"]
    assert lines(summons(), language="ru")[0].startswith("Стол 7, сдача 21: ")


@pytest.mark.parametrize("attention", ["now", "end_of_board"])
def test_one_that_rests_on_cards_nobody_has_seen_says_where_alone(attention):
    row = summons("revoke_certain@14:W", rests_on="unseen", attention=attention)
    assert lines(row) == ["Table 7, board 21: see the desk"]


def test_a_silent_one_is_told_to_nobody():
    assert lines(summons("revoke_certain@14:W", attention="silent", rests_on="unseen")) == []


@pytest.mark.parametrize("rests_on", ["seen", "unseen"])
def test_a_silent_one_that_was_asked_for_says_neither_kind_nor_law(rests_on):
    row = summons("revoke_certain@14:W", attention="silent", rests_on=rests_on)
    assert lines(row, with_quiet=True) == ["Table 7, board 21: see the desk, do not go to the table"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_card_and_no_seat_stands_in_any_message(language):
    facts = FINDING | {"facts": {"cards": ["SA", "HK"], "card": "D9"}}
    told = " ".join(lines(summons(finding=facts), language=language))
    assert not any(card.text in told.split() for card in PACK) and "West" not in told


def test_a_players_call_is_told():
    rows = [("event", "7", {"type": "board", "board": 3}), ("event", "7", {"type": "director_called", "seat": "S"})]
    assert lines(*rows)[0].startswith("Table 7, board 3: ")
    assert lines(*rows, ("at_table", "7", {"state": "begun", "by": "anna"})) == []


@pytest.mark.parametrize(
    "row",
    [
        ("ack", "7", {"id": "insufficient_bid@4:W", "by": "anna"}),
        ("at_table", "7", {"state": "begun", "by": "anna"}),
        summons(state="resolved", how="ruling"),
        summons(state="withdrawn"),
    ],
    ids=["seen", "at the table", "ruled on", "taken back"],
)
def test_what_is_in_a_directors_hands_is_told_no_more(row):
    assert lines(summons(), summons(table="8"), row) == ["Table 8, board 21: Insufficient bid (Law 27)"]


def test_one_held_back_is_told_when_it_is_let_out():
    assert lines(summons(held=True)) == []
    assert len(lines(summons(held=True), summons())) == 1


def test_a_table_whose_name_begins_like_another_is_another():
    assert len(lines(summons(table="1"), summons(table="10"), ("at_table", "1", {"state": "begun"}))) == 1
