"""`python -m controller.adapters.broker --settings FILE`: the embedded broker as a process of its own.

Prints one JSON line when it is ready and one after refusals (five times a second at most). Ends at SIGTERM,
SIGINT or, with `--with-parent`, when its standard input closes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any

from amqtt.errors import BrokerError

from controller.adapters.broker.amqtt_version import UnsupportedBrokerError
from controller.adapters.broker.serve import serve
from controller.adapters.broker.settings import (
    BrokerSettings,
    BrokerSettingsError,
    read_settings,
    settings_from_json,
)
from controller.adapters.broker.users import UserFileError
from controller.adapters.log_format import log_to_standard_error
from controller.adapters.mqtt.messages import BrokerRefusals


def main() -> int:
    """Run the broker; 2 if its settings, users or address cannot be used."""
    arguments = _arguments()
    # amqtt names topics of every message at INFO.
    log_to_standard_error(logging.ERROR, without="Broker startup failed")
    try:
        settings = _settings(arguments.settings)
        asyncio.run(_run(settings, with_parent=arguments.with_parent))
    except (BrokerSettingsError, UserFileError, UnsupportedBrokerError, BrokerError, OSError) as error:
        sys.stderr.write(f"broker: {error}\n")
        return 2
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m controller.adapters.broker", description="Embedded broker")
    parser.add_argument("--settings", required=True, help="TOML file, or - for one line of JSON on standard input")
    parser.add_argument("--with-parent", action="store_true", help="end when standard input closes")
    return parser.parse_args()


def _settings(source: str) -> BrokerSettings:
    return settings_from_json(sys.stdin.readline()) if source == "-" else read_settings(Path(source))


async def _run(settings: BrokerSettings, *, with_parent: bool) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    if with_parent:
        loop.add_reader(sys.stdin.fileno(), lambda: None if os.read(sys.stdin.fileno(), 4096) else stop.set())
    await serve(settings, stop, ready=lambda port: _tell({"ready": True, "port": port}), report=_tell_refusals)
    if with_parent:
        loop.remove_reader(sys.stdin.fileno())


def _tell_refusals(told: BrokerRefusals) -> None:
    _tell({"refused": dict(told.counts), "last": told.last[-1].model_dump()})


def _tell(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
