"""PC/SC readers as a real pcscd tells of them: cards that come and go, readers and a service that do as well."""

import asyncio
import contextlib
import gc
import os
import threading

import pytest
from support.readers import Listening, Readers, tag, uid
from support.until import until

pytestmark = pytest.mark.system


async def test_a_card_comes_and_goes(readers):
    async with Listening(readers) as heard:
        await heard.state("ready")
        readers["N"].put(uid(1))
        await heard.card("play.N", f"+{tag(1)}")
        readers["N"].lift()
        await heard.card("play.N", f"-{tag(1)}")

    assert heard.states() == ["ready"]


async def test_what_lies_there_at_the_start_is_told_whole(readers):
    async with Listening(readers) as before:
        await before.state("ready")
        readers["S"].put(uid(7))
        await before.card("play.S", f"+{tag(7)}")
    async with Listening(readers) as heard:
        await heard.card("play.S", f"={tag(7)}")
        await heard.state("ready")

    assert sorted(heard.cards()) == [("play.E", "="), ("play.N", "="), ("play.S", f"={tag(7)}"), ("play.W", "=")]


async def test_a_card_in_the_place_of_another_is_two_changes(readers):
    async with Listening(readers) as heard:
        await heard.state("ready")
        readers["W"].put(uid(1))
        await heard.card("play.W", f"+{tag(1)}")
        readers["W"].lift()
        await heard.card("play.W", f"-{tag(1)}")
        readers["W"].put(uid(2))
        await heard.card("play.W", f"+{tag(2)}")

    assert heard.cards()[-3:] == [("play.W", f"+{tag(1)}"), ("play.W", f"-{tag(1)}"), ("play.W", f"+{tag(2)}")]


async def test_readers_of_others_are_left_alone(readers):
    only_north = {"readers": {"Seat N": "play.N"}}
    async with Listening(readers, **only_north) as heard:
        await heard.state("ready")
        readers["E"].put(uid(1))
        readers["N"].put(uid(2))
        await heard.card("play.N", f"+{tag(2)}")

    assert {at for at, _ in heard.cards()} == {"play.N"}


async def test_a_card_without_a_uid_is_counted_and_told_nowhere(readers):
    readers["N"].instead = lambda _command: b"\x63\x00"
    async with Listening(readers) as heard:
        await heard.state("ready")
        readers["N"].put(uid(1))
        await until(lambda: heard.driver.counters()["unreadable"])

    assert ("play.N", f"+{tag(1)}") not in heard.cards()


async def test_a_card_pulled_while_it_is_asked_is_no_card_and_the_next_one_is_read(readers):
    def pulled(_command):
        readers["N"].instead = None
        readers["N"].lift()
        return

    async with Listening(readers) as heard:
        await heard.state("ready")
        readers["N"].instead = pulled
        readers["N"].put(uid(1))
        await until(lambda: readers["N"].instead is None)
        readers["N"].put(uid(2))
        await heard.card("play.N", f"+{tag(2)}")

    assert ("play.N", f"+{tag(1)}") not in heard.cards()


@pytest.mark.parametrize("seconds", [0.05, 0.6])
async def test_a_card_that_another_program_holds_for_a_moment_is_read_after_it(readers, seconds):
    readers["E"].put(uid(1))
    with another_program_on("Seat E") as let_go:
        async with Listening(readers) as heard:
            await heard.state("ready")
            await asyncio.sleep(seconds)
            let_go()
            await heard.card("play.E", f"={tag(1)}")


@contextlib.contextmanager
def another_program_on(reader):
    """Another program has the card of a reader for itself, until it is told to let go; then it resets the card."""
    from smartcard import scard as s  # not on a machine where the tests of this file are left out

    _, context = s.SCardEstablishContext(s.SCARD_SCOPE_SYSTEM)
    name = next(name for name in s.SCardListReaders(context, [])[1] if name.startswith(reader))
    protocols = s.SCARD_PROTOCOL_T0 | s.SCARD_PROTOCOL_T1
    while True:
        verdict, handle, _ = s.SCardConnect(context, name, s.SCARD_SHARE_EXCLUSIVE, protocols)
        if verdict == s.SCARD_S_SUCCESS:
            break
    yield lambda: s.SCardDisconnect(handle, s.SCARD_RESET_CARD)
    s.SCardReleaseContext(context)


