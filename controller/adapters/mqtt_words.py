"""What the service tells and hears, in the words of the topic tree: `MqttTeller` writes, `MqttListener` reads.

What may be said on a topic stands in mqtt/messages.py. Nothing is decided here but whole or notice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.acts import Act, public_act
from controller.adapters.mqtt.envelope import MalformedMessageError, Speaker, read
from controller.adapters.mqtt.messages import (
    AckRequest,
    BrokerRefusals,
    ControllerState,
    DeviceState,
    Notice,
    OpenSummons,
    PublicResult,
    ResyncAnswer,
    ResyncRequest,
    RulingAnswer,
    RulingRequest,
    SeatCheck,
    SummonsClosed,
    TableCheck,
    TableEvent,
    TableState,
)
from controller.model import events as ev
from controller.model.cards import PACK
from controller.model.errors import LogError
from controller.model.irregularities import Irregularity
from controller.ports import InMessage, OutMessage
from controller.sensing import check as sensed
from controller.sensing.check import Check
from controller.service.commands import Answer, BusCommand, Command, Misfit, command_from_json
from controller.service.summons import Summons
from controller.service.told import SeenTable

_SHOWN = frozenset(model.model_fields["type"].default for model in get_args(get_args(Act)[0]))
#: What of a broker's refusals is somebody's attempt, not a full queue.
_ATTEMPTS = ("login", "will", "publish", "subscription", "packet")
#: Findings about a card that may lie face down: seen by all, but not which card it is.
_MAY_LIE_FACE_DOWN = frozenset(
    {
        "opening_lead_out_of_turn_face_down",
        "opening_lead_by_declaring_side",
        "opening_lead_changed",
        "auction_incomplete_play_started",
        "passed_out_ambiguous",
    }
)
_CARDS = frozenset(card.text for card in PACK)
_ENVELOPE_OF_A_REQUEST = ("id", "by", "reply_to")


@dataclass(frozen=True, slots=True)
class MqttTeller:
    """Messages of one run of the controller about the tables of one session."""

    venue: str
    session: str
    epoch: int
    #: A random name of this run of the process.
    boot: str
    controller: str = "controller"
    #: Summonses that rest on unseen cards go out whole.
    unseen_detail: bool = False
    wall: Callable[[], float] = time.time

    def shows(self, event: ev.TableEvent) -> bool:
        """Is it an act that everybody at the table could see?"""
        return event.type in _SHOWN

    def act(self, table: str, event: ev.TableEvent, *, seq: int, board: int | None) -> OutMessage:
        """An act that `shows`."""
        act = public_act(event)
        assert act is not None
        told = TableEvent(seq=seq, board=board, act=act)
        return self._say(topics.TABLE_EVENT, table, told, f"act-{seq}")

    def state(self, table: str, seen: SeenTable) -> OutMessage:
        """Where a table stands."""
        told = TableState.model_validate({**seen.state, "rev": seen.rev, "unrecorded": seen.unrecorded})
        # Another run may give the same revision to another state: the epoch is part of the identity.
        return self._say(topics.TABLE_STATE, table, told, f"state-{self.epoch}-{seen.rev}{'u' * seen.unrecorded}")

    def summons(self, table: str, summons: Summons) -> OutMessage:
        """A summons: whole, as a notice, or that nobody is needed any more."""
        family = topics.SUMMONS.topic({**self._levels(table), "summons": summons.ref})
        told = self._summons(table, summons)
        message_id = f"{table}-{summons.ref}-{summons.rev}{'' if summons.recorded else 'u'}"
        return self._speaker.say(family, told, id=self._id(message_id), at=self.wall())

    def check(self, table: str, check: Check | None, *, board: int | None) -> OutMessage:
        """How many cards are missing and too many where; no card is named."""
        seats: dict[Any, SeatCheck] = {one.seat.value: _counted(one) for one in check.seats} if check else {}
        mode: Any = check.mode if check else "sensing"
        at = self.wall()
        told = TableCheck(mode=mode, board=board, seats=seats)
        message_id = self._id(f"{table}-check-{self.epoch}-{at:.6f}")
        topic = topics.TABLE_CHECK.topic(self._levels(table))
        return self._speaker.say(topic, told, id=message_id, at=at)

    def result(self, table: str, board: int, told: Mapping[str, Any] | None, *, rev: int) -> OutMessage:
        """A board's result for everybody; an empty message makes the broker forget it."""
        topic = topics.PUBLIC_RESULT.topic({**self._levels(table), "board": str(board)})
        message_id = self._id(f"{table}-public-{board}-{rev}")
        if told is None:
            return OutMessage(message_id, topic, b"", retain=True)
        return self._speaker.say(topic, PublicResult.model_validate(told), id=message_id, at=self.wall())

    def device(self, device: str, state: str, faults: Sequence[str]) -> OutMessage:
        """Whether a device is there; `degraded` is ready with a fault."""
        word: Any = {"starting": "init", "degraded": "ready"}.get(state, state)
        told = DeviceState(state=word, boot=self.boot, faults=tuple(faults))
        at = self.wall()
        message_id = self._id(f"{device}-{self.epoch}-{at:.6f}")
        return self._speaker.say(topics.DEVICE_STATE.topic({"device": device}), told, id=message_id, at=at)

    def answer(self, command: BusCommand, answer: Answer) -> OutMessage:
        """What became of a request."""
        request = command.command.id or ""
        # On the bus there are two answers only: what counts is recorded, at once or in a moment.
        word: Any = "refused" if answer.answer == "refused" else "recorded"
        told = RulingAnswer(answer=word, request=request, n=answer.n, reason=answer.reason or "")
        return self._reply(command, told)

    def table(self, command: BusCommand, seen: SeenTable, summonses: Sequence[Summons]) -> OutMessage:
        """A table and its open summonses."""
        state = TableState.model_validate({**seen.state, "rev": seen.rev, "unrecorded": seen.unrecorded})
        told = [self._summons(command.command.table, s) for s in summonses if s.goes_out and not s.is_closed]
        opened = tuple(s for s in told if isinstance(s, OpenSummons | Notice))
        return self._reply(command, ResyncAnswer(request=command.command.id or "", state=state, summonses=opened))

    def up(self) -> OutMessage:
        """This controller is there."""
        told = ControllerState(state="up", epoch=self.epoch, boot=self.boot)
        topic = topics.CONTROLLER_STATE.topic({"controller": self.controller})
        return self._speaker.say(topic, told, id=self._id(f"up-{self.epoch}"), at=self.wall())

    def gone(self) -> OutMessage:
        """This controller is gone: what the broker says when it hears no more of us."""
        told = ControllerState(state="gone", epoch=self.epoch, boot=self.boot)
        topic = topics.CONTROLLER_STATE.topic({"controller": self.controller})
        return self._speaker.say(topic, told, id=self._id(f"gone-{self.epoch}"), at=self.wall())

    def _summons(self, table: str, summons: Summons) -> OpenSummons | Notice | SummonsClosed:
        finding = summons.finding
        is_whole = summons.is_whole or self.unseen_detail
        about: dict[str, Any] = {"id": summons.ref, "rev": summons.rev, "table": table, "board": summons.board}
        if summons.is_closed:
            status: Any = summons.state
            return SummonsClosed(**about, status=status, reason=_reason(summons) if is_whole else "")
        attention: Any = finding.attention.value
        if not is_whole:
            return Notice(**about, attention=attention)
        certainty: Any = finding.certainty
        seat: Any = finding.seat.value if finding.seat else None
        return OpenSummons(
            **about,
            finding=finding.id,
            kind=finding.kind,
            seat=seat,
            laws=finding.laws,
            options=finding.options,
            by=finding.by,
            certainty=certainty,
            attention=attention,
            facts=finding.facts if self.unseen_detail else _shown_facts(finding),
            unrecorded=not summons.recorded,
        )

    @property
    def _speaker(self) -> Speaker:
        return Speaker(f"/{self.venue}/{self.session}/{self.controller}", self.epoch)

    def _levels(self, table: str) -> Mapping[str, str]:
        return {"venue": self.venue, "session": self.session, "table": table}

    def _id(self, text: str) -> str:
        return f"{self.session}-{text}"

    def _say(self, family: topics.Family, table: str, told: Any, message_id: str) -> OutMessage:
        topic = family.topic(self._levels(table))
        return self._speaker.say(topic, told, id=self._id(f"{table}-{message_id}"), at=self.wall())

    def _reply(self, command: BusCommand, told: Any) -> OutMessage:
        topic = topics.REPLY.topic({"user": command.command.by, "nonce": command.reply_to})
        message_id = self._id(f"re-{command.reply_to}-{command.command.id}")[:200]
        return self._speaker.say(topic, told, id=message_id, at=self.wall())


