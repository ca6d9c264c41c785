"""The director's report and the rulings book: what stands in them, and what only for those who asked."""

import csv
import io

import pytest
from pypdf import PdfReader

from .evening import REVOKE, TOO_LOW, WRONG_LEAD
from .support import Visitor, read_up
from .test_results import logged_in


@pytest.fixture
async def evening(app, core):
    """Board 13 with a lead out of turn that was ruled, board 21 with a bid too low that was not, a quiet revoke."""
    await core.play("1", *WRONG_LEAD)
    case = next(f for f in core.tables["1"].findings.values() if f.kind == "opening_lead_out_of_turn_face_up")
    await core.act("1", {"type": "ruling", "on": case.id, "choice": "forbid", "suits": ["H"], "by": "anna"})
    await core.play("2", *TOO_LOW)
    await core.play("7", *REVOKE)
    await read_up(app, core)
    return case.id


def in_one(text):
    return "".join(text.split())


def read(answer):
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
    return in_one("".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages))


def address(case, table="1"):
    return f"/tables/{table}/summonses/{case}/report"


async def test_a_report_says_what_happened_which_law_what_was_offered_and_what_was_ruled(evening, anna):
    page = (await anna.get(address(evening))).text
    assert "Opening lead out of turn" in page and "Law 54" in page and "Offender:</b> East" in page
    assert page.count("☑") == 1 and page.count("☐") >= 2
    assert "Ruling by anna" in page and "The board is still in play" in page


async def test_the_act_stands_between_what_came_before_it_and_the_ruling(evening, anna):
    page = (await anna.get(address(evening))).text
    passed, led, ruled = (page.rindex(text) for text in ("West passed", "East led", "Ruling by anna"))
    assert passed < led < ruled


async def test_no_hand_is_in_a_report_unless_it_is_asked_for(evening, anna):
    assert 'class="hand ' not in (await anna.get(address(evening))).text
    assert "Handsasdealt" not in read(await anna.get(address(evening) + ".pdf"))


async def test_asking_for_the_hands_is_written_down_and_stands_in_the_report(app, evening, anna):
    shown = await anna.tap(address(evening), do="page")
    assert shown.status_code == 200 and 'class="hand ' in shown.text
    assert "anna looked at the hands of this board" in shown.text
    (look,) = (entry for entry in app.state.desk.audit.entries() if entry["what"] == "hands")
    assert (look["by"], look["table"], look["board"], look["page"]) == ("anna", "1", 13, "report")


async def test_the_report_on_paper_has_the_ruling_and_lines_to_sign_on(evening, anna):
    text = read(await anna.get(address(evening) + ".pdf"))
    assert "Director'sreport" in text and "Law54" in text and "☑" in text and "ForN–S" in text


async def test_the_report_on_paper_has_the_hands_when_asked_for(evening, anna):
    assert "Handsasdealt" in read(await anna.tap(address(evening), do="pdf"))


async def test_a_report_is_in_the_directors_language(evening, anna):
    await anna.tap("/language", language="ru", back="/")
    page = (await anna.get(address(evening))).text
    assert "Протокол судьи" in page and "Нарушитель" in page
    assert "Протоколсудьи" in read(await anna.get(address(evening) + ".pdf"))


@pytest.mark.parametrize("who", ["pavel", "olga", "seat", "sam"])
async def test_a_report_is_for_directors_who_may_see_its_board(app, evening, who):
    async with logged_in(app, who) as visitor:
        for path in (address(evening), address(evening) + ".pdf"):
            assert (await visitor.get(path)).status_code in (403, 404)
        assert (await visitor.tap(address(evening), do="page")).status_code in (403, 404)


async def test_an_unknown_case_is_no_report(evening, anna):
    assert (await anna.get(address("revoke_certain@1:N"))).status_code == 404


async def test_the_book_can_be_narrowed_to_what_is_not_final(evening, anna):
    page = (await anna.get("/rulings?show=open")).text
    assert "Insufficient bid" in page and "Opening lead out of turn" not in page


async def test_the_book_can_be_narrowed_to_the_auction(evening, anna):
    rows = await book(anna, "show=auction")
    assert [row["kind"] for row in rows] == ["insufficient_bid"]


async def book(visitor, query=""):
    answer = await visitor.get(f"/rulings.csv?{query}")
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


async def test_a_spreadsheet_has_a_line_a_finding_with_law_and_ruling(evening, anna):
    row = next(row for row in await book(anna) if row["finding"] == evening)
    assert (row["table"], row["board"], row["seat"], row["by"]) == ("1", "13", "E", "anna")
    assert row["laws"].startswith("54") and row["ruling"]


async def test_a_quiet_finding_of_a_board_in_play_is_in_no_export_but_as_a_line_without_a_name(evening, anna):
    assert all("revoke" not in str(row) for row in await book(anna))
    exported = (await anna.get("/rulings.json")).json()
    assert {"table": "7", "board": 3, "state": "open"} in exported
    assert "revoke" not in str(exported)


async def test_names_in_a_spreadsheet_are_no_formulas(app, core, evening, anna):
    await core.act("1", {"type": "ruling", "on": evening, "choice": "adjust", "by": "=1+1", "contract": "P"})
    await read_up(app, core)
    assert all(not cell.startswith("=") for row in await book(anna) for cell in row.values())


async def test_the_book_on_paper(evening, anna):
    text = read(await anna.get("/rulings.pdf"))
    assert "Rulingsbook" in text and "Insufficientbid" in text


async def test_a_spectator_has_no_book(app, evening):
    async with Visitor(app) as nobody:
        assert (await nobody.get("/rulings.csv")).status_code in (303, 401)
    async with logged_in(app, "sam") as sam:
        for kind in ("csv", "json", "pdf"):
            assert (await sam.get(f"/rulings.{kind}")).status_code == 403
