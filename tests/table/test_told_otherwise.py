"""A story told otherwise ends the same: seats turned, rulings typed late, acts misread, missed, told twice, ghosts."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import variants

from controller.model.cards import PACK
from controller.model.event_codec import event_from_json
from controller.model.regulations import regulations_from
from controller.table import replay

CASES = Path(__file__).parents[1] / "cases"
Case = dict[str, Any]


def cases(folder: str) -> Iterator[Case]:
    for path in sorted((CASES / folder).glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def steps(case: Case, events: variants.Events) -> list[Any]:
    read = [event_from_json(event) for event in events]
    return list(replay(read, case["laws"], regulations_from(case.get("regulations"))))


def end(case: Case, events: variants.Events) -> Any:
    return json.loads(json.dumps(steps(case, events)[-1].table.state()))


def places(case: Case, *types: str, count: int = 2) -> list[int]:
    """A few places of events of these types on the last board, always the same; none that is put right there."""
    events = case["events"]
    last = max(i for i, e in enumerate(events) if e["type"] == "board")
    named = {n for e in events for n in (*e.get("replaces", ()), e.get("after"), e.get("before"))}
    found = [i for i, e in enumerate(events) if i > last and e["type"] in types and i not in named]
    return random.Random(case["case"]).sample(found, min(count, len(found)))


def differing(folder: str, told: Iterator[tuple[Case, str, variants.Events]]) -> list[str]:
    """The stories that do not end as they should, in words."""
    return [f"{case['case']}: {what}" for case, what, events in told if end(case, events) != end(case, case["events"])]


folders = pytest.mark.parametrize("folder", ["auction_a", "auction_b", "board", "corrections", "play_a", "play_b"])


@folders
@pytest.mark.parametrize("round_the_table", [1, 2, 3])
def test_with_everybody_so_many_seats_further_on_the_same_is_found(folder, round_the_table):
    wrong = []
    for case in cases(folder):
        told = [[f.as_json() for f in one.raised] for one in steps(case, case["events"])]
        there = steps(case, variants.turned(case["events"], round_the_table))
        if [[f.as_json() for f in one.raised] for one in there] != variants.turned(told, round_the_table):
            wrong.append(case["case"])
        if there[-1].table.state() != variants.turned(end(case, case["events"]), round_the_table):
            wrong.append(f"{case['case']} at its end")
    assert wrong == []


@folders
def test_a_ruling_typed_at_the_end_counts_where_it_was_given(folder):
    def told():
        for case in cases(folder):
            given = [i for i, e in enumerate(case["events"]) if e["type"] == "ruling" and "after" not in e]
            for late in [*([i] for i in given), given] if given else []:
                yield case, f"rulings {late} late", variants.typed_late(case["events"], *late)

    assert differing(folder, told()) == []


@folders
def test_a_card_that_was_never_put_leaves_no_trace_once_it_is_struck_out(folder):
    def told():
        for case in cases(folder):
            rng = random.Random(case["case"])
            for place in places(case, "card", "call", "ruling", "hand_faced"):
                ghost = {"type": "card", "seat": rng.choice("NESW"), "card": rng.choice(PACK).text}
                yield case, f"{ghost} before {place}", variants.with_ghost(case["events"], place, ghost)

    assert differing(folder, told()) == []


@folders
def test_a_call_that_was_never_made_leaves_no_trace_once_it_is_struck_out(folder):
    def told():
        for case in cases(folder):
            rng = random.Random(case["case"])
            for place in places(case, "call", "ruling", count=3):
                ghost = {"type": "call", "seat": rng.choice("NESW"), "call": rng.choice(["P", "X", "1C", "2S", "7NT"])}
                yield case, f"{ghost} before {place}", variants.with_ghost(case["events"], place, ghost)

    assert differing(folder, told()) == []


@folders
def test_a_call_misread_and_put_right_is_as_if_read_right_at_once(folder):
    def told():
        for case in cases(folder):
            rng = random.Random(case["case"])
            for place in places(case, "call", count=3):
                wrong = rng.choice([{"call": rng.choice(["P", "X", "1H", "7NT", "8C"])}, {"seat": rng.choice("NESW")}])
                yield case, f"{place} read as {wrong}", variants.misread(case["events"], place, wrong)

    assert differing(folder, told()) == []


@folders
def test_a_card_misread_and_put_right_is_as_if_read_right_at_once(folder):
    def told():
        for case in cases(folder):
            rng = random.Random(case["case"])
            for place in places(case, "card", count=3):
                wrong = rng.choice([{"card": rng.choice(PACK).text}, {"seat": rng.choice("NESW")}])
                yield case, f"{place} read as {wrong}", variants.misread(case["events"], place, wrong)

    assert differing(folder, told()) == []


@folders
def test_an_act_not_read_and_put_in_later_is_as_if_read_in_time(folder):
    def told():
        for case in cases(folder):
            late = [i for i, e in enumerate(case["events"]) if e["type"] == "correction" or "after" in e]
            for place in places(case, "call", "card", "card_faced", "card_exposed", "hand_faced"):
                if place + 1 not in late:
                    yield case, f"{place} not read", variants.missed(case["events"], place)

    assert differing(folder, told()) == []


@folders
def test_a_card_told_twice_was_put_once(folder):
    def told():
        for case in cases(folder):
            for place in places(case, "card"):
                yield case, f"{place} twice", variants.told_twice(case["events"], place)

    assert differing(folder, told()) == []
