"""Lead and play in the edition of 1987: Laws 41 to 71, row by row."""

from __future__ import annotations

from typing import Any

from controller.laws.rows import Law

LAWS: tuple[Law, ...] = ()

SETTLES: dict[str, Any] = {}
