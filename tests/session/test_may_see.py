"""Secrecy belongs to the deal: the whole truth table of `may_see`, and when a deal opens."""

from itertools import product

import pytest

from controller.session.may_see import MAY_SEE, DealProgress, DealState, Role, What, deal_state, may_see

# C closed, A at his table, P played by him, O open; a dot: never.
STATES = {"C": DealState.CLOSED, "A": DealState.AT_HIS_TABLE, "P": DealState.PLAYED_BY_HIM, "O": DealState.OPEN}
TRUTH = """
                director playing_director operator seat spectator
place           CAPO     CAPO             CAPO     CAPO CAPO
progress        CAPO     APO              CAPO     O    O
come_to_table   CAPO     CAPO             .        .    .
own_table       CAPO     APO              O        APO  O
acts            CAPO     PO               O        O    O
finding         CAPO     PO               .        .    .
quiet_finding   CAPO     PO               .        .    .
result          CAPO     PO               O        O    O
unseen_cards    CAPO     PO               O        O    O
readings        CAPO     PO               O        .    .
devices         CAPO     CAPO             CAPO     .    .
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


@pytest.mark.parametrize("role", [Role.OPERATOR, Role.SEAT, Role.SPECTATOR, Role.PLAYING_DIRECTOR])
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


def test_one_who_has_played_it_but_sits_at_it_again_counts_as_sitting_there():
    assert deal_state(_progress("1 2", "1"), now=0.0, sits_at_it=True, has_played_it=True) is DealState.AT_HIS_TABLE
