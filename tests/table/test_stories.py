"""Properties of any story at a table, with players who err in every way and a director who rules at all times.

Every property is asked of a few stories in each run of the tests and of thousands in `make test-long`.
"""

import json
import random

import pytest
from support import stories
from support.asked import asked_of_stories
from support.retold import outcome
from support.stories import Teller, told_by

from controller.model.cards import Suit
from controller.model.seats import SEATS
from controller.table import Table, refusal, replay, step


def the_table_is_followed_and_its_state_is_json(seed, laws):
    it = told_by(seed, laws)
    for one in replay(it.events, laws, it.regulations):
        json.dumps([found.as_json() for found in (*one.raised, *one.changed)])
    json.dumps(it.table.state())
    it.table.expectation()


def a_log_says_the_same_whenever_it_is_read(seed, laws):
    it = told_by(seed, laws)
    once, again = (list(replay(it.events, laws, it.regulations)) for _ in range(2))
    assert [tells(one) for one in once] == [tells(one) for one in again]
    assert outcome(once[-1].table) == outcome(again[-1].table) == outcome(it.table)


def step_by_step_and_as_a_whole_a_story_is_the_same(seed, laws):
    it = told_by(seed, laws)
    table, in_steps = Table.fresh(laws, it.regulations), []
    for event in it.events:
        one = step(table, event)
        table = one.table
        in_steps.append((tells(one), table.state()))
    times = [event.t for event in it.events if event.t is not None]
    if len(times) == len(set(times)):
        assert in_steps == [(tells(one), one.table.state()) for one in replay(it.events, laws, it.regulations)]


def a_step_leaves_the_table_before_it_as_it_was(seed, laws):
    it = Teller(random.Random(seed), laws)
    it.take_board()
    for _ in range(60):
        before = it.table
        was = outcome(before)
        it.go_on()
        assert outcome(before) == was


def tells(one):
    """What a step tells."""
    found = [[f.as_json() for f in several] for several in (one.raised, one.changed)]
    return found, [done.as_json() for done in one.resolved], one.withdrawn


# -- tricks and cards -------------------------------------------------------------------------------------------


def tricks_and_cards_add_up(seed, laws):
    it = Teller(random.Random(seed), laws)
    it.take_board()
    for _ in range(110):
        it.go_on()
        add_up(it.table)


def add_up(table):
    game = table.game
    play = game.play
    lying = [put.seat for put in play.on_table]
    assert len(set(lying)) == len(lying) < 4
    assert sum(play.tricks.values()) == len(play.done) <= 13
    assert play.trick == len(play.done) + 1
    supplied = {defect.trick for defect in game.watch.defects if defect.supplied is not None}
    for trick in play.done:
        assert [seat for seat, _ in trick.cards] == sorted((s for s, _ in trick.cards), key=trick.leader.to)
        # A card supplied to a defective trick makes it nobody else's (67B).
        assert trick.number in supplied or trick.winner is winner(trick.cards, game.contract)
    for seat in SEATS:
        in_tricks = [card for trick in play.done for owner, card in trick.cards if owner is seat]
        in_tricks += [put.card for put in play.on_table if put.seat is seat]
        assert sorted(in_tricks) == sorted(play.played[seat])
    for lain in play.penalty:
        assert game.is_defender(lain.seat)
        assert lain.card not in play.played[lain.seat]
    result = table.state()["result"]
    if game.score.claimed and game.phase == "ended":
        assert sum(game.score.claimed.values()) == 13 - len(play.done)
    if result and "tricks" in result:
        assert 0 <= result["tricks"] <= 13


def winner(cards, contract):
    """Law 44E and F, written once more."""
    trump = Suit[contract[1]] if contract[1] in "SHDC" else None
    led = cards[0][1].suit
    of_trump = [pair for pair in cards if pair[1].suit is trump]
    return max(of_trump or [p for p in cards if p[1].suit is led], key=lambda pair: pair[1].rank)[0]


# -- lawful boards ----------------------------------------------------------------------------------------------


def a_lawful_board_raises_nothing_and_scores(seed, laws):
    it = lawful_teller(seed, laws)
    it.run(140)
    # Where a hand is not known a discard may be a revoke; nobody is summoned for that.
    assert {found.kind for found in it.table.findings.values()} <= {"revoke_possible"}
    assert it.table.open_findings == ()
    state = it.table.state()
    assert state["phase"] == "ended"
    if state["contract"] != "P":
        side = it.game.declarer.side
        won = [t for t in it.table.tricks_played if winner(t.cards, state["contract"]).side is side]
        assert state["result"]["tricks"] == len(won)


def lawful_teller(seed, laws):
    it = Teller(random.Random(seed), laws)
    it.manner = stories.Manner(errs=0.0, rules=1.0, odd=frozenset(), directing=frozenset())
    return it


# -- rulings ----------------------------------------------------------------------------------------------------


def a_ruling_that_is_refused_changes_nothing(seed, laws):
    it = Teller(random.Random(seed), laws)
    it.take_board()
    for _ in range(70):
        it.go_on()
        ruling = stories.director.any_choice(it)
        if ruling is not None and refusal(it.table, ruling) is not None:
            assert all_of(step(it.table, ruling).table) == all_of(it.table)


def all_of(table):
    """Everything that is remembered of the board in hand, but for what the last event told."""
    game = table.game.copy()
    game.out = None
    game.clock = None
    game.play.may_be_special = True
    return game


def a_ruling_on_what_waits_closes_it(seed, laws):
    it = Teller(random.Random(seed), laws)
    it.take_board()
    for _ in range(90):
        it.go_on()
        for found in it.table.open_findings:
            for choice in found.options:
                ruling = stories.director.detailed(it, found, choice)
                if refusal(it.table, ruling) is None:
                    assert closes(it.table, ruling), ruling


def closes(table, ruling):
    after = step(table, ruling).table
    done = after.closed.get(ruling.on)
    by = (done.how, done.by, done.choice) if done is not None else None
    return by == ("ruling", str(table.next_n), ruling.choice) and ruling.on not in after.game.pending


PROPERTIES = [
    the_table_is_followed_and_its_state_is_json,
    a_log_says_the_same_whenever_it_is_read,
    step_by_step_and_as_a_whole_a_story_is_the_same,
    a_step_leaves_the_table_before_it_as_it_was,
    tricks_and_cards_add_up,
    a_lawful_board_raises_nothing_and_scores,
    a_ruling_that_is_refused_changes_nothing,
    a_ruling_on_what_waits_closes_it,
]


test_any_story, test_thousands_of_stories = asked_of_stories(PROPERTIES, few=12, many=2500)


@pytest.mark.parametrize(("seed", "laws"), [(9819, "2017")])
def test_stories_in_which_a_step_once_failed_are_told_to_the_end(seed, laws):
    # A hand under an order of Law 57 leads, since the card that was led has gone back.
    assert told_by(seed, laws)


@pytest.mark.parametrize(("seed", "laws"), [(41895, "1987"), (116_398_930_235, "2017")])
def test_stories_in_which_a_ruling_once_closed_nothing(seed, laws):
    # A claim comes while a lead made before declarer had chosen waits for its ruling.
    a_ruling_on_what_waits_closes_it(seed, laws)
