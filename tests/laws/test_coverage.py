"""The coverage page (docs/laws/COVERAGE.md) says of every Law what is so, and names a test that proves it."""

from pathlib import Path

import pytest
from support.table import EDITIONS

from controller.laws.coverage import LAST_LAW, PROVED_BY, SAID, SAID_IN, TITLES, Status, covered, kinds_of, page
from controller.laws.editions import EDITIONS as THE_EDITIONS

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "laws" / "COVERAGE.md"
LAWS = range(1, LAST_LAW + 1)


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize("law", LAWS)
def test_something_is_said_of_every_law(laws, law):
    assert covered(laws, law).status in Status


def test_every_law_has_a_title():
    assert len(TITLES) == LAST_LAW


@pytest.mark.parametrize("law", LAWS)
def test_what_is_detected_or_recorded_is_proved_by_tests(law):
    does_something = {covered(laws, law).status for laws in EDITIONS} & {Status.DETECTED, Status.ON_REPORT}
    assert bool(does_something) == (law in PROVED_BY)


@pytest.mark.parametrize("name", sorted({name for names in PROVED_BY.values() for name in names}))
def test_the_test_named_is_there(name):
    assert (HERE / name).is_file()


@pytest.mark.parametrize("law", [law for law in PROVED_BY if kinds_of("2017", law) or kinds_of("1987", law)])
def test_it_speaks_of_a_kind_under_that_law(law):
    texts = "".join((HERE / name).read_text(encoding="utf-8") for name in PROVED_BY[law])
    texts += (HERE.parent / "support" / "card_acts.py").read_text(encoding="utf-8") if "card_acts" in texts else ""
    kinds = {*kinds_of("1987", law), *kinds_of("2017", law)}
    assert any(kind in texts for kind in kinds)


@pytest.mark.parametrize("laws", EDITIONS)
def test_every_kind_stands_under_some_law(laws):
    listed = {kind for law in LAWS for kind in covered(laws, law).kinds}
    assert listed == set(THE_EDITIONS[laws].by_kind)


def test_nothing_is_said_of_a_law_whose_rows_say_it_all():
    plain = [law for law, said in SAID.items() if not said.note and all(kinds_of(laws, law) for laws in EDITIONS)]
    assert plain == []
    assert set(SAID_IN) == set(EDITIONS)
