"""What every process of `smarttable run` has in common: how it hears that it should end, how it says it is ready."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys

import structlog

from controller.adapters.log_format import log_to_standard_error


def set_up_logs() -> None:
    """One JSON line an entry, on standard error. No unseen card is ever logged."""
    log_to_standard_error(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        # Looked up at each entry: whoever replaces standard error hears what is said from then on.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def stop_event(*, with_parent: bool) -> asyncio.Event:
    """Set at SIGTERM or SIGINT and, with a parent, when standard input closes: then the parent has gone."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    if with_parent:
        descriptor = sys.stdin.fileno()

        def heard() -> None:
            if not os.read(descriptor, 4096):
                loop.remove_reader(descriptor)
                stop.set()

        loop.add_reader(descriptor, heard)
    return stop


def say_ready(**more: object) -> None:
    """Tell whoever started us."""
    sys.stdout.write(json.dumps({"ready": True, **more}) + "\n")
    sys.stdout.flush()
