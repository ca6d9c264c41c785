"""From a form's taps to a ruling, checked against the codec of table events. One field a picker, `choice.field`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import FormData

from controller.model.errors import LogError
from controller.model.event_codec import event_from_json
from controller.model.events import Ruling

#: Which fields a choice must have, by the table log's names.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "require": ("suits",),
    "forbid": ("suits",),
    "forbid_suit": ("suit",),
    "require_suit": ("suit",),
    "penalty_card": ("kind",),
    "designate": ("card",),
    "transfer": ("tricks", "to"),
    "award_claim": ("tricks", "to"),
    "adjust": ("contract", "declarer", "tricks"),
    "artificial": ("NS", "EW"),
}
#: Longest text that is taken over from a form.
_LONGEST = 200


class FormError(ValueError):
    """A form that amounts to no ruling: which field is missing or wrong, as an id of the catalogue and its places."""

    def __init__(self, key: str, fields: Mapping[str, object] | None = None) -> None:
        super().__init__(key)
        self.key, self.fields = key, dict(fields or {})


def ruling_from(form: FormData, *, on: str, by: str) -> Ruling:
    """The ruling that a form asks for. FormError says what is still to be tapped."""
    choice = _text(form, "choice")
    if not choice:
        raise FormError("form.missing.choice")
    given: dict[str, Any] = {"type": "ruling", "src": "director", "on": on, "choice": choice, "by": by}
    given |= _identity(form)
    given |= _fields(form, choice)
    for name in FIELDS.get(choice, ()):
        if given.get(name) in (None, "", []):
            raise FormError(f"form.missing.{'percent' if name in ('NS', 'EW') else name}")
    return checked(given)


def checked(given: Mapping[str, Any]) -> Ruling:
    """The ruling of a JSON object. FormError names the field that is wrong."""
    try:
        ruling = event_from_json({**given, "type": "ruling"})
    except LogError as error:
        raise FormError("form.bad", {"field": error.field, "value": error.message}) from error
    assert isinstance(ruling, Ruling)
    return ruling


def _identity(form: FormData) -> dict[str, Any]:
    """The ruling's own id (the same form is never counted twice), the revision seen, and the place it was given in."""
    found: dict[str, Any] = {}
    if _text(form, "id"):
        found["id"] = _text(form, "id")
    for name in ("rev", "after"):
        if _text(form, name):
            found[name] = _number(form, name)
    return found


def _fields(form: FormData, choice: str) -> dict[str, Any]:
    found = {name: _READ[name](form, choice) for name in FIELDS.get(choice, ())}
    if choice == "cancel" and _text(form, "cancel.artificial"):
        found["artificial"] = True
    if choice == "dismiss":
        found["reason"] = _text(form, "reason")
        if not found["reason"]:
            raise FormError("form.missing.reason")
    return found


def _suits(form: FormData, choice: str) -> list[str]:
    return [str(suit) for suit in form.getlist(f"{choice}.suits")][:4]


def _contract(form: FormData, choice: str) -> str:
    level, denomination = _text(form, f"{choice}.level"), _text(form, f"{choice}.denomination")
    return f"{level}{denomination}{_text(form, f'{choice}.doubled')}" if level and denomination else ""


def _percent(side: int) -> Callable[[FormData, str], int | None]:
    def read(form: FormData, choice: str) -> int | None:
        parts = _text(form, f"{choice}.percent").split("/")
        return int(parts[side]) if len(parts) == 2 and parts[side].isascii() and parts[side].isdigit() else None

    return read


def _named(name: str) -> Callable[[FormData, str], str]:
    return lambda form, choice: _text(form, f"{choice}.{name}")


#: How each field of a choice is read from the taps.
_READ: Mapping[str, Callable[[FormData, str], Any]] = {
    "suits": _suits,
    "suit": _named("suit"),
    "kind": _named("kind"),
    "card": _named("card"),
    "to": _named("to"),
    "declarer": _named("declarer"),
    "contract": _contract,
    "tricks": lambda form, choice: _number(form, f"{choice}.tricks", "tricks"),
    "NS": _percent(0),
    "EW": _percent(1),
}


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value.strip()[:_LONGEST] if isinstance(value, str) else ""


def _number(form: FormData, name: str, said: str = "") -> int:
    text = _text(form, name)
    if not text:
        raise FormError(f"form.missing.{said or 'choice'}")
    if not text.isascii() or not text.isdigit():
        raise FormError("form.bad", {"field": said or name, "value": text})
    return int(text)