def _counted(one: sensed.SeatCheck) -> SeatCheck:
    return SeatCheck(
        expected=len(one.expected),
        missing=len(one.missing),
        surplus=len(one.surplus),
        in_pocket=len(one.in_pocket),
        is_read=one.is_read,
    )


def _shown_facts(finding: Irregularity) -> Mapping[str, Any]:
    """What happened, without the name of a card that nobody has seen: that it was put down is all that they saw."""
    if finding.kind not in _MAY_LIE_FACE_DOWN:
        return finding.facts
    return {name: fact for name, fact in finding.facts.items() if str(fact) not in _CARDS}


def _reason(summons: Summons) -> str:
    if summons.state == "withdrawn":
        return summons.reason or ""
    return f"{summons.how} {summons.choice or ''}".strip()


@dataclass(frozen=True, slots=True)
class MqttListener:
    """Commands out of what came on the bus. `directors`: who may give them; None where the broker alone knows."""

    directors: frozenset[str] | None = None

    def subscriptions(self, venue: str, session: str) -> list[str]:
        """Filters of all that the core listens to."""
        ours = {"venue": venue, "session": session}
        asked = [family.filter(ours) for family in (topics.RULING, topics.ACKNOWLEDGEMENT, topics.RESYNC)]
        return [*asked, topics.BROKER_REFUSED.filter()]

    def read(self, message: InMessage) -> BusCommand | Misfit | None:
        """What a message asks for, a misfit with the reason, or None where it is nothing new."""
        try:
            heard = read(message.topic, message.payload)
        except MalformedMessageError as error:
            return Misfit("quarantined", f"{message.topic[:120]}: {error}")
        data = heard.data
        if isinstance(data, BrokerRefusals):
            return _refusals(data)
        if not isinstance(data, RulingRequest | AckRequest | ResyncRequest):
            return None
        about = {"topic": message.topic, "by": data.by, "id": data.id}
        if message.retained:
            # A command left behind would be given again at every connection, in whatever evening.
            return Misfit("forged", f"a command of {data.by} that was left on the broker", about)
        if self.directors is not None and data.by not in self.directors:
            return Misfit("forged", f"{data.by} is no director", about)
        try:
            return BusCommand(_command(heard.levels["table"], data), data.reply_to)
        except LogError as error:
            return Misfit("quarantined", str(error), about)