# -- readers and the service ---------------------------------------------------------------------------------


async def test_a_reader_that_is_pulled_is_a_degraded_device_and_comes_back_with_what_lies_on_it(readers):
    async with Listening(readers) as heard:
        await heard.state("ready")
        readers["E"].unplug()
        await heard.state("degraded")
        readers["E"].tags.append(uid(5))
        readers["E"].plug()
        await heard.state("ready")
        await until(lambda: any(at == "play.E" and what[1:] == tag(5) for at, what in heard.cards()))

    assert heard.states() == ["ready", "degraded", "ready"]


async def test_the_service_dies_and_starts_again_and_nobody_has_to_do_anything(readers):
    async with Listening(readers) as heard:
        await heard.state("ready")
        readers.daemon.stop()
        await heard.state("lost")
        readers["N"].put(uid(3))
        readers.daemon.start()
        await heard.state("ready")
        await heard.card("play.N", f"={tag(3)}")
        readers["N"].lift()
        await heard.card("play.N", f"-{tag(3)}")

    assert heard.states() == ["ready", "lost", "ready"]


async def test_a_driver_that_is_started_before_the_service_waits_for_it(readers):
    readers.daemon.stop()
    async with Listening(readers) as heard:
        await heard.state("lost")
        readers.daemon.start()
        await heard.state("ready")

    assert heard.states() == ["lost", "ready"]


@pytest.mark.parametrize("service", ["up", "down"])
async def test_it_ends_at_once_and_leaves_no_thread(readers, service):
    if service == "down":
        readers.daemon.stop()
    async with Listening(readers) as heard:
        await heard.state("ready" if service == "up" else "lost")
        assert [t.name for t in threading.enumerate()].count("pcsc") == 1

    assert [thread.name for thread in threading.enumerate() if thread.name == "pcsc"] == []


async def test_two_hundred_cards_leave_neither_threads_nor_open_files_behind(readers):
    async with Listening(readers) as heard:
        await heard.state("ready")
        for number in range(200):
            readers["N"].put(uid(number))
            await heard.card("play.N", f"+{tag(number)}")
            readers["N"].lift()
            await heard.card("play.N", f"-{tag(number)}")
            if number == 20:
                gc.collect()
                before = (threading.active_count(), len(os.listdir("/proc/self/fd")))
        gc.collect()

    assert (threading.active_count() + 1, len(os.listdir("/proc/self/fd"))) <= (before[0], before[1])


async def test_sixteen_readers_are_one_more_than_are_watched(handler, run_folder, tmp_path):
    many = Readers(handler, run_folder, tmp_path, tuple(f"Reader {number:02}" for number in range(16)))
    many.daemon.start()
    places = [f"{kind}.{seat}" for kind in ("play", "spread", "pocket") for seat in "NESW"]
    settings = {"readers": {f"Reader {n:02}": place for n, place in enumerate(places)}}
    try:
        async with Listening(many, **settings) as heard:
            await heard.state("ready")
            many.all[11].put(uid(1))
            await heard.card("pocket.W", f"+{tag(1)}")
    finally:
        many.close()


# -- two cards on an ACR122U ---------------------------------------------------------------------------------


async def test_two_cards_on_one_reader_are_both_told(readers):
    async with Listening(readers, two_tags=["Seat N"]) as heard:
        await heard.card("play.N", "=")
        readers["N"].put(uid(1))
        await heard.card("play.N", f"={tag(1)}")
        readers["N"].put(uid(2))
        await heard.card("play.N", f"={tag(1)} {tag(2)}")
        readers["N"].lift(uid(1))
        await heard.card("play.N", f"={tag(2)}")
    assert not readers["N"].polls


async def test_a_reader_that_falls_mute_is_degraded_and_heals(readers):
    async with Listening(readers, two_tags=["Seat N"]) as heard:
        await heard.state("ready")
        readers["N"].instead = lambda _command: None
        await heard.state("degraded")
        readers["N"].instead = None
        await heard.state("ready")

    assert heard.driver.counters()["unanswered_polls"] >= 5


async def test_a_fault_of_whom_it_delivers_to_ends_it_with_that_fault(readers):
    def fails(_reading):
        raise ZeroDivisionError

    heard = Listening(readers)
    with pytest.raises(ZeroDivisionError):
        await asyncio.wait_for(heard.driver.run(fails), 10)
