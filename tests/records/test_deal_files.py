"""A deal file of any kind as boards bound to their numbers; our own file, which notices what was changed in it."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from support.deal_makers import BY_SUITS, sets

from controller.model.board import Vulnerability
from controller.model.errors import LogError
from controller.model.notation import parse_deal, print_deal
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord
from controller.records.bri import write_bri
from controller.records.deal_files import read_deal_file
from controller.records.deal_set import print_deal_set, read_deal_set, set_hash, title_of
from controller.records.dealt import MisdealtError
from controller.records.dlm import write_dlm
from controller.records.dup import write_dup
from controller.records.lin import write_lin
from controller.records.pbn import encode, print_pbn
from controller.records.rbn import write_rbn

rounds = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
DEAL = "N:AKQJ.432.432.432 8765.AKQJT9.K9.A T9432.5.AQJT87.K .876.65.QJT98765"
PBN = f'[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n\n'


def seven(**fields):
    return BoardRecord(board=7, deal=BY_SUITS, **fields)


@rounds
@given(sets())
def test_the_same_boards_come_out_of_every_kind_of_file(boards):
    expected = [(b.board, print_deal(b.deal)) for b in boards]
    files = {
        "a.dup": write_dup(boards),
        "a.DLM": write_dlm(boards),
        "a.rbn": write_rbn(boards),
        "a.lin": "".join(write_lin(boards)).encode(),
        "a.pbn": encode(print_pbn(boards)),
        "a.deals": print_deal_set(boards),
    }
    for name, data in files.items():
        assert [(b.number, b.fields()["deal"]) for b in read_deal_file(data, name)] == expected, name
    found = read_deal_file(write_bri(boards), "a.bri", first=boards[0].board)
    assert [(b.number, b.fields()["deal"]) for b in found] == expected


def test_what_a_pbn_file_says_of_a_board_goes_to_its_board_event():
    (board,) = read_deal_file(PBN.encode(), "a.pbn")

    assert (board.number, board.fields()) == (3, {"deal": DEAL, "dealer": "S", "vul": "EW"})


def test_boards_stand_in_the_order_of_their_numbers_and_the_same_one_twice_counts_once():
    boards = [BoardRecord(board=n, deal=BY_SUITS) for n in (9, 7, 9)]

    assert [b.number for b in read_deal_file(encode(print_pbn(boards)), "a.pbn")] == [7, 9]


def test_a_hand_that_nobody_knows_is_no_fault():
    text = PBN.replace(DEAL, "N:AKQJ.432.432.432 - - -")

    assert read_deal_file(text.encode(), "a.pbn")[0].fields()["deal"] == "N:AKQJ.432.432.432 - - -"


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (DEAL.replace("QJT98765", "QJT9876"), r"nowhere C5; cards in a hand: W 12"),
        (DEAL.replace("QJT98765", "AJT98765"), r"more than once CA \(E and W\); nowhere CQ"),
        (DEAL.replace("AKQJ.", "AAQJ."), r"more than once SA \(N and N\); nowhere SK"),
        (
            "N:AKQJ.432.432.432 A8765.AKQJT9.K9. - -",
            r"not 13 different cards a hand: N 13, E 13; more than once \['SA'\]",
        ),
    ],
)
def test_a_deal_that_is_not_52_different_cards_is_refused_and_names_them(deal, said):
    with pytest.raises(MisdealtError, match=rf"a\.pbn, board 3 \(line 4\): .*{said}"):
        read_deal_file(PBN.replace(DEAL, deal).encode(), "a.pbn")


LIN = "qx|o3|md|3{}|sv|e|pg||\nqx|c3|md|3{}|sv|e|pg||\n"
_LIN = "ST9432H5DAQJT87CK,SH876D65CQJT98765,SAKQJH432D432C432,"


def test_lin_may_leave_out_the_fourth_hand_and_give_a_board_for_each_room():
    (board,) = read_deal_file(LIN.format(_LIN, _LIN).encode(), "a.lin")

    assert (board.number, board.deal.hands) == (3, parse_deal(DEAL).hands)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (_LIN.replace("SAKQJ", "SAKQT"), r"a\.lin, line 1: not 52 different cards: more than once ST \(N and S\)"),
        (_LIN.replace("SAKQJ", "SAKQ"), r"line 1: not 52 different cards: nowhere SJ, "),
        (_LIN.replace("SAKQJ", "AKQJ"), r"line 1, field 'md': a hand begins with a suit"),
        (_LIN.replace("SAKQJ", "SAKQ1"), r"line 1, field 'md': ranks are AKQJT98765432"),
        (_LIN + ",", r"line 1, field 'md': 5 hands"),
    ],
)
def test_hands_of_lin_that_are_no_deal_are_refused(hands, said):
    with pytest.raises(LogError, match=said):
        read_deal_file(LIN.format(hands, _LIN).encode(), "a.lin")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.xls", b"", r"a\.xls: no kind of deal file; known: \.dup, "),
        ("dup", b"", "dup: no kind of deal file"),
        ("a.pbn", b'[Board "3"]\n', r"a\.pbn: no board with a deal stands there"),
        ("a.pbn", PBN.replace("N:", "").encode(), r"board 3 \(line 4\), field 'Deal': write the first seat"),
        ("a.pbn", PBN.replace("8765.", "8765.1").encode(), r"board 3 \(line 4\), field 'Deal': a hand is four suits"),
        ("a.pbn", (PBN + PBN.replace("AKQJ.432.", "432.AKQJ.")).encode(), r"board 3 \(line 9\): .*more than once"),
        ("a.pbn", PBN.replace('"3"', '"-3"').encode(), r"board -3: is no board's number"),
    ],
)
def test_what_is_wrong_names_file_and_place(name, data, said):
    with pytest.raises(LogError, match=said):
        read_deal_file(data, name)


def test_a_board_that_comes_twice_with_other_hands_is_refused():
    other = "E:" + DEAL[2:]

    with pytest.raises(LogError, match=r"a\.pbn, board 3: stands there twice with other hands"):
        read_deal_file((PBN + PBN.replace(DEAL, other)).encode(), "a.pbn")


def test_a_file_that_numbers_its_boards_cannot_be_counted_otherwise():
    with pytest.raises(LogError, match=r"a\.dup, field 'first': a \.dup file numbers its boards itself"):
        read_deal_file(write_dup([seven()]), "a.dup", first=3)


# -- our own file ------------------------------------------------------------------------------------------------------


def test_our_own_file_binds_hands_dealer_and_vulnerability_to_the_number():
    file = print_deal_set([seven(dealer=Seat.N)], title="Monday")

    assert title_of(file) == "Monday"
    assert read_deal_set(file) == (seven(dealer=Seat.N, vulnerability=Vulnerability.ALL),)
    assert print_deal_set(read_deal_set(file), title="Monday") == file


def test_the_hash_of_a_set_is_that_of_its_boards_whatever_file_they_came_from():
    by_dup, by_dlm = (read_deal_set(print_deal_set([seven()], title=title)) for title in ("dup", "dlm"))

    assert set_hash(by_dup) == set_hash(by_dlm)
    assert set_hash(by_dup) != set_hash([seven(dealer=Seat.W)])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda g: g["boards"][0].update(board=8), "board 8, field 'hash': was changed since the file was written"),
        (lambda g: g["boards"][0].update(vul="None"), "board 7, field 'hash': was changed"),
        (lambda g: g["boards"][0].update(deal="E" + g["boards"][0]["deal"][1:]), "board 7, field 'hash': was changed"),
        (lambda g: g["boards"][0].update(dealer="X"), "board 7, field 'dealer': 'X' is none of N, E, S, W"),
        (lambda g: g["boards"][0].update(deal="N:AKQ"), "board 7, field 'deal': is no deal in PBN's notation"),
        (
            lambda g: g["boards"][0].update(board=True),
            "entry 1 of the boards, field 'board': True is no board's number",
        ),
        (lambda g: g["boards"][0].pop("vul"), "entry 1 of the boards: a board has board, dealer, vul, deal, hash"),
        (lambda g: g["boards"].pop(), "field 'hash': boards were added, taken out or exchanged"),
        (lambda g: g.update(deals="x"), "field 'deals': expected an object"),
        (lambda g: g.update(more=1), "field 'more': unknown"),
        (lambda g: g.update(boards={}), "field 'boards': a set has a name and a list of boards"),
    ],
)
def test_what_was_changed_in_our_own_file_is_named(change, said):
    given = json.loads(print_deal_set([seven(), BoardRecord(board=9, deal=BY_SUITS)]))
    change(given)

    with pytest.raises(LogError, match=rf"a\.deals, {said}"):
        read_deal_file(json.dumps(given).encode(), "a.deals")


def test_our_own_file_is_text():
    with pytest.raises(LogError, match=r"a\.deals: not text in UTF-8 \(byte 0\)"):
        read_deal_file(b"\xff", "a.deals")
    with pytest.raises(LogError, match=r"a\.deals: not JSON"):
        read_deal_file(b"{", "a.deals")


def test_a_board_without_a_number_is_bound_to_nothing():
    with pytest.raises(LogError, match="a board without a number is bound to nothing"):
        print_deal_set([BoardRecord(deal=BY_SUITS)])
