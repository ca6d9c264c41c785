"""`smarttable session …`: an evening taken over from another program, checked before play, closed after it."""

from __future__ import annotations

from controller.cli.session_check import check_session
from controller.cli.session_close import close_session
from controller.cli.session_import import session

session.command("check")(check_session)
session.command("close")(close_session)

__all__ = ["session"]
