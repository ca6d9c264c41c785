"""The core of a running evening: readings in, journal first, then tell.

One mailbox a table; every event is validated, journaled and stepped in that order by one task. It knows devices,
bus and stores only by their ports.
"""
