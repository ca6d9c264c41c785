"""What the service says and hears in the words of the topic tree; a notice gives nothing away."""

import json
from dataclasses import replace

import pytest

from controller.adapters.mqtt.envelope import Speaker, read
from controller.adapters.mqtt.messages import BrokerRefusals, RefusalSeen
from controller.adapters.mqtt_words import MqttListener, MqttTeller
from controller.model.calls import call
from controller.model.cards import card
from controller.model.events import CallMade, CardPlayed, HandScanned
from controller.model.irregularities import Attention, Irregularity, RestsOn
from controller.model.seats import Seat
from controller.ports import InMessage
from controller.service.commands import Answer, BusCommand, Misfit
from controller.service.summons import Summons
from controller.service.told import SeenTable

TELLER = MqttTeller("club", "monday", 4, "b00t", wall=lambda: 1_700_000_000.0)
LISTENER = MqttListener(frozenset({"anna"}))


def summons(**more):
    finding = Irregularity(
        "revoke_certain@40:E",
        "revoke_certain",
        Seat.E,
        ("61", "62A"),
        Attention.NOW,
        ("correct",),
        {"correct": "director"},
        rests_on=more.pop("rests_on", RestsOn.SEEN),
        facts={"card": "HA"},
    )
    return Summons("s-1", 1, more.pop("state", "raised"), finding, board=7, is_open=True, **more)


def heard(message):
    return read(message.topic, message.payload).data.model_dump(exclude_none=True)


def test_a_summons_that_rests_on_seen_acts_is_told_whole():
    message = TELLER.summons("1", summons())

    assert message.topic == "bridge/v1/tbl/club/monday/1/summons/s-1"
    assert not message.retain
    told = heard(message)
    assert (told["kind"], told["seat"], told["options"], told["facts"]) == (
        "revoke_certain",
        "E",
        ("correct",),
        {"card": "HA"},
    )


@pytest.mark.parametrize("state", ["raised", "changed", "resolved", "withdrawn"])
def test_a_summons_that_rests_on_unseen_cards_gives_nothing_away(state):
    message = TELLER.summons("1", summons(rests_on=RestsOn.UNSEEN, state=state, reason="East had a club", how="ruling"))

    assert not {word for word in ("revoke", "HA", "61", "East", "ruling") if word in message.payload.decode()}


def test_with_tls_the_venue_may_have_it_whole():
    teller = MqttTeller("club", "monday", 4, "b00t", unseen_detail=True)

    assert heard(teller.summons("1", summons(rests_on=RestsOn.UNSEEN)))["kind"] == "revoke_certain"


def test_the_same_summons_told_before_and_after_it_is_on_disk_are_two_messages():
    early, recorded = TELLER.summons("1", summons(recorded=False)), TELLER.summons("1", summons())

    assert (heard(early)["unrecorded"], heard(recorded)["unrecorded"]) == (True, False)
    assert early.id != recorded.id


def test_what_nobody_saw_is_no_act():
    assert not TELLER.shows(HandScanned(seat=Seat.N, count=13))
    assert TELLER.shows(CallMade(seat=Seat.N, call=call("1S")))


def test_a_card_that_lies_face_down_is_not_named():
    message = TELLER.act("1", CardPlayed(seat=Seat.W, card=card("HQ"), face="down"), seq=4, board=1)

    assert heard(message)["act"] == {"type": "card", "seat": "W", "face": "down"}


def test_a_state_is_kept_by_the_broker_and_says_whether_it_is_recorded():
    message = TELLER.state("1", SeenTable(3, {"phase": "idle"}, unrecorded=True))

    assert (message.retain, heard(message)["rev"], heard(message)["unrecorded"]) == (True, 3, True)


def request(kind, **data):
    envelope = {"specversion": "1.0", "id": "e", "source": "/t", "type": f"bridge.{kind}.v1"}
    body = json.dumps(envelope | {"time": "2024-05-01T19:30:00Z", "data": {"id": "r-1", "reply_to": "n", **data}})
    return InMessage(f"bridge/v1/dir/club/monday/1/{kind}", body.encode(), False, lambda: None)


def test_a_ruling_is_read_with_all_its_fields():
    command = LISTENER.read(request("ruling", by="anna", on="x@2:E", choice="require", suits=["H"], rev=2))

    assert isinstance(command, BusCommand)
    assert (command.command.do, command.command.id, command.command.rev, command.reply_to) == ("ruling", "r-1", 2, "n")
    assert [suit.name for suit in command.command.event.suits] == ["H"]


def test_a_ruling_in_the_name_of_one_who_is_no_director_is_forged():
    misfit = LISTENER.read(request("ruling", by="hall", on="x@2:E", choice="accept", rev=1))

    assert isinstance(misfit, Misfit)
    assert (misfit.fault, misfit.about["by"]) == ("forged", "hall")


def test_a_command_that_was_left_on_the_broker_is_forged_whoever_left_it():
    left = replace(request("ruling", by="anna", on="x@2:E", choice="accept", rev=1), retained=True)
    misfit = LISTENER.read(left)

    assert isinstance(misfit, Misfit)
    assert (misfit.fault, misfit.about["by"]) == ("forged", "anna")


@pytest.mark.parametrize("payload", [b"", b"{}", b"\xff", b'{"specversion": "1.0"}', b"[" * 50])
def test_what_cannot_be_read_is_set_aside(payload):
    misfit = LISTENER.read(InMessage("bridge/v1/dir/club/monday/1/ruling", payload, False, lambda: None))

    assert isinstance(misfit, Misfit)
    assert misfit.fault == "quarantined"


def test_an_acknowledgement_at_the_table_is_both():
    command = LISTENER.read(request("ack", by="anna", summons="s-1", rev=1, at_table=True))

    assert isinstance(command, BusCommand)
    assert (command.command.do, command.command.on) == ("at_the_table", "s-1")


def test_what_the_broker_turned_away_is_counted_attempts_only():
    counts = {"publish": 2, "will": 1, "slow": 40, "receive": 7}
    told = BrokerRefusals(
        counts=counts, last=(RefusalSeen(kind="will", user="hub-1", topic="a"), RefusalSeen(kind="slow", user="x"))
    )
    message = Speaker("/broker").say("bridge/v1/sys/broker/refused", told, id="1", at=1.0)
    misfit = LISTENER.read(InMessage(message.topic, message.payload, True, lambda: None))

    assert misfit == Misfit("forged", "turned away by the broker: will by hub-1 on a", {"user": "hub-1"}, 3)


def test_an_answer_goes_where_the_request_wants_it():
    command = LISTENER.read(request("ruling", by="anna", on="x@2:E", choice="accept", rev=1))
    message = TELLER.answer(command, Answer("refused", code="closed", reason="closed by action of event 3"))

    assert message.topic == "bridge/v1/rsp/anna/n"
    assert heard(message)["reason"] == "closed by action of event 3"
