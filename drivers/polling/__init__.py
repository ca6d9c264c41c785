"""What all readers on a serial line have in common: asking, waiting, healing, and telling rounds as readings.

framing, conversation, readings and settings are pure; driver.py joins them to a port and the clock.
"""
