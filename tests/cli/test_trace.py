"""`smarttable trace`: a reading log as a picture of what was read and what was made of it, for its owner alone."""

from __future__ import annotations

import re
import stat
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from controller.cli.app import main
from controller.cli.timeline import account_of, timeline_of
from controller.model import readings as rd
from controller.model.cards import card
from controller.model.reading_log import Deck, ReadingLog, print_reading_log
from controller.records.seen import seen_in
from hw_sim.boards import boards
from hw_sim.offline import simulate
from hw_sim.physics import only

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def played() -> ReadingLog:
    """A poor table where a defender leads for his partner."""
    return simulate(boards()[0], ["defender_leads_for_partner"], 2, 5).log


@pytest.fixture
def log_file(tmp_path, played) -> Path:
    path = tmp_path / "table-3.jsonl"
    path.write_text(print_reading_log(played))
    return path


def run(monkeypatch, capsys, *words: object) -> tuple[int, str]:
    monkeypatch.setattr("sys.argv", ["smarttable", *map(str, words)])
    code = 0
    try:
        main()
    except SystemExit as end:
        code = int(end.code or 0)
    told = capsys.readouterr()
    return code, told.out + told.err


def drawn(monkeypatch, capsys, log_file: Path, *words: object) -> ElementTree.Element:
    out = log_file.with_suffix(".svg")
    assert run(monkeypatch, capsys, "trace", log_file, "-o", out, *words)[0] == 0
    return ElementTree.fromstring(out.read_text())


def texts(picture: ElementTree.Element, kind: str) -> list[str]:
    return ["".join(one.itertext()) for one in picture.iter(f"{SVG}g") if kind in one.get("class", "").split()]


def test_every_event_stands_in_the_picture(monkeypatch, capsys, log_file, played):
    picture = drawn(monkeypatch, capsys, log_file)
    assert len(texts(picture, "event")) == len(account_of(played).told)


def test_a_finding_says_its_law_its_certainty_and_the_event_that_raised_it(monkeypatch, capsys, log_file):
    (said,) = texts(drawn(monkeypatch, capsys, log_file), "finding")
    assert "lead_out_of_turn_by_defender — certain, attention now" in said
    assert re.search(r"lead_out_of_turn_by_defender@\d+:E · Laws \d\d", said)
    assert re.search(r"raised at \d+\.\d\d s by event #\d+ \(♥7 of \d+\.\d\d s\)", said)


def test_an_event_says_when_it_happened_when_it_was_told_and_on_which_lines_it_rests(monkeypatch, capsys, log_file):
    said = next(one for one in texts(drawn(monkeypatch, capsys, log_file), "event") if "#10 " in one)
    assert re.search(r"happened at \d+\.\d\d s, told at \d+\.\d\d s \(held \d\.\d\d s\)\ncertain\nrests on line", said)


def test_each_antenna_with_a_tag_has_its_lane(monkeypatch, capsys, log_file):
    (names,) = [one for one in drawn(monkeypatch, capsys, log_file).iter(f"{SVG}g") if one.get("class") == "names"]
    lanes = [one.text for one in names.iter(f"{SVG}text")]
    assert [lane for lane in lanes if lane.startswith(("play", "spread"))] == [
        "play.N", "play.E", "play.S", "play.W", "spread.S",
    ]  # fmt: skip


def test_only_what_lies_between_the_two_times_is_drawn(monkeypatch, capsys, log_file, played):
    picture = drawn(monkeypatch, capsys, log_file, "--from", 90, "--to", 110)
    shown = [told for told in account_of(played).told if 90 <= told.t <= 110]
    assert len(texts(picture, "event")) == len(shown) > 0


def test_the_picture_can_be_read_by_its_owner_alone(monkeypatch, capsys, log_file):
    out = log_file.with_name("old.html")
    out.write_text("an older picture")
    out.chmod(0o644)
    run(monkeypatch, capsys, "trace", log_file, "-o", out)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert out.read_text().startswith("<!doctype html>")


