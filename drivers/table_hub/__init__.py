"""The table hub: one microcontroller with antennas, four bidding boxes and keys, speaking firmware_bridge's wire.

protocol.py turns wire values into readings (pure); driver.py joins it to a port and the clock.
"""
