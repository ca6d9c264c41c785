"""A timeline drawn as SVG. Bars lie in an inner picture whose unit is the second, labels beside it in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from importlib import resources

from controller.cli.timeline.lanes import LETTER_PX, Bar, Chip, Lane, Timeline

#: Room at the left for the names of the lanes, above for the axis, and between lanes and groups, pixels.
NAMES_PX, AXIS_PX, GAP_PX, GROUP_GAP_PX = 92, 44, 3, 10
#: Steps of the axis, seconds; the first that leaves this many pixels between two marks.
_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300)
_STEP_PX = 70


def style_sheet() -> str:
    """Colours of everything in the picture."""
    return resources.files(__package__).joinpath("timeline.css").read_text(encoding="utf-8")


def svg_picture(timeline: Timeline, *, is_alone: bool = True) -> str:
    """The picture; alone in its file it brings its title and colours, in a page the page does."""
    placed = list(_placed(timeline.lanes))
    height = (placed[-1][1] + _height(placed[-1][0]) if placed else AXIS_PX) + 12
    width = (timeline.end - timeline.start) * timeline.px
    size = f'width="{width + NAMES_PX:.0f}" height="{height}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" class="timeline" {size} viewBox="{_box(width, height)}">']
    if is_alone:
        parts.append(f"<style>{style_sheet()}</style><title>{escape(timeline.title)}</title>")
        parts.append(f'<rect class="paper" width="{width + NAMES_PX:.0f}" height="{height}"/>')
        parts.append(f'<text class="about" x="6" y="14">{escape(timeline.title)} · {escape(timeline.about)}</text>')
    parts += _bands(placed, width)
    parts += _axis(timeline, height)
    parts += _bars(timeline, placed, width, height)
    parts += _labels(timeline, placed)
    parts += _names(placed, height)
    return "\n".join([*parts, "</svg>"])


def _box(width: float, height: float) -> str:
    return f"0 0 {width + NAMES_PX:.0f} {height}"


def _height(lane: Lane) -> int:
    return lane.rows * lane.row_px + 2


def _placed(lanes: Iterable[Lane]) -> Iterator[tuple[Lane, int]]:
    """Each lane with its distance from the top."""
    y, group = AXIS_PX, ""
    for lane in lanes:
        y += GROUP_GAP_PX if group and lane.group != group else 0
        group = lane.group
        yield lane, y
        y += _height(lane) + GAP_PX


def _bands(placed: list[tuple[Lane, int]], width: float) -> Iterator[str]:
    for number, (lane, y) in enumerate(placed):
        shade = "even" if number % 2 else "odd"
        yield (
            f'<rect class="band {lane.group} {shade}" x="{NAMES_PX}" y="{y}" '
            f'width="{width:.0f}" height="{_height(lane)}"/>'
        )


def _names(placed: list[tuple[Lane, int]], height: float) -> Iterator[str]:
    yield f'<g class="names"><rect class="margin" width="{NAMES_PX - 2}" y="{AXIS_PX - 20}" height="{height}"/>'
    for lane, y in placed:
        yield f'<text x="{NAMES_PX - 8}" y="{y + 11}">{escape(lane.title)}</text>'
    yield "</g>"


def _axis(timeline: Timeline, height: float) -> Iterator[str]:
    step = next((s for s in _STEPS if s * timeline.px >= _STEP_PX), _STEPS[-1])
    yield f'<g class="axis" data-height="{height}" data-start="{timeline.start:.3f}">'
    for number in range(int(timeline.start / step), int(timeline.end / step) + 1):
        t = number * step
        if timeline.start <= t <= timeline.end:
            x = NAMES_PX + (t - timeline.start) * timeline.px
            yield f'<path d="M{x:.1f} {AXIS_PX - 8}V{height}"/><text x="{x:.1f}" y="{AXIS_PX - 12}">{t:g} s</text>'
    yield "</g>"


def _bars(timeline: Timeline, placed: list[tuple[Lane, int]], width: float, height: float) -> Iterator[str]:
    seconds = timeline.end - timeline.start
    yield (
        f'<svg class="seconds" x="{NAMES_PX}" y="0" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {seconds:.3f} {height}" preserveAspectRatio="none" data-seconds="{seconds:.3f}">'
    )
    for start, end in timeline.lost:
        yield (
            f'<rect class="lost" x="{start - timeline.start:.3f}" y="{AXIS_PX}" width="{end - start:.3f}" '
            f'height="{height}"/>'
        )
    for lane, y in placed:
        for bar in lane.bars:
            yield from _bar(timeline, lane, bar, y)
        for chip in lane.chips:
            yield from _held(timeline, lane, chip, y)
    yield "</svg>"


def _bar(timeline: Timeline, lane: Lane, bar: Bar, y: int) -> Iterator[str]:
    top, high, least = y + 2 + bar.row * lane.row_px, lane.row_px - 3, 1.5 / timeline.px
    runs = [(a - timeline.start, max(b - a, least)) for a, b in bar.runs]
    path = "".join(f"M{x:.3f} {top}h{width:.3f}v{high}h{-width:.3f}z" for x, width in runs)
    card = f' data-card="{bar.card}"' if bar.card else ""
    yield f'<path class="bar {bar.style}"{card} d="{path}"><title>{escape(bar.tip)}</title></path>'
    for t in bar.evidence:
        if timeline.start <= t <= timeline.end:
            x, width = t - timeline.start, 2.2 / timeline.px
            yield f'<rect class="evidence" x="{x:.3f}" y="{top - 1}" width="{width:.4f}" height="{high + 2}"/>'


def _held(timeline: Timeline, lane: Lane, chip: Chip, y: int) -> Iterator[str]:
    """From the act to when it was told."""
    if chip.told is None or chip.told - chip.t < 0.05:
        return
    a, b = chip.t, min(chip.told, timeline.end)
    top = y + 1 + chip.row * lane.row_px + lane.row_px - 3
    yield f'<rect class="held" x="{a - timeline.start:.3f}" y="{top}" width="{b - a:.3f}" height="2"/>'


def _labels(timeline: Timeline, placed: list[tuple[Lane, int]]) -> Iterator[str]:
    for lane, y in placed:
        yield from (_bar_label(timeline, lane, bar, y) for bar in lane.bars if bar.label)
        yield from (_chip(timeline, lane, chip, y) for chip in lane.chips)


def _bar_label(timeline: Timeline, lane: Lane, bar: Bar, y: int) -> str:
    t = bar.runs[0][0] - timeline.start
    x, top = NAMES_PX + t * timeline.px, y + 2 + bar.row * lane.row_px
    card = f' data-card="{bar.card}"' if bar.card else ""
    inside = " inside" if bar.is_cut else ""
    return (
        f'<g class="name {bar.style}{inside}" data-t="{t:.3f}" data-y="{top}"{card} '
        f'transform="translate({x:.1f} {top})"><text x="{2 if inside else -3}" y="8">{escape(bar.label)}</text></g>'
    )


def _chip(timeline: Timeline, lane: Lane, chip: Chip, y: int) -> str:
    x, top = NAMES_PX + (chip.t - timeline.start) * timeline.px, y + 1 + chip.row * lane.row_px
    card = f' data-card="{chip.card}"' if chip.card else ""
    width, high, text = len(chip.label) * LETTER_PX + 12, lane.row_px - 3, escape(chip.label)
    return (
        f'<g class="chip {chip.style}" data-t="{chip.t - timeline.start:.3f}" data-y="{top}"{card} '
        f'transform="translate({x:.1f} {top})"><title>{escape(chip.tip)}</title>'
        f'<rect width="{width:.0f}" height="{high}" rx="3"/><text x="4" y="11">{text}</text></g>'
    )
