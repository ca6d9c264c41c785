"""The kinds' table of the format (docs/formats/IRREGULARITIES.md) and the editions' rows say the same."""

import re
from pathlib import Path

import pytest
from support.table import EDITIONS

from controller.laws.editions import EDITIONS as THE_EDITIONS
from controller.laws.rows import Who

FORMAT = Path(__file__).parents[2] / "docs" / "formats" / "IRREGULARITIES.md"
NO_OPTIONS = {"ruling_without_finding", "record_doubted", "slow_play", "call_tempo_outlier", "play_tempo_outlier"}
#: Where the table says it in words: what a row of the edition must offer then.
BY_DECLARER = {
    "1987": ("highest", "lowest", "forbid_suit"),
    "2017": ("highest", "lowest", "require_suit", "forbid_suit"),
}


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def options_in(cell, laws):
    if cell == "–":
        return ()
    if cell.startswith("as `play_out_of_turn` before partner"):
        return BY_DECLARER[laws]
    return tuple(word.strip() for word in cell.split(","))


def table():
    """(kind, edition, options, attention in words), one for every line of the tables."""
    section, rows = "", []
    for line in FORMAT.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line
        if not line.startswith("| `"):
            continue
        row = cells(line)
        kinds = re.findall(r"`([a-z_]+)`", row[0].replace("`result_entered` before play that differs:", ""))
        if section.startswith("## Board"):
            for kind in (k for k in kinds if k in THE_EDITIONS["2017"].by_kind):
                options = () if kind in NO_OPTIONS else ("play_on", "cancel_board", "artificial")
                rows += [(kind, laws, options, row[2]) for laws in EDITIONS]
            continue
        old, new = row[2], row[3]
        if new == "same" or (new.startswith("same") and old.startswith("as ")):
            new = old
        for kind in kinds:
            rows += [(kind, "1987", options_in(old, "1987"), row[4]), (kind, "2017", options_in(new, "2017"), row[4])]
    return rows


def words_in(attention):
    """The attentions that a cell of the table names."""
    return {word for word in ("now", "silent", "end_of_board", "log") if re.search(rf"\b{word}\b", attention)}


ROWS = table()


def test_the_table_was_read():
    assert len(ROWS) > 140


@pytest.mark.parametrize(("kind", "laws", "options", "attention"), ROWS)
def test_a_row_offers_these_options_in_this_order(kind, laws, options, attention):
    offered = [tuple(option.choice for option in row.options) for row in THE_EDITIONS[laws].by_kind[kind]]
    assert options in offered


@pytest.mark.parametrize(("kind", "laws", "options", "attention"), ROWS)
def test_a_row_brings_the_director_as_the_table_says(kind, laws, options, attention):
    rows = [r for r in THE_EDITIONS[laws].by_kind[kind] if tuple(o.choice for o in r.options) == options]
    assert {row.attention.value for row in rows} == words_in(attention)


@pytest.mark.parametrize("laws", EDITIONS)
def test_no_row_of_a_kind_brings_the_director_otherwise(laws):
    for kind in {kind for kind, *_ in ROWS} & THE_EDITIONS[laws].by_kind.keys():
        said = {word for k, edition, _, cell in ROWS if (k, edition) == (kind, laws) for word in words_in(cell)}
        assert {row.attention.value for row in THE_EDITIONS[laws].by_kind[kind]} <= said, kind


@pytest.mark.parametrize("laws", EDITIONS)
def test_what_becomes_of_a_board_the_director_alone_decides(laws):
    of_boards = ("play_on", "cancel_board", "artificial")
    rows = [row for row in THE_EDITIONS[laws].laws if tuple(o.choice for o in row.options) == of_boards]
    assert len(rows) > 15
    assert {option.chooser for row in rows for option in row.options} == {Who.DIRECTOR}


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_kind_with_no_options_is_never_pending(laws):
    for kind, rows in THE_EDITIONS[laws].by_kind.items():
        in_table = {options for k, edition, options, _ in ROWS if (k, edition) == (kind, laws)}
        if in_table == {()}:
            assert all(not row.options for row in rows), kind
