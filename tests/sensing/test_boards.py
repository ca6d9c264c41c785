"""The board and its pockets, keys, what people enter, and the record kept by hand."""

from __future__ import annotations

import pytest
from sensing.listening import Follower
from sensing.noisy_table import DECK, LEVELS
from sensing.opening import AUCTION, DEAL, calls, cards, follow, one_trick_on, table, told, words_by

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.cards import card
from controller.model.expectation import Expectation
from controller.model.notation import parse_deal
from controller.model.reading_log import BoardHeader
from controller.model.seats import SEATS, Seat
from controller.sensing.loop import Listening, sensing_of
from controller.sensing.sensing import Sensing


def entered(script, event: ev.TableEvent, *, after: float = 1.0) -> None:
    script.t += after
    script.other.append(rd.Entered(t=script.t, event=event))


def notes(script) -> list[str]:
    log = script.record()
    follower = Follower(log)
    sensing = Sensing(decks=[DECK], board=log.board, regulations=log.regulations)
    listening = Listening(sensing, follower)
    for reading in log.readings:
        listening.take(reading)
    listening.finish()
    return [note.kind for note in sensing.doubts()]


# -- the board --------------------------------------------------------------------------------------


def test_a_boards_tag_takes_the_board_up_with_what_the_header_says_of_it():
    (taken,) = (e for e in follow(table()).events if isinstance(e, ev.BoardTaken))
    assert (taken.board, taken.deal, taken.readings) == (1, parse_deal(DEAL), (2,))


def test_the_tag_of_another_board_is_taken_at_its_word_and_not_with_this_boards_deal():
    script = table()
    script.other[0] = rd.BoardTag(t=5.0, board=4)
    (taken,) = (e for e in follow(script).events if isinstance(e, ev.BoardTaken))
    assert (taken.board, taken.deal) == (4, None)


def test_a_board_carried_over_the_antenna_is_not_taken_up():
    script = table()
    script.other[0] = rd.BoardTag(t=5.0, board=4)
    script.other += [rd.BoardTag(t=5.2, board=None), rd.BoardTag(t=7.0, board=1)]
    assert [w for w in told(script) if w.startswith("board")] == ["board 1"]


def test_a_table_without_a_board_antenna_takes_the_headers_board_with_the_first_act():
    script = calls(table(), "N:1S")
    del script.other[0]
    assert told(script) == ["board 1", "N:1S"]


def test_with_no_board_named_nothing_is_told_and_the_operator_hears_of_it():
    script = calls(table(), "N:1S")
    del script.other[0]
    script.header = None
    assert (told(script), notes(script)) == ([], ["no_board"])


def test_another_board_on_the_table_while_this_one_is_played_is_a_note():
    script = calls(table(), "N:1S")
    script.other.append(rd.BoardTag(t=script.t + 2, board=2))
    calls(script, "E:P", after=4.0)
    assert (told(script), notes(script)) == (["board 1", "N:1S", "E:P"], ["other_board"])


def test_a_board_lifted_for_a_moment_in_the_play_has_not_left():
    script = one_trick_on()
    script.other += [rd.BoardTag(t=script.t + 1, board=None), rd.BoardTag(t=script.t + 6, board=1)]
    script.wait(15.0)
    assert "board_left" not in told(script)


def test_a_board_gone_for_ten_seconds_with_nobody_playing_has_left():
    script = one_trick_on()
    script.other.append(rd.BoardTag(t=script.t + 1, board=None))
    assert "board_left" not in words_by(script, script.t + 10.0)
    assert told(script)[-1] == "board_left"


def test_the_next_board_starts_everything_afresh():
    script = calls(table(), "N:P E:P S:P W:P")
    for seat in SEATS:
        script.take_call(seat, "P", after=0.3)
    script.other += [rd.BoardTag(t=script.t + 2, board=None), rd.BoardTag(t=script.t + 4, board=2)]
    script.t += 5
    calls(script, "E:1S S:P")
    assert told(script)[-4:] == ["board_left", "board 2", "E:1S", "S:P"]


