"""The README is true: its example prints what it shows, and the files, folders and commands that it names are there."""

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from controller.cli import main
from controller.cli.app import COMMANDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
#: Left by the demo.
MADE = {"out/*.pbn", "out/journal.sqlite"}


def test_the_example_prints_what_it_shows(monkeypatch, capsys):
    command, *shown = re.search(r"```\n\$ \.venv/bin/(.*?)\n```", README, re.S)[1].splitlines()
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", command.split())
    with pytest.raises(SystemExit):
        main()
    assert "\n".join(shown) in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_every_file_and_folder_named_is_there():
    named = {word for word in re.findall(r"`([\w./*-]+/[\w./*-]*)`", README) if word not in MADE}
    assert {word for word in named if not list(ROOT.glob(word.rstrip("/")))} == set()


def test_every_command_named_is_one():
    named = set(re.findall(r"smarttable (\w+)", README))
    brought = {point.name for point in entry_points(group="smart_table.commands")}
    assert "judge" in named and named <= {*COMMANDS, *brought}
