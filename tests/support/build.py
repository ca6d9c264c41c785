"""Words for tests that read as bridge: `auction("N: 1H 1C")`, `play("W: HQ H2 H5 HK")`, `ruling(...)`, `deal("N:...")`.

Each gives table events, or values of the model; lists can be added: `[board(1), *auction("N: 1C P P P")]`.
"""

from controller.model.board import Contract, Deal, Vulnerability
from controller.model.calls import Bid, call
from controller.model.cards import card, suit_of
from controller.model.events import (
    BoardLeft,
    BoardTaken,
    CallMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    ResultEntered,
    Ruling,
    TableEvent,
)
from controller.model.notation import parse_deal
from controller.model.seats import Seat, Side

#: A deal of no special interest, complete: each hand holds one suit.
ONE_SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def seat(name: str) -> Seat:
    return Seat[name]


def deal(text: str = ONE_SUIT_EACH) -> Deal:
    return parse_deal(text)


def contract(text: str) -> Contract:
    """`4SX by W`."""
    what, _, declarer = text.partition(" by ")
    plain = what.rstrip("X")
    made = call(plain)
    assert isinstance(made, Bid)
    return Contract(made.level, made.denomination, Seat[declarer], len(what) - len(plain))


def board(
    number: int, deal: str | None = None, dealer: str | None = None, vul: str | None = None, **more: object
) -> BoardTaken:
    """A board is taken up, as marked by its number unless `dealer` or `vul` say otherwise."""
    return BoardTaken(
        board=number,
        dealer=Seat[dealer] if dealer else None,
        vul=Vulnerability(vul) if vul else None,
        deal=parse_deal(deal) if deal else None,
        **more,
    )


def _in_rotation(text: str) -> list[tuple[Seat, str]]:
    """`"N: 1H 1C"`: each word is the next seat's, unless it names its own seat: `"N: 1H W:1C"`; then on from there."""
    first, _, rest = text.partition(":")
    turn = Seat[first.strip()]
    found = []
    for word in rest.split():
        name, colon, what = word.rpartition(":")
        if colon:
            turn = Seat[name]
        found.append((turn, what))
        turn = turn.lho
    return found


def auction(text: str, **more: object) -> list[TableEvent]:
    """Calls in rotation from the seat named: `auction("N: 1H P 2H P P P")`."""
    return [CallMade(seat=who, call=call(what), **more) for who, what in _in_rotation(text)]


def play(*tricks: str, face: str | None = None) -> list[TableEvent]:
    """Cards trick by trick, each in rotation from its leader: `play("W: HQ H2 H5 HK", "S: SA S2 S3 S4")`."""
    return [CardPlayed(seat=who, card=card(what), face=face) for trick in tricks for who, what in _in_rotation(trick)]


def led(who: str, what: str, *, face: str = "down") -> CardPlayed:
    """An opening lead, face down as Law 41A has it."""
    return CardPlayed(seat=Seat[who], card=card(what), face=face)


def claim(who: str, tricks: int, *, agreed: bool = True) -> list[TableEvent]:
    """A claim of that many of the remaining tricks, and what both opponents say to it."""
    claimer = Seat[who]
    answers = [ClaimAnswered(seat=s, agree=agreed) for s in (claimer.lho, claimer.rho)]
    return [ClaimMade(seat=claimer, tricks=tricks), *answers]


def ruling(on: str, choice: str, **details: object) -> Ruling:
    """The director's decision; seats, sides, suits and cards may be given as they are written."""
    read = {
        "seat": lambda s: Seat[s],
        "declarer": lambda s: Seat[s],
        "to": lambda s: Side[s],
        "suit": suit_of,
        "suits": lambda several: tuple(map(suit_of, several)),
        "card": card,
    }
    given = {name: read[name](value) if name in read else value for name, value in details.items()}
    return Ruling(on=on, choice=choice, **given)


def result(contract_text: str, tricks: int | None = None, *, lead: str | None = None) -> ResultEntered:
    """What the players keyed in: `result("4SX by W", 9)`, `result("4S by W", 9, lead="HK")`, `result("P")`."""
    what, _, declarer = contract_text.partition(" by ")
    led_card = card(lead) if lead else None
    return ResultEntered(contract=what, declarer=Seat[declarer] if declarer else None, tricks=tricks, lead=led_card)


def left() -> BoardLeft:
    return BoardLeft()
