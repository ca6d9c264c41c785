"""`.bws` files as an evening: results, hands, auctions and play, in the writings that are found, and what is odd."""

import struct
import tracemalloc

import pytest
from support.build import contract
from support.bws_file import AT, HANDS, NOON, PLAYED, RESULT, acts, bws
from support.jet_file import PAGE

from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.errors import LogError
from controller.model.seats import Seat, Side
from controller.records.board_record import ArtificialScore, BoardCancelled
from controller.records.bws import read_bws_boards
from controller.records.bws.evening import read_bws
from controller.records.bws.jet import JetFile


def read(data):
    reads = list(read_bws_boards([data[:5000], data[5000:]], "monday.bws"))
    return [r.record for r in reads if r.record], [str(w) for r in reads for w in r.warnings]


def one(**rows):
    (record,), _ = read(bws(**rows))
    return record


def scored(**more):
    return one(ReceivedData=[{**PLAYED, **more}])


def test_a_result_with_its_place_its_pairs_and_its_score():
    record = one()
    assert (record.board, record.contract, record.tricks, record.score_ns) == (1, contract("4S by S"), 9, -50)
    assert record.pairs == {Side.NS: "1", Side.EW: "3"}
    assert record.tags == {"Section": "A", "Table": "1", "Round": "1"}
    assert (record.event, record.date, record.dealer) == ("Monday pairs", "2024.05.06", Seat.N)
    assert [c.card for c in record.cards] == [card("CK")]


@pytest.mark.parametrize(
    ("written", "result", "meant", "tricks"),
    [
        ("3 NT", "=", "3NT by S", 9),
        ("3NT", "+1", "3NT by S", 10),
        ("3 N", "=", "3NT by S", 9),
        ("4 S X", "-2", "4SX by S", 8),
        ("4 Sx", "-1", "4SX by S", 9),
        ("1 C XX", "+ 2", "1CXX by S", 9),
        ("1 C xx", "=", "1CXX by S", 7),
    ],
)
def test_contracts_and_results_as_they_are_written(written, result, meant, tricks):
    record = scored(Contract=written, Result=result)
    assert (record.contract, record.tricks) == (contract(meant), tricks)


@pytest.mark.parametrize("word", ["PASS", "Pass"])
def test_a_board_that_was_passed_out(word):
    record = scored(Contract=word, Result="", LeadCard="")
    assert (record.passed_out, record.score_ns, record.contract) == (True, 0, None)


@pytest.mark.parametrize(("written", "meant"), [("CK", "CK"), ("S10", "ST"), ("ST", "ST"), ("10H", "HT"), ("kd", "DK")])
def test_the_lead_as_it_is_written(written, meant):
    assert [c.card for c in scored(LeadCard=written).cards] == [card(meant)]


@pytest.mark.parametrize("remarks", ["40%-60%", "40% - 60%", "40-60%"])
def test_an_artificial_score(remarks):
    assert scored(Contract="", Result="", Remarks=remarks).adjusted == ArtificialScore(40.0, 60.0)


def test_a_board_that_was_not_played():
    assert scored(Contract="", Result="", Remarks="Not played").adjusted == BoardCancelled()


def test_a_result_that_was_erased_is_not_there():
    assert read(bws(ReceivedData=[{**PLAYED, "Erased": True}]))[0] == []


def test_of_two_results_the_later_one_is_taken_and_said():
    again = {**PLAYED, "Result": "=", "TimeLog": NOON.replace(hour=13)}
    records, warnings = read(bws(ReceivedData=[again, PLAYED]))
    assert ([r.tricks for r in records], len(warnings)) == ([10], 1)
    assert "table ReceivedData, row 2, board 1: keyed in again; the later one is taken" in warnings[0]


@pytest.mark.parametrize("more", [{"Declarer": 3}, {"Declarer": 1, "Remarks": "Wrong direction"}])
def test_pairs_that_sat_in_each_others_direction_are_scored_as_they_sat(more):
    assert scored(**more).pairs == {Side.NS: "3", Side.EW: "1"}


def test_players_are_found_by_where_they_sat_down():
    players = [
        {**AT, "Direction": seat, "Number": number, "Name": name}
        for seat, number, name in (("N", "", "Ann"), ("South", "77", ""), ("E", "78", ""), ("W", "", "Dan"))
    ]
    names = [{"ID": 77, "Name": "Bob"}, {"ID": 0, "strID": "78", "Name": "Cyd"}]
    record = one(PlayerNumbers=players, PlayerNames=names)
    assert record.names == {Seat.N: "Ann", Seat.S: "Bob", Seat.E: "Cyd", Seat.W: "Dan"}


def test_names_in_any_script_in_both_writings():
    players = [{**AT, "Round": 0, "Direction": "N", "Name": "Иванов Ivan"}]
    for compressed in (frozenset(), frozenset({"Name"})):
        (record,), _ = read(bws(compressed, PlayerNumbers=players))
        assert record.names == {Seat.N: "Иванов Ivan"}


def test_where_both_directions_have_the_same_numbers_east_west_are_counted_on():
    record = scored(PairNS=2, PairEW=2, Declarer=2)
    assert record.pairs == {Side.NS: "2", Side.EW: "4"}


