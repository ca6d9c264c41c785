"""Table events and readings as JSON objects made by hypothesis: every type, every field, and fields nobody knows."""

from hypothesis import strategies as st

from controller.model.board import Vulnerability
from controller.model.calls import _BY_TEXT as CALL_TEXTS
from controller.model.cards import PACK
from controller.model.regulations import BASE_SETS

SEATS = ["N", "E", "S", "W"]
texts = st.text(st.characters(codec="utf-8"), max_size=20)
numbers = st.integers(0, 10**6) | st.floats(0, 1e6, allow_nan=False)
whole = st.integers(-(2**60), 2**60)
seats = st.sampled_from(SEATS)
sides = st.sampled_from(["NS", "EW"])
cards = st.sampled_from([c.text for c in PACK])
call_texts = st.sampled_from(sorted({c.text for c in CALL_TEXTS.values()}))
suits = st.sampled_from(["S", "H", "D", "C"])
json_values = st.recursive(
    st.none() | st.booleans() | whole | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
objects = st.dictionaries(texts, json_values, max_size=3)
deals = st.sampled_from(["N:AK... - - .QJT..", "W:- - - -", "S:... AKQJT98765432... - -"])

#: Field name -> values it may have; `type.field` where a type gives it another meaning.
FIELDS = {
    "board": whole,
    "dealer": seats,
    "vul": st.sampled_from([v.value for v in Vulnerability]),
    "deal": deals,
    "pairs": objects,
    "schedule": objects,
    "set": texts,
    "copy": texts,
    "laws": st.sampled_from(["1987", "2017"]),
    "regulations": st.fixed_dictionaries(
        {},
        optional={
            "base": st.sampled_from(sorted(BASE_SETS)),
            "revoke_attention": st.just("now"),
            "card_settle": numbers,
        },
    ),
    "seat": seats,
    "cards": st.lists(cards, max_size=4),
    "card": cards,
    "pack": texts,
    "count": whole,
    "call": call_texts,
    "alerted": st.booleans(),
    "face": st.sampled_from(["up", "down"]),
    "seen_by_partner": st.booleans(),
    "accidental": st.booleans(),
    "won": st.booleans(),
    "tricks": whole,
    "statement": texts,
    "agree": st.booleans(),
    "about": texts,
    "contract": texts,
    "declarer": seats,
    "on": texts,
    "choice": texts,
    "after": whole,
    "revises": whole,
    "by": texts,
    "id": texts,
    "rev": whole,
    "suits": st.lists(suits, max_size=3),
    "suit": suits,
    "kind": texts,
    "to": sides,
    "NS": numbers,
    "EW": numbers,
    "artificial": st.booleans(),
    "reason": texts,
    "replaces": st.lists(whole, max_size=3),
    "before": whole,
    "mode": st.sampled_from(["sensing", "correcting", "manual"]),
    "tray_passed.to": texts,
    "ruling.contract": st.sampled_from(["P", "1C", "3N", "4SX", "7NTXX"]),
    "ruling.tricks": st.integers(0, 13),
}
#: Type -> what it must have, what it may have (docs/formats/TABLE_LOG.md).
EVENTS = {
    "board": ("board", "dealer vul deal pairs schedule set copy laws regulations"),
    "pocket": ("seat cards", "pack"),
    "hand": ("seat", "count cards pack"),
    "call": ("seat call", "alerted"),
    "call_removed": ("seat call", ""),
    "card": ("seat card", "face pack"),
    "card_faced": ("seat card", "pack"),
    "card_exposed": ("seat cards", "seen_by_partner accidental pack"),
    "card_returned": ("seat card", "pack"),
    "hand_faced": ("seat cards", "pack"),
    "trick_quitted": ("seat won", ""),
    "claim": ("seat tricks", "statement"),
    "claim_answer": ("seat agree", ""),
    "director_called": ("", "seat about"),
    "result_entered": ("contract", "declarer tricks"),
    "board_left": ("", ""),
    "ruling": (
        "on choice",
        "after revises by id rev seat suits suit card kind tricks to contract declarer NS EW artificial reason",
    ),
    "correction": ("replaces reason", "before by"),
    "mode": ("mode", ""),
    "gap": ("reason", ""),
    "tray_passed": ("to", ""),
}
COMMON = {
    "t": numbers,
    "certainty": st.sampled_from(["certain", "possible"]),
    "readings": st.lists(whole, max_size=3),
    "src": st.sampled_from(["sensor", "director", "player"]),
}


def _unknown(names):
    """Fields that no version knows, and known ones given as null: both are kept."""
    strange = st.dictionaries(texts.map("x_".__add__), json_values, max_size=2)
    nulls = st.lists(st.sampled_from(names), max_size=1).map(dict.fromkeys) if names else st.just({})
    return st.tuples(nulls, strange).map(lambda both: both[0] | both[1])


@st.composite
def event_objects(draw, types=tuple(EVENTS)):
    """A table event as the JSON object that a log holds."""
    kind = draw(st.sampled_from(types))
    must, may = (names.split() for names in EVENTS[kind])
    optional = [*may, *COMMON]
    given = draw(_unknown(optional))
    for name in [*must, *draw(st.lists(st.sampled_from(optional), unique=True, max_size=6))]:
        given[name] = draw(COMMON[name] if name in COMMON else FIELDS.get(f"{kind}.{name}", FIELDS.get(name)))
    if kind == "correction":
        given["events"] = draw(st.lists(_replacements(), max_size=2))
    return {"type": kind, **given}


def _replacements():
    plain = event_objects(types=tuple(kind for kind in EVENTS if kind != "correction"))
    return st.tuples(plain, st.none() | whole).map(lambda p: p[0] if p[1] is None else p[0] | {"as": p[1]})


PLACES = [*(f"{kind}.{seat}" for kind in ("play", "spread", "pocket") for seat in SEATS), "board"]
READINGS = {
    "scan": {"at": st.sampled_from(PLACES), "tags": st.lists(texts, max_size=3)},
    "tag_seen": {"at": st.sampled_from(PLACES), "tag": texts},
    "tag_gone": {"at": st.sampled_from(PLACES), "tag": texts},
    "call_shown": {"seat": seats, "call": call_texts},
    "call_removed": {"seat": seats, "call": call_texts},
    "key": {"seat": seats, "key": st.sampled_from(["claim", "agree", "dispute", "director", "result", "done"])},
    "board_tag": {"board": st.none() | st.integers(1, 99)},
    "device": {"device": texts, "state": st.sampled_from(["ready", "degraded", "lost"])},
    "entered": {"event": event_objects()},
    "card_seen": {"face": json_values},
    "tray": {},
}
READING_COMMON = {"r": numbers, "u": numbers, "device": texts, "boot": whole, "seq": whole}
READING_OPTIONAL = {"tag_seen": {"rssi": numbers}, "tag_gone": {"rssi": numbers}, "key": {"value": json_values}}


@st.composite
def reading_objects(draw):
    """A reading as the JSON object that a log holds."""
    kind = draw(st.sampled_from(sorted(READINGS)))
    optional = READING_COMMON | READING_OPTIONAL.get(kind, {})
    given = {"type": kind, "t": draw(numbers)} | draw(_unknown(sorted(set(optional) - {"device"})))
    for name in draw(st.lists(st.sampled_from(sorted(optional)), unique=True, max_size=4)):
        given[name] = draw(optional[name])
    for name, values in READINGS[kind].items():
        given[name] = draw(values)
    return given
