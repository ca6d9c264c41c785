"""The desk as JSON: the same things as the pages, described by OpenAPI."""

import pytest

from .evening import REVOKE, TOO_LOW
from .support import PASSWORD, Visitor, body_of, read_up


@pytest.fixture
async def too_low(app, core, anna):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    anna.headers["X-CSRF-Token"] = anna.csrf
    return anna


RULING = {"on": "insufficient_bid@4:W", "choice": "accept", "id": "one-id", "rev": 1}


async def test_logging_in_gives_the_token_for_changes(app):
    async with Visitor(app) as visitor:
        answer = await visitor.post("/api/v1/login", json={"name": "anna", "password": PASSWORD})
    assert answer.status_code == 200 and body_of(answer)["role"] == "director" and len(body_of(answer)["csrf"]) > 20


@pytest.mark.parametrize("body", [{}, {"name": "anna"}, {"name": 3, "password": PASSWORD}, [], "x"])
async def test_a_log_in_that_is_none_is_refused(app, body):
    async with Visitor(app) as visitor:
        assert (await visitor.post("/api/v1/login", json=body)).status_code == 422


@pytest.mark.parametrize("secret", ["p4ssw0rd", "\\ud800"])
async def test_what_was_sent_is_not_repeated_in_the_refusal(app, secret):
    async with Visitor(app) as visitor:
        headers = {"Content-Type": "application/json"}
        answer = await visitor.post("/api/v1/login", content=f'{{"password": "{secret}"}}', headers=headers)
    assert (answer.status_code, secret in answer.text) == (422, False)
    assert "body.name: Field required" in body_of(answer)["detail"]


async def test_the_tables_stand_in_the_order_of_the_room(too_low):
    assert [table["table"] for table in body_of(await too_low.get("/api/v1/tables"))] == ["1", "2", "7"]


async def test_a_table_says_board_phase_and_open_summonses(too_low):
    found = body_of(await too_low.get("/api/v1/tables"))[2]
    assert (found["board"], found["phase"], found["open_summonses"]) == (21, "auction", 1)


async def test_an_operator_is_not_told_how_many_summonses_there_are(app, too_low):
    async with Visitor(app) as olga:
        await olga.log_in_here("olga")
        found = body_of(await olga.get("/api/v1/tables"))[2]
    assert found["board"] == 21 and "open_summonses" not in found and "director_here" not in found


async def test_one_table_has_the_state_of_the_table_log(too_low):
    found = body_of(await too_low.get("/api/v1/tables/7"))
    assert found["state"]["auction"] == [["N", "P"], ["E", "1C"], ["S", "1S"]]
    assert found["calls"][-1] == {"n": "4", "seat": "W", "call": "1H", "status": "waiting", "alerted": False}


async def test_open_summonses_carry_their_finding(too_low):
    (found,) = body_of(await too_low.get("/api/v1/summonses"))
    assert found["open"] and found["finding"]["options"] == ["accept", "cancel"] and found["rev"] == 1


async def test_one_summons_by_its_id(too_low):
    found = body_of(await too_low.get("/api/v1/tables/7/summonses/insufficient_bid@4:W"))
    assert found["finding"]["id"] == "insufficient_bid@4:W" and found["laws_edition"] == "2017"


async def test_a_ruling_is_recorded_and_shown(too_low):
    answer = await too_low.post("/api/v1/rulings", json={"table": "7", "ruling": RULING})
    (found,) = body_of(await too_low.get("/api/v1/rulings"))
    assert body_of(answer) == {"answer": "recorded", "n": 5}
    assert (found["choice"], found["by"], found["on"]) == ("accept", "anna", "insufficient_bid@4:W")


async def test_the_name_of_the_director_is_that_of_the_session(too_low, core):
    await too_low.post("/api/v1/rulings", json={"table": "7", "ruling": RULING | {"by": "somebody else"}})
    assert core.asked[-1]["ruling"]["by"] == "anna"