# -- pockets ----------------------------------------------------------------------------------------


def lay_pockets(script, hands, start: float, end: float = float("inf")) -> None:
    for seat, hand in hands.items():
        script.places.setdefault(f"pocket.{seat}", [])
        for what in hand:
            script.lay(seat, what, start, end, kind="pocket")


def test_thirteen_tags_in_each_pocket_are_four_scans():
    script = table()
    lay_pockets(script, parse_deal(DEAL).hands, 4.0)
    script.t += 5
    scans = [e for e in follow(script).events if isinstance(e, ev.PocketScanned)]
    assert {s.seat: len(s.cards) for s in scans} == dict.fromkeys(SEATS, 13)


def test_a_pocket_of_which_twelve_are_read_is_no_wrong_count_but_a_request_to_scan_again():
    script = table()
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N] -= {card("SA")}
    lay_pockets(script, hands, 4.0)
    script.t += 10
    assert {e.seat for e in follow(script).events if isinstance(e, ev.PocketScanned)} == {Seat.E, Seat.S, Seat.W}
    assert notes(script) == ["pocket_count"]


def counted(script) -> dict[str, str]:
    log = script.record()
    follower = Follower(log)
    listening = Listening(sensing_of(log), follower, follower.table.expectation())
    for reading in log.readings:
        listening.take(reading)
    listening.until(script.t)
    return {f"{c.seat} {len(c.cards)}": c.state.value for c in listening.sensing.counts()}


def test_thirteen_seen_are_certain_eleven_partial_and_nothing_read_unknown():
    script = table()
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N] -= {card("SA"), card("SK")}
    del hands[Seat.W]
    lay_pockets(script, hands, 4.0)
    script.t += 10
    assert counted(script) == {"N 11": "partial", "E 13": "certain", "S 13": "certain", "W 0": "unknown"}


def test_a_second_scan_that_shows_the_same_eleven_is_a_wrong_number():
    script = table()
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N] -= {card("SA"), card("SK")}
    lay_pockets(script, hands, 4.0, 14.0)
    lay_pockets(script, {Seat.N: hands[Seat.N]}, 18.0)
    script.t = 30.0
    assert {"seat": "N", "cards": 11} in [
        {"seat": e.seat.value, "cards": len(e.cards)} for e in follow(script).events if isinstance(e, ev.PocketScanned)
    ]
    assert notes(script) == []


def test_a_second_scan_that_shows_all_thirteen_is_a_right_number():
    script = table()
    hands = dict(parse_deal(DEAL).hands)
    lay_pockets(script, {Seat.N: hands[Seat.N] - {card("SA")}}, 4.0, 14.0)
    lay_pockets(script, {Seat.N: hands[Seat.N]}, 18.0)
    script.t = 30.0
    scans = [len(e.cards) for e in follow(script).events if isinstance(e, ev.PocketScanned)]
    assert scans == [13]


def fourteen_and_twelve(script, start: float, *, late: float = 0.0) -> None:
    """A card of North's lies in East's pocket, read that much later than the others."""
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N] -= {card("SA")}
    lay_pockets(script, hands, start)
    script.lay(Seat.E, card("SA"), start + late, kind="pocket")


def counts(script) -> list[tuple[Seat, int]]:
    return [(e.seat, len(e.cards)) for e in follow(script).events if isinstance(e, ev.PocketScanned)]


def test_a_fourteenth_card_that_begins_to_answer_a_little_later_is_told_with_the_others():
    script = table()
    fourteen_and_twelve(script, 4.0, late=1.2)
    script.t += 10
    assert sorted(n for seat, n in counts(script) if seat in (Seat.N, Seat.E)) == [12, 14]


@pytest.mark.parametrize("late", [2.0, 3.0, 4.0])
def test_thirteen_of_another_hand_are_not_told_while_a_card_of_the_record_is_read_nowhere(late):
    script = table()
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N] -= {card("SA")}
    hands[Seat.E] = (hands[Seat.E] | {card("SA")}) - {card("CJ")}
    lay_pockets(script, hands, 4.0)
    # The jack lies under the others of its own pocket, which would be thirteen without it.
    script.lay(Seat.E, card("CJ"), 4.0 + late, kind="pocket")
    script.t += 12
    assert [n for seat, n in counts(script) if seat is Seat.E] == [14]


