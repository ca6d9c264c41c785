"""The desk's words in English and Russian, read from the catalogues in `locale/` when the desk starts.

`desk.po` has the pages' words, `laws.po` the Laws in our own, `deck.po` what is said to whoever enrols decks,
`doors.po` accounts, set-up and the screens of the hall, `doubts.po` what sensors are in doubt about.
An entry is an id (`option.accept`, `kind.revoke_certain`) with named places; values are escaped for HTML unless
they know their own HTML. A missing id is our bug and raises; a test holds the catalogues against the contract.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

LANGUAGES = ("en", "ru")
CATALOGUES = ("desk.po", "laws.po", "deck.po", "doors.po", "doubts.po")
#: The letters of Russian packs: туз, король, дама, валет.
RUSSIAN_CARDS = {"A": "Т", "K": "К", "Q": "Д", "J": "В"}
_LOCALE = Path(__file__).parent / "locale"


class Words:
    """The words of one language."""

    def __init__(self, language: str, *catalogues: Catalog, honours: Mapping[str, str] | None = None) -> None:
        self.language = language
        #: How ace, king, queen and jack are written, where the cards in use have other letters than A K Q J.
        self.honours: Mapping[str, str] = honours or {}
        self._forms: dict[str, tuple[str, ...]] = {}
        self._form_for: Callable[[int], int] = gettext.c2py(catalogues[0].plural_expr)
        for message in (message for catalogue in catalogues for message in catalogue):
            if isinstance(message.id, str) and message.id:
                self._forms[message.id] = (str(message.string),)
            elif message.id:
                self._forms[message.id[0]] = tuple(str(form) for form in message.string or ())

    @property
    def ids(self) -> frozenset[str]:
        """Every id of the catalogue."""
        return frozenset(self._forms)

    def forms(self, key: str) -> tuple[str, ...]:
        """All forms of an id: one, or as many as the language has plurals."""
        return self._forms[key]

    def __contains__(self, key: str) -> bool:
        return key in self._forms

    def _pattern(self, key: str, fields: Mapping[str, object]) -> str:
        forms, n = self._forms[key], fields.get("n")
        return forms[0] if len(forms) == 1 or not isinstance(n, int) else forms[self._form_for(n)]

    def html(self, key: str, fields: Mapping[str, object] | None = None) -> Markup:
        """The text as HTML: places filled, everything that does not know its own HTML escaped."""
        given = fields or {}
        return escape(self._pattern(key, given)).format(**given)

    def text(self, key: str, fields: Mapping[str, object] | None = None) -> str:
        """The same as plain text: for titles, messages and JSON."""
        given = fields or {}
        return self._pattern(key, given).format(**{name: str(value) for name, value in given.items()})

    def __call__(self, key: str, **fields: object) -> Markup:
        """For templates: `_("room.tables")`, `_("act.bid", seat=…, call=…)`."""
        return self.html(key, fields)


def read_words(*, russian_cards: bool = False) -> Mapping[str, Words]:
    """Every language's words; read once, at the start. `russian_cards`: Russian pages write cards as Т К Д В."""
    found = {}
    for language in LANGUAGES:
        catalogues = [_read(language, name) for name in CATALOGUES]
        honours = RUSSIAN_CARDS if russian_cards and language == "ru" else None
        found[language] = Words(language, *catalogues, honours=honours)
    return found


def _read(language: str, name: str) -> Catalog:
    with (_LOCALE / language / "LC_MESSAGES" / name).open("rb") as file:
        return read_po(file, locale=language)


def language_for(wanted: str | None, accept_language: str) -> str:
    """The user's own setting, else the best language of an Accept-Language header, else English."""
    if wanted in LANGUAGES:
        return str(wanted)
    ranked = []
    for place, part in enumerate(accept_language.split(",")[:20]):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        ranked.append((-weight, place, tag.strip().lower().partition("-")[0]))
    return next((tag for weight, _, tag in sorted(ranked) if tag in LANGUAGES and weight < 0), LANGUAGES[0])
