"""What a scoring program should have, out of the journal: results as they come, hands when open, calls that all see."""

import pytest
from support.connector_evening import SECTIONS, SESSION_ROW, at_table, events, played, rows, summons
from support.fake_connector import GUID

from controller.adapters.data_connector.client import Kind
from controller.adapters.data_connector.dtos import movement_of
from controller.adapters.data_connector.following import Following
from controller.ports import NewRow

DEAL = "N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"


def wanted(kind, *new):
    following = Following()
    for row in rows(SESSION_ROW, *new):
        following.apply(row)
    return [w for w in following.wanted(movement_of(SECTIONS), GUID) if w.kind is kind]


def dealt(board):
    return [{**board[0], "deal": DEAL}, *board[1:]]


def test_a_result_is_wanted_when_its_board_has_left():
    unfinished = events("1", played(1))[:3]
    assert wanted(Kind.RESULTS, *unfinished) == []
    (one,) = wanted(Kind.RESULTS, *events("1", played(1)))
    assert (one.key, one.object["Level"], one.not_carried) == ("1/1", 0, "")


def test_a_result_that_was_keyed():
    (one,) = wanted(Kind.RESULTS, *events("1", played(1, tricks=8)))
    assert (one.object["Level"], one.object["Denomination"], one.object["TotalTricks"]) == (1, 5, 8)


def test_a_ruling_changes_what_is_wanted():
    board = played(1, tricks=8)
    adjusted = {"type": "ruling", "on": "board", "choice": "cancel_board"}
    (one,) = wanted(Kind.RESULTS, *events("1", board, [adjusted]))
    assert one.object["Level"] == -10


def test_without_a_plan_nothing_is_wanted():
    following = Following()
    for row in rows(NewRow("", "session", {"laws": "2017", "regulations": {}}), *events("1", played(1))):
        following.apply(row)
    assert list(following.wanted(movement_of(SECTIONS), GUID)) == []


def test_hands_are_wanted_when_every_table_has_played_them_and_not_before():
    one = events("1", dealt(played(1)))
    assert wanted(Kind.HAND_RECORDS, *one) == []
    both = [*one, *events("2", dealt(played(1, ns=2, ew=4)))]
    assert [w.key for w in wanted(Kind.HAND_RECORDS, *both)] == ["1/1"]


# -- calls ----------------------------------------------------------------------------------------------------------

TAKEN = events("1", played(1)[:2])


def states(*new):
    return [w.object["Status"] for w in wanted(Kind.CALLS, *TAKEN, *new)]


def test_a_summons_that_all_have_seen_launches_a_call():
    assert states(summons("1")) == [1]


@pytest.mark.parametrize(
    "hidden", [{"rests_on": "unseen"}, {"channels": ("desk",)}, {"held": True}], ids=["unseen", "silent", "held"]
)
def test_a_summons_that_players_must_not_learn_of_launches_none(hidden):
    assert states(summons("1", **hidden)) == []


def test_a_player_who_calls_the_director_launches_one():
    assert states(NewRow("1", "event", {"type": "director_called", "seat": "N"}, 2)) == [1]


def test_a_director_at_the_table_is_in_progress_and_when_he_goes_it_is_resolved():
    called = NewRow("1", "event", {"type": "director_called", "seat": "N"}, 2)
    assert states(called, at_table("1")) == [2]
    assert states(called, at_table("1"), at_table("1", "ended")) == [3]


def test_a_summons_that_is_still_open_when_he_goes_is_launched_again():
    assert states(summons("1"), at_table("1"), at_table("1", "ended")) == [1]


def test_a_summons_that_was_ruled_on_is_resolved():
    assert states(summons("1"), summons("1", state="resolved")) == [3]


def test_a_director_who_comes_by_himself_is_no_call():
    assert states(at_table("1"), at_table("1", "ended")) == []


def test_a_call_before_the_first_board_is_at_no_round_and_so_not_told():
    called = NewRow("1", "event", {"type": "director_called", "seat": "N"}, 0)
    assert wanted(Kind.CALLS, called) == []