def _command(table: str, data: RulingRequest | AckRequest | ResyncRequest) -> Command:
    if isinstance(data, ResyncRequest):
        return Command("resync", table, data.by, "bus", data.id)
    if isinstance(data, AckRequest):
        do = "at_the_table" if data.at_table else "ack"
        return Command(do, table, data.by, "bus", data.id, on=data.summons, rev=data.rev)
    said = data.model_dump(mode="json", exclude_none=True)
    ruling = {k: v for k, v in said.items() if k not in _ENVELOPE_OF_A_REQUEST}
    ruling |= {"type": "ruling", "id": data.id, "by": data.by, "src": "director"}
    return command_from_json({"do": "ruling", "table": table, "by": data.by, "ruling": ruling}, via="bus")


def _refusals(data: BrokerRefusals) -> Misfit | None:
    """What the broker turned away since it started, as far as it was somebody's attempt."""
    count = sum(data.counts.get(kind, 0) for kind in _ATTEMPTS)
    last = next((seen for seen in reversed(data.last) if seen.kind in _ATTEMPTS), None)
    if not count or last is None:
        return None
    words = f"{last.kind} by {last.user}" + (f" on {last.topic}" if last.topic else "")
    return Misfit("forged", f"turned away by the broker: {words}", {"user": last.user}, count)
