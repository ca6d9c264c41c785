"""What one table cannot know: who should be there with which board, and whether the board is the same as elsewhere."""

from dataclasses import replace

import pytest
from support.build import auction, board, deal, play
from support.live_table import World, live_table, manual

from controller.model.cards import card
from controller.model.events import BoardLeft, HandScanned
from controller.model.readings import BoardTag
from controller.model.regulations import regulations_from
from controller.model.seats import SEATS
from controller.service.deal_watch import DealWatch
from controller.service.seating import Seating
from controller.service.tracker import Tracker
from controller.session.mitchell import mitchell
from controller.session.plan import Section, SessionPlan

#: Three tables, two boards a round: table 1 has 1 and 2, then 3 and 4.
PLAN = SessionPlan((Section("A", ("1", "2", "3"), mitchell(3)),))
HANDS = deal("N:AK74.83.KQJ95.K8 QJ85.KQJ74.72.Q5 T92.AT5.A84.AJ93 63.962.T63.T7642").hands


def tracker(*events):
    """Another table of the room."""
    made = Tracker.fresh("2017", regulations_from({}))
    for event in events:
        made.take(event)
    return made


# -- who should be where --------------------------------------------------------------------------------------------


@pytest.fixture
async def seated(tmp_path):
    """Table 1 of the plan; at table 2 pairs 2 and 5 have played board 4."""
    async with live_table(World(tmp_path)) as table:
        seating = Seating(PLAN)
        keeper = table.service.keeper
        seating.seat("1", keeper.tracker)
        seating.seat("2", tracker(board(4, pairs={"NS": 2, "EW": 5}), *auction("W: P P P P"), BoardLeft()))
        keeper.book = replace(keeper.book, due=seating.at("1"))
        yield table


def kinds(table):
    return [row.body["finding"]["kind"] for row in table.rows("summons") if row.body["state"] == "raised"]


async def begins(table, number, **fields):
    """The board's tag comes to the table, or the director enters it with further fields."""
    if fields:
        await table.board(number, **fields)
    else:
        await table.read(BoardTag(t=table.clock.t, board=number))
        await table.wait(30.0)


async def plays_out(table):
    dealer = table.service.keeper.tracker.table.dealer.value
    await table.calls(f"{dealer}: P P P P")
    await table.order(manual(type="board_left"))


async def test_the_board_event_names_the_pairs_and_what_is_due(seated):
    await begins(seated, 1)
    (taken,) = (row.body for row in seated.rows("event"))
    assert taken["pairs"] == {"NS": 1, "EW": 4}
    assert taken["schedule"] == {"boards": [1, 2], "NS": 1, "EW": 4, "played": []}
    assert kinds(seated) == []


async def test_a_board_that_is_not_due_is_a_wrong_board(seated):
    await begins(seated, 3)
    assert kinds(seated) == ["wrong_board"]


async def test_after_the_boards_of_a_round_the_next_pair_and_boards_are_due(seated):
    for number in (1, 2):
        await begins(seated, number)
        await plays_out(seated)
    await begins(seated, 3)
    taken = seated.rows("event")[-1].body
    assert (taken["board"], taken["pairs"]) == (3, {"NS": 1, "EW": 6})
    # Nobody has keyed in a result; nothing else is wrong.
    assert set(kinds(seated)) == {"score_missing"}


async def test_a_pair_that_does_not_belong_there_is_told(seated):
    await begins(seated, 1, pairs={"NS": 1, "EW": 5})
    assert kinds(seated) == ["wrong_seat_or_pair"]


async def test_pairs_in_each_others_seats_are_told(seated):
    await begins(seated, 1, pairs={"NS": 4, "EW": 1})
    assert kinds(seated) == ["wrong_seat_or_pair"]


async def test_a_board_that_one_of_the_pairs_has_played_is_told(tmp_path):
    """Pair 4 has played board 1 at table 2, where it did not belong."""
    async with live_table(World(tmp_path)) as table:
        seating, keeper = Seating(PLAN), table.service.keeper
        seating.seat("1", keeper.tracker)
        seating.seat("2", tracker(board(1, pairs={"NS": 2, "EW": 4}), *auction("N: P P P P"), BoardLeft()))
        keeper.book = replace(keeper.book, due=seating.at("1"))
        await begins(table, 1)
        assert kinds(table) == ["board_already_played"]


async def test_without_a_plan_nothing_is_due(tmp_path):
    async with live_table(World(tmp_path)) as table:
        keeper = table.service.keeper
        keeper.book = replace(keeper.book, due=Seating().at("1"))
        await begins(table, 9)
        assert kinds(table) == [] and "schedule" not in table.rows("event")[0].body


# -- the same board at two tables -------------------------------------------------------------------------------------


def hands(*swapped):
    """The hands, pairs of cards changed between two of them."""
    found = {seat: set(cards) for seat, cards in HANDS.items()}
    for one, other in swapped:
        for text, leaves in ((one, other), (other, one)):
            owner = next(s for s in SEATS if card(text) in HANDS[s])
            joins = next(s for s in SEATS if card(leaves) in HANDS[s])
            found[owner].discard(card(text))
            found[joins].add(card(text))
    return found


