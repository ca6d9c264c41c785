"""Each bench runs, tiny, and prints the figures that it promises. How good they are is not asked here."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.brokers import free_port, mosquitto_program
from typer.testing import CliRunner

from hw_sim.bench.command import bench
from hw_sim.bench.errors import fitting
from hw_sim.boards import boards


def figures_of(*arguments: str) -> dict[str, Any]:
    """What the command prints with `--json`."""
    result = CliRunner().invoke(bench, [*arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def keys_of(figures: Mapping[str, Any], *path: str) -> set[str]:
    for name in path:
        figures = figures[name]
    return set(figures)


def test_every_bench_stands_in_the_help():
    text = CliRunner().invoke(bench, ["--help"]).stdout
    assert all(
        name in text
        for name in ("engine", "records", "latency", "room", "desk", "accuracy", "soak", "drivers", "recovery")
    )


def test_the_engine_counts_calls_and_cards_a_second():
    found = figures_of("engine", "--repetitions", "1")
    assert found["conditions"] == {"boards": 25, "acts": 1526, "laws": "2017", "repetitions": 1}
    assert keys_of(found, "figures") >= {"replay_events_per_s", "step_events_per_s", "findings"}
    assert found["figures"]["findings"] == 0
    assert keys_of(found, "targets") == {"replay_events_per_s"}


def test_the_engine_takes_boards_from_a_folder(tmp_path):
    (tmp_path / "one.pbn").write_text(
        '[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n'
        '[Deal "N:Q4.QJ942.K953.AK T863.T873.A.9862 KJ952.6.Q42.QT53 A7.AK5.JT876.J74"]\n'
        '[Contract "Pass"]\n[Auction "S"]\nPass Pass Pass Pass\n'
    )
    assert figures_of("engine", "--repetitions", "1", "--boards", str(tmp_path))["conditions"]["acts"] == 4


def test_a_summons_is_timed_beside_the_bare_round_trip():
    found = figures_of("latency", "--samples", "3", "--speed", "40")
    figures = found["figures"]
    assert figures["summons"]["count"] == 6
    assert figures["raw"]["count"] > 0
    assert keys_of(figures, "summons") == keys_of(figures, "raw") == {"p50_ms", "p99_ms", "count"}
    assert keys_of(figures, "ratio") == {"p50", "p99"}
    assert keys_of(found, "targets") == {"ratio.p50", "ratio.p99"}
    assert figures["doubled"] == 0


@pytest.fixture
def open_broker(tmp_path: Path) -> Iterator[str]:
    """A Mosquitto that asks nobody who he is, as `host:port`."""
    port = free_port()
    settings = tmp_path / "mosquitto.conf"
    settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    process = subprocess.Popen([mosquitto_program(), "-c", str(settings)], stderr=subprocess.DEVNULL)
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield f"127.0.0.1:{port}"
    process.terminate()
    process.wait()


def test_a_summons_is_timed_at_another_broker(open_broker):
    found = figures_of("latency", "--samples", "2", "--speed", "40", "--broker", open_broker)
    assert found["conditions"]["broker"] == open_broker
    assert found["figures"]["summons"]["count"] == 4


@pytest.mark.parametrize("text", ["localhost", ":1883", "there:mqtt"])
def test_a_broker_is_named_by_host_and_port(text):
    with pytest.raises(ValueError, match="host:port"):
        CliRunner().invoke(bench, ["latency", "--broker", text], catch_exceptions=False)


def test_a_room_plays_and_nothing_is_lost_or_doubled():
    found = figures_of("room", "--tables", "2", "--speed", "40", "--errors", "1", "--processes", "2")
    figures = found["figures"]
    assert figures["boards_finished"] == figures["boards_recorded"] == 2
    assert figures["lost"] == figures["doubled"] == {"acts": 0, "summonses": 0}
    assert figures["irregularities"]["made"] == figures["irregularities"]["found"] > 0
    assert keys_of(figures, "cpu_percent_of_a_core") == {"core", "broker"}
    assert keys_of(figures, "core_rss_mb") == {"one_idle_table", "all_idle", "at_the_end"}
    assert keys_of(figures) >= {"events_per_s", "summons", "core_rss_mb_per_added_table"}


@pytest.mark.browser
def test_a_summons_is_timed_from_mqtt_to_the_pages_of_directors():
    figures = figures_of("desk", "--tables", "2", "--directors", "2", "--samples", "2")
    assert figures["conditions"]["browsers"] == 1
    assert figures["figures"]["page"]["count"] == 4 and figures["figures"]["never_shown"] == 0


def test_accuracy_counts_boards_with_and_without_an_error():
    found = figures_of("accuracy", "--level", "0", "--boards", "2")
    boards = found["figures"]["boards"]
    counts = {name: some["boards"] for name, some in boards.items()}
    assert [counts[name] for name in ("clean", "with_errors", "all")] == [2, 2, 4]
    assert counts.get("full", 0) + counts.get("short", 0) == 4
    assert boards["clean"]["recorded_exactly"] == boards["clean"]["told_exactly"] == 2
    assert boards["with_errors"]["irregularities_made"] > 0
    assert keys_of(boards, "all") >= {"false_summonses", "rest_to_summons_s", "corrections", "share_found", "faults"}
    assert len(found["targets"]) == 3


def test_accuracy_draws_kinds_made_against_kinds_found(tmp_path):
    picture = tmp_path / "kinds.svg"
    kinds = figures_of("accuracy", "--boards", "3", "--plot", str(picture))["figures"]["by_kind"]
    assert keys_of(next(iter(kinds.values()))) == {"made", "found", "possible", "false", "p50_s", "p99_s"}
    text = "".join(ElementTree.parse(picture).getroot().itertext())
    assert all(f"{kind.replace('_', ' ')} ({one['made']})" in text for kind, one in kinds.items())
    assert "from rest to summons" in text


def test_accuracy_takes_a_rare_fault_by_name():
    found = figures_of("accuracy", "--boards", "1", "--fault", "reader_lost")
    assert found["conditions"]["faults"] == ["reader_lost"]


def test_a_fault_that_nobody_knows_is_refused():
    result = CliRunner().invoke(bench, ["accuracy", "--fault", "gremlins"])
    assert result.exit_code == 2
    assert "no such fault" in result.output


def test_accuracy_is_the_same_for_one_process_and_for_two():
    one, two = (figures_of("accuracy", "--boards", "2", "--processes", str(n))["figures"] for n in (1, 2))
    assert one == two


def test_things_break_and_nothing_is_lost_or_doubled():
    found = figures_of("recovery", "--rounds", "3", "--tables", "1", "--boards", "1", "--speed", "25")
    figures = found["figures"]
    assert figures["faults"] == {"core": 1, "broker": 1, "cable": 1}
    assert figures["lost"] == figures["doubled"] == {"acts": 0, "summonses": 0}
    assert keys_of(figures, "live_again_s") == {"core", "broker", "cable"}


def test_people_get_a_sheet_with_the_targets():
    result = CliRunner().invoke(bench, ["engine", "--repetitions", "1"], catch_exceptions=False)
    assert "replay_events_per_s" in result.stdout
    assert ">= 150000:" in result.stdout


def test_errors_for_which_no_board_gives_a_chance_are_left_out():
    passed_out = [board for board in boards() if board.passed_out]
    assert set(fitting(("revoke", "pass_out_of_turn"), 3, passed_out, ("1",), seed=1)) == {"pass_out_of_turn"}


def test_the_boards_that_come_with_us_come_back_and_endplay_reads_them_alike():
    found = figures_of("records")["figures"]
    names = ("warnings", "not_equal_when_read_again", "tricks_against_result", "endplay_differs", "endplay_cannot_read")
    assert {name: found[name] for name in names} == dict.fromkeys(names, 0)
    assert found["endplay_compared"] >= 48


def test_a_soak_counts_losses_returns_and_growth_of_each_driver():
    found = figures_of("soak", "--cycles", "4", "--at-once", "2", "--driver", "pn532", "--driver", "table_hub")
    figures = found["figures"]
    assert [(one["lost"], one["returned"], one["whole"]) for one in figures.values()] == [(4, 4, 4), (4, 4, 4)]
    assert keys_of(figures, "pn532") >= {"threads_growth", "files_growth", "kib_growth", "objects_growth"}
    assert "pn532.threads_growth" in keys_of(found, "targets")


def test_a_soak_of_no_driver_of_ours_is_refused():
    result = CliRunner().invoke(bench, ["soak", "--driver", "toaster"])
    assert result.exit_code == 2
    assert "toaster" in result.output


def test_a_driver_is_measured_by_its_own_processor_time_and_by_the_bytes_before_its_readings():
    found = figures_of("drivers", "--seconds", "0.5", "--driver", "table_hub")
    hub = found["figures"]["table_hub"]
    assert hub["readings_counted"] > 0
    assert hub["byte_to_reading_count"] > 0
    assert set(hub) >= {"readings_per_s_at_100_percent", "byte_to_reading_p50_ms", "byte_to_reading_p99_ms"}
    assert keys_of(found, "targets") == {"table_hub.byte_to_reading_p99_ms", "four_idle_hubs_cpu_percent"}
