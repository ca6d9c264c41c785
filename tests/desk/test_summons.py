"""A summons as its page: what happened, the lawful options in the Laws' order, and what its buttons do."""

import re
from html import unescape

import pytest

from .evening import IN_PLAY, REVOKE, TOO_LOW, WRONG_LEAD, board, calls, cards
from .support import Visitor, read_up

BID = "/tables/7/summonses/insufficient_bid@4:W"
LEAD = "/tables/1/summonses/opening_lead_out_of_turn_face_up@8:E"
REVOKED = "/tables/2/summonses/revoke_certain@16:W"


def options(page: str) -> list[str]:
    """The choices that a page offers, in order."""
    return re.findall(r'name="choice" value="(\w+)"', page)


def hidden(page: str, name: str) -> str:
    """A hidden field of the ruling's form."""
    found = re.search(rf'type="hidden" name="{name}" value="([^"]*)"', page.partition('id="ruling"')[2])
    assert found is not None
    return found[1]


async def rule(visitor: Visitor, path: str, **fields: str):
    """Open the page and tap: the form's own id and revision go with it."""
    page = (await visitor.get(path)).text
    return await visitor.tap(path, do="rule", id=hidden(page, "id"), rev=hidden(page, "rev"), **fields)


@pytest.fixture
async def too_low(app, core, anna):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    return anna


@pytest.fixture
async def wrong_lead(app, core, anna):
    await core.play("1", *WRONG_LEAD)
    await read_up(app, core)
    return anna


@pytest.fixture
async def revoked(app, core, anna):
    await core.play("2", *REVOKE)
    await read_up(app, core)
    return anna


# -- what the page says -----------------------------------------------------------------------------------------------


def plain(html: str) -> str:
    """A page's words without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", html))).replace("\ufe0e", "")


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


# -- when it is not recorded ------------------------------------------------------------------------------------------


async def test_a_ruling_after_the_next_call_is_refused_and_says_why(app, too_low, core):
    page = (await too_low.get(BID)).text
    await core.act("7", {"type": "call", "seat": "N", "call": "2D"})
    await read_up(app, core)
    answer = await too_low.tap(BID, do="rule", id=hidden(page, "id"), rev="", choice="cancel")
    assert answer.status_code == 409 and "Your ruling was not recorded" in answer.text
    assert "It is closed already." in answer.text


async def test_a_refused_ruling_can_be_put_in_the_place_where_it_was_given(app, too_low, core):
    page = (await too_low.get(BID)).text
    await core.act("7", {"type": "call", "seat": "N", "call": "2D"})
    await read_up(app, core)
    refused = await too_low.tap(BID, do="rule", id=hidden(page, "id"), rev="", choice="cancel")
    fields = dict(re.findall(r'type="hidden" name="([\w.]+)" value="([^"]*)"', refused.text.partition("queue")[2]))
    shown = await too_low.tap(BID, **(fields | {"do": "preview"}))
    assert fields["after"] == "4" and "What it would change" in shown.text and core.asked[-1]["do"] == "ruling"


async def test_looking_at_what_it_would_change_records_nothing(too_low, core):
    before = len(list(core.journal.rows()))
    await too_low.tap(BID, do="preview", choice="cancel", id="x", rev="1", after="4")
    assert len(list(core.journal.rows())) == before and core.asked == []


async def test_two_directors_do_not_overwrite_each_other(app, core, anna, boris):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    seen_by_boris = (await boris.get(BID)).text
    await rule(anna, BID, choice="accept")
    fields = {"do": "rule", "id": hidden(seen_by_boris, "id"), "rev": hidden(seen_by_boris, "rev")}
    answer = await boris.tap(BID, **fields, choice="cancel")
    assert answer.status_code == 409 and "The summons has changed since you opened it." in answer.text


async def test_the_second_director_sees_who_ruled_what(app, core, anna, boris):
    await core.play("7", *TOO_LOW)
    await read_up(app, core)
    await rule(anna, BID, choice="accept")
    assert "anna, event 5" in plain((await boris.get(BID)).text)


async def test_a_core_that_does_not_answer_is_said_so_and_nothing_is_claimed(too_low, core):
    core.is_away = True
    answer = await rule(too_low, BID, choice="accept")
    assert answer.status_code == 503 and "Nothing was recorded" in answer.text


async def test_an_unknown_button_does_nothing(too_low, core):
    assert (await too_low.tap(BID, do="explode")).status_code == 400
    assert core.asked == []


@pytest.mark.parametrize(
    "path", ["/tables/7/summonses/nothing@1:N", "/tables/99/summonses/x", "/tables/7/summonses/%00"]
)
async def test_an_unknown_summons_is_not_there(too_low, path):
    assert (await too_low.get(path)).status_code == 404


# -- at the table, on the way, later, misread -------------------------------------------------------------------------


async def test_at_the_table_is_told_to_the_core_and_shown(too_low, core):
    await too_low.tap(BID, do="arrived")
    assert core.asked[-1] == {"do": "at_the_table", "table": "7", "by": "anna", "leave": False}
    assert "You are at the table" in (await too_low.get(BID)).text


async def test_another_director_sees_who_is_at_the_table(app, too_low, boris):
    await too_low.tap(BID, do="arrived")
    assert "anna is at this table" in (await boris.get(BID)).text


async def test_for_another_director_a_table_in_hand_is_in_other_hands(too_low, boris):
    await too_low.tap(BID, do="arrived")
    page = (await boris.get("/")).text
    assert "Nobody is waiting" in page and "call--taken" in page


async def test_on_my_way_keeps_it_in_my_own_queue(too_low):
    await too_low.tap(BID, do="on_my_way")
    page = (await too_low.get("/")).text
    assert "You are on the way" in page and "call--now" in page


async def test_later_puts_it_aside_and_brings_it_back(too_low, core):
    await too_low.tap(BID, do="later", when="1")
    aside = (await too_low.get("/")).text
    core.now += 61
    assert "call--now" not in aside and "call--now" in (await too_low.get("/")).text


async def test_later_asks_when(too_low):
    page = (await too_low.tap(BID, do="later")).text
    assert "In 1 minute" in page and "When the board has ended" in page


async def test_a_misread_asks_for_a_reason_and_shows_what_goes(too_low):
    page = plain((await too_low.tap(BID, do="misread")).text)
    assert "What is struck out" in page and "West bid 1♥ over South's 1♠ (event 4)" in page


async def test_a_misread_is_recorded_as_a_dismissal_with_its_reason(too_low, core):
    await too_low.tap(BID, do="rule", choice="dismiss", reason="wrong_card", id="a" * 32, rev="1")
    assert (core.asked[-1]["ruling"]["choice"], core.asked[-1]["ruling"]["reason"]) == ("dismiss", "wrong_card")


async def test_a_misread_without_a_reason_is_not_recorded(too_low, core):
    answer = await too_low.tap(BID, do="rule", choice="dismiss", id="a" * 32, rev="1")
    assert answer.status_code == 422 and core.asked == []


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
    assert "Director called · South" in page and "In other hands" in (await anna.get("/")).text


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
