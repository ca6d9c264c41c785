"""`smarttable desk` and `smarttable account` as a club starts them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from support.certificates import self_signed
from support.small_desk import SETTINGS, desk_process, run, settings_file

from controller.desk.accounts import Accounts
from controller.desk.settings import DeskSettings
from controller.session.may_see import Role


def test_the_desk_starts_says_where_it_is_and_ends_when_told(tmp_path):
    with desk_process(settings_file(tmp_path)) as address:
        answer = httpx.get(address, follow_redirects=True)
    assert answer.status_code == 200 and 'name="password"' in answer.text


def test_off_loopback_the_command_refuses_and_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr("controller.cli.desk.set_up_logs", lambda: None)
    ended = run("desk", "--settings", str(settings_file(tmp_path, host="0.0.0.0")))
    assert ended.exit_code == 2 and "certificate" in ended.output


def test_where_nobody_can_log_in_the_terminal_shows_a_code_and_no_password(tmp_path):
    line = [sys.executable, "-m", "controller.cli", "desk", "--settings", str(settings_file(tmp_path))]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        address = json.loads(process.stdout.readline())["desk"]
        said = process.stderr.readline()
        code = re.search(r"setup and type (\S{4}-\S{4}) ", said)[1]
        form = {"code": code, "name": "Anna", "password": "four clubs doubled", "again": "four clubs doubled"}
        headers = {"Origin": address.rstrip("/")}
        answer = httpx.post(f"{address}setup", data=form, headers=headers)
        process.terminate()
        process.communicate(timeout=30)
    assert f"{address}setup" in said and answer.status_code == 303
    made = Accounts(DeskSettings(tmp_path / "data").accounts).all()["Anna"]
    assert made.role is Role.DIRECTOR and made.is_chief


@pytest.fixture
def account(tmp_path):
    """`smarttable account …` with the settings of a small evening."""
    path = str(settings_file(tmp_path))
    return lambda *arguments: run("account", *arguments, "--settings", path)


def test_an_account_is_added_listed_and_taken_away(account):
    made = account("put", "Anna", "--role", "operator", "--password", "four clubs doubled")
    listed = account("list").output
    gone = account("remove", "Anna")
    assert (made.exit_code, gone.exit_code) == (0, 0) and listed == "Anna\toperator\n"
    assert account("list").output == ""


def test_a_password_that_is_too_short_is_refused_in_one_line(account):
    ended = account("put", "Anna", "--password", "short")
    assert ended.exit_code == 2 and "8 to 256" in ended.output


def test_a_chief_is_made_and_listed_as_one(account):
    account("put", "Anna", "--chief", "--password", "four clubs doubled")
    assert account("list").output == "Anna\tdirector (chief)\n"


@pytest.mark.parametrize("role", ["seat", "wall"])
def test_a_screen_gets_no_password(account, role):
    ended = account("put", "Screen", "--role", role, "--password", "four clubs doubled")
    assert ended.exit_code == 2 and "code at /screens" in ended.output


def test_only_a_director_is_made_chief(account):
    assert account("put", "Olga", "--role", "operator", "--chief", "--password", "four clubs doubled").exit_code == 2


def test_an_account_that_is_not_there_cannot_be_taken_away(account):
    ended = account("remove", "Anna")
    assert ended.exit_code == 2 and "no account 'Anna'" in ended.output


def test_with_a_certificate_it_is_https_and_the_cookie_stays_on_it(tmp_path):
    pair, path = self_signed(tmp_path), str(settings_file(tmp_path))
    given = f'port = 0\ncertificate = "{pair.certificate}"\nkey = "{pair.key}"'
    Path(path).write_text(SETTINGS.format(host="127.0.0.1").replace("port = 0", given))
    run("account", "put", "Anna", "--password", "four clubs doubled", "--settings", path)
    with desk_process(path) as address:
        form, headers = {"name": "Anna", "password": "four clubs doubled"}, {"Origin": address.rstrip("/")}
        answer = httpx.post(f"{address}login", data=form, headers=headers, verify=pair.trusting())
    assert address.startswith("https://") and answer.status_code == 303
    assert "Secure" in answer.headers["set-cookie"] and "strict-transport-security" in answer.headers
