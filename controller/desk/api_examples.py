"""Examples of the API's answers, for its description: what a client meets on a summons at table 7."""

from __future__ import annotations

from typing import Any

FINDING = {
    "id": "insufficient_bid@4:W",
    "kind": "insufficient_bid",
    "seat": "W",
    "certainty": "certain",
    "laws": ["27", "27A", "27B"],
    "options": ["accept", "cancel"],
    "by": {"accept": "N", "cancel": "N"},
    "attention": "now",
    "rests_on": "seen",
    "facts": {"call": "1H", "to_beat": "1S"},
}
RULED = {
    "table": "7", "board": 21, "on": "insufficient_bid@4:W", "n": 5, "choice": "accept", "by": "Director A",
    "at": 1_800_000_031.5, "fields": {},
}  # fmt: skip
SUMMONS = {
    "table": "7", "board": 21, "at": 1_800_000_024.0, "rev": 1, "state": "raised", "open": True, "attention": "now",
    "held": False, "recorded": True, "acknowledged": None, "laws_edition": "2017", "finding": FINDING, "rulings": [],
    "aside": None, "mark": 0,
}  # fmt: skip
TABLE = {
    "table": "7", "board": 21, "devices": "ready", "phase": "auction", "trick": 1, "mode": "sensing", "followed": True,
    "open_summonses": 1, "director_here": None,
}  # fmt: skip
RECORDED = {"answer": "recorded", "n": 5}
REFUSED = {"answer": "refused", "n": None, "code": "stale", "reason": "it has changed: you saw revision 1, it is now 2"}
DIFFERENCE = {
    "refused": None, "withdrawn": ["Revoke, not established"], "raised": [], "changed": [], "closed": [],
    "then": ["N–S 1, E–W 1 tricks, not 2 and 0"],
}  # fmt: skip
BURST = {
    "device": "hub-B", "state": "ready", "since": 1_800_000_000.0,
    "summonses": [{"table": "5", "id": "score_missing@40:-"}],
}  # fmt: skip
ACCOUNT = {
    "name": "Operator B", "role": "operator", "pair": None, "table": None, "seat": None, "chief": False,
    "screen": False, "must_change": True, "may_change": True,
}  # fmt: skip
GIVEN = {"name": "Operator B", "password": "told once"}
CODE = {"code": "4821 7730", "screen": "screen 7 S", "lasts_s": 600.0}
CHECKED = {"checks": [{"mark": "good", "text": "Movement: 2 tables, 3 rounds, 6 boards"}]}
EVENING = {
    "draft": {"session": "tuesday-pairs", "tables": ["1", "2"], "movement": "howell"},
    "tables": [{"table": "1", "devices": ["hub-1"]}], "unfinished": ["Table 7: board 21 is in play"],
}  # fmt: skip
CLOSED = {
    "closed": True, "unfinished": [], "folder": "/srv/club/tuesday-pairs/closed",
    "files": ["table-1.pbn", "boards.jsonl", "results.csv", "results.pdf", "tuesday-pairs.zip"],
}  # fmt: skip
REPORT = {"number": "7-21-4", "table": "7", "hands": []}
REPLAY = {
    "board": 8, "table": "1", "dealer": "W", "vul": "None", "hands": {"N": ["SK", "SJ"]},
    "acts": [{"type": "board", "board": 8}, {"type": "call", "seat": "W", "call": "P"}], "contract": "4H",
    "declarer": "E", "result": {"tricks": 9, "score": 50},
}  # fmt: skip
LOOKS = {
    "lines": [
        {
            "n": 41, "at": 1_800_000_031.5, "by": "Director A", "what": "hands", "table": "7", "board": 21,
            "page": "table", "account": None, "role": None, "address": None,
        }
    ],
    "next": 41,
}  # fmt: skip
DENIED = {"detail": "There is no such page, table or summons."}


def answers(ok: Any, *, refuses: bool = False) -> dict[int | str, dict[str, Any]]:
    """The answers of a route: what it says where it may, and that it says nothing where it may not."""
    found: dict[int | str, dict[str, Any]] = {
        200: _json("What was asked for.", ok),
        401: _json("Nobody is logged in.", {"detail": "Log in first."}),
        403: _json("Not for this role, or without the token of the session.", {"detail": "This is not for you."}),
        404: _json("There is none that the visitor may see.", DENIED),
    }
    if refuses:
        found[409] = _json("It was not recorded, and why.", REFUSED)
        found[422] = _json("What was sent does not fit.", {"detail": ["body.ruling: Field required"]})
        found[503] = _json(
            "The core does not answer; ask again.", REFUSED | {"code": "away", "reason": "no connection"}
        )
    return found


def _json(description: str, example: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"example": example}}}
