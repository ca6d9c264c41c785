"""A summons as its page: what happened, and the lawful options in the Laws' order with what is tapped for them."""

import re

import pytest

from .evening import IN_PLAY, TO_3NT, WRONG_LEAD, board, calls, cards
from .summons_page import BID, LEAD, REVOKED, hidden, options, plain, rule
from .support import Visitor, read_up

# -- what the page says -----------------------------------------------------------------------------------------------


async def test_the_page_says_who_did_what_over_what(too_low):
    assert "West bid 1♥ over South's 1♠" in plain((await too_low.get(BID)).text)


async def test_the_options_stand_in_the_laws_order(too_low):
    assert options((await too_low.get(BID)).text)[:2] == ["accept", "cancel"]


async def test_the_page_says_who_chooses(too_low):
    assert "North chooses" in plain((await too_low.get(BID)).text)


async def test_the_page_says_what_follows_with_the_lowest_sufficient_bid(too_low):
    assert "2♥ or a comparable call: nothing further" in plain((await too_low.get(BID)).text)


async def test_the_page_names_the_law_and_the_edition(too_low):
    assert "Law 27 · 2017." in plain((await too_low.get(BID)).text)


async def test_no_option_is_chosen_beforehand(too_low):
    page = (await too_low.get(BID)).text
    assert not re.search(r'name="choice" value="\w+"[^>]*checked', page)


async def test_an_alerted_call_is_marked(too_low):
    assert '<abbr class="alerted"' in (await too_low.get(BID)).text


async def test_the_page_speaks_russian_to_one_who_set_it(too_low):
    await too_low.tap("/language", language="ru", back=BID)
    page = plain((await too_low.get(BID)).text)
    assert "Недостаточное назначение" in page and "Запад назначил 1♥ после 1♠ Юга" in page


async def test_a_lead_out_of_turn_offers_its_five_options_in_order(wrong_lead):
    found = options((await wrong_lead.get(LEAD)).text)
    assert found[:5] == ["declarer_spreads", "accept", "require", "forbid", "free"]


async def test_a_lead_out_of_turn_says_who_was_on_lead(wrong_lead):
    assert "West was on lead" in plain((await wrong_lead.get(LEAD)).text)


async def test_suits_that_the_law_does_not_allow_cannot_be_tapped(wrong_lead):
    page = (await wrong_lead.get(LEAD)).text
    found = dict(re.findall(r'name="require.suits" value="(\w)"( disabled)?', page))
    assert found == {"S": " disabled", "H": "", "D": " disabled", "C": " disabled"}


# -- ruling -----------------------------------------------------------------------------------------------------------


async def test_a_tapped_option_is_recorded_with_name_revision_and_id(too_low, core):
    answer = await rule(too_low, BID, choice="accept")
    ruling = core.asked[-1]["ruling"]
    assert answer.status_code == 303
    assert (ruling["on"], ruling["choice"], ruling["by"], ruling["rev"]) == (
        "insufficient_bid@4:W", "accept", "anna", 1,
    )  # fmt: skip
    assert len(ruling["id"]) == 32


async def test_after_the_ruling_the_table_shows_it(too_low):
    answer = await rule(too_low, BID, choice="accept")
    page = plain((await too_low.get(answer.headers["location"])).text)
    assert "Ruling recorded" in page and "North to call" in page


async def test_after_the_ruling_nobody_waits(too_low):
    await rule(too_low, BID, choice="accept")
    assert "Nobody is waiting" in (await too_low.get("/")).text


async def test_the_same_form_sent_twice_counts_once(too_low, core):
    page = (await too_low.get(BID)).text
    fields = {"do": "rule", "id": hidden(page, "id"), "rev": hidden(page, "rev"), "choice": "accept"}
    first, second = await too_low.tap(BID, **fields), await too_low.tap(BID, **fields)
    events = [row for row in core.journal.rows(table="7") if row.kind == "event" and row.body["type"] == "ruling"]
    assert first.headers["location"] == second.headers["location"] and len(events) == 1


