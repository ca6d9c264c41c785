"""PBN as the world writes it is read; what was guessed or left out is said with line, board and reason."""

import pytest
from support.build import contract, seat
from support.one_spade import DEAL, HEAD, ONE_SPADE, ROWS

from controller.model.board import Vulnerability
from controller.model.calls import Denomination
from controller.model.seats import Seat, Side
from controller.records.board_record import ArtificialScore, AssignedScore, BoardCancelled, Comment, EndPosition
from controller.records.pbn import print_pbn, read_pbn


def read_one(text):
    (record,) = read_pbn(text).records
    return record


def auction_of(text, dealer="N"):
    record = read_one(f'[Dealer "{dealer}"]\n[Auction "{dealer}"]\n{text}\n')
    return [(c.seat.value, c.call.text) for c in record.calls]


def reasons(text):
    return [(w.line, w.reason) for w in read_pbn(text).warnings]


def tricks_of(rows, *, head=ONE_SPADE, first="E"):
    record = read_one(f'{head}[Play "{first}"]\n{rows}\n')
    return [" ".join(f"{c.seat}:{c.card}" for c in trick.cards) for trick in record.play]


# -- identification ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_will_do(end):
    assert read_one(HEAD.replace("\n", end)).dealer is Seat.N


def test_a_deal_alone_makes_a_record():
    record = read_one('[Dealer "S"]\n[Vulnerable "Both"]\n' + DEAL)
    assert (record.dealer, record.vulnerability, record.deal.is_complete) == (Seat.S, Vulnerability.ALL, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("None", "None"), ("love", "None"), ("-", "None"), ("ns", "NS"), ("E-W", "EW"), ("Both", "All"), ("ALL", "All")],
)
def test_vulnerability_in_all_its_words(text, expected):
    assert read_one(f'[Vulnerable "{text}"]').vulnerability is Vulnerability(expected)


def test_tags_may_stand_in_any_order_several_on_a_line_and_over_several_lines():
    record = read_one('[Vulnerable "EW"] [ Board\n"7"\n]\n[Dealer "W"]')
    assert (record.board, record.dealer, record.vulnerability) == (7, Seat.W, Vulnerability.EW)


def test_of_a_repeated_tag_the_first_counts():
    text = '[Board "1"]\n[Dealer "N"]\n[Vulnerable "NS"]\n[Dealer "S"]\n'
    assert (read_one(text).dealer, [line for line, _ in reasons(text)]) == (Seat.N, [4])


def test_quotes_and_backslashes_in_a_value_are_escaped():
    assert read_one(r'[Event "The \"Big\" Cup \\ Open"]').event == r'The "Big" Cup \ Open'


def test_a_careless_quote_in_a_value_is_read_as_it_looks():
    text = '[Event "The "Big" Cup"]\n'
    assert (read_one(text).event, [line for line, _ in reasons(text)]) == ('The "Big" Cup', [1])


def test_hash_takes_the_value_of_the_game_before_and_double_hash_gives_it_to_all_that_follow():
    text = (
        '[Event "##Cup"]\n[Site "Here"]\n\n[Site "#"]\n[Dealer "N"]\n\n[Event "Final"]\n[Dealer "N"]\n\n[Dealer "E"]\n'
    )
    assert [(r.event, r.site) for r in read_pbn(text).records] == [
        ("Cup", "Here"),
        ("Cup", "Here"),
        ("Final", "?"),
        ("Cup", "?"),
    ]


def test_a_board_number_tells_dealer_and_vulnerability_where_the_tags_are_missing():
    record = read_one('[Board "14"]\n')
    assert (record.dealer, record.vulnerability) == (Seat.E, Vulnerability.NONE)


def test_a_question_mark_means_that_nobody_knows():
    assert read_one('[Board "14"]\n[Dealer "?"]\n[Vulnerable "?"]\n').dealer is None


def test_a_second_result_of_the_same_board_may_do_without_the_deal():
    first, second = read_pbn(HEAD + '\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n').records
    assert second.deal == first.deal


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-8", "utf-8-sig", "utf-16"])
def test_a_name_in_any_of_the_usual_encodings(encoding):
    assert read_one('[North "Gösta"]'.encode(encoding)).names == {Seat.N: "Gösta"}


# -- deals ------------------------------------------------------------------------------------------------------


def test_ranks_in_any_order_and_case_and_ten_in_figures():
    tidy, careless = read_one('[Deal "N:AKT2... - - -"]'), read_one('[Deal "n:2ka10... - - -"]')
    assert careless.deal == tidy.deal


