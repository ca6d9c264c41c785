"""What was made beside what was found: for each board of an accuracy bench."""

from collections import Counter

import pytest

from hw_sim.bench.one_board import NOTHING, paired

REVOKE, LEAD, PLAY = ("revoke_certain", "W"), ("lead_out_of_turn_by_defender", "E"), ("play_out_of_turn", "E")


@pytest.mark.parametrize(
    ("made", "told", "pairs"),
    [
        ([REVOKE], [REVOKE], [(REVOKE, REVOKE)]),
        ([REVOKE], [], [(REVOKE, None)]),
        ([], [REVOKE], [(None, REVOKE)]),
        ([LEAD], [PLAY], [(LEAD, PLAY)]),
        ([LEAD], [REVOKE, PLAY], [(LEAD, PLAY), (None, REVOKE)]),
        ([LEAD, LEAD], [LEAD], [(LEAD, LEAD), (LEAD, None)]),
    ],
    ids=["found", "missed", "for nothing", "as another", "as that of the same seat", "once of two"],
)
def test_what_was_made_stands_beside_what_was_found(made, told, pairs):
    kinds = [tuple(key[0] if key else NOTHING for key in pair) for pair in pairs]
    assert list(paired(Counter(made), Counter(told), Counter(told))) == kinds


def test_what_was_only_noted_for_nothing_is_no_pair():
    assert list(paired(Counter(), Counter([REVOKE]), Counter())) == []
