"""Messages to phones over a real HTTP receiver: each summons once, and a slow or dead service delays nobody."""

import asyncio
import http.server
import json
import logging
import sys
import threading
from contextlib import contextmanager

import pytest
from support.until import until
from typer.testing import CliRunner

from controller.adapters.journal import SqliteJournal
from controller.adapters.notifying import services
from controller.cli.app import application
from controller.cli.run import children_of
from controller.cli.settings import read_settings
from controller.desk.notifying import Line, Sent, keep_told
from controller.desk.words import read_words
from controller.model.errors import LogError
from controller.ports import NewRow

from .test_notices import summons, waiting

WORDS = read_words()["en"]
#: No address of a service may be found anywhere.
SECRET = "token-9f31"


class Receiver:
    """What a service has been sent; `moods` are statuses of the next answers, `gate` holds answers back."""

    def __init__(self):
        self.got, self.moods, self.asked = [], [], 0
        self.gate = threading.Event()
        self.gate.set()


@contextmanager
def listening(receiver):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            receiver.asked += 1
            receiver.gate.wait(20)
            status = receiver.moods.pop(0) if receiver.moods else 200
            if status == 200:
                receiver.got.append(body["message"])
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"json://127.0.0.1:{server.server_port}/{SECRET}"
    finally:
        receiver.gate.set()
        server.shutdown()
        server.server_close()


def urls_in(tmp_path, *urls, mode=0o600):
    path = tmp_path / "notify-urls"
    path.write_text("# directors\n\n" + "\n".join(urls) + "\n")
    path.chmod(mode)
    return path


@pytest.fixture
async def journal(tmp_path):
    found = SqliteJournal(tmp_path / "journal.sqlite")
    for table in ("", "7", "8"):
        await found.claim(table, "core")
    yield found
    await found.close()


def row(*given, **more):
    kind, table, body = summons(*given, **more)
    return NewRow(table, kind, body)


class Telling:
    """The process's work as a task of ours."""

    def __init__(self, tmp_path, path):
        sent = Sent(tmp_path / "notify.json")
        self.lines = [Line(service, sent, WORDS, (0.01,)) for service in services(path)]
        self.work = keep_told(tmp_path / "journal.sqlite", self.lines)

    async def __aenter__(self):
        self.task = asyncio.create_task(self.work)

    async def __aexit__(self, *_):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def test_each_summons_is_told_once_whatever_is_started_again(tmp_path, journal):
    receiver = Receiver()
    with listening(receiver) as url:
        path = urls_in(tmp_path, url)
        await journal.append([row()])
        async with Telling(tmp_path, path):
            await until(lambda: receiver.got == ["Table 7, board 21: Insufficient bid (Law 27)"])
            await until(lambda: (tmp_path / "notify.json").exists())
        async with Telling(tmp_path, path):
            await journal.append([row(state="changed", rev=2), row(table="8")])
            await until(lambda: len(receiver.got) == 2)
        assert receiver.got[1].startswith("Table 8")
    assert (tmp_path / "notify.json").stat().st_mode & 0o777 == 0o600
    assert SECRET not in (tmp_path / "notify.json").read_text()


async def test_what_was_settled_while_nobody_told_is_not_told(tmp_path, journal):
    receiver = Receiver()
    await journal.append([row(), row(state="resolved", how="ruling"), row(table="8")])
    with listening(receiver) as url:
        async with Telling(tmp_path, urls_in(tmp_path, url)):
            await until(lambda: receiver.got)
    assert [text[:7] for text in receiver.got] == ["Table 8"]


async def test_a_service_that_fails_is_tried_again(tmp_path, journal):
    receiver = Receiver()
    receiver.moods = [500, 503, 429]
    with listening(receiver) as url:
        await journal.append([row()])
        async with Telling(tmp_path, urls_in(tmp_path, url)):
            await until(lambda: receiver.got)
    assert (receiver.asked, len(receiver.got)) == (4, 1)


