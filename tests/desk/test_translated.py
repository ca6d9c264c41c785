"""No page and no message has a word that stands outside the catalogues."""

import re
from pathlib import Path

import pytest

import controller.desk
from controller.desk.words import LANGUAGES, read_words

DESK = Path(controller.desk.__file__).parent
TEMPLATES = sorted(path.name for path in (DESK / "templates").glob("*.html"))
WORDS = read_words()
#: Attributes of HTML that people see or hear.
SPOKEN = re.compile(r'\b(?:title|alt|placeholder|aria-label|label|data-on|data-off|content)="([^"{]*)"')
#: What is no word: names of formats, keys of the keyboard, the letter of an alert, suits and seats as they are printed.
NO_WORDS = {"CSV", "JSON", "PDF", "PBN", "A", "N", "S", "E", "W", "NS", "EW", "NT"}
LETTERS = re.compile(r"[A-Za-zА-Яа-яЁё]{1,}")


def text_of(template):
    """What of a template is neither markup nor put in by code: text between tags, and attributes that are read out."""
    source = (DESK / "templates" / template).read_text(encoding="utf-8")
    # What these blocks hold are names for script and style.
    source = re.sub(r"\{% block (page|main_class|body_class|data) %\}.*?\{% endblock %\}", "", source)
    source = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "\u0001", source, flags=re.DOTALL)
    source = re.sub(r"<(style|script)\b.*?</\1>|<meta [^>]*>|<!doctype[^>]*>", " ", source, flags=re.DOTALL)
    spoken = " ".join(SPOKEN.findall(source))
    return re.sub(r"<[^<>]*>|&\w+;|&#\d+;", " ", source) + spoken


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_template_has_a_word_of_its_own(template):
    words = [word for word in LETTERS.findall(text_of(template)) if word not in NO_WORDS]
    assert words == []


#: Ids that pages and code ask for by name.
ASKED = re.compile(r"""(?:\b_|\.text|\bsaid|\.html|\bwords)\(\s*(?:words,\s*)?["']([a-z_]+(?:\.[\w]+)+)["']""")


def _asked_for():
    for path in [*DESK.glob("*.py"), *(DESK / "templates").glob("*.html")]:
        for key in ASKED.findall(path.read_text(encoding="utf-8")):
            yield pytest.param(key, id=f"{path.name}-{key}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_that_pages_and_code_ask_for_stands_in_the_catalogue(language):
    asked = [param.values[0] for param in _asked_for()]
    assert len(asked) > 200 and [key for key in asked if key not in WORDS[language]] == []


def test_no_russian_entry_was_left_in_english():
    left = []
    for key in WORDS["ru"].ids:
        for form in WORDS["ru"].forms(key):
            plain = re.sub(r"\{[^}]*\}", "", form)
            if re.search(r"[a-z]{3,}", plain) and not re.search(r"[А-Яа-яЁё]", plain):
                left.append(key)
    assert [key for key in left if not key.startswith(("time.", "app.name", "nav.other_language"))] == []


def test_no_english_entry_has_a_russian_word():
    found = [key for key in WORDS["en"].ids for form in WORDS["en"].forms(key) if re.search(r"[А-Яа-яЁё]", form)]
    assert set(found) <= {"nav.other_language"}
