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
    assert told == ["Event 5: ruled on “Insufficient bid, East”: Not comparable", "→ West must pass throughout."]


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
