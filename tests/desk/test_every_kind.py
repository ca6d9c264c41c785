"""Every kind of finding that the worked cases raise has a page that opens in both languages, every place filled."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from controller.desk.words import read_words

from .support import read_up

CASES = Path(__file__).parents[1] / "cases"


def _shortest() -> dict[str, tuple[str, int]]:
    """Kind -> the case in which it comes soonest, and the event at which it does."""
    found: dict[str, tuple[str, int]] = {}
    for path in sorted(CASES.rglob("*-2017.json")):
        for expected in json.loads(path.read_text())["expect"]:
            for raised in expected.get("irregularities", []) if expected.get("irregularities") != "any" else []:
                soonest = found.get(raised["kind"])
                if soonest is None or expected["after"] < soonest[1]:
                    found[raised["kind"]] = (str(path.relative_to(CASES)), expected["after"])
    return found


SHORTEST = _shortest()
WORDS = read_words()


def plain(html: str) -> str:
    """The words of a page's main part."""
    main = re.sub(r"(?s).*<main[^>]*>|</main>.*|<script.*?</script>", "", html)
    return unescape(re.sub(r"<[^>]+>", " ", main))


def said_twice(html: str) -> list[str]:
    """Sentences that stand both in the strip that says what to do now and in the Law's paragraph."""
    found = []
    for part in (r'(?s)<p class="nowline[^"]*">(.*?)</p>', r'(?s)<p class="law">(.*?)</p>'):
        texts = [re.sub(r"<[^>]+>|\s+", " ", one) for one in re.findall(part, html)]
        found.append({s.strip() for text in texts for s in re.split(r"(?<=[.:;]) ", unescape(text)) if len(s) > 12})
    return sorted(found[0] & found[1])


def test_the_cases_raise_most_kinds():
    assert len(SHORTEST) > 50


@pytest.mark.parametrize("kind", sorted(SHORTEST))
async def test_its_page_opens_in_both_languages_with_every_place_filled(app, core, anna, kind):
    name, last = SHORTEST[kind]
    given = json.loads((CASES / name).read_text())
    await core.play("1", *given["events"][: last + 1])
    await read_up(app, core)
    case_id = next(i for i in app.state.desk.room.tables["1"].cases if i.startswith(f"{kind}@"))
    for language in ("en", "ru"):
        page = await anna.get(f"/tables/1/summonses/{case_id}", headers={"Accept-Language": language})
        assert page.status_code == 200 and WORDS[language].text(f"kind.{kind}") in plain(page.text)
        assert not re.search(r"[{}]|\bNone\b", plain(page.text))
        assert said_twice(page.text) == []
    assert set(re.findall(r"[A-Za-z_]{3,}", plain(page.text))) == set()