def test_two_hands_that_have_changed_places_are_told_as_soon_as_any():
    script = table()
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N], hands[Seat.E] = hands[Seat.E], hands[Seat.N]
    lay_pockets(script, hands, 4.0)
    script.t += 10
    assert any(word.startswith("pocket") for word in words_by(script, 7.0))


def test_a_hand_taken_out_card_by_card_is_told_no_more():
    script = table()
    fourteen_and_twelve(script, 4.0)
    script.t += 10
    lying = script.places["pocket.E"]
    for number, one in enumerate(lying):
        one.end = 12.0 + number * 0.5
    assert [n for seat, n in counts(script) if seat is Seat.E] == [14]


@pytest.mark.parametrize("seed", range(6))
def test_fourteen_are_not_told_as_thirteen_while_one_of_them_misses_rounds(seed):
    script = table(seed=seed, level=LEVELS[2])
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N] -= {card("SA")}
    hands[Seat.E] |= {card("SA")}
    lay_pockets(script, hands, 4.0)
    script.t += 20
    scans = [f"{e.seat} {len(e.cards)}" for e in follow(script).events if isinstance(e, ev.PocketScanned)]
    assert sorted(scans) == ["E 14", "N 12", "S 13", "W 13"]


def test_fourteen_and_twelve_are_certain_where_all_four_pockets_account_for_the_pack():
    script = table()
    hands = dict(parse_deal(DEAL).hands)
    hands[Seat.N] -= {card("SA")}
    hands[Seat.E] |= {card("SA")}
    lay_pockets(script, hands, 4.0)
    script.t += 10
    assert any(found.startswith("misdealt_board") for found in follow(script).raised)


# -- keys -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("late", "is_asked"), [(0.0, False), (1.6, True), (6.0, False)])
def test_a_card_read_alone_just_as_a_claim_was_made_is_a_doubt(late, is_asked):
    script = one_trick_on()
    script.play("N", "SA", after=2.0, late=late)
    script.key("N", "claim", 9, after=1.0)
    for seat in ("E", "W"):
        script.key(seat, "agree", after=2.0)
    assert ("card_at_claim" in notes(script)) == is_asked


def test_hands_thrown_in_after_a_claim_are_no_doubt():
    script = one_trick_on()
    script.key("N", "claim", 9, after=1.0)
    for what in ("S9", "ST", "SJ"):
        script.play("E", what, after=0.2)
    for seat in ("E", "W"):
        script.key(seat, "agree", after=2.0)
    assert "card_at_claim" not in notes(script)


def test_a_claim_and_its_answers():
    script = one_trick_on()
    script.key("N", "claim", 9, after=3.0)
    script.key("E", "agree", after=2.0)
    script.key("W", "dispute", after=2.0)
    assert told(script)[-3:] == ["N claims 9", "E answers True", "W answers False"]


def test_a_claim_waits_for_the_card_that_was_put_down_just_before():
    script = one_trick_on()
    script.play("N", "SA", after=3.0)
    script.key("N", "claim", 8, after=0.1)
    assert told(script)[-2:] == ["N>SA", "N claims 8"]


def test_a_key_pressed_twice_in_a_second_is_one_press():
    script = one_trick_on()
    script.key("N", "director", after=3.0)
    script.key("N", "director", after=0.5)
    assert told(script).count("director_called") == 1


@pytest.mark.parametrize(
    ("slip", "entered_as"),
    [
        ("4SX N 10", ("4SX", Seat.N, 10, None)),
        ("4SX N 10 H10", ("4SX", Seat.N, 10, card("HT"))),
        ("3N E 9", ("3NT", Seat.E, 9, None)),
        ("P", ("P", None, None, None)),
    ],
)
def test_a_result_is_entered_as_on_a_score_slip(slip, entered_as):
    script = one_trick_on()
    script.key("N", "result", slip, after=3.0)
    (found,) = (e for e in follow(script).events if isinstance(e, ev.ResultEntered))
    assert (found.contract, found.declarer, found.tricks, found.lead) == entered_as


