"""Secrecy belongs to the deal: the whole truth table of `may_see`, and when a deal opens."""

from itertools import product

import pytest

from controller.session.may_see import MAY_SEE, DealProgress, DealState, Role, What, deal_state, may_see

# C closed, A at his table, P played by him, D he has said so, O open; a dot: never.
STATES = {
    "C": DealState.CLOSED,
    "A": DealState.AT_HIS_TABLE,
    "P": DealState.PLAYED_BY_HIM,
    "D": DealState.DECLARED,
    "O": DealState.OPEN,
}
TRUTH = """
                director playing_director operator scorer seat  wall  spectator
place           CAPDO    CAPDO            CAPDO    CAPDO  CAPDO CAPDO CAPDO
progress        CAPDO    APDO             CAPDO    CAPDO  O     .     O
come_to_table   CAPDO    CAPDO            .        .      .     .     .
own_table       CAPDO    APDO             O        O      APDO  .     O
acts            CAPDO    DO               O        O      O     .     O
finding         CAPDO    PDO              .        .      .     .     .
quiet_finding   CAPDO    PDO              .        .      .     .     .
result          CAPDO    PDO              O        CAPDO  O     O     O
unseen_cards    CAPDO    DO               O        O      O     .     O
readings        CAPDO    DO               O        .      .     .     .
devices         CAPDO    CAPDO            CAPDO    .      .     .     .
"""


def _truth() -> list[tuple[What, Role, DealState, bool]]:
    header, *rows = [line.split() for line in TRUTH.strip("\n").splitlines()]
    return [
        (What(what), Role(role), state, letter in cell)
        for what, *cells in rows
        for role, cell in zip(header, cells, strict=True)
        for letter, state in STATES.items()
    ]


@pytest.mark.parametrize(("what", "role", "deal", "expected"), _truth())
def test_the_gate_answers_as_the_truth_table_says(what, role, deal, expected):
    assert may_see(role, deal, what) is expected


def test_the_truth_table_names_every_combination_once():
    named = [(what, role, deal) for what, role, deal, _ in _truth()]
    assert sorted(named, key=str) == sorted(product(What, Role, DealState), key=str)


@pytest.mark.parametrize(("deal", "what"), list(product(DealState, What)))
def test_one_who_is_not_known_sees_nothing(deal, what):
    assert may_see(None, deal, what) is False


@pytest.mark.parametrize(("role", "deal"), list(product(Role, DealState)))
def test_a_thing_without_a_row_is_denied(role, deal, monkeypatch):
    monkeypatch.setattr("controller.session.may_see.MAY_SEE", {w: r for w, r in MAY_SEE.items() if w is not What.PLACE})
    assert may_see(role, deal, What.PLACE) is False


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.DIRECTOR])
def test_nobody_but_a_director_who_does_not_play_sees_a_card_of_a_closed_deal(role):
    assert not any(may_see(role, state, What.UNSEEN_CARDS) for state in (DealState.CLOSED, DealState.AT_HIS_TABLE))


def test_a_playing_director_learns_of_a_board_he_has_to_play_only_where_to_come():
    seen = {what for what in What if may_see(Role.PLAYING_DIRECTOR, DealState.CLOSED, what)}
    assert seen == {What.PLACE, What.COME_TO_TABLE, What.DEVICES}


def _progress(scheduled: str, finished: str, opens_at: float = 0.0) -> DealProgress:
    return DealProgress(frozenset(scheduled.split()), frozenset(finished.split()), opens_at)


def test_a_deal_is_open_when_every_scheduled_table_has_played_it():
    assert deal_state(_progress("1 2", "1 2"), now=0.0) is DealState.OPEN


def test_a_deal_stays_closed_while_one_table_has_still_to_play_it():
    assert deal_state(_progress("1 2", "1"), now=1e9) is DealState.CLOSED


def test_a_deal_without_a_known_schedule_never_opens():
    assert deal_state(_progress("", "1 2"), now=1e9) is DealState.CLOSED


def test_a_delay_keeps_a_played_deal_closed_until_it_has_passed():
    progress = _progress("1 2", "1 2", opens_at=600.0)
    assert [deal_state(progress, now=t) for t in (599.9, 600.0)] == [DealState.CLOSED, DealState.OPEN]


def test_a_deal_at_his_own_table_is_known_as_such():
    assert deal_state(_progress("1 2", "1"), now=0.0, sits_at_it=True) is DealState.AT_HIS_TABLE


def test_a_deal_that_he_has_played_is_not_yet_open():
    assert deal_state(_progress("1 2", "1"), now=0.0, has_played_it=True) is DealState.PLAYED_BY_HIM


def test_one_who_has_said_so_has_played_it_as_far_as_the_gate_goes():
    assert deal_state(_progress("1 2", "1"), now=0.0, has_said_so=True) is DealState.DECLARED


def test_one_who_says_so_while_he_sits_at_it_is_not_believed():
    state = deal_state(_progress("1 2", "1"), now=0.0, sits_at_it=True, has_said_so=True)
    assert state is DealState.AT_HIS_TABLE


def test_one_who_has_played_it_but_sits_at_it_again_counts_as_sitting_there():
    assert deal_state(_progress("1 2", "1"), now=0.0, sits_at_it=True, has_played_it=True) is DealState.AT_HIS_TABLE
