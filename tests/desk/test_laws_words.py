"""The Laws in our own words (`laws.po`): no entry speaks of a kind, an option or a paragraph that no edition has."""

import re
from inspect import getsource

import pytest

from controller.desk.ruling_form import FIELDS
from controller.desk.words import read_words
from controller.laws.editions import EDITIONS
from controller.laws.rows import Who
from controller.table import transfers

WORDS = read_words()["en"]
#: What the director may rule beside a finding's own options (Laws 12, 25A, 47; 24 in 1987), and after a
#: withdrawn call (23, 26).
BESIDE = {"unintended", "put_back", "no_penalty_card", "adjust"}
BESIDE |= {"comparable", "not_comparable", "require", "forbid", "free"}
CIRCUMSTANCES = {"rho", "partner", "lho", "possible", "again", "now", "major"}
ROWS = [(name, law) for name, edition in EDITIONS.items() for law in edition.laws]
KINDS = {law.kind for _, law in ROWS}


#: What a finding is about, and what the next act does to it.
SPOKEN = re.compile(r"\.(?:line|lapse)\b")


def _special(start: str) -> list[str]:
    return sorted(key for key in WORDS.ids if key.startswith(start))


def _is_accepted_by_an_opponent(law) -> bool:
    return any(option.choice == "accept" and option.chooser is not Who.DIRECTOR for option in law.options)


def _speaks(kind: str, rest: list[str]) -> bool:
    """Is there a row of that kind in that edition that cites that paragraph first?"""
    rest = [word for word in rest if word not in CIRCUMSTANCES]
    edition = rest.pop(0) if rest and rest[0] in EDITIONS else None
    law = rest.pop(0) if rest else None
    found = [row for name, row in ROWS if row.kind == kind and edition in (None, name)]
    return not rest and any(law in (None, row.cite[0]) for row in found)


@pytest.mark.parametrize("key", [k for k in _special("kind.") if SPOKEN.search(k) and "engine_fault" not in k])
def test_a_line_speaks_of_a_row_of_its_kind(key):
    kind, rest = SPOKEN.split(key.removeprefix("kind."), 1)
    assert _speaks(kind, [word for word in rest.split(".") if word])


@pytest.mark.parametrize(("language", "next_act"), [("en", "before you rule"), ("ru", "до вашего решения")])
def test_what_the_next_act_does_is_no_part_of_what_a_finding_is_about(language, next_act):
    words = read_words()[language]
    said = {
        key: words._pattern(key, {}).casefold() for key in words.ids if key.startswith("kind.") and SPOKEN.search(key)
    }
    assert [key for key, text in said.items() if ".line" in key and next_act in text] == []
    assert sum(next_act in text for text in said.values()) > 10


@pytest.mark.parametrize(("edition", "law"), [one for one in ROWS if _is_accepted_by_an_opponent(one[1])])
def test_where_a_player_may_accept_it_is_said_what_the_next_act_does(edition, law):
    kind = f"kind.{law.kind}.lapse"
    every = [kind, *(f"{kind}.{ending}" for ending in (*CIRCUMSTANCES, edition, *law.cite))]
    assert any(key in WORDS.ids for key in every)


@pytest.mark.parametrize("key", [k for k in _special("option.") if k.split(".")[2:] and k.split(".")[2] in KINDS])
def test_an_option_speaks_of_a_row_that_has_it(key):
    _, choice, kind, *rest = key.split(".")
    rest = [word for word in rest if word not in ("then", "also") and not re.fullmatch(r"[1-4]", word)]
    offered = {option.choice for _, row in ROWS if row.kind == kind for option in row.options}
    assert choice in offered | BESIDE and _speaks(kind, rest)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_option_that_is_completed_by_taps_names_who_acts_and_ends_in_dots(language):
    """The button that records it says the label with what was tapped in place of the dots."""
    words = read_words()[language]
    labels = {
        key: words._pattern(key, {})
        for key in words.ids
        if key.startswith("option.") and key.split(".")[1] in FIELDS and not re.search(r"\.(?:then|short|[1-4])\b", key)
    }
    named = {key: text for key, text in labels.items() if re.search(r"\{(?:who|lead|pl|off|partner)\}", text)}
    assert named and [key for key, text in named.items() if not text.endswith("…")] == []


def test_branches_are_numbered_from_one():
    numbered = [key.rpartition(".") for key in _special("option.") if key.rpartition(".")[2] in "234"]
    assert numbered and all(f"{base}.{int(n) - 1}" in WORDS for base, _, n in numbered)


def test_every_reason_for_a_transfer_has_words():
    given = set(re.findall(r'Due\(\d, "(\w+)"', getsource(transfers)))
    given |= set(re.findall(r'(?:return|else) "(\w+)"', getsource(transfers)))
    assert "side_won_none" in given and {f"why.{name}" for name in given} <= WORDS.ids