@pytest.mark.parametrize(
    ("key", "value"),
    [("result", "8C N 10"), ("result", "4S N 10 H1"), ("result", None), ("claim", "all"), ("claim", 14)],
)
def test_a_key_with_a_value_that_means_nothing_is_a_note(key, value):
    script = one_trick_on()
    script.key("N", key, value, after=3.0)
    script.wait(4.0)
    assert notes(script) == ["bad_key"]


def test_done_means_nothing_to_the_table():
    script = one_trick_on()
    before = told(script)
    script.key("N", "done", after=3.0)
    assert told(script) == before


def test_after_a_claim_cards_thrown_in_are_no_plays():
    script = one_trick_on()
    script.key("N", "claim", 9, after=3.0)
    for seat in SEATS:
        for what in script.hands[seat][:3]:
            script.lay(seat, what, script.t + 2.0)
    assert told(script)[-1] == "N claims 9"


# -- what people enter ------------------------------------------------------------------------------


def test_a_ruling_passes_in_its_place_with_its_line():
    script = one_trick_on()
    script.play("W", "HA", after=3.0)
    script.rule("lead_out_of_turn_by_defender", "accept")
    ruling = follow(script).events[-1]
    log = script.record()
    (line,) = ruling.readings
    assert log.readings[line - 2].event.choice == ruling.choice == "accept"


def test_a_card_that_the_director_entered_is_not_told_again_when_it_is_read():
    script = one_trick_on()
    entered(script, ev.CardPlayed(seat=Seat.N, card=card("SA"), src="director"))
    script.play("N", "SA", after=2.0)
    cards(script, "E>S9")
    assert told(script)[-2:] == ["N>SA", "E>S9"]


def test_while_the_record_is_kept_by_hand_sensors_tell_nothing():
    script = one_trick_on()
    entered(script, ev.ModeChanged(mode="manual", src="director"))
    cards(script, "N>SA E>S9")
    assert told(script)[-1] == "mode"


def test_when_sensors_take_over_again_what_lies_there_is_known():
    script = one_trick_on()
    entered(script, ev.ModeChanged(mode="manual", src="director"))
    cards(script, "N>SA")
    entered(script, ev.CardPlayed(seat=Seat.N, card=card("SA"), src="director"))
    entered(script, ev.ModeChanged(mode="sensing", src="director"))
    cards(script, "E>S9")
    assert told(script)[-4:] == ["mode", "N>SA", "mode", "E>S9"]


def test_a_card_corrected_to_another_is_not_told_anew():
    script = cards(one_trick_on(), "N>SA")
    script.t += 2.0
    n = next(i for i, w in enumerate(told(script)) if w == "N>SA")
    put_right = ev.Replacement(ev.CardPlayed(seat=Seat.N, card=card("SK")), n)
    entered(script, ev.Correction(replaces=(n,), events=(put_right,), reason="misread", src="director"))
    script.lay(Seat.N, card("SK"), script.t + 1.0)
    cards(script, "E>S9", after=3.0)
    assert told(script)[-2:] == ["correction", "E>S9"]


def test_times_never_go_back():
    script = one_trick_on()
    entered(script, ev.DirectorCalled(seat=Seat.E, t=1.0))
    cards(script, "N>SA E>S9")
    times = [e.t for e in follow(script).events]
    assert times == sorted(times)


def test_an_auction_is_not_sensed_before_a_board_is_there():
    sensing = Sensing(decks=[DECK], board=BoardHeader(1))
    listening = Listening(sensing, lambda _: Expectation())
    listening.take(rd.Scan(t=1.0, at="play.N", tags=()))
    assert listening.finish() == []


def test_the_whole_auction_of_the_opening_is_what_it_says():
    assert " ".join(told(calls(table()))[1:]) == AUCTION
