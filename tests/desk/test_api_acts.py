"""What is done at a table, as JSON: rulings tried, corrections, acts entered, how the record is kept, later."""

import pytest

from .evening import REVOKE, TOO_LOW
from .support import Visitor, body_of, read_up

RULING = {"on": "insufficient_bid@4:W", "choice": "accept", "id": "one-id", "rev": 1}
CORRECTION = {
    "replaces": [16], "events": [{"type": "card", "seat": "W", "card": "C6", "as": 16}], "reason": "wrong_card",
}  # fmt: skip


@pytest.fixture
async def evening(app, core, anna):
    """Table 7: an insufficient bid; table 2: a revoke."""
    await core.play("7", *TOO_LOW)
    await core.play("2", *REVOKE)
    await read_up(app, core)
    anna.headers["X-CSRF-Token"] = anna.csrf
    return anna


async def test_what_a_ruling_would_change_is_told_and_nothing_is_recorded(evening, core):
    answer = await evening.post("/api/v1/rulings/preview", json={"table": "7", "ruling": RULING | {"choice": "cancel"}})
    assert body_of(answer)["then"] == ["West is to call."]
    assert core.asked == []


async def test_a_ruling_that_may_not_be_given_there_says_why(evening):
    ruling = RULING | {"after": 2}
    answer = await evening.post("/api/v1/rulings/preview", json={"table": "7", "ruling": ruling})
    assert body_of(answer)["refused"]


async def test_a_correction_is_tried_first(evening, core):
    answer = await evening.post("/api/v1/tables/2/corrections", json={**CORRECTION, "dry_run": True})
    assert body_of(answer)["withdrawn"] == ["Revoke, not established"] and core.asked == []


async def test_a_correction_is_recorded_and_counted(evening, core):
    answer = await evening.post("/api/v1/tables/2/corrections", json={**CORRECTION, "seen": 0})
    assert body_of(answer)["answer"] == "recorded" and core.asked[-1]["event"]["by"] == "anna"
    assert body_of(await evening.get("/api/v1/tables/2"))["corrections"] == 1


async def test_a_correction_made_for_another_moment_is_refused(evening, core):
    await evening.post("/api/v1/tables/2/corrections", json={**CORRECTION, "seen": 0})
    again = await evening.post("/api/v1/tables/2/corrections", json={**CORRECTION, "seen": 0})
    assert (again.status_code, body_of(again)["code"]) == (409, "stale") and len(core.asked) == 1


@pytest.mark.parametrize(
    "body",
    [
        {**CORRECTION, "replaces": []},
        {**CORRECTION, "reason": ""},
        {**CORRECTION, "events": [{"type": "card", "seat": "W"}]},
        {**CORRECTION, "by": "somebody"},
    ],
)
async def test_a_correction_that_is_none_is_refused_with_the_field(evening, core, body):
    answer = await evening.post("/api/v1/tables/2/corrections", json=body)
    assert answer.status_code == 422 and body_of(answer)["detail"] and core.asked == []


async def test_an_act_is_entered_for_the_moment_it_is_meant_for(evening, core):
    event = {"type": "card", "seat": "N", "card": "D5"}
    late = await evening.post("/api/v1/tables/2/events", json={"event": event, "n": 3})
    answer = await evening.post("/api/v1/tables/2/events", json={"event": event, "n": 19})
    assert (late.status_code, body_of(answer)["answer"]) == (409, "recorded")
    assert [asked["event"]["src"] for asked in core.asked] == ["director"]


async def test_a_ruling_is_not_entered_as_an_act(evening, core):
    answer = await evening.post("/api/v1/tables/7/events", json={"event": {"type": "ruling", **RULING}})
    assert answer.status_code == 422 and core.asked == []


async def test_the_record_is_kept_by_hand(evening, core):
    assert (await evening.post("/api/v1/tables/2/mode", json={"mode": "manual"})).status_code == 200
    assert core.asked[-1] == {"do": "mode", "mode": "manual", "table": "2", "by": "anna"}


async def test_an_operator_does_not_say_which_is_right(app, evening, core):
    async with Visitor(app) as olga:
        await olga.log_in_here("olga")
        olga.headers["X-CSRF-Token"] = olga.csrf
        answer = await olga.post("/api/v1/tables/2/mode", json={"mode": "sensing", "accept": "record"})
    assert answer.status_code == 403 and core.asked == []


async def test_a_summons_is_put_aside_and_stays_open(evening, app):
    path = "/api/v1/tables/7/summonses/insufficient_bid@4:W"
    answer = await evening.post(f"{path}/later", json={"minutes": 3})
    assert body_of(answer)["later"] and body_of(await evening.get(path))["open"]
    assert "Nobody is waiting" in (await evening.get("/")).text
