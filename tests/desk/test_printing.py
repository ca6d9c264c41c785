"""Hand records and results on paper: what anybody may see, with what it is worth, and nothing of a closed board."""

import io

import pytest
from pypdf import PdfReader

from .evening import board
from .support import read_up
from .test_results import MOVEMENT, logged_in, passed_out


def dealt(number, ns, ew):
    """Passed out, the deal being known."""
    return [board(number, ns=ns, ew=ew), *passed_out(number, ns, ew)[1:]]


@pytest.fixture
async def evening(app, core):
    """Board 1 has been played at both tables, board 2 at table 1 alone."""
    await core.open("1", "2", movement=MOVEMENT)
    await core.play("1", *dealt(1, 1, 3), *dealt(2, 1, 3))
    await core.play("2", *dealt(1, 2, 4))
    await read_up(app, core)
    return core


async def on_paper(visitor, query):
    answer = await visitor.get(f"/results/print?{query}")
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
    assert answer.headers["cache-control"] == "no-store"
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages]


async def test_the_hands_of_open_boards_stand_on_a_page_with_makeable_contracts_and_par(evening, anna):
    page = (await anna.get("/results/hands")).text
    assert page.count('<figure class="deal"') == 1 and 'aria-label="Board 1"' in page
    assert "Par: " in page and "double-dummy analysis, and nobody&#39;s result" in page
    assert page.count('class="deal__grid"') == 1
    (text,) = await on_paper(anna, "what=hands")
    assert "Par:" in text and "double-dummyanalysis" in text and "NT" in text


@pytest.fixture
def no_solver(monkeypatch):
    """The solver's process ends at once: starting the real one takes a second."""
    monkeypatch.setattr("sys.executable", "/bin/false")


@pytest.mark.parametrize("who", ["anna", "sam", "seat", "olga"])
async def test_nobody_gets_the_hands_of_a_board_still_to_be_played_not_even_the_director(app, evening, who, no_solver):
    async with logged_in(app, who) as visitor:
        assert 'aria-label="Board 2"' not in (await visitor.get("/results/hands")).text
        (text,) = await on_paper(visitor, "what=hands&every=1")
        assert "Northdeals" in text and "Eastdeals" not in text


async def test_the_ranking_on_paper_counts_what_is_open_to_all(evening, anna):
    (text,) = await on_paper(anna, "what=ranking")
    assert "11Ann–Sue1" in text.replace("=", "") and "50.00" in text


async def test_a_director_may_print_all_that_he_sees(evening, anna):
    text = "".join(await on_paper(anna, "what=ranking,boards&every=1"))
    assert "Board1" in text and "Board2" in text


async def test_a_player_who_asks_for_all_gets_what_is_open_to_him(app, evening):
    async with logged_in(app, "sam") as sam:
        text = "".join(await on_paper(sam, "what=boards&every=1"))
        assert "Board1" in text and "Board2" not in text


async def test_one_pairs_sheet_and_no_other(evening, anna):
    text = "".join(await on_paper(anna, "what=sheets&pair=1"))
    assert "Scoresheet,pair1:Ann–Sue" in text and "pair2" not in text


async def test_corrections_stand_on_paper_for_the_director_alone(app, core, evening, anna):
    await core.play("1", {"type": "ruling", "on": "board", "choice": "artificial", "NS": 60, "EW": 40, "by": "anna"})
    await read_up(app, core)
    assert "Putrightaftertheboardhadleft" in "".join(await on_paper(anna, "what=trail&every=1"))
    async with logged_in(app, "sam") as sam:
        assert "Putright" not in "".join(await on_paper(sam, "what=trail&every=1"))


async def test_before_any_board_is_open_the_paper_says_so(app, core, anna):
    await read_up(app, core)
    assert "Noresultyet." in (await on_paper(anna, "what=ranking,hands"))[0]
    assert "No board is open yet." in (await anna.get("/results/hands")).text


async def test_without_the_solver_the_hands_stand_there_and_the_page_says_why(evening, anna, no_solver):
    page = (await anna.get("/results/hands")).text
    assert page.count('<figure class="deal"') == 1 and "Without makeable contracts: the analysis gave no answer" in page


async def test_what_is_no_part_is_not_found(evening, anna):
    assert (await anna.get("/results/print?what=all")).status_code == 404


async def test_the_paper_speaks_the_language_of_the_reader(evening, anna, no_solver):
    answer = await anna.get("/results/print?what=hands", headers={"Accept-Language": "ru"})
    assert "Расклады" in PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()


async def test_every_part_is_offered_on_the_page_of_results(evening, anna):
    page = (await anna.get("/results")).text
    for what in ("ranking", "boards", "sheets", "hands"):
        assert f'href="/results/print?what={what}"' in page
    assert 'href="/results/hands"' in page
