"""Every kind's paragraphs in both editions, held against a table (`data/paragraphs.json`) made apart from the rows."""

import json
import re
from pathlib import Path

import pytest
from support.table import EDITIONS

from controller.laws.editions import EDITIONS as THE_EDITIONS

TABLE = json.loads((Path(__file__).parent / "data" / "paragraphs.json").read_text(encoding="utf-8"))
KINDS = sorted(TABLE["kinds"])
#: The kinds' table of the format.
FORMAT = Path(__file__).parents[2] / "docs" / "formats" / "IRREGULARITIES.md"


def cited(laws, kind):
    """The paragraphs that the edition's rows of a kind cite."""
    return [paragraph for row in THE_EDITIONS[laws].by_kind[kind] for paragraph in row.cite]


def number(paragraph):
    """The Law's number without letters."""
    return re.match(r"\d+", paragraph)[0]


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("kind", KINDS)
class TestOfAKind:
    def test_every_paragraph_of_the_table_is_cited(self, kind, laws):
        assert set(TABLE["kinds"][kind][laws]["paragraphs"]) <= set(cited(laws, kind))

    def test_no_other_law_is(self, kind, laws):
        row = TABLE["kinds"][kind][laws]
        lawful = {number(p) for p in row["paragraphs"]} | set(row["further_laws"])
        assert {number(p) for p in cited(laws, kind)} <= lawful

    def test_none_is_cited_twice_by_a_row(self, kind, laws):
        for row in THE_EDITIONS[laws].by_kind[kind]:
            assert len(set(row.cite)) == len(row.cite)

    def test_the_laws_themselves_follow_their_paragraphs(self, kind, laws):
        for row in THE_EDITIONS[laws].by_kind[kind]:
            wholes = [p for p in row.cite if p.isdigit()]
            assert {number(p) for p in row.cite if not p.isdigit()} - set(wholes) <= {"35"}, row.cite


@pytest.mark.parametrize(("laws", "others"), [("1987", "of_2017_only"), ("2017", "of_1987_only")])
def test_no_letter_of_the_other_edition_is_cited(laws, others):
    every = {paragraph for kind in THE_EDITIONS[laws].by_kind for paragraph in cited(laws, kind)}
    assert every & set(TABLE["letters"][others]) == set()


@pytest.mark.parametrize("laws", EDITIONS)
def test_the_table_has_every_kind_of_the_edition_and_no_other(laws):
    assert set(KINDS) == set(THE_EDITIONS[laws].by_kind)


def test_the_editions_have_every_kind_of_the_format():
    text = FORMAT.read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    named = {kind for cell in rows for kind in re.findall(r"`([a-z_]+)`", cell)}
    # Words in the first column that are no kinds: an event and two regulations.
    assert named - {"result_entered", "regulations", "slow_play_s", "tempo_sigma"} == set(KINDS)


def test_both_editions_settle_the_same_questions():
    assert set(THE_EDITIONS["1987"].settles) == set(THE_EDITIONS["2017"].settles)
