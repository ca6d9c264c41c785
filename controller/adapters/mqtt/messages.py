"""What is said on each topic: one model a message. The envelope around it stands in envelope.py.

Schemas and the AsyncAPI document in docs/messages are made from these models (schemas.py). Nothing here publishes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.acts import Act, Call, Card, Seat, Side, Told

#: A finding of the record: `kind@n:seat`, or `kind@n.k:seat` for an act that a correction put in.
FindingId = Annotated[str, Field(pattern=r"^[a-z0-9_]+@[0-9]+(\.[0-9]+)?:[NESW-]$", examples=["insufficient_bid@7:E"])]
#: One level of a topic.
Level = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,64}$")]
Rev = Annotated[int, Field(ge=0)]
Attention = Literal["now", "silent", "end_of_board", "log"]


# --- from the controller about a table --------------------------------------------------------------------


class TableState(Told):
    """Where a table stands, as the players themselves see it. `rev` grows with each change.

    What only the director knows (a revoke before it is established) leaves no trace here, not even in `turn`.
    """

    rev: Rev
    phase: Literal["idle", "auction", "clarification", "play", "claim", "ended"]
    board: int | None = None
    dealer: Seat | None = None
    vul: Literal["None", "NS", "EW", "All"] | None = None
    #: Whose call or card is due; null while the director's decision is awaited.
    turn: Seat | None = None
    #: The calls that stand.
    auction: tuple[tuple[Seat, Call], ...] = ()
    #: `4SX`, `P` for passed out, null before the auction has ended.
    contract: str | None = None
    declarer: Seat | None = None
    dummy: Seat | None = None
    #: Number of the trick in progress, and who led or leads to it.
    trick: int | None = Field(default=None, ge=1, le=14)
    leader: Seat | None = None
    on_table: tuple[tuple[Seat, Card], ...] = ()
    tricks: Mapping[Side, int] = Field(default_factory=dict)
    #: Cards left in each hand, where play is so far.
    cards_left: Mapping[Seat, int] = Field(default_factory=dict)
    #: The record cannot be written at the moment; the table is told.
    unrecorded: bool = False


class TableEvent(Told):
    """One act at a table. `seq` counts what was told of this table, without gaps: a gap means, ask for the state.

    How sure the sensors are of it is not told: they weigh it by what is known of the hands.
    """

    seq: int = Field(ge=0)
    board: int | None = None
    act: Act


class SeatCheck(Told):
    """How a seat's cards lie against the record: numbers only, no card is named."""

    #: Cards that should lie there, of those how many are not read, and how many others are.
    expected: int = Field(ge=0, le=13)
    missing: int = Field(ge=0, le=13)
    surplus: int = Field(ge=0, le=52)
    #: Played cards that are read in this seat's pocket.
    in_pocket: int = Field(ge=0, le=52)
    #: False: nothing is heard of the reader there.
    is_read: bool = True


class TableCheck(Told):
    """How the record of a table is kept. `seats` is empty while the sensors keep it and nothing contradicts them."""

    mode: Literal["sensing", "correcting", "manual"]
    board: int | None = None
    seats: Mapping[Seat, SeatCheck] = Field(default_factory=dict)


class _About(Told):
    #: The summons; also the last level of its topic. It gives nothing away.
    id: Level
    rev: int = Field(ge=1)
    table: Level
    board: int | None = None


class OpenSummons(_About):
    """The director is called, and told whole what happened: it rests on acts that every player may have seen."""

    status: Literal["open"] = "open"
    finding: FindingId
    kind: str
    seat: Seat | None = None
    laws: tuple[str, ...]
    #: All lawful choices, in the Laws' order, and who makes each.
    options: tuple[str, ...] = ()
    by: Mapping[str, str] = Field(default_factory=dict)
    certainty: Literal["certain", "possible"]
    attention: Attention
    facts: Mapping[str, Any] = Field(default_factory=dict)
    #: Told before it could be written down.
    unrecorded: bool = False


class Notice(_About):
    """The director is called to a table. What it is about rests on unseen cards: only the desk tells."""

    status: Literal["notice"] = "notice"
    attention: Attention
    text: Literal["see the desk"] = "see the desk"


class SummonsClosed(_About):
    """A summons needs nobody any more: decided, or taken back because the record was put right."""

    status: Literal["resolved", "withdrawn"]
    #: Empty where the summons was a notice.
    reason: str = ""


Summons = Annotated[OpenSummons | Notice | SummonsClosed, Field(discriminator="status")]


# --- from a director ---------------------------------------------------------------------------------------


