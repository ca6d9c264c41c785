"""The service, its user and the udev rules: well-formed, narrow, and about files and commands that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from controller.cli.app import application

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = DEPLOY / "systemd" / "smarttable@.service"
RULES = DEPLOY / "udev" / "70-smarttable.rules"

_SECTION, _SETTING = re.compile(r"\[(\w+)\]"), re.compile(r"([A-Z][A-Za-z]+)=(.*)")
_MATCH_OR_ASSIGN = re.compile(r'([A-Z]+)(\{[\w./]+\})?(==|!=|=|\+=|:=)"([^"]*)"')


def settings_of(unit: Path) -> dict[str, dict[str, list[str]]]:
    """A unit file: section -> key -> values in order. A line that is none of these is an error."""
    found: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for number, line in enumerate(unit.read_text().splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        if head := _SECTION.fullmatch(line):
            section = found.setdefault(head[1], {})
        elif (setting := _SETTING.fullmatch(line)) and found:
            section.setdefault(setting[1], []).append(setting[2])
        else:
            raise ValueError(f"{unit}, line {number}: {line!r}")
    return found


def rules_of(path: Path) -> Iterator[dict[str, tuple[str, str]]]:
    """Udev rules: key -> (operator, value). A line that is none is an error."""
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        parts = [_MATCH_OR_ASSIGN.fullmatch(part.strip()) for part in line.split(",")]
        if not all(parts):
            raise ValueError(f"{path}, line {number}: {line!r}")
        yield {f"{part[1]}{part[2] or ''}": (part[3], part[4]) for part in parts if part}


@pytest.fixture(scope="module")
def service() -> dict[str, list[str]]:
    return settings_of(UNIT)["Service"]


def test_the_unit_has_the_three_sections():
    assert list(settings_of(UNIT)) == ["Unit", "Service", "Install"]


def test_a_line_that_is_no_setting_is_found(tmp_path):
    (tmp_path / "x.service").write_text("[Service]\nExecStart /bin/true\n")
    with pytest.raises(ValueError, match="line 2"):
        settings_of(tmp_path / "x.service")


def test_systemd_finds_nothing_wrong_with_it(tmp_path):
    """Where there is no systemd the parser above is all that can be asked."""
    analyze = shutil.which("systemd-analyze")
    program = f"{sys.executable} -m controller.cli"
    text = UNIT.read_text().replace("/opt/smarttable/bin/smarttable", program)
    unit = tmp_path / "smarttable@.service"
    unit.write_text(text)
    assert program in "".join(settings_of(unit)["Service"]["ExecStart"])
    if analyze is not None:
        done = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60)
        complaints = [line for line in done.stderr.splitlines() if "smarttable" in line and str(tmp_path) in line]
        assert complaints == []


def test_it_runs_a_command_that_exists(service):
    (start,) = service["ExecStart"]
    program, command, option, settings = start.split()
    assert (program, settings) == ("/opt/smarttable/bin/smarttable", "/etc/smarttable/club.toml")
    known = get_command(application(command)).commands[command]
    assert option in {name for parameter in known.params for name in parameter.opts}


def test_it_comes_back_when_it_fails_but_not_with_settings_that_cannot_be_used(service):
    assert service["Restart"] == ["on-failure"]
    assert service["RestartPreventExitStatus"] == ["2"]


def test_it_is_nobody_of_importance_and_stays_in_its_folder(service):
    assert service["User"] == service["Group"] == ["smarttable"]
    assert service["StateDirectory"] == ["smarttable/keep smarttable/tls smarttable/%i"]
    assert service["StateDirectoryMode"] == ["0700"]
    assert service["UMask"] == ["0077"]
    assert service["ProtectSystem"] == ["strict"]
    assert service["CapabilityBoundingSet"] == [""]


@pytest.mark.parametrize(
    "guard",
    [
        "NoNewPrivileges",
        "ProtectHome",
        "PrivateTmp",
        "ProtectClock",
        "ProtectControlGroups",
        "ProtectHostname",
        "ProtectKernelLogs",
        "ProtectKernelModules",
        "ProtectKernelTunables",
        "RestrictNamespaces",
        "RestrictRealtime",
        "RestrictSUIDSGID",
        "LockPersonality",
        "MemoryDenyWriteExecute",
    ],
)
def test_it_is_guarded(service, guard):
    assert service[guard] == ["yes"]


def test_serial_ports_are_the_only_devices(service):
    assert service["DevicePolicy"] == ["closed"]
    assert service["DeviceAllow"] == ["char-ttyACM rw", "char-ttyUSB rw"]


def test_its_user_is_made_before_it():
    line = (DEPLOY / "systemd" / "smarttable.sysusers").read_text().splitlines()[-1]
    assert line.split()[:2] == ["u", "smarttable"]


def test_hubs_belong_to_the_services_user_and_have_a_name():
    hub = next(rule for rule in rules_of(RULES) if rule["SUBSYSTEM"] == ("==", "tty"))
    assert hub["GROUP"] == ("=", "smarttable")
    assert hub["MODE"] == ("=", "0660")
    assert hub["SYMLINK"] == ("+=", "smarttable/hub-$env{ID_SERIAL_SHORT}")
    assert hub["ENV{ID_MM_DEVICE_IGNORE}"] == ("=", "1")


def test_readers_behind_a_converter_belong_to_the_services_user_and_have_the_name_of_their_socket():
    _, reader = (rule for rule in rules_of(RULES) if rule["SUBSYSTEM"] == ("==", "tty"))
    assert reader["ENV{ID_VENDOR_ID}"] == ("==", "0403|10c4|1a86|067b")
    assert (reader["GROUP"], reader["MODE"]) == (("=", "smarttable"), ("=", "0660"))
    assert reader["SYMLINK"] == ("+=", "smarttable/port-$env{ID_PATH_TAG}")
    assert reader["ENV{ID_MM_DEVICE_IGNORE}"] == ("=", "1")


def test_what_is_ours_to_open_is_never_put_to_sleep():
    ours, readers = (rule for rule in rules_of(RULES) if rule["SUBSYSTEM"] == ("==", "usb"))
    assert ours["ATTR{manufacturer}"] == ("==", "SmartTable")
    assert readers["ATTR{idVendor}"] == ("==", "0403|10c4|1a86|067b")
    assert ours["ATTR{power/control}"] == readers["ATTR{power/control}"] == ("=", "on")


def test_every_rule_is_about_a_subsystem():
    assert [rule["SUBSYSTEM"][1] for rule in rules_of(RULES)] == ["tty", "tty", "usb", "usb", "usb-serial"]


def test_a_line_that_is_no_rule_is_found(tmp_path):
    (tmp_path / "x.rules").write_text('SUBSYSTEM=="tty" GROUP="x"\n')
    with pytest.raises(ValueError, match="line 1"):
        list(rules_of(tmp_path / "x.rules"))


@pytest.mark.parametrize("path", ["club.toml", "systemd/smarttable.sysusers", "udev/70-smarttable.rules"])
def test_the_runbook_installs_what_is_there(path):
    assert f"deploy/{path} " in (DEPLOY / "RUNBOOK.md").read_text()
    assert (DEPLOY / path).exists()


def test_the_runbooks_commands_exist():
    text = (DEPLOY / "RUNBOOK.md").read_text()
    named = set(re.findall(r"`smarttable (\w+)", text)) | set(re.findall(r"^evening \S+ (\w+)", text, re.MULTILINE))
    assert named >= {"demo", "bench", "account", "export", "journal"}
    assert named <= set(get_command(application(None)).commands)


@pytest.mark.parametrize(
    "fault",
    ["journal_failed", "journal_slow", "evidence_failed", "bus_down", "engine_fault", "sensing_fault", "loop_lag"],
)
def test_the_runbook_knows_every_fault_that_a_person_can_do_something_about(fault):
    assert f"`{fault}`" in (DEPLOY / "RUNBOOK.md").read_text()
