"""Readings that cannot be meant: each is named, and the table goes on."""

from dataclasses import replace

import pytest
from sensing.listening import Follower, heard, signature
from sensing.opening import acts, cards, one_trick_on, told
from sensing.test_sense_command import run

from controller.model import readings as rd
from controller.model.seats import Seat
from controller.sensing.loop import Listening, sensing_of, table_events

AFTER = "N>SA E>S9"


def listened(log, *more):
    """What stands noted once the log and some more readings have been taken."""
    listening = Listening(sensing_of(log), Follower(log))
    for reading in (*log.readings, *more):
        listening.take(reading)
    return listening.sensing


def noted(log, *more):
    return {(note.kind, note.at) for note in listened(log, *more).doubts()}


def test_readings_out_of_order_are_named_and_the_table_goes_on():
    script = cards(one_trick_on(), AFTER)
    log = script.record()
    mixed = (*log.readings[:-2], log.readings[-1], replace(log.readings[-2], device="hub"))
    log = replace(log, readings=mixed)
    assert ("out_of_order", "hub") in noted(log)
    assert acts(signature(heard(log).events))[-2:] == ["N>SA", "E>S9"]


def test_readings_in_order_are_not():
    assert not {kind for kind, _ in noted(cards(one_trick_on(), AFTER).record())} & {"out_of_order", "bad_clock"}


def test_an_antenna_that_no_table_has_is_named():
    log = one_trick_on().record()
    end = log.readings[-1].arrival
    wild = rd.Scan(t=end + 1.0, device="hub", at="play.Q", tags=("E00401",))
    assert ("unknown_antenna", "hub") in noted(log, wild)


@pytest.mark.parametrize("ahead", [7200.0, -7200.0])
def test_a_clock_that_is_hours_off_is_named(ahead):
    log = one_trick_on().record()
    end = log.readings[-1].arrival + 1.0
    wild = rd.Scan(t=end + ahead, r=end, device="hub", at="play.N", tags=())
    assert ("bad_clock", "hub") in noted(log, wild)


@pytest.mark.parametrize("t", [float("nan"), float("inf"), float("-inf")])
def test_a_time_that_is_none_is_named_and_passes_no_time(t):
    log = one_trick_on().record()
    sensing = listened(log, rd.TagSeen(t=t, device="hub", at="play.N", tag="E00401"))
    assert "bad_clock" in {note.kind for note in sensing.doubts()}
    assert sensing.now == max(r.arrival for r in log.readings)


@pytest.mark.parametrize("t", [float("nan"), float("inf"), float("-inf")])
def test_a_time_that_is_none_may_come_first(t):
    log = one_trick_on().record()
    log = replace(log, readings=(rd.TagSeen(t=t, at="play.N", tag="E00401"), *log.readings))
    assert signature(heard(log).events) == told(one_trick_on())


def test_a_log_without_a_deck_says_so_once():
    script = cards(one_trick_on(), AFTER)
    kinds = [note.kind for note in listened(replace(script.record(), deck=None)).doubts()]
    assert kinds.count("no_deck") == 1 and "foreign_tag" not in kinds


def jammed(log, count):
    """So many readings of one antenna within a minute, each of another tag."""
    start = log.readings[-1].arrival + 1.0
    return (rd.TagSeen(t=start + 60.0 * i / count, device="hub", at="play.N", tag=f"JAM{i:08d}") for i in range(count))


def test_a_jammed_reader_is_named_and_most_of_it_is_dropped():
    log = one_trick_on().record()
    sensing = listened(log, *jammed(log, 50_000))
    assert ("jammed", "hub play.N") in {(note.kind, note.at) for note in sensing.doubts()}


@pytest.mark.long
def test_a_million_readings_in_a_minute_leave_no_trace_in_memory():
    log = one_trick_on().record()
    sensing = listened(log, *jammed(log, 1_000_000))
    assert sum(len(a.stays) for a in sensing._scene.presence.antennas.values()) < 400


def test_beside_a_jammed_reader_the_others_are_heard():
    script = one_trick_on()
    log = script.record()
    flood = list(jammed(log, 50_000))
    cards(script, "N>SA", after=30.0)
    later = [r for r in script.record().readings if r.arrival > log.readings[-1].arrival]
    called = rd.KeyPressed(t=flood[-1].t - 1.0, device="hub", seat=Seat.E, key="director")
    every = sorted([*log.readings, *flood, *later, called], key=lambda reading: reading.arrival)
    words = signature(heard(replace(log, readings=tuple(every))).events)
    assert words[-2:] == ["N>SA", "director_called"]


def test_when_it_is_quiet_again_the_note_goes():
    log = one_trick_on().record()
    flood = list(jammed(log, 50_000))
    calm = [rd.Scan(t=flood[-1].t + s, device="hub", at="play.N", tags=()) for s in (3.0, 6.0, 9.0)]
    assert "jammed" not in {kind for kind, _ in noted(log, *flood, *calm)}


def test_a_key_held_down_all_evening_is_not_remembered_without_end():
    log = replace(one_trick_on().record(), readings=(), board=None)
    listening = Listening(sensing_of(log), Follower(log))
    for i in range(500):
        listening.take(rd.KeyPressed(t=2.0 * i, seat=Seat.N, key="agree"))
    assert "bad_key" in {note.kind for note in listening.sensing.doubts()}


def test_notes_are_told_once_each():
    log = replace(cards(one_trick_on(), AFTER).record(), deck=None)
    said = []
    follower = Follower(log)
    list(table_events(log, follower, on_note=said.append))
    assert [note.kind for note in said].count("no_deck") == 1


def test_the_command_names_them_beside_the_table_log(tmp_path, monkeypatch, capsys):
    file = tmp_path / "odd.jsonl"
    file.write_text(
        '{"log": "reading-log/1", "laws": "2017", "board": {"board": 1}}\n'
        '{"t": 1.0, "type": "board_tag", "board": 1}\n'
        '{"t": 2.0, "type": "scan", "at": "play.N", "tags": ["E00401"]}\n'
        '{"t": 9.0, "type": "scan", "at": "play.N", "tags": []}\n'
        '{"t": 5.0, "type": "call_shown", "seat": "N", "call": "P", "device": "hub"}\n'
    )
    code, _, said = run(monkeypatch, capsys, "sense", str(file))
    assert code == 0
    assert f"{file}: no_deck: " in said and f"{file}: out_of_order: hub, " in said


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ('{"t": 1.0, "type": "scan", "at": "play.Q", "tags": []}', "line 2, field 'at'"),
        ('{"t": 1e300, "type": "scan", "at": "play.N", "tags": []}', "line 2, field 't'"),
        ('{"t": 1.0, "type": "scan", "at": "play.N", "tags": "E004"}', "line 2, field 'tags'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, monkeypatch, capsys, line, where):
    file = tmp_path / "odd.jsonl"
    file.write_text('{"log": "reading-log/1", "laws": "2017"}\n' + line + "\n")
    code, _, said = run(monkeypatch, capsys, "sense", str(file))
    assert code == 2 and str(file) in said and where in said
