"""The editions by name."""

from __future__ import annotations

from controller.laws.edition_1987 import LAWS_1987
from controller.laws.edition_2017 import LAWS_2017
from controller.laws.rows import Edition

EDITIONS: dict[str, Edition] = {edition.name: edition for edition in (LAWS_1987, LAWS_2017)}
