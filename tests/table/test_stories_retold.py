"""One story told in two ways ends the same: dismissed acts, late rulings, corrections, acceptance, hands known late.

Every property is asked of a few stories in each run of the tests and of thousands in `make test-long`.
"""

import random
from dataclasses import replace

import pytest
from support import stories
from support.asked import asked_of_stories
from support.retold import (
    NOTHING_HAPPENED,
    is_at_one_moment,
    outcome,
    table_after,
    with_in_place,
    without,
)
from support.stories import Manner, Teller

from controller.model.events import BoardLeft, CallMade, CardPlayed, Correction, PocketScanned, Replacement, Ruling
from controller.model.irregularities import act_of
from controller.model.seats import SEATS
from controller.table import refusal, step
from controller.table.rulings import ON_ANYTHING

#: Changes the order of things or what was read: left to stories of their own.
PLAIN = frozenset()
EARLY = "board_ended_early"


def plain_story(seed, laws, length=70):
    """A story with rulings as they fall due, none of them late, and nothing corrected."""
    it = Teller(random.Random(seed), laws)
    it.manner = replace(it.manner, directing=PLAIN, is_timed=False)
    return it, it.run(length)


def acts_of(events):
    """Numbers of calls and cards that stand alone in their moment."""
    acts = [n for n, event in enumerate(events) if isinstance(event, CallMade | CardPlayed)]
    return [n for n in acts if not is_at_one_moment(events, n)]


# -- dismissed --------------------------------------------------------------------------------------------------


def a_dismissed_irregularity_leaves_what_the_log_without_it_leaves(seed, laws):
    """The act is struck out at once, or after more has happened that is told as if it had never been."""
    it, events = plain_story(seed, laws)
    dice = random.Random(seed + 1)
    for n in some(dice, acts_of(events), 6):
        misread = stories.director.other_than(it, events[n])
        story = with_in_place(events[: n + 1 + dice.choice([0, 0, 1, 4, 20])], {n: misread})
        found = findings_about(table_after(story[: n + 1], laws), n)
        if not found or told_again(story, n):
            continue
        dismissal = Ruling(on=dice.choice(found), choice="dismiss")
        dismissed = table_after([*story, dismissal], laws)
        never = [*without(story, n, *rulings_on(story, n)), NOTHING_HAPPENED]
        assert outcome(dismissed) == outcome(table_after(never, laws))


def some(dice, several, count):
    return dice.sample(several, min(len(several), count))


def findings_about(table, n):
    return [i for i in table.findings if act_of(i) == str(n)]


def rulings_on(events, n):
    return [at for at, event in enumerate(events) if isinstance(event, Ruling) and act_of(event.on) == str(n)]


def told_again(events, n):
    """Is the act reported again at once? Then its reports are struck out with it."""
    act = events[n]
    for event in events[n + 1 :]:
        if isinstance(event, CallMade | CardPlayed):
            if event.seat is not act.seat:
                return False
            if replace(event, t=act.t) == act:
                return True
    return False


# -- late and in its place --------------------------------------------------------------------------------------


def a_ruling_typed_late_counts_in_its_place(seed, laws):
    _, events = plain_story(seed, laws)
    dice = random.Random(seed + 1)
    given = [n for n, e in enumerate(events) if isinstance(e, Ruling) and "@" in e.on]
    for n in some(dice, given, 4):
        late = replace(events[n], after=n)
        assert outcome(table_after([*without(events, n), late], laws)) == outcome(table_after(events, laws))


def rulings_all_typed_at_the_end_count_in_their_places(seed, laws):
    _, events = plain_story(seed, laws, 45)
    given = [n for n, e in enumerate(events) if isinstance(e, Ruling)]
    random.Random(seed + 1).shuffle(given)
    late = [replace(events[n], after=n) for n in given]
    assert outcome(table_after([*without(events, *given), *late], laws)) == outcome(table_after(events, laws))


