"""A timeline as a page of its own: the picture, with tooltips at once, zoom, and a card's traces lit up together."""

from __future__ import annotations

from html import escape
from importlib import resources

from controller.cli.timeline.lanes import Timeline
from controller.cli.timeline.svg import NAMES_PX, style_sheet, svg_picture

#: What the colours mean: class and words.
LEGEND = (
    ("suit-S", "a tag that answers (gaps: rounds without an answer)"),
    ("foreign", "a tag that is not of this pack"),
    ("evidence", "a reading that an event rests on"),
    ("held", "from the act until it was told"),
    ("finding now", "a summons"),
    ("finding log", "noted only"),
    ("doubt", "a doubt of sensing"),
    ("lost", "a device lost"),
)


def html_page(timeline: Timeline) -> str:
    """The page; it asks for nothing from anywhere."""
    script = resources.files(__package__).joinpath("timeline.js").read_text(encoding="utf-8")
    legend = "".join(f'<li><i class="swatch {name}"></i>{escape(words)}</li>' for name, words in LEGEND)
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            f"<title>{escape(timeline.title)}</title><style>{style_sheet()}</style></head><body>",
            f"<header><h1>{escape(timeline.title)}</h1><p>{escape(timeline.about)}</p>",
            '<p class="warning">Shows cards that players have not seen: not for anybody at a table.</p>',
            f'<ul class="legend">{legend}</ul>',
            '<p class="zoom"><button id="out">−</button><button id="in">+</button><button id="fit">fit</button> '
            "Ctrl and the wheel zoom as well. Point at anything to read about it.</p></header>",
            f'<div id="scroll" data-names="{NAMES_PX}">{svg_picture(timeline, is_alone=False)}</div>',
            '<div id="tip" hidden></div>',
            f"<script>{script}</script></body></html>",
        ]
    )
