"""Board records made by hypothesis: any deal, any auction and play that PBN can hold, irregular ones among them."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from controller.laws.score import score_ns
from controller.model.board import Deal, Vulnerability
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Denomination, bid
from controller.model.cards import PACK
from controller.model.seats import SEATS, Side, rotation
from controller.records.board_record import (
    ArtificialScore,
    AssignedScore,
    BoardCancelled,
    BoardRecord,
    Comment,
    EndPosition,
    RecordedCall,
    RecordedCard,
    RecordedClaim,
    RecordedIrregularity,
    RecordedRuling,
    RecordedTrick,
    Section,
    TricksTransferred,
    WithdrawnCall,
    auction_is_over,
    contract_of,
)

BIDS = [bid(level, denomination) for level in range(1, 8) for denomination in Denomination]
CALLS = [PASS, PASS, PASS, DOUBLE, REDOUBLE, *BIDS]
seats = st.sampled_from(SEATS)
#: One line of text, in any script, that does not look like PBN's own signs for unknown and inherited values.
lines = (
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.just(" "), max_size=30)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: text not in ("", "?") and not text.startswith("#"))
)
#: What people write, now and then long, with line breaks, braces, quotes and signs of every format.
texts = lines | st.text(st.characters(codec="utf-8") | st.sampled_from('\n{}[]";|=*^#%$\\,'), min_size=1, max_size=300)
words = texts.filter(lambda text: not text.startswith("Smart Table"))
#: Behind which tag a comment stands, in the order of the file.
PLACES = ("", "Event", "Deal", "Result")
comments = st.lists(st.builds(Comment, words, st.sampled_from(PLACES)), max_size=3).map(
    lambda found: tuple(sorted(found, key=lambda c: PLACES.index(c.after)))
)
contracts = st.builds(
    lambda made, declarer, doubled: contract_of(
        [RecordedCall(declarer, made)] + [RecordedCall(declarer.lho, (DOUBLE, REDOUBLE)[doubled - 1])] * bool(doubled)
    ),
    st.sampled_from(BIDS),
    seats,
    st.integers(0, 2),
)


end_positions = st.none() | st.builds(EndPosition, st.sampled_from(Denomination), st.none() | seats)


def _rarely(dice: Random) -> bool:
    return dice.random() < 0.1


def _deal(dice):
    """Four hands, one in ten of them not known."""
    pack = dice.sample(PACK, 52)
    hands = {s: frozenset(pack[i * 13 : i * 13 + 13]) for i, s in enumerate(SEATS)}
    return Deal({s: hand for s, hand in hands.items() if not _rarely(dice)})


def _auction(dice, dealer, say):
    """Calls from the dealer on: some players are skipped, some bids are insufficient, some calls are explained."""
    made, turn = [], dealer
    wanted = dice.choices(CALLS, k=dice.randrange(11)) + [PASS] * (0 if _rarely(dice) else 4)
    for call in wanted:
        if auction_is_over(made):
            break
        for _ in range(dice.randint(1, 2) if _rarely(dice) else 0):
            turn = turn.lho
        alert = dice.choice(["", say()]) if _rarely(dice) else None
        made.append(RecordedCall(turn, call, alert, glyphs=_glyphs(dice), comment=say() if _rarely(dice) else ""))
        turn = turn.lho
    return tuple(made)


def _glyphs(dice):
    return tuple(sorted(dice.sample(range(256), dice.randint(1, 2)))) if _rarely(dice) else ()


def _play(dice, contract, deal, say):
    """Tricks in rotation from whoever led, cards out of the hands that are known, else out of what is left."""
    left = dice.choice([0, 1, 3, 4, 7, 30, 51, 52])
    held = {s: sorted(deal.hands.get(s, ())) for s in SEATS}
    loose = sorted(set(PACK) - {c for hand in held.values() for c in hand})
    due, tricks = contract.declarer.lho, []
    while left and due:
        leader = dice.choice(SEATS) if _rarely(dice) else due
        cards = []
        for turn in rotation(leader)[:left]:
            hand = held[turn] if turn in deal.hands else loose
            if not hand:
                break
            cards.append(_card(dice, turn, hand.pop(dice.randrange(len(hand))), say, may_revoke=bool(cards)))
        if not cards:
            break
        left -= len(cards)
        tricks.append(RecordedTrick(leader, tuple(cards)))
        due = tricks[-1].winner(contract.denomination)
    return tuple(tricks)


def _card(dice, turn, card, say, *, may_revoke):
    if not _rarely(dice):
        return RecordedCard(turn, card)
    is_revoke = may_revoke and dice.random() < 0.5
    note, said = dice.choice([None, say()]), dice.choice(["", say()])
    return RecordedCard(turn, card, revoke=is_revoke, note=note, glyphs=_glyphs(dice), comment=said)


def _timed(dice, calls, play):
    """Whole seconds, as PBN's time tables have them, or times as sensors tell them."""
    now, is_whole = 0.0, dice.random() < 0.5

    def later(act):
        nonlocal now
        now += dice.randrange(90) if is_whole else dice.random() * 90
        return replace(act, t=now)

    timed = tuple(map(later, calls))
    return timed, tuple(replace(trick, cards=tuple(map(later, trick.cards))) for trick in play)


