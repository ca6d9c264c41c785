"""Deal files of dealing machines: bytes put together by hand from each format's facts, and any deal there and back."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.deal_makers import BY_SUITS, sets

from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.errors import LogError
from controller.model.notation import print_deal
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord
from controller.records.bri import read_bri, write_bri
from controller.records.dealt import MisdealtError
from controller.records.dge import read_dge, write_dge
from controller.records.dlm import DlmFile, parse_dlm, print_dlm, read_dlm, write_dlm
from controller.records.dup import DupFile, parse_dup, print_dup, read_dup, write_dup
from controller.records.rbn import read_rbn, write_rbn

rounds = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])

#: Each hand holds a suit, in bytes: numbers 01 to 39 for three hands …
BRI = b"".join(b"%02d" % number for number in range(1, 40))
#: … and four symbols a hand, the thirteen ranks after one of them.
_RANKS = b"AKQJT98765432"
DGE = (
    b"\x06" + _RANKS + b"\x03\x04\x05" + b"\x06\x03" + _RANKS + b"\x04\x05"
    + b"\x06\x03\x04" + _RANKS + b"\x05" + b"\x06\x03\x04\x05" + _RANKS
)  # fmt: skip
DUP = BRI + DGE + b"YN7  1 8  "
#: North and North (a) for six pairs of spades; the thirteenth spade meets the ace of hearts: North and East (b).
DLM_LETTERS = "aaaaaabffffffkkkkkklpppppp"


def board(number, deal=BY_SUITS, **fields):
    return BoardRecord(board=number, deal=deal, **fields)


def moved(**owners):
    """The deal by suits with cards exchanged: `moved(SA="E", HA="N")`."""
    hands = {seat: set(hand) for seat, hand in BY_SUITS.hands.items()}
    for text, name in owners.items():
        for hand in hands.values():
            hand.discard(card(text))
        hands[Seat[name]].add(card(text))
    return type(BY_SUITS)({seat: frozenset(hand) for seat, hand in hands.items()})


# -- bytes by hand -----------------------------------------------------------------------------------------------------


def test_bri_is_39_numbers_padded_to_128_bytes():
    assert write_bri([board(1)]) == BRI + b" " * 32 + b"\x00" * 18
    assert read_bri(BRI + b" " * 32 + b"\x00" * 18) == (board(1),)


def test_the_older_bri_is_a_line_of_78_digits():
    assert write_bri([board(1), board(2)], in_lines=True) == (BRI + b"\r\n") * 2
    assert read_bri((BRI + b"\n") * 2 + b"\x1a", first=5) == (board(5), board(6))


def test_dge_is_symbols_and_ranks_padded_to_128_bytes():
    assert write_dge([board(1)]) == DGE + b"\x00" * 60
    assert read_dge(DGE + b"\x00" * 60, first=3) == (board(3),)


def test_dup_is_both_and_ten_bytes_about_the_set():
    assert write_dup([board(7), board(8)]) == DUP * 2
    assert read_dup(DUP * 2) == (board(7), board(8))


def test_dup_may_say_what_the_set_is_in_its_first_record_only():
    assert read_dup(DUP + BRI + DGE + b"\x00" * 10) == (board(7), board(8))
    assert parse_dup(DUP[:-5] + b"0 8  ").copies == 0


def test_dup_in_lines_is_the_older_kind():
    assert read_dup(BRI + b"\r\n") == (board(1),)


def test_dlm_is_two_cards_a_letter_and_a_check_number():
    swapped = moved(SA="E", HA="N")
    text = print_dlm(DlmFile((board(1, swapped), board(2)), headline="Monday")).decode().split("\r\n")

    # SA East, SK North: 4·1 + 0, e. S2 and HA both North: a. The check number: 1 XOR all letters.
    letters = "eaaaaaaffffffkkkkkklpppppp"
    check = 1
    for letter in letters:
        check ^= ord(letter)
    assert text[:10] == [
        "[Document]",
        "Headline=Monday",
        "Status=Show",
        "Duplicates=1",
        "From board=1",
        "To board=2",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        "Checksum=3",
    ]
    assert text[10:12] == ["Duplicates 01=0", f"Board 01={letters}{check:03d}"]
    # An empty slot: the number XOR 14.
    assert text[-2] == f"Board 99={DLM_LETTERS}{99 ^ 14:03d}"


def test_rbn_is_a_letter_a_line_and_leaves_out_the_fourth_hand():
    given = board(7, dealer=Seat.S, vulnerability=Vulnerability.ALL, event="Club: Monday", date="2026.11.30")
    text = b"D 20261130\nE Club:: Monday\nB 7\nH S:..AKQJT98765432.:...AKQJT98765432:AKQJT98765432...:\nA SB:\n"

    assert write_rbn([given]) == text
    assert read_rbn(text) == (given,)


def test_rbn_of_other_programs_has_crlf_four_hands_notes_and_a_whole_record_of_the_play():
    text = (
        "% a comment\r\nE Cup\r\nB 15:C\r\nH W:...AKQJT98765432:AKQJT98765432...:.AKQJT98765432..:..AKQJT98765432.\r\n"
        "A WZ:1NPPP\r\nC 1N:W\r\nP C2\r\nR 7\r\n1 forcing\r\n{a paragraph\r\nof text}\r\n\r\nB 16\r\n"
    )
    first, second = read_rbn(text.encode())

    assert first == board(15, dealer=Seat.W, vulnerability=Vulnerability.NONE, event="Cup")
    # Hands are taken over from the record before, the auction is not.
    assert second == board(16, event="Cup")


# -- any deal ----------------------------------------------------------------------------------------------------------


@rounds
@given(sets())
def test_what_is_written_is_read(boards):
    first = boards[0].board
    assert read_dup(write_dup(boards)) == boards
    assert read_dlm(write_dlm(boards)) == boards
    assert read_rbn(write_rbn(boards)) == boards
    for in_lines in (False, True):
        assert read_bri(write_bri(boards, in_lines=in_lines), first=first) == boards
    assert read_dge(write_dge(boards), first=first) == boards


@rounds
@given(sets(), st.booleans(), st.integers(0, 99), st.integers(0, 900))
def test_what_dup_says_of_the_set_comes_back_byte_by_byte(boards, is_random, copies, more):
    file = DupFile(boards, is_random, copies, boards[-1].board + more)

    assert parse_dup(print_dup(file)) == file
    assert print_dup(parse_dup(print_dup(file))) == print_dup(file)


#: Any byte but the ends of lines.
_HEADS = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=12)


@rounds
@given(sets(), _HEADS, st.sampled_from(("Show", "Hide")), st.dictionaries(st.integers(1, 99), st.integers(1, 9)))
def test_what_dlm_says_of_the_set_comes_back_byte_by_byte(boards, headline, status, copies):
    file = DlmFile(boards, headline, status, 2, 3, 4, copies)

    assert parse_dlm(print_dlm(file)) == file
    assert print_dlm(parse_dlm(print_dlm(file))) == print_dlm(file)


@rounds
@given(sets(), st.sampled_from(Seat), st.sampled_from(Vulnerability), st.text("ab: ", max_size=5).map(str.strip))
def test_what_rbn_says_of_a_board_comes_back(boards, dealer, vulnerability, event):
    some = (
        boards[0],
        board(100, dealer=dealer, vulnerability=vulnerability, event=" ".join(event.split()) or "?"),
        board(101, site="Hall"),
    )
    assert read_rbn(write_rbn(some)) == some


@rounds
@given(st.binary(max_size=400), st.sampled_from((read_bri, read_dge, read_dup, read_dlm, read_rbn)))
def test_whatever_bytes_there_are_the_answer_is_boards_or_one_error(data, read):
    try:
        assert all(found.deal.is_complete for found in read(data, "f"))
    except LogError as error:
        assert error.file == "f"


@rounds
@given(sets(most=2), st.data())
def test_a_byte_that_flips_in_dup_is_found(boards, data):
    whole = bytearray(write_dup(boards))
    at = data.draw(st.integers(0, len(whole) - 1).filter(lambda i: i % 156 < 146))
    whole[at] ^= data.draw(st.integers(1, 255))

    with pytest.raises(LogError):
        # Two cards of one hand may change places and the deal stays the same.
        if read_dup(bytes(whole)) == boards:
            raise LogError("the same")


# -- what is wrong -----------------------------------------------------------------------------------------------------

_TWICE = BRI[:26] + b"01" + BRI[28:]  # East holds the ace of spades in place of that of hearts


@pytest.mark.parametrize(
    ("read", "data", "said"),
    [
        (read_bri, b"", "f: the file is empty"),
        (read_bri, b"0" * 100, r"f, record 1 \(byte 0\): the file ends after 100 bytes of a record of 128"),
        (read_bri, (BRI + b" " * 50) * 2 + b"01", r"f, record 3 \(byte 256\): the file ends after 2 bytes"),
        (read_bri, BRI + b" " * 50 + b"53" + BRI[2:] + b" " * 50, r"f, board 2 \(byte 128\): '53' is no card number"),
        (read_bri, BRI[:-2] + b"0x" + b" " * 50, r"f, board 1 \(byte 76\): '0x' is no card number"),
        (read_bri, BRI + b"1" * 50, r"f, board 1 \(byte 78\): more than 78 digits"),
        (read_bri, BRI + b"\r\n" + BRI[2:] + b"\r\n", r"f, board 2 \(byte 80\): a line of 76 bytes, not 78 digits"),
        (
            read_bri,
            _TWICE + b" " * 50,
            r"f, board 1 \(byte 0\): .*more than once SA \(N and E\); cards in a hand: W 14",
        ),
        (read_dge, b"\x07" + DGE[1:] + b"\0" * 60, r"f, board 1 \(byte 0\): N's hand: byte 07 is neither"),
        (read_dge, DGE + b"x" * 60, r"f, board 1 \(byte 68\): more than four hands"),
        (read_dup, DUP[:-10] + b"?N1  1 32 ", r"f, record 1 \(byte 146\): '\?' is neither Y nor N"),
        (read_dup, DUP[:-10] + b"YY1  1 32 ", r"f, record 1 \(byte 147\): the set is counted backwards"),
        (read_dup, DUP[:-10] + b"YNx  1 32 ", r"f, record 1 \(byte 148\): 'x' is no number \(lowest board\)"),
        (read_dup, DUP * 3, r"f, board 7 \(byte 146\): 3 boards from 7 on, but the set ends with board 8"),
        (read_dup, BRI + DGE[:1] + b"K" + DGE[2:] + DUP[-10:], r"f, board 7 \(byte 78\): .*more than once SK"),
        (read_dlm, b"[Document]\r\nwhat\r\n", r"f, line 2: neither a section nor key=value"),
        (read_dlm, b"Headline=x\r\n", "f: no `From board`: this is no DLM file"),
        (read_dlm, b"From board=1\r\nTo board=120\r\n", r"f, line 2, field 'To board': boards 1 to 120 do not lie"),
        (read_dlm, b"From board=1\nTo board=1\nCrypto key=9\n", "f, line 3, field 'Crypto key': the file is encrypted"),
        (read_dlm, b"From board=1\nTo board=1\nChecksum=7\n", "f, line 3, field 'Checksum': does not fit 1 boards"),
        (read_dlm, b"From board=1\nTo board=1\n", "f, field 'Board 01': is missing"),
        (read_dlm, b"From board=1\nTo board=1\nBoard 01=abc\n", r"f, board 1 \(line 3\): not 26 letters"),
        (
            read_dlm,
            f"From board=1\nTo board=1\nBoard 01={DLM_LETTERS}016\n".encode(),
            r"f, board 1 \(line 3\): the check number 016 does not fit",
        ),
        (
            read_dlm,
            f"From board=1\nTo board=1\nBoard 01={DLM_LETTERS}015\n".encode(),
            r"f, board 1 \(line 3\): the slot is empty",
        ),
        (read_rbn, b"", "f: no board stands there"),
        (read_rbn, b"B 7\nX what\n", "f, line 2: 'X' is no label, or no blank follows it"),
        (read_rbn, b"B 7\nHN:AKQ\n", "f, line 2: 'H' is no label, or no blank follows it"),
        (read_rbn, b"B seven\nH N:...:...:...:\n", r"f, board seven \(line 1\), field 'B': 'seven' is no board number"),
        (read_rbn, b"B 7\n", r"f, board 7 \(line 1\), field 'H': there are no hands"),
        (read_rbn, b"B 7\nH N:AKQ\n", r"f, board 7 \(line 2\), field 'H': write the first seat and four hands"),
        (read_rbn, b"B 7\nH N:1...:...:...:\n", r"f, board 7 \(line 2\), field 'H': a hand is four suits"),
        (read_rbn, b"B 7\nH N:A...:A...:...:\n", r"f, board 7 \(line 2\): not 52 .*more than once SA \(N and E\)"),
    ],
)
def test_what_is_wrong_is_named_with_file_board_and_place(read, data, said):
    with pytest.raises(LogError, match=said):
        read(data, "f")


def test_a_board_that_stands_twice_with_other_hands_is_refused():
    with pytest.raises(LogError, match=r"board 7 \(line 5\): the board stands there twice with other hands"):
        read_rbn(write_rbn([board(7), board(7, moved(SA="E", HA="N"))]), "f")


def test_whoever_may_not_see_cards_is_told_the_board_alone():
    with pytest.raises(MisdealtError) as error:
        read_bri(_TWICE + b" " * 50, "f")
    said = str(error.value.discreet())
    assert said.startswith("f, board 1 (byte 0): the hands are no deal of thirteen cards each")
    assert not [c for hand in BY_SUITS.hands.values() for c in hand if c.text in said]


@pytest.mark.parametrize("write", [write_dup, write_dlm])
def test_boards_that_do_not_follow_each_other_cannot_be_numbered(write):
    with pytest.raises(LogError, match="board 9: this format numbers its boards one after another, after 7"):
        write([board(7), board(9)])


@pytest.mark.parametrize("write", [write_dup, write_dlm, write_bri, write_dge, write_rbn])
def test_a_board_without_a_whole_deal_is_not_written(write):
    with pytest.raises(LogError, match="board 7: no deal of four whole hands"):
        write([BoardRecord(board=7)])


def test_the_deal_by_suits_is_what_it_says():
    assert print_deal(BY_SUITS) == "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