def test_tables_of_two_sections_carry_their_letters():
    sections = [{"ID": 1, "Letter": "A"}, {"ID": 2, "Letter": "B"}]
    records, _ = read(bws(Section=sections, ReceivedData=[PLAYED, {**PLAYED, "Section": 2}]))
    assert [r.tags["Table"] for r in records] == ["A1", "B1"]


def test_hands_with_tens_in_two_signs():
    record = one(HandRecord=[{"Section": 1, "Board": 1, **HANDS}])
    assert record.deal.is_complete
    assert card("ST") in record.deal.hands[Seat.N]


def test_hands_of_a_board_without_a_result_are_read_too():
    records, _ = read(bws(ReceivedData=[], HandRecord=[{"Section": 1, "Board": 5, **HANDS}]))
    assert [(r.board, r.vulnerability) for r in records] == [(5, Vulnerability.NS)]


def test_hands_that_are_no_deal_are_left_out_without_naming_a_card():
    wrong = {**HANDS, "NorthHearts": "A"}
    records, warnings = read(bws(HandRecord=[{"Section": 1, "Board": 1, **wrong}]))
    assert records[0].deal is None
    assert "table HandRecord, row 1, board 1: the hands are no deal" in warnings[0]
    assert "HA" not in warnings[0]


@pytest.mark.parametrize(
    "bids", [("PASS", "1NT", "x", "xx"), ("Pass", "1N", "X", "XX"), ("P", "1 NT", "Double", "Redouble")]
)
def test_an_auction_in_the_encodings_found(bids):
    made = acts("Bid", *(f"{seat} {bid.replace(' ', '')}" for seat, bid in zip("NESW", bids, strict=True)))
    assert [c.call.text for c in one(BiddingData=made).calls] == ["P", "1NT", "X", "XX"]


def test_a_call_that_was_erased_is_not_there_and_its_counter_is_used_again():
    made = acts("Bid", "N PASS", "E 1C")
    made += [{**made[1], "Erased": True}, {**made[1], "Bid": "1D"}]
    assert [c.call.text for c in one(BiddingData=made).calls] == ["P", "1D"]


def test_an_auction_with_a_word_that_is_no_call_ends_before_it():
    records, warnings = read(bws(BiddingData=acts("Bid", "N PASS", "E 9Z", "S PASS")))
    assert len(records[0].calls) == 1
    assert "section A, table 1, round 1, board 1: call 2 '9Z' is none" in warnings[0]


def test_the_play_four_cards_a_trick():
    cards = ("W CK", "N C2", "E C3", "S C4", "W DA")
    record = one(PlayData=acts("Card", *cards))
    assert [(t.leader, [c.card.text for c in t.cards]) for t in record.play] == [
        (Seat.W, ["CK", "C2", "C3", "C4"]),
        (Seat.W, ["DA"]),
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({**PLAYED, "Contract": "4 Z"}, "contract: '4 Z' is no contract"),
        ({**PLAYED, "Result": "?"}, "result '?' is none"),
        ({**PLAYED, "Result": "+9"}, "4 S +9 is 19 tricks"),
        ({**PLAYED, "NS/EW": ""}, "the contract has no declarer"),
        ({**PLAYED, "LeadCard": "Z9"}, "lead 'Z9' is no card"),
        ({**RESULT, "Board": None}, "no section, table, round or board; left out"),
    ],
)
def test_what_is_odd_is_told_with_its_place(row, said):
    _, warnings = read(bws(ReceivedData=[row]))
    assert len(warnings) == 1
    assert said in warnings[0]
    assert "monday.bws" in warnings[0]


def test_a_database_of_something_else_is_no_bws_file():
    data = bws().replace("Section".encode("utf-16-le"), "Sektion".encode("utf-16-le"))
    data = data.replace("RoundData".encode("utf-16-le"), "Roundtime".encode("utf-16-le"))
    data = data.replace("ReceivedData".encode("utf-16-le"), "Receivedtime".encode("utf-16-le"))
    with pytest.raises(LogError, match="has neither Section nor RoundData nor ReceivedData"):
        read_bws(data, "x.bws")


def hostile(table, *, pages=400):
    """Pages full of rows that all point at one row of that table: a small file that seems to be a large one."""
    data = bytearray(bws())
    owner = JetFile(bytes(data)).tables[table]
    first = next(at for at in range(0, len(data), PAGE) if data[at : at + 2] == b"\x01\x01" and data[at + 4] == owner)
    pointer = struct.pack("<I", (first // PAGE) << 8)
    count = (PAGE - 14) // 6
    page = bytearray(PAGE)
    struct.pack_into("<HHIIH", page, 0, 0x0101, 0, owner, 0, count)
    for index in range(count):
        at = PAGE - 4 * (index + 1)
        page[at : at + 4] = pointer
        struct.pack_into("<H", page, 14 + 2 * index, at | 0x4000)
    return bytes(data + page * pages)


@pytest.mark.long
@pytest.mark.parametrize("table", ["ReceivedData", "RoundData", "Section"])
def test_a_file_that_seems_to_have_a_hundred_thousand_rows_ends_and_takes_little_memory(table):
    data = hostile(table)
    tracemalloc.start()
    try:
        with pytest.raises(LogError, match=f"x.bws, table {table}: more than 20000 rows"):
            read_bws(data, "x.bws")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 32 << 20
