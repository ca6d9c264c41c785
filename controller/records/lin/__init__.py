"""LIN, the notation of BBO's hand records and vugraph; there is no official specification of it."""

from controller.records.lin.reader import read_lin
from controller.records.lin.writer import write_lin

__all__ = ["read_lin", "write_lin"]
