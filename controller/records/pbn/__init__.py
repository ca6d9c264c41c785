"""Portable Bridge Notation 2.1: read as the world writes it, written as the standard's export format wants it."""

from controller.records.pbn.lexer import PbnWarning
from controller.records.pbn.reader import PbnFile, read_pbn
from controller.records.pbn.writer import encode, print_pbn

__all__ = ["PbnFile", "PbnWarning", "encode", "print_pbn", "read_pbn"]