class _Request(Told):
    #: The request; sent again it is the same request.
    id: Annotated[str, Field(min_length=1, max_length=128)]
    #: Which director; also where the answer goes: `rsp/{by}/{reply_to}`.
    by: Level
    reply_to: Level


class RulingRequest(_Request):
    """A director's decision `on` a finding. `rev` is the revision he saw, so that two directors cannot cross."""

    on: Annotated[str, Field(min_length=1, max_length=128)]
    choice: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    rev: int = Field(ge=1)
    #: Number of the event after which he spoke, if he typed later.
    after: int | None = Field(default=None, ge=0)
    #: Number of the ruling that this one replaces.
    revises: int | None = Field(default=None, ge=0)
    seat: Seat | None = None
    suits: tuple[Literal["S", "H", "D", "C"], ...] | None = None
    suit: Literal["S", "H", "D", "C"] | None = None
    card: Card | None = None
    kind: Literal["major", "minor"] | None = None
    tricks: int | None = Field(default=None, ge=0, le=13)
    to: Side | None = None
    contract: str | None = None
    declarer: Seat | None = None
    artificial: bool | None = None
    NS: float | None = Field(default=None, ge=0, le=100)
    EW: float | None = Field(default=None, ge=0, le=100)
    reason: Annotated[str, Field(max_length=500)] | None = None


class AckRequest(_Request):
    """A director has seen a summons; `at_table`: he stands there, and new findings wait until he has ruled."""

    summons: Level
    rev: int = Field(ge=1)
    at_table: bool = False


class ResyncRequest(_Request):
    """A director who came late asks for the state of a table and its open summonses."""


# --- answers, devices, public, system ----------------------------------------------------------------------


class RulingAnswer(Told):
    """What became of a request: recorded as event `n`, or refused with the reason."""

    answer: Literal["recorded", "refused"]
    request: str
    n: int | None = None
    reason: str = ""


class ResyncAnswer(Told):
    """A table and all its open summonses."""

    answer: Literal["table"] = "table"
    request: str
    state: TableState | None = None
    summonses: tuple[Annotated[OpenSummons | Notice, Field(discriminator="status")], ...] = ()


Reply = Annotated[RulingAnswer | ResyncAnswer, Field(discriminator="answer")]


class DeviceState(Told):
    """Whether a device is there. `lost` with another `boot` than the last `ready` is an old will: ignore it."""

    state: Literal["init", "ready", "lost"]
    boot: str
    firmware: str = ""
    #: What is wrong, by the names of the controller's device faults.
    faults: tuple[str, ...] = ()


class DeviceMetrics(Told):
    """Figures of a device, worth nothing after `expires_s` seconds."""

    boot: str
    figures: Mapping[str, float]
    expires_s: int = 60


class PublicResult(Told):
    """A board's result at one table. An empty message on its topic takes it back."""

    board: int
    #: The pairs or teams as the session calls them; null where nobody has said who sat there.
    ns: str | None = None
    ew: str | None = None
    contract: str | None = None
    declarer: Seat | None = None
    lead: Card | None = None
    #: Declarer's tricks as they were made or keyed.
    tricks: int | None = None
    #: North-South's; null where the board has none, an artificial one, or one that is weighted or split.
    score: int | None = None
    artificial: Mapping[Side, float] | None = None


class ControllerState(Told):
    """A controller is up, or gone (its will). A lower epoch than the highest seen speaks for nobody."""

    state: Literal["up", "gone"]
    epoch: int = Field(ge=0)
    boot: str


class RefusalSeen(Told):
    """One thing that the broker turned away."""

    kind: str
    user: str
    topic: str = ""


class BrokerRefusals(Told):
    """What the embedded broker turned away since it started, and the last few in detail."""

    counts: Mapping[str, int]
    last: tuple[RefusalSeen, ...] = ()


#: Topic family -> the message said on it.
MODELS: Mapping[topics.Family, Any] = {
    topics.TABLE_STATE: TableState,
    topics.TABLE_EVENT: TableEvent,
    topics.TABLE_CHECK: TableCheck,
    topics.SUMMONS: Summons,
    topics.RULING: RulingRequest,
    topics.ACKNOWLEDGEMENT: AckRequest,
    topics.RESYNC: ResyncRequest,
    topics.REPLY: Reply,
    topics.DEVICE_STATE: DeviceState,
    topics.DEVICE_METRICS: DeviceMetrics,
    topics.PUBLIC_RESULT: PublicResult,
    topics.CONTROLLER_STATE: ControllerState,
    topics.BROKER_REFUSED: BrokerRefusals,
}