async def test_a_ruling_on_an_old_revision_is_refused_with_the_reason(too_low):
    await too_low.post("/api/v1/rulings", json={"table": "7", "ruling": RULING})
    other = RULING | {"choice": "cancel", "id": "other-id"}
    answer = await too_low.post("/api/v1/rulings", json={"table": "7", "ruling": other})
    assert answer.status_code == 409 and body_of(answer)["code"] == "stale"


@pytest.mark.parametrize(
    "ruling", [{"choice": "accept"}, {"on": 3, "choice": "accept"}, RULING | {"suits": ["X"]}, RULING | {"after": "x"}]
)
async def test_a_ruling_that_is_none_is_refused_with_the_field(too_low, core, ruling):
    answer = await too_low.post("/api/v1/rulings", json={"table": "7", "ruling": ruling})
    assert answer.status_code == 422 and body_of(answer)["detail"] and core.asked == []


async def test_a_ruling_at_an_unknown_table_is_refused(too_low, core):
    answer = await too_low.post("/api/v1/rulings", json={"table": "99", "ruling": RULING})
    assert answer.status_code == 404 and core.asked == []


async def test_a_change_without_the_token_is_refused(too_low, core):
    answer = await too_low.post("/api/v1/rulings", json={"table": "7", "ruling": RULING}, headers={"X-CSRF-Token": "x"})
    assert answer.status_code == 403 and core.asked == []


async def test_being_at_the_table_and_leaving_it(too_low, core):
    await too_low.post("/api/v1/tables/7/at_table", json={})
    await too_low.post("/api/v1/tables/7/at_table", json={"leave": True})
    assert [asked["leave"] for asked in core.asked] == [False, True]


async def test_having_seen_a_summons(too_low, core):
    answer = await too_low.post("/api/v1/tables/7/summonses/insufficient_bid@4:W/ack", json={"rev": 1})
    assert answer.status_code == 200 and core.asked[-1] == {
        "do": "ack", "table": "7", "on": "insufficient_bid@4:W", "rev": 1, "by": "anna",
    }  # fmt: skip


async def test_devices_and_faults_are_listed(app, core, too_low):
    await core.row("1", "device", {"device": "hub-1", "state": "lost", "why": "unplugged"})
    await core.row("", "fault", {"fault": "bus_down", "state": "on", "detail": "refused", "count": 1})
    await read_up(app, core)
    found = body_of(await too_low.get("/api/v1/devices"))
    assert {"table": "1", "device": "hub-1", "state": "lost", "why": "unplugged"}.items() <= found[0].items()
    assert found[-1]["fault"] == "bus_down" and found[-1]["table"] is None


async def test_a_fault_that_is_over_is_listed_no_more(app, core, too_low):
    await core.row("", "fault", {"fault": "bus_down", "state": "on", "detail": "refused", "count": 1})
    await core.row("", "fault", {"fault": "bus_down", "state": "off", "detail": None, "count": 1})
    await read_up(app, core)
    assert not any("fault" in found for found in body_of(await too_low.get("/api/v1/devices")))


async def test_health_says_how_far_the_journal_is_read_and_what_the_core_says(too_low, core):
    found = body_of(await too_low.get("/api/v1/health"))
    assert found["journal"]["trouble"] is None and found["journal"]["seq"] > 5 and found["core"]["loop_lag_ms"] == 1


async def test_health_without_a_core_says_so(too_low, core):
    core.is_away = True
    assert body_of(await too_low.get("/api/v1/health"))["core"] is None


async def test_quiet_summonses_are_among_those_of_a_director(app, core, too_low):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    found = [s["finding"]["kind"] for s in body_of(await too_low.get("/api/v1/summonses"))]
    assert found == ["insufficient_bid", "revoke_certain"]


async def test_openapi_describes_every_route_of_the_api(too_low):
    paths = body_of(await too_low.get("/api/v1/openapi.json"))["paths"]
    assert {"/api/v1/tables", "/api/v1/summonses", "/api/v1/rulings", "/api/v1/stream"} <= set(paths)
    assert all(operation["description"] for path in paths.values() for operation in path.values())


async def test_errors_are_json_too(too_low):
    answer = await too_low.get("/api/v1/tables/99")
    assert answer.status_code == 404 and body_of(answer) == {"detail": "There is no such page, table or summons."}
