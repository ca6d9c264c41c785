"""The local socket between desk and core: ids, bad lines, many at once, a core that goes away."""

import asyncio
import json

import pytest

from controller.adapters.control_socket import ControlClient, ControlError, ControlServer

HALF, DEEP = b'{"id": 1, "by": "\\ud800"}\n', b'{"id": ' + b"[" * 100_000 + b"\n"


async def echo(request):
    await asyncio.sleep(request.get("wait", 0))
    return {"answer": "ok", "heard": request.get("do")}


@pytest.fixture
async def server(tmp_path):
    opened = ControlServer(tmp_path / "control.sock", echo)
    await opened.start()
    yield opened
    await opened.close()


async def test_only_its_owner_may_speak_to_the_core(server):
    assert server.path.stat().st_mode & 0o777 == 0o600


async def test_a_question_gets_its_own_answer_whatever_the_order(server):
    async with ControlClient(server.path) as core:
        answers = await asyncio.gather(core.ask({"do": "slow", "wait": 0.1}), core.ask({"do": "quick"}))

    assert [answer["heard"] for answer in answers] == ["slow", "quick"]


async def raw(path, *lines):
    reader, writer = await asyncio.open_unix_connection(path)
    for line in lines:
        writer.write(line)
    found = [json.loads(await asyncio.wait_for(reader.readline(), 5)) for _ in lines]
    writer.close()
    return found


@pytest.mark.parametrize(
    "line", [b"hello\n", b"[1]\n", b'{"do": "x"}\n', b'{"id": 1, "t": NaN}\n', b"\xff\xfe\n", HALF, DEEP]
)
async def test_a_line_that_is_no_request_is_refused_and_the_next_one_served(server, line):
    refused, served = await raw(server.path, line, b'{"id": 2, "do": "x"}\n')

    assert (refused["answer"], refused["code"], served["answer"]) == ("refused", "malformed", "ok")


async def test_a_request_that_cannot_be_taken_is_answered_under_its_id(server):
    async with ControlClient(server.path) as core:
        answer = await core.ask({"do": "x", "by": "\ud800"})

    assert (answer["code"], "half a character" in answer["reason"]) == ("malformed", True)


async def test_closing_with_a_client_there_is_no_error(server, caplog):
    async with ControlClient(server.path) as core:
        await core.ask({"do": "x"})
        await server.close()
        await asyncio.sleep(0.05)

    assert caplog.records == []


async def test_a_line_without_end_cuts_that_connection_alone(server):
    reader, writer = await asyncio.open_unix_connection(server.path)
    writer.write(b"x" * 400_000)
    assert await asyncio.wait_for(reader.read(), 5) == b""
    writer.close()

    async with ControlClient(server.path) as core:
        assert (await core.ask({"do": "x"}))["answer"] == "ok"


async def test_without_a_core_the_error_says_so(tmp_path):
    with pytest.raises(ControlError, match=r"control\.sock: the core is not there"):
        async with ControlClient(tmp_path / "control.sock"):
            pass


async def test_a_core_that_goes_away_answers_with_an_error(server):
    async with ControlClient(server.path) as core:
        asked = asyncio.create_task(core.ask({"do": "x", "wait": 60}))
        await asyncio.sleep(0.05)
        await server.close()

        with pytest.raises(ControlError):
            await asked
        assert not core.is_open


async def test_a_core_that_takes_too_long_is_not_waited_for(server):
    async with ControlClient(server.path) as core:
        with pytest.raises(ControlError, match="too long"):
            await core.ask({"do": "x", "wait": 60}, within_s=0.05)


async def test_the_socket_of_a_dead_core_is_replaced(tmp_path, server):
    server._server.close()  # as after a death: the file stays
    again = ControlServer(server.path, echo)
    await again.start()
    async with ControlClient(server.path) as core:
        assert (await core.ask({"do": "x"}))["answer"] == "ok"
    await again.close()


async def test_a_folder_with_a_long_name_will_do(tmp_path):
    folder = tmp_path / ("a-club-with-a-long-name" * 5)
    folder.mkdir()
    server = ControlServer(folder / "control.sock", echo)
    await server.start()
    async with ControlClient(server.path) as core:
        assert (await core.ask({"do": "x"}))["answer"] == "ok"
    await server.close()
    assert not server.path.exists()
