"""Law 24: cards shown or led in the auction become penalty cards when their owner defends."""

import pytest
from support.build import auction, play, ruling
from support.card_acts import EARLY_LEAD, NOT_PLAYED, exposed, faced, put, spread, three_notrump
from support.table import EDITIONS, after

from controller.table import refusal

SHOWN, LED = "card_exposed_in_auction", "premature_lead_in_auction"
BOARD, *_ = three_notrump()
THE_END = auction("W: P P P")


def shown(*acts):
    """South bids three notrump, this happens, and all pass."""
    return [BOARD, *auction("S: 3NT"), *acts, *THE_END]


@pytest.mark.parametrize("laws", EDITIONS)
@pytest.mark.parametrize(
    ("acts", "cards"),
    [
        ([exposed("E", "H7")], [["E", "H7", "minor"]]),
        ([exposed("E", "HQ")], [["E", "HQ", "major"]]),
        ([exposed("E", "H7 C3")], [["E", "H7", "major"], ["E", "C3", "major"]]),
        ([exposed("E", "H7"), exposed("E", "C3")], [["E", "H7", "major"], ["E", "C3", "major"]]),
        ([put("E", "H7")], [["E", "H7", "major"]]),
        ([exposed("E", "H7"), exposed("W", "S2")], [["E", "H7", "minor"], ["W", "S2", "minor"]]),
        ([exposed("N", "SK")], []),
    ],
)
def test_what_becomes_of_them(laws, acts, cards):
    assert after(shown(*acts), laws=laws).state["penalty_cards"] == cards


@pytest.mark.parametrize("laws", EDITIONS)
class TestBeforeTheOpeningLead:
    def test_the_owners_partner_on_lead_waits_for_declarers_choice(self, laws):
        story = after(shown(exposed("E", "HQ")), laws=laws)
        assert story.state["lead_restrictions"] == [{"seat": "W", "pending": "50"}]

    def test_laid_face_down_his_card_is_no_lead_yet(self, laws):
        down = [*shown(exposed("E", "HQ")), put("W", "S2", face="down")]
        assert after(down, laws=laws).kinds == [SHOWN]
        assert after(down, faced("W", "S2"), laws=laws).kinds == [SHOWN, EARLY_LEAD]

    def test_an_order_takes_his_lead_back(self, laws):
        events = [*shown(exposed("E", "HQ")), put("W", "S2"), ruling(EARLY_LEAD, "require", suits="H")]
        story = after(events, laws=laws)
        assert (story.state["phase"], story.state["turn"]) == ("clarification", "W")
        assert story.state["penalty_cards"] == [["W", "S2", "major"]]
        assert after(events, put("W", "HJ"), laws=laws).kinds == [SHOWN, EARLY_LEAD]

    def test_the_owner_on_lead_leads_it(self, laws):
        assert after(shown(exposed("W", "HJ")), put("W", "HJ"), laws=laws).kinds == [SHOWN]
        assert after(shown(exposed("W", "HJ")), put("W", "S2"), laws=laws).kinds == [SHOWN, NOT_PLAYED]


class TestWaived:
    def test_1987_declarer_may_let_it_go_back_until_he_or_dummy_has_played(self):
        events = shown(exposed("W", "HJ"))
        story = after(events, ruling(SHOWN, "no_penalty_card"), put("W", "S2"), laws="1987")
        assert (story.kinds, story.state["penalty_cards"]) == ([SHOWN], [])
        led = after(shown(exposed("E", "HK")), ruling(SHOWN, "free"), put("W", "S2"), laws="1987").table
        assert refusal(led, ruling(SHOWN, "no_penalty_card")) is None
        played = after(shown(exposed("E", "HK")), play("W: S2 SK"), laws="1987").table
        assert refusal(played, ruling(SHOWN, "no_penalty_card")) is not None

    def test_2017_it_is_a_penalty_card_whatever_he_says(self):
        table = after(shown(exposed("W", "HJ")), laws="2017").table
        assert refusal(table, ruling(SHOWN, "no_penalty_card")) is not None


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_card_led_in_the_auction_is_led_anew_when_the_time_comes(laws):
    story = after(shown(put("W", "HJ")), put("W", "HJ"), spread("N"), laws=laws)
    assert (story.kinds, story.state["on_table"], story.state["penalty_cards"]) == ([LED], [["W", "HJ"]], [])


@pytest.mark.parametrize("laws", EDITIONS)
def test_a_lead_before_the_last_pass_that_is_turned_up_meanwhile(laws):
    early = [BOARD, *auction("S: 3NT P P"), put("W", "S2", face="down"), faced("W", "S2")]
    story = after(early, ruling("auction_incomplete_play_started", "play_on"), laws=laws)
    assert (story.state["phase"], story.state["on_table"]) == ("play", [["W", "S2"]])
