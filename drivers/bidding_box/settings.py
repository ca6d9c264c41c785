"""What the settings file says about bidding boxes on one line. A wrong word is an error that names its field."""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.model.calls import Bid, Call, call
from controller.model.seats import SEATS, Seat
from drivers.errors import SettingsError
from firmware_bridge.multidrop import ANSWER_AFTER

KNOWN = ("device", "port", "baud", "boxes", "seat", "answer_s", "cards", "card_rest_s", "card_gone_s", "max_drift_ppm")
_NUMBERS = {
    "answer_s": (0.01, 1.0),
    "card_rest_s": (0.05, 0.6),
    "card_gone_s": (0.1, 10.0),
    "max_drift_ppm": (1.0, 50_000.0),
}
_TAG = re.compile(r"[0-9A-F]+")
_COLUMNS = ("tag", "call")
_MOST_BYTES = 1_000_000
_HIGHEST_LEVEL = 7


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """The boxes of one line."""

    device: str
    #: A path (best one under /dev/serial/by-id) or a pattern that fits exactly one port.
    port: str
    #: The address of each seat's box.
    boxes: Mapping[Seat, int]
    #: Several boxes share the line (RS-485): each is polled. False: one box, which speaks when it likes.
    shared: bool
    baud: int = 115200
    #: How long the first byte of an answer is waited for on a shared line; more behind a slow adapter, seconds.
    answer_s: float = ANSWER_AFTER
    #: Which call a tagged bidding card is, by its tag; empty where all boxes have buttons.
    cards: Mapping[str, Call] = field(default_factory=dict)
    #: Cards that are laid down within this time of each other are one call: the highest of them, seconds.
    card_rest_s: float = 0.3
    #: A card that has not been read for this time has been taken away, seconds; twice that if nothing at all is read.
    card_gone_s: float = 0.8
    #: How far off a box's crystal may be; 100 unless it has a ceramic resonator.
    max_drift_ppm: float = 100.0

    @property
    def seats(self) -> Mapping[int, Seat]:
        """Whose box has an address."""
        return {address: seat for seat, address in self.boxes.items()}


def box_settings(given: Mapping[str, Any]) -> BoxSettings:
    """The settings of the boxes on one line: `seat` for one box, `boxes` for several that share it.

    Raises:
        SettingsError: a field is missing, unknown or does not fit; a file of bidding cards that does not name tags.
    """
    unknown = sorted(set(given) - set(KNOWN))
    if unknown:
        raise SettingsError(unknown[0], f"unknown; known: {', '.join(KNOWN)}")
    values: dict[str, Any] = {name: _text(given, name) for name in ("device", "port")}
    if ("boxes" in given) == ("seat" in given):
        raise SettingsError(
            "seat", "one of `seat` (a box alone on its line) and `boxes` (several that share it) is needed"
        )
    values["shared"] = "boxes" in given
    values["boxes"] = _boxes(given["boxes"]) if "boxes" in given else {_seat(given["seat"], "seat"): 1}
    if "cards" in given:
        values["cards"] = bidding_cards(Path(_text(given, "cards")))
    if "baud" in given:
        values["baud"] = _whole(given["baud"], "baud", 300, 4_000_000)
    for name, (low, high) in _NUMBERS.items():
        if name in given:
            values[name] = _number(given[name], name, low, high)
    return BoxSettings(**values)


def bidding_cards(path: Path) -> Mapping[str, Call]:
    """Which call each tag is: lines `tag,call` under that heading (`E004…,1NT`; `P`, `X`, `XX` as often as there are).

    Raises:
        SettingsError: the file cannot be read, or a line of it is not a tag and a call.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError("cards", f"{path}: {getattr(error, 'strerror', None) or 'not text in UTF-8'}") from error
    rows = csv.DictReader(io.StringIO(text))
    if tuple(rows.fieldnames or ())[:2] != _COLUMNS:
        raise SettingsError("cards", f"{path}: its first line is not `tag,call`")
    found: dict[str, Call] = {}
    for number, row in enumerate(rows, start=2):
        tag = (row["tag"] or "").strip().upper()
        try:
            meant = call((row["call"] or "").strip())
        except ValueError as error:
            raise SettingsError("cards", f"{path}, line {number}: {error}") from None
        if isinstance(meant, Bid) and meant.level > _HIGHEST_LEVEL:
            raise SettingsError("cards", f"{path}, line {number}: there is no card for {meant.text}")
        if not _TAG.fullmatch(tag) or tag in found:
            raise SettingsError("cards", f"{path}, line {number}: {tag!r} is no tag, or stands there twice")
        found[tag] = meant
    return found


def _boxes(value: Any) -> Mapping[Seat, int]:
    if not isinstance(value, Mapping) or not value:
        raise SettingsError("boxes", f"seats with addresses are needed, not {value!r}")
    boxes = {_seat(seat, f"boxes.{seat}"): _whole(to, f"boxes.{seat}", 1, 254) for seat, to in value.items()}
    twice = sorted({str(address) for address in boxes.values() if list(boxes.values()).count(address) > 1})
    if twice:
        raise SettingsError("boxes", f"two boxes have the address {twice[0]}")
    return {seat: boxes[seat] for seat in SEATS if seat in boxes}


def _seat(value: Any, name: str) -> Seat:
    if not isinstance(value, str) or value not in Seat.__members__:
        raise SettingsError(name, f"{value!r} is none of N, E, S, W")
    return Seat[value]


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value:
        raise SettingsError(name, f"a text is needed, not {value!r}")
    return value


def _whole(value: Any, name: str, low: int, high: int) -> int:
    if not isinstance(value, int):
        raise SettingsError(name, f"a whole number is needed, not {value!r}")
    return int(_number(value, name, low, high))


def _number(value: Any, name: str, low: float, high: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise SettingsError(name, f"a number from {low} to {high} is needed, not {value!r}")
    return value
