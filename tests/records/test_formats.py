"""Each format carries what it says it carries, of any board; what it does not, it says."""

import pytest
from hypothesis import HealthCheck, given, settings
from support.records import records

from controller.model.calls import PASS
from controller.model.errors import LogError
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord, RecordedCall
from controller.records.conversion import Conversion
from controller.records.facts import ALL, Fact, facts_of
from controller.records.formats import FORMATS, format_of
from controller.records.pbn.encoding import encode, needs_mark
from controller.records.record_format import one_a_board
from controller.records.warning import BoardRead, RecordWarning

#: What each kind of fact is of a record.
PARTS = {
    Fact.EVENT: lambda r: r.event,
    Fact.SITE: lambda r: r.site,
    Fact.DATE: lambda r: r.date,
    Fact.SCORING: lambda r: r.scoring,
    Fact.NAMES: lambda r: r.names,
    Fact.PAIRS: lambda r: r.pairs,
    Fact.BOARD: lambda r: r.board,
    Fact.DEALER: lambda r: r.dealer,
    Fact.VULNERABILITY: lambda r: r.vulnerability,
    Fact.DEAL: lambda r: r.deal,
    Fact.PARTIAL_DEAL: lambda r: r.deal,
    Fact.LAWS: lambda r: r.laws,
    Fact.AUCTION: lambda r: [(c.seat, c.call) for c in r.calls],
    Fact.ALERTS: lambda r: [c.alert is not None for c in r.calls],
    Fact.EXPLANATIONS: lambda r: [c.alert for c in r.calls],
    Fact.WITHDRAWN_CALLS: lambda r: r.withdrawn_calls,
    Fact.CONTRACT: lambda r: (r.contract, r.passed_out),
    Fact.CONTRACT_ALONE: lambda r: (r.contract, r.passed_out),
    Fact.END_POSITION: lambda r: r.end_position,
    Fact.DECLARER_SWAPPED: lambda r: r.declarer_swapped,
    Fact.PLAY: lambda r: [(t.leader, [(c.seat, c.card) for c in t.cards]) for t in r.play],
    Fact.REVOKES: lambda r: [c.revoke for c in r.cards],
    Fact.CARD_NOTES: lambda r: [c.note for c in r.cards],
    Fact.REMARKS: lambda r: ([c.comment for c in r.calls], [c.comment for c in r.cards]),
    Fact.GLYPHS: lambda r: ([c.glyphs for c in r.calls], [c.glyphs for c in r.cards]),
    Fact.TIMES: lambda r: ([c.t for c in r.calls], [c.t for c in r.cards]),
    Fact.CLAIMS: lambda r: r.claims,
    Fact.TRICKS: lambda r: r.tricks,
    Fact.TRICKS_DIFFER: lambda r: r.tricks_differ,
    Fact.TRANSFERS: lambda r: r.transfers,
    Fact.SCORE: lambda r: r.score_ns,
    Fact.ASSIGNED_SCORE: lambda r: r.adjusted,
    Fact.ARTIFICIAL_SCORE: lambda r: r.adjusted,
    Fact.IRREGULARITIES: lambda r: r.irregularities,
    Fact.RULINGS: lambda r: r.rulings,
    Fact.IN_PROGRESS: lambda r: r.in_progress,
    # A plain PBN file says an artificial score as a percentage.
    Fact.TAGS: lambda r: {name: text for name, text in r.tags.items() if name != "ScorePercentage"},
    Fact.SECTIONS: lambda r: r.sections,
    Fact.COMMENTS: lambda r: "\n".join(c.text for c in r.comments),
}
#: A part whose texts come back otherwise where a format has no way to write one of their signs.
TEXTS = {Fact.EVENT, Fact.SITE, Fact.DATE, Fact.SCORING, Fact.NAMES, Fact.PAIRS, Fact.LAWS, Fact.TAGS}
TEXTS |= {Fact.EXPLANATIONS, Fact.REMARKS, Fact.COMMENTS, Fact.CARD_NOTES, Fact.ALERTS}
#: A plain PBN file is read like any other.
READ_BY = {"pbn-plain": "pbn"}
OF_RESULTS = [name for name, f in FORMATS.items() if f.write and (f.read or name in READ_BY) and Fact.PLAY in f.carries]
rounds = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def through(name, board):
    """The board as it is read again after it was written."""
    text = "".join(FORMATS[name].write([board]))
    data = encode(text) if FORMATS[name].is_latin_1 else text.encode()
    (again,) = FORMATS[READ_BY.get(name, name)].read([data], "")
    return again.record


