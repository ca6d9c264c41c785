"""What the Laws leave to the organiser, as data. An unknown regulation is an error; base sets have names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from controller.model.errors import LogError

EDITIONS = ("1987", "2017")


@dataclass(frozen=True, slots=True)
class Regulations:
    """The organiser's choices that the engine or sensing needs."""

    #: `face_down` (Law 41A) or `face_up`.
    opening_lead: str = "face_down"
    #: Who hears of a revoke before it is established: `silent` only the director, `now` he is summoned.
    revoke_attention: str = "silent"
    #: A call is made once it has stood for so many seconds.
    call_settle: float = 0.7
    #: A card is played once it has lain for so many seconds.
    card_settle: float = 0.4
    #: A board that takes longer is logged as slow; 0 = never.
    slow_play_s: float = 0.0
    #: Acts that many standard deviations slower than the player's own are logged; 0 = never.
    tempo_sigma: float = 0.0
    #: Reserved for tables with screens.
    screens: bool = False


#: What a club plays by that says nothing else.
CLUB = Regulations()

#: Named base sets: what a federation's conditions say, where they differ from our defaults.
BASE_SETS: Mapping[str, Mapping[str, Any]] = {
    "club": {},
    "wbf": {"opening_lead": "face_down"},
    "ebu": {"opening_lead": "face_down"},
    "acbl": {"opening_lead": "face_down"},
}
_CHOICES = {"opening_lead": ("face_down", "face_up"), "revoke_attention": ("silent", "now")}


def regulations_from(given: Mapping[str, Any] | None) -> Regulations:
    """Regulations from their JSON object, `base` naming a set to start from. LogError on an unknown name or value."""
    if given is None:
        return Regulations()
    merged = dict(given)
    base = merged.pop("base", "club")
    if not isinstance(base, str) or base not in BASE_SETS:
        raise LogError(f"no such base set {base!r}; known: {', '.join(BASE_SETS)}", field="regulations.base")
    merged = {**BASE_SETS[base], **merged}
    known = {f.name: f.default for f in fields(Regulations)}
    for name, value in merged.items():
        if name not in known:
            raise LogError(f"unknown regulation; known: {', '.join(known)}", field=f"regulations.{name}")
        _check(name, value, known[name])
    return Regulations(**merged)


def _check(name: str, value: object, default: object) -> None:
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise LogError(f"{value!r} is not one of {', '.join(_CHOICES[name])}", field=f"regulations.{name}")
    elif isinstance(default, bool):
        if not isinstance(value, bool):
            raise LogError(f"{value!r} is not true or false", field=f"regulations.{name}")
    elif isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise LogError(f"{value!r} is not a number of zero or more", field=f"regulations.{name}")
