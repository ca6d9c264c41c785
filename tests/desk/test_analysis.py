"""Double-dummy analysis at the desk: for the director alone, written down, and named as what it is."""

import pytest

from controller.desk.analysis import moment
from controller.model.event_codec import event_from_json
from controller.table import Table, step

from .evening import IN_PLAY, REVOKE, board, calls, cards
from .support import Visitor, read_up

#: West's revoke in trick 2 is established by his play to trick 3.
ESTABLISHED = [*REVOKE, *cards("N:DK D2 D4 D3")]


@pytest.fixture
async def established(app, core, anna):
    await core.play("2", *ESTABLISHED)
    await read_up(app, core)
    case = next(i for i in app.state.desk.room.tables["2"].cases if i.startswith("revoke_established@"))
    return f"/tables/2/summonses/{case}"


async def test_the_director_is_told_what_was_to_be_had_before_the_revoke(established, anna):
    page = (await anna.tap(established, do="analysis")).text
    assert "Just before it declarer&#39;s side N–S had won 1 and could take" in page
    assert "never a ruling" in page


async def test_the_page_of_the_summons_offers_it(established, anna):
    assert 'value="analysis"' in (await anna.get(established)).text


async def test_each_analysis_is_written_down_as_a_look(app, established, anna):
    await anna.tap(established, do="analysis")
    assert '"table": "2", "board": 3, "page": "analysis"' in app.state.desk.settings.looks.read_text()


async def test_an_analysis_that_cannot_be_written_down_is_not_given(app, established, anna):
    app.state.desk.settings.looks.unlink()
    app.state.desk.settings.looks.mkdir()
    answer = await anna.tap(established, do="analysis")
    assert answer.status_code == 500 and "could take" not in answer.text


@pytest.mark.parametrize("who", ["olga", "pavel", "sam", "seat"])
async def test_nobody_else_gets_it(app, established, who):
    async with Visitor(app) as visitor:
        await visitor.log_in_here(who)
        answer = await visitor.tap(established, do="analysis")
        assert answer.status_code in (403, 404) and "could take" not in answer.text


async def test_other_summonses_have_none(app, core, anna):
    await core.play("1", board(13), *calls("N", "1D 1C"))
    await read_up(app, core)
    answer = await anna.tap("/tables/1/summonses/insufficient_bid@2:E", do="analysis")
    assert answer.status_code == 404


def at(*events):
    table = Table.fresh("2017")
    for event in events:
        table = step(table, event_from_json(event)).table
    return moment(table)


def test_a_position_has_the_cards_of_the_trick_in_the_hands_they_came_from():
    found = at(board(3), *calls("S", "P P 1D P 3NT P P P"), *IN_PLAY, *cards("S:C3 C2"))
    assert [card.text for card in found.position.on_table] == ["C3", "C2"]
    assert {len(hand) for hand in found.position.hands.values()} == {12}
    assert (found.declarer.value, found.position.leader.value) == ("S", "S")


@pytest.mark.parametrize(
    "events",
    [
        [board(3), *calls("S", "P P 1D")],
        [board(3, deal=None), *calls("S", "P P 1D P 3NT P P P"), *IN_PLAY],
        [board(3), *calls("S", "P P P P")],
    ],
    ids=["auction", "hands not known", "passed out"],
)
def test_there_is_not_always_a_position(events):
    assert at(*events) is None
