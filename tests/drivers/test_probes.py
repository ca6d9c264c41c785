"""Who is on this port? Each kind of device is known by its own question, and no other does it harm or is fooled."""

import asyncio
from importlib.metadata import entry_points

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.serial_readers import KINDS, tag_of
from support.until import until

from controller.model.readings import Scan
from drivers.commands.devices import Found, asked
from drivers.probing import probes
from drivers.transports.serial_port import SerialPort
from hw_sim.clock import ScaledClock
from hw_sim.physics import TableTop
from hw_sim.readers.mercury import BOOT_LOADER
from hw_sim.table_hub import TableHubTwin

PROBES = {probe.driver: probe for probe in probes()}
DRIVERS = {point.name: point for point in entry_points(group="smart_table.drivers")}
#: What a reader understands of all that is asked: its own question, and that does nothing but tell. By command.
HARMLESS = {"pn532": {0x02}, "cr95hf": {0x01}, "feig": {0x66}, "m100": {0x03}, "uhfreader18": {0x21}, "mercury": {0x03}}


@pytest.fixture
async def twin_of(tmp_path):
    """A reader's twin of that name, plugged in."""
    made = []

    def make(name):
        twin = KINDS[name].twin(tmp_path)
        twin.start()
        made.append(twin)
        return twin

    yield make
    for twin in made:
        twin.stop()


async def who(twin):
    (found,) = await asked([Found(str(twin.path), "")], probes())
    return found


async def strangers(twin, name):
    """All questions that are asked of a device of that kind before its own, or for want of it; returns what it said."""
    order = [probe for probe in probes() if probe.driver != name]
    if name in PROBES and PROBES[name].first:  # after its own answer nothing else is asked
        order = []
    heard = bytearray()
    for probe in order:
        port = SerialPort(str(twin.path), baud=probe.baud, on_data=heard.extend, on_lost=lambda _reason: None)
        await until(lambda: twin.host_is_there)
        port.write(probe.question)
        await asyncio.sleep(0.05)
        port.close()
        await until(lambda: not twin.host_is_there)
    return bytes(heard)


@pytest.mark.parametrize("name", sorted(HARMLESS))
async def test_a_reader_is_known_by_its_own_answer_and_does_nothing_but_tell(twin_of, name):
    twin = twin_of(name)
    found = await who(twin)

    assert (found.driver, found.answer.split()[0]) == (name, "is")
    assert set(twin.asked) == HARMLESS[name]


async def test_what_is_asked_last_is_known_after_it_has_heard_all_other_questions(twin_of):
    twin = twin_of(probes()[-1].driver)
    twin.set_baud(None)

    assert (await who(twin)).driver == probes()[-1].driver


@pytest.mark.parametrize("on_usb", [False, True], ids=["on a line of its speed", "on USB, which has none"])
@pytest.mark.parametrize("name", sorted(KINDS))
async def test_the_questions_of_others_are_no_orders_and_its_silence_names_nobody(twin_of, name, on_usb):
    twin = twin_of(name)
    if on_usb:
        twin.set_baud(None)
    heard = await strangers(twin, name)

    assert twin.asked == []
    assert [probe.driver for probe in probes() if probe.recognise(heard)] == []


@pytest.mark.parametrize("name", sorted(KINDS))
async def test_after_all_questions_a_reader_works_as_before(twin_of, name):
    twin = twin_of(name)
    twin.set_baud(None)
    await strangers(twin, name)
    told = []
    card = KINDS[name].uid(1)
    twin.field.put(card)
    driver = DRIVERS[name].load()(KINDS[name].settings(twin), ScaledClock(1.0))
    task = asyncio.create_task(driver.run(told.append))
    await until(lambda: any(isinstance(reading, Scan) and reading.tags == (tag_of(card),) for reading in told))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_hub_is_not_disturbed_by_the_questions_of_readers(tmp_path):
    hub = TableHubTwin("7", TableTop(1), ScaledClock(1.0, start=100.0), ports=tmp_path, seed=1)
    hub.start()
    await strangers(hub, "table_hub")
    found = await who(hub)
    hub.stop()

    assert (found.driver, hub.met_host.is_set()) == ("table_hub", False)


async def test_a_module_that_an_earlier_program_left_reading_is_known_and_reads_on(twin_of):
    twin = twin_of("mercury")
    told = []
    driver = DRIVERS["mercury"].load()(KINDS["mercury"].settings(twin), ScaledClock(1.0))
    task = asyncio.create_task(driver.run(told.append))
    await until(lambda: twin.reads)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    found = await who(twin)

    assert (found.driver, twin.reads) == ("mercury", True)


async def test_a_module_in_its_boot_loader_is_known_and_left_there(twin_of):
    twin = twin_of("mercury")
    twin.runs = BOOT_LOADER
    found = await who(twin)

    assert (found.driver, twin.runs) == ("mercury", BOOT_LOADER)


async def test_a_module_of_the_other_dialect_is_known(twin_of):
    twin = twin_of("m100")
    twin.head, twin.tail = 0xAA, 0xDD
    found = await who(twin)

    assert found.driver == "m100"


@pytest.mark.parametrize("name", sorted(PROBES))
def test_a_line_that_repeats_what_it_hears_is_not_named(name):
    echo = PROBES[name].question

    assert [probe.driver for probe in probes() if probe.recognise(echo) or probe.recognise(echo + echo)] == []


@pytest.mark.parametrize("name", sorted(PROBES))
@given(noise=st.binary(max_size=120))
def test_noise_is_never_raised(name, noise):
    assert PROBES[name].recognise(noise) is None or len(noise) > 8


def test_every_question_is_known_to_be_harmless():
    assert set(HARMLESS) == set(KINDS) & set(PROBES)


def test_who_takes_bytes_as_they_are_is_asked_first():
    assert probes()[0].driver == "cr95hf"