def scans(held):
    return [HandScanned(seat=seat, cards=tuple(sorted(cards))) for seat, cards in held.items()]


async def scanned(table, held):
    for seat, cards in held.items():
        texts = [one.text for one in sorted(cards)]
        await table.order(manual(type="hand", seat=seat.value, cards=texts))


@pytest.fixture
async def compared(tmp_path):
    """Table 1; at table 2 board 1 has been played with the hands as dealt."""
    async with live_table(World(tmp_path)) as table:
        deals = table.service.deals
        deals.watch("1", table.service.keeper.tracker)
        earlier = tracker(board(1), *scans(hands()), *auction("N: P P P P"), BoardLeft())
        deals.watch("2", earlier)
        deals.begins("2", 0, 1)
        yield table


FOULED = "fouled_board@0:-"


async def test_the_same_hands_are_not_told(compared):
    await begins(compared, 1)
    await scanned(compared, hands())
    assert kinds(compared) == []


async def test_two_cards_in_other_hands_are_told_with_the_table_and_the_cards(compared):
    await begins(compared, 1)
    await scanned(compared, hands(("SA", "SQ")))
    (told,) = compared.rows("summons")
    assert (told.body["id"], told.body["attention"], told.body["rests_on"]) == (FOULED, "now", "unseen")
    assert told.body["finding"]["facts"] == {
        "table": "1", "before": "2", "cards": {"SA": ["N", "E"], "SQ": ["E", "N"]},
    }  # fmt: skip
    assert told.body["open"] and told.body["finding"]["options"] == ["play_on", "cancel_board", "artificial"]


async def test_a_board_that_lay_turned_is_told_as_that(compared):
    await begins(compared, 1)
    turned = {SEATS[(SEATS.index(seat) + 1) % 4]: cards for seat, cards in hands().items()}
    await scanned(compared, turned)
    assert compared.summonses() == [("wrong_orientation@0:-", 1, "raised")]
    assert (await compared.rule("wrong_orientation@0:-", "play_on", rev=1))["answer"] == "recorded"


async def test_on_the_bus_it_is_a_notice_that_names_no_card(compared):
    await begins(compared, 1)
    await scanned(compared, hands(("SA", "SQ")))
    (said,) = compared.bus.said("/summons/")
    assert "SA" not in str(said) and "fouled" not in str(said)


async def test_it_is_told_once(compared):
    await begins(compared, 1)
    await scanned(compared, hands(("SA", "SQ")))
    await compared.order(manual(type="board_left"))
    assert kinds(compared).count("fouled_board") == 1


async def test_the_director_rules_on_it_in_the_tables_log(compared):
    await begins(compared, 1)
    await scanned(compared, hands(("SA", "SQ")))
    answer = await compared.rule(FOULED, "cancel_board", rev=1)
    assert answer["answer"] == "recorded"
    assert compared.summonses()[-1] == (FOULED, 2, "resolved")
    assert compared.state()["result"] == {"cancelled": True}


async def test_he_may_rule_when_the_next_board_is_there(compared):
    await begins(compared, 1)
    await scanned(compared, hands(("SA", "SQ")))
    await compared.order(manual(type="board_left"))
    await begins(compared, 2)
    assert (await compared.rule(FOULED, "play_on"))["answer"] == "recorded"
    assert ("fouled_board@0:-", 2, "resolved") in compared.summonses()


async def test_after_a_restart_it_is_not_told_again_and_can_still_be_ruled(tmp_path):
    world = World(tmp_path)
    earlier = tracker(board(1), *scans(hands()), *auction("N: P P P P"), BoardLeft())
    for run in range(2):
        async with live_table(world) as table:
            deals = table.service.deals
            deals.remember(table.rows())
            deals.watch("1", table.service.keeper.tracker)
            deals.watch("2", earlier)
            deals.begins("2", 0, 1)
            if run == 0:
                await begins(table, 1)
                await scanned(table, hands(("SA", "SQ")))
            else:
                await table.order(manual(type="board_left"))
                assert kinds(table).count("fouled_board") == 1
                assert (await table.rule(FOULED, "play_on", rev=1))["answer"] == "recorded"


def test_cards_that_were_played_are_compared_too():
    """No scan anywhere: at table 2 dummy's hand and three tricks show that South has cards that West had."""
    watch = DealWatch()
    first = [board(1), *auction("N: P P 1NT P 3NT P P P"), *play("W: H9 H8 HJ HA"), *play("S: S9 S6 S4 S8")]
    other = [board(1), *auction("N: P P 1NT P 3NT P P P"), *play("W: HA H8 HJ H9"), *play("W: S9 S4 S8 S6")]
    tables = {"1": tracker(), "2": tracker()}
    for name, made in tables.items():
        watch.watch(name, made)
    happened = [("1", event) for event in (*first, BoardLeft())] + [("2", event) for event in (*other, BoardLeft())]
    found = [watch.after(name, tables[name].take(event)) for name, event in happened]
    told = [finding for finding in found if finding is not None]
    assert [finding.facts["before"] for finding in told] == ["1"]
    assert set(told[0].facts["cards"]) == {"HA", "H9", "S9", "S6"}
