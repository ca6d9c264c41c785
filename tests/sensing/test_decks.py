"""Which deck a board is played with, and cards of another one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sensing.listening import Follower
from sensing.noisy_table import DECK, TAG, Lying
from sensing.opening import DEAL, calls, in_play, table

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.cards import card
from controller.model.events import Ruling
from controller.model.notation import parse_deal
from controller.model.reading_log import Deck, parse_reading_log
from controller.model.seats import SEATS, Seat
from controller.sensing.loop import Listening
from controller.sensing.sensing import Sensing

HANDS = parse_deal(DEAL).hands
RED = Deck("red-02", {tag.replace("0150", "0160"): c for tag, c in ((t, c) for c, t in TAG.items())})
FITS = replace(RED, fits=True)


def red(text: str) -> str:
    return TAG[card(text)].replace("0150", "0160")


def lay(script, hands, *, t: float = 4.0, deck: Deck = DECK) -> None:
    tags = {c: tag for tag, c in deck.tags.items()}
    for seat, hand in hands.items():
        found = tuple(sorted(tags[c] for c in hand))
        script.other.append(rd.Scan(t=t + 0.05 * seat.index, at=f"pocket.{seat.value}", tags=found))
    script.other.sort(key=lambda reading: reading.t)
    script.t = max(script.t, t + 12)


class Heard:
    """What sensing makes of a script, with these other decks known."""

    def __init__(self, script, *others: Deck, own: Deck | None = DECK) -> None:
        log = script.record()
        self.follower = Follower(log)
        self.sensing = Sensing(decks=[own] if own else [], others=others, board=log.board, regulations=log.regulations)
        listening = Listening(self.sensing, self.follower)
        for reading in log.readings:
            listening.take(reading)
        listening.finish()
        self.events = self.follower.events
        self.raised = self.follower.raised

    @property
    def notes(self) -> list[str]:
        return [note.kind for note in self.sensing.doubts()]

    def pockets(self) -> dict[str, tuple[int, str | None]]:
        return {e.seat.value: (len(e.cards), e.pack) for e in self.events if isinstance(e, ev.PocketScanned)}


WHOLE = {"N": (13, None), "E": (13, None), "S": (13, None), "W": (13, None)}


def test_the_expected_deck_in_the_pockets_is_the_boards():
    script = table()
    lay(script, HANDS)
    heard = Heard(script, FITS)
    assert (heard.pockets(), heard.notes, heard.raised) == (WHOLE, [], [])


def test_another_deck_of_the_set_in_the_pockets_is_recognised_and_noted():
    script = table()
    lay(script, HANDS, deck=RED)
    heard = Heard(script, FITS)
    assert (heard.pockets(), heard.notes, heard.raised) == (WHOLE, ["other_deck"], [])


def test_where_no_deck_is_expected_the_pockets_say_which_it_is():
    script = table()
    lay(script, HANDS, deck=RED)
    heard = Heard(script, FITS, replace(DECK, fits=True), own=None)
    assert (heard.pockets(), heard.notes) == (WHOLE, [])


def test_without_pockets_the_first_card_says_which_deck_it_is():
    script = in_play()
    heard = Heard(script, FITS, replace(DECK, fits=True), own=None)
    known = Heard(in_play())
    assert [type(e) for e in heard.events] == [type(e) for e in known.events]
    assert not heard.raised


def test_a_deck_that_does_not_belong_there_is_one_finding_that_names_it():
    script = table()
    lay(script, HANDS, deck=RED)
    heard = Heard(script, RED)
    assert heard.pockets() == {"N": (13, "red-02")}
    assert heard.raised == ["foreign_card N"]


def test_a_card_of_another_deck_in_a_pocket_is_a_finding_before_the_first_call():
    script = table()
    lay(script, HANDS)
    where = next(i for i, r in enumerate(script.other) if isinstance(r, rd.Scan) and r.at == "pocket.E")
    scan = script.other[where]
    mixed = tuple(red("S9") if tag == TAG[card("S9")] else tag for tag in scan.tags)
    assert mixed != scan.tags
    script.other[where] = replace(scan, tags=mixed)
    heard = Heard(calls(script, "N:1NT"), FITS)
    told = [type(e) for e in heard.events]
    assert told.index(ev.PocketScanned) < told.index(ev.CallMade)
    assert heard.pockets() == WHOLE | {"E": (1, "red-02")}
    assert (heard.raised, heard.notes) == (["foreign_card E"], [])


def test_another_board_that_lies_by_the_pockets_is_a_note_and_no_finding():
    script = table()
    lay(script, HANDS)
    for seat in SEATS:
        both = [r for r in script.other if isinstance(r, rd.Scan) and r.at == f"pocket.{seat.value}"]
        where = script.other.index(both[0])
        more = tuple(red(c.text) for c in HANDS[seat])
        script.other[where] = replace(both[0], tags=both[0].tags + more)
    heard = Heard(script, FITS)
    assert (heard.pockets(), heard.raised, set(heard.notes)) == (WHOLE, [], {"another_board"})


def test_a_card_of_another_deck_that_is_played_names_its_deck():
    script = in_play()
    script.other.append(rd.TagSeen(t=script.t + 1, at="play.S", tag=red("C3")))
    script.t += 8
    heard = Heard(script, FITS)
    (played,) = (e for e in heard.events if isinstance(e, ev.CardPlayed) and e.pack)
    assert (played.seat, played.card, played.pack) == (Seat.S, card("C3"), "red-02")
    assert heard.raised == ["foreign_card S"]


def test_a_card_of_another_deck_in_dummys_hand_is_seen_there_and_counts_for_none_of_the_thirteen():
    script = in_play()
    script.places["spread.S"].append(Lying(red("S2"), script.t - 3))
    script.t += 6
    heard = Heard(script, FITS)
    (faced,) = (e for e in heard.events if isinstance(e, ev.HandFaced))
    (seen,) = (e for e in heard.events if isinstance(e, ev.CardsExposed))
    assert (len(faced.cards), seen.seat, seen.cards, seen.pack) == (13, Seat.S, (card("S2"),), "red-02")
    assert heard.raised == ["foreign_card S"]


def test_where_the_director_lets_the_board_go_on_the_other_decks_cards_count():
    script = table()
    lay(script, HANDS, deck=RED)
    ruling = Ruling(on="foreign_card", choice="play_on")
    script.other.append(rd.Entered(t=script.t, event=ruling))
    script.t += 12
    heard = Heard(script, RED)
    assert heard.pockets() == WHOLE
    assert heard.raised == ["foreign_card N"]


def test_the_next_board_begins_with_its_own_deck_again():
    script = calls(table(), "N:P E:P S:P W:P")
    lay(script, {}, t=script.t)
    heard = Heard(script, FITS)
    heard.sensing._scene.decks.recognise({"red-02": 52})
    heard.sensing._begin_board()
    assert heard.sensing._scene.decks.card_of(TAG[card("SA")]).pack is None


# -- the header --------------------------------------------------------------------------------------------------------

HEADER = '{"log":"reading-log/1","laws":"2017","deck":{"id":"a","tags":{"E1":"SA"}},"decks":%s}\n'


def test_other_decks_stand_in_the_header():
    log = parse_reading_log(HEADER % '[{"id":"b","tags":{"E2":"SA"},"fits":true},{"id":"c","tags":{}}]')
    assert log.decks == (Deck("b", {"E2": card("SA")}, fits=True), Deck("c", {}))


@pytest.mark.parametrize(
    ("decks", "said"),
    [
        ("7", "field 'decks': 7 is not a list of decks"),
        ("[7]", r"field 'decks\[0\]': a deck is an object"),
        ('[{"id":"b","tags":{"E2":"1S"}}]', r"field 'decks\[0\]\.tags\.E2': no such card"),
        ('[{"id":"b","tags":{"E1":"HA"}}]', "field 'decks': tag E1 is in deck a and in deck b"),
    ],
)
def test_a_deck_that_cannot_be_is_named(decks, said):
    with pytest.raises(ValueError, match=said):
        parse_reading_log(HEADER % decks)
