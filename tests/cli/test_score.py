"""`smarttable score`: rankings out of journals and PBN files, and what is left out and why."""

import asyncio
import csv
import io

import pytest
from pypdf import PdfReader

from controller.adapters.journal import SqliteJournal
from controller.cli import main
from controller.ports import NewRow

SESSION = """
[[sections]]
tables = ["1", "2"]
movement = "listed"
rounds_csv = "round,table,ns,ew,boards\\n1,1,1,3,1-2\\n1,2,2,4,1-2\\n"
[sections.names]
1 = ["Ann", "=SUM(A1)"]
"""
MOVEMENT = {
    "sections": [
        {
            "tables": ["1", "2"],
            "movement": "listed",
            "rounds_csv": "round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,1-2\n",
        }
    ]
}


@pytest.fixture
def scored(monkeypatch, capsys):
    """Runs the command: its exit code, what it prints, what it complains about."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["smarttable", "score", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return end.value.code or 0, said.out, said.err

    return run


def made(tricks, *, board=1, ns="1", ew="2", table="1"):
    """Four spades by North with so many tricks."""
    tags = f'Board "{board}", Table "{table}", PairNS "{ns}", PairEW "{ew}", '
    tags += f'Contract "4S", Declarer "N", Result "{tricks}"'
    return "".join(f"[{tag}]\n" for tag in tags.split(", ")) + "\n"


@pytest.fixture
def pbn(tmp_path):
    path = tmp_path / "evening.pbn"
    lines = [made(10), made(9, ns="3", ew="4", table="2"), made(10, ns="5", ew="6", table="3")]
    path.write_text("".join(lines))
    return path


def rows(text):
    return list(csv.reader(io.StringIO(text)))


def test_a_file_of_boards_is_ranked(scored, pbn):
    code, out, err = scored(pbn)
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()] == [
        ["1=", "1", "1", "3.00", "75.00"], ["1=", "5", "1", "3.00", "75.00"], ["3", "3", "1", "0.00", "0.00"],
        ["1", "4", "1", "4.00", "100.00"], ["2=", "2", "1", "1.00", "25.00"], ["2=", "6", "1", "1.00", "25.00"],
    ]  # fmt: skip


def test_several_files_are_one_evening(scored, pbn, tmp_path):
    more = tmp_path / "more.pbn"
    more.write_text(made(9, ns="7", ew="8", table="4"))
    _, out, _ = scored(pbn, more, "--as", "csv")
    assert rows(out)[1] == ["North–South", "1=", "1", "1", "5.00", "83.33"]


def test_as_csv_each_line_names_its_ranking(scored, pbn):
    _, out, _ = scored(pbn, "--as", "csv")
    assert rows(out)[0] == ["", "Place", "Pair", "Boards", "Points", "%"]
    assert rows(out)[1] == ["North–South", "1=", "1", "1", "3.00", "75.00"]
    assert rows(out)[4][:2] == ["East–West", "1"]


def test_travellers_and_sheets(scored, pbn):
    _, out, _ = scored(pbn, "--as", "csv", "--what", "boards,sheets")
    assert rows(out)[1] == ["Board 1", "1", "1", "2", "4♠", "North", "", "10", "420", "3.00", "1.00"]
    assert ["Score sheet, pair 4", "1", "E–W", "3", "4♠", "North", "", "9", "-50", "4.00", "100.00"] in rows(out)


def test_as_a_page_names_are_names_and_no_markup(scored, tmp_path):
    path = tmp_path / "evening.pbn"
    path.write_text(made(10, ns="<b>Ann</b>") + made(9, ns="3", ew="4", table="2"))
    _, out, _ = scored(path, "--as", "html")
    assert "&lt;b&gt;Ann" in out and "<b>" not in out and "<script" not in out


def test_in_russian(scored, pbn):
    _, out, _ = scored(pbn, "--lang", "ru")
    assert "Матчпункты" in out and "Север–Юг" in out and "Место" in out


def test_by_another_method(scored, pbn):
    _, out, _ = scored(pbn, "--scoring", "cross_imps", "--as", "csv")
    assert rows(out)[1] == ["North–South", "1=", "1", "1", "5.00"]


def test_the_page_is_written_for_its_owner_alone(scored, pbn, tmp_path):
    page = tmp_path / "out" / "page.html"
    code, out, _ = scored(pbn, "--as", "html", "--out", page)
    assert (code, out) == (0, "") and page.stat().st_mode & 0o777 == 0o600 and "<table>" in page.read_text()


def test_boards_whose_players_nobody_names_are_told(scored, tmp_path):
    path = tmp_path / "evening.pbn"
    path.write_text('[Board "7"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n')
    code, out, err = scored(path)
    assert code == 0 and "No result yet." in out
    assert err == "not counted: board 7 at table ?: nobody says who sat there\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.pbn"], "cannot be read"),
        (["PBN", "--as", "doc"], "'doc' is none of text, csv, html, pdf"),
        (["PBN", "--what", "ranking,all"], "'all' is none of"),
        (["PBN", "--scoring", "rubber"], "'rubber' is none of"),
        (["PBN", "--scoring", "imps"], "teams need a session's file"),
        (["PBN", "--lang", "fr"], "'fr' is none of"),
        (["PBN", "--session", "PBN"], "evening.pbn"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(scored, pbn, words, message):
    code, out, err = scored(*(pbn if word == "PBN" else word for word in words))
    assert (code, out) == (2, "") and message in err and err.count("\n") == 1


# -- journals ---------------------------------------------------------------------------------------------------------


async def write_journal(path, tables, movement, then=()):
    journal = SqliteJournal(path)
    body = {"venue": "club", "session": "monday", "laws": "2017", "regulations": {}, "tables": []}
    await journal.claim("", "core")
    await journal.append([NewRow("", "session", body | ({"movement": movement} if movement else {}))])
    for table, events in tables.items():
        await journal.claim(table, "core")
        await journal.append([NewRow(table, "event", event, n) for n, event in enumerate(events)])
    for table, event in then:
        await journal.append([NewRow(table, "event", event, len(tables[table]))])
    await journal.close()


def played(*boards, ns, ew):
    """Boards that were passed out, and one keyed as one notrump by the dealer with eight tricks where `made`."""
    events = []
    for number, is_made in boards:
        seats = "NESW"[number - 1 :] + "NESW"[: number - 1]
        events.append({"type": "board", "board": number, "pairs": {"NS": ns, "EW": ew}})
        calls = ["1NT", "P", "P", "P"] if is_made else ["P", "P", "P", "P"]
        events += [{"type": "call", "seat": s, "call": c} for s, c in zip(seats, calls, strict=True)]
        if is_made:
            events.append({"type": "result_entered", "contract": "1NT", "declarer": seats[0], "tricks": 8})
        events.append({"type": "board_left"})
    return events


@pytest.fixture
def journal(tmp_path):
    """Board 1 at both tables, board 2 at table 1."""

    def write(movement=MOVEMENT, more=(), then=()):
        path = tmp_path / "journal.sqlite"
        tables = {"1": [*played((1, True), (2, False), ns=1, ew=3), *more], "2": played((1, False), ns=2, ew=4)}
        asyncio.run(write_journal(path, tables, movement, then))
        return path

    return write


def test_a_journal_is_scored_by_its_own_plan_and_what_is_still_to_be_played_is_left_out(scored, journal):
    code, out, err = scored(journal(), "--as", "csv")
    assert code == 0 and "left out, still to be played at some table: board 2" in err
    assert rows(out)[1] == ["North–South", "1", "1", "1", "2.00", "100.00"]


def test_a_correction_after_the_correction_period_says_so(scored, journal):
    """Both tables play board 1 and nothing else, and the period is over with the last result."""
    movement = {
        "sections": [{**MOVEMENT["sections"][0], "rounds_csv": "round,table,ns,ew,boards\n1,1,1,3,1\n1,2,2,4,1\n"}],
        "rules": {"correction_min": 0},
    }
    late = {"type": "ruling", "on": "board", "choice": "adjust", "contract": "1NT", "declarer": "N", "tricks": 7}
    path = journal(movement, then=[("1", late | {"by": "anna", "after": 6})])
    _, out, _ = scored(path, "--over", "--what", "trail")
    assert "after the correction period" in out


def test_once_all_is_over_every_board_counts(scored, journal):
    _, out, err = scored(journal(), "--over", "--as", "csv")
    assert err == "" and rows(out)[1] == ["North–South", "1", "1", "2", "3.00", "75.00"]


def test_without_a_plan_no_board_is_open_before_all_is_over(scored, journal):
    _, out, err = scored(journal(movement=None))
    assert "No result yet." in out and "board 1, 2" in err


def test_another_session_file_goes_before_the_journals(scored, journal, tmp_path):
    session = tmp_path / "monday.toml"
    session.write_text(SESSION)
    _, out, _ = scored(journal(), "--over", "--session", session)
    assert "Ann – =SUM(A1)" in out


def test_what_was_put_right_is_listed(scored, journal):
    late = {"type": "ruling", "on": "board", "choice": "adjust", "contract": "1NT", "declarer": "N", "tricks": 6}
    _, out, _ = scored(journal(more=[late | {"by": "anna", "after": 6}]), "--over", "--what", "ranking,trail")
    assert "board 1 at table 1: 120 → -50 (adjust, anna)" in out


def test_a_name_that_looks_like_a_formula_is_none_in_a_spreadsheet(scored, journal, tmp_path):
    session = tmp_path / "monday.toml"
    session.write_text(SESSION.replace("Ann", "=HYPERLINK(1)"))
    _, out, _ = scored(journal(), "--over", "--session", session, "--as", "csv")
    assert "'=HYPERLINK" in out


# -- hands ------------------------------------------------------------------------------------------------------------

ONE_SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


@pytest.fixture
def dealt(tmp_path):
    path = tmp_path / "dealt.pbn"
    path.write_text(f'[Board "1"]\n[Deal "{ONE_SUIT_EACH}"]\n')
    return path


def test_the_hands_of_open_boards(scored, dealt):
    _, out, _ = scored(dealt, "--what", "hands", "--as", "csv")
    assert rows(out)[0] == ["", "", "♠", "♥", "♦", "♣"]
    assert rows(out)[1] == ["Board 1", "North", "A K Q J 10 9 8 7 6 5 4 3 2", "–", "–", "–"]


def test_makeable_contracts_and_par_stand_beside_the_hands(scored, dealt):
    _, out, _ = scored(dealt, "--what", "hands", "--makeable", "--as", "csv")
    assert rows(out)[1][-5:] == ["0", "13", "0", "13", "0"] and "7S by N, 7S by S: 1510" in rows(out)[1][0]


def test_a_page_has_the_hands_as_players_know_them(scored, dealt):
    _, out, _ = scored(dealt, "--what", "hands", "--makeable", "--as", "html", "--lang", "ru")
    assert 'class="deal"' in out and "A K Q J 10 9 8 7 6 5 4 3 2" in out and ".deal__compass" in out
    assert "Сдаёт Север" in out and "Номинал: 7♠ СЮ: 1510" in out and "<script" not in out


def test_on_paper_stand_ranking_travellers_and_hands(scored, pbn, dealt, tmp_path):
    paper = tmp_path / "evening.pdf"
    wanted = ("--what", "ranking,boards,hands", "--as", "pdf", "--out", paper)
    assert scored(pbn, dealt, *wanted) == (0, "", "") and paper.stat().st_mode & 0o777 == 0o600
    text = ["".join(page.extract_text().split()) for page in PdfReader(paper).pages]
    assert "North–South" in text[0] and "75.00" in text[0] and "Board1" in text[0] and "page1of2" in text[0]
    assert text[1].count("AKQJ1098765432") == 4 and "Northdeals" in text[1]


def test_the_same_results_make_the_same_paper(scored, pbn, tmp_path):
    first, second = tmp_path / "1.pdf", tmp_path / "2.pdf"
    for path in (first, second):
        scored(pbn, "--as", "pdf", "--out", path)
    assert first.read_bytes() == second.read_bytes()


def test_a_deal_that_was_not_the_same_everywhere_says_so(scored, dealt, tmp_path):
    other = tmp_path / "other.pbn"
    other.write_text(dealt.read_text().replace("N:", "E:"))
    _, out, _ = scored(dealt, other, "--what", "hands", "--as", "html")
    assert "Not the same at every table." in out


def test_hands_of_closed_boards_are_not_shown(scored, journal):
    deal = {"type": "board", "board": 9, "deal": ONE_SUIT_EACH, "pairs": {"NS": 1, "EW": 3}}
    _, out, _ = scored(journal(more=[deal]), "--what", "hands", "--as", "csv")
    assert out == ""
