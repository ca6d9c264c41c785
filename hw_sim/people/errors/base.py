"""What an error is: where it is possible, and what people do when they make it and afterwards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hw_sim.people.players import Conduct, Fits, TableRules


@dataclass(frozen=True, slots=True)
class Error:
    """An error as a script: the act, the findings expected, the ruling, and the way back to the record."""

    name: str
    #: The moment at which it can be made: `board`, `call`, `after_auction`, `lead`, `card` or `result`.
    phase: str
    fits: Fits
    conduct: Conduct
    #: The findings that it leads to, the summons first.
    kinds: tuple[str, ...]
    #: Only antennas under the board's pockets can see it.
    needs_pockets: bool = False
    #: It can be made only where leads are made face up.
    needs_face_up: bool = False
    #: It shows only where no file gives the deal.
    needs_unknown_deal: bool = False
    #: It shows only where the last pass is read: after one that was only tapped it looks like the call in its place.
    needs_last_pass: bool = False
    #: Whether all of it comes about is known only when the board has been played (in the head).
    is_unsure: bool = False

    def rules(self, rules: TableRules) -> TableRules:
        """The rules of a table at which it can be made."""
        lead = "face_up" if self.needs_face_up else rules.opening_lead
        known = rules.deal_known and not self.needs_unknown_deal
        return replace(rules, opening_lead=lead, pockets=rules.pockets or self.needs_pockets, deal_known=known)
