"""Asking a Data Connector over real HTTP: whatever goes wrong is an answer that says what to do, never an exception."""

import json

import bridgemate_dataconnector as vendor
import pytest
from support.connector_evening import SECTIONS
from support.fake_connector import CLUB, GUID, LICENCE, FakeConnector, listening

from controller.adapters.data_connector.client import Connector, Fate, Kind
from controller.model.errors import LogError

RESULT = {
    **{"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 1},
    **{"ScoringDirection": 3, "PairNorthSouth": 1, "PairEastWest": 3, "DeclaringPair": 1, "DeclarerDirection": 1},
    **{"Level": 4, "Denomination": 4, "TotalTricks": 10, "LeadCardRank": 13, "LeadCardSuit": 1},
}


@pytest.fixture
def fake():
    return FakeConnector(SECTIONS)


@pytest.fixture
def connector(fake):
    with listening(fake) as address:
        yield Connector(address + "/", CLUB, LICENCE, GUID)


def test_it_says_what_it_is(connector):
    assert connector.greeting().data.startswith("Bridgemate dataconnector service version")


def test_something_else_at_the_address_is_told(connector, fake):
    fake.greeting = "It works!"
    answer = connector.greeting()
    assert (answer.fate, answer.why) == (Fate.REFUSED, "something else than a Data Connector answers there")


def test_the_sessions_that_are_played(connector):
    assert [one["SessionName"] for one in connector.running().data] == ["Monday"]


def test_movement_players_and_seats_come_whole_and_nothing_is_taken_from_the_scoring_program(connector, fake):
    fake.players, fake.seats = [{"PlayerNumber": "1"}], [{"TableNumber": 1}]
    assert (connector.sections().data, connector.players().data, connector.participations().data) == (
        SECTIONS,
        fake.players,
        fake.seats,
    )
    assert [command for command, _ in fake.log] == [33, 24, 25]


def test_a_result_is_taken(connector, fake):
    assert connector.send(Kind.RESULTS, [RESULT]).fate is Fate.DONE
    (there,) = fake.has[10].values()
    assert {name: there[name] for name in RESULT} == RESULT


def test_a_result_that_is_there_already_is_told(connector):
    assert [connector.send(Kind.RESULTS, [RESULT]).fate for _ in range(2)] == [Fate.DONE, Fate.THERE]


def test_what_the_vendors_checks_refuse_is_never_sent(connector, fake):
    answer = connector.send(Kind.RESULTS, [{**RESULT, "TotalTricks": 14}])
    assert (answer.fate, fake.log) == (Fate.REFUSED, [])
    assert "TotalTricks" in answer.why


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"BoardNumber": 9}, "Movement: The data does not comply"), ({"TableNumber": 9}, "Movement")],
)
def test_what_it_refuses_says_why(connector, changes, said):
    answer = connector.send(Kind.RESULTS, [{**RESULT, **changes}])
    assert (answer.fate, answer.why.startswith(said)) == (Fate.REFUSED, True)


def test_a_club_that_is_not_known_is_refused(fake):
    with listening(fake) as address:
        answer = Connector(address, "OTHER", LICENCE, GUID).running()
    assert (answer.fate, answer.why) == (Fate.REFUSED, "Validation: The club is not known.")


@pytest.mark.parametrize(
    ("mood", "said"),
    [
        ("hang up", "no connection"),
        ("lose the answer", "no connection"),
        ("cut the answer off", "no connection"),
        ("status 503", "status 503"),
        ("rubbish", "its answer is no JSON"),
        ("elsewhere", "status 302"),
        ("another answer", "its answer is to another request"),
        ("busy", "Busy"),
    ],
)
def test_what_passes_is_to_be_tried_again_and_the_next_request_is_answered(connector, fake, mood, said):
    fake.moods = [mood]
    answer = connector.send(Kind.RESULTS, [RESULT])
    assert (answer.fate, said in answer.why) == (Fate.LATER, True), answer.why
    assert connector.send(Kind.RESULTS, [RESULT]).fate in (Fate.DONE, Fate.THERE)


@pytest.mark.parametrize(
    ("number", "fate"), [(7, Fate.FAILED), (14, Fate.FAILED), (99, Fate.FAILED), (8, Fate.REFUSED)]
)
def test_errors_of_its_own_and_those_that_nobody_knows_are_told_apart_from_refusals(connector, fake, number, fate):
    fake.moods = [f"error {number}"]
    assert connector.send(Kind.RESULTS, [RESULT]).fate is fate


@pytest.mark.long
def test_an_answer_that_drips_in_ends(connector, fake):
    fake.moods = ["drip"]
    assert connector.running().fate is Fate.LATER


def test_nobody_there_is_to_be_tried_again():
    answer = Connector("http://127.0.0.1:9", CLUB, LICENCE, GUID).running()
    assert (answer.fate, answer.why.startswith("no connection")) == (Fate.LATER, True)


def test_an_address_that_is_none_is_a_clear_error():
    with pytest.raises(LogError, match=r"is no address such as http://192\.168\.1\.50:5079"):
        Connector("192.168.1.50", CLUB, LICENCE, GUID)


# -- the fake speaks as the real one --------------------------------------------------------------------------------


def test_the_vendors_own_client_takes_the_fake_for_a_data_connector(fake):
    with listening(fake) as address:
        client = vendor.DataConnectorClient(CLUB, LICENCE, address)
        ok = vendor.dto.DataConnectorResponseData.OK
        assert client.connect().data_type == ok
        assert client.ping().data_type == ok
        result = vendor.dto.ResultDTO.from_dict(RESULT)
        assert client.send_results(GUID, [result]).data_type == ok
        again = client.send_results(GUID, [result])
        assert again.error_type == vendor.dto.ErrorType.NoUpdates
        request = vendor.dto.ScoringProgramRequest(
            command=vendor.dto.ScoringProgramDataConnectorCommands.GetAllMovements, session_guid=GUID
        )
        answer = client.send_request(request)
    sections = [vendor.dto.SectionDTO.from_dict(one) for one in json.loads(answer.serialized_data)]
    assert [r.pair_ew for s in sections for t in s.tables for r in t.rounds] == [3, 4, 4, 3]
