"""The score of a contract (Law 77), the same in both editions. Nothing of matchpoints or IMPs belongs here."""

from __future__ import annotations

from controller.model.board import Contract, Vulnerability
from controller.model.calls import Denomination
from controller.model.seats import Side

#: Trick points of an odd trick, undoubled; notrump's first odd trick is worth ten more.
_TRICK_POINTS = {Denomination.C: 20, Denomination.D: 20, Denomination.H: 30, Denomination.S: 30, Denomination.NT: 30}
_FIRST_NOTRUMP_TRICK = 10
#: A contract whose trick points reach this is a game.
_GAME = 100
#: Premiums, by (not vulnerable, vulnerable).
_PART_SCORE_PREMIUM = (50, 50)
_GAME_PREMIUM = (300, 500)
_SLAM_PREMIUM = {6: (500, 750), 7: (1000, 1500)}
#: For making a doubled or redoubled contract, by the number of doublings.
_INSULT = (0, 50, 100)
#: A doubled overtrick, by (not vulnerable, vulnerable); redoubled it is worth twice that.
_DOUBLED_OVERTRICK = (100, 200)
_UNDERTRICK = (50, 100)
#: Doubled undertricks by their place (first, second, third, each further one); redoubled they cost twice that.
_DOUBLED_UNDERTRICKS = ((100, 200, 200, 300), (200, 300, 300, 300))


def score(contract: Contract | None, tricks: int, vulnerable: bool) -> int:
    """Law 77: what declarer's side scores for winning that many tricks; below zero if the contract was defeated.

    `contract` None is a board that was passed out: nobody scores. `vulnerable` is declarer's side's.
    """
    if contract is None:
        return 0
    if not 0 <= tricks <= 13:
        raise ValueError(f"declarer cannot win {tricks} tricks: a deal has 13")
    over = tricks - contract.tricks_needed
    return _defeated(contract, -over, vulnerable) if over < 0 else _made(contract, over, vulnerable)


def score_ns(contract: Contract | None, tricks: int, vulnerability: Vulnerability) -> int:
    """The same as North-South's score."""
    if contract is None:
        return 0
    side = contract.declarer.side
    points = score(contract, tricks, vulnerability.of(side))
    return points if side is Side.NS else -points


def _made(contract: Contract, overtricks: int, vulnerable: bool) -> int:
    each = _TRICK_POINTS[contract.denomination]
    trick_score = contract.level * each
    if contract.denomination is Denomination.NT:
        trick_score += _FIRST_NOTRUMP_TRICK
    trick_score <<= contract.doubled
    premium = (_GAME_PREMIUM if trick_score >= _GAME else _PART_SCORE_PREMIUM)[vulnerable]
    if contract.level in _SLAM_PREMIUM:
        premium += _SLAM_PREMIUM[contract.level][vulnerable]
    overtrick = each if contract.doubled == 0 else _DOUBLED_OVERTRICK[vulnerable] * contract.doubled
    return trick_score + premium + _INSULT[contract.doubled] + overtricks * overtrick


def _defeated(contract: Contract, undertricks: int, vulnerable: bool) -> int:
    if contract.doubled == 0:
        return -undertricks * _UNDERTRICK[vulnerable]
    costs = _DOUBLED_UNDERTRICKS[vulnerable]
    lost = sum(costs[min(i, len(costs) - 1)] for i in range(undertricks))
    return -lost * contract.doubled
