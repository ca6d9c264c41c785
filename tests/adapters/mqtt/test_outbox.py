"""What is still to be sent: in order, once by id, the newest state only."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from controller.adapters.mqtt.outbox import Lately, Outbox
from controller.ports import OutMessage


def event(number):
    return OutMessage(f"e{number}", "event", b"x")


def state(number, topic="state"):
    return OutMessage(f"s{number}", topic, b"x", retain=True)


def all_next(outbox):
    found = []
    while (message := outbox.next()) is not None:
        found.append(message.id)
    return found


def test_messages_go_out_in_order():
    outbox = Outbox()
    for number in range(3):
        outbox.put(event(number))
    assert all_next(outbox) == ["e0", "e1", "e2"]


def test_a_message_is_told_as_sent_once_the_broker_has_it():
    outbox, sent = Outbox(), []
    outbox.put(event(1), sent.append)
    outbox.next()
    assert sent == []
    outbox.done("e1")
    assert sent == ["e1"]
    assert len(outbox) == 0


def test_the_same_id_is_sent_once_and_both_are_told():
    outbox, sent = Outbox(), []
    outbox.put(event(1), sent.append)
    outbox.put(event(1), sent.append)
    assert all_next(outbox) == ["e1"]
    outbox.done("e1")
    assert sent == ["e1", "e1"]


def test_after_a_broken_connection_what_is_not_acknowledged_goes_again_in_order():
    outbox = Outbox()
    for number in range(4):
        outbox.put(event(number))
    all_next(outbox)
    outbox.done("e1")
    outbox.again()
    assert all_next(outbox) == ["e0", "e2", "e3"]


def test_only_the_newest_state_of_a_topic_is_sent_and_the_older_is_done_with_it():
    outbox, sent = Outbox(), []
    outbox.put(state(1), sent.append)
    outbox.put(state(2), sent.append)
    assert all_next(outbox) == ["s2"]
    outbox.done("s2")
    assert sent == ["s1", "s2"]


def test_a_state_on_its_way_is_not_replaced():
    outbox = Outbox()
    outbox.put(state(1))
    outbox.next()
    outbox.put(state(2))
    outbox.again()
    assert all_next(outbox) == ["s1", "s2"]


def test_states_of_other_topics_stay():
    outbox = Outbox()
    outbox.put(state(1, "a"))
    outbox.put(state(2, "b"))
    assert all_next(outbox) == ["s1", "s2"]


def test_a_broker_that_may_have_forgotten_is_told_every_state_again():
    outbox = Outbox()
    outbox.put(state(1, "a"))
    outbox.put(state(2, "b"))
    all_next(outbox)
    outbox.done("s1")
    outbox.done("s2")
    outbox.put(state(3, "b"))
    outbox.tell_states_again()
    assert all_next(outbox) == ["s3", "s1"]


def test_a_state_that_was_cleared_is_not_told_again():
    outbox = Outbox()
    outbox.put(state(1))
    outbox.next()
    outbox.done("s1")
    outbox.put(OutMessage("s2", "state", b"", retain=True))
    outbox.next()
    outbox.done("s2")
    outbox.tell_states_again()
    assert all_next(outbox) == []


def test_a_full_outbox_drops_its_oldest_events_but_no_state():
    outbox = Outbox(limit=3)
    outbox.put(state(0))
    for number in range(4):
        outbox.put(event(number))
    assert all_next(outbox) == ["s0", "e2", "e3"]
    assert outbox.dropped == 2


def test_a_message_given_up_is_not_told_as_sent():
    outbox, sent = Outbox(), []
    outbox.put(event(1), sent.append)
    outbox.next()
    outbox.give_up("e1")
    outbox.again()
    assert (all_next(outbox), sent) == ([], [])


def test_what_a_lost_broker_took_last_goes_before_anything_else():
    outbox = Outbox()
    outbox.put(event(3))
    outbox.put_first([event(1), event(2)])
    assert all_next(outbox) == ["e1", "e2", "e3"]


def test_what_waits_already_is_not_put_first_a_second_time():
    outbox, sent = Outbox(), []
    outbox.put(event(1), sent.append)
    outbox.put_first([event(1)])
    assert all_next(outbox) == ["e1"]
    outbox.done("e1")
    assert sent == ["e1"]


def test_only_the_last_moments_before_a_loss_are_remembered():
    lately = Lately(keep_s=10)
    for second in range(30):
        lately.add(event(second), now=float(second))
    assert [message.id for message in lately.before(29.0)] == [f"e{second}" for second in range(19, 30)]


def test_what_was_taken_long_ago_is_forgotten_even_if_nothing_is_lost():
    lately = Lately(keep_s=10)
    for second in range(100):
        lately.add(event(second), now=float(second))
    assert len(lately.before(0.0)) <= 21


class AnyEvening(RuleBasedStateMachine):
    """Publishes, acknowledgements and broken connections in any order: every event arrives, once by id, in order."""

    def __init__(self):
        super().__init__()
        self.outbox, self.number = Outbox(), 0
        self.flying, self.arrived, self.told = [], [], []

    @rule(retain=st.booleans())
    def publish(self, retain):
        self.number += 1
        topic = "state" if retain else "event"
        self.outbox.put(OutMessage(str(self.number), topic, b"x", retain=retain), self.told.append)

    @rule()
    def send(self):
        message = self.outbox.next()
        if message is not None:
            self.flying.append(message)

    @rule()
    def acknowledge(self):
        if self.flying:
            message = self.flying.pop(0)
            self.arrived.append(message)
            self.outbox.done(message.id)

    @rule()
    def the_connection_breaks(self):
        self.flying.clear()
        self.outbox.again()

    @invariant()
    def nothing_is_told_before_it_or_a_newer_state_arrived(self):
        newest = max((int(m.id) for m in self.arrived if m.retain), default=0)
        arrived = {m.id for m in self.arrived}
        assert all(told in arrived or int(told) <= newest for told in self.told)

    def teardown(self):
        self.the_connection_breaks()
        while (message := self.outbox.next()) is not None:
            self.arrived.append(message)
            self.outbox.done(message.id)
        events = [int(m.id) for m in self.arrived if not m.retain]
        assert events == sorted(set(events))
        assert sorted(self.told, key=int) == [str(n) for n in range(1, self.number + 1)]


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
