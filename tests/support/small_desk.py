"""A small evening's desk as a club starts it: its settings, a command line, a process of its own."""

import contextlib
import json
import subprocess
import sys

from typer.testing import CliRunner

from controller.cli.app import application

SETTINGS = """
venue = "club"
session = "evening"
[broker]
kind = "none"
[desk]
host = "{host}"
port = 0
[[tables]]
name = "1"
"""


def settings_file(tmp_path, host="127.0.0.1"):
    """The settings of a small evening."""
    path = tmp_path / "evening.toml"
    path.write_text(SETTINGS.format(host=host))
    return path


def run(*line):
    """A command line, in this process."""
    return CliRunner().invoke(application(line[0]), list(line))


@contextlib.contextmanager
def desk_process(path):
    """The desk as a process of its own: its address; told to end, it ends well."""
    line = [sys.executable, "-m", "controller.cli", "desk", "--settings", str(path)]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())["desk"]
    finally:
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 0
