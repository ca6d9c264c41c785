"""The process that solves: a JSON line in, a JSON line out, until its standard input closes. endplay brings the solver.

Every answer is either what was asked for or `{"error": words}`; nothing is written down.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

_MISSING = "double-dummy analysis needs the extra: pip install 'smart-table[analysis]'"


def table(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Tricks of every declarer in every denomination, and par."""
    from endplay.dds import calc_dd_table, par
    from endplay.types import Deal, Denom, Player, Vul

    solved = calc_dd_table(Deal(asked["deal"]))
    denominations = {"C": Denom.clubs, "D": Denom.diamonds, "H": Denom.hearts, "S": Denom.spades, "NT": Denom.nt}
    tricks = {
        seat: {name: int(solved[denomination, Player.find(seat)]) for name, denomination in denominations.items()}
        for seat in "NESW"
    }
    vulnerable = {"None": Vul.none, "NS": Vul.ns, "EW": Vul.ew, "All": Vul.both}[asked["vul"]]
    best = par(solved, vulnerable, Player.find(asked["dealer"]))
    contracts = sorted({_contract(contract) for contract in best})
    return {"tricks": tricks, "par": {"score": int(best.score), "contracts": contracts}}


def _contract(contract: Any) -> str:
    doubled = {1: "", 2: "X", 3: "XX"}.get(int(contract.penalty), "")
    return f"{contract.level}{_DENOMINATIONS[int(contract.denom)]}{doubled} by {contract.declarer.abbr}"


#: endplay's own order.
_DENOMINATIONS = ("S", "H", "D", "C", "NT")


def available(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Tricks of each side from a position."""
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    deal = Deal(asked["deal"])
    held = max(len(deal[Player.find(seat)]) for seat in "NESW")
    deal.trump = Denom.nt if asked["trump"] == "NT" else Denom.find(asked["trump"])
    deal.first = Player.find(asked["leader"])
    for card in asked["on_table"]:
        deal.play(card)
    to_play = "NESW"[("NESW".index(asked["leader"]) + len(asked["on_table"])) % 4]
    best = max(int(tricks) for _, tricks in solve_board(deal))
    mine, theirs = ("NS", "EW") if to_play in "NS" else ("EW", "NS")
    return {mine: best, theirs: held - best}


def main() -> None:
    """Answer until nobody asks any more."""
    work = {"table": table, "available": available}
    for line in sys.stdin:
        try:
            asked = json.loads(line)
            answer = work[asked["do"]](asked)
        except ImportError:
            answer = {"error": _MISSING}
        except Exception as error:
            # Of the solver's own errors nothing is repeated: they name cards.
            answer = {"error": f"this position cannot be analysed ({type(error).__name__})"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
