"""The firmware's C core, with AddressSanitizer: the same wire and the same promises as the reference device."""

import random
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.bad_wire import Faults, World
from support.c_device import make
from support.shared_line import Line, Station

from firmware_bridge import DeviceLink, Identity
from firmware_bridge.codec import pack, pack_body
from firmware_bridge.frames import Decoder, Frame, FrameType
from firmware_bridge.messages import (
    CallButton,
    Committed,
    Hello,
    Lamp,
    Nak,
    Ping,
    Poll,
    SnapshotRequest,
    TagArrive,
    TagSet,
    TimeReq,
)
from tests.firmware_bridge import golden

pytestmark = pytest.mark.system

CALL = CallButton(0, 3, 1)
UID = bytes.fromhex("deadbeef")
HELLO = Hello(1, 1, 0x12A, 0, 240, 8, 0, 0)
RATES = st.sampled_from([0.0, 0.02, 0.1, 0.3])
FAULTS = st.builds(
    Faults,
    loss=RATES,
    double=RATES,
    late=RATES,
    cut=st.sampled_from([0.0, 0.05, 0.2]),
    flip=st.sampled_from([0.0, 0.0005, 0.005]),
    latency=st.sampled_from([0.002, 0.03]),
)
WAITS = st.sampled_from([0.0, 0.001, 0.01, 0.1, 0.7, 3.0])
WHAT = ["call", "call", "scan", "scan", "flush_journal", "unplug", "plug", "carrier_lost", "power_cut", "reboot_device"]
STEPS = st.lists(st.tuples(WAITS, st.sampled_from(WHAT)), max_size=50)
STEADY = settings(
    deadline=None, max_examples=25, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def told(link, message, *, now=0.0, seq=0, ack=0, session=0x2A, kind=FrameType.DATA, address=1):
    payload = pack_body(message) if kind in (FrameType.DATA, FrameType.UNREL) else pack(message)
    return link.receive(Frame(kind, address, session, seq, ack, payload).to_wire(), now)


def opened(link, hello=HELLO):
    told(link, hello, kind=FrameType.HELLO)
    link.bytes_to_send()
    return link


def frames_of(link) -> list[Frame]:
    return Decoder().feed(link.bytes_to_send())


def play(world: World, steps: list[tuple[float, str]]) -> None:
    time = world.now
    for number, (wait, what) in enumerate(steps):
        time += wait
        act = {"call": lambda n=number: world.call(n), "scan": lambda n=number: world.scan(n)}.get(what)
        world.at(time, act or getattr(world, what))
    world.run(time)


# -- bytes ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 300, 70_000])
def test_events_are_the_golden_bytes(c_devices, number):
    """The same message, number and ticks give the reference's bytes, whatever zeros are in them."""
    device, reference = opened(c_devices(7)), opened(DeviceLink(Identity(7)))
    for message, *_ in golden.EVENTS:
        tick = number * 1000
        assert device.post_event(message, tick) == reference.post_event(message, tick)
        assert device.bytes_to_send() == reference.bytes_to_send()
        for link in (device, reference):
            told(link, Committed(100), seq=0, ack=1)  # acknowledges what has come
            link.bytes_to_send()


@pytest.mark.parametrize("count", [0, 1, 13, 40])
def test_a_set_of_tags_is_split_as_the_reference_splits_it(c_devices, count):
    tags = TagSet(4, 9, 0, 1, tuple(bytes((0xE0, *range(6), n)) for n in range(count)))
    device, reference = opened(c_devices(7)), opened(DeviceLink(Identity(7)))

    assert device.post_event(tags, 5) == reference.post_event(tags, 5)
    assert device.bytes_to_send() == reference.bytes_to_send()


@pytest.mark.parametrize("say", [
    lambda link: told(link, HELLO, kind=FrameType.HELLO),
    lambda link: told(link, Ping(0xDEADBEEF), kind=FrameType.UNREL, session=0),
    lambda link: told(opened(link), TimeReq(77), kind=FrameType.TIME_REQ, now=0.1),
    lambda link: opened(link).advance(0.25),
    lambda link: link.advance(0.25),
    lambda link: opened(link).fatal(4),
    lambda link: told(opened(link), SnapshotRequest(1)),
    lambda link: told(opened(link), Lamp(1, 1, 100), address=0xFF),
    lambda link: told(opened(link), Lamp(1, 1, 100), session=0x2B),
    lambda link: told(link, Hello(2, 3, 0x12A, 0, 240, 8, 0, 0), kind=FrameType.HELLO),
    lambda link: link.receive(b"\x00\x05\x01\x02\x00" + bytes(300) + b"\x11" * 900 + b"\x00", 0.0),
])  # fmt: skip
def test_answers_are_the_references(c_devices, say):
    device, reference = c_devices(7), DeviceLink(Identity(7, b"\xde\xad\xbe\xef", "host", "1.0.0"))
    say(device)
    say(reference)

    assert frames_of(device) == frames_of(reference)


def test_an_event_that_fits_no_place_is_refused(c_devices):
    device = opened(c_devices(7))

    assert device.post_event(TagArrive(0, 0, 1, bytes(235)), 0) == 0
    assert device.post_event(CALL, 0) == 1


# -- the session ----------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1), FAULTS, STEPS)
@STEADY
def test_nothing_is_lost_unsaid_whatever_cable_host_and_device_do(c_devices, seed, faults, steps):
    world = World(seed, faults, new_device=c_devices)
    play(world, steps)
    world.settle()
    world.check_everything_told_once()
    assert world.lost() == []


@pytest.mark.parametrize("seed", range(3))
def test_more_than_256_frames_wrap_the_sequence_numbers(c_devices, seed):
    world = World(seed, Faults(loss=0.05, double=0.05, late=0.05, late_by=0.01), new_device=c_devices)
    for number in range(600):
        world.at(number * 0.005, lambda n=number: world.call(n))
        world.at(number * 0.005, world.flush_journal)
    world.run(3.5)
    world.settle()
    world.check_everything_told_once()
    assert world.lost() == []


def test_a_flood_of_scans_never_displaces_a_call(c_devices):
    device = opened(c_devices(7))
    device.post_event(CALL, 0)
    for number in range(600):
        device.post_event(TagArrive(0, 0, number, b"\x01"), 0)
    device.disconnected()
    told(device, Hello(1, 1, 0x22B, 0, 240, 8, 0, 0), kind=FrameType.HELLO, session=0x2B)
    first = next(frame for frame in frames_of(device) if frame.type is FrameType.DATA)

    assert first.payload[0] == 0x10


def test_a_host_that_stalls_for_half_a_minute_finds_its_events_again(c_devices):
    world = World(new_device=c_devices)
    world.run(1.0)
    world.host_stalled = True
    for number in range(40):
        world.at(1.0 + number * 0.7, lambda n=number: world.call(n))
    world.run(31.0)
    world.host_stalled = False
    world.settle()
    world.check_everything_told_once()
    assert world.lost() == []


def test_acknowledged_is_not_freed_and_committed_is(c_devices):
    device = opened(c_devices(7))
    for _ in range(3):
        device.post_event(CALL, 0)
    device.bytes_to_send()
    device.receive(Frame(FrameType.ACK, 1, 0x2A, 0, 3).to_wire(), 0.0)
    assert device.kept() == (4, 0, 0, 3)
    told(device, Committed(2), ack=3)

    assert device.kept() == (4, 2, 0, 1)


def test_an_asked_for_event_is_sent_again_at_once(c_devices):
    device = opened(c_devices(7))
    for _ in range(4):
        device.post_event(CALL, 0)
    device.bytes_to_send()
    told(device, Nak(2, 1), kind=FrameType.NAK)
    (again,) = frames_of(device)

    assert (again.seq, again.retransmitted) == (2, True)


# -- any bytes ----------------------------------------------------------------------------


def test_the_fuzzers_checks_hold_for_random_input(host_build, tmp_path):
    files = []
    for seed in range(40):
        files.append(tmp_path / f"{seed}")
        files[-1].write_bytes(fuzz_input(random.Random(seed)))
    done = subprocess.run([host_build / "fuzz", *files], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def fuzz_input(chance: random.Random) -> bytes:
    """Pieces as host/fuzz.c takes them: noise, and frames that are whole, so that sessions open."""
    out = bytearray()
    for _ in range(400):
        kind = chance.randrange(8)
        if kind < 3:
            wire = chance.choice(
                [
                    Frame(FrameType.HELLO, 1, 0x2A, payload=pack(HELLO)).to_wire(),
                    Frame(FrameType.DATA, 1, 0x2A, chance.randrange(4), chance.randrange(12),
                          pack_body(Committed(chance.randrange(30)))).to_wire(),
                    Frame(FrameType.NAK, 1, 0x2A, 0, 0, pack(Nak(chance.randrange(12), 1))).to_wire(),
                    chance.randbytes(chance.randrange(60)),
                ]
            )  # fmt: skip
            out += bytes((kind, len(wire))) + wire
        else:
            out += bytes((kind | chance.randrange(32) << 3, chance.randrange(256)))
    return bytes(out)


@pytest.mark.long
def test_libfuzzer_finds_nothing_in_a_minute(tmp_path):
    make("fuzzer", tmp_path)
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for seed in range(20):
        (corpus / str(seed)).write_bytes(fuzz_input(random.Random(seed)))
    done = subprocess.run(
        [tmp_path / "fuzzer", "-max_total_time=60", corpus], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr[-2000:]


# -- a line that several share ---------------------------------------------------------------


def test_turns_are_taken_byte_by_byte_as_the_reference_takes_them(c_devices):
    device = c_devices(7, shares_line=True)
    reference = DeviceLink(Identity(7, board_uid=UID, fw_name="host", fw_version="1.0.0", mtu=240), shares_line=True)
    answers = []
    for link in (device, reference):
        said = [link.bytes_to_send()]
        told(link, HELLO, kind=FrameType.HELLO)
        for number in range(6):
            link.post_event(CallButton(0, 3 + number, 1), number)
        for now, address, frames, ack in (
            (0.0, 1, 4, 0),
            (0.1, 2, 4, 0),
            (0.2, 1, 1, 4),
            (0.6, 1, 4, 5),
            (0.6, 1, 4, 6),
        ):
            link.advance(now)
            told(link, Poll(1, frames), kind=FrameType.POLL, now=now, address=address, ack=ack)
            said.append(link.bytes_to_send())
        told(link, Poll(1, 4), kind=FrameType.POLL, now=1.0, ack=6)
        link.advance(1.006)
        answers.append([*said, link.bytes_to_send()])

    assert [Decoder().feed(said) for said in answers[0]] == [Decoder().feed(said) for said in answers[1]]
    assert [len(said) > 0 for said in answers[0]] == [False, True, False, True, True, True, False]


def test_boxes_in_c_share_a_line_that_loses_and_spoils(c_devices):
    line = Line((1, 2), seed=3, loss=0.1, double=0.1, cut=0.05, flip=0.05)
    line.stations = [Station(1, 7, c_devices(7, shares_line=True))]
    pressed = []
    for number in range(20):
        line.run(0.2)
        line.call(1, number)
        pressed.append((1, number))
    line.faults = {}
    line.run(4.0)

    assert line.events() == pressed
