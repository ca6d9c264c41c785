"""Sheets of paper: a frame, text, tables, hands and auctions as PDF. Values in, bytes out, and the same bytes again.

Each sheet is a module here that takes words and values; whoever prints it decides first what may be shown.
"""

from controller.records.paper.auction import AuctionBlock
from controller.records.paper.hands import HandDiagram
from controller.records.paper.paper import Block, Frame, Paper, TextBlock
from controller.records.paper.pen import Align, Pen
from controller.records.paper.tables import Column, Table

__all__ = ["Align", "AuctionBlock", "Block", "Column", "Frame", "HandDiagram", "Paper", "Pen", "Table", "TextBlock"]
