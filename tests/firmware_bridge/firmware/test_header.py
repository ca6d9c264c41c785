"""The header of the firmware's C core is made from the table of messages."""

from support.c_device import FIRMWARE

from firmware_bridge.c_header import c_header
from firmware_bridge.declaration import ROWS, dictionary_crc


def test_the_header_is_what_the_message_table_makes():
    assert (FIRMWARE / "core" / "tbl_messages.h").read_text() == c_header()


def test_the_header_names_every_message_and_the_dictionary():
    text = c_header()

    assert f"0x{dictionary_crc():08x}UL" in text
    assert [row.message.__name__ for row in ROWS if f"/* {row.message.__name__} */" not in text] == []
