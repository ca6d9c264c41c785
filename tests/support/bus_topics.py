"""Topics that the tests of the bus listen to, and how they break its connection."""

import contextlib

SUMMONSES = "bridge/v1/tbl/+/+/+/summons/+"


RULINGS = "bridge/v1/dir/+/+/+/ruling"


def break_connection(lane):
    """Break it as a cable would."""
    sock = None if lane._connection is None else lane._connection._client._client.socket()
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.shutdown(2)