def test_every_kind_of_fact_is_looked_at():
    assert set(PARTS) == ALL - {Fact.SIGNS}


@pytest.mark.parametrize("name", OF_RESULTS)
@rounds
@given(board=records())
def test_what_a_format_does_not_say_it_loses_comes_back(name, board):
    lost = FORMATS[name].lost(board)
    carried = [f for f in facts_of(board) if f not in lost and not (Fact.SIGNS in lost and f in TEXTS)]
    again = through(name, board)
    assert [(f, PARTS[f](again), PARTS[f](board)) for f in carried if PARTS[f](again) != PARTS[f](board)] == []


def test_the_formats_of_results_are_these():
    assert OF_RESULTS == ["pbn", "pbn-plain", "lin", "json", "csv"]


def test_pbn_and_json_lose_nothing():
    assert {name for name, f in FORMATS.items() if f.write and f.carries == ALL} == {"pbn", "json"}


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("a.pbn", "pbn"),
        ("A.PBN.GZ", "pbn"),
        ("a.lin", "lin"),
        ("a.jsonl", "json"),
        ("a.csv", "csv"),
        ("a.xml", "usebio"),
        ("a.dup", "dup"),
        ("a.rbn.gz", "rbn"),
        ("a.deals", "deals"),
    ],
)
def test_a_format_is_known_by_its_ending(name, format_name):
    assert format_of(name).name == format_name


@pytest.mark.parametrize("name", ["a.doc", "pbn", "a"])
def test_other_endings_tell_no_format(name):
    assert format_of(name) is None


def test_an_irregular_auction_does_not_fit_into_lin():
    skipped = (RecordedCall(Seat.S, PASS), RecordedCall(Seat.N, PASS))
    assert Fact.AUCTION in FORMATS["lin"].lost(BoardRecord(board=1, dealer=Seat.S, calls=skipped))


def test_a_conversion_counts_boards_and_names_the_first_that_lose_something():
    conversion = Conversion(FORMATS["dup"])
    reads = [BoardRead(BoardRecord(board=n, site="Here"), (RecordWarning(n, "odd"),)) for n in (1, 1, 2)]
    assert len(list(conversion.passing([*reads, BoardRead(None, (RecordWarning(9, "junk"),))]))) == 3
    assert (conversion.boards, conversion.warnings, conversion.lost[Fact.SITE]) == (3, 4, 3)
    assert conversion.lost_in[Fact.SITE] == [1, 2]


def test_a_conversion_names_no_more_than_a_page_of_boards_and_warnings():
    conversion = Conversion(FORMATS["dup"])
    reads = (BoardRead(BoardRecord(board=n, site="Here"), (RecordWarning(n, "odd"),)) for n in range(1, 500))
    assert sum(1 for _ in conversion.passing(reads)) == 499
    assert (len(conversion.first_warnings), len(conversion.lost_in[Fact.SITE])) == (20, 21)


def test_a_dealing_machine_gets_each_board_once_and_two_deals_of_one_board_are_an_error():
    same = [BoardRecord(board=1), BoardRecord(board=2), BoardRecord(board=1)]
    assert [r.board for r in one_a_board(same)] == [1, 2]
    (first, *_) = FORMATS["pbn"].read([b'[Board "1"]\n[Deal "N:A... - - -"]\n'], "")
    with pytest.raises(LogError, match="board 1: stands there twice"):
        list(one_a_board([*same, first.record]))


def test_a_deal_file_has_an_end():
    with pytest.raises(LogError, match=r"x\.dup: no deal file is that long"):
        list(FORMATS["dup"].read((b"0" * 10_000_000 for _ in range(3)), "x.dup"))


@pytest.mark.parametrize(
    ("text", "needed"), [("plain", False), ("Gösta", False), ("Клуб", True), ("Ã©", True), ("Gösta\nÃ©", True)]
)
def test_pbn_needs_a_mark_where_latin_1_would_lose_or_confuse(text, needed):
    assert needs_mark(text) is needed