async def test_two_suits_can_be_forbidden_with_two_taps(wrong_lead, core):
    page = (await wrong_lead.get(LEAD)).text
    fields = {"csrf": wrong_lead.csrf, "do": "rule", "id": hidden(page, "id"), "rev": "1", "choice": "forbid"}
    await wrong_lead.post(LEAD, data=fields | {"forbid.suits": ["S", "H"]})
    assert core.asked[-1]["ruling"]["suits"] == ["S", "H"]


async def test_a_suit_that_is_missing_is_asked_for(wrong_lead, core):
    answer = await rule(wrong_lead, LEAD, choice="require")
    assert answer.status_code == 422 and "Tap a suit." in answer.text and core.asked == []


async def test_what_was_tapped_is_still_tapped_when_something_is_missing(wrong_lead):
    answer = await rule(wrong_lead, LEAD, choice="require")
    assert re.search(r'value="require"[^>]*checked', answer.text)


async def test_nothing_tapped_records_nothing(too_low, core):
    answer = await rule(too_low, BID)
    assert answer.status_code == 422 and core.asked == []


@pytest.mark.parametrize("value", ["Z", "<script>", "", "9" * 400])
async def test_a_forged_suit_is_refused_in_words(wrong_lead, core, value):
    answer = await rule(wrong_lead, LEAD, choice="require", **{"require.suits": value})
    assert answer.status_code == 422 and core.asked == [] and "<script>" not in answer.text


async def test_an_adjusted_score_is_put_together_from_taps(too_low, core):
    taps = {"level": "4", "denomination": "S", "doubled": "X", "declarer": "N", "tricks": "9"}
    await rule(too_low, BID, choice="adjust", **{f"adjust.{name}": value for name, value in taps.items()})
    ruling = core.asked[-1]["ruling"]
    assert (ruling["contract"], ruling["declarer"], ruling["tricks"]) == ("4SX", "N", 9)


async def test_an_artificial_score_is_one_tap(too_low, core):
    await rule(too_low, BID, choice="artificial", **{"artificial.percent": "60/40"})
    assert (core.asked[-1]["ruling"]["NS"], core.asked[-1]["ruling"]["EW"]) == (60, 40)


# -- after cancel: is the new call comparable? ------------------------------------------------------------------------


async def test_after_cancel_the_new_call_brings_the_question_of_law_23(app, core, too_low):
    await rule(too_low, BID, choice="cancel")
    await core.act("7", {"type": "call", "seat": "W", "call": "3H"})
    await read_up(app, core)
    page = plain((await too_low.get(BID)).text)
    assert "Is the new call comparable?" in page and "Withdrawn: 1♥" in page and "New call: 3♥" in page


async def test_the_lowest_sufficient_bid_of_the_same_denomination_brings_no_question(app, core, too_low):
    await rule(too_low, BID, choice="cancel")
    await core.act("7", {"type": "call", "seat": "W", "call": "2H"})
    await read_up(app, core)
    assert "Nobody is waiting" in (await too_low.get("/")).text


async def test_the_question_of_law_23_stands_in_the_queue(app, core, too_low):
    await rule(too_low, BID, choice="cancel")
    await core.act("7", {"type": "call", "seat": "W", "call": "3H"})
    await read_up(app, core)
    assert "You find: is the new call comparable?" in (await too_low.get("/")).text


async def test_the_answer_to_the_question_is_recorded(app, core, too_low):
    await rule(too_low, BID, choice="cancel")
    await core.act("7", {"type": "call", "seat": "W", "call": "3H"})
    await read_up(app, core)
    answer = await rule(too_low, BID, choice="not_comparable")
    page = plain((await too_low.get(answer.headers["location"])).text)
    assert "East must pass throughout." in page


# -- the quiet page ---------------------------------------------------------------------------------------------------


async def test_the_quiet_page_says_not_to_go(revoked):
    page = (await revoked.get(REVOKED)).text
    assert "Do not go to the table" in page and "page-quiet" in page


async def test_the_quiet_page_has_no_button_at_the_table(revoked):
    page = (await revoked.get(REVOKED)).text
    assert 'value="arrived"' not in page and 'value="noted"' in page


