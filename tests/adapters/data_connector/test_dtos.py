"""Our results, hands and calls as the Data Connector's objects; what they cannot say is said."""

from fractions import Fraction

import bridgemate_dataconnector as vendor
import pytest
from support.build import deal
from support.connector_evening import PLAN, SECTIONS
from support.fake_connector import GUID

from controller.adapters.data_connector.dtos import (
    CallState,
    NotCarriedError,
    call_dto,
    hand_record_dto,
    movement_of,
    result_dto,
    table_number,
)
from controller.model.cards import card
from controller.model.seats import Seat
from controller.scoring import Artificial, plain, weighted
from controller.session.results import TableResult

MOVEMENT = movement_of(SECTIONS)
DEAL = deal("N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ")


def result(table="1", board=1, ns="1", ew="3", score=420, contract="4S", declarer=Seat.N, tricks=10, **more):
    return TableResult(
        table, board, ns, ew, plain(score) if isinstance(score, int) else score, contract, declarer, tricks, **more
    )


def dto(one):
    found = result_dto(one, PLAN, MOVEMENT, GUID)
    made = vendor.dto.ResultDTO.from_dict(found)
    assert vendor.validate_result_dto(made), made.validation_messages
    return found


def parts(one, *names):
    found = dto(one)
    return tuple(found[name] for name in names)


def test_a_contract_that_was_made():
    given = result(lead=card("HT"))
    where = ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber", "PairNorthSouth", "PairEastWest")
    what = ("DeclaringPair", "DeclarerDirection", "Level", "Denomination", "Stake", "TotalTricks")
    assert parts(given, *where) == ("A", 1, 1, 1, 1, 3)
    assert parts(given, *what) == (1, 1, 4, 4, 0, 10)
    assert parts(given, "LeadCardRank", "LeadCardSuit", "ScoringDirection") == (10, 3, 3)


def test_a_doubled_contract_of_the_other_side_in_a_later_round():
    given = result("2", 3, "2", "3", 200, "2CX", Seat.W, 7)
    names = ("TableNumber", "RoundNumber", "DeclaringPair", "DeclarerDirection", "Denomination", "Stake")
    assert parts(given, *names) == (2, 2, 3, 4, 1, 1)


def test_a_board_that_was_passed_out():
    assert parts(result(score=0, contract="P", declarer=None, tricks=None), "Level", "TotalTricks") == (0, 0)


def test_a_board_that_the_director_took_out():
    assert parts(result(score=None), "Level") == (-10,)


@pytest.mark.parametrize(("ns", "ew", "level"), [(40, 40, -1), (40, 60, -3), (50, 50, -5), (60, 40, -7), (60, 60, -9)])
def test_artificial_scores(ns, ew, level):
    assert parts(result(score=Artificial(Fraction(ns), Fraction(ew))), "Level") == (level,)


def test_pairs_that_sat_in_each_others_direction_are_told_by_the_declaring_pair():
    assert parts(result(ns="3", ew="1"), "PairNorthSouth", "DeclaringPair", "DeclarerDirection") == (1, 3, 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (result(board=9), "no round of the session's file"),
        (result(table="7"), "no round of the session's file"),
        (result(ns="8"), "other pairs"),
        (result(score=Artificial(Fraction(45), Fraction(55))), "only 60, 50 and 40 %"),
        (result(score=400), "is not that of the contract"),
        (result(score=weighted({420: Fraction(1, 2), -50: Fraction(1, 2)})), "is not that of the contract"),
        (result(tricks=None), "not all known"),
    ],
)
def test_what_cannot_be_said_is_told_and_why(given, said):
    with pytest.raises(NotCarriedError, match=said):
        dto(given)


def test_a_board_that_the_scoring_program_does_not_have_there_is_not_sent():
    with pytest.raises(NotCarriedError, match="the scoring program's movement does not have"):
        result_dto(result(), PLAN, movement_of([]), GUID)


def test_the_scoring_programs_own_numbers_of_pairs_are_kept():
    sections = [
        {**SECTIONS[0], "Tables": [{"Rounds": [{**r, "PairEW": 1} for r in SECTIONS[0]["Tables"][0]["Rounds"]]}]}
    ]
    found = result_dto(result(), PLAN, movement_of(sections), GUID)
    assert (found["PairNorthSouth"], found["PairEastWest"]) == (1, 1)


def test_hands_pass_the_vendors_check():
    made = vendor.dto.HandrecordDTO.from_dict(hand_record_dto(5, DEAL, "A", 1, GUID))
    assert vendor.validate_handrecord_dto(made), made.validation_messages
    assert (made.north_spades, made.south_clubs, made.west_hearts) == ("AKQ2", "JT98", "876")


def test_a_call_for_the_director_says_where_and_when_and_nothing_of_why():
    place = PLAN.at_table("2")[1]
    found = call_dto(place, CallState.IN_PROGRESS, 20, 5, GUID)
    assert vendor.validate_td_call_dto(vendor.dto.TdCallDTO.from_dict(found))
    assert found == {
        **{"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 2, "RoundNumber": 2},
        **{"Hour": 20, "Minute": 5, "Status": 2},
    }


def test_a_table_is_known_by_the_number_in_its_name():
    assert [table_number(place) for place in PLAN.at_table("2")] == [2, 2]
