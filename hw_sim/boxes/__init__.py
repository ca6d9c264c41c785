"""Twins of stand-alone bidding boxes, with buttons or with tagged cards, on a line that they may share."""
