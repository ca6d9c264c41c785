"""Messages to bytes and back, as declaration.py says. Packing checks us, unpacking never raises."""

import struct

from firmware_bridge.declaration import ROWS, FieldType, Kind, Row
from firmware_bridge.frames import FrameType
from firmware_bridge.messages import EventBody, Message

_BY_CLASS = {row.message: row for row in ROWS}
_BY_ID = {(row.kind is Kind.LINK, row.id): row for row in ROWS}
#: Bytes before the fields of an event: id, evt_no, tick_us.
EVENT_HEAD = struct.Struct("<BII")


def row_of(message: Message | type[Message]) -> Row:
    """The table's row for a message or its class."""
    return _BY_CLASS[message if isinstance(message, type) else type(message)]


def pack(message: Message) -> bytes:
    """The fields of a message as bytes, without its id.

    Raises:
        ValueError: a field does not fit its type (our own mistake, never the wire's).
    """
    row = row_of(message)
    fixed = [getattr(message, field.name) for field in row.fields if field.type.fixed]
    try:
        out = row.head.pack(*fixed)
        for field in row.counted:
            out += _pack_counted(getattr(message, field.name), field.type)
    except (struct.error, ValueError) as error:
        raise ValueError(f"{message!r} does not fit the wire: {error}") from error
    return out


def pack_body(message: Message) -> bytes:
    """The id and the fields of a command or an unreliable message."""
    return bytes((row_of(message).id,)) + pack(message)


def unpack(row: Row, data: bytes) -> Message | None:
    """The message that `data` holds, or None if it is not exactly one."""
    head = row.head
    if len(data) < head.size:
        return None
    values: list[object] = list(head.unpack_from(data))
    rest = data[head.size :]
    for field in row.counted:
        taken = _take_counted(rest, field.type)
        if taken is None:
            return None
        value, rest = taken
        values.append(value)
    return None if rest else row.message(*values)  # type: ignore[arg-type]


def unpack_body(data: bytes, *, kind: Kind) -> Message | None:
    """The command, event or unreliable message that begins with its id; None if unknown or malformed."""
    row = _BY_ID.get((False, data[0])) if data else None
    if row is None or row.kind is not kind:
        return None
    return unpack(row, data[1:])


def unpack_event(body_id: int, fields: bytes) -> EventBody | None:
    """The event with that id; None if unknown or malformed."""
    message = unpack_body(bytes((body_id,)) + fields, kind=Kind.EVENT)
    return message if isinstance(message, EventBody) else None


def unpack_link(frame_type: FrameType, payload: bytes) -> Message | None:
    """The payload of a link frame; None if that frame has none or it is malformed."""
    row = _BY_ID.get((True, frame_type))
    return None if row is None else unpack(row, payload)


def _pack_counted(value: object, kind: FieldType) -> bytes:
    if kind is FieldType.UIDS:
        assert isinstance(value, tuple)
        return bytes((len(value),)) + b"".join(_pack_counted(uid, FieldType.BYTES) for uid in value)
    raw = value.encode("ascii") if isinstance(value, str) else value
    assert isinstance(raw, bytes)
    return bytes((len(raw),)) + raw


def _take_counted(data: bytes, kind: FieldType) -> tuple[object, bytes] | None:
    if not data:
        return None
    if kind is FieldType.UIDS:
        return _take_uids(data)
    end = 1 + data[0]
    if len(data) < end:
        return None
    raw, rest = data[1:end], data[end:]
    if kind is FieldType.BYTES:
        return raw, rest
    return (raw.decode("ascii"), rest) if raw.isascii() else None


def _take_uids(data: bytes) -> tuple[object, bytes] | None:
    uids, rest = [], data[1:]
    for _ in range(data[0]):
        taken = _take_counted(rest, FieldType.BYTES)
        if taken is None:
            return None
        uid, rest = taken
        uids.append(uid)
    return tuple(uids), rest
