"""Logs as the processes have them: structlog's own default prints every local variable of an exception."""

import pytest

from controller.cli.processes import set_up_logs


@pytest.fixture(autouse=True, scope="session")
def _logs():
    set_up_logs()
