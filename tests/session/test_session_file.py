"""The session's file: what a club writes, and errors that name file and key."""

from fractions import Fraction

import pytest

from controller.model.errors import LogError
from controller.scoring import Divide, Halves, Scale, plain, split, weighted
from controller.session.howell import howell
from controller.session.listed import print_listed
from controller.session.mitchell import Even, mitchell
from controller.session.session_file import plan_of, read_session
from controller.session.teams_match import teams_match


def plan(text):
    return read_session(text, "monday.toml")[0]


def section(text, tables=5):
    names = ", ".join(f'"{t}"' for t in range(1, tables + 1))
    return plan(f'[[sections]]\nname = "A"\ntables = [{names}]\n{text}').sections[0]


@pytest.mark.parametrize(
    ("text", "tables", "movement"),
    [
        ("", 5, mitchell(5)),
        ('even = "share_and_relay"\nrounds = 5', 6, mitchell(6, rounds=5, even=Even.SHARE_AND_RELAY)),
        ("arrow_switch = [4, 5]\nboards_per_round = 3", 5, mitchell(5, arrow_switch=[4, 5], boards_per_round=3)),
        ('movement = "howell"\nfirst_board = 17', 7, howell(14, first_board=17)),
        ('movement = "howell"\npairs = 13\nrounds = 9', 7, howell(14, rounds=9)),
        ('movement = "teams"\nboards = 16', 2, teams_match(16)),
        (f'movement = "listed"\nrounds_csv = """\n{print_listed(howell(8))}"""', 4, howell(8)),
    ],
)
def test_a_movement_is_read(text, tables, movement):
    assert section(text, tables).movement == movement


def test_the_pair_too_many_of_an_odd_howell_is_missing():
    assert section('movement = "howell"\npairs = 13', 7).missing == {14}


def test_missing_pairs_and_names_are_read():
    found = section('missing = [8]\n[sections.names]\n1 = ["North", "South"]\n')
    assert (found.missing, found.names) == ({8}, {1: ("North", "South")})


RULES = """
scoring = "cross_imps"
[rules]
scale = 1
board_places = 1
divide = "results"
extremes = 2
rounded_to = 1
halves = "even"
tie_places = 2
vp_table = [[0, 15, 15], [3, "16.5", "13.5"]]
correction_min = 20
[[sections]]
tables = ["1", "2"]
"""


def test_every_rule_is_read():
    rules = plan(RULES).rules
    assert (rules.method, rules.scale, rules.board_places, rules.divide) == ("cross_imps", Scale.ONE, 1, Divide.RESULTS)
    assert (rules.butler.extremes, rules.butler.rounded_to, rules.butler.halves) == (2, 1, Halves.EVEN)
    assert (rules.tie_places, rules.correction_min) == (2, 20)
    assert [str(points) for points in rules.vp_table.of(4)] == ["16.5", "13.5"]


DIRECTORS = """
[[sections]]
tables = ["1", "2", "3"]
[[penalties]]
pair = 2
amount = 10
why = "late"
[[penalties]]
pair = 3
amount = 0.5
unit = "points"
[[adjusted]]
table = "1"
board = 1
score = [[420, 0.6], [-50, 0.4]]
[[adjusted]]
table = "2"
board = 1
ns = 140
ew = [[420, "1/3"], [140, "2/3"]]
[[adjusted]]
table = "3"
board = 1
score = -100
[[fouled]]
board = 2
groups = [["1", "2"], ["3"]]
"""


def test_what_a_director_gives_beside_the_tables_is_read():
    found = plan(DIRECTORS)
    assert [(p.contestant, p.amount, p.unit) for p in found.penalties] == [
        ("2", 10, "percent_of_top"), ("3", Fraction(1, 2), "points"),
    ]  # fmt: skip
    third = Fraction(1, 3)
    assert found.adjusted == {
        ("1", 1): weighted({420: Fraction(3, 5), -50: Fraction(2, 5)}),
        ("2", 1): split({140: Fraction(1)}, {420: third, 140: 1 - third}),
        ("3", 1): plain(-100),
    }
    assert found.groups == {(2, "1"): "0", (2, "2"): "0", (2, "3"): "1"}


