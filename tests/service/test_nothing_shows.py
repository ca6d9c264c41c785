"""What nobody has seen leaves no trace on the bus: the same acts, other unseen cards, and every message but the notices
is the same, byte by byte and in the same order."""

import itertools
import json
import random
from pathlib import Path

import pytest

from controller.adapters.mqtt_words import MqttTeller
from controller.model.board import HAND_SIZE, Deal
from controller.model.cards import PACK
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import BoardTaken, Ruling
from controller.model.notation import print_deal
from controller.model.seats import SEATS
from controller.model.table_log import parse_table_log
from controller.service.account import Account
from controller.service.public_results import PublicResults
from controller.service.summons import Summonses
from controller.service.told import PublicView
from controller.service.tracker import Tracker
from controller.table import refusal

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*.json"))
#: What no player sees: scans of hands, and what the director puts right.
UNSEEN_EVENTS = ("pocket", "hand", "correction", "mode", "gap")


def stories():
    for path in CASES:
        log = parse_table_log(path.read_text(encoding="utf-8"), path.name)
        events = [e for e in log.events if e.type not in UNSEEN_EVENTS]
        boards = [e for e in events if isinstance(e, BoardTaken)]
        if len(events) > 2 and len(boards) == 1 and events[0] is boards[0]:
            yield pytest.param(log, events, id=path.stem)


def shown(events):
    """The cards that have been on the table, by hand."""
    found = {seat: set() for seat in SEATS}
    for event in events:
        if event.type in ("card", "card_faced"):
            found[event.seat].add(event.card)
        elif event.type in ("card_exposed", "hand_faced"):
            found[event.seat] |= set(event.cards)
    return found


def deal_around(cards, rng):
    """A deal in which those cards are where they were seen, the others anywhere; None where there is none."""
    used = [card for hand in cards.values() for card in hand]
    if len(used) != len(set(used)) or any(len(hand) > HAND_SIZE for hand in cards.values()):
        return None
    rest = [card for card in PACK if card not in used]
    rng.shuffle(rest)
    hands = {}
    for seat in SEATS:
        missing = HAND_SIZE - len(cards[seat])
        hands[seat] = frozenset(cards[seat]) | frozenset(rest[:missing])
        rest = rest[missing:]
    return Deal(hands)


def told(log, events):
    """Everything but notices that goes out while this happens, and the number of the first event that is refused."""
    teller = MqttTeller("club", "monday", 1, "b00t", wall=lambda: 0.0)
    tracker = Tracker.fresh(log.laws, log.regulations)
    refs = itertools.count()
    account = Account("1", Summonses(lambda: f"s-{next(refs)}"), PublicView(teller))
    results = PublicResults()
    results.expect("1", (), {})
    out = []
    for place, event in enumerate(events):
        if isinstance(event, Ruling) and refusal(tracker.table, event) is not None:
            return out, place
        entry = account.entry(tracker.take(event), was_parked=False, is_held=False)
        out += [(place, message.topic, message.payload) for message in entry.messages]
        for summons in entry.summonses:
            if summons.goes_out and summons.is_whole and not summons.is_closed:
                said = json.loads(teller.summons("1", summons).payload)["data"]
                out.append((place, "summons", {k: v for k, v in said.items() if k not in ("id", "rev")}))
        if account.view.look(tracker.table):
            state = teller.state("1", account.view.seen())
            out.append((place, state.topic, state.payload))
        results.read("1", tracker.table, account.ended, 0.0)
        for shown in results.changes(0.0):
            message = teller.result("1", shown.board, shown.told, rev=shown.rev)
            out.append((place, message.topic, message.payload))
    return out, len(events)


def face_down(events):
    """Cards that were put down unseen and have not been turned up."""
    lying = set()
    for event in events:
        if event.type == "card" and event.face == "down":
            lying.add(event.card.text)
        elif event.type in ("card", "card_faced"):
            lying.discard(event.card.text)
        elif event.type == "hand_faced":
            # Dummy is spread: the lead has been faced.
            lying.clear()
    return lying


def leads_face_down():
    for story in stories():
        if any(event.type == "card" and event.face == "down" for event in story.values[1]):
            yield story


@pytest.mark.parametrize(("log", "events"), leads_face_down())
def test_a_card_that_lies_face_down_is_named_in_no_message(log, events):
    for end in range(1, len(events) + 1):
        out, _ = told(log, events[:end])
        last = [str(message) for place, _, message in out if place == end - 1]
        named = {card for card in face_down(events[:end]) if any(card in message for message in last)}
        assert named == set()


@pytest.mark.parametrize(("log", "events"), stories())
def test_no_result_is_told_before_the_board_has_ended(log, events):
    out, _ = told(log, events)
    shown = [place for place, topic, _ in out if "/public/" in topic]
    tracker, ended = Tracker.fresh(log.laws, log.regulations), []
    for place, event in enumerate(events):
        if tracker.take(event).phase == "ended":
            ended.append(place)
    assert not shown or (ended and min(shown) >= min(ended))


@pytest.mark.parametrize(("log", "events"), stories())
def test_other_unseen_cards_change_no_message(log, events):
    rng = random.Random(len(events))
    for cut in sorted({len(events), *rng.sample(range(2, len(events) + 1), min(3, len(events) - 1))}):
        so_far = events[:cut]
        deals = [deal_around(shown(so_far), rng) for _ in range(3)]
        if None in deals:
            continue
        board = event_to_json(so_far[0])
        versions = [told(log, [event_from_json(board | {"deal": print_deal(d)}), *so_far[1:]]) for d in deals]
        # Rulings are part of the story only as far as they may be given whatever the hands are.
        end = min(refused for _, refused in versions)
        first, *others = ([message for message in out if message[0] < end] for out, _ in versions)
        assert [first, first] == others
