"""The broker's gatekeeper: log-in and topic rights as plugins of amqtt, over the table in acl.py.

Decides and counts; it never touches a connection. Default is to refuse.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from amqtt.contexts import Action, BaseContext
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from controller.adapters.broker import acl
from controller.adapters.broker.refusals import Refusal, Refusals, Refused
from controller.adapters.broker.users import Passwords, User, is_name

#: What a name or topic from the wire is cut to before it is kept or told.
_SHOWN = 120


class Gate:
    """Knows the users and says who may come in, write, subscribe and be sent a message."""

    def __init__(self, users: Mapping[str, User], refusals: Refusals) -> None:
        self.refusals = refusals
        self._users = users
        self._passwords = Passwords(users)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="argon2")

    def close(self) -> None:
        """Let no more log-ins be checked."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def lets_in(self, session: Session) -> bool:
        """Whether this CONNECT is accepted: a known user, the right password, and a will that he may write."""
        name, password = session.username or "", session.password or ""
        if not is_name(name) or not await self._is_right(name, password):
            self._refuse(Refused.LOGIN, name)
            return False
        will = session.will_topic if session.will_flag else None
        if will is not None and not acl.may(self._users[name].role, name, acl.Right.WRITE, will):
            self._refuse(Refused.WILL, name, topic=will)
            return False
        return True

    async def _is_right(self, name: str, password: str) -> bool:
        if self._passwords.known(name, password):
            return True
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, self._passwords.check, name, password)

    def permits(self, session: Session, topic: str, action: Action) -> bool:
        """Whether this user may publish, subscribe or be sent this; what is refused is counted."""
        name = session.username or ""
        user = self._users.get(name)
        right = acl.Right.WRITE if action == Action.PUBLISH else acl.Right.READ
        if user is not None and acl.may(user.role, name, right, topic):
            return True
        self._refuse(_REFUSED_AS[action], name, topic=topic)
        return False

    def _refuse(self, kind: Refused, user: str, *, topic: str = "") -> None:
        self.refusals.add(Refusal(kind, user[:_SHOWN], topic[:_SHOWN]))


_REFUSED_AS = {
    Action.PUBLISH: Refused.PUBLISH,
    Action.SUBSCRIBE: Refused.SUBSCRIPTION,
    Action.RECEIVE: Refused.RECEIVE,
}


@dataclass
class _GateConfig:
    """How amqtt hands the gate to its plugins."""

    gate: Gate


class LogInPlugin(BaseAuthPlugin):  # type: ignore[misc]  # amqtt ships no py.typed
    """amqtt asks this at CONNECT."""

    Config = _GateConfig

    def __init__(self, context: BaseContext) -> None:
        super().__init__(context)
        self.gate: Gate = context.config.gate

    async def authenticate(self, *, session: Session) -> bool:
        """Whether the client may come in."""
        return await self.gate.lets_in(session)


class TopicPlugin(BaseTopicPlugin):  # type: ignore[misc]  # amqtt ships no py.typed
    """amqtt asks this at SUBSCRIBE, at PUBLISH and before it sends a message on."""

    Config = _GateConfig

    def __init__(self, context: BaseContext) -> None:
        super().__init__(context)
        self.gate: Gate = context.config.gate

    async def topic_filtering(
        self, *, session: Session | None = None, topic: str | None = None, action: Action | None = None
    ) -> bool:
        """Whether the client may do this with the topic; what cannot be told is refused."""
        if session is None or topic is None or action is None:
            return False
        return self.gate.permits(session, topic, action)
