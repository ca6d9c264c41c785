"""Portable Bridge Notation 2.1: read as the world writes it, written as the standard's export format wants it."""

from controller.records.pbn.encoding import encode
from controller.records.pbn.reader import PbnFile, read_pbn, read_pbn_stream
from controller.records.pbn.writer import print_pbn, write_pbn

__all__ = ["PbnFile", "encode", "print_pbn", "read_pbn", "read_pbn_stream", "write_pbn"]