async def test_the_quiet_page_offers_the_correction_only_if_a_player_calls(revoked):
    page = (await revoked.get(REVOKED)).text
    assert options(page) == ["correct"] and "Only if a player calls you" in page


async def test_the_quiet_page_says_what_establishes_it(revoked):
    assert "West or East plays to the next trick:" in plain((await revoked.get(REVOKED)).text)


async def test_a_quiet_note_that_was_noted_leaves_the_room(revoked, core):
    page = (await revoked.get(REVOKED)).text
    await revoked.tap(REVOKED, do="noted", id="x", rev=hidden(page, "rev"))
    assert core.asked[-1]["do"] == "ack"


async def test_a_quiet_note_that_has_gone_over_says_so_and_asks_nothing_more(revoked, app, core):
    await core.play("2", *cards("N:S4 SQ"))
    await read_up(app, core)
    page = (await revoked.get(REVOKED)).text
    assert "Went over into another finding" in page and "Do not go to the table" not in page
    assert 'value="noted"' not in page


# -- what is closed ---------------------------------------------------------------------------------------------------


async def test_a_lead_that_went_back_is_still_shown_with_its_own_trick(wrong_lead, app, core):
    await core.act("1", {"type": "ruling", "on": "opening_lead_out_of_turn_face_up", "choice": "free"})
    await core.play("1", *IN_PLAY)
    await read_up(app, core)
    page = plain((await wrong_lead.get(LEAD)).text)
    assert "Trick 1 " in page and "♥K" in page


async def test_what_was_taken_back_says_which_event_put_the_record_right(too_low, app, core):
    put_right = {"type": "call", "seat": "W", "call": "2H", "as": 4}
    await core.act("7", {"type": "correction", "replaces": [4], "events": [put_right], "reason": "misread"})
    await read_up(app, core)
    assert "Withdrawn: event 5 put the record right." in (await too_low.get(BID)).text


# -- a player calls the director --------------------------------------------------------------------------------------


async def test_a_players_call_has_a_page_and_is_answered_by_coming(app, core, anna):
    await core.play("7", board(21), *calls("N", "P 1C"), {"type": "director_called", "seat": "S"})
    await read_up(app, core)
    page = (await anna.get("/tables/7/summonses/director_called@3:S")).text
    await anna.tap("/tables/7/here")
    assert "Director called · South" in page and "In other hands, and devices" in (await anna.get("/")).text


async def test_a_playing_director_cannot_open_a_summons_of_a_board_he_has_to_play(app, core, too_low):
    async with Visitor(app) as pavel:
        await pavel.log_in("pavel")
        answer = await pavel.get(BID)
    assert answer.status_code == 404 and "nsufficient" not in answer.text


async def test_a_playing_director_is_told_where_to_come_and_no_more(app, core, too_low):
    async with Visitor(app) as pavel:
        await pavel.log_in("pavel")
        page = (await pavel.get("/")).text
    assert "Come to table" in page and ">7<" in page and "nsufficient" not in page and "West" not in page


async def test_the_director_says_that_a_lead_lies_face_up_and_the_options_follow(app, core, anna):
    down = {"type": "card", "seat": "E", "card": "HK", "face": "down"}
    await core.play("2", board(13), *calls("N", TO_3NT), down)
    await read_up(app, core)
    path = "/tables/2/summonses/opening_lead_out_of_turn_face_down@7:E"
    assert "It lies face up" in (await anna.get(path)).text
    answer = await anna.tap(path, do="faced")
    assert answer.headers["location"].startswith("/tables/2/summonses/opening_lead_out_of_turn_face_up@")
    assert {"accept", "declarer_spreads", "forbid"} <= set(options((await anna.get(answer.headers["location"])).text))
    assert core.asked[-1]["event"] == {"type": "card_faced", "src": "director", "seat": "E", "card": "HK"}


async def test_a_lead_that_was_seen_face_up_is_not_asked_about(app, core, anna):
    await core.play("2", *WRONG_LEAD)
    await read_up(app, core)
    page = (await anna.get("/tables/2/summonses/opening_lead_out_of_turn_face_up@8:E")).text
    assert "It lies face up" not in page