def test_the_plan_can_be_made_again_from_what_the_journal_keeps():
    read, kept = read_session(DIRECTORS)
    assert plan_of(kept) == read


TWO = '[[sections]]\ntables = ["1", "2"]\n'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("scoring = ", "monday.toml"),
        ("", "sections.*no section"),
        (f'scorin = "x"\n{TWO}', "'scorin'.*unknown key"),
        (f'scoring = "rubber"\n{TWO}', "'scoring'"),
        ("[[sections]]\n", "'sections.0.tables'.*missing"),
        ("[[sections]]\ntables = 3\n", "'sections.0.tables'"),
        (f'{TWO}movement = "round"\n', "'sections.0.movement'.*mitchell"),
        (f"{TWO}rounds = 9\n", "'sections.0.movement'.*9"),
        (f'{TWO}rounds = "two"\n', "'sections.0.movement'.*rounds"),
        (f'{TWO}even = "odd"\n', "'sections.0.movement'"),
        (f'{TWO}movement = "howell"\npairs = 8\n', "'sections.0.tables'"),
        ('[[sections]]\ntables = ["1"]\nmovement = "teams"\nboards = 8\n', "two tables"),
        (f'{TWO}movement = "teams"\n', "one board"),
        (f'{TWO}movement = "listed"\n', "rounds_csv"),
        (f'{TWO}movement = "listed"\nrounds_csv = "round"\n', "line 1"),
        (f"{TWO}missing = [99]\n", "'sections.0.missing'.*99"),
        (f"{TWO}{TWO}", "table '1' stands there twice"),
        (f"{TWO}[sections.names]\nx = []\n", "'sections.0.names'"),
        (f"{TWO}[rules]\nscale = 3\n", "'rules.scale'"),
        (f"{TWO}[rules]\nvp_table = [[1, 2, 3]]\n", "'rules.vp_table'"),
        (f"{TWO}[[penalties]]\npair = 1\namount = 1\nunit = 'beer'\n", "'penalties.0.unit'"),
        (f"{TWO}[[penalties]]\npair = 1\namount = 'much'\n", "'penalties.0.amount'"),
        (f"{TWO}[[penalties]]\npair = 9\namount = 1\n", "'penalties.0'.*'9' does not play"),
        (f'scoring = "butler"\n{TWO}[[penalties]]\npair = 1\namount = 1\nunit = "percent"\n', "none of points"),
        (f'scoring = "imps"\n{TWO}[[penalties]]\npair = 1\namount = 1\n', "'penalties.0.team'"),
        (f"{TWO}[[adjusted]]\ntable = '9'\nboard = 1\nscore = 0\n", "no table '9'"),
        (f"{TWO}[[fouled]]\nboard = 1\ngroups = [['1', '9']]\n", "no table '9'"),
        (f"{TWO}[[adjusted]]\ntable = '1'\nboard = 1\nscore = [[1, 0.5]]\n", "'adjusted.0.score'.*one together"),
        (f"{TWO}[[fouled]]\nboard = 1\ngroups = 3\n", "'fouled.0.groups'"),
    ],
)
def test_what_cannot_be_used_is_an_error_that_names_its_key(text, where):
    with pytest.raises(LogError, match=where):
        plan(text)


def test_in_a_listed_movement_pairs_may_meet_again_on_other_boards():
    rounds = "round,table,ns,ew,boards\\n1,1,1,2,1-2\\n2,1,2,1,3-4\\n"
    text = f'[[sections]]\ntables = ["1"]\nmovement = "listed"\nrounds_csv = "{rounds}"\n'
    assert read_session(text)[0].sections[0].movement.rounds == 2