def test_suits_that_are_named_before_their_ranks():
    assert read_one('[Deal "S:SA7.H864.D.C2 - - -"]').deal == read_one('[Deal "S:A7.864..2 - - -"]').deal


def test_a_card_in_two_hands_is_said_and_kept():
    text = '[Dealer "N"]\n[Deal "N:A... A... - -"]\n'
    assert [line for line, reason in reasons(text) if "SA of E's hand" in reason] == [2]


def test_a_deal_that_is_none_is_not_known():
    text = '[Dealer "N"]\n[Deal "N:AKZ... - - -"]\n'
    assert (read_one(text).deal, [line for line, reason in reasons(text) if "'Z'" in reason]) == (None, [2])


# -- auctions ---------------------------------------------------------------------------------------------------


def test_calls_go_round_from_the_dealer():
    assert auction_of("1NT Pass 2C X", "W") == [("W", "1NT"), ("N", "P"), ("E", "2C"), ("S", "X")]


def test_lower_case_and_other_words_for_calls():
    assert auction_of("1s DBL rdbl p 2n d") == auction_of("1S X XX Pass 2NT X")


def test_hyphens_before_the_dealer():
    record = read_one('[Dealer "N"]\n[Auction "W"]\n- 1NT Pass 3NT\nAP\n')
    assert [c.seat for c in record.calls][:2] == [Seat.N, Seat.E]


def test_all_pass_ends_the_auction_from_where_it_stands():
    assert auction_of("1NT Pass AP") == auction_of("1NT Pass Pass Pass")


def test_all_pass_at_once_passes_the_board_out():
    record = read_one('[Dealer "E"]\n[Auction "E"]\nAP\n')
    assert (len(record.calls), record.passed_out) == (4, True)


def test_an_accepted_insufficient_bid_is_marked():
    assert (auction_of("1D ^I 1C"), reasons(f'{HEAD}[Auction "N"]\n1D ^I 1C\n*\n')) == ([("N", "1D"), ("E", "1C")], [])


def test_an_insufficient_bid_without_its_mark_is_read_and_said():
    text = f'{HEAD}[Auction "N"]\n2C 1C Pass Pass\nPass\n'
    assert [line for line, reason in reasons(text) if "insufficient and not marked" in reason] == [6]


@pytest.mark.parametrize(
    ("text", "callers"), [("^S 1D", "E"), ("1D ^S 2D", "NS"), ("1D ^S ^S 2D", "NW"), ("1D ^S ^S ^I 1C", "NW")]
)
def test_a_skipped_player_is_marked(text, callers):
    assert "".join(who for who, _ in auction_of(text)) == callers


def test_a_note_is_an_alert():
    record = read_one('[Dealer "N"]\n[Auction "N"]\n1C =1= Pass 1D =2= Pass\n*\n[Note "1:strong"]\n[Note "2:"]\n')
    assert [c.alert for c in record.calls] == ["strong", None, "", None]


def test_notes_that_some_programs_put_after_the_play():
    record = read_one(f'{ONE_SPADE}[Auction "N"]\n1S =1= AP\n[Play "E"]\nHA HT H6 H2\n*\n[Note "1:five cards"]\n')
    assert record.calls[0].alert == "five cards"


def test_comments_in_an_auction_belong_to_the_call_before_them():
    record = read_one(
        '[Dealer "N"]\n[Auction "N"]\n1NT {strong} Pass ; a slow one\n2C {Stayman\n\n over two lines}\n*\n'
    )
    assert [c.comment for c in record.calls] == ["strong", "a slow one", "Stayman over two lines"]


def test_suffixes_are_glyphs():
    record = read_one('[Dealer "N"]\n[Auction "N"]\n1C! Pass? 1D!! Pass??\n1H!? Pass?! 1S$13 *\n')
    assert [c.glyphs for c in record.calls] == [(n,) for n in (1, 2, 3, 4, 5, 6, 13)]


def test_a_call_after_the_last_pass_is_left_out_and_said():
    text = f'{HEAD}[Auction "N"]\n1C Pass Pass Pass\n1D\n'
    assert (len(read_one(text).calls), [line for line, _ in reasons(text)]) == (4, [7])


def test_a_plus_means_that_the_auction_goes_on():
    assert read_one('[Dealer "N"]\n[Auction "N"]\n1C +\n').in_progress


# -- contract and result ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["4SX", "4 S X", "4sx"])
def test_contracts_in_every_spelling(text):
    assert read_one(f'[Contract "{text}"]\n[Declarer "w"]').contract == contract("4SX by W")


