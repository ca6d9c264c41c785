"""Sessions of other programs as a session's file: what they say stands in it, what it cannot say is told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bws_file import AT, PLAYED, bws, round_of

from controller.model.board import Contract, vulnerability_of
from controller.model.calls import Denomination
from controller.model.errors import LogError
from controller.model.seats import Seat, Side
from controller.records.board_record import BoardRecord
from controller.records.bws import read_bws
from controller.records.tables_csv import write_csv
from controller.records.usebio import write_usebio
from controller.records.usebio_reader import read_usebio
from controller.records.warning import BoardRead
from controller.session.howell import howell
from controller.session.imports import (
    Imported,
    ImportedSection,
    from_bws,
    from_connector,
    from_csv,
    from_results,
    session_text,
)
from controller.session.listed import print_listed
from controller.session.mitchell import Even, mitchell
from controller.session.movement import Sitting
from controller.session.session_file import read_session


def plan(imported):
    return read_session(session_text(imported))[0]


def notes(imported):
    return {note.key.removeprefix("import."): dict(note.params) for note in imported.notes}


def sittings(imported, section=0):
    return {(s.round, s.table, s.ns, s.ew, s.boards) for s in plan(imported).sections[section].movement.sittings}


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=20), st.lists(st.text(max_size=10), max_size=4))
def test_any_name_of_a_section_and_of_players_stands_in_the_file(name, players):
    section = ImportedSection(name, ("1",), (Sitting(1, 1, 1, 2, (1,)),), names={1: players})
    (read,) = plan(Imported((section,))).sections
    assert (read.name, read.names) == (name, {1: tuple(players)})


# -- .bws -----------------------------------------------------------------------------------------------------------


def of_bws(**rows):
    return from_bws(read_bws(bws(**rows), "monday.bws"))


def test_the_rounds_of_a_bws_file():
    imported = of_bws(ReceivedData=[])
    assert sittings(imported) == {
        *((1, 1, 1, 3, (1, 2)), (1, 2, 2, 4, (3, 4))),
        *((2, 1, 1, 4, (5, 6)), (2, 2, 2, 3, (7, 8))),
    }
    assert plan(imported).sections[0].movement.two_winners
    assert notes(imported) == {"scoring_unknown": {}}


def test_the_players_of_a_bws_file_stand_by_their_pairs():
    players = [
        {**AT, "Round": 0, "Direction": seat, "Name": name}
        for seat, name in (("S", "Ben"), ("N", "Ann"), ("W", "Dee"), ("E", "Cyd"))
    ]
    imported = of_bws(PlayerNumbers=[*players, {**players[0], "Round": 2, "Name": "Eve"}])
    assert plan(imported).sections[0].names == {1: ("Ann", "Ben"), 3: ("Cyd", "Dee")}
    assert notes(imported)["changed_players"] == {"n": 1}


def test_boards_that_do_not_follow_each_other():
    imported = of_bws(RoundData=[round_of(1, 1, 1, 3, 1, 9, CustomBoards="1, 5,9")])
    assert sittings(imported) == {(1, 1, 1, 3, (1, 5, 9))}


def test_a_sit_out_is_no_round_and_is_told():
    imported = of_bws(RoundData=[round_of(1, 1, 1, 3, 1, 2), round_of(1, 2, 2, 0, 3, 4)])
    assert sittings(imported) == {(1, 1, 1, 3, (1, 2))}
    assert notes(imported)["sit_outs"] == {"section": "A", "n": 1}


def test_the_missing_pair_is_missing():
    imported = of_bws(Section=[{"ID": 1, "Letter": "A", "Winners": 2, "MissingPair": 4}])
    assert plan(imported).sections[0].missing == {4}
    assert {p.sitting.ew for p in plan(imported).places} == {3}


def test_where_both_directions_have_the_same_numbers_east_west_are_counted_on():
    rounds = [round_of(1, 1, 1, 1, 1, 2), round_of(1, 2, 2, 2, 3, 4), round_of(2, 1, 1, 2, 5, 6)]
    imported = of_bws(RoundData=rounds, ReceivedData=[])
    assert {(ns, ew) for _, _, ns, ew, _ in sittings(imported)} == {(1, 3), (2, 4), (1, 4)}
    assert notes(imported)["counted_on"] == {"section": "A", "n": 2}


def test_two_sections_with_tables_of_their_own():
    sections = [{"ID": 1, "Letter": "A", "Winners": 2}, {"ID": 2, "Letter": "B", "Winners": 2}]
    rounds = [round_of(1, 1, 1, 3, 1, 2), {**round_of(1, 1, 1, 3, 1, 2), "Section": 2}]
    assert [s.tables for s in plan(of_bws(Section=sections, RoundData=rounds)).sections] == [("A1",), ("B1",)]


def test_results_and_hands_are_told_to_be_no_part_of_it():
    assert notes(of_bws(ReceivedData=[PLAYED]))["results"] == {"n": 1}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"RoundData": [round_of(1, 1, 1, 3, 1, 2, South=2, West=4)]}, "an individual"),
        ({"RoundData": []}, "no round with two pairs and boards"),
    ],
)
def test_what_is_no_session_of_pairs_says_so(rows, said):
    with pytest.raises(LogError, match=f"monday.bws: {said}"):
        of_bws(**rows)


def test_a_movement_that_no_file_can_hold_says_why():
    twice = [round_of(1, 1, 1, 3, 1, 2), round_of(1, 2, 1, 4, 3, 4)]
    with pytest.raises(LogError, match="pair 1 sits at two tables in round 1"):
        session_text(of_bws(RoundData=twice), file="monday.bws")


# -- CSV ------------------------------------------------------------------------------------------------------------


def test_a_movement_with_commas():
    movement = mitchell(5)
    imported = from_csv(print_listed(movement).encode())
    assert plan(imported).sections[0].movement == movement


def test_a_movement_of_two_sections_with_semicolons():
    text = "\ufeffSection;Round;Table;NS;EW;Boards\r\nA;1;1;1;2;1-2\r\nB;1;1;1;2;1-2\r\n"
    assert [s.name for s in plan(from_csv(text.encode())).sections] == ["A", "B"]


def test_a_movement_that_cannot_be_read_names_its_place():
    with pytest.raises(LogError, match=r"x.csv, line 2, field 'ns'"):
        from_csv(b"round,table,ns,ew,boards\n1,1,x,2,1\n", "x.csv")


def results(movement, *, placed=True):
    """A result for each board of a movement, as every pair makes a partscore."""
    for s in movement.sittings:
        for board in s.boards:
            yield BoardRecord(
                board=board,
                vulnerability=vulnerability_of(board),
                scoring="MP",
                pairs={Side.NS: str(s.ns), Side.EW: str(s.ew)},
                names={Seat.N: f"N{s.ns}", Seat.S: f"S{s.ns}"},
                contract=Contract(2, Denomination.S, Seat.N),
                tricks=8,
                score_ns=110,
                tags={"Section": "A", **({"Table": str(s.table), "Round": str(s.round)} if placed else {})},
            )


def test_results_with_tables_and_rounds_are_the_movement_that_was_played():
    movement = howell(8)
    imported = from_csv("".join(write_csv(results(movement))).encode())
    assert plan(imported).sections[0].movement == movement
    assert plan(imported).sections[0].names[3] == ("N3", "S3")
    assert imported.scoring == "matchpoints"


# -- results that tell no tables and rounds -------------------------------------------------------------------------


def of_usebio(movement):
    document = "".join(write_usebio(results(movement, placed=False)))
    return from_results(read_usebio([document.encode()], "monday.xml"), file="monday.xml")


@pytest.mark.parametrize("even", Even)
@pytest.mark.parametrize("tables", [3, 4, 6, 7])
def test_a_mitchell_is_recognised_by_who_met_whom(tables, even):
    movement = mitchell(tables, even=even, boards_per_round=3)
    imported = of_usebio(movement)
    assert plan(imported).sections[0].movement == movement
    assert "recognised" in notes(imported)


def test_any_other_movement_is_put_together_so_that_it_fits_and_said_to_be():
    movement = howell(8)
    imported = of_usebio(movement)
    assert {(ns, ew, b) for _, _, ns, ew, b in sittings(imported)} == {
        (s.ns, s.ew, s.boards) for s in movement.sittings
    }
    assert notes(imported)["rounds_guessed"] == {"section": "A"}


def test_results_without_numbers_are_left_out_and_counted():
    reads = [BoardRead(record) for record in results(mitchell(3))]
    imported = from_results([*reads, BoardRead(BoardRecord(board=1)), BoardRead(None)])
    assert notes(imported)["without_numbers"] == {"n": 1}


def test_a_file_without_any_result_of_numbered_pairs_says_so():
    with pytest.raises(LogError, match=r"x.pbn: no result whose pairs and board have numbers"):
        from_results([BoardRead(BoardRecord(board=1))], file="x.pbn")


# -- Data Connector -------------------------------------------------------------------------------------------------


def round_dto(table, number, ns, ew, low, high):
    return {
        **{"TableNumber": table, "RoundNumber": number, "PairNS": ns, "PairEW": ew},
        **{"LowBoardNumber": low, "HighBoardNumber": high},
    }


def section_dto(*rounds, letters="A", **more):
    return {"Letters": letters, "Winners": 2, "Tables": [{"TableNumber": 1, "Rounds": list(rounds)}], **more}


TWO_ROUNDS = (round_dto(1, 1, 1, 3, 1, 2), round_dto(2, 1, 2, 4, 3, 4), round_dto(1, 2, 1, 4, 5, 6))


def test_the_movement_and_the_players_of_a_data_connector():
    seats = [
        {"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 0, "Direction": 3, "LastName": "Ben"},
        {"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "Direction": 1, "PlayerNumber": "7"},
        {"SectionLetters": "A", "TableNumber": 1, "Direction": 2, "PlayerNumber": "8", "IsRemoval": True},
    ]
    players = [{"PlayerNumber": "7", "FirstName": "Ann", "LastName": "Abel"}]
    imported = from_connector([section_dto(*TWO_ROUNDS)], seats, players)
    assert sittings(imported) == {(1, 1, 1, 3, (1, 2)), (1, 2, 2, 4, (3, 4)), (2, 1, 1, 4, (5, 6))}
    assert plan(imported).sections[0].names == {1: ("Ann Abel", "Ben")}


@pytest.mark.parametrize(("number", "pair"), [(2, 2), (-2, 4)])
def test_a_missing_pair_with_a_minus_sits_east_west(number, pair):
    same = (round_dto(1, 1, 1, 1, 1, 2), round_dto(2, 1, 2, 2, 3, 4))
    imported = from_connector([section_dto(*same, MissingPair=number)])
    assert plan(imported).sections[0].missing == {pair}


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ([], "has no section with a round"),
        ([section_dto()], "has no section with a round"),
        ([section_dto(*TWO_ROUNDS, GameType=20)], "section A: an individual"),
        ([section_dto(*TWO_ROUNDS, IsCombiSection=True)], "has no section with a round"),
        ([{"Tables": "x"}], "has no section with a round"),
        ([section_dto({"TableNumber": "1", "PairNS": None, "PairEW": 10**9})], "has no section with a round"),
    ],
)
def test_what_is_no_session_in_a_data_connector_says_so(sections, said):
    with pytest.raises(LogError, match=said):
        from_connector(sections)