def test_the_help_says_that_unseen_cards_are_shown(monkeypatch, capsys):
    assert "SHOWS CARDS THAT PLAYERS HAVE NOT SEEN" in " ".join(run(monkeypatch, capsys, "trace", "--help")[1].split())


def test_a_page_asks_for_nothing_from_anywhere(monkeypatch, capsys, log_file):
    run(monkeypatch, capsys, "trace", log_file, "-o", log_file.with_suffix(".html"))
    page = log_file.with_suffix(".html").read_text()
    assert re.findall(r"(?:src|href|url)\s*[=(]", page) == []


def test_without_a_name_the_page_is_named_after_the_log(monkeypatch, capsys, log_file):
    monkeypatch.chdir(log_file.parent)
    assert run(monkeypatch, capsys, "trace", log_file)[0] == 0
    assert (log_file.parent / "table-3.html").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "picture.png"], "'--out': a picture is written as .svg or .html, not as 'picture.png'"),
        (["--from", 5, "--to", 5], "'--to': 5 s is not after 5 s"),
        (["-o", "/nowhere/x.svg"], "/nowhere/x.svg: cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_one_clear_line(monkeypatch, capsys, log_file, words, said):
    code, told = run(monkeypatch, capsys, "trace", log_file, *words)
    assert (code, said in told) == (2, True), told


def test_a_log_without_readings_is_an_empty_picture(monkeypatch, capsys, tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text('{"log": "reading-log/1", "laws": "2017"}\n')
    assert texts(drawn(monkeypatch, capsys, path), "event") == []


def test_a_tag_that_misses_rounds_is_one_stay_with_its_gaps():
    scans = [(1.0, ("T",)), (1.6, ()), (1.8, ("T",)), (3.0, ()), (9.0, ("T",)), (9.4, ())]
    log = ReadingLog("2017", tuple(rd.Scan(t=t, at="play.N", tags=tags) for t, tags in scans))
    first, second = seen_in(log).stays["play.N"]
    assert first.runs == [[1.0, 1.6], [1.8, 3.0]]
    assert (first.misses, first.lines) == ([pytest.approx(0.2)], [2, 3, 4, 5])
    assert second.runs == [[9.0, 9.4]]


def test_bars_of_one_lane_never_cover_each_other(played):
    for lane in timeline_of(played, "x").lanes:
        for row in range(lane.rows):
            spans = sorted((bar.runs[0][0], bar.runs[-1][1]) for bar in lane.bars if bar.row == row)
            assert all(before[1] <= after[0] for before, after in pairwise(spans)), lane.title


def test_a_lost_reader_is_shaded_and_its_doubt_stands_meanwhile():
    timeline = timeline_of(simulate(boards()[0], (), 1, 4, rare=only("reader_lost", 1.0)).log, "x")
    ((start, end),) = timeline.lost
    doubts = next(lane for lane in timeline.lanes if lane.title == "doubts")
    lost = next(bar for bar in doubts.bars if bar.label == "degraded hub")
    assert lost.runs[0][0] == pytest.approx(start, abs=0.1)
    assert 3.0 < end - start < 20.0


def test_a_card_of_another_pack_names_its_pack():
    log = simulate(boards()[0], ["card_of_another_pack"], 0, 3).log
    labels = [bar.label for lane in timeline_of(log, "x").lanes for bar in lane.bars if bar.style == "foreign"]
    assert [label.partition(" of ")[2] for label in labels] == [log.decks[0].id]


def test_a_tag_of_no_card_is_named_by_its_end():
    deck = Deck("blue", {"E001": card("SA")})
    readings = (rd.Scan(t=1.0, at="play.N", tags=("E001", "E00401FFABCD")),)
    lane = next(one for one in timeline_of(ReadingLog("2017", readings, deck=deck), "x").lanes if one.title == "play.N")
    assert [(bar.label, bar.style) for bar in lane.bars] == [("♠A", "suit-S"), ("…ABCD", "foreign")]
