"""Messages: the table decides the bytes; what is not exactly one message is none; long tag sets come in parts."""

import dataclasses
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import codec
from firmware_bridge.declaration import ROWS, FieldType, Kind, declaration, dictionary_crc
from firmware_bridge.frames import MAX_PAYLOAD, FrameType
from firmware_bridge.messages import CallButton, Key, TagArrive, TagSet
from firmware_bridge.tag_sets import TagSetJoiner, split

STEADY = settings(deadline=None, derandomize=True)
BLOB = st.binary(max_size=12)
VALUES = {
    FieldType.U8: st.integers(0, 255),
    FieldType.I8: st.integers(-128, 127),
    FieldType.U16: st.integers(0, 65535),
    FieldType.U32: st.integers(0, 2**32 - 1),
    FieldType.BYTES: BLOB,
    FieldType.TEXT: st.text(st.characters(max_codepoint=127), max_size=12),
    FieldType.UIDS: st.lists(BLOB, max_size=20).map(tuple),
}
ROW_IDS = [row.message.__name__ for row in ROWS]


def messages(row):
    return st.builds(row.message, *(VALUES[field.type] for field in row.fields))


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_a_message_comes_back_from_its_bytes(row):
    @given(messages(row))
    @STEADY
    def check(message):
        assert codec.unpack(row, codec.pack(message)) == message

    check()


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_bytes_too_few_or_too_many_are_no_message(row):
    @given(messages(row), st.binary(min_size=1, max_size=3))
    @settings(STEADY, max_examples=30)
    def check(message, extra):
        data = codec.pack(message)
        assert codec.unpack(row, data + extra) is None
        assert codec.unpack(row, data[:-1]) is None

    check()


@given(st.sampled_from(ROWS), st.binary(max_size=40))
@STEADY
def test_any_bytes_are_a_message_or_none_and_never_an_error(row, data):
    message = codec.unpack(row, data)

    assert message is None or codec.pack(message) == data


@given(st.binary(max_size=12), st.sampled_from(list(Kind)))
@STEADY
def test_a_body_is_read_only_where_it_belongs(data, kind):
    message = codec.unpack_body(data, kind=kind)

    assert message is None or codec.row_of(message).kind is kind


def test_an_unknown_id_is_no_event():
    assert codec.unpack_event(0x7F, b"") is None


def test_a_frame_type_without_payload_has_no_message():
    assert codec.unpack_link(FrameType.ACK, b"") is None


def test_a_text_that_is_not_ascii_is_no_message():
    assert codec.unpack_event(0x11, b"\x00\x05\x01\xff") is None


def test_uids_that_end_early_are_no_message():
    assert codec.unpack_event(0x03, b"\x04\x09\x00\x00\x01\x02\x01\xaa\x05\xbb") is None


@pytest.mark.parametrize(
    "message",
    [CallButton(seat=256, call=0, down=1), Key(0, 5, "♠"), TagArrive(0, 0, 0, bytes(256)), Key(0, 5, "x" * 256)],
)
def test_our_own_mistakes_are_named_when_packing(message):
    with pytest.raises(ValueError, match="does not fit the wire"):
        codec.pack(message)


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_the_table_and_the_dataclass_have_the_same_fields_in_the_same_order(row):
    assert [field.name for field in row.fields] == [field.name for field in dataclasses.fields(row.message)]


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_fixed_fields_stand_before_counted_ones(row):
    fixed = [field.type.fixed for field in row.fields]

    assert fixed == sorted(fixed, reverse=True)


def test_every_event_has_a_ring_and_nothing_else_has():
    assert [row for row in ROWS if (row.ring is not None) != (row.kind is Kind.EVENT)] == []


def test_no_two_messages_share_an_id():
    ids = [(row.kind is Kind.LINK, row.id) for row in ROWS]

    assert len(set(ids)) == len(ids)


# -- the document ------------------------------------------------------------------------------

DOCUMENT = (Path(codec.__file__).parent / "PROTOCOL.md").read_text()


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_the_document_shows_each_message_as_the_table_has_it(row):
    ring = f" · {row.ring.value} ring" if row.ring else ""
    lines = [f"**`{row.id:02X}` {row.message.__name__}**{ring} — {row.message.__doc__}", ""]
    lines += ["| field | type | meaning |", "|---|---|---|"]
    lines += [f"| `{field.name}` | {field.type.name.lower()} | {field.meaning} |" for field in row.fields]

    assert "\n".join(lines) + "\n\n" in DOCUMENT + "\n"


def test_the_document_names_every_frame_type_with_its_number():
    shown = dict(re.findall(r"^\| (\d+) \| ([A-Z_]+) \|", DOCUMENT, re.M))

    assert {str(kind.value): kind.name for kind in FrameType} == shown


def test_the_document_has_the_number_of_the_dictionary():
    assert f"it is now `{dictionary_crc():08x}`" in DOCUMENT


def test_the_declaration_has_one_ascii_line_a_message():
    assert len(declaration().encode("ascii").splitlines()) == len(ROWS)


# -- tag sets in parts -------------------------------------------------------------------------

UIDS = tuple(number.to_bytes(8, "big") for number in range(60))


@pytest.mark.parametrize(("mtu", "tags", "parts"), [(240, 25, 1), (240, 26, 2), (64, 5, 1), (64, 13, 3), (64, 0, 1)])
def test_a_tag_set_has_as_many_parts_as_the_device_needs(mtu, tags, parts):
    assert len(split(TagSet(4, 9, 0, 1, UIDS[:tags]), mtu)) == parts


@given(st.integers(64, 240), st.lists(st.binary(min_size=4, max_size=10), max_size=60))
@STEADY
def test_the_parts_of_a_tag_set_fit_and_join_to_the_whole(mtu, uids):
    whole = TagSet(4, 9, 0, 1, tuple(uids))
    joiner = TagSetJoiner()
    parts = split(whole, mtu)

    assert max(len(codec.pack(part)) for part in parts) + codec.EVENT_HEAD.size <= mtu <= MAX_PAYLOAD
    assert [joiner.add(part) for part in parts] == [None] * (len(parts) - 1) + [whole]


@given(st.data())
@STEADY
def test_a_tag_set_with_a_part_missing_is_not_told(data):
    parts = split(TagSet(4, 9, 0, 1, UIDS), 64)
    missing = data.draw(st.integers(0, len(parts) - 1))
    joiner = TagSetJoiner()

    assert [joiner.add(part) for number, part in enumerate(parts) if number != missing] == [None] * (len(parts) - 1)


def test_a_new_set_begins_where_the_old_one_broke_off():
    joiner = TagSetJoiner()
    broken = split(TagSet(4, 9, 0, 1, UIDS), 64)
    joiner.add(broken[0])

    assert joiner.add(TagSet(5, 1, 0, 1, UIDS[:1])) == TagSet(5, 1, 0, 1, UIDS[:1])


def test_parts_of_two_rounds_are_never_mixed():
    joiner = TagSetJoiner()
    joiner.add(TagSet(4, 9, 0, 2, UIDS[:1]))

    assert joiner.add(TagSet(4, 10, 1, 2, UIDS[1:2])) is None
