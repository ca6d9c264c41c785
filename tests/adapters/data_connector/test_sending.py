"""Bringing a scoring program up to date: once each, over losses and restarts; a refusal does not hold others up."""

import json
import stat

import pytest
from support.connector_evening import SECTIONS, SESSION_ROW, events, played, rows
from support.fake_connector import CLUB, GUID, LICENCE, FakeConnector, listening

from controller.adapters.data_connector.client import Connector, Kind
from controller.adapters.data_connector.following import Following, Wanted
from controller.adapters.data_connector.sending import Sender

PUT = 10


@pytest.fixture
def fake():
    return FakeConnector(SECTIONS)


@pytest.fixture
def address(fake):
    with listening(fake) as found:
        yield found


def sender_at(address, tmp_path):
    return Sender(Connector(address, CLUB, LICENCE, GUID), tmp_path / "data-connector.json")


def everything(sender, *boards):
    following = Following()
    for row in rows(SESSION_ROW, *events("1", *boards)):
        following.apply(row)
    return list(following.wanted(sender.movement, GUID))


def bring(sender, *boards):
    return sender.reach() and sender.send(everything(sender, *boards))


def puts(fake):
    return [n for command, n in fake.log if command == PUT]


def levels(fake):
    return {key[-1]: one["Level"] for key, one in fake.has[PUT].items()}


def test_results_are_sent_together_and_once(address, fake, tmp_path):
    sender = sender_at(address, tmp_path)
    assert bring(sender, played(1), played(2, tricks=7))
    assert bring(sender, played(1), played(2, tricks=7))
    assert (puts(fake), levels(fake)) == ([2], {1: 0, 2: 1})


def test_a_result_that_changed_is_sent_again_alone(address, fake, tmp_path):
    sender = sender_at(address, tmp_path)
    bring(sender, played(1), played(2, tricks=7))
    bring(sender, played(1), played(2, tricks=8))
    assert (puts(fake), fake.has[PUT]["A", 1, 1, 2]["TotalTricks"]) == ([2, 1], 8)


def test_after_a_restart_only_what_is_new_is_sent(address, fake, tmp_path):
    bring(sender_at(address, tmp_path), played(1))
    bring(sender_at(address, tmp_path), played(1), played(2))
    assert puts(fake) == [1, 1]


def test_what_was_sent_is_noted_for_the_owner_alone(address, tmp_path):
    bring(sender_at(address, tmp_path), played(1))
    assert stat.S_IMODE((tmp_path / "data-connector.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "[]", '{"form": 1}', "{" * 5000])
def test_a_note_that_cannot_be_read_sends_all_again_which_changes_nothing(address, fake, tmp_path, text):
    bring(sender_at(address, tmp_path), played(1))
    (tmp_path / "data-connector.json").write_text(text)
    assert bring(sender_at(address, tmp_path), played(1))
    assert len(fake.has[PUT]) == 1


def test_an_answer_that_was_lost_doubles_nothing(address, fake, tmp_path):
    sender = sender_at(address, tmp_path)
    sender.reach()
    fake.moods = ["lose the answer"]
    assert not bring(sender, played(1))
    assert sender.trouble.startswith("no connection")
    assert bring(sender, played(1))
    assert (puts(fake), len(fake.has[PUT]), sender.trouble) == ([1, 1], 1, None)


def test_of_several_some_of_which_are_there_the_others_are_sent_all_the_same(address, fake, tmp_path):
    sender = sender_at(address, tmp_path)
    bring(sender, played(1))
    (tmp_path / "data-connector.json").unlink()
    fresh = sender_at(address, tmp_path)
    fresh.reach()
    fake.moods = ["error 3"]
    assert bring(fresh, played(1), played(2))
    assert levels(fake) == {1: 0, 2: 0}


def test_one_that_goes_wrong_at_the_other_end_is_tried_again_later_and_holds_nobody_up(address, fake, tmp_path):
    sender = sender_at(address, tmp_path)
    sender.reach()
    fake.moods = ["error 7", "error 7"]
    assert bring(sender, played(1), played(2))
    assert (levels(fake), list(sender.sent.refused)) == ({2: 0}, ["results/1/1"])
    assert bring(sender, played(1), played(2))
    assert (levels(fake), sender.sent.refused) == ({1: 0, 2: 0}, {})


def test_a_movement_that_the_scoring_program_has_changed_is_fetched_again(address, fake, tmp_path, monkeypatch):
    monkeypatch.setattr("controller.adapters.data_connector.sending._FETCH_AGAIN_S", 0.0)
    fake.sections = [{**SECTIONS[0], "Tables": [SECTIONS[0]["Tables"][1]]}]
    sender = sender_at(address, tmp_path)
    assert bring(sender, played(1)) and puts(fake) == []
    fake.sections = SECTIONS
    assert bring(sender, played(1))
    assert levels(fake) == {1: 0}


def test_a_connection_that_is_gone_and_comes_back_on_the_same_port(fake, tmp_path):
    with listening(fake) as address:
        sender = sender_at(address, tmp_path)
        bring(sender, played(1))
    assert not bring(sender, played(1), played(2))
    with listening(fake, int(address.rpartition(":")[2])):
        assert bring(sender, played(1), played(2))
    assert levels(fake) == {1: 0, 2: 0}


def test_one_that_is_refused_does_not_hold_the_others_up_and_is_not_sent_again(address, fake, tmp_path):
    sender = sender_at(address, tmp_path)
    sender.reach()
    good, bad = everything(sender, played(1), played(2))
    wrong = Wanted(Kind.RESULTS, bad.key, {**bad.object, "BoardNumber": 99})
    assert sender.send([good, wrong]) and sender.send([good, wrong])
    assert (len(puts(fake)), list(levels(fake))) == (3, [1])
    assert sender.sent.refused == {"results/1/2": "Movement: The data does not comply to a known round."}
    assert sender.send([good, bad]) and sender.sent.refused == {}


def test_what_cannot_be_said_is_noted_with_its_reason_and_not_sent(address, fake, tmp_path):
    sender = sender_at(address, tmp_path)
    assert bring(sender, played(1, ns=8))
    assert puts(fake) == []
    noted = json.loads((tmp_path / "data-connector.json").read_text())
    assert noted["refused"] == {"results/1/1": "other pairs than the movement's played it"}


def test_a_session_without_a_movement_is_waited_for(address, fake, tmp_path):
    fake.sections = []
    sender = sender_at(address, tmp_path)
    assert not sender.reach()
    assert sender.trouble == "the Data Connector knows no movement of this session"
    fake.sections = SECTIONS
    assert sender.reach()


def test_hands_leave_no_digest_behind(address, tmp_path):
    sender = sender_at(address, tmp_path)
    wanted = Wanted(Kind.HAND_RECORDS, "1/1", {})
    sender.sent.settle(wanted)
    assert list(sender.sent.digests.values()) == ["sent"]