irregularities = st.lists(
    st.builds(
        RecordedIrregularity,
        st.from_regex(r"[a-z_]{3,12}@[0-9]{1,3}:[NESW-]", fullmatch=True),
        st.sampled_from(["call_out_of_turn", "insufficient_bid", "revoke_established"]),
        st.none() | seats,
        st.sampled_from([(), ("31B", "29A"), ("27B1a",)]),
        st.sampled_from(["certain", "possible"]),
    ),
    max_size=2,
).map(tuple)
rulings = st.lists(
    st.builds(
        RecordedRuling,
        st.just("insufficient_bid@3:E"),
        st.sampled_from(["accept", "cancel", "transfer"]),
        st.just("") | texts,
        st.none() | texts,
    ),
    max_size=2,
).map(tuple)
claims = st.lists(
    st.builds(
        RecordedClaim,
        st.none() | seats,
        st.integers(0, 13),
        st.integers(1, 13),
        st.sampled_from([None, True, False]),
        st.none() | texts,
    ),
    max_size=2,
).map(tuple)
withdrawn_calls = st.lists(
    st.builds(
        WithdrawnCall, st.integers(0, 20), seats, st.sampled_from(CALLS), st.sampled_from(["cancelled", "withdrawn"])
    ),
    max_size=2,
).map(tuple)
adjusted_scores = st.one_of(
    st.just(BoardCancelled()),
    st.builds(ArtificialScore, st.sampled_from([40.0, 50.0, 60.0]), st.sampled_from([40.0, 50.0, 60.0])),
    st.builds(AssignedScore, contracts, st.none() | st.integers(0, 13)),
    st.just(AssignedScore(None, None)),
)
sections = st.just(()) | st.just(
    (Section("ScoreTable", "Rank\\2R;Contract\\5L;Names_NS", (' 1 3NT   "A; B"', ' 2 4S    "C; D"')),)
)


@st.composite
def records(draw):
    """A board record of any kind that PBN can hold without loss; what happened at the table comes from a seed."""
    dice = Random(draw(st.integers(0, 2**32)))
    told = draw(st.lists(words, min_size=1, max_size=4))
    dealer, deal = dice.choice(SEATS), _deal(dice)
    calls = _auction(dice, dealer, lambda: dice.choice(told))
    is_over = auction_is_over(calls)
    contract = contract_of(calls) if is_over else None
    play = _play(dice, contract, deal, lambda: dice.choice(told)) if contract else ()
    passed_out = is_over and contract is None
    is_complete = passed_out or (len(play) == 13 and len(play[-1].cards) == 4)
    if draw(st.booleans()):
        calls, play = _timed(dice, calls, play)
    record = BoardRecord(
        board=draw(st.integers(1, 200)),
        dealer=dealer,
        vulnerability=dice.choice(list(Vulnerability)),
        deal=deal,
        event=draw(texts),
        site=draw(lines),
        date=draw(st.sampled_from(["2024.03.09", "2024.??.??"])),
        scoring=draw(st.sampled_from(["MP", "IMP", "MP;MP1"])),
        names=draw(st.dictionaries(seats, texts)),
        pairs=draw(st.dictionaries(st.sampled_from(Side), lines)),
        laws=draw(st.sampled_from([None, "1987", "2017"])),
        calls=calls,
        withdrawn_calls=draw(withdrawn_calls),
        contract=contract,
        end_position=None if contract or passed_out else draw(end_positions),
        passed_out=passed_out,
        play=play,
        claims=draw(claims),
        irregularities=draw(irregularities),
        rulings=draw(rulings),
        in_progress=not is_complete and draw(st.booleans()),
        tags=draw(st.dictionaries(st.sampled_from(["Table", "Round", "Room", "HomeTeam", "X_Claim"]), texts)),
        sections=draw(sections),
        comments=draw(comments),
    )
    return record if record.in_progress else _with_result(draw, dice, record)


def _with_result(draw, dice, record):
    tricks, differ = None, False
    if record.contract:
        won = record.tricks_won(record.contract.declarer.side)
        tricks = won if record.is_played_out and not _rarely(dice) else dice.randint(0, 13)
        differ = tricks != won if record.is_played_out else _rarely(dice)
    adjusted = draw(adjusted_scores) if _rarely(dice) else None
    score = None
    if adjusted is None and (record.passed_out or tricks is not None):
        score = score_ns(record.contract, tricks or 0, record.vulnerability)
    elif isinstance(adjusted, AssignedScore):
        score = draw(st.integers(-7600, 7600))
    moved = draw(st.lists(st.builds(TricksTransferred, st.sampled_from(Side), st.integers(1, 2)), max_size=2))
    return replace(
        record,
        tricks=tricks,
        tricks_differ=differ,
        adjusted=adjusted,
        score_ns=score,
        transfers=tuple(moved) if differ else (),
    )
