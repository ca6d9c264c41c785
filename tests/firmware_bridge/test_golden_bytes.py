"""The bytes of every message, held against hex that was worked out without this program."""

import pytest

from firmware_bridge.codec import (
    EVENT_HEAD,
    pack,
    pack_body,
    row_of,
    unpack_body,
    unpack_event,
    unpack_link,
)
from firmware_bridge.declaration import ROWS, Kind, dictionary_crc
from firmware_bridge.frames import Decoder, Frame, FrameType, crc16
from tests.firmware_bridge import golden


def only_frame(text):
    (frame,) = Decoder().feed(bytes.fromhex(text))
    return frame


@pytest.mark.parametrize(("message", "evt_no", "tick", "seq", "ack", "text"), golden.EVENTS)
def test_an_event_looks_like_this_on_the_wire(message, evt_no, tick, seq, ack, text):
    payload = EVENT_HEAD.pack(row_of(message).id, evt_no, tick) + pack(message)

    assert Frame(FrameType.DATA, 0, 0x2A, seq, ack, payload).to_wire().hex(" ") == text


@pytest.mark.parametrize(("message", "evt_no", "tick", "seq", "ack", "text"), golden.EVENTS)
def test_an_event_is_read_from_the_wire(message, evt_no, tick, seq, ack, text):
    frame = only_frame(text)
    body_id, number, ticks = EVENT_HEAD.unpack_from(frame.payload)

    assert (frame.seq, frame.ack, number, ticks) == (seq, ack, evt_no, tick)
    assert unpack_event(body_id, frame.payload[EVENT_HEAD.size :]) == message


@pytest.mark.parametrize(("command", "seq", "ack", "text"), golden.COMMANDS)
def test_a_command_looks_like_this_on_the_wire(command, seq, ack, text):
    frame = Frame(FrameType.DATA, 1, 0x2A, seq, ack, pack_body(command))

    assert frame.to_wire().hex(" ") == text
    assert only_frame(text) == frame
    assert unpack_body(frame.payload, kind=Kind.COMMAND) == command


@pytest.mark.parametrize(("kind", "message", "address", "session", "ack", "text"), golden.LINK_FRAMES)
def test_a_link_frame_looks_like_this_on_the_wire(kind, message, address, session, ack, text):
    frame = Frame(kind, address, session, 0, ack, b"" if message is None else pack(message))

    assert frame.to_wire().hex(" ") == text
    assert only_frame(text) == frame
    assert unpack_link(kind, frame.payload) == message


@pytest.mark.parametrize(("message", "address", "text"), golden.UNRELIABLE)
def test_ping_and_pong_look_like_this_on_the_wire(message, address, text):
    frame = Frame(FrameType.UNREL, address, 0, payload=pack_body(message))

    assert frame.to_wire().hex(" ") == text
    assert only_frame(text) == frame
    assert unpack_body(frame.payload, kind=Kind.UNRELIABLE) == message


def test_a_frame_sent_again_differs_in_one_bit_and_the_crc():
    text = "00 02 30 02 2a 04 01 10 05 01 01 04 40 e2 01 06 01 03 01 ec dd 00"

    assert only_frame(text).retransmitted
    assert only_frame(text).to_wire().hex(" ") == text


def test_every_message_of_the_table_has_golden_bytes():
    shown = {type(row[0]) for table in (golden.EVENTS, golden.COMMANDS, golden.UNRELIABLE) for row in table}
    shown |= {type(row[1]) for row in golden.LINK_FRAMES}

    assert {row.message for row in ROWS} - shown == set()


def test_the_crc_is_ibm_3740():
    assert crc16(b"123456789") == 0x29B1


def test_the_dictionary_has_the_number_in_the_golden_hello_ack():
    assert dictionary_crc() == 0x53447F29
