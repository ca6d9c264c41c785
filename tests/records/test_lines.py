"""Files that arrive in pieces: the same text and lines however the bytes are cut, and memory that stays bounded."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.records import records

from controller.records.lines import LONGEST, Line, lines_of, texts_of
from controller.records.pbn import encode, print_pbn, read_pbn, read_pbn_stream
from controller.records.pbn.games import passages

TEXT = "one\nзвено\n\nGösta 🂡\nlast"


def pieces(data, size):
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-sig"])
def test_the_text_is_the_same_however_the_bytes_are_cut(encoding, size):
    data = (
        "\ufeff".encode("utf-16-be") + TEXT.encode("utf-16-be")
        if encoding == "utf-16-be-sig"
        else TEXT.encode(encoding)
    )
    assert "".join(texts_of(pieces(data, size))) == TEXT


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
def test_text_in_latin_1_is_told_by_its_bytes(size):
    assert "".join(texts_of(pieces(b"G\xf6sta\nplain\n", size))) == "Gösta\nplain\n"


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_end_of_line_is_one(end, size):
    data = end.join(("one", "two", "", "four")).encode()
    assert "".join(texts_of(pieces(data, size))) == "one\ntwo\n\nfour"


def test_lines_and_their_numbers():
    assert list(lines_of([b"one\ntwo\r\n\nfour"])) == [Line(1, "one"), Line(2, "two"), Line(3, ""), Line(4, "four")]


@pytest.mark.parametrize("content", [b"x", "ж".encode(), b"\xf6"])
def test_a_line_without_end_is_given_in_parts(content):
    lines = lines_of(content * 70_000 for _ in range(40))
    assert max(len(line.content) for line in lines) <= LONGEST


def test_a_half_character_at_the_end_is_lost_alone():
    assert "".join(texts_of([b"\xff\xfea\x00b"])) == "a\ufffd"


# -- games of a PBN file ----------------------------------------------------------------------------------------


def games(text, size=1000):
    return [(p.line, p.text) for p in passages(text[at : at + size] for at in range(0, len(text), size))]


def test_games_are_parted_at_semi_empty_lines():
    assert [text.strip() for _, text in games('[A "1"]\n \t\n\n[B "2"]\n')] == ['[A "1"]', '[B "2"]']


@pytest.mark.parametrize(
    "text",
    [
        '[A "1"]\n{one\n\ntwo}\n[B "2"]',
        '[A "{"]\n[B "2"]',
        '[A "1"]\n; {\n[B "2"]',
    ],
)
def test_a_comment_may_hold_empty_lines_and_a_brace_elsewhere_opens_none(text):
    assert len(games(text + "\n")) == 1


def test_a_comment_that_is_never_closed_ends_with_its_line():
    file = read_pbn('[Board "1"]\n{never\n\n[Board "2"]\n')
    assert ([r.board for r in file.records], len(file.warnings)) == ([1, 2], 5)


rounds = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@rounds
@given(st.lists(records(), max_size=3), st.integers(1, 400))
def test_boards_are_the_same_however_the_file_is_cut(boards, size):
    data = encode(print_pbn(boards))
    assert [r for r, _ in read_pbn_stream(pieces(data, size))] == boards


@given(
    st.lists(st.sampled_from(['[Board "1"]', "{", "}", "\n", "\n\n", ";", '"', "x", "%", "1S"])).map("".join),
    st.integers(1, 5),
)
def test_careless_text_is_the_same_however_it_is_cut(text, size):
    data = text.encode()
    whole, cut = list(read_pbn_stream([data])), list(read_pbn_stream(pieces(data, size)))
    assert [r for r, _ in cut if r] == [r for r, _ in whole if r]


@pytest.mark.parametrize("junk", ["[", "{", '"', "]", "x ", '[A "', "{\n", "\n{", '[A "x', "%", "[Auction "])
def test_junk_without_end_is_read_with_few_words(junk):
    data = (junk * (200_000 // len(junk))).encode()
    warnings = sum(len(w) for _, w in read_pbn_stream(pieces(data, 1 << 16)))
    assert warnings <= 3_000


def test_values_that_are_inherited_are_remembered_for_some_hundred_names():
    text = "".join(f'[T{n} "v"]\n\n' for n in range(3000)) + '[T0 "#"]\n[T2999 "#"]\n'
    *_, last = read_pbn(text).records
    assert last.tags == {"T0": "", "T2999": "v"}