@pytest.mark.parametrize("fault", ["slow", "dead"])
async def test_a_slow_or_dead_service_delays_no_other(tmp_path, journal, fault):
    good, slow = Receiver(), Receiver()
    slow.gate.clear()
    with listening(good) as url, listening(slow) as other:
        other = other if fault == "slow" else f"json://127.0.0.1:1/{SECRET}"
        path = urls_in(tmp_path, other, url)
        async with Telling(tmp_path, path):
            await journal.append([row(), row(table="8")])
            await until(lambda: len(good.got) == 2)
            assert slow.got == []
            # And the loop that serves them is free meanwhile.
            began = asyncio.get_running_loop().time()
            await asyncio.sleep(0.01)
            assert asyncio.get_running_loop().time() - began < 1.0


async def test_the_queue_of_a_dead_service_is_bounded(tmp_path):
    line = Line(services(urls_in(tmp_path, "json://127.0.0.1:1"))[0], Sent(tmp_path / "n.json"), WORDS)
    many = waiting(*(summons(f"insufficient_bid@{n}:W") for n in range(500)))
    line.show({notice.key: notice for notice in many})
    assert list(line._queue) == [notice.key for notice in many[-50:]]


# -- what cannot be used ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [
        (f"nothing://{SECRET}", 0o600, "line 3"),
        (f"http//{SECRET}", 0o600, "line 3"),
        ("", 0o600, "no address"),
        (f"json://127.0.0.1/{SECRET}", 0o644, "chmod 600"),
    ],
)
def test_a_file_that_cannot_be_used_names_the_setting_and_no_address(tmp_path, caplog, capfd, text, mode, said):
    with pytest.raises(LogError) as error:
        services(urls_in(tmp_path, text, mode=mode))
    assert "notify.urls" in str(error.value) and said in str(error.value)
    assert SECRET not in str(error.value) + caplog.text + "".join(capfd.readouterr())


def test_a_file_that_is_not_there_names_the_setting(tmp_path):
    with pytest.raises(LogError, match=r"notify\.urls"):
        services(tmp_path / "nowhere")


def test_without_the_extra_it_says_which_one_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    with pytest.raises(LogError, match=r"smart-table\[notify\]"):
        services(urls_in(tmp_path, "json://127.0.0.1"))


async def test_no_address_is_in_any_log(tmp_path, journal, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    receiver = Receiver()
    receiver.moods = [500]
    with listening(receiver) as url:
        await journal.append([row()])
        async with Telling(tmp_path, urls_in(tmp_path, url, f"json://127.0.0.1:1/{SECRET}")):
            await until(lambda: receiver.got)
    assert SECRET not in caplog.text + "".join(capfd.readouterr())


SETTINGS = """
venue = "club"
session = "tuesday"
[[tables]]
name = "1"
"""


@pytest.mark.parametrize(
    ("section", "said"),
    [("", "notify.urls"), ('[notify]\nurls = "nowhere"', "notify.urls"), ("[notify]\nurl = 1", "notify.url")],
)
def test_the_command_says_in_one_line_what_is_wrong(tmp_path, section, said):
    file = tmp_path / "evening.toml"
    file.write_text(SETTINGS + section)
    result = CliRunner().invoke(application("notify"), ["notify", "--settings", str(file)])
    assert result.exit_code == 2 and said in result.output and len(result.output.splitlines()) == 1


@pytest.mark.parametrize(("section", "is_started"), [("", False), ('[notify]\nurls = "urls"', True)])
def test_it_is_started_with_the_evening_where_it_is_set(tmp_path, section, is_started):
    file = tmp_path / "evening.toml"
    file.write_text(SETTINGS + section)
    (tmp_path / "urls").touch(mode=0o600)
    (tmp_path / "urls").write_text("json://127.0.0.1")
    assert ("notify" in [child.name for child in children_of(read_settings(file), file)]) is is_started
