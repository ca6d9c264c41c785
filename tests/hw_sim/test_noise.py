"""The tables of noise: as bad as was measured at real tables, each row a parameter, the page as the tables have it."""

from dataclasses import fields
from pathlib import Path

import pytest

from hw_sim.physics import LEVELS, NoiseLevel, RareFaults, alone
from hw_sim.physics.noise import EVERYDAY, NO_RARE_FAULTS, RARE, page

PAGE = Path(__file__).parents[2] / "hw_sim" / "NOISE.md"
#: Rates below which no level may fall: a bench may be noisier, never quieter.
AT_LEAST = {
    "miss": (0, 0.03, 0.12, 0.3),
    "silent": (0, 0.002, 0.008, 0.02),
    "hover": (0, 0.005, 0.02, 0.05),
    "neighbour": (0, 0.005, 0.02, 0.05),
    "late": (0, 0.002, 0.008, 0.02),
    "late_s": (0, 1.5, 2.0, 4.0),
    "replaced": (0, 0.003, 0.012, 0.03),
    "bounce": (0, 0.01, 0.04, 0.1),
    "slip": (0, 0.003, 0.012, 0.03),
}


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("name", AT_LEAST)
def test_no_level_is_quieter_than_real_tables_are(name):
    rates = [getattr(level, name) for level in LEVELS]
    assert all(rate >= least for rate, least in zip(rates, AT_LEAST[name], strict=True))


def test_every_everyday_parameter_has_a_row():
    assert [row.name for row in EVERYDAY] == [field.name for field in fields(NoiseLevel)]


def test_every_rare_fault_has_a_row():
    assert [row.name for row in RARE] == [field.name for field in fields(RareFaults)]


@pytest.mark.parametrize("row", [*EVERYDAY, *RARE], ids=lambda row: row.name)
def test_every_row_has_its_reason(row):
    assert len(row.why) > 25 and row.per and row.lasts


def test_at_level_0_nothing_is_wrong():
    assert LEVELS[0] == NoiseLevel()


@pytest.mark.parametrize("row", RARE, ids=lambda row: row.name)
def test_a_rare_fault_can_be_the_only_one(row):
    faults = alone([row.name])
    assert getattr(faults, row.name) == row.alone > 0
    assert [f.name for f in fields(faults) if getattr(faults, f.name)] == [row.name]


def test_without_a_name_no_rare_fault_happens():
    assert alone([]) == NO_RARE_FAULTS


def test_an_unknown_fault_is_refused_by_name():
    with pytest.raises(ValueError, match="no such fault: 'gremlins'; known: unread_until_next"):
        alone(["gremlins"])
