"""`smarttable session import`: the file that is made, the report, and clear errors."""

import os
import stat

import pytest
from support.bws_file import bws
from typer.testing import CliRunner

from controller.cli.app import application
from controller.model.errors import LogError
from controller.session.session_file import read_session


def run(*arguments):
    result = CliRunner().invoke(application("session"), ["session", "import", *map(str, arguments)])
    if isinstance(result.exception, LogError):
        raise result.exception
    return result


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "monday.bws"
    path.write_bytes(bws())
    return path


def test_the_session_of_a_bws_file_is_written_for_its_owner_alone(source, tmp_path):
    out = tmp_path / "monday.toml"
    result = run(source, "--out", out)
    assert read_session(out.read_text(encoding="utf-8"))[0].sections[0].movement.rounds == 2
    assert stat.S_IMODE(os.stat(out).st_mode) == 0o600
    assert result.stdout.splitlines() == [
        f"monday.bws → {out}: 1 section, tables: 2, rounds: 2, boards: 8",
        "What a session's file does not say, or what was guessed:",
        "  1 result is no part of a session's file (`smarttable convert` takes it).",
        "  How it is scored is not told there: matchpoints, unless you write another method into the file.",
    ]


def test_without_a_file_to_write_the_screen_has_the_session_and_nothing_else(source):
    result = run(source)
    assert read_session(result.stdout)[0].sections[0].tables == ("1", "2")


def test_the_report_in_russian(source, tmp_path):
    assert "Способ подсчёта там не указан" in run(source, "--out", tmp_path / "x.toml", "--lang", "ru").stdout


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.doc", b"", "no format that holds a session"),
        ("x.bws", b"PK", "x.bws, page 0: no Jet database"),
        ("x.csv", b"", "x.csv: no result whose pairs and board have numbers"),
        ("x.xml", b"<USEBIO/>", "x.xml: no result whose pairs and board have numbers"),
        ("none.csv", None, "none.csv: cannot be read: No such file"),
    ],
)
def test_what_cannot_be_read_is_one_clear_error(tmp_path, name, content, said):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LogError, match=said):
        run(path, "--out", tmp_path / "out.toml")
    assert not (tmp_path / "out.toml").exists()