def a_ruling_revised_to_what_was_ruled_changes_nothing(seed, laws):
    """Another ruling stands there first; the one that revises it takes its place."""
    _, events = plain_story(seed, laws)
    dice = random.Random(seed + 1)
    given = [n for n, e in enumerate(events) if isinstance(e, Ruling)]
    for n in some(dice, given, 4):
        other = Ruling(on=events[n].on, choice=dice.choice(["accept", "cancel", "put_back", "correct", "play_on"]))
        revised = [*with_in_place(events, {n: other}), replace(events[n], revises=n)]
        assert outcome(table_after(revised, laws)) == outcome(table_after(events, laws))


# -- while the board is away ------------------------------------------------------------------------------------


def what_is_ruled_while_the_board_is_away_counts_when_it_is_back(seed, laws):
    """It is carried off in mid-play, something that waits is ruled on, and it is brought back and goes on."""
    _, events = plain_story(seed, laws)
    dice = random.Random(seed + 1)
    given = [n for n, e in enumerate(events) if isinstance(e, Ruling) and e.choice not in ON_ANYTHING]
    for n in some(dice, given, 4):
        leaves = step(table_after(events[:n], laws), BoardLeft())
        if not leaves.raised or refusal(leaves.table, events[n]) is not None:
            continue
        carried_off = [BoardLeft(), events[n], Ruling(on=leaves.raised[0].id, choice="play_on")]
        stays = [NOTHING_HAPPENED, events[n], NOTHING_HAPPENED]
        back, in_place = (table_after([*events[:n], *acts, *events[n + 1 :]], laws) for acts in (carried_off, stays))
        assert outcome(back, besides=EARLY) == outcome(in_place, besides=EARLY)


# -- corrected --------------------------------------------------------------------------------------------------


def a_corrected_log_is_the_log_that_was_read_rightly(seed, laws):
    it, events = plain_story(seed, laws)
    dice = random.Random(seed + 1)
    for n in some(dice, acts_of(events), 4):
        misread = with_in_place(events, {n: stories.director.other_than(it, events[n])})
        put_right = Correction(
            replaces=(n,), events=(Replacement(events[n], same_as=n),), reason="misread", by="director"
        )
        assert outcome(table_after([*misread, put_right], laws)) == outcome(table_after(events, laws))


def a_ghost_that_is_corrected_away_never_was(seed, laws):
    _, events = plain_story(seed, laws)
    dice = random.Random(seed + 1)
    for n in some(dice, acts_of(events), 4):
        gone = Correction(replaces=(n,), events=(), reason="a ghost", by="director")
        assert outcome(table_after([*events, gone], laws)) == outcome(table_after(without(events, n), laws))


def an_act_that_was_missed_is_put_in(seed, laws):
    _, events = plain_story(seed, laws)
    dice = random.Random(seed + 1)
    for n in some(dice, [n for n in acts_of(events) if not rulings_on(events, n)], 4):
        missed = Correction(
            replaces=(), before=n + 1, events=(Replacement(events[n]),), reason="not read", by="director"
        )
        if n + 1 < len(events):
            late = table_after([*without(events, n), missed], laws)
            assert outcome(late, ids=False) == outcome(table_after(events, laws), ids=False)


# -- accepted ---------------------------------------------------------------------------------------------------


def an_acceptance_by_action_is_an_acceptance_by_ruling(seed, laws):
    it = Teller(random.Random(seed), laws)
    it.manner = replace(it.manner, directing=PLAIN, is_timed=False)
    it.take_board()
    for _ in range(70):
        it.go_on()
        waiting = [f for f in it.table.open_findings if "accept" in f.options]
        if len(it.table.open_findings) != 1 or not waiting or it.game.phase == "claim":
            continue
        act = act_that_accepts(it, waiting[0])
        if act is None:
            continue
        by_action = step(step(it.table, NOTHING_HAPPENED).table, act)
        ruling = Ruling(on=waiting[0].id, choice="accept")
        assert refusal(it.table, ruling) is None
        by_ruling = step(step(it.table, ruling).table, act)
        if act in by_action.table.game.hands.set_aside.values():
            # A card that cannot be his waits for the director.
            continue
        assert waiting[0].id in by_action.table.closed
        assert outcome(by_action.table) == outcome(by_ruling.table)


