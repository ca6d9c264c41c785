"""Stand-alone bidding boxes on firmware_bridge's wire: one on a serial line, or up to four on one RS-485 line.

protocol.py turns wire values into readings, bidding_cards.py tags on a tray into calls (pure); driver.py opens them.
"""
