"""LIN as BBO writes it: hand records of one board a line, vugraph with two rooms, eight names and chat."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.build import contract
from support.records import records

from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.notation import print_deal
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord, Comment, RecordedClaim
from controller.records.facts import Fact
from controller.records.lin import read_lin, write_lin
from controller.records.lin.losses import not_carried
from controller.records.lin.tokens import tokens

#: East's hand is the rest of the pack.
HANDS = "SAKQ2H432D432C432,S543HAKQ5D765C765,SJT9HJT9DAKQCJT98"
DEAL = f"pn|south,west,north,east|st||md|1{HANDS},|rh||ah|Board 5|sv|n|"
ONE_NOTRUMP = "mb|1N|mb|p|mb|p|mb|p|pg||"


def read(text):
    return list(read_lin([text.encode()], "boards.lin"))


def read_one(text):
    (one,) = [read.record for read in read(text) if read.record]
    return one


def reasons(text):
    return [(w.line, w.reason) for one in read(text) for w in one.warnings]


def written(record):
    return "".join(write_lin([record]))


# -- hand records -----------------------------------------------------------------------------------------------


def test_a_hand_record():
    record = read_one(DEAL + ONE_NOTRUMP + "pc|HA|pc|HJ|pc|H6|pc|H2|pg||mc|7|")
    assert (record.board, record.dealer, record.vulnerability) == (5, Seat.S, Vulnerability.NS)
    assert record.names == {Seat.S: "south", Seat.W: "west", Seat.N: "north", Seat.E: "east"}
    assert print_deal(record.deal, Seat.S) == "S:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"
    assert [(c.seat.value, c.call.text) for c in record.calls] == [("S", "1NT"), ("W", "P"), ("N", "P"), ("E", "P")]
    assert [(c.seat.value, c.card.text) for c in record.cards] == [("W", "HA"), ("N", "HJ"), ("E", "H6"), ("S", "H2")]
    assert (record.contract, record.tricks, record.score_ns) == (contract("1NT by S"), 7, 90)


@pytest.mark.parametrize("hands", [HANDS, HANDS + ",", HANDS + ",S876H876DJT98CAKQ", HANDS.lower() + ","])
def test_easts_hand_may_be_left_out_and_ranks_stand_in_any_order(hands):
    record = read_one(f"md|1{hands}|sv|o|ah|Board 1|{ONE_NOTRUMP}")
    assert record.deal.is_complete and card("CA") in record.deal.hands[Seat.E]


@pytest.mark.parametrize(("digit", "dealer"), [("1", "S"), ("2", "W"), ("3", "N"), ("4", "E")])
def test_the_digit_before_the_hands_is_the_dealer(digit, dealer):
    assert read_one(f"md|{digit}{HANDS}|sv|o|").dealer is Seat[dealer]


@pytest.mark.parametrize(
    ("letter", "vulnerable"), [("o", "None"), ("0", "None"), ("n", "NS"), ("E", "EW"), ("b", "All")]
)
def test_vulnerability_in_all_its_letters(letter, vulnerable):
    assert read_one(f"md|1{HANDS}|sv|{letter}|").vulnerability is Vulnerability(vulnerable)


def test_claimed_tricks_are_all_of_declarers_and_nobody_says_who_claimed():
    record = read_one(DEAL + ONE_NOTRUMP + "pc|HA|pc|HJ|pc|H6|pc|H2|pg||mc|9|")
    assert (record.tricks, record.claims) == (9, (RecordedClaim(None, 9, 2, agreed=True),))


def test_a_claim_that_the_play_contradicts_is_said():
    text = DEAL + ONE_NOTRUMP + "pc|HA|pc|HJ|pc|H6|pc|H2|pg||mc|13|"
    assert (read_one(text).tricks, len(reasons(text))) == (13, 1)


def test_alerts_and_explanations():
    record = read_one(DEAL + "mb|1C!|an|16+, any shape|mb|p|mb|1D!|mb|p|mb|1N|an|balanced|")
    assert [c.alert for c in record.calls] == ["16+, any shape", None, "", None, "balanced"]


def test_doubles_and_redoubles():
    record = read_one(DEAL + "mb|1N|mb|d|mb|r|mb|p|mb|p|mb|p|")
    assert record.contract == contract("1NTXX by S")


def test_several_calls_in_one_token_as_old_files_have_them():
    assert read_one(f"md|1{HANDS}|sv|o|mb|-1Dp1Sp2Hppp|").contract == contract("2H by S")


def test_a_board_that_was_passed_out():
    record = read_one(DEAL + "mb|p|mb|p|mb|p|mb|p|pg||")
    assert (record.passed_out, record.contract, record.score_ns) == (True, None, 0)


def test_an_auction_that_stops_has_no_contract():
    record = read_one(DEAL + "mb|1N|mb|p|")
    assert (len(record.calls), record.contract, record.tricks) == (2, None, None)


def test_a_trick_led_by_the_wrong_hand_is_seated_by_the_deal():
    text = DEAL + ONE_NOTRUMP + "pc|D8|pc|D2|pc|D5|pc|DA|pg||"
    assert [c.seat.value for c in read_one(text).cards] == ["E", "S", "W", "N"]
    assert [line for line, _ in reasons(text)] == [1]


# -- vugraph ----------------------------------------------------------------------------------------------------

VUGRAPH = (
    "vg|Club Cup, Final,Segment 2 of 4,I,17,18,Lions,20,Bears,9|\n"
    "rs|1NS=,1NSx-1,3NS+1,PASS|\n"
    "pn|oS,oW,oN,oE,cS,cW,cN,cE|pg||\n"
    f"qx|o17|st||md|1{HANDS},|sv|o|nt|ann: good evening|pg||\n"
    "nt|ben: hello|pg||\n"
    "mb|1N|mb|p|nt|ann: 12-14|pg||\n"
    "mb|p|mb|p|pg||\n"
    "pc|h5|pc|hJ|pc|h6|pc|h2|nt|ben: fourth best\nann: yes|pg||\n"
    f"qx|c17|st||md|1{HANDS},|sv|o|mb|1N|mb|d|mb|p|mb|p|mb|p|mc|6|\n"
    f"qx|o18|st||md|1{HANDS},|sv|o|\n"
    f"qx|c18|st||md|1{HANDS},|sv|o|mb|p|mb|p|mb|p|mb|p|\n"
)


def test_both_rooms_with_their_own_four_names():
    found = [(r.board, r.tags["Room"], r.names[Seat.S], r.names[Seat.E]) for r, _ in read(VUGRAPH)]
    assert found == [
        (17, "Open", "oS", "oE"),
        (17, "Closed", "cS", "cE"),
        (18, "Open", "oS", "oE"),
        (18, "Closed", "cS", "cE"),
    ]


def test_title_teams_and_what_they_carry_over():
    record = read(VUGRAPH)[0].record
    assert (record.event, record.scoring) == ("Club Cup, Final", "IMP")
    assert record.tags == {
        "Stage": "Segment 2 of 4",
        "HomeTeam": "Lions",
        "VisitTeam": "Bears",
        "CarryOver": "20:9",
        "Room": "Open",
    }


def test_chat_stays_with_the_call_or_card_before_it():
    record = read(VUGRAPH)[0].record
    assert record.comments == (Comment("ann: good evening\nben: hello"),)
    assert [c.comment for c in record.calls] == ["", "ann: 12-14", "", ""]
    assert [c.comment for c in record.cards][-1] == "ben: fourth best\nann: yes"


def test_the_head_tells_results_that_the_boards_do_not():
    found = [(str(r.contract), r.tricks, r.score_ns) for r, _ in read(VUGRAPH)]
    assert found == [("1NT", 7, 90), ("1NTX", 6, -100), ("3NT", 10, 430), ("None", None, 0)]


def test_a_vugraph_file_comes_back_as_it_was_read():
    boards = [r for r, _ in read(VUGRAPH)]
    assert [r for r, _ in read("".join(write_lin(boards)))] == boards


# -- writing ----------------------------------------------------------------------------------------------------


def test_a_hand_record_is_written_as_bbo_does():
    text = DEAL + "mb|1N|mb|p|mb|3N!|an|to play|mb|p|mb|p|mb|p|pg||pc|HA|pc|HJ|pc|H6|pc|H2|pg||mc|9|"
    assert written(read_one(text)) == (
        "pn|south,west,north,east|st||"
        "md|1SAKQ2H432D432C432,S543HAKQ5D765C765,SJT9HJT9DAKQCJT98,S876H876DJT98CAKQ|rh||ah|Board 5|sv|n|"
        "mb|1N|mb|p|mb|3N!|an|to play|mb|p|mb|p|mb|p|pg||pc|HA|pc|HJ|pc|H6|pc|H2|pg||mc|9|pg||\n"
    )


def test_a_bar_or_line_break_in_a_text_is_written_as_another_sign():
    record = read_one(DEAL + "mb|1C!|an|a/b|")
    call = record.calls[0]
    changed = type(call)(call.seat, call.call, "a|b\nc", comment="x|y")
    text = written(type(record)(board=1, dealer=Seat.S, calls=(changed,)))
    assert "an|a/b c|nt|x/y|" in text


rounds = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@rounds
@given(st.lists(records(), max_size=3))
def test_what_was_written_once_is_read_as_it_is_from_then_on(boards):
    once = [r for r, _ in read("".join(write_lin(boards)))]
    assert len(once) == len(boards)
    assert [r for r, _ in read("".join(write_lin(once)))] == once


@rounds
@given(records(), st.integers(1, 40))
def test_it_does_not_matter_how_the_file_is_cut(board, size):
    data = "".join(write_lin([board, board])).encode()
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert list(read_lin(pieces)) == list(read_lin([data]))


# -- what is no LIN ---------------------------------------------------------------------------------------------


def test_text_out_of_step_is_left_out_and_said():
    text = "hello |world|\n" + DEAL + ONE_NOTRUMP
    assert (read_one(text).contract, [line for line, _ in reasons(text)]) == (contract("1NT by S"), [1, 1])


def test_an_unknown_tag_is_said_once():
    text = DEAL + "zz|1|mb|1N|zz|2|mb|p|"
    assert (len(read_one(text).calls), [reason[:12] for _, reason in reasons(text)]) == (2, ["the tag 'zz'"])


@pytest.mark.parametrize("token", ["mb|8N|", "mb||", "pc|XX|", "mc|many|", "an|why|", "md|1S2S2|"])
def test_what_cannot_be_read_is_said_with_its_line(token):
    assert [line for line, _ in reasons(f"md|1{HANDS}|sv|o|\n{token}\n" if token[:2] != "md" else f"\n{token}")] == [2]


PIECES = [*("md|", "md|3", HANDS, "mb|", "pc|", "1N|", "p|", "HA|", "sv|o|", "qx|o1|", "vg|", "rs|", "pn|a,b|", "nt|")]
PIECES += ["an|x|", "mc|9|", "ah|Board 1|", "|", "\n", "||", "mb|1N!|", "mb|p|mb|p|mb|p|", "pc|h2|"]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40).map("".join))
def test_whatever_stands_in_a_file_it_is_read_and_can_be_written_again(text):
    boards = [r for r, _ in read(text) if r]
    assert len([r for r, _ in read("".join(write_lin(boards))) if r]) == len(boards)


@given(st.binary(max_size=60))
def test_any_bytes_are_read(data):
    assert list(read_lin([data])) is not None


def test_a_value_without_end_does_not_grow_in_memory():
    pieces = ("x" * 70_000 for _ in range(40))
    assert max(len(token.value) for token in tokens(pieces)) < 1_200_000


def test_spaces_around_the_name_of_an_event_are_told_as_changed():
    assert Fact.SIGNS in set(not_carried(BoardRecord(event="Cup ")))
