"""Whatever is sent to the API, nothing breaks: requests made from its own description, to a desk with the real core."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from controller.session.may_see import Role

from .evening import REVOKE, TOO_LOW
from .real import RealDesk
from .support import PASSWORD

#: The stream never ends; it has tests of its own.
ENDLESS = {"/api/v1/stream"}
#: These end the visitor's session, or lock the place out from which too many wrong ones come: test_api_people.py.
SHUT_OUT = {"/api/v1/logout", "/api/v1/password", "/api/v1/pair"}
#: What a path may name, beside whatever it may be filled with.
NAMES = {"table": ["7", "1", "99"], "summons": ["insufficient_bid@4:W", "revoke_certain@16:W", "x"]}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    acts = {"7": list(TOO_LOW), "1": list(REVOKE)}
    with RealDesk(tmp_path_factory.mktemp("desk"), acts, anna=Role.DIRECTOR, sam=Role.SPECTATOR) as running:
        yield running


def broken(desk, who, *, examples):
    """Every answer of 500 or more; what an operation of the description is sent is drawn by hypothesis."""
    schema = schemathesis.openapi.from_dict(desk.app.openapi())
    found, sent = [], set()
    with desk.as_somebody(who) as client:
        for result in schema.get_all_operations():
            operation = result.ok()
            if operation.path in ENDLESS | SHUT_OUT:
                continue

            @settings(
                max_examples=examples,
                database=None,
                deadline=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def send(case):
                for name in case.path_parameters or {}:
                    choices, size = NAMES.get(name, []), len(str(case.body))
                    if choices and size % 4:
                        case.path_parameters[name] = choices[size % len(choices)]
                answer = case.call(base_url=desk.address, headers=dict(client.headers), cookies=dict(client.cookies))
                sent.add(case.operation.label)
                if answer.status_code >= 500:
                    found.append((case.operation.label, case.path_parameters, case.body, answer.status_code))

            send()
    return found, sent


def test_no_request_of_a_director_breaks_the_desk(desk):
    found, sent = broken(desk, "anna", examples=6)
    assert found == [] and {"POST /api/v1/rulings", "POST /api/v1/tables/{table}/corrections"} <= sent


def test_no_request_of_a_spectator_breaks_the_desk(desk):
    assert broken(desk, "sam", examples=2)[0] == []


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_request_breaks_the_desk_however_often_it_is_tried(desk):
    assert broken(desk, "anna", examples=400)[0] == []


def test_the_desk_still_works_afterwards(desk):
    with desk.as_somebody("anna") as client:
        assert client.get("/api/v1/health").json()["core"]["journal"]["ok"] is True
        assert client.post("/api/v1/login", json={"name": "anna", "password": PASSWORD}).status_code == 200


def test_every_operation_says_what_it_answers_and_every_body_has_an_example(desk):
    description = desk.app.openapi()
    operations = [(path, op) for path, methods in description["paths"].items() for op in methods.values()]
    assert [path for path, op in operations if not op.get("description")] == []
    without = [
        name
        for name, model in description["components"]["schemas"].items()
        if name.endswith(("Asked", "LogIn")) and "example" not in str(model)
    ]
    assert without == ["ModeAsked"]  # its values are listed
