"""`smarttable judge` tells a director what happened, the Law, every option, who chooses and what follows."""

import json
import re
from pathlib import Path

import pytest

from controller.cli import main

CASES = Path(__file__).parents[1] / "cases"
EVERY_CASE = sorted(CASES.rglob("*.json"))
#: Words of the Latin alphabet that Russian players write too: a redoubled contract.
LATIN = {"XX"}
INSUFFICIENT = [
    {"type": "board", "board": 1},
    {"type": "call", "seat": "N", "call": "1S"},
    {"type": "call", "seat": "E", "call": "1H"},
    {"type": "ruling", "on": "insufficient_bid", "choice": "cancel"},
    {"type": "call", "seat": "E", "call": "P"},
    {"type": "ruling", "on": "insufficient_bid", "choice": "not_comparable"},
]


@pytest.fixture
def judged(monkeypatch, capsys):
    """What the command prints."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["smarttable", "judge", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        return capsys.readouterr().out

    return run


@pytest.fixture
def story(judged, tmp_path):
    """The same of events, as lines without their margins."""

    def run(events, *words, laws="2017"):
        path = tmp_path / "log.json"
        path.write_text(json.dumps({"case": "a log", "laws": laws, "events": events}))
        return [line.strip() for line in judged(path, *words).splitlines()]

    return run


def after(lines, start):
    """The lines of the event that begins so, to the next empty one."""
    first = next(i for i, line in enumerate(lines) if line.startswith(start))
    rest = lines[first:]
    return rest[: rest.index("")] if "" in rest else rest


def case(name):
    return next(path for path in EVERY_CASE if path.stem == name)


# -- what a director needs ------------------------------------------------------------------------------------------


def test_it_says_what_happened_the_law_and_what_it_is_about(story):
    told = after(story(INSUFFICIENT), "Event 2")
    assert told[0] == "Event 2: East bid 1♥ over North's 1♠"
    assert told[1] == "Insufficient bid, East · Law 27 (see also 27A, 27B) · certain · a summons at once"
    assert told[2].startswith("The bid does not beat the last one.")


def test_it_says_every_option_who_chooses_and_what_follows(story):
    told = after(story(INSUFFICIENT), "Event 2")
    assert "▸ South accepts 1♥ (South chooses)" in told
    refused = told.index("▸ South does not accept (South chooses)")
    assert told[refused + 1] == "East calls again, knowing this:"
    assert told[refused + 2] == "– 2♥ or a comparable call: nothing further"


def test_a_ruling_says_what_it_was_on_and_what_holds_from_there(story):
    told = after(story(INSUFFICIENT), "Event 5")
    assert told[:2] == ["Event 5: ruled on “Insufficient bid, East”: Not comparable", "→ West must pass throughout."]


@pytest.mark.parametrize(
    ("name", "event", "said"),
    [
        ("25-another-call-partner-silenced-1987", 3, "“Call changed, North”: North changes the call"),
        ("17-lead-before-last-pass-play-on-2017", 5, "“Led before the last pass, West”: The auction is over"),
        ("07-two-cards-exchanged-when-put-back-2017", 20, "“Hand not put back, North”: Put right"),
        ("26-forbidden-suit-led-2017", 10, "“Insufficient bid, East”: West may not lead ♥"),
        ("57-partner-required-to-ruff-2017", 17, "“Play out of turn, West”: East must play ♦"),
        ("23a-forced-pass-damage-1987", 14, "“Call out of turn, South”: Assigned score: 3NT by South, 8 tricks"),
        ("51-either-penalty-card-will-do-2017", 12, "“Defender's card exposed, West”: Penalty card: Major"),
        (
            "30c-pass-of-artificial-call-2017",
            3,
            "“Call out of turn, South”: West does not accept; the call was artificial",
        ),
    ],
)
def test_a_ruling_is_told_in_the_words_in_which_its_option_was_offered(judged, name, event, said):
    assert f"Event {event}: ruled on {said}\n" in judged(case(name))


def test_what_may_always_be_ruled_is_said_once_for_all_logs_that_list_options(judged):
    beside = "Beside what is listed, any finding lets you assign an adjusted or an artificial score"
    told = judged(case("27-corrected-too-soon-2017"), case("22-four-passes-2017"), case("64-ace-kept-back-2017"))
    assert told.count(beside) == 1 and told.splitlines()[-1].startswith(beside)
    assert beside not in judged(case("22-four-passes-2017"))


def test_an_empty_line_stands_between_logs(judged):
    passed = case("22-four-passes-2017")
    assert "Nothing irregular.\n\n22-four-passes-2017 · Laws of 2017\n" in judged(passed, passed)


def test_a_board_that_goes_on_says_whose_turn_it_is_and_what_binds_whom(story):
    lines = story(INSUFFICIENT)
    assert lines[lines.index("South to call") + 1] == "West must pass throughout."


def test_the_auction_stands_by_columns_and_shows_what_was_taken_back(story):
    lines = story(INSUFFICIENT)
    assert [line.split() for line in lines[4:7]] == [
        ["West", "North", "East", "South"],
        ["1♠", "(1♥)"],
        ["Pass", "…"],
    ]


def test_tricks_stand_by_rows_with_the_lead_marked_and_the_winner_named(judged):
    lines = judged(case("44-full-board-3nt-2017")).splitlines()
    assert [line.split() for line in lines if re.match(r" +[12] ", line)] == [
        ["1", "▸♥5", "♥2", "♥7", "♥9", "South"],
        ["2", "♥10", "♥4", "♥Q", "▸♥3", "East"],
    ]


def test_contract_tricks_and_score_stand_under_the_board(judged):
    assert "   4♠ by South · N–S 9, E–W 4 · 10 tricks, 620 N–S · Tricks transferred: 1 trick to N–S\n" in judged(
        case("64-ace-kept-back-2017")
    )


def test_a_passed_out_board_has_no_tricks(judged):
    assert "   Passed out\n" in judged(case("22-four-passes-2017"))


def test_nothing_irregular_is_said(judged):
    assert "\nNothing irregular.\n" in judged(case("22-four-passes-2017"))


def test_a_result_is_said_as_players_say_it(judged):
    assert "Event 62: result keyed: 4♠ by South, 10 tricks\n" in judged(case("64-ace-kept-back-2017"))


def test_a_claim_its_dispute_and_the_award_are_told(judged):
    told = judged(case("70-claim-disputed-awarded-1987"))
    for line in (
        "Event 45: South claims 4 tricks",
        "Event 46: West disputes",
        "Event 47: ruled on “Claim disputed, South”: Claim awarded: 1 trick to E–W",
    ):
        assert f"{line}\n" in told


def test_what_becomes_known_later_is_told_then(judged):
    told = after([line.strip() for line in judged(case("64-ace-kept-back-2017")).splitlines()], "Event 44")
    assert told[1:3] == ["Now different: Revoke established, East", "▸ Transfer tricks: 1 to N–S (You find)"]


def test_an_act_that_is_judged_at_a_later_one_is_named_with_its_event(judged):
    told = after([line.strip() for line in judged(case("64-ace-kept-back-2017")).splitlines()], "Event 22")
    assert told[0] == "Event 22: West played ♥2" and told[2] == "Event 19: East played ♥7 on a lead in ♣"


def test_a_late_ruling_says_where_it_counts(judged):
    told = judged(case("late-ruling-57-premature-lead-to-next-trick-2017"))
    assert "   given after event 13, and counted there\n" in told


def test_a_defective_trick_put_right_says_why_nothing_goes_over(judged):
    told = after(judged(case("67-defective-trick-card-placed-1987")).splitlines(), "Event 25")
    assert [line.strip() for line in told[1:]] == [
        "Now different: Defective trick, West",
        "He added a card of the suit led.",
    ]


def test_a_defective_trick_put_right_offers_the_trick_that_goes_over(judged):
    lines = judged(case("67-defective-trick-card-placed-1987"), "--edition", "2017").splitlines()
    told = [line.strip() for line in after(lines, "Event 26")]
    assert told[1:3] == ["Now different: Defective trick, West", "▸ Transfer tricks: 1 to N–S (You find)"]


def test_a_ruling_that_the_edition_does_not_know_changes_nothing_and_says_so(story):
    told = after(story(INSUFFICIENT, "--edition", "1987"), "Event 5")
    assert told[1:] == ["The Laws do not offer that here."]


OUT_OF_TURN = [
    {"type": "board", "board": 1},
    {"type": "call", "seat": "E", "call": "1H"},
    {"type": "ruling", "on": "call_out_of_turn", "choice": "cancel"},
    {"type": "call", "seat": "N", "call": "1S"},
    {"type": "call", "seat": "E", "call": "2C"},
]


def test_before_a_refusal_the_director_reads_what_each_new_call_would_cost(story):
    told = after(story(OUT_OF_TURN), "Event 1")
    refused = told.index("▸ South does not accept (South chooses)")
    assert told[refused + 1 : refused + 5] == [
        "1♥ is cancelled; North calls, and then:",
        "– North passes: East must repeat 1♥, nothing further",
        "– North acts, and East makes a comparable call: nothing further",
        "– North acts, and East calls otherwise: West passes once; restrictions on West's lead may follow",
    ]


def test_a_second_insufficient_bid_says_that_no_call_will_free_the_partner(judged):
    """2017 Law 27B4; in 1987 the second is judged like the first."""
    path = case("27-second-insufficient-bid-2017")
    told = [line.strip() for line in after(judged(path).splitlines(), "Event 4")]
    assert told[2].startswith("It was to replace a bid that was not accepted")
    refused = told.index("▸ South does not accept (South chooses)")
    assert told[refused + 1].startswith("East makes a sufficient bid or passes. Whichever it is, West must pass")
    assert "nothing further" not in " ".join(told[refused:])
    old = [line.strip() for line in after(judged(path, "--edition", "1987").splitlines(), "Event 4")]
    assert "– 3♥, if both bids are natural: nothing further" in old


def test_an_insufficient_bid_after_a_call_that_stood_is_a_first_one(story):
    calls = [("E", "2H"), ("S", "2S"), ("W", "P"), ("N", "P"), ("E", "1H")]
    lines = story([*INSUFFICIENT[:4], *({"type": "call", "seat": seat, "call": call} for seat, call in calls)])
    assert "– 3♥ or a comparable call: nothing further" in after(lines, "Event 8")


def test_the_partner_whose_turn_it_was_calls_as_he_likes(judged):
    told = judged(case("31b-bid-at-partner-turn-2017"))
    assert "1♥ is cancelled; North calls as he likes, and in turn:\n" in told


def test_a_pass_out_of_turn_says_that_an_artificial_one_goes_by_another_law(judged):
    for name in ("30c-pass-of-artificial-call-2017", "30a-pass-at-partner-turn-before-bid-1987"):
        assert "say so: then 30C applies" in judged(case(name))


def test_a_changed_call_asks_about_the_two_calls_by_name(judged):
    told = judged(case("25-change-refused-first-stands-2017"))
    assert "You find 1♣, which stands, comparable to 1♦ (Law 23): no restrictions on South's lead (26).\n" in told


def test_the_new_call_asks_whether_it_is_comparable(story):
    told = after(story(OUT_OF_TURN), "Event 4")
    assert told[:3] == [
        "Event 4: East bid 2♣",
        "Now to settle, on “Call out of turn, East”:",
        "▸ Comparable call (You find)",
    ]


def test_the_edition_of_1987_asks_nothing_there(story):
    assert after(story(OUT_OF_TURN, "--edition", "1987"), "Event 4")[1:] == ["→ West must pass throughout."]


def test_a_right_to_limit_a_lead_is_told_when_it_comes_with_the_suits_that_may_be_named(judged):
    told = judged(case("31a-rho-acts-not-comparable-2017")).splitlines()
    assert "   ▸ West may not lead… ♠ ♥ ♦ (North chooses)" in told


def test_after_a_lead_was_refused_the_order_alone_is_told(judged):
    lines = judged(case("54-refused-free-choice-returns-1987")).splitlines()
    told = [line.strip() for line in after(lines, "Event 11")]
    assert told[3:5] == [
        "▸ East must lead… ♣ (North chooses)",
        "It holds for this one lead. Penalty cards of that suit go back to hand.",
    ]


def test_under_the_laws_of_1987_declarer_is_asked_whether_a_shown_card_is_a_penalty_card(judged):
    lines = judged(case("24-card-led-during-auction-then-led-1987")).splitlines()
    told = [line.strip() for line in after(lines, "Event 5")]
    assert told[2:4] == [
        "Now to settle, on “Lead during the auction, West”:",
        "▸ South does not treat it as a penalty card (South chooses)",
    ]
    assert not any("penalty card (" in line for line in judged(case("24-two-small-cards-2017")).splitlines())


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("50-honour-exposed-major-played-2017", "▸ Major penalty card (You find)"),
        ("51-either-penalty-card-will-do-2017", "▸ Major penalty card (You find)"),
        ("50-minor-does-not-bind-partner-1987", "▸ Penalty card: major / minor (You find)"),
    ],
)
def test_an_honour_or_two_cards_are_offered_as_a_major_penalty_card_alone(judged, name, offered):
    assert f"   {offered}\n" in judged(case(name))


def test_beside_another_penalty_card_a_small_one_is_major(judged):
    lines = judged(case("51-second-card-makes-both-major-2017")).splitlines()
    assert "   ▸ Penalty card: major / minor (You find)" in after(lines, "Event 11")
    assert "   ▸ Major penalty card (You find)" in after(lines, "Event 17")


def test_where_the_regulations_have_the_director_step_in_nothing_tells_him_to_stay_away(judged):
    told = judged(case("61-revoke-attention-now-2017"))
    assert "your regulations have you step in at once" in told
    assert "do not go" not in told and "Only once" not in told


@pytest.mark.parametrize("laws", ["1987", "2017"])
def test_a_defective_trick_is_not_called_quiet_where_it_summons_at_once(judged, tmp_path, laws):
    log = json.loads(case("67-defective-trick-card-placed-1987").read_text())
    path = tmp_path / "now.json"
    path.write_text(json.dumps(log | {"laws": laws, "regulations": {"revoke_attention": "now"}}))
    told = after(judged(path).splitlines(), "Event 22")
    assert "a summons at once" in told[1] and not any("Quiet" in line for line in told)


def test_whoever_reads_the_log_reads_which_cards_lie_wrong(judged):
    assert "Card in question: ♥Q, by the record West's\n" in judged(case("13-card-of-another-hand-played-stands-2017"))
    assert "Cards in question: ♠J\n" in judged(case("01-same-card-in-two-hands-2017"))
    assert "Not of this hand: ♥A\n   Missing: ♠A\n" in judged(case("06-pocket-differs-from-the-record-1987"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("48-declarers-dropped-card-2017", "Event 12: West took ♥A back\n"),
        ("62-west-corrects-himself-1987", "Event 27: West took ♠7 back\n"),
        ("50-penalty-card-taken-back-2017", "Event 13: East took ♦10 back\n"),
        ("41-face-down-wrong-defender-put-back-2017", "Event 7: East took a card back\n"),
    ],
)
def test_a_card_that_goes_back_is_named_if_it_was_seen(judged, name, said):
    assert said in judged(case(name))


def test_a_concession_is_not_called_a_claim_of_nothing(judged):
    assert "Event 46: North concedes the tricks that remain\n" in judged(case("68-declarer-concedes-the-rest-1987"))


def test_the_side_that_gets_the_tricks_is_named_before_their_number_is_known(judged):
    told = after(judged(case("64-ace-kept-back-2017")).splitlines(), "Event 22")
    assert "   ▸ Transfer tricks: … to N–S (You find)" in told


def test_each_changed_finding_has_its_options_under_its_own_heading(judged):
    lines = judged(case("64-each-side-in-another-trick-1987")).splitlines()
    told = [line.strip() for line in after(lines, "Event 62") if "Now" in line or "▸" in line]
    assert told == [
        "Now different: Revoke established, East",
        "▸ Transfer tricks: 1 to N–S (You find)",
        "Now different: Revoke established, South",
        "▸ Transfer tricks: 1 to E–W (You find)",
    ]


@pytest.mark.parametrize(
    ("on", "named"), [("claim_disputed", "Claim disputed"), ("insuficient_bid", "insuficient_bid")]
)
def test_a_ruling_on_what_is_not_there_says_what_it_was_on(story, on, named):
    told = after(story([*INSUFFICIENT[:3], {"type": "ruling", "on": on, "choice": "cancel"}]), "Event 3")
    assert told[2].startswith(f"Ruled on “{named}”, but there is no such finding here")


@pytest.mark.parametrize(("next_player", "ending"), [("S", "it stands"), ("N", "it is gone")])
def test_a_players_call_that_closes_a_finding_says_whether_the_other_stands(story, next_player, ending):
    log = [*OUT_OF_TURN[:2], {"type": "call", "seat": next_player, "call": "2H"}]
    assert f"Closed by this, {ending}: Call out of turn, East" in story(log)


def test_a_skipped_player_is_named_and_calls(judged):
    told = judged(case("34-skipped-player-three-passes-1987"))
    assert "   A player was skipped when South passed · Law 34" in told and "   → East is to call.\n" in told


def test_a_card_taken_back_is_not_said_to_stand_where_it_goes_back(judged):
    told = judged(case("47-defender-takes-card-back-2017"))
    assert "▸ It may go back (You find)\n       ♠J goes back to hand" in told


def test_each_board_of_an_evening_is_laid_out(story):
    lines = story([*INSUFFICIENT, {"type": "board", "board": 2}])
    assert [line for line in lines if line.startswith("Board ")] == [
        "Board 1 · dealer North · none vulnerable",
        "Board 2 · dealer East · N–S vulnerable",
    ]


# -- a file that is none ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("North 1S\nEast 1H\n", "is no table log, case or reading log: those are lines that begin with {"),
        ('{"log": "table-log/1", "laws": "2017"}\n{"type": "board" "board": 1}\n', "line 2: not JSON: expecting ','"),
        ('{"case": "a",\n "laws": "2017",\n "events": [{"type": "board",, "board": 1}]}', "(line 3, character 30, "),
    ],
)
def test_a_slip_in_a_file_is_named_with_its_place(monkeypatch, capsys, tmp_path, text, said):
    path = tmp_path / "slip.txt"
    path.write_text(text)
    monkeypatch.setattr("sys.argv", ["smarttable", "judge", str(path)])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr().err
    assert end.value.code == 2 and str(path) in told and said in told


def test_a_folder_says_how_to_name_its_files(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("sys.argv", ["smarttable", "judge", str(tmp_path)])
    with pytest.raises(SystemExit):
        main()
    assert f"{tmp_path}: is a folder: name the files in it" in capsys.readouterr().err


# -- two editions ---------------------------------------------------------------------------------------------------


def test_both_editions_stand_beside_each_other_and_only_what_differs_has_a_year(judged):
    lines = judged(case("64-ace-kept-back-2017"), "--edition", "both").splitlines()
    assert "1987     → 2 tricks go to N–S at the end." in lines
    assert "2017     → 1 trick goes to N–S at the end." in lines
    assert "      Board 7 · dealer South · all vulnerable" in lines


def test_what_both_editions_say_alike_has_no_year(judged):
    lines = judged(case("44-full-board-3nt-2017"), "--edition", "both").splitlines()
    assert [line for line in lines[1:] if line.startswith(("1987", "2017"))] == []


# -- Russian --------------------------------------------------------------------------------------------------------


def test_in_russian_a_director_reads_the_words_of_his_book(story):
    told = after(story(INSUFFICIENT, "--lang", "ru"), "Событие 2")
    assert told[:2] == [
        "Событие 2: Восток назначил 1♥ после 1♠ Севера",
        "Недостаточное назначение, Восток · Правило 27 (ср. 27A, 27B) · точно · вызов сразу",
    ]
    assert "▸ Юг не принимает (Выбирает Юг)" in told


@pytest.mark.parametrize("folder", sorted({path.parent.name for path in EVERY_CASE}))
def test_every_case_is_told_in_russian_without_a_foreign_word_or_an_empty_place(judged, folder):
    left = set()
    for path in (path for path in EVERY_CASE if path.parent.name == folder):
        has_why = "why" in json.loads(path.read_text())
        for line in judged(path, "--lang", "ru").splitlines()[2 if has_why else 1 :]:
            left |= {
                f"{path.stem}: {word}" for word in re.findall(r"[A-Za-z_]{2,}|[{}\[\]]", line) if word not in LATIN
            }
    assert left == set()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "It is of the pack red-02, not of this board's."),
        ("ru", "Она из колоды red-02, а не из колоды этой сдачи."),
    ],
)
def test_a_card_of_another_pack_names_its_pack(story, language, said):
    events = [{"type": "board", "board": 1}, {"type": "pocket", "seat": "E", "cards": ["HQ"], "pack": "red-02"}]
    assert said in story(events, "--lang", language)