def test_a_contract_that_is_not_stated_follows_from_the_auction():
    assert read_one(f'{HEAD}[Auction "N"]\n1S Pass 2S X\nXX AP\n').contract == contract("2SXX by N")


def test_a_contract_against_its_auction_is_said():
    text = f'{ONE_SPADE}[Auction "N"]\n1H AP\n'
    assert [line for line, reason in reasons(text) if "the auction says 1H by N" in reason] == [6]


def test_declarer_and_dummy_changed_places():
    record = read_one('[Declarer "^S"]\n[Contract "3NT"]\n')
    assert (record.contract, record.declarer_swapped) == (contract("3NT by S"), True)


@pytest.mark.parametrize(
    ("text", "tricks"), [("9", 9), ("NS 9", 4), ("EW 9", 9), ("EW 9 NS 4", 9), ("NS 4 EW 9", 9), ("^9", 9), ("?", None)]
)
def test_the_result_is_declarers_tricks(text, tricks):
    assert read_one(f'[Contract "3NT"]\n[Declarer "W"]\n[Result "{text}"]').tricks == tricks


def test_a_caret_says_that_other_tricks_were_won():
    assert read_one('[Contract "3NT"]\n[Declarer "W"]\n[Result "^9"]').tricks_differ


def test_a_result_that_cannot_be_is_not_known():
    text = '[Contract "3NT"]\n[Declarer "W"]\n[Result "14"]'
    assert (read_one(text).tricks, [line for line, _ in reasons(text)]) == (None, [3])


def test_a_passed_out_board_has_no_declarer_and_scores_nothing():
    record = read_one(f'{HEAD}[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n')
    assert (record.passed_out, record.declarer, record.tricks, record.score_ns) == (True, None, None, 0)


def test_the_score_follows_from_the_result():
    assert read_one(f'{ONE_SPADE}[Result "6"]').score_ns == -50


@pytest.mark.parametrize("text", ["NS -50", "-50", "EW 50", "EW 50 NS -50"])
def test_the_score_in_every_spelling(text):
    assert read_one(f'{ONE_SPADE}[Score "{text}"]').score_ns == -50


def test_a_score_against_law_77_is_kept_and_said():
    text = f'{ONE_SPADE}[Result "7"]\n[Score "NS 90"]\n'
    assert (read_one(text).score_ns, [line for line, _ in reasons(text)]) == (90, [8])


@pytest.mark.parametrize(
    ("text", "adjusted"),
    [
        ("cancelled", BoardCancelled()),
        ("artificial NS 60 EW 40", ArtificialScore(60, 40)),
        ("assigned 3NT S 9", AssignedScore(contract("3NT by S"), 9)),
        ("assigned Pass", AssignedScore(None, None)),
    ],
)
def test_adjusted_scores(text, adjusted):
    assert read_one(f'{HEAD}[AdjustedScore "{text}"]').adjusted == adjusted


# -- play -------------------------------------------------------------------------------------------------------


END = '[Deal "N:2.3.. 4.5.. 6.7.. 8.9.."]\n[Declarer "S"]\n[Contract "H"]\n[Play "W"]\nS8 S2 S4 H7\nH9 H3 H5 S6\n*\n'


def test_an_end_position_has_its_trumps_and_its_declarer():
    record = read_one(END)
    assert (record.contract, record.end_position) == (None, EndPosition(Denomination.H, Seat.S))
    assert reasons(END) == [] and record.tricks_won(Side.NS) == 1


def test_in_an_end_position_trumps_win_and_their_owner_leads():
    assert [trick.leader for trick in read_one(END).play] == [Seat.W, Seat.S]


def test_an_end_position_comes_back_as_it_was():
    record = read_one(END)
    assert read_one(print_pbn([record])) == record


def test_columns_belong_to_seats_and_the_winner_leads_next():
    assert tricks_of("HA HT H6 H2\nHK HJ H7 H3\n*") == ["E:HA S:HT W:H6 N:H2", "E:HK S:HJ W:H7 N:H3"]


def test_the_order_inside_a_row_begins_with_the_winner_of_the_row_before():
    assert tricks_of("D5 DA D8 D2\nD6 DK D9 D3\n*")[1] == "S:DK W:D9 N:D3 E:D6"


def test_trumps_win():
    assert tricks_of("HA HT H6 S2\nC5 CT CQ C2\n*")[1] == "N:C2 E:C5 S:CT W:CQ"


