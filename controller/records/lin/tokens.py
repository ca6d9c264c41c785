"""LIN as a stream of `tag|value|`, each with its line; a bar inside a value cannot be told from a bar after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from controller.records.lines import LONGEST


class Token(NamedTuple):
    """A tag of two letters and its value; without a tag the value is text that fits nowhere."""

    tag: str
    value: str
    line: int


def tokens(texts: Iterable[str]) -> Iterator[Token]:
    """The tokens of a text that comes in pieces; what is out of step is given back as text and reading goes on."""
    rest, line = "", 1
    for text in texts:
        *parts, last = (rest + text).split("|")
        at = 0
        while at + 1 < len(parts):
            tag, value = parts[at], parts[at + 1]
            line += tag.count("\n")
            name = tag.strip()
            if len(name) == 2 and name.isascii() and name.isalpha():
                yield Token(name.lower(), value, line)
                line += value.count("\n")
                at += 2
            else:
                yield Token("", name, line)
                at += 1
        rest = "|".join((*parts[at:], last))
        if len(rest) > LONGEST:
            yield Token("", rest, line)
            line, rest = line + rest.count("\n"), ""
    tag, _, value = rest.partition("|")
    line += len(tag) - len(tag.lstrip("\n"))
    if value or (len(tag.strip()) == 2 and "|" in rest):
        yield Token(tag.strip().lower(), value, line)
    elif tag.strip():
        yield Token("", tag.strip(), line)
