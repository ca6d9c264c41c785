"""The two catalogues say the same things, and name every kind and choice of the contract."""

import re
from pathlib import Path
from string import Formatter

import pytest

from controller.desk import shown
from controller.desk.words import LANGUAGES, language_for, read_words
from controller.model.calls import call
from controller.model.cards import card

WORDS = read_words()
FORMATS = Path(__file__).parents[2] / "docs" / "formats"
#: Events and settings that the table's first column names beside the kinds.
NOT_KINDS = {"result_entered", "regulations", "slow_play_s", "tempo_sigma"}
CHOICES = sorted(
    {
        choice
        for line in (FORMATS / "TABLE_LOG.md").read_text().partition("## Rulings")[2].partition("## ")[0].splitlines()
        if line.startswith("| `")
        for choice in re.findall(r"`(\w+)`", line.split("|")[1])
    }
)
KINDS = sorted(
    {
        kind
        for line in (FORMATS / "IRREGULARITIES.md").read_text().splitlines()
        if line.startswith("| `")
        for kind in re.findall(r"`([a-z_]+)`", line.split("|")[1])
        if kind not in NOT_KINDS
    }
)


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_contract_names_kinds_and_choices():
    assert "revoke_certain" in KINDS and "declarer_spreads" in CHOICES and len(KINDS) > 60 and len(CHOICES) > 28


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_heading_and_a_line(language, kind):
    assert f"kind.{kind}" in WORDS[language] and f"kind.{kind}.line" in WORDS[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choice", CHOICES)
def test_every_choice_has_a_label_and_what_follows(language, choice):
    assert {f"option.{choice}", f"option.{choice}.then", f"choice.{choice}"} <= WORDS[language].ids


def test_both_catalogues_have_the_same_entries():
    assert WORDS["en"].ids == WORDS["ru"].ids


def test_every_entry_has_the_same_places_in_both_languages():
    places = {
        key: {frozenset(_places(f)) for words in WORDS.values() for f in words.forms(key)} for key in WORDS["en"].ids
    }
    assert [key for key, found in places.items() if len(found) != 1] == []


def test_no_entry_is_empty():
    assert [key for words in WORDS.values() for key in words.ids for form in words.forms(key) if not form.strip()] == []


def test_russian_counts_with_its_three_forms():
    said = [WORDS["ru"].text("hands.count", {"n": n}) for n in (1, 3, 5, 11, 21)]
    assert said == ["1 карта", "3 карты", "5 карт", "11 карт", "21 карта"]


def test_what_a_user_typed_is_escaped():
    assert WORDS["en"]("queue.on_the_way", by="<b>x") == "&lt;b&gt;x is on the way"


def test_a_card_in_a_sentence_keeps_its_symbol_and_its_spoken_name():
    words = WORDS["en"]
    said = words("act.card", seat="West", card=shown.card(card("HT"), words))
    assert said == (
        'West played <span class="c"><span class="s s-H" role="img" aria-label="hearts">♥\ufe0e</span>10</span>'
    )


def test_the_same_sentence_as_plain_text():
    words = WORDS["en"]
    assert words.text("act.bid", {"seat": "West", "call": shown.call(call("1H"), words)}) == "West bid 1♥"


@pytest.mark.parametrize(
    ("wanted", "header", "language"),
    [
        ("ru", "en", "ru"),
        (None, "ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        (None, "de, en;q=0.5, ru;q=0.7", "ru"),
        (None, "de", "en"),
        (None, "ru;q=0", "en"),
        (None, "ru;q=much", "en"),
        ("xx", "", "en"),
    ],
)
def test_the_users_setting_comes_before_the_browsers_wish(wanted, header, language):
    assert language_for(wanted, header) == language


def test_russian_pages_may_write_cards_as_on_russian_packs():
    words = read_words(russian_cards=True)
    written = {lang: "".join(shown.card(card(f"S{r}"), words[lang]).text for r in "AKQJT9") for lang in LANGUAGES}
    assert written == {"ru": "♠Т♠К♠Д♠В♠10♠9", "en": "♠A♠K♠Q♠J♠10♠9"}


def test_without_that_setting_cards_are_written_as_on_the_packs_in_use():
    assert shown.card(card("SA"), WORDS["ru"]).text == "♠A"
