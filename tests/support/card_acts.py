"""Words for tests of the play: one deal in 3NT by South, and what hands do with cards besides playing them.

North (dummy) K73 8642 AQ5 K94, East J95 KQ7 J842 T83, South AQ4 A93 K73 J652, West T862 JT5 T96 AQ7; West leads.
"""

from support.build import auction, board, deal, play

from controller.model.cards import Card, card, cards
from controller.model.events import CardFaced, CardReturned, CardsExposed, HandFaced, TableEvent
from controller.model.seats import Seat

DEAL = "N:K73.8642.AQ5.K94 J95.KQ7.J842.T83 AQ4.A93.K73.J652 T862.JT5.T96.AQ7"
OPENING = "opening_lead_out_of_turn_face_up"
WRONG_HAND = "lead_out_of_turn_by_declarer_wrong_hand"
DEFENDER_ON_LEAD = "lead_out_of_turn_by_declaring_side_defender_on_lead"
BY_DEFENDER = "lead_out_of_turn_by_defender"
EARLY_LEAD = "lead_before_option_declared"
EXPOSED = "card_exposed_by_defender"
NOT_PLAYED = "penalty_card_not_played"

#: First tricks by who wins them: South, dummy, East, West.
SOUTH_WINS, DUMMY_WINS = "W: S2 S3 SJ SQ", "W: S2 SK S5 S4"
EAST_WINS, WEST_WINS = "W: HJ H2 HQ H3", "W: CA C4 C3 C2"


def three_notrump(*, known: bool = True) -> list[TableEvent]:
    """South declares 3NT, West is to lead; the deal may be unknown."""
    return [board(3, DEAL if known else None), *auction("S: 3NT P P P")]


def after_trick(first: str, *, known: bool = True) -> list[TableEvent]:
    """The first trick has been played as written, dummy's hand lies open."""
    lead, *others = play(first)
    return [*three_notrump(known=known), lead, spread("N"), *others]


def hand(who: str) -> tuple[Card, ...]:
    """A hand of the deal."""
    return tuple(sorted(deal(DEAL).hands[Seat[who]]))


def spread(who: str, text: str | None = None) -> HandFaced:
    """A hand goes down: the whole of it, or the cards named."""
    return HandFaced(seat=Seat[who], cards=cards(text) if text else hand(who))


def put(who: str, what: str, *, face: str | None = None, t: float | None = None) -> TableEvent:
    """One card in playing position."""
    (event,) = play(f"{who}: {what}", face=face)
    return event if t is None else type(event)(seat=event.seat, card=event.card, face=face, t=t)


def faced(who: str, what: str) -> CardFaced:
    """A card that lay face down is turned up."""
    return CardFaced(seat=Seat[who], card=card(what))


def returned(who: str, what: str) -> CardReturned:
    """A card goes back to the hand."""
    return CardReturned(seat=Seat[who], card=card(what))


def exposed(
    who: str, text: str, *, seen_by_partner: bool | None = True, accidental: bool | None = True
) -> CardsExposed:
    """Cards are seen face up, not in playing position."""
    return CardsExposed(seat=Seat[who], cards=cards(text), seen_by_partner=seen_by_partner, accidental=accidental)


#: Twelve tricks after which dummy is on lead with S3 (East S9, South C5, West ST) ...
TWELVE_THEN_DUMMY = """W: S2 SK S5 S4|N: S7 SJ SA S8|S: H9 H5 H4 HQ|E: C3 C6 C7 CK|N: H6 H7 H3 HT|W: CQ C4 CT CJ
W: HJ H2 HK HA|S: D3 D6 DA D8|N: H8 DJ SQ S6|N: D5 D4 DK D9|S: C2 CA C9 C8|W: DT DQ D2 D7"""
#: ... or East with D8 (South C6, West HJ, North H4).
TWELVE_THEN_EAST = """W: S2 SK S5 S4|N: H8 H7 HA HT|S: SQ S8 S3 S9|S: CJ CA CK C8|W: ST S7 SJ SA|S: C2 C7 C9 CT
E: DJ DK DT DA|N: C4 C3 C5 CQ|W: D9 DQ D2 D7|N: D5 D4 D3 D6|W: S6 H2 HK H3|W: H5 H6 HQ H9"""


def after_twelve(tricks: str) -> list[TableEvent]:
    """Twelve lawful tricks have been played."""
    first, *others = tricks.replace("\n", "|").split("|")
    return [*after_trick(first), *play(*others)]
