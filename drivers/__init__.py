"""Devices at a table, one folder each: protocol.py (pure), driver.py (thin, async), manifest.toml.

A driver turns what its device says into readings, never into what they mean; transports/ is the only place that
opens ports. README.md shows how to add one. Drivers see controller.model, controller.ports and firmware_bridge.
"""