def act_that_accepts(it, found):
    """The next player's call or card, unless it was his turn anyhow (28B, 53)."""
    game = it.game
    if game.waiting:
        waits = game.waiting[-1]
        if waits.seat.lho is waits.proper and waits.kind == "call_out_of_turn":
            return None
        return CallMade(seat=waits.seat.lho, call=stories.calls.lawful_call(it))
    waits = game.play.lead_waits
    if waits is not None:
        seat = waits.seat.lho
        if seat is waits.proper or seat in game.watch.replacing or waits.answer or game.has_played(seat):
            return None
        lying = [put.card for put in game.play.ahead if put.seat is seat]
        cards = [c for c in stories.acts.held(it, seat) if c.suit is waits.card.suit and c not in lying]
        return CardPlayed(seat=seat, card=cards[0]) if cards else None
    if found.kind in ("penalty_card_not_played", "minor_penalty_card_breach"):
        seat = game.turn
        if seat is None or game.is_defender(seat) or seat in game.watch.replacing:
            return None
        card = stories.acts.some_card(it, seat)
        is_lying = any(put.seat is seat and put.card is card for put in game.play.ahead)
        return None if card is None or is_lying else CardPlayed(seat=seat, card=card)
    return None


# -- hands that become known late -------------------------------------------------------------------------------


def pockets_scanned_after_the_play_settle_what_was_possible(seed, laws):
    """The same play with the deal known, and with hands known only when they are back in the board."""
    it = Teller(random.Random(seed), laws)
    it.manner = Manner(errs=0.0, rules=0.0, odd=frozenset(), directing=PLAIN)
    it.take_board()
    while it.game.phase != "ended":
        revoked = stories.acts.revoke(it) if it.game.phase == "play" and it.dice.random() < 0.1 else None
        it.tell(revoked) if revoked is not None else it.go_on()
    if it.game.contract == "P":
        return
    deal = stories.deal_of(it.hands)
    first, *rest = [e for e in it.events if not isinstance(e, PocketScanned)]
    known = table_after([replace(first, deal=deal), *rest], laws)
    back = [PocketScanned(seat=seat, cards=tuple(sorted(it.hands[seat]))) for seat in SEATS]
    late = table_after([replace(first, deal=None), *rest, *back], laws)
    assert established(late) == established(known)
    assert late.state()["transfers_due"] == known.state()["transfers_due"]
    assert [f.kind for f in late.findings.values() if f.id not in late.closed and f.kind == "revoke_possible"] == []


def established(table):
    """Revokes with what they cost, whenever they became certain."""
    kinds = ("revoke_established", "revoke_trick_twelve")
    return {f.id: dict(f.facts) for f in table.findings.values() if f.kind in kinds}


PROPERTIES = [
    a_dismissed_irregularity_leaves_what_the_log_without_it_leaves,
    a_ruling_typed_late_counts_in_its_place,
    rulings_all_typed_at_the_end_count_in_their_places,
    a_ruling_revised_to_what_was_ruled_changes_nothing,
    what_is_ruled_while_the_board_is_away_counts_when_it_is_back,
    a_corrected_log_is_the_log_that_was_read_rightly,
    a_ghost_that_is_corrected_away_never_was,
    an_act_that_was_missed_is_put_in,
    an_acceptance_by_action_is_an_acceptance_by_ruling,
    pockets_scanned_after_the_play_settle_what_was_possible,
]


test_any_story, test_thousands_of_stories = asked_of_stories(PROPERTIES, few=10, many=2000)


@pytest.mark.parametrize(
    ("seed", "laws"),
    [
        # A fifth card is ruled a lead when the trick it would have led to is long over.
        (407, "1987"),
        # Dummy's next card lies there already, as a lead to the trick after.
        (84_367_854, "2017"),
        # A change of call to the final pass is accepted by a pass.
        (145_800_327, "1987"),
        # The board is carried off while a lead waits, and the director has it brought back.
        (58_361_424_253, "2017"),
        # The partner of one who doubled out of turn passes for the third time.
        (406_202_126_923, "2017"),
        # A hand is spread for the play while an insufficient bid waits.
        (605_411_802_611, "1987"),
        # A call out of turn is made while a change of call waits.
        (802_974_406_519, "2017"),
    ],
)
def test_stories_in_which_acceptances_once_differed(seed, laws):
    an_acceptance_by_action_is_an_acceptance_by_ruling(seed, laws)