def test_a_claim_in_the_middle_of_a_trick_leaves_gaps():
    assert tricks_of("D5 DA D8 D2\n- DK - -\n*") == ["E:D5 S:DA W:D8 N:D2", "S:DK"]


def test_lower_case_cards_and_ten_in_figures():
    assert tricks_of("ha h10 h6 h2\n*") == ["E:HA S:HT W:H6 N:H2"]


def test_an_accepted_lead_out_of_turn_leads():
    assert tricks_of("HA ^L HT H6 H2\n*") == ["S:HT W:H6 N:H2 E:HA"]


def test_a_revoke_is_marked():
    record = read_one(f'{ONE_SPADE}[Play "E"]\nHA HT ^R D8 H2\n*\n')
    assert [c.card.text for c in record.cards if c.revoke] == ["D8"]


def test_a_card_that_is_not_known_leaves_the_next_leader_unknown():
    text = f'{ONE_SPADE}[Play "E"]\nHA HT - H2\nHK HJ H7 H3\n*\n'
    assert (tricks_of("HA HT - H2\nHK HJ H7 H3\n*")[0], [line for line, _ in reasons(text)]) == ("E:HA S:HT N:H2", [9])


def test_rows_in_the_order_of_play_are_recognised_by_the_deal():
    rows = "D5 DA D8 D2\nDK D9 D3 D6\n*"
    text = f'{ONE_SPADE}[Play "E"]\n{rows}\n'
    assert (tricks_of(rows)[1], [line for line, _ in reasons(text)]) == ("S:DK W:D9 N:D3 E:D6", [9])


def test_a_card_that_is_none_is_taken_as_not_known():
    text = f'{ONE_SPADE}[Play "E"]\nHA HZ H6 H2\n*\n'
    assert (tricks_of("HA HZ H6 H2\n*"), [line for line, _ in reasons(text)]) == (["E:HA W:H6 N:H2"], [8])


def test_a_plus_in_a_row_is_the_next_card():
    record = read_one(f'{ONE_SPADE}[Play "E"]\nHA HT + -\n')
    assert (record.in_progress, [c.seat for c in record.cards]) == (True, [Seat.E, Seat.S])


def test_a_result_that_the_play_contradicts_is_said():
    text = f'{ONE_SPADE}[Result "12"]\n[Play "E"]\n{ROWS}\n'
    assert reasons(text) == [(7, "the result is 12 tricks, but declarer won 7 in the play")]


# -- what is no PBN ---------------------------------------------------------------------------------------------


def test_lines_of_statistics_after_the_boards_are_left_out_and_said():
    text = HEAD + "\nGenerated 5 hands\nDone in 3 s\n"
    assert [(line, reason.partition(":")[0]) for line, reason in reasons(text)] == [
        (6, "text outside any game, left out"),
        (7, "text outside any game, left out"),
    ]


def test_escaped_lines_are_skipped():
    assert reasons("% PBN 2.1\n%[Board 1]\n" + HEAD) == []


def test_a_comment_before_the_first_tag_is_kept():
    assert read_one('{c}\n[Event ""]\n').comments == (Comment("c"),)


def test_an_empty_line_in_a_comment_ends_no_game():
    assert len(read_pbn('[Event "A"]\n{one\n\ntwo}\n[Board "3"]\n').records) == 1


def test_a_comment_that_is_never_closed_takes_its_line_only():
    text = '[Event "A"]\n{oops\n[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n'
    assert (read_one(text).board, [line for line, _ in reasons(text)]) == (3, [2])


def test_a_tag_that_cannot_be_read_is_said_and_the_rest_is_read():
    text = '[Event]\n[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n'
    assert (read_one(text).board, [line for line, _ in reasons(text)]) == (3, [1])


def test_unknown_tags_and_sections_are_carried_on():
    record = read_one('[Mood "fine"]\n[ScoreTable "Rank\\\\2R;Names"]\n 1 "A;B"\n 2 "C;D"\n')
    assert (record.tags, record.sections[0].lines) == ({"Mood": "fine"}, (' 1 "A;B"', ' 2 "C;D"'))


def test_a_warning_names_file_line_board_and_reason():
    warning = read_pbn('[Board "3"]\n[Dealer "Q"]\n[Vulnerable "EW"]\n', "club.pbn").warnings[0]
    assert str(warning) == "club.pbn, line 2, board 3: Dealer: no such seat: 'Q'; taken as not known"


def test_an_empty_file_has_no_boards():
    assert read_pbn(b"").records == ()


def test_a_full_name_of_a_seat_will_do():
    assert read_one('[Dealer "West"]').dealer is seat("W")
