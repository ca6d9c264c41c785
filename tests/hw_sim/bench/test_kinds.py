"""Every kind of irregularity is made by some error of the simulated people, or it is said why no sensor sees it."""

from pathlib import Path

import pytest

from hw_sim.bench.kinds import NOT_MADE, kinds, made_by, page
from hw_sim.people import ERRORS

PAGE = Path(__file__).parents[3] / "hw_sim" / "ERRORS.md"


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("kind", kinds())
def test_a_kind_is_made_by_an_error_or_has_a_reason(kind):
    assert bool(made_by(kind)) != (kind in NOT_MADE)


def test_every_error_makes_kinds_that_the_laws_know():
    assert {kind for error in ERRORS.values() for kind in error.kinds} <= set(kinds())


def test_nothing_is_excused_that_the_laws_do_not_know():
    assert set(NOT_MADE) <= set(kinds())
