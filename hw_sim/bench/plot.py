"""A picture of what an accuracy bench found: kinds made against kinds found, and how long summonses took. Plain SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from hw_sim.bench.figures import percentile
from hw_sim.bench.one_board import NOTHING, Verdict

#: A cell of the table of kinds, room for names, and the histogram of waits, pixels.
_CELL, _NAMES, _HEAD = 22, 380, 64
_WAITS_HIGH, _WAITS_WIDE, _WAITS_S = 140, 520, 6.0
_BINS = 60
_STYLE = """
text { font: 11px "DejaVu Sans", sans-serif; fill: #222; }
.title { font-size: 14px; font-weight: bold; }
.right { fill: #2b7a3d; } .wrong { fill: #c22f2f; } .none { fill: #f4f4f0; } .wait { fill: #27408b; }
.on { fill: #fff; text-anchor: middle; } .row { text-anchor: end; } .line { stroke: #888; }
"""


def picture(title: str, verdicts: Sequence[Verdict]) -> str:
    """The picture as text of an SVG file."""
    pairs = Counter(pair for one in verdicts for pair in one.pairs)
    made = sorted({pair[0] for pair in pairs}, key=_nothing_last)
    found = sorted({pair[1] for pair in pairs}, key=_nothing_last)
    top = _HEAD + (max(map(len, found), default=0) * 6 if found else 0)
    below = top + len(made) * _CELL + 50
    width = max(_NAMES + len(found) * _CELL + 120, _NAMES + _WAITS_WIDE + 60)
    height = below + _WAITS_HIGH + 60
    exact = sum(one.recorded_exactly for one in verdicts)
    said = (
        f"{title}: {exact} of {len(verdicts)} boards exact, {sum(len(one.false) for one in verdicts)} false summonses"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<style>{_STYLE}</style><rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="12" y="24">{escape(said)}</text>',
        '<text x="12" y="44">rows: what was made; columns: what was found for it (green: the same)</text>',
        *_table(pairs, made, found, top),
        *_waits([wait for one in verdicts for _, wait in one.waits], below),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _nothing_last(kind: str) -> tuple[bool, str]:
    return kind == NOTHING, kind


def _table(pairs: Counter[tuple[str, str]], made: Sequence[str], found: Sequence[str], top: int) -> Iterator[str]:
    for column, kind in enumerate(found):
        x = _NAMES + column * _CELL + 15
        yield f'<text transform="translate({x} {top - 6}) rotate(-90)">{escape(_words(kind))}</text>'
    for row, kind in enumerate(made):
        y = top + row * _CELL
        total = sum(n for (one, _), n in pairs.items() if one == kind)
        yield f'<text class="row" x="{_NAMES - 8}" y="{y + 15}">{escape(_words(kind))} ({total})</text>'
        yield f'<rect class="none" x="{_NAMES}" y="{y}" width="{len(found) * _CELL - 2}" height="{_CELL - 2}"/>'
        for column, other in enumerate(found):
            if pairs[kind, other]:
                yield from _cell(pairs[kind, other], total, _NAMES + column * _CELL, y, is_right=kind == other)


def _cell(count: int, total: int, x: int, y: int, *, is_right: bool) -> Iterator[str]:
    size, shade, opacity = _CELL - 2, "right" if is_right else "wrong", 0.35 + 0.65 * count / total
    yield f'<rect class="{shade}" opacity="{opacity:.2f}" x="{x}" y="{y}" width="{size}" height="{size}"/>'
    yield f'<text class="on" x="{x + size / 2:g}" y="{y + 15}">{count}</text>'


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _waits(waits: Sequence[float], top: int) -> Iterator[str]:
    """How many summonses came how long after the act had come to rest."""
    yield f'<text class="title" x="12" y="{top}">from rest to summons</text>'
    if not waits:
        yield f'<text x="{_NAMES}" y="{top}">no summons</text>'
        return
    p50, p99 = (percentile(waits, share) for share in (0.5, 0.99))
    said = f"p50 {p50:.2f} s, p99 {p99:.2f} s, longest {max(waits):.2f} s, {len(waits)} in all"
    yield f'<text x="{_NAMES}" y="{top}">{said}</text>'
    span = max(_WAITS_S, p99)
    counts = Counter(min(_BINS - 1, int(wait / span * _BINS)) for wait in waits)
    floor, wide = top + _WAITS_HIGH, _WAITS_WIDE / _BINS
    for number, count in sorted(counts.items()):
        high = max(1.0, (_WAITS_HIGH - 20) * count / max(counts.values()))
        x = _NAMES + number * wide
        yield f'<rect class="wait" x="{x:.1f}" y="{floor - high:.1f}" width="{wide - 1:.1f}" height="{high:.1f}"/>'
    yield f'<path class="line" d="M{_NAMES} {floor}h{_WAITS_WIDE}"/>'
    for second in range(int(span) + 1):
        yield f'<text x="{_NAMES + second * _WAITS_WIDE / span:.1f}" y="{floor + 16}">{second} s</text>'
