"""Texts that wait in a nameless file, and a long document that waits there."""

import tracemalloc
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from controller.cli.file_hold import FileHold
from controller.records.usebio import write_usebio
from hw_sim.boards import boards


@given(st.lists(st.text(st.characters(codec="utf-8"))), st.randoms())
def test_each_text_comes_back_as_it_was_in_any_order(tmp_path_factory, texts, dice):
    with FileHold(tmp_path_factory.mktemp("hold")) as hold:
        kept = [(hold.put(text), text) for text in texts]
        dice.shuffle(kept)
        assert [hold.take(number) for number, _ in kept] == [text for _, text in kept]


def test_it_leaves_nothing_behind_and_has_no_name(tmp_path):
    with FileHold(tmp_path) as hold:
        hold.put("cards")
        assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


def many(tables):
    """Every board so many times, at ten tables."""
    evening = boards()
    for number in range(tables):
        for record in evening:
            yield replace(record, tags={"Table": str(number % 10)}, pairs={})


def test_a_document_is_the_same_with_and_without_it(tmp_path):
    with FileHold(tmp_path) as hold:
        assert "".join(write_usebio(many(3), hold)) == "".join(write_usebio(many(3)))


def test_a_long_document_takes_little_more_memory_than_a_short_one(tmp_path):
    def peak(tables):
        tracemalloc.start()
        with FileHold(tmp_path) as hold:
            for _ in write_usebio(many(tables), hold):
                pass
        _, found = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return found

    peak(1)
    # 750 results more: their texts alone would be some 200 kB.
    assert peak(40) - peak(10) < 60_000
