"""The numbers that sensing works with, each with its reason. Rates and times only, no behaviour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from controller.model.errors import LogError


@dataclass(frozen=True, slots=True)
class SensingSettings:
    """How a table reads and how long sensing may wait. Times in seconds; rates a card, a tag and round, or a board."""

    #: An inventory round of one antenna; measured from the stream once it has told enough.
    round_s: float = 0.2
    #: From capture to arrival at first; then the longest that was measured lately.
    link_delay_s: float = 0.05
    #: A card rests after that many answers spanning at least `regulations.card_settle`.
    rest_answers: int = 3
    #: A resting tag misses a round (a good table); then measured, this guess weighing as so many rounds.
    miss: float = 0.03
    miss_weight: float = 400.0
    #: A card is read late, and how late at most: both grow with the misses measured, up to `late_tail_worst_s`.
    late: float = 0.002
    late_tail_s: float = 1.5
    late_tail_worst_s: float = 4.0
    #: A card lies there and is not read until the next one moves it; then measured, this guess weighing as so many.
    unread: float = 3e-5
    unread_weight: float = 1000.0
    #: An act out of turn: about as likely as one late read, never impossible.
    irregular: float = 0.002
    #: A player follows with another suit: a discard or a ruff, his hand not known.
    discard: float = 0.25
    #: He does so although the record has a card of the suit in his hand.
    revoke: float = 0.0005
    #: A card of another hand in playing position.
    wrong_hand: float = 0.0003
    #: Play goes on as if nothing had happened right after an irregular act.
    unnoticed: float = 0.1
    #: Two stories nearer than this (natural logarithm of odds) are a doubt.
    margin: float = 3.0
    #: An unlawful act waits so long from rest for the reading that would explain it; longer on a table that reads late.
    hold_unlawful_s: float = 2.0
    #: No act is held longer; what is then still in doubt is told as `possible`.
    hold_longest_s: float = 10.0
    #: The fourth hand's card waits for an earlier one of the same hand that is read late: as long as cards are read
    #: late at this table, less the least time between playing to a trick and leading to the next.
    fourth_spare_s: float = 0.1
    #: A card or call that was told and is gone for so long was taken back; another one in its place shows it at once.
    hold_taken_back_s: float = 3.0
    #: The board's tag: seen so long it has come, gone so long it has left (after the board, or while it is played).
    board_settle_s: float = 0.4
    board_gone_s: float = 1.0
    board_gone_in_play_s: float = 10.0
    #: A pocket whose thirteen tags have stood so long has been scanned; any other number needs longer.
    pocket_settle_s: float = 1.0
    pocket_odd_s: float = 5.0
    #: A card that is read where the record cannot have it, for so long: ordinary events wait until people have looked.
    #: Nothing that sensors do by themselves (cross-talk, hover, a stack that hides) lets a tag rest elsewhere so long.
    unexplained_s: float = 10.0
    #: Table and record have agreed again for so long: events go on.
    agree_s: float = 2.0
    #: After a device is back its boxes tell again what stands in front of each seat, within so long.
    relist_s: float = 1.5

    @classmethod
    def from_json(cls, given: Mapping[str, Any] | None) -> SensingSettings:
        """Settings out of a reading log's header (`sensing`). LogError on an unknown name or value."""
        if given is None:
            return cls()
        if not isinstance(given, Mapping):
            raise LogError(f"{given!r} is not an object", field="sensing")
        known = {f.name for f in fields(cls)}
        for name, value in given.items():
            if name not in known:
                raise LogError(f"unknown setting; known: {', '.join(sorted(known))}", field=f"sensing.{name}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e6:
                raise LogError(f"{value!r} is not a positive number", field=f"sensing.{name}")
        return cls(**given)

    def as_json(self) -> dict[str, Any]:
        """The settings that differ from the usual ones, for a header."""
        usual = SensingSettings()
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)}
